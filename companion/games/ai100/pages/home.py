"""The home of a table: a tableau, what it scored last, who is missing, and the one thing to do next."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

from companion.core.grammar import listed
from companion.core.sheet import Line
from companion.core.table import Link, Page, PagePart, View
from companion.games.ai100.board import CELLS
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.document import ROUND, TURNS
from companion.games.ai100.pages.cells import Cell, card_drawing, light, tableau_cells
from companion.games.ai100.pages.finished_solo import Solo, solo_words
from companion.games.ai100.pages.hand import END
from companion.games.ai100.pages.lines import LineView, Rule, line_view, objective_of, part_lines, tableau_at
from companion.games.ai100.pages.shapes import group_shapes
from companion.games.ai100.pages.state import State
from companion.games.ai100.pages.state import state as make_state
from companion.games.ai100.pages.summary import round_over
from companion.games.ai100.pages.turns import Problem, problems
from companion.games.ai100.pages.words import turn_words
from companion.games.ai100.replay import legal_cells
from companion.games.ai100.tableau import Tableau
from companion.pages.fields import Fields
from companion.pages.parts import Button, Notice, PhotoForm, button, menu, photo_buttons, to_scores
from companion.paths import DATA


class SeatView(PagePart):
    """A seat with its tableau."""

    number: int
    name: str
    ai: str
    total: int
    cells: tuple[Cell, ...]
    shapes: str = ""  # around what scored together
    wide: bool = False  # with a place around it, where AI-2 added a card
    waits: str  # for whom the last card waits before it scores
    link: Link


class NextCard(PagePart):
    """What a phone can do here: the one thing to do next, the same by photo, and put the last card right."""

    button: Button | None
    photo: PhotoForm | None  # none where this phone lays none
    change: Button | None = None


class ForNewcomers(PagePart):
    """What helps whoever has never played: cards that a demo hands out, and what a tableau will look like."""

    hand: tuple[Cell, ...] = ()
    sample: tuple[Cell, ...] = ()  # while nothing is laid


class HomePage(Page):
    """The home of the table, looking at one seat."""

    seat: int
    own: SeatView
    others: tuple[SeatView, ...]  # on a wide screen
    phase: str  # 'Round 1 · turn 3'
    objective: Rule
    lines: tuple[LineView, ...]  # what the last card scored
    next: NextCard
    problems: tuple[Problem, ...]
    notices: tuple[Notice, ...]
    newcomers: ForNewcomers
    menu: tuple[Button, ...]
    solo: Solo | None = None  # how a solo game that is over compares


def home_page(view: View[State], args: Fields) -> HomePage:
    """Return the home of the table for one seat."""
    state = view.state
    number = args.seat(_first_missing(state))
    last = () if _waits(view, number) else last_lines(state, number)
    beside = [seat for seat in range(len(state.names)) if seat != number] if view.wide else []
    handed_on = _handed_on(view, number, args)
    return HomePage(
        title=state.names[number],
        seat=number,
        own=_seat(view, number, last, lays=not handed_on),
        others=tuple(_seat(view, seat, ()) for seat in beside),
        phase=view.say("phase.over") if state.over else turn_words(view, state.turn),
        objective=objective_of(view, 1 if state.turn <= ROUND else 2),
        lines=tuple(line_view(view, number, line) for line in last),
        next=NextCard(
            button=_next(view, number, handed_on),
            photo=None if handed_on else _photo(view, number),
            change=_change(view, number),
        ),
        problems=problems(view),
        notices=_notices(view),
        newcomers=ForNewcomers(
            hand=() if handed_on else _hand(view, number),
            sample=()
            if any(key.startswith("play/") for key in state.entries)
            else tuple(tableau_cells(_sample(), view).values()),
        ),
        menu=_menu(view),
        solo=solo_words(view, state.sheet(0).total, state.names[0]) if state.over and len(state.names) == 1 else None,
    )


def _hand(view: View[State], seat: int) -> tuple[Cell, ...]:
    """Return the cards that a demo hands out, for the first seat that lays one; each leads to where it can go."""
    state = view.state
    if state.over or state.laid[seat] or not view.may_enter(seat):
        return ()
    laid = {play["card"] for key, play in state.entries.items() if key.startswith("play/")}
    faces, conditions = demo_deck().faces, catalogue()
    return tuple(
        Cell(
            name=card,
            label=view.say("home.hand.card", card, conditions[card].sentence[view.language]),
            svg=card_drawing(card, faces[card]),
            link=Link.of("lay", seat=seat, turn=state.turn, card=card),
        )
        for card in state.setup.get("hand", ())
        if card not in laid
    )


def _notices(view: View[State]) -> tuple[Notice, ...]:
    """Return what has to be entered first: a face, or the grid of this round."""
    state, found = view.state, []
    if state.missing:
        teach = button(view, Link("teach"), "teach.title") if view.plays else None
        found.append(Notice(text=view.say("home.face", state.missing[0]), link=teach))
    cells = 6 if state.turn <= ROUND else 12
    if len(state.names) == 2 and not state.over and len(state.entries.get("grid", {})) < cells:
        found.append(Notice(text=view.say("home.grid"), link=button(view, Link("grid"), "option.grid")))
    if state.gaps:
        who = ", ".join(view.say("place.turn", turn, state.names[seat]) for seat, turn in state.gaps.items())
        found.append(Notice(text=view.say("home.gap", who)))
    if (number := round_over(state)) and part_lines(state, 0, f"O{number}"):
        link = button(view, Link.of("round", n=number), "round.see")
        found.append(Notice(text=view.say("round.over", number), link=link))
    return tuple(found)


@cache
def _sample() -> Tableau:
    demo = json.loads((DATA / "ai100" / "demo-table.json").read_text("utf-8"))
    return make_state(demo, {}).replay.tableaux["Cleo"]


def _first_missing(state: State) -> int:
    return state.laid.index(False) if not state.over and False in state.laid else 0


def last_lines(state: State, seat: int) -> tuple[Line, ...]:
    """Return what the last card of a seat scored, and what followed it: the objective of the round, the AI card."""
    lines = state.sheet(seat).lines
    turn = max((line.turn for line in lines), default=0)
    return lines[next((at for at, line in enumerate(lines) if line.turn == turn), 0) :]


def _handed_on(view: View[State], seat: int, args: Fields) -> bool:
    """Return whether a phone that lays for everybody has just ended a turn, and another seat begins the next one."""
    state, ended = view.state, args.number_if_any("ended", range(1, TURNS + 1))
    return view.everybody and not state.over and ended == state.turn - 1 and _first_missing(state) != seat


def _waits(view: View[State], seat: int) -> str:
    play = view.state.play(view.state.turn, seat)
    status, text = seat_status(view, seat)
    return view.say("home.waits", play["card"], play["cell"], text) if play and status == "waiting" else ""


def _change(view: View[State], seat: int) -> Button | None:
    turn = min(view.state.turn, TURNS)
    play = view.state.play(turn, seat)
    if play is None or not view.may_enter(seat):
        return None
    return button(view, Link.of("lay", seat=seat, turn=turn), "home.change", play["card"])


def _seat(view: View[State], seat: int, lit: tuple[Line, ...], *, lays: bool = True) -> SeatView:
    state = view.state
    name = state.names[seat]
    tableau, names = state.replay.tableaux[name], CELLS
    if added := next((line for line in state.sheet(seat).lines if line.kind == "ai" and line.cell), None):
        tableau, names = tableau_at(state, added, name)
    cells, player = tableau_cells(tableau, view, names, state.missing), state.setup["players"][seat]
    own = [line for line in lit if line.groups and not line.at]
    if own:
        cells = light(cells, own[-1])
    if lays and not state.over and not state.laid[seat] and view.may_enter(seat):
        for cell in map(CELLS.__getitem__, legal_cells(tableau, player["ai"])):
            link = Link.of("lay", seat=seat, turn=state.turn, cell=cell)
            cells[cell] = replace(cells[cell], link=link, label=view.say("cell.lay", cell))
    sheet = state.sheet(seat)
    return SeatView(
        number=seat,
        name=name,
        ai=player["ai"],
        total=sheet.total,
        cells=tuple(cells.values()),
        shapes=group_shapes(own[-1].groups, wide=len(names) > len(CELLS)) if own else "",
        wide=len(names) > len(CELLS),
        waits=_waits(view, seat),
        link=Link.of(seat=seat),
    )


def seat_status(view: View[State], seat: int) -> tuple[str, str]:
    """Return how a seat stands in the open turn, as a key and in words."""
    state = view.state
    if state.over:
        return "laid", ""
    if not state.laid[seat]:
        return "missing", view.say("status.missing")
    if waits := state.replay.waiting.get(state.names[seat]):
        return "waiting", view.say("status.waiting", listed(waits, view.language))
    return "laid", view.say("status.laid")


def _next(view: View[State], seat: int, handed_on: bool) -> Button | None:
    state = view.state
    if state.missing:
        return button(view, Link.of("face", card=state.missing[0]), "next.face", state.missing[0])
    if state.over:
        for number, player in enumerate(state.setup["players"]):
            if player["ai"] == "AI-2" and view.may_enter(number) and f"final/{number}" not in state.entries:
                return button(view, Link.of("lay", seat=number, turn=END), "next.final", player["name"])
        return to_scores(view)
    if not state.laid[seat] and not handed_on:
        return button(view, _lay(state, seat), "next.lay") if view.may_enter(seat) else None
    if view.everybody:
        other = _first_missing(state)
        return button(view, _lay(state, other), "next.other", state.names[other])
    return None


def _photo(view: View[State], seat: int) -> PhotoForm | None:
    state = view.state
    if state.over or state.missing or state.laid[seat] or not view.may_enter(seat):
        return None
    lying = sum(1 for _ in state.replay.tableaux[state.names[seat]].items())
    return photo_buttons(view, "card", "3x5", lying + 1, seat=seat, turn=state.turn)


def _lay(state: State, seat: int) -> Link:
    return Link.of("lay", seat=seat, turn=state.turn)


def _menu(view: View[State]) -> tuple[Button, ...]:
    grids = {1: {"draft.title": Link("grid")}, 2: {"grid.title": Link("grid")}}
    links = {"turns.title": Link("turns"), **grids.get(len(view.state.names), {}), "decks.title": Link("deck")}
    return menu(view, {**links, "settings.title": Link("settings")})
