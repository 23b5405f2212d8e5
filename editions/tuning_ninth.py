"""Five more editions to tune on, held out until they were reported on: figures and charts here, four more beside."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import cos, pi, sin

from editions.box import Card, Edition
from editions.ink import box, disc, line, path, polygon, shape, stroke, text, way
from editions.marks import UPRIGHT, sign
from editions.tuning_ninth_cabinet import VITRINA
from editions.tuning_ninth_ferns import FARN
from editions.tuning_ninth_letterpress import LETTRA
from editions.tuning_ninth_onyx import ONYX
from editions.workshop import DARK_ON_YELLOW, Point, asked, connectors, leaflet

_WHITE, _INK, _GREY, _PALE, _STEEL = "#ffffff", "#20262e", "#8b949e", "#e4e8ec", "#b9c4cf"
_SANS = "Varela Round"


def _kennzahl(card: Card) -> str:
    """Return a page of a report: the number beside a gauge, a chart under them; a radar on steel for AI cards."""
    drawn = _radar(card) if card.ai else _report(card)
    return drawn + _foot(card) + connectors(card, _triangle, 7, 4.4, _SANS, UPRIGHT, DARK_ON_YELLOW, _bold(0.45))


def _bold(wide: float) -> str:
    return f'stroke="{{}}" stroke-width="{wide}"'


def _triangle(shade: str) -> str:
    """Return a connector in from the edges, its corners rounded."""
    return path("M3.2 3.2H16L3.2 16z", shade, f'stroke="{shade}" stroke-width="1.6" stroke-linejoin="round"')


def _report(card: Card) -> str:
    number = str(card.face.number)
    drawn = box(0, 0, 63, 88, _WHITE) + _timeline(card.face.phase)
    drawn += text(16.6, 34, 19, number, _SANS, _INK, 0, _bold(0.7).format(_INK)) + text(
        28.4, 41.8, 3.4, "/5", _SANS, _GREY
    )
    drawn += _gauge(card, 45, 34) + line(6, 47.4, 57, 47.4, _PALE, 0.5)
    chart: Callable[[Card], str] = card.chance.choice((_columns, _curve, _dots, _bars))
    return drawn + chart(card)


def _timeline(phase: int) -> str:
    """Return two stops on a line, the card's phase the large one with its numeral."""
    drawn = line(26, 7.2, 37, 7.2, _GREY, 0.5)
    for at, numeral in ((1, "I"), (2, "II")):
        x = 15 + 11 * at
        if at == phase:
            drawn += disc(x, 7.2, 3, _INK) + text(x, 7.2, 2.8, numeral, _SANS, _WHITE, 0, _bold(0.25).format(_WHITE))
        else:
            drawn += disc(x, 7.2, 1.3, _WHITE, f'stroke="{_GREY}" stroke-width="0.5"')
    return drawn + text(31.5, 12.4, 1.6, "Phase", _SANS, _GREY)


def _gauge(card: Card, x: float, y: float) -> str:
    """Return a ring of which the card's colour covers as many fifths as its number, its sign within."""
    whole, share = 2 * pi * 9, card.face.number / 5
    drawn = disc(x, y, 9, "none", f'stroke="{_PALE}" stroke-width="5"')
    drawn += disc(
        x, y, 9, "none",
        f'stroke="{card.own}" stroke-width="5" stroke-dasharray="{whole * share:.2f} {whole:.2f}" '
        f'transform="rotate(-90 {x} {y})"',
    )  # fmt: skip
    return drawn + sign(card, x, y, 3.4, card.own)


def _axes(*marks: str) -> str:
    drawn = "".join(line(11, y, 57, y, _PALE, 0.35) for y in (51, 56, 61)) + line(11, 66, 57, 66, _GREY, 0.5)
    return drawn + "".join(text(8, 66 - 7.5 * at, 1.4, mark, _SANS, _GREY) for at, mark in enumerate(marks))


def _columns(card: Card) -> str:
    """Return columns, one of them in the card's colour."""
    many, chance = card.chance.randint(6, 10), card.chance
    marked, wide = chance.randrange(many), 44 / many
    return _axes("0", "25", "50") + "".join(
        box(12 + at * wide, 66 - high, wide * 0.68, high, card.own if at == marked else "#c3cad1")
        for at in range(many)
        for high in [chance.uniform(3, 15.5)]
    )


def _curve(card: Card) -> str:
    """Return a curve in the card's colour above a grey one, the ground under it tinted."""
    chance = card.chance

    def values(low: float, high: float) -> list[Point]:
        return [(11 + 46 * at / 8, 66 - chance.uniform(low, high)) for at in range(9)]

    top, other = values(5, 15.5), values(2, 9)
    area = shape([(11, 66), *top, (57, 66)], card.own, 'fill-opacity="0.25"')
    joined = 'stroke-linejoin="round"'
    return (
        _axes("0", "1k", "2k")
        + area
        + stroke(way(other), "#aab2ba", 0.6, joined)
        + stroke(way(top), card.own, 1.1, joined)
    )


def _dots(card: Card) -> str:
    """Return bubbles, some of them in the card's colour."""
    chance = card.chance
    return _axes("0", "5", "10") + "".join(
        disc(
            chance.uniform(14, 54), chance.uniform(52, 63), chance.uniform(0.7, 2.8),
            card.own if chance.random() < 0.45 else "#b4bcc4", 'fill-opacity="0.8"',
        )
        for _ in range(chance.randint(9, 18))
    )  # fmt: skip


def _bars(card: Card) -> str:
    """Return lying bars in two parts, the first in the card's colour."""
    drawn, chance = line(11, 50, 11, 67, _GREY, 0.5), card.chance
    for at in range(4):
        long, share = chance.uniform(20, 45), chance.uniform(0.2, 0.8)
        drawn += box(11.3, 50.8 + 4.1 * at, long, 3, "#c3cad1") + box(11.3, 50.8 + 4.1 * at, long * share, 3, card.own)
        drawn += text(8, 52.3 + 4.1 * at, 1.4, "ABCD"[at], _SANS, _GREY)
    return drawn


def _radar(card: Card) -> str:
    """Return a radar's web with an area in the card's colour, the number in its middle."""
    chance, x, y = card.chance, 31.5, 39
    drawn = box(0, 0, 63, 88, _STEEL)
    for radius in (8, 13.5, 19, 24.5):
        drawn += shape(polygon(x, y, radius, 7), "none", 'stroke="#8796a4" stroke-width="0.4"')
    spokes = polygon(x, y, 24.5, 7)
    drawn += "".join(line(x, y, *end, "#8796a4", 0.4) for end in spokes)
    reach = [chance.uniform(13, 24) for _ in spokes]
    ends = [(x + r * sin(2 * pi * k / 7), y - r * cos(2 * pi * k / 7)) for k, r in enumerate(reach)]
    edge = f'stroke="{_WHITE}" stroke-width="0.7" stroke-linejoin="round"'
    drawn += shape(ends, card.own, edge) + "".join(disc(*end, 1.1, _WHITE) for end in ends)
    drawn += disc(x, y, 9.6, _INK, f'stroke="{_WHITE}" stroke-width="0.7"')
    return drawn + text(x, y, 11, str(card.face.number), _SANS, _WHITE, 0, _bold(0.5).format(_WHITE))


def _foot(card: Card) -> str:
    """Return what is asked for as pills, the points behind an arrow, and the id as a figure's caption."""

    def pill(x: float, y: float, shade: str) -> str:
        return box(x - 1.5, y - 2, 3, 4, shade, 'rx="1.4"')

    drawn = asked(card, 21, 73.6, pill, 4.1) + stroke("M32.8 73.6h3M34.6 72.2l1.6 1.4l-1.6 1.4", _GREY, 0.5)
    drawn += text(41, 73.6, 2.6, f"+{card.chance.randint(1, 12)}", _SANS, _INK)
    return drawn + text(31.5, 81.4, 2.5, f"Abb. {card.id}", _SANS, _INK)


NINTH = (
    Edition(
        "kennzahl", 91, (_SANS,), ("#d43d3d", "#2478c7", "#f2b90f", "#3a3f47", "#2c9a5b", "#8450b5"),
        _kennzahl, partial(leaflet, _WHITE, _INK), 3.0,
    ),
    VITRINA, ONYX, FARN, LETTRA,
)  # fmt: skip
