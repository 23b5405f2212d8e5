"""Two more prints of Pilier's cards to tune on, held out until they were reported on."""

from __future__ import annotations

import random
from math import cos, pi, sin

from companion.games.pilier.cards import Card
from editions.ink import TALL, WIDE, box, disc, faded, line, mixed, path, polygon, shape, star, stroke, text, way

Spots = list[tuple[float, float]]

_LEAD = "#1b1a1c"


def glazed(card: Card, shade: str, chance: random.Random) -> str:
    """A church window: panes in tones of the colour between lead lines, the symbol in a round pane above the middle,
    the value on a light ribbon across the lower third."""
    drawn = box(0, 0, WIDE, TALL, mixed(shade, "#ffffff", 0.2))
    middle = (31.5, 34.0)
    rim = [
        (0, 0),
        (21, 0),
        (42, 0),
        (63, 0),
        (63, 29),
        (63, 58),
        (63, 88),
        (42, 88),
        (21, 88),
        (0, 88),
        (0, 58),
        (0, 29),
    ]
    for at, (one, other) in enumerate(zip(rim, rim[1:] + rim[:1], strict=True)):
        tone = mixed(shade, "#000000" if at % 2 else "#ffffff", 0.08 + 0.22 * chance.random())
        drawn += shape([middle, one, other], tone, f'stroke="{_LEAD}" stroke-width="0.9"')
    drawn += _notches(card, "#f3ecd8")
    drawn += disc(*middle, 18, "#f3ecd8", f'stroke="{_LEAD}" stroke-width="1.6"')
    drawn += disc(*middle, 15.5, "none", f'stroke="{shade}" stroke-width="1.4"')
    drawn += _glyph(card.symbol, *middle, 10.5, mixed(shade, "#000000", 0.35))
    ribbon: Spots = [(4, 61), (59, 61), (55, 68.5), (59, 76), (4, 76), (8, 68.5)]
    drawn += shape(ribbon, "#efe6cb", f'stroke="{_LEAD}" stroke-width="0.8"')
    return drawn + text(31.5, 68.5, 9, str(card.value), "Cinzel", _LEAD, more='font-weight="700"')


def marker(card: Card, shade: str, chance: random.Random) -> str:
    """Drawn by hand on squared paper: an uneven frame in the colour, the symbol hatched at the lower left, the value
    large at the upper right and small, on its head, at the lower right."""
    drawn = f"<defs>{faded('sheet', (0, '#fdfdf7'), (1, '#eef0ea'))}</defs>" + box(0, 0, WIDE, TALL, "url(#sheet)")
    for at in range(5, 88, 5):
        drawn += line(0, at, WIDE, at, "#c9d6de", 0.2) + (line(at, 0, at, TALL, "#c9d6de", 0.2) if at < WIDE else "")
    corners: Spots = [(4, 4), (59, 4), (59, 84), (4, 84)]
    for wide in (2.4, 1.2):
        shaken = [(x + chance.uniform(-0.9, 0.9), y + chance.uniform(-0.9, 0.9)) for x, y in corners]
        drawn += stroke(way(shaken) + "Z", shade, wide, 'stroke-linejoin="round" opacity="0.85"')
    drawn += _notches(card, shade, 7.5)
    drawn += text(44, 20, 13, str(card.value), "Permanent Marker", "#26292e")
    drawn += text(49, 75, 6, str(card.value), "Permanent Marker", shade, 180)
    drawn += _glyph(card.symbol, 24, 54, 14, mixed(shade, "#ffffff", 0.25))
    for at in range(-8, 9, 4) if card.symbol != "none" else ():
        drawn += line(14 + at, 64 + chance.uniform(-1, 1), 30 + at, 44 + chance.uniform(-1, 1), "#26292e", 0.5)
    return drawn


def _notches(card: Card, ink: str, inset: float = 2.2) -> str:
    """A tenth of the value in number along each edge, as wedges, dots or bars after the symbol."""
    drawn, many = "", card.value // 10
    for at in range(many):
        for x, y, out in (
            ((at + 1) * WIDE / (many + 1), inset, -90),
            ((at + 1) * WIDE / (many + 1), TALL - inset, 90),
            (inset, (at + 1) * TALL / (many + 1), 180),
            (WIDE - inset, (at + 1) * TALL / (many + 1), 0),
        ):
            if card.symbol in ("ring", "moebius"):
                drawn += disc(x, y, 1.5, ink)
            elif card.symbol == "cube":
                drawn += shape(polygon(x, y, 1.9, 4, 45), ink)
            else:
                wedge = [(x + 2 * cos(a), y + 2 * sin(a)) for a in (pi * (out + turn) / 180 for turn in (0, 130, 230))]
                drawn += shape(wedge, ink)
    return drawn


def _glyph(symbol: str, x: float, y: float, size: float, ink: str) -> str:
    """The symbols as solid signs."""
    if symbol == "cube":
        top: Spots = [(x, y - size), (x + 0.87 * size, y - size / 2), (x, y), (x - 0.87 * size, y - size / 2)]
        left: Spots = [(x - 0.87 * size, y - size / 2), (x, y), (x, y + size), (x - 0.87 * size, y + size / 2)]
        right: Spots = [(x + 0.87 * size, y - size / 2), (x, y), (x, y + size), (x + 0.87 * size, y + size / 2)]
        tones = (mixed(ink, "#ffffff", 0.35), ink, mixed(ink, "#000000", 0.35))
        return "".join(shape(face, tone) for face, tone in zip((top, left, right), tones, strict=True))
    if symbol == "triangle":
        return shape(polygon(x, y + size * 0.15, size * 1.05, 3), ink)
    if symbol == "moebius":
        loop = "".join(
            f"{'M' if not at else 'L'}{x + 1.25 * size * sin(t):.2f} {y + 0.6 * size * sin(2 * t):.2f}"
            for at, t in enumerate(2 * pi * step / 48 for step in range(48))
        )
        return path(loop + "Z", "none", f'stroke="{ink}" stroke-width="{0.3 * size:.2f}"')
    if symbol == "ring":
        return disc(x, y, 0.72 * size, "none", f'stroke="{ink}" stroke-width="{0.42 * size:.2f}"')
    if symbol == "star":
        return shape(star(x, y, size * 1.1, 6, 0.5), ink)
    return ""
