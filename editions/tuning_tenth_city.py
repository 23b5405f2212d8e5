"""One of the tenth five: a town seen from above that fills the card, a crowd of robots for AI cards."""

# ruff: noqa: E501 -- a shape is read in one line

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, faded, line, mixed, path, shape, stroke, text
from editions.marks import INWARDS
from editions.workshop import asked, connectors, leaflet

_WHITE, _INK, _ROAD, _GRASS, _PAVING = "#ffffff", "#2c2f3a", "#8d92a0", "#a9cf86", "#e6d9c2"
_SCRIPT, _SIGNS = "Oleo Script", "Overpass"
_W, _H = 5.5, 2.75  # half a tile, across and down
_WALLS = ("#f1e3cb", "#e9c4a6", "#d9dfe6", "#f4d7d2", "#cfe3dc", "#e8dd9f", "#d5cbe4", "#c98f74", "#b9c7d6", "#fbf3e6")
_ROOFS = ("#b5563f", "#7c8796", "#8a5a44", "#4f7f86", "#c77a4a", "#93897d", "#d9c9a8", "#5f6f58")
_COATS = ("#e0584f", "#3f86c8", "#f2c14b", "#33363f", "#53a36c", "#9467bd", "#f0f0ee", "#e58f4a", "#e9a1b5", "#6f4f3a")
_METALS = ("#aebac6", "#d8c7a2", "#8fb7b5", "#c79f93", "#b3a5cc", "#e1e4e8", "#7f93ad", "#c7d19a")


def _wimmel(card: Card) -> str:
    """Return the picture to all edges, over it a pennant with the number, a bubble, the points and the id."""
    drawn = _crowd(card.chance) + _gonfalon(card) if card.ai else _town(card.chance) + _pennant(card)
    halo = f'stroke="{_INK}" stroke-width="1.3" stroke-linejoin="round" paint-order="stroke"'
    return drawn + _signs(card) + connectors(card, _triangle, 5.7, 6.2, _SIGNS, INWARDS, {"": _WHITE}, halo)


def _triangle(shade: str) -> str:
    """Return a large connector with a white edge."""
    return path("M-1 -1H18.2L-1 18.2z", shade, f'stroke="{_WHITE}" stroke-width="0.9"')


def _block(x: float, y: float, half: float, tall: float, wall: str, roof: str) -> str:
    """Return a block seen from above at a slant, the middle of its foot given."""
    flat = half * _H / _W
    left = ((x - half, y), (x, y + flat), (x, y + flat - tall), (x - half, y - tall))
    right = ((x + half, y), (x, y + flat), (x, y + flat - tall), (x + half, y - tall))
    top = ((x - half, y - tall), (x, y + flat - tall), (x + half, y - tall), (x, y - flat - tall))
    return shape(left, wall) + shape(right, mixed(wall, "#3a3550", 0.24)) + shape(top, roof)


def _house(chance: Random, x: float, y: float) -> str:
    """Return a house: windows on both walls, a flat roof or a ridge, perhaps a tank, a chimney or a garden."""
    half, tall = chance.uniform(3.6, 4.9), chance.choice((3, 5, 5, 7, 9, 12))
    wall, roof, flat = chance.choice(_WALLS), chance.choice(_ROOFS), half / 2
    drawn = _block(x, y, half, tall, wall, roof)
    pane = mixed(wall, "#24344f", 0.62)
    for floor in range(tall // 2):
        for at in (0.25, 0.65):
            if chance.random() < 0.85:
                low, wide = y + flat - 0.6 - 2 * floor, half * 0.22
                for side in (-1, 1):
                    near, far = x + side * half * at, x + side * (half * at + wide)
                    drop, end = low - flat * at, low - flat * (at + 0.22)
                    drawn += shape(((near, drop), (far, end), (far, end - 1.1), (near, drop - 1.1)), pane)
    y -= tall
    kind = chance.randrange(4)
    if kind == 0:
        ridge = (x - half / 2, y - flat / 2 - 2.2), (x + half / 2, y + flat / 2 - 2.2)
        drawn += shape(((x - half, y), (x, y + flat), ridge[1], ridge[0]), mixed(roof, "#ffffff", 0.18))
        drawn += shape(((x, y + flat), (x + half, y), ridge[1]), wall) + shape(
            ((x + half, y), (x, y - flat), *ridge), roof
        )
    elif kind == 1:
        drawn += _block(x, y + 0.4, half * 0.36, 1.6, mixed(wall, _INK, 0.2), mixed(roof, _INK, 0.3))
    elif kind == 2:
        drawn += "".join(
            disc(x + dx, y + dy - 0.5, 0.75, "#6fa55a") for dx, dy in ((-1.5, 0), (0, 0.7), (1.3, -0.1), (0.1, -0.9))
        )
    else:
        drawn += line(x, y, x, y - 3, _INK, 0.25) + path(f"M{x} {y - 3}l2.4 0.7l-2.4 0.7z", chance.choice(_COATS))
    return drawn


def _tree(chance: Random, x: float, y: float) -> str:
    leaf, high = chance.choice(("#4f8f4e", "#6fa84f", "#3c7a55", "#d98f3f", "#8db255")), chance.uniform(2, 3.4)
    crown = disc(x, y - high, 1.5, leaf) + disc(x - 0.4, y - high - 0.4, 0.8, mixed(leaf, "#ffffff", 0.25))
    return line(x, y, x, y - high, "#6b4a35", 0.5) + crown


def _person(chance: Random, x: float, y: float) -> str:
    coat, skin = chance.choice(_COATS), chance.choice(("#f0c9a4", "#c98f66", "#8a5a3c", "#f6dcc2"))
    legs = stroke(f"M{x - 0.25:.2f} {y:.2f}v-0.9M{x + 0.3:.2f} {y:.2f}v-0.9", _INK, 0.3)
    return legs + box(x - 0.55, y - 2.1, 1.1, 1.5, coat, 'rx="0.4"') + disc(x, y - 2.6, 0.5, skin)


def _traffic(chance: Random, x: float, y: float) -> str:
    """Return a car or a bus with the number of its line, or a sign with a limit."""
    kind, paint = chance.randrange(3), chance.choice(_COATS)
    if kind == 2:
        sign = disc(x, y - 3.4, 1.3, _WHITE, 'stroke="#c33b3b" stroke-width="0.4"')
        return line(x, y, x, y - 3.4, _INK, 0.3) + sign + text(x, y - 3.4, 1, chance.choice(("20", "30", "50")), _SIGNS)
    tall = 1.3 + kind
    body = _block(x, y, 2.1, tall, paint, mixed(paint, "#ffffff", 0.4))
    body += disc(x - 1.3, y + 0.5, 0.42, _INK) + disc(x + 1.3, y + 0.5, 0.42, _INK)
    if kind:
        body += text(x - 0.1, y - tall, 0.8, str(chance.randint(1, 99)), _SIGNS, _INK)
    return body


def _town(chance: Random) -> str:
    """Return tiles from the farthest to the nearest: streets, houses, parks, ponds and squares full of people."""
    streets = chance.randrange(5), chance.randrange(5)
    drawn = box(0, 0, 63, 88, _GRASS)
    for down in range(-2, 38):
        for across in range(-6, 7):
            if (down + across) % 2:
                continue
            x, y = 31.5 + across * _W, down * _H
            street = (down + across) // 2 % 5 == streets[0] or (down - across) // 2 % 5 == streets[1]
            kind = -1 if street else chance.choice((0, 0, 0, 0, 0, 1, 1, 2, 3))
            ground = (_ROAD, _PAVING, _GRASS, _PAVING, "#7fc3d8")[kind + 1]
            drawn += shape(
                ((x - _W, y), (x, y + _H), (x + _W, y), (x, y - _H)),
                ground,
                f'stroke="{mixed(ground, _INK, 0.12)}" stroke-width="0.2"',
            )
            drawn += _lively(chance, kind, x, y)
    return drawn


def _lively(chance: Random, kind: int, x: float, y: float) -> str:
    def some(make: Callable[[Random, float, float], str], many: int) -> str:
        places = sorted((chance.uniform(-1.6, 1.6), chance.uniform(-2.6, 2.6)) for _ in range(many))
        return "".join(make(chance, x + dx, y + dy) for dy, dx in places)

    if kind == -1:
        return _traffic(chance, x, y) if chance.random() < 0.4 else some(_person, chance.randint(0, 2))
    if kind == 0:
        return _house(chance, x, y)
    if kind == 1:
        return some(_tree, chance.randint(2, 4)) + some(_person, chance.randint(0, 1))
    if kind == 2:
        awning = chance.choice(_COATS)
        stall = _block(x, y - 0.4, 2, 1.4, "#b98a5e", "#d8b98c") + _block(x, y - 2.6, 2.5, 0.5, awning, awning)
        return stall + some(_person, chance.randint(2, 4))
    return stroke(
        f"M{x - 2.6:.1f} {y:.1f}q0.7 -0.6 1.4 0t1.4 0M{x - 0.4:.1f} {y + 1:.1f}q0.7 -0.6 1.4 0", _WHITE, 0.25
    ) + path(f"M{x - 1.2:.1f} {y - 0.8:.1f}h2.6l-0.6 0.8h-1.5z", "#b5563f")


def _crowd(chance: Random) -> str:
    """Return rows of robots, no two alike, the nearest the largest."""
    hall = faded("hall", (0, "#39406b"), (1, "#1d2136"))
    drawn = f"<defs>{hall}</defs>" + box(0, 0, 63, 88, "url(#hall)")
    drawn += "".join(
        disc(6 + 10.2 * k, 3 + k % 2 * 3, 1.6, "#ffe7a3")
        + line(6 + 10.2 * k, 0, 6 + 10.2 * k, 2 + k % 2 * 3, _INK, 0.3)
        for k in range(6)
    )
    for row in range(11):
        size = 3.1 + 0.2 * row
        for at in range(9):
            x = 31.5 + (at - 4 + row % 2 / 2) * size * 2.3 + chance.uniform(-0.6, 0.6)
            drawn += _robot(chance, x, 12 + 7.6 * row + chance.uniform(-1, 1), size)
    return drawn


def _robot(chance: Random, x: float, y: float, size: float) -> str:
    metal, lamp = chance.choice(_METALS), chance.choice(("#fff3b0", "#9ff0e0", "#ff9d8a", "#ffffff"))
    dark, edge, round_by = (
        mixed(metal, _INK, 0.7),
        f'stroke="{_INK}" stroke-width="0.3"',
        chance.choice((0.2, 0.6, 1.6)),
    )
    wide, tall = size * chance.uniform(0.65, 0.9), size * chance.uniform(0.55, 0.8)
    drawn = stroke(
        f"M{x - size:.1f} {y + size * 1.4:.1f}q{-size * 0.3:.1f} {chance.choice((-2, 2))} {-size * 0.1:.1f} {chance.choice((-3, 3))}M{x + size:.1f} {y + size * 1.4:.1f}q{size * 0.3:.1f} -1 0 -3",
        dark,
        0.8,
    )
    drawn += box(x - size, y + tall, 2 * size, size * 1.9, mixed(metal, _INK, 0.18), f'rx="{round_by + 0.4}" {edge}')
    drawn += line(x, y - tall, x, y - tall - size * 0.4, _INK, 0.3) + disc(x, y - tall - size * 0.45, size * 0.14, lamp)
    drawn += box(x - wide, y - tall, 2 * wide, 2 * tall, metal, f'rx="{round_by}" {edge}')
    if chance.random() < 0.25:
        drawn += disc(x, y - 0.1 * size, size * 0.36, dark) + disc(x, y - 0.1 * size, size * 0.18, lamp)
    else:
        drawn += "".join(disc(x + side * wide * 0.45, y - 0.15 * size, size * 0.2, lamp, edge) for side in (-1, 1))
    return drawn + box(x - wide * 0.5, y + tall * 0.4, wide, size * 0.16, dark)


def _number(card: Card, x: float, y: float, tall: float) -> str:
    halo = f'stroke="{_INK}" stroke-width="1.8" stroke-linejoin="round" paint-order="stroke"'
    return text(x, y, tall, str(card.face.number), _SCRIPT, _WHITE, 0, halo)


def _pennant(card: Card) -> str:
    """Return a pennant from the left edge with the number, and one footprint or two for the phase."""
    way = "M-2 23H36.5L31 33.5L36.5 44H-2z"
    drawn = path(way, "#00000055", 'transform="translate(0.7 1)"') + path(
        way, card.own, f'stroke="{_WHITE}" stroke-width="1.1"'
    )
    drawn += _number(card, 9.6, 33.5, 14)
    places = ((23.6, 33.6),) if card.face.phase == 1 else ((21.4, 34.8), (27, 32.2))
    return drawn + "".join(_footprint(x, y) for x, y in places)


def _footprint(x: float, y: float) -> str:
    sole = path(
        "M-1.4 -1.6Q-1.8 -3.4 0.1 -3.2Q2 -3 1.5 -0.6Q0.8 1 1.2 3Q1 4.6 -0.3 4.4Q-1.5 4 -1.1 2.2Q-0.8 0.4 -1.4 -1.6z",
        _WHITE,
        f'stroke="{_INK}" stroke-width="0.3"',
    )
    toes = "".join(
        disc(-1.5 + 0.85 * k, -4.2 + 0.14 * k * k, 0.62 - 0.08 * k, _WHITE, f'stroke="{_INK}" stroke-width="0.25"')
        for k in range(5)
    )
    return f'<g transform="translate({x} {y}) rotate(14)">{sole}{toes}</g>'


def _gonfalon(card: Card) -> str:
    """Return a banner that hangs from a pole above the robots."""
    way = "M20 20H43V50L31.5 44.5L20 50z"
    drawn = path(way, "#00000066", 'transform="translate(0.8 1)"') + path(
        way, card.own, f'stroke="{_WHITE}" stroke-width="1.1"'
    )
    pole = line(16.5, 20, 46.5, 20, "#c9a45c", 1.6) + disc(16.5, 20, 1.4, "#c9a45c") + disc(46.5, 20, 1.4, "#c9a45c")
    return drawn + pole + _number(card, 31.5, 33, 16)


def _signs(card: Card) -> str:
    """Return a pill with the id, a speech bubble with what is asked for, and the points in a cloud."""
    words = card.id if card.ai else f"{card.id}/120"

    def roof(x: float, y: float, shade: str) -> str:
        return path(
            f"M{x - 1.7} 80.2L{x} {y - 2}L{x + 1.7} 80.2V83H{x - 1.7}z", shade, f'stroke="{_INK}" stroke-width="0.25"'
        )

    drawn = box(22.5, 2.2, 18, 5.2, _WHITE, f'rx="2.6" stroke="{_INK}" stroke-width="0.35"')
    drawn += text(31.5, 4.8, 2.5, words, _SIGNS, _INK, 0, f'stroke="{_INK}" stroke-width="0.14"')
    drawn += path(
        "M21 77.4H40Q42 77.4 42 79.4V83.2Q42 85.2 40 85.2H21Q19 85.2 19 83.2V79.4Q19 77.4 21 77.4H30L33 74.6L33.6 77.4z",
        _WHITE,
        f'stroke="{_INK}" stroke-width="0.35"',
    )
    drawn += asked(card, 25.6, 81.2, roof, 5)
    cloud = "".join(
        disc(52 + dx, 62 + dy, r, _WHITE)
        for dx, dy, r in ((0, 0, 3.4), (-3, 0.9, 2.4), (3, 0.8, 2.5), (1.4, -1.4, 2.4))
    )
    return drawn + cloud + text(52, 61.8, 3, f"+{card.chance.randint(1, 12)}", _SIGNS, _INK)


WIMMEL = Edition(
    "wimmel", 103, (_SCRIPT, _SIGNS), ("#ea5b50", "#4296dc", "#f8c93e", "#474a55", "#4fb06e", "#a272d2"),
    _wimmel, partial(leaflet, "#eaf3f6", _INK), 3.2,
)  # fmt: skip
