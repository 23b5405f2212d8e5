"""Places that look like cards of a print: a quick look at outlines in a small picture.

Far cheaper than aligning and reading a card, and it needs no digit: the outline that all cards of a print have in
common is moved and scaled a little over each place, and what agrees best counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.align import Map, edge_strength, ring
from companion.vision.locate import shrunk
from companion.vision.quads import apart
from companion.vision.shapes import Points, Quad, convex, sides

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_SIZE = (42, 59)  # pixels of a card: enough for borders, triangles and digits
_MARGIN = 0.14  # how far beyond its quad a card may reach
_SCALES = (0.93, 1.0, 1.07)
_SOFT = 1.0  # pixels: lines need not quite meet
_PIXELS = 0.2e6  # of the small picture: cards are then a little larger than `_SIZE`
_SQUARE = 1.15  # of long to short sides, below which either may be the card's height
_REACH = 9  # card widths from where its scale is known that a table is scanned
_ALIKE = 0.4  # what agrees less is no card
_APART = 31  # pixels between peaks of a scan
_SAME = 0.5  # places that share more are one


@dataclass(frozen=True)
class Lookalike:
    """Where the outline of a card fits, and how well, -1 to 1; the quad may begin at the card's lower end."""

    quad: Quad
    likeness: float


@dataclass(frozen=True)
class Sketch:
    """A photo small enough for a quick look."""

    small: Pixels
    scale: Floats  # from the photo to it, both ways

    @classmethod
    def of(cls, image: Pixels) -> Sketch:
        """Shrink a photo."""
        small = shrunk(image, _PIXELS)
        return cls(small, np.array([small.shape[1] / image.shape[1], small.shape[0] / image.shape[0]]))


class _Outline(NamedTuple):
    """The outline of a card in some size, and the part of it that counts."""

    lines: Map
    mask: Map

    @property
    def corners(self) -> Floats:
        return _corners(self.lines.shape[::-1])


def recognise(
    sketch: Sketch, quads: Sequence[Quad], template: Map, upright: bool = False, counts: Map | None = None
) -> list[Lookalike]:
    """Return where in and around each quad the outline of a card fits best.

    With `upright` every quad is known to begin at the upper end of its card. `counts` says how much each pixel of the
    outline does: unless that is known its rim does, as cards differ in their middle.
    """
    small, scale = sketch.small, sketch.scale
    outlines = _outlines(template, counts)
    found = []
    for quad in quads:
        turns = [quad.points] if upright else _upright(quad.points)
        ways = [_match(small, (points + 0.5) * scale - 0.5, outlines) for points in turns]
        value, points = max(ways, key=lambda way: way[0])
        found.append(Lookalike(Quad.of((points + 0.5) / scale - 0.5), value))
    return found


def scan(sketch: Sketch, to_photo: Floats, template: Map, counts: Map | None = None) -> list[Lookalike]:
    """Return all places like a card on a table whose scale is known: `to_photo` takes card widths to the photo."""
    wide, tall = np.array(sketch.small.shape[1::-1]) / sketch.scale
    frame = np.array([[[0, 0], [wide, 0], [wide, tall], [0, tall]]], np.float64)
    table = cv2.perspectiveTransform(frame, np.linalg.inv(to_photo))[0]
    low, high = np.maximum(table.min(axis=0), -_REACH), np.minimum(table.max(axis=0), _REACH)
    if (high - low < 2).any():
        return []
    to_table = np.array([[1 / _SIZE[0], 0, low[0]], [0, 1 / _SIZE[0], low[1]], [0, 0, 1]])
    to_small = np.diag([*sketch.scale, 1.0]) @ to_photo @ to_table
    across, down = (int(side) for side in (high - low) * _SIZE[0])
    view = _lines(np.asarray(cv2.warpPerspective(sketch.small, np.linalg.inv(to_small), (across, down)), np.uint8))
    found = [
        (cv2.perspectiveTransform(points[None], to_photo @ to_table)[0], value)
        for outline in _outlines(template, counts)
        for value, points in _peaks(_fits(view, outline), outline)
    ]
    # Beyond the horizon the photo repeats itself.
    return [
        Lookalike(Quad.of(points), value)
        for points, value in found
        if (points >= 0).all() and (points < (wide, tall)).all() and convex(points[None].astype(np.float32))[0]
    ]


def distinct(places: Sequence[Lookalike], most: int) -> list[Lookalike]:
    """Return the places most like cards, each once, the best first."""
    value = np.array([place.likeness for place in places])
    order = np.argsort(-value, kind="stable")
    quads = np.array([place.quad.corners for place in places], np.float32).reshape(-1, 4, 2)
    return [places[at] for at in apart(quads, order[value[order] > _ALIKE], _SAME, most)]


def _upright(points: Points) -> list[Points]:
    """The corners of a quad with its long sides upright; both ways where it is nearly square."""
    length = sides(points[None])[0]
    across, down = float(length[0] + length[2]), float(length[1] + length[3])
    turned = np.roll(points, -1, axis=0)
    if max(across, down) < _SQUARE * min(across, down):
        return [points, turned]
    return [points] if down > across else [turned]


def _outlines(template: Map, counts: Map | None) -> list[_Outline]:
    """The outline of a card a little smaller and larger."""
    mask = np.asarray(ring() > 0, np.float32) if counts is None else counts
    found = []
    for factor in _SCALES:
        size = (round(_SIZE[0] * factor), round(_SIZE[1] * factor))
        lines = cv2.GaussianBlur(cv2.resize(template, size, interpolation=cv2.INTER_AREA), (0, 0), _SOFT)
        how = cv2.INTER_NEAREST if counts is None else cv2.INTER_AREA
        found.append(_Outline(np.asarray(lines, np.float32), np.asarray(cv2.resize(mask, size, interpolation=how))))
    return found


def _match(small: Pixels, points: Floats, outlines: Sequence[_Outline]) -> tuple[float, Floats]:
    """How well the outline fits in and around a quad, and where."""
    flat = _corners(_SIZE) + np.array(_SIZE) * _MARGIN
    to_view = cv2.getPerspectiveTransform(points.astype(np.float32), flat.astype(np.float32))
    wide, tall = (round(side * (1 + 2 * _MARGIN)) for side in _SIZE)
    view = _lines(np.asarray(cv2.warpPerspective(small, to_view, (wide, tall), borderMode=cv2.BORDER_REPLICATE)))
    best, place = -1.0, flat
    for outline in outlines:
        _, value, _, at = cv2.minMaxLoc(_fits(view, outline))
        if value > best:
            best, place = value, outline.corners + np.array(at)
    return best, np.asarray(cv2.perspectiveTransform(place[None], cv2.invert(to_view)[1])[0], np.float64)


def _fits(view: Map, outline: _Outline) -> Map:
    """How well the outline fits at every place of a view."""
    fits = cv2.matchTemplate(view, outline.lines, cv2.TM_CCOEFF_NORMED, mask=outline.mask)
    # Where nothing is to be seen the correlation is infinite.
    return np.asarray(np.where(np.abs(fits) <= 1.01, fits, -1), np.float32)


def _peaks(fits: Map, outline: _Outline) -> Iterator[tuple[float, Floats]]:
    """The places where the outline fits best of all around."""
    highest = (fits == cv2.dilate(fits, np.ones((_APART, _APART), np.uint8))) & (fits > _ALIKE)
    for y, x in np.argwhere(highest).tolist():
        yield float(fits[y, x]), outline.corners + np.array([x, y])


def _corners(size: tuple[int, ...]) -> Floats:
    return np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64) * size - 0.5


def _lines(view: Pixels) -> Map:
    """Strength of edges in any colour, evened out between light and shadow, and softened."""
    strength = edge_strength(view, 0.6)
    even = np.minimum(strength / (cv2.blur(strength, (21, 21)) + 8), 4)
    return np.asarray(cv2.GaussianBlur(even, (0, 0), _SOFT), np.float32)
