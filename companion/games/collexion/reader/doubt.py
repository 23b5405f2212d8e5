"""What is seen but not clearly: a colour between two inks, a shape that fits less well than such shapes do."""

from __future__ import annotations

import cv2
import numpy as np

from companion.games.collexion.reader.glance import Found
from companion.games.collexion.reader.inks import Inked, View
from companion.games.collexion.reader.outlines import Floats

_DOUBTED = 0.4  # how sure a piece can be that is doubted
_BETWEEN = 1.2  # spreads of the inks by which a colour must be nearer to its own than to any other
_INNER = 0.8  # of a piece: its edges mirror and cast shadows
_USUAL = {"triangle": 0.9, "square": 0.85}  # less sure than this such shapes are seldom; round ones often are


def doubted(view: View, inked: Inked, found: list[Found]) -> list[Found]:
    """Return the pieces, less sure of those that a gleam or a shadow may have changed."""
    return [
        (piece, corners, min(sure, _DOUBTED))
        if sure < _USUAL.get(piece.shape, 0.0) or _between(view, inked, piece.colour, corners)
        else (piece, corners, sure)
        for piece, corners, sure in found
    ]


def _between(view: View, inked: Inked, colour: str, corners: Floats) -> bool:
    """Whether what is seen of a piece has nearly as much of another ink as of its own."""
    inner = np.zeros(view.colour.shape, np.uint8)
    middle = corners.mean(axis=0)
    cv2.fillConvexPoly(inner, np.round(middle + (corners - middle) * _INNER).astype(np.int32), 1)
    if not inner.any():
        return True
    look = np.median(view.looks[view.colour[inner > 0]], axis=0)
    far = {name: ink.distance(look) for name, ink in inked.inks.items()}
    return min(off for name, off in far.items() if name != colour) - far[colour] < _BETWEEN
