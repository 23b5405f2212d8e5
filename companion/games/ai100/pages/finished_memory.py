"""What the table remembers of a finished game: turns and points of cards, and which cards were of round 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Form, Link, Page, Refused, View
from companion.games.ai100.document import TURNS
from companion.games.ai100.pages.cells import tableau_cells
from companion.games.ai100.pages.finished_entry import player_of
from companion.games.ai100.pages.finished_result import span
from companion.games.ai100.pages.finished_state import PLACES, FinishedState
from companion.games.ai100.pages.words import say


@dataclass(frozen=True)
class MemoryPage(Page):
    """What the table remembers of an order of play."""

    seat: int
    name: str
    rows: tuple[tuple[str, str, str, str, str, str], ...]  # cell, card, drawing, turn, points, error
    turns: tuple[str, ...]
    total: str


def memory_page(view: View, args: Form) -> MemoryPage:
    """Return the page on which memories narrow the range."""
    state: FinishedState = view.state
    seat = player_of(args, state)
    notes, cards = state.memories(seat), state.cards(seat)
    drawn = tableau_cells(state.tableau(seat), view.language)
    rows = []
    for cell, card in cards.items():
        note = notes.get(cell, {})
        turn, points = (view.filled.get(f"{key}{cell}", str(note.get(key, ""))) for key in ("turn", "points"))
        rows.append((cell, card, drawn[cell].svg, turn, points, view.errors.get(cell, "")))
    total = span(state.outcomes[seat].total) if state.outcomes else ""
    return MemoryPage(
        "finished_memory.html", say(view.language, "memory.title"), seat, state.names[seat], tuple(rows),
        tuple(str(turn) for turn in range(1, TURNS + 1)), total,
    )  # fmt: skip


def remember(view: View, form: Form) -> Change:
    """Keep what the table remembers."""
    state: FinishedState = view.state
    seat = player_of(form, state)
    entries: dict[str, Any] = {}
    errors: dict[str, str] = {}
    turns: dict[int, str] = {}
    for cell in PLACES:
        note = {}
        turn, points = form.get(f"turn{cell}", "").strip(), form.get(f"points{cell}", "").strip()
        if turn.isdecimal() and 1 <= int(turn[:3]) <= TURNS:
            note["turn"] = int(turn)
            if int(turn) in turns:
                errors[cell] = say(view.language, "error.turn_twice", turn, turns[int(turn)])
            turns[int(turn)] = cell
        elif turn:
            errors[cell] = say(view.language, "error.turn", turn[:12])
        if points.removeprefix("-").isdecimal() and len(points) < 4:
            note["points"] = int(points)
        elif points:
            errors[cell] = say(view.language, "error.claimed", points[:12])
        entries[f"memory/{seat}/{cell}"] = note or None
    if errors:
        raise Refused(errors, Link("memory", {"seat": str(seat)}))
    return Change(entries, Link("", {"seat": str(seat)}))


@dataclass(frozen=True)
class PhasesPage(Page):
    """Which cards were laid in round 1."""

    cards: tuple[tuple[str, str, str], ...]  # card, whose, drawing


def phases_page(view: View, args: Form) -> PhasesPage:
    """Return the page that asks for the rounds of cards whose deck does not say them."""
    state: FinishedState = view.state
    rows = []
    for seat, name in enumerate(state.names):
        drawn = tableau_cells(state.tableau(seat), view.language)
        rows += [
            (card, name, drawn[cell].svg) for cell, card in state.cards(seat).items() if card in state.without_phase
        ]
    return PhasesPage("finished_phases.html", say(view.language, "phases.title"), tuple(rows))


def enter_phases(view: View, form: Form) -> Change:
    """Keep the rounds with the faces, for this table and its box."""
    state: FinishedState = view.state
    faces = {card: {**state.faces[card], "phase": 1 if form.get(f"first{card}") else 2} for card in state.without_phase}
    deck = "" if state.setup["deck"] == "demo" else str(state.setup["deck"])
    return Change({f"face/{card}": face for card, face in faces.items()}, Link(), faces if deck else {}, deck)
