"""A game turn by turn in words: which lay moved tokens, which scoring phase gave which cards."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby

from companion.core.sheet import Group, Line, Reason, Together
from companion.games.pilier.replay import Moved, Position, Taken
from companion.games.pilier.rules import TOKEN_POINTS, TOKENS


def turn_lines(position: Position, seat: int, names: tuple[str, ...], good: Collection[str]) -> tuple[Line, ...]:
    """Return the lines of a seat, turn by turn; `good` are the colours that count for it."""
    begun = Line("tokens", "", (Group((), TOKENS * TOKEN_POINTS),), (Reason("tokens.start", (TOKENS,)),))
    lines = [*_tokens(position.moved, seat, names), *_cards(position.taken, seat, names, good)]
    return begun, *sorted(lines, key=lambda line: line.turn)


def _tokens(moved: Collection[Moved], seat: int, names: tuple[str, ...]) -> Iterator[Line]:
    for move in moved:
        count = len(move.givers) if seat == move.taker else -move.givers.count(seat)
        if count:
            reason = _lay(move, seat, names) if move.card else _pass(move, seat, names)
            kind, cell = ("lay", str(move.cell)) if move.card else ("pass", "")
            yield Line(kind, "", (Group((), count * TOKEN_POINTS),), (reason,), cell=cell, turn=move.turn)


def _lay(move: Moved, seat: int, names: tuple[str, ...]) -> Reason:
    assert move.card is not None
    if seat != move.taker:
        return Reason("lay.gives", (names[move.taker], move.card.reason, move.beside, move.givers.count(seat)))
    from_whom = [Reason("whatif.tokens", (move.givers.count(one), names[one])) for one in dict.fromkeys(move.givers)]
    return Reason("lay.takes", (move.card.reason, move.beside, Together(from_whom)))


def _pass(move: Moved, seat: int, names: tuple[str, ...]) -> Reason:
    (giver,) = move.givers
    return Reason("pass.gives", (names[move.taker],)) if seat == giver else Reason("pass.gets", (names[giver],))


def _cards(taken: Collection[Taken], seat: int, names: tuple[str, ...], good: Collection[str]) -> Iterator[Line]:
    for (turn, kind), group in groupby((one for one in taken if one.seat == seat), lambda one: (one.turn, one.kind)):
        cards = [one.card for one in group]
        groups = tuple(Group((str(card),), card.value if card.colour in good else -card.value) for card in cards)
        words = Together(Reason("phase.card", (Reason(f"colour.{card.colour}"), card.value)) for card in cards)
        starter = names[(turn - 1) % len(names)]
        yield Line("phase", "", groups, (Reason(f"phase.{kind}", (starter, words)),), turn=turn)
