"""What a tableau may have come to where cards were moved in it: swapped (119, 120, AI-5) or exchanged (115, 116).

A move is undone from the end: before a swap the tableau was the later one with two cells exchanged, before an exchange
another card lay on one cell. So a game with moves has stages, each with its own tableau; a card is named by the cell on
which it lies in the end, whatever lay there before it was exchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from companion.core.packing import Mask
from companion.games.ai100.board import AI_CELL, FULL
from companion.games.ai100.bounds import BELOW, START, Pays, Values, plus
from companion.games.ai100.cards import Card
from companion.games.ai100.document import ROUND
from companion.games.ai100.tableau import Tableau
from companion.games.ai100.unknowns import Finished

_MOVABLE = tuple(cell for cell in range(15) if cell != AI_CELL)


class Move(NamedTuple):
    """Cards moved by the card that lies on `mover` in the end, or by AI-5 at any time."""

    mover: int | None
    cells: tuple[int, ...]  # the two cells that were swapped, or where the card that came in lies in the end
    out: Card | None = None  # the card that went out


def possible_swaps(mover: int | None) -> Iterator[Move]:
    """Yield every swap that may have happened in a tableau."""
    return (Move(mover, cells) for cells in combinations(_MOVABLE, 2))


class Way(NamedTuple):
    """How far a game has come: the cards laid, the moves made, and how many of them before round 1 ended."""

    laid: Mask
    stage: int = 0
    ended: int = -1


class Stage(NamedTuple):
    """The tableau between two moves: where each card lies, and what cards pay."""

    places: tuple[int, ...]
    tableau: Tableau
    pays: Pays
    elsewhere: tuple[tuple[int, int], ...] = ()  # cards that lie on another cell than in the end, and on which
    going: frozenset[int] = frozenset()  # cards that will go out; they are named by those that come in

    def covered(self, laid: Mask) -> Mask:
        """Return the cells on which the cards laid so far lie."""
        found = laid
        for card, _ in self.elsewhere:
            found &= ~(1 << card)
        for card, cell in self.elsewhere:
            found |= (laid >> card & 1) << cell
        return found


@dataclass(frozen=True)
class History:
    """All orders of play of one tableau with these moves, in this order."""

    one: Finished
    moves: tuple[Move, ...]
    payments: Callable[[Finished], Pays]
    last: Pays  # what cards pay in the tableau as it lies now

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The tableau before, between and after the moves."""
        places, tableau, going = tuple(range(15)), self.one.tableau, frozenset[int]()
        found = [Stage(places, tableau, self.last)]
        for move in reversed(self.moves):
            tableau = tableau.copy()
            if move.out:
                tableau.take(places[move.cells[0]])
                tableau.lay(places[move.cells[0]], move.out)
                going |= {move.cells[0]}
            else:
                tableau.swap(*move.cells)
                places = tuple(sum(move.cells) - cell if cell in move.cells else cell for cell in places)
            elsewhere = tuple((card, cell) for card, cell in enumerate(places) if card != cell)
            pays = self.payments(replace(self.one, tableau=tableau))
            found.append(Stage(places, tableau, pays, elsewhere, going))
        return tuple(reversed(found))

    @cached_property
    def first_round(self) -> Mask:
        """The cards that were laid in round 1; of one that came in later, the card that had lain there."""
        first = self.one.first_round
        for move in reversed(self.moves):
            if move.out:
                bit = 1 << move.cells[0]
                first = first | bit if move.out.face.phase == 1 else first & ~bit
        return first

    def early(self, ended: int) -> Tableau:
        """Return the tableau at the end of round 1, when so many moves had been made."""
        stage = self.stages[ended]
        return stage.tableau.seen(stage.covered(START | self.first_round))

    def walk(self, pick: Callable[[Values], int]) -> dict[int, int]:
        """Return the immediate points that the game may have come to, by the moves made before round 1 ended."""
        first, turn = self.first_round, 0
        ways = {Way(START): 1 << BELOW} if first.bit_count() == ROUND else {}
        for cells in (first, FULL ^ START ^ first):
            for _ in range(cells.bit_count()):
                turn += 1
                now = self._with_ai_5(ways) if self.one.ai_5_in(turn) else ways
                ways = self._turn(now, cells, turn, pick)
            if cells == first:
                ways = {way._replace(ended=way.stage): totals for way, totals in ways.items()}
        return {way.ended: totals for way, totals in ways.items() if way.stage == len(self.moves)}

    def _with_ai_5(self, ways: dict[Way, int]) -> dict[Way, int]:
        """Return the ways at the start of a turn: with AI-5 the swap may come now."""
        now = dict(ways)
        for way, totals in ways.items():
            if way.stage < len(self.moves) and self.moves[way.stage].mover is None and self._legal(way.laid, way.stage):
                then = way._replace(stage=way.stage + 1)
                now[then] = now.get(then, 0) | totals
        return now

    def _turn(self, ways: dict[Way, int], cells: Mask, turn: int, pick: Callable[[Values], int]) -> dict[Way, int]:
        reached: dict[Way, int] = {}
        for way, totals in ways.items():
            for after, paid in self._next(way, cells, turn):
                points = totals
                for values in paid:
                    points = plus(points, pick(values))
                reached[after] = reached.get(after, 0) | points
        return reached

    def _next(self, way: Way, cells: Mask, turn: int) -> Iterator[tuple[Way, tuple[Values, ...]]]:
        """Yield where every card that may come next leads, and what was paid on the way."""
        stage = self.stages[way.stage]
        covered, near = stage.covered(way.laid), self.one.near
        for card in stage.tableau.board.cells_of(cells & ~way.laid):
            cell = stage.places[card]
            # What is remembered is about the card that lies there in the end.
            stays = card not in stage.going
            if not near[cell] & covered or (stays and not self.one.laid_in(card, turn)):
                continue
            laid, paid = way.laid | 1 << card, stage.pays(covered | 1 << cell, cell, turn)
            paid = self.one.held(card, paid) if stays else paid
            if card not in self._movers:
                yield way._replace(laid=laid), (paid,)
            elif self._movers[card] == way.stage and self._legal(laid, way.stage):
                yield way._replace(laid=laid, stage=way.stage + 1), (paid, *self._came_in(laid, way.stage, turn))

    @cached_property
    def _movers(self) -> dict[int, int]:
        return {move.mover: number for number, move in enumerate(self.moves) if move.mover is not None}

    def _legal(self, laid: Mask, stage: int) -> bool:
        """Return whether a move is allowed once these cards are laid: something is moved, and nothing lies apart."""
        move, after = self.moves[stage], self.stages[stage + 1]
        if move.out:
            return bool(laid >> move.cells[0] & 1) and move.cells[0] != move.mover
        covered = after.covered(laid)
        there = [cell for cell in move.cells if covered >> cell & 1]
        return bool(there) and all(self.one.near[cell] & covered for cell in there)

    def _came_in(self, laid: Mask, stage: int, turn: int) -> tuple[Values, ...]:
        """Return what the card pays that came in with an exchange: it is scored in the same turn."""
        move, after = self.moves[stage], self.stages[stage + 1]
        if not move.out:
            return ()
        card = move.cells[0]
        paid = after.pays(after.covered(laid), after.places[card], turn)
        return (paid if card in after.going else self.one.held(card, paid),)
