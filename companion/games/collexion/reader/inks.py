"""Where each of the four colours lies: the table is learnt from the edge of the photo, the inks from the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.collexion.reader.outlines import Floats, Mask, Pixels, blobs_of
from companion.games.collexion.reader.pattern import runs_on
from companion.games.collexion.rules import COLOURS

# The inks as log ratios red:green and blue:green; light and shadow leave them alone, a coloured lamp shifts them all.
INKS: Mapping[str, tuple[float, float]] = {
    "green": (-0.84, -0.72),
    "yellow": (0.16, -1.41),
    "pink": (0.84, 0.43),
    "blue": (-0.85, 0.47),
}
LIFT = 20.0  # added to every channel, so that dark ones do not shout
_LEVELS = 80  # of the logarithm of a channel
_STRANGE = -14.0
_SHADOWS = (0.75, 0.56, 0.42, 0.31)  # parts of the light in shadows that may not reach the edge of the photo
_SELDOM = 0.1
_STEPS = np.log(np.arange(256) + LIFT)
_LEVEL = np.round((_STEPS - _STEPS[0]) / (_STEPS[-1] - _STEPS[0]) * (_LEVELS - 1)).astype(np.int32)


@dataclass(frozen=True)
class View:
    """A photo without its grain, and its colours: which one every pixel has, how each looks, how many pixels have it.

    A look is two log ratios and the log brightness.
    """

    calm: Pixels
    colour: NDArray[np.intp]
    looks: Floats
    counts: Floats

    @classmethod
    def of(cls, image: Pixels) -> View:
        """Look at an image."""
        calm = np.asarray(cv2.bilateralFilter(cv2.medianBlur(image, 5), 7, 30, 5), np.uint8)
        blue, green, red = cv2.split(_LEVEL[calm])
        code = (blue * _LEVELS + green) * _LEVELS + red
        counts = np.bincount(code.ravel(), minlength=_LEVELS**3)
        there = np.flatnonzero(counts)
        number = np.zeros(len(counts), np.intp)
        number[there] = np.arange(len(there))
        channels = np.stack([there // _LEVELS**2, there // _LEVELS % _LEVELS, there % _LEVELS])
        b, g, r = _STEPS[0] + channels * (_STEPS[-1] - _STEPS[0]) / (_LEVELS - 1)
        return cls(calm, number[code], np.stack([r - g, b - g, (r + g + b) / 3], axis=1), counts[there].astype(float))

    def brighter_than(self, share: float) -> float:
        """The log brightness that is above this share of the pixels."""
        order = np.argsort(self.looks[:, 2])
        below = np.cumsum(self.counts[order])
        return float(self.looks[order[np.searchsorted(below, share * below[-1])], 2])

    def edge(self) -> Floats:
        """The looks along the edge of the photo."""
        tall, wide = self.colour.shape
        broad = max(round(0.04 * max(tall, wide)), 6)
        frame = np.ones((tall, wide), bool)
        frame[broad:-broad, broad:-broad] = False
        return self.looks[self.colour[frame][::7]]


@dataclass(frozen=True)
class Eye:
    """How finely the shades of the table are told apart: broad eyes forgive shadows, sharp ones see like on like."""

    shades: int
    some: float  # a share of the edge that is more than a piece that reaches into it
    even: Floats  # how little a shade can vary


BROAD = Eye(6, 0.035, np.array([0.04, 0.04, 0.2]))
SHARP = Eye(12, 0.012, np.array([0.03, 0.03, 0.08]))


@dataclass(frozen=True)
class Inked:
    """Where each colour lies, how it looks in this photo, and the colours that the table has as well."""

    masks: dict[str, Mask]
    inks: Mapping[str, Gauss]
    alike: frozenset[str]

    def nearest(self, looks: Floats) -> str:
        """Return the colour that something with these looks has, in whatever light."""
        look = np.median(looks, axis=0)[None]
        lights = (1.0, *_SHADOWS)
        return max(COLOURS, key=lambda colour: max(self.inks[colour].in_shadow(light).log(look) for light in lights))


def inked(view: View, eye: Eye) -> Inked:
    """Find the four colours."""
    edge = view.edge()
    table = _table(edge, eye)
    inks = _inks(view, table)
    # Few pieces reach the edge of the photo: an ink that is often seen there is a shade of the table.
    more = _inks_at_edge(edge, table, inks, eye)
    for _ in range(4):  # a check that was no shade of the table may have hidden another
        if more:
            table = [*table, *more]
            inks = _inks(view, table)
        masks = _masks(view, table, inks)
        more = _pattern(view, masks, eye)
        if not more:
            break
    return Inked(masks, dict(zip(COLOURS, inks, strict=True)), _of_the_table(view, table, inks))


def _of_the_table(view: View, table: list[Gauss], inks: list[Gauss]) -> frozenset[str]:
    """The inks that would be taken for the table, lit or in shadow."""
    light = np.linspace(view.brighter_than(0.05), view.brighter_than(0.95), 6)
    alike = set()
    for colour, ink in zip(COLOURS, inks, strict=True):
        looks = np.column_stack([np.tile(ink.mean[:2], (len(light), 1)), light])
        shades = np.stack([gauss.log(looks) for gauss in table])
        if (shades.max(axis=0) > ink.log(looks)).any():
            alike.add(colour)
    return frozenset(alike)


def _masks(view: View, table: list[Gauss], inks: list[Gauss]) -> dict[str, Mask]:
    scores = np.stack([gauss.log(view.looks) for gauss in (*table, *inks)])
    best = np.where(scores.max(axis=0) > _STRANGE, scores.argmax(axis=0), 0).astype(np.uint8)[view.colour]
    masks = {}
    for at, colour in enumerate(COLOURS):
        mask = cv2.medianBlur((best == len(table) + at).astype(np.uint8), 5)
        masks[colour] = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)) > 0
    return masks


def _pattern(view: View, masks: Mapping[str, Mask], eye: Eye) -> list[Gauss]:
    """The shades of the table that were taken for an ink."""
    shades = []
    for mask in masks.values():
        cells = [blob.astype(np.int32) for blob in blobs_of(mask) if runs_on(blob, view.calm)]
        if cells:
            inside = cv2.drawContours(np.zeros(mask.shape, np.uint8), cells, -1, 1, -1)
            own = view.looks[view.colour[(inside > 0) & mask][::7]]
            shades.append(_shade(own, mask.size // 7, eye))
    return shades


@dataclass(frozen=True)
class Gauss:
    """A cloud of looks, and how many pixels belong to it."""

    mean: Floats
    cover: Floats
    weight: float

    def in_shadow(self, light: float) -> Gauss:
        """Return how the same looks where only a part of the light falls."""
        r, g, b = np.log(_channels(self.mean) * light + LIFT)
        return Gauss(np.array([r - g, b - g, (r + g + b) / 3]), self.cover, self.weight)

    def distance(self, look: Floats) -> float:
        """Return how far the colour of a look is from its own, in spreads; its light does not matter."""
        off = look[:2] - self.mean[:2]
        return float(np.sqrt(off @ np.linalg.inv(self.cover[:2, :2]) @ off))

    def log(self, looks: Floats) -> Floats:
        """Return the log density."""
        white = np.linalg.inv(np.linalg.cholesky(self.cover)).T
        off = (looks - self.mean) @ white
        least = np.log(self.weight) - 0.5 * np.log(np.linalg.det(self.cover))
        return np.asarray(least - 0.5 * (off[:, 0] ** 2 + off[:, 1] ** 2 + off[:, 2] ** 2))


def _channels(look: Floats) -> Floats:
    """Red, green and blue of a look."""
    red, blue, bright = look
    green = bright - (red + blue) / 3
    return np.asarray(np.maximum(np.exp([green + red, green, green + blue]) - LIFT, 0.0))


def apart_from_light(one: Floats, other: Floats) -> float:
    """How much two looks differ if the same light fell on both."""
    a, b = _channels(one), _channels(other)
    light = a.sum() / max(b.sum(), 1.0)
    return float(np.linalg.norm(np.log(a + LIFT) - np.log(b * light + LIFT)))


def _table(edge: Floats, eye: Eye) -> list[Gauss]:
    """Learn the shades of the table from the edge of the photo."""
    samples = edge.astype(np.float32)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.01)
    cv2.setRNGSeed(1)
    blank = np.zeros((len(samples), 1), np.int32)
    _, label, _ = cv2.kmeans(samples, eye.shades, blank, stop, 2, cv2.KMEANS_PP_CENTERS)
    shades = [edge[label[:, 0] == at] for at in range(eye.shades)]
    lit = [_shade(own, len(edge), eye) for own in shades if len(own) > eye.some * len(edge)]
    return [
        *lit,
        *(replace(gauss.in_shadow(light), weight=_SELDOM * gauss.weight) for gauss in lit for light in _SHADOWS),
    ]


def _shade(own: Floats, count: int, eye: Eye) -> Gauss:
    return Gauss(own.mean(axis=0), np.cov(own.T) + np.diag(eye.even**2), 0.6 * len(own) / count)


def _inks_at_edge(edge: Floats, table: list[Gauss], inks: list[Gauss], eye: Eye) -> list[Gauss]:
    best = np.stack([gauss.log(edge) for gauss in (*table, *inks)]).argmax(axis=0)
    seen = [edge[best == len(table) + at] for at in range(len(inks))]
    return [_shade(own, len(edge), eye) for own in seen if len(own) > BROAD.some * len(edge)]


def _inks(view: View, table: list[Gauss]) -> list[Gauss]:
    """Let the four inks settle on what the photo shows, not far from where they should be."""
    light = view.brighter_than(0.8)
    inks = [Gauss(np.array([*INKS[colour], light]), np.diag([0.28, 0.28, 0.6]) ** 2, 0.1) for colour in COLOURS]
    start = [ink.mean for ink in inks]
    shades = [gauss.log(view.looks) for gauss in table]
    for _ in range(6):
        scores = np.stack([*shades, *(gauss.log(view.looks) for gauss in inks)], axis=1)
        top = scores.max(axis=1, keepdims=True)
        share = np.exp(scores - top)
        share *= (top > _STRANGE) * view.counts[:, None] / share.sum(axis=1, keepdims=True)
        inks = [_settled(view.looks, share[:, len(table) + at], start[at]) for at in range(len(COLOURS))]
    return inks


_BELIEF = 2400.0  # pixels' worth of trust in where an ink should be


def _settled(looks: Floats, share: Floats, start: Floats) -> Gauss:
    count = float(share.sum())
    mean = (share @ looks + _BELIEF * start) / (count + _BELIEF)
    off = looks - mean
    loose = np.diag([0.22, 0.22, 0.5]) ** 2
    cover = ((off * share[:, None]).T @ off + _BELIEF * loose) / (count + _BELIEF) + np.diag([0.05, 0.05, 0.1]) ** 2
    return Gauss(mean, cover, 0.1)
