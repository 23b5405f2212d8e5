"""One of the tenth five: large flat shapes in tones of the card's colour, a field of pixels for AI cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from editions.box import Card, Edition
from editions.ink import box, disc, mixed, path, shape, stroke, text
from editions.marks import UPRIGHT
from editions.workshop import DARK_ON_YELLOW, asked, connectors, leaflet

_WHITE, _INK, _PALE = "#ffffff", "#1a1d29", "#f1f1ee"
_NARROW, _SMALL = "Teko", "Exo 2"
_SIDE = 15.75  # of a tile: four to the card's width
_FIGURES = {  # drawn with a broad pen, one high, about the middle
    1: "M-.24 -.3L.05 -.4V.5",
    2: "M-.25 -.14A.26 .26 0 1 1 .21 -.02L-.22 .4H.37",
    3: "M-.3 -.4H.18L-.06 -.09A.25 .25 0 1 1 -.28 .26",
    4: "M.12 .5V-.37L-.27 .18H.39",
    5: "M.29 -.4H-.18L-.22 -.05Q-.1 -.12 .02 -.1A.25 .25 0 1 1 -.27 .3",
}


def _modul(card: Card) -> str:
    """Return shapes or pixels, the number on a block in the middle, a strip of small print at the foot."""
    drawn = _pixels(card) if card.ai else _shapes(card) + _block(card)
    drawn += _small(card)
    return drawn + connectors(card, _rounded, 6.1, 8, _NARROW, UPRIGHT, DARK_ON_YELLOW)


def _rounded(shade: str) -> str:
    """Return a connector as a square in the corner, rounded towards the card's middle."""
    return path("M-2 -2H12.6V8.4Q12.6 12.6 8.4 12.6H-2z", shade, f'stroke="{_WHITE}" stroke-width="1"')


def _tones(own: str) -> tuple[str, ...]:
    """Return tones of a colour, from dark to pale."""
    return (
        mixed(own, "#10121c", 0.32),
        own,
        mixed(own, _WHITE, 0.38),
        mixed(own, _WHITE, 0.68),
        mixed(own, _WHITE, 0.86),
    )


def _shapes(card: Card) -> str:
    """Return large tiles above and below, small ones at the sides, each a plain shape on another tone."""
    chance, tones = card.chance, _tones(card.own)
    places = [(x, y, 2 * _SIDE) for y in (-3.25, 59.75) for x in (0.0, 31.5)]
    places += [(x, y, _SIDE) for y in (28.25, 44.0) for x in (0.0, 47.25)]
    drawn = box(0, 0, 63, 88, tones[4])
    for x, y, size in places:
        quarters = [(x, y, size)]
        if size > _SIDE and chance.random() < 0.3:
            quarters = [(x + a * _SIDE, y + b * _SIDE, _SIDE) for a in (0, 1) for b in (0, 1)]
        for left, top, side in quarters:
            under, over = chance.sample(tones, 2)
            make: Callable[[Random, str], str] = chance.choice(
                (_quarter, _half, _leaf, _ring, _stripes, _wedge, _stairs)
            )
            turn = 90 * chance.randrange(4)
            place = f"translate({left + side / 2:.3f} {top + side / 2:.3f}) rotate({turn}) scale({side / 20:.4f})"
            drawn += f'<g transform="{place}">{box(-10, -10, 20.05, 20.05, under)}{make(chance, over)}</g>'
    return drawn


def _quarter(chance: Random, tone: str) -> str:
    """Return a quarter of a disc in a tile of 20 by 20 about the middle, as all of these are."""
    return path("M-10 10V-10A20 20 0 0 1 10 10z", tone)


def _half(chance: Random, tone: str) -> str:
    second = path("M-10 0A10 10 0 0 1 10 0z", tone)
    return path("M-10 10A10 10 0 0 1 10 10z", tone) + (second if chance.random() < 0.6 else "")


def _leaf(chance: Random, tone: str) -> str:
    return path("M-10 -10H0A10 10 0 0 1 10 0V10H0A10 10 0 0 1 -10 0z", tone)


def _ring(chance: Random, tone: str) -> str:
    return disc(0, 0, 7, "none", f'stroke="{tone}" stroke-width="{chance.choice((3, 6))}"')


def _stripes(chance: Random, tone: str) -> str:
    return "".join(box(-10, -10 + 5 * k, 20, 2.5, tone) for k in range(4))


def _wedge(chance: Random, tone: str) -> str:
    return shape(((-10, -10), (10, 10), (-10, 10)), tone)


def _stairs(chance: Random, tone: str) -> str:
    return path("M-10 10V-10H-5V-5H0V0H5V5H10V10z", tone)


def _figure(x: float, y: float, tall: float, figure: int, ink: str) -> str:
    return stroke(_FIGURES[figure], ink, 0.2, f'transform="translate({x} {y}) scale({tall})" stroke-linejoin="round"')


def _block(card: Card) -> str:
    """Return the number: on a disc in the first phase, on a square with a double frame in the second, bars under it."""
    ink = _INK if card.face.colour == "yellow" else _WHITE
    if card.face.phase == 1:
        drawn = disc(31.5, 44, 18, _WHITE) + disc(31.5, 44, 16.4, card.own)
    else:
        drawn = box(13.5, 26, 36, 36, _WHITE) + box(15, 27.5, 33, 33, card.own)
        drawn += box(16.6, 29.1, 29.8, 29.8, "none", f'stroke="{ink}" stroke-width="0.7"')
    drawn += _figure(31.5, 41.6, 18, card.face.number, ink)
    width = 5.0
    start = 31.5 - (width * card.face.phase + 1.4 * (card.face.phase - 1)) / 2
    return drawn + "".join(box(start + (width + 1.4) * k, 53.4, width, 1.7, ink) for k in range(card.face.phase))


def _pixels(card: Card) -> str:
    """Return pixels in the card's colour, the same left and right, the number on white in their middle."""
    chance, size = card.chance, 3.5
    drawn = box(0, 0, 63, 88, _PALE)
    for row in range(26):
        for column in range(9):
            for part in range(4) if chance.random() < 0.2 else (-1,):
                if chance.random() < 0.5:
                    continue
                small = size if part < 0 else size / 2
                x, y = column * size + (part == 1 or part == 3) * size / 2, row * size - 1.5 + (part > 1) * size / 2
                drawn += box(x, y, small + 0.05, small + 0.05, card.own)
                drawn += box(62.95 - x - small, y, small + 0.05, small + 0.05, card.own)
    drawn += box(15, 25, 33, 33, _WHITE, f'rx="4" stroke="{_INK}" stroke-width="1.6"')
    return drawn + _figure(31.5, 41.5, 21, card.face.number, _INK)


def _small(card: Card) -> str:
    """Return what is asked for and the points on a white bar, the id within the copyright line at the foot."""

    def chip(x: float, y: float, shade: str) -> str:
        return path(f"M{x - 1.7} {y + 1.7}V{y - 1.7}A3.4 3.4 0 0 1 {x + 1.7} {y + 1.7}z", shade)

    drawn = box(16, 66.6, 31, 7.2, _WHITE, 'rx="3.6"') + asked(card, 21, 70.2, chip, 4.8)
    drawn += disc(42.6, 70.2, 2.9, _INK) + text(42.6, 70.3, 2.9, str(card.chance.randint(1, 12)), _NARROW, _WHITE)
    drawn += box(12, 81.8, 39, 8, _WHITE) + text(21, 84.8, 1.4, "© 2026 M.", _SMALL, _INK)
    drawn += text(32, 84.8, 2.4, card.id, _SMALL, _INK, 0, f'stroke="{_INK}" stroke-width="0.14"')
    return drawn + text(42.6, 84.8, 1.4, "v1.4 · CE", _SMALL, _INK)


MODUL = Edition(
    "modul", 104, (_NARROW, _SMALL), ("#ff3d47", "#1878ff", "#ffc904", "#2b2e3b", "#06b368", "#8a41ff"),
    _modul, partial(leaflet, _PALE, _INK), 3.6,
)  # fmt: skip
