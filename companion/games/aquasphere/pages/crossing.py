"""A counter on its way: where the red lines are asked for, and what the player pays for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.errors import Place
from companion.core.grammar import signed
from companion.core.table import Link, NoSuchPage, View
from companion.games.aquasphere.document import COUNTERS, MOST_LINES, Crossing
from companion.games.aquasphere.replay import Counter
from companion.games.aquasphere.rules import CRYSTALS, PROGRAMMED
from companion.games.aquasphere.track import Advance, Track, advance
from companion.pages.fields import Fields
from companion.pages.parts import Option, Question, numbers_to_tap, option

ARGS = ("lines", "behind", "pay", "back")
NO_MORE = "n"


@dataclass(frozen=True)
class Way:
    """Points that are due, and all that was answered about the way so far."""

    position: int
    due: int
    track: Track | None
    crystals: int
    lines: str = ""  # '3.9n': free spaces in front of two lines, and no further one
    behind: int | None = None
    pay: int | None = None
    back: int = 0

    @property
    def distances(self) -> tuple[int, ...]:
        """The free spaces in front of each red line, as far as they are known."""
        if self.track:
            return self.track.ahead(self.position, self.due)
        return tuple(int(part) for part in self.lines.rstrip(NO_MORE).split(".") if part)

    @property
    def ahead(self) -> tuple[int, ...]:
        """The lines that the points reach."""
        return tuple(free for free in self.distances if free < self.due)

    @property
    def open(self) -> str:
        """What still has to be asked before the counter can move: lines, behind, or nothing."""
        if self.track or not self.due:
            return ""
        if self.due < 0:
            return "" if self.behind is not None or not self.position else "behind"
        if self.lines.endswith(NO_MORE):
            return ""
        known = self.distances
        # Where the counter stops, no further line matters; and none lies behind the last space.
        if known and (known[-1] >= self.due - 1 or self.step.lost):
            return ""
        return "lines"

    @property
    def step(self) -> Advance:
        """How far the counter gets with what is paid."""
        return advance(self.due, self.ahead, self.crystals, self.back, self.pay)

    @property
    def crossing(self) -> Crossing:
        """All of this as the engine takes it."""
        own = not self.track
        return Crossing(
            self.crystals,
            self.pay,
            self.back,
            self.distances if own and self.due > 0 else None,
            (self.behind or 0) if own and self.due < 0 else None,
        )

    def entry(self, *, crystals: bool) -> dict[str, Any]:
        """Return what is entered about the way: only what matters."""
        found: dict[str, Any] = {"crystals": self.crystals} if crystals or self.ahead else {}
        crossing = self.crossing
        if crossing.lines is not None:
            found["lines"] = list(crossing.lines)
        if crossing.behind is not None:
            found["behind"] = crossing.behind
        if self.ahead and self.due > 0:
            if self.pay is not None:
                found["pay"] = self.pay
            if self.back:
                found["send_back"] = self.back
        return found

    def moved(self, name: str, round_number: int) -> Counter:
        """Return a counter that went this way, with the line that says what the red lines did."""
        counter = Counter(name, self.position)
        counter.move(self.due, self.crossing, self.track, round_number, Place(name))
        return counter


def read_way(args: Fields, position: int, due: int, track: Track | None, crystals: int) -> Way:
    """Return what an address or a form says about a way."""
    lines = args.get("lines", "")
    distances = Fields({"lines": lines.removesuffix(NO_MORE)}, args.view).numbers("lines", COUNTERS, MOST_LINES)
    if list(distances) != sorted(set(distances)):
        raise NoSuchPage("lines")
    pay = args.number_if_any("pay", range(CRYSTALS + 1))
    if pay is not None:
        pay = min(pay, crystals)
    back = args.number("back", range(PROGRAMMED + 1), 0)
    return Way(
        position,
        due,
        track,
        crystals,
        ".".join(map(str, distances)) + (NO_MORE if lines.endswith(NO_MORE) else ""),
        args.number_if_any("behind", COUNTERS),
        pay,
        back if pay is None or pay == crystals else 0,
    )


def entered_args(entry: Any) -> dict[str, str]:
    """Return what was entered about a way as arguments, to be changed."""
    found = {}
    if "lines" in entry:
        found["lines"] = ".".join(map(str, entry["lines"])) + NO_MORE
    for key, name in (("behind", "behind"), ("pay", "pay"), ("send_back", "back")):
        if key in entry:
            found[name] = str(entry[key])
    return found


def questions(way: Way, link: Link, view: View[Any]) -> tuple[Question, ...]:
    """Return what is to be asked about a way: where the lines lie, then what is paid for them."""
    found = []
    if way.due > 0 and not way.track:
        found += _line_questions(way, link, view)
    if way.open == "behind":
        found.append(_behind(way, link, view))
    if way.due > 0 and way.ahead:
        found.append(_payment(way, link, view))
    return tuple(found)


def _line_questions(way: Way, link: Link, view: View[Any]) -> list[Question]:
    found = []
    known = way.distances
    if way.lines:
        free = ", ".join(map(str, known))
        found.append(
            Question(
                title=view.say("cross.known", free) if known else view.say("cross.none"),
                options=(option(link, view.say("cross.again"), lines="", pay="", back=""),),
            )
        )
    if way.open == "lines":
        first = known[-1] + 1 if known else 0
        keys = tuple(option(link, str(steps), lines=(*known, steps)) for steps in range(first, way.due))
        none = option(
            link, view.say("cross.no_more" if known else "cross.none"), lines=".".join(map(str, known)) + NO_MORE
        )
        key = "cross.next" if known else "cross.first"
        found.append(Question(title=view.say(key), options=(none,), keys=keys, hint=view.say("cross.hint")))
    return found


def _behind(way: Way, link: Link, view: View[Any]) -> Question:
    keys = numbers_to_tap(link, "behind", range(min(-way.due, way.position)))
    further = option(link, view.say("cross.further"), behind=way.position)
    return Question(title=view.say("cross.behind"), options=(further,), keys=keys)


def _payment(way: Way, link: Link, view: View[Any]) -> Question:
    """Every outcome that the player can choose, best first."""
    options: dict[Advance, Option] = {}
    most = min(way.crystals, len(way.ahead))
    choices = [(pay, 0) for pay in range(most, -1, -1)]
    if most == way.crystals:
        choices += [(way.crystals, back) for back in range(1, PROGRAMMED + 1)]
    for pay, back in choices:
        step = advance(way.due, way.ahead, way.crystals, back, pay)
        if step in options:
            continue
        words = [view.say("cross.pay", step.crystals)] if step.crystals else []
        words += [view.say("cross.send", step.robots)] if step.robots else []
        text = " + ".join(words) or view.say("cross.stop")
        if step.lost:
            text = view.say("cross.lost", text, step.lost)
        options[step] = option(link, text, chosen=step == way.step, points=signed(step.moved), pay=pay, back=back)
    best_first = sorted(options, key=lambda step: -step.moved)
    return Question(title=view.say("cross.choose", len(way.ahead)), options=tuple(options[step] for step in best_first))
