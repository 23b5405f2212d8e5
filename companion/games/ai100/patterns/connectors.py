"""Connectors: pairs along a row (the upper ones) or down a column (the right ones), and losanges where four meet.

Every connector belongs to one pair of a direction and to one losange, so none can serve twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from companion.core.packing import Mask
from companion.core.sheet import Group, Reason, Together
from companion.games.ai100.board import CELLS, Board
from companion.games.ai100.cards import BL, BR, COLOURS, CORNERS, NUMBERS, TL, TR, Connector
from companion.games.ai100.patterns.places import area, closest_was, connector_word
from companion.games.ai100.tableau import Tableau

# The corner of the first and of the second card of a pair.
_CORNERS = {"horizontal": (TR, TL), "vertical": (BR, TR)}
# A losange goes by its upper left cell: how far from it its cards lie, clockwise, and the corners that meet in it.
_MEETING = ((0, BR), (1, BL), (6, TL), (5, TR))
_EVERY = (0, 1, 2, 3)
_LOSANGES: Mask = sum(1 << row * 5 + column for row in range(2) for column in range(4))
# All connectors of a tableau stand in one number: masks of cells side by side, one for each trait in each corner.
_BITS = 16
_TRAITS = (*COLOURS, *NUMBERS)
_CONNECTED = len(CORNERS) * len(_TRAITS) * _BITS  # where the mask of all cards with connectors stands
_EVERYWHERE = sum(1 << at for at in range(0, _CONNECTED + 1, _BITS))

_FAR = -99  # less than any two connectors come near to each other

Seen = tuple[int, int, Connector]  # cell, corner, connector
Around = tuple[Mask, Mask, Mask, Mask]  # losanges, by what their four cards show


@dataclass(frozen=True, eq=False)
class Pair:
    """Two connectors that face each other: with a given sum, alike, different, or of two given colours."""

    place: str
    direction: str
    points: int
    sum: int = 0
    same: str = ""
    different: str = ""
    colours: tuple[str, ...] = ()

    def groups(self, tableau: Tableau, cell: int) -> tuple[Group, ...]:
        """Return the pairs that score."""
        where = area(tableau.board, cell, self.place)
        made: list[tuple[Mask, Group]] | None = tableau.memo.get((self, where))
        if made is None:
            made = tableau.memo[self, where] = self._made(tableau, where)
        where &= tableau.occupied
        return tuple([group for mask, group in made if mask & where == mask])

    def _made(self, tableau: Tableau, where: Mask) -> list[tuple[Mask, Group]]:
        """Return every pair that the cards make in a place, whatever part of them is seen."""
        first, second = _CORNERS[self.direction]
        cards, fits = tableau.cards, self.fits
        made = []
        for a, b, mask, group in pair_groups(tableau.board, self.direction, self.points, where):
            one, other = cards[a], cards[b]
            if one is None or other is None:
                continue
            x, y = one.face.connectors, other.face.connectors
            if x and y and fits(x[first], y[second]):
                made.append((mask, group))
        return made

    @cached_property
    def fits(self) -> Callable[[Connector, Connector], bool]:
        """Return the test that two connectors have to pass."""
        if self.sum:
            return lambda one, other: one[1] + other[1] == self.sum
        if self.colours:
            wanted = (self.colours, self.colours[::-1])
            return lambda one, other: (one[0], other[0]) in wanted
        if self.different:
            return lambda one, other: one[0] != other[0]
        trait = 0 if self.same == "colour" else 1
        return lambda one, other: one[trait] == other[trait]

    def ceiling(self, board: Board, cell: int) -> int:
        """Return the most that it can ever pay."""
        where = area(board, cell, self.place)
        return self.points * sum(where >> a & where >> b & 1 for a, b in board.pairs[self.direction])

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return the pair that came closest."""
        where = area(tableau.board, cell, self.place) & tableau.occupied
        first, second = _CORNERS[self.direction]
        cards, nearly = tableau.cards, self._nearly
        best = _FAR
        closest: tuple[Seen, ...] = ()
        for a, b in tableau.board.pairs[self.direction]:
            if where >> a & where >> b & 1:
                x, y = cards[a].face.connectors, cards[b].face.connectors  # type: ignore[union-attr]
                if x and y and (near := nearly(x[first], y[second])) > best:
                    best, closest = near, ((a, first, x[first]), (b, second, y[second]))
        if not closest:
            return Reason(f"miss.no_{self.direction}_pair")
        return closest_was(shown_connectors(tableau, closest))

    @cached_property
    def _nearly(self) -> Callable[[Connector, Connector], int]:
        """How near two connectors come to passing the test."""
        if self.sum:
            return lambda one, other: -abs(one[1] + other[1] - self.sum)
        if self.colours:
            a, b = self.colours
            return lambda one, other: (a == one[0] or a == other[0]) + (b == one[0] or b == other[0])
        return lambda one, other: -abs(one[1] - other[1])


@dataclass(frozen=True, eq=False)
class Losange:
    """The up to four connectors around an inner corner of the tableau."""

    points: int
    place: str = "tableau"
    colours: tuple[str, ...] = ()  # at least one of each, complete or not
    number: int = 0  # and at least one with this number (AI-3)
    alike: tuple[int, ...] = ()  # how many must show one number (O12)
    different: str = ""  # all four differ
    sum: int = 0  # all four add up

    def groups(self, tableau: Tableau, cell: int) -> tuple[Group, ...]:
        """Return the losanges that score."""
        if self.colours:
            shown = self._shown(tableau)
            made = _LOSANGES
            for a, b, c, d in shown:
                made &= a | b | c | d
            cells = tableau.board.cells_of(made)
            return tuple([losange_group(u, _first_of_each(shown, u), self.points) for u in cells])
        if self.alike:
            return tuple([losange_group(u, which, self.points) for u, which in sorted(self._alike(tableau))])
        made = _in_all(connectors_of(tableau) >> _CONNECTED)
        if self.different:
            for a, b, c, d in self._shown(tableau):
                made &= ~(a & b | c & d | (a | b) & (c | d))
        complete = [u for u in tableau.board.cells_of(made) if not self.sum or self._adds_up(tableau, u)]
        return tuple([losange_group(u, _EVERY, self.points) for u in complete])

    @cached_property
    def _wanted(self) -> list[tuple[int, ...]]:
        """Where the masks stand, clockwise, of what has to be there; of different ones, of what only one may show."""
        wanted: tuple[str | int, ...] = self.colours + ((self.number,) if self.number else ())
        traits = wanted or (COLOURS if self.different == "colour" else NUMBERS)
        return [tuple(_trait_at(corner, trait) + step for step, corner in _MEETING) for trait in traits]

    def _shown(self, tableau: Tableau) -> list[Around]:
        """Return for each trait the losanges that have it: in their upper left card, and so on clockwise."""
        here = connectors_of(tableau)
        return [
            (here >> a & _LOSANGES, here >> b & _LOSANGES, here >> c & _LOSANGES, here >> d & _LOSANGES)
            for a, b, c, d in self._wanted
        ]

    def _alike(self, tableau: Tableau) -> Iterator[tuple[int, tuple[int, ...]]]:
        for a, b, c, d in self._shown(tableau):
            four = a & b & c & d
            three = (a & b & (c | d) | c & d & (a | b)) & ~four
            made = sum({3: three, 4: four}[count] for count in self.alike)
            for u in tableau.board.cells_of(made):
                yield u, tuple(i for i, mask in enumerate((a, b, c, d)) if mask >> u & 1)

    def _adds_up(self, tableau: Tableau, upper_left: int) -> bool:
        return sum(connector.number for _, _, connector in meeting(tableau, upper_left)) == self.sum

    def ceiling(self, board: Board, cell: int) -> int:
        """Return the most that it can ever pay."""
        return self.points * _LOSANGES.bit_count()

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return the losange that came closest."""
        if self.colours or self.different:
            there = connectors_of(tableau) >> _CONNECTED
            cards = [there >> step for step, _ in _MEETING]
            traits = [a | b | c | d for a, b, c, d in self._shown(tableau)]
            near = _LOSANGES
            for masks in (traits, cards) if self.colours else (cards, traits):
                near = _in_most(masks, near)
            closest = meeting(tableau, (near & -near).bit_length() - 1)
        else:
            closest = max((meeting(tableau, u) for u in tableau.board.cells_of(_LOSANGES)), key=self._nearly)
        if not closest:
            return Reason("miss.no_losange")
        return closest_was(shown_connectors(tableau, closest))

    def _nearly(self, seen: list[Seen]) -> tuple[int, int]:
        numbers = [connector.number for _, _, connector in seen]
        if self.alike:
            return max(map(numbers.count, numbers), default=0), len(seen)
        return len(seen), -abs(sum(numbers) - self.sum)


def _trait_at(corner: int, trait: str | int) -> int:
    return (corner * len(_TRAITS) + _TRAITS.index(trait)) * _BITS


_CONNECTORS = [
    {
        Connector(colour, number): 1 << _trait_at(corner, colour) | 1 << _trait_at(corner, number)
        for colour in COLOURS
        for number in NUMBERS
    }
    for corner in range(len(CORNERS))
]


def connectors_of(tableau: Tableau) -> int:
    """Return all connectors of the cards that are seen."""
    found: int | None = tableau.memo.get("connectors")
    if found is None:
        tl, tr, br, bl = _CONNECTORS
        found = 0
        for cell, card in enumerate(tableau.cards):
            if card and card.face.connectors:
                one, two, three, four = card.face.connectors
                found |= (1 << _CONNECTED | tl[one] | tr[two] | br[three] | bl[four]) << cell
        tableau.memo["connectors"] = found
    return found & tableau.occupied * _EVERYWHERE


def _in_all(there: Mask) -> Mask:
    """Return the complete losanges."""
    return _LOSANGES & there & there >> 1 & there >> 6 & there >> 5


def _in_most(masks: Iterable[Mask], among: Mask) -> Mask:
    """Return the bits that most of the masks have."""
    in_so_many = [among]
    for mask in masks:
        more = in_so_many[-1] & mask
        for count in range(len(in_so_many) - 1, 0, -1):
            in_so_many[count] |= in_so_many[count - 1] & mask
        if more:
            in_so_many.append(more)
    return in_so_many[-1]


def _first_of_each(shown: list[Around], upper_left: int) -> tuple[int, ...]:
    """Return the cards of a losange that are the first to show one of the traits, in reading order."""
    which = 0
    for masks in shown:
        at = 0
        while not masks[at] >> upper_left & 1:
            at += 1
        which |= 1 << at
    return _IN_READING_ORDER[which]


_IN_READING_ORDER = [tuple(at for at in (0, 1, 3, 2) if which >> at & 1) for which in range(16)]


def meeting(tableau: Tableau, upper_left: int) -> list[Seen]:
    """Return the connectors that meet in a losange, clockwise from its upper left card."""
    there, cards = tableau.occupied, tableau.cards
    return [
        (cell, corner, card.face.connectors[corner])
        for step, corner in _MEETING
        if there >> (cell := upper_left + step) & 1 and (card := cards[cell]) and card.face.connectors
    ]


@cache
def pair_groups(board: Board, direction: str, points: int, where: Mask) -> list[tuple[int, int, Mask, Group]]:
    """Return the pairs of a place: both cells, their mask, and the group that they make when they score."""
    first, second = (CORNERS[corner] for corner in _CORNERS[direction])
    names = board.names
    return [
        (a, b, 1 << a | 1 << b, Group((names[a], names[b]), points, (f"{names[a]}.{first}", f"{names[b]}.{second}")))
        for a, b in board.pairs[direction]
        if where >> a & where >> b & 1
    ]


@cache
def losange_group(upper_left: int, which: tuple[int, ...], points: int) -> Group:
    """Return the group of some connectors of a losange, with the cards they are on."""
    met = [(CELLS[upper_left + _MEETING[i][0]], CORNERS[_MEETING[i][1]]) for i in which]
    return Group(tuple(cell for cell, _ in met), points, tuple(f"{cell}.{corner}" for cell, corner in met))


def shown_connectors(tableau: Tableau, seen: tuple[Seen, ...] | list[Seen]) -> Together:
    """Return connectors with their colour and number."""
    names = tableau.board.names
    return Together([_shown(names[cell], corner, connector) for cell, corner, connector in seen])


@cache
def _shown(cell: str, corner: int, connector: Connector) -> Reason:
    return Reason("connector", (cell + "↖↗↘↙"[corner], connector_word(connector.colour), connector.number))
