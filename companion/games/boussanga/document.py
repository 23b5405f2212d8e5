"""The game file: plates at the end, or the cards played turn by turn, in either mode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.core.errors import GAME_FILE, Illegal, Place, Unreadable
from companion.core.reading import (
    Json,
    SeatedInSides,
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
)
from companion.core.sheet import Reason
from companion.games.boussanga.board import CELLS, Board, Cell, read_board, read_cell
from companion.games.boussanga.cards import ORIENTATIONS, Card, many, read_card, some
from companion.games.boussanga.fewest import can_win, fewest_cards, least_before
from companion.games.boussanga.rules import (
    BACK,
    BONUS_AT,
    GOAL,
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
class Record(SeatedInSides):
    """A whole game as somebody wrote it down: plates, or turns."""

    values: Mapping[str, int]
    supply: Mapping[str, int]
    rulings: Mapping[str, str]
    cooperative: bool = False
    cards: int | None = None
    plates: Mapping[str, Plate] | None = None
    shared: Shared | None = None
    board: Board = field(default_factory=Board)
    turns: tuple[Turn, ...] = ()

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
    mode = read_word(top["mode"], MODES, Place("mode"), Reason("boussanga:what.mode"))
    together = _TOGETHER if "turns" in top else _TOGETHER_IN_THE_END
    read_game(document, SLUG, (*_COMMON, *(_COMPETITIVE if mode == "competitive" else together)))
    values = _values(top.get("values", VALUES))
    supply = _counts(top.get("supply", dict.fromkeys(values, SUPPLY)), values, Place("supply"))
    supply = {colour: supply.get(colour, SUPPLY) for colour in values}
    rulings = read_rulings(top.get("rulings", {}), SWITCHES)
    if mode == "cooperative":
        return _cooperative(top, values, supply, rulings)
    return _competitive(top, values, supply, rulings)


def _competitive(top: Json, values: Plate, supply: Plate, rulings: Mapping[str, str]) -> Record:
    by_turns = "turns" in top
    needed = () if by_turns else ("tokens",)
    seats = tuple(read_seats(top["players"], range(2, PLAYERS[-1] + 1), needed, needed))
    teams = read_flag(top.get("teams", False), Place("teams"))
    if teams and len(seats) != TEAM_PLAYERS:
        raise Illegal(Reason("boussanga:error.teams", (len(seats),)), Place("players"))
    least = HAND * len(seats)
    cards = read_number(top["cards"], range(least, MOST_CARDS + 1), Place("cards"), "cards") if "cards" in top else None
    if by_turns:
        turns = _turns(top["turns"], values, [seat.name for seat in seats], ())
        return Record(seats, values, supply, rulings, teams=teams, cards=cards, turns=turns)
    plates = {seat.name: _counts(seat.fields["tokens"], values, Place.player(seat.name) / "tokens") for seat in seats}
    record = Record(seats, values, supply, rulings, teams=teams, plates=plates)
    verify_plates([together(plates, side) for side in record.sides], supply)
    return record


def _cooperative(top: Json, values: Plate, supply: Plate, rulings: Mapping[str, str]) -> Record:
    seats = tuple(read_seats(top["players"], PLAYERS))
    if "turns" not in top:
        read_object(top, GAME_FILE, (*top, "tokens", "discarded"), ("tokens", "discarded"))
        plate = _counts(top["tokens"], values, Place("tokens"))
        discarded = read_number(top["discarded"], range(MOST_CARDS + 1), Place("discarded"), "discarded")
        verify_shared(plate, discarded, values, supply)
        return Record(seats, values, supply, rulings, True, shared=Shared(plate, discarded))
    read_object(top, GAME_FILE, top, ("board",))
    board = read_board(top["board"], values, Place("board"))
    for colour, count in board.tokens.items():
        at_most(count, supply[colour], Place("board"), _tokens(colour))
    turns = _turns(top["turns"], values, [seat.name for seat in seats], ("back",))
    return Record(seats, values, supply, rulings, True, board=board, turns=turns)


def _tokens(colour: str) -> Reason:
    return Reason("boussanga:what.of_colour", (many(colour),))


def together(plates: Mapping[str, Plate], side: tuple[str, ...]) -> dict[str, int]:
    """Return the tokens of a side together."""
    colours = dict.fromkeys(colour for name in side for colour in plates[name])
    return {colour: sum(plates[name].get(colour, 0) for name in side) for colour in colours}


def verify_plates(sides: Sequence[Plate], supply: Plate) -> None:
    """Raise Illegal where more tokens were won than can be: three went back with the last alignment of a colour.

    Its bonus may then have taken one of the three; whoever got it has more than four.
    """
    for colour in supply:
        counts = [plate.get(colour, 0) for plate in sides]
        at_most(sum(counts), supply[colour], Place("players"), _tokens(colour))
        bonus = any(count > BONUS_AT for count in counts)
        _verify_back(colour, sum(counts), max(supply[colour] - BACK, 0) + bonus, Place("players"))


def _verify_back(colour: str, won: int, most: int, place: Place) -> None:
    if won > most:
        raise Illegal(Reason("boussanga:error.back", (some(won, colour), most)), place)


def verify_shared(plate: Plate, discarded: int, values: Plate, supply: Plate) -> None:
    """Raise Illegal where the tokens of a cooperative game cannot have been won, or not with so few cards."""
    for colour, count in plate.items():
        at_most(count, supply[colour], Place("tokens"), _tokens(colour))
        _verify_back(colour, count, max(supply[colour] - BACK, 0), Place("tokens"))
    points = sum(count * values[colour] for colour, count in plate.items())
    if least_before(plate, values) >= GOAL:
        raise Illegal(Reason("boussanga:error.goal", (points, GOAL)), Place("tokens"))
    if not can_win(plate, values, discarded):
        fewest = fewest_cards(plate, values)
        raise Illegal(Reason("boussanga:error.cards", (sum(plate.values()), fewest)), Place("discarded"))


def _values(value: object) -> dict[str, int]:
    fields = read_object(value, Place("values"), PALETTE)
    values = {colour: read_number(fields[colour], range(1, 4), Place("values"), colour) for colour in fields}
    if sorted(values.values()) != sorted(VALUES.values()):
        worth = ", ".join(map(str, sorted(VALUES.values())))
        raise Unreadable(Reason("boussanga:error.values", (worth,)), Place("values"))
    return values


def _counts(value: object, values: Plate, place: Place) -> dict[str, int]:
    fields = read_object(value, place, values)
    return {colour: read_number(count, SUPPLIES, place, colour) for colour, count in fields.items()}


def _turns(value: object, values: Plate, names: list[str], more: tuple[str, ...]) -> tuple[Turn, ...]:
    return read_turns(value, names, MOST_CARDS, lambda entry, place: _turn(entry, place, values, more))


def _turn(value: object, place: Place, values: Plate, more: tuple[str, ...]) -> Turn:
    fields = read_object(value, place, ("card", "cell", "orientation", "pass", *more))
    back = _back(fields.get("back", {}), values, place / "back")
    if "pass" in fields:
        if not read_flag(fields["pass"], place / "pass") or {*fields} - {"pass", "back"}:
            raise Unreadable(Reason("boussanga:error.turn"), place)
        return Turn(back=back)
    read_object(value, place, fields, ("card", "cell", "orientation"))
    return Turn(
        read_card(fields["card"], values, place / "card"),
        read_cell(fields["cell"], place),
        read_number(fields["orientation"], ORIENTATIONS, place, "orientation"),
        back,
    )


def _back(value: object, values: Plate, place: Place) -> dict[str, tuple[Cell, ...]]:
    back = {}
    for colour, cells in read_object(value, place, values).items():
        entries = read_list(cells, place / colour, Reason("boussanga:what.cells"), len(CELLS))
        back[colour] = tuple(read_cell(cell, place / colour) for cell in entries)
    return back
