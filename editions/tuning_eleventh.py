"""Five more editions to tune on, held out until they were reported on: wallpapers of the seventies here, four more beside."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import cos, hypot, pi, sin
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, mixed, path, polygon, shape, stroke, text
from editions.marks import TOWARDS
from editions.tuning_eleventh_binding import LEGATURA
from editions.tuning_eleventh_chalk import TAFEL
from editions.tuning_eleventh_lights import QUARTETT
from editions.tuning_eleventh_notes import VALUTA
from editions.workshop import asked, connectors, leaflet

_CREAM, _BROWN, _CHALK = "#f3e3c0", "#35241b", "#fbf6ea"
_FAT = "Righteous"
_SMALL = "Josefin Sans"
_SHEETS = ("Küche", "Diele", "Salon", "Bad", "Flur", "Studio")


def _flokati(card: Card) -> str:
    """Return a length of wallpaper in the card's colour, the number in lines that echo it, discs in the corners."""
    if card.ai:
        drawn = _bulge(card) + _button(card)
    else:
        tints = _tints(card.own)
        paper: Callable[[Random, list[str]], str] = card.chance.choice((_rings, _arches, _waves, _sets, _drops))
        drawn = box(0, 0, 63, 88, tints[0]) + paper(card.chance, tints) + _echo(card)
        drawn += "".join(_daisy(31.5 + (at - (card.face.phase - 1) / 2) * 11, 11, 4.6) for at in range(card.face.phase))
    ink = {"yellow": _BROWN, "": _CREAM}
    drawn += _foot(card) + _selvedge(card)
    return drawn + connectors(
        card, _quarter, 5.9, 5.4, _FAT, TOWARDS, ink, 'stroke="{}" stroke-width="0.25" stroke-linejoin="round"'
    )


def _tints(own: str) -> list[str]:
    """Return the shades of a roll: the card's own first, then towards cream, then towards brown."""
    return [own, mixed(own, _CREAM, 0.3), mixed(own, _CREAM, 0.58), mixed(own, "#120c09", 0.28)]


def _quarter(shade: str) -> str:
    """Return a connector: a quarter of a disc with a ring in it."""
    return (
        path("M0 0H17.6A17.6 17.6 0 0 1 0 17.6z", _CREAM)
        + path("M0 0H16.4A16.4 16.4 0 0 1 0 16.4z", shade)
        + stroke("M13.2 0A13.2 13.2 0 0 1 0 13.2", _CREAM, 0.8)
    )


def _target(x: float, y: float, radius: float, shades: list[str]) -> str:
    return "".join(disc(x, y, radius * (1 - at / len(shades)), shade) for at, shade in enumerate(shades))


def _rings(chance: Random, tints: list[str]) -> str:
    """Return rows of targets, no two neighbours alike."""
    pitch, drawn = chance.choice((15.75, 21.0)), ""
    for row in range(int(88 / pitch) + 2):
        for column in range(-1, int(63 / pitch) + 2):
            shades = chance.sample([*tints[1:], tints[0]], 4)
            drawn += _target((column + row % 2 / 2) * pitch, row * pitch, pitch * 0.49, shades)
    return drawn


def _arches(chance: Random, tints: list[str]) -> str:
    """Return rainbows one upon the other, like the scales of a fish."""
    wide, drawn = chance.choice((31.5, 21.0, 42.0)), ""
    order = chance.sample(tints, 4)
    for row in range(-1, int(88 / wide * 2) + 3):
        for column in range(-1, int(63 / wide) + 2):
            drawn += _target((column + row % 2 / 2) * wide, row * wide / 2, wide / 2, [*order, order[0], order[2]])
    return drawn


def _waves(chance: Random, tints: list[str]) -> str:
    """Return stripes that swing from side to side."""
    swing, long, wide, drawn = chance.uniform(4, 11), chance.uniform(26, 60), chance.uniform(4, 6.5), ""
    start = chance.uniform(0, 6)
    for at in range(-4, int(63 / wide) + 5):
        edge = [(at * wide + swing * sin(2 * pi * y / long + start), y) for y in range(-2, 92, 2)]
        drawn += shape([*edge, *((x + wide + 0.1, y) for x, y in reversed(edge))], tints[(at + 8) % 4])
    return drawn


def _sets(chance: Random, tints: list[str]) -> str:
    """Return television screens in screens."""
    pitch, drawn = chance.choice((21.0, 15.75)), ""
    for row in range(int(88 / pitch) + 1):
        for column in range(int(63 / pitch)):
            x, y, shades = column * pitch, row * pitch, chance.sample(tints, 4)
            for at, shade in enumerate(shades):
                gap, side = at * pitch * 0.11, pitch * (1 - at * 0.22)
                drawn += box(x + gap, y + gap, side, side, shade, f'rx="{side * 0.32 if at else 0:.2f}"')
    return drawn


def _drops(chance: Random, tints: list[str]) -> str:
    """Return drops that hang and stand by turns."""
    drawn, wide = "", chance.choice((15.75, 12.6))
    order = chance.sample(tints[1:], 3)
    for row in range(-1, 6):
        for column in range(int(63 / wide) + 1):
            x, y, head = (column + 0.5) * wide, row * 21 + 10.5 * (column % 2), 1 if column % 2 else -1
            for at, shade in enumerate(order):
                s = wide * (0.48 - 0.14 * at)
                way = f"M{x:.2f} {y - head * s * 2.1:.2f}Q{x + s * 1.1:.2f} {y - head * s * 0.4:.2f} {x + s:.2f} {y + head * s * 0.4:.2f}"
                way += f"A{s:.2f} {s:.2f} 0 0 {1 if head > 0 else 0} {x - s:.2f} {y + head * s * 0.4:.2f}Q{x - s * 1.1:.2f} {y - head * s * 0.4:.2f} {x:.2f} {y - head * s * 2.1:.2f}z"
                drawn += path(way, shade)
    return drawn


def _echo(card: Card) -> str:
    """Return the number, hollow, with lines about it that follow its outline."""
    layers = ((13.5, _BROWN), (12, _CREAM), (9, card.own), (6.2, _CREAM), (3.2, _BROWN))
    figure = partial(text, 31.5, 43.5, 23, str(card.face.number), _FAT)
    drawn = "".join(
        figure(shade, 0, f'stroke="{shade}" stroke-width="{wide}" stroke-linejoin="round"') for wide, shade in layers
    )
    return drawn + figure(_CHALK)


def _daisy(x: float, y: float, size: float) -> str:
    """Return a flower that stands for a phase."""
    petals = "".join(
        disc(px, py, size * 0.3, _CHALK, f'stroke="{_BROWN}" stroke-width="0.35"')
        for px, py in polygon(x, y, size * 0.66, 7)
    )
    return petals + disc(x, y, size * 0.36, "#e2852c", f'stroke="{_BROWN}" stroke-width="0.35"')


def _foot(card: Card) -> str:
    """Return a lozenge with what is asked for as beads, and the points in a disc at its end."""
    drawn = box(17, 71.4, 29, 8.2, _CREAM, f'rx="4.1" stroke="{_BROWN}" stroke-width="0.5"')
    worth = str(card.chance.randint(1, 12))
    drawn += asked(card, 22, 75.5, lambda x, y, shade: disc(x, y, 1.9, shade) + disc(x, y, 0.7, _CREAM), 4.6)
    return drawn + disc(41.4, 75.5, 3.2, _BROWN) + text(41.4, 75.5, 2.7, worth, _FAT, _CREAM)


def _selvedge(card: Card) -> str:
    """Return the id among the words at the paper's edge, read from below."""
    words = f"{card.chance.choice(_SHEETS)} 19{card.chance.randint(68, 79)} · Nr. {card.id} · 53 cm"
    edge = f'stroke="{_BROWN}" stroke-width="0.08"'
    return box(0, 23, 3.6, 42, _CREAM) + text(1.9, 44, 1.8, words, _SMALL, _BROWN, -90, edge)


def _bulge(card: Card) -> str:
    """Return a chequered cloth in black and white that swells in one or two places."""
    chance = card.chance
    swells = [(chance.uniform(16, 47), chance.uniform(20, 40), chance.uniform(17, 24))]
    if chance.random() < 0.5:
        swells.append((chance.uniform(10, 53), chance.uniform(60, 74), chance.uniform(10, 15)))
    pitch, lean = chance.choice((4.2, 5.25)), chance.choice((0, 0, pi / 4))

    around = [(0, 0), (0.5, 0), (1, 0), (1, 0.5), (1, 1), (0.5, 1), (0, 1), (0, 0.5)]

    def at(column: float, row: float) -> tuple[float, float]:
        u, v = (column - 14) * pitch, (row - 14) * pitch
        x, y = 31.5 + u * cos(lean) - v * sin(lean), 44 + u * sin(lean) + v * cos(lean)
        for sx, sy, radius in swells:
            far = hypot(x - sx, y - sy) / radius
            if far < 1:
                grown = far**0.55 / far if far > 0.01 else 1
                x, y = sx + (x - sx) * grown, sy + (y - sy) * grown
        return x, y

    squares = "".join(
        "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in (at(c + u, r + v) for u, v in around)) + "z"
        for r in range(28)
        for c in range(28)
        if (r + c) % 2
    )
    return box(0, 0, 63, 88, _CHALK) + path(squares, "#191411")


def _button(card: Card) -> str:
    """Return a push button in the card's colour with the number, on a plate of plastic."""
    ink = _BROWN if card.face.colour == "yellow" else _CHALK
    drawn = box(14.5, 27, 34, 34, _BROWN, 'rx="10"') + box(15.7, 28.2, 31.6, 31.6, _CHALK, 'rx="9"')
    drawn += disc(31.5, 44, 13.8, card.own) + disc(31.5, 44, 11.8, "none", f'stroke="{ink}" stroke-width="0.6"')
    return drawn + text(31.5, 44, 13, str(card.face.number), _FAT, ink, 0, f'stroke="{ink}" stroke-width="0.5"')


ELEVENTH = (
    Edition(
        "flokati", 111, (_FAT, _SMALL), ("#b83f2a", "#2c7391", "#dda52a", "#40302a", "#6f842c", "#84497f"),
        _flokati, partial(leaflet, _CREAM, _BROWN), 3.4,
    ),
    LEGATURA, QUARTETT, TAFEL, VALUTA,
)  # fmt: skip
