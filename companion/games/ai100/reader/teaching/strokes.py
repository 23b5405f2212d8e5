"""How a digit is drawn, whatever its colour and ground: the directions of its edges, cell by cell.

The network knows many fonts and says which digit it is; strokes tell the digits of one print from each other, also
where they are hollow, handwritten or on top of a picture and the network hardly knows them.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_SIZE = (32, 40)
_CELL, _WAYS = 4, 6  # pixels of a cell, and directions of an edge
_AROUND = 6.0  # pixels around an edge whose contrast it is measured by
_FAINT = 4.0  # a contrast, of 255 a pixel, that may be noise


def strokes(crops: Sequence[Pixels]) -> Floats:
    """Return the edges of crops (n, length), as long as each other."""
    return np.stack([_strokes(one) for one in crops]) if len(crops) else np.empty((0, 0))


def _strokes(shown: Pixels) -> Floats:
    small = cv2.resize(shown, _SIZE, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    steep = np.hypot(across, down)
    steep = steep / (np.sqrt(cv2.GaussianBlur(steep * steep, (0, 0), _AROUND)) + _FAINT)
    # An edge from light to dark is the same stroke as one from dark to light.
    way = (np.arctan2(down, across) % np.pi) / np.pi * _WAYS
    found = []
    for at in range(_WAYS):
        off = np.abs(way - at)
        here = steep * np.maximum(1 - np.minimum(off, _WAYS - off), 0)
        size = (_SIZE[0] // _CELL, _SIZE[1] // _CELL)
        found.append(cv2.resize(cv2.GaussianBlur(here, (0, 0), _CELL / 2), size, interpolation=cv2.INTER_AREA))
    flat = np.sqrt(np.maximum(np.stack(found), 0)).reshape(-1).astype(np.float64)
    return np.asarray(flat / max(float(np.linalg.norm(flat)), 1e-9))
