"""What light, lens and sensor do to a generated photograph, fast enough for 12 megapixels.

Slow maps (light, shadow, glare) are made small and enlarged; everything stays in 8 bits.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.samples.scenes import Scene
from companion.samples.tables import Chance, Pixels

Points = NDArray[np.float64]


def develop(photo: Pixels, quads: Sequence[Points], how: Scene, chance: Chance) -> Pixels:
    """Light, lens and sensor."""
    shade(photo, _light(photo.shape[1], photo.shape[0], how, chance), 128)
    if how.glare and quads:
        photo = _glare(photo, quads, how, chance)
    unit = float(np.sqrt(photo.shape[0] * photo.shape[1] / 12e6))
    if how.blur * unit > 0.25:
        cv2.GaussianBlur(photo, (0, 0), how.blur * unit, photo)
    if (length := round(how.motion * unit)) >= 2:
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        aim = np.array([np.cos(angle := chance.uniform(0, np.pi)), np.sin(angle)]) * length / 2
        start, end = ([int(v) for v in np.round(length + sign * aim)] for sign in (-1, 1))
        cv2.line(kernel, start, end, 1.0, 1)
        photo = np.asarray(cv2.filter2D(photo, -1, kernel / kernel.sum()), np.uint8)
    return _grain(photo, how, chance)


def _light(width: int, height: int, how: Scene, chance: Chance) -> Pixels:
    """Gains by place, 128 for 1: cast, fall-off of the lamp, shadows of heads and hands."""
    across, down = max(width // 16, 2), max(height // 16, 2)
    y, x = np.mgrid[-1 : 1 : down * 1j, -1 : 1 : across * 1j]
    angle = chance.uniform(0, 2 * np.pi)
    gain = how.light * (1 + 0.12 * (x * np.cos(angle) + y * np.sin(angle)) - 0.08 * (x * x + y * y))
    for _ in range(how.shadows):
        mask = np.zeros((down, across), np.float32)
        middle = chance.uniform([0, 0], [across, down])
        reach = chance.uniform(0.25, 0.7) * across
        spread = np.sort(chance.uniform(0, 2 * np.pi, 7))
        radius = reach * chance.uniform(0.5, 1.2, 7)
        blob = middle + np.column_stack([np.cos(spread), np.sin(spread)]) * radius[:, None]
        cv2.fillPoly(mask, [blob.round().astype(np.int32)], 1.0)
        soft = cv2.GaussianBlur(mask, (0, 0), float(chance.uniform(0.6, 8)) * across / 250)
        gain = gain * (1 - how.shadow * soft)
    return np.asarray(np.clip(gain[..., None] * np.array(how.cast) * 128, 0, 255), np.uint8)


def _glare(photo: Pixels, quads: Sequence[Points], how: Scene, chance: Chance) -> Pixels:
    """Lamps mirrored by some of the cards."""
    across, down = photo.shape[1] // 8, photo.shape[0] // 8
    lamp = np.zeros((down, across, 3), np.float32)
    for at in chance.permutation(len(quads))[: how.glare]:
        quad = quads[at] / 8
        size = float(np.linalg.norm(quad[1] - quad[0]))
        spot = np.zeros((down, across), np.float32)
        middle = chance.uniform(quad.min(axis=0), quad.max(axis=0))
        axes = (chance.uniform(0.08, 0.45, 2) * size).round().astype(int)
        centre = tuple(int(v) for v in middle)
        cv2.ellipse(spot, centre, tuple(int(v) for v in axes), float(chance.uniform(0, 180)), 0, 360, 1.0, -1)
        spot = cv2.GaussianBlur(spot, (0, 0), float(chance.uniform(0.03, 0.2)) * size + 0.5)
        inside = np.zeros((down, across), np.float32)
        cv2.fillConvexPoly(inside, quad.round().astype(np.int32), 1.0)
        lamp += (spot * inside)[..., None] * np.array([0.9, 0.97, 1.0]) * chance.uniform(50, 220)
    layer = cv2.resize(np.clip(lamp, 0, 255).astype(np.uint8), (photo.shape[1], photo.shape[0]))
    return np.asarray(cv2.add(photo, layer), np.uint8)


def _grain(photo: Pixels, how: Scene, chance: Chance) -> Pixels:
    tile = chance.normal(128, how.noise, (512, 1024, 3)).clip(0, 255).astype(np.uint8)
    tall, wide = photo.shape[:2]
    veil = how.veil * 255
    for top in range(0, tall, 512):
        strip = photo[top : top + 512]
        rolled = np.roll(tile, int(chance.integers(1024)), axis=1)
        grain = np.tile(rolled, (1, -(-wide // 1024), 1))[: len(strip), :wide]
        strip[:] = cv2.addWeighted(strip, 1 - how.veil, grain, 1, veil - 128)
    return photo


def shade(photo: Pixels, gains: Pixels | NDArray[np.generic], unit: float) -> None:
    """Multiply the photo by a small map of gains, of which `unit` means unchanged."""
    full = cv2.resize(np.asarray(gains, np.uint8), (photo.shape[1], photo.shape[0]), interpolation=cv2.INTER_LINEAR)
    if full.ndim == 2:
        full = cv2.cvtColor(full, cv2.COLOR_GRAY2BGR)
    cv2.multiply(photo, full, photo, scale=1 / unit)
