"""Finished tableaux without an order of play: exact ranges, verdicts on claims, and an order that proves one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from operator import attrgetter
from typing import NamedTuple

from companion.core.errors import Illegal, Place
from companion.core.packing import Mask
from companion.core.sheet import Line, Reason
from companion.games.ai100.board import AI_CELL, CELLS
from companion.games.ai100.bounds import BELOW, Orders, Pays, Step, Values, all_orders, bits, members, plus
from companion.games.ai100.catalogue import Condition
from companion.games.ai100.document import ROUND, TURNS, Player, Record
from companion.games.ai100.moves import History, Move, possible_swaps
from companion.games.ai100.replay import Seat, Table
from companion.games.ai100.scoring import Scored, score, worth
from companion.games.ai100.tableau import Tableau
from companion.games.ai100.unknowns import MOST, Finished, Neighbourhood, Payments, most_of

_EXCHANGE = ("115", "116")


class Reach(NamedTuple):
    """What may have been reached: immediate points plus first objective as a set of bits, and the span of each."""

    totals: int
    immediate: tuple[int, int]
    objective: tuple[int, int]

    @classmethod
    def of(cls, parts: Iterable[tuple[int, int]]) -> Reach:
        """Return the reach of several sets of immediate points, each with its points for the first objective."""
        totals = immediate = 0
        objectives = set()
        for points, objective in parts:
            if points:
                totals |= plus(points, bits([objective]))
                immediate |= points
                objectives.add(objective)
        span = members(immediate) or [0]
        return cls(totals, (span[0], span[-1]), (min(objectives, default=0), max(objectives, default=0)))


class Walk(NamedTuple):
    """All orders of play without a swap, and what cards pay in any tableau of that player."""

    orders: Orders
    pays: Callable[[Finished], Pays]


@dataclass(frozen=True)
class Outcome:
    """What a finished tableau can have come to."""

    player: Player
    finished: Finished
    sure: int  # immediate points plus first objective that were reachable for certain, as a set of bits
    reach: Reach
    unmoved: int  # the objective of round 1 if no card was ever moved
    lines: tuple[Line, ...]  # what is known exactly
    orders: Orders
    why: tuple[Reason, ...] = ()  # what nobody wrote down
    guessed: bool = False  # the reach is no more than a frame: cards went out or were moved, and nobody knows which

    @property
    def fixed(self) -> int:
        """Return the exact points that come after the last card."""
        return sum(line.points for line in self.lines if line.round != 1)

    @property
    def exact(self) -> bool:
        """Whether nothing unknown had a say."""
        return self.sure == self.reach.totals

    @property
    def totals(self) -> list[int]:
        """Return every total that may have been reached."""
        return [total + self.fixed for total in members(self.reach.totals)]

    @property
    def total(self) -> tuple[int, int]:
        """Return the least and the most."""
        return self.totals[0], self.totals[-1]

    def verdict(self, claimed: int) -> str:
        """Return whether a claimed total is possible, impossible or undecided."""
        index = claimed - self.fixed + BELOW
        if index < 0 or not self.reach.totals >> index & 1:
            return "impossible"
        return "possible" if self.sure >> index & 1 else "undecided"

    @property
    def unmoved_orders(self) -> bool:
        """Whether the game can have gone without any move, so that its orders say something."""
        return _unmoved(self.finished)

    def order(self, claimed: int) -> list[Step] | None:
        """Return an order of play that gives the claimed total, where one is certain."""
        return self.orders.order(claimed - self.fixed - self.unmoved) if self.unmoved_orders else None


def outcomes(record: Record, only: str = "", *, swaps: bool = True) -> list[Outcome]:
    """Return what each finished tableau can have come to, all seats together.

    `only` looks at one of them; without `swaps` nothing is taken to have been moved, which is much quicker.
    """
    table = Table(record)
    if table.problems:
        raise table.problems[0]
    finished = [_finished(seat, table) for seat in table.seats]
    table.turn = TURNS
    table.score_objective(2)
    table.score_ai_cards()
    if table.problems:
        raise table.problems[0]
    around = [_neighbourhood(seat, finished, table) for seat in table.seats]
    orders = _all_orders(finished, around, table, only)
    return [
        _outcome(seat, one, orders[one.name], near, table, swaps)
        for seat, one, near in zip(table.seats, finished, around, strict=True)
        if only in ("", one.name)
    ]


def _all_orders(finished: list[Finished], around: list[Neighbourhood], table: Table, only: str = "") -> dict[str, Walk]:
    """Return the walks of all players by name, or of one and whom he needs."""

    def walk(one: Finished, near: Neighbourhood, most: Mapping[int, int]) -> Walk:
        def pays(tableau: Finished) -> Pays:
            return Payments(tableau, near, table.conditions, most)

        return Walk(all_orders(one.tableau, one.first_round, one.ai, remembering(pays(one), one), one.turns), pays)

    def looks(one: Finished) -> bool:
        return bool(one.ids() & {"105", "106"}) and len(finished) > 1

    # 105 and 106 look at what the others scored in that turn: so first everybody without them.
    everybody = not only or any(looks(one) for one in finished if one.name == only)
    asked = [pair for pair in zip(finished, around, strict=True) if everybody or pair[0].name == only]
    found = {one.name: walk(one, near, {}) for one, near in asked}
    for one, near in asked:
        if looks(one):
            others = [(other, found[other.name].orders) for other in finished if other is not one]
            found[one.name] = walk(one, near, _most_by_turn(others))
    return found


def remembering(pays: Pays, one: Finished) -> Pays:
    """Return what the cards pay, held to the points that the table remembers."""
    if not one.points:
        return pays

    def held(laid: Mask, cell: int, turn: int) -> Values:
        return one.held(cell, pays(laid, cell, turn))

    return held


def _most_by_turn(others: Iterable[tuple[Finished, Orders]]) -> dict[int, int]:
    most = dict.fromkeys(range(1, TURNS + 1), 0)
    for one, orders in others:
        for turn in most:
            # An exchange scores two cards in one turn.
            here = orders.most_in_turn(turn) if one.settled else 2 * MOST
            most[turn] = max(most[turn], here)
    return most


def _finished(seat: Seat, table: Table) -> Finished:
    player, faces = seat.player, table.record.faces
    place = Place("tableaux", player.name)
    cards = (table.record.tableaux or {})[player.name]
    if missing := [name for cell, name in enumerate(CELLS) if cell != AI_CELL and cell not in cards]:
        raise Illegal(Reason("ai100:error.empty_cell", (missing[0],)), place)
    first: Mask = 0
    for cell, card in cards.items():
        if not faces[card].phase:
            raise Illegal(Reason("ai100:error.no_phase", (card,)), place)
        try:
            table.bring(seat, card)
        except Illegal as problem:
            raise Illegal(problem.reason, place / CELLS[cell]) from None
        seat.tableau.lay(cell, table.card(card))
        first |= (faces[card].phase == 1) << cell
    # An exchange in round 2 may have taken out a card of round 1.
    late = sum(1 for card in cards.values() if card in _EXCHANGE and faces[card].phase == 2)
    if not ROUND - late <= first.bit_count() <= ROUND:
        raise Illegal(Reason("ai100:error.first_cards", (first.bit_count(), ROUND)), place)
    finished = Finished(player.name, player.ai, seat.tableau, first, table.record.remembered.get(player.name, ()))
    for cell, moved in finished.moved.items():
        can, did = finished.can_move(cell), "exchange" if moved.out else "swap"
        if not can or (moved.cells and can != did):
            raise Illegal(Reason("ai100:error.moves_nothing", (CELLS[cell],)), Place("remembered", player.name))
    return finished


def _neighbourhood(seat: Seat, finished: list[Finished], table: Table) -> Neighbourhood:
    beside = {one.player.name for one in table.seats_beside(seat)}
    record = table.record
    neighbours = tuple(one for one in finished if one.name in beside)
    return Neighbourhood(neighbours, table.grids, record.solo, record.solo or record.grid_unknown)


def _outcome(seat: Seat, one: Finished, walk: Walk, around: Neighbourhood, table: Table, swaps: bool = True) -> Outcome:
    objective = table.conditions.get(table.record.objectives[0])
    seen = one.tableau.seen(1 << AI_CELL | one.first_round)
    early = score(objective, seen, AI_CELL, one.ai) if objective else Scored(())
    lines = tuple(seat.lines)
    if one.settled and objective:
        lines = (early.line("objective", objective.id, round=1), *lines)
    unmoved, still = walk.orders, _unmoved(one)
    sure = plus(unmoved.sure_totals, bits([early.points])) if still else 0
    reach = Reach.of([(unmoved.maybe_totals, early.points)] if still or not swaps else [])
    guessed = swaps and _guessed(one)
    if guessed:
        reach = _frame(one, objective, table.conditions)
    elif swaps and not one.settled:
        known, found = _moved(one, walk, objective, table)
        sure |= known
        reach = Reach.of([*([(unmoved.maybe_totals, early.points)] if still else []), *found])
    if not reach.totals and (swaps or one.settled):
        key = "order_remembered" if one.notes else "order"
        raise Illegal(Reason(f"ai100:error.no_{key}"), Place("tableaux", one.name))
    why = tuple(_unknown(one, around, table.conditions))
    return Outcome(seat.player, one, sure, reach, early.points, lines, unmoved, why, guessed)


def _unmoved(one: Finished) -> bool:
    """Return whether the game can have gone without any move: none is remembered, and seven cards are of round 1."""
    return not set(one.movers) - set(one.unasked) and one.first_round.bit_count() == ROUND


def _guessed(one: Finished) -> bool:
    """Return whether more was moved than can be tried out: an unknown card went out, or two unknown swaps."""
    return len(one.unasked) > 1 or any(one.can_move(cell) == "exchange" for cell in one.unasked)


def _moved(one: Finished, walk: Walk, objective: Condition | None, table: Table) -> tuple[int, list[tuple[int, int]]]:
    """Return what was reached with the moves that are remembered, and what may have been with any other swap."""
    known = [_move(one, cell, table) for cell in one.movers if cell in one.moved]
    swaps = [(swap,) for cell in one.unasked for swap in possible_swaps(None if cell == AI_CELL else cell)]
    sure, found, last = 0, list[tuple[int, int]](), walk.pays(one)
    for more in [(), *swaps] if known else swaps:
        for moves in permutations((*known, *more)):
            history = History(one, moves, walk.pays, last)

            def reached(values: str, history: History = history) -> list[tuple[int, int]]:
                totals = history.walk(attrgetter(values))
                return [(totals[at], _worth(objective, history.early(at), one.ai)) for at in totals]

            found += reached("maybe")
            if not more:
                sure |= Reach.of(reached("sure")).totals
    return sure, found


def _move(one: Finished, cell: int, table: Table) -> Move:
    cells, out = one.moved[cell]
    return Move(None if cell == AI_CELL else cell, cells, table.card(out) if out else None)


def _worth(objective: Condition | None, tableau: Tableau, ai: str) -> int:
    return worth(objective, tableau, AI_CELL, ai) if objective else 0


def _frame(one: Finished, objective: Condition | None, conditions: Mapping[str, Condition]) -> Reach:
    """Return the widest reach, where cards went out that are no longer there or were moved more than once."""
    low = high = 0
    for cell, card in enumerate(one.tableau.cards):
        if card is None or cell == AI_CELL:
            continue
        condition = conditions[card.id]
        most = most_of(condition)
        least = most if _always(condition) else 0
        if cell in one.points:
            least = most = one.points[cell]
        low += least
        # The card that went out in an exchange had scored, too.
        high += most + (MOST if condition.effect == "exchange" and cell in one.movers else 0)
    first = objective.pattern.ceiling(one.tableau.board, AI_CELL) if objective else 0
    return Reach(bits(range(low, high + first + 1)), (low, high), (0, first))


def _always(condition: Condition) -> bool:
    return "115" <= condition.id <= "120"


def _unknown(one: Finished, around: Neighbourhood, conditions: Mapping[str, Condition]) -> Iterator[Reason]:
    """Yield what nobody wrote down, card by card."""
    for cell in one.unasked:
        card = one.tableau.cards[cell]
        assert card is not None
        name = card.id if cell == AI_CELL else f"{card.id} ({CELLS[cell]})"
        yield Reason(f"range.{one.can_move(cell)}", (name,))
    for cell, card in enumerate(one.tableau.cards):
        if card is None or cell == AI_CELL or cell in one.points:
            continue
        if around.looked_at(conditions[card.id]):
            yield Reason(f"range.{conditions[card.id].effect}", (f"{card.id} ({CELLS[cell]})",))
