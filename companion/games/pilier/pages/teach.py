"""Teaching a box: its cards photographed in rows and named once, then known by picture and by their traits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.table import Change, Link, Page, PagePart, Refused, SentPhoto, View
from companion.games.pilier.cards import Card
from companion.games.pilier.pages.photo import PRINT, cards_taught
from companion.games.pilier.pages.state import State, box_of
from companion.games.pilier.pages.words import colour_word, symbol_word
from companion.games.pilier.reading import FEWEST, read_seen
from companion.games.pilier.rules import COLOURS, OF_EACH_COLOUR, SYMBOLS, VALUES
from companion.pages.fields import Fields
from companion.pages.parts import Answer, PhotoForm, photo_buttons
from companion.pages.photo_drawing import Crop, crop
from companion.pages.picture import keep_photo

SHOWN = "lesson"  # under which tables of every version keep the photo whose cards are being named
_MOST_CARDS = 60
TRAITS = ("colour", "value", "symbol")
_KINDS = (COLOURS, tuple(map(str, VALUES)), SYMBOLS)


class TeachRow(PagePart):
    """A card of the photo and what it is to be called: one choice for each trait."""

    at: int
    crop: Crop | None
    choices: tuple[tuple[str, str, tuple[Answer, ...]], ...]  # field, trait in words, answers
    sure: bool
    error: str


class TeachPage(Page):
    """A photo of cards to be named, or the button that takes one."""

    says: tuple[str, ...]
    rows: tuple[TeachRow, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    turned: Link | None = None
    photo: PhotoForm
    may: bool


def teach_page(view: View[State], args: Fields) -> TeachPage:
    """Return the page on which cards are photographed and named."""
    known, shown = cards_taught(view), view.entries.get(SHOWN)
    photo_id = args.get("photo", "")
    says = [view.say("teach.known", known, len(COLOURS) * OF_EACH_COLOUR)]
    if known < FEWEST:
        says.append(view.say("teach.fewest", FEWEST))
    page = TeachPage(
        title=view.say("teach.title"),
        says=tuple(says),
        photo=photo_buttons(view, "teaching", "5x6", 12),
        may=view.plays and view.boxes.owned,
    )
    if not shown or shown["photo"] != photo_id or photo_id not in view.photos:
        return page
    turn = args.number("turn", range(2), 0)
    rows = tuple(_row(view, at, seen, photo_id, turn) for at, seen in enumerate(shown["cards"]))
    fields = (("kept", photo_id), ("turn", str(turn)))
    turned = Link.of("teach", photo=photo_id, turn=1 - turn)
    return replace(page, says=(view.say("teach.name", len(rows)),), rows=rows, fields=fields, turned=turned)


def _row(view: View[State], at: int, document: dict[str, Any], photo_id: str, turn: int) -> TeachRow:
    seen = read_seen(document)
    words = (seen.card.colour, str(seen.card.value), seen.card.symbol) if seen.card else ("", "", "")
    choices = []
    for trait, kinds, known in zip(TRAITS, _KINDS, words, strict=True):
        chosen = view.filled.get(f"{trait}{at}", known)
        answers = [Answer(value="", label="–", chosen=not chosen)]
        answers += [Answer(value=kind, label=_word(trait, kind, view), chosen=kind == chosen) for kind in kinds]
        choices.append((f"{trait}{at}", view.say(f"trait.{trait}"), tuple(answers)))
    quad = seen.quad[2:] + seen.quad[:2] if turn else seen.quad
    return TeachRow(
        at=at,
        crop=crop(view.photos[photo_id], quad),
        choices=tuple(choices),
        sure=seen.sure,
        error=view.errors.get(f"card{at}", ""),
    )


def _word(trait: str, kind: str, view: View[State]) -> str:
    return {"colour": colour_word, "symbol": symbol_word}[trait](kind, view) if trait != "value" else kind


def read_named(view: View[State], photo: SentPhoto, form: Fields) -> Change:
    """Return the cards of a photo, to be named; what the box knows already is proposed."""
    from companion.games.pilier.reader import read_print
    from companion.games.pilier.reader import read_teaching as read

    cards = read(photo.data, "photo", read_print(view.box.get(PRINT)))[:_MOST_CARDS]
    entry = {"photo": photo.id, "cards": [card.to_json() for card in cards]}
    return keep_photo(view, SHOWN, entry, Link.of("teach", photo=photo.id))


def teach(view: View[State], photo: SentPhoto, form: Fields) -> Change:
    """Teach the box the cards of a photo that were named; one without a name is left out."""
    from companion.games.pilier.reader import read_print, teach_cards

    shown = view.entries.get(SHOWN)
    back = Link.of("teach", photo=photo.id, turn=form.get("turn"))
    if not shown or shown["photo"] != photo.id:
        raise Refused({"photo": view.say("error.moved_on")}, Link("teach"))
    named, errors = [], {}
    for at, document in enumerate(shown["cards"]):
        words = [form.word(f"{trait}{at}", kinds) for trait, kinds in zip(TRAITS, _KINDS, strict=True)]
        if all(words):
            quad = read_seen(document).quad
            named.append(
                (Card(words[0], int(words[1]), words[2]), quad[2:] + quad[:2] if form.get("turn") == "1" else quad)
            )
        elif any(words):
            errors[f"card{at}"] = view.say("teach.half")
    if errors:
        raise Refused(errors, back)
    if not named:
        raise Refused({"photo": view.say("teach.none")}, back)
    taught = teach_cards(photo.data, photo.id, read_print(view.box.get(PRINT)), named)
    name = box_of(view.entries) or view.boxes.free_name(view.say("box.name"))
    entries = {SHOWN: None} | ({} if box_of(view.entries) else {"box": name})
    return Change(entries, Link("teach"), {PRINT: taught.to_json()}, name, forget=(photo.id,))
