"""Finished tableaux without an order of play: exact ranges, verdicts on claims, and an order that proves one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.core.errors import Illegal
from companion.core.packing import Mask
from companion.core.sheet import Line, Reason
from companion.games.ai100.board import AI_CELL, CELLS
from companion.games.ai100.bounds import BELOW, Orders, Step, all_orders, bits, members, plus
from companion.games.ai100.catalogue import Condition
from companion.games.ai100.document import ROUND, TURNS, Player, Record
from companion.games.ai100.replay import Seat, Table
from companion.games.ai100.scoring import score
from companion.games.ai100.unknowns import MOST, Finished, Neighbourhood, most_of, payments

_EXCHANGE = ("115", "116")


@dataclass(frozen=True)
class Outcome:
    """What a finished tableau can have come to."""

    player: Player
    sure: int  # immediate points plus first objective that were reachable for certain, as a set of bits
    maybe: int
    immediate: tuple[int, int]
    objective: tuple[int, int]  # of round 1
    unmoved: int  # the objective of round 1 if no card was ever moved
    lines: tuple[Line, ...]  # what is known exactly
    orders: Orders
    why: tuple[Reason, ...] = ()  # what nobody wrote down

    @property
    def fixed(self) -> int:
        """Return the exact points that come after the last card."""
        return sum(line.points for line in self.lines if line.round != 1)

    @property
    def exact(self) -> bool:
        """Whether nothing unknown had a say."""
        return self.sure == self.maybe

    @property
    def totals(self) -> list[int]:
        """Return every total that may have been reached."""
        return [total + self.fixed for total in members(self.maybe)]

    @property
    def total(self) -> tuple[int, int]:
        """Return the least and the most."""
        return self.totals[0], self.totals[-1]

    def verdict(self, claimed: int) -> str:
        """Return whether a claimed total is possible, impossible or undecided."""
        index = claimed - self.fixed + BELOW
        if index < 0 or not self.maybe >> index & 1:
            return "impossible"
        return "possible" if self.sure >> index & 1 else "undecided"

    def order(self, claimed: int) -> list[Step] | None:
        """Return an order of play that gives the claimed total, where one is certain."""
        return self.orders.order(claimed - self.fixed - self.unmoved)


def outcomes(record: Record) -> list[Outcome]:
    """Return what each finished tableau can have come to, all seats together."""
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
    orders = _all_orders(finished, around, table.conditions)
    return [_outcome(*parts, table) for parts in zip(table.seats, finished, orders, around, strict=True)]


def _all_orders(
    finished: list[Finished], around: list[Neighbourhood], conditions: Mapping[str, Condition]
) -> list[Orders]:
    def walk(index: int, most: Mapping[int, int]) -> Orders:
        one = finished[index]
        return all_orders(one.tableau, one.first_round, one.ai, payments(one, around[index], conditions, most))

    # 105 and 106 look at what the others scored in that turn: so first everybody without them.
    found = [walk(index, {}) for index in range(len(finished))]
    for index, one in enumerate(finished):
        if one.ids() & {"105", "106"} and not around[index].solo:
            others = [(finished[i], found[i]) for i in range(len(finished)) if i != index]
            found[index] = walk(index, _most_by_turn(others))
    return found


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
    place = f"tableaux, {player.name}"
    cards = (table.record.tableaux or {})[player.name]
    if missing := [name for cell, name in enumerate(CELLS) if cell != AI_CELL and cell not in cards]:
        raise Illegal(f"cell {missing[0]} is empty: a finished tableau has a card on every cell", place)
    first: Mask = 0
    for cell, card in cards.items():
        if not faces[card].phase:
            raise Illegal(f"the phase of card {card} is missing: without turns it says which round it is from", place)
        try:
            table.bring(seat, card)
        except Illegal as problem:
            raise Illegal(problem.message, f"{place}, {CELLS[cell]}") from None
        seat.tableau.lay(cell, table.card(card))
        first |= (faces[card].phase == 1) << cell
    # An exchange in round 2 may have taken out a card of round 1.
    late = sum(1 for card in cards.values() if card in _EXCHANGE and faces[card].phase == 2)
    if not ROUND - late <= first.bit_count() <= ROUND:
        raise Illegal(f"{first.bit_count()} cards of phase 1 (expected {ROUND})", place)
    return Finished(player.name, player.ai, seat.tableau, first)


def _neighbourhood(seat: Seat, finished: list[Finished], table: Table) -> Neighbourhood:
    beside = {one.player.name for one in table.seats_beside(seat)}
    return Neighbourhood(tuple(one for one in finished if one.name in beside), table.grids, table.record.solo)


def _outcome(seat: Seat, one: Finished, orders: Orders, around: Neighbourhood, table: Table) -> Outcome:
    objective = table.record.objectives[0]
    early = score(table.conditions[objective], one.tableau.seen(1 << AI_CELL | one.first_round), AI_CELL, one.ai)
    sure = plus(orders.sure_totals, bits([early.points]))
    if one.settled:
        if not orders.maybe_totals:
            raise Illegal(
                "no order of play leads to this tableau: a card would have touched no other when it was laid",
                f"tableaux, {one.name}",
            )
        reachable = members(orders.maybe_totals)
        maybe = plus(orders.maybe_totals, bits([early.points]))
        known = Line("objective", objective, early.groups, early.notes, round=1, rulings=early.rulings)
        lines, span, first = (known, *seat.lines), (reachable[0], reachable[-1]), (early.points, early.points)
    else:
        span = _outside(one, table.conditions)
        first = (0, table.conditions[objective].pattern.ceiling(one.tableau.board, AI_CELL))
        maybe = bits(range(span[0], span[1] + first[1] + 1))
        lines = tuple(seat.lines)
    why = tuple(_unknown(one, around, table.conditions))
    return Outcome(seat.player, sure, maybe, span, first, early.points, lines, orders, why)


def _outside(one: Finished, conditions: Mapping[str, Condition]) -> tuple[int, int]:
    """Return the widest range of immediate points where cards were moved or exchanged."""
    low = high = 0
    for _, card in one.tableau.items():
        if card.id == one.ai:
            continue
        condition = conditions[card.id]
        most = most_of(condition)
        low += min(0, most) if condition.effect == "exchange" else most if _always(condition) else 0
        high += most
        if condition.effect == "exchange":
            high += MOST  # the card that went out had scored, too
    return low, high


def _always(condition: Condition) -> bool:
    return "117" <= condition.id <= "120"


def _unknown(one: Finished, around: Neighbourhood, conditions: Mapping[str, Condition]) -> Iterator[Reason]:
    """Yield what nobody wrote down, card by card."""
    if one.ai == "AI-5":
        yield Reason("range.swap", (one.ai,))
    for cell, card in one.tableau.items():
        if card.id == one.ai:
            continue
        effect = conditions[card.id].effect
        if effect and not (effect == "points" and around.solo):
            yield Reason(f"range.{effect}", (f"{card.id} ({cell})",))
