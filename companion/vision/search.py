"""Look for cards of a known size: on the flattened table a card is four edges at fixed distances, wherever it lies."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.plane import Plane
from companion.vision.shapes import Image, Points, sides

Floats = NDArray[np.float32]
SHORT = 40  # pixels of the short side of a card on the flattened table
STEP = 6  # degrees between the directions that are tried
MOST = 80  # proposals
LARGEST = 700_000  # pixels of the flattened table
VOTED = 0.02  # of the votes for the usual direction: others that have less are not tried
HORIZON = 0.05  # of the greatest depth of a corner of the photo: where the least is less, the table ends within it


def search(lab: Image, plane: Plane, known: Points, least: float = 0.5) -> Points:
    """Propose quads of the plane's card size wherever at least part of all four sides is seen in a Lab picture."""
    found, scores = [np.zeros((0, 4, 2))], [np.zeros(0)]
    for angle in directions(plane, known):
        view = _view(plane, known, angle, (lab.shape[1], lab.shape[0]))
        if view is None:
            continue
        matrix, size = view
        across, along = _evidence(cv2.warpPerspective(lab, matrix, size, flags=cv2.INTER_LINEAR))
        ratio = plane.card[1] / plane.card[0]
        back = np.linalg.inv(matrix)
        for width, height in ((SHORT, SHORT * ratio), (SHORT * ratio, SHORT)):
            boxes, score = _boxes(across, along, width, height, least)
            if len(boxes):
                corners = cv2.perspectiveTransform(boxes.reshape(1, -1, 2), back)
                found.append(np.asarray(corners, np.float64).reshape(-1, 4, 2))
                scores.append(score)
    quads, score = np.concatenate(found).astype(np.float32), np.concatenate(scores)
    free = np.argsort(-score)
    free = free[~_covered(quads[free].mean(axis=1), known, lab.shape[:2])]
    return quads[free][_apart(quads[free[: 6 * MOST]])]


def _apart(quads: Points) -> list[int]:
    """The first of each crowd of nearly equal quads."""
    if not len(quads):
        return []
    short = float(np.median(sides(quads).min(axis=1)))
    spot, direction = quads.mean(axis=1) / (0.12 * short), (quads[:, 1] - quads[:, 0]) / (0.3 * short)
    left = np.ones(len(quads), bool)
    kept: list[int] = []
    while left.any() and len(kept) < MOST:
        first = int(left.argmax())
        kept.append(first)
        beside = ((spot - spot[first]) ** 2).sum(axis=1) > 1
        left &= beside | (np.abs(direction - direction[first]).sum(axis=1) > 1)
    return kept


def _covered(spots: Points, known: Points, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Whether each spot lies well within a known card."""
    inner = np.zeros(shape, np.uint8)
    for quad in 0.6 * known + 0.4 * known.mean(axis=1, keepdims=True):
        cv2.fillConvexPoly(inner, np.rint(quad).astype(np.int32), 1)
    x, y = np.rint(np.clip(spots, 0, (shape[1] - 1, shape[0] - 1))).astype(np.intp).T
    return np.asarray(inner[y, x] > 0)


def directions(plane: Plane, known: Points) -> Iterator[float]:
    """The directions in which cards are known to lie, a little more to both sides, in radians modulo a quarter turn."""
    flat = plane.flatten(known)
    edge = flat[:, 1] - flat[:, 0]
    angles = np.degrees(np.arctan2(edge[:, 1], edge[:, 0])) % 90
    bins = 90 // STEP
    votes = np.zeros(bins + 1)
    for angle in angles:
        for near, vote in ((0, 1.0), (-STEP, 0.4), (STEP, 0.4)):
            votes[int(((angle + near) % 90) // STEP)] += vote
    for k in np.argsort(-votes)[:7]:
        if votes[k] > VOTED * votes.max():
            yield float(np.radians((k + 0.5) * STEP))


def _view(
    plane: Plane, known: Points, angle: float, size: tuple[int, int]
) -> tuple[NDArray[np.float64], tuple[int, int]] | None:
    """The map from the work image to the table turned by `angle`, and the size of that picture."""
    zoom = SHORT / plane.card[0]
    cos, sin = np.cos(-angle) * zoom, np.sin(-angle) * zoom
    matrix = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]) @ plane.to_table
    width, height = size
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    depth = corners @ plane.to_table[2, :2] + plane.to_table[2, 2]
    cards = cv2.perspectiveTransform(known.reshape(1, -1, 2).astype(np.float64), matrix)[0]
    reach = 5 * SHORT
    low, high = cards.min(axis=0) - reach, cards.max(axis=0) + reach
    if depth.min() > HORIZON * depth.max():
        flat = cv2.perspectiveTransform(corners[None], matrix)[0]
        low, high = np.maximum(low, flat.min(axis=0)), np.minimum(high, flat.max(axis=0))
    extent = np.ceil(high - low).astype(int)
    if extent.min() < SHORT or extent.prod() > LARGEST:
        return None
    shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]])
    return shift @ matrix, (int(extent[0]), int(extent[1]))


def _evidence(lab: Image) -> tuple[Floats, Floats]:
    """Where a vertical and where a horizontal edge is seen, 0 to 1."""
    run = SHORT // 5 | 1
    upright = cv2.boxFilter(lab, cv2.CV_16U, (2, run), normalize=False)
    level = cv2.boxFilter(lab, cv2.CV_16U, (run, 2), normalize=False)
    across, along = np.zeros(lab.shape[:2], np.float32), np.zeros(lab.shape[:2], np.float32)
    # A box of two pixels against the one after next: the edge lies between them.
    across[:, 1:-2] = _clear(cv2.absdiff(upright[:, 3:], upright[:, :-3]), run)
    along[1:-2] = _clear(cv2.absdiff(level[3:], level[:-3]), run)
    wide = cv2.dilate(across, np.ones((1, 3), np.uint8)), cv2.dilate(along, np.ones((3, 1), np.uint8))
    return np.asarray(wide[0], np.float32), np.asarray(wide[1], np.float32)


def _clear(step: Image, run: int) -> Floats:
    """How clearly steps summed over a run of pixels stand out from their surroundings, 0 to 1."""
    one, two, three = cv2.split(step)
    strong = np.asarray(cv2.max(cv2.max(one, two), three), np.float32) / run
    usual = 2.0 * float(np.median(strong[::3, ::3])) + 0.2
    noise = cv2.blur(np.minimum(strong, usual), (SHORT | 1, SHORT | 1))
    return np.asarray(np.clip(strong / (1.5 * noise + 0.4) - 0.5, 0, 1), np.float32)


def _boxes(
    across: Floats, along: Floats, width: float, height: float, least: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Upright boxes of a size whose four sides are seen, and how well."""
    w, h = round(width), round(height)
    rows, cols = across.shape
    if rows <= h or cols <= w:
        return np.zeros((0, 4, 2)), np.zeros(0)
    upright = cv2.blur(across, (1, int(0.76 * h) | 1))
    level = cv2.blur(along, (int(0.76 * w) | 1, 1))
    left = upright[h // 2 : h // 2 + rows - h, : cols - w]
    right = upright[h // 2 : h // 2 + rows - h, w:]
    top = level[: rows - h, w // 2 : w // 2 + cols - w]
    bottom = level[h:, w // 2 : w // 2 + cols - w]
    worst = cv2.min(cv2.min(left, right), cv2.min(top, bottom))
    score = 0.5 * worst + 0.125 * (left + right + top + bottom)
    peak = (score >= cv2.dilate(score, np.ones((SHORT // 4 | 1, SHORT // 4 | 1), np.uint8))) & (score > least)
    ys, xs = np.nonzero(peak)
    corner = np.stack([xs, ys], axis=1).astype(np.float64)
    return corner[:, None] + np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float64), score[ys, xs].astype(np.float64)
