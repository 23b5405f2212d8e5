"""The game file: plates at the end, or the cards played turn by turn, in either mode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.core.errors import Illegal, Unreadable
from companion.core.reading import (
    Json,
    Seat,
    at_most,
    read_flag,
    read_game,
    read_list,
    read_number,
    read_object,
    read_rulings,
    read_seats,
    read_word,
)
from companion.games.boussanga.board import CELLS, Board, Cell, read_board, read_cell
from companion.games.boussanga.cards import ORIENTATIONS, Card, read_card
from companion.games.boussanga.rules import (
    BACK,
    CARD_TOKENS,
    HAND,
    MOST_CARDS,
    PALETTE,
    PLAYERS,
    SLUG,
    SUPPLY,
    SWITCHES,
    TEAM_PLAYERS,
    VALUES,
)

MODES = ("competitive", "cooperative")
SUPPLIES = range(len(CELLS) + 1)
Plate = Mapping[str, int]


class Turn(NamedTuple):
    """A card laid or found with its first token on a cell; without a card it was a pass.

    `back` is what the cooperative mode puts back on the board, colour by colour.
    """

    card: Card = ()
    cell: Cell = CELLS[0]
    orientation: int = 0
    back: Mapping[str, tuple[Cell, ...]] = {}


class Shared(NamedTuple):
    """The end of a cooperative game: the tokens won and the cards discarded."""

    plate: Plate
    discarded: int


@dataclass(frozen=True)
class Record:
    """A whole game as somebody wrote it down: plates, or turns."""

    seats: tuple[Seat, ...]
    values: Mapping[str, int]
    supply: Mapping[str, int]
    rulings: Mapping[str, str]
    cooperative: bool = False
    teams: bool = False
    cards: int | None = None
    plates: Mapping[str, Plate] | None = None
    shared: Shared | None = None
    board: Board = field(default_factory=Board)
    turns: tuple[Turn, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Return the players in seating order."""
        return tuple(seat.name for seat in self.seats)

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """Return who wins together: the pairs that sit across, or each player alone."""
        if self.teams:
            return self.names[0::2], self.names[1::2]
        return tuple((name,) for name in self.names)

    def points(self, plate: Plate) -> int:
        """Return what the tokens of a plate are worth."""
        return sum(count * self.values[colour] for colour, count in plate.items())


_COMMON = ("mode", "values", "supply", "rulings", "turns")
# What a file may have besides, by mode; together or alone it depends on whether the turns were written down.
_COMPETITIVE = ("teams", "cards")
_TOGETHER = ("board",)
_TOGETHER_IN_THE_END = ("tokens", "discarded")


def read_record(document: object) -> Record:
    """Return the record of a decoded JSON document."""
    top = read_game(document, SLUG, (*_COMMON, *_COMPETITIVE, *_TOGETHER, *_TOGETHER_IN_THE_END), ("mode",))
    mode = read_word(top["mode"], MODES, "mode", "mode")
    together = _TOGETHER if "turns" in top else _TOGETHER_IN_THE_END
    read_game(document, SLUG, (*_COMMON, *(_COMPETITIVE if mode == "competitive" else together)))
    values = _values(top.get("values", VALUES))
    supply = _counts(top.get("supply", dict.fromkeys(values, SUPPLY)), values, "supply")
    supply = {colour: supply.get(colour, SUPPLY) for colour in values}
    rulings = read_rulings(top.get("rulings", {}), SWITCHES)
    if mode == "cooperative":
        return _cooperative(top, values, supply, rulings)
    return _competitive(top, values, supply, rulings)


def _competitive(top: Json, values: Plate, supply: Plate, rulings: Mapping[str, str]) -> Record:
    by_turns = "turns" in top
    needed = () if by_turns else ("tokens",)
    seats = tuple(read_seats(top["players"], range(2, PLAYERS[-1] + 1), needed, needed))
    teams = read_flag(top.get("teams", False), "teams")
    if teams and len(seats) != TEAM_PLAYERS:
        raise Illegal(f"two teams are four players, not {len(seats)}", "players")
    least = HAND * len(seats)
    cards = read_number(top["cards"], range(least, MOST_CARDS + 1), "cards", "cards") if "cards" in top else None
    if by_turns:
        turns = _turns(top["turns"], values, [seat.name for seat in seats], ())
        return Record(seats, values, supply, rulings, teams=teams, cards=cards, turns=turns)
    plates = {seat.name: _counts(seat.fields["tokens"], values, f"player {seat.name}, tokens") for seat in seats}
    for colour in values:
        at_most(sum(plate.get(colour, 0) for plate in plates.values()), supply[colour], "players", f"{colour} tokens")
    return Record(seats, values, supply, rulings, teams=teams, plates=plates)


def _cooperative(top: Json, values: Plate, supply: Plate, rulings: Mapping[str, str]) -> Record:
    seats = tuple(read_seats(top["players"], PLAYERS))
    if "turns" not in top:
        read_object(top, "game file", (*top, "tokens", "discarded"), ("tokens", "discarded"))
        plate = _counts(top["tokens"], values, "tokens")
        for colour, count in plate.items():
            at_most(count, supply[colour], "tokens", f"{colour} tokens")
        discarded = read_number(top["discarded"], range(MOST_CARDS + 1), "discarded", "discarded")
        verify_cards(plate, discarded)
        return Record(seats, values, supply, rulings, True, shared=Shared(plate, discarded))
    read_object(top, "game file", top, ("board",))
    board = read_board(top["board"], values, "board")
    for colour, count in board.tokens.items():
        at_most(count, supply[colour], "board", f"{colour} tokens")
    turns = _turns(top["turns"], values, [seat.name for seat in seats], ("back",))
    return Record(seats, values, supply, rulings, True, board=board, turns=turns)


def verify_cards(plate: Plate, discarded: int) -> None:
    """Raise Illegal where so many tokens cannot have been won with so few cards.

    A card brings four tokens at most, and of every colour that was won three have gone back at least once.
    """
    won = {colour: count for colour, count in plate.items() if count}
    least = -(-(sum(won.values()) + BACK * len(won)) // max(CARD_TOKENS))
    if discarded < least:
        raise Illegal(f"{sum(won.values())} tokens cannot be won with fewer than {least} cards", "discarded")


def _values(value: object) -> dict[str, int]:
    fields = read_object(value, "values", PALETTE)
    values = {colour: read_number(fields[colour], range(1, 4), "values", colour) for colour in fields}
    if sorted(values.values()) != sorted(VALUES.values()):
        worth = ", ".join(map(str, sorted(VALUES.values())))
        raise Unreadable(f"expected four colours that are worth {worth}", "values")
    return values


def _counts(value: object, values: Plate, place: str) -> dict[str, int]:
    fields = read_object(value, place, values)
    return {colour: read_number(count, SUPPLIES, place, colour) for colour, count in fields.items()}


def _turns(value: object, values: Plate, names: list[str], more: tuple[str, ...]) -> tuple[Turn, ...]:
    entries = read_list(value, "turns", "turns", MOST_CARDS)
    turns = []
    for number, entry in enumerate(entries):
        turns.append(_turn(entry, values, f"turn {number + 1}, {names[number % len(names)]}", more))
    return tuple(turns)


def _turn(value: object, values: Plate, place: str, more: tuple[str, ...]) -> Turn:
    fields = read_object(value, place, ("card", "cell", "orientation", "pass", *more))
    back = _back(fields.get("back", {}), values, f"{place}, back")
    if "pass" in fields:
        if not read_flag(fields["pass"], f"{place}, pass") or {*fields} - {"pass", "back"}:
            raise Unreadable("expected a pass, or a card with cell and orientation", place)
        return Turn(back=back)
    read_object(value, place, fields, ("card", "cell", "orientation"))
    return Turn(
        read_card(fields["card"], values, f"{place}, card"),
        read_cell(fields["cell"], place),
        read_number(fields["orientation"], ORIENTATIONS, place, "orientation"),
        back,
    )


def _back(value: object, values: Plate, place: str) -> dict[str, tuple[Cell, ...]]:
    back = {}
    for colour, cells in read_object(value, place, values).items():
        entries = read_list(cells, f"{place}, {colour}", "cells", len(CELLS))
        back[colour] = tuple(read_cell(cell, f"{place}, {colour}") for cell in entries)
    return back
