"""Reads a collection from a photo: which polygons lie on the table, touching and turned as they are.

Colours first (`inks`): the table is learnt from the edge of the photo, the four inks from what differs from it. Then
shapes: every regular polygon has the same spread in all directions, so the pieces themselves tell how the table leans
away (`lean`); on the straightened table a lone piece is compared with the four outlines (`shapes`, `heaps`), and pieces
of one colour that touch are explained by polygons laid along the edges of their common outline (`packing`).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.collexion.pieces import Collection, Piece
from companion.games.collexion.reader.heaps import Heap, Sizes
from companion.games.collexion.reader.inks import BROAD, SHARP, Eye, View, ink_masks
from companion.games.collexion.reader.lean import straighten
from companion.games.collexion.reader.outlines import Floats, Pixels, blobs_of, filled, moved, without_lines
from companion.games.collexion.reader.packing import explain
from companion.vision.upright import read_photo

Found = tuple[Piece, Floats, float]
_HIDDEN = 0.4  # how sure a reading can be of which pieces may be missing
LONG_SIDE = 1000  # pixels; enough for two dozen pieces


@dataclass(frozen=True)
class FoundPiece:
    """A polygon in the photo; places are pixels of the upright photo."""

    piece: Piece
    centre: tuple[float, float]
    corners: tuple[tuple[float, float], ...]
    confidence: float


@dataclass(frozen=True)
class Reading:
    """All polygons of a photo."""

    pieces: tuple[FoundPiece, ...]
    size: tuple[int, int]
    hidden: frozenset[str] = frozenset()  # colours of which nothing was found and that the table has as well
    unread: int = 0  # so many outlines in a piece's colour were not understood

    @property
    def collection(self) -> Collection:
        """The polygons, counted."""
        return Collection.of(found.piece for found in self.pieces)

    @property
    def confidence(self) -> float:
        """How sure the least sure piece is; little where some may be missing, 0 where nothing was found."""
        least = min((found.confidence for found in self.pieces), default=0.0)
        return min(least, _HIDDEN) if self.hidden or self.unread else least


def read_collection_photo(data: bytes, name: str = "photo") -> Reading:
    """Return the polygons of a photo, or raise Unreadable where it is none."""
    photo = read_photo(data, name, comfortable=4_000_000)
    shrink = min(1.0, LONG_SIDE / max(photo.size))
    image = np.asarray(cv2.resize(photo.image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    found = []
    pieces, alike, unread = read_pieces(image)
    for piece, corners, confidence in pieces:
        spots = photo.in_photo(corners / shrink)
        centre = spots.mean(axis=0)
        found.append(FoundPiece(piece, _pair(centre), tuple(map(_pair, spots)), confidence))
    size = photo.in_photo(np.array([photo.size], float))[0].round()
    hidden = alike - {one.piece.colour for one in found}
    return Reading(tuple(found), (int(size[0]), int(size[1])), hidden, unread)


def _pair(spot: Floats) -> tuple[float, float]:
    return float(spot[0]), float(spot[1])


@dataclass(frozen=True)
class Look:
    """What one eye sees: pieces, the outlines they were read from, and the colours that the table has as well."""

    found: list[Found]
    outlines: list[Floats]
    alike: frozenset[str]

    def unread(self, found: list[Found]) -> int:
        """How many outlines are as large as a piece and hold none of the pieces."""
        usual = float(np.median([_area(corners) for _, corners, _ in found])) if found else 0.0
        edges = [outline[:, 0].astype(np.float32) for outline in self.outlines if _area(outline[:, 0]) > usual / 2]
        centres = [tuple(map(float, corners.mean(axis=0))) for _, corners, _ in found]
        return sum(all(cv2.pointPolygonTest(edge, spot, False) < 0 for spot in centres) for edge in edges)


def _area(corners: Floats) -> float:
    return float(cv2.contourArea(corners.astype(np.float32)))


def read_pieces(image: Pixels) -> tuple[list[Found], frozenset[str], int]:
    """Return the pieces with corners and how sure each is; the colours of the table; how much was not understood."""
    view = View.of(image)
    broad, sharp = _look(view, BROAD), _look(view, SHARP)
    found = without_twins(broad.found + [one for one in sharp.found if one[2] > _CLEAR])
    return found, sharp.alike, broad.unread(found)


def without_twins(found: list[Found]) -> list[Found]:
    """Of pieces that lie in each other keep the surest."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda one: -one[2]):
        if not any(_overlap(one[1], other[1]) > 0.25 for other in kept):
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


def _look(view: View, eye: Eye) -> Look:
    seen, alike = ink_masks(view, eye)
    masks = without_lines(seen)
    blobs = [(colour, blob) for colour, mask in masks.items() for blob in blobs_of(mask)]
    straight = straighten([blob for _, blob in blobs], (view.calm.shape[1], view.calm.shape[0]))
    heaps = [(colour, Heap.of(moved(blob, straight.matrix))) for colour, blob in blobs]
    sizes = Sizes.of([heap for _, heap in heaps])
    told = [explain(heap, sizes) for _, heap in heaps]
    clear: dict[str, list[float]] = {}
    for shape, corners, sure in (one for pieces in told for one in pieces):
        if sure > _CLEAR:
            clear.setdefault(shape, []).append(float(np.linalg.norm(corners[0] - corners.mean(axis=0))))
    better = sizes.learnt(clear)
    found = []
    for (colour, heap), pieces in zip(heaps, told, strict=True):
        doubtful = min((sure for *_, sure in pieces), default=0.0) <= _CLEAR
        for shape, corners, sure in explain(heap, better) if doubtful and better != sizes else pieces:
            found.append((Piece(colour, shape), moved(corners[:, None], straight.inverse)[:, 0], sure))
    return Look(found, [blob for _, blob in blobs], alike)


_CLEAR = 0.8  # how sure a piece must be to tell its size to the others
