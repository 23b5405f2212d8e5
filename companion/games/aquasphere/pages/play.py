"""Points made during a round: octopods, submarines, research cards. What is due is shown before it is entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.errors import Illegal
from companion.core.grammar import signed
from companion.core.table import Change, Link, NoSuchPage, Page, Refused, View
from companion.games.aquasphere.document import ACTIONS, MOST_MOVES
from companion.games.aquasphere.laboratory import catch, verify_research_card
from companion.games.aquasphere.pages.crossing import ARGS, Way, questions, read_way
from companion.games.aquasphere.pages.home import home_page
from companion.games.aquasphere.pages.parts import line_views
from companion.games.aquasphere.pages.state import State, verify_change
from companion.games.aquasphere.pages.strip import Strip, strip
from companion.games.aquasphere.pages.track import track_to_keep
from companion.games.aquasphere.replay import Counter
from companion.games.aquasphere.rules import CRYSTALS, ROUNDS, SECTORS, STORAGE
from companion.games.aquasphere.station import bulb, submarine_cost, verify_submarine
from companion.pages.fields import Fields, refusing
from companion.pages.parts import Confirm, Option, Question, Stepper, Tally, form_button, option, options, stepper

# What belongs to one action and is forgotten with it.
NUMBERS: Mapping[str, Mapping[str, range]] = {
    **{name: action.needed for name, action in ACTIONS.items()},
    "octopods": {**ACTIONS["octopods"].needed, **ACTIONS["octopods"].optional},
    "submarine": {**ACTIONS["submarine"].needed, "cost": range(10)},
}


class PlayPage(Page):
    """One action of a seat."""

    name: str
    heading: str
    actions: tuple[Option, ...]
    steppers: tuple[Stepper, ...]
    choices: tuple[Question, ...]
    sentence: str
    strip: Strip
    questions: tuple[Question, ...] = ()
    confirm: Confirm | None = None
    error: str
    noted: tuple[Tally, ...]  # what the seat has made in this round
    take_back: Confirm | None = None  # the last move


@dataclass(frozen=True)
class Draft:
    """An action as far as it is chosen."""

    seat: int
    action: str
    numbers: Mapping[str, int]
    half: bool
    sector: str
    due: int
    way: Way
    room: int | None  # for research cards, where the laboratory is known and one is taken
    problem: str = ""

    @property
    def link(self) -> Link:
        """The page with all of this chosen."""
        way = self.way
        chosen = {"action": self.action, **self.numbers, "half": "1" if self.half else "", "sector": self.sector}
        paid = {"crystals": way.crystals, "lines": way.lines, "pay": way.pay, "back": way.back}
        return Link.of("play", seat=self.seat, **chosen, **paid)

    @property
    def entry(self) -> dict[str, Any]:
        """What is entered."""
        more: dict[str, Any] = {"half": True} if self.half else {}
        if self.room is not None:
            more["holds"] = self.room
        if self.sector:
            more["sector"] = self.sector
        return {"action": self.action, **self.numbers, **more, **self.way.entry(crystals=False)}


def _draft(args: Fields, view: View[State]) -> Draft:
    state = view.state
    if state.round > ROUNDS:
        raise NoSuchPage("the last round is over")
    seat = args.seat()
    action = args.word("action", ACTIONS, next(iter(ACTIONS)))
    laboratory = state.laboratory(seat)
    holds = laboratory.holds("octopods") if laboratory else STORAGE["octopods"]
    holds = min(holds, NUMBERS["octopods"]["holds"][-1])
    room = laboratory.holds("cards") if laboratory and action == "research" else None
    time = laboratory.holds("time") if laboratory else STORAGE["time"]
    default = {"in_sector": 1, "holds": holds, "cost": 1, "time": time, "points": 3}
    numbers = {key: args.number(key, allowed, default[key]) for key, allowed in NUMBERS[action].items()}
    half = action == "submarine" and args.get("half") == "1"
    sector = args.word("sector", SECTORS) if action == "submarine" else ""
    try:
        due, problem = _due(state.counter(seat), state.round, action, numbers, half, sector, room), ""
    except Illegal as error:
        due, problem = 0, error.sentence(view.language)
    counter = state.counter(seat)
    crystals = args.number("crystals", range(CRYSTALS + 1), counter.crystals)
    way = read_way(args, counter.position, due, state.the_track, crystals)
    return Draft(seat, action, numbers, half, sector, due, way, room, problem)


def _due(
    counter: Counter, number: int, action: str, numbers: Mapping[str, int], half: bool, sector: str, room: int | None
) -> int:
    """Return the points that an action makes in a round, or raise why it cannot be done."""
    if action == "octopods":
        return catch(numbers["in_sector"], numbers["holds"]).points
    if action == "card":
        return numbers["points"]
    if action == "submarine":
        placed = counter.submarines
        verify_submarine(numbers["cost"], numbers["time"], len(placed), bool(sector) and sector in placed, half)
    if room is not None:
        verify_research_card(counter.stored.get("cards", 0), room)
    return bulb(number)


def play_page(view: View[State], args: Fields) -> Page:
    """Return the page with everything chosen so far; after the last round the home of the table."""
    state = view.state
    if state.round > ROUNDS:
        return home_page(view, args)
    draft = _draft(args, view)
    name, way, link = state.names[draft.seat], draft.way, draft.link
    fresh = link.but(**dict.fromkeys(ARGS, ""))
    start = Link.of("play", seat=draft.seat)
    moved = None if way.open or draft.problem else way.moved(name, state.round)
    steppers = [
        stepper(fresh, key, view.say(f"play.{key}"), value, NUMBERS[draft.action][key], view)
        for key, value in draft.numbers.items()
    ]
    if way.ahead:
        label = view.say("harvest.crystals")
        steppers.append(stepper(link.but(pay="", back=""), "crystals", label, way.crystals, range(CRYSTALS + 1), view))
    return PlayPage(
        title=view.say("play.title", name),
        name=name,
        heading=view.say("play.heading", state.round),
        actions=options(start, "action", {one: view.say(f"play.{one}") for one in ACTIONS}, draft.action)
        + _elsewhere(view, draft.seat),
        steppers=tuple(steppers),
        choices=_choices(draft, fresh, view),
        sentence=_sentence(draft, view),
        strip=strip(view, draft.seat, way.position, moved.position if moved else None),
        questions=() if draft.problem else questions(way, link, view),
        confirm=_confirm(view, draft, moved) if moved else None,
        error=view.errors.get("play") or draft.problem,
        noted=line_views(
            (line for line in state.lines(draft.seat, state.round) if line.kind in ("play", "track")), view
        ),
        take_back=_take_back(view, draft.seat),
    )


def _elsewhere(view: View[State], seat: int) -> tuple[Option, ...]:
    """Return what is done on pages of its own: it brings no points at once."""
    pages = {"laboratory": Link.of("laboratory", seat=seat), "charging": Link.of("charging", comes=seat)}
    return tuple(Option(label=view.say(f"play.{page}"), link=link) for page, link in pages.items())


def _confirm(view: View[State], draft: Draft, moved: Counter) -> Confirm | None:
    state, gain = view.state, moved.position - draft.way.position
    noted = len(state.moves(state.round, draft.seat))
    if not view.may_enter(draft.seat) or noted >= MOST_MOVES // len(state.names):
        return None
    text = view.say("harvest.enter", signed(gain), moved.position)
    return Confirm(action="play", text=text, fields=draft.link.args)


def _take_back(view: View[State], seat: int) -> Confirm | None:
    """Return the button that takes the last move of a seat in this round back."""
    mine = view.state.moves(view.state.round, seat)
    if not mine or not view.may_enter(seat):
        return None
    fields = {"seat": str(seat), "number": str(mine[-1])}
    return form_button(view, "play-back", fields, "play.take_back", primary=False)


def _choices(draft: Draft, link: Link, view: View[State]) -> tuple[Question, ...]:
    if draft.action != "submarine":
        return ()
    sectors = tuple(
        option(link, one, chosen=one == draft.sector, sector="" if one == draft.sector else one) for one in SECTORS
    )
    half = option(link, view.say("play.half"), chosen=draft.half, half="" if draft.half else "1")
    return (
        Question(title=view.say("play.sector"), keys=sectors, hint=view.say("play.sector.hint")),
        Question(title=view.say("play.cards"), options=(half,)),
    )


def _sentence(draft: Draft, view: View[State]) -> str:
    """Return what the action does, in words."""
    state = view.state
    numbers = draft.numbers
    if draft.action == "octopods":
        caught = catch(numbers["in_sector"], numbers["holds"])
        return view.say("play.octopods.says", caught.caught, caught.points, caught.left)
    if draft.action == "submarine":
        return view.say("play.submarine.says", submarine_cost(numbers["cost"], draft.half), bulb(state.round))
    if draft.action == "research":
        return view.say("play.research.says", bulb(state.round))
    return view.say("play.card.says", draft.due)


def enter_move(view: View[State], form: Fields) -> Change:
    """Note what a seat has made."""
    state = view.state
    draft = _draft(form, view)
    if draft.problem or draft.way.open:
        message = draft.problem or view.say(f"error.{draft.way.open}")
        raise Refused({"play": message}, draft.link)
    mine = state.moves(state.round, draft.seat)
    key = f"move/{state.round}/{draft.seat}/{mine[-1] + 1 if mine else 1}"
    if f"harvest/{state.round}/{draft.seat}" in state.entries:
        raise Refused({"play": view.say("error.scored", state.names[draft.seat])}, draft.link)
    change = {key: draft.entry, **track_to_keep(view)}
    with refusing(view, "play", draft.link):
        verify_change(state, change)
    return Change(change, Link.of(seat=draft.seat))


def take_back(view: View[State], form: Fields) -> Change:
    """Take back the last move of a seat in this round."""
    state, seat = view.state, form.own_seat()
    mine = state.moves(min(state.round, ROUNDS), seat)
    if not mine or str(mine[-1]) != form.get("number"):
        raise NoSuchPage("move")
    if f"harvest/{state.round}/{seat}" in state.entries:
        back = Link.of("play", seat=seat)
        raise Refused({"play": view.say("error.scored", state.names[seat])}, back)
    return Change({f"move/{state.round}/{seat}/{mine[-1]}": None}, Link.of("play", seat=seat))
