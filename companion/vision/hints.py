"""What a person with a phone can do better: numbers about light and sharpness, and hints made of them."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.shapes import Hint, Image, Points, sides

DARK = 0.2  # brightness below which digits drown in noise
BLURRED = 0.014  # blur beyond this share of a card's width melts the small digits
WIDE = 240  # pixels of a card's width when sharpness is measured


def hints(image: Image, quads: Points) -> tuple[Hint, ...]:
    """What is wrong with a photo, the worst first."""
    found = []
    if not len(quads):
        found.append(Hint("nothing"))
    light = brightness(image, quads)
    if light < DARK:
        found.append(Hint("dark", light))
    if len(quads) and (soft := blur(image, quads)) > BLURRED:
        found.append(Hint("blurred", soft))
    return tuple(found)


def brightness(image: Image, quads: Points | None = None) -> float:
    """How light the light parts are, 0 to 1: of the cards where they are known, else of the whole photo."""
    if quads is None or not len(quads):
        part = image[:: max(1, image.shape[0] // 200), :: max(1, image.shape[1] // 200)]
        return float(np.percentile(part.max(axis=-1), 90)) / 255
    cards = np.stack([_flat(image, quad, 32) for quad in quads])
    return float(np.percentile(cards.max(axis=-1), 90)) / 255


def blur(image: Image, quads: Points) -> float:
    """How far edges are smeared, as a share of a card's width: the median of up to five cards."""
    smeared = []
    for quad in quads[:: -(-len(quads) // 5) or 1]:
        grey = cv2.cvtColor(_flat(image, quad, WIDE), cv2.COLOR_BGR2GRAY)
        slope = np.abs(cv2.Scharr(grey, cv2.CV_16S, 1, 0))[::2, ::2]
        low, high = np.percentile(grey[::4, ::4], (1, 99))
        steepest = float(np.percentile(slope, 99.7)) / 32
        # A step of this height smeared by a bell curve of width s is steepest with height / (s sqrt(2 pi)).
        smeared.append(float(high - low) / (2.507 * max(steepest, 0.1)) / WIDE)
    return float(np.median(smeared)) if smeared else 0.0


def _flat(image: Image, quad: Points, wide: int) -> Image:
    """A card seen from above, its short side `wide` pixels."""
    length = sides(quad[None])[0]
    upright = quad if length[[0, 2]].sum() < length[[1, 3]].sum() else np.roll(quad, 1, axis=0)
    high = round(wide * 1.4)
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    to_card = cv2.getPerspectiveTransform(upright.astype(np.float32), corners)
    return cv2.warpPerspective(image, to_card, (wide, high), flags=cv2.INTER_LINEAR)
