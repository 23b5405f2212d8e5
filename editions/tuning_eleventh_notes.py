"""One of the eleventh five: banknotes with guilloches and engraved bridges, notes of foil for AI cards."""

from __future__ import annotations

from functools import partial
from math import cos, pi, sin
from random import Random

import numpy as np

from editions.box import Card, Edition
from editions.ink import box, disc, line, mixed, path, polygon, shape, star, stroke, text
from editions.marks import ON_THEIR_HEAD
from editions.plates import plate
from editions.workshop import FINE, Pixels, Point, asked, connectors, dice, engraved, filled, leaflet, noise

_PAPER, _WHITE, _DARK = "#f1efe2", "#fdfcf6", "#2a2b33"
_CUT, _ROMAN, _PRESS = "Abril Fatface", "Libre Baskerville", "IBM Plex Mono"
_WIDE, _HIGH = 49.0, 25.0  # millimetres of the engraving
_TOWNS = ("PONTEVERDE", "OSTRAVIA", "MONTELIANO", "SÜDMARK", "VALCAVA", "TREBIN", "LUZERA", "KARELSTAD")


def _valuta(card: Card) -> str:
    """Return a note, printed in the card's colour on paper; corners stand on their heads in a white edge."""
    drawn = _foil(card) if card.ai else _note(card)
    ink = {"yellow": _DARK, "": _WHITE}
    return drawn + connectors(card, _corner, 4.5, 5, _CUT, ON_THEIR_HEAD, ink)


def _corner(shade: str) -> str:
    """Return a connector: a triangle with an engraved fan over it and a hollow long side."""
    arcs = "".join(f"M{r} 0A{r} {r} 0 0 1 0 {r}" for r in (9.2, 9.8, 10.4, 11))
    return (
        path("M0 0H15.8Q7.6 7.6 0 15.8z", _WHITE)
        + path("M0 0H14.2Q6.7 6.7 0 14.2z", shade)
        + f'<clipPath id="fan">{path("M0 0H14.2Q6.7 6.7 0 14.2z", "#000")}</clipPath>'
        + stroke(arcs, mixed(shade, _WHITE, 0.45), 0.2, 'clip-path="url(#fan)"')
    )


def _closed(points: list[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "z"


def _rosette(chance: Random, x: float, y: float, radius: float, hole: float, ink: str, wide: float) -> str:
    """Return a rosette of a lathe: a wave around a ring, turned a little again and again."""
    petals, copies, inner = chance.randint(7, 16), chance.randint(7, 10), chance.choice((0, 2, 3))
    mid, swing = (radius + hole) / 2, (radius - hole) / 2
    ways = []
    for copy in range(copies):
        turn = 2 * pi * copy / copies / petals
        at = [2 * pi * k / 260 for k in range(260)]
        far = [mid + swing * cos(petals * (t + turn)) * (1 - 0.18 * cos(inner * petals * t)) / 1.18 for t in at]
        ways.append(_closed([(x + r * sin(t), y - r * cos(t)) for r, t in zip(far, at, strict=True)]))
    return stroke("".join(ways), ink, wide)


def _ground(chance: Random, ink: str, other: str) -> str:
    """Return the fine lines under a note: waves of two kinds in two inks."""
    drawn = ""
    for shade, copies in ((ink, 40), (other, 30)):
        long, swing, slow = chance.uniform(9, 17), chance.uniform(1.5, 3.4), chance.uniform(50, 90)
        ways = ""
        for copy in range(copies):
            base = 96 * copy / copies - 4
            ways += "M" + "L".join(
                f"{x} {base + swing * sin(2 * pi * x / long + copy * 0.35) * cos(2 * pi * (x + base) / slow):.1f}"
                for x in range(0, 65, 1)
            )
        drawn += stroke(ways, shade, 0.22)
    return drawn


def _note(card: Card) -> str:
    chance, own = card.chance, card.own
    light = chance.choice(("#d9b98c", "#a9c3c9", "#c9b3c4", "#b9c7a3", "#d6a99a"))
    drawn = box(0, 0, 63, 88, _PAPER) + _ground(chance, mixed(own, _PAPER, 0.55), mixed(light, _PAPER, 0.35))
    drawn += box(2.6, 2.6, 57.8, 82.8, "none", f'stroke="{own}" stroke-width="1.1"')
    drawn += box(3.9, 3.9, 55.2, 80.2, "none", f'stroke="{own}" stroke-width="0.3"')
    drawn += _view(card) + _value(card)
    for at in range(card.face.phase):  # signs for fingers, as blind people know a note
        y = 55 + (at - (card.face.phase - 1) / 2) * 7
        drawn += shape(polygon(9, y, 2.8, 4), own) + shape(polygon(9, y, 1.2, 4), _PAPER)
    return drawn + _serial(card) + _foot(card)


def _view(card: Card) -> str:
    """Return the engraving of a bridge under the issuer's name."""
    own = card.own
    dark = mixed(own, "#101018", 0.35)
    drawn = text(31.5, 8, 2.3, card.chance.choice(_TOWNS), _ROMAN, dark, 0, f'stroke="{dark}" stroke-width="0.12"')
    drawn += box(6.4, 11.6, 50.2, 26.2, _PAPER, f'stroke="{own}" stroke-width="0.5" rx="1"')
    return drawn + plate(7, 12.2, _WIDE, _HIGH, engraved(_bridge(card), dark, _PAPER, 0.56))


def _bridge(card: Card) -> Pixels:
    """Return a bridge of one or two storeys between hills, its light from the left, and the water it stands in."""
    rng, chance = dice(card.chance), card.chance
    h, w = int(_HIGH * FINE), int(_WIDE * FINE)
    y, x = np.mgrid[0:h, 0:w] / FINE
    grey = 0.5 + 0.022 * y + 0.2 * np.clip(noise(rng, _WIDE, _HIGH, 14, 3), 0, 2)
    for base, tone in ((12, 0.6), (15.5, 0.4)):
        ridge = base + 3.2 * noise(rng, _WIDE, _HIGH, 9, 80) * (0.3 + np.abs(x - _WIDE / 2) / _WIDE)
        grey = np.where(y > ridge, tone + 0.16 * noise(rng, _WIDE, _HIGH, 2.5, 1.2), grey)
    water = rng.uniform(18, 20)
    grey = np.where(y > water, 0.55 + 0.22 * noise(rng, _WIDE, _HIGH, 6, 0.7), grey)
    canvas = np.ascontiguousarray(grey, np.float64)
    spans, storeys = chance.randint(3, 6), chance.choice((1, 1, 2))
    deck, low = rng.uniform(5, 8) + (0 if storeys == 2 else 2), water + 1.4
    filled(canvas, [(0, deck), (_WIDE, deck), (_WIDE, low), (0, low)], 0.96)
    level = (low - deck) * 0.42
    for storey in range(storeys):
        top = deck + 1.3 + storey * level
        bottom = low if storey == storeys - 1 else deck + level
        many = spans * 2 if storey < storeys - 1 else spans
        pitch = _WIDE / many
        for at in range(many):
            left, half = at * pitch + pitch * 0.12, pitch * 0.38
            rise = min(half, (bottom - top) * 0.75)
            arch = [(left + half - half * cos(pi * k / 12), top + rise - rise * sin(pi * k / 12)) for k in range(13)]
            opening = [*arch, (left + 2 * half, bottom + 0.1), (left, bottom + 0.1)]
            behind = np.ones_like(canvas)
            filled(behind, opening, 0.0)
            canvas[:] = np.where(behind == 0, grey * 0.72, canvas)
            side = [*arch[:7], (left + half * 0.55, top + rise * 0.7), (left + half * 0.3, bottom), (left, bottom)]
            filled(canvas, side, 0.1)
    filled(canvas, [(0, deck - 0.5), (_WIDE, deck - 0.5), (_WIDE, deck + 0.2), (0, deck + 0.1)], 0.12)
    return np.asarray(np.clip(canvas, 0.04, 0.97))


def _value(card: Card) -> str:
    """Return the number in a rosette, its right half cut in lines."""
    chance, own, number = card.chance, card.own, str(card.face.number)
    drawn = disc(33, 55.4, 16.4, _PAPER, 'fill-opacity="0.8"')
    drawn += _rosette(chance, 33, 55.4, 16.2, 8.6, own, 0.34) + _rosette(
        chance, 33, 55.4, 12.6, 9.4, mixed(own, _DARK, 0.4), 0.24
    )
    dark = mixed(own, "#101018", 0.22)
    drawn += disc(33, 55.4, 10, _WHITE, f'stroke="{own}" stroke-width="0.6"')
    lines = "".join(line(33, y / 2, 43, y / 2, _WHITE, 0.17) for y in range(92, 131))
    hatch = f'<g clip-path="url(#figure)" opacity="0.75">{lines}</g>'
    figure = text(33, 55.4, 13.4, number, _CUT, dark)
    clip = f"<defs><clipPath id='figure'>{disc(33, 55.4, 9.4, '#000')}</clipPath></defs>"
    return (
        drawn
        + figure
        + clip
        + hatch
        + text(33, 55.4, 13.4, number, _CUT, "none", 0, f'stroke="{dark}" stroke-width="0.4"')
    )


def _serial(card: Card) -> str:
    """Return the id as a note's number is printed, from below, between letters."""
    letters = "".join(card.chance.choice("ABCDEFGHKLMNPRSTUVXZ") for _ in range(2))
    heavy = f'stroke="{_DARK}" stroke-width="0.16"'
    return text(55.4, 55.4, 2.3, f"{letters} {card.id} {card.chance.choice('KLMX')}", _PRESS, _DARK, -90, heavy)


def _foot(card: Card) -> str:
    """Return what is asked for as lozenges, the points, the small value and the printer's line."""
    chance, own = card.chance, card.own
    drawn = box(17, 73.2, 29, 6.4, _WHITE, f'rx="1" stroke="{own}" stroke-width="0.4"')
    drawn += asked(card, 21.4, 76.4, lambda x, y, shade: shape(star(x, y, 2.1, 2, 0.7072), shade), 4.4)
    drawn += text(40.6, 76.4, 2.6, f"+{chance.randint(1, 12)}", _ROMAN, _DARK)
    year = f"Officina Typ. MCM · {chance.randint(1921, 1964)} · 3 Em. · Ser. {chance.randint(4, 9)}"
    return drawn + text(31.5, 81.9, 1.25, year, _ROMAN, mixed(own, _DARK, 0.5))


def _foil(card: Card) -> str:
    """Return a note of foil: colours that shift, a window in the card's colour, conductors round it."""
    rng, chance = dice(card.chance), card.chance
    y, x = np.mgrid[0 : 88 * FINE, 0 : 63 * FINE] / FINE
    hue = (x * rng.uniform(0.02, 0.05) + y * rng.uniform(0.02, 0.045) + 0.12 * noise(rng, 63, 88, 20, 20)) * 2 * np.pi
    waves = [0.5 + 0.5 * np.cos(hue + shift) for shift in (0.0, 2.1, 4.2)]
    shine = 200 + 42 * np.stack(waves, axis=2) + 6 * np.sin((x + y) * 9)[..., None]
    drawn = plate(0, 0, 63, 88, np.clip(shine, 0, 255))
    steel, own = "#5d6b7c", card.own
    for _ in range(chance.randint(9, 14)):
        side, level = chance.choice((-1, 1)), chance.uniform(22, 61)
        reach, bend = chance.uniform(15, 24), chance.uniform(-9, 9)
        end = 31.5 + side * 27.5, level + bend
        drawn += stroke(f"M31.5 {level:.1f}H{31.5 + side * reach:.1f}l{side * 3} {bend:.1f}H{end[0]:.1f}", steel, 0.5)
        drawn += disc(*end, 1, _WHITE, f'stroke="{steel}" stroke-width="0.5"')
    drawn += box(14.6, 19, 33.8, 45, own, 'rx="6"') + box(
        15.8, 20.2, 31.4, 42.6, "none", f'rx="5" stroke="{_WHITE}" stroke-width="0.5"'
    )
    drawn += _rosette(chance, 31.5, 41.5, 15, 6, mixed(own, _WHITE, 0.4), 0.26)
    ink = _DARK if card.face.colour == "yellow" else _WHITE
    rim = f'stroke="{own}" stroke-width="2.6" paint-order="stroke" stroke-linejoin="round"'
    drawn += text(31.5, 41.5, 20, str(card.face.number), _CUT, ink, 0, rim)
    drawn += box(17, 69.4, 29, 6.6, _WHITE, f'rx="1" stroke="{steel}" stroke-width="0.4"')
    drawn += text(
        31.5,
        72.7,
        2.3,
        f"ZZ {card.id} +{chance.randint(1, 12)}",
        _PRESS,
        _DARK,
        0,
        f'stroke="{_DARK}" stroke-width="0.16"',
    )
    return drawn + text(31.5, 81.9, 1.25, "POLYMER · 2031 · 3 Em. · Ser. 8", _ROMAN, _DARK)


VALUTA = Edition(
    "valuta", 115, (_CUT, _ROMAN, _PRESS), ("#b0343a", "#2b64a0", "#d2a017", "#34353b", "#37805a", "#7a4f9a"),
    _valuta, partial(leaflet, _PAPER, _DARK), 2.2,
)  # fmt: skip
