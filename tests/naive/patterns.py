"""How the slow referee looks at a tableau: areas, groups, and the ways in which points come about.

It shares no line with the engine that it checks: a tableau is a plain dictionary from cell to card, every
candidate group is listed, and the golden rule (a card or a connector serves once per scoring) is settled by
trying the sets of groups that share no card. `conditions.py` says which card uses what.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise, permutations, product
from typing import Any

COLOURS = ("red", "blue", "yellow", "black", "green", "violet")
ROWS = "@ABCD"  # @ and D, 0 and 6 hold only the card that AI-2 adds outside the tableau
COLUMNS = "0123456"
CENTRE = "B3"


@dataclass(frozen=True)
class Card:
    """The face of a card; `connectors` maps tl, tr, br, bl to (colour, number) and may be empty."""

    colour: str
    number: int
    connectors: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    id: str = ""

    @classmethod
    def from_face(cls, card_id: str, face: Mapping[str, Any]) -> Card:
        """Read an entry of `faces` of a game document."""
        corners = {corner: (colour, number) for corner, (colour, number) in face.get("connectors", {}).items()}
        return cls(face["colour"], face["number"], corners, card_id)


Tableau = dict[str, Card]
Rulings = Mapping[str, str]
Group = frozenset[str]
Rule = Callable[[Tableau, Rulings], int]  # points of one area: the tableau, one row, one column, the surroundings
Test = Callable[[Sequence[Card]], bool]
PairTest = Callable[[tuple[str, int], tuple[str, int]], bool]
Offsets = tuple[tuple[int, int], ...]


# Where: the areas in which a condition is looked at, one by one.


def position(cell: str) -> tuple[int, int]:
    """Row and column of a cell as numbers."""
    return ROWS.index(cell[0]), COLUMNS.index(cell[1])


def whole(tableau: Tableau, cell: str) -> list[Tableau]:
    """The tableau, AI card included."""
    return [tableau]


def its_row(tableau: Tableau, cell: str) -> list[Tableau]:
    """The row of the card just laid."""
    return [{other: card for other, card in tableau.items() if other[0] == cell[0]}]


def its_column(tableau: Tableau, cell: str) -> list[Tableau]:
    """The column of the card just laid."""
    return [{other: card for other, card in tableau.items() if other[1] == cell[1]}]


def each_row(tableau: Tableau, cell: str) -> list[Tableau]:
    """Every row on its own."""
    return [its_row(tableau, letter + "?")[0] for letter in sorted({other[0] for other in tableau})]


def each_column(tableau: Tableau, cell: str) -> list[Tableau]:
    """Every column on its own."""
    return [its_column(tableau, "?" + digit)[0] for digit in sorted({other[1] for other in tableau})]


def around(tableau: Tableau, cell: str) -> list[Tableau]:
    """The up to eight cards around the card just laid, itself left out."""
    row, column = position(cell)
    near: Tableau = {}
    for other, card in tableau.items():
        other_row, other_column = position(other)
        if other != cell and abs(other_row - row) <= 1 and abs(other_column - column) <= 1:
            near[other] = card
    return [near]


# The golden rule.


def most_disjoint(groups: Sequence[Group]) -> int:
    """The largest number of groups of which no two share an element."""
    if not groups:
        return 0
    ceiling = len(frozenset().union(*groups)) // min(len(group) for group in groups)
    # In the best set this one element is either served by one of the groups that hold it, or by none.
    element = min(groups[0])
    best = 0
    for chosen in groups:
        if element in chosen:
            best = max(best, 1 + most_disjoint([group for group in groups if not group & chosen]))
            if best == ceiling:
                return best
    return max(best, most_disjoint([group for group in groups if element not in group]))


# Shapes of figures, as offsets (down, right) from the first card.


def symmetries(shape: Offsets) -> tuple[Offsets, ...]:
    """The shape in every rotation and reflection."""
    found = set()
    for flip in (1, -1):
        turned = [(down, right * flip) for down, right in shape]
        for _ in range(4):
            turned = [(right, -down) for down, right in turned]
            top, left = min(turned)
            found.add(tuple(sorted((down - top, right - left) for down, right in turned)))
    return tuple(sorted(found))


ACROSS: tuple[Offsets, ...] = (((0, 0), (0, 1)),)
DOWN: tuple[Offsets, ...] = (((0, 0), (1, 0)),)
THREE_ACROSS: tuple[Offsets, ...] = (((0, 0), (0, 1), (0, 2)),)
THREE_DOWN: tuple[Offsets, ...] = (((0, 0), (1, 0), (2, 0)),)
DIAGONAL = symmetries(((0, 0), (1, 1)))
CORNER = symmetries(((0, 0), (1, 0), (1, 1)))  # the L of three cards
SQUARE = symmetries(((0, 0), (0, 1), (1, 0), (1, 1)))


def placements(area: Tableau, shapes: Iterable[Offsets]) -> Iterator[tuple[str, ...]]:
    """Every way to find one of the shapes fully covered by cards."""
    for shape in shapes:
        for cell in area:
            row, column = position(cell)
            cells = []
            for down, right in shape:
                if 0 <= row + down < len(ROWS) and 0 <= column + right < len(COLUMNS):
                    cells.append(ROWS[row + down] + COLUMNS[column + right])
            if len(cells) == len(shape) and all(other in area for other in cells):
                yield tuple(cells)


# What the cards of a group must be.


def only(*colours: str) -> Test:
    """Any mix of these colours."""
    return lambda cards: all(card.colour in colours for card in cards)


def same_colour(cards: Sequence[Card]) -> bool:
    return len({card.colour for card in cards}) == 1


def same_number(cards: Sequence[Card]) -> bool:
    return len({card.number for card in cards}) == 1


def different_colours(cards: Sequence[Card]) -> bool:
    return len({card.colour for card in cards}) == len(cards)


def different_numbers(cards: Sequence[Card]) -> bool:
    return len({card.number for card in cards}) == len(cards)


def matched(*wanted: set[str]) -> Test:
    """One card for each wish, a wish being the colours that fulfil it."""
    return lambda cards: any(
        all(card.colour in wish for card, wish in zip(order, wanted, strict=True)) for order in permutations(cards)
    )


def numbers_are(*numbers: int) -> Test:
    return lambda cards: sorted(card.number for card in cards) == sorted(numbers)


def sum_is(total: int) -> Test:
    return lambda cards: sum(card.number for card in cards) == total


def in_a_row(cards: Sequence[Card]) -> bool:
    """Consecutive numbers, in any order."""
    numbers = sorted(card.number for card in cards)
    return all(after == before + 1 for before, after in pairwise(numbers))


def full_house(of: Callable[[Card], object]) -> Test:
    """Three alike and two alike, or all five alike."""
    return lambda cards: sorted(Counter(of(card) for card in cards).values()) in ([2, 3], [5])


# How points come about.


def figures(points: int, shapes: Iterable[Offsets], test: Test) -> Rule:
    """Points for each figure of these shapes whose cards pass the test."""

    def rule(area: Tableau, rulings: Rulings) -> int:
        found = [frozenset(cells) for cells in placements(area, shapes) if test([area[cell] for cell in cells])]
        return points * most_disjoint(found)

    return rule


def lots(points: int, size: int, test: Test) -> Rule:
    """Points for each lot of so many cards, wherever they lie in the area."""

    def rule(area: Tableau, rulings: Rulings) -> int:
        found = [frozenset(cells) for cells in combinations(area, size) if test([area[cell] for cell in cells])]
        return points * most_disjoint(found)

    return rule


def six_colours(points: int, most: int = 15) -> Rule:
    """Points for each lot of one card of each colour, paid at most `most` times."""

    def rule(area: Tableau, rulings: Rulings) -> int:
        by_colour = [[cell for cell, card in area.items() if card.colour == colour] for colour in COLOURS]
        return points * min(most, most_disjoint([frozenset(lot) for lot in product(*by_colour)]))

    return rule


def gap_pairs(points: int, *colours: str) -> Rule:
    """Points for two such cards with exactly one card of any kind between them, which is not used up."""

    def rule(area: Tableau, rulings: Rulings) -> int:
        found = [
            frozenset((left, right))
            for left, middle, right in placements(area, THREE_ACROSS)
            if area[left].colour in colours and area[right].colour in colours
        ]
        return points * most_disjoint(found)

    return rule


def two_pairs(points: int, *colours: str) -> Rule:
    """Card 025: points for two horizontal pairs, anywhere or one right above the other."""

    def rule(area: Tableau, rulings: Rulings) -> int:
        if rulings.get("card_025", "anywhere") == "stacked":
            return figures(points, SQUARE, only(*colours))(area, rulings)
        return points * (figures(1, ACROSS, only(*colours))(area, rulings) // 2)

    return rule


def per_card(points: int, *colours: str) -> Rule:
    """Points for each card of these colours."""
    return lambda area, rulings: points * how_many(area, colours)


def how_many(area: Tableau, colours: Sequence[str]) -> int:
    return sum(card.colour in colours for card in area.values())


def colour_of(card: Card) -> str:
    return card.colour


def number_of(card: Card) -> int:
    return card.number


def most_alike(area: Tableau, of: Callable[[Card], object]) -> int:
    """How many cards show the most represented colour or number; a tie counts once."""
    return max(Counter(of(card) for card in area.values()).values(), default=0)


def distinct(area: Tableau, of: Callable[[Card], object]) -> int:
    return len({of(card) for card in area.values()})


def least_alike(area: Tableau, rulings: Rulings) -> int:
    """How many cards show the least represented colour, among those present or among all six."""
    counts = Counter(card.colour for card in area.values())
    if rulings.get("least_represented", "present") == "all":
        return min(counts[colour] for colour in COLOURS)
    return min(counts.values(), default=0)


def per_most(points: int, of: Callable[[Card], object]) -> Rule:
    return lambda area, rulings: points * most_alike(area, of)


def per_different(points: int, of: Callable[[Card], object]) -> Rule:
    return lambda area, rulings: points * distinct(area, of)


def once_if_different(points: int, size: int, of: Callable[[Card], object]) -> Rule:
    """Points once, if so many cards can be found that all differ."""
    return lambda area, rulings: points if distinct(area, of) >= size else 0


def on_scale(values: Sequence[int], count: int) -> int:
    """The value for the count reached, the last one for more, nothing for zero."""
    return values[min(count, len(values)) - 1] if count else 0


def scale(values: Sequence[int], *colours: str) -> Rule:
    return lambda area, rulings: on_scale(values, how_many(area, colours))


def least_times_most(area: Tableau, rulings: Rulings) -> int:
    return least_alike(area, rulings) * most_alike(area, colour_of)


def best_row(area: Tableau, rulings: Rulings) -> int:
    """O3: the row with the most different numbers."""
    return max(on_scale((0, 1, 4, 7, 12), distinct(row, number_of)) for row in each_row(area, CENTRE))


def same_ends(area: Tableau, rulings: Rulings) -> int:
    """AI-12: the first and the last card of a row show the same number."""
    ends = [card for cell, card in area.items() if cell[1] in "15"]
    return 5 if len(ends) == 2 and same_number(ends) else 0


# Connectors. Every connector belongs to one horizontal or vertical pair and to one losange at most, so nothing
# can be used twice here and counting is enough.


def connector_pairs(points: int | Mapping[str, int], shape: tuple[Offsets, ...], test: PairTest) -> Rule:
    """Points for each pair of touching connectors: the upper ones across, the right ones down."""
    first_corner, second_corner = ("tr", "tl") if shape is ACROSS else ("br", "tr")

    def rule(area: Tableau, rulings: Rulings) -> int:
        count = 0
        for first, second in placements(area, shape):
            one = area[first].connectors.get(first_corner)
            two = area[second].connectors.get(second_corner)
            count += one is not None and two is not None and test(one, two)
        each = points if isinstance(points, int) else points[rulings.get("card_082", "2")]
        return each * count

    return rule


def adds_to(total: int) -> PairTest:
    return lambda one, two: one[1] + two[1] == total


def like_numbers(one: tuple[str, int], two: tuple[str, int]) -> bool:
    return one[1] == two[1]


def like_colours(one: tuple[str, int], two: tuple[str, int]) -> bool:
    return one[0] == two[0]


def unlike_colours(one: tuple[str, int], two: tuple[str, int]) -> bool:
    return one[0] != two[0]


def coloured(first: str, second: str) -> PairTest:
    """These two colours, in either order."""
    return lambda one, two: (one[0], two[0]) in ((first, second), (second, first))


def losanges(points: int, test: Callable[[list[str], list[int], Rulings], bool]) -> Rule:
    """Points for each of the eight inner corners whose connectors (colours, numbers) pass the test."""

    def rule(area: Tableau, rulings: Rulings) -> int:
        count = 0
        for upper, lower in ("AB", "BC"):
            for left, right in ("12", "23", "34", "45"):
                corners = (
                    (upper + left, "br"),
                    (upper + right, "bl"),
                    (lower + left, "tr"),
                    (lower + right, "tl"),
                )
                there = [
                    area[cell].connectors[corner]
                    for cell, corner in corners
                    if cell in area and corner in area[cell].connectors
                ]
                count += test([colour for colour, _ in there], [number for _, number in there], rulings)
        return points * count

    return rule


def shows(*colours: str) -> Callable[[list[str], list[int], Rulings], bool]:
    """At least one connector of each colour, complete losange or not."""
    return lambda found, numbers, rulings: all(colour in found for colour in colours)
