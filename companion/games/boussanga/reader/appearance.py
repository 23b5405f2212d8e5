"""How something looks whatever light falls on it: two log ratios of its channels, and its brightness."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LIFT = 6.0  # added to every channel, so that dark ones do not shout


def appearance(logs: Floats) -> Floats:
    """Return red:green, blue:green and the brightness of logarithms of blue, green and red."""
    blue, green, red = logs.T
    return np.stack([red - green, blue - green, (red + green + blue) / 3], axis=1)
