"""Reading a game file bit by bit: each reader returns what it found or says at which place it expected what."""

from __future__ import annotations

import reprlib
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from companion.core.errors import Illegal, Unreadable

FORMAT = "companion-game/1"
Json = Mapping[str, Any]


class Seat(NamedTuple):
    """A player as the file names him, the score he claims, and what the game itself keeps for him."""

    name: str
    claimed: int | None
    fields: Json


def shown(value: object) -> str:
    """Return a value as an error shows it: short, however long or deep it is."""
    return reprlib.repr(value)


def read_game(document: object, slug: str, allowed: Iterable[str], needed: Iterable[str] = ()) -> Json:
    """Return the top of a game file of this game."""
    keys = ("format", "game", "players", *allowed)
    top = read_object(document, "game file", keys, ("players", *needed))
    for key, value in (("format", FORMAT), ("game", slug)):
        if top.get(key) != value:
            raise Unreadable(f'expected "{value}"', key)
    return top


def read_seats(value: object, numbers: range, allowed: Iterable[str] = (), needed: Iterable[str] = ()) -> list[Seat]:
    """Return the players in seating order, each with a name of his own."""
    entries = read_list(value, "players", "players")
    if len(entries) not in numbers:
        many = "1 player" if len(entries) == 1 else f"{len(entries)} players"
        raise Unreadable(f"{many} (expected {numbers[0]} to {numbers[-1]})", "players")
    seats: list[Seat] = []
    for number, entry in enumerate(entries, 1):
        fields = read_object(entry, f"player {number}", ("name", "claimed", *allowed), ("name",))
        name = fields["name"]
        if not isinstance(name, str) or not name.strip():
            raise Unreadable("expected a name", f"player {number}")
        place = f"player {name}"
        if name in (seat.name for seat in seats):
            raise Unreadable("two players have this name", place)
        read_object(entry, place, fields, needed)
        claimed = fields.get("claimed")
        if claimed is not None and (not isinstance(claimed, int) or isinstance(claimed, bool)):
            raise Unreadable(f"claimed {shown(claimed)} is no whole number", place)
        seats.append(Seat(name, claimed, fields))
    return seats


def read_object(value: object, place: str, allowed: Iterable[str], needed: Iterable[str] = ()) -> Json:
    """Return an object that has the needed keys and no others than the allowed ones."""
    keys, must = tuple(allowed), tuple(needed)
    if not isinstance(value, dict):
        raise Unreadable(f"expected an object with {', '.join(must or keys)}", place)
    for key in value:
        if key not in keys:
            raise Unreadable(f"unknown key {shown(key)} (expected {', '.join(keys) or 'none'})", place)
    for key in must:
        if key not in value:
            raise Unreadable(f"{key!r} is missing", place)
    return value


def read_list(value: object, place: str, what: str, most: int | None = None) -> list[Any]:
    """Return a list."""
    if not isinstance(value, list):
        raise Unreadable(f"expected a list of {what}", place)
    if most is not None and len(value) > most:
        raise Unreadable(f"{len(value)} {what} (expected at most {most})", place)
    return value


def read_word(value: object, words: Collection[str], place: str, what: str) -> str:
    """Return one of the given words."""
    if not isinstance(value, str) or value not in words:
        raise Unreadable(f"unknown {what} {shown(value)} (expected {', '.join(words)})", place)
    return value


def read_number(value: object, numbers: range, place: str, what: str) -> int:
    """Return a whole number out of a range."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise Unreadable(f"{what} {shown(value)} is no whole number", place)
    if value not in numbers:
        raise Unreadable(f"{what} {value} (expected {numbers[0]} to {numbers[-1]})", place)
    return value


def read_flag(value: object, place: str) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise Unreadable(f"expected true or false, not {shown(value)}", place)
    return value


def read_rulings(value: object, switches: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return every switch with its setting; the first value of each is the default."""
    chosen = read_object(value, "rulings", switches)
    return {
        key: read_word(chosen[key], entry["values"], f"rulings, {key}", "setting")
        if key in chosen
        else next(iter(entry["values"]))
        for key, entry in switches.items()
    }


def at_most(count: int, most: int, place: str, what: str) -> None:
    """Raise Illegal where there is more of something than the box holds."""
    if count > most:
        raise Illegal(f"{count} {what}, where there are only {most}", place)
