"""One of the tenth five: gilt flowers on black lacquer, cobalt on white porcelain for AI cards."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

from functools import partial
from math import cos, degrees, pi, sin
from random import Random
from typing import NamedTuple

from editions.box import Card, Edition
from editions.ink import box, disc, faded, mixed, path, shape, star, stroke, text
from editions.marks import LIKE_PLAYING_CARDS
from editions.workshop import Point, asked, connectors, leaflet

_BLACK, _GOLD, _CREAM, _INK = "#0d0a0b", "#cfa64c", "#f7ecd2", "#241505"
_FAT, _SERIF = "Abril Fatface", "EB Garamond"
_X, _Y = 31.5, 42.5  # where the flower is


class Paints(NamedTuple):
    """What an ornament is painted in."""

    line: str
    leaves: tuple[str, ...]
    flowers: tuple[str, ...]


_NIGHT = Paints(_GOLD, ("#4d5a26", "#2c4a3a", "#7a5a1e", "#a67c2d"), ("#7d2630", "#a8792b", "#5b2a4a", "#8c4a22"))
_COBALT = Paints("#27429a", ("#27429a", "#5470bd", "#8ea4da"), ("#3a57ac", "#1d3180", "#7f97d2"))


def _palech(card: Card) -> str:
    """Return the ornament, a flower with the number in its middle, plaques above and below, lobed corners."""
    paints = _COBALT if card.ai else _NIGHT
    metal = faded("metal", (0, "#fbe7a8"), (0.5, "#d6a742"), (0.55, "#a87624"), (1, "#f0cf7a"))
    ground = faded(
        "ground",
        (0, "#ffffff" if card.ai else "#2a1a18"),
        (1, "#dfe5f0" if card.ai else "#050405"),
        round_at='cx="0.5" cy="0.45" r="0.75"',
    )
    drawn = f"<defs>{metal}{ground}</defs>" + box(0, 0, 63, 88, "url(#ground)") + _ornament(card.chance, paints)
    drawn += _beads(paints.line) + (_cog(card) if card.ai else _flower(card) + _buds(card.face.phase))
    bold = 'stroke="{}" stroke-width="0.35"'
    light = {"yellow": _INK, "": _CREAM}
    edge = "#1d3180" if card.ai else _GOLD
    drawn += _plaques(card, paints)
    return drawn + connectors(card, partial(_lobed, edge), 4.9, 5.6, _SERIF, LIKE_PLAYING_CARDS, light, bold)


def _lobed(edge: str, shade: str) -> str:
    """Return a connector: a quarter of a flower with three lobes and a metal edge."""
    rim = [(r * cos(a), r * sin(a)) for k in range(37) for a in [pi / 72 * k] for r in [10.4 + 1.3 * abs(sin(6 * a))]]
    inner = [(x * 0.86, y * 0.86) for x, y in rim]
    return shape(
        [(-1, -1), (rim[0][0], -1), *rim, (-1, rim[-1][1])], shade, f'stroke="{edge}" stroke-width="0.7"'
    ) + shape(
        [(-1, -1), (inner[0][0], -1), *inner, (-1, inner[-1][1])],
        "none",
        f'stroke="{mixed(shade, "#ffffff", 0.45)}" stroke-width="0.25"',
    )


def _ornament(chance: Random, paints: Paints) -> str:
    """Return stems that curl over one half of the card, and the same in a mirror."""
    half = ""
    for x, y in ((19, 12), (9, 24), (7, 38), (8, 53), (12, 67), (24, 73), (27, 17), (20, 62)):
        at = x + chance.uniform(-2, 2), y + chance.uniform(-2, 2)
        half += _curl(chance, at, chance.uniform(5.5, 8), paints)
    spots = "".join(
        disc(chance.uniform(2, 31), chance.uniform(2, 86), chance.uniform(0.25, 0.5), paints.line) for _ in range(50)
    )
    half = spots + half
    return half + f'<g transform="translate(63 0) scale(-1 1)">{half}</g>'


def _curl(chance: Random, at: Point, radius: float, paints: Paints) -> str:
    """Return a stem that curls inwards, leaves along it, a flower or a berry at its end."""
    turn, way = chance.uniform(0, 2 * pi), chance.choice((-1, 1))
    steps = [k / 24 for k in range(25)]
    angles = [turn + way * 3.6 * t for t in steps]
    points = [
        (at[0] + radius * (1 - 0.8 * t) * cos(a), at[1] + radius * (1 - 0.8 * t) * sin(a))
        for t, a in zip(steps, angles, strict=True)
    ]
    drawn = stroke("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points), paints.line, 0.55, 'stroke-linecap="round"')
    for k in range(2, 19, 3):
        (x, y), lean = points[k], degrees(angles[k]) + way * (40 if k % 2 else 150)
        drawn += _leaf(x, y, radius * chance.uniform(0.45, 0.7), lean, chance.choice(paints.leaves), paints.line)
    return drawn + _blossom(chance, *points[-1], radius * chance.uniform(0.26, 0.42), paints)


def _leaf(x: float, y: float, long: float, turn: float, fill: str, line: str) -> str:
    outline = f"M0 0Q{long * 0.45:.2f} {-long * 0.5:.2f} {long:.2f} 0Q{long * 0.5:.2f} {long * 0.22:.2f} 0 0z"
    vein = stroke(f"M0 0Q{long * 0.5:.2f} {-long * 0.2:.2f} {long * 0.85:.2f} 0", line, 0.15)
    leaf = path(outline, fill, f'stroke="{line}" stroke-width="0.15"')
    return f'<g transform="translate({x:.2f} {y:.2f}) rotate({turn:.0f})">{leaf}{vein}</g>'


def _blossom(chance: Random, x: float, y: float, size: float, paints: Paints) -> str:
    fill, petals = chance.choice(paints.flowers), chance.choice((5, 6, 8))
    edge = f'stroke="{paints.line}" stroke-width="0.2"'
    if chance.random() < 0.35:
        return "".join(
            disc(x + dx * size, y + dy * size, size * 0.5, fill, edge) for dx, dy in ((-0.5, 0), (0.5, 0.1), (0, -0.7))
        )
    around = [
        (x + size * 0.62 * cos(2 * pi * k / petals), y + size * 0.62 * sin(2 * pi * k / petals)) for k in range(petals)
    ]
    return "".join(disc(px, py, size * 0.42, fill, edge) for px, py in around) + disc(x, y, size * 0.34, paints.line)


def _beads(line: str) -> str:
    """Return a rule along the edges and beads within it."""
    drawn = box(1.1, 1.1, 60.8, 85.8, "none", f'rx="2.2" stroke="{line}" stroke-width="0.5"')
    level = [(14 + 2.5 * k, y) for k in range(15) for y in (2.6, 85.4)]
    upright = [(x, 14 + 2.5 * k) for k in range(25) for x in (2.6, 60.4)]
    return drawn + "".join(disc(x, y, 0.55, line) for x, y in level + upright)


def _petals(many: int, near: float, far: float, wide: float, turn: float, fill: str, edge: str) -> str:
    outline = (
        f"M0 {-near}C{-wide} {-near - 2} {-wide} {-far + 3} 0 {-far}C{wide} {-far + 3} {wide} {-near - 2} 0 {-near}z"
    )
    petal = path(outline, fill, f'stroke="{edge}" stroke-width="0.4"')
    petal += stroke(
        f"M0 {-near}V{-far + 3.4:.1f}M{-wide * 0.25:.1f} {-near - 1}V{-far + 5.4:.1f}M{wide * 0.25:.1f} {-near - 1}V{-far + 5.4:.1f}",
        mixed(fill, "#ffffff", 0.4),
        0.3,
    )
    return "".join(
        f'<g transform="translate({_X} {_Y}) rotate({turn + 360 * k / many:.1f})">{petal}</g>' for k in range(many)
    )


def _flower(card: Card) -> str:
    """Return a large flower in the card's colour, round a black medallion with the number in gold."""
    many, own = card.chance.choice((8, 9, 10, 12)), card.own
    wide = 62 / many
    drawn = disc(_X, _Y, 19.6, _BLACK) + _petals(many, 8, 20.4, wide, 180 / many, mixed(own, "#000000", 0.3), _GOLD)
    drawn += _petals(many, 7, 17.4, wide, 0, own, _GOLD)
    drawn += disc(_X, _Y, 9.7, _BLACK, 'stroke="url(#metal)" stroke-width="0.9"')
    return drawn + text(_X, _Y, 11, str(card.face.number), _FAT, "url(#metal)")


def _buds(phase: int) -> str:
    """Return a plaque on top with one bud or two."""
    drawn = path("M22 4.2H41Q40 12.4 31.5 13.4Q23 12.4 22 4.2z", _BLACK, 'stroke="url(#metal)" stroke-width="0.6"')
    for x in (31.5,) if phase == 1 else (28.3, 34.7):
        cup = "M-1.7 0Q-2.4 -2.6 -1.6 -3.4L-0.8 -2.2L0 -3.8L0.8 -2.2L1.6 -3.4Q2.4 -2.6 1.7 0Q0 1.4 -1.7 0z"
        drawn += path(cup, "url(#metal)", f'transform="translate({x} 8.8)"') + stroke(f"M{x} 9.6v1.6", _GOLD, 0.5)
    return drawn


def _cog(card: Card) -> str:
    """Return a cogwheel enamelled in the card's colour, the number on it, small wheels about it."""
    teeth, ink = card.chance.choice((12, 14, 16)), "#1d3180"
    edge = f'stroke="{ink}" stroke-width="0.7" stroke-linejoin="round"'
    drawn = ""
    for x, y, size in ((16.5, 56.5, 7), (46.5, 28.5, 7), (48, 56, 5), (15, 29, 5)):
        drawn += shape(star(x, y, size, 9, 0.78), "#b9c7ea", edge) + disc(x, y, size * 0.36, "#ffffff", edge)
    drawn += shape(star(_X, _Y, 19, teeth, 0.86), "#f4f6fb", edge) + disc(_X, _Y, 14.4, card.own, edge)
    drawn += disc(_X, _Y, 13, "none", 'stroke="#ffffff" stroke-width="0.35" stroke-dasharray="0.9 0.9"')
    shade = _INK if card.face.colour == "yellow" else "#ffffff"
    return drawn + text(_X, _Y, 13, str(card.face.number), _FAT, shade)


def _plaques(card: Card, paints: Paints) -> str:
    """Return what is asked for as pearls, the points in an egg, the id on a plaque at the foot."""
    paper, ink = ("#ffffff", "#1d3180") if card.ai else (_BLACK, _CREAM)
    edge = f'stroke="{paints.line}" stroke-width="0.5"'

    def pearl(x: float, y: float, shade: str) -> str:
        return disc(x, y, 1.6, shade, f'stroke="{ink}" stroke-width="0.3"') + disc(x - 0.5, y - 0.5, 0.4, "#ffffff")

    drawn = box(14, 67.4, 16.4, 6.4, paper, f'rx="3.2" {edge}') + asked(card, 18, 70.6, pearl, 4.2)
    drawn += f'<ellipse cx="42" cy="70.4" rx="3.6" ry="4.6" fill="{paper}" {edge}/>'
    drawn += text(42, 70.7, 3, str(card.chance.randint(1, 12)), _SERIF, ink, 0, f'stroke="{ink}" stroke-width="0.12"')
    drawn += path("M21 84.2Q22 78.2 25 77.4H38Q41 78.2 42 84.2z", paper, edge)
    return drawn + text(31.5, 81, 2.9, card.id, _SERIF, ink, 0, f'stroke="{ink}" stroke-width="0.16"')


PALECH = Edition(
    "palech", 102, (_FAT, _SERIF), ("#c9322c", "#3568c2", "#e4ae2b", "#5a5b62", "#37915a", "#8f52b8"),
    _palech, partial(leaflet, "#16100f", _GOLD), 3.4,
)  # fmt: skip
