"""A face that nobody has entered yet: colour, number, four connectors; a dozen taps, asked once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.table import Change, Link, NoSuchPage, Page, PagePart, View
from companion.games.ai100.cards import CARD_IDS, COLOURS, CORNERS, NUMBERS
from companion.games.ai100.decks import ASK, DEMO, DOUBT
from companion.games.ai100.describe import texts as engine_texts
from companion.games.ai100.document import ROUND
from companion.games.ai100.draw import SHADES, colour_symbol, ink_on
from companion.games.ai100.pages.finished_state import AnyState
from companion.games.ai100.pages.hand import END, way_back
from companion.games.ai100.pages.state import deck_name
from companion.pages.fields import Fields


class Swatch(PagePart):
    """A colour to tap, with its symbol."""

    value: str
    label: str
    svg: str


class Radios(PagePart):
    """Radio buttons for one colour and one number."""

    key: str  # '' for the card itself, else the corner
    label: str
    colour: str
    number: str
    error: str = ""


class FacePage(Page):
    """Entering a face."""

    card: str
    groups: tuple[Radios, ...]
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
    known = so_far(view, card)
    groups = tuple(_group(view, key, known) for key in ("", *CORNERS))
    back = tuple(_kept_fields(args).items())
    left = len([one for one in state.missing if one != card])
    title = view.say("face.title", card)
    return FacePage(
        title=title, card=card, groups=groups, swatches=swatches(view), numbers=NUMBERS, fields=back, left=left
    )


def _group(view: View[AnyState], key: str, known: Mapping[str, Any] | None) -> Radios:
    colour, number = view.filled.get(f"{key}colour", ""), view.filled.get(f"{key}number", "")
    if known and not view.filled:
        colour, number = (known["colour"], known["number"]) if not key else known["connectors"][key]
    label = view.say(f"corner.{key}" if key else "face.card")
    error = view.errors.get(key or "card", "")
    return Radios(key=key, label=label, colour=colour or "", number=str(number or ""), error=error)


def so_far(view: View[AnyState], card: str) -> Mapping[str, Any]:
    """What is known of a face: all of it, or what photos have shown."""
    known: Mapping[str, Any] = view.state.faces.get(card) or view.box.get(f"{ASK}{card}", {}).get("face") or {}
    return known


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
    state, card = view.state, form.card("card", CARD_IDS)
    if not card:
        raise NoSuchPage("card")
    face = _read_face(view, form, card)
    missing = [one for one in state.missing if one != card]
    then = way_back(form) or (Link.of("face", card=missing[0]) if missing else Link())
    if "part" in form:  # corrected from the page of the deck
        then = Link.of("deck", part=form["part"])
    deck = deck_name(state.entries)
    kept: dict[str, Any] = {} if deck == DEMO else {card: face}
    kept |= {key: None for key in (f"{DOUBT}{card}", f"{ASK}{card}") if key in view.box}
    return Change({f"face/{card}": face}, then, kept, deck)


def _read_face(view: View[AnyState], form: Fields, card: str) -> dict[str, Any]:
    pairs: dict[str, list[Any]] = {}
    for key in ("", *CORNERS):
        colour, number = form.get(f"{key}colour", ""), form.get(f"{key}number", "")
        if colour in COLOURS and number in map(str, NUMBERS):
            pairs[key] = [colour, int(number)]
        else:
            form.errors[key or "card"] = view.say("error.face_part")
    form.refuse(Link.of("face", card=card, **_kept_fields(form)))
    colour, number = pairs.pop("")
    face: dict[str, Any] = {"colour": colour, "number": number, "connectors": pairs}
    # A finished game has no turn; it asks for the rounds of all cards at once.
    turn = form.number("hand_turn", range(1, END + 1), view.state.turn)
    phase = so_far(view, card).get("phase") or (turn and (1 if turn <= ROUND else 2))
    return {**face, "phase": phase} if phase and not card.startswith("AI-") else face


def _kept_fields(fields: Fields) -> dict[str, str]:
    """Return the fields that lead back to where the face was asked for."""
    return {key: value for key, value in fields.items() if key.startswith("hand_") or key == "part"}
