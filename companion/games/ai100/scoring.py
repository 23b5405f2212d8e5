"""One scoring: a condition applied to a tableau, with the groups that made the points and what there is to say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.core.sheet import Group, Line, Reason, filled
from companion.games.ai100.board import EXTRA
from companion.games.ai100.catalogue import FIRST_BLACK, Condition
from companion.games.ai100.patterns.connectors import Losange, Pair
from companion.games.ai100.patterns.counts import Fixed, Product
from companion.games.ai100.patterns.places import card_word, of_colours
from companion.games.ai100.tableau import AI_10_FACES, Tableau

# What these look at is the same on both sides.
_SIDELESS = (Fixed, Losange, Pair)

GRID = "grid"


class Neighbour(NamedTuple):
    """Someone whose cards a black card may look at: a player, or the grid."""

    name: str
    tableau: Tableau


class Choice(NamedTuple):
    """What a player chose for a black card; what is left out is chosen most favourably."""

    copy: tuple[str, str] | None = None  # from whom, which card
    neighbour: str = ""


class Scored(NamedTuple):
    """What one scoring gave."""

    groups: tuple[Group, ...]
    notes: tuple[Reason, ...] = ()
    rulings: tuple[str, ...] = ()
    at: str = ""
    copied: str = ""

    @property
    def points(self) -> int:
        """Return the sum of the groups."""
        return points_of(self.groups)

    def line(self, kind: str, source: str, cell: str = "", turn: int = 0, round: int = 0) -> Line:
        """Return the line of the sheet that says so."""
        groups, notes, rulings, at, copied = self
        return filled(Line, (kind, source, groups, notes, cell, turn, round, at, copied, rulings))


def points_of(groups: tuple[Group, ...]) -> int:
    """Return the sum of some groups."""
    total = 0
    for group in groups:
        total += group.points
    return total


def score(condition: Condition, tableau: Tableau, cell: int, ai: str = "") -> Scored:
    """Score a condition in its owner's own tableau."""
    notes: tuple[Reason, ...] = ()
    if ai == "AI-10" and not isinstance(condition.pattern, _SIDELESS):
        tableau, groups, notes = better_ai_10(condition, tableau, cell)
    else:
        groups = condition.pattern.groups(tableau, cell)
    if not groups:
        notes = (condition.pattern.miss(tableau, cell), *notes)
    elif isinstance(condition.pattern, Product):
        notes = (condition.pattern.factors(tableau), *notes)
    if condition.usual and condition.usual.pattern.groups(tableau, cell) != groups:
        return Scored(groups, notes, (condition.switch,))
    return filled(Scored, (groups, notes, (), "", ""))


def worth(condition: Condition, tableau: Tableau, cell: int, ai: str = "") -> int:
    """Return the points of a condition in its owner's own tableau, without the reasons."""
    if ai == "AI-10":
        return max(points_of(condition.pattern.groups(side, cell)) for side in tableau.sides_of_ai_10())
    return points_of(condition.pattern.groups(tableau, cell))


def better_ai_10(
    condition: Condition, tableau: Tableau, cell: int
) -> tuple[Tableau, tuple[Group, ...], tuple[Reason, ...]]:
    """Return the tableau with AI-10 on its better side, what scores there, and a note where the side matters."""
    one, other = tableau.sides_of_ai_10()
    groups, others = condition.pattern.groups(one, cell), condition.pattern.groups(other, cell)
    gain = points_of(groups) - points_of(others)
    if not gain:
        return one, groups, ()
    colour, number = AI_10_FACES[0 if gain > 0 else 1]
    note = Reason("note.ai_10", (card_word(colour), number))
    return (one, groups, (note,)) if gain > 0 else (other, others, (note,))


def score_at_neighbour(
    condition: Condition, cell: int, neighbours: tuple[Neighbour, ...], choice: str, row: str
) -> Scored:
    """Score a condition in the tableau of one neighbour: the chosen one, or the best."""
    if cell == EXTRA and condition.pattern.place == "row" and row not in "ABC":
        return Scored((), (Reason("miss.no_such_row"),))
    where = "ABC".find(row) * 5 if cell == EXTRA else cell
    options = [
        (points_of(groups := condition.pattern.groups(neighbour.tableau, where)), groups, neighbour)
        for neighbour in neighbours
        if not choice or neighbour.name == choice
    ]
    if not options:
        return Scored((), (Reason("miss.no_neighbour"),))
    _, groups, neighbour = max(options, key=lambda option: option[0])
    missing = () if groups else (condition.pattern.miss(neighbour.tableau, where),)
    return Scored(groups, (*missing, Reason("note.at", (whose(neighbour.name),))), at=neighbour.name)


def copyable(condition: Condition, neighbours: tuple[Neighbour, ...]) -> list[tuple[str, str]]:
    """Return whom and what a copying card may copy: cards of its colour that have a condition of their own."""
    return [
        (name, card.id)
        for name, there in neighbours
        for cell in there.board.cells_of(of_colours(there, (condition.colour,)))
        if (card := there.cards[cell]) and "001" <= card.id < FIRST_BLACK
    ]


def score_copy(
    conditions: Mapping[str, Condition],
    condition: Condition,
    tableau: Tableau,
    cell: int,
    ai: str,
    neighbours: tuple[Neighbour, ...],
    choice: tuple[str, str] | None,
) -> Scored:
    """Score a copying card: the chosen card's condition, or the best one's, where the black card lies."""
    options = copyable(condition, neighbours) if choice is None else [choice]
    if not options:
        key = "miss.nothing_to_copy" if neighbours else "miss.no_neighbour"
        return Scored((), (Reason(key, (card_word(condition.colour),)),))
    owner, card = max(options, key=lambda option: worth(conditions[option[1]], tableau, cell, ai))
    groups, notes, rulings, at, _ = score(conditions[card], tableau, cell, ai)
    return Scored(groups, (*notes, Reason("note.copies", (card, whose(owner)))), rulings, at, card)


def whose(name: str) -> str | Reason:
    """Return a player's name, or the word for the grid."""
    return Reason("grid") if name == GRID else name
