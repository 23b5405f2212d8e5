"""A photo of the square after a turn: what is new in it is proposed, and entered with a tap as always."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.core.errors import Place, Unreadable
from companion.core.sheet import Reason
from companion.core.table import Change, Form, Link, NoSuchPage, PagePart, Refused, SentPhoto, View
from companion.games.pilier.cards import CARD_NAMES, Card
from companion.games.pilier.pages.state import State
from companion.games.pilier.pages.words import card_drawn, card_words
from companion.games.pilier.reading import FEWEST, Seen, SquareReading, read_reading
from companion.games.pilier.rules import FIRST_CARDS, SIDE
from companion.games.pilier.square import Cell
from companion.pages.fields import Fields
from companion.pages.parts import Confirm, Option, PhotoForm, photo_buttons
from companion.pages.photo_drawing import Crop, crop
from companion.pages.picture import LAST_PHOTO, keep_photo, newly_seen

if TYPE_CHECKING:
    from companion.games.pilier.reader import Print

PRINT = "@print"  # under which a box keeps how its cards look
_MOST_OFFERS = 5
_HEAVIEST = 1000  # far more than any weight that a print ever had


class Proposal(PagePart):
    """What a photo says about this turn."""

    sentence: str
    doubts: tuple[str, ...] = ()
    offers: tuple[Option, ...] = ()
    crop: Crop | None = None


def damage(box: Mapping[str, Any]) -> dict[str, str]:
    """Return what cannot be read in a box, and what was expected."""
    sound = PRINT not in box or _sound(box[PRINT])
    return {} if sound else {PRINT: str(Unreadable(Reason("pilier:error.print"), Place(PRINT)))}


def _sound(printed: Any) -> bool:
    """Whether a print is named pictures and weights: rows of card, photo and picture, and lists of numbers."""
    if not isinstance(printed, Mapping):
        return False
    cards, weights = printed.get("cards"), printed.get("weights")
    if not isinstance(cards, list) or not isinstance(weights, list):
        return False
    rows = all(isinstance(row, list) and len(row) == 3 and all(isinstance(one, str) for one in row) for row in cards)
    lists = all(isinstance(weight, list) and all(_weight(one) for one in weight) for weight in weights)
    return rows and lists and all(row[0] in CARD_NAMES for row in cards)


def _weight(one: Any) -> bool:
    return isinstance(one, int | float) and not isinstance(one, bool) and -_HEAVIEST < one < _HEAVIEST


def cards_taught(view: View[Any]) -> int:
    """Return how many different cards the box knows by picture."""
    return len({card for card, _, _ in view.box.get(PRINT, {}).get("cards", ())})


def print_of(view: View[Any]) -> Print:
    """Return the print of the box; refuses photos as long as too few of its cards were named."""
    from companion.games.pilier.reader import read_print

    if cards_taught(view) < FEWEST:
        raise Refused({"photo": view.say("photo.untaught", FEWEST, cards_taught(view))}, Link("teach"))
    return read_print(view.box.get(PRINT))


def photo_form(view: View[State]) -> PhotoForm | None:
    """Return the buttons that send a photo of the square; none where the box knows too few cards."""
    if not view.plays or cards_taught(view) < FEWEST:
        return None
    position = view.state.position
    cells = position.square.cards if position else {Cell(0, 0): None, Cell(1, 3): None}
    # The live camera shows room for the cards and one more row and column, and waits for the cards that lie there.
    tall, wide = (min(max(places) - min(places) + 2, SIDE) for places in zip(*cells, strict=True))
    least = max(len(cells), FIRST_CARDS) - (len(position.phase.line) if position and position.phase else 0)
    return photo_buttons(view, "square", f"{tall}x{wide}", max(least, 1))


def read_turn(view: View[State], photo: SentPhoto, form: Fields) -> Change:
    """Return the table with what a photo shows: the first cards, the card of this turn, or cards that were taken."""
    from companion.games.pilier.reader import read_square

    state, printed = view.state, print_of(view)
    position = state.position
    known = position.square.cards if position else {}
    taken = Counter(card for cards in position.won.values() for card in cards) if position else Counter[Card]()
    line = position.phase.line if position and position.phase else ()
    reading = read_square(photo.data, "photo", printed, known, taken, line)
    entry = {"photo": photo.id, "turn": state.turn, **reading.to_json()}
    then = Link.of(photo=photo.id)
    if position and not position.phase:
        new = newly_seen(reading.cells, known)
        if not new:
            raise Refused({"photo": view.say("photo.none_new")}, Link())
        if len(new) == 1:
            ((cell, seen),) = new.items()
            then = _chosen(then, cell, seen.card)
    elif position and not _gone(reading, position.takeable):
        raise Refused({"photo": view.say("photo.none_gone")}, Link())
    elif not position and len(reading.cells) != FIRST_CARDS:
        raise Refused({"photo": view.say("photo.not_first", FIRST_CARDS, len(reading.cells))}, Link())
    return keep_photo(view, LAST_PHOTO, entry, then)


def _gone(reading: SquareReading, takeable: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return tuple(cell for cell in reading.gone if cell in takeable)


def _chosen(link: Link, cell: Cell, card: Card | None) -> Link:
    traits = {"colour": card.colour, "value": card.value, "symbol": card.symbol} if card else {}
    return link.but(cell=cell, **traits)


# What the home of the table says about it.


def last_photo(view: View[State], args: Fields) -> tuple[str, SquareReading] | None:
    """Return the photo that the address names and what was read in it, while the turn it was taken in is on."""
    entry = view.entries.get(LAST_PHOTO)
    if not entry or args.get("photo") != entry["photo"] or entry["turn"] != view.state.turn:
        return None
    return entry["photo"], read_reading(entry)


def proposal(view: View[State], args: Fields) -> Proposal | None:
    """Return what the photo named in the address says about this turn."""
    look, position = last_photo(view, args), view.state.position
    if look is None or position is None:
        return None
    photo_id, reading = look
    if position.phase:
        return _taken(view, photo_id, reading)
    known = position.square.cards
    new = newly_seen(reading.cells, known)
    here, kept = Link.of(photo=photo_id), view.photos.get(photo_id)
    doubts = [
        view.say("photo.other", card_words(seen.card, view), card_words(known[cell], view))
        for cell, seen in reading.cells.items()
        if cell in known and seen.card and seen.sure and seen.card != known[cell]
    ]
    doubts += [view.say("photo.gone", card_words(known[cell], view)) for cell in reading.gone]
    if len(new) != 1:
        cards = [(cell, seen.card) for cell, seen in new.items() if seen.card]
        return Proposal(
            sentence=view.say("photo.several", len(new)), doubts=tuple(doubts), offers=_offers(view, here, cards)
        )
    ((cell, seen),) = new.items()
    cut = crop(kept, seen.quad) if kept else None
    if seen.card is None:
        sentence = view.say("photo.unknown")
    else:
        sentence = view.say("photo.sure" if seen.sure else "photo.unsure", card_words(seen.card, view))
    guesses = [] if seen.sure else [(cell, guess.card) for guess in seen.guesses]
    return Proposal(sentence=sentence, doubts=tuple(doubts), offers=_offers(view, here, guesses), crop=cut)


def _offers(view: View[State], here: Link, cards: list[tuple[Cell, Card]]) -> tuple[Option, ...]:
    return tuple(
        Option(label=card_words(card, view), link=_chosen(here, cell, card), svg=card_drawn(card, view))
        for cell, card in cards[:_MOST_OFFERS]
    )


def _taken(view: View[State], photo_id: str, reading: SquareReading) -> Proposal | None:
    """Which cards of the line are gone: who takes now has taken one of them."""
    position = view.state.position
    assert position is not None
    assert position.phase is not None
    gone = _gone(reading, position.takeable)
    if not gone:
        return None
    offers = tuple(
        Option(
            label=card_words(position.square.cards[cell], view),
            link=Link.of(photo=photo_id, cell=cell),
            svg=card_drawn(position.square.cards[cell], view),
        )
        for cell in gone
    )
    return Proposal(sentence=view.say("photo.taken", view.state.names[position.phase.seat]), offers=offers)


# The first five cards.


def first_seen(view: View[State], args: Fields) -> dict[Cell, Seen]:
    """Return the first cards as a photo shows them, moved to the middle of the square."""
    look = last_photo(view, args)
    if look is None or view.state.position is not None:
        return {}
    cells = look[1].cells
    down, right = ((SIDE - 1 - max(getattr(cell, way) for cell in cells)) // 2 for way in Cell._fields)
    return {Cell(cell.row + down, cell.column + right): seen for cell, seen in cells.items()}


def first_confirm(view: View[State], args: Fields, seen: Mapping[Cell, Seen]) -> Confirm | None:
    """Return the button that enters the first cards of a photo, as far as they are named."""
    named = [one.card for one in seen.values() if one.card]
    text = view.say("photo.first", len(named))
    return Confirm(action="first-photo", text=text, fields={"photo": args["photo"]}) if named else None


def first_proposal(view: View[State], seen: Mapping[Cell, Seen]) -> Proposal | None:
    """Return what a photo says about the first cards: the doubtful ones by name."""
    if not seen:
        return None
    unsure = [card_words(one.card, view) for one in seen.values() if one.card and not one.sure]
    doubts = [view.say("photo.first.unsure", " · ".join(unsure))] if unsure else []
    unknown = sum(one.card is None for one in seen.values())
    doubts += [view.say("photo.first.unknown", unknown)] if unknown else []
    return Proposal(sentence=view.say("photo.first.seen", len(seen)), doubts=tuple(doubts))


def enter_first_photo(view: View[State], form: Fields) -> Change:
    """Enter the first cards as a photo shows them; cards that lie there already go."""
    named = {f"first/{cell}": str(one.card) for cell, one in first_seen(view, form).items() if one.card}
    if not named:
        raise NoSuchPage("first-photo")
    gone = {key: None for key in view.entries if key.startswith("first/")}
    return Change({**gone, **named}, Link())


def photo_page(name: str, form: Form) -> Link:
    """Return the page with the form that sent a photo."""
    if name in ("teaching", "teach"):
        return Link.of("teach", photo=form.get("kept"))
    return Link.of("count", seat=form.get("seat")) if name == "taken" else Link()
