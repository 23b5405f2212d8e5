"""The game file: what everybody has in the end, or the cards laid and taken turn by turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.core.errors import Illegal, Place, Unreadable
from companion.core.reading import (
    Seat,
    Seated,
    at_most,
    read_flag,
    read_game,
    read_list,
    read_number,
    read_object,
    read_rulings,
    read_seats,
    read_turns,
    read_word,
    shown,
    whole,
)
from companion.core.sheet import Reason
from companion.games.pilier.called import Called, read_called
from companion.games.pilier.cards import Card, colour_reason, read_card
from companion.games.pilier.rules import (
    CARDS,
    COLOURS,
    FIRST_CARDS,
    GOOD_COLOURS,
    HAND,
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
_PASS = '{"pass": true}'


class Final(NamedTuple):
    """What a player has in the end: tokens, the values of his cards by colour, and the two colours that he chose.

    Who chose none gets the best two.
    """

    tokens: int
    cards: Mapping[str, tuple[int, ...]]
    colours: tuple[str, ...] = ()


class Turn(NamedTuple):
    """A card laid, the line of the scoring phase where two are possible, and the cards taken in it in order.

    A turn without a card is one in which the player had to pass.
    """

    card: Card | None = None
    cell: Cell | None = None
    line: str = ""
    taken: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Record(Seated):
    """A whole game as somebody wrote it down: either finals or turns."""

    rulings: Mapping[str, str]
    finals: Mapping[str, Final] | None = None
    start: Square | None = None
    turns: tuple[Turn, ...] = ()
    chosen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the two colours of those who chose
    finished: bool = True  # whether the finals are those of the end, or of a game that still goes on
    called: Called = ()


def read_record(document: object) -> Record:
    """Return the record of a decoded JSON document."""
    top = read_game(document, SLUG, ("rulings", "called", "start", "turns", "finished"))
    by_turns = "turns" in top or "start" in top
    seats = tuple(read_seats(top["players"], PLAYERS, ("colours", *(() if by_turns else ("tokens", "cards")))))
    chosen = {seat.name: _chosen(seat) for seat in seats if "colours" in seat.fields}
    rulings = read_rulings(top.get("rulings", {}), SWITCHES)
    called = read_called(top.get("called", {}), Place("called"))
    if by_turns:
        read_game(top, SLUG, ("rulings", "called", "start", "turns"), ("start", "turns"))
        start = _start(top["start"], rulings["no_symbol"])
        turns = read_turns(top["turns"], [seat.name for seat in seats], MOST_TURNS, _turn)
        return Record(seats, rulings, None, start, turns, chosen, called=called)
    finals = {seat.name: _final(seat, chosen.get(seat.name, ())) for seat in seats}
    finished = read_flag(top.get("finished", True), Place("finished"))
    _verify_finals(finals, finished)
    return Record(seats, rulings, finals, finished=finished, called=called)


def _chosen(seat: Seat) -> tuple[str, ...]:
    place = Place.player(seat.name) / "colours"
    entries = read_list(seat.fields["colours"], place, Reason("pilier:what.colours"), GOOD_COLOURS)
    colours = tuple(read_word(entry, COLOURS, place, Reason("pilier:what.colour")) for entry in entries)
    if len(set(colours)) != GOOD_COLOURS:
        raise Unreadable(Reason("pilier:error.two_colours", (GOOD_COLOURS,)), place)
    return tuple(sorted(colours, key=COLOURS.index))


def _final(seat: Seat, chosen: tuple[str, ...]) -> Final:
    place = Place.player(seat.name)
    fields = read_object(seat.fields, place, seat.fields, ("tokens", "cards"))
    tokens = read_number(fields["tokens"], range(TOKENS * PLAYERS[-1] + 1), place, "tokens")
    entries = read_object(fields["cards"], place / "cards", COLOURS)
    cards = {}
    for colour in COLOURS:
        at = place / "cards" / colour
        values = read_list(entries.get(colour, []), at, Reason("pilier:what.values"), OF_EACH_COLOUR)
        cards[colour] = tuple(_value(value, at) for value in values)
    return Final(tokens, cards, chosen)


def _value(value: object, place: Place) -> int:
    if (number := whole(value)) is None or number not in VALUES:
        raise Unreadable(Reason("pilier:error.no_value", (shown(value), ", ".join(map(str, VALUES)))), place)
    return number


def _verify_finals(finals: Mapping[str, Final], finished: bool) -> None:
    tokens, handed = sum(final.tokens for final in finals.values()), TOKENS * len(finals)
    if tokens != handed:
        raise Illegal(Reason("pilier:error.tokens", (tokens, len(finals), handed)), Place("players"))
    for colour in COLOURS:
        count = sum(len(final.cards[colour]) for final in finals.values())
        at_most(count, OF_EACH_COLOUR, Place("players"), Reason("pilier:what.of_colour", (colour_reason(colour),)))
    count = sum(len(values) for final in finals.values() for values in final.cards.values())
    deck = CARDS[len(finals)]
    if count >= deck:
        raise Illegal(Reason("pilier:error.all_taken", (count, deck)), Place("players"))
    # The game goes on until the pile is drawn; then the others lie in the square or are in hand.
    least = deck - HAND * len(finals) - SIDE * SIDE
    if finished and count < least:
        raise Illegal(Reason("pilier:error.too_few", (count, least, deck)), Place("players"))


def _start(value: object, no_symbol: str) -> Square:
    if not isinstance(value, dict) or len(value) != FIRST_CARDS:
        raise Unreadable(Reason("pilier:error.start", (FIRST_CARDS,)), Place("start"))
    cards = {
        read_cell(cell, Place("start")): read_card(card, Place("start", str(cell))) for cell, card in value.items()
    }
    if len(cards) < FIRST_CARDS:
        raise Illegal(Reason("pilier:error.same_cell"), Place("start"))
    for axis in LINES:
        places = [getattr(cell, axis) for cell in cards]
        if max(places) - min(places) >= SIDE:
            raise Illegal(Reason("pilier:error.too_wide", (SIDE,)), Place("start"))
    return Square(cards, no_symbol)


def _turn(value: object, place: Place) -> Turn:
    fields = read_object(value, place, ("card", "cell", "line", "taken", "pass"))
    if "pass" in fields:
        if len(fields) > 1 or fields["pass"] is not True:
            raise Unreadable(Reason("pilier:error.turn", (_PASS,)), place)
        return Turn()
    read_object(value, place, fields, ("card", "cell"))
    taken = read_list(fields.get("taken", []), place / "taken", Reason("pilier:what.cells"), SIDE)
    return Turn(
        read_card(fields["card"], place),
        read_cell(fields["cell"], place),
        read_word(fields["line"], LINES, place, Reason("pilier:what.line")) if "line" in fields else "",
        tuple(read_cell(cell, place / "taken") for cell in taken),
    )
