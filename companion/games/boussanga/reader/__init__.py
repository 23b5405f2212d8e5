"""Reads the board from a photo: the field of round cells is found by itself, or by four corners given by hand.

Cells and tokens are round, so the photo is full of ellipses; those that lie on a lattice of 8 x 8 are the board. Each
cell is then compared with the bare board beside it, which takes shadow and lamp away, and the colours of all cells are
judged together: what looks alike is alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Place, Unreadable
from companion.core.sheet import Reason
from companion.games.boussanga.board import CELLS, Board, Cell
from companion.games.boussanga.reader.field import FRAME, find_field
from companion.games.boussanga.reader.tokens import judge_cells
from companion.games.boussanga.rules import SIDE, VALUES
from companion.vision.one_thread import one_thread
from companion.vision.upright import read_photo

Floats = NDArray[np.float64]

LONG_SIDE = 1000  # pixels
_SURE = 0.9  # of cells that are less sure the player is asked


class BoardNotFound(Unreadable):
    """The photo is one, but no field of cells shows in it, or not where it was said to be."""


@dataclass(frozen=True)
class Reading:
    """The board of a photo; A1 is the cell at its top left. `corners` are pixels of the upright photo."""

    board: Board
    sure: Mapping[Cell, float]
    corners: tuple[tuple[float, float], ...]
    size: tuple[int, int]

    @property
    def confidence(self) -> float:
        """How sure the least sure cell is."""
        return min(self.sure.values())

    def place(self, cell: Cell) -> list[tuple[float, float]]:
        """Return the corners of a cell in the photo."""
        field = cv2.getPerspectiveTransform(FRAME.astype(np.float32), np.array(self.corners, np.float32))
        corners = FRAME / SIDE + np.array([cell.column, cell.row])
        return [(float(x), float(y)) for x, y in cv2.perspectiveTransform(corners[None], np.asarray(field, float))[0]]

    @property
    def doubtful(self) -> tuple[Cell, ...]:
        """The cells that the player should look at, the least sure first."""
        return tuple(sorted((cell for cell in CELLS if self.sure[cell] < _SURE), key=self.sure.__getitem__))


@one_thread
def read_board_photo(
    data: bytes,
    name: str = "photo",
    colours: Sequence[str] = tuple(VALUES),
    corners: Sequence[tuple[float, float]] | None = None,
) -> Reading:
    """Return the board of a photo, or raise Unreadable where it shows none.

    `corners` are the outer corners of the field of cells, from the top left clockwise, where the player marked them.
    """
    photo = read_photo(data, name, comfortable=4_000_000)
    shrink = min(1.0, LONG_SIDE / max(photo.size))
    image = np.asarray(cv2.resize(photo.image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    if corners is None:
        field = find_field(image)
        if field is None:
            raise BoardNotFound(Reason("boussanga:error.no_board"), Place(name))
    else:
        spots = (np.array(corners, float) + 0.5) / photo.scale - 0.5
        field = _by_hand(spots * shrink, name)
    board, sure = judge_cells(image, field, colours)
    seen = photo.in_photo(np.asarray(cv2.perspectiveTransform(FRAME[:, None], field)[:, 0] / shrink, float))
    size = photo.in_photo(np.array([photo.size], float))[0].round()
    return Reading(board, sure, tuple((float(x), float(y)) for x, y in seen), (int(size[0]), int(size[1])))


def _by_hand(spots: Floats, name: str) -> Floats:
    if spots.shape != (4, 2) or not cv2.isContourConvex(spots.astype(np.float32)):
        raise BoardNotFound(Reason("boussanga:error.corners"), Place(name))
    return np.asarray(cv2.getPerspectiveTransform(FRAME.astype(np.float32), spots.astype(np.float32)), float)
