"""The home of a table: where the counters stand, what the scoring still waits for, and the one thing to do next."""

from __future__ import annotations

from companion.core.table import Form, Link, NoSuchPage, Page, PagePart, View
from companion.games.aquasphere.pages.parts import line_views, part_words
from companion.games.aquasphere.pages.state import Part, Problem, State
from companion.games.aquasphere.pages.strip import Strip, strip
from companion.games.aquasphere.rules import ROUNDS
from companion.pages.counting import LinesPage
from companion.pages.fields import Fields
from companion.pages.parts import Button, Tally, button, menu, to_scores

NEUTRAL_BELOW = 4  # players: with fewer of them there are neutral submarines
PARTS = (*range(1, ROUNDS + 1), 0)
"""The rounds and, as 0, the final scoring."""


class Task(PagePart):
    """Something that the scoring needs."""

    text: str
    done: bool
    link: Link | None


class ProblemView(PagePart):
    """Something that no longer fits, and where it is mended."""

    text: str
    link: Link


class HomePage(Page):
    """The home of the table, looking at one seat."""

    seat: int
    phase: str
    strip: Strip
    lead: str = ""
    lines_title: str
    lines: tuple[Tally, ...]
    tasks: tuple[Task, ...]
    tasks_title: str
    next: tuple[Button, ...]
    problems: tuple[ProblemView, ...]
    reminders: tuple[str, ...]  # of the set-up of a round that has just begun
    menu: tuple[Button, ...]


def home_page(view: View[State], args: Fields) -> HomePage:
    """Return the home of the table for one seat."""
    state, seat = view.state, args.seat()
    shown = state.round if state.lines(seat, state.round) else min(state.round - 1, ROUNDS)
    if state.over:
        shown = 0
    lines = state.lines(seat, shown) if shown or state.over else ()
    return HomePage(
        title=state.names[seat],
        seat=seat,
        phase=_phase(view),
        strip=strip(view, seat, state.counter(seat).position),
        lead="" if len(state.entries) > 1 else view.say("home.fresh" if not state.track else "home.fresh.track"),
        lines_title=part_words(shown, view),
        lines=line_views(lines, view),
        tasks=_tasks(view),
        tasks_title=view.say("home.final" if state.round > ROUNDS else "home.scoring", state.round),
        next=_next(view, seat),
        problems=tuple(_problem(problem, view) for problem in state.problems),
        reminders=_reminders(view),
        menu=_menu(view, seat),
    )


def _phase(view: View[State]) -> str:
    state = view.state
    if state.over:
        return view.say("phase.over")
    return view.say("phase.final") if state.round > ROUNDS else view.say("phase", state.round, ROUNDS)


def _reminders(view: View[State]) -> tuple[str, ...]:
    """Return what is set up between two rounds, until somebody has noted something in the new one."""
    state, number = view.state, view.state.round
    begun = f"station/{number}" in state.entries or any(state.moves(number, seat) for seat in state.seats)
    if begun or number not in range(2, ROUNDS + 1):
        return ()
    neutral = ("neutral",) if len(state.names) < NEUTRAL_BELOW else ()
    return tuple(view.say(f"remind.{key}") for key in ("sectors", "tile", *neutral, "order", "programs"))


def _tasks(view: View[State]) -> tuple[Task, ...]:
    """Return what the running scoring needs and what of it is there; nothing before it has begun."""
    state = view.state
    if state.over:
        return ()
    number, entries = state.round, state.entries
    if number > ROUNDS:
        return tuple(
            Task(text=name, done=f"final/{seat}" in entries, link=_own(view, "final", seat, {}))
            for seat, name in enumerate(state.names)
        )
    station = f"station/{number}" in entries
    if not station:
        return ()
    args = {"round": str(number)}
    found = [Task(text=view.say("home.station"), done=station, link=Link("station", args))]
    for seat, name in enumerate(state.names):
        found.append(
            Task(text=name, done=f"harvest/{number}/{seat}" in entries, link=_own(view, "harvest", seat, args))
        )
    return tuple(found)


def _own(view: View[State], page: str, seat: int, args: Form) -> Link | None:
    return Link.of(page, seat=seat, **args) if view.may_enter(seat) else None


def _next(view: View[State], seat: int) -> tuple[Button, ...]:
    state = view.state
    number = state.round
    if state.over:
        return (to_scores(view),)
    if not view.plays:
        return ()
    kind = "final" if number > ROUNDS else "harvest"
    if kind == "final" or f"station/{number}" in state.entries:
        for other in (seat, *range(len(state.names))):
            key = f"final/{other}" if kind == "final" else f"harvest/{number}/{other}"
            if view.may_enter(other) and key not in state.entries:
                link = Link.of(kind, seat=other, round=number if kind == "harvest" else None)
                return (button(view, link, f"next.{kind}", state.names[other]),)
        return ()
    score = button(view, Link.of("station", round=number), "next.score", number)
    if not view.may_enter(seat):
        return (score,)
    return (button(view, Link.of("play", seat=seat), "next.play", state.names[seat]), score)


def _problem(problem: Problem, view: View[State]) -> ProblemView:
    part, words = problem.part, problem.error.sentence(view.language)
    last = problem.error.place[-1:]
    seat = next((n for n, name in enumerate(view.state.names) if last == (name,)), 0)
    if part.kind == "final":
        return ProblemView(text=view.say("problem.final", words), link=Link.of("final", seat=seat))
    if part.kind == "extension":
        link = Link.of("laboratory", seat=part.seat)
        return ProblemView(text=view.say("problem.extension", view.state.names[part.seat], words), link=link)
    if part.kind == "move":
        name = view.state.names[part.seat]
        return ProblemView(text=view.say("problem.move", part.round, name, words), link=Link("history"))
    link = Link.of("harvest", seat=seat, round=part.round)
    return ProblemView(text=view.say("problem.scoring", part.round, words), link=link)


def _menu(view: View[State], seat: int) -> tuple[Button, ...]:
    links = {page: Link(page) for page in ("charging", "prices", "track", "settings")}
    links |= {page: Link.of(page, seat=seat) for page in ("laboratory", "claim", "final")}
    order = ("laboratory", "charging", "prices", "track", "final", "claim", "settings")
    return menu(view, {f"menu.{page}": links[page] for page in order})


def lines_page(view: View[State], args: Fields) -> LinesPage:
    """Return what a seat made in a round."""
    state, seat = view.state, args.seat()
    number = args.number("part", PARTS)
    lines = state.lines(seat, number)
    if not lines:
        raise NoSuchPage("part")
    changes = []
    scored = Part("scoring", number) in state.parts
    if number == 0 and view.may_enter(seat):
        changes.append(button(view, Link.of("final", seat=seat), "lines.change"))
    elif scored:
        if view.may_enter(seat):
            link = Link.of("harvest", seat=seat, round=number)
            changes.append(button(view, link, "lines.change"))
        changes.append(button(view, Link.of("station", round=number), "lines.station"))
    return LinesPage(
        title=f"{state.names[seat]} · {part_words(number, view)}",
        total=sum(line.points for line in lines),
        lines=line_views(lines, view),
        changes=tuple(changes),
    )
