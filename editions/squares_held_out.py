"""Two more invented prints of Pilier's cards, drawn by code of their own: measured before anybody tunes on them."""

from __future__ import annotations

import random
from math import cos, pi, sin

from companion.games.pilier.cards import Card
from editions.ink import TALL, WIDE, box, disc, faded, line, mixed, path, polygon, shape, star, stroke, text

_CLOTH, _ROPE = "#fbf5e6", "#4a3524"


def balloon(card: Card, shade: str, chance: random.Random) -> str:
    """A balloon in the card's colour over a country at dawn, the symbol on its cloth, the value on a banner that it
    tows; what is up shows by the picture."""
    high, low = chance.choice((("#86b7d6", "#fbe6c8"), ("#9aa8cf", "#f7d3c0"), ("#8fc7c9", "#f4efd2")))
    drawn = f"<defs>{faded('sky', (0, high), (0.75, low))}</defs>" + box(0, 0, WIDE, TALL, "url(#sky)")
    for _ in range(chance.randint(3, 5)):
        x, y, wide = chance.uniform(0, 63), chance.uniform(6, 52), chance.uniform(5, 9)
        for dx, size in ((-0.6, 0.3), (0, 0.45), (0.6, 0.32)):
            drawn += disc(x + dx * wide, y - size * wide * 0.4, size * wide * 0.8, "#ffffff", 'opacity=".75"')
        drawn += box(x - wide, y - 1, 2 * wide, 2.4, "#ffffff", 'rx="1.2" opacity=".75"')
    drawn += _country(chance)
    x, y = 31.5 + chance.uniform(-2, 2), 30.0
    for side in (-1, 1):
        drawn += line(x + side * 7, y + 18, x + side * 3, 57, _ROPE, 0.4)
    drawn += path(
        f"M{x - 3.6} 56.4H{x + 3.6}L{x + 2.8} 61H{x - 2.8}z", "#a87a48", f'stroke="{_ROPE}" stroke-width="0.5"'
    )
    drawn += _envelope(x, y, shade) + disc(x, y - 2, 13, _CLOTH)
    drawn += _stitched(card.symbol, x, y - 2, 9, mixed(shade, "#000000", 0.12))
    banner = "M7 64Q31.5 60.5 56 64L61.5 62.6L59 70L61.5 79.4L56 78.6Q31.5 75 7 78.6L1.5 79.4L4 71L1.5 62.6z"
    drawn += path(banner, _CLOTH, f'stroke="{_ROPE}" stroke-width="0.6"')
    drawn += text(31.5, 69.6, 9, str(card.value), "Roboto Slab", "#2d2119", 0, 'stroke="#2d2119" stroke-width="0.8"')
    return drawn + _tokens(card, _CLOTH, _ROPE)


def column(card: Card, shade: str, chance: random.Random) -> str:
    """White, a column in the card's colour at the left with the symbol in white in its middle; the value at the right
    above, and small on its head in the column's foot."""
    ink = "#1c1d1f"
    light = ink if card.colour == "yellow" else "#ffffff"
    drawn = box(0, 0, WIDE, TALL, "#fdfdfc") + box(0, 0, 26, TALL, shade)
    drawn += _stitched(card.symbol, 13, 44, 6.6, light, shade)
    drawn += text(44.4, 22, 14, str(card.value), "Poppins", ink, 0, f'stroke="{ink}" stroke-width="1"')
    drawn += line(32, 33.4, 57, 33.4, shade, 1.1)
    drawn += text(13, 76, 5.4, str(card.value), "Poppins", light, 180, f'stroke="{light}" stroke-width="0.4"')
    for row in range(3):
        drawn += line(32, 67 + 3.6 * row, 57 - chance.uniform(0, 9), 67 + 3.6 * row, "#d6d8da", 0.9)
    return drawn + _tokens(card, "#fdfdfc", ink)


def _country(chance: random.Random) -> str:
    """Hills with fields and trees."""
    drawn = ""
    for depth, tone in enumerate(("#b9c58f", "#98ad6c", "#7b9455")):
        level, swing = 60 + 7 * depth, chance.uniform(-5, 5)
        drawn += path(f"M0 {level}Q16 {level - 5 - swing:.1f} 32 {level}T63 {level - swing:.1f}V88H0z", tone)
    for _ in range(chance.randint(5, 9)):
        x, y = chance.uniform(2, 61), chance.uniform(62, 66)
        drawn += line(x, y, x, y - 2, "#5a4330", 0.5) + disc(x, y - 3, chance.uniform(1, 1.8), "#56733f")
    return drawn


def _envelope(x: float, y: float, shade: str) -> str:
    """The balloon's cloth in gores of the card's colour, one lighter than the next."""
    pen = f'stroke="{_ROPE}" stroke-width="0.5"'
    drawn = ""
    for wide, tone, edge in ((1, shade, pen), (0.62, mixed(shade, "#ffffff", 0.22), ""), (0.26, shade, "")):
        gore = f"M{x} {y - 24}C{x + 32 * wide} {y - 23} {x + 26 * wide} {y + 8} {x + 7 * wide} {y + 19}H{x - 7 * wide}"
        drawn += path(f"{gore}C{x - 26 * wide} {y + 8} {x - 32 * wide} {y - 23} {x} {y - 24}z", tone, edge)
    return drawn + box(x - 7, y + 18.4, 14, 1.6, mixed(shade, "#000000", 0.3))


def _tokens(card: Card, fill: str, ink: str) -> str:
    """A tenth of the value in number along each edge, in the symbol's shape, half over the edge."""
    many, drawn, pen = card.value // 10, "", f'stroke="{ink}" stroke-width="0.45"'
    for at in range(many):
        x, y = (at + 1) * WIDE / (many + 1), (at + 1) * TALL / (many + 1)
        for place in ((x, 1.6), (x, TALL - 1.6), (1.6, y), (WIDE - 1.6, y)):
            if card.symbol == "cube":
                drawn += box(place[0] - 1.7, place[1] - 1.7, 3.4, 3.4, fill, pen)
            elif card.symbol in ("triangle", "star"):
                points = polygon(*place, 2.3, 3) if card.symbol == "triangle" else star(*place, 2.5, 5, 0.5)
                drawn += shape(points, fill, pen)
            else:
                drawn += disc(*place, 1.3 if card.symbol == "none" else 1.9, fill, pen)
    return drawn


def _stitched(symbol: str, x: float, y: float, size: float, fill: str, gap: str = "#ffffff") -> str:
    """The symbols cut from one piece, `gap` between their parts."""
    if symbol == "cube":
        corner = polygon(x, y, size * 1.08, 6)
        seams = "".join(line(x, y, *corner[at], gap, 0.13 * size) for at in (1, 3, 5))
        return shape(corner, fill) + seams
    if symbol == "triangle":
        return shape(polygon(x, y + size * 0.22, size * 1.12, 3), fill)
    if symbol == "moebius":
        turns = [(cos(t), sin(t)) for t in (2 * pi * k / 60 for k in range(60))]
        loop = [(x + 1.12 * size * c / (1 + d * d), y + 1.5 * size * c * d / (1 + d * d)) for c, d in turns]
        return stroke("M" + "L".join(f"{px:.2f} {py:.2f}" for px, py in loop) + "z", fill, 0.34 * size)
    if symbol == "ring":
        return disc(x, y, 0.74 * size, "none", f'stroke="{fill}" stroke-width="{0.44 * size:.2f}"')
    if symbol == "star":
        return shape(star(x, y, size * 1.12, 5, 0.45), fill)
    return ""
