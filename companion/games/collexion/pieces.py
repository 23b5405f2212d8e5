"""Polygons, and the collections they make: counts by colour and shape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from companion.core.errors import NOWHERE, Illegal, Place, Unreadable
from companion.core.reading import read_number, read_object, shown
from companion.core.sheet import Reason
from companion.games.collexion.rules import COLOURS, COPIES, MOST_TAKEN, SHAPES


class Piece(NamedTuple):
    """One polygon, written 'pink square'."""

    colour: str
    shape: str

    def __str__(self) -> str:
        return f"{self.colour} {self.shape}"

    def shares(self, other: Piece) -> bool:
        """Whether colour or shape are the same."""
        return self.colour == other.colour or self.shape == other.shape

    @property
    def reason(self) -> Reason:
        """Return the polygon in words."""
        return Reason(f"shape.{self.shape}", (Reason(f"colour.{self.colour}"),))


PIECES = tuple(Piece(colour, shape) for colour in COLOURS for shape in SHAPES)
_NAMED = {str(piece): piece for piece in PIECES}


def read_piece(value: object, place: Place = NOWHERE) -> Piece:
    """Return the polygon of a text such as 'pink square'."""
    if not isinstance(value, str) or value not in _NAMED:
        known = shown(value), ", ".join(COLOURS), ", ".join(SHAPES)
        raise Unreadable(Reason("collexion:error.polygon", known), place)
    return _NAMED[value]


@dataclass(frozen=True)
class Collection:
    """How many polygons of each colour (rows) and shape (columns) somebody has."""

    counts: tuple[tuple[int, ...], ...] = ((0,) * len(SHAPES),) * len(COLOURS)

    @classmethod
    def of(cls, pieces: Iterable[Piece]) -> Collection:
        """Return the collection of some polygons."""
        have = list(pieces)
        return cls(tuple(tuple(have.count(Piece(colour, shape)) for shape in SHAPES) for colour in COLOURS))

    def count(self, piece: Piece) -> int:
        """Return how many of this polygon there are."""
        return self.counts[COLOURS.index(piece.colour)][SHAPES.index(piece.shape)]

    @property
    def total(self) -> int:
        """Return how many polygons there are."""
        return sum(map(sum, self.counts))

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Return the polygons one by one."""
        return tuple(piece for piece in PIECES for _ in range(self.count(piece)))

    def __add__(self, pieces: Iterable[Piece]) -> Collection:
        return Collection.of((*self.pieces, *pieces))

    def __sub__(self, pieces: Iterable[Piece]) -> Collection:
        left = list(self.pieces)
        for piece in pieces:
            left.remove(piece)
        return Collection.of(left)

    def to_json(self) -> dict[str, dict[str, int]]:
        """Return the collection as the game file writes it."""
        rows = {
            colour: {shape: count for shape, count in zip(SHAPES, row, strict=True) if count}
            for colour, row in zip(COLOURS, self.counts, strict=True)
        }
        return {colour: row for colour, row in rows.items() if row}


def read_collection(value: object, place: Place = NOWHERE) -> Collection:
    """Return the collection of `{"pink": {"square": 2}}`."""
    rows = read_object(value, place, COLOURS)
    counts = []
    for colour in COLOURS:
        row = read_object(rows.get(colour, {}), place / colour, SHAPES)
        counts.append(
            tuple(read_number(row.get(shape, 0), range(COPIES + 1), place / colour, shape) for shape in SHAPES)
        )
    return Collection(tuple(counts))


def verify_take(pieces: Sequence[Piece], place: Place = NOWHERE, least: int = 1) -> None:
    """Raise what is wrong with a take: its number, or a polygon that shares nothing with the one before."""
    if not least <= len(pieces) <= MOST_TAKEN:
        raise Illegal(Reason("collexion:error.taken", (len(pieces), least, MOST_TAKEN)), place)
    for before, piece in pairwise(pieces):
        if not piece.shares(before):
            raise Illegal(Reason("collexion:error.shares_nothing", (piece.reason, before.reason)), place)
