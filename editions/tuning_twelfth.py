"""Five more editions to tune on, held out until they were reported on: sheets of cut paper here, four more beside."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

from functools import partial
from math import cos, pi, sin
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, line, mixed, path, shape, star, stroke, text
from editions.scenery import grain
from editions.tuning_twelfth_denim import DENIM
from editions.tuning_twelfth_partenze import PARTENZE
from editions.tuning_twelfth_semis import SEMIS
from editions.tuning_twelfth_tessera import TESSERA
from editions.workshop import Point, asked, connectors, leaflet

_PAPER, _NIGHT, _DARK = "#fffaf0", "#1b1c22", "#2a1f0c"
_FIGURE, _SMALL = "Fraunces", "Varela Round"
_LAYERS = 7
_X, _Y = 31.5, 45.0  # where the well is deepest
_INWARDS = (135, -135, -45, 45)
_INK = {"yellow": _DARK, "": _PAPER}


def _lagen(card: Card) -> str:
    """Return sheets of paper with a hole in each, a figure at the bottom of the well, fans of paper in the corners."""
    shadow = (
        '<filter id="shadow" x="-0.2" y="-0.2" width="1.4" height="1.4"><feGaussianBlur stdDeviation="0.8"/></filter>'
    )
    fibre = grain("fibre", "0.55", 0.9, card.chance.randrange(999))
    drawn = f"<defs>{shadow}{fibre}</defs>" + (_head(card) if card.ai else _well(card))
    drawn += box(0, 0, 63, 88, "#000", 'filter="url(#fibre)" opacity="0.10"') + _strip(card)
    heavy = 'stroke="{}" stroke-width="0.3"'
    return drawn + connectors(card, _fan, 6.2, 6.2, _FIGURE, _INWARDS, _INK, heavy)


def _fan(shade: str) -> str:
    """Return a connector: three quarters of discs, one on the other, the largest white."""
    quarters = ((16.6, _PAPER), (15.2, mixed(shade, "#ffffff", 0.4)), (13.6, shade))
    shadow = path("M-2 -2H17A17 17 0 0 1 -2 17z", "#000000", 'opacity="0.45" filter="url(#shadow)"')
    return shadow + "".join(path(f"M-1 -1H{r}A{r} {r} 0 0 1 -1 {r}z", fill) for r, fill in quarters)


def _rim(chance: Random) -> list[tuple[float, float, float]]:
    """Return waves of which an edge is made: how many go round, how high, where they begin."""
    kind = chance.randrange(4)
    if kind == 0:  # a cave
        return [(waves, chance.uniform(0.03, 0.12), chance.uniform(0, 6.3)) for waves in (2, 3, 5)]
    if kind == 1:  # a flower
        return [(chance.choice((5, 6, 7, 8)), 0.13, chance.uniform(0, 6.3)), (1, 0.04, chance.uniform(0, 6.3))]
    if kind == 2:  # a pond
        return [(2, 0.12, chance.uniform(0, 6.3)), (3, 0.06, chance.uniform(0, 6.3))]
    return [(chance.choice((11, 13, 16)), 0.07, chance.uniform(0, 6.3)), (2, 0.06, chance.uniform(0, 6.3))]


def _hole(waves: list[tuple[float, float, float]], size: float, twist: float) -> list[Point]:
    """Return the edge of a hole, somewhat taller than wide."""
    points = []
    for k in range(144):
        a = 2 * pi * k / 144
        r = size * (1 + sum(high * sin(many * a + start + twist) for many, high, start in waves))
        points.append((_X + r * cos(a), _Y + 1.12 * r * sin(a)))
    return points


def _sheet(edge: list[Point], fill: str) -> str:
    """Return a sheet with a hole that throws its shadow into the well, and a lit cut edge."""
    hole = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in edge) + "z"
    around = "M-9 -9H72V97H-9z" + hole
    drawn = path(
        around, "#000000", 'fill-rule="evenodd" opacity="0.5" filter="url(#shadow)" transform="translate(0.7 1.3)"'
    )
    drawn += path(around, fill, 'fill-rule="evenodd"')
    return drawn + stroke(hole, mixed(fill, "#ffffff", 0.4), 0.25)


def _well(card: Card) -> str:
    """Return sheets in shades of the card's colour, from pale above to deep below or the other way about."""
    chance, own = card.chance, card.own
    sinking = chance.random() < 0.6
    # Yellow darkened with black would be olive, and brown if as deep as the others.
    dark, share = ("#7a3600", 0.32) if card.face.colour == "yellow" else ("#08080c", 0.42)
    pale, deep = mixed(own, "#ffffff", 0.3), mixed(own, dark, share)
    shades = [mixed(pale, deep, at / (_LAYERS - 1)) for at in range(_LAYERS)]
    top_down = shades if sinking else shades[::-1]
    waves, twist = _rim(chance), chance.uniform(-0.35, 0.35)
    drawn = box(0, 0, 63, 88, top_down[-1])
    for at in range(_LAYERS - 1, 0, -1):
        drawn += _sheet(_hole(waves, 34 - 3.1 * at, twist * at), top_down[at - 1])
    return drawn + _figure(card, _Y, 20, _INK.get(card.face.colour, _PAPER)) + _moons(card.face.phase)


def _figure(card: Card, y: float, tall: float, ink: str) -> str:
    """Return the number, cut from white or dark paper, with its shadow."""
    figure = partial(text, height=tall, words=str(card.face.number), family=_FIGURE)
    around = 'stroke="{0}" stroke-width="1.1" stroke-linejoin="round"'
    drawn = figure(
        x=_X + 0.7, y=y + 1.1, fill="#000000", more='opacity="0.55" filter="url(#shadow)" ' + around.format("#000000")
    )
    return drawn + figure(x=_X, y=y, fill=ink, more=around.format(ink))


def _moons(phase: int) -> str:
    """Return a moon on a thread for the first phase, a moon and another for the second."""
    drawn = ""
    for at in range(phase):
        x, y = _X + (at - (phase - 1) / 2) * 10, 12.4 + 2.2 * at
        drawn += line(x, -1, x, y, _PAPER, 0.25)
        crescent = f"M{x + 1.2:.2f} {y - 3.9:.2f}A4 4 0 1 0 {x + 3.9:.2f} {y + 1.4:.2f}A3.4 3.4 0 0 1 {x + 1.2:.2f} {y - 3.9:.2f}z"
        drawn += path(crescent, "#000000", 'opacity="0.5" filter="url(#shadow)" transform="translate(0.5 0.8)"')
        drawn += path(crescent, _PAPER)
    return drawn


def _strip(card: Card) -> str:
    """Return a strip of white paper with kites for what is asked for and the points in a hole; the small print."""

    def kite(x: float, y: float, shade: str) -> str:
        tail = stroke(f"M{x:.2f} {y + 1.9:.2f}q1 0.6 0.2 1.3", shade, 0.3)
        return tail + shape([(x, y - 2.2), (x + 1.6, y - 0.4), (x, y + 2), (x - 1.6, y - 0.4)], shade)

    way = "M19.4 75.6L20.4 73.4L19.4 71.4H43.6L42.6 73.6L43.6 75.6V78.4H19.4z"
    drawn = path(way, "#000000", 'opacity="0.45" filter="url(#shadow)" transform="translate(0.4 0.8)"') + path(
        way, _PAPER
    )
    drawn += asked(card, 23.4, 74.6, kite, 4.2) + disc(38.6, 74.9, 2.8, "#3a352c")
    drawn += text(
        38.6, 74.9, 2.4, str(card.chance.randint(1, 12)), _SMALL, _PAPER, 0, f'stroke="{_PAPER}" stroke-width="0.1"'
    )
    drawn += box(19.3, 80.6, 24.4, 4, _PAPER, 'rx="2"')
    words = f"© 20{card.chance.randint(17, 26)} Lagen · {card.id}"
    return drawn + text(31.5, 82.6, 1.65, words, _SMALL, _DARK, 0, f'stroke="{_DARK}" stroke-width="0.1"')


def _head(card: Card) -> str:
    """Return white sheets over dark ones, a machine's head cut through them, its disc in the card's colour."""
    chance, own = card.chance, card.own
    waves = [(chance.choice((2.0, 3.0, 4.0)), 0.05, chance.uniform(0, 6.3))]
    drawn = box(0, 0, 63, 88, mixed(own, "#ffffff", 0.1))
    for at in range(5):
        drawn += _sheet(_hole(waves, 22 + 2.4 * at, 0.2 * at), mixed(_NIGHT, _PAPER, at / 4))
    drawn += _cogs(chance)
    skull = f"M17 56V{chance.uniform(32, 36):.1f}Q17 24 31.5 24Q46 24 46 34V56Q46 {chance.uniform(62, 67):.1f} 38 66H25Q17 66 17 56z"
    ears = "".join(box(x, 40, 4.4, 12, _NIGHT, 'rx="1.2"') for x in (12.4, 46.2))
    drawn += (
        path(skull, "#000000", 'opacity="0.5" filter="url(#shadow)" transform="translate(0.7 1.2)"')
        + ears
        + path(skull, _NIGHT)
    )
    drawn += stroke("M31.5 24V17", _NIGHT, 1.4) + disc(31.5, 16, 2.2, own, f'stroke="{_NIGHT}" stroke-width="1"')
    eye, shape_of = chance.uniform(2, 3.2), chance.randrange(2)
    for x in (24.4, 38.6):
        drawn += disc(x, 32.6, eye, _PAPER) if shape_of else box(x - eye, 30.8, 2 * eye, 3.6, _PAPER, 'rx="0.6"')
        drawn += disc(x + chance.uniform(-0.6, 0.6), 32.6, 1.1, _NIGHT)
    drawn += box(18.6, 38.4, 25.8, 24, _PAPER, 'rx="3"') + box(19.6, 39.4, 23.8, 22, own, 'rx="2.2"')
    return drawn + _figure(card, 50.4, 15, _INK.get(card.face.colour, _PAPER))


def _cogs(chance: Random) -> str:
    """Return wheels of paper behind the head."""
    drawn = ""
    for x, y in ((9, 27), (54, 29), (8, 62), (55, 60)):
        size = chance.uniform(4.6, 7)
        drawn += shape(star(x + 0.5, y + 0.9, size, 9, 0.8), "#000000", 'opacity="0.4" filter="url(#shadow)"')
        drawn += shape(star(x, y, size, 9, 0.8, chance.uniform(0, 40)), "#c9c4b8") + disc(x, y, size * 0.34, "#6f6b64")
    return drawn


TWELFTH = (
    Edition(
        "lagen", 121, (_FIGURE, _SMALL), ("#d64545", "#3d86c6", "#edb83a", "#5a5a66", "#4ea36c", "#9a68bd"),
        _lagen, partial(leaflet, "#fbf4e6", "#3a352c"), 4.0,
    ),
    DENIM, PARTENZE, SEMIS, TESSERA,
)  # fmt: skip
