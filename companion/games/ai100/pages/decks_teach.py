"""Teaching a box by photo: up to fifteen cards at a time, their ids confirmed or typed, then known by picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.core.errors import Illegal
from companion.core.sheet import Reason
from companion.core.table import Change, Link, Page, PagePart, Refused, SentPhoto, View
from companion.games.ai100.board import CELLS
from companion.games.ai100.cards import CARD_IDS, full_id
from companion.games.ai100.decks import DEMO, PRINT, asks_in, doubts_in, hard_fields, spans, to_keep, which_phase
from companion.games.ai100.pages.decks import table_deck
from companion.games.ai100.pages.finished_state import AnyState
from companion.games.ai100.pages.photo_reading import stored_readings, to_store
from companion.games.ai100.pages.state import deck_name, own_deck
from companion.games.ai100.reading import NoTableau, Reading
from companion.pages.fields import Fields, refusing
from companion.pages.photo_drawing import Crop, Frame, Picture, crop

if TYPE_CHECKING:
    from companion.games.ai100.reader.teaching import Lying

_SHOWN = "lesson/"  # under which tables of every version keep what such a photo showed
_FIELDS = ("id", "number", "corners", "colour", "corner_colours")  # what a print has to explain to be known
YOUNG = 3  # photos: one alone teaches a print poorly, so the first teach it together


class TeachRow(PagePart):
    """A card in the photo and the id it is to get."""

    cell: str
    card: str
    crop: Crop | None = None
    error: str = ""


class Progress(PagePart):
    """How far the box is taught."""

    done: int  # cards that have been photographed, of `all`
    all: int
    known: str
    unknown: str = ""  # the cards that are still to be taught


class Taught(PagePart):
    """What the photo before this one has taught, or why nothing, and what is to be settled since."""

    cards: str = ""
    unclear: str = ""
    asks: tuple[str, Link] | None = None  # what photos left doubtful
    differing: tuple[str, Link] | None = None  # faces that were known otherwise


class TeachPage(Page):
    """A photo of cards to be named, or the button that takes one."""

    progress: Progress
    taught: Taught
    teaching: str  # said while the photo is looked at: which cards of how many
    picture: Picture | None = None
    rows: tuple[TeachRow, ...] = ()
    fields: tuple[tuple[str, str], ...]
    certain: str = ""  # the question that a second press answers
    hints: tuple[str, ...]
    error: str = ""
    back: Link


def teach_page(view: View[AnyState], args: Fields) -> TeachPage:
    """Return the page on which cards are photographed and named."""
    own_deck(view.entries)
    language = view.language
    photo_id, taught_now = args.get("photo", ""), args.number("taught", range(len(CELLS) + 1), 0)
    reading = stored_readings(view.entries, _SHOWN).get(photo_id)
    pictures = view.box.get(PRINT, {}).get("pictures", {})
    unknown, doubts = [card for card in CARD_IDS if card not in pictures], doubts_in(view.box)
    pictured, asks = len(CARD_IDS) - len(unknown), sum(len(ask["fields"]) for ask in asks_in(view.box).values())
    here = len(reading.cells) if reading else 0
    # A card that was not seen can be named all the same. That cards fit nothing in the deck is why one teaches them.
    hints = [hint for hint in (reading.hints if reading else ()) if hint.code != "strange"]
    return TeachPage(
        title=view.say("teach.title"),
        progress=Progress(
            done=pictured,
            all=len(CARD_IDS),
            known=view.say("deck.counts.known", sum(card in view.state.faces for card in CARD_IDS), len(CARD_IDS)),
            unknown=view.say("teach.unknown", spans(unknown)) if unknown else "",
        ),
        taught=Taught(
            cards=view.say("teach.taught", taught_now) if taught_now else "",
            unclear=_unclear(view, args.get("unclear", "")),
            asks=(view.say("teach.asks", asks), Link("asks")) if asks else None,
            differing=(view.say("teach.doubts", len(doubts)), Link("deck")) if doubts else None,
        ),
        teaching=view.say("teach.teaching", pictured + 1, min(pictured + here, len(CARD_IDS)), len(CARD_IDS)),
        picture=_picture(view, reading, photo_id) if reading else None,
        rows=tuple(_row(view, reading, photo_id, cell) for cell in CELLS) if reading and reading.cells else (),
        fields=(("kept", photo_id), *((("certain", "1"),) if "certain" in view.errors else ())),
        certain=view.errors.get("certain", ""),
        hints=tuple(hint.say(language) for hint in hints),
        error=view.errors.get("photo", ""),
        back=Link("deck"),
    )


def _unclear(view: View[AnyState], fields: str) -> str:
    """What the photos tell differently from card to card: all but that was taught, but nothing without ids."""
    unclear = [field for field in _FIELDS if field in fields.split(".")]
    key = "teach.unclear" if "id" in unclear else "teach.partly"
    return view.say(key, ", ".join(view.say(f"teach.field.{field}") for field in unclear)) if unclear else ""


def _row(view: View[AnyState], reading: Reading, photo_id: str, cell: str) -> TeachRow:
    named = view.entries.get(f"named/{photo_id}", {})
    seen, photo = reading.cells.get(cell), view.photos.get(photo_id)
    card = view.filled.get(cell, named.get(cell, seen.card or "" if seen else ""))
    return TeachRow(
        cell=cell, card=card, crop=crop(photo, seen.quad) if photo and seen else None, error=view.errors.get(cell, "")
    )


def _picture(view: View[AnyState], reading: Reading, photo_id: str) -> Picture | None:
    photo = view.photos.get(photo_id)
    if photo is None:
        return None
    here = Link.of("teach", photo=photo_id)
    frame = Frame(photo, (seen.quad for seen in reading.cells.values()))
    return frame.picture(
        frame.outline(seen.quad, cell, view.say("teach.outline", cell), "sure" if seen.card else "asked", cell, here)
        for cell, seen in reading.cells.items()
    )


def read_cards(view: View[AnyState], photo: SentPhoto, form: Fields) -> Change:
    """Return which cards a photo shows, as far as their printed ids can be read."""
    from companion.games.ai100 import reader

    _own(view)
    try:
        reading = reader.read_teaching(photo.data, "photo", table_deck(view))
    except NoTableau as nothing:
        reading = Reading("photo", "", {}, (), nothing.hints)
    entry = to_store(reading, photo.width, photo.height)
    return Change({f"{_SHOWN}{photo.id}": entry}, Link.of("teach", photo=photo.id))


def teach(view: View[AnyState], photo: SentPhoto, form: Fields) -> Change:
    """Teach the box the cards of a photo. What is known stays; where the photo shows it otherwise, both are kept."""
    from companion.games.ai100.reader.teaching import teach as teach_deck

    name = _own(view)
    ids = _ids(view, photo.id, form)
    deck = table_deck(view)
    earlier = _first_photos(view, photo.id)
    photos = {photo_id: view.photos[photo_id].load() for photo_id in earlier}
    certain = bool(form.get("certain"))
    back = Link.of("teach", photo=photo.id)
    with refusing(view, "photo", back):
        found = teach_deck(
            {**photos, photo.id: photo.data}, {**earlier, photo.id: ids}, deck, certain=certain, lying=_lying(view)
        )
    if photo.id in found.strange:
        raise Refused({"photo": view.say("error.strange_photo")}, back)
    misnamed = [one for one in found.misnamed if one.photo == photo.id]
    if misnamed and not certain:
        errors = {one.cell: view.say("error.misnamed", one.printed) for one in misnamed}
        errors["certain"] = view.say("teach.certain")
        raise Refused(errors, back)
    asked = {card: {**ask, **_place(found.places, card)} for card, ask in hard_fields(found.doubts).items()}
    box = to_keep(deck, found.deck, found.differences, asked)
    places = {card: _place(found.places, card) for card in found.looks or ()}
    box |= which_phase(view.box, found.looks, found.phases, places)
    then = Link.of("teach", taught=len(ids)) if found.learned else Link.of("teach", unclear=found.unexplained)
    return Change({f"named/{photo.id}": ids}, then, box, name)


def _place(places: Mapping[str, Lying], card: str) -> dict[str, Any]:
    """Where a card can be looked at, as a box keeps it."""
    return (
        {"photo": places[card].photo, "quad": [list(corner) for corner in places[card].quad]} if card in places else {}
    )


def _lying(view: View[AnyState]) -> dict[str, dict[str, Any]]:
    """Where the cards of photos lie, as they were shown to whoever named them."""
    shown = stored_readings(view.entries, _SHOWN)
    return {photo: {cell: seen.quad for cell, seen in reading.cells.items()} for photo, reading in shown.items()}


def _first_photos(view: View[AnyState], photo_id: str) -> dict[str, Mapping[str, str]]:
    """Return the cards of the photos before this one while they are few: faces read from them are looked at again."""
    named = {
        one: view.entries[f"named/{one}"] for one in view.photos if one != photo_id and f"named/{one}" in view.entries
    }
    return named if len(named) < YOUNG else {}


def _own(view: View[AnyState]) -> str:
    name = deck_name(view.entries)
    if name == DEMO:
        raise Illegal(Reason("ai100:error.demo_fixed"))
    return name


def _ids(view: View[AnyState], photo_id: str, form: Fields) -> Mapping[str, str]:
    """Return the ids that were confirmed or typed; each card once."""
    ids: dict[str, str] = {}
    errors: dict[str, str] = {}
    for cell in CELLS:
        typed = form.get(cell, "").strip()
        if not typed:
            continue
        card = full_id(typed)
        if card not in CARD_IDS:
            errors[cell] = view.say("error.card", typed[:12])
        elif card in ids.values():
            errors[cell] = view.say("error.teach_twice", card)
        ids[cell] = card
    if not ids and not errors:
        errors["photo"] = view.say("error.teach_none")
    if errors:
        raise Refused(errors, Link.of("teach", photo=photo_id))
    return ids
