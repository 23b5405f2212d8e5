"""Reading a game file bit by bit: each reader returns what it found or says at which place it expected what."""

from __future__ import annotations

import json
import re
import reprlib
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from companion.core.errors import GAME_FILE, Illegal, Place, Unreadable
from companion.core.grammar import unshown
from companion.core.sheet import Reason

FORMAT = "companion-game/1"
Json = Mapping[str, Any]
Words = Reason | str
T = TypeVar("T")


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


def _decode(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_object)


class SharedFaces(dict[str, Any]):
    """Faces of several games, decoded once. Nobody changes them, so what a game reads from them is kept with them."""

    read: Any = None


class SameFaces:
    """Decodes one game after another: faces that are written as they were in the game before are decoded once."""

    _KEY = re.compile(r'"faces"\s*:\s*(?=\{)')
    _STAND_IN = "=faces="

    def __init__(self) -> None:
        self._text = "{}"
        self._faces = SharedFaces()

    def decode(self, text: str) -> Any:
        """Return the document of a text."""
        if key := self._KEY.search(text):
            end = key.end() + len(self._text)
            if text.startswith(self._text, key.end()) and self._STAND_IN not in text:
                with suppress(ValueError, Unreadable):  # what is wrong where, the whole text says
                    document = _decode(f'{text[: key.end()]}"{self._STAND_IN}"{text[end:]}')
                    if isinstance(document, dict) and document.get("faces") == self._STAND_IN:
                        return {**document, "faces": self._faces}
            with suppress(ValueError, Unreadable):
                faces, end = json.JSONDecoder(object_pairs_hook=_object).raw_decode(text, key.end())
                self._faces, self._text = SharedFaces(faces), text[key.end() : end]
        return _decode(text)


def read_json(data: bytes, place: Place = GAME_FILE, decode: Callable[[str], Any] = _decode) -> Any:
    """Return a decoded document, or say at which place it stops being JSON. Nothing in it is guessed."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        # Another 8-bit encoding reads anything, so it can only be named as what it probably is.
        key = "error.utf_16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "error.latin_1"
        raise Unreadable(Reason(key), place / Reason("place.line", (line,))) from None
    try:
        return decode(text)
    except json.JSONDecodeError as error:
        where = Reason("place.column", (error.lineno, error.colno))
        raise Unreadable(Reason("error.json"), Place(where) if place == GAME_FILE else place / where) from None
    except RecursionError:
        raise Unreadable(Reason("error.deep"), place) from None
    except Unreadable as error:
        raise Unreadable(error.reason, place) from None
    except ValueError:
        raise Unreadable(Reason("error.long_number"), place) from None


def read_plain(data: bytes, place: Place) -> Any:
    """Return a decoded document whose texts can all be kept and shown."""
    document = read_json(data, place)
    try:
        json.dumps(document, ensure_ascii=False).encode("utf-8")  # JSON can write half a letter, UTF-8 cannot
    except UnicodeEncodeError:
        raise Unreadable(Reason("error.not_json"), place) from None
    return document


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Unreadable(Reason("error.key_twice", (shown(twice),)))
    return found


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
        name = read_name(fields["name"], [seat.name for seat in seats], Place.player(number))
        place = Place.player(name)
        read_object(entry, place, fields, needed)
        claimed = fields.get("claimed")
        seats.append(Seat(name, None if claimed is None else read_whole(claimed, place, CLAIMED), fields))
    return seats


CLAIMED = Reason("what.claimed")


@dataclass(frozen=True)
class Seated:
    """Who played a game that was written down; a game's own record adds what was written."""

    seats: tuple[Seat, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the players in seating order."""
        return tuple(seat.name for seat in self.seats)

    def next_turn(self, turn: int, finished: bool) -> tuple[int, str, Place]:
        """Return number, player and place of the turn after another, or raise Illegal where the game is over."""
        place = turn_place(turn + 1, self.names)
        if finished:
            raise Illegal(Reason("error.game_over", (turn,)), place)
        return turn + 1, self.names[turn % len(self.names)], place


@dataclass(frozen=True)
class SeatedInSides(Seated):
    """The same where players can win together."""

    teams: bool = field(default=False, kw_only=True)

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """Return who wins together: the pairs that sit across, or each player alone."""
        if self.teams:
            return self.names[0::2], self.names[1::2]
        return tuple((name,) for name in self.names)

    def side(self, name: str) -> tuple[str, ...]:
        """Return who wins together with a player."""
        return next(side for side in self.sides if name in side)


def read_name(value: object, others: Iterable[str], place: Place) -> str:
    """Return the name of a player, which nobody at the table would take for another's: 'A' and 'A ' are one name."""
    if not isinstance(value, str) or not value.strip():
        raise Unreadable(Reason("error.name"), place)
    if strange := unshown(value):
        raise Unreadable(Reason("error.name_letters", (shown(strange),)), place)
    if _heard(value) in map(_heard, others):
        raise Unreadable(Reason("error.same_name"), Place.player(value.strip()))
    return value


def _heard(name: str) -> str:
    return unicodedata.normalize("NFC", " ".join(name.split()))


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


def read_turns(value: object, names: Sequence[str], most: int, read: Callable[[object, Place], T]) -> tuple[T, ...]:
    """Return what `read` makes of each turn at its place."""
    entries = read_list(value, Place("turns"), Reason("what.turns"), most)
    return tuple(read(entry, turn_place(number, names)) for number, entry in enumerate(entries, 1))


def turn_place(number: int, names: Sequence[str]) -> Place:
    """Return the place of a turn: its number, and who plays it. Everybody does in the order of the seats."""
    return Place.turn(number) / names[(number - 1) % len(names)]


def read_word(value: object, words: Collection[str], place: Place, what: Words) -> str:
    """Return one of the given words."""
    if not isinstance(value, str) or value not in words:
        raise Unreadable(Reason("error.unknown", (what, shown(value), ", ".join(words))), place)
    return value


def whole(value: object) -> int | None:
    """Return a whole number as JSON Schema knows it, so 6.0 is one; None for anything else."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def read_whole(value: object, place: Place, what: Words) -> int:
    """Return a whole number."""
    number = whole(value)
    if number is None:
        raise Unreadable(Reason("error.no_number", (what, shown(value))), place)
    return number


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
