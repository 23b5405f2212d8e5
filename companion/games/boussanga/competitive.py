"""The competitive mode turn by turn: cards laid, alignments taken off, bonus tokens, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce

from companion.core.sheet import Group, Line, Reason
from companion.games.boussanga.board import Board, Lot, lots
from companion.games.boussanga.cards import verify_lay
from companion.games.boussanga.document import Plate, Record, Turn
from companion.games.boussanga.rules import BONUS_AT, GOAL, HAND

Side = int
_TABLE: Side = -1


@dataclass(frozen=True)
class Position:
    """Where a game stands after some turns. Plates and bonuses belong to a side: a player, or a team."""

    board: Board
    reserve: Plate
    plates: Mapping[Side, Plate]
    bonuses: frozenset[tuple[Side, str]]
    pile: int | None
    lines: Mapping[str, tuple[Line, ...]]
    turn: int = 0
    last_turn: int | None = None
    why: Reason | None = None  # what set off the end

    @property
    def finished(self) -> bool:
        """Whether everybody has played once more after the end was set off."""
        return self.last_turn is not None and self.turn >= self.last_turn


def start(record: Record) -> Position:
    """Return the position before the first turn."""
    sides = range(len(record.sides))
    pile = None if record.cards is None else record.cards - HAND * len(record.seats)
    return Position(
        Board(), dict(record.supply), {side: {} for side in sides}, frozenset(), pile, dict.fromkeys(record.names, ())
    )


def replay(record: Record) -> Position:
    """Return the position after all turns, or raise the first thing that is wrong."""
    return reduce(lambda position, turn: play(position, turn, record), record.turns, start(record))


def play(position: Position, turn: Turn, record: Record) -> Position:
    """Return the position after one more turn."""
    number, name, _ = record.next_turn(position.turn, position.finished)
    side = next(index for index, members in enumerate(record.sides) if name in members)
    after, emptied = _lay(position, turn, record, side) if turn.card else (position, "")
    why = position.why or _end(record.points(after.plates[side]), position.pile, emptied)
    last = position.last_turn
    if last is None and why:
        last = number + len(record.names) - 1
    pile = None if position.pile is None else max(position.pile - 1, 0)
    return replace(after, pile=pile, turn=number, last_turn=last, why=why)


def _lay(position: Position, turn: Turn, record: Record, side: Side) -> tuple[Position, str]:
    """Return the position with a card laid, and a colour of which the reserve gave its last token."""
    number, name, place = record.next_turn(position.turn, position.finished)
    reserve, plate = Counter(position.reserve), Counter(position.plates[side])
    placement = verify_lay(position.board, turn.card, turn.cell, turn.orientation, reserve, place)
    reserve.subtract(placement.missing.values())
    emptied = next((colour for colour in placement.missing.values() if not reserve[colour]), "")
    board, bonuses, lines = position.board.with_tokens(placement.missing), position.bonuses, []
    for lot in lots(placement.alignments, record.rulings["crossing"]):
        value = record.values[lot.colour]
        board = board.without(lot.cells)
        reserve[lot.colour] += lot.back
        plate[lot.colour] += lot.kept
        lines.append(_line(lot, value, number))
        # By the other ruling the first side at four of a colour has its bonus for the whole table.
        owner = side if record.rulings["bonus"] == "side" else _TABLE
        if (owner, lot.colour) not in bonuses and plate[lot.colour] >= BONUS_AT:
            bonuses |= {(owner, lot.colour)}
            plate[lot.colour] += 1
            reserve[lot.colour] -= 1  # three have just come back, so there is one
            lines.append(_bonus(lot.colour, value, number))
    after = replace(
        position,
        board=board,
        reserve=dict(reserve),
        plates={**position.plates, side: dict(plate)},
        bonuses=bonuses,
        lines={**position.lines, name: (*position.lines[name], *lines)},
    )
    return after, emptied


def _end(points: int, pile: int | None, emptied: str) -> Reason | None:
    if points >= GOAL:
        return Reason("end.goal", (points,))
    if pile == 1:
        return Reason("end.card")
    return Reason("end.token", (Reason(f"colour.{emptied}"),)) if emptied else None


def _line(lot: Lot, value: int, turn: int) -> Line:
    cells = tuple(map(str, lot.cells))
    return Line("alignment", lot.colour, (Group(cells, lot.kept * value),), (lot.reason(value),), turn=turn)


def _bonus(colour: str, value: int, turn: int) -> Line:
    reason = Reason("bonus", (Reason(f"colour.{colour}"), value))
    return Line("bonus", colour, (Group((), value),), (reason,), turn=turn)
