"""Cards of an edition as a photo would show them, warped flat, on a grey table."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.flat import HEIGHT, WIDTH
from editions import Edition, edition_images


def flat_cards(edition: Edition, names: Sequence[str]) -> NDArray[np.uint8]:
    """Return the cards (n, rows, columns, 3) with a little noise."""
    images = edition_images(edition, names)
    chance = np.random.default_rng(5)
    found = []
    for name in names:
        small = cv2.resize(images[name], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.float32)
        solid = small[..., 3:] / 255
        grained = solid * small[..., :3] + (1 - solid) * 120 + chance.normal(0, 3, small.shape[:2])[..., None]
        found.append(np.clip(grained, 0, 255).astype(np.uint8))
    return np.stack(found)
