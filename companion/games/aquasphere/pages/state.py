"""What the entries of a table come to: a game file, its record, its counters.

Keys: `setup`; `track`; `move/<round>/<seat>/<number>`; `station/<round>`; `harvest/<round>/<seat>`; `final/<seat>`;
`lab/<seat>`; `zone/<sector>`; `claim/<seat>`. Players are seat numbers, so that a name can still be corrected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from companion.core.errors import CompanionError
from companion.core.reading import FORMAT
from companion.core.score import best
from companion.core.sheet import Line
from companion.core.table import Entries
from companion.games.aquasphere.document import EXTENSION, Record, read_record
from companion.games.aquasphere.laboratory import Extension, Laboratory
from companion.games.aquasphere.replay import Counter, replay
from companion.games.aquasphere.rules import ROUNDS, SLUG
from companion.games.aquasphere.track import Track
from companion.pages.state import TableState, names_of, numbered


class Part(NamedTuple):
    """A piece of the game file that is there as a whole or not at all."""

    kind: str  # extension, move, scoring, final
    round: int = 0
    seat: int = 0
    number: int = 0


NEUTRAL = "neutral"


class Zone(NamedTuple):
    """The robots of a sector: the seat in its control zone, and how many of whom are in its charging station.

    There seats are written as text, beside the neutral robot of three players.
    """

    control: int | None = None
    station: Mapping[str, int] = {}


class Problem(NamedTuple):
    """A part that no longer fits what stands before it; it waits outside the game file."""

    part: Part
    error: CompanionError


@dataclass(frozen=True)
class State(TableState):
    """A table as it stands. `parts` are in the game file, in order."""

    track: Mapping[str, Any] | None
    parts: tuple[Part, ...]
    record: Record
    counters: Mapping[str, Counter]
    problems: tuple[Problem, ...]

    @property
    def round(self) -> int:
        """The round that is played; one more than the last when only the final scoring is left."""
        return 1 + sum(part.kind == "scoring" for part in self.parts)

    @property
    def counting(self) -> bool:
        """Whether the end is counted without the rounds: so the table began, or somebody has said where he stands."""
        return super().counting or any("counter" in self.entries.get(f"final/{seat}", {}) for seat in self.seats)

    @property
    def over(self) -> bool:
        """Whether the final scoring is in."""
        return any(part.kind == "final" for part in self.parts)

    def counter(self, seat: int) -> Counter:
        """Return the counter of a seat as it stands."""
        return self.counters[self.names[seat]]

    def lines(self, seat: int, round_number: int) -> tuple[Line, ...]:
        """Return the lines of a seat in a round; those of the final scoring have round 0."""
        return tuple(line for line in self.counter(seat).lines if line.round == round_number)

    def moves(self, round_number: int, seat: int) -> tuple[int, ...]:
        """Return the numbers of the moves that a seat has noted in a round."""
        return numbered(self.entries, f"move/{round_number}/{seat}/")

    def harvested(self, round_number: int, seat: int) -> bool:
        """Return whether a seat has entered what it has at the scoring of a round."""
        return f"harvest/{round_number}/{seat}" in self.entries

    def before_scoring(self, round_number: int) -> Mapping[str, Counter]:
        """Return the counters just before the scoring of a round."""
        parts = [part for part in self.parts if part.kind != "final" and part.round <= round_number]
        kept = [part for part in parts if part != Part("scoring", round_number)]
        return replay(read_record(document(self.entries, self.track, kept)))

    @property
    def the_track(self) -> Track | None:
        """The red lines as the engine knows them."""
        return self.record.track

    def laboratory(self, seat: int) -> Laboratory | None:
        """Return the laboratory that a seat has entered."""
        entry = self.entries.get(f"lab/{seat}")
        return laboratory_of(entry) if entry else None

    @property
    def starts(self) -> tuple[str, ...]:
        """The letters of the starting laboratories that were entered."""
        found = (self.entries.get(f"lab/{seat}", {}).get("start") for seat in self.seats)
        return tuple(letter for letter in found if letter)

    def zone(self, letter: str) -> Zone:
        """Return the robots of a sector; before any came there may be a neutral one."""
        if entry := self.entries.get(f"zone/{letter}"):
            return Zone(entry["control"], entry["station"])
        starts = self.starts
        return Zone(None, {NEUTRAL: 1} if len(starts) == len(self.names) == 3 and letter not in starts else {})

    @cached_property
    def winners(self) -> tuple[str, ...]:
        """Who wins, tie-breaks included."""
        return tuple(
            best(
                self.names,
                lambda name: sum(line.points for line in self.counters[name].lines),
                lambda name: self.counters[name].control if self.over else 0,
                lambda name: self.counters[name].crystals if self.over else 0,
            )
        )


def laboratory_of(entry: Mapping[str, Any]) -> Laboratory:
    """Return a laboratory as it was entered."""
    extensions = (Extension(one["adds"], tuple(one["letters"])) for one in entry["extensions"])
    return Laboratory(entry["start"], tuple(extensions))


def state(entries: Entries, box: Mapping[str, Any]) -> State:
    """Return what the entries come to; what does not fit any more is left out and named."""
    track = entries.get("track") or box.get("track")
    wanted = list(_parts(entries))
    problems: list[Problem] = []
    try:
        record = read_record(document(entries, track, wanted))
        counters = replay(record)
    except CompanionError:
        wanted, problems = _fitting(entries, track, wanted)
        record = read_record(document(entries, track, wanted))
        counters = replay(record)
    return State(entries, track, tuple(wanted), record, counters, tuple(problems))


def _fitting(entries: Entries, track: Any, wanted: Sequence[Part]) -> tuple[list[Part], list[Problem]]:
    fitting: list[Part] = []
    problems: list[Problem] = []
    for part in wanted:
        try:
            replay(read_record(document(entries, track, [*fitting, part])))
        except CompanionError as error:
            problems.append(Problem(part, error))
            if part.kind == "scoring":
                break
        else:
            fitting.append(part)
    return fitting, problems


def _parts(entries: Entries) -> Iterator[Part]:
    seats = range(len(names_of(entries["setup"])))
    if all("counter" in entries.get(f"final/{seat}", {}) for seat in seats):
        yield Part("final")
        return
    for number in range(1, ROUNDS + 1):
        for seat in seats:
            yield from _moves(entries, number, seat)
        if f"station/{number}" not in entries or any(f"harvest/{number}/{seat}" not in entries for seat in seats):
            return
        yield Part("scoring", number)
    if all(f"final/{seat}" in entries for seat in seats):
        yield Part("final")


def _moves(entries: Entries, number: int, seat: int) -> Iterator[Part]:
    """Return what a seat did in a round: an extension stands behind the move after which it was noted."""
    grown = entries.get(f"lab/{seat}", {}).get("extensions", ())
    own = [(one["after"], 1, Part("extension", number, seat, n)) for n, one in enumerate(grown) if _of(one, number)]
    own += [(move, 0, Part("move", number, seat, move)) for move in numbered(entries, f"move/{number}/{seat}/")]
    yield from (part for _, _, part in sorted(own))


def _of(extension: Mapping[str, Any], number: int) -> bool:
    return bool(extension.get("round") == number)


def document(entries: Entries, track: Mapping[str, Any] | None, parts: Sequence[Part]) -> dict[str, Any]:
    """Return the game file of some parts."""
    seats = names_of(entries["setup"])
    rounds: list[dict[str, Any]] = []
    game: dict[str, Any] = {"format": FORMAT, "game": SLUG, "players": _players(entries), "rounds": rounds}
    if track:
        game["track"] = dict(track)
    for part in parts:
        while len(rounds) < part.round:
            rounds.append({})
        if part.kind == "extension":
            one = entries[f"lab/{part.seat}"]["extensions"][part.number]
            extension = {"action": EXTENSION, "adds": one["adds"], "letters": one["letters"]}
            rounds[-1].setdefault("moves", []).append({"player": seats[part.seat], **extension})
        elif part.kind == "move":
            move = entries[f"move/{part.round}/{part.seat}/{part.number}"]
            rounds[-1].setdefault("moves", []).append({"player": seats[part.seat], **move})
        elif part.kind == "scoring":
            rounds[-1]["scoring"] = {
                "sectors": {
                    letter: _sector(sector, seats) for letter, sector in entries[f"station/{part.round}"].items()
                },
                "players": {name: entries[f"harvest/{part.round}/{seat}"] for seat, name in enumerate(seats)},
            }
        else:
            game["final"] = {name: entries[f"final/{seat}"] for seat, name in enumerate(seats)}
    return game


def _sector(sector: Mapping[str, Any], seats: Sequence[str]) -> dict[str, Any]:
    """Return a sector as the game file writes it."""
    found = {"control": None if sector["control"] is None else seats[sector["control"]], "octopods": sector["octopods"]}
    robots = sector.get("station", {})
    if named := {seats[int(who)]: count for who, count in robots.items() if who != NEUTRAL}:
        found["station"] = named
    return {**found, NEUTRAL: True} if robots.get(NEUTRAL) else found


def _players(entries: Entries) -> list[dict[str, Any]]:
    players = []
    # A starting laboratory shows the letter of the sector in which the first submarine stands.
    starts = [entries.get(f"lab/{seat}", {}).get("start") for seat in range(len(names_of(entries["setup"])))]
    for seat, player in enumerate(entries["setup"]["players"]):
        found = {"name": player["name"]}
        if starts[seat] and starts.count(starts[seat]) == 1:
            found["start"] = starts[seat]
        if f"claim/{seat}" in entries:
            found["claimed"] = entries[f"claim/{seat}"]
        players.append(found)
    return players


def verify_change(old: State, changes: Entries) -> None:
    """Raise what would be wrong with the table after some changes, if anything new would be."""
    merged = {key: value for key, value in {**old.entries, **changes}.items() if value is not None}
    known = {problem.part for problem in old.problems}
    for problem in state(merged, {"track": old.track}).problems:
        if problem.part not in known:
            raise problem.error
