"""What a card of a finished tableau may have paid, given how little the table remembers.

A card with a condition of its own is exact. A black card that looked at the neighbours had what they had laid by that
turn: some of their cards lay there for certain, others perhaps. Where cards were swapped or exchanged in a tableau,
nobody knows what lay where, and only the most that a card can ever pay holds it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import or_

from companion.core.packing import Mask
from companion.games.ai100.board import AI_CELL, FULL, board
from companion.games.ai100.bounds import Values, bits, exactly
from companion.games.ai100.catalogue import Condition
from companion.games.ai100.document import ROUND, TURNS, Memory, Moved
from companion.games.ai100.patterns.places import PLACES
from companion.games.ai100.scoring import Neighbour, copyable, points_of, worth
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
        return self.tableau.board.near(self.ai)

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

    def looked_at(self, condition: Condition) -> bool:
        """Return whether a card looked at the neighbours: alone at the table, 105 and 106 pay by themselves."""
        return condition.effect in ("copy", "neighbour") or (condition.effect == "points" and not self.solo)

    def grid(self, turn: int) -> Tableau | None:
        """Return the neutral grid in a turn."""
        return self.grids[turn > ROUND]


@dataclass(frozen=True)
class Payments:
    """What each card of a settled tableau pays when it is laid."""

    player: Finished
    around: Neighbourhood
    conditions: Mapping[str, Condition]
    most_nearby: Mapping[int, int]  # the most that a neighbour may have scored, by turn
    _known: dict[tuple[int, Mask], Values] = field(default_factory=dict)
    _views: dict[Mask, list[Tableau]] = field(default_factory=dict)

    def __call__(self, laid: Mask, cell: int, turn: int) -> Values:
        """Return what a card may pay on a cell when these cells are covered."""
        condition, depends = self._cards[cell]
        key = cell, laid & depends
        values = self._known.get(key)
        if values is None:
            if self.around.looked_at(condition):
                return self._from_neighbours(condition, laid, cell, turn)
            values = self._known[key] = exactly(self._own(condition, laid, cell))
        return values

    @cached_property
    def _cards(self) -> dict[int, tuple[Condition, Mask]]:
        """The condition of each card, and on which cells it depends.

        What a card in a row or column pays depends on that line only: the same few sets come back again and again.
        """
        tableau = self.player.tableau
        cards = {cell: self.conditions[card.id] for cell, card in enumerate(tableau.cards) if card}
        return {
            cell: (condition, reduce(or_, PLACES[condition.pattern.place](tableau.board, cell)))
            for cell, condition in cards.items()
        }

    @cached_property
    def _sides(self) -> tuple[Tableau, ...]:
        tableau = self.player.tableau
        return tableau.sides_of_ai_10() if self.player.ai == "AI-10" else (tableau,)

    def _own(self, condition: Condition, laid: Mask, cell: int) -> int:
        """Return the points of a card with a condition of its own."""
        if laid not in self._views:
            self._views[laid] = [tableau.seen(laid) for tableau in self._sides]
        return max([points_of(condition.pattern.groups(seen, cell)) for seen in self._views[laid]])

    def _from_neighbours(self, condition: Condition, laid: Mask, cell: int, turn: int) -> Values:
        if condition.effect == "neighbour":
            return _at_neighbours(condition, cell, turn, self.around)
        if condition.effect == "copy":
            return self._copied(condition, self.player.tableau.seen(laid), cell, turn)
        return Values(0, bits(range(self.most_nearby.get(turn, 0) + 1)))

    def _copied(self, condition: Condition, seen: Tableau, cell: int, turn: int) -> Values:
        """Return what the cards pay that were there to be copied, for certain or perhaps."""
        certain: set[str] = set()
        possible: set[str] = set()
        for neighbour in self.around.players:
            if not neighbour.settled:
                # Swapped cards were there all the same; an exchanged one may have been any.
                possible |= set(OWN_CONDITIONS) if neighbour.exchanged else _of_colour(neighbour.tableau, condition)
                continue
            certain |= _of_colour(neighbour.tableau.seen(neighbour.surely_by(turn)), condition)
            possible |= _of_colour(neighbour.tableau.seen(neighbour.perhaps_by(turn)), condition)
        if grid := self.around.grid(turn):
            certain |= _of_colour(grid, condition)
        if self.around.unwritten:
            possible |= set(OWN_CONDITIONS)
        if not possible and not certain:
            return exactly(0)
        sure, maybe = (
            bits(worth(self.conditions[card], seen, cell, self.player.ai) for card in cards)
            for cards in (certain, possible)
        )
        return Values(sure, sure | maybe | (0 if certain else bits([0])))


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


def _of_colour(tableau: Tableau, condition: Condition) -> set[str]:
    return {card for _, card in copyable(condition, (Neighbour("", tableau),))}
