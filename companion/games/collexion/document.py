"""The game file: finished collections, or the turns that led to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from companion.core.errors import Illegal, Place, Unreadable
from companion.core.reading import (
    Seat,
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
    shown,
    whole,
)
from companion.core.sheet import Reason
from companion.games.collexion.ends import verify_payable, verify_waiting
from companion.games.collexion.pieces import PIECES, Collection, Piece, read_collection, read_piece
from companion.games.collexion.rules import (
    COLOURS,
    COPIES,
    MOST_TAKEN,
    PILE,
    PLAYERS,
    POLYGONS,
    POWERS,
    SHAPES,
    SLUG,
    SWITCHES,
    TEAM_PLAYERS,
)
from companion.games.collexion.series import Series

FINAL_KEYS = ("tokens", "powers", "left", "collection")
MOST_TURNS = POLYGONS + TEAM_PLAYERS  # a turn takes a polygon, except in the last round
MOST_SERIES = 20
PLAYERS_PLACE = Place("players")
WHEN = ("before", "taking", "after")  # a power is used before the take, with it, or after the series


class Final(NamedTuple):
    """What a player has in the end. `collection` is None where only the number of polygons was written down."""

    tokens: tuple[int, ...]
    powers: int
    left: int
    collection: Collection | None


class Power(NamedTuple):
    """A power that was used; `partner` is whom it was used on, `give` what he got in a swap.

    `when` is one of WHEN: most are used with the take, so that the series are validated after them.
    """

    kind: str
    piece: Piece
    partner: str = ""
    give: Piece | None = None
    when: str = WHEN[1]


class Validated(NamedTuple):
    """A series that was validated and the pile that was chosen for it, '' where nobody wrote it down."""

    series: Series
    pile: str


class Turn(NamedTuple):
    """What a player did in a turn; `series` is None where there was no choice to write down."""

    take: tuple[Piece, ...]
    powers: tuple[Power, ...] = ()
    give: bool = False
    series: tuple[Validated, ...] | None = None

    def used(self, when: str) -> tuple[Power, ...]:
        """Return the powers used at a moment of the turn."""
        return tuple(power for power in self.powers if power.when == when)


@dataclass(frozen=True)
class Record(SeatedInSides):
    """A whole game as somebody wrote it down: either finals or turns."""

    rulings: Mapping[str, str]
    expert: bool = False
    finals: Mapping[str, Final] | None = None
    turns: tuple[Turn, ...] = ()

    def partner(self, name: str) -> str:
        """Return who sits across the table."""
        return self.names[(self.names.index(name) + 2) % TEAM_PLAYERS]


def what(key: str) -> Reason:
    """Return the word for something in the file that was expected otherwise."""
    return Reason(f"collexion:what.{key}")


def read_record(document: object) -> Record:
    """Return the record of a decoded JSON document."""
    top = read_game(document, SLUG, ("teams", "expert", "rulings", "turns"))
    teams, expert = (read_flag(top.get(key, False), Place(key)) for key in ("teams", "expert"))
    keys = () if "turns" in top else FINAL_KEYS
    seats = tuple(read_seats(top["players"], PLAYERS, keys))
    if teams and len(seats) != TEAM_PLAYERS:
        raise Illegal(Reason("collexion:error.two_pairs", (len(seats),)), Place("players"))
    rulings = read_rulings(top.get("rulings", {}), SWITCHES)
    if "turns" in top:
        names = [seat.name for seat in seats]
        turns = read_turns(top["turns"], names, MOST_TURNS, lambda entry, place: _turn(entry, place, names))
        return Record(seats, rulings, expert, turns=turns, teams=teams)
    finals = {seat.name: _final(seat, expert) for seat in seats}
    _verify_finals(finals, expert)
    verify_payable(_tokens(finals), _collections(finals), rulings["shape_pile"])
    kept = {name: final.collection for name, final in finals.items()}
    verify_waiting(kept, {name: final.powers for name, final in finals.items()}, teams, expert)
    return Record(seats, rulings, expert, finals, teams=teams)


def _final(seat: Seat, expert: bool) -> Final:
    place = Place.player(seat.name)
    fields = read_object(seat.fields, place, seat.fields, ("tokens",) if expert else ("tokens", "powers"))
    entries = read_list(fields["tokens"], place / "tokens", what("tokens"), len(PILE) * len(COLOURS))
    tokens = tuple(sorted(_token(entry, place / "tokens") for entry in entries))
    powers = read_number(fields.get("powers", 0), range(len(POWERS) + 1), place, "powers")
    if expert and powers:
        raise Illegal(Reason("collexion:error.expert_powers"), place / "powers")
    if ("left" in fields) == ("collection" in fields):
        raise Unreadable(Reason("collexion:error.left_or_collection"), place)
    if "left" in fields:
        return Final(tokens, powers, read_number(fields["left"], range(POLYGONS + 1), place, "left"), None)
    collection = read_collection(fields["collection"], place / "collection")
    return Final(tokens, powers, collection.total, collection)


def _token(value: object, place: Place) -> int:
    if (number := whole(value)) is None or number not in PILE:
        raise Unreadable(Reason("collexion:error.token", (shown(value), ", ".join(map(str, PILE)))), place)
    return number


def _tokens(finals: Mapping[str, Final]) -> list[int]:
    return [token for final in finals.values() for token in final.tokens]


def _collections(finals: Mapping[str, Final]) -> list[Collection]:
    return [final.collection for final in finals.values() if final.collection]


def _verify_finals(finals: Mapping[str, Final], expert: bool) -> None:
    tokens = _tokens(finals)
    for token in PILE:
        at_most(tokens.count(token), len(COLOURS), PLAYERS_PLACE, Reason("collexion:what.tokens_of", (token,)))
    for above, below in pairwise(PILE):
        if tokens.count(below) > tokens.count(above):
            numbers = below, tokens.count(below), above, tokens.count(above)
            raise Illegal(Reason("collexion:error.tokens_below", numbers), PLAYERS_PLACE)
    together = Collection.of(piece for collection in _collections(finals) for piece in collection.pieces)
    for piece in PIECES:
        at_most(together.count(piece), COPIES, PLAYERS_PLACE, Reason("collexion:what.polygons", (piece.reason,)))
    left = sum(final.left for final in finals.values())
    # Who has used all three powers has discarded a polygon.
    discarded = 0 if expert else sum(not final.powers for final in finals.values())
    gone = left + len(COLOURS) * len(tokens) + discarded
    at_most(gone, POLYGONS, PLAYERS_PLACE, what("gone"))


def _turn(value: object, place: Place, names: list[str]) -> Turn:
    fields = read_object(value, place, ("take", "powers", "give", "series"), ("take",))
    take = read_list(fields["take"], place, what("polygon_list"), MOST_TAKEN)
    powers = read_list(fields.get("powers", []), place / "powers", what("powers"), MOST_TAKEN)
    others = [name for name in names if name not in place]
    return Turn(
        tuple(read_piece(entry, place / "take") for entry in take),
        tuple(_power(entry, others, place / "powers") for entry in powers),
        read_flag(fields.get("give", False), place / "give"),
        _series(fields["series"], place / "series") if "series" in fields else None,
    )


_POWER_KEYS = {"swap": ("with", "give", "get"), "steal": ("from", "piece"), "discard": ("piece",)}


def _power(value: object, others: list[str], place: Place) -> Power:
    head = read_object(value, place, ("power", "with", "give", "get", "from", "piece", "when"), ("power",))
    kind = read_word(head["power"], POWERS, place, what("power"))
    keys = _POWER_KEYS[kind]
    fields = read_object(value, place, ("power", *keys, "when"), keys)
    when = read_word(fields.get("when", WHEN[1]), WHEN, place, what("moment"))
    if kind == "swap":
        partner = read_word(fields["with"], others, place, what("other_player"))
        return Power(kind, read_piece(fields["get"], place), partner, read_piece(fields["give"], place), when)
    partner = read_word(fields["from"], others, place, what("other_player")) if kind == "steal" else ""
    return Power(kind, read_piece(fields["piece"], place), partner, when=when)


def _series(value: object, place: Place) -> tuple[Validated, ...]:
    validated = []
    for entry in read_list(value, place, what("series"), MOST_SERIES):
        fields = read_object(entry, place, ("series", "pile"), ("series",))
        series = Series(read_word(fields["series"], (*COLOURS, *SHAPES), place, what("one_series")))
        pile = read_word(fields["pile"], COLOURS, place, what("pile")) if "pile" in fields else ""
        validated.append(Validated(series, pile))
    return tuple(validated)
