"""Cards of a print wherever they lie on a table, where location has taken what is printed on them for cards.

Signs on cards lie flat on the table and in line with them, so it is known how the table lies: the outline of the print
is held against it in every size that a card can have.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from companion.vision.align import Map
from companion.vision.plane import fit_plane
from companion.vision.recognise import Lookalike, Sketch, distinct, scan
from companion.vision.shapes import Location, sides

Floats = NDArray[np.float64]

_SIZES = np.geomspace(0.065, 0.4, 11)  # of the photo's longer side: how wide a card can be
_CLEAR = 0.5  # agreement of outlines that chance gives as well


def scan_table(
    sketch: Sketch, location: Location, outline: Map, most: int, counts: Map | None = None
) -> list[Lookalike]:
    """Return the places most like cards, at most so many, all of the one size and direction that has most of them."""
    return scan_sizes(sketch, location, outline, most, counts)[0]


def scan_sizes(
    sketch: Sketch, location: Location, outline: Map, most: int, counts: Map | None = None
) -> list[list[Lookalike]]:
    """Return the places most like cards, at most so many for each size and direction, those with most of them first."""
    tried = []
    for to_photo in _tables(location):
        for wide in _SIZES * max(location.size):
            for quarter in (0, 1):
                ends = (to_photo @ _turn(np.pi / 2 * (quarter + half)) @ _scale(wide) for half in (0, 2))
                seen = [place for end in ends for place in scan(sketch, end, outline, counts)]
                tried.append(distinct(seen, most))
    return sorted(tried, key=lambda places: -sum(max(place.likeness - _CLEAR, 0) for place in places))


def _tables(location: Location) -> Iterator[Floats]:
    """Ways from the table, in line with what lies on it and in pixels, to the photo: leant as it seems, and not at all.

    What was located may have another shape than cards; then the table does not lean as it seems.
    """
    quads = location.quads
    plane = fit_plane(quads, np.ones(len(quads)), location.size)
    unit = plane.card[0] / float(np.median(np.sort(sides(quads), axis=1)[:, 0]))  # of the table, for a pixel
    yield plane.to_photo @ _turn(_lying(plane.flatten(quads))) @ _scale(unit)
    yield _turn(_lying(quads.astype(np.float64)))


def _lying(quads: Floats) -> float:
    """The angle at which quads lie: their sides have two directions a quarter turn apart, so four times it is one."""
    along = np.roll(quads, -1, axis=1) - quads
    ways = (along[..., 0] + 1j * along[..., 1]).ravel()
    return float(np.angle((ways**4 / np.abs(ways) ** 3).sum())) / 4


def _turn(angle: float) -> Floats:
    return np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])


def _scale(size: float) -> Floats:
    return np.diag([size, size, 1.0])
