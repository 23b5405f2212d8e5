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
from companion.games.collexion.reader.inks import ink_masks
from companion.games.collexion.reader.lean import straighten
from companion.games.collexion.reader.outlines import Floats, Pixels, blobs_of, moved, without_lines
from companion.games.collexion.reader.packing import explain
from companion.vision.upright import read_photo

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

    @property
    def collection(self) -> Collection:
        """The polygons, counted."""
        return Collection.of(found.piece for found in self.pieces)

    @property
    def confidence(self) -> float:
        """How sure the least sure piece is; 0 where nothing was found."""
        return min((found.confidence for found in self.pieces), default=0.0)


def read_collection_photo(data: bytes, name: str = "photo") -> Reading:
    """Return the polygons of a photo, or raise Unreadable where it is none."""
    photo = read_photo(data, name, comfortable=4_000_000)
    shrink = min(1.0, LONG_SIDE / max(photo.size))
    image = np.asarray(cv2.resize(photo.image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    found = []
    for piece, corners, confidence in read_pieces(image):
        spots = photo.in_photo(corners / shrink)
        centre = spots.mean(axis=0)
        found.append(FoundPiece(piece, _pair(centre), tuple(map(_pair, spots)), confidence))
    size = photo.in_photo(np.array([photo.size], float))[0].round()
    return Reading(tuple(found), (int(size[0]), int(size[1])))


def _pair(spot: Floats) -> tuple[float, float]:
    return float(spot[0]), float(spot[1])


def read_pieces(image: Pixels) -> list[tuple[Piece, Floats, float]]:
    """Return the pieces of an image with their corners and how sure each is."""
    masks = without_lines(ink_masks(image))
    blobs = [(colour, blob) for colour, mask in masks.items() for blob in blobs_of(mask)]
    straight = straighten([blob for _, blob in blobs], (image.shape[1], image.shape[0]))
    heaps = [(colour, Heap.of(moved(blob, straight.matrix))) for colour, blob in blobs]
    sizes = Sizes.of([heap for _, heap in heaps])
    found = []
    for colour, heap in heaps:
        for shape, corners, confidence in explain(heap, sizes):
            found.append((Piece(colour, shape), moved(corners[:, None], straight.inverse)[:, 0], confidence))
    return found
