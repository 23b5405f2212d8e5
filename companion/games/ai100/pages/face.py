"""A face that nobody has entered yet: colour, number, four connectors; a dozen taps, asked once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Link, NoSuchPage, Page, Refused, View
from companion.games.ai100.cards import CARD_IDS, COLOURS, CORNERS, NUMBERS
from companion.games.ai100.decks import ASK, DOUBT
from companion.games.ai100.describe import texts as engine_texts
from companion.games.ai100.document import ROUND
from companion.games.ai100.draw import SHADES, colour_symbol, ink_on
from companion.games.ai100.pages.finished_state import AnyState
from companion.games.ai100.pages.hand import way_back
from companion.games.ai100.pages.state import DEMO, deck_name
from companion.pages.fields import Fields


@dataclass(frozen=True, kw_only=True)
class Swatch:
    """A colour to tap, with its symbol."""

    value: str
    label: str
    svg: str


@dataclass(frozen=True, kw_only=True)
class Group:
    """Radio buttons for one colour and one number."""

    key: str  # '' for the card itself, else the corner
    label: str
    colour: str
    number: str
    error: str = ""


@dataclass(frozen=True, kw_only=True)
class FacePage(Page):
    """Entering a face."""

    template: str = "face.html"
    card: str
    groups: tuple[Group, ...]
    swatches: tuple[Swatch, ...]
    numbers: tuple[int, ...]
    fields: tuple[tuple[str, str], ...]
    left: int  # how many more faces are missing after this one


def face_page(view: View[AnyState], args: Fields) -> FacePage:
    """Return the page for one card."""
    state = view.state
    card = args.get("card") or next(iter(state.missing), "")
    if card not in CARD_IDS:
        raise NoSuchPage(card)
    known = state.faces.get(card)
    groups = tuple(_group(view, key, known) for key in ("", *CORNERS))
    back = tuple((key, value) for key, value in args.items() if key.startswith("hand_") or key == "part")
    left = len([one for one in state.missing if one != card])
    title = view.say("face.title", card)
    return FacePage(
        title=title, card=card, groups=groups, swatches=swatches(view), numbers=NUMBERS, fields=back, left=left
    )


def _group(view: View[AnyState], key: str, known: Mapping[str, Any] | None) -> Group:
    colour, number = view.filled.get(f"{key}colour", ""), view.filled.get(f"{key}number", "")
    if known and not view.filled:
        colour, number = (known["colour"], known["number"]) if not key else known["connectors"][key]
    label = view.say(f"corner.{key}" if key else "face.card")
    return Group(key=key, label=label, colour=colour, number=str(number), error=view.errors.get(key or "card", ""))


def swatches(view: View[AnyState]) -> tuple[Swatch, ...]:
    """Return the six colours to tap."""
    words = engine_texts(view.language)
    return tuple(
        Swatch(
            value=colour,
            label=words[f"card.{colour}"],
            svg='<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">'
            f'<rect width="24" height="24" rx="5" fill="{SHADES[colour]}"/>'
            f"{colour_symbol(colour, 12, 12, 14, ink_on(SHADES[colour]))}</svg>",
        )
        for colour in COLOURS
    )


def enter_face(view: View[AnyState], form: Fields) -> Change:
    """Keep a face with the table and with its deck."""
    state = view.state
    card = form.get("card", "")
    if card not in CARD_IDS:
        raise NoSuchPage(card)
    pairs: dict[str, list[Any]] = {}
    errors: dict[str, str] = {}
    for key in ("", *CORNERS):
        colour, number = form.get(f"{key}colour", ""), form.get(f"{key}number", "")
        if colour not in COLOURS or number not in map(str, NUMBERS):
            errors[key or "card"] = view.say("error.face_part")
        else:
            pairs[key] = [colour, int(number)]
    back = way_back(form)
    if errors:
        args = {key: value for key, value in form.items() if key.startswith("hand_") or key == "part"}
        raise Refused(errors, Link.of("face", card=card, **args))
    colour, number = pairs.pop("")
    face: dict[str, Any] = {"colour": colour, "number": number, "connectors": pairs}
    turn = int(back.args.get("turn", state.turn) if back else state.turn)
    # A finished game has no turn; it asks for the rounds of all cards at once.
    phase = state.faces.get(card, {}).get("phase") or (turn and (1 if turn <= ROUND else 2))
    if phase and not card.startswith("AI-"):
        face["phase"] = phase
    missing = [one for one in state.missing if one != card]
    then = back or (Link.of("face", card=missing[0]) if missing else Link())
    if "part" in form:  # corrected from the page of the deck
        then = Link.of("deck", part=form["part"])
    deck = deck_name(state.entries)
    kept: dict[str, Any] = {} if deck == DEMO else {card: face}
    kept |= {key: None for key in (f"{DOUBT}{card}", f"{ASK}{card}") if key in view.box}
    return Change({f"face/{card}": face}, then, kept, deck)
