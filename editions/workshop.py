"""What the editions from the fifth five on share: corners of any outline, grain, engraving, glass, segments."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from editions.box import Card
from editions.ink import text

Pixels = NDArray[np.float64]
Point = tuple[float, float]
DARK_ON_YELLOW = {"yellow": "#2a2100", "": "#ffffff"}  # what print on a shade is legible in
FINE = 6  # pixels of a computed ground a millimetre
_SIDES = ((0, 0, 1, 1), (63, 0, -1, 1), (63, 88, -1, -1), (0, 88, 1, -1))  # a corner and the way into the card


def connectors(
    card: Card,
    outline: Callable[[str], str],
    at: float,
    height: float,
    font: str,
    turns: Sequence[float],
    ink: Mapping[str, str],
    more: str = "",
) -> str:
    """Return the four connectors: an outline drawn for the top left corner and mirrored into each, and the digits.

    A digit lies `at` millimetres from both edges; `ink` is the digits' shade by colour, '' for all others.
    """
    drawn = ""
    for (colour, number), (x, y, right, down), turn in zip(card.face.connectors, _SIDES, turns, strict=True):
        drawn += f'<g transform="translate({x} {y}) scale({right} {down})">{outline(card.shade[colour])}</g>'
        shade = ink.get(colour, ink[""])
        drawn += text(x + right * at, y + down * at, height, str(number), font, shade, turn, more.format(shade))
    return drawn


def dice(chance: random.Random) -> np.random.Generator:
    """Return a card's own chance for grounds that are computed."""
    return np.random.default_rng(chance.getrandbits(32))


def noise(rng: np.random.Generator, wide: float, tall: float, across: float, down: float) -> Pixels:
    """Return smooth noise of mean 0 and deviation 1, its grain so many millimetres across and down."""
    w, h = int(wide * FINE), int(tall * FINE)
    small = rng.normal(0, 1, (max(2, int(tall / down) + 2), max(2, int(wide / across) + 2)))
    return np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC), np.float64)


def inked(shade: str) -> Pixels:
    """Return a shade as three numbers."""
    return np.array([int(shade[at : at + 2], 16) for at in (1, 3, 5)], np.float64)


def glass(rng: np.random.Generator, wide: float, tall: float, seeds: Sequence[Point], shades: Sequence[str]) -> Pixels:
    """Return panes of glass, each nearest to its seed, lit from behind, with lead between them."""
    w, h = int(wide * FINE), int(tall * FINE)
    y, x = np.mgrid[0:h, 0:w] / FINE
    far = np.array([np.hypot(x - sx, y - sy) for sx, sy in seeds])
    nearest = far.argmin(axis=0)
    first, second = np.partition(far, 1, axis=0)[:2]
    panes = np.array([inked(shade) * rng.uniform(0.78, 1.12) for shade in shades])[nearest]
    ripple = 1 + 0.07 * noise(rng, wide, tall, 1.1, 4) + 0.05 * noise(rng, wide, tall, 9, 9)
    light = 1.16 - 0.34 * np.hypot((x - wide / 2) / wide, (y - tall * 0.42) / tall)
    lead = np.clip((second - first - 0.5) * 3, 0, 1)[..., None]
    return np.asarray(np.clip(panes * (ripple * light)[..., None], 0, 255) * lead + 26 * (1 - lead))


def engraved(grey: Pixels, ink: str, paper: str, pitch: float = 0.62) -> Pixels:
    """Return a grey picture (0 dark to 1 light) cut into swelling lines, as stamps and banknotes are."""
    h, w = grey.shape
    y, x = np.mgrid[0:h, 0:w] / FINE
    ridge = 0.5 + 0.5 * np.sin(2 * pi * (y + 0.35 * np.sin(x / 2.2)) / pitch)
    covered = np.clip((ridge - grey) * 5 + 0.5, 0, 1)[..., None]
    return np.asarray(inked(paper) * (1 - covered) + inked(ink) * covered)


def filled(canvas: Pixels, points: Sequence[Point], tone: float) -> None:
    """Fill a polygon, given in millimetres, with a tone."""
    cv2.fillPoly(canvas, [np.round(np.array(points) * FINE).astype(np.int32)], tone, cv2.LINE_8)


_LIT = {1: "bc", 2: "abged", 3: "abgcd", 4: "fgbc", 5: "afgcd", 6: "afgedc", 7: "abc", 8: "abcdefg", 9: "abcdfg", 0: "abcdef"}  # fmt: skip


def segments(x: float, y: float, tall: float, figure: int, lit: str, ghost: str = "", thick: float = 0.14) -> str:
    """Return a figure of seven segments, centred, leaning a little; segments that are not lit show as ghosts."""
    w, h, t = tall * 0.3, tall / 2, tall * thick / 2
    flat = f"M{0.15 * t - w:.2f} 0l{t:.2f} {-t:.2f}H{w - 1.15 * t:.2f}l{t:.2f} {t:.2f}l{-t:.2f} {t:.2f}H{1.15 * t - w:.2f}z"
    upright = f"M0 {0.15 * t:.2f}l{t:.2f} {t:.2f}V{h - 2.15 * t:.2f}l{-t:.2f} {t:.2f}l{-t:.2f} {-t:.2f}V{1.15 * t:.2f}z"
    places = {
        "a": (0, -h + t, flat), "g": (0, 0, flat), "d": (0, h - t, flat),
        "f": (-w, -h + t, upright), "b": (w, -h + t, upright), "e": (-w, 0, upright), "c": (w, 0, upright),
    }  # fmt: skip
    drawn = ""
    for name, (dx, dy, way) in places.items():
        shade = lit if name in _LIT[figure] else ghost
        if shade:
            drawn += f'<path d="{way}" fill="{shade}" transform="translate({dx:.2f} {dy:.2f})"/>'
    return f'<g transform="translate({x:.2f} {y:.2f}) skewX(-6)">{drawn}</g>'


def scalloped(x: float, y: float, radius: float, bumps: int, fill: str, more: str = "") -> str:
    """Return a disc with a crimped edge."""
    points = [
        (x + r * sin(a), y - r * cos(a))
        for k in range(4 * bumps)
        for a in [pi * k / (2 * bumps)]
        for r in [radius * (1 + 0.045 * cos(4 * a * bumps / 4))]
    ]
    return f'<polygon points="{" ".join(f"{px:.2f},{py:.2f}" for px, py in points)}" fill="{fill}" {more}/>'


def asked(card: Card, x: float, y: float, sign: Callable[[float, float, str], str], step: float) -> str:
    """Return the signs of a condition in any of the box's colours, one to three of them side by side."""
    return "".join(
        sign(x + step * at, y, card.chance.choice([*card.shade.values()])) for at in range(card.chance.randint(1, 3))
    )


def leaflet(ground: str, ink: str, shades: Mapping[str, str], at: int) -> str:
    """Return a help card: lines of print under a heading, and samples of the colours."""
    samples = "".join(
        f'<rect x="{8 + 8 * k}" y="{64 + 5 * (at % 2)}" width="6" height="8" fill="{shade}"/>'
        for k, shade in enumerate(shades.values())
    )
    lines = "".join(
        f'<path d="M8 {22 + 5 * k}h{44 - (k * 7 + at * 5) % 19}" stroke="{ink}" stroke-width="0.9"/>' for k in range(7)
    )
    return f'<path d="M0 0h63v88H0z" fill="{ground}"/><path d="M8 {12 + at}h{30 + 5 * at}" stroke="{ink}" stroke-width="3"/>{lines}{samples}'
