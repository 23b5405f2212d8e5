"""One of the twelfth five: a station's board of flaps that turn, a sheet of times behind glass for AI cards."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

from functools import partial
from math import cos, pi, sin
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, faded, line, mixed, path, shape, stroke, text
from editions.marks import UPRIGHT
from editions.workshop import asked, connectors, leaflet

_FLAP, _ROW = "Bebas Neue", "Share Tech"
_CASE, _LETTER = "#101113", "#f4efdc"
_DARK = "#191400"
_INK = {"yellow": _DARK, "": "#ffffff"}
_TOWNS = [
    "LISBOA",
    "OSLO",
    "TORINO",
    "GENT",
    "PRAHA",
    "SPLIT",
    "MALMÖ",
    "NANTES",
    "BRNO",
    "PORTO",
    "GRAZ",
    "TALLINN",
    "BERN",
    "KRAKÓW",
]
_SIDE = 9.4  # of a corner's flap


def _partenze(card: Card) -> str:
    """Return a board or a sheet, flaps in the corners."""
    sheen = faded("sheen", (0, "#2c2f34"), (0.495, "#202226"), (0.505, "#292c30"), (1, "#1d1f22"))
    drawn = f"<defs>{sheen}</defs>" + (_sheet(card) if card.ai else _board(card))
    heavy = 'stroke="{}" stroke-width="0.12"'
    return drawn + connectors(card, _corner, 1.5 + _SIDE / 2, 6, _FLAP, UPRIGHT, _INK, heavy)


def _corner(shade: str) -> str:
    """Return a connector: a square flap with its hinges."""
    drawn = box(1.1, 1.1, _SIDE + 0.8, _SIDE + 0.8, "#050506", 'rx="1.3"') + box(
        1.5, 1.5, _SIDE, _SIDE, shade, 'rx="1"'
    )
    return drawn + _hinge(1.5, 1.5, _SIDE, _SIDE, mixed(shade, "#000000", 0.5))


def _hinge(x: float, y: float, wide: float, tall: float, ink: str) -> str:
    """Return the slit where a flap folds, a pin at either end."""
    middle = y + tall / 2
    drawn = line(x, middle, x + wide, middle, ink, 0.22)
    return drawn + "".join(box(at, middle - 0.55, 0.4, 1.1, ink) for at in (x, x + wide - 0.4))


def _flaps(x: float, y: float, words: str, wide: float, tall: float, ink: str = _LETTER) -> str:
    """Return a row of flaps with a letter on each."""
    drawn = ""
    for at, letter in enumerate(words):
        left = x + at * (wide + 0.5)
        drawn += box(left, y, wide, tall, "url(#sheen)", 'rx="0.5"')
        if letter != " ":
            # An umlaut or an accent would lift the letter out of the row, were its ink centred as it is.
            up = tall * 0.08 if letter in "ÖÓ" else 0
            drawn += text(left + wide / 2, y + tall / 2 - up, tall * 0.6, letter, _FLAP, ink)
        drawn += _hinge(left, y, wide, tall, "#0a0b0c")
    return drawn


def _board(card: Card) -> str:
    """Return the board: town and time on small flaps, a flap of colour with a train, the number on the largest."""
    chance = card.chance
    case = faded("case", (0, "#2b2d31"), (0.04, _CASE), (0.96, _CASE), (1, "#050506"))
    ribs = "".join(line(0, 0.9 * k, 63, 0.9 * k, "#ffffff", 0.1, 'opacity="0.05"') for k in range(98))
    drawn = f"<defs>{case}</defs>" + box(0, 0, 63, 88, "url(#case)") + ribs + _header(chance)
    town = chance.choice(_TOWNS).ljust(8)
    drawn += _flaps(5.1, 15.4, town, 6.2, 9)
    drawn += _picture(card) + _figure(card) + _class(card.face.phase)
    return drawn + _journey(card)


def _header(chance: Random) -> str:
    """Return the lit clock between the upper corners."""
    drawn = box(14, 2.6, 35, 7.2, "#000000", 'rx="1"')
    drawn += text(22.6, 6.2, 2.3, "PARTENZE", _ROW, "#e9b949")
    hour = f"{chance.randint(5, 23):02d}:{chance.randint(0, 59):02d}"
    return drawn + text(41.4, 6.2, 3.2, hour, _ROW, "#e9b949") + line(32.4, 4, 32.4, 8.4, "#5a4a22", 0.25)


def _picture(card: Card) -> str:
    """Return a large flap in the card's colour with one of four trains in front view or from the side."""
    own, ink = card.own, _INK.get(card.face.colour, "#ffffff")
    drawn = box(5.1, 27.6, 24.5, 29.4, "#000000", 'rx="1.4"') + box(5.5, 28, 23.7, 28.6, own, 'rx="1.1"')
    drawn += _train(card.chance, 17.35, 41.6, ink, own)
    return drawn + _hinge(5.5, 28, 23.7, 28.6, mixed(own, "#000000", 0.45))


def _train(chance: Random, x: float, y: float, ink: str, ground: str) -> str:
    """Return the front of a train: a tram, a slow train, a fast one, a steam engine."""
    kind = chance.randrange(4)
    rails = stroke(
        f"M{x - 4} {y + 7.2}l-3.4 5.2M{x + 4} {y + 7.2}l3.4 5.2M{x - 5.4} {y + 9}h10.8M{x - 6.6} {y + 11}h13.2",
        ink,
        0.9,
    )
    if kind == 0:
        body = box(x - 6, y - 8, 12, 15, ink, 'rx="2"') + stroke(f"M{x - 3} {y - 11}h6l-3 3z", ink, 0.8)
        return body + box(x - 4.4, y - 5.4, 8.8, 5.4, ground, 'rx="0.8"') + disc(x, y + 3.4, 1.3, ground) + rails
    if kind == 1:
        body = box(x - 7, y - 10, 14, 17, ink, 'rx="3.4"') + box(x - 5.2, y - 6, 4.7, 6, ground, 'rx="0.6"')
        lamps = "".join(disc(x + side * 4.2, y + 3.6, 1.2, ground) for side in (-1, 1))
        return body + box(x + 0.5, y - 6, 4.7, 6, ground, 'rx="0.6"') + lamps + rails
    if kind == 2:
        body = path(
            f"M{x} {y - 12}C{x + 7} {y - 11} {x + 7.4} {y - 1} {x + 6.6} {y + 7}H{x - 6.6}C{x - 7.4} {y - 1} {x - 7} {y - 11} {x} {y - 12}z",
            ink,
        )
        glass = path(
            f"M{x} {y - 9}C{x + 3.6} {y - 8.4} {x + 4.6} {y - 4} {x + 4.6} {y - 1.4}H{x - 4.6}C{x - 4.6} {y - 4} {x - 3.6} {y - 8.4} {x} {y - 9}z",
            ground,
        )
        return body + glass + stroke(f"M{x - 5} {y + 3.6}l3 1M{x + 5} {y + 3.6}l-3 1", ground, 0.9) + rails
    boiler = (
        disc(x, y - 1, 7, ink)
        + disc(x, y - 1, 4.4, "none", f'stroke="{ground}" stroke-width="0.7"')
        + disc(x, y - 1, 1, ground)
    )
    funnel = shape([(x - 1.6, y - 7), (x - 2.4, y - 12), (x + 2.4, y - 12), (x + 1.6, y - 7)], ink)
    return (
        boiler + funnel + shape([(x - 7, y + 4.4), (x + 7, y + 4.4), (x + 5, y + 7.6), (x - 5, y + 7.6)], ink) + rails
    )


def _figure(card: Card) -> str:
    """Return the largest flap, the number on it."""
    drawn = box(32.9, 27.6, 24.9, 29.4, "#000000", 'rx="1.4"') + box(33.3, 28, 24.1, 28.6, "url(#sheen)", 'rx="1.1"')
    drawn += text(45.35, 42.3, 21, str(card.face.number), _FLAP, _LETTER, 0, f'stroke="{_LETTER}" stroke-width="0.5"')
    return drawn + _hinge(33.3, 28, 24.1, 28.6, "#08090a")


def _class(phase: int) -> str:
    """Return the phase as the class of the carriages, lit in amber: strokes between two rules, as in Roman figures."""
    drawn = box(21.5, 59.4, 20, 6.8, "#000000", 'rx="0.8"') + text(28.4, 62.8, 2.3, "CLASSE", _ROW, "#e9b949")
    start = 37 - (phase - 1) * 0.95
    drawn += "".join(box(start + 1.9 * at - 0.5, 60.9, 1, 3.8, "#ffcf5c") for at in range(phase))
    half = 0.5 + 0.95 * phase
    return drawn + "".join(box(37 - half, y, 2 * half, 0.55, "#ffcf5c") for y in (60.6, 64.45))


def _journey(card: Card) -> str:
    """Return the lowest rows: carriages in the colours asked for and points on a flap; train and id, a delay."""
    chance = card.chance

    def carriage(x: float, y: float, shade: str) -> str:
        wheels = disc(x - 1.3, y + 1.9, 0.6, "#c9c6ba") + disc(x + 1.3, y + 1.9, 0.6, "#c9c6ba")
        windows = box(x - 1.6, y - 0.8, 1.2, 1, "#ffffff", 'opacity="0.8"') + box(
            x + 0.4, y - 0.8, 1.2, 1, "#ffffff", 'opacity="0.8"'
        )
        return (
            box(x - 2.2, y - 1.7, 4.4, 3.4, shade, 'rx="0.6" stroke="#c9c6ba" stroke-width="0.25"') + windows + wheels
        )

    drawn = asked(card, 9.6, 70.6, carriage, 5)
    drawn += _flaps(45.6, 67.6, f"+{chance.randint(1, 12)}".ljust(3)[:3], 4, 6)
    words = f"TRENO {card.id}"
    drawn += text(31.5, 79.2, 2.7, words, _ROW, _LETTER, 0, f'stroke="{_LETTER}" stroke-width="0.08"')
    late = chance.choice(("IN ORARIO", "RITARDO 5'", "RITARDO 15'", "BIN. 12", "BIN. 7", "VIA 20"))
    return drawn + text(31.5, 83.6, 1.8, late, _ROW, "#9a9689")


def _sheet(card: Card) -> str:
    """Return a sheet of departures behind glass: a clock, columns of times, the platform's sign in the card's colour."""
    chance, own = card.chance, card.own
    drawn = box(0, 0, 63, 88, "#cfd4d8") + box(
        2.6, 2.6, 57.8, 82.8, "#fbfaf4", 'rx="1.4" stroke="#9aa3ab" stroke-width="0.5"'
    )
    drawn += _hours(chance) + _dial(chance, 31.5, 17.4, 10.6)
    ink = _INK.get(card.face.colour, "#ffffff")
    drawn += box(18, 31.8, 28, 31, "#00000030", 'rx="1.6"') + box(17.5, 31, 28, 31, own, 'rx="1.6"')
    drawn += box(18.7, 32.2, 25.6, 28.6, "none", f'rx="1" stroke="{ink}" stroke-width="0.6"')
    drawn += text(31.5, 46.5, 20, str(card.face.number), _FLAP, ink, 0, f'stroke="{ink}" stroke-width="0.5"')
    spot = asked(card, 19, 70.4, lambda x, y, shade: disc(x, y, 2, shade) + disc(x, y, 0.7, "#fbfaf4"), 5)
    drawn += spot + text(42.4, 70.4, 3.4, f"{chance.randint(1, 12)} P", _ROW, "#26282c")
    name = text(31.5, 79.6, 2.8, f"AUTOMAT {card.id}", _ROW, "#26282c", 0, 'stroke="#26282c" stroke-width="0.1"')
    glare = shape([(40, 2.6), (52, 2.6), (12, 85.4), (0, 85.4)], "#ffffff", 'opacity="0.18"')
    return drawn + name + text(31.5, 83, 1.5, f"valido dal {chance.randint(1, 28)}.6.1974", _ROW, "#7d8288") + glare


def _hours(chance: Random) -> str:
    """Return the columns of times at either side, the full hours in bold."""
    drawn = ""
    for x in (9.6, 53.4):
        hour = chance.randint(4, 8)
        for row in range(12):
            y = 16 + row * 4.2
            drawn += text(
                x - 3.1, y, 2, f"{hour + row:02d}", _ROW, "#26282c", 0, 'stroke="#26282c" stroke-width="0.14"'
            )
            drawn += text(x + 1, y, 1.5, f"{chance.randint(0, 29):02d}", _ROW, "#6d747b") + text(
                x + 4, y, 1.5, f"{chance.randint(30, 59)}", _ROW, "#6d747b"
            )
            drawn += line(x - 4.8, y + 2.1, x + 5.2, y + 2.1, "#d5d6d0", 0.15)
    return drawn


def _dial(chance: Random, x: float, y: float, radius: float) -> str:
    """Return a station's clock with a robot's eyes above its hands."""
    drawn = (
        disc(x + 0.4, y + 0.6, radius, "#00000040")
        + disc(x, y, radius, "#26282c")
        + disc(x, y, radius * 0.9, "#ffffff")
    )
    for k in range(12):
        turn, deep = k * pi / 6, 0.62 if k % 3 == 0 else 0.72
        drawn += line(
            x + radius * deep * sin(turn),
            y - radius * deep * cos(turn),
            x + radius * 0.84 * sin(turn),
            y - radius * 0.84 * cos(turn),
            "#26282c",
            0.9,
        )
    eyes = "".join(
        disc(x + side * 3, y - 1.6, 1.7, "#26282c") + disc(x + side * 3, y - 1.6, 0.7, "#ffffff") for side in (-1, 1)
    )
    hands = ((chance.uniform(0.3, 0.7), 0.5, 1.3), (chance.uniform(-0.7, -0.3), 0.72, 0.9))
    for turn, long, wide in hands:
        drawn += line(
            x, y, x + radius * long * sin(turn * pi * 2), y - radius * long * cos(turn * pi * 2), "#26282c", wide
        )
    return drawn + eyes + disc(x, y, 0.9, "#c8102e")


PARTENZE = Edition(
    "partenze", 123, (_FLAP, _ROW), ("#d02a35", "#1f70cf", "#f1c21b", "#4b4f59", "#159a5d", "#9247c2"),
    _partenze, partial(leaflet, "#15171a", "#e9b949"), 2.2,
)  # fmt: skip
