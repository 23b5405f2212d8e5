"""Located cards warped flat: all of one size, upright, seen from above."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.shapes import Quad

Pixels = NDArray[np.uint8]

WIDTH, HEIGHT = 378, 528  # a card warped flat: six pixels a millimetre
_FLAT = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32) - 0.5


def warp_cards(image: Pixels, quads: Sequence[Quad]) -> Pixels:
    """Return each card flat and upright (n, HEIGHT, WIDTH, 3)."""
    flat = np.empty((len(quads), HEIGHT, WIDTH, 3), np.uint8)
    for card, quad in zip(flat, quads, strict=True):
        # Only the surroundings of the card: warpPerspective walks faster through a small picture.
        low = np.maximum(np.floor(quad.points.min(axis=0)).astype(int) - 2, 0)
        high = np.maximum(np.ceil(quad.points.max(axis=0)).astype(int) + 3, low + 1)
        part = image[low[1] : high[1], low[0] : high[0]]
        if part.size:
            matrix = cv2.getPerspectiveTransform(quad.points - low.astype(np.float32), _FLAT)
            cv2.warpPerspective(part, matrix, (WIDTH, HEIGHT), card, cv2.INTER_LINEAR, cv2.BORDER_REPLICATE)
        else:
            card[:] = 0
    return flat


def averaged(picture: Pixels, size: tuple[int, int]) -> Pixels:
    """A picture averaged down to a size: halved while it can be, which is several times as fast as one odd step."""
    while not (picture.shape[0] % 2 or picture.shape[1] % 2) and picture.shape[0] >= 2 * size[1]:
        half = (picture.shape[1] // 2, picture.shape[0] // 2)
        picture = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def sharpness(cards: Pixels) -> float:
    """How steep the steepest edges of cards are, as a share of their contrast, a pixel of the warped card."""
    values = []
    for card in cards:
        grey = cv2.cvtColor(card, cv2.COLOR_BGR2GRAY).astype(np.float32)
        low, high = np.percentile(grey[::4, ::4], (2, 98))
        steep = np.abs(np.diff(cv2.blur(grey, (1, 3)), axis=1))
        values.append(float(np.percentile(steep, 99.5)) / max(high - low, 8.0))
    return float(np.median(values)) if values else 0.0
