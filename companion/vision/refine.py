"""Sharpen the corners: the sides of located cards moved onto their edges in the photo at full size."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.edges import MARGIN, best_lines, shifted, steepest
from companion.vision.shapes import Image, Points, convex, sides

Floats = NDArray[np.float32]
SAMPLES = 36  # places along a side
STEPS = 15  # places across it
CLEAR = 0.7  # of the places along a side must show its edge for the side to be moved


def refine(image: Image, quads: Points, reach: float = 0.025) -> Points:
    """Move each side by at most `reach` (a share of the short side); a side whose edge is not clear stays."""
    if not len(quads):
        return quads
    distance = np.maximum(sides(quads).min(axis=1) * reach, 1.5)
    colours = _profiles(image, quads, distance)
    # The step from one place to the next but one, averaged along the side so that noise cancels.
    step = colours[..., 2:, :] - colours[..., :-2, :]
    step = np.stack([cv2.blur(row, (1, 5)) for row in step.reshape(-1, SAMPLES, STEPS * 3)])
    strength = np.abs(step.reshape(len(quads), 4, SAMPLES, STEPS, 3)).max(axis=4)
    usual = np.median(strength, axis=(2, 3), keepdims=True)
    seen = np.minimum(strength / (1.5 * usual + 1.0), 3.0)
    ends, support, _ = best_lines(steepest(strength, seen), seen, strength, STEPS, pull=0.15)
    shift = (ends / (STEPS - 1) * 2 - 1) * distance[:, None, None]
    shift = np.where((support > CLEAR)[..., None], shift, 0.0)
    moved = shifted(quads, shift)
    good = convex(moved) & np.isfinite(moved).all(axis=(1, 2))
    return np.asarray(np.where(good[:, None, None], moved, quads), np.float32)


def _profiles(image: Image, quads: Points, distance: Floats) -> Floats:
    """The colours across each side, (n, 4, SAMPLES, STEPS + 2, 3)."""
    t = np.linspace(MARGIN, 1 - MARGIN, SAMPLES, dtype=np.float32)
    along = np.roll(quads, -1, axis=1) - quads
    length = np.maximum(np.linalg.norm(along, axis=2, keepdims=True), 1e-3)
    normal = np.stack([along[..., 1], -along[..., 0]], axis=-1) / length
    base = quads[:, :, None] + along[:, :, None] * t[None, None, :, None]
    offsets = (np.arange(STEPS + 2) - (STEPS + 1) / 2) * 2 / (STEPS - 1)
    across = offsets[None, :].astype(np.float32) * distance[:, None]
    at = base[:, :, :, None] + normal[:, :, None, None] * across[:, None, None, :, None]
    # cv2.remap takes pictures up to 32767 wide; one row a side keeps within that.
    flat = at.reshape(len(quads) * 4, -1, 2)
    colours = cv2.remap(image, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return colours.astype(np.float32).reshape(len(quads), 4, SAMPLES, STEPS + 2, 3)
