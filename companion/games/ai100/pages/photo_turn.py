"""A photo after a turn: the card that is new in it is proposed on the lay page. Nothing is entered without a tap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.core.table import Change, KeptPhoto, Link, NoSuchPage, PagePart, Refused, SentPhoto, View
from companion.games.ai100.deck import read_face
from companion.games.ai100.document import TURNS
from companion.games.ai100.pages.cells import card_drawing
from companion.games.ai100.pages.decks import table_deck
from companion.games.ai100.pages.hand import Hand, read_hand
from companion.games.ai100.pages.photo_reading import from_store, to_store
from companion.games.ai100.pages.state import State
from companion.games.ai100.reading import NoTableau, Reading, Seen
from companion.pages.fields import Fields
from companion.pages.photo_drawing import Crop, crop
from companion.pages.picture import LAST_PHOTO, keep_photo, newly_seen

_MOST_OFFERS = 4


class Offer(PagePart):
    """A card that may have been laid, to be taken with a tap."""

    text: str
    label: str
    svg: str = ""  # empty where nobody knows its face
    link: Link
    chosen: bool


class Proposal(PagePart):
    """What a photo says about the card of this turn."""

    sentence: str
    doubts: tuple[str, ...]  # what else the photo shows that was not entered
    offers: tuple[Offer, ...]
    crop: Crop | None


def key_of(seat: int) -> str:
    """Return the key under which the last photo of a seat is kept: what changes next is seen against it."""
    return f"{LAST_PHOTO}/{seat}"


def last_photo(view: View[State], seat: int) -> tuple[KeptPhoto, Mapping[str, Seen]] | None:
    """Return the last photo of a seat with the cards that were seen in it."""
    entry = view.entries.get(key_of(seat))
    photo = view.photos.get(entry["photo"]) if entry else None
    return (photo, from_store(entry, photo.id).cells) if entry and photo else None


def read_new_card(view: View[State], photo: SentPhoto, form: Fields) -> Change:
    """Return the lay page with the new card of a photo chosen, or say that there is none."""
    state = view.state
    hand = read_hand(form, state)
    if hand.turn > min(state.turn, TURNS):
        raise NoSuchPage("turn")
    lying, elsewhere = _cards_around(state, hand)
    try:
        reading = _read(view, hand.seat, photo, lying, elsewhere)
    except NoTableau as nothing:
        raise _refused(view, hand, " ".join(hint.say(view.language) for hint in nothing.hints)) from None
    new = newly_seen(reading.cells, lying)
    if not new:
        raise _refused(view, hand, view.say("turn.photo.none"))
    where = {"seat": str(hand.seat), "turn": str(hand.turn), "photo": photo.id}
    if len(new) == 1:
        ((cell, seen),) = new.items()
        where |= {"cell": cell, **({"card": seen.card} if seen.card else {})}
    entry = {"photo": photo.id, **to_store(reading, photo.width, photo.height)}
    return keep_photo(view, key_of(hand.seat), entry, Link("lay", where))


def _cards_around(state: State, hand: Hand) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return what lay at the seat just before its card of this turn, and what lies elsewhere."""
    table, at = state.moment(hand.turn, hand.seat)
    lying = {cell: card.id for cell, card in at.tableau.items()}
    others = [seat.tableau for seat in table.seats if seat is not at]
    return lying, tuple(card.id for tableau in others for _, card in tableau.items())


def _read(
    view: View[State], seat: int, photo: SentPhoto, lying: Mapping[str, str], elsewhere: tuple[str, ...]
) -> Reading:
    from companion.games.ai100.reader import Expected, read_change, read_tableau

    deck, expected = table_deck(view), Expected(elsewhere, lying)
    if earlier := _earlier(view, seat, lying):
        change = read_change(photo.data, *earlier, "photo", deck, expected)
        # It overlooks a card that is half hidden: before nothing is said to be new, everything is read.
        if change.laid and (change.followed or not change.doubted):
            return change.reading
    return read_tableau(photo.data, "photo", deck, expected=expected)


def _earlier(view: View[State], seat: int, lying: Mapping[str, str]) -> tuple[bytes, Reading] | None:
    """Return the last photo of a seat with the cards in it that still lie there, as they were entered."""
    entry = view.entries.get(key_of(seat))
    kept = view.photos.get(entry["photo"]) if entry else None
    if entry is None or kept is None:
        return None
    reading = from_store(entry, kept.id)
    cells = {
        cell: replace(seen, card=lying[cell], quad=tuple((x * kept.width, y * kept.height) for x, y in seen.quad))
        for cell, seen in reading.cells.items()
        if cell in lying
    }
    return (kept.load(), replace(reading, cells=cells)) if cells else None


def _refused(view: View[State], hand: Hand, sentence: str) -> Refused:
    return Refused({"photo": sentence}, Link.of(seat=hand.seat))


# What the lay page says about it.


def proposal(view: View[State], hand: Hand, args: Fields) -> Proposal | None:
    """Return what the photo named in the address says; nothing once something else was chosen."""
    entry = view.state.entries.get(key_of(hand.seat))
    if not entry or args.get("photo") != entry["photo"]:
        return None
    reading = from_store(entry, entry["photo"])
    lying, _ = _cards_around(view.state, hand)
    new = newly_seen(reading.cells, lying)
    doubts = [
        view.say("turn.photo.other", cell, seen.card, lying[cell])
        for cell, seen in reading.cells.items()
        if cell in lying and seen.sure and seen.card != lying[cell]
    ]
    doubts += [view.say("turn.photo.also", cell) for cell in reading.cells if cell not in {**lying, **new}]
    photo = view.photos.get(entry["photo"])
    cut = crop(photo, next(iter(new.values())).quad) if photo and len(new) == 1 else None
    return Proposal(
        sentence=_sentence(view, new), doubts=tuple(doubts), offers=_offers(view, hand, new, args), crop=cut
    )


def _sentence(view: View[State], new: Mapping[str, Seen]) -> str:
    if len(new) != 1:
        return view.say("turn.photo.several", len(new))
    ((cell, seen),) = new.items()
    if seen.card is None:
        return view.say("turn.photo.unknown", cell)
    return view.say("turn.photo.sure" if seen.sure else "turn.photo.unsure", seen.card, cell)


def _offers(view: View[State], hand: Hand, new: Mapping[str, Seen], args: Fields) -> tuple[Offer, ...]:
    """Return what may have been laid: each new card, or what a doubtful one may be."""
    if len(new) == 1:
        ((cell, seen),) = new.items()
        found = [] if seen.sure else [(guess.card, cell) for guess in seen.guesses]
    else:
        found = [(seen.card, cell) for cell, seen in new.items() if seen.card]
    link = Link.of("lay", seat=hand.seat, turn=hand.turn, photo=args["photo"])
    return tuple(
        Offer(
            text=card if len(new) == 1 else f"{card} {cell}",
            label=view.say("turn.photo.offer", card, cell),
            svg=card_drawing(card, read_face(view.state.faces[card])) if card in view.state.faces else "",
            link=link.but(card=card, cell=cell),
            chosen=(card, cell) == (hand.card, hand.cell),
        )
        for card, cell in found[:_MOST_OFFERS]
    )
