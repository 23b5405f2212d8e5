"""What the table remembers of a finished game: turns and points of cards, and which cards were of round 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Link, Page, View
from companion.games.ai100.document import TURNS
from companion.games.ai100.pages.cells import tableau_cells
from companion.games.ai100.pages.finished_result import span
from companion.games.ai100.pages.finished_state import PLACES, FinishedState
from companion.pages.fields import Fields


@dataclass(frozen=True, kw_only=True)
class MemoryPage(Page):
    """What the table remembers of an order of play."""

    template: str = "finished_memory.html"
    seat: int
    name: str
    rows: tuple[tuple[str, str, str, str, str, str], ...]  # cell, card, drawing, turn, points, error
    turns: tuple[str, ...]
    total: str


def memory_page(view: View[FinishedState], args: Fields) -> MemoryPage:
    """Return the page on which memories narrow the range."""
    state, seat = view.state, args.seat()
    notes, cards = state.memories(seat), state.cards(seat)
    drawn = tableau_cells(state.tableau(seat), view)
    rows = []
    for cell, card in cards.items():
        note = notes.get(cell, {})
        turn, points = (view.filled.get(f"{key}{cell}", str(note.get(key, ""))) for key in ("turn", "points"))
        error = view.errors.get(f"turn{cell}") or view.errors.get(f"points{cell}", "")
        rows.append((cell, card, drawn[cell].svg, turn, points, error))
    total = span(state.outcomes[seat].total) if state.outcomes else ""
    return MemoryPage(
        title=view.say("memory.title"),
        seat=seat,
        name=state.names[seat],
        rows=tuple(rows),
        turns=tuple(str(turn) for turn in range(1, TURNS + 1)),
        total=total,
    )


def remember(view: View[FinishedState], form: Fields) -> Change:
    """Keep what the table remembers."""
    seat = form.own_seat()
    entries: dict[str, Any] = {}
    turns: dict[int, str] = {}
    for cell in PLACES:
        turn = form.typed_number(f"turn{cell}", range(1, TURNS + 1), "error.turn")
        points = form.typed_number(f"points{cell}", range(-99, 1000), "error.claimed")
        if turn is not None and turn in turns:
            form.errors[f"turn{cell}"] = view.say("error.turn_twice", turn, turns[turn])
        elif turn is not None:
            turns[turn] = cell
        note = {key: value for key, value in (("turn", turn), ("points", points)) if value is not None}
        entries[f"memory/{seat}/{cell}"] = note or None
    form.refuse(Link.of("memory", seat=seat))
    return Change(entries, Link.of(seat=seat))


@dataclass(frozen=True, kw_only=True)
class PhasesPage(Page):
    """Which cards were laid in round 1."""

    template: str = "finished_phases.html"
    cards: tuple[tuple[str, str, str], ...]  # card, whose, drawing


def phases_page(view: View[FinishedState], args: Fields) -> PhasesPage:
    """Return the page that asks for the rounds of cards whose deck does not say them."""
    state = view.state
    rows = []
    for seat, name in enumerate(state.names):
        drawn = tableau_cells(state.tableau(seat), view)
        rows += [
            (card, name, drawn[cell].svg) for cell, card in state.cards(seat).items() if card in state.without_phase
        ]
    return PhasesPage(title=view.say("phases.title"), cards=tuple(rows))


def enter_phases(view: View[FinishedState], form: Fields) -> Change:
    """Keep the rounds with the faces, for this table and its box."""
    state = view.state
    faces = {card: {**state.faces[card], "phase": 1 if form.get(f"first{card}") else 2} for card in state.without_phase}
    deck = "" if state.setup["deck"] == "demo" else str(state.setup["deck"])
    return Change({f"face/{card}": face for card, face in faces.items()}, Link(), faces if deck else {}, deck)
