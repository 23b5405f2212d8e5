"""What belongs to the pattern of the table: the edges of a piece end at its corners, those of a check run on."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.collexion.reader.outlines import Floats, Pixels

_ASIDE = 5.0  # pixels from a line at which its two sides are looked at
_MOSTLY = 0.65  # of the outline
_AWAY = 0.2  # of its length, behind its end: a line that is further off the outline has left it
_LIKEWISE = 0.85  # the least cosine between two steps of colour that are the same
_WEAKER, _STRONGER = 0.35, 2.8  # times one step of colour, between which another may be the same


def runs_on(outline: Floats, calm: Pixels) -> bool:
    """Whether most of an outline is lines of the table that go on beyond its corners."""
    return running_on(outline, calm) > _MOSTLY


def running_on(outline: Floats, calm: Pixels) -> float:
    """Which part of an outline is lines that go on beyond its corners."""
    bends = cv2.approxPolyDP(outline.astype(np.float32), 4.0, True)[:, 0].astype(np.float64)
    on = every = 0.0
    for start, end in zip(bends, np.roll(bends, -1, axis=0), strict=True):
        length = float(np.linalg.norm(end - start))
        if length < 4 * _ASIDE or _at_border((start + end) / 2, calm):
            continue
        every += length
        on += length * any(_leaves(a, b, outline) and _goes_on(a, b, calm) for a, b in ((start, end), (end, start)))
    return on / every if every else 0.0


def _at_border(spot: Floats, calm: Pixels) -> bool:
    return bool((spot < 2 * _ASIDE).any() or (spot > np.array(calm.shape[1::-1]) - 2 * _ASIDE).any())


def _leaves(start: Floats, end: Floats, outline: Floats) -> bool:
    """Whether a line leaves the outline behind its end; of two squares edge to edge one goes on along the other."""
    edge = outline[:, 0].astype(np.float32)
    off = np.mean([abs(cv2.pointPolygonTest(edge, (float(x), float(y)), True)) for x, y in _behind(start, end)])
    return float(off) > max(_ASIDE, _AWAY * float(np.linalg.norm(end - start)))


def _behind(start: Floats, end: Floats) -> Floats:
    return np.asarray(end + (end - start) * np.linspace(0.12, 0.45, 8)[:, None])


def _goes_on(start: Floats, end: Floats, calm: Pixels) -> bool:
    """Whether the step of colour across a line is there behind its end as well, all along."""
    way = end - start
    own = _step(start + way * np.linspace(0.2, 0.8, 9)[:, None], way, calm)
    behind = _behind(start, end)
    return _inside(behind, calm) and all(_alike(own, _step(part, way, calm)) for part in np.array_split(behind, 2))


def _alike(own: NDArray[np.float64], further: NDArray[np.float64]) -> bool:
    size, other = np.linalg.norm(own), np.linalg.norm(further)
    if min(size, other) < 4:
        return False
    return bool(own @ further > _LIKEWISE * size * other and _WEAKER < other / size < _STRONGER)


def _inside(spots: Floats, calm: Pixels) -> bool:
    return bool((spots > _ASIDE + 1).all() and (spots < np.array(calm.shape[1::-1]) - _ASIDE - 2).all())


def _step(spots: Floats, way: Floats, calm: Pixels) -> NDArray[np.float64]:
    aside = np.array([-way[1], way[0]]) / np.linalg.norm(way) * _ASIDE
    sides = []
    for side in (spots + aside, spots - aside):
        x, y = np.clip(side.round().astype(int).T, 0, np.array(calm.shape[1::-1])[:, None] - 1)
        sides.append(np.median(calm[y, x], axis=0))
    return np.asarray(sides[0] - sides[1], np.float64)
