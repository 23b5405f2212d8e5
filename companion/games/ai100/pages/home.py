"""The home of a table: a tableau, what it scored last, who is missing, and the one thing to do next."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache

from companion.core.sheet import Line
from companion.core.table import Link, Page, View
from companion.games.ai100.board import CELLS
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.document import ROUND, TURNS
from companion.games.ai100.pages.cells import Cell, light, tableau_cells
from companion.games.ai100.pages.finished_solo import Solo, solo_words
from companion.games.ai100.pages.hand import END
from companion.games.ai100.pages.lines import LineView, line_view
from companion.games.ai100.pages.state import State
from companion.games.ai100.pages.state import state as make_state
from companion.games.ai100.pages.turns import Problem, problems
from companion.games.ai100.pages.words import say, shown
from companion.games.ai100.replay import legal_cells
from companion.pages.fields import Fields
from companion.paths import DATA


@dataclass(frozen=True)
class SeatView:
    """A seat with its tableau."""

    number: int
    name: str
    ai: str
    total: int
    cells: tuple[Cell, ...]
    status: str  # laid, missing, waiting
    status_text: str
    link: Link


@dataclass(frozen=True)
class Button:
    """The one thing to do next."""

    text: str
    link: Link


@dataclass(frozen=True)
class HomePage(Page):
    """The home of the table, looking at one seat."""

    seat: SeatView
    seats: tuple[SeatView, ...]
    phase: str  # 'Round 1 · turn 3'
    objective: str
    lines: tuple[LineView, ...]  # what the last card scored
    next: Button | None
    photo: tuple[tuple[str, str], ...]  # the fields of a photo of the next card; none where this phone lays none
    photo_error: str
    least: int  # cards that the live camera waits for
    change: Link | None
    problems: tuple[Problem, ...]
    missing: Link | None  # a face to be entered first
    grid: Link | None  # the grid of this round, while nobody has entered it
    sample: tuple[Cell, ...]  # what a tableau will look like, while nothing is laid
    more: tuple[Button, ...]
    solo: Solo | None  # how a solo game that is over compares


def home_page(view: View[State], args: Fields) -> HomePage:
    """Return the home of the table for one seat."""
    state = view.state
    number = args.seat(_first_missing(state))
    last = last_lines(state, number)
    views = tuple(_seat(view, state, seat, last if seat == number else ()) for seat in range(len(state.names)))
    mine = state.play(min(state.turn, TURNS), number)
    may = view.may_enter(number)
    return HomePage(
        "home.html",
        state.names[number],
        views[number],
        views,
        _phase(state, view.language),
        _objective(state, view.language),
        tuple(line_view(state, number, line, view.language) for line in last),
        _next(view, state, number),
        _photo(view, state, number),
        view.errors.get("photo", ""),
        sum(1 for _ in state.replay.tableaux[state.names[number]].items()) + 1,
        Link("lay", {"seat": str(number), "turn": str(min(state.turn, TURNS))}) if may and mine else None,
        problems(view),
        Link("face", {"card": state.missing[0]}) if state.missing else None,
        _grid_to_enter(state),
        () if any(key.startswith("play/") for key in state.entries) else _sample(view.language),
        _more(view, state),
        solo_words(view, state.sheet(0).total, state.names[0]) if state.over and len(state.names) == 1 else None,
    )


def _grid_to_enter(state: State) -> Link | None:
    if len(state.names) != 2 or state.over:
        return None
    cells = 6 if state.turn <= ROUND else 12
    return Link("grid") if len(state.entries.get("grid", {})) < cells else None


@cache
def _sample(language: str) -> tuple[Cell, ...]:
    demo = json.loads((DATA / "ai100" / "demo-table.json").read_text("utf-8"))
    tableau = make_state(demo, {}).replay.tableaux["Cleo"]
    return tuple(tableau_cells(tableau, language).values())


def _first_missing(state: State) -> int:
    return state.laid.index(False) if not state.over and False in state.laid else 0


def last_lines(state: State, seat: int) -> tuple[Line, ...]:
    """Return what the last card of a seat scored, and what followed it: the objective of the round, the AI card."""
    lines = state.sheet(seat).lines
    turn = max((line.turn for line in lines), default=0)
    return lines[next((at for at, line in enumerate(lines) if line.turn == turn), 0) :]


def _seat(view: View[State], state: State, seat: int, lit: tuple[Line, ...]) -> SeatView:
    name, language = state.names[seat], view.language
    tableau = state.replay.tableaux[name]
    cells, player = tableau_cells(tableau, language, faceless=state.missing), state.setup["players"][seat]
    own = [line for line in lit if line.groups and not line.at]
    if own:
        cells = light(cells, tableau, own[-1])
    if not state.over and not state.laid[seat] and view.may_enter(seat):
        for cell in map(CELLS.__getitem__, legal_cells(tableau, player["ai"])):
            link = Link("lay", {"seat": str(seat), "turn": str(state.turn), "cell": cell})
            cells[cell] = replace(cells[cell], link=link, label=say(language, "cell.lay", cell))
    status, text = _status(state, seat, language)
    sheet = state.sheet(seat)
    return SeatView(
        seat, name, player["ai"], sheet.total, tuple(cells.values()), status, text, Link("", {"seat": str(seat)})
    )


def _status(state: State, seat: int, language: str) -> tuple[str, str]:
    if state.over:
        return "laid", ""
    if not state.laid[seat]:
        return "missing", say(language, "status.missing")
    if waits := state.replay.waiting.get(state.names[seat]):
        return "waiting", say(language, "status.waiting", ", ".join(waits))
    return "laid", say(language, "status.laid")


def _phase(state: State, language: str) -> str:
    if state.over:
        return say(language, "phase.over")
    return say(language, "phase", 1 if state.turn <= ROUND else 2, (state.turn - 1) % ROUND + 1)


def _objective(state: State, language: str) -> str:
    objective = state.record.objectives[state.turn > ROUND]
    sentence = catalogue(state.record.rulings, state.record.figures)[objective].sentence[language]
    return f"{shown(objective)} · {sentence}"


def _next(view: View[State], state: State, seat: int) -> Button | None:
    language = view.language
    if state.missing:
        return Button(say(language, "next.face", state.missing[0]), Link("face", {"card": state.missing[0]}))
    if state.over:
        for number, player in enumerate(state.setup["players"]):
            if player["ai"] == "AI-2" and view.may_enter(number) and f"final/{number}" not in state.entries:
                return Button(
                    say(language, "next.final", player["name"]), Link("lay", {"seat": str(number), "turn": str(END)})
                )
        return Button(say(language, "next.scores"), Link("scores"))
    if not state.laid[seat]:
        return Button(say(language, "next.lay"), _lay(state, seat)) if view.may_enter(seat) else None
    if view.everybody:
        other = _first_missing(state)
        return Button(say(language, "next.other", state.names[other]), _lay(state, other))
    return None


def _photo(view: View[State], state: State, seat: int) -> tuple[tuple[str, str], ...]:
    if state.over or state.missing or state.laid[seat] or not view.may_enter(seat):
        return ()
    return (("seat", str(seat)), ("turn", str(state.turn)))


def _lay(state: State, seat: int) -> Link:
    return Link("lay", {"seat": str(seat), "turn": str(state.turn)})


def _more(view: View[State], state: State) -> tuple[Button, ...]:
    language = view.language
    found = [Button(say(language, "turns.title"), Link("turns"))]
    if len(state.names) < 3:
        found.append(Button(say(language, "grid.title" if len(state.names) == 2 else "draft.title"), Link("grid")))
    found.append(Button(say(language, "decks.title"), Link("deck")))
    found.append(Button(say(language, "settings.title"), Link("settings")))
    found.append(Button(say(language, "menu.history"), Link("history")))
    return tuple(found)
