"""A photo of a collection: what was seen in it, kept with its seat until the next one, and drawn beside the counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from companion.core.table import Change, Link, Refused, SentPhoto, View
from companion.games.collexion.pages.parts import BY_CODE, code, digits
from companion.games.collexion.pages.state import State
from companion.games.collexion.pages.words import pile_words
from companion.games.collexion.pieces import Collection
from companion.games.collexion.rules import COLOURS, COPIES
from companion.games.collexion.series import Series, must_validate
from companion.pages.fields import Fields
from companion.pages.parts import PhotoForm, photo_buttons
from companion.pages.picture import LAST_PHOTO, SeenPicture, keep_photo, picture, shares

if TYPE_CHECKING:
    from companion.games.collexion.reader import Reading

_SURE = 0.6
_GUIDE = "1x1/0.75"  # the live camera waits for one calm picture, whatever lies in it


def photo_form(view: View[State], seat: int) -> PhotoForm:
    """Return the buttons that photograph a collection."""
    return photo_buttons(view, "collection", _GUIDE, 1, seat=seat)


def read_photo(view: View[State], photo: SentPhoto, form: Fields) -> Change:
    """Keep what a photo shows, and go on with its series, or with the counts where there is none."""
    from companion.games.collexion.reader import read_collection_photo

    seat = form.own_seat()
    reading = read_collection_photo(photo.data)
    if not reading.pieces:
        raise Refused({"photo": view.say("count.read.nothing")}, Link.of("count", seat=seat))
    return kept_photo(view, seat, photo.id, reading)


def kept_photo(view: View[State], seat: int, photo_id: str, reading: Reading) -> Change:
    """Return the change that a reading makes; the photo before it is not needed any more."""
    pieces = [[code(one.piece), one.confidence > _SURE, shares(one.corners, reading.size)] for one in reading.pieces]
    entry = {"photo": photo_id, "pieces": pieces, "hidden": sorted(reading.hidden), "unread": reading.unread}
    counts = reading.collection.counts
    collection = Collection(tuple(tuple(min(count, COPIES) for count in row) for row in counts))
    then = Link.of("series" if must_validate(collection) else "count", seat=seat, have=digits(collection), photo=1)
    return keep_photo(view, f"{LAST_PHOTO}/{seat}", entry, then)


def last_photo(view: View[State], args: Fields, seat: int) -> Any:
    """Return what was seen in the last photo, where the page is about it."""
    return view.entries.get(f"{LAST_PHOTO}/{seat}") if args.get("photo") == "1" else None


def seen_words(view: View[State], kept: Any) -> str:
    """Return what is to be said about a photo that was read."""
    doubtful = sum(not sure for _, sure, _ in kept["pieces"])
    said = [view.say("count.read.doubtful", doubtful) if doubtful else view.say("count.read.sure")]
    if kept["unread"]:
        said.append(view.say("count.read.unread", kept["unread"]))
    if hidden := [pile_words(colour, view) for colour in COLOURS if colour in kept["hidden"]]:
        said.append(view.say("count.read.hidden", ", ".join(hidden)))
    return " ".join(said)


def seen_picture(view: View[State], kept: Any, series: Iterable[Series] = ()) -> SeenPicture | None:
    """Return the photo with its polygons: those of each series with its number, doubtful ones as doubtful."""
    wanted = {number: Counter(one.pieces) for number, one in enumerate(series, 1)}
    outlines = []
    for name, sure, spots in kept["pieces"]:
        piece = BY_CODE[name]
        number = next((number for number, pieces in wanted.items() if pieces[piece]), 0)
        if number:
            wanted[number][piece] -= 1
        kind = "sure" if sure else "asked"
        outlines.append((spots, f"{kind} now" if number else kind, str(number or "") or ("" if sure else "?")))
    return picture(view, kept["photo"], view.say("count.photo.seen", len(kept["pieces"])), outlines)
