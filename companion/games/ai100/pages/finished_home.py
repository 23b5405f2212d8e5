"""A finished game: its tableaux as far as they are entered, what is still missing, and what they came to."""

from __future__ import annotations

from dataclasses import replace

from companion.core.grammar import listed
from companion.core.table import Link, Page, PagePart, View
from companion.games.ai100.board import CELLS
from companion.games.ai100.pages.cells import Cell, tableau_cells
from companion.games.ai100.pages.finished_draft import called, may_enter, spot_of, whose
from companion.games.ai100.pages.finished_entry import problem_sentence
from companion.games.ai100.pages.finished_result import Result, result_of, short_total
from companion.games.ai100.pages.finished_state import CENTRE, GRID_PLACES, FinishedState
from companion.pages.fields import Fields
from companion.pages.parts import Button, Confirm, PhotoForm, button, form_button, menu, photo_buttons

_FEW = 3  # faces to be entered by hand; more are taught by photo


class SeatTab(PagePart):
    """A seat and how far it is entered."""

    number: int
    name: str
    status: str
    text: str
    link: Link


class Status(PagePart):
    """What is still missing, in words; with a button where one tap settles it."""

    text: str = ""
    use: Confirm | None = None
    link: Button | None = None


class FinishedPage(Page):
    """The home of a finished game, looking at one seat or at the neutral grid."""

    seat: int
    grid: bool
    tabs: tuple[SeatTab, ...]
    cells: tuple[Cell, ...]
    others: tuple[tuple[SeatTab, tuple[Cell, ...]], ...]  # shown where there is room
    status: Status
    problem: str
    next: Button | None
    photo: PhotoForm | None = None  # none where this phone may not send one
    result: Result | None = None
    claim: Button | None = None
    menu: tuple[Button, ...]


def home_page(view: View[FinishedState], args: Fields) -> FinishedPage:
    """Return the home of the table."""
    state = view.state
    seat = spot_of(args, state)
    grid, may = seat == state.grid_seat, may_enter(view, seat)
    tabs = tuple(_tab(view, number) for number in state.spots)
    heading = view.say("finished.heading", called(view, seat))
    if grid or state.unsaid:
        heading = view.say("grid.title" if grid else "finished.one")
    return FinishedPage(
        title=heading,
        seat=seat,
        grid=grid,
        tabs=tabs,
        cells=_cells(view, seat),
        others=tuple((tab, _drawn(view, tab.number)) for tab in tabs if tab.number != seat and state.cards(tab.number))
        if view.wide
        else (),
        status=_status(view),
        problem=problem_sentence(view),
        next=_next(view, seat),
        # A tableau that is there is photographed again on its own page.
        photo=_photo(view, seat) if may and (not state.full(seat) or "photo" in view.errors) else None,
        result=result_of(view, seat) if state.outcomes and not grid else None,
        claim=button(view, Link.of("claim", seat=seat), "menu.claim") if may and not grid else None,
        menu=_menu(view, seat),
    )


def _photo(view: View[FinishedState], seat: int) -> PhotoForm:
    guide = "3x4" if seat == view.state.grid_seat else "3x5"
    return photo_buttons(view, "tableau", guide, 12, **dict([whose(view.state, seat)]))


def _tab(view: View[FinishedState], seat: int) -> SeatTab:
    state = view.state
    status, text = "missing", view.say("finished.count", len(state.cards(seat)), len(state.places(seat)))
    if state.full(seat):
        known = state.outcomes and seat != state.grid_seat
        status, text = "laid", short_total(view, state.outcomes[seat]) if known else view.say("finished.full")
    return SeatTab(number=seat, name=called(view, seat), status=status, text=text, link=Link.of(seat=seat))


def _drawn(view: View[FinishedState], seat: int) -> tuple[Cell, ...]:
    names = GRID_PLACES if seat == view.state.grid_seat else CELLS
    return tuple(tableau_cells(view.state.tableau(seat), view, names).values())


def _cells(view: View[FinishedState], seat: int) -> tuple[Cell, ...]:
    state = view.state
    names = GRID_PLACES if seat == state.grid_seat else CELLS
    cells = tableau_cells(state.tableau(seat), view, names)
    entered = state.cards(seat)
    if may_enter(view, seat):
        for name in state.places(seat):
            cell = replace(cells[name], link=Link.of("tableau", seat=seat, at=name))
            if name in entered and not cell.svg:
                label = view.say("entry.faceless", name, entered[name])
                cell = replace(cell, label=label, points=entered[name])
            cells[name] = cell
    if seat != state.grid_seat and not cells[CENTRE].svg:
        cells[CENTRE] = _faceless_ai(view, cells[CENTRE], state.ai(seat))
    return tuple(cells.values())


def _faceless_ai(view: View[FinishedState], cell: Cell, ai: str) -> Cell:
    if not ai:
        return replace(cell, label=view.say("finished.no_ai"), points="?", link=Link("played") if view.plays else None)
    link = Link.of("face", card=ai) if view.plays else None
    return replace(cell, label=view.say("entry.faceless", CENTRE, ai), points=ai, link=link)


def _status(view: View[FinishedState]) -> Status:
    state = view.state
    if state.unsaid and not state.cards(0):
        # Whoever tries it with printed demo cards says so before the photo; a real box is the usual case.
        if state.deck.faces or not view.plays:
            return Status()
        use = form_button(view, "demo-deck", {}, "finished.demo.use", primary=False)
        return Status(text=view.say("finished.demo"), use=use)
    if len(state.missing) > _FEW and not state.open_seats and not state.without_ai:
        teach = button(view, Link("teach"), "teach.title") if view.plays else None
        return Status(text=view.say("finished.faces.many", len(state.missing)), link=teach)
    return Status(text=_missing(view))


def _missing(view: View[FinishedState]) -> str:
    state = view.state
    if state.open_seats:
        return view.say("finished.open", listed([state.names[seat] for seat in state.open_seats], view.language))
    if state.without_ai:
        return view.say("finished.no_ai")
    if state.missing:
        return view.say("finished.faces", ", ".join(state.missing))
    if state.without_phase:
        return view.say("finished.phases", len(state.without_phase))
    if state.unsaid:
        return view.say("finished.unsaid")
    return view.say("finished.grid", listed(state.looking, view.language)) if state.looking else ""


def _next(view: View[FinishedState], seat: int) -> Button | None:
    state = view.state
    if not state.full(seat) and may_enter(view, seat):
        return button(view, Link.of("tableau", seat=seat), "finished.by_hand")
    if state.full(seat) and state.without_ai and view.plays:
        return button(view, Link("played"), "finished.say")
    if state.missing and may_enter(view, seat):
        return button(view, Link.of("face", card=state.missing[0]), "next.face", state.missing[0])
    if state.open_seats and view.everybody:
        other = state.open_seats[0]
        return button(view, Link.of(seat=other), "finished.next", state.names[other])
    if state.without_phase and not state.open_seats:
        return button(view, Link("phases"), "finished.phases.enter")
    if state.unsaid and view.plays:
        return button(view, Link("played"), "finished.say")
    if state.looking and state.grid_seat is not None and may_enter(view, state.grid_seat):
        return button(view, Link.of(seat=state.grid_seat), "finished.grid.enter")
    return None


def _menu(view: View[FinishedState], seat: int) -> tuple[Button, ...]:
    state, here, grid = view.state, Link.of(seat=seat).args, seat == view.state.grid_seat
    links = {}
    if may_enter(view, seat):
        if state.full(seat):
            links["finished.change"] = Link("tableau", here)
        if state.full(seat) and not grid:
            links["memory.title"] = Link("memory", here)
        if readings := state.readings(seat):
            links["finished.photo"] = Link("tableau", here).but(photo=[*readings][-1])
        if not grid and state.ai(seat) == "AI-2":
            links["final.title"] = Link("final", here)
    if view.plays:
        links["played.title"] = Link("played")
    return menu(view, {**links, "decks.title": Link("deck")})
