"""Cards that were located loosely, settled by what all cards of a print have in common.

All cards of a print share borders, corner triangles and places of digits: their mean outline is a template to which a
card is aligned. A deck that has been photographed knows it; otherwise the well-read cards of the photo make one.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.shapes import Quad, convex

Pixels = NDArray[np.uint8]
Map = NDArray[np.float32]

SMALL = (126, 176)  # two pixels a millimetre
_MARGIN = 0.14  # how far beyond its quad a card may reach
_STOP = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-4)
_KEPT = (63, 88)  # pixels of an outline in a deck's file
_STRONGEST = 4.0


def template_of(cards: Pixels) -> Map | None:
    """Return the mean outline of cards warped flat, or None where there are none."""
    if not len(cards):
        return None
    return np.asarray(np.mean([_outline(cv2.resize(card, SMALL, interpolation=cv2.INTER_AREA)) for card in cards], 0))


def write_outline(template: Map) -> str:
    """Return a template as text for a deck's file."""
    small = cv2.resize(template, _KEPT, interpolation=cv2.INTER_AREA) * (255 / _STRONGEST)
    return base64.b64encode(small.round().astype(np.uint8).tobytes()).decode()


@lru_cache(8)
def read_outline(text: str) -> Map | None:
    """Return the template that a deck's file holds, or None where it holds none."""
    try:
        values = np.frombuffer(base64.b64decode(text, validate=True), np.uint8)
    except binascii.Error:
        return None
    if values.size != _KEPT[0] * _KEPT[1]:
        return None
    small = values.reshape(_KEPT[::-1]).astype(np.float32) * (_STRONGEST / 255)
    return np.asarray(cv2.resize(small, SMALL, interpolation=cv2.INTER_LINEAR), np.float32)


def settle(image: Pixels, quads: Sequence[Quad], template: Map) -> list[Quad]:
    """Return the quads moved to where the template fits best; one that does not fit stays as it was."""
    mask = _ring()
    return [_settled(image, quad, template, mask) for quad in quads]


def _settled(image: Pixels, quad: Quad, template: Map, mask: Pixels) -> Quad:
    wide, tall = SMALL
    flat = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32) - 0.5
    shift = np.array([wide, tall], np.float32) * _MARGIN
    to_view = np.asarray(cv2.getPerspectiveTransform(quad.points, flat + shift), np.float64)
    size = (round(wide * (1 + 2 * _MARGIN)), round(tall * (1 + 2 * _MARGIN)))
    outline = _outline(_shrunk(image, quad, to_view, size))
    warp = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]], np.float32)
    everywhere = np.full(outline.shape, 255, np.uint8)
    try:
        for motion, blur in ((cv2.MOTION_AFFINE, 15), (cv2.MOTION_HOMOGRAPHY, 5)):
            first = warp[:2].copy() if motion == cv2.MOTION_AFFINE else warp
            _, part = cv2.findTransformECCWithMask(template, outline, mask, everywhere, first, motion, _STOP, blur)
            warp = np.asarray(part if part.shape == (3, 3) else np.vstack([part, [0, 0, 1]]), np.float32)
    except cv2.error:  # it does not converge where no card is
        return quad
    back = np.linalg.inv(to_view) @ warp.astype(np.float64)
    moved = cv2.perspectiveTransform(flat.astype(np.float64)[None], back)[0]
    step = np.abs(moved - quad.points).max()
    size_ = float(np.linalg.norm(quad.points[1] - quad.points[0]))
    return Quad.of(moved) if step < 0.35 * size_ and convex(moved[None].astype(np.float32))[0] else quad


def _shrunk(image: Pixels, quad: Quad, to_view: NDArray[np.float64], size: tuple[int, int]) -> Pixels:
    """The card and its surroundings, warped small; averaged first, so that fine edges do not flicker."""
    points = quad.points
    reach = 0.25 * float(np.ptp(points, axis=0).max())
    low = np.maximum(np.floor(points.min(axis=0) - reach).astype(int), 0)
    high = np.ceil(points.max(axis=0) + reach).astype(int)
    part = image[low[1] : high[1], low[0] : high[0]]
    factor = min(1.0, 2 * SMALL[0] / max(float(np.linalg.norm(points[1] - points[0])), 1.0))
    if factor < 1:
        part = np.asarray(cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)
    move = np.array([[1 / factor, 0, low[0]], [0, 1 / factor, low[1]], [0, 0, 1]])
    return np.asarray(cv2.warpPerspective(part, to_view @ move, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _outline(card: Pixels) -> Map:
    """Strength of edges in any colour, evened out between light and shadow."""
    soft = cv2.GaussianBlur(card, (0, 0), 1.0).astype(np.float32)
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    strength = np.sqrt((across**2 + down**2).max(axis=2))
    usual = cv2.GaussianBlur(strength, (0, 0), 20.0) + 8
    return np.asarray(np.minimum(strength / usual, _STRONGEST), np.float32)


def _ring() -> Pixels:
    """Edges and corners of a card; its middle differs from card to card, and a standee may stand there."""
    mask = np.full(SMALL[::-1], 255, np.uint8)
    cv2.ellipse(mask, (SMALL[0] // 2, SMALL[1] // 2), (44, 62), 0, 0, 360, 0, -1)
    return mask
