"""One of the eighth five editions to tune on: blueprints of wheels with hollow figures, robots on white paper for AI cards."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

from functools import partial
from math import atan2, cos, degrees, pi, sin

from editions.box import Card, Edition
from editions.ink import box, disc, line, mixed, path, shape, stroke, text, way
from editions.workshop import asked, leaflet

_BLUE, _CHALK, _SHEET, _PEN = "#17406e", "#eef5fb", "#f3f1e8", "#1b3f73"
_ROUND = 'stroke-linejoin="round" stroke-linecap="round"'
_PLOTTED = {
    "0": "M0 -.7Q.4 -.7 .4 0T0 .7Q-.4 .7 -.4 0T0 -.7z",
    "1": "M-.25 -.4L.05 -.7V.7",
    "2": "M-.38 -.36Q-.36 -.7 0 -.7T.38 -.34Q.38 -.1 0 .24L-.4 .7H.42",
    "3": "M-.36 -.7H.36L0 -.16Q.4 -.16 .4 .26T-.02 .7Q-.3 .7 -.4 .46",
    "4": "M.14 .7V-.7L-.42 .3H.44",
    "5": "M.34 -.7H-.3L-.36 -.06Q-.2 -.18 0 -.18Q.4 -.18 .4 .26T-.02 .7Q-.3 .7 -.4 .48",
    "6": "M.3 -.56Q.2 -.7 0 -.7Q-.4 -.7 -.4 .1Q-.4 .7 0 .7T.4 .26T0 -.16T-.4 .2",
    "7": "M-.4 -.7H.4L-.1 .7",
    "8": "M0 -.06Q-.34 -.06 -.34 -.38T0 -.7T.34 -.38T0 -.06Q-.4 -.06 -.4 .32T0 .7T.4 .32T0 -.06z",
    "9": "M-.3 .56Q-.2 .7 0 .7Q.4 .7 .4 -.1Q.4 -.7 0 -.7T-.4 -.26T0 .16T.4 -.2",
    "A": "M-.4 .7L0 -.7L.4 .7M-.26 .24H.26",
    "I": "M-.2 -.7H.2M0 -.7V.7M-.2 .7H.2",
    "-": "M-.25 .05H.25",
}
_PARTS = (
    "ANKER",
    "WELLE",
    "KURBEL",
    "SPINDEL",
    "GETRIEBE",
    "NOCKE",
    "SCHEIBE",
    "LAGER",
    "PENDEL",
    "HEBEL",
    "ROLLE",
    "FEDER",
)


def _plotted(x: float, y: float, tall: float, words: str, ink: str, wide: float, turn: float = 0) -> str:
    """Return words in the strokes of a plotter's pen, `wide` millimetres broad."""
    size = tall / 1.4
    drawn = "".join(
        f'<g transform="translate({1.16 * (at - (len(words) - 1) / 2):.2f} 0)">{stroke(_PLOTTED[sign], ink, wide / size, _ROUND)}</g>'
        for at, sign in enumerate(words)
    )
    return f'<g transform="translate({x:.2f} {y:.2f}) rotate({turn:g}) scale({size:.3f})">{drawn}</g>'


def _hollow(x: float, y: float, tall: float, number: int, ink: str, ground: str) -> str:
    return _plotted(x, y, tall, str(number), ink, 4.6) + _plotted(x, y, tall, str(number), ground, 3.2)


def _wheel(x: float, y: float, radius: float, teeth: int, ink: str, fill: str, spokes: int) -> str:
    """Return a toothed wheel with its pitch circle, spokes and axes."""
    rim = [
        (x + r * cos(a), y + r * sin(a))
        for k in range(teeth) for at, r in ((0, 0.88), (0.22, 1), (0.5, 1), (0.72, 0.88)) for r in [r * radius]
        for a in [2 * pi * (k + at) / teeth]
    ]  # fmt: skip
    pen = f'stroke="{ink}" stroke-width="0.45"'
    drawn = shape(rim, fill, pen) + disc(x, y, radius * 0.76, "none", f'stroke="{ink}" stroke-width="0.25"')
    for k in range(spokes):
        a = 2 * pi * (k + 0.5) / spokes
        drawn += disc(
            x + 0.5 * radius * cos(a),
            y + 0.5 * radius * sin(a),
            radius * min(0.2, 1 / spokes),
            _BLUE if ink == _CHALK else _SHEET,
            pen,
        )
    drawn += disc(x, y, radius * 0.16, "none", pen)
    axis = 'stroke-dasharray="2.4 0.7 0.5 0.7"'
    return (
        drawn
        + line(x - radius * 1.2, y, x + radius * 1.2, y, ink, 0.22, axis)
        + line(x, y - radius * 1.2, x, y + radius * 1.2, ink, 0.22, axis)
    )


def _measure(x: float, y: float, to_x: float, to_y: float, ink: str, words: str) -> str:
    """Return a dimension line with arrows and its figures above it."""
    turn = degrees(atan2(to_y - y, to_x - x))
    far = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    arrows = path(f"M0 0l1.6 -0.4v0.8zM{far:.1f} 0l-1.6 -0.4v0.8z", ink) + stroke(
        f"M0 0H{far:.1f}M0 -1.4V1M{far:.1f} -1.4V1", ink, 0.22
    )
    return f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})">{arrows}{_plotted(far / 2, -1.6, 1.6, words, ink, 0.22)}</g>'


def _epure(card: Card) -> str:
    ink, ground = (_PEN, _SHEET) if card.ai else (_CHALK, _BLUE)
    faint = mixed(ground, ink, 0.14)
    drawn = box(0, 0, 63, 88, ground) + "".join(
        line(3.5 * k, 0, 3.5 * k, 88, faint, 0.16 if k % 4 else 0.36) for k in range(19)
    )
    drawn += "".join(line(0, 3.5 * k, 63, 3.5 * k, faint, 0.16 if k % 4 else 0.36) for k in range(26))
    drawn += box(2, 2, 59, 84, "none", f'stroke="{ink}" stroke-width="0.5"') + _spine(card, ink)
    drawn += _robot(card, ink) if card.ai else _works(card, ink, ground)
    drawn += _hollow(46 if not card.ai else 17, 58, 16.5, card.face.number, ink, ground) + _block(card, ink, ground)
    return drawn + _corners(card, ink)


def _spine(card: Card, ink: str) -> str:
    """Return a stripe in the card's colour down one side, on it the phase as a Roman numeral."""
    x = 50 if card.ai else 2
    drawn = box(x, 2, 11, 84, card.own, f'stroke="{ink}" stroke-width="0.5"')
    numeral = _PEN if card.face.colour == "yellow" else _CHALK
    for at in range(card.face.phase):
        middle = 7.5 + (at - (card.face.phase - 1) / 2) * 3.6
        drawn += stroke(
            f"M{middle - 1.5:.2f} 26H{middle + 1.5:.2f}M{middle:.2f} 26V33.4M{middle - 1.5:.2f} 33.4H{middle + 1.5:.2f}",
            numeral,
            1,
        )
    return drawn


def _works(card: Card, ink: str, ground: str) -> str:
    """Return wheels that turn each other, one of them in the card's colour, a rod, and their measures."""
    chance = card.chance
    x, y, radius = chance.uniform(28, 34), chance.uniform(26, 32), chance.uniform(9.5, 13)
    angle, other = chance.uniform(-0.9, 0.5), chance.uniform(4.5, 7.5)
    far = radius + other * 0.94
    sx, sy = min(x + far * cos(angle), 54), y + far * sin(angle)
    drawn = _wheel(sx, sy, other, chance.randint(9, 16), ink, ground, chance.choice((0, 3, 4)))
    drawn += _wheel(x, y, radius, chance.randint(14, 30), ink, card.own, chance.randint(3, 8))
    end = (chance.uniform(18, 34), chance.uniform(48, 58))
    rod = way([(x - 1.4, y), (end[0] - 1.4, end[1]), (end[0] + 1.4, end[1]), (x + 1.4, y)]) + "z"
    drawn += path(rod, ground, f'stroke="{ink}" stroke-width="0.4"') + disc(
        *end, 2.6, ground, f'stroke="{ink}" stroke-width="0.45"'
    )
    drawn += disc(*end, 1, "none", f'stroke="{ink}" stroke-width="0.3"') + disc(
        x, y, 1.2, ground, f'stroke="{ink}" stroke-width="0.4"'
    )
    low = chance.uniform(62, 65)
    drawn += box(17, low, chance.uniform(10, 17), 3, "none", f'stroke="{ink}" stroke-width="0.35"') + "".join(
        line(17 + k * 1.6, low + 3, 18.4 + k * 1.6, low, ink, 0.2) for k in range(6)
    )
    top = y - radius - 3
    return drawn + _measure(x - radius, top, x + radius, top, ink, str(chance.randint(20, 99)))


def _robot(card: Card, ink: str) -> str:
    """Return the front of a robot with its axes and measures, its chest plate in the card's colour."""
    chance = card.chance
    pen = f'stroke="{ink}" stroke-width="0.5"'
    wide, tall, x = chance.uniform(7, 10.5), chance.uniform(6.4, 8.4), 26.5
    drawn = box(x - wide, 22 - tall, 2 * wide, 2 * tall, _SHEET, f'rx="{chance.uniform(0.4, 5):.1f}" {pen}')
    for side in (-1, 1):
        drawn += disc(x + side * wide * 0.48, 20, chance.uniform(1.6, 2.6), "none", pen) + disc(
            x + side * wide * 0.48, 20, 0.7, ink
        )
        drawn += box(x + side * (wide + 1.4) - 1.2, 19, 2.4, 6, _SHEET, pen)
    drawn += stroke(f"M{x} {22 - tall:.1f}V{11}", ink, 0.5) + disc(x, 10, chance.uniform(0.9, 1.7), "none", pen)
    drawn += "".join(line(x - 4 + 2 * k, 25, x - 4 + 2 * k, 27, ink, 0.4) for k in range(5)) + box(
        x - 5, 25, 10, 2, "none", pen
    )
    drawn += box(x - 11, 33, 22, 14.4, card.own, pen) + _wheel(
        x + chance.uniform(-5, 5), 40.2, 4.8, chance.randint(8, 15), ink, _SHEET, 0
    )
    drawn += line(x, 6, x, 49, ink, 0.2, 'stroke-dasharray="2.4 0.7 0.5 0.7"')
    return drawn + _measure(x - 11, 31.8, x + 11, 31.8, ink, str(chance.randint(20, 99)))


def _block(card: Card, ink: str, ground: str) -> str:
    """Return the block of titles: the part's name, the id, what is asked for, the points and the scale."""
    chance = card.chance
    x, pen = (13.6 if card.ai else 15.4), f'stroke="{ink}" stroke-width="0.35"'
    drawn = (
        box(x, 69, 34, 15.4, ground, pen) + line(x, 74.2, x + 34, 74.2, ink, 0.3) + line(x, 79, x + 34, 79, ink, 0.3)
    )
    drawn += text(x + 9.6, 71.6, 1.8, "AUTOMAT" if card.ai else chance.choice(_PARTS), "Space Grotesk", ink)
    drawn += line(x + 19.4, 69, x + 19.4, 74.2, ink, 0.3) + _plotted(x + 26.6, 71.6, 2.9, card.id, ink, 0.42)

    def sample(at: float, low: float, shade: str) -> str:
        return box(at - 1.7, low - 1.6, 3.4, 3.2, shade, f'stroke="{ink}" stroke-width="0.3"')

    drawn += asked(card, x + 3.2, 76.6, sample, 4.6) + disc(x + 27, 76.6, 1.9, "none", pen)
    drawn += _plotted(x + 27, 76.6, 2, str(chance.randint(1, 12)), ink, 0.26)
    return drawn + text(
        x + 17, 81.6, 1.3, f"M 1:{chance.choice((2, 5, 10, 20))}   1938-{chance.randint(10, 12)}", "Space Grotesk", ink
    )


def _corners(card: Card, ink: str) -> str:
    """Return small triangles whose long side is dashed, their figures standing on their head."""
    drawn = ""
    for at, (colour, number) in enumerate(card.face.connectors):
        x, right = (63, -1) if at in (1, 2) else (0, 1)
        y, down = (88, -1) if at in (2, 3) else (0, 1)
        points = [(x, y), (x + 12 * right, y), (x, y + 12 * down)]
        drawn += shape(points, _SHEET if card.ai else _BLUE) + shape(
            [(x, y), (x + 10.8 * right, y), (x, y + 10.8 * down)], card.shade[colour]
        )
        drawn += line(x + 11.4 * right, y, x, y + 11.4 * down, ink, 0.5, 'stroke-dasharray="1.6 0.7"')
        digit = _PEN if colour == "yellow" else "#ffffff"
        drawn += _plotted(x + 3.5 * right, y + 3.7 * down, 4.4, str(number), digit, 0.85, 180)
    return drawn


EPURE = Edition(
    "epure", 85, ("Space Grotesk",), ("#d63a34", "#3f9be8", "#f2c230", "#15171b", "#2fa05c", "#9a55c4"),
    _epure, partial(leaflet, _BLUE, _CHALK), 2.2,
)  # fmt: skip
