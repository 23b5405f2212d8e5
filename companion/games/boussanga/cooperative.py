"""The cooperative and solo mode turn by turn: combinations found, tokens collected, three of four put back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce

from companion.core.errors import Illegal, Place
from companion.core.sheet import Group, Line, Reason
from companion.games.boussanga.board import Board, Cell
from companion.games.boussanga.cards import many, one, verify_find
from companion.games.boussanga.document import Plate, Record, Turn
from companion.games.boussanga.rules import ALIGNED, BACK, GOAL


@dataclass(frozen=True)
class Position:
    """Where a game stands after some turns: every turn discards a card."""

    board: Board
    collected: Plate
    plate: Plate
    lines: tuple[Line, ...] = ()
    turn: int = 0
    finished: bool = False


def replay(record: Record) -> Position:
    """Return the position after all turns, or raise the first thing that is wrong."""
    start = Position(record.board, {}, {})
    return reduce(lambda position, turn: play(position, turn, record), record.turns, start)


def play(position: Position, turn: Turn, record: Record) -> Position:
    """Return the position after one more turn."""
    number, _, place = record.next_turn(position.turn, position.finished)
    after = _found(position, turn, record, place) if turn.card else _passed(position, turn, place)
    return replace(after, turn=number, finished=record.points(after.plate) >= GOAL)


def _found(position: Position, turn: Turn, record: Record, place: Place) -> Position:
    placement = verify_find(position.board, turn.card, turn.cell, turn.orientation, place)
    board = position.board.without(placement.tokens)
    collected = Counter(position.collected)
    collected.update(placement.tokens.values())
    plate, lines = Counter(position.plate), list(position.lines)
    full = [colour for colour, count in collected.items() if count >= ALIGNED]
    _same_colours(turn.back, full, place)
    for colour in full:
        board = _put_back(board, colour, turn.back[colour], BACK, place)
        kept = collected.pop(colour) - BACK
        plate[colour] += kept
        value = record.values[colour]
        reason = Reason("collected", (Reason(f"colour.{colour}"), kept + BACK, BACK, kept, value))
        cells = tuple(str(cell) for cell, token in placement.tokens.items() if token == colour)
        lines.append(Line("collected", colour, (Group(cells, kept * value),), (reason,), turn=position.turn + 1))
    return replace(position, board=board, collected=dict(collected), plate=dict(plate), lines=tuple(lines))


def _passed(position: Position, turn: Turn, place: Place) -> Position:
    held = {colour: count for colour, count in position.collected.items() if count}
    if not held:
        _same_colours(turn.back, [], place)
        return position
    if len(turn.back) != 1 or not set(turn.back) <= set(held):
        raise Illegal(Reason("boussanga:error.pass", (tuple(map(one, held)),)), place / "back")
    ((colour, cells),) = turn.back.items()
    board = _put_back(position.board, colour, cells, held.pop(colour), place)
    return replace(position, board=board, collected=held)


def _same_colours(back: Iterable[str], wanted: list[str], place: Place) -> None:
    for colour in wanted:
        if colour not in back:
            raise Illegal(Reason("boussanga:error.where", (BACK, many(colour))), place / "back")
    for colour in back:
        if colour not in wanted:
            raise Illegal(Reason("boussanga:error.none_back", (many(colour),)), place / "back")


def _put_back(board: Board, colour: str, cells: tuple[Cell, ...], count: int, place: Place) -> Board:
    place /= "back"
    if len(set(cells)) != count or len(cells) != count:
        raise Illegal(Reason("boussanga:error.cells", (len(set(cells)), count, many(colour))), place)
    for cell in cells:
        if board[cell]:
            raise Illegal(Reason("boussanga:error.occupied", (str(cell), one(board[cell]))), place)
    return board.with_tokens(dict.fromkeys(cells, colour))
