"""Five more editions to tune on, held out until they were reported on: drawings of one line here, four more beside."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import cos, pi, sin
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, line, shape, stroke, text, way
from editions.tuning_tenth_city import WIMMEL
from editions.tuning_tenth_lacquer import PALECH
from editions.tuning_tenth_microscope import MIKRO
from editions.tuning_tenth_modules import MODUL
from editions.workshop import Point, asked, leaflet

_WHITE, _INK, _GREY, _ASH = "#fdfdfb", "#222326", "#8d8f93", "#d9d9d4"
_SMALL = "Jost"
_LEG = 9.6  # millimetres of a connector's triangle
_THIN = 'stroke-linecap="round" stroke-linejoin="round"'
_FIGURES = {  # one line each, one high, about the middle
    1: "M-.17 -.3L.05 -.5V.5",
    2: "M-.26 -.24A.26 .26 0 1 1 .2 -.07L-.28 .5H.3",
    3: "M-.24 -.5H.25L-.02 -.12A.31 .31 0 1 1 -.3 .31",
    4: "M.13 .5V-.5L-.33 .22H.33",
    5: "M.23 -.5H-.17L-.21 -.09A.31 .31 0 1 1 -.29 .34",
}


def _linea(card: Card) -> str:
    """Return a line drawing over a sun in the card's colour, figures as thin: digits stand beside their triangles."""
    drawn = _raster(card) if card.ai else _sheet(card)
    drawn += text(59, 44, 2.4, card.id, _SMALL, _INK, 90, 'stroke="#222326" stroke-width="0.08"')
    for (colour, number), (right, low) in zip(card.face.connectors, ((0, 0), (1, 0), (1, 1), (0, 1)), strict=True):
        x, y, dx, dy = 63 * right, 88 * low, _LEG * (1 - 2 * right), _LEG * (1 - 2 * low)
        drawn += shape(((x, y), (x + dx, y), (x, y + dy)), card.shade[colour])
        drawn += _figure(x + 0.8 * dx, y + 0.8 * dy, 4.4, number, _INK, 0.6)
    return drawn


def _figure(x: float, y: float, tall: float, figure: int, ink: str, wide: float) -> str:
    """Return a figure of one thin line."""
    return stroke(_FIGURES[figure], ink, wide / tall, f'{_THIN} transform="translate({x:g} {y:g}) scale({tall:g})"')


def _sheet(card: Card) -> str:
    chance = card.chance
    motif: Callable[[Random], str] = chance.choice((_profile, _vase, _helix, _wheel, _shell, _swallows, _peaks))
    drawn = box(0, 0, 63, 88, _WHITE)
    drawn += disc(31.5 + chance.uniform(-6, 6), 32 + chance.uniform(-4, 6), chance.uniform(10.5, 13), card.own)
    turned = chance.choice((-1, 1))
    drawn += f'<g transform="translate(31.5 36) scale({turned} 1)">{motif(chance)}</g>'
    drawn += _figure(17.6, 68.5, 14.5, card.face.number, _INK, 0.95)
    return drawn + line(28, 61.4, 28, 75.6, _GREY, 0.25) + _rings(card.face.phase) + _terms(card, 33.4)


def _rings(phase: int) -> str:
    """Return a ring for the first phase, two linked rings for the second."""
    places = (31.5,) if phase == 1 else (29.7, 33.3)
    return "".join(disc(x, 7.6, 2.7, "none", f'stroke="{_INK}" stroke-width="0.45"') for x in places)


def _terms(card: Card, x: float) -> str:
    """Return what is asked for as short strokes of colour, and the points under them."""

    def dash(at: float, y: float, shade: str) -> str:
        return stroke(f"M{at:.1f} {y - 1.9:.1f}v3.8", shade, 1.5)

    worth = f"{card.chance.randint(1, 12)} pts"
    return asked(card, x, 65, dash, 3.4) + text(x + 3.4, 72, 2.1, worth, _SMALL, _GREY)


def _lines(*ways: str, wide: float = 0.5) -> str:
    return "".join(stroke(each, _INK, wide, _THIN) for each in ways)


def _profile(chance: Random) -> str:
    """Return a face from the side, from the hair to the neck without lifting the pen."""
    nose, chin, hair = chance.uniform(10, 13.5), chance.uniform(7, 10), chance.uniform(9, 14)
    face = f"M5 -15C9 -11 8.4 -8 8.6 -6Q{nose - 2:.1f} -3 {nose:.1f} 0Q{nose - 1:.1f} 1.6 8.2 1.4Q11 3 8.6 4.2Q10.4 5.4 8 6.4Q{chin + 1.6:.1f} 9 {chin:.1f} 11Q5 13 -1 10.4Q-2 16 2 20"
    head = f"M5 -15C-2 -21 -{hair:.1f} -17 -{hair:.1f} -7S-8 6 -8 9Q-8 16 -13 20"
    eye = "M3 -4.4Q5.4 -6.4 7.4 -4.6M3.8 -3.8q1.6 1 2.8 0"
    locks = "".join(
        f"M{x:.1f} -16q{chance.uniform(-6, 1):.1f} 6 {chance.uniform(-9, -4):.1f} {chance.uniform(11, 17):.1f}"
        for x in (-3, 0, 3)
    )
    return _lines(face, head, eye, "M-3.4 -3.4q-3 -1 -2.6 2t2.8 3.4") + _lines(locks, wide=0.3)


def _vase(chance: Random) -> str:
    """Return a vase with twigs."""
    wide, foot = chance.uniform(5, 9), chance.uniform(3, 5)
    drawn = _lines(
        f"M-2.6 2C-2 5 -{wide:.1f} 6 -{wide:.1f} 11S-{foot:.1f} 17 -{foot:.1f} 19H{foot:.1f}C{foot:.1f} 17 {wide:.1f} 16 {wide:.1f} 11S2 5 2.6 2z"
    )
    for base in (-9, 0, 9)[: chance.randint(2, 3)]:
        lean, high = base + chance.uniform(-3, 3), chance.uniform(12, 19)
        drawn += _lines(f"M{lean / 12:.1f} 2Q0 -6 {lean:.1f} {-high:.1f}")
        for at in range(3, 8):
            share, side = at / 7.4, 1 if at % 2 else -1
            x, y = lean * share**2, 2 - (high + 2) * share
            drawn += _lines(f"M{x:.1f} {y:.1f}q{side:.1f} -2.8 {side * 4:.1f} -2.6q{-side:.1f} 2.6 {-side * 4:.1f} 2.6")
    return drawn


def _helix(chance: Random) -> str:
    """Return two strands that wind about each other, with rungs."""
    turns, wide, tilt = chance.uniform(1.4, 2.4), chance.uniform(6, 9), chance.uniform(12, 34)
    at = [k / 60 for k in range(61)]

    def strand(side: float) -> list[Point]:
        return [(side * wide * sin(2 * pi * turns * t), 38 * t - 19) for t in at]

    pairs = list(zip(strand(1), strand(-1), strict=True))[1::3]
    rungs = "".join(line(*one, *other, _INK, 0.3) for one, other in pairs)
    return f'<g transform="rotate({tilt:.0f})">{_lines(way(strand(1)), way(strand(-1)))}{rungs}</g>'


def _wheel(chance: Random) -> str:
    """Return a wheel with spokes and its hub on the ground."""
    radius, spokes = chance.uniform(11, 15), chance.choice((6, 8, 10, 12))
    thin = f'stroke="{_INK}" stroke-width="0.5"'
    drawn = disc(0, 0, radius, "none", thin) + disc(0, 0, radius - 2, "none", thin) + disc(0, 0, 2.4, "none", thin)
    ends = [(cos(2 * pi * k / spokes), sin(2 * pi * k / spokes)) for k in range(spokes)]
    drawn += "".join(line(2.4 * x, 2.4 * y, (radius - 2) * x, (radius - 2) * y, _INK, 0.4) for x, y in ends)
    return drawn + _lines(f"M-20 {radius + 0.2:.1f}Q-4 {radius - 0.4:.1f} 20 {radius + 0.3:.1f}")


def _shell(chance: Random) -> str:
    """Return a shell's spiral and its chambers."""
    turns, tight = chance.uniform(2.2, 3.1), chance.uniform(0.17, 0.22)

    def at(t: float) -> Point:
        far = 15 * (1 - t) ** (1 + 4 * tight)
        return far * cos(2 * pi * turns * t), far * sin(2 * pi * turns * t)

    walls = [(at(k / 34), at(k / 34 + 1 / turns)) for k in range(int(34 * (1 - 1 / turns)))]
    chambers = "".join(
        f"M{a:.1f} {b:.1f}Q{(a + c) / 2 - (d - b) * 0.2:.1f} {(b + d) / 2 + (c - a) * 0.2:.1f} {c:.1f} {d:.1f}"
        for (a, b), (c, d) in walls
    )
    return _lines(way([at(k / 150) for k in range(150)])) + _lines(chambers, wide=0.3)


def _swallows(chance: Random) -> str:
    """Return birds in flight over a few waves."""
    drawn = ""
    for _ in range(chance.randint(2, 4)):
        x, y, size, turn = (
            chance.uniform(-11, 9),
            chance.uniform(-14, 6),
            chance.uniform(0.6, 1.3),
            chance.uniform(-30, 20),
        )
        bird = "M-9 -3Q-4 -6 -1 -2.4Q2 -6 9 -5Q4 -3.4 2 0L6 5L1.4 2.6L-1 5.4L-1.2 .6Q-4 -2.4 -9 -3z"
        drawn += f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn:.0f}) scale({size:.2f})">{_lines(bird, wide=0.5 / size)}</g>'
    waves = (f"M{-18 + 3 * k} {12 + 3 * k}" + "q3 -2 6 0t6 0" * (3 - k // 2) for k in range(3))
    return drawn + _lines(*waves)


def _peaks(chance: Random) -> str:
    """Return hills one behind the other, a path that winds up to them."""
    drawn = ""
    for depth in range(3):
        level = -2 + 8 * depth
        far, high = chance.uniform(-9, 9), level - chance.uniform(7, 13) + 2 * depth
        ridge = f"M-20 {level}C{far - 9:.1f} {level} {far - 3:.1f} {high:.1f} {far:.1f} {high:.1f}S{far + 9:.1f} {level} 20 {level}"
        drawn += _lines(ridge)
    return drawn + _lines("M-6 21Q8 19.6 1 17T5 13.6")


def _raster(card: Card) -> str:
    """Return a robot's head in dots of a printer's screen on grey, the number in a square of the card's colour."""
    chance = card.chance
    eye, mouth, tall = chance.uniform(2.6, 4.2), chance.uniform(3, 9), chance.uniform(11, 14.5)
    drawn = box(0, 0, 63, 88, _ASH)
    for row in range(23):
        for column in range(19):
            x, y = 2.2 * (column - 9.25 + row % 2 / 2), 1.9 * (row - 11)
            if max(abs(x) / 14.5, abs(y) / tall) < 1:
                dark = 0.6 + x / 60
                dark *= 0.15 if min((x - 6.4) ** 2, (x + 6.4) ** 2) + (y + 3) ** 2 < eye**2 else 1
                dark *= 0.2 if abs(x) < mouth and 5 < y < 8 else 1
            else:
                dark = 0.95 if abs(x) < 1.6 and y < 0 else 0.16 - abs(y) / 250
            drawn += disc(31.5 + x, 35 + y, 1.25 * dark**0.5, _INK)
    ink = _INK if card.face.colour == "yellow" else "#ffffff"
    drawn += box(23, 60, 17, 17, card.own) + _figure(31.5, 68.5, 11, card.face.number, ink, 0.95)
    return drawn + shape(((31.5, 4), (33.6, 7.6), (31.5, 11.2), (29.4, 7.6)), _INK) + _terms(card, 43.4)


TENTH = (
    Edition(
        "linea", 101, (_SMALL,), ("#d4493d", "#3a70b5", "#e6b530", "#55575d", "#4a9562", "#8b62ae"),
        _linea, partial(leaflet, _WHITE, _INK), 3.0,
    ),
    PALECH, WIMMEL, MODUL, MIKRO,
)  # fmt: skip
