"""What location hands on: quads in the pixels of the upright photo, and the small geometry they need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float32]  # (..., 2), pixels
Image = NDArray[Any]
Point = tuple[float, float]


@dataclass(frozen=True)
class Quad:
    """Four corners, clockwise as seen in the photo."""

    corners: tuple[Point, Point, Point, Point]

    @classmethod
    def of(cls, points: Any) -> Quad:
        """Take four corners as any nested sequence or array."""
        a, b, c, d = ((float(x), float(y)) for x, y in np.asarray(points, dtype=np.float64).reshape(4, 2))
        return cls((a, b, c, d))

    @property
    def points(self) -> Points:
        """The corners as an array of four rows."""
        return np.array(self.corners, np.float32)

    @property
    def centre(self) -> Point:
        """Where the diagonals cross: the centre of the card, not of its picture."""
        x, y = centres(self.points[None])[0]
        return float(x), float(y)

    @property
    def area(self) -> float:
        """The area in pixels."""
        return float(areas(self.points[None])[0])

    def turned(self, quarters: int) -> Quad:
        """The same quad, its list of corners begun `quarters` corners later."""
        k = quarters % 4
        return Quad.of(self.corners[k:] + self.corners[:k])


@dataclass(frozen=True)
class LocatedCard:
    """A card seen in the photo."""

    quad: Quad
    confidence: float


@dataclass(frozen=True)
class Hint:
    """Something the person with the phone can do better: a code for the texts, and its number."""

    code: str  # "nothing", "few", "dark", "blurred"
    value: float = 0.0


@dataclass(frozen=True)
class Location:
    """All cards of a photo in reading order, and how they were found."""

    cards: tuple[LocatedCard, ...]
    method: str  # the approach that gave the size of a card: "contours", "comb" or "none"
    size: tuple[int, int]  # width and height of the photo
    hints: tuple[Hint, ...] = ()
    others: tuple[Quad, ...] = ()  # what else has four sides, chosen or not: for whoever knows what the cards look like

    @property
    def confidence(self) -> float:
        """The mean confidence of the cards; nothing found is no confidence."""
        return float(np.mean([card.confidence for card in self.cards])) if self.cards else 0.0

    @property
    def quads(self) -> Points:
        """All quads as one array (n, 4, 2)."""
        return np.array([card.quad.corners for card in self.cards], np.float32).reshape(-1, 4, 2)


def areas(quads: Points) -> NDArray[np.float32]:
    """The area of each quad of an (n, 4, 2) array."""
    d, e = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray(np.abs(d[:, 0] * e[:, 1] - d[:, 1] * e[:, 0]) / 2, np.float32)


def centres(quads: Points) -> Points:
    """The crossing of the diagonals of each quad of an (n, 4, 2) array."""
    a, c, b, d = quads[:, 0], quads[:, 2], quads[:, 1], quads[:, 3]
    r, s = c - a, d - b
    cross = r[:, 0] * s[:, 1] - r[:, 1] * s[:, 0]
    t = ((b - a)[:, 0] * s[:, 1] - (b - a)[:, 1] * s[:, 0]) / np.where(np.abs(cross) < 1e-6, 1e-6, cross)
    return np.asarray(a + t[:, None] * r, np.float32)


def sides(quads: Points) -> NDArray[np.float32]:
    """The length of the four sides of each quad, the first from corner 0 to corner 1."""
    return np.asarray(np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2), np.float32)


def clockwise(quads: Points) -> Points:
    """The quads with their corners in clockwise order (y points down)."""
    d, e = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    flip = d[:, 0] * e[:, 1] - d[:, 1] * e[:, 0] < 0
    out = quads.copy()
    out[flip] = quads[flip][:, ::-1]
    return out


def convex(quads: Points) -> NDArray[np.bool_]:
    """Whether each quad is convex, of either sense."""
    edge = np.roll(quads, -1, axis=1) - quads
    after = np.roll(edge, -1, axis=1)
    turn = edge[..., 0] * after[..., 1] - edge[..., 1] * after[..., 0]
    return np.asarray((turn > 0).all(axis=1) | (turn < 0).all(axis=1))


def within(quads: Points, size: tuple[int, int], slack: float = 0.02) -> Points:
    """The quads that a picture of this width and height shows whole, or but for a little."""
    beyond = slack * max(size)
    seen = (quads > -beyond).all(axis=(1, 2)) & (quads < np.array(size) + beyond).all(axis=(1, 2))
    return np.asarray(quads[seen], np.float32)


def overlap(a: Points, b: Points) -> float:
    """The area two convex quads share, in pixels."""
    if (a.max(0) < b.min(0)).any() or (b.max(0) < a.min(0)).any():
        return 0.0
    return float(cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))[0])
