"""Reads a collection from a photo: which polygons lie on the table, touching and turned as they are.

Colours first (`inks`): the table is learnt from the edge of the photo, the four inks from what differs from it. Then
shapes: every regular polygon has the same spread in all directions, so the pieces themselves tell how the table leans
away (`lean`); on the straightened table a lone piece is compared with the four outlines (`shapes`, `heaps`), and pieces
of one colour that touch are explained by polygons laid along the edges of their common outline (`packing`). Last come
lone pieces that have the table's colours but stand out from what lies around them (`levels`). What a gleam or a shadow
may have changed is doubted (`doubt`).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.collexion.pieces import Collection, Piece
from companion.games.collexion.reader.doubt import doubted
from companion.games.collexion.reader.glance import CLEAR, Found, glance, without_twins
from companion.games.collexion.reader.inks import BROAD, SHARP, View
from companion.games.collexion.reader.levels import standing_out
from companion.games.collexion.reader.outlines import Floats, Pixels
from companion.vision.one_thread import one_thread
from companion.vision.upright import read_photo

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
    hidden: frozenset[str] = frozenset()  # colours that the table has as well: some pieces may be overlooked
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


@one_thread
def read_collection_photo(data: bytes) -> Reading:
    """Return the polygons of a photo, or raise Unreadable where it is none."""
    photo = read_photo(data, "photo", comfortable=4_000_000)
    shrink = min(1.0, LONG_SIDE / max(photo.size))
    image = np.asarray(cv2.resize(photo.image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    found = []
    pieces, hidden, unread = read_pieces(image)
    for piece, corners, confidence in pieces:
        spots = photo.in_photo(corners / shrink)
        centre = spots.mean(axis=0)
        found.append(FoundPiece(piece, _pair(centre), tuple(map(_pair, spots)), confidence))
    size = photo.in_photo(np.array([photo.size], float))[0].round()
    return Reading(tuple(found), (int(size[0]), int(size[1])), hidden, unread)


def _pair(spot: Floats) -> tuple[float, float]:
    return float(spot[0]), float(spot[1])


def read_pieces(image: Pixels) -> tuple[list[Found], frozenset[str], int]:
    """Return the pieces with corners and how sure each is; the colours of the table; how much was not understood."""
    view = View.of(image)
    broad, sharp = glance(view, BROAD), glance(view, SHARP)
    found = without_twins(broad.found + [one for one in sharp.found if one[2] > CLEAR])
    found = doubted(view, broad.inked, without_twins(found + standing_out(view, broad, found)))
    return found, sharp.inked.alike, broad.unread(found)
