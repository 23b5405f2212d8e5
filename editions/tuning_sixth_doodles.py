"""One of the sixth five editions to tune on: monsters drawn with crayons, and robots in chalk for AI cards."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, line, mixed, path, shape, stroke, text, way
from editions.workshop import DARK_ON_YELLOW, asked, connectors

_INK = "#2a2523"
_ROUND = 'stroke-linecap="round" stroke-linejoin="round"'


def _kritzel(card: Card) -> str:
    return _robot(card) if card.ai else _monster(card)


def _wobbly(chance: Random, x: float, y: float, wide: float, tall: float, bumps: int, much: float) -> str:
    """Return the outline of a blob as a child draws it, in the letters of SVG."""
    spots = []
    for k in range(bumps):
        angle, out = 2 * pi * k / bumps, 1 + chance.uniform(-much, much)
        spots.append((x + wide * out * cos(angle), y + tall * out * sin(angle)))
    halves = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in zip(spots, spots[1:] + spots[:1], strict=True)]
    drawn = f"M{halves[-1][0]:.2f} {halves[-1][1]:.2f}"
    for (px, py), (qx, qy) in zip(spots, halves, strict=True):
        drawn += f"Q{px:.2f} {py:.2f} {qx:.2f} {qy:.2f}"
    return drawn + "z"


def _crayon(chance: Random, name: str, outline: str, shade: str, area: tuple[float, float, float, float]) -> str:
    """Fill an outline with strokes of a crayon, to and fro, a little of the paper between them."""
    x, y, wide, tall = area
    lean, at = chance.uniform(0.3, 0.7), x - tall * 0.7
    spots = []
    while at < x + wide:
        spots += [(at + tall * lean + chance.uniform(-1, 1), y - 1), (at + chance.uniform(-1, 1), y + tall + 1)]
        at += 1.15
    drawn = f'<clipPath id="{name}"><path d="{outline}"/></clipPath>' + path(outline, mixed(shade, "#ffffff", 0.16))
    return drawn + f'<g clip-path="url(#{name})">{stroke(way(spots), shade, 0.85, _ROUND)}</g>'


def _monster(card: Card) -> str:
    """Return a monster in the card's colour, the number on its belly."""
    chance = card.chance
    drawn = box(0, 0, 63, 88, "#fffdf5") + _scenery(chance)
    x, y = chance.uniform(29.5, 33.5), 43 + chance.uniform(-1, 1)
    wide, tall = chance.uniform(16, 20), chance.uniform(19, 22)
    for side in (-1, 1):
        drawn += _limbs(chance, x, y, wide, tall, side, card.own)
    outline = _wobbly(chance, x, y, wide, tall, chance.choice((7, 9, 11)), 0.09)
    drawn += _crayon(chance, "body", outline, card.own, (x - 24, y - 26, 48, 52))
    drawn += stroke(outline, _INK, 0.9, _ROUND)
    drawn += _face(chance, x, y - tall * 0.48, wide)
    belly = _wobbly(chance, x, y + 7, 9.6, 9, 8, 0.05)
    drawn += path(belly, "#fffdf5", f'stroke="{_INK}" stroke-width="0.7"')
    drawn += text(x, y + 7, 10.5, str(card.face.number), "Luckiest Guy", _INK, chance.uniform(-8, 8))
    for at in range(card.face.phase):
        drawn += _sun(chance, 6.6, 21 + 10 * at)
    drawn += _tag(card, chance) + _wishes(card, 15, 77.5, _INK)

    def corner(shade: str) -> str:
        """Return a corner cut by hand, never twice the same."""
        far, low = chance.uniform(13.2, 14.4), chance.uniform(13.2, 14.4)
        bow = f"M-1 -1H{far:.2f}Q{chance.uniform(5.8, 7.8):.2f} {chance.uniform(5.8, 7.8):.2f} -1 {low:.2f}z"
        return path(bow, shade, f'stroke="{_INK}" stroke-width="0.8"')

    turns = [chance.uniform(-9, 9) for _ in range(4)]
    return drawn + connectors(card, corner, 4.2, 4.4, "Luckiest Guy", turns, DARK_ON_YELLOW)


def _limbs(chance: Random, x: float, y: float, wide: float, tall: float, side: int, own: str) -> str:
    """Return an arm, a leg and a horn or an ear of one side."""
    drawn, lift = "", chance.uniform(-9, 7)
    arm = f"M{x + side * wide * 0.8:.1f} {y:.1f}q{side * 4} {lift / 2:.1f} {side * 7} {lift:.1f}"
    leg = f"M{x + side * wide * 0.4:.1f} {y + tall * 0.8:.1f}v6.4h{side * 3}"
    for limb in (arm, leg):
        drawn += stroke(limb, _INK, 3.4, _ROUND) + stroke(limb, mixed(own, "#ffffff", 0.16), 2, _ROUND)
    ex, ey = x + side * wide * 0.55, y - tall * 0.72
    if chance.random() < 0.5:
        horn = [(ex - side * 2.6, ey + 1), (ex + side * 3, ey - 6.6), (ex + side * 3, ey + 3)]
        return drawn + shape(horn, "#fbe7b8", f'stroke="{_INK}" stroke-width="0.8" stroke-linejoin="round"')
    return drawn + line(ex, ey + 2, ex + side * 2, ey - 6, _INK, 0.9) + disc(ex + side * 2, ey - 6, 1.6, own, _EDGE)


_EDGE = f'stroke="{_INK}" stroke-width="0.8"'


def _face(chance: Random, x: float, y: float, wide: float) -> str:
    """Return one to three eyes and a mouth."""
    eyes, drawn = chance.randint(1, 3), ""
    for at in range(eyes):
        ex = x + (at - (eyes - 1) / 2) * wide * 0.52
        size = chance.uniform(2.6, 3.4) if eyes > 1 else 4
        drawn += disc(ex, y, size, "#ffffff", _EDGE)
        drawn += disc(ex + chance.uniform(-1, 1), y + chance.uniform(-1, 1), size * 0.42, _INK)
    mouth = y + 5.6
    if chance.random() < 0.5:
        return drawn + stroke(f"M{x - 5} {mouth:.1f}q5 {chance.uniform(1.5, 4):.1f} 10 0", _INK, 0.9, _ROUND)
    drawn += path(f"M{x - 5} {mouth - 0.6:.1f}h10q-5 4.6 -10 0z", "#7a2430", _EDGE)
    return drawn + shape([(x - 2.6, mouth - 0.6), (x - 1.4, mouth + 1.4), (x - 0.2, mouth - 0.6)], "#ffffff")


def _scenery(chance: Random) -> str:
    """Return what is behind the monster: a blot of pale paint, grass, and things in the air."""
    pale = chance.choice(("#d9eef7", "#fbe3d2", "#e6f2d3", "#f5dff0", "#fdf1bf"))
    drawn = path(_wobbly(chance, 31.5, 40, 29, 34, 13, 0.08), pale)
    blades = "".join(
        f"M{k * 1.6:.1f} 74l{chance.uniform(-1.2, 1.2):.1f} {-chance.uniform(2, 5):.1f}" for k in range(41)
    )
    drawn += stroke(blades, "#79a95a", 0.7, _ROUND) + box(0, 73, 63, 15, "#fffdf5")
    drawn += stroke("M0 73.4Q20 72.4 40 73.6T63 73", "#79a95a", 0.9)
    for _ in range(chance.randint(3, 5)):
        x, y = chance.choice((chance.uniform(10, 16), chance.uniform(46, 56))), chance.uniform(17, 66)
        curl = f"M{x:.1f} {y:.1f}c3 -3 4 2 1 2s-4 -4 0 -5.4"
        drawn += stroke(curl, chance.choice(("#e09a5c", "#7fb6c9", "#c98bb5", "#a8b76b")), 0.7, _ROUND)
    return drawn


def _sun(chance: Random, x: float, y: float) -> str:
    """Return a sun with uneven rays: one for the first phase, two for the second."""
    rays = "".join(
        f"M{x + 2.9 * cos(a):.2f} {y + 2.9 * sin(a):.2f}L{x + r * cos(a):.2f} {y + r * sin(a):.2f}"
        for k in range(9)
        for a, r in [(2 * pi * k / 9 + chance.uniform(-0.1, 0.1), chance.uniform(3.9, 4.7))]
    )
    return stroke(rays, _INK, 0.55, _ROUND) + disc(x, y, 2.2, "#ffcf3f", f'stroke="{_INK}" stroke-width="0.6"')


def _tag(card: Card, chance: Random) -> str:
    """Return the id on a strip of paper tape at the top, stuck on askew."""
    lean = chance.uniform(-4, 4)
    tape = path("M-10 -3l0.7 1.5l-0.7 1.5l0.7 1.5l-0.7 1.5h20l-0.7 -1.5l0.7 -1.5l-0.7 -1.5l0.7 -1.5z", "#efe2b2")
    label = text(0, 0, 3.2, card.id, "Baloo 2", _INK, 0, f'stroke="{_INK}" stroke-width="0.16"')
    return f'<g transform="translate(31.5 7) rotate({lean:.1f})">{tape}{label}</g>'


def _wishes(card: Card, x: float, y: float, ink: str) -> str:
    """Return the condition as crayoned dots with a word, and the points in a cloud."""
    chance = card.chance

    def dot(px: float, py: float, shade: str) -> str:
        return path(_wobbly(chance, px, py, 2.4, 2.4, 7, 0.14), shade, f'stroke="{ink}" stroke-width="0.45"')

    drawn = asked(card, x + 2, y, dot, 5.4) + text(x + 21, y, 2.4, chance.choice(_WORDS), "Caveat", ink)
    drawn += path(_wobbly(chance, x + 31, y, 3.9, 3.6, 9, 0.12), "none", f'stroke="{ink}" stroke-width="0.55"')
    drawn += text(x + 31, y, 2.9, str(chance.randint(1, 12)), "Baloo 2", ink)
    return drawn + text(31.5, 84.6, 1.9, "Kritzel & Co. 2022", "Caveat", ink)


_WORDS = ("+ 2", "= 3", "1 x", "max 4", "bäh!")


def _robot(card: Card) -> str:
    """Return a robot in chalk on blue sugar paper, the number on its screen, corners like torn squares."""
    chance, chalk = card.chance, "#fdfbf2"
    drawn = box(0, 0, 63, 88, "#2f4668")
    dust = "".join(f"M{chance.uniform(0, 60):.1f} {chance.uniform(0, 88):.1f}l2 -1" for _ in range(60))
    drawn += stroke(dust, "#4a6285", 0.6, _ROUND)
    drawn += stroke("M31.5 24v-6M22 66v6h-5M41 66v6h5M12 50l-5 -6M51 50l5 -6", chalk, 1, _ROUND)
    drawn += disc(31.5, 16.6, 1.8, "#ffcf3f", f'stroke="{chalk}" stroke-width="0.6"')
    shaken = [chance.uniform(-0.8, 0.8) for _ in range(8)]
    head = (
        f"M{17 + shaken[0]:.2f} {24 + shaken[1]:.2f}L{46 + shaken[2]:.2f} {23.6 + shaken[3]:.2f}"
        f"L{45.6 + shaken[0]:.2f} {39.6 + shaken[4]:.2f}L{17.4 + shaken[5]:.2f} {40 + shaken[6]:.2f}z"
    )
    body = f"M{12 + shaken[7]:.2f} 42L{51 + shaken[3]:.2f} 41.6L{49 + shaken[5]:.2f} 66L{14 + shaken[2]:.2f} 66.4z"
    drawn += path(head, "#6f86a6", f'stroke="{chalk}" stroke-width="0.9" stroke-linejoin="round"')
    drawn += _crayon(chance, "body", body, card.own, (10, 40, 44, 28)) + stroke(body, chalk, 1, _ROUND)
    for x in (25, 38):
        drawn += disc(x, 30, 3.2, chalk)
        drawn += disc(x + chance.uniform(-1.2, 1.2), 30 + chance.uniform(-1, 1), 1.3, "#22334d")
    drawn += stroke("M25 36.4l2 -1.4l2 1.4l2 -1.4l2 1.4l2 -1.4l2 1.4", chalk, 0.7, _ROUND)
    drawn += box(23, 45, 17, 17.6, chalk, 'rx="1.6"')
    drawn += text(31.5, 53.8, 11.4, str(card.face.number), "Baloo 2", "#22334d", 0, _HEAVY.format("#22334d"))
    drawn += text(31.5, 7.6, 3.4, card.id, "Baloo 2", chalk, 0, f'stroke="{chalk}" stroke-width="0.2"')
    drawn += _wishes(card, 15, 78.6, chalk)

    def corner(shade: str) -> str:
        torn = "M-1 -1H11.4L10.8 4L11.6 8L11 11.2L7 10.8L3 11.5L-1 11z"
        return path(torn, shade, f'stroke="{chalk}" stroke-width="0.8"')

    return drawn + connectors(card, corner, 5.2, 5.2, "Baloo 2", (0, 0, 0, 0), DARK_ON_YELLOW, _HEAVY)


_HEAVY = 'stroke="{0}" stroke-width="0.5"'


def _help(shades: Mapping[str, str], at: int) -> str:
    """Return a help card: a scribbled heading, a colour a line."""
    chance = Random(at)
    drawn = box(0, 0, 63, 88, "#fffdf5") + text(31.5, 12, 6, ("Los!", "Ende", "Tipp")[at], "Caveat", _INK)
    for row, shade in enumerate(shades.values()):
        drawn += path(_wobbly(chance, 11, 24 + 10 * row, 3, 3, 8, 0.12), shade, _EDGE)
        line_of = "".join(f"q1 {-chance.uniform(1, 3):.1f} 2 0" for _ in range(chance.randint(9, 18)))
        drawn += stroke(f"M18 {25 + 10 * row}{line_of}", "#6c6663", 0.5, _ROUND)
    return drawn


KRITZEL = Edition(
    "kritzel", 64, ("Luckiest Guy", "Baloo 2", "Caveat"),
    ("#e0402f", "#2a78d0", "#f5c21f", "#3a3836", "#3fa04c", "#8e4fc0"), _kritzel, _help, 4.2,
)  # fmt: skip
