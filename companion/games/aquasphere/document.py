"""The game file: what happened on the track in each round, the four scorings, the final one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

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
    read_seats,
    read_word,
)
from companion.games.aquasphere.rules import (
    CRYSTALS,
    EXTENSIONS,
    MOST_ROBOTS_NUMBER,
    OCTOPODS,
    PLAYERS,
    PROGRAMMED,
    RESEARCH_CARDS,
    ROUNDS,
    SECTORS,
    SLUG,
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
    "octopods": Action({"in_sector": range(OCTOPODS + 1), "holds": range(STORAGE["octopods"], OCTOPODS + 1)}),
    "submarine": Action({"cost": range(TIME + 1), "time": range(TIME + 1)}, more=("half", "sector")),
    "research": Action(optional={"holds": range(STORAGE["cards"], RESEARCH_CARDS + 1)}),
    "card": Action({"points": range(1, MOST_POINTS + 1)}),
}
CROSSING = ("crystals", "pay", "send_back", "lines", "behind")


class Crossing(NamedTuple):
    """What a player has and wants when his counter comes to a red line; None is what nobody wrote down."""

    crystals: int | None = None
    pay: int | None = None
    send_back: int = 0
    lines: tuple[int, ...] | None = None
    behind: int | None = None


class Move(NamedTuple):
    """Points made during a round. `numbers` holds those of the action."""

    player: str
    action: str
    numbers: Mapping[str, int]
    crossing: Crossing
    half: bool = False
    sector: str = ""


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
    """What a player has at the final scoring."""

    letters: tuple[str, ...]
    time: int
    submarines: int
    extensions: int


@dataclass(frozen=True)
class Record:
    """A whole game as somebody wrote it down."""

    seats: tuple[Seat, ...]
    rounds: tuple[Round, ...]
    starts: Mapping[str, str]
    track: Track | None = None
    finals: Mapping[str, Final] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Return the players in seating order."""
        return tuple(seat.name for seat in self.seats)


def read_record(document: object) -> Record:
    """Return the record of a decoded JSON document."""
    top = read_game(document, SLUG, ("track", "rounds", "final"), ("rounds",))
    seats = tuple(read_seats(top["players"], PLAYERS, ("start",)))
    names = tuple(seat.name for seat in seats)
    entries = read_list(top["rounds"], "rounds", "rounds", ROUNDS)
    rounds = tuple(_round(entry, names, f"round {number}") for number, entry in enumerate(entries, 1))
    for number, one in enumerate(rounds[:-1], 1):
        if one.scoring is None:
            raise Unreadable("'scoring' is missing, and the next round has begun", f"round {number}")
    finals = None
    if "final" in top:
        if len(rounds) < ROUNDS or rounds[-1].scoring is None:
            raise Illegal(f"the final scoring comes after {ROUNDS} intermediate ones", "final")
        finals = _finals(top["final"], names)
    track = _track(top["track"]) if "track" in top else None
    return Record(seats, rounds, _starts(seats), track, finals)


def _starts(seats: Iterable[Seat]) -> dict[str, str]:
    starts: dict[str, str] = {}
    for seat in seats:
        if "start" in seat.fields:
            letter = read_word(seat.fields["start"], SECTORS, f"player {seat.name}, start", "sector")
            if letter in starts.values():
                raise Illegal(f"sector {letter} is another player's start", f"player {seat.name}, start")
            starts[seat.name] = letter
    return starts


def _track(value: object) -> Track:
    fields = read_object(value, "track", ("red_lines", "length"), ("red_lines",))
    length = read_number(fields["length"], LENGTHS, "track", "length") if "length" in fields else None
    spaces = range(length) if length else COUNTERS
    entries = read_list(fields["red_lines"], "track, red_lines", "spaces", len(COUNTERS))
    return Track(tuple(read_number(entry, spaces, "track, red_lines", "space") for entry in entries), length)


def _round(value: object, names: tuple[str, ...], place: str) -> Round:
    fields = read_object(value, place, ("moves", "scoring"))
    moves = read_list(fields.get("moves", []), f"{place}, moves", "moves", MOST_MOVES)
    return Round(
        tuple(_move(entry, names, f"{place}, move {number}") for number, entry in enumerate(moves, 1)),
        _scoring(fields["scoring"], names, f"{place}, scoring") if "scoring" in fields else None,
    )


def _move(value: object, names: tuple[str, ...], place: str) -> Move:
    every = [key for one in ACTIONS.values() for key in one.keys]
    head = read_object(value, place, ("player", "action", *every, *CROSSING), ("player", "action"))
    player = read_word(head["player"], names, place, "player")
    action = read_word(head["action"], tuple(ACTIONS), place, "action")
    expected = ACTIONS[action]
    fields = read_object(value, place, ("player", "action", *expected.keys, *CROSSING), expected.needed)
    ranges = {**expected.needed, **expected.optional}
    return Move(
        player,
        action,
        {key: read_number(fields[key], ranges[key], place, key) for key in ranges if key in fields},
        _crossing(fields, place),
        read_flag(fields.get("half", False), f"{place}, half"),
        read_word(fields["sector"], SECTORS, place, "sector") if "sector" in fields else "",
    )


def _crossing(fields: Json, place: str) -> Crossing:
    def optional(key: str, numbers: range) -> int | None:
        return read_number(fields[key], numbers, place, key) if key in fields else None

    lines: Any = None
    if "lines" in fields:
        entries = read_list(fields["lines"], f"{place}, lines", "distances", MOST_LINES)
        lines = tuple(read_number(entry, COUNTERS, f"{place}, lines", "distance") for entry in entries)
        if len(set(lines)) < len(lines):
            raise Unreadable("a red line is named twice", f"{place}, lines")
    crystals, pay = (optional(key, range(CRYSTALS + 1)) for key in ("crystals", "pay"))
    send_back = optional("send_back", range(PROGRAMMED + 1)) or 0
    if send_back and pay is not None and crystals is not None and pay < crystals:
        raise Illegal("a robot goes back only where no crystal is left to pay", f"{place}, send_back")
    return Crossing(crystals, pay, send_back, lines, optional("behind", COUNTERS))


def _scoring(value: object, names: tuple[str, ...], place: str) -> Scoring:
    fields = read_object(value, place, ("sectors", "players"), ("sectors", "players"))
    entries = read_object(fields["sectors"], f"{place}, sectors", SECTORS)
    sectors = {letter: _sector(entries[letter], names, f"{place}, sector {letter}") for letter in sorted(entries)}
    at_most(sum(sector.octopods for sector in sectors.values()), OCTOPODS, f"{place}, sectors", "octopods")
    players = read_object(fields["players"], f"{place}, players", names, names)
    harvests = {name: _harvest(players[name], f"{place}, {name}") for name in names}
    at_most(sum(harvest.crystals for harvest in harvests.values()), CRYSTALS, f"{place}, players", "crystals")
    return Scoring(sectors, harvests)


def _sector(value: object, names: tuple[str, ...], place: str) -> Sector:
    fields = read_object(value, place, ("control", "octopods"))
    control = read_word(fields["control"], names, place, "player") if fields.get("control") is not None else ""
    return Sector(control, read_number(fields.get("octopods", 0), range(OCTOPODS + 1), place, "octopods"))


def _harvest(value: object, place: str) -> Harvest:
    fields = read_object(value, place, ("robots", "counter", *CROSSING), ("robots", "crystals"))
    crossing = _crossing(fields, place)
    robots = read_number(fields["robots"], range(MOST_ROBOTS_NUMBER + 1), place, "robots")
    counter = read_number(fields["counter"], COUNTERS, place, "counter") if "counter" in fields else None
    return Harvest(robots, crossing.crystals or 0, crossing, counter)


def _finals(value: object, names: tuple[str, ...]) -> dict[str, Final]:
    entries = read_object(value, "final", names, names)
    finals = {name: _final(entries[name], f"final, {name}") for name in names}
    at_most(sum(final.time for final in finals.values()), TIME, "final", "time markers")
    return finals


def _final(value: object, place: str) -> Final:
    keys = ("letters", "time", "submarines", "extensions")
    fields = read_object(value, place, keys, keys)
    entries = read_list(fields["letters"], f"{place}, letters", "letters", 1 + 2 * EXTENSIONS)
    letters = tuple(sorted({read_word(entry, SECTORS, f"{place}, letters", "letter") for entry in entries}))
    extensions = read_number(fields["extensions"], range(EXTENSIONS + 1), place, "extensions")
    if len(letters) > 1 + 2 * extensions:
        raise Illegal(f"{len(letters)} letters on a laboratory with {extensions} extensions", f"{place}, letters")
    return Final(
        letters,
        read_number(fields["time"], range(TIME + 1), place, "time"),
        read_number(fields["submarines"], range(SUBMARINES + 1), place, "submarines"),
        extensions,
    )
