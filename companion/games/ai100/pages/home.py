"""The home of a table: a tableau, what it scored last, who is missing, and the one thing to do next."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache

from companion.core.sheet import Line
from companion.core.table import Form, Link, NoSuchPage, Page, View
from companion.games.ai100 import ranks
from companion.games.ai100.board import CELLS, board
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.describe import line_text
from companion.games.ai100.document import ROUND, TURNS
from companion.games.ai100.pages.cells import Cell, light, tableau_cells
from companion.games.ai100.pages.hand import END
from companion.games.ai100.pages.state import State
from companion.games.ai100.pages.state import state as make_state
from companion.games.ai100.pages.words import problem_words, say, shown, signed
from companion.games.ai100.replay import Table, legal_cells
from companion.games.ai100.tableau import Tableau
from companion.paths import DATA


@dataclass(frozen=True)
class LineView:
    """A line in words, and the page that shows it large."""

    title: str
    points: str
    text: str
    link: Link


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
class Problem:
    """Something that became illegal, and where it is mended."""

    place: str
    text: str
    link: Link | None


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
    change: Link | None
    problems: tuple[Problem, ...]
    missing: Link | None  # a face to be entered first
    grid: Link | None  # the grid of this round, while nobody has entered it
    sample: tuple[Cell, ...]  # what a tableau will look like, while nothing is laid
    more: tuple[Button, ...]


def home_page(view: View, args: Form) -> HomePage:
    """Return the home of the table for one seat."""
    state: State = view.state
    number = seat_number(args.get("seat") or str(view.seat if view.seat is not None else _first_missing(state)), state)
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
        Link("lay", {"seat": str(number), "turn": str(min(state.turn, TURNS))}) if may and mine else None,
        problems(view),
        Link("face", {"card": state.missing[0]}) if state.missing else None,
        _grid_to_enter(state),
        () if any(key.startswith("play/") for key in state.entries) else _sample(view.language),
        _more(view, state),
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


def seat_number(text: str, state: State) -> int:
    """Return a seat of this table."""
    if not text.isdecimal() or len(text) > 2 or int(text) >= len(state.names):
        raise NoSuchPage(text)
    return int(text)


def _first_missing(state: State) -> int:
    return state.laid.index(False) if not state.over and False in state.laid else 0


def last_lines(state: State, seat: int) -> tuple[Line, ...]:
    """Return what the last card of a seat scored, and what followed it: the objective of the round, the AI card."""
    lines = state.sheet(seat).lines
    turn = max((line.turn for line in lines), default=0)
    return lines[next((at for at, line in enumerate(lines) if line.turn == turn), 0) :]


def _seat(view: View, state: State, seat: int, lit: tuple[Line, ...]) -> SeatView:
    name, language = state.names[seat], view.language
    tableau = state.replay.tableaux[name]
    cells, player = tableau_cells(tableau, language), state.setup["players"][seat]
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


def _next(view: View, state: State, seat: int) -> Button | None:
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


def _lay(state: State, seat: int) -> Link:
    return Link("lay", {"seat": str(seat), "turn": str(state.turn)})


def _more(view: View, state: State) -> tuple[Button, ...]:
    language = view.language
    found = [Button(say(language, "turns.title"), Link("turns"))]
    if len(state.names) < 3:
        found.append(Button(say(language, "grid.title" if len(state.names) == 2 else "draft.title"), Link("grid")))
    found.append(Button(say(language, "settings.title"), Link("settings")))
    return tuple(found)


def problems(view: View) -> tuple[Problem, ...]:
    """Return everything that became illegal, in words, with the page that mends it."""
    state: State = view.state
    found = []
    for place, message in state.problems.items():
        turn, _, name = place.removeprefix("turn ").partition(", ")
        if turn.isdecimal() and name in state.names:
            seat = state.names.index(name)
            link = Link("lay", {"seat": str(seat), "turn": turn}) if view.may_enter(seat) else None
            place = say(view.language, "place.turn", turn, name)
        else:
            link = Link("settings")
        found.append(Problem(place, problem_words(message, view.language), link))
    return tuple(found)


# Lines and their explanation.


def line_view(state: State, seat: int, line: Line, language: str) -> LineView:
    """Return a line in words."""
    conditions = catalogue(state.record.rulings, state.record.figures)
    number = state.sheet(seat).lines.index(line)
    return LineView(
        _line_title(line, language),
        signed(line.points),
        line_text(line, conditions, state.record.rulings, language),
        Link("line", {"seat": str(seat), "n": str(number)}),
    )


def _line_title(line: Line, language: str) -> str:
    if line.kind == "objective":
        return say(language, "line.objective", shown(line.source), line.round)
    if line.kind == "ai":
        return line.source
    return say(language, "line.card", line.source, line.cell)


@dataclass(frozen=True)
class LinePage(Page):
    """One line as picture and sentence."""

    seat: int
    name: str
    owner: str  # whose tableau is shown
    when: str
    line: LineView
    cells: tuple[Cell, ...]
    wide: bool
    groups: tuple[str, ...]  # '1: A1+B2 = 3'
    change: Link | None
    before: Link | None
    after: Link | None


def line_page(view: View, args: Form) -> LinePage:
    """Return the explanation of one line."""
    state: State = view.state
    seat = seat_number(args.get("seat", ""), state)
    lines, number = state.sheet(seat).lines, args.get("n", "")
    if not number.isdecimal() or len(number) > 3 or int(number) >= len(lines):
        raise NoSuchPage(number)
    line, language = lines[int(number)], view.language
    owner = line.at or state.names[seat]
    tableau, names = _tableau_at(state, line, owner)
    cells = light(tableau_cells(tableau, language, names), tableau, line)
    when = say(language, "place.turn", line.turn, state.names[seat]) if line.turn else state.names[seat]
    editable = line.kind == "card" and view.may_enter(seat)
    return LinePage(
        "line.html",
        f"{state.names[seat]}, {_line_title(line, language)}",
        seat,
        state.names[seat],
        say(language, "the_grid") if owner == "grid" else owner,
        when,
        line_view(state, seat, line, language),
        tuple(cells.values()),
        bool(line.kind == "ai" and line.cell),
        tuple(f"{'+'.join(group.cells)}: {group.points:+d}" for group in line.groups if group.cells),
        Link("lay", {"seat": str(seat), "turn": str(line.turn)}) if editable else None,
        _to_line(seat, int(number) - 1, len(lines)),
        _to_line(seat, int(number) + 1, len(lines)),
    )


def _to_line(seat: int, number: int, count: int) -> Link | None:
    return Link("line", {"seat": str(seat), "n": str(number)}) if 0 <= number < count else None


def _tableau_at(state: State, line: Line, owner: str) -> tuple[Tableau, tuple[str, ...]]:
    """Return the tableau as it was when the line was scored."""
    table = Table(state.record)
    last = line.turn or line.round * ROUND or TURNS
    for number, plays in enumerate(state.record.turns[:last], 1):
        table.play(number, plays)
    if owner == "grid":
        grid = table.grids[table.turn > ROUND]
        return (grid or Tableau()), CELLS
    seat = next(seat for seat in table.seats if seat.player.name == owner)
    if line.kind == "ai" and line.cell and seat.player.final:
        tableau = seat.tableau.copy(board(line.cell))
        tableau.lay(15, table.card(seat.player.final.card))
        return tableau, (*CELLS, line.cell)
    return seat.tableau, CELLS


@dataclass(frozen=True)
class LinesPage(Page):
    """All lines of a part of the score."""

    seat: int
    name: str
    heading: str
    total: str
    lines: tuple[LineView, ...]


PARTS = ("1", "O1", "2", "O2", "ai")


def part_lines(state: State, seat: int, part: str) -> tuple[Line, ...]:
    """Return the lines of a round, an objective or the AI card; of everything for the empty part."""
    lines = state.sheet(seat).lines
    if not part:
        return lines
    if part == "ai":
        return tuple(line for line in lines if line.kind == "ai")
    if part in ("O1", "O2"):
        return tuple(line for line in lines if line.kind == "objective" and line.round == int(part[1]))
    return tuple(line for line in lines if line.kind == "card" and (line.turn > ROUND) == (part == "2"))


def lines_page(view: View, args: Form) -> LinesPage:
    """Return the lines of a part of a seat's score."""
    state: State = view.state
    seat, part = seat_number(args.get("seat", ""), state), args.get("part", "")
    if part not in ("", *PARTS):
        raise NoSuchPage(part)
    lines = part_lines(state, seat, part)
    heading = say(view.language, f"part.{part or 'all'}")
    return LinesPage(
        "lines.html",
        f"{state.names[seat]}: {heading}",
        seat,
        state.names[seat],
        heading,
        str(sum(line.points for line in lines)),
        tuple(line_view(state, seat, line, view.language) for line in lines),
    )


# The whole table, turn by turn.


@dataclass(frozen=True)
class TurnCell:
    """What a seat did in a turn."""

    text: str
    points: str
    status: str  # laid, missing, waiting, problem, later
    link: Link | None
    label: str


@dataclass(frozen=True)
class TurnsPage(Page):
    """Seats across, turns down."""

    names: tuple[str, ...]
    rounds: tuple[tuple[str, tuple[tuple[int, tuple[TurnCell, ...]], ...], tuple[TurnCell, ...]], ...]
    problems: tuple[Problem, ...]


def turns_page(view: View, args: Form) -> TurnsPage:
    """Return the whole table turn by turn."""
    state: State = view.state
    seats = range(len(state.names))
    highest = max([state.turn, *(int(key.split("/")[1]) for key in state.entries if key.startswith("play/"))])
    rounds = []
    for number in (1, 2):
        turns = range(ROUND * number - ROUND + 1, ROUND * number + 1)
        rows = tuple(
            (turn, tuple(_turn_cell(view, state, turn, seat) for seat in seats)) for turn in turns if turn <= highest
        )
        if rows:
            objectives = tuple(_objective_cell(view, state, number, seat) for seat in seats)
            rounds.append((shown(state.record.objectives[number - 1]), rows, objectives))
    return TurnsPage("turns.html", say(view.language, "turns.title"), state.names, tuple(rounds), problems(view))


def _turn_cell(view: View, state: State, turn: int, seat: int) -> TurnCell:
    play, name, language = state.play(turn, seat), state.names[seat], view.language
    link = Link("lay", {"seat": str(seat), "turn": str(turn)}) if view.may_enter(seat) and turn <= state.turn else None
    if play is None:
        return TurnCell("·", "", "missing", link, say(language, "turncell.missing", name, turn))
    what = f"{play['card']} {play['cell']}"
    if f"turn {turn}, {name}" in state.problems:
        return TurnCell(what, "!", "problem", link, say(language, "turncell.problem", name, turn, what))
    if turn > state.turn:
        return TurnCell(what, "…", "later", link, say(language, "turncell.later", name, turn, what))
    lines = state.lines_of_turn(seat, turn)
    if not lines:
        return TurnCell(what, "…", "waiting", link, say(language, "turncell.waiting", name, turn, what))
    points = sum(line.points for line in lines)
    number = state.sheet(seat).lines.index(lines[-1])
    label = say(language, "turncell.laid", name, turn, what, points)
    return TurnCell(what, signed(points), "laid", Link("line", {"seat": str(seat), "n": str(number)}), label)


def _objective_cell(view: View, state: State, number: int, seat: int) -> TurnCell:
    lines = part_lines(state, seat, f"O{number}")
    if not lines:
        return TurnCell("", "", "missing", None, "")
    index = state.sheet(seat).lines.index(lines[0])
    label = say(view.language, "turncell.objective", state.names[seat], shown(lines[0].source), lines[0].points)
    return TurnCell(
        shown(lines[0].source),
        signed(lines[0].points),
        "laid",
        Link("line", {"seat": str(seat), "n": str(index)}),
        label,
    )


def rank_note(state: State, seat: int) -> str:
    """Return the solo rank, with how far the next one is."""
    step = ranks.rank(state.sheet(seat).total)
    return f"{step.name} (+{step.missing} {step.next})" if step.next else step.name
