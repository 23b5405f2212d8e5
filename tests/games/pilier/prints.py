"""A print as its owner has taught it: from photos, not from drawings."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from companion.games.pilier.reader.prints import Print
from companion.samples.photographs import scene
from companion.vision.flat import warp_cards
from companion.vision.shapes import Quad
from editions.squares import SQUARE, box_of, square_photo


@cache
def photographed_print(name: str, count: int) -> Print:
    """Return a print taught from easy photos of its first cards, twenty each, every quad as it truly lies."""
    printed, cards = Print(()), tuple(dict.fromkeys(box_of(name)[:count]))
    for start in range(0, len(cards), 20):
        cells = dict(zip(SQUARE.names, cards[start : start + 20], strict=False))
        shot = square_photo(name, cells, replace(scene("easy", start), megapixels=3.0, table="cloth"))
        pictures = warp_cards(shot.image, [Quad.of(shot.truth.quads[cell]) for cell in cells])
        printed = printed.with_photo(list(zip(cells.values(), pictures, strict=True)), f"photo {start}")
    return printed
