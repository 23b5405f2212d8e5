"""Reading a game file bit by bit: each reader returns what it found or says at which place it expected what."""

from __future__ import annotations

import reprlib
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from companion.core.errors import GAME_FILE, Illegal, Place, Unreadable
from companion.core.sheet import Reason

FORMAT = "companion-game/1"
Json = Mapping[str, Any]
Words = Reason | str


class Seat(NamedTuple):
    """A player as the file names him, the score he claims, and what the game itself keeps for him."""

    name: str
    claimed: int | None
    fields: Json


class _Shown(reprlib.Repr):
    """Short, however long or deep a value is, and with the file's own words for nothing, yes and no."""

    def repr_NoneType(self, value: None, level: int) -> str:
        return "null"

    def repr_bool(self, value: bool, level: int) -> str:
        return str(value).lower()


shown = _Shown().repr  # a value as an error shows it


def read_game(document: object, slug: str, allowed: Iterable[str], needed: Iterable[str] = ()) -> Json:
    """Return the top of a game file of this game."""
    keys = ("format", "game", "players", *allowed)
    top = read_object(document, GAME_FILE, keys, ("players", *needed))
    for key, value in (("format", FORMAT), ("game", slug)):
        if top.get(key) != value:
            raise Unreadable(Reason("error.word", (value,)), Place(key))
    return top


def read_seats(value: object, numbers: range, allowed: Iterable[str] = (), needed: Iterable[str] = ()) -> list[Seat]:
    """Return the players in seating order, each with a name of his own."""
    entries = read_list(value, Place("players"), Reason("what.players"))
    if len(entries) not in numbers:
        raise Unreadable(Reason("error.players", (len(entries), numbers[0], numbers[-1])), Place("players"))
    seats: list[Seat] = []
    for number, entry in enumerate(entries, 1):
        fields = read_object(entry, Place.player(number), ("name", "claimed", *allowed), ("name",))
        name = fields["name"]
        if not isinstance(name, str) or not name.strip():
            raise Unreadable(Reason("error.name"), Place.player(number))
        place = Place.player(name)
        if name in (seat.name for seat in seats):
            raise Unreadable(Reason("error.same_name"), place)
        read_object(entry, place, fields, needed)
        claimed = fields.get("claimed")
        seats.append(Seat(name, None if claimed is None else read_whole(claimed, place, CLAIMED), fields))
    return seats


CLAIMED = Reason("what.claimed")


def read_object(value: object, place: Place, allowed: Iterable[str], needed: Iterable[str] = ()) -> Json:
    """Return an object that has the needed keys and no others than the allowed ones."""
    keys, must = tuple(allowed), tuple(needed)
    if not isinstance(value, dict):
        raise Unreadable(Reason("error.object", (", ".join(must or keys),)), place)
    for key in value:
        if key not in keys:
            raise Unreadable(Reason("error.key", (shown(key), ", ".join(keys) or Reason("none"))), place)
    for key in must:
        if key not in value:
            raise Unreadable(Reason("error.missing", (repr(key),)), place)
    return value


def read_list(value: object, place: Place, what: Words, most: int | None = None) -> list[Any]:
    """Return a list."""
    if not isinstance(value, list):
        raise Unreadable(Reason("error.list", (what,)), place)
    if most is not None and len(value) > most:
        raise Unreadable(Reason("error.most", (len(value), what, most)), place)
    return value


def read_word(value: object, words: Collection[str], place: Place, what: Words) -> str:
    """Return one of the given words."""
    if not isinstance(value, str) or value not in words:
        raise Unreadable(Reason("error.unknown", (what, shown(value), ", ".join(words))), place)
    return value


def read_whole(value: object, place: Place, what: Words) -> int:
    """Return a whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise Unreadable(Reason("error.no_number", (what, shown(value))), place)
    return value


def read_number(value: object, numbers: range, place: Place, what: Words) -> int:
    """Return a whole number out of a range."""
    number = read_whole(value, place, what)
    if number not in numbers:
        raise Unreadable(Reason("error.range", (what, number, numbers[0], numbers[-1])), place)
    return number


def read_flag(value: object, place: Place) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise Unreadable(Reason("error.flag", (shown(value),)), place)
    return value


def read_rulings(value: object, switches: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return every switch with its setting; the first value of each is the default."""
    chosen = read_object(value, Place("rulings"), switches)
    return {
        key: read_word(chosen[key], entry["values"], Place("rulings", key), Reason("what.setting"))
        if key in chosen
        else next(iter(entry["values"]))
        for key, entry in switches.items()
    }


def at_most(count: int, most: int, place: Place, what: Words) -> None:
    """Raise Illegal where there is more of something than the box holds."""
    if count > most:
        raise Illegal(Reason("error.too_many", (count, what, most)), place)
