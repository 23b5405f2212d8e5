"""The game file: what happened on the track in each round, the four scorings, the final one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from companion.core.errors import NOWHERE, Illegal, Place, Unreadable
from companion.core.reading import (
    Json,
    Seat,
    Seated,
    at_most,
    read_flag,
    read_game,
    read_list,
    read_number,
    read_object,
    read_seats,
    read_word,
)
from companion.core.sheet import Reason
from companion.games.aquasphere.laboratory import Extension
from companion.games.aquasphere.rules import (
    CRYSTALS,
    EXTENSIONS,
    MOST_ADDED,
    MOST_LETTERS,
    MOST_ROBOTS_NUMBER,
    OCTOPODS,
    PLAYERS,
    PROGRAMMED,
    RESEARCH_CARDS,
    ROBOTS,
    ROUNDS,
    SECTORS,
    SLUG,
    STATION,
    STORAGE,
    SUBMARINES,
    TIME,
)
from companion.games.aquasphere.station import Sector
from companion.games.aquasphere.track import Track

LENGTHS = range(2, 201)
COUNTERS = range(1001)
MOST_POINTS = 30
MOST_MOVES = 200
MOST_LINES = 20


class Action(NamedTuple):
    """The numbers that an action of a move needs, those that it may have, and its other keys."""

    needed: Mapping[str, range] = {}
    optional: Mapping[str, range] = {}
    more: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """Return every key of the action."""
        return (*self.needed, *self.optional, *self.more)


ACTIONS: Mapping[str, Action] = {
    "octopods": Action({"in_sector": range(OCTOPODS + 1)}, {"holds": range(STORAGE["octopods"], OCTOPODS + 1)}),
    "submarine": Action({"cost": range(TIME + 1), "time": range(TIME + 1)}, more=("half", "sector")),
    "research": Action(optional={"holds": range(STORAGE["cards"], RESEARCH_CARDS + 1)}),
    "card": Action({"points": range(1, MOST_POINTS + 1)}),
}
EXTENSION = "extension"  # a move that brings no points: the laboratory grows
ADDED = range(1, MOST_ADDED + 1)
_NEUTRAL_PLAYERS = 3
_NEUTRAL = len(SECTORS) - _NEUTRAL_PLAYERS  # robots: one in every sector in which nobody starts
COUNTED: Mapping[str, range] = {
    "counter": COUNTERS,
    "control": range(len(SECTORS) + 1),
    "crystals": range(CRYSTALS + 1),
}
"""What the end says beyond the final scoring where no round was written down."""
CROSSING = ("crystals", "pay", "send_back", "lines", "behind")


class Crossing(NamedTuple):
    """What a player has and wants when his counter comes to a red line; None is what nobody wrote down."""

    crystals: int | None = None
    pay: int | None = None
    send_back: int = 0
    lines: tuple[int, ...] | None = None
    behind: int | None = None


class Move(NamedTuple):
    """Points made during a round, or an extension of the laboratory. `numbers` holds those of the action."""

    player: str
    action: str
    numbers: Mapping[str, int]
    crossing: Crossing
    half: bool = False
    sector: str = ""
    extension: Extension | None = None


class Harvest(NamedTuple):
    """What a player has at an intermediate scoring; `counter` is where his counter stood, if it was noted."""

    robots: int
    crystals: int
    crossing: Crossing
    counter: int | None = None


class Scoring(NamedTuple):
    """An intermediate scoring."""

    sectors: Mapping[str, Sector]
    harvests: Mapping[str, Harvest]


class Round(NamedTuple):
    """A round: what was made during it and the scoring that ends it."""

    moves: tuple[Move, ...] = ()
    scoring: Scoring | None = None


class Final(NamedTuple):
    """What a player has at the final scoring; a letter that is printed twice stands there twice.

    Where nobody followed the rounds, `counter` is where the counter stands after the fourth scoring, and what breaks
    ties is said as well where it is needed.
    """

    letters: tuple[str, ...]
    time: int
    submarines: int
    extensions: int
    counter: int | None = None
    control: int | None = None
    crystals: int | None = None


@dataclass(frozen=True)
class Record(Seated):
    """A whole game as somebody wrote it down."""

    rounds: tuple[Round, ...]
    starts: Mapping[str, str]
    track: Track | None = None
    finals: Mapping[str, Final] | None = None


def what(key: str) -> Reason:
    """Return the word for something in the file that was expected otherwise."""
    return Reason(f"aquasphere:what.{key}")


def round_place(number: int) -> Place:
    """Return the place of a round, which this rulebook calls 'tour' in French."""
    return Place(Reason("aquasphere:place.round", (number,)))


def sector_place(letter: str) -> Reason:
    """Return the step of a place that names a sector."""
    return Reason("aquasphere:place.sector", (letter,))


def move_place(number: int) -> Reason:
    """Return the step of a place that names a move."""
    return Reason("aquasphere:place.move", (number,))


def read_record(document: object) -> Record:
    """Return the record of a decoded JSON document."""
    top = read_game(document, SLUG, ("track", "rounds", "final"), ("rounds",))
    seats = tuple(read_seats(top["players"], PLAYERS, ("start",)))
    names = tuple(seat.name for seat in seats)
    entries = read_list(top["rounds"], Place("rounds"), what("rounds"), ROUNDS)
    rounds = tuple(_round(entry, names, round_place(number)) for number, entry in enumerate(entries, 1))
    for number, one in enumerate(rounds[:-1], 1):
        if one.scoring is None:
            raise Unreadable(Reason("aquasphere:error.no_scoring"), round_place(number))
    finals = None
    if "final" in top:
        if rounds and (len(rounds) < ROUNDS or rounds[-1].scoring is None):
            raise Illegal(Reason("aquasphere:error.too_early", (ROUNDS,)), Place("final"))
        finals = _finals(top["final"], names, counted=not rounds)
    track = _track(top["track"]) if "track" in top else None
    starts = _starts(seats)
    _verify_neutral(rounds, starts)
    if finals:
        _verify_letters_of_starts(finals, starts)
    return Record(seats, rounds, starts, track, finals)


def _starts(seats: Iterable[Seat]) -> dict[str, str]:
    starts: dict[str, str] = {}
    for seat in seats:
        if "start" in seat.fields:
            place = Place.player(seat.name) / "start"
            letter = read_word(seat.fields["start"], SECTORS, place, what("sector"))
            if letter in starts.values():
                raise Illegal(Reason("aquasphere:error.start_taken", (letter,)), place)
            starts[seat.name] = letter
    return starts


def _verify_letters_of_starts(finals: Mapping[str, Final], starts: Mapping[str, str]) -> None:
    """Raise Illegal where two players would have the same starting laboratory; there is one of each letter."""
    open_to = [(starts[name],) if name in starts else set(final.letters) or SECTORS for name, final in finals.items()]
    if not any(len(set(letters)) == len(letters) for letters in product(*open_to)):
        raise Illegal(Reason("aquasphere:error.same_start"), Place("final"))


def _verify_neutral(rounds: Iterable[Round], starts: Mapping[str, str]) -> None:
    for number, one in enumerate(rounds, 1):
        for letter, sector in (one.scoring.sectors if one.scoring else {}).items():
            if sector.neutral and letter in starts.values():
                place = round_place(number) / "scoring" / sector_place(letter)
                raise Illegal(Reason("aquasphere:error.neutral_sectors"), place)


def _track(value: object) -> Track:
    fields = read_object(value, Place("track"), ("red_lines", "length"), ("red_lines",))
    length = read_number(fields["length"], LENGTHS, Place("track"), "length") if "length" in fields else None
    spaces, place = range(length) if length else COUNTERS, Place("track", "red_lines")
    entries = read_list(fields["red_lines"], place, what("spaces"), len(COUNTERS))
    return Track(tuple(read_number(entry, spaces, place, what("space")) for entry in entries), length)


def _round(value: object, names: tuple[str, ...], place: Place) -> Round:
    fields = read_object(value, place, ("moves", "scoring"))
    moves = read_list(fields.get("moves", []), place / "moves", what("moves"), MOST_MOVES)
    return Round(
        tuple(_move(entry, names, place / move_place(number)) for number, entry in enumerate(moves, 1)),
        _scoring(fields["scoring"], names, place / "scoring") if "scoring" in fields else None,
    )


def _move(value: object, names: tuple[str, ...], place: Place) -> Move:
    every = [key for one in ACTIONS.values() for key in one.keys]
    keys = ("player", "action", *every, "adds", "letters", *CROSSING)
    head = read_object(value, place, keys, ("player", "action"))
    player = read_word(head["player"], names, place, what("player"))
    action = read_word(head["action"], (*ACTIONS, EXTENSION), place, what("action"))
    if action == EXTENSION:
        return Move(player, action, {}, Crossing(), extension=_extension(value, place))
    expected = ACTIONS[action]
    fields = read_object(value, place, ("player", "action", *expected.keys, *CROSSING), expected.needed)
    ranges = {**expected.needed, **expected.optional}
    return Move(
        player,
        action,
        {key: read_number(fields[key], ranges[key], place, key) for key in ranges if key in fields},
        _crossing(fields, place),
        read_flag(fields.get("half", False), place / "half"),
        read_word(fields["sector"], SECTORS, place, what("sector")) if "sector" in fields else "",
    )


def _extension(value: object, place: Place) -> Extension:
    fields = read_object(value, place, ("player", "action", "adds", "letters"))
    entries = read_object(fields.get("adds", {}), place / "adds", STORAGE)
    adds = {key: read_number(entries[key], ADDED, place / "adds", key) for key in entries}
    return Extension(adds, _letters(fields.get("letters", []), MOST_LETTERS, place))


def _letters(value: object, most: int, place: Place) -> tuple[str, ...]:
    entries = read_list(value, place / "letters", what("letters"), most)
    return tuple(sorted(read_word(entry, SECTORS, place / "letters", what("letter")) for entry in entries))


def _crossing(fields: Json, place: Place) -> Crossing:
    def optional(key: str, numbers: range) -> int | None:
        return read_number(fields[key], numbers, place, key) if key in fields else None

    lines: Any = None
    if "lines" in fields:
        at = place / "lines"
        entries = read_list(fields["lines"], at, what("distances"), MOST_LINES)
        lines = tuple(read_number(entry, COUNTERS, at, what("distance")) for entry in entries)
        if len(set(lines)) < len(lines):
            raise Unreadable(Reason("aquasphere:error.line_twice"), at)
    crystals, pay = (optional(key, range(CRYSTALS + 1)) for key in ("crystals", "pay"))
    send_back = optional("send_back", range(PROGRAMMED + 1)) or 0
    if send_back and pay is not None and crystals is not None and pay < crystals:
        raise Illegal(Reason("aquasphere:error.send_back"), place / "send_back")
    return Crossing(crystals, pay, send_back, lines, optional("behind", COUNTERS))


def _scoring(value: object, names: tuple[str, ...], place: Place) -> Scoring:
    fields = read_object(value, place, ("sectors", "players"), ("sectors", "players"))
    entries = read_object(fields["sectors"], place / "sectors", SECTORS)
    sectors = {letter: _sector(entries[letter], names, place / sector_place(letter)) for letter in sorted(entries)}
    at_most(sum(sector.octopods for sector in sectors.values()), OCTOPODS, place / "sectors", what("octopods"))
    players = read_object(fields["players"], place / "players", names, names)
    harvests = {name: _harvest(players[name], place / name) for name in names}
    for name in names:
        robots = sum((sector.control == name) + sector.station.get(name, 0) for sector in sectors.values())
        at_most(robots, ROBOTS, place / "sectors", Reason("aquasphere:what.robots_of", (name,)))
    at_most(sum(sector.neutral for sector in sectors.values()), _NEUTRAL, place / "sectors", what("neutral"))
    at_most(sum(harvest.crystals for harvest in harvests.values()), CRYSTALS, place / "players", what("crystals"))
    return Scoring(sectors, harvests)


def _sector(value: object, names: tuple[str, ...], place: Place) -> Sector:
    fields = read_object(value, place, ("control", "octopods", "station", "neutral"))
    control = read_word(fields["control"], names, place, what("player")) if fields.get("control") is not None else ""
    octopods = read_number(fields.get("octopods", 0), range(OCTOPODS + 1), place, "octopods")
    entries = read_object(fields.get("station", {}), place / "station", names)
    limit = STATION[len(names)]
    station = {name: read_number(entries[name], range(limit + 1), place / "station", name) for name in entries}
    neutral = read_flag(fields.get("neutral", False), place / "neutral")
    if neutral and len(names) != _NEUTRAL_PLAYERS:
        raise Illegal(Reason("aquasphere:error.neutral_players", (len(names),)), place / "neutral")
    at_most(sum(station.values()) + neutral, limit, place / "station", what("charging"))
    return Sector(control, octopods, station, neutral)


def _harvest(value: object, place: Place) -> Harvest:
    fields = read_object(value, place, ("robots", "counter", *CROSSING), ("robots", "crystals"))
    crossing = _crossing(fields, place)
    robots = read_number(fields["robots"], range(MOST_ROBOTS_NUMBER + 1), place, "robots")
    counter = read_number(fields["counter"], COUNTERS, place, "counter") if "counter" in fields else None
    return Harvest(robots, crossing.crystals or 0, crossing, counter)


def _finals(value: object, names: tuple[str, ...], *, counted: bool) -> dict[str, Final]:
    entries = read_object(value, Place("final"), names, names)
    finals = {name: _final(entries[name], Place("final", name), counted=counted) for name in names}
    at_most(sum(final.control or 0 for final in finals.values()), len(SECTORS), Place("final"), what("zones"))
    at_most(sum(final.crystals or 0 for final in finals.values()), CRYSTALS, Place("final"), what("crystals"))
    at_most(sum(final.time for final in finals.values()), TIME, Place("final"), what("time"))
    return finals


def _final(value: object, place: Place, *, counted: bool) -> Final:
    keys = ("letters", "time", "submarines", "extensions", *(("counter",) if counted else ()))
    fields = read_object(value, place, (*keys, *(COUNTED if counted else ())), keys)
    letters = _letters(fields["letters"], 1 + MOST_LETTERS * EXTENSIONS, place)
    extensions = read_number(fields["extensions"], range(EXTENSIONS + 1), place, "extensions")
    verify_letters(letters, extensions, place / "letters")
    return Final(
        letters,
        read_number(fields["time"], range(TIME + 1), place, "time"),
        read_number(fields["submarines"], range(SUBMARINES + 1), place, "submarines"),
        extensions,
        **{key: read_number(fields[key], COUNTED[key], place, key) for key in COUNTED if key in fields},
    )


def verify_letters(letters: Collection[str], extensions: int, place: Place = NOWHERE) -> None:
    """Raise Illegal where there are more letters than a starting laboratory and its extensions can show."""
    if len(letters) > 1 + MOST_LETTERS * extensions:
        raise Illegal(Reason("aquasphere:error.letters", (len(letters), extensions)), place)
