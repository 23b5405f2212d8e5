"""Pieces that stand out from their surroundings, whatever the colours of the table are elsewhere.

Like lines of equal height on a map: around a piece they lie close together and have its shape, however dark it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.collexion.pieces import Piece
from companion.games.collexion.reader.glance import CLEAR, Found, Glance
from companion.games.collexion.reader.heaps import Heap
from companion.games.collexion.reader.inks import View
from companion.games.collexion.reader.outlines import Floats, Pixels, area_of, bulge, moved
from companion.games.collexion.reader.packing import explain
from companion.games.collexion.reader.pattern import running_on

_SMALL = 0.5  # such a part of the size of the photo is enough
_STEP = 0.03  # between two levels, of the logarithm of a channel or of a ratio of two
_LIFT = 20.0  # keeps the grain of dark places out of the logarithm


_ALIKE = 0.03  # how little such an outline may differ from a polygon
_OFTEN = 3  # so many cells of one size make a pattern


@dataclass(frozen=True)
class Level:
    """One outline, and what it would be on the straightened table."""

    outline: Floats
    heap: Heap

    @property
    def off(self) -> float:
        """How much it differs from a polygon."""
        return self.heap.shapes[0][1]

    def holds(self, spot: Floats) -> bool:
        """Whether a spot of the photo lies in it."""
        return _in(self.outline, spot)

    def like(self, other: Level) -> bool:
        """Whether both have the same shape and size."""
        same = self.heap.shapes[0][0] == other.heap.shapes[0][0]
        return same and 0.88 < self.heap.radius / other.heap.radius < 1.13


def standing_out(view: View, glance: Glance, known: Sequence[Found]) -> list[Found]:
    """Return the lone pieces that are not known yet: the lines of a pattern go on, those of a piece do not."""
    pieces: list[Level] = []
    pattern: list[Level] = []
    for place in _places(view, glance, [corners for _, corners, sure in known if sure > CLEAR]):
        best = sorted(place, key=lambda level: level.off)[:5]
        lines = float(np.median([running_on(level.outline, view.calm) for level in best]))
        (pattern if lines > 0.4 else pieces).append(best[0])
    found = []
    for level in pieces:
        if sum(level.like(cell) for cell in pattern) < _OFTEN:
            ((shape, corners, sure),) = explain(level.heap, glance.sizes)
            colour = glance.inked.nearest(_looks_in(view, level.outline))
            found.append((Piece(colour, shape), moved(corners[:, None], glance.straight.inverse)[:, 0], sure))
    return found


def _places(view: View, glance: Glance, known: Sequence[Floats]) -> list[list[Level]]:
    """Return the outlines that are like pieces, those around one place together."""
    areas = [area_of(corners) for corners in known]
    places: list[list[Level]] = []
    for outline in _outlines(view.calm, 0.4 * min(areas), 2.0 * max(areas)) if areas else ():
        spot = outline[:, 0].mean(axis=0)
        if any(_in(corners, spot) for corners in known):
            continue
        level = Level(outline, Heap.of(moved(outline, glance.straight.matrix)))
        if level.off < _ALIKE and level.heap.lone and glance.sizes.fits(level.heap, closely=True):
            for place in places:
                if place[0].holds(spot):
                    place.append(level)
                    break
            else:
                places.append([level])
    return places


def _in(outline: Floats, spot: Floats) -> bool:
    return cv2.pointPolygonTest(outline.astype(np.float32), (float(spot[0]), float(spot[1])), False) > 0


def _looks_in(view: View, outline: Floats) -> Floats:
    inside = cv2.fillPoly(np.zeros(view.colour.shape, np.uint8), [outline.round().astype(np.int32)], 1)
    return view.looks[view.colour[inside > 0]]


def _outlines(calm: Pixels, least: float, most: float) -> Iterator[Floats]:
    """Yield the bulging outlines between two sizes, of every ratio of two colours and of the brightness."""
    small = cv2.resize(calm, None, fx=_SMALL, fy=_SMALL, interpolation=cv2.INTER_AREA)
    blue, green, red = cv2.split(np.log(small.astype(np.float32) + _LIFT))
    for height in (red - green, blue - green, red - blue, (red + green + blue) / 3):
        smooth = cv2.GaussianBlur(height, (0, 0), 0.8)
        low, high = np.percentile(smooth[::3, ::3], (1, 99))
        for level in np.arange(low, high, _STEP):
            above = (smooth > level).astype(np.uint8)
            outlines, _ = cv2.findContours(above, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
            for outline in outlines:
                if least < cv2.contourArea(outline) / _SMALL**2 < most and bulge(outline) > 0.93:
                    yield (outline.astype(np.float64) + 0.5) / _SMALL - 0.5
