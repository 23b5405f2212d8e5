"""The whole table, turn by turn, and what became illegal."""

from __future__ import annotations

from companion.core.errors import Place
from companion.core.grammar import signed
from companion.core.table import Link, Page, PagePart, View
from companion.games.ai100.document import ROUND, TURNS
from companion.games.ai100.pages.hand import END
from companion.games.ai100.pages.lines import part_lines
from companion.games.ai100.pages.state import State
from companion.games.ai100.pages.words import shown
from companion.pages.fields import Fields


class Problem(PagePart):
    """Something that became illegal, and where it is mended."""

    place: str
    text: str
    link: Link | None


def problems(view: View[State]) -> tuple[Problem, ...]:
    """Return everything that became illegal, in words, with the page that mends it."""
    state = view.state
    if not state.problems:
        return ()
    found = []
    plays = {
        Place.turn(turn) / name: (turn, seat) for turn in range(1, TURNS + 1) for seat, name in enumerate(state.names)
    }
    for place, problem in state.problems.items():
        link: Link | None = Link("settings")
        where = place.say(view.language)
        if place in plays:
            turn, seat = plays[place]
            link = Link.of("lay", seat=seat, turn=turn) if view.may_enter(seat) else None
            where = view.say("place.turn", turn, state.names[seat])
        found.append(Problem(place=where, text=problem.sentence(view.language), link=link))
    return tuple(found)


def still_open(view: View[State]) -> tuple[tuple[str, Link | None, str], ...]:
    """Return what may still change the result, each with its page: what became illegal, unknown faces, AI-2's card."""
    state = view.state
    found = [(view.say("named", one.place, one.text), one.link, view.say("home.fix")) for one in problems(view)]
    for card in state.missing:
        text = view.say("next.face", card)
        found.append((view.say("error.face", card), Link.of("face", card=card), text))
    if state.over:
        for seat, player in enumerate(state.setup["players"]):
            if player["ai"] == "AI-2" and f"final/{seat}" not in state.entries:
                link = Link.of("lay", seat=seat, turn=END) if view.may_enter(seat) else None
                found.append((view.say("open.final", player["name"]), link, view.say("open.final.add")))
    return tuple(found)


class TurnCell(PagePart):
    """What a seat did in a turn."""

    text: str = ""
    points: str = ""
    status: str  # laid, missing, waiting, problem, later
    link: Link | None = None
    label: str = ""


class TurnsPage(Page):
    """Seats across, turns down."""

    names: tuple[str, ...]
    rounds: tuple[tuple[str, tuple[tuple[int, tuple[TurnCell, ...]], ...], tuple[TurnCell, ...]], ...]
    problems: tuple[Problem, ...]


def turns_page(view: View[State], args: Fields) -> TurnsPage:
    """Return the whole table turn by turn."""
    state = view.state
    seats = range(len(state.names))
    highest = max(state.turn, state.last)
    rounds = []
    for number in (1, 2):
        turns = range(ROUND * number - ROUND + 1, ROUND * number + 1)
        rows = tuple((turn, tuple(_turn_cell(view, turn, seat) for seat in seats)) for turn in turns if turn <= highest)
        if rows:
            objectives = tuple(_objective_cell(view, number, seat) for seat in seats)
            rounds.append((shown(state.record.objectives[number - 1]), rows, objectives))
    return TurnsPage(title=view.say("turns.title"), names=state.names, rounds=tuple(rounds), problems=problems(view))


def _turn_cell(view: View[State], turn: int, seat: int) -> TurnCell:
    state = view.state
    play, name = state.play(turn, seat), state.names[seat]
    link = Link.of("lay", seat=seat, turn=turn) if view.may_enter(seat) and turn <= state.turn else None
    if play is None:
        return TurnCell(text="·", status="missing", link=link, label=view.say("turncell.missing", name, turn))
    what = f"{play['card']} {play['cell']}"
    if Place.turn(turn) / name in state.problems:
        return TurnCell(
            text=what, points="!", status="problem", link=link, label=view.say("turncell.problem", name, turn, what)
        )
    lines = state.lines_of_turn(seat, turn)
    if not lines:
        status = "later" if turn > state.turn else "waiting"
        label = view.say(f"turncell.{status}", name, turn, what)
        return TurnCell(text=what, points="…", status=status, link=link, label=label)
    points = sum(line.points for line in lines)
    number = state.sheet(seat).lines.index(lines[0])
    label = view.say("turncell.laid", name, turn, what, points)
    return TurnCell(
        text=what, points=signed(points), status="laid", link=Link.of("line", seat=seat, n=number), label=label
    )


def _objective_cell(view: View[State], number: int, seat: int) -> TurnCell:
    state = view.state
    lines = part_lines(state, seat, f"O{number}")
    if not lines:
        return TurnCell(status="missing")
    index = state.sheet(seat).lines.index(lines[0])
    label = view.say("turncell.objective", state.names[seat], shown(lines[0].source), lines[0].points)
    return TurnCell(
        text=shown(lines[0].source),
        points=signed(lines[0].points),
        status="laid",
        link=Link.of("line", seat=seat, n=index),
        label=label,
    )
