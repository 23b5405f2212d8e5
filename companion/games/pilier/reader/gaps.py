"""Where cards end before their print is known: they lie close together and look alike.

Location takes a band along one side for the table where the rest of the card stands out more, on all cards alike: a gap
that is wider one way hides a part. What it has put askew on a few cards does not fit what all have in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.align import agreement, outline_at, settle
from companion.vision.flat import warp_cards
from companion.vision.frame import WHOLE, Frame, edges_of, framed
from companion.vision.layout import View
from companion.vision.shapes import Quad

Pixels = NDArray[np.uint8]

_BAND = 0.1  # of a card: gaps that differ by less are only laid so
_SIDES = (("left", "right"), ("top", "bottom"))
_LOOK = (24, 24)  # pixels of a strip
# Of agreement with all cards: what gains less elsewhere stays, as all together would drift (`vellum`, `marker` and
# `slate` did). On nine prints, some drawn for this alone, none had more cards askew for it.
_CLEARLY = 0.1


def taught_frame(image: Pixels, view: View, rows: Sequence[int]) -> Frame:
    """Return where the sides of the cards are on their quads, which lie in rows and stand upright."""
    grid = view.lattice
    gaps = (np.array(grid.pitch) - 1) * grid.card
    way = int(gaps.argmax())
    band = float(gaps[way] - gaps[1 - way]) / grid.card[way]
    if band < _BAND:
        return WHOLE
    steps = view.steps[rows]
    first, last = (steps[:, way] == end for end in (steps[:, way].min(), steps[:, way].max()))
    before, after = _SIDES[way]
    ends = (
        (first, replace(WHOLE, **{before: -band, after: 0.0}), replace(WHOLE, **{before: -band})),
        (last, replace(WHOLE, **{before: 1.0, after: 1 + band}), replace(WHOLE, **{after: 1 + band})),
    )

    def unlike(end: tuple[NDArray[np.bool_], Frame, Frame]) -> float:
        outer, strip, _ = end
        return _unlike(image, [view.quads[row] for row, out in zip(rows, outer, strict=True) if out], strip, way)

    return max(ends, key=unlike)[2]


def alike(image: Pixels, quads: Sequence[Quad]) -> list[Quad]:
    """Return upright cards of one print, those moved that fit the mean of all clearly better a little off."""
    found = list(quads)
    for _ in range(2):  # the mean is sharper once the first are moved
        outlines = np.stack([outline_at(image, quad) for quad in found])
        mean = np.asarray(outlines.mean(axis=0), np.float32)
        moved = settle(image, framed(image, found, edges_of(list(warp_cards(image, found))), upright=True), mean)
        gain = agreement(mean, np.stack([outline_at(image, quad) for quad in moved])) - agreement(mean, outlines)
        found = [new if more > _CLEARLY else old for old, new, more in zip(found, moved, gain, strict=True)]
    return found


def _unlike(image: Pixels, quads: Sequence[Quad], strip: Frame, way: int) -> float:
    """How much a strip along the outer side of cards differs from the table beyond it, in the middle."""
    before, after = _SIDES[way]
    wide = getattr(strip, after) - getattr(strip, before)
    away = -wide if getattr(strip, before) < 0 else wide
    beyond = replace(strip, **{side: getattr(strip, side) + away for side in (before, after)})
    far = [_tint(image, strip.of(quad)) - _tint(image, beyond.of(quad)) for quad in quads]
    return float(np.median(np.linalg.norm(far, axis=1)))


def _tint(image: Pixels, quad: Quad) -> NDArray[np.float64]:
    """The middle colour of what a quad shows."""
    wide, tall = _LOOK
    flat = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
    view = cv2.warpPerspective(
        image, cv2.getPerspectiveTransform(quad.points, flat), _LOOK, borderMode=cv2.BORDER_REPLICATE
    )
    return np.median(view.reshape(-1, 3).astype(np.float64), axis=0)
