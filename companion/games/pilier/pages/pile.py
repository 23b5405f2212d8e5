"""The cards somebody has taken, from one photo: those that are sure are counted, the others asked about one by one."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.table import Change, Link, PagePart, Refused, SentPhoto, View
from companion.games.pilier.cards import Card
from companion.games.pilier.pages.photo import cards_taught, print_of
from companion.games.pilier.pages.state import State
from companion.games.pilier.pages.words import card_drawn, card_words, colour_word
from companion.games.pilier.reading import FEWEST, Seen, read_seen
from companion.games.pilier.rules import CARDS, COLOURS
from companion.pages.fields import Fields
from companion.pages.parts import Option, PhotoForm, photo_buttons
from companion.pages.photo_drawing import Crop, Frame, Picture, crop
from companion.pages.picture import keep_photo


class Asked(PagePart):
    """A card of the photo that is not sure: what it may be, each to be taken with a tap."""

    title: str
    crop: Crop | None
    offers: tuple[Option, ...]
    leave: Link


class Pile(PagePart):
    """What a photo of somebody's cards shows."""

    sentence: str
    picture: Picture | None
    asked: Asked | None


def key_of(seat: int) -> str:
    """Return the key under which the photo of a seat's cards is kept."""
    return f"pile/{seat}"


def pile_form(view: View[State], seat: int) -> PhotoForm | None:
    """Return the buttons that send a photo of a seat's cards; none where the box knows too few."""
    if not view.may_enter(seat) or cards_taught(view) < FEWEST:
        return None
    return photo_buttons(view, "taken", "3x6", 1, seat=seat)


def read_pile(view: View[State], photo: SentPhoto, form: Fields) -> Change:
    """Return the count with the cards of a photo."""
    from companion.games.pilier.reader import read_cards

    seat, state = form.own_seat(), view.state
    cards = read_cards(photo.data, "photo", print_of(view))
    most = CARDS[len(state.names)]
    if len(cards) > most:
        raise Refused(
            {"photo": view.say("error.cards", len(cards), most, len(state.names))}, Link.of("count", seat=seat)
        )
    sure = [seen.card for seen in cards if seen.sure and seen.card]
    counted = {colour: ".".join(str(card.value) for card in sure if card.colour == colour) for colour in COLOURS}
    open_still = ".".join(str(at) for at, seen in enumerate(cards) if not seen.sure)
    tokens = state.finals[seat].tokens
    then = Link.of("count", seat=seat, tokens=tokens, photo=photo.id, ask=open_still, **counted)
    entry = {"photo": photo.id, "cards": [seen.to_json() for seen in cards]}
    return keep_photo(view, key_of(seat), entry, then)


def pile_of(view: View[State], args: Fields, seat: int, here: Link, add: Callable[[Link, Card], Link]) -> Pile | None:
    """Return what the photo named in the address shows; `add` is the link with one more card."""
    entry = view.entries.get(key_of(seat))
    if not entry or args.get("photo") != entry["photo"]:
        return None
    cards = [read_seen(one) for one in entry["cards"]]
    left = args.numbers("ask", range(len(cards)), len(cards))
    kept, here = view.photos.get(entry["photo"]), here.but(photo=entry["photo"])
    picture = None
    if kept:
        frame, outlines = Frame(kept, (seen.quad for seen in cards)), []
        for at, seen in enumerate(cards):
            text = str(seen.card.value) if seen.card else "?"
            label = card_words(seen.card, view) if seen.card else view.say("pile.unknown")
            kind = "sure" if seen.sure else "asked" if seen.card else "unknown"
            link = here.but(ask=".".join(map(str, left)))
            outlines.append(frame.outline(seen.quad, str(at), label, kind, text, link, now=left[:1] == (at,)))
        picture = frame.picture(outlines)
    asked = None
    if left:
        rest = here.but(ask=".".join(map(str, left[1:])))
        seen = cards[left[0]]
        asked = Asked(
            title=view.say("pile.ask", len(left)),
            crop=crop(kept, seen.quad) if kept else None,
            offers=tuple(
                Option(
                    label=f"{colour_word(card.colour, view)} {card.value}",
                    link=add(rest, card),
                    svg=card_drawn(card, view),
                )
                for card in _different(seen)
            ),
            leave=rest,
        )
    sure = len(cards) - sum(not seen.sure for seen in cards)
    sentence = view.say("pile.seen", len(cards), sure)
    return Pile(sentence=sentence, picture=picture, asked=asked)


def _different(seen: Seen) -> list[Card]:
    """The cards it may be; symbols do not count any more."""
    found: dict[tuple[str, int], Card] = {}
    for guess in seen.guesses:
        found.setdefault((guess.card.colour, guess.card.value), guess.card)
    return list(found.values())
