"""Grounds like photographs, computed pixel by pixel: mountains, lights at night, a bust, washes of paint."""

from __future__ import annotations

import base64
import random

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_FINE = 5  # pixels a millimetre


def _clouds(dice: np.random.Generator, wide: int, tall: int, coarsest: int, octaves: int = 5) -> Floats:
    """Noise from coarse to fine, between 0 and 1."""
    total = np.zeros((tall, wide))
    for octave in range(octaves):
        cells = coarsest * 2**octave
        small = dice.random((max(2, cells * tall // wide), max(2, cells)))
        total += np.asarray(cv2.resize(small, (wide, tall), interpolation=cv2.INTER_CUBIC), np.float64) / 1.8**octave
    return np.asarray((total - total.min()) / (np.ptp(total) + 1e-9))


def _dice(chance: random.Random) -> np.random.Generator:
    return np.random.default_rng(chance.getrandbits(32))


def _rgb(shade: str) -> Floats:
    return np.array([int(shade[at : at + 2], 16) for at in (1, 3, 5)], np.float64)


def two_tone(grey: Floats, dark: str, light: str) -> Floats:
    """Return a grey picture printed in two inks."""
    return np.asarray(_rgb(dark) + grey[..., None] * (_rgb(light) - _rgb(dark)))


def plate(x: float, y: float, wide: float, tall: float, pixels: Floats, more: str = "") -> str:
    """Return a picture as part of a drawing."""
    done, jpeg = cv2.imencode(
        ".jpg", np.clip(pixels[..., ::-1], 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 88]
    )
    assert done
    data = base64.b64encode(jpeg.tobytes()).decode()
    return (
        f'<image x="{x:g}" y="{y:g}" width="{wide:g}" height="{tall:g}" preserveAspectRatio="none" {more} '
        f'href="data:image/jpeg;base64,{data}"/>'
    )


def mountains(chance: random.Random, wide: float, tall: float) -> Floats:
    """Return ridges behind ridges in haze, lit from one side, with grain; grey from 0 to 1."""
    dice, w, h = _dice(chance), int(wide * _FINE), int(tall * _FINE)
    rows = np.arange(h)[:, None] / h
    grey = 0.42 + 0.4 * rows + 0.16 * _clouds(dice, w, h, 2)
    sun = dice.uniform(0.2, 0.8, 2) * (w, h * 0.4)
    grey += 0.3 * np.exp(-((np.arange(w) - sun[0]) ** 2 + ((np.arange(h) - sun[1])[:, None]) ** 2) / (w * 0.16) ** 2)
    for layer in range(4):
        ridge = _clouds(dice, w, 2, 2 + layer, 6)[0]
        top = (0.3 + 0.15 * layer + 0.24 * (0.5 - ridge)) * h
        inside = np.arange(h)[:, None] > top
        lit = np.gradient(cv2.GaussianBlur(ridge[None], (0, 0), 2)[0]) * 26
        rock = _clouds(dice, w, h, 9, 4) - 0.5
        depth = np.clip((np.arange(h)[:, None] - top) / (0.3 * h), 0, 1)
        tone = 0.62 - 0.14 * layer + np.clip(lit, -0.14, 0.18) * (1 - depth) + 0.2 * rock + 0.12 * depth * (layer < 3)
        grey = np.where(inside, tone, grey)
    return np.asarray(np.clip(grey + dice.normal(0, 0.018, (h, w)), 0, 1))


def lights(chance: random.Random, wide: float, tall: float) -> Floats:
    """Return a street at night out of focus, in its own colours."""
    dice, w, h = _dice(chance), int(wide * _FINE), int(tall * _FINE)
    night = two_tone(_clouds(dice, w, h, 3), "#0a0d16", "#232838")
    glow = np.zeros_like(night)
    hues = ("#ffb347", "#ff7043", "#fff1c9", "#6fb7ff", "#ffd98a", "#e8615f")
    for _ in range(30):
        spot = np.zeros_like(night)
        centre = (int(dice.uniform(0, w)), int(np.clip(dice.normal(0.45, 0.22), 0, 1) * h))
        bright = dice.uniform(0.2, 0.6)
        hue = tuple(float(v) * bright for v in _rgb(hues[int(dice.integers(6))]))
        cv2.circle(spot, centre, int(dice.uniform(4, 20)), hue, -1, cv2.LINE_AA)
        glow = np.maximum(glow, spot) + 0.25 * np.minimum(glow, spot)
    soft = cv2.GaussianBlur(glow, (0, 0), 2.2) + 0.35 * cv2.GaussianBlur(glow, (0, 0), 14)
    return np.asarray(night + soft + dice.normal(0, 4, (h, w, 1)))


def bust(chance: random.Random, wide: float, tall: float, machine: bool = False) -> Floats:
    """Return head and shoulders in a studio's light, grey from 0 to 1; a machine has a square head with lamps."""
    dice, w, h = _dice(chance), int(wide * _FINE), int(tall * _FINE)
    near = dice.uniform(0.85, 1.25)
    x, y = np.meshgrid((np.arange(w) / w - 0.5) * 2 * near, (np.arange(h) / h - 0.5) * 2 * near * tall / wide)
    x += dice.uniform(-0.2, 0.2)
    grey = dice.uniform(0.16, 0.6) + 0.24 * _clouds(dice, w, h, 2) - 0.1 * np.hypot(x, y)
    light = np.array([dice.choice((-1, 1)) * dice.uniform(0.3, 0.8), -0.5, 0.7])
    turn, round_by = dice.uniform(-0.08, 0.08), dice.uniform(0.26, 0.42)

    def blob(cx: float, cy: float, rx: float, ry: float, tone: float, power: float = 2.0) -> None:
        dx, dy = (x - cx) / rx, (y - cy) / ry
        out = np.abs(dx) ** power + np.abs(dy) ** power
        z = np.sqrt(np.clip(1 - dx**2 - dy**2, 0.02, 1))
        shade = np.clip((dx * light[0] + dy * light[1] + z * light[2]), 0.08, 1.2)
        inside = np.clip((1 - out) * 16, 0, 1)
        grey[:] = grey * (1 - inside) + inside * tone * (0.25 + 0.75 * shade)

    coat, skin, hair = dice.uniform(0.1, 1.0), dice.uniform(0.55, 1.0), dice.uniform(0.08, 0.9)
    blob(0, 1.55, 0.86, 0.95, coat, 3)
    blob(turn, 0.52, 0.15, 0.34, skin * 0.85)
    if machine:
        blob(turn, -0.08, 0.46, 0.42, 0.85, 6)
        for side in (-1, 1):
            blob(turn + side * 0.2, -0.14, 0.1, 0.1, 1.3)
            blob(turn + side * 0.2, -0.14, 0.045, 0.045, 0.05)
        blob(turn, 0.16, 0.24, 0.035, 0.1, 5)
        blob(turn, -0.62, 0.03, 0.16, 0.9)
    else:
        blob(turn, -0.12, round_by + 0.07, 0.52, hair)
        blob(turn, 0.02, round_by - 0.02, 0.46, skin)
        blob(turn, -0.36 - dice.uniform(0, 0.08), round_by + 0.02, 0.2, hair)
        for side in (-1, 1):
            blob(turn + side * 0.13, -0.03, 0.05, 0.024, 0.08)
            blob(turn + side * 0.13, -0.11, 0.08, 0.016, hair * 0.8)
        blob(turn, 0.1, 0.04, 0.09, skin * 1.06)
        blob(turn, 0.26, 0.09, 0.022, skin * 0.45)
        if dice.random() < 0.4:
            blob(turn, 0.36, 0.22, 0.14, hair)
        if dice.random() < 0.4:
            blob(turn, -0.4, round_by + dice.uniform(0.1, 0.35), 0.06, coat)
            blob(turn, -0.6, round_by - 0.04, dice.uniform(0.2, 0.4), coat, 5)
    return np.asarray(np.clip(grey + dice.normal(0, 0.02, (h, w)), 0, 1))


def wash(chance: random.Random, wide: float, tall: float, paper: str, paint: str) -> Floats:
    """Return blots of thin paint on rough paper, darker where they dried at their edges."""
    dice, w, h = _dice(chance), int(wide * _FINE), int(tall * _FINE)
    flow = _clouds(dice, w, h, 3, 6)
    wet = np.clip((flow - 0.36) * 9, 0, 1)
    rim = np.exp(-(((flow - 0.38) / 0.025) ** 2))
    strength = wet * (0.55 + 0.3 * _clouds(dice, w, h, 5)) + 0.35 * rim
    rough = dice.normal(0, 3.5, (h, w, 1)) + 9 * (_clouds(dice, w, h, 60, 2)[..., None] - 0.5)
    return np.asarray(two_tone(np.clip(strength, 0, 1), paper, paint) + rough)
