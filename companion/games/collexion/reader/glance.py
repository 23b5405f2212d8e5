"""One look at the whole photo with one eye for colours: pieces, how the table leans, how large the shapes are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.collexion.pieces import Piece
from companion.games.collexion.reader.heaps import Heap, Sizes
from companion.games.collexion.reader.inks import Eye, Inked, View, inked
from companion.games.collexion.reader.lean import Straight, straighten
from companion.games.collexion.reader.outlines import Floats, area_of, blobs_of, filled, moved, without_lines
from companion.games.collexion.reader.packing import explain

Found = tuple[Piece, Floats, float]
_CHIPS = 10.0  # times a lone piece
CLEAR = 0.8  # how sure a piece must be to tell its size to the others
_TWINS = 0.25  # of the smaller of two pieces: where more of it lies in the other they are one


@dataclass(frozen=True)
class Glance:
    """What one eye sees: colours, lean and sizes, the pieces and the outlines they were read from."""

    inked: Inked
    straight: Straight
    sizes: Sizes
    found: list[Found]
    outlines: list[Floats]

    def unread(self, found: list[Found]) -> int:
        """How many outlines are as large as a piece and hold none of the pieces."""
        usual = float(np.median([area_of(corners) for _, corners, _ in found])) if found else 0.0
        edges = [outline[:, 0].astype(np.float32) for outline in self.outlines if area_of(outline[:, 0]) > usual / 2]
        centres = [tuple(map(float, corners.mean(axis=0))) for _, corners, _ in found]
        return sum(all(cv2.pointPolygonTest(edge, spot, False) < 0 for spot in centres) for edge in edges)


def glance(view: View, eye: Eye) -> Glance:
    """Look at a photo."""
    seen = inked(view, eye)
    masks = without_lines(seen.masks)
    blobs = [(colour, blob) for colour, mask in masks.items() for blob in blobs_of(mask)]
    straight = straighten([blob for _, blob in blobs], (view.calm.shape[1], view.calm.shape[0]))
    heaps = [(colour, Heap.of(moved(blob, straight.matrix))) for colour, blob in blobs]
    sizes = _sizes([heap for _, heap in heaps])
    told = [explain(heap, sizes) for _, heap in heaps]
    better = sizes.learnt(_radii(one for pieces in told for one in pieces))
    found = []
    for (colour, heap), pieces in zip(heaps, told, strict=True):
        doubtful = min((sure for *_, sure in pieces), default=0.0) <= CLEAR
        for shape, corners, sure in explain(heap, better) if doubtful and better != sizes else pieces:
            found.append((Piece(colour, shape), moved(corners[:, None], straight.inverse)[:, 0], sure))
    return Glance(seen, straight, better, found, [blob for _, blob in blobs])


def _sizes(heaps: Sequence[Heap]) -> Sizes:
    """How large the shapes are. Beside a heap that many lone pieces would go into, those are chips in the table."""
    sizes = Sizes.of(heaps)
    largest = max(heaps, key=lambda heap: heap.area, default=None)
    if largest and largest.area > _CHIPS * sizes.area:
        alone = Sizes({}).learnt(_radii(explain(largest, Sizes({})), least=0.6))
        return alone if alone.radii else sizes
    return sizes


def _radii(pieces: Iterable[tuple[str, Floats, float]], least: float = CLEAR) -> dict[str, list[float]]:
    """How large the pieces are of which one is sure."""
    clear: dict[str, list[float]] = {}
    for shape, corners, sure in pieces:
        if sure > least:
            clear.setdefault(shape, []).append(float(np.linalg.norm(corners[0] - corners.mean(axis=0))))
    return clear


def without_twins(found: list[Found]) -> list[Found]:
    """Of pieces that lie in each other keep the surest."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda one: -one[2]):
        if not any(_overlap(one[1], other[1]) > _TWINS for other in kept):
            kept.append(one)
    return kept


def _overlap(one: Floats, other: Floats) -> float:
    """How much of the smaller of two polygons lies in the other."""
    low, high = np.minimum(one.min(axis=0), other.min(axis=0)), np.maximum(one.max(axis=0), other.max(axis=0))
    if (one.max(axis=0) < other.min(axis=0)).any() or (other.max(axis=0) < one.min(axis=0)).any():
        return 0.0
    size = np.ceil(high - low).astype(int) + 1
    a, b = (filled(corners - low, size) for corners in (one, other))
    return float((a * b).sum() / max(min(a.sum(), b.sum()), 1.0))
