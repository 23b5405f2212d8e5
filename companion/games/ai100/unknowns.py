"""What a card of a finished tableau may have paid, given how little the table remembers.

A card with a condition of its own is exact. A black card that looked at the neighbours had what they had laid by that
turn: some of their cards lay there for certain, others perhaps. Where cards were swapped or exchanged in a tableau,
nobody knows what lay where, and only the most that a card can ever pay holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.core.packing import Mask
from companion.games.ai100.board import AI_CELL, FULL, board
from companion.games.ai100.bounds import Pays, Values, bits, exactly
from companion.games.ai100.catalogue import Condition
from companion.games.ai100.document import ROUND, TURNS, Memory, Moved
from companion.games.ai100.patterns.places import PLACES
from companion.games.ai100.scoring import points_of, worth
from companion.games.ai100.tableau import Tableau

# The most that one card can pay: 068 with a tableau of a single colour.
MOST = 45
# The most at a neighbour: a whole tableau of one number, a row of different colours, a row of one colour.
MOST_AT_NEIGHBOUR = {"number": 30, "different": 10, "most": 15}
# Cards that move others, and how.
_MOVERS = {"115": "exchange", "116": "exchange", "119": "swap", "120": "swap", "AI-5": "swap"}
OWN_CONDITIONS = tuple(f"{n:03d}" for n in range(1, 99))


def most_of(condition: Condition) -> int:
    """Return the most that a card can ever pay, wherever it lies."""
    if condition.effect in ("copy", "points"):
        return MOST if condition.effect == "copy" else 2 * MOST  # an exchange scores two cards in one turn
    return max(condition.pattern.ceiling(board(), cell) for cell in range(15) if cell != AI_CELL)


@dataclass(frozen=True)
class Finished:
    """A finished tableau with its phases, and what the table remembers of it."""

    name: str
    ai: str
    tableau: Tableau
    first_round: Mask
    notes: tuple[Memory, ...] = ()

    def ids(self) -> set[str]:
        """Return the Evolution cards in it."""
        return {card.id for _, card in self.tableau.items()} - {self.ai}

    @property
    def near(self) -> tuple[Mask, ...]:
        """The cells beside each cell where a card must lie before another is laid there."""
        return self.tableau.board.around_at if self.ai == "AI-8" else self.tableau.board.beside_at

    # What the table remembers.

    @cached_property
    def turns(self) -> dict[int, int]:
        """In which turn cards were laid, by cell."""
        return {note.cell: note.turn for note in self.notes if note.turn and note.cell != AI_CELL}

    @cached_property
    def _covered(self) -> dict[int, int]:
        return {turn: cell for cell, turn in self.turns.items()}

    def ai_5_in(self, turn: int) -> bool:
        """Return whether AI-5 may have swapped at the start of a turn, as far as anybody remembers."""
        return all(note.turn in (None, turn) for note in self.notes if note.cell == AI_CELL)

    @cached_property
    def points(self) -> dict[int, int]:
        """What cards paid, by cell."""
        return {note.cell: note.points for note in self.notes if note.points is not None}

    @cached_property
    def moved(self) -> dict[int, Moved]:
        """What cards moved, by their cell; AI-5 lies in the centre."""
        return {note.cell: note.moved for note in self.notes if note.moved is not None}

    def laid_in(self, cell: int, turn: int) -> bool:
        """Return whether a card may have been laid in a turn, as far as anybody remembers."""
        return self.turns.get(cell, turn) == turn and self._covered.get(turn, cell) == cell

    def held(self, cell: int, values: Values) -> Values:
        """Return what a card may have paid, held to the points that the table remembers."""
        if cell not in self.points:
            return values
        only = bits([self.points[cell]])
        return Values(values.sure & only, values.maybe & only)

    # Where cards may have lain elsewhere.

    def can_move(self, cell: int) -> str:
        """Return what the card on a cell may do with others: `swap`, `exchange`, or nothing."""
        card = self.tableau.cards[cell]
        return _MOVERS.get(card.id, "") if card else ""

    @cached_property
    def movers(self) -> tuple[int, ...]:
        """The cells of cards that moved others or may have: those of which nobody remembers that they did not."""
        return tuple(cell for cell in range(15) if self.can_move(cell) and self.moved.get(cell) != Moved())

    @cached_property
    def unasked(self) -> tuple[int, ...]:
        """The cells of cards of which nobody remembers what they moved."""
        return tuple(cell for cell in self.movers if cell not in self.moved)

    @property
    def exchanged(self) -> bool:
        """Whether a card may have gone out that is no longer there."""
        return any(self.can_move(cell) == "exchange" for cell in self.movers)

    @property
    def settled(self) -> bool:
        """Whether every card has lain where it lies now."""
        return not self.movers

    def surely_by(self, turn: int) -> Mask:
        """Return the cells of a settled tableau that were certainly laid by a turn."""
        if turn >= TURNS:
            return FULL
        known = sum(1 << cell for cell, when in self.turns.items() if when <= turn)
        return 1 << AI_CELL | known | (self.first_round if turn >= ROUND else 0)

    def perhaps_by(self, turn: int) -> Mask:
        """Return the cells of a settled tableau that may have been laid by a turn."""
        later = sum(1 << cell for cell, when in self.turns.items() if when > turn)
        return (FULL if turn > ROUND else 1 << AI_CELL | self.first_round) & ~later


@dataclass(frozen=True)
class Neighbourhood:
    """Whom a player's black cards could look at."""

    players: tuple[Finished, ...]
    grids: tuple[Tableau | None, Tableau | None] = (None, None)  # by round
    solo: bool = False
    unwritten: bool = False  # beside them a grid that nobody wrote down: the draft grid, or that of two players

    def grid(self, turn: int) -> Tableau | None:
        """Return the neutral grid in a turn."""
        return self.grids[turn > ROUND]


def payments(
    player: Finished, around: Neighbourhood, conditions: Mapping[str, Condition], most_nearby: Mapping[int, int]
) -> Pays:
    """Return what each card of a settled tableau pays when it is laid."""
    cards = [conditions[card.id] if card else None for card in player.tableau.cards]
    known: dict[tuple[int, Mask], Values] = {}
    own = _own_points(player)
    # What a card in a row or column pays depends on that line only: the same few sets come back again and again.
    depends = [_depends(player.tableau, cell, condition) for cell, condition in enumerate(cards)]

    def pays(laid: Mask, cell: int, turn: int) -> Values:
        key = cell, laid & depends[cell]
        values = known.get(key)
        if values is not None:
            return values
        condition = cards[cell]
        assert condition is not None
        if condition.effect in ("copy", "neighbour", "points"):
            seen = player.tableau.seen(laid)
            return _from_neighbours(condition, seen, cell, turn, player, around, conditions, most_nearby)
        values = known[key] = exactly(own(condition, laid, cell))
        return values

    return pays


def _own_points(player: Finished) -> Callable[[Condition, Mask, int], int]:
    """Return the points of a card with a condition of its own, when only some cells are covered."""
    variants = player.tableau.sides_of_ai_10() if player.ai == "AI-10" else (player.tableau,)
    views: dict[Mask, list[Tableau]] = {}

    def points(condition: Condition, laid: Mask, cell: int) -> int:
        if laid not in views:
            views[laid] = [tableau.seen(laid) for tableau in variants]
        return max([points_of(condition.pattern.groups(seen, cell)) for seen in views[laid]])

    return points


def _depends(tableau: Tableau, cell: int, condition: Condition | None) -> Mask:
    if condition is None:
        return 0
    mask = 0
    for region in PLACES[condition.pattern.place](tableau.board, cell):
        mask |= region
    return mask


def _from_neighbours(
    condition: Condition,
    seen: Tableau,
    cell: int,
    turn: int,
    player: Finished,
    around: Neighbourhood,
    conditions: Mapping[str, Condition],
    most_nearby: Mapping[int, int],
) -> Values:
    if condition.effect == "points":
        return exactly(4) if around.solo else Values(0, bits(range(most_nearby.get(turn, 0) + 1)))
    if condition.effect == "neighbour":
        return _at_neighbours(condition, cell, turn, around)
    return _copied(condition, seen, cell, turn, player, around, conditions)


def _at_neighbours(condition: Condition, cell: int, turn: int, around: Neighbourhood) -> Values:
    """Return the counts at the neighbours: they only grow, so two moments hold everything between them."""
    pattern = condition.pattern
    most = next(MOST_AT_NEIGHBOUR[key] for key in MOST_AT_NEIGHBOUR if getattr(pattern, key))
    sure = maybe = 0
    for neighbour in around.players:
        if not neighbour.settled:
            maybe |= bits(range(most + 1))
            continue
        least, all_there = neighbour.surely_by(turn), neighbour.perhaps_by(turn)
        low, high = (points_of(pattern.groups(neighbour.tableau.seen(laid), cell)) for laid in (least, all_there))
        maybe |= bits(range(low, high + 1))
        if low == high:
            sure |= bits([low])
    if grid := around.grid(turn):
        sure |= bits([points_of(pattern.groups(grid, cell))])
    if around.unwritten:
        maybe |= bits(range(most + 1))
    return Values(sure, maybe | sure)


def _copied(
    condition: Condition,
    seen: Tableau,
    cell: int,
    turn: int,
    player: Finished,
    around: Neighbourhood,
    conditions: Mapping[str, Condition],
) -> Values:
    """Return what the cards pay that were there to be copied, for certain or perhaps."""
    certain: set[str] = set()
    possible: set[str] = set()
    for neighbour in around.players:
        if not neighbour.settled:
            # Swapped cards were there all the same; an exchanged one may have been any.
            possible |= set(OWN_CONDITIONS) if neighbour.exchanged else _of_colour(neighbour.tableau, condition)
            continue
        certain |= _of_colour(neighbour.tableau.seen(neighbour.surely_by(turn)), condition)
        possible |= _of_colour(neighbour.tableau.seen(neighbour.perhaps_by(turn)), condition)
    if grid := around.grid(turn):
        certain |= _of_colour(grid, condition)
    if around.unwritten:
        possible |= set(OWN_CONDITIONS)
    sure = bits(worth(conditions[card], seen, cell, player.ai) for card in certain)
    maybe = bits(worth(conditions[card], seen, cell, player.ai) for card in possible)
    if not possible and not certain:
        return exactly(0)
    return Values(sure, sure | maybe | (0 if certain else bits([0])))


def _of_colour(tableau: Tableau, condition: Condition) -> set[str]:
    return {card.id for _, card in tableau.items() if card.face.colour == condition.colour and "001" <= card.id < "099"}
