"""A finished game: its tableaux as far as they are entered, what is still missing, and what they came to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.table import Link, Page, View
from companion.games.ai100.board import CELLS
from companion.games.ai100.pages.cells import Cell, tableau_cells
from companion.games.ai100.pages.finished_entry import called, may_enter, problem_sentence, spot_of, whose
from companion.games.ai100.pages.finished_result import Result, result_of, span
from companion.games.ai100.pages.finished_state import CENTRE, GRID_PLACES, FinishedState
from companion.games.ai100.pages.home import Button
from companion.games.ai100.pages.words import say
from companion.pages.fields import Fields


@dataclass(frozen=True)
class SeatTab:
    """A seat and how far it is entered."""

    number: int
    name: str
    status: str
    text: str
    link: Link


@dataclass(frozen=True)
class FinishedPage(Page):
    """The home of a finished game, looking at one seat or at the neutral grid."""

    seat: int
    name: str
    grid: bool
    heading: str
    tabs: tuple[SeatTab, ...]
    cells: tuple[Cell, ...]
    others: tuple[tuple[SeatTab, tuple[Cell, ...]], ...]  # shown where there is room
    status: str  # what is still missing
    problem: str
    next: Button | None
    photo: tuple[tuple[str, str], ...]  # the hidden fields of the photo form; empty where this phone may not send one
    photo_error: str
    result: Result | None
    claimed: str
    claim_error: str
    may: bool
    more: tuple[Button, ...]


def home_page(view: View[FinishedState], args: Fields) -> FinishedPage:
    """Return the home of the table."""
    state = view.state
    seat = spot_of(args, state)
    grid, may, language = seat == state.grid_seat, may_enter(view, seat), view.language
    claimed, name = state.claimed(seat), called(state, seat, language)
    tabs = tuple(_tab(state, number, language) for number in state.spots)
    heading = say(language, "grid.title") if grid else say(language, "finished.heading", name)
    return FinishedPage(
        "finished.html",
        heading,
        seat,
        name,
        grid,
        heading,
        tabs,
        _cells(view, state, seat),
        tuple((tab, _drawn(view, state, tab.number)) for tab in tabs if tab.number != seat and state.cards(tab.number)),
        _status(state, language),
        problem_sentence(state, language),
        _next(view, state, seat),
        # A tableau that is there is photographed again on its own page.
        (whose(state, seat),) if may and (not state.full(seat) or "photo" in view.errors) else (),
        view.errors.get("photo", ""),
        result_of(view, state, seat) if state.outcomes and not grid else None,
        view.filled.get("claimed", "" if claimed is None else str(claimed)),
        view.errors.get("claimed", ""),
        may,
        tuple(_more(view, state, seat)),
    )


def _tab(state: FinishedState, seat: int, language: str) -> SeatTab:
    status, text = "missing", say(language, "finished.count", len(state.cards(seat)), len(state.places(seat)))
    if state.full(seat):
        known = state.outcomes and seat != state.grid_seat
        status, text = "laid", span(state.outcomes[seat].total) if known else say(language, "finished.full")
    return SeatTab(seat, called(state, seat, language), status, text, Link("", {"seat": str(seat)}))


def _drawn(view: View[FinishedState], state: FinishedState, seat: int) -> tuple[Cell, ...]:
    names = GRID_PLACES if seat == state.grid_seat else CELLS
    return tuple(tableau_cells(state.tableau(seat), view.language, names).values())


def _cells(view: View[FinishedState], state: FinishedState, seat: int) -> tuple[Cell, ...]:
    names = GRID_PLACES if seat == state.grid_seat else CELLS
    cells = tableau_cells(state.tableau(seat), view.language, names)
    entered = state.cards(seat)
    if may_enter(view, seat):
        for name in state.places(seat):
            cell = replace(cells[name], link=Link("tableau", {"seat": str(seat), "at": name}))
            if name in entered and not cell.svg:
                label = say(view.language, "entry.faceless", name, entered[name])
                cell = replace(cell, label=label, points=entered[name])
            cells[name] = cell
    if seat != state.grid_seat and not cells[CENTRE].svg:
        cells[CENTRE] = _faceless_ai(view, cells[CENTRE], state.ai(seat))
    return tuple(cells.values())


def _faceless_ai(view: View[FinishedState], cell: Cell, ai: str) -> Cell:
    link = Link("face", {"card": ai}) if view.plays else None
    return replace(cell, label=say(view.language, "entry.faceless", CENTRE, ai), points=ai, link=link)


def _status(state: FinishedState, language: str) -> str:
    if state.open_seats:
        return say(language, "finished.open", ", ".join(state.names[seat] for seat in state.open_seats))
    if state.missing:
        return say(language, "finished.faces", ", ".join(state.missing))
    if state.without_phase:
        return say(language, "finished.phases", len(state.without_phase))
    return say(language, "finished.grid", ", ".join(state.looking)) if state.looking else ""


def _next(view: View[FinishedState], state: FinishedState, seat: int) -> Button | None:
    language = view.language
    if not state.full(seat) and may_enter(view, seat):
        return Button(say(language, "finished.by_hand"), Link("tableau", {"seat": str(seat)}))
    if state.missing and may_enter(view, seat):
        return Button(say(language, "next.face", state.missing[0]), Link("face", {"card": state.missing[0]}))
    if state.open_seats and view.everybody:
        other = state.open_seats[0]
        return Button(say(language, "finished.next", state.names[other]), Link("", {"seat": str(other)}))
    if state.without_phase and not state.open_seats:
        return Button(say(language, "finished.phases.enter"), Link("phases"))
    if state.looking and state.grid_seat is not None and may_enter(view, state.grid_seat):
        return Button(say(language, "finished.grid.enter"), Link("", {"seat": str(state.grid_seat)}))
    return None


def _more(view: View[FinishedState], state: FinishedState, seat: int) -> list[Button]:
    language, here = view.language, {"seat": str(seat)}
    found, grid = [], seat == state.grid_seat
    if may_enter(view, seat):
        if state.full(seat):
            found.append(Button(say(language, "finished.change"), Link("tableau", here)))
        if state.full(seat) and not grid:
            found.append(Button(say(language, "memory.title"), Link("memory", here)))
        if readings := state.readings(seat):
            found.append(Button(say(language, "finished.photo"), Link("tableau", {**here, "photo": [*readings][-1]})))
        if not grid and state.ai(seat) == "AI-2":
            found.append(Button(say(language, "final.title"), Link("final", here)))
    if view.plays:
        found.append(Button(say(language, "played.title"), Link("played")))
    found.append(Button(say(language, "decks.title"), Link("deck")))
    found.append(Button(say(language, "menu.history"), Link("history")))
    return found
