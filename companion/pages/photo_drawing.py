"""A photo with the cards that were found in it, and single cards cut out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.table import KeptPhoto, Link

Corner = tuple[float, float]
WIDTH, HEIGHT = 63, 88  # of a card that fills its frame
_DOWN = 12  # pixels: text stands on its line, a card is named in its middle


@dataclass(frozen=True, kw_only=True)
class Outline:
    """A card found in a photo."""

    cell: str
    points: str  # of a polygon over the photo
    label: str
    kind: str  # sure, settled (unsure, but it changes no score), asked, unknown
    text: str
    x: int
    y: int
    link: Link
    now: bool


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A photo with what was found in it."""

    mark: str
    width: int
    height: int
    outlines: tuple[Outline, ...]


@dataclass(frozen=True, kw_only=True)
class Crop:
    """A card cut out of its photo, turned upright."""

    mark: str
    width: int
    height: int
    matrix: str


def outline(
    photo: KeptPhoto, quad: Sequence[Corner], cell: str, text: str, label: str, kind: str, link: Link, now: bool = False
) -> Outline:
    """Return a card found in a photo; the corners of its quad are shares of the photo."""
    corners = [(x * photo.width, y * photo.height) for x, y in quad]
    points = " ".join(f"{x:.0f},{y:.0f}" for x, y in corners)
    x, y = (round(sum(corner[axis] for corner in corners) / 4) for axis in (0, 1))
    return Outline(cell=cell, points=points, label=label, kind=kind, text=text, x=x, y=y + _DOWN, link=link, now=now)


def crop(photo: KeptPhoto, quad: Sequence[Corner]) -> Crop:
    """Return how a photo is moved so that one of its cards fills a card's frame, upright.

    The matrix takes the card's first, second and last corner to those of an upright card.
    """
    (x0, y0), (x1, y1), _, (x3, y3) = [(x * photo.width, y * photo.height) for x, y in quad]
    ux, uy, vx, vy = x1 - x0, y1 - y0, x3 - x0, y3 - y0
    area = ux * vy - uy * vx or 1.0
    a, c = WIDTH * vy / area, -WIDTH * vx / area
    b, d = -HEIGHT * uy / area, HEIGHT * ux / area
    matrix = " ".join(f"{one:.6g}" for one in (a, b, c, d, -(a * x0 + c * y0), -(b * x0 + d * y0)))
    return Crop(mark=photo.mark, width=photo.width, height=photo.height, matrix=matrix)
