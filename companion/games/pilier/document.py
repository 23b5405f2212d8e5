"""The game file: what everybody has in the end, or the cards laid and taken turn by turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.core.errors import Illegal, Unreadable
from companion.core.reading import (
    Seat,
    at_most,
    read_game,
    read_list,
    read_number,
    read_object,
    read_rulings,
    read_seats,
    read_word,
    shown,
)
from companion.games.pilier.cards import Card, read_card
from companion.games.pilier.rules import (
    CARDS,
    COLOURS,
    FIRST_CARDS,
    OF_EACH_COLOUR,
    PLAYERS,
    SIDE,
    SLUG,
    SWITCHES,
    TOKENS,
    VALUES,
)
from companion.games.pilier.square import Cell, Square, read_cell

MOST_TURNS = 500
LINES = ("row", "column")


class Final(NamedTuple):
    """What a player has in the end: tokens, and the values of his cards by colour."""

    tokens: int
    cards: Mapping[str, tuple[int, ...]]


class Turn(NamedTuple):
    """A card laid, the line of the scoring phase where two are possible, and the cards taken in it in order.

    A turn without a card is one in which the player had to pass.
    """

    card: Card | None = None
    cell: Cell | None = None
    line: str = ""
    taken: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Record:
    """A whole game as somebody wrote it down: either finals or turns."""

    seats: tuple[Seat, ...]
    rulings: Mapping[str, str]
    finals: Mapping[str, Final] | None = None
    start: Square | None = None
    turns: tuple[Turn, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the players in seating order."""
        return tuple(seat.name for seat in self.seats)


def read_record(document: object) -> Record:
    """Return the record of a decoded JSON document."""
    top = read_game(document, SLUG, ("rulings", "start", "turns"))
    by_turns = "turns" in top or "start" in top
    seats = tuple(read_seats(top["players"], PLAYERS, () if by_turns else ("tokens", "cards")))
    rulings = read_rulings(top.get("rulings", {}), SWITCHES)
    if by_turns:
        read_object(top, "game file", top, ("start", "turns"))
        start = _start(top["start"], rulings["no_symbol"])
        entries = read_list(top["turns"], "turns", "turns", MOST_TURNS)
        names = [seat.name for seat in seats]
        turns = tuple(_turn(entry, _place(number, names)) for number, entry in enumerate(entries, 1))
        return Record(seats, rulings, None, start, turns)
    finals = {seat.name: _final(seat) for seat in seats}
    _verify_finals(finals)
    return Record(seats, rulings, finals)


def _place(number: int, names: list[str]) -> str:
    return f"turn {number}, {names[(number - 1) % len(names)]}"


def _final(seat: Seat) -> Final:
    place = f"player {seat.name}"
    fields = read_object(seat.fields, place, seat.fields, ("tokens", "cards"))
    tokens = read_number(fields["tokens"], range(TOKENS * PLAYERS[-1] + 1), place, "tokens")
    entries = read_object(fields["cards"], f"{place}, cards", COLOURS)
    cards = {}
    for colour in COLOURS:
        at = f"{place}, cards, {colour}"
        values = read_list(entries.get(colour, []), at, "values", OF_EACH_COLOUR)
        cards[colour] = tuple(_value(value, at) for value in values)
    return Final(tokens, cards)


def _value(value: object, place: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in VALUES:
        raise Unreadable(f"no card of {shown(value)} (expected {', '.join(map(str, VALUES))})", place)
    return value


def _verify_finals(finals: Mapping[str, Final]) -> None:
    tokens, handed = sum(final.tokens for final in finals.values()), TOKENS * len(finals)
    if tokens != handed:
        raise Illegal(f"{tokens} tokens in all, where {len(finals)} players began with {handed}", "players")
    for colour in COLOURS:
        count = sum(len(final.cards[colour]) for final in finals.values())
        at_most(count, OF_EACH_COLOUR, "players", f"{colour} cards")
    count = sum(len(values) for final in finals.values() for values in final.cards.values())
    at_most(count, CARDS[len(finals)], "players", "cards")


def _start(value: object, no_symbol: str) -> Square:
    if not isinstance(value, dict) or len(value) != FIRST_CARDS:
        raise Unreadable(f"expected an object of {FIRST_CARDS} cells and cards", "start")
    cards = {read_cell(cell, "start"): read_card(card, f"start, {cell}") for cell, card in value.items()}
    if len(cards) < FIRST_CARDS:
        raise Illegal("two cards lie on one cell", "start")
    for axis in LINES:
        places = [getattr(cell, axis) for cell in cards]
        if max(places) - min(places) >= SIDE:
            raise Illegal(f"the first cards do not fit into a square of {SIDE} x {SIDE}", "start")
    return Square(cards, no_symbol)


def _turn(value: object, place: str) -> Turn:
    fields = read_object(value, place, ("card", "cell", "line", "taken", "pass"))
    if "pass" in fields:
        if len(fields) > 1 or fields["pass"] is not True:
            raise Unreadable('expected {"pass": true} or a card and a cell', place)
        return Turn()
    read_object(value, place, fields, ("card", "cell"))
    taken = read_list(fields.get("taken", []), f"{place}, taken", "cells", SIDE)
    return Turn(
        read_card(fields["card"], place),
        read_cell(fields["cell"], place),
        read_word(fields["line"], LINES, place, "line") if "line" in fields else "",
        tuple(read_cell(cell, f"{place}, taken") for cell in taken),
    )
