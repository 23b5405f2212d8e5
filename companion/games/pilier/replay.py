"""A game turn by turn: cards laid, tokens taken, scoring phases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import NamedTuple

from companion.core.errors import Ambiguous, Illegal, Place
from companion.core.reading import turn_place
from companion.core.sheet import Reason
from companion.games.pilier.cards import Card, colour_reason
from companion.games.pilier.document import LINES, Record, Turn
from companion.games.pilier.rules import CARDS, FIRST_CARDS, HAND, OF_EACH_COLOUR, TOKENS
from companion.games.pilier.square import Cell, Square

Tokens = tuple[int, ...]


def take_tokens(tokens: Tokens, seat: int, count: int) -> tuple[Tokens, tuple[int, ...]]:
    """Return the tokens after a player took some, and from whom: the right neighbour, or the next one who has any."""
    have, givers = list(tokens), []
    for _ in range(count):
        rights = [(seat - step) % len(have) for step in range(1, len(have))]
        giver = next((other for other in rights if have[other]), None)
        if giver is None:
            break
        have[giver] -= 1
        have[seat] += 1
        givers.append(giver)
    return tuple(have), tuple(givers)


def pay_for_pass(tokens: Tokens, seat: int) -> Tokens:
    """Return the tokens after a player who could not lay gave one to his right neighbour, if he had any."""
    have = list(tokens)
    if have[seat]:
        have[seat] -= 1
        have[(seat - 1) % len(have)] += 1
    return tuple(have)


@dataclass(frozen=True)
class Phase:
    """A scoring phase that is going on: the line of the losange, and the seat that takes next."""

    line: tuple[Cell, ...]
    seat: int
    kind: str = LINES[0]


class Moved(NamedTuple):
    """Tokens that changed hands in a turn: from `givers`, one each, to `taker`. A pass has no card."""

    turn: int
    taker: int
    givers: tuple[int, ...]
    card: Card | None = None
    cell: Cell | None = None
    beside: int = 0  # cards that lay beside the cell


class Taken(NamedTuple):
    """A card that a seat took in the scoring phase of a turn, in a row or a column."""

    turn: int
    seat: int
    card: Card
    kind: str


@dataclass(frozen=True)
class Position:
    """Where a game stands after some turns."""

    square: Square
    tokens: Tokens
    won: Mapping[int, tuple[Card, ...]]
    pile: int
    hands: tuple[int, ...]
    seen: tuple[Card, ...]
    turn: int = 0
    passes: int = 0  # in a row
    phase: Phase | None = None
    finished: bool = False
    moved: tuple[Moved, ...] = ()
    taken: tuple[Taken, ...] = ()

    @property
    def takeable(self) -> tuple[Cell, ...]:
        """Return the cards that may be taken now; none where no phase is going on."""
        return self.square.takeable(self.phase.line) if self.phase else ()


def draw_pile(players: int) -> int:
    """Return the cards of the draw pile after the deal."""
    return CARDS[players] - FIRST_CARDS - HAND * players


def start(record: Record) -> Position:
    """Return the position before the first turn."""
    players = len(record.seats)
    square = record.start or Square()
    return Position(
        square,
        (TOKENS,) * players,
        dict.fromkeys(range(players), ()),
        draw_pile(players),
        (HAND,) * players,
        tuple(square.cards.values()),
    )


def replay(record: Record) -> Position:
    """Return the position after all turns, or raise the first thing that is wrong."""
    return reduce(lambda position, turn: play(position, turn, record.names), record.turns, start(record))


def play(position: Position, turn: Turn, names: tuple[str, ...]) -> Position:
    """Return the position after one more turn; a scoring phase may be left open by its last turn."""
    seat = position.turn % len(names)
    number = position.turn + 1
    place = turn_place(number, names)
    verify_open(position, names, place)
    if turn.card is None or turn.cell is None:
        return _pass(position, seat)
    if not position.hands[seat]:
        raise Illegal(Reason("pilier:error.no_hand"), place)
    position.square.verify_lay(turn.card, turn.cell, place)
    if sum(card.colour == turn.card.colour for card in position.seen) >= OF_EACH_COLOUR:
        raise Illegal(Reason("pilier:error.all_laid", (OF_EACH_COLOUR, colour_reason(turn.card.colour))), place)
    tokens, givers = take_tokens(position.tokens, seat, position.square.tokens(turn.cell))
    beside = len(position.square.neighbours(turn.cell))
    moved = (Moved(number, seat, givers, turn.card, turn.cell, beside),) if givers else ()
    laid = replace(
        position,
        square=position.square.with_card(turn.card, turn.cell),
        tokens=tokens,
        seen=(*position.seen, turn.card),
        turn=number,
        passes=0,
        moved=(*position.moved, *moved),
    )
    kind = _kind(laid.square, turn, place)
    line = laid.square.line(kind, turn.cell) if kind else ()
    if line:
        laid = replace(laid, phase=_still_on(laid.square, Phase(line, seat, kind)))
    elif turn.taken:
        raise Illegal(Reason("pilier:error.no_phase"), place / "taken")
    for cell in turn.taken:
        laid = take(laid, cell, names, place)
    # The last phase is the one that starts when the pile is empty already.
    over = bool(line) and not position.pile and laid.phase is None
    return replace(_draw(laid, seat), finished=over)


def verify_open(position: Position, names: tuple[str, ...], place: Place) -> None:
    """Raise Illegal where no card can be laid now: in a scoring phase, and after the end."""
    if position.phase:
        waiting = tuple(map(str, position.takeable))
        raise Illegal(Reason("pilier:error.phase_open", (names[position.phase.seat], waiting)), place)
    if position.finished:
        raise Illegal(Reason("error.game_over", (position.turn,)), place)


def _pass(position: Position, seat: int) -> Position:
    """Return the position after a pass. With an empty pile, nothing can change once everybody has passed."""
    passes = position.passes + 1
    right = (seat - 1) % len(position.hands)
    moved = (Moved(position.turn + 1, right, (seat,)),) if position.tokens[seat] else ()
    return replace(
        position,
        moved=(*position.moved, *moved),
        tokens=pay_for_pass(position.tokens, seat),
        turn=position.turn + 1,
        passes=passes,
        finished=not position.pile and passes >= len(position.hands),
    )


def _draw(position: Position, seat: int) -> Position:
    """Return the position after a player who laid a card drew one, as long as there are any."""
    if position.pile:
        return replace(position, pile=position.pile - 1)
    hands = tuple(hand - (other == seat) for other, hand in enumerate(position.hands))
    return replace(position, hands=hands)


def _kind(square: Square, turn: Turn, place: Place) -> str:
    """Return whether the phase is in the row or the column of the card just laid; '' where none starts."""
    cell = turn.cell
    assert cell is not None
    phases = square.phases(cell)
    if turn.line and turn.line not in phases:
        raise Illegal(Reason(f"pilier:error.no_phase.{turn.line}", (str(cell),)), place / "line")
    if len(phases) > 1 and not turn.line:
        raise Ambiguous(Reason("pilier:error.both_lines"), place)
    return turn.line or next(iter(phases), "")


def take(position: Position, cell: Cell, names: tuple[str, ...], place: Place) -> Position:
    """Return the position after the next player took a card of the line."""
    phase = position.phase
    if phase is None:
        raise Illegal(Reason("pilier:error.phase_over", (str(cell),)), place / "taken")
    whose = place / "taken" / names[phase.seat]
    if cell not in phase.line or cell not in position.square.cards:
        raise Illegal(Reason("pilier:error.not_in_line", (str(cell),)), whose)
    if cell not in position.takeable:
        allowed = tuple(map(str, position.takeable))
        raise Illegal(Reason("pilier:error.parts", (str(cell), allowed)), whose)
    square = position.square.without(cell)
    card = position.square.cards[cell]
    won = {**position.won, phase.seat: (*position.won[phase.seat], card)}
    taken = (*position.taken, Taken(position.turn, phase.seat, card, phase.kind))
    following = replace(phase, seat=(phase.seat + 1) % len(names))
    return replace(position, square=square, won=won, taken=taken, phase=_still_on(square, following))


def _still_on(square: Square, phase: Phase) -> Phase | None:
    """Return the phase, or None once one card is left in the line or none may be taken."""
    return phase if square.takeable(phase.line) else None
