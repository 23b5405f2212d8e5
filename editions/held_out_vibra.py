"""One of the held-out editions: op art in the card's colour within a white border, staring eyes for AI cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import exp, pi, sin
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, path, shape, stroke, text
from editions.marks import LIKE_PLAYING_CARDS
from editions.workshop import Point, asked, connectors, leaflet

_FONT = "Sora"
_BLACK, _WHITE = "#121214", "#ffffff"
_INK = {"yellow": _BLACK, "": _WHITE}
_LEFT, _TOP, _RIGHT, _BOTTOM = 4.0, 4.0, 59.0, 73.0
_X, _Y = 40.5, 54.0  # where the number stands

Bent = Callable[[float, float], Point]


def _vibra(card: Card) -> str:
    """Return a framed picture of lines, small quarter discs in the corners, all words in the border below."""
    clip = f"M{_LEFT} {_TOP}H{_RIGHT}V{_BOTTOM}H{_LEFT}z"
    drawn = f'<defs><clipPath id="frame"><path d="{clip}"/></clipPath></defs>' + box(0, 0, 63, 88, _WHITE)
    drawn += f'<g clip-path="url(#frame)">{_eyes(card) if card.ai else _lines(card)}</g>'
    drawn += _number(card) + _caption(card)
    heavy = 'stroke="{}" stroke-width="0.35" stroke-linejoin="round"'
    return drawn + connectors(card, _quarter, 3.9, 4.2, _FONT, LIKE_PLAYING_CARDS, _INK, heavy)


def _quarter(shade: str) -> str:
    """Return a connector: a small quarter of a disc, white around it."""
    return path("M-1 -1H10.8A10.8 10.8 0 0 1 -1 10.8z", _WHITE) + path("M-1 -1H9.4A9.4 9.4 0 0 1 -1 9.4z", shade)


def _lens(chance: Random) -> Bent:
    """Return how the plane is bent: pushed away from one or two points, as if balls lay under it."""
    balls = [
        (chance.uniform(12, 50), chance.uniform(12, 44), chance.uniform(9, 15)) for _ in range(chance.randint(1, 2))
    ]

    def bent(x: float, y: float) -> Point:
        dx = dy = 0.0
        for bx, by, size in balls:
            push = 0.75 * exp(-((x - bx) ** 2 + (y - by) ** 2) / size**2)
            dx, dy = dx + push * (x - bx), dy + push * (y - by)
        return x + dx, y + dy

    return bent


def _swaying(chance: Random) -> Bent:
    """Return how the plane is bent: by waves that grow from edge to edge."""
    high, often, start = chance.uniform(2, 4), chance.uniform(18, 32), chance.uniform(0, 6)

    def bent(x: float, y: float) -> Point:
        return x + high * sin(2 * pi * y / often + start), y + high * 0.5 * sin(2 * pi * x / (often * 0.8))

    return bent


def _ribbon(ends: tuple[Point, Point], wide: tuple[float, float], bent: Bent, ink: str) -> str:
    """Return a straight ribbon, `wide` to one side, as it looks on the bent plane."""
    (x, y), (to_x, to_y) = ends
    there = [(x + (to_x - x) * k / 48, y + (to_y - y) * k / 48) for k in range(49)]
    back = [(px + wide[0], py + wide[1]) for px, py in reversed(there)]
    return shape([bent(px, py) for px, py in (*there, *back)], ink)


def _lines(card: Card) -> str:
    """Return upright, level or slanting ribbons in the card's colour, bent; or rings about two middles."""
    chance, kind, drawn = card.chance, card.chance.randrange(4), box(0, 0, 63, 88, _WHITE)
    bent = _lens(chance) if chance.random() < 0.6 else _swaying(chance)
    step = chance.choice((3.6, 4.4, 5.4))
    if kind == 3:
        for x, y in ((chance.uniform(8, 26), chance.uniform(12, 34)), (50, 66)):
            drawn += disc(x, y, 8.6 * step, _WHITE)
            for at in range(9):
                drawn += disc(x, y, step * (at + 0.4), "none", f'stroke="{card.own}" stroke-width="{step * 0.6:.2f}"')
        return drawn
    for at in range(-8, int(96 / step)):
        low = at * step
        if kind == 0:
            drawn += _ribbon(((low, -6), (low, 82)), (step * 0.62, 0), bent, card.own)
        elif kind == 1:
            drawn += _ribbon(((-6, low), (70, low)), (0, step * 0.62), bent, card.own)
        else:
            drawn += _ribbon(((low - 34, -6), (low + 20, 82)), (step * 0.72, 0), bent, card.own)
    return drawn


def _eyes(card: Card) -> str:
    """Return black with two eyes made of white rings that do not quite share a middle."""
    chance, drawn = card.chance, box(0, 0, 63, 88, _BLACK)
    look, rings = chance.uniform(-1.4, 1.4), chance.choice((5, 6, 7))
    for x in (18, 45):
        for at in range(rings):
            radius = 12.4 * (1 - at / rings)
            shift = look * at / rings * 2
            drawn += disc(x + shift, 27 + abs(shift) * 0.4, radius, (_WHITE, _BLACK)[at % 2])
        drawn += disc(x + look * 2, 27.4, 1.5, card.own)
    mouth = "".join(f"M{6 + 4 * k} {49 + 2 * sin(k):.1f}v{14 + 4 * sin(k * look):.1f}" for k in range(13))
    return drawn + stroke(mouth, card.own, 2)


def _number(card: Card) -> str:
    """Return the number in black on a white disc, for AI cards in a disc of the card's colour."""
    x = 31.5 if card.ai else _X
    fill, ink = (card.own, _INK.get(card.face.colour, _WHITE)) if card.ai else (_WHITE, _BLACK)
    drawn = disc(x, _Y, 13.6, _BLACK if card.ai else _WHITE) + disc(
        x, _Y, 12.4, fill, f'stroke="{card.own}" stroke-width="1"'
    )
    return drawn + text(
        x, _Y, 13.5, str(card.face.number), _FONT, ink, 0, f'stroke="{ink}" stroke-width="1.2" stroke-linejoin="round"'
    )


def _caption(card: Card) -> str:
    """Return bars for the phase, bars asked for, points and id, as under a print in a gallery."""

    def bar(x: float, y: float, shade: str) -> str:
        return box(x - 1.2, y - 2.3, 2.4, 4.6, shade)

    drawn = "".join(box(12.6, 75.6 + 2.6 * at, 6.4, 1.6, _BLACK) for at in range(card.face.phase))
    drawn += asked(card, 23, 78, bar, 3.4)
    bold = f'stroke="{_BLACK}" stroke-width="0.16"'
    drawn += text(36.4, 78, 2.4, f"={card.chance.randint(2, 12)}", _FONT, _BLACK, 0, bold)
    drawn += text(46, 78, 2.8, card.id, _FONT, _BLACK, 0, bold)
    words = f"Vibra, 19{card.chance.randint(61, 69)} · ed. {card.chance.randint(10, 250)}/250"
    return drawn + text(31.5, 83.8, 1.4, words, _FONT, _BLACK)


VIBRA = Edition(
    "vibra", 133, (_FONT,), ("#e1261c", "#0b62c4", "#f2b705", "#2a2a2e", "#0a9152", "#7b2fa8"),
    _vibra, partial(leaflet, _WHITE, _BLACK), 3.8,
)  # fmt: skip
