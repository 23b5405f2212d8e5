"""The home of a table: where the counters stand, what the scoring still waits for, and the one thing to do next."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.table import Form, Link, NoSuchPage, Page, View
from companion.games.aquasphere.pages.harvest import stands
from companion.games.aquasphere.pages.parts import line_views
from companion.games.aquasphere.pages.state import Part, Problem, State
from companion.games.aquasphere.pages.words import problem_words, say
from companion.games.aquasphere.rules import ROUNDS
from companion.pages.counting import SeatTab
from companion.pages.fields import Fields
from companion.pages.parts import Button, Tally

PARTS = (*range(1, ROUNDS + 1), 0)
"""The rounds and, as 0, the final scoring."""


@dataclass(frozen=True)
class Task:
    """Something that the scoring needs."""

    text: str
    done: bool
    link: Link | None


@dataclass(frozen=True)
class ProblemView:
    """Something that no longer fits, and where it is mended."""

    text: str
    link: Link


@dataclass(frozen=True)
class HomePage(Page):
    """The home of the table, looking at one seat."""

    seat: int
    seats: tuple[SeatTab, ...]
    phase: str
    stands: str
    lead: str
    lines_title: str
    lines: tuple[Tally, ...]
    tasks: tuple[Task, ...]
    tasks_title: str
    next: tuple[Button, ...]
    problems: tuple[ProblemView, ...]
    more: tuple[Button, ...]


@dataclass(frozen=True)
class LinesPage(Page):
    """What a seat made in a round, line by line."""

    name: str
    heading: str
    total: int
    lines: tuple[Tally, ...]
    changes: tuple[Button, ...]


def home_page(view: View[State], args: Fields) -> HomePage:
    """Return the home of the table for one seat."""
    state = view.state
    seat, language = args.seat(), view.language
    shown = state.round if state.lines(seat, state.round) else min(state.round - 1, ROUNDS)
    if state.over:
        shown = 0
    lines = state.lines(seat, shown) if shown or state.over else ()
    return HomePage(
        "home.html",
        state.names[seat],
        seat,
        tuple(
            SeatTab(n, name, _status(state, n, language), Link("", {"seat": str(n)}))
            for n, name in enumerate(state.names)
        ),
        _phase(state, language),
        stands(state.counter(seat).position, state, language),
        "" if len(state.entries) > 1 else say(language, "home.fresh" if not state.track else "home.fresh.track"),
        part_words(shown, language),
        line_views(lines, language),
        _tasks(view, state),
        say(language, "home.final" if state.round > ROUNDS else "home.scoring", state.round),
        _next(view, state, seat),
        tuple(_problem(problem, state, language) for problem in state.problems),
        _more(state, seat, language),
    )


def part_words(number: int, language: str) -> str:
    """Return the name of a round; 0 is the end."""
    return say(language, "part.R", number) if number else say(language, "part.F")


def _status(state: State, seat: int, language: str) -> str:
    return str(state.counter(seat).position)


def _phase(state: State, language: str) -> str:
    if state.over:
        return say(language, "phase.over")
    return say(language, "phase.final") if state.round > ROUNDS else say(language, "phase", state.round, ROUNDS)


def _tasks(view: View[State], state: State) -> tuple[Task, ...]:
    """Return what the running scoring needs and what of it is there; nothing before it has begun."""
    if state.over:
        return ()
    language, number, entries = view.language, state.round, state.entries
    if number > ROUNDS:
        return tuple(
            Task(name, f"final/{seat}" in entries, _own(view, "final", seat, {}))
            for seat, name in enumerate(state.names)
        )
    station = f"station/{number}" in entries
    if not station:
        return ()
    args = {"round": str(number)}
    found = [Task(say(language, "home.station"), station, Link("station", args))]
    for seat, name in enumerate(state.names):
        found.append(Task(name, f"harvest/{number}/{seat}" in entries, _own(view, "harvest", seat, args)))
    return tuple(found)


def _own(view: View[State], page: str, seat: int, args: Form) -> Link | None:
    return Link(page, {"seat": str(seat), **args}) if view.may_enter(seat) else None


def _next(view: View[State], state: State, seat: int) -> tuple[Button, ...]:
    language, number = view.language, state.round
    if state.over:
        return (Button(say(language, "next.scores"), Link("scores")),)
    if not (view.plays):
        return ()
    kind = "final" if number > ROUNDS else "harvest"
    if kind == "final" or f"station/{number}" in state.entries:
        for other in (seat, *range(len(state.names))):
            key = f"final/{other}" if kind == "final" else f"harvest/{number}/{other}"
            if view.may_enter(other) and key not in state.entries:
                args = {"seat": str(other)} if kind == "final" else {"seat": str(other), "round": str(number)}
                return (Button(say(language, f"next.{kind}", state.names[other]), Link(kind, args)),)
        return ()
    score = Button(say(language, "next.score", number), Link("station", {"round": str(number)}))
    if not view.may_enter(seat):
        return (score,)
    return (Button(say(language, "next.play", state.names[seat]), Link("play", {"seat": str(seat)})), score)


def _problem(problem: Problem, state: State, language: str) -> ProblemView:
    part, words = problem.part, problem_words(problem.error, language)
    place = problem.error.place.say(language)
    seat = next((n for n, name in enumerate(state.names) if place.endswith(f", {name}")), 0)
    if part.kind == "final":
        return ProblemView(say(language, "problem.final", words), Link("final", {"seat": str(seat)}))
    if part.kind == "move":
        name = state.names[part.seat]
        return ProblemView(say(language, "problem.move", part.round, name, words), Link("history"))
    link = Link("harvest", {"seat": str(seat), "round": str(part.round)})
    return ProblemView(say(language, "problem.scoring", part.round, words), link)


def _more(state: State, seat: int, language: str) -> tuple[Button, ...]:
    pages = ["laboratory", "charging", "prices", "track", "claim", "settings", "history"]
    return tuple(
        Button(
            say(language, f"menu.{page}"), Link(page, {"seat": str(seat)} if page in ("laboratory", "claim") else {})
        )
        for page in pages
    )


def lines_page(view: View[State], args: Fields) -> LinesPage:
    """Return what a seat made in a round."""
    state = view.state
    seat, language = args.seat(), view.language
    number = args.number("part", PARTS)
    lines = state.lines(seat, number)
    if not lines:
        raise NoSuchPage("part")
    changes = []
    scored = Part("scoring", number) in state.parts
    if number == 0 and view.may_enter(seat):
        changes.append(Button(say(language, "lines.change"), Link("final", {"seat": str(seat)})))
    elif scored:
        if view.may_enter(seat):
            at = {"seat": str(seat), "round": str(number)}
            changes.append(Button(say(language, "lines.change"), Link("harvest", at)))
        changes.append(Button(say(language, "lines.station"), Link("station", {"round": str(number)})))
    return LinesPage(
        "lines.html",
        state.names[seat],
        state.names[seat],
        part_words(number, language),
        sum(line.points for line in lines),
        line_views(lines, language),
        tuple(changes),
    )
