"""Pieces that stand out from their surroundings, whatever the colours of the table are elsewhere.

Like lines of equal height on a map: around a piece they lie close together and have its shape, however dark it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.collexion.pieces import Piece
from companion.games.collexion.reader.glance import CLEAR, Found, Glance
from companion.games.collexion.reader.heaps import Heap
from companion.games.collexion.reader.inks import LIFT, View, apart_from_light
from companion.games.collexion.reader.outlines import Floats, Pixels, area_of, moved, share_within
from companion.games.collexion.reader.packing import explain
from companion.games.collexion.reader.pattern import running_on

_SMALL = 0.5  # such a part of the size of the photo is enough
_STEP = 0.03  # between two levels, of the logarithm of a channel or of a ratio of two
_ALIKE = 0.03  # how little such an outline may differ from a polygon
_PLAIN = 22  # so many straight edges are too many for a few pieces
_TRIES = 6  # heaps
_OTHER = 0.05  # so much differs what is another colour
_OFTEN = 3  # so many cells of one size make a pattern
_ONE_PLACE = 0.3  # of the side of a square as large: outlines whose middles are nearer lie around one thing
_NARROWER, _WIDER = 0.88, 1.13  # times the radius of another, between which two are of one size
_READ = 0.5  # how sure a piece must be for nothing else to be sought in its place
_SEVERAL = 1.3  # times a usual piece: a heap is larger
_RUNNING = 0.4  # of an outline is lines that go on beyond its corners: then it is a cell of a pattern
_RING = 0.4  # of the difference between inside and edge: if what lies behind the edge differs less, the edge is a ring
_HARDLY, _NEARLY = 0.15, 0.85  # of what an outline encloses: where a part between these is above the level it is a ring


@dataclass(frozen=True)
class Level:
    """One outline, and what it would be on the straightened table."""

    outline: Floats
    heap: Heap

    @property
    def off(self) -> float:
        """How much it differs from a polygon."""
        return self.heap.shapes[0][1]

    @property
    def alone(self) -> bool:
        """Whether it is very much like a polygon."""
        return self.off < _ALIKE and self.heap.lone

    @cached_property
    def edges(self) -> int:
        """How many straight edges it has; one of grain has many."""
        near = 0.03 * float(np.sqrt(self.heap.area))
        return len(cv2.approxPolyDP(self.outline.astype(np.float32), near, True))

    def holds(self, spot: Floats) -> bool:
        """Whether a spot of the photo lies in it."""
        return _in(self.outline, spot)

    def around(self, other: Level) -> bool:
        """Whether both lie around one place."""
        apart = np.linalg.norm(_middle(self.outline[:, 0]) - _middle(other.outline[:, 0]))
        return bool(apart < _ONE_PLACE * np.sqrt(min(self.heap.area, other.heap.area)))

    def like(self, other: Level) -> bool:
        """Whether both have the same shape and size."""
        same = self.heap.shapes[0][0] == other.heap.shapes[0][0]
        return same and _NARROWER < self.heap.radius / other.heap.radius < _WIDER


def standing_out(view: View, glance: Glance, known: Sequence[Found]) -> list[Found]:
    """Return the pieces that are not known yet, lone ones and heaps."""
    taken = [corners for _, corners, sure in known if sure > CLEAR]
    levels = list(_levels(view, glance, taken))
    lone = [level for level in levels if level.alone and glance.sizes.fits(level.heap, closely=True)]
    found = [one for level in _pieces(view, lone, lambda level: level.off) for one in _named(view, glance, level)]
    read = [corners for _, corners, sure in known if sure > _READ]
    for level in _pieces(view, _heaps(levels, read), lambda level: level.edges)[:_TRIES]:
        several = _named(view, glance, level)
        if len(several) > 1 and several[0][2] > CLEAR:
            found += several
    return found


def _heaps(levels: Sequence[Level], taken: Sequence[Floats]) -> list[Level]:
    """Return what has the straight edges of several pieces, none of which is known."""
    usual = np.median([area_of(corners) for corners in taken]) if taken else 0.0
    plain = [level for level in levels if level.edges < _PLAIN and not level.heap.lone]
    large = [level for level in plain if area_of(level.outline) > _SEVERAL * usual]
    return [level for level in large if not any(level.holds(_middle(corners)) for corners in taken)]


def _pieces(view: View, levels: Sequence[Level], badness: Callable[[Level], float]) -> list[Level]:
    """Return the best outline of each place: the lines of a pattern go on, those of a piece do not."""
    pieces: list[Level] = []
    pattern: list[Level] = []
    for place in _places(levels):
        best = sorted(place, key=badness)[:5]
        lines = float(np.median([running_on(level.outline, view.calm) for level in best]))
        if _piece_like(view, best[0]):
            (pattern if lines > _RUNNING else pieces).append(best[0])
    return sorted((one for one in pieces if sum(one.like(cell) for cell in pattern) < _OFTEN), key=badness)


def _piece_like(view: View, level: Level) -> bool:
    """Whether something lies there, not the inside of a ring; shadows may cut the shape of a heap out of the table."""
    outline = level.outline
    middle = _middle(outline)
    inside, edge, *behind = (_looks_at(view, middle + (outline - middle) * far) for far in (0.7, 1.1, 1.35, 1.6))
    ring = min(np.linalg.norm(inside - looks) for looks in behind) < _RING * np.linalg.norm(inside - edge)
    return not ring and (level.alone or apart_from_light(inside, edge) > _OTHER)


def _looks_at(view: View, spots: Floats) -> Floats:
    x, y = np.clip(spots[:, 0].round().astype(int).T, 0, np.array(view.colour.shape[::-1])[:, None] - 1)
    return np.asarray(np.median(view.looks[view.colour[y, x]], axis=0))


def _named(view: View, glance: Glance, level: Level) -> list[Found]:
    found = []
    for shape, corners, sure in explain(level.heap, glance.sizes):
        seen = moved(corners[:, None], glance.straight.inverse)
        found.append((Piece(glance.inked.nearest(_looks_in(view, seen)), shape), seen[:, 0], sure))
    return found


def _levels(view: View, glance: Glance, taken: Sequence[Floats]) -> Iterator[Level]:
    """Yield what lies where no piece is known."""
    areas = [area_of(corners) for corners in taken]
    for outline in _outlines(view.calm, 0.4 * min(areas), 5.0 * max(areas)) if areas else ():
        if _whole(outline, view) and not any(_in(corners, _middle(outline[:, 0])) for corners in taken):
            yield Level(outline, Heap.of(moved(outline, glance.straight.matrix)))


def _whole(outline: Floats, view: View) -> bool:
    """Whether an outline ends within the photo."""
    return bool((outline > 4).all() and (outline < np.array(view.colour.shape[::-1]) - 5).all())


def _places(levels: Sequence[Level]) -> list[list[Level]]:
    """Put the outlines around one place together."""
    places: list[list[Level]] = []
    for level in levels:
        for place in places:
            if place[0].around(level):
                place.append(level)
                break
        else:
            places.append([level])
    return places


def _middle(corners: Floats) -> Floats:
    return np.asarray(corners.mean(axis=0))


def _in(outline: Floats, spot: Floats) -> bool:
    return cv2.pointPolygonTest(outline.astype(np.float32), (float(spot[0]), float(spot[1])), False) > 0


def _looks_in(view: View, outline: Floats) -> Floats:
    inside = cv2.fillPoly(np.zeros(view.colour.shape, np.uint8), [outline.round().astype(np.int32)], 1)
    return view.looks[view.colour[inside > 0]]


def _outlines(calm: Pixels, least: float, most: float) -> Iterator[Floats]:
    """Yield the outlines between two sizes, of every ratio of two colours and of the brightness."""
    small = cv2.resize(calm, None, fx=_SMALL, fy=_SMALL, interpolation=cv2.INTER_AREA)
    blue, green, red = cv2.split(np.log(small.astype(np.float32) + LIFT))
    for height in (red - green, blue - green, red - blue, (red + green + blue) / 3):
        smooth = cv2.GaussianBlur(height, (0, 0), 0.8)
        low, high = np.percentile(smooth[::3, ::3], (1, 99))
        for level in np.arange(low, high, _STEP):
            above = (smooth > level).astype(np.uint8)
            outlines, _ = cv2.findContours(above, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
            for outline in outlines:
                if least < cv2.contourArea(outline) / _SMALL**2 < most and _even(outline, above):
                    yield (outline.astype(np.float64) + 0.5) / _SMALL - 0.5


def _even(outline: NDArray[np.generic], above: Pixels) -> bool:
    """Whether all within an outline is on one side of the level: a ring is no piece."""
    return not _HARDLY < share_within(outline, above) < _NEARLY
