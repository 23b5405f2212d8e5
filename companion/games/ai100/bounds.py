"""Every score that a finished tableau can have come to: dynamic programming over the orders of play.

A round is a walk from the cards that lie there before it to those after it, one card a turn, each next to another.
What a card pays depends on what lies there when it is laid, not on the way there: so one pass over the sets of laid
cards finds every reachable total. A set of totals is one whole number, bit n for the total n - BELOW.

What nobody wrote down (a neighbour's earlier tableau, a copied card) gives a card several possible values. Some were
certainly open to the player, the others only may have been. Both sets of totals are kept: what was surely reachable,
and what may have been.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from companion.core.packing import Mask
from companion.games.ai100.board import AI_CELL, FULL, board
from companion.games.ai100.tableau import Tableau

BELOW = 8  # no score of a game lies deeper under zero
START: Mask = 1 << AI_CELL


class Values(NamedTuple):
    """What a card may have paid, as sets of points: open to the player for certain, and perhaps."""

    sure: int
    maybe: int


def bits(points: Iterable[int]) -> int:
    """Return a set of points as bits, shifted by BELOW."""
    found = 0
    for one in points:
        found |= 1 << (one + BELOW)
    return found


@cache
def exactly(points: int) -> Values:
    """Return the values of a card that depends on nothing unknown."""
    one = 1 << (points + BELOW)
    return Values(one, one)


def members(totals: int) -> list[int]:
    """Return a set of totals as numbers."""
    return [index - BELOW for index in range(totals.bit_length()) if totals >> index & 1]


def plus(totals: int, values: int) -> int:
    """Return every sum of one of the totals and one of the values."""
    if not values & (values - 1):  # the common case: one value
        return totals << values.bit_length() - 1 >> BELOW if values else 0
    found = 0
    while values:
        lowest = values & -values
        found |= totals << lowest.bit_length() - 1 >> BELOW
        values ^= lowest
    return found


class Step(NamedTuple):
    """One card of an order of play."""

    cell: int
    points: int


# What the card on `cell` pays when exactly the cells of `laid` are covered, in turn `turn`.
Pays = Callable[[Mask, int, int], Values]


@dataclass(frozen=True)
class Orders:
    """All orders of play of one tableau, by the set of cards laid."""

    tableau: Tableau
    rounds: tuple[Mask, Mask]
    sure: dict[Mask, int]
    maybe: dict[Mask, int]
    paid: dict[tuple[Mask, int], Values]

    @property
    def sure_totals(self) -> int:
        """Return the totals that were reachable for certain."""
        return self.sure.get(FULL, 0)

    @property
    def maybe_totals(self) -> int:
        """Return the totals that may have been reachable."""
        return self.maybe.get(FULL, 0)

    def most_in_turn(self, turn: int) -> int:
        """Return the most points that one card may have paid in a turn."""
        best = [v.maybe for (laid, _), v in self.paid.items() if laid.bit_count() == turn + 1]
        return max((value.bit_length() - 1 - BELOW for value in best), default=0)

    def ways(self) -> dict[int, int]:
        """Return how many orders of play give each total: what is the more likely the more ways lead to it."""
        counts: dict[Mask, dict[int, int]] = {START: {0: 1}}
        for (laid, cell), values in self.paid.items():  # in the order of the turns
            here = counts.setdefault(laid, {})
            for total, ways in counts.get(laid ^ 1 << cell, {}).items():
                for points in members(values.maybe):
                    here[total + points] = here.get(total + points, 0) + ways
        return counts.get(FULL, {})

    def order(self, total: int) -> list[Step] | None:
        """Return an order of play that certainly gives `total`, or None."""
        if total < -BELOW or not self.sure_totals >> (total + BELOW) & 1:
            return None
        steps: list[Step] = []
        laid = FULL
        while laid != START:
            cell, points = next(self._last_steps(laid, total))
            steps.append(Step(cell, points))
            laid, total = laid ^ 1 << cell, total - points
        return steps[::-1]

    def _last_steps(self, laid: Mask, total: int) -> Iterator[tuple[int, int]]:
        for cell in board().cells_of(laid ^ START):
            if values := self.paid.get((laid, cell)):
                before = self.sure[laid ^ 1 << cell]
                for points in members(values.sure):
                    rest = total - points + BELOW
                    if rest >= 0 and before >> rest & 1:
                        yield cell, points


def all_orders(
    tableau: Tableau, first_round: Mask, ai: str, pays: Pays, turns: Mapping[int, int] | None = None
) -> Orders:
    """Return every order of play that leads to a full tableau.

    `first_round` are the cells of the phase 1 cards; `turns` says of some cells in which turn they were covered.
    """
    when = turns or {}
    covered = {turn: cell for cell, turn in when.items()}
    near = tableau.board.near(ai)
    sure: dict[Mask, int] = {START: 1 << BELOW}
    maybe: dict[Mask, int] = {START: 1 << BELOW}
    paid: dict[tuple[Mask, int], Values] = {}
    second_round = FULL ^ START ^ first_round
    turn = 0
    layer = [START]
    for cells in (first_round, second_round):
        for _ in range(cells.bit_count()):
            turn += 1
            reached: dict[Mask, None] = {}
            for laid in layer:
                surely, perhaps = sure[laid], maybe[laid]
                for cell in tableau.board.cells_of(cells & ~laid):
                    if not near[cell] & laid or when.get(cell, turn) != turn or covered.get(turn, cell) != cell:
                        continue
                    after = laid | 1 << cell
                    values = paid[after, cell] = pays(after, cell, turn)
                    more = plus(perhaps, values.maybe)
                    certain = more if surely == perhaps and values.sure == values.maybe else plus(surely, values.sure)
                    if after in reached:
                        maybe[after] |= more
                        sure[after] |= certain
                    else:
                        reached[after] = None
                        maybe[after], sure[after] = more, certain
            layer = list(reached)
    return Orders(tableau, (first_round, second_round), sure, maybe, paid)
