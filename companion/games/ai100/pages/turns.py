"""The whole table, turn by turn, and what became illegal."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.errors import Place
from companion.core.table import Link, Page, View
from companion.games.ai100.document import ROUND, TURNS
from companion.games.ai100.pages.lines import part_lines
from companion.games.ai100.pages.state import State
from companion.games.ai100.pages.words import say, shown, signed
from companion.pages.fields import Fields


@dataclass(frozen=True)
class Problem:
    """Something that became illegal, and where it is mended."""

    place: str
    text: str
    link: Link | None


def problems(view: View[State]) -> tuple[Problem, ...]:
    """Return everything that became illegal, in words, with the page that mends it."""
    state = view.state
    found = []
    plays = {
        Place.turn(turn) / name: (turn, seat) for turn in range(1, TURNS + 1) for seat, name in enumerate(state.names)
    }
    for place, problem in state.problems.items():
        link: Link | None = Link("settings")
        where = place.say(view.language)
        if place in plays:
            turn, seat = plays[place]
            link = Link("lay", {"seat": str(seat), "turn": str(turn)}) if view.may_enter(seat) else None
            where = say(view.language, "place.turn", turn, state.names[seat])
        found.append(Problem(where, problem.sentence(view.language), link))
    return tuple(found)


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


def turns_page(view: View[State], args: Fields) -> TurnsPage:
    """Return the whole table turn by turn."""
    state = view.state
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


def _turn_cell(view: View[State], state: State, turn: int, seat: int) -> TurnCell:
    play, name, language = state.play(turn, seat), state.names[seat], view.language
    link = Link("lay", {"seat": str(seat), "turn": str(turn)}) if view.may_enter(seat) and turn <= state.turn else None
    if play is None:
        return TurnCell("·", "", "missing", link, say(language, "turncell.missing", name, turn))
    what = f"{play['card']} {play['cell']}"
    if Place.turn(turn) / name in state.problems:
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


def _objective_cell(view: View[State], state: State, number: int, seat: int) -> TurnCell:
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
