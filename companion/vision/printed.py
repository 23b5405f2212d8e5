"""Where a print puts things on its cards, and in which shades: what a deck knows besides its faces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Unreadable

Floats = NDArray[np.float64]

# Where a card shows its own colour when nobody has learned it: beside the number, clear of corners and id.
GROUND = tuple((x, y) for y in (0.30, 0.38, 0.46, 0.54, 0.62) for x in (0.17, 0.83))


class Spot(NamedTuple):
    """The middle of something printed and its height: x as a share of the card's width, y and height of its height."""

    x: float
    y: float
    height: float


@dataclass(frozen=True)
class Print:
    """Places and shades of one print; `corner` is the digit at the top left, the other three mirror it."""

    number: Spot
    id: Spot
    corner: Spot
    triangle: float  # the leg of a corner triangle with the border, as a share of the card's width
    shades: Mapping[str, str]
    ground: tuple[tuple[float, float], ...] = GROUND
    turned: bool = False  # the digits of the lower corners stand on their heads
    outline: str = ""  # what all cards have in common, as `align.write_outline` writes it

    @property
    def colours(self) -> tuple[str, ...]:
        """The names of the colours, in the order of every table of probabilities."""
        return tuple(self.shades)

    @property
    def palette(self) -> Floats:
        """The shades as rows of blue, green, red between 0 and 1."""
        return np.array([[int(shade[at : at + 2], 16) / 255 for at in (5, 3, 1)] for shade in self.shades.values()])

    def to_json(self) -> dict[str, Any]:
        """Return what a deck file says about its print."""
        spots = {name: [round(v, 4) for v in getattr(self, name)] for name in ("number", "id", "corner")}
        document: dict[str, Any] = {**spots, "triangle": round(self.triangle, 4), "shades": dict(self.shades)}
        if self.ground != GROUND:
            document["ground"] = [[round(x, 4), round(y, 4)] for x, y in self.ground]
        document |= {"turned": True} if self.turned else {}
        return document | ({"outline": self.outline} if self.outline else {})


def read_print(document: Mapping[str, Any]) -> Print:
    """Return the print that a deck file describes."""
    try:
        shades = {str(name): str(shade) for name, shade in document["shades"].items()}
        found = Print(
            _spot(document["number"]),
            _spot(document["id"]),
            _spot(document["corner"]),
            float(document["triangle"]),
            shades,
            tuple((float(x), float(y)) for x, y in document.get("ground", GROUND)),
            bool(document.get("turned", False)),
            str(document.get("outline", "")),
        )
        sound = 0.05 < found.triangle < 0.5 and len(shades) > 1 and len(found.ground) > 0
        sound = sound and all(0 <= v <= 1 for place in found.ground for v in place) and len(found.palette) > 1
    except (KeyError, TypeError, ValueError, AttributeError):
        sound = False
    if not sound:
        raise Unreadable("expected places of number, id and corner, the triangle's leg and the shades", "deck, print")
    return found


def _spot(values: Any) -> Spot:
    x, y, height = (float(v) for v in values)
    if not (0 <= x <= 1 and 0 <= y <= 1 and 0.01 < height < 0.6):
        raise ValueError
    return Spot(x, y, height)
