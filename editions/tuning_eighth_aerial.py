"""One of the eighth five editions to tune on: fields from the air under a pin, towns at night for AI cards."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

from functools import partial
from itertools import pairwise

import numpy as np

from editions.box import Card, Edition
from editions.ink import box, disc, line, mixed, path, stroke, text
from editions.marks import LIKE_PLAYING_CARDS
from editions.plates import plate
from editions.workshop import DARK_ON_YELLOW, FINE, Pixels, asked, connectors, dice, inked, leaflet, noise

_CROPS = ("#6f8a45", "#8fa055", "#b9a76a", "#c9b98a", "#a38a5f", "#5f7a42", "#7f9a5a", "#d3c48f", "#8a7350", "#9db06d")
_BOLD = 'stroke="{0}" stroke-width="{1}"'


def _turned(angle: float) -> tuple[Pixels, Pixels]:
    """Return two coordinates of each pixel in millimetres, turned."""
    y, x = np.mgrid[0 : 88 * FINE, 0 : 63 * FINE] / FINE
    return x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)


def _fields(rng: np.random.Generator) -> Pixels:
    """Return fields with their furrows, a river, a road or two, woods, and the roofs of a village."""
    angle = rng.uniform(0.1, 1.4)
    u, v = _turned(angle)
    wide, deep = rng.uniform(11, 19), rng.uniform(6, 12)
    strip = np.floor(u / wide).astype(int) + 10
    row = np.floor(v / deep + rng.uniform(0, 1, 40)[strip]).astype(int) + 20
    crops = np.array([inked(_CROPS[k]) for k in rng.integers(0, len(_CROPS), 97)])
    which = (strip * 31 + row * 17) % 97
    furrows = np.where(which % 2, u, v) / rng.uniform(0.8, 1.3)
    land = crops[which] * (1 + 0.05 * np.sin(2 * np.pi * furrows) + 0.05 * noise(rng, 63, 88, 2, 2))[..., None]
    edge = np.minimum(u % wide, (v / deep + rng.uniform(0, 1)) % 1 * deep)
    land = np.where((edge < 0.35)[..., None], inked("#4f5f38"), land)
    wood = noise(rng, 63, 88, 11, 11) + 0.35 * noise(rng, 63, 88, 1, 1)
    land = np.where(
        (wood > 1.15)[..., None], inked("#2f4a2c") * (1 + 0.22 * noise(rng, 63, 88, 0.9, 0.9))[..., None], land
    )
    across, along = _turned(angle + rng.uniform(0.5, 1.1))
    bed = across - rng.uniform(5, 60) - rng.uniform(3, 8) * np.sin(along / rng.uniform(6, 13) + rng.uniform(0, 6))
    for reach, shade in ((rng.uniform(1.8, 3.2) + 0.8, "#6d7a4a"), (rng.uniform(1.4, 2.4), "#4c7280")):
        land = np.where((np.abs(bed) < reach)[..., None], inked(shade), land)
    for at in rng.uniform(8, 60, 2):
        land = np.where((np.abs(along - at - 1.5 * np.sin(across / 15)) < 0.45)[..., None], inked("#e6dfd0"), land)
    centre = rng.uniform((8, 12), (55, 76))
    for _ in range(int(rng.integers(14, 30))):
        x, y = (centre + rng.normal(0, 5, 2)) * FINE
        size = rng.uniform(0.6, 1.3) * FINE
        roof = inked(("#a5523c", "#8f6a58", "#c4ccd0", "#6f7478")[int(rng.integers(4))])
        land[int(max(y, 0)) : int(max(y + size, 0)), int(max(x, 0)) : int(max(x + size * 1.5, 0))] = roof
    return np.asarray(np.clip(land + rng.normal(0, 5, land.shape[:2])[..., None] + 6, 0, 255))


def _night(rng: np.random.Generator) -> Pixels:
    """Return towns and roads as lights in the dark, a coast beside them."""
    shore = noise(rng, 63, 88, 24, 24) + 0.2 * noise(rng, 63, 88, 4, 4) > rng.uniform(0.2, 0.9)
    ground = np.where(shore[..., None], inked("#0a1322"), inked("#1d2420")) * np.ones((88 * FINE, 63 * FINE, 1))
    glow = np.zeros(ground.shape[:2])
    y, x = np.mgrid[0 : 88 * FINE, 0 : 63 * FINE] / FINE
    towns = rng.uniform((4, 6), (59, 82), (9, 2))
    for tx, ty in towns:
        glow += rng.uniform(0.3, 1) * np.exp(-np.hypot(x - tx, y - ty) / rng.uniform(1.2, 4))
    for (ax, ay), (bx, by) in pairwise(towns):
        far = np.abs((by - ay) * (x - ax) - (bx - ax) * (y - ay)) / np.hypot(bx - ax, by - ay)
        inside = (x - ax) * (x - bx) + (y - ay) * (y - by) < 0
        glow += 0.5 * np.exp(-far / 0.35) * inside
    sparks = np.clip(noise(rng, 63, 88, 0.5, 0.5), 0, 2.4) * 0.75 + 0.3
    return np.asarray(np.clip(ground + (np.clip(glow, 0, 1.3) * sparks)[..., None] * inked("#ffc56e"), 0, 255))


def _luftbild(card: Card) -> str:
    rng = dice(card.chance)
    drawn = plate(0, 0, 63, 88, _night(rng) if card.ai else _fields(rng))
    drawn += _drone(card) if card.ai else _pin(card)
    return drawn + _margin(card) + connectors(
        card, lambda shade: path("M-1 -1H8.9L-1 8.9z", shade, 'stroke="#ffffff" stroke-width="0.5"'), 2.7, 3.3, "Sora",
        LIKE_PLAYING_CARDS, DARK_ON_YELLOW, 'stroke="{0}" stroke-width="0.3"',
    )  # fmt: skip


def _pin(card: Card) -> str:
    """Return a pin in the card's colour with the number, and an aeroplane for each phase with its shadow."""
    own = card.own
    ink = DARK_ON_YELLOW.get(card.face.colour, "#ffffff")
    drop = "M0 26Q-4 17 -10 10.4A14 14 0 1 1 10 10.4Q4 17 0 26z"
    drawn = path(drop, "#000000", 'opacity="0.35" transform="translate(34.4 35) skewX(-12)"')
    drawn += path(drop, own, 'stroke="#ffffff" stroke-width="1.3" transform="translate(31.5 33)"')
    drawn += text(31.5, 33.4, 13.6, str(card.face.number), "Sora", ink, 0, _BOLD.format(ink, 1.3))
    plane = "M0 -4.6Q0.8 -4.4 0.8 -2.6L5 0.6V1.8L0.8 0.6L0.6 3L2 4.2V5L0 4.4L-2 5V4.2L-0.6 3L-0.8 0.6L-5 1.8V0.6L-0.8 -2.6Q-0.8 -4.4 0 -4.6z"
    for at in range(card.face.phase):
        x = 10 + 11.4 * at
        drawn += path(plane, "#000000", f'opacity="0.4" transform="translate({x + 1.4} 67.6) rotate(35)"')
        drawn += path(
            plane, "#ffffff", f'transform="translate({x} 65.4) rotate(35)" stroke="#33383d" stroke-width="0.25"'
        )
    return drawn


def _drone(card: Card) -> str:
    """Return a drone over the lights, and the number on a field in the card's colour that it looks at."""
    chance, own = card.chance, card.own
    ink = DARK_ON_YELLOW.get(card.face.colour, "#ffffff")
    lean, arm = chance.randint(-14, 14), chance.uniform(8.5, 12)
    craft = stroke(f"M{-arm} -6L{arm} 6M{-arm} 6L{arm} -6", "#d9dee2", 1.3)
    for x, y in ((-arm, -6), (arm, 6), (-arm, 6), (arm, -6)):
        craft += disc(x, y, 4.4, "#ffffff", 'opacity="0.35"') + disc(x, y, 1, "#f2f4f5")
    craft += box(-4, -3.2, 8, 6.4, "#f2f4f5", 'rx="2"') + disc(0, 0, 1.7, own, 'stroke="#15181c" stroke-width="0.7"')
    drawn = f'<g transform="translate({31.5 + chance.uniform(-5, 5):.1f} 23) rotate({lean})">{craft}</g>'
    drawn += path("M31.5 27L17 40H46z", "#ffffff", 'opacity="0.16"')
    drawn += box(18.5, 39, 26, 24, own, 'stroke="#ffffff" stroke-width="0.8"')
    drawn += stroke("M15.5 43V36H22.5M40.5 36H47.5V43M47.5 59V66H40.5M22.5 66H15.5V59", "#ffffff", 0.8)
    return drawn + text(31.5, 51, 13.6, str(card.face.number), "Sora", ink, 0, _BOLD.format(ink, 1.3))


def _margin(card: Card) -> str:
    """Return the id above, and below a strip with a scale, the height, what is asked for, and where the place lies."""
    chance = card.chance
    drawn = box(20.5, 3.4, 22, 6.4, "#14181c", 'rx="3.2" opacity="0.82"')
    drawn += text(31.5, 6.6, 2.9, card.id, "Sora", "#ffffff", 0, _BOLD.format("#ffffff", 0.2))
    drawn += box(0, 72.6, 63, 7.2, "#14181c", 'opacity="0.74"')

    def flag(x: float, y: float, shade: str) -> str:
        rim = 'stroke="#ffffff" stroke-width="0.35"'
        return path(f"M{x} {y + 2.6}l-1.5 -2.4a1.9 1.9 0 1 1 3 0z", mixed(shade, "#ffffff", 0.06), rim)

    drawn += asked(card, 5, 76.2, flag, 5) + path("M24 78l2 -3.6l2 3.6z", "#ffffff")
    drawn += text(31.4, 76.3, 2, str(chance.randint(1, 12)), "Sora", "#ffffff")
    drawn += line(42, 77.6, 57, 77.6, "#ffffff", 0.4) + line(42, 76.6, 42, 77.8, "#ffffff", 0.4)
    drawn += line(57, 76.6, 57, 77.8, "#ffffff", 0.4) + text(
        49.5, 75.4, 1.4, f"{chance.choice((200, 500, 800))} m", "Sora", "#ffffff"
    )
    place = f"{chance.randint(40, 59)}°{chance.randint(10, 59)}' N  {chance.randint(1, 19)}°{chance.randint(10, 59)}' E  2024"
    return drawn + box(15, 82.2, 33, 3.4, "#14181c", 'opacity="0.6"') + text(31.5, 83.9, 1.4, place, "Sora", "#ffffff")


LUFTBILD = Edition(
    "luftbild", 84, ("Sora",), ("#d32f2f", "#1e66c8", "#f3bf1d", "#26282c", "#1e8e4a", "#8140b0"),
    _luftbild, partial(leaflet, "#e7e3d6", "#2f4a2c"), 2.4,
)  # fmt: skip
