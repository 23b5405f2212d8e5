"""The card that AI-2 adds outside a finished tableau."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.table import Change, Form, Link, Page, Refused, View
from companion.games.ai100.board import EXTRA_CELLS
from companion.games.ai100.cards import EVOLUTION_IDS, full_id
from companion.games.ai100.pages.finished_entry import player_of
from companion.games.ai100.pages.finished_state import FinishedState
from companion.games.ai100.pages.words import say


@dataclass(frozen=True)
class FinalPage(Page):
    """AI-2's extra card."""

    seat: int
    name: str
    card: str
    cell: str
    cells: tuple[str, ...]
    error: str


def final_page(view: View, args: Form) -> FinalPage:
    """Return the page for the card that AI-2 adds."""
    state: FinishedState = view.state
    seat = player_of(args, state)
    known = state.entries.get(f"final/{seat}", {})
    return FinalPage(
        "finished_final.html", say(view.language, "final.title"), seat, state.names[seat],
        view.filled.get("card", known.get("card", "")), view.filled.get("cell", known.get("cell", "")),
        EXTRA_CELLS, view.errors.get("card", ""),
    )  # fmt: skip


def enter_final(view: View, form: Form) -> Change:
    """Keep AI-2's extra card."""
    state: FinishedState = view.state
    seat = player_of(form, state)
    typed, cell = form.get("card", "").strip(), form.get("cell", "")
    if not typed:
        return Change({f"final/{seat}": None}, Link("", {"seat": str(seat)}))
    card = full_id(typed)
    back = Link("final", {"seat": str(seat)})
    if card not in EVOLUTION_IDS:
        raise Refused({"card": say(view.language, "error.card", typed[:12])}, back)
    if card in state.used and card != state.entries.get(f"final/{seat}", {}).get("card"):
        raise Refused({"card": say(view.language, "error.used", card)}, back)
    if cell not in EXTRA_CELLS or state.ai(seat) != "AI-2":
        raise Refused({"card": say(view.language, "error.card_and_cell")}, back)
    return Change({f"final/{seat}": {"card": card, "cell": cell}}, Link("", {"seat": str(seat)}))
