"""The same table a moment later: where things of an earlier photo are in a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.layout import Cells
from companion.vision.shapes import Quad, convex

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]
Step = tuple[int, int]

_SIDE = 900  # pixels of the longer side in which two photos are compared
_FEATURES = 2500
_LEAST = 25  # matches that must agree
_CLEARLY = 0.8  # of how unlike the next best match is: one that is no more like it says nothing
_GAPS = (0.0, 0.03, 0.06, 0.1)  # between cards, in card widths


def follow(before: Pixels, after: Pixels) -> Floats | None:
    """Return the homography from an earlier photo of the table to a new one, or None where they do not match."""
    finder = cv2.ORB.create(_FEATURES)
    small, scales = zip(*(_small(image) for image in (before, after)), strict=True)
    (points, signs), (new_points, new_signs) = (finder.detectAndCompute(image, None) for image in small)
    if signs is None or new_signs is None or len(signs) < _LEAST or len(new_signs) < _LEAST:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(signs, new_signs, k=2)
    clear = [one[0] for one in pairs if len(one) == 2 and one[0].distance < _CLEARLY * one[1].distance]
    if len(clear) < _LEAST:
        return None
    source = np.array([points[match.queryIdx].pt for match in clear], np.float32)
    target = np.array([new_points[match.trainIdx].pt for match in clear], np.float32)
    found, inliers = cv2.findHomography(source, target, cv2.RANSAC, 4.0)
    if found is None or int(inliers.sum()) < _LEAST:
        return None
    return np.asarray(_scaling(1 / scales[1]) @ found @ _scaling(scales[0]), np.float64)


def _small(image: Pixels) -> tuple[Pixels, float]:
    scale = min(1.0, _SIDE / max(image.shape[:2]))
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8), scale


def _scaling(scale: float) -> Floats:
    return np.diag([scale, scale, 1.0])


def moved(quads: Mapping[str, Quad], homography: Floats) -> dict[str, Quad]:
    """Return quads where a homography takes them; those it tears apart are left out."""
    found = {}
    for cell, quad in quads.items():
        points = cv2.perspectiveTransform(quad.points.astype(np.float64)[None], homography)[0]
        if convex(points[None].astype(np.float32))[0]:
            found[cell] = Quad.of(points)
    return found


@dataclass(frozen=True)
class Grid:
    """Where the cells of a tableau lie, and those that would lie around it."""

    to_photo: Floats
    gap: float  # between cards, in card widths

    @classmethod
    def through(cls, places: Mapping[Step, Quad]) -> Grid:
        """Return the grid that cards at known steps (column, row) lie on."""
        target = np.concatenate([quad.points for quad in places.values()]).astype(np.float64)
        tried = []
        for gap in _GAPS if len(places) > 1 else _GAPS[1:2]:
            source = np.concatenate([_flat(step, gap) for step in places])
            found, _ = cv2.findHomography(source, target, cv2.LMEDS if len(places) > 2 else 0)
            if found is None:  # no majority agrees
                found = cv2.getPerspectiveTransform(source[:4].astype(np.float32), target[:4].astype(np.float32))
            off = np.linalg.norm(cv2.perspectiveTransform(source[None], found)[0] - target, axis=1)
            tried.append((float(np.median(off)), gap, found))
        _, gap, found = min(tried, key=lambda one: one[0])
        return cls(np.asarray(found, np.float64), gap)

    def quad(self, step: Step) -> Quad:
        """Return where a card at a step of the grid lies."""
        return Quad.of(cv2.perspectiveTransform(_flat(step, self.gap)[None], self.to_photo)[0])


def whole_grid(quads: Mapping[str, Quad], cells: Cells) -> dict[str, Quad]:
    """Return where all cells lie, from those whose cards are known."""
    grid = Grid.through({cells.step(cell): quad for cell, quad in quads.items()})
    return {cell: grid.quad(cells.step(cell)) for cell in cells.names}


def _flat(step: Step, gap: float) -> Floats:
    """The corners of a card in card widths."""
    tall = 88 / 63
    x, y = step[0] * (1 + gap), step[1] * (tall + gap)
    return np.array([[x, y], [x + 1, y], [x + 1, y + tall], [x, y + tall]], np.float64)
