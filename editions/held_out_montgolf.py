"""One of the held-out editions: balloons over a country, wide hollow corners, an airship for AI cards."""

from __future__ import annotations

from functools import partial
from math import sin
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, faded, line, mixed, path, shape, stroke, text
from editions.marks import INWARDS
from editions.workshop import asked, connectors, leaflet

_OLD, _SMALL = "Marcellus", "Lora"
_DARK, _CREAM = "#2c2118", "#fffaf0"
_INK = {"yellow": _DARK, "": "#ffffff"}
# A sky above and at the horizon, and the land before it: morning, noon, evening, haze.
_HOURS = (
    ("#9cc3dd", "#f8dcc4", "#8f9e6a"),
    ("#7fb4e0", "#e3f1f7", "#94ad62"),
    ("#8b93b8", "#f5c39c", "#7d7a5c"),
    ("#bccbd1", "#eef0ea", "#9aa58a"),
)


def _montgolf(card: Card) -> str:
    """Return a balloon by day or an airship by night, wide corners, a ribbon below."""
    drawn = _night(card) if card.ai else _day(card)
    drawn += _ribbon(card)
    heavy = 'stroke="{}" stroke-width="0.5" stroke-linejoin="round"'
    return drawn + connectors(card, _wing, 5, 5, _OLD, INWARDS, _INK, heavy)


def _wing(shade: str) -> str:
    """Return a connector: a wide corner whose long side is hollow, a cream rim along it."""
    return path("M-1 -1H18.9Q9.6 9.6 -1 18.9z", _CREAM) + path("M-1 -1H17.2Q8.8 8.8 -1 17.2z", shade)


def _day(card: Card) -> str:
    """Return sky, clouds and land, small balloons far off, the large one with the number, pennants for the phase."""
    chance = card.chance
    above, below, land = chance.choice(_HOURS)
    drawn = f"<defs>{faded('sky', (0, above), (1, below))}</defs>" + box(0, 0, 63, 88, "url(#sky)")
    drawn += _clouds(chance) + _far(chance) + _land(chance, land, below)
    x = chance.uniform(29.5, 33.5)
    return drawn + _balloon(card, x) + _pennants(card.face.phase)


def _clouds(chance: Random) -> str:
    """Return a few flat clouds."""
    drawn = ""
    for _ in range(4):
        x, y, size = chance.uniform(2, 60), chance.uniform(12, 52), chance.uniform(2, 4)
        puffs = "".join(
            disc(x + dx * size, y - dy * size, r * size, "#ffffff")
            for dx, dy, r in ((-1, 0, 0.7), (0, 0.4, 1), (1.1, 0, 0.7))
        )
        foot = box(x - 1.7 * size, y, 3.5 * size, 0.7 * size, "#ffffff", 'rx="0.8"')
        drawn += f'<g opacity="0.6">{puffs}{foot}</g>'
    return drawn


def _far(chance: Random) -> str:
    """Return small balloons far off, greyish so that they do not vie with the large one."""
    drawn = ""
    for at in range(chance.randint(1, 3)):
        x, y = chance.choice((chance.uniform(4, 9), chance.uniform(54, 59))), chance.uniform(22, 28) + 12 * at
        size = chance.uniform(1.6, 2.6)
        drawn += disc(x, y, size, "#a89f98") + shape(
            [(x - size * 0.8, y + size * 0.6), (x + size * 0.8, y + size * 0.6), (x, y + size * 1.8)], "#a89f98"
        )
        drawn += box(x - size * 0.25, y + size * 1.8, size * 0.5, size * 0.4, "#6d5d50")
    return drawn


def _land(chance: Random, land: str, haze: str) -> str:
    """Return three ranges of hills, paler the farther, with rows of trees on the nearest."""
    drawn = ""
    for depth in range(3):
        low, high, start = 58 + 7 * depth, chance.uniform(1.5, 3.5), chance.uniform(0, 6)
        ridge = [(2.1 * k, low + high * sin(start + k / 4.5) + 0.6 * sin(k)) for k in range(31)]
        drawn += shape(
            [(0, 88), *ridge, (63, 88)], mixed(mixed(land, "#2c3a1c", 0.12 * depth), haze, 0.55 - 0.25 * depth)
        )
    for _ in range(14):
        x, y = chance.uniform(0, 63), chance.uniform(74, 80)
        drawn += f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="1.1" ry="1.5" fill="{mixed(land, "#1d2b14", 0.5)}"/>'
    return drawn


def _envelope(x: float, half: float) -> str:
    """Return the outline of a balloon or one of its gores, `half` as wide, from the crown to the mouth."""
    mouth = half * 0.22
    return (
        f"M{x} 12C{x + 1.32 * half:.2f} 12 {x + 1.32 * half:.2f} 35 {x + mouth:.2f} 53H{x - mouth:.2f}"
        f"C{x - 1.32 * half:.2f} 35 {x - 1.32 * half:.2f} 12 {x} 12z"
    )


def _balloon(card: Card, x: float) -> str:
    """Return the balloon in the card's colour with gores or bands, the number on it, a basket under it."""
    own, chance = card.own, card.chance
    drawn = path(_envelope(x, 18.6), own, f'stroke="{mixed(own, "#000000", 0.4)}" stroke-width="0.4"')
    light, deep = mixed(own, "#ffffff", 0.22), mixed(own, "#000000", 0.14)
    kind = chance.randrange(3)
    if kind < 2:
        for half, shade in ((15, light if kind else deep), (10, own), (5, light if kind else deep)):
            drawn += path(_envelope(x, half), shade)
    else:
        clip = f'<defs><clipPath id="skin"><path d="{_envelope(x, 18.6)}"/></clipPath></defs><g clip-path="url(#skin)">'
        waves = "".join(f"M{x - 24:.1f} {y}" + "l4 -3l4 3" * 6 for y in (18, 44))
        drawn += clip + stroke(waves, light, 3) + "</g>"
    ink = _INK.get(card.face.colour, "#ffffff")
    drawn += text(
        x, 30, 13, str(card.face.number), _OLD, ink, 0, f'stroke="{ink}" stroke-width="1.3" stroke-linejoin="round"'
    )
    ropes = "".join(line(x + side * 3.8, 53, x + side * 2.6, 60, _DARK, 0.3) for side in (-1, -0.3, 0.3, 1))
    basket = box(x - 3.2, 60, 6.4, 5, "#8a5a2e", 'rx="0.8"') + box(x - 3.5, 59.6, 7, 1.1, "#5f3b1a", 'rx="0.5"')
    people = "".join(disc(x + dx, 58.4, 1.1, _DARK) for dx in ((-1.4, 1.5) if chance.random() < 0.5 else (0,)))
    return drawn + ropes + people + basket


def _pennants(phase: int) -> str:
    """Return one pennant on the line between the upper corners for the first phase, two for the second."""
    drawn = stroke("M15 2Q31.5 5 48 2", _DARK, 0.35)
    for at in range(phase):
        x = 31.5 + 8 * (at - (phase - 1) / 2)
        drawn += shape([(x - 2.8, 3.2), (x + 2.8, 3.2), (x, 10.2)], _CREAM, f'stroke="{_DARK}" stroke-width="0.4"')
    return drawn


def _night(card: Card) -> str:
    """Return stars and a moon, an airship with the number on its side, a machine's face in the cabin."""
    chance, own = card.chance, card.own
    drawn = f"<defs>{faded('dusk', (0, '#0f1830'), (1, '#3c4a6e'))}</defs>" + box(0, 0, 63, 88, "url(#dusk)")
    drawn += "".join(
        disc(chance.uniform(0, 63), chance.uniform(0, 66), chance.uniform(0.12, 0.4), "#ffffff") for _ in range(60)
    )
    moon = chance.uniform(20, 44)
    drawn += disc(moon, 11, 4.6, "#f4ecd0") + disc(moon + 1.4, 10.2, 0.9, "#ddd3b2")
    drawn += shape([(2.1 * k, 66 + 3 * sin(k / 5 + moon)) for k in range(31)] + [(63, 88), (0, 88)], "#141c2e")
    hull = "M3 36C10 20 46 16 60 36C46 56 10 52 3 36z"
    drawn += shape([(7, 33), (1, 23), (14, 29)], "#8f97a3") + shape([(7, 39), (1, 49), (14, 43)], "#8f97a3")
    drawn += path(hull, "#c9ced6", 'stroke="#5b6472" stroke-width="0.4"')
    drawn += f'<defs><clipPath id="hull"><path d="{hull}"/></clipPath></defs><g clip-path="url(#hull)">'
    drawn += box(18.5, 10, 28, 50, own) + box(17.5, 10, 1, 50, _CREAM) + box(46.5, 10, 1, 50, _CREAM) + "</g>"
    ink = _INK.get(card.face.colour, "#ffffff")
    drawn += text(32.5, 36, 13, str(card.face.number), _OLD, ink, 0, f'stroke="{ink}" stroke-width="1.3"')
    return drawn + _cabin(chance, own)


def _cabin(chance: Random, lit: str) -> str:
    """Return the cabin under the airship: a square head with lamps for eyes."""
    drawn = line(27, 48, 26, 54, "#5b6472", 0.6) + line(39, 48, 40, 54, "#5b6472", 0.6)
    drawn += box(22, 53, 22, 13, "#8f97a3", 'rx="3"') + box(24, 55.4, 18, 5, "#10182a", 'rx="2.4"')
    apart = chance.uniform(3, 5.4)
    drawn += "".join(disc(33 + side * apart, 57.9, 1.5, mixed(lit, "#ffffff", 0.5)) for side in (-1, 1))
    return drawn + stroke(f"M{33 - apart:.1f} 63.2" + "v-1h1.4v1h1.4" * 3, "#10182a", 0.5)


def _ribbon(card: Card) -> str:
    """Return a cream ribbon: the id in front, kites asked for, the points; the year and the maker below."""

    def kite(x: float, y: float, shade: str) -> str:
        edge = f'stroke="{_DARK}" stroke-width="0.15"'
        return shape([(x, y - 2.2), (x + 1.7, y), (x, y + 2.2), (x - 1.7, y)], shade, edge)

    drawn = path("M8 68.4h47l-2 3.7l2 3.7h-47l2 -3.7z", _CREAM, f'stroke="{_DARK}" stroke-width="0.3"')
    bold = f'stroke="{_DARK}" stroke-width="0.12"'
    drawn += text(16.6, 72.1, 2.5, card.id, _SMALL, _DARK, 0, bold) + asked(card, 27, 72.1, kite, 4.2)
    drawn += disc(46, 72.1, 2.8, _DARK) + text(46, 72.1, 2.2, str(card.chance.randint(1, 12)), _SMALL, _CREAM)
    drawn += box(18.6, 82, 25.8, 3.4, _CREAM, 'rx="1.7" opacity="0.85"')
    return drawn + text(31.5, 83.7, 1.6, f"Montgolf · Annonay {card.chance.randint(1783, 1899)}", _SMALL, _DARK)


MONTGOLF = Edition(
    "montgolf", 135, (_OLD, _SMALL), ("#cf3f38", "#2f69b5", "#eeb72f", "#4a4850", "#3d8f58", "#8a4fa6"),
    _montgolf, partial(leaflet, "#f3ecda", _DARK), 4.2,
)  # fmt: skip
