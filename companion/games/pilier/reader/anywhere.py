"""Cards of a print anywhere in a photo: where location has taken what is printed on the cards for cards.

First among all that has four sides. Where that gives little, the table itself is still known, as signs on cards lie
flat on it and in line with them: the outline of the print is held against it in every size that a card can have.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.pilier.reader.eye import Eye, Map
from companion.vision.align import settle
from companion.vision.recognise import Lookalike, Sketch, distinct, recognise
from companion.vision.scan import scan_table
from companion.vision.shapes import Location, Quad

FEW = 3  # well seen cards that are too few to go by
_PLACES = 12
_MOST = 36  # cards in a square


def anywhere(eye: Eye, sketch: Sketch, quads: Sequence[Quad], location: Location, outline: Map) -> list[Quad]:
    """Return what looks like a card of the print, whichever end is up."""
    every = [*quads, *location.others]
    either = [*every, *(quad.turned(2) for quad in every)]
    found = cards_among(eye, distinct(recognise(sketch, either, outline), _PLACES), outline)
    if len(found) >= max(FEW, len(quads) / 2):
        return found
    return max(found, cards_among(eye, scan_table(sketch, location, outline, _MOST), outline), key=len)


def cards_among(eye: Eye, places: Sequence[Lookalike], outline: Map) -> list[Quad]:
    """Return those places that show a card once they are aligned."""
    if not places:
        return []
    settled = settle(eye.image, [place.quad for place in places], outline)
    return [quad for quad, card in zip(settled, eye.cards(eye.likeness(settled)), strict=True) if card]
