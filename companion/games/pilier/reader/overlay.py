"""The square of a photo laid over the square that is known: which cell is which, from whichever side it was taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.games.pilier.cards import EVERY_CARD, Card
from companion.games.pilier.rules import SIDE
from companion.games.pilier.square import Cell

Floats = NDArray[np.float64]
Whole = NDArray[np.intp]

_STRANGE = 0.01  # how likely a known card is taken for another one
_CHANCE = 0.02  # how likely another card looks like the known one
_NEW = -1.5  # a card where none is known
_MISSING = -1.0  # no card where one is known
_BEYOND = 3.0  # nats for each row or column that a square of 6 x 6 has no room for
_CLEAR = 4.0  # nats by which the best place must be better than the next


@dataclass(frozen=True)
class Overlay:
    """Where steps of a photo's rows and columns lie on the table."""

    sign: int  # -1 where the photo was taken from the other side
    shift: tuple[int, int]  # column, row
    cells: tuple[Cell, ...]  # of the cards that were seen

    def steps(self, cells: Sequence[Cell]) -> Whole:
        """Return the steps of cells."""
        places = np.array([[cell.column, cell.row] for cell in cells], np.intp).reshape(-1, 2)
        return np.asarray((places - np.array(self.shift)) * self.sign, np.intp)


def lay_over(steps: Whole, shares: Floats, known: Mapping[Cell, Card]) -> Overlay | None:
    """Return how cards seen at steps lie on the known ones; None where several ways are as likely."""
    agree = {
        cell: np.log((1 - _STRANGE) * shares[:, EVERY_CARD.index(card)] + _STRANGE * _CHANCE) - np.log(_CHANCE)
        for cell, card in known.items()
    }
    found: list[tuple[float, Overlay]] = []
    for sign in (1, -1):
        spots = steps * sign
        ways = {(cell.column - int(x), cell.row - int(y)) for cell in known for x, y in spots}
        for shift in ways:
            cells = tuple(Cell(int(y) + shift[1], int(x) + shift[0]) for x, y in spots)
            found.append((_worth(cells, agree), Overlay(sign, shift, cells)))
    found.sort(key=lambda one: -one[0])
    if not found or (len(found) > 1 and found[0][0] - found[1][0] < _CLEAR):
        return None
    return found[0][1]


def _worth(cells: Sequence[Cell], agree: Mapping[Cell, Floats]) -> float:
    """How well cards on cells agree with what is known there."""
    worth: float = sum(float(agree[cell][at]) if cell in agree else _NEW for at, cell in enumerate(cells))
    worth += _MISSING * sum(cell not in cells for cell in agree)
    every = {*cells, *agree}
    rows, columns = ([getattr(cell, way) for cell in every] for way in Cell._fields)
    beyond = sum(max(max(places) - min(places) + 1 - SIDE, 0) for places in (rows, columns))
    return float(worth - _BEYOND * beyond)
