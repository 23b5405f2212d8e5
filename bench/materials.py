"""Pieces in the look of acrylic and of wood, under several lamps, for the generated photos of boards and collections.

Acrylic lets the table through in its own colour, shines at its edges, throws a coloured shadow and mirrors the lamps.
Wood has grain, a bevel that is brighter towards the lamps, and dark soft shadows. Lamps mirrored by flat tops all show
at one place of the photo, as they do on a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.samples.photographs import Camera
from companion.samples.scenes import LEVELS
from companion.samples.tables import Chance, Pixels

Points = NDArray[np.float64]
Map = NDArray[np.float32]

MATERIALS = ("printed", "acrylic", "wood")
_GLEAM = {"easy": (25.0, 110.0), "medium": (50.0, 170.0), "hard": (80.0, 230.0)}  # of mirrored lamps, of 255


@dataclass(frozen=True)
class Solid:
    """A flat piece: its outline on the table in millimetres, its paint, how far its feet stand above the table."""

    corners: Points
    ink: Points  # BGR
    foot: float = 0.0

    @property
    def centre(self) -> Points:
        """The middle."""
        return np.asarray(self.corners.mean(axis=0))

    def inset(self, by: float) -> Points:
        """The outline drawn in by some millimetres."""
        radius = float(np.linalg.norm(self.corners[0] - self.centre))
        deep = radius * np.cos(np.pi / len(self.corners))
        return np.asarray(self.centre + (self.corners - self.centre) * (1 - by / deep))


@dataclass(frozen=True)
class Lamp:
    """A lamp: where its shadows fall, how dark and soft they are, and where flat tops mirror it."""

    way: Points  # millimetres of shadow for each millimetre of height
    dark: float
    soft: float  # millimetres
    spot: Points  # shares of the photo
    size: Points  # shares of the photo's width
    turn: float
    gleam: Points  # BGR


@dataclass(frozen=True)
class Cut:
    """How all pieces of a photo are made."""

    height: float
    bevel: float
    dense: float  # how much of an acrylic piece's own colour hides the table
    gloss: float


def lamps_of(level: str, chance: Chance) -> list[Lamp]:
    """One to three lamps, more and harder ones on harder photos."""
    count = int(chance.integers(1, 3) + (level != "easy") * chance.integers(0, 2))
    lamps = []
    for _ in range(count):
        angle, reach = chance.uniform(0, 2 * np.pi), chance.uniform(0.3, 1.0 + 0.4 * LEVELS.index(level))
        warm = chance.uniform(0.8, 1.0)
        lamps.append(
            Lamp(
                way=np.array([np.cos(angle), np.sin(angle)]) * reach,
                dark=float(chance.uniform(0.15, 0.5) / count**0.5),
                soft=float(chance.uniform(0.3, 1.6)),
                spot=chance.uniform(0.1, 0.9, 2),
                size=chance.uniform(0.015, 0.09, 2),
                turn=float(chance.uniform(0, 180)),
                gleam=np.array([warm, (1 + warm) / 2, 1.0]) * chance.uniform(*_GLEAM[level]),
            )
        )
    return lamps


def cut_of(chance: Chance) -> Cut:
    """Pieces as somebody makes them: thin or thick, with a narrow or a broad bevel."""
    return Cut(
        height=float(chance.uniform(2.0, 5.0)),
        bevel=float(chance.uniform(0.4, 1.1)),
        dense=float(chance.uniform(0.45, 0.85)),
        gloss=float(chance.uniform(0.5, 1.0)),
    )


def paint(photo: Pixels, camera: Camera, solids: Sequence[Solid], material: str, level: str, chance: Chance) -> Cut:
    """Paint the pieces and their shadows into the photo; return how they are cut."""
    lamps, cut = lamps_of(level, chance), cut_of(chance)
    unit = float(np.linalg.norm(np.diff(camera.project(np.array([[0, 0], [1.0, 0]])), axis=0)))
    _shadows(photo, camera, solids, lamps, cut, unit, material)
    depth = [float(camera.matrix[2] @ (*solid.centre, solid.foot, 1.0)) for solid in solids]
    for at in np.argsort(depth)[::-1]:  # near ones hide what is behind them
        solid = solids[at]
        (_acrylic if material == "acrylic" else _wooden)(photo, camera, solid, lamps, cut, chance)
    _gleams(photo, camera, solids, lamps, cut, 1.0 if material == "acrylic" else 0.3, chance)
    return cut


def _shadows(
    photo: Pixels,
    camera: Camera,
    solids: Sequence[Solid],
    lamps: Sequence[Lamp],
    cut: Cut,
    unit: float,
    material: str,
) -> None:
    """What each lamp leaves in shadow, and what no lamp reaches where a piece touches the table."""
    small = 4
    tall, wide = photo.shape[0] // small + 1, photo.shape[1] // small + 1
    gains = np.ones((tall, wide, 3), np.float32)
    for lamp in lamps:
        layer = np.ones((tall, wide, 3), np.float32)
        for solid in solids:
            reach = np.concatenate([solid.corners, solid.corners + lamp.way * cut.height])
            hull = cv2.convexHull(camera.project(reach).astype(np.float32))[:, 0]
            tint = 1 - lamp.dark * (1 - solid.ink / 255 * 0.8) * 1.2 if material == "acrylic" else 1 - lamp.dark
            _fill(layer, hull / small, np.clip(np.broadcast_to(tint, 3), 0, 1))
        gains *= cv2.GaussianBlur(layer, (0, 0), max(lamp.soft * unit / small, 0.5))
    touch = np.ones((tall, wide), np.float32)
    for solid in solids:
        _fill(touch, camera.project(solid.corners) / small, 0.6)
    gains *= cv2.GaussianBlur(touch, (0, 0), max(0.8 * unit / small, 0.5))[..., None]
    full = cv2.resize(gains, (photo.shape[1], photo.shape[0]), interpolation=cv2.INTER_LINEAR)
    photo[:] = np.clip(photo * full, 0, 255).astype(np.uint8)


def _part(photo: Pixels, outline: Points) -> tuple[Pixels, Points] | None:
    """The part of the photo that an outline covers, and where it begins."""
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 3, photo.shape[1::-1])
    return None if (high <= low).any() else (photo[low[1] : high[1], low[0] : high[0]], low.astype(float))


def _acrylic(photo: Pixels, camera: Camera, solid: Solid, lamps: Sequence[Lamp], cut: Cut, chance: Chance) -> None:
    foot, head = solid.foot, solid.foot + cut.height
    base, top = camera.project(solid.corners, foot), camera.project(solid.corners, head)
    hull = cv2.convexHull(np.concatenate([base, top]).astype(np.float32))[:, 0].astype(np.float64)
    if (found := _part(photo, hull)) is None:
        return
    part, low = found
    behind, ink = part.astype(np.float32), solid.ink.astype(np.float32)
    # What lies below is seen a little aside, through the colour of the piece.
    shift = ((base - top).mean(axis=0) * 0.3).astype(np.float32)
    move = np.array([[1, 0, -shift[0]], [0, 1, -shift[1]]], np.float32)
    below = cv2.warpAffine(behind, move, part.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    body = below * (ink / 255) * (1 - cut.dense) + ink * cut.dense * 0.92
    side = below * (ink / 255) * 0.25 + ink * 0.7 * chance.uniform(0.8, 1.15)
    bright = np.clip(ink * 1.12 + 34, 0, 255)
    _blend(part, side, hull - low)
    _blend(part, body, top - low)
    line = max(float(np.linalg.norm(top[1] - top[0])) / 60, 0.8)
    for outline, share in ((top, 0.75), (base, 0.25)):
        rim = np.zeros(part.shape[:2], np.uint8)
        spots = np.round((outline - low) * 16).astype(np.int32)
        cv2.polylines(rim, [spots], True, 255, max(round(line), 1), cv2.LINE_AA, 4)
        _mix(part, bright, rim.astype(np.float32) / 255 * share)


def _wooden(photo: Pixels, camera: Camera, solid: Solid, lamps: Sequence[Lamp], cut: Cut, chance: Chance) -> None:
    foot, head = solid.foot, solid.foot + cut.height
    base, rim = camera.project(solid.corners, foot), camera.project(solid.corners, head - cut.bevel * 0.5)
    flat = camera.project(solid.inset(cut.bevel), head)
    hull = cv2.convexHull(np.concatenate([base, rim]).astype(np.float32))[:, 0].astype(np.float64)
    if (found := _part(photo, hull)) is None:
        return
    part, low = found
    grain = _grain(part.shape[:2], float(np.linalg.norm(hull.max(axis=0) - hull.min(axis=0))), chance)[..., None]
    ink = solid.ink.astype(np.float32) * np.float32(chance.uniform(0.93, 1.07))
    _blend(part, ink * 0.55 * grain, hull - low)
    towards = -sum((lamp.way / (np.linalg.norm(lamp.way) + 1e-9) * lamp.dark for lamp in lamps), np.zeros(2))
    count = len(rim)
    for at in range(count):
        after = (at + 1) % count
        out = (solid.corners[at] + solid.corners[after]) / 2 - solid.centre
        lit = 0.88 + 0.7 * float(out / np.linalg.norm(out) @ towards)
        facet = np.array([rim[at], rim[after], flat[after], flat[at]])
        _blend(part, np.clip(ink * lit + 14 * max(lit - 0.95, 0), 0, 255) * grain, facet - low)
    _blend(part, ink * grain, flat - low)


def _grain(size: tuple[int, ...], wide: float, chance: Chance) -> Map:
    """Lines of grain along one direction, some darker."""
    side = max(size)
    fine = chance.standard_normal((max(int(chance.integers(14, 40)), 2), 3)).astype(np.float32)
    lines = cv2.resize(fine, (side * 2, side * 2), interpolation=cv2.INTER_CUBIC)
    spin = cv2.getRotationMatrix2D((side, side), float(chance.uniform(0, 180)), 1.0)
    turned = cv2.warpAffine(lines, spin, (side * 2, side * 2), borderMode=cv2.BORDER_REFLECT)
    cut = turned[side - size[0] // 2 :, side - size[1] // 2 :][: size[0], : size[1]]
    return np.asarray(np.clip(1 + chance.uniform(0.02, 0.09) * cut, 0.6, 1.25), np.float32)


def _gleams(
    photo: Pixels,
    camera: Camera,
    solids: Sequence[Solid],
    lamps: Sequence[Lamp],
    cut: Cut,
    shine: float,
    chance: Chance,
) -> None:
    """The lamps mirrored by the tops, and a little of the ceiling."""
    wide = photo.shape[1]
    for solid in solids:
        top = camera.project(solid.inset(cut.bevel * 0.3), solid.foot + cut.height)
        if (found := _part(photo, top)) is None:
            continue
        part, low = found
        own = np.zeros(part.shape[:2], np.float32)
        _fill(own, top - low, 1.0)
        light = np.zeros(part.shape, np.float32)
        for lamp in lamps:
            # No piece lies quite flat.
            middle = lamp.spot * photo.shape[1::-1] + chance.normal(0, 0.012, 2) * wide - low
            axes = tuple(int(one) for one in np.maximum(lamp.size * wide, 2))
            spot = np.zeros(part.shape[:2], np.float32)
            where = tuple(int(one) for one in np.clip(middle, -20000, 20000))
            cv2.ellipse(spot, where, axes, lamp.turn, 0, 360, 1.0, -1, cv2.LINE_AA)
            soft = cv2.GaussianBlur(spot, (0, 0), 0.15 * min(axes) + 0.5)
            light += soft[..., None] * lamp.gleam.astype(np.float32)
        ceiling = np.float32(chance.uniform(2, 14))
        part[:] = np.clip(part + own[..., None] * (light + ceiling) * np.float32(shine * cut.gloss), 0, 255)


def _fill(image: NDArray[np.generic], corners: Points, ink: object) -> None:
    shade = tuple(float(one) for one in np.atleast_1d(np.asarray(ink, float)))
    cv2.fillConvexPoly(image, np.round(corners * 16).astype(np.int32), shade, cv2.LINE_AA, 4)  # type: ignore[call-overload]


def _blend(part: Pixels, colour: NDArray[np.generic], corners: Points) -> None:
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    _mix(part, colour, mask.astype(np.float32) / 255)


def _mix(part: Pixels, colour: NDArray[np.generic], share: Map) -> None:
    part[:] = np.clip(part * (1 - share[..., None]) + np.asarray(colour, np.float32) * share[..., None], 0, 255)
