"""Fields of faces that photos left doubtful: the place itself, large, beside the possible answers; one tap each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.table import Change, Link, NoSuchPage, Page, PagePart, View
from companion.games.ai100.cards import COLOURS, NUMBERS
from companion.games.ai100.decks import ASK, PHASES, PRINT, asks_in
from companion.games.ai100.draw import HEIGHT, WIDTH
from companion.games.ai100.pages.face import Swatch, so_far, swatches
from companion.games.ai100.pages.finished_state import AnyState
from companion.games.ai100.pages.state import deck_name, own_deck
from companion.pages.fields import Fields
from companion.pages.photo_drawing import Crop, crop

_AT_ONCE = 12  # questions on a page; a box with more has photos to be taken again rather
_PHASES = (1, 2)
_WHOLE = (0.0, 0.0, WIDTH, HEIGHT)

Window = tuple[float, float, float, float]  # left, top, width, height in millimetres of the card


class FieldAnswer(PagePart):
    """A value to tap."""

    value: str
    label: str
    swatch: Swatch | None = None
    crop: Crop | None = None  # the place itself, where answers are told apart by it
    window: str = ""
    read: bool  # what the photo seemed to show


class FieldAsked(PagePart):
    """One doubtful field of one card."""

    card: str
    field: str
    question: str
    crop: Crop | None = None  # of the whole card, of which the page shows `window`
    window: str
    answers: tuple[FieldAnswer, ...]


class AsksPage(Page):
    """The doubtful fields, the most doubtful first."""

    left: str
    asks: tuple[FieldAsked, ...]
    more: str = ""
    teach: Link
    back: Link


def asks_page(view: View[AnyState], args: Fields) -> AsksPage:
    """Return the page of all that is doubtful in the box."""
    own_deck(view.entries)
    found = [
        (confidence, card, field)
        for card, ask in asks_in(view.box).items()
        if so_far(view, card)
        for field, confidence in ask["fields"].items()
    ]
    shown = sorted(found)[:_AT_ONCE]
    which = (_which_phase(view),) if f"{ASK}{PHASES}" in view.box else ()
    return AsksPage(
        title=view.say("asks.title"),
        left=view.say("asks.left", len(found) + len(which)) if found or which else view.say("asks.none"),
        asks=which + tuple(_ask(view, card, field) for _, card, field in shown),
        more=view.say("asks.more", len(found) - len(shown)) if len(found) > len(shown) else "",
        teach=Link("teach"),
        back=Link("deck"),
    )


def _ask(view: View[AnyState], card: str, field: str) -> FieldAsked:
    kept = view.box[f"{ASK}{card}"]
    photo = view.photos.get(kept.get("photo", ""))
    where, kind = _parted(field)
    place = view.say(f"corner.{where}") if where else ""
    return FieldAsked(
        card=card,
        field=field,
        question=view.say(f"asks.{'corner.' if where else ''}{kind}", card, place),
        crop=crop(photo, kept["quad"]) if photo and kept.get("quad") else None,
        window=_written(window_of(view.box.get(PRINT, {}), card, field)),
        answers=_answers(view, kind, kept.get("likeliest", {}).get(field)),
    )


def _which_phase(view: View[AnyState]) -> FieldAsked:
    """The question which of two cards is of phase 1: it settles the phase of all."""
    answers = []
    for at, kept in enumerate(view.box[f"{ASK}{PHASES}"]["cards"]):
        photo, card = view.photos.get(kept.get("photo", "")), kept["card"]
        answers.append(
            FieldAnswer(
                value=card,
                label=card,
                crop=crop(photo, kept["quad"]) if photo and kept.get("quad") else None,
                window=_written(window_of(view.box.get(PRINT, {}), card, "phase")),
                read=at == 0,
            )
        )
    return FieldAsked(
        card=PHASES, field=PHASES, question=view.say("asks.which_phase"), window=_written(_WHOLE), answers=(*answers,)
    )


def _written(window: Window) -> str:
    return " ".join(f"{value:.1f}" for value in window)


def _answers(view: View[AnyState], kind: str, likeliest: object) -> tuple[FieldAnswer, ...]:
    if kind == "colour":
        return tuple(
            FieldAnswer(value=one.value, label=one.label, swatch=one, read=one.value == likeliest)
            for one in swatches(view)
        )
    values = map(str, _PHASES if kind == "phase" else NUMBERS)
    return tuple(FieldAnswer(value=value, label=value, read=value == likeliest) for value in values)


def _parted(field: str) -> tuple[str, str]:
    """Return the corner, or nothing for the card itself, and what of it is meant: 'tl number', 'colour', 'phase'."""
    corner, _, kind = field.rpartition(" ")
    return corner, kind


def with_field(face: Mapping[str, Any], field: str, value: Any) -> dict[str, Any]:
    """Return a stored face with another value in a field."""
    corner, kind = _parted(field)
    if not corner:
        return {**face, kind: value}
    colour, number = face["connectors"][corner]
    pair = [value, number] if kind == "colour" else [colour, value]
    return {**face, "connectors": {**face["connectors"], corner: pair}}


def window_of(printed: Mapping[str, Any], card: str, field: str) -> Window:
    """Return the part of a card to look at: where this print shows the field, or the whole card."""
    corner, kind = _parted(field)
    places = {**printed, **(printed.get("ai", {}) if card.startswith("AI-") else {})}
    if corner and "triangle" in printed:
        side = float(printed["triangle"]) * WIDTH * 1.25
        right, low = corner in ("tr", "br"), corner in ("br", "bl")
        return (WIDTH - side if right else 0.0, HEIGHT - side if low else 0.0, side, side)
    if kind == "number" and "number" in places:
        x, y, height = places["number"][:3]
        return _around(x, y, height * HEIGHT * 2.4, height * HEIGHT * 2.4)
    if kind == "phase" and "phase" in places:
        x, y, wide, tall = places["phase"][:4]
        side = max(wide * WIDTH, tall * HEIGHT, 8.0) * 2
        return _around(x, y, side, side)
    return _WHOLE


def _around(x: float, y: float, wide: float, tall: float) -> Window:
    """A window whose middle is given as shares of the card, moved so that it stays on the card."""
    wide, tall = min(wide, WIDTH), min(tall, HEIGHT)
    left, top = x * WIDTH - wide / 2, y * HEIGHT - tall / 2
    return (min(max(left, 0.0), WIDTH - wide), min(max(top, 0.0), HEIGHT - tall), wide, tall)


def answer(view: View[AnyState], form: Fields) -> Change:
    """Keep what a person sees in a field; what was asked is asked no more."""
    card, field, name = form.get("card", ""), form.get("field", ""), own_deck(view.entries)
    kept, face = view.box.get(f"{ASK}{card}"), so_far(view, card)
    if kept is not None and field == card == PHASES:
        return _name_phases(view, kept, form.get("value", ""))
    if kept is None or not face or field not in kept["fields"]:
        raise NoSuchPage(card)
    value = _value(_parted(field)[1], form.get("value", ""))
    settled = with_field(face, field, value)
    left = {one: confidence for one, confidence in kept["fields"].items() if one != field}
    if any(one != "phase" for one in left):  # the card has no face yet
        box: dict[str, Any] = {f"{ASK}{card}": {**kept, "fields": left, "face": settled}}
        return Change({f"settled/{card}": field}, Link("asks"), box, name)
    phase = {"fields": left, **{key: kept[key] for key in ("photo", "quad") if key in kept}}
    box = {card: settled, f"{ASK}{card}": phase if left else None}
    return Change({f"face/{card}": settled}, Link("asks"), box, name)


def _name_phases(view: View[AnyState], kept: Mapping[str, Any], first: str) -> Change:
    """Keep which of two cards is of phase 1, and with it the phases of all."""
    cards = [one["card"] for one in kept["cards"]]
    if first not in cards:
        raise NoSuchPage(first)
    printed, turned = dict(view.box.get(PRINT, {})), first != cards[0]
    if turned:
        printed["looks"] = printed.get("looks", [])[::-1]
    box: dict[str, Any] = {PRINT: {**printed, "named": True}, f"{ASK}{PHASES}": None}
    entries: dict[str, Any] = {}
    for card, look in kept.get("phases", {}).items():
        phase, ask = 3 - look if turned else look, view.box.get(f"{ASK}{card}", {})
        if card in view.box:
            box[card] = entries[f"face/{card}"] = {**view.box[card], "phase": phase}
        elif "face" in ask:
            box[f"{ASK}{card}"] = {**ask, "face": {**ask["face"], "phase": phase}}
    return Change(entries or {f"settled/{first}": PHASES}, Link("asks"), box, deck_name(view.entries))


def _value(kind: str, typed: str) -> str | int:
    if kind == "colour" and typed in COLOURS:
        return typed
    if typed in map(str, _PHASES if kind == "phase" else NUMBERS) and kind != "colour":
        return int(typed)
    raise NoSuchPage(typed)
