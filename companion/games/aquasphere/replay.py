"""The whole game on the track: what every round brought, line by line, and where the counters end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.core.errors import NOWHERE, Ambiguous, Illegal, Place
from companion.core.reading import at_most
from companion.core.score import best
from companion.core.sheet import Group, Line, Reason, Together
from companion.games.aquasphere.document import (
    Crossing,
    Final,
    Move,
    Record,
    Scoring,
    move_place,
    round_place,
    verify_letters,
)
from companion.games.aquasphere.harvest import final_lines, scoring_lines
from companion.games.aquasphere.laboratory import (
    Extension,
    Laboratory,
    catch,
    verify_grown,
    verify_research_card,
    verify_stored,
)
from companion.games.aquasphere.rules import EXTENSIONS, MOST_ADDED, SECTORS
from companion.games.aquasphere.station import bulb, submarine_cost, verify_submarine, zones
from companion.games.aquasphere.track import Advance, Track, advance, fall_back

TIE_BREAKS = ("control", "crystals")


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
    held: dict[str, int] = field(default_factory=dict)  # for how much there was room, where somebody said so
    extensions: list[Extension] = field(default_factory=list)  # those that were noted

    @property
    def laboratory(self) -> Laboratory:
        """Return the laboratory as far as it was noted."""
        return Laboratory(self.submarines[0], tuple(self.extensions))

    def room(self, resource: str, said: int, place: Place) -> int:
        """Return for how much of something there is room now; a laboratory never shrinks."""
        verify_grown(resource, said, max(self.laboratory.holds(resource), self.held.get(resource, 0)), place)
        self.held[resource] = said
        return said

    def move(self, points: int, crossing: Crossing, track: Track | None, round_number: int, place: Place) -> Advance:
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

    def begin(self, final: Final) -> None:
        """Stand where the counter stood before the final scoring, where nobody followed the way there."""
        self.position, self.control, self.crystals = final.counter or 0, final.control or 0, final.crystals or 0
        groups = (Group((), self.position),) if self.position else ()
        self.lines.append(Line("counter", "", groups, (Reason("counter", (self.position,)),)))
        self.keep("crystals", self.crystals)

    def keep(self, resource: str, count: int) -> None:
        """Remember how much of something the laboratory held."""
        self.stored[resource] = max(count, self.stored.get(resource, 0))


def replay(record: Record) -> Mapping[str, Counter]:
    """Return the counters after all that was written down, or raise the first thing that is wrong."""
    counters = {name: Counter(name, submarines=[record.starts.get(name, "")]) for name in record.names}
    for number, one in enumerate(record.rounds, 1):
        for index, move in enumerate(one.moves, 1):
            place = round_place(number) / move_place(index) / move.player
            _play(counters[move.player], move, record.track, number, place)
            _verify_supply(counters, number, place)
        if one.scoring:
            moved = {move.player for move in one.moves}
            _score(counters, one.scoring, record.track, number, moved)
    for name, final in (record.finals or {}).items():
        verify_final(counters[name], final, Place("final", name))
        known = (*final.letters, *counters[name].laboratory.letters)
        if final.counter is not None:
            counters[name].begin(final)
        for line in final_lines(final._replace(letters=known)):
            counters[name].position += line.points
            counters[name].lines.append(line)
    if record.finals and not record.rounds:
        _verify_ties(counters, record.finals)
    return counters


def _verify_ties(counters: Mapping[str, Counter], finals: Mapping[str, Final]) -> None:
    """Raise Ambiguous where those who are equal at the top have not said what parts them."""
    left = best(list(counters), lambda name: counters[name].position)
    for key in TIE_BREAKS:
        missing = [name for name in left if getattr(finals[name], key) is None]
        if len(left) > 1 and missing:
            raise Ambiguous(Reason(f"aquasphere:error.tied_{key}", (", ".join(left),)), Place("final", missing[0]))
        left = best(left, of_counter(counters, key))


def of_counter(counters: Mapping[str, Counter], key: str) -> Callable[[str], int]:
    """Return what a counter says about its owner, by name."""
    return lambda name: int(getattr(counters[name], key))


def verify_final(counter: Counter, final: Final, place: Place = NOWHERE) -> None:
    """Raise Illegal where the end does not go together with what was noted before it."""
    placed, added = len(counter.submarines), len(counter.extensions)
    if final.submarines < placed:
        raise Illegal(Reason("aquasphere:error.submarines", (final.submarines, placed)), place)
    if final.extensions < added:
        raise Illegal(Reason("aquasphere:error.extensions", (final.extensions, added)), place)
    laboratory = counter.laboratory
    verify_letters((*final.letters, *sorted({*laboratory.letters} - {*final.letters})), final.extensions, place)
    if laboratory.start and added == final.extensions and (strange := {*final.letters} - {*laboratory.letters}):
        raise Illegal(Reason("aquasphere:error.strange_letter", (min(strange),)), place)
    _verify_stored(counter, final.extensions, place, time=final.time)


def _verify_stored(counter: Counter, extensions: int, place: Place, **more: int) -> None:
    """Raise Illegal where something cannot have been kept with so many extensions, noted or not."""
    unknown = extensions - len(counter.extensions)
    for resource in {**counter.stored, **counter.held, **more}:
        count = max(known.get(resource, 0) for known in (counter.stored, counter.held, more))
        # How much an extension adds is printed on it; what nobody noted is taken for the most.
        holds = counter.laboratory.holds(resource) + MOST_ADDED * unknown
        verify_stored(resource, count, holds, extensions, place)


def _verify_supply(counters: Mapping[str, Counter], number: int, place: Place) -> None:
    """Raise Illegal where more was taken than lay in the sectors: one card and one extension each, every round."""
    most = len(SECTORS) * number
    for what, taken in (
        ("cards", sum(counter.stored.get("cards", 0) for counter in counters.values())),
        ("extensions", sum(len(counter.extensions) for counter in counters.values())),
    ):
        at_most(taken, most, place, Reason(f"aquasphere:what.{what}_taken"))


def _play(counter: Counter, move: Move, track: Track | None, number: int, place: Place) -> None:
    if move.extension:
        counter.extensions = [*counter.laboratory.with_extension(move.extension, place).extensions]
        counter.lines.append(Line("play", move.action, (), (_grown(move.extension),), round=number))
        return
    points, reason = _made(counter, move, number, place)
    groups = (Group((move.sector,) if move.sector else (), points),) if points else ()
    counter.lines.append(Line("play", move.action, groups, (reason,), round=number))
    counter.move(points, move.crossing, track, number, place)
    _verify_stored(counter, EXTENSIONS, place)


def _grown(extension: Extension) -> Reason:
    symbols = [Reason(f"extension.{resource}", (count,)) for resource, count in extension.adds.items()]
    letters = [Reason("extension.letter", (letter,)) for letter in extension.letters]
    return Reason("extension", (Together((*symbols, *letters)),)) if symbols or letters else Reason("extension.blank")


def _made(counter: Counter, move: Move, number: int, place: Place) -> tuple[int, Reason]:
    numbers = move.numbers
    if move.action == "octopods":
        room = counter.room("octopods", numbers.get("holds", counter.laboratory.holds("octopods")), place)
        caught = catch(numbers["in_sector"], room)
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
        counter.keep("time", numbers["time"])
        return bulb(number), Reason("submarine", (submarine_cost(numbers["cost"], move.half), bulb(number)))
    if move.action == "research":
        have = counter.stored.get("cards", 0)
        if "holds" in numbers:
            verify_research_card(have, counter.room("cards", numbers["holds"], place), place)
        counter.keep("cards", have + 1)
        return bulb(number), Reason("research", (bulb(number),))
    return numbers["points"], Reason("card", (numbers["points"],))


def _score(
    counters: Mapping[str, Counter], scoring: Scoring, track: Track | None, number: int, moved: set[str]
) -> None:
    for name, lines in scoring_lines(scoring, number).items():
        counter, harvest = counters[name], scoring.harvests[name]
        place = round_place(number) / "scoring" / name
        if harvest.counter is not None:
            _meet(counter, harvest.counter, number, name in moved, place)
        counter.lines += lines
        counter.move(sum(line.points for line in lines), harvest.crossing, track, number, place)
        _verify_stored(counter, EXTENSIONS, place)
        counter.control = len(zones(scoring.sectors, name))


def _meet(counter: Counter, stands: int, number: int, moved: bool, place: Place) -> None:
    # Whoever notes every move can be checked; whoever does not only says where the counter stood.
    missing = stands - counter.position
    if moved and missing:
        raise Illegal(Reason("aquasphere:error.counter_moves", (stands, counter.position)), place)
    if missing < 0:
        raise Illegal(Reason("aquasphere:error.counter_before", (stands, counter.position)), place)
    if missing:
        reason = Reason("play.noted", (stands,))
        counter.lines.append(Line("play", "", (Group((), missing),), (reason,), round=number))
        counter.position = stands


def _verify_track(position: int, points: int, crossing: Crossing, track: Track, place: Place) -> None:
    """Raise Illegal where somebody measured other red lines than the track has."""
    if crossing.lines is not None and not track.agrees(position, points, crossing.lines):
        there = _said(track.ahead(position, max(points, 0)))
        raise Illegal(Reason("aquasphere:error.other_lines", (_said(crossing.lines), there)), place)
    if crossing.behind is not None and min(crossing.behind, position) != track.behind(position):
        behind = track.behind(position)
        raise Illegal(Reason("aquasphere:error.other_behind", (crossing.behind, behind)), place)


def _said(lines: Sequence[int]) -> str | Reason:
    return ", ".join(map(str, sorted(lines))) or Reason("aquasphere:no_line")


def _step(position: int, points: int, crossing: Crossing, track: Track | None, place: Place) -> Advance:
    if track:
        _verify_track(position, points, crossing, track, place)
    if points < 0:
        behind = crossing.behind if position else 0
        if behind is None and track:
            behind = track.behind(position)
        if behind is None:
            raise Ambiguous(Reason("aquasphere:error.how_far_behind"), place)
        return fall_back(points, min(behind, position))
    lines = crossing.lines
    if lines is None and track:
        lines = track.ahead(position, points)
    if lines is None:
        if not points:
            return Advance(0, 0)
        raise Ambiguous(Reason("aquasphere:error.how_far_ahead"), place)
    if crossing.crystals is None and any(free < points for free in lines):
        raise Ambiguous(Reason("aquasphere:error.how_many_crystals"), place)
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
