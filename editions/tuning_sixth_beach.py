"""One of the sixth five editions to tune on: photographs of a shore, and of steel for AI cards."""

from __future__ import annotations

from functools import partial
from math import cos, pi, sin

import cv2
import numpy as np

from editions.box import Card, Edition
from editions.ink import box, disc, line, path, shape, star, text
from editions.plates import plate
from editions.workshop import DARK_ON_YELLOW, FINE, Pixels, asked, connectors, dice, inked, leaflet, noise

_BOLD = 'stroke="{0}" stroke-width="{1}"'
_WIDE, _TALL = 63, 88


def _strand(card: Card) -> str:
    return _steel(card) if card.ai else _shore(card)


def _shore(card: Card) -> str:
    """Return a photograph of the shore to the edges, a piece of sea glass in the card's colour on it."""
    chance, rng = card.chance, dice(card.chance)
    ground = chance.choice((_pebbles, _ripples, _planks, _tide))(rng)
    ground = _laid(ground, rng, (chance.uniform(29, 34), chance.uniform(44, 48)), card.own)
    drawn = plate(0, 0, _WIDE, _TALL, ground)
    drawn += box(0, 66, _WIDE, 22, "#0f171d", 'opacity=".62"') + box(0, 66, _WIDE, 1.2, card.own)
    number = str(card.face.number)
    drawn += text(31.9, 17, 15, number, "Lora", "#000000", 0, 'opacity=".45" stroke="#000" stroke-width="1.6"')
    drawn += text(31.5, 16.5, 15, number, "Lora", "#ffffff", 0, _BOLD.format("#ffffff", 0.9))
    for at in range(card.face.phase):
        drawn += _starfish(45.5, 13 + 6.6 * at)
    drawn += _notes(card)
    drawn += text(
        31.5, 84.4, 2.5, f"STRAND 24 / {card.id}", "Barlow Condensed", "#ffffff", 0, _BOLD.format("#fff", 0.1)
    )
    return drawn + connectors(
        card, lambda shade: path("M-1 -1H12.2V5.6Q12.2 9.4 8.4 9.4H-1z", shade, 'stroke="#ffffff" stroke-width=".7"'),
        4.9, 4.6, "Barlow Condensed", (180, 180, 0, 0), DARK_ON_YELLOW, 'stroke="{0}" stroke-width="0.35"',
    )  # fmt: skip


def _starfish(x: float, y: float) -> str:
    """Return a starfish: one for the first phase, two for the second."""
    shadow = shape(star(x + 0.3, y + 0.4, 3.1, 5, 0.42, 9), "#000000", 'opacity=".5"')
    return shadow + shape(
        star(x, y, 3, 5, 0.42, 9), "#ffffff", 'stroke="#fff" stroke-width="0.8" stroke-linejoin="round"'
    )


def _notes(card: Card) -> str:
    """Return the condition on the dark strip: drops in any colours, words, and the points in a square."""
    chance = card.chance

    def drop(x: float, y: float, shade: str) -> str:
        way = f"M{x} {y - 2.9}q3.6 4 0 5.6q-3.6 -1.6 0 -5.6z"
        return path(way, shade, 'stroke="#ffffff" stroke-width="0.35"')

    words = f"{chance.randint(2, 4)} {chance.choice(('beside', 'in a row', 'around', 'at most'))}"
    drawn = asked(card, 17, 73.2, drop, 4.8) + text(36, 73.2, 2.2, words, "Barlow Condensed", "#ffffff")
    drawn += box(43.6, 70, 6.6, 6.6, "none", 'stroke="#ffffff" stroke-width="0.4"')
    return drawn + text(46.9, 73.3, 3.2, str(chance.randint(1, 12)), "Barlow Condensed", "#ffffff")


def _steel(card: Card) -> str:
    """Return a brushed plate with rivets: a lens in the card's colour, the number stamped on a black plate."""
    chance, rng = card.chance, dice(card.chance)
    brushed = 9 * noise(rng, _WIDE, _TALL, 7, 0.17) + 5 * noise(rng, _WIDE, _TALL, 20, 20)
    y, x = np.mgrid[0 : _TALL * FINE, 0 : _WIDE * FINE] / FINE
    sheen = 34 * np.exp(-(((x - y * 0.4 - chance.uniform(-8, 22)) / 15) ** 2))
    drawn = plate(0, 0, _WIDE, _TALL, inked("#8b9298") + (brushed + sheen)[..., None])
    for rx, ry in ((21, 6), (42, 6), (6, 28), (57, 28), (6, 62), (57, 62)):
        drawn += disc(rx, ry, 1.7, "#5a6066") + disc(rx - 0.3, ry - 0.3, 1.4, "#c3c8cc")
        turn = chance.uniform(0, pi)
        drawn += line(rx - cos(turn), ry - sin(turn), rx + cos(turn), ry + sin(turn), "#5a6066", 0.4)
    drawn += _lens(card, 31.5, 29)
    drawn += box(14, 50.4, 35, 17.4, "#14171a", 'rx="1.4" stroke="#dfe3e6" stroke-width="0.5"')
    drawn += text(22.6, 59.1, 12.4, str(card.face.number), "Barlow Condensed", "#ffffff", 0, _BOLD.format("#fff", 0.8))
    drawn += text(38.6, 55.6, 1.9, "UNIT", "Barlow Condensed", "#9aa2a9")
    drawn += text(38.6, 61, 3.4, card.id, "Barlow Condensed", "#ffffff", 0, _BOLD.format("#fff", 0.15))

    def lamp(px: float, py: float, shade: str) -> str:
        return disc(px, py, 2.1, shade, 'stroke="#22262a" stroke-width="0.6"')

    drawn += asked(card, 22.5, 74.4, lamp, 5.2)
    drawn += text(
        41.5, 74.4, 3, f"{chance.randint(3, 14)} P", "Barlow Condensed", "#14171a", 0, _BOLD.format("#14171a", 0.2)
    )
    return drawn + connectors(
        card, lambda shade: path("M0 0H13.6L0 13.6z", "#22262a") + path("M0 0H12.4L0 12.4z", shade), 3.9, 4.2,
        "Barlow Condensed", (0, 0, 0, 0), DARK_ON_YELLOW, 'stroke="{0}" stroke-width="0.35"',
    )  # fmt: skip


def _lens(card: Card, x: float, y: float) -> str:
    """Return the eye of the machine, looking somewhere."""
    look, down = card.chance.uniform(-3, 3), card.chance.uniform(-2, 2)
    drawn = disc(x + 0.6, y + 0.9, 16.4, "#000000", 'opacity=".35"') + disc(x, y, 16, "#2a2e33")
    drawn += disc(x, y, 14.6, "#cfd4d8") + disc(x, y, 13.6, card.own)
    for radius, light in ((9.5, 0.18), (6.6, 0.3)):
        drawn += disc(x + look / 2, y + down / 2, radius, "#000000", f'opacity="{light}"')
    drawn += disc(x + look, y + down, 3.6, "#0b0c0e")
    shine = path(f"M{x - 9} {y - 5}Q{x - 6} {y - 10} {x} {y - 10.6}Q{x - 4} {y - 7} {x - 9} {y - 5}z", "#ffffff")
    return drawn + shine + disc(x + look + 1.2, y + down - 1.2, 0.9, "#ffffff")


def _pebbles(rng: np.random.Generator) -> Pixels:
    """Return a beach of round stones seen from above."""
    y, x = np.mgrid[0 : _TALL * FINE, 0 : _WIDE * FINE] / FINE
    step = rng.uniform(5.5, 8.5)
    places = [
        (i * step + rng.uniform(-0.4, 0.4) * step, j * step + rng.uniform(-0.4, 0.4) * step)
        for j in range(int(_TALL / step) + 2)
        for i in range(int(_WIDE / step) + 2)
    ]
    far = np.array([np.hypot(x - px, y - py) for px, py in places])
    own = far.argmin(axis=0)
    near, second = np.partition(far, 1, axis=0)[:2]
    dome = np.clip((second - near) / step * 1.7, 0, 1) ** 0.5
    tones = np.array([inked(str(shade)) for shade in rng.choice(_STONES, len(places))])
    tones *= rng.uniform(0.8, 1.15, (len(places), 1))
    dome = np.asarray(cv2.GaussianBlur(dome, (0, 0), 1.6), np.float64)
    rise, side = np.gradient(dome * step)
    lit = np.clip(0.8 - 1.2 * (rise + side), 0.4, 1.3) * (0.3 + 0.7 * dome)
    speckled = 1 + 0.05 * noise(rng, _WIDE, _TALL, 0.4, 0.4) + 0.04 * noise(rng, _WIDE, _TALL, 2, 1)
    return np.asarray(tones[own] * (lit * speckled)[..., None])


_STONES = ("#8d8a83", "#a69e90", "#6f7274", "#b7b1a6", "#7c6f63", "#96a0a3", "#c6bfb2")


def _ripples(rng: np.random.Generator) -> Pixels:
    """Return sand that the wind has put into ripples, light from one side."""
    y, x = np.mgrid[0 : _TALL * FINE, 0 : _WIDE * FINE] / FINE
    lean = rng.uniform(-0.5, 0.5)
    swing = 1.6 * noise(rng, _WIDE, _TALL, 22, 12) + 0.6 * noise(rng, _WIDE, _TALL, 8, 6)
    phase = 2 * pi * (y + lean * x + swing) / rng.uniform(4.2, 6.5)
    height = np.sin(phase) + 0.3 * np.sin(2 * phase + 0.7)
    grains = 0.055 * rng.normal(0, 1, height.shape) + 0.03 * noise(rng, _WIDE, _TALL, 0.5, 0.5)
    lit = 0.86 + 0.13 * height + grains + 0.05 * noise(rng, _WIDE, _TALL, 30, 30)
    return np.asarray(inked("#d3b78e") * lit[..., None])


def _planks(rng: np.random.Generator) -> Pixels:
    """Return the weathered planks of a pier."""
    x = np.arange(_WIDE * FINE) / FINE
    wide = rng.uniform(11, 16)
    at = (x + rng.uniform(0, wide)) / wide
    tone = rng.uniform(0.82, 1.1, 9)[at.astype(int)]
    gap = np.clip(np.minimum(at % 1, 1 - at % 1) * wide * 2.2, 0, 1)
    fibres = 0.07 * noise(rng, _WIDE, _TALL, 0.35, 14) + 0.06 * noise(rng, _WIDE, _TALL, 1.1, 30)
    knots = 0.05 * noise(rng, _WIDE, _TALL, 4, 9)
    return np.asarray(inked("#8f8478") * (((1 + fibres + knots) * tone) * (0.2 + 0.8 * gap))[..., None])


def _tide(rng: np.random.Generator) -> Pixels:
    """Return wet sand and the foam of a wave that runs out."""
    y = np.arange(_TALL * FINE)[:, None] / FINE
    edge = rng.uniform(20, 40) + 3.5 * noise(rng, _WIDE, _TALL, 14, 60) + 0.8 * noise(rng, _WIDE, _TALL, 3, 4)
    depth = edge - y  # above nought there is water
    sand = inked("#a48b6a") * (1 + 0.05 * rng.normal(0, 1, edge.shape) + np.clip(y - edge, 0, 30) / 110)[..., None]
    glints = np.abs(noise(rng, _WIDE, _TALL, 4, 2)) + np.abs(noise(rng, _WIDE, _TALL, 2, 1))
    sea = inked("#4f8f95") * (0.85 + 0.25 * np.exp(-3 * glints) - np.clip(depth, 0, 30) / 110)[..., None]
    wet = np.clip(depth * 1.2, 0, 1)[..., None]
    lace = np.clip(1.4 - glints * 1.3, 0, 1) * np.exp(-(((depth - 4) / 4.5) ** 2))
    rim = np.exp(-((depth - 0.4) ** 2) / 0.5)
    foam = np.clip(lace + rim, 0, 0.95)[..., None]
    return np.asarray((sand * (1 - wet) + sea * wet) * (1 - foam) + np.array([240, 243, 240]) * foam)


def _laid(ground: Pixels, rng: np.random.Generator, middle: tuple[float, float], shade: str) -> Pixels:
    """Lay a frosted piece of glass on the ground, with its shadow and the light on its shoulder."""
    y, x = np.mgrid[0 : ground.shape[0], 0 : ground.shape[1]] / FINE
    dx, dy = x - middle[0], (y - middle[1]) * rng.uniform(1.0, 1.25)
    waves = [(k, rng.uniform(0.02, 0.11) / (k - 1), rng.uniform(0, 2 * pi)) for k in (2, 3, 4, 5)]

    def reach(right: Pixels, below: Pixels) -> Pixels:
        angle = np.arctan2(below, right)
        size = 13.5 * (1 + sum(much * np.cos(k * angle + start) for k, much, start in waves))
        return np.asarray(np.hypot(right, below) / size)

    far, shadow = reach(dx, dy), reach(dx - 1.2, dy - 1.6)
    ground = ground * (1 - 0.55 * np.clip((1.1 - shadow) * 6, 0, 1))[..., None]
    dome = np.sqrt(np.clip(1 - far**2.6, 0, 1))
    down, right = np.gradient(dome)
    frost = 0.03 * noise(rng, _WIDE, _TALL, 0.4, 0.4) + 0.03 * noise(rng, _WIDE, _TALL, 5, 5)
    lit = 0.8 + 0.22 * dome + frost - 3.2 * (down + right)
    glass = inked(shade) * np.clip(lit, 0.55, 1.25)[..., None]
    shine = np.exp(-(((dx + 4.6) / 3.6) ** 2 + ((dy + 5.4) / 1.8) ** 2)) * 0.55
    glass = glass * (1 - shine[..., None]) + 255 * shine[..., None]
    inside = np.clip((1 - far) * 40, 0, 1)[..., None]
    return np.asarray(ground * (1 - inside) + glass * inside)


STRAND = Edition(
    "strand", 63, ("Lora", "Barlow Condensed"), ("#c93a36", "#2368b8", "#e9b52a", "#2d2f33", "#2f8f5b", "#7f4bb0"),
    _strand, partial(leaflet, "#d9cbb2", "#22343c"), 3.4,
)  # fmt: skip
