"""What is no card though it has the shape of one: plain things, and gaps between cards that look like the table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.plane import Plane
from companion.vision.shapes import Image, Points

Floats = NDArray[np.float64]
GRID = (7, 9)  # places within a card that are looked at
FINE = (11, 15)  # and where print is looked for
PLAIN = 0.03  # of neighbouring places that differ, too few for a card
LEAST = np.array([14.0, 4.0, 4.0, 4.0, 2.0, 2.0, 3.0])  # differences in look below which nothing is said


@dataclass(frozen=True)
class TableLook:
    """The usual look of patches of bare table around the known cards."""

    lab: Image
    usual: Floats
    spread: Floats

    @classmethod
    def of(cls, lab: Image, plane: Plane, known: Points) -> TableLook | None:
        """Look at the table beside the known cards; None where hardly any table is to be seen."""
        patches = _beside(plane, known, (lab.shape[1], lab.shape[0]))
        if len(patches) < 8:
            return None
        looks = _looks(lab, patches)
        usual = np.median(looks, axis=0)
        spread = np.maximum(1.5 * np.median(np.abs(looks - usual), axis=0), LEAST)
        return cls(lab, usual, spread)

    def strangeness(self, quads: Points) -> Floats:
        """How little each quad looks like the table: 1 is the table's own variety."""
        if not len(quads):
            return np.zeros(0)
        apart = (_looks(self.lab, quads) - self.usual) / self.spread
        return np.asarray(np.sqrt((apart**2).mean(axis=1)), np.float64)


def printed(lab: Image, quads: Points) -> NDArray[np.bool_]:
    """Whether anything is to be seen within each quad: squares of cloth and notepads are plain, cards are not."""
    if not len(quads):
        return np.zeros(0, bool)
    colours = _colours(lab, quads, FINE).reshape(len(quads), FINE[1], FINE[0], 3)
    # In the dark all differences are smaller.
    least = (4 + 0.08 * colours[..., 0].mean(axis=(1, 2)))[:, None, None]
    across, down = (np.abs(np.diff(colours, axis=axis)).max(axis=3) > least for axis in (2, 1))
    return np.asarray(across.mean(axis=(1, 2)) + down.mean(axis=(1, 2)) > 2 * PLAIN)


def _looks(lab: Image, quads: Points) -> Floats:
    """Mean and spread of the colours within each quad, and how busy it is."""
    colours = _colours(lab, quads, GRID).astype(np.float64)
    busy = np.abs(np.diff(colours[..., 0].reshape(len(quads), GRID[1], GRID[0]), axis=2)).mean(axis=(1, 2))
    return np.concatenate([colours.mean(axis=1), colours.std(axis=1), busy[:, None]], axis=1)


def _colours(lab: Image, quads: Points, grid: tuple[int, int]) -> NDArray[np.float32]:
    """The colours at places spread over each quad, (n, places, 3)."""
    u, v = map(np.ravel, np.meshgrid(np.linspace(0.14, 0.86, grid[0]), np.linspace(0.12, 0.88, grid[1])))
    weights = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v]).astype(np.float32)
    at = np.einsum("nkc,kp->npc", quads.astype(np.float32), weights)
    colours = cv2.remap(lab, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(colours, np.float32)


def _beside(plane: Plane, known: Points, size: tuple[int, int]) -> Points:
    """Small patches next to the known cards that overlap none of them."""
    flat = plane.flatten(known)
    middle = flat.mean(axis=1)
    right, down = flat[:, 1] - flat[:, 0], flat[:, 3] - flat[:, 0]
    steps = [(x, y) for x in (-0.85, 0.0, 0.85) for y in (-0.85, 0.0, 0.85) if x or y]
    steps += [(x, y) for x in (-0.3, 0.3) for y in (-0.85, 0.85)] + [(x, y) for x in (-0.85, 0.85) for y in (-0.3, 0.3)]
    shift = np.stack([x * right + y * down for x, y in steps], axis=1)
    spots = (middle[:, None] + shift).reshape(-1, 2)
    shapes = np.repeat(0.36 * (flat - middle[:, None]), len(steps), axis=0)
    axes = np.linalg.inv(np.stack([right, down], axis=2))  # to card widths and heights from each card's centre
    own = np.einsum("kij,nkj->nki", axes, spots[:, None] - middle[None])
    free = (np.abs(own).max(axis=2) > 0.72).all(axis=1)
    if not free.any():
        return np.zeros((0, 4, 2), np.float32)
    patches = cv2.perspectiveTransform((spots[:, None] + shapes)[free].reshape(1, -1, 2), plane.to_photo)
    patches = patches.reshape(-1, 4, 2).astype(np.float32)
    seen = (patches >= 0).all(axis=(1, 2)) & (patches <= np.array(size)).all(axis=(1, 2))
    return np.asarray(patches[seen][:: max(1, int(seen.sum()) // 80)], np.float32)
