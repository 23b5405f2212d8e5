"""An intermediate scoring, seat by seat: robots used and crystals, the sum, and the way along the track."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.grammar import signed
from companion.core.sheet import Line
from companion.core.table import Change, Link, NoSuchPage, Page, Refused, View
from companion.games.aquasphere.document import COUNTERS, Crossing, Harvest, Scoring
from companion.games.aquasphere.harvest import scoring_lines
from companion.games.aquasphere.laboratory import verify_stored
from companion.games.aquasphere.pages.crossing import ARGS, Way, entered_args, questions, read_way
from companion.games.aquasphere.pages.parts import line_views
from companion.games.aquasphere.pages.state import State, verify_change
from companion.games.aquasphere.pages.station import round_of, station_page
from companion.games.aquasphere.pages.strip import Strip, strip
from companion.games.aquasphere.pages.track import track_to_keep
from companion.games.aquasphere.rules import CRYSTALS, MOST_ROBOTS_NUMBER
from companion.games.aquasphere.station import Sector
from companion.pages.fields import Fields, refusing
from companion.pages.parts import Confirm, Keypad, Question, Stepper, Tally, form_button, keypad, on_to, stepper

_DIGITS = 3


class HarvestPage(Page):
    """What a seat has at a scoring."""

    name: str
    heading: str
    first: str  # what everybody takes before the points are counted
    counter: Keypad | None  # where it stands, where nobody noted the way there
    steppers: tuple[Stepper, ...]
    strip: Strip
    lines: tuple[Tally, ...]
    questions: tuple[Question, ...]
    confirm: Confirm | None
    take_back: Confirm | None
    error: str = ""
    track: bool  # whether the red lines are known


@dataclass(frozen=True)
class Draft:
    """A scoring of one seat as far as it is chosen."""

    seat: int
    round: int
    robots: int
    crystals: int
    least: int  # where the counter stood after all that was noted
    counter: int | None  # None where every move was noted, so nobody has to say where the counter stands
    lines: tuple[Line, ...]
    way: Way

    @property
    def link(self) -> Link:
        """The page with all of this chosen."""
        way = self.way
        own = {"seat": self.seat, "round": self.round, "robots": self.robots}
        where = {"crystals": self.crystals, "counter": self.counter, "lines": way.lines, "behind": way.behind}
        return Link.of("harvest", **own, **where, pay=way.pay, back=way.back)

    @property
    def entry(self) -> dict[str, Any]:
        """What is entered."""
        # A counter that has not moved since the last scoring follows when that one is corrected.
        counter = {} if self.counter in (None, self.least) else {"counter": self.counter}
        return {"robots": self.robots, **counter, **self.way.entry(crystals=True)}


def _draft(args: Fields, view: View[State]) -> Draft:
    state = view.state
    seat, number = args.seat(), round_of(args, state)
    if f"station/{number}" not in state.entries:
        raise NoSuchPage("the station comes first")
    known = state.entries.get(f"harvest/{number}/{seat}", {})
    name, before = state.names[seat], state.before_scoring(number)[state.names[seat]]
    earlier = state.entries.get(f"harvest/{number - 1}/{seat}", {})
    robots = args.number("robots", range(MOST_ROBOTS_NUMBER + 1), known.get("robots", earlier.get("robots", 0)))
    crystals = args.number("crystals", range(CRYSTALS + 1), known.get("crystals", min(before.crystals, CRYSTALS)))
    counter = None
    if not state.moves(number, seat):
        typed = args.digits("typed", _DIGITS)
        said = int(typed) if typed else args.number("counter", COUNTERS, known.get("counter", before.position))
        counter = max(said, before.position)
    lines = _lines(state, number, name, robots, crystals)
    given = args if set(args) & {"robots", "crystals", "counter", *ARGS} else args.over(entered_args(known))
    position = before.position if counter is None else counter
    way = read_way(given, position, sum(line.points for line in lines), state.the_track, crystals)
    return Draft(seat, number, robots, crystals, before.position, counter, lines, way)


def _lines(state: State, number: int, name: str, robots: int, crystals: int) -> tuple[Line, ...]:
    """Return the four lines of a seat; the others' laboratories do not matter for them."""
    entered = state.entries[f"station/{number}"]
    sectors = {
        letter: Sector("" if one["control"] is None else state.names[one["control"]], one["octopods"])
        for letter, one in entered.items()
    }
    harvests = {other: Harvest(0, 0, Crossing()) for other in state.names}
    harvests[name] = Harvest(robots, crystals, Crossing(crystals))
    return tuple(scoring_lines(Scoring(sectors, harvests), number)[name])


def harvest_page(view: View[State], args: Fields) -> Page:
    """Return the page with everything chosen so far; the station comes before it."""
    state = view.state
    if f"station/{round_of(args, state)}" not in state.entries:
        return station_page(view, args)
    draft = _draft(args, view)
    way, link, name = draft.way, draft.link, state.names[draft.seat]
    fresh = link.but(**dict.fromkeys(ARGS, ""))
    steppers = [
        stepper(fresh, "robots", view.say("harvest.robots"), draft.robots, range(MOST_ROBOTS_NUMBER + 1), view),
        stepper(fresh, "crystals", view.say("harvest.crystals"), draft.crystals, range(CRYSTALS + 1), view),
    ]
    moved = None if way.open else way.moved(name, draft.round)
    track_lines = moved.lines if moved else []
    may, fields = view.may_enter(draft.seat), link.args
    confirm = take_back = None
    if moved and may:
        text = view.say("harvest.enter", signed(moved.position - way.position), moved.position)
        confirm = Confirm(action="harvest", text=text, fields=fields)
    if may and state.harvested(draft.round, draft.seat):
        take_back = form_button(view, "harvest-back", fields, "take_back", primary=False)
    return HarvestPage(
        title=view.say("harvest.title", name),
        name=name,
        heading=view.say("harvest.heading", draft.round),
        first=view.say("harvest.first", len(state.before_scoring(draft.round)[name].submarines)),
        counter=keypad(fresh, "typed", args.digits("typed", _DIGITS), most=_DIGITS)
        if draft.counter is not None
        else None,
        steppers=tuple(steppers),
        strip=strip(view, draft.seat, way.position, moved.position if moved else None),
        lines=line_views((*draft.lines, *track_lines), view),
        questions=questions(way, link, view),
        confirm=confirm,
        take_back=take_back,
        error=view.errors.get("harvest", ""),
        track=bool(state.track),
    )


def enter_harvest(view: View[State], form: Fields) -> Change:
    """Enter what a seat has at a scoring."""
    state = view.state
    draft = _draft(form, view)
    if draft.way.open:
        raise Refused({"harvest": view.say(f"error.{draft.way.open}")}, draft.link)
    change = {f"harvest/{draft.round}/{draft.seat}": draft.entry, **track_to_keep(view)}
    with refusing(view, "harvest", draft.link):
        if laboratory := state.laboratory(draft.seat):
            verify_stored("crystals", draft.crystals, laboratory.holds("crystals"))
        verify_change(state, change)
    waiting = [seat for seat in state.seats if seat != draft.seat and not state.harvested(draft.round, seat)]
    return Change(change, on_to(view, "harvest", waiting, Link.of(seat=draft.seat), round=draft.round))


def take_back(view: View[State], form: Fields) -> Change:
    """Take back what a seat has entered for a scoring."""
    seat, number = form.own_seat(), round_of(form, view.state)
    key = f"harvest/{number}/{seat}"
    if key not in view.entries:
        raise NoSuchPage(key)
    return Change({key: None}, Link.of(seat=seat))
