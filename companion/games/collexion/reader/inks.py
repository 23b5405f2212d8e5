"""Where each of the four colours lies: the table is learnt from the edge of the photo, the inks from the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.collexion.reader.outlines import Floats, Mask, Pixels
from companion.games.collexion.rules import COLOURS

# The inks as log ratios red:green and blue:green; light and shadow leave them alone, a coloured lamp shifts them all.
INKS: Mapping[str, tuple[float, float]] = {
    "green": (-0.84, -0.72),
    "yellow": (0.16, -1.41),
    "pink": (0.84, 0.43),
    "blue": (-0.85, 0.47),
}
_LIFT = 20.0  # added to every channel, so that dark ones do not shout


def ink_masks(image: Pixels) -> dict[str, Mask]:
    """Return where each colour lies."""
    looks = _looks(image)
    edge = looks[_frame(looks.shape[0], looks.shape[1])][::7]
    table = _table(edge)
    inks = _inks(looks, table)
    # Few pieces reach the edge of the photo: an ink that is often seen there is a shade of the table.
    if more := _inks_at_edge(edge, table, inks):
        table = [*table, *more]
        inks = _inks(looks, table)
    spread = looks.reshape(-1, 3)
    scores = np.stack([gauss.log(spread) for gauss in (*table, *inks)])
    best = scores.argmax(axis=0).reshape(image.shape[:2])
    sure = scores.max(axis=0).reshape(image.shape[:2]) > _STRANGE
    masks = {}
    for at, colour in enumerate(COLOURS):
        mask = ((best == len(table) + at) & sure).astype(np.uint8)
        mask = cv2.medianBlur(mask, 5)
        masks[colour] = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)) > 0
    return masks


_STRANGE = -14.0
_SHADES = 6  # of the table
_SOME = 0.035  # a share of the edge that is more than a piece that reaches into it


def _looks(image: Pixels) -> Floats:
    """Two log ratios and the log brightness of every pixel, little troubled by grain."""
    calm = cv2.bilateralFilter(cv2.medianBlur(image, 5), 7, 30, 5).astype(np.float32) + np.float32(_LIFT)
    blue, green, red = cv2.split(cv2.log(calm))
    return np.asarray(cv2.merge([red - green, blue - green, (red + green + blue) / 3]))


@dataclass(frozen=True)
class Gauss:
    """A cloud of looks, and how many pixels belong to it."""

    mean: Floats
    cover: Floats
    weight: float

    def log(self, looks: Floats) -> Floats:
        """Return the log density."""
        white = np.linalg.inv(np.linalg.cholesky(self.cover)).T.astype(looks.dtype)
        off = looks @ white - self.mean.astype(looks.dtype) @ white
        least = np.log(self.weight) - 0.5 * np.log(np.linalg.det(self.cover))
        return np.asarray(least - 0.5 * (off[:, 0] ** 2 + off[:, 1] ** 2 + off[:, 2] ** 2))


def _frame(tall: int, wide: int) -> Mask:
    edge = max(round(0.04 * max(tall, wide)), 6)
    frame = np.ones((tall, wide), bool)
    frame[edge:-edge, edge:-edge] = False
    return frame


_EVEN = np.diag([0.04, 0.04, 0.2])  # how little a shade of the table can vary: a shadow may fall on it


def _table(edge: Floats) -> list[Gauss]:
    """Learn the shades of the table from the edge of the photo."""
    samples = edge.astype(np.float32)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.01)
    cv2.setRNGSeed(1)
    blank = np.zeros((len(samples), 1), np.int32)
    _, label, _ = cv2.kmeans(samples, _SHADES, blank, stop, 2, cv2.KMEANS_PP_CENTERS)
    shades = [edge[label[:, 0] == at] for at in range(_SHADES)]
    return [_shade(own, len(edge)) for own in shades if len(own) > _SOME * len(edge)]


def _shade(own: Floats, count: int) -> Gauss:
    own = own.astype(np.float64)
    return Gauss(own.mean(axis=0), np.cov(own.T) + _EVEN**2, 0.6 * len(own) / count)


def _inks_at_edge(edge: Floats, table: list[Gauss], inks: list[Gauss]) -> list[Gauss]:
    best = np.stack([gauss.log(edge) for gauss in (*table, *inks)]).argmax(axis=0)
    seen = [edge[best == len(table) + at] for at in range(len(inks))]
    return [_shade(own, len(edge)) for own in seen if len(own) > _SOME * len(edge)]


def _inks(looks: Floats, table: list[Gauss]) -> list[Gauss]:
    """Let the four inks settle on what the photo shows, not far from where they should be."""
    samples = looks[::4, ::4].reshape(-1, 3).astype(np.float64)
    light = float(np.percentile(samples[:, 2], 80))
    inks = [Gauss(np.array([*INKS[colour], light]), np.diag([0.28, 0.28, 0.6]) ** 2, 0.1) for colour in COLOURS]
    start = [ink.mean for ink in inks]
    for _ in range(6):
        scores = np.stack([gauss.log(samples) for gauss in (*table, *inks)], axis=1)
        top = scores.max(axis=1, keepdims=True)
        share = np.exp(scores - top)
        share = share / share.sum(axis=1, keepdims=True) * (top > _STRANGE)
        inks = [_settled(samples, share[:, len(table) + at], start[at]) for at in range(len(COLOURS))]
    return inks


_BELIEF = 150.0  # samples' worth of trust in where an ink should be


def _settled(samples: Floats, share: Floats, start: Floats) -> Gauss:
    count = float(share.sum())
    mean = (share @ samples + _BELIEF * start) / (count + _BELIEF)
    off = samples - mean
    loose = np.diag([0.22, 0.22, 0.5]) ** 2
    cover = ((off * share[:, None]).T @ off + _BELIEF * loose) / (count + _BELIEF) + np.diag([0.05, 0.05, 0.1]) ** 2
    return Gauss(mean, cover, 0.1)
