"""Where a print puts things on its cards, and in which shades: what a deck knows besides its faces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Place, Unreadable
from companion.core.sheet import Reason

Floats = NDArray[np.float64]
Turns = tuple[float, float, float, float]
Points = tuple[tuple[float, float], ...]

# Where a card shows its own colour when nobody has learned it: beside the number, clear of corners and id.
GROUND = tuple((x, y) for y in (0.30, 0.38, 0.46, 0.54, 0.62) for x in (0.17, 0.83))
LOOK = (8, 4)  # columns and rows
UPRIGHT: Turns = (0.0, 0.0, 0.0, 0.0)
_LEAST_LEG, _MOST_LEG = 0.05, 0.5  # of the card's width: a triangle's leg outside of this is a damaged file
_SMALLEST, _TALLEST = 0.01, 0.6  # of the card's height, for anything printed, in the same way


class Spot(NamedTuple):
    """The middle of something printed and its height: x as a share of the card's width, y and height of its height.

    `turn` is how far it is turned on the card, in degrees clockwise: an id that reads upwards along an edge is at 270.
    """

    x: float
    y: float
    height: float
    turn: float = 0.0


class Places(NamedTuple):
    """What one kind of card has elsewhere than the others: number, id, its own colour and in which tints, corners."""

    number: Spot
    id: Spot
    ground: Points
    tints: Mapping[str, str]
    corners: tuple[Spot, ...] = ()
    patches: Points = ()


class Window(NamedTuple):
    """A part of a card: its middle, width and height as shares of the card's width and height."""

    x: float
    y: float
    wide: float
    tall: float


class Pips(NamedTuple):
    """Where cards show their phase, and the ink of both looks there, row by row of a small picture (`LOOK`)."""

    window: Window
    one: tuple[float, ...]
    two: tuple[float, ...]


@dataclass(frozen=True)
class Print:
    """Places and shades of one print; `corner` is the digit at the top left, the other three mirror it."""

    number: Spot
    id: Spot
    corner: Spot
    triangle: float  # the leg of a corner triangle with the border, as a share of the card's width
    shades: Mapping[str, str]
    ground: Points = GROUND
    turns: Turns = UPRIGHT  # how far the digits of the corners are turned, clockwise from the top left
    outline: str = ""  # what all cards have in common, as `align.write_outline` writes it
    # Where the top left corner shows its colour, as shares of the card's width each way from the corner; all mirror it.
    patches: Points = ()
    tints: Mapping[str, str] | None = None  # the ground's own shades, where they are not those of the corners
    corners: tuple[Spot, ...] = ()  # the four digits, clockwise from the top left, where they mirror no other
    ai: Places | None = None  # where AI cards have what the others have elsewhere
    phase: Pips | None = None

    @property
    def colours(self) -> tuple[str, ...]:
        """The names of the colours, in the order of every table of probabilities."""
        return tuple(self.shades)

    @property
    def palette(self) -> Floats:
        """The shades as rows of blue, green, red between 0 and 1."""
        return _rows(self.shades)

    @property
    def ground_palette(self) -> Floats:
        """The shades in which cards show their own colour, as `palette`."""
        return _rows(self.tints) if self.tints else self.palette

    @property
    def of_ai(self) -> Print:
        """The print as AI cards show it: itself unless they differ."""
        if self.ai is None:
            return self
        own = self.ai
        return replace(
            self, number=own.number, id=own.id, ground=own.ground, tints=own.tints or None, corners=own.corners,
            patches=own.patches or self.patches, ai=None, phase=None,
        )  # fmt: skip

    def with_phase(self, phase: Pips) -> Print:
        """The print, showing the phase somewhere."""
        return replace(self, phase=phase)

    def to_json(self) -> dict[str, Any]:
        """Return what a deck file says about its print."""
        spots = {name: _written(getattr(self, name)) for name in ("number", "id", "corner")}
        document: dict[str, Any] = {**spots, "triangle": round(self.triangle, 4), "shades": dict(self.shades)}
        if self.ground != GROUND:
            document["ground"] = _points(self.ground)
        if self.turns != UPRIGHT:
            document["turns"] = [round(turn, 1) for turn in self.turns]
        if self.patches:
            document["patches"] = _points(self.patches)
        if self.tints:
            document["tints"] = dict(self.tints)
        if self.ai:
            document["ai"] = _ai_to_json(self.ai)
        if self.phase:
            document["phase"] = [round(value, 4) for value in self.phase.window]
            document["looks"] = [list(self.phase.one), list(self.phase.two)]
        return document | ({"outline": self.outline} if self.outline else {})


def _ai_to_json(ai: Places) -> dict[str, Any]:
    found: dict[str, Any] = {"number": _written(ai.number), "id": _written(ai.id), "ground": _points(ai.ground)}
    if ai.tints:
        found["tints"] = dict(ai.tints)
    if ai.corners:
        found["corners"] = [_written(spot) for spot in ai.corners]
    if ai.patches:
        found["patches"] = _points(ai.patches)
    return found


def read_print(document: Mapping[str, Any]) -> Print:
    """Return the print that a deck file describes."""
    try:
        shades = _shades(document["shades"])
        heads = (0.0, 0.0, 180.0, 180.0) if document.get("turned") else UPRIGHT
        turns = tuple(float(turn) for turn in document.get("turns", heads))
        found = Print(
            _spot(document["number"]),
            _spot(document["id"]),
            _spot(document["corner"]),
            float(document["triangle"]),
            shades,
            _read_points(document.get("ground", GROUND)),
            (turns[0], turns[1], turns[2], turns[3]),
            str(document.get("outline", "")),
            _read_points(document.get("patches", ())),
            _shades(document["tints"]) if "tints" in document else None,
            ai=_places(document["ai"]) if "ai" in document else None,
            phase=_pips(document["phase"], document["looks"]) if "phase" in document else None,
        )
        sound = _LEAST_LEG < found.triangle < _MOST_LEG and len(shades) > 1 and len(found.ground) > 0
        sound = (
            sound and len(found.palette) > 1 and len(found.ground_palette) == len(shades) == len(found.of_ai.palette)
        )
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        sound = False
    if not sound:
        raise Unreadable(Reason("vision:error.print"), Place("deck", "print"))
    return found


def _rows(shades: Mapping[str, str]) -> Floats:
    return np.array([[int(shade[at : at + 2], 16) / 255 for at in (5, 3, 1)] for shade in shades.values()])


def _written(spot: Spot) -> list[float]:
    return [round(value, 4) for value in (spot if spot.turn else spot[:3])]


def _points(points: Points) -> list[list[float]]:
    return [[round(x, 4), round(y, 4)] for x, y in points]


def _shades(document: Mapping[str, Any]) -> dict[str, str]:
    return {str(name): str(shade) for name, shade in document.items()}


def _read_points(points: Any) -> Points:
    found = tuple((float(x), float(y)) for x, y in points)
    if not all(0 <= value <= 1 for point in found for value in point):
        raise ValueError
    return found


def _pips(window: Any, looks: Any) -> Pips:
    x, y, wide, tall = map(float, window)
    one, two = (tuple(map(float, look)) for look in looks)
    inside = 0 < wide <= 1 and 0 < tall <= 1 and 0 <= x <= 1 and 0 <= y <= 1
    if not inside or not len(one) == len(two) == LOOK[0] * LOOK[1]:
        raise ValueError
    return Pips(Window(x, y, wide, tall), one, two)


def _places(document: Mapping[str, Any]) -> Places:
    ground = _read_points(document["ground"])
    corners = tuple(_spot(one) for one in document.get("corners", ()))
    if not ground or len(corners) not in (0, 4):
        raise ValueError
    tints, patches = _shades(document.get("tints", {})), _read_points(document.get("patches", ()))
    return Places(_spot(document["number"]), _spot(document["id"]), ground, tints, corners, patches)


def _spot(values: Any) -> Spot:
    x, y, height, *turn = (float(v) for v in values)
    if not (0 <= x <= 1 and 0 <= y <= 1 and _SMALLEST < height < _TALLEST) or len(turn) > 1:
        raise ValueError
    return Spot(x, y, height, *turn)
