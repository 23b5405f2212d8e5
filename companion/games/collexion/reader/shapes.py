"""The four polygons and how an outline compares with them."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from companion.games.collexion.reader.outlines import Floats, spread_of
from companion.games.collexion.rules import SHAPES

CORNERS = dict(zip(SHAPES, (3, 4, 5, 8), strict=True))
_DIRECTIONS = 180


@cache
def _outline(shape: str) -> tuple[Floats, Floats]:
    """How far the edge of a polygon of area 1 is in each direction, and the same turned in every way (as spectrum)."""
    corners = CORNERS[shape]
    wedge = 2 * np.pi / corners
    radius = np.sqrt(2 / (corners * np.sin(wedge)))
    at = (np.arange(_DIRECTIONS) * 2 * np.pi / _DIRECTIONS) % wedge - wedge / 2
    edge = radius * np.cos(wedge / 2) / np.cos(at)
    return edge, np.asarray(np.fft.rfft(edge))


def lone_shape(outline: Floats) -> list[tuple[str, float]]:
    """Return the shapes by how little they differ from an outline, in parts of its size."""
    rays = _rays(outline)
    spectrum = np.fft.rfft(rays)
    found = []
    for shape in SHAPES:
        edge, own = _outline(shape)
        same = np.fft.irfft(spectrum * np.conj(own), _DIRECTIONS).max()
        square = (rays @ rays + edge @ edge - 2 * same) / _DIRECTIONS
        found.append((shape, float(np.sqrt(max(square, 0.0)))))
    return sorted(found, key=lambda one: one[1])


def _rays(outline: Floats) -> Floats:
    """How far an outline is from its centre in each direction, as if its area were 1."""
    centre, _ = spread_of(outline)
    off = outline[:, 0] - centre
    angle = np.arctan2(off[:, 1], off[:, 0])
    order = np.argsort(angle)
    at = np.arange(_DIRECTIONS) * 2 * np.pi / _DIRECTIONS - np.pi
    area = max(cv2.contourArea(outline.astype(np.float32)), 1e-9)
    return np.asarray(np.interp(at, angle[order], np.hypot(*off.T)[order], period=2 * np.pi) / np.sqrt(area))


def turn_of(outline: Floats, shape: str) -> float:
    """The angle of the first corner that fits best."""
    _, own = _outline(shape)
    shift = int(np.fft.irfft(np.fft.rfft(_rays(outline)) * np.conj(own), _DIRECTIONS).argmax())
    return shift * 2 * np.pi / _DIRECTIONS - np.pi


def regular(shape: str, centre: Floats, radius: float, turn: float) -> Floats:
    """Return the corners of a polygon."""
    at = turn + np.arange(CORNERS[shape]) * 2 * np.pi / CORNERS[shape]
    return np.asarray(centre + radius * np.column_stack([np.cos(at), np.sin(at)]))


def radius_of(shape: str, area: float) -> float:
    """Return how far the corners of a polygon are from its centre."""
    corners = CORNERS[shape]
    return float(np.sqrt(2 * area / (corners * np.sin(2 * np.pi / corners))))
