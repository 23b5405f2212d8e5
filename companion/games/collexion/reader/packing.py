"""Which pieces make an outline: one alone, or several of one colour that touch."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.collexion.reader.heaps import Heap, Sizes
from companion.games.collexion.reader.outlines import Floats, filled, spread_of
from companion.games.collexion.reader.shapes import CORNERS, regular, turn_of

_FINE = 22.0  # pixels of a usual radius while polygons are tried
_MOST = 9  # pieces in one heap
_CRUMBS = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))  # what is thinner was never a piece
_EVERY = 9  # one of so many pixels of a heap is a spot to be covered
_LAP = 0.2  # so much of the smaller of two polygons may lie in the other: outlines are not exact
_ALIKE = 0.01  # a cover that is better by less is no better
_STEPS = 1500
# A heap is its polygons if so much of both is the same, and so much of their edges lies on its outline in the mean.
_EXPLAINED, _EDGED = 0.8, 0.5
_PARTLY, _WELL_EDGED = 0.6, 0.6  # the same for each polygon by itself, where something else hangs on to the heap
_MAYBE_LONE = 0.09  # of its size: what differs less from a polygon and is no heap may be one piece
_ENOUGH = 0.93  # of heap and polygons that is the same: no others are tried
_OUTSIDE, _INSIDE = 0.6, 0.97  # of a polygon in its heap, between which it can be pushed further in
_SHORT = 0.3  # of a usual radius: no side of a polygon is shorter
_WITHIN = 0.86  # of a polygon must lie in the heap
_TWINS = 0.93  # of two polygons of one shape together: those that share more are the same
_GAIN = 0.4  # of its area, what a polygon must add to a cover (1 where all of it is new)


def explain(heap: Heap, sizes: Sizes) -> list[tuple[str, Floats, float]]:
    """Return the pieces that make an outline: shape, corners, how sure."""
    if heap.lone and sizes.fits(heap):
        return [_alone(heap)]
    packed, same = pack(heap, sizes)
    sure = float(np.clip((same - 0.7) / 0.25, 0.05, 0.95))
    seen = [_seen(corners, heap.outline) for _, corners in packed]
    if same > _EXPLAINED and np.mean(seen) > _EDGED:
        return [(shape, corners, sure) for shape, corners in packed]
    if heap.shapes[0][1] < _MAYBE_LONE and sizes.fits(heap):
        return [_alone(heap)]
    # Something else hangs on to the heap: believe the polygons whose edges are seen.
    return [(*one, sure) for one, edges in zip(packed, seen, strict=True) if same > _PARTLY and edges > _WELL_EDGED]


def _seen(corners: Floats, outline: Floats) -> float:
    """How much of the edges of a polygon lies on an outline."""
    along = np.linspace(0, 1, 12, endpoint=False)[:, None]
    spots = np.concatenate([a + (b - a) * along for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)])
    near = 0.1 * float(np.linalg.norm(corners[0] - corners.mean(axis=0)))
    edge = outline[:, 0].astype(np.float32)
    return float(np.mean([abs(cv2.pointPolygonTest(edge, (float(x), float(y)), True)) < near for x, y in spots]))


def _alone(heap: Heap) -> tuple[str, Floats, float]:
    (shape, _), (_, other) = heap.shapes[:2]
    odds = np.exp(-(np.array([off for _, off in heap.shapes]) ** 2) / (2 * 0.02**2))
    sure = float(odds[0] / (odds.sum() + np.exp(-(0.07**2) / (2 * 0.02**2)))) if other else 1.0
    centre, _ = spread_of(heap.outline)
    return shape, regular(shape, centre, heap.radius, turn_of(heap.outline, shape)), sure


def pack(heap: Heap, sizes: Sizes) -> tuple[list[tuple[str, Floats]], float]:
    """Explain an outline by polygons that do not overlap; also return how much of both is the same."""
    usual = float(np.median(list(sizes.radii.values()))) if sizes.radii else np.sqrt(heap.area / 4)
    scale = _FINE / usual
    low = heap.outline[:, 0].min(axis=0) - usual
    outline = (heap.outline - low) * scale
    high = np.ceil(outline[:, 0].max(axis=0) + _FINE).astype(int)
    if high.max() > 1200:
        return [], 0.0
    whole = filled(outline[:, 0], high)
    solid = np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, _CRUMBS), np.float32)
    tries = [one for edge in (outline, *_edges(solid)) for one in _along_edges(edge, heap, sizes, scale)]
    best: tuple[list[tuple[str, Floats]], float] = ([], 0.0)
    for _ in range(3):
        if not tries:
            break
        tries = [(shape, _drawn_in(corners, whole)) for shape, corners in tries]
        masks = np.stack([filled(corners, high).ravel() for _, corners in tries])
        inside = masks @ whole.ravel() / masks.sum(axis=1)
        keep = _different(masks, inside, [shape for shape, _ in tries])
        chosen = _Cover(masks[keep], whole.ravel()).chosen
        covered = masks[keep][chosen].max(axis=0, initial=0.0)
        # What is too thin for a piece need not be explained.
        same = float((covered * whole.ravel()).sum() / max((np.maximum(covered, solid.ravel())).sum(), 1.0))
        if same > best[1]:
            best = [(tries[keep[at]][0], tries[keep[at]][1] / scale + low) for at in chosen], same
        # What is left over may show an edge that was hidden between two pieces.
        rest = cv2.morphologyEx(whole * (1 - covered.reshape(whole.shape)), cv2.MORPH_OPEN, _CRUMBS)
        more = [one for edge in _edges(rest) for one in _along_edges(edge, heap, sizes, scale)]
        if same > _ENOUGH or not more:
            break
        tries = [tries[at] for at in keep] + more
    return best


def _drawn_in(corners: Floats, whole: NDArray[np.float32]) -> Floats:
    """Push a polygon away from what lies outside: blunt corners mislead the edges it was laid along."""
    for _ in range(4):
        low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int) + 1
        own = filled(corners - low, high - low)
        top, left = max(low[1], 0), max(low[0], 0)
        part = np.zeros_like(own)
        seen = whole[top : high[1], left : high[0]]
        part[top - low[1] : top - low[1] + seen.shape[0], left - low[0] : left - low[0] + seen.shape[1]] = seen
        m, all_of_it = cv2.moments(own * part), cv2.moments(own)
        if not _OUTSIDE < m["m00"] / max(all_of_it["m00"], 1.0) < _INSIDE:
            break
        shift = [m[by] / m["m00"] - all_of_it[by] / all_of_it["m00"] for by in ("m10", "m01")]
        corners = corners + 2 * np.array(shift)
    return corners


def _edges(mask: NDArray[np.generic]) -> list[Floats]:
    outlines, _ = cv2.findContours(np.asarray(mask, np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return [one.astype(np.float64) for one in outlines]


def _along_edges(outline: Floats, heap: Heap, sizes: Sizes, scale: float) -> Iterator[tuple[str, Floats]]:
    """Yield polygons that lie on the inner side of a straight edge, flush with one of its ends."""
    bends = cv2.approxPolyDP(outline.astype(np.float32), 0.09 * _FINE, True)[:, 0].astype(np.float64)
    if cv2.contourArea(bends.astype(np.float32), oriented=True) < 0:
        bends = bends[::-1]
    for start, end in zip(bends, np.roll(bends, -1, axis=0), strict=True):
        length = float(np.linalg.norm(end - start))
        if length < _SHORT * _FINE:
            continue
        way = (end - start) / length
        inward = np.array([-way[1], way[0]])
        for shape, corners in CORNERS.items():
            least, most = (radius * scale for radius in sizes.range(shape, heap))
            own = length / (2 * np.sin(np.pi / corners))
            known = [sizes.radii[shape] * scale] if shape in sizes.radii else []
            for radius in [*known, *([own] if least <= own <= most else [])]:
                half, deep = radius * np.sin(np.pi / corners), radius * np.cos(np.pi / corners)
                for middle in (start + way * half, end - way * half):
                    centre = middle + inward * deep
                    first = middle - way * half - centre
                    yield shape, regular(shape, centre, radius, float(np.arctan2(first[1], first[0])))


def _different(masks: NDArray[np.float32], inside: Floats, shapes: list[str]) -> list[int]:
    """Return the polygons that lie well inside, without those that are nearly the same as a better one."""
    kept: list[int] = []
    for at in np.argsort(-inside):
        if inside[at] < _WITHIN or len(kept) >= 120:
            break
        twins = [one for one in kept if shapes[one] == shapes[at]]
        if twins:
            shared = masks[twins] @ masks[at]
            if (shared / (masks[twins].sum(axis=1) + masks[at].sum() - shared)).max() > _TWINS:
                continue
        kept.append(int(at))
    return kept


class _Cover:
    """Chooses polygons that cover a heap without covering each other, by trying all that may cover one spot of it.

    The spot is the one that fewest polygons can cover, such as a sharp corner. What is found is the best up to
    `_ALIKE`, unless it takes too long.
    """

    def __init__(self, masks: NDArray[np.float32], whole: NDArray[np.float32]) -> None:
        spots = np.flatnonzero(whole)[::_EVERY]
        self.areas = masks.sum(axis=1)
        inside = masks @ whole
        self.worth = 3 * inside - 2 * self.areas  # what lies outside counts twice against a polygon
        self.shared = masks @ masks.T
        self.apart = self.shared < _LAP * np.minimum(self.areas[:, None], self.areas)
        self.covers = masks[:, spots] > 0
        self.each = float(whole.sum()) / max(len(spots), 1)
        self.chosen: list[int] = []
        self.value = 0.0
        self.left = _STEPS
        self._search([], 0.0, self.worth > _GAIN * self.areas, np.ones(len(spots), bool))

    def _search(self, chosen: list[int], value: float, free: NDArray[np.bool_], bare: NDArray[np.bool_]) -> None:
        if value > self.value:
            self.value, self.chosen = value, chosen
        self.left -= 1
        options = self.covers[free][:, bare].sum(axis=0, dtype=np.int32)
        most = value + self.each * np.count_nonzero(options)
        if self.left < 0 or len(chosen) == _MOST or most <= self.value * (1 + _ALIKE):
            return
        spot = np.flatnonzero(bare)[np.where(options > 0, options, len(free) + 1).argmin()]
        gains = self.worth - 3 * self.shared[:, chosen].sum(axis=1)
        here = np.flatnonzero(free & self.covers[:, spot])
        free = free.copy()
        for at in here[np.argsort(-gains[here])]:
            free[at] = False
            if gains[at] > _GAIN * self.areas[at]:
                rest = free & self.apart[at]
                self._search([*chosen, int(at)], value + float(gains[at]), rest, bare & ~self.covers[at])
        self._search(chosen, value, free, bare)
