"""Two more prints of Pilier's cards to tune on, held out until they were reported on: glazed tiles and enamel."""

from __future__ import annotations

import random
from math import cos, pi, sin

from companion.games.pilier.cards import Card
from editions.ink import TALL, WIDE, box, disc, faded, line, mixed, path, polygon, shape, star, stroke, text

_GLAZE = "#f7f8f4"


def azulejo(card: Card, shade: str, chance: random.Random) -> str:
    """Glazed tiles painted in the colour, a white quatrefoil with the symbol over their middle, the value on a
    small tile at the upper left and once more, on its head, at the lower right."""
    deep, pale = mixed(shade, "#000000", 0.3), mixed(shade, "#ffffff", 0.55)
    drawn = box(0, 0, WIDE, TALL, _GLAZE)
    for x in (WIDE / 4, WIDE * 3 / 4):
        for y in (TALL / 6, TALL / 2, TALL * 5 / 6):
            drawn += _tile(x, y, shade, pale, chance)
    for at in (1, 2):
        drawn += line(0, TALL * at / 3, WIDE, TALL * at / 3, "#c9cdc8", 0.5)
    drawn += line(WIDE / 2, 0, WIDE / 2, TALL, "#c9cdc8", 0.5)
    leaves = "".join(disc(31.5 + 8.4 * cos(a), 44 + 8.4 * sin(a), 10.6, deep) for a in (0, pi / 2, pi, -pi / 2))
    leaves += "".join(disc(31.5 + 8.4 * cos(a), 44 + 8.4 * sin(a), 9.6, _GLAZE) for a in (0, pi / 2, pi, -pi / 2))
    drawn += leaves + _studs(card, deep) + _painted(card.symbol, 31.5, 44, 9.5, shade, deep)
    for x, y, turn in ((16, 15, 0), (47, 73, 180)):
        drawn += box(x - 10, y - 7, 20, 14, _GLAZE, f'rx="1.4" stroke="{deep}" stroke-width="0.9"')
        drawn += text(x, y, 8.6, str(card.value), "Sora", deep, turn, f'stroke="{deep}" stroke-width="0.4"')
    return drawn


def enamel(card: Card, shade: str, chance: random.Random) -> str:
    """A street sign: enamel in the colour with a white line inside, screws, chips of rust; the value large in the
    middle, the symbol in a white disc below it."""
    rust, ink = "#6b4a36", "#1d1c1b" if card.colour == "yellow" else "#ffffff"
    glow = faded("dome", (0, mixed(shade, "#ffffff", 0.18)), (0.6, shade), (1, mixed(shade, "#000000", 0.22)))
    drawn = f"<defs>{glow}</defs>" + box(0, 0, WIDE, TALL, "url(#dome)")
    drawn += box(6, 6, WIDE - 12, TALL - 12, "none", f'rx="3" stroke="{ink}" stroke-width="1.1"')
    drawn += _studs(card, ink)
    for _ in range(chance.randint(3, 6)):
        edge, along = chance.choice((1.0, 62.0)), chance.uniform(8, 80)
        rim = [(2 * pi * k / 7, chance.uniform(0.5, 1.6)) for k in range(7)]
        chip = [(edge + much * cos(a), along + 1.4 * much * sin(a)) for a, much in rim]
        drawn += shape(chip, rust, 'stroke="#2b2421" stroke-width="0.3"')
    for x, y in ((WIDE / 2, 10), (WIDE / 2, TALL - 10)):
        turn = chance.uniform(0, pi)
        drawn += disc(x, y, 1.8, "#d4d6d8", 'stroke="#55585b" stroke-width="0.4"')
        drawn += line(
            x - 1.3 * cos(turn), y - 1.3 * sin(turn), x + 1.3 * cos(turn), y + 1.3 * sin(turn), "#55585b", 0.5
        )
    drawn += text(31.5, 29.5, 23, str(card.value), "Bebas Neue", ink)
    if card.symbol != "none":
        drawn += disc(31.5, 60, 13, "#fbfaf6", f'stroke="{mixed(shade, "#000000", 0.35)}" stroke-width="0.8"')
        drawn += _painted(card.symbol, 31.5, 60, 8, mixed(shade, "#000000", 0.1), "#26221f")
    else:
        drawn += line(20, 60, 43, 60, ink, 1.1)
    return drawn + path("M0 0H63V20Q30 34 0 16z", "#ffffff", 'opacity=".07"')


def _tile(x: float, y: float, shade: str, pale: str, chance: random.Random) -> str:
    """A tile's painting: quarter rings in its corners, a flower in the middle, brushed with an uneven hand."""
    wide, tall = WIDE / 4, TALL / 6
    drawn = box(x - wide, y - tall, 2 * wide, 2 * tall, mixed(_GLAZE, pale, chance.uniform(0.1, 0.3)))
    drawn += f'<g transform="translate({x:.2f} {y:.2f})">'
    for right in (-1, 1):
        for down in (-1, 1):
            cx, cy = right * wide, down * tall
            for radius, ink, thick in ((7.4, shade, 2.2), (4, pale, 1.6)):
                way = f"M{cx - right * radius:.2f} {cy:.2f}Q{cx - right * radius:.2f} {cy - down * radius:.2f} "
                drawn += stroke(f"{way}{cx:.2f} {cy - down * radius:.2f}", ink, thick * chance.uniform(0.85, 1.1))
    petals = "".join(
        path("M0 0Q3.4 -3.6 0 -8.4Q-3.4 -3.6 0 0z", shade if k % 2 else pale, f'transform="rotate({45 * k})"')
        for k in range(8)
    )
    return drawn + petals + disc(0, 0, 1.7, "#e2b33c") + "</g>"


def _studs(card: Card, ink: str) -> str:
    """A tenth of the value in number along each edge, in the symbol's shape."""
    many, drawn = card.value // 10, ""
    for at in range(many):
        x, y = (at + 1) * WIDE / (many + 1), (at + 1) * TALL / (many + 1)
        for sx, sy in ((x, 2.7), (x, TALL - 2.7), (2.7, y), (WIDE - 2.7, y)):
            drawn += _stud(card.symbol, sx, sy, ink)
    return drawn


def _stud(symbol: str, x: float, y: float, ink: str) -> str:
    if symbol == "cube":
        return box(x - 1.5, y - 1.5, 3, 3, ink)
    if symbol == "triangle":
        return shape(polygon(x, y + 0.3, 2, 3), ink)
    if symbol == "star":
        return shape(star(x, y, 2.2, 5, 0.5), ink)
    if symbol == "moebius":
        return disc(x - 0.9, y, 1.1, ink) + disc(x + 0.9, y, 1.1, ink)
    if symbol == "ring":
        return disc(x, y, 1.3, "none", f'stroke="{ink}" stroke-width="0.8"')
    return shape(polygon(x, y, 1.9, 4), ink)


def _painted(symbol: str, x: float, y: float, size: float, fill: str, ink: str) -> str:
    """The symbols as a brush fills and outlines them."""
    pen = f'stroke="{ink}" stroke-width="{0.11 * size:.2f}" stroke-linejoin="round"'
    if symbol == "cube":
        flat = [(x - 0.8 * size, y - 0.4 * size), (x + 0.4 * size, y - 0.4 * size)]
        front = [*flat, (x + 0.4 * size, y + 0.8 * size), (x - 0.8 * size, y + 0.8 * size)]
        lid = [flat[0], (x - 0.4 * size, y - 0.85 * size), (x + 0.8 * size, y - 0.85 * size), flat[1]]
        side = [flat[1], lid[2], (x + 0.8 * size, y + 0.35 * size), front[2]]
        pale, deep = mixed(fill, "#ffffff", 0.4), mixed(fill, "#000000", 0.25)
        return shape(front, fill, pen) + shape(lid, pale, pen) + shape(side, deep, pen)
    if symbol == "triangle":
        return shape(polygon(x, y + size * 0.18, size, 3), fill, pen)
    if symbol == "moebius":
        half = f"M{x} {y}C{x + 0.4 * size} {y - 0.8 * size} {x + 1.2 * size} {y - 0.8 * size} {x + 1.2 * size} {y}"
        half += f"S{x + 0.4 * size} {y + 0.8 * size} {x} {y}S{x - 1.2 * size} {y - 0.8 * size} {x - 1.2 * size} {y}"
        loops = f"{half}S{x - 0.4 * size} {y + 0.8 * size} {x} {y}z"
        return stroke(loops, ink, 0.46 * size) + stroke(loops, fill, 0.26 * size)
    if symbol == "ring":
        return disc(x, y, 0.7 * size, "none", f'stroke="{ink}" stroke-width="{0.5 * size:.2f}"') + disc(
            x, y, 0.7 * size, "none", f'stroke="{fill}" stroke-width="{0.3 * size:.2f}"'
        )
    if symbol == "star":
        return shape(star(x, y, size * 1.05, 5, 0.42), fill, pen)
    return ""
