"""What a tableau may have come to if one swap happened in it and nobody wrote down which.

A swap of two cells is undone by swapping them back: before it, the tableau was the finished one with the two cells
exchanged. So every pair of cells is tried: up to the swap the cards lay as exchanged, from then on as they lie now.
Cards are named by the cell on which they lie in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from companion.core.packing import Mask
from companion.games.ai100.board import AI_CELL, FULL
from companion.games.ai100.bounds import BELOW, START, Pays, plus
from companion.games.ai100.tableau import Tableau
from companion.games.ai100.unknowns import Finished

_MOVABLE = tuple(cell for cell in range(15) if cell != AI_CELL)


class Way(NamedTuple):
    """How far a game has come: the cards laid, whether the swap has happened, whether round 1 ended before it."""

    laid: Mask
    swapped: bool = False
    late: bool = False


@dataclass(frozen=True)
class Swap:
    """A pair of cells that may have been swapped, by the card that lies on `mover` or by AI-5 at any time."""

    one: Finished
    cells: tuple[int, int]
    mover: int | None
    earlier: Tableau  # with the two cells exchanged
    before: Pays
    after: Pays

    @property
    def _near(self) -> tuple[Mask, ...]:
        on = self.earlier.board
        return on.around_at if self.one.ai == "AI-8" else on.beside_at

    def covered(self, way: Way) -> Mask:
        """Return the cells on which the cards laid so far lie."""
        p, q = self.cells
        if way.swapped or not (way.laid >> p ^ way.laid >> q) & 1:
            return way.laid
        return way.laid ^ (1 << p | 1 << q)

    def _place(self, card: int, swapped: bool) -> int:
        return card if swapped or card not in self.cells else sum(self.cells) - card

    def _legal(self, laid: Mask) -> bool:
        there = [cell for cell in self.cells if laid >> cell & 1]
        return bool(there) and all(self._near[cell] & laid for cell in there)

    def walk(self) -> dict[Way, int]:
        """Return the immediate points that the finished game may have come to, by when round 1 ended."""
        ways = {Way(START): 1 << BELOW}
        first, turn = self.one.first_round, 0
        for cells in (first, FULL ^ START ^ first):
            for _ in range(cells.bit_count()):
                turn += 1
                ways = self._turn(self._with_ai_5(ways), cells, turn)
            if cells == first:
                ways = {way._replace(late=not way.swapped): totals for way, totals in ways.items()}
        return {way: totals for way, totals in ways.items() if way.swapped}

    def _with_ai_5(self, ways: dict[Way, int]) -> dict[Way, int]:
        """Return the ways at the start of a turn: with AI-5 the swap may come now."""
        if self.mover is not None:
            return ways
        now = dict(ways)
        for way, totals in ways.items():
            if not way.swapped and self._legal(way.laid):
                then = way._replace(swapped=True)
                now[then] = now.get(then, 0) | totals
        return now

    def _turn(self, ways: dict[Way, int], cells: Mask, turn: int) -> dict[Way, int]:
        reached: dict[Way, int] = {}
        for way, totals in ways.items():
            for after, paid in self._next(way, cells, turn):
                reached[after] = reached.get(after, 0) | plus(totals, paid)
        return reached

    def _next(self, way: Way, cells: Mask, turn: int) -> Iterator[tuple[Way, int]]:
        """Yield where every card that may come next leads, and what it may pay."""
        covered, near = self.covered(way), self._near
        for card in self.earlier.board.cells_of(cells & ~way.laid):
            cell = self._place(card, way.swapped)
            if not near[cell] & covered:
                continue
            laid = way.laid | 1 << card
            if card == self.mover and not self._legal(laid):
                continue
            pays = self.after if way.swapped else self.before
            yield Way(laid, way.swapped or card == self.mover, way.late), pays(covered | 1 << cell, cell, turn).maybe


def possible_swaps(one: Finished, mover: int | None, payments: Callable[[Finished], Pays]) -> Iterator[Swap]:
    """Yield every swap that may have happened in a tableau."""
    after = payments(one)
    for cells in combinations(_MOVABLE, 2):
        earlier = one.tableau.copy()
        earlier.swap(*cells)
        yield Swap(one, cells, mover, earlier, payments(replace(one, tableau=earlier)), after)
