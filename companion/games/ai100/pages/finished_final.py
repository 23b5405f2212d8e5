"""The card that AI-2 adds outside a finished tableau."""

from __future__ import annotations

from companion.core.table import Change, Link, Page, Refused, SentPhoto, View
from companion.games.ai100.board import EXTRA_CELLS
from companion.games.ai100.cards import AI_IDS, EVOLUTION_IDS, full_id
from companion.games.ai100.pages.finished_state import FinishedState
from companion.pages.fields import Fields
from companion.pages.parts import PhotoForm, photo_buttons

_SHOWN = 3  # cards that it may be
_CLEAR = 0.98


class ExtraPage(Page):
    """AI-2's extra card."""

    seat: int
    name: str
    card: str = ""
    cell: str = ""
    cells: tuple[str, ...]
    error: str = ""
    seen: str = ""  # what a photo of the card says
    photo: PhotoForm


def extra_page(view: View[FinishedState], args: Fields) -> ExtraPage:
    """Return the page for the card that AI-2 adds."""
    state, seat = view.state, args.seat()
    typed = {**state.entries.get(f"final/{seat}", {}), **args, **view.filled}
    seen = [card for card in args.get("seen", "").split(".") if card in EVOLUTION_IDS]
    key = "final.photo.sure" if len(seen) == 1 else "final.photo.unsure"
    return ExtraPage(
        title=view.say("final.title"),
        seat=seat,
        name=state.names[seat],
        card=typed.get("card", ""),
        cell=typed.get("cell", ""),
        cells=EXTRA_CELLS,
        error=view.errors.get("card", ""),
        seen=view.say(key, ", ".join(seen)) if seen else "",
        photo=photo_buttons(view, "extra", "1x1", 1, seat=seat),
    )


def read_extra(view: View[FinishedState], photo: SentPhoto, form: Fields) -> Link:
    """Return the page with the card that lies alone in a photo; the photo is not kept."""
    from companion.games.ai100.reader import Expected, read_tableau

    state, seat = view.state, form.own_seat()
    back = Link.of("final", seat=seat)
    lying = tuple(card for card in state.used if card != state.entries.get(f"final/{seat}", {}).get("card"))
    # Nor is it an AI card, though it lies in the middle of its photo as one does in its tableau.
    reading = read_tableau(photo.data, "photo", state.deck, expected=Expected((*lying, *AI_IDS)))
    if len(reading.cells) != 1:
        raise Refused({"photo": view.say("final.photo.several", len(reading.cells))}, back)
    (seen,) = reading.cells.values()
    guesses = [guess for guess in seen.guesses if guess.card in EVOLUTION_IDS]
    if not guesses:
        raise Refused({"photo": view.say("final.photo.none")}, back)
    # On which cell a card by itself lies is doubtful, and so is all that is said of it; only the shares count.
    clear = guesses[0].confidence > _CLEAR * sum(guess.confidence for guess in guesses)
    cards = [guess.card for guess in guesses[: 1 if clear else _SHOWN]]
    return back.but(card=cards[0], seen=tuple(cards))


def enter_final(view: View[FinishedState], form: Fields) -> Change:
    """Keep AI-2's extra card."""
    state, seat = view.state, form.own_seat()
    typed, cell = form.get("card", "").strip(), form.get("cell", "")
    if not typed:
        return Change({f"final/{seat}": None}, Link.of(seat=seat))
    card = full_id(typed)
    back = Link.of("final", seat=seat)
    if card not in EVOLUTION_IDS:
        raise Refused({"card": view.say("error.card", typed[:12])}, back)
    if card in state.used and card != state.entries.get(f"final/{seat}", {}).get("card"):
        raise Refused({"card": view.say("error.used", card)}, back)
    if cell not in EXTRA_CELLS or state.ai(seat) != "AI-2":
        raise Refused({"card": view.say("error.card_and_cell")}, back)
    return Change({f"final/{seat}": {"card": card, "cell": cell}}, Link.of(seat=seat))
