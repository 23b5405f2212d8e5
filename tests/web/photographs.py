"""Generated photographs of tableaux, taken once a test run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import cv2
import numpy as np

from companion.games.ai100.deck import demo_deck
from companion.games.ai100.draw import HELP_IDS
from companion.samples.photographs import Shot, photograph, scene
from companion.samples.prints import deck_images
from tests.vision.styles import styles

Tableau = Mapping[str, str]


@cache
def _shot(
    cells: tuple[tuple[str, str], ...], style: str, level: str, seed: int, changes: tuple[tuple[str, object], ...]
) -> Shot:
    cards = dict(cells)
    images = deck_images(demo_deck(), styles()[style], (*cards.values(), *HELP_IDS), 500)
    setting = replace(scene(level, seed), **dict(changes))  # type: ignore[arg-type]
    return photograph(cards, images, setting, [images[card] for card in HELP_IDS])


def shoot(cells: Tableau, style: str = "demo", level: str = "easy", seed: int = 1, **changes: object) -> Shot:
    """Photograph a tableau of the demo deck; help cards lie beside it."""
    return _shot(tuple(cells.items()), style, level, seed, tuple({"megapixels": 2.5, **changes}.items()))


def covered(shot: Shot, *cells: str) -> bytes:
    """The same photo with something lying over the id and three corners of some cards."""
    image = shot.image.copy()
    for cell in cells:
        a, b, c, d = np.array(shot.truth.quads[cell])
        for left, top, right, bottom in ((0.05, 0.7, 0.95, 0.97), (0.05, 0.03, 0.5, 0.25)):
            corners = ((left, top), (right, top), (right, bottom), (left, bottom))
            patch = [(1 - y) * ((1 - x) * a + x * b) + y * ((1 - x) * d + x * c) for x, y in corners]
            cv2.fillConvexPoly(image, np.array(patch).astype(np.int32), (120, 150, 190))
    return jpeg(image)


def jpeg(image: np.ndarray) -> bytes:
    """An image as a phone would send it."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def bare_table() -> bytes:
    """A photo on which there is nothing."""
    grain = np.random.default_rng(1).integers(0, 12, (1200, 1600, 3), dtype=np.uint8)
    return jpeg(np.full((1200, 1600, 3), (90, 120, 150), np.uint8) + grain)
