"""The whole game on the track: what every round brought, line by line, and where the counters end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.core.errors import Ambiguous, Illegal
from companion.core.sheet import Group, Line, Reason
from companion.games.aquasphere.document import Crossing, Final, Move, Record, Scoring
from companion.games.aquasphere.harvest import final_lines, scoring_lines
from companion.games.aquasphere.laboratory import catch, verify_research_card, verify_stored
from companion.games.aquasphere.rules import STORAGE
from companion.games.aquasphere.station import bulb, submarine_cost, verify_submarine, zones
from companion.games.aquasphere.track import Advance, Track, advance, fall_back


@dataclass
class Counter:
    """A player's counter, and what the game remembers about him on the way."""

    name: str
    position: int = 0
    lines: list[Line] = field(default_factory=list)
    submarines: list[str] = field(default_factory=lambda: [""])  # sectors; the first one stands there from the setup on
    control: int = 0
    crystals: int = 0
    stored: dict[str, int] = field(default_factory=dict)  # the most of each thing that is known to have been kept

    def move(self, points: int, crossing: Crossing, track: Track | None, round_number: int, place: str) -> Advance:
        """Move by the points made and write down what a red line did to them."""
        step = _step(self.position, points, crossing, track, place)
        self.position += step.moved
        if crossing.crystals is not None:
            self.keep("crystals", crossing.crystals)
            self.crystals = crossing.crystals - step.crystals
        if notes := _track_notes(step, self.position):
            groups = (Group((), step.moved - step.due),) if step.moved != step.due else ()
            self.lines.append(Line("track", "", groups, notes, round=round_number))
        return step

    def keep(self, resource: str, count: int) -> None:
        """Remember how much of something the laboratory held."""
        self.stored[resource] = max(count, self.stored.get(resource, 0))


def replay(record: Record) -> Mapping[str, Counter]:
    """Return the counters after all that was written down, or raise the first thing that is wrong."""
    counters = {name: Counter(name, submarines=[record.starts.get(name, "")]) for name in record.names}
    for number, one in enumerate(record.rounds, 1):
        for index, move in enumerate(one.moves, 1):
            _play(counters[move.player], move, record.track, number, f"round {number}, move {index}, {move.player}")
        if one.scoring:
            moved = {move.player for move in one.moves}
            _score(counters, one.scoring, record.track, number, moved)
    for name, final in (record.finals or {}).items():
        verify_final(counters[name], final, f"final, {name}")
        for line in final_lines(final):
            counters[name].position += line.points
            counters[name].lines.append(line)
    return counters


def verify_final(counter: Counter, final: Final, place: str = "") -> None:
    """Raise Illegal where the end does not go together with what was noted before it."""
    placed = len(counter.submarines)
    if final.submarines < placed:
        raise Illegal(f"submarines in the station: {final.submarines}, but placed: {placed}", place)
    if final.extensions:
        return  # how much an extension adds is printed on it and nowhere in the rules
    for resource, count in {**counter.stored, "time": final.time}.items():
        verify_stored(resource, count, STORAGE[resource], "a laboratory without extensions", place)


def _play(counter: Counter, move: Move, track: Track | None, number: int, place: str) -> None:
    points, reason = _made(counter, move, number, place)
    groups = (Group((move.sector,) if move.sector else (), points),) if points else ()
    counter.lines.append(Line("play", move.action, groups, (reason,), round=number))
    counter.move(points, move.crossing, track, number, place)


def _made(counter: Counter, move: Move, number: int, place: str) -> tuple[int, Reason]:
    numbers = move.numbers
    if move.action == "octopods":
        caught = catch(numbers["in_sector"], numbers["holds"])
        counter.keep("octopods", caught.caught)
        if not caught.caught:
            return 0, Reason("octopods.none")
        if not caught.left:
            return caught.points, Reason("octopods.all", (caught.caught, caught.points))
        return caught.points, Reason("octopods.left", (caught.caught, numbers["in_sector"], caught.points))
    if move.action == "submarine":
        here = bool(move.sector) and move.sector in counter.submarines
        verify_submarine(numbers["cost"], numbers["time"], len(counter.submarines), here, move.half, place)
        counter.submarines.append(move.sector)
        return bulb(number), Reason("submarine", (submarine_cost(numbers["cost"], move.half), bulb(number)))
    if move.action == "research":
        have = counter.stored.get("cards", 0)
        if "holds" in numbers:
            verify_research_card(have, numbers["holds"], place)
        counter.keep("cards", have + 1)
        return bulb(number), Reason("research", (bulb(number),))
    return numbers["points"], Reason("card", (numbers["points"],))


def _score(
    counters: Mapping[str, Counter], scoring: Scoring, track: Track | None, number: int, moved: set[str]
) -> None:
    for name, lines in scoring_lines(scoring, number).items():
        counter, harvest = counters[name], scoring.harvests[name]
        place = f"round {number}, scoring, {name}"
        if harvest.counter is not None:
            _meet(counter, harvest.counter, number, name in moved, place)
        counter.lines += lines
        counter.move(sum(line.points for line in lines), harvest.crossing, track, number, place)
        counter.control = len(zones(scoring.sectors, name))


def _meet(counter: Counter, stands: int, number: int, moved: bool, place: str) -> None:
    # Whoever notes every move can be checked; whoever does not only says where the counter stood.
    missing = stands - counter.position
    if moved and missing:
        raise Illegal(f"the counter stands on {stands}, but the moves lead to {counter.position}", place)
    if missing < 0:
        raise Illegal(f"the counter stands on {stands}, but it was on {counter.position} before", place)
    if missing:
        reason = Reason("play.noted", (stands,))
        counter.lines.append(Line("play", "", (Group((), missing),), (reason,), round=number))
        counter.position = stands


def _step(position: int, points: int, crossing: Crossing, track: Track | None, place: str) -> Advance:
    if points < 0:
        behind = crossing.behind if position else 0
        if behind is None and track:
            behind = track.behind(position)
        if behind is None:
            raise Ambiguous("the counter falls back: how far is the red line behind it? (behind, or track)", place)
        return fall_back(points, min(behind, position))
    lines = crossing.lines
    if lines is None and track:
        lines = track.ahead(position, points)
    if lines is None:
        if not points:
            return Advance(0, 0)
        raise Ambiguous("how far are the next red lines? (lines, or track)", place)
    if crossing.crystals is None and any(free < points for free in lines):
        raise Ambiguous("the counter comes to a red line: how many crystals are there? (crystals)", place)
    return advance(points, lines, crossing.crystals or 0, crossing.send_back, crossing.pay)


def _track_notes(step: Advance, position: int) -> tuple[Reason, ...]:
    notes = []
    if step.crystals:
        notes.append(Reason("track.crystals", (step.crystals,)))
    if step.robots:
        notes.append(Reason("track.robots", (step.robots,)))
    if step.lost:
        notes.append(Reason("track.stop", (step.moved, step.due)))
    if step.held:
        notes.append(Reason("track.held" if position else "track.start", (-step.due, -step.moved)))
    return tuple(notes)
