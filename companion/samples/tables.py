"""Tables for generated photographs: seamless textures of cloth, wood, play mats, white tables and patterns."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Chance = np.random.Generator

SIDE = 1200  # pixels; a texture is laid as half a metre and mirrored beyond


def tabletop(kind: str, chance: Chance) -> Pixels:
    """Return a texture, `SIDE` pixels square, BGR."""
    return np.clip(TABLES[kind](chance), 0, 255).astype(np.uint8)


def _noise(chance: Chance, across: int, down: int) -> NDArray[np.float32]:
    """Smooth noise around 0 with about this many bumps across and down."""
    coarse = chance.standard_normal((max(down, 2), max(across, 2))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), np.float32)


def _flat(colour: tuple[float, float, float] | NDArray[np.float64]) -> NDArray[np.float32]:
    return np.full((SIDE, SIDE, 3), colour, np.float32)


def _colour(chance: Chance, *choices: tuple[int, int, int]) -> NDArray[np.float64]:
    return np.asarray(choices[chance.integers(len(choices))]) * chance.uniform(0.85, 1.1)


def _cloth(chance: Chance) -> NDArray[np.float32]:
    base = _flat(
        _colour(chance, (60, 78, 40), (90, 60, 40), (50, 50, 130), (120, 130, 140), (48, 44, 42), (160, 190, 205))
    )
    threads = int(chance.integers(4, 9))
    weave = np.zeros((SIDE, SIDE), np.float32)
    weave[:, ::threads] -= 14
    weave[::threads] -= 14
    creases = _noise(chance, 5, 4) * 7 + _noise(chance, 300, 300) * 6
    return np.asarray(base + (cv2.GaussianBlur(weave, (0, 0), 1.0) + creases)[..., None], np.float32)


def _wood(chance: Chance) -> NDArray[np.float32]:
    base = _flat(_colour(chance, (70, 110, 160), (40, 66, 105), (100, 150, 196), (30, 44, 70), (140, 165, 185)))
    grain = _noise(chance, 8, 220) * 9 + _noise(chance, 4, 60) * 10 + _noise(chance, 30, 600) * 5
    boards = np.zeros((SIDE, SIDE), np.float32)
    for y in range(int(chance.integers(100, 200)), SIDE, int(chance.integers(180, 420))):
        boards[y : y + 3] = -45
        boards[y:] += chance.uniform(-12, 12)
    return np.asarray(base + (grain + boards)[..., None], np.float32)


def _mat(chance: Chance) -> NDArray[np.float32]:
    mat = _flat(_colour(chance, (40, 36, 34), (90, 50, 30), (50, 30, 70), (60, 80, 40)))
    for _ in range(int(chance.integers(4, 12))):
        middle = tuple(int(v) for v in chance.integers(0, SIDE, 2))
        ink = tuple(float(v) for v in chance.uniform(20, 150, 3))
        radius = int(chance.integers(30, 380))
        if chance.random() < 0.6:
            cv2.circle(mat, middle, radius, ink, int(chance.integers(2, 16)), cv2.LINE_AA)
        else:
            other = tuple(int(v) for v in chance.integers(0, SIDE, 2))
            cv2.line(mat, middle, other, ink, int(chance.integers(2, 10)), cv2.LINE_AA)
    return np.asarray(mat + (_noise(chance, 500, 500) * 5 + _noise(chance, 4, 4) * 6)[..., None], np.float32)


def _white(chance: Chance) -> NDArray[np.float32]:
    return np.asarray(
        _flat(_colour(chance, (225, 228, 230), (205, 210, 214), (190, 196, 196)))
        + (_noise(chance, 3, 3) * 5 + _noise(chance, 400, 400) * 2)[..., None],
        np.float32,
    )


def _checks(chance: Chance) -> NDArray[np.float32]:
    one, other = chance.uniform(40, 230, 3), chance.uniform(40, 230, 3)
    step = int(chance.integers(24, 120))
    at = np.arange(SIDE) // step % 2
    share = (at[:, None] + at[None]) / 2 if chance.random() < 0.6 else np.broadcast_to(at[None], (SIDE, SIDE))
    blend = one * share[..., None] + other * (1 - share[..., None])
    return np.asarray(blend + (_noise(chance, 400, 400) * 6)[..., None], np.float32)


def _terrazzo(chance: Chance) -> NDArray[np.float32]:
    stone = _flat(_colour(chance, (205, 210, 212), (150, 160, 165), (120, 110, 100)))
    for _ in range(int(chance.integers(300, 900))):
        middle = chance.integers(0, SIDE, 2)
        corners = middle + chance.integers(-16, 17, (int(chance.integers(3, 7)), 2))
        shade = tuple(float(v) for v in chance.uniform(60, 230, 3))
        cv2.fillConvexPoly(stone, cv2.convexHull(corners.astype(np.int32)), shade, cv2.LINE_AA)
    return np.asarray(stone + (_noise(chance, 300, 300) * 3)[..., None], np.float32)


TABLES: Mapping[str, Callable[[Chance], NDArray[np.float32]]] = {
    "cloth": _cloth,
    "wood": _wood,
    "mat": _mat,
    "white": _white,
    "checks": _checks,
    "terrazzo": _terrazzo,
}
