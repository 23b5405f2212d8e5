"""One of the ninth five editions to tune on: a primeval forest cut from paper to the edges, a forest of wires for AI cards."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import cos, pi, sin
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, faded, line, mixed, path, polygon, shape, star, stroke, text
from editions.marks import TOWARDS
from editions.workshop import asked, connectors, leaflet

_CREAM, _INK, _SHADE = "#fbf4e4", "#22201f", "#00000045"
_HEAVY = f'stroke="{_INK}" stroke-width="0.2"'
_LIGHT = {"yellow": _INK, "": "#ffffff"}  # what is legible on a colour
_ROUND, _SMALL = "Baloo 2", "Quicksand"
_LIGHTS = (  # sky above, sky below, farthest and nearest layer of paper
    ("#f6c48a", "#fdeecb", "#d98f5c", "#4a2f3a"), ("#9fd6cf", "#f3f2d4", "#5fae9a", "#12403f"),
    ("#d9a7c0", "#fbe3cf", "#a86f96", "#33264d"), ("#a9cbe8", "#f4ecd9", "#6f97b5", "#1d3350"),
    ("#e9d77e", "#fbf6d5", "#9fae55", "#2c4425"), ("#f0a08a", "#fbdcb8", "#b4605f", "#40213a"),
)  # fmt: skip


def _farn(card: Card) -> str:
    """Return the forest, the number on a hexagon that comes in from the left, strips of paper with the rest."""
    drawn = _wires(card) if card.ai else _forest(card.chance) + _emblem(card)
    bold = 'stroke="{}" stroke-width="0.35"'
    return drawn + _papers(card) + connectors(card, _torn, 5.2, 5.6, _ROUND, TOWARDS, _LIGHT, bold)


def _torn(shade: str) -> str:
    """Return a connector as a piece of paper with a torn edge, white where it is torn, and its shadow."""
    edge = [(17.6 - 2.2 * k + 0.5 * (k % 2), 2.2 * k + 0.5 * (k % 3)) for k in range(9)]
    under = [(x + 0.6, y + 0.6) for x, y in edge]
    return "".join(shape([(-1, -1), *way], fill) for way, fill in (
        ([(x + 0.6, y + 0.9) for x, y in under], _SHADE), (under, _CREAM), ([(x - 0.4, y - 0.4) for x, y in edge], shade),
    ))  # fmt: skip


def _layer(way: str, fill: str) -> str:
    """Return a sheet of paper with its shadow on the one behind."""
    return path(way, _SHADE, 'transform="translate(0.5 -0.7)"') + path(way, fill)


def _sky(high: str, low: str) -> str:
    return f"<defs>{faded('sky', (0, high), (0.75, low))}</defs>" + box(0, 0, 63, 88, "url(#sky)")


def _ridge(chance: Random, level: float, rough: float) -> str:
    """Return the outline of rolling ground from edge to edge."""
    ups = [level + chance.uniform(-rough, rough) for _ in range(4)]
    return f"M-2 {ups[0]:.1f}Q10 {ups[1] - rough:.1f} 22 {ups[1]:.1f}T44 {ups[2]:.1f}T66 {ups[3]:.1f}V90H-2z"


def _forest(chance: Random) -> str:
    """Return layers of hills and plants from far to near, a sun, beasts of the air and of the land."""
    high, low, far, near = chance.choice(_LIGHTS)
    sun, drawn = chance.uniform(20, 46), _sky(high, low)
    drawn += "".join(
        disc(sun, 26, radius, "#fffbe8", f'fill-opacity="{0.18 + 0.7 * (radius < 8)}"') for radius in (17, 12, 7.4)
    )
    for _ in range(chance.randint(1, 4)):
        drawn += _flyer(chance.uniform(14, 52), chance.uniform(12, 30), chance.uniform(0.7, 1.3), mixed(far, near, 0.5))
    beast: Callable[[Random, str], str] = chance.choice((_longneck, _horned, _sail))
    stands = chance.randint(1, 2)
    for depth in range(4):
        tone, level = mixed(far, near, depth / 3), 40 + 10.5 * depth
        for _ in range(5 - depth):
            plant: Callable[..., str] = chance.choice((_palm, _horsetail, _fern))
            drawn += plant(chance, chance.uniform(6, 60), level + 4, 13 + 3 * depth, tone)
        if depth == stands:
            size = chance.uniform(0.85, 1.1)
            drawn += f'<g transform="translate({chance.uniform(33, 40):.1f} {level:.1f}) scale({-size:.2f} {size:.2f})">{beast(chance, mixed(tone, near, 0.75))}</g>'
        drawn += _layer(_ridge(chance, level, 2.5), tone)
    return drawn + "".join(
        _fern(chance, x, 92, 26, mixed(near, "#000000", 0.25)) for x in (chance.uniform(8, 22), chance.uniform(40, 56))
    )


def _flyer(x: float, y: float, size: float, tone: str) -> str:
    wings = path(
        "M-7 -1.6Q-3 -3.4 -0.8 0L4.6 -1.7L0.6 1Q2.4 0.6 6.4 3.6Q2 2.4 0.2 2.6L-1 4.2L-1.2 1.8Q-4 -0.6 -7 -1.6z", tone
    )
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({size:.2f})">{wings}</g>'


def _palm(chance: Random, x: float, foot: float, tall: float, tone: str) -> str:
    """Return a stem that leans, with leaves that hang."""
    top = x + chance.uniform(-4, 4), foot - tall * chance.uniform(1.1, 1.5)
    drawn = stroke(f"M{x:.1f} {foot:.1f}Q{x:.1f} {top[1] + 6:.1f} {top[0]:.1f} {top[1]:.1f}", tone, 1.5)
    for at in range(7):
        angle = pi * (at / 6)
        right, up = cos(angle) * tall * 0.5, sin(angle) * tall * 0.34
        drawn += path(
            f"M{top[0]:.1f} {top[1]:.1f}q{right * 0.5:.1f} {-up - 2.4:.1f} {right:.1f} {2.5 - up:.1f}q{-right * 0.5:.1f} {-1 - up * 0.2:.1f} {-right:.1f} {up - 2.5:.1f}z",
            tone,
        )
    return drawn


def _horsetail(chance: Random, x: float, foot: float, tall: float, tone: str) -> str:
    """Return an upright stem with whorls, smaller and smaller."""
    high = tall * chance.uniform(1.1, 1.7)
    whorls = "".join(
        stroke(f"M{x - r:.1f} {y - r * 0.7:.1f}Q{x:.1f} {y + r * 0.5:.1f} {x + r:.1f} {y - r * 0.7:.1f}", tone, 0.7)
        for k in range(7)
        for y, r in [(foot - high * (0.3 + 0.1 * k), 3.6 - 0.42 * k)]
    )
    return line(x, foot, x, foot - high, tone, 1.1) + whorls


def _fern(chance: Random, x: float, foot: float, tall: float, tone: str) -> str:
    """Return three to five fronds from one root."""
    drawn, many = "", chance.randint(3, 5)
    for at in range(many):
        leaves = "".join(
            path(
                f"M0 {-y:.1f}q{side * w * 0.6:.1f} {-w * 0.75:.1f} {side * w:.1f} {-w * 0.25:.1f}q{-side * w * 0.4:.1f} {w * 0.5:.1f} {-side * w:.1f} {w * 0.25:.1f}z",
                tone,
            )
            for k in range(2, 10)
            for side in (-1, 1)
            for y, w in [(tall * k / 10, tall * 0.3 * (1.08 - k / 10) + 0.4)]
        )
        drawn += f'<g transform="translate({x:.1f} {foot:.1f}) rotate({(at - (many - 1) / 2) * 34 + chance.uniform(-8, 8):.0f})">{line(0, 0, 0, -tall, tone, 0.7)}{leaves}</g>'
    return drawn


def _legs(tone: str, *at: float) -> str:
    return "".join(box(x, -6, 2.4, 10, tone, 'rx="1"') for x in at)


def _longneck(chance: Random, tone: str) -> str:
    high = chance.uniform(15, 21)
    body = path("M-9 -6Q-8 -13 0 -13T10 -7Q16 -5 21 -1Q13 -2 9 -3Q4 0 -6 -2z", tone)
    return (
        _legs(tone, -7, -3.6, 3, 6)
        + body
        + stroke(f"M-5 -9Q-11 -11 -9 {-high:.1f}q1 -3 -3 -2.6", tone, 2.8, 'stroke-linecap="round"')
    )


def _horned(chance: Random, tone: str) -> str:
    frill = path(f"M-8 -4Q-5 {-12 - chance.uniform(0, 4):.1f} -12 -15Q-17 -12 -15 -5z", mixed(tone, "#ffffff", 0.14))
    body = path("M-12 -8Q-2 -15 8 -9Q14 -6 18 -1Q10 -2 6 -2H-9Q-13 -4 -12 -8z", tone) + _legs(tone, -9, -5.5, 3, 6.4)
    return (
        body
        + frill
        + path("M-9 -4Q-12 -11 -17 -9L-22 -13L-19 -7L-21.6 -5Q-17 0 -9 -4z", tone)
        + path("M-14 -9L-18 -16L-12 -11z", tone)
    )


def _sail(chance: Random, tone: str) -> str:
    high = chance.uniform(8, 12)
    sail = path(f"M-8 -6Q-7 {-6 - high:.1f} 0 {-7 - high:.1f}T9 -5z", mixed(tone, "#ffffff", 0.16))
    ribs = "".join(
        line(x, -5, x * 0.92, -5.6 - high * (0.9 - 0.008 * x * x), tone, 0.5) for x in (-6, -3.6, -1.2, 1.2, 3.6, 6)
    )
    return (
        sail
        + ribs
        + path("M-18 -5Q-16 -8 -10 -7Q0 -9 9 -6Q15 -4 21 -3Q14 -1 8 -1H-9Q-16 -1 -18 -5z", tone)
        + _legs(tone, -8, -4.8, 4, 7)
    )


def _emblem(card: Card) -> str:
    """Return the hexagon in the card's colour with the number, under it one or two small leaves for the phase."""
    drawn = shape(polygon(10.9, 43.5, 14.6, 6), _SHADE) + shape(polygon(10.4, 42.6, 14.4, 6), _CREAM)
    drawn += shape(polygon(10.4, 42.6, 13, 6), card.own) + _number(card, 10.2, 40)
    leaf = "M0 2.2Q-2.2 0 0 -2.4Q2.2 0 0 2.2z"
    places = (10.2,) if card.face.phase == 1 else (7.9, 12.5)
    return drawn + "".join(path(leaf, _light(card), f'transform="translate({x} 50.2)"') for x in places)


def _light(card: Card) -> str:
    """Return the ink that is legible on the card's colour."""
    return _LIGHT.get(card.face.colour, _LIGHT[""])


def _number(card: Card, x: float, y: float) -> str:
    ink = _light(card)
    return text(x, y, 11, str(card.face.number), _ROUND, ink, 0, f'stroke="{ink}" stroke-width="0.7"')


def _wires(card: Card) -> str:
    """Return trees of wires with lamps by night under a moon that is an eye, the number on a wheel in front."""
    chance = card.chance
    drawn = _sky("#171a3a", "#4b3f7a") + disc(31.5, 25, 13, "#2b2c5c") + disc(31.5, 25, 10.4, "#e9e6f6")
    gaze = chance.uniform(-3, 3)
    drawn += disc(31.5 + gaze, 25, 5.6, "#6f86c9") + disc(31.5 + gaze, 25, 2.8, "#14162e")
    drawn += disc(30 + gaze, 23.4, 1, "#ffffff")
    for depth in range(3):
        tone, level = mixed("#5d5797", "#15142e", depth / 2), 56 + 9 * depth
        for _ in range(5):
            x, tall, way = chance.uniform(4, 59), chance.uniform(14, 30), chance.choice((-1, 1))
            drawn += stroke(
                f"M{x:.1f} {level + 4}V{level - tall:.1f}M{x:.1f} {level - tall * 0.4:.1f}l{way * 4} -4v-5M{x:.1f} {level - tall * 0.65:.1f}l{-way * 3} -3v-4",
                tone,
                1,
            )
            lamps = ((x, level - tall), (x + way * 4, level - tall * 0.4 - 9), (x - way * 3, level - tall * 0.65 - 7))
            drawn += "".join(disc(*lamp, 1.2, chance.choice(("#8fe3d0", "#ffd98a", "#ff9d8a", tone))) for lamp in lamps)
        drawn += _layer(_ridge(chance, level, 2.5), tone)
    drawn += shape(star(31.9, 57, 14.4, 12, 0.84), _SHADE) + shape(star(31.5, 56, 14.4, 12, 0.84), _CREAM)
    return drawn + disc(31.5, 56, 10.8, card.own) + _number(card, 31.5, 56)


def _papers(card: Card) -> str:
    """Return a tab at the right with the id, read from above, and a strip below: what is asked for, the points."""
    drawn = box(57.6, 33, 7, 22, _SHADE) + box(58, 32, 7, 22, _CREAM, 'rx="0.8"')
    drawn += text(60.6, 43, 2.7, card.id, _SMALL, _INK, 90, _HEAVY)

    def drop(x: float, y: float, shade: str) -> str:
        return path("M0 -2.4Q2.4 0.2 1.5 1.5T-1.5 1.5T0 -2.4z", shade, f'transform="translate({x} {y})"')

    drawn += box(18.6, 75.6, 26.6, 7, _SHADE) + box(18.2, 74.8, 26.6, 7, _CREAM, 'rx="0.6"')
    drawn += asked(card, 21.4, 78.4, drop, 4.2) + shape(star(40, 78.3, 3.1, 9, 0.82), "#e0922f")
    return drawn + text(40, 78.3, 2.6, str(card.chance.randint(1, 12)), _SMALL, _INK, 0, _HEAVY)


FARN = Edition(
    "farn", 94, (_ROUND, _SMALL), ("#d5382f", "#2a6fbb", "#f3bd22", "#38363b", "#2f8f4e", "#8445a0"),
    _farn, partial(leaflet, _CREAM, _INK), 3.0,
)  # fmt: skip
