"""Five editions that nobody tunes on: folded paper here, four more beside."""

from __future__ import annotations

from functools import partial
from random import Random

from editions.box import Card, Edition
from editions.held_out_montgolf import MONTGOLF
from editions.held_out_regler import REGLER
from editions.held_out_seance import SEANCE
from editions.held_out_vibra import VIBRA
from editions.ink import box, disc, line, mixed, path, polygon, shape, stroke, text
from editions.marks import TOWARDS
from editions.workshop import Point, asked, connectors, leaflet

_FONT = "Quicksand"
_PAPERS = ("#f3ead9", "#e2ebee", "#f0e4e8", "#e9eddd", "#ece7f1")
_TEXT, _WHITE = "#2d2a33", "#fffdf8"
_INK = {"yellow": _TEXT, "": _WHITE}

Facet = tuple[float, tuple[Point, ...]]  # how much lighter or darker than the paper, and the outline


def _mirrored(facets: tuple[Facet, ...]) -> tuple[Facet, ...]:
    """Return facets and, a little darker, what they look like on the other side of the middle."""
    others = ((tone - 0.16, tuple((100 - x, y) for x, y in points)) for tone, points in facets)
    return (*facets, *others)


_FOLDED: tuple[tuple[Facet, ...], ...] = (
    (  # a crane
        (-0.25, ((38, 62), (28, 14), (58, 58))),
        (0.1, ((44, 66), (12, 30), (36, 74))),
        (-0.35, ((12, 30), (17, 37), (1, 44))),
        (-0.1, ((60, 66), (99, 34), (68, 76))),
        (0.0, ((36, 74), (44, 58), (68, 58), (70, 74), (54, 88))),
        (-0.2, ((36, 74), (70, 74), (54, 88))),
        (0.25, ((44, 66), (64, 6), (70, 60), (58, 74))),
    ),
    _mirrored(  # the face of a fox
        (
            (-0.1, ((8, 8), (36, 28), (14, 46))),
            (0.15, ((14, 46), (36, 28), (50, 36), (50, 92))),
            (0.75, ((14, 46), (34, 54), (50, 92))),
            (-0.75, ((43, 78), (50, 80), (50, 93))),
        )
    ),
    (  # a fish
        (0.0, ((72, 50), (99, 22), (88, 50))),
        (-0.25, ((72, 50), (99, 78), (88, 50))),
        (-0.3, ((38, 24), (62, 10), (56, 38))),
        (-0.35, ((40, 76), (60, 90), (55, 62))),
        (0.15, ((4, 50), (40, 20), (74, 50))),
        (-0.12, ((4, 50), (40, 80), (74, 50))),
        (0.4, ((4, 50), (24, 33), (24, 67))),
    ),
    (  # a boat
        (0.35, ((50, 8), (22, 60), (50, 60))),
        (-0.15, ((50, 8), (78, 60), (50, 60))),
        (0.15, ((2, 56), (50, 62), (30, 86), (20, 86))),
        (0.0, ((98, 56), (50, 62), (30, 86), (80, 86))),
    ),
    _mirrored(  # a butterfly
        (
            (0.25, ((50, 50), (4, 12), (12, 54))),
            (-0.1, ((50, 52), (12, 54), (24, 88))),
            (-0.4, ((50, 30), (46, 44), (50, 84))),
        )
    ),
)
_HEAD: tuple[Facet, ...] = _mirrored(
    (
        (-0.05, ((50, 0), (22, 10), (16, 42), (50, 42))),
        (0.3, ((22, 10), (16, 42), (2, 26))),
        (-0.8, ((26, 20), (44, 22), (42, 32), (30, 30))),
        (0.1, ((50, 42), (16, 42), (8, 104), (50, 104))),
        (-0.15, ((16, 42), (8, 104), (-6, 78))),
    )
)


def _orizuru(card: Card) -> str:
    """Return an animal folded from the card's paper on a patterned sheet, a machine folded from silver for AI cards."""
    paper = card.chance.choice(_PAPERS)
    drawn = box(0, 0, 63, 88, _WHITE) + box(2.6, 2.6, 57.8, 82.8, mixed(card.own, paper, 0.72 if card.ai else 0.86))
    drawn += _pattern(card.chance, mixed(card.own, paper, 0.35))
    drawn += _machine(card) if card.ai else _animal(card) + _pinwheels(card)
    drawn += _wanted(card) + _edge(card)
    heavy = 'stroke="{}" stroke-width="0.45" stroke-linejoin="round"'
    return drawn + connectors(card, _flap, 4.9, 4.7, _FONT, TOWARDS, _INK, heavy)


def _flap(shade: str) -> str:
    """Return a connector: a corner of paper turned over, its crease lit."""
    drawn = path("M0 0H15.9L0 15.9z", mixed(shade, "#000000", 0.35)) + path("M0 0H15.1L0 15.1z", shade)
    return drawn + stroke("M15.1 0L0 15.1", mixed(shade, "#ffffff", 0.5), 0.4)


def _pattern(chance: Random, ink: str) -> str:
    """Return what is printed on the sheet: waves, hemp leaves or dots, thin and pale."""
    kind, drawn = chance.randrange(3), ""
    for row in range(12):
        for column in range(9):
            x, y = 7 * column + 3.5 * (row % 2), 7.6 * row + 2
            if kind == 0:
                drawn += "".join(f"M{x - r} {y}a{r} {r} 0 0 1 {2 * r} 0" for r in (3.3, 2.1, 0.9))
            elif kind == 1:
                drawn += "".join(f"M{x} {y}L{px:.2f} {py:.2f}" for px, py in polygon(x, y, 3.8, 6))
            else:
                drawn += f"M{x} {y}h0.01"
    caps = 'stroke-linecap="round" clip-path="url(#sheet)" opacity="0.55"'
    clip = '<defs><clipPath id="sheet"><rect x="2.6" y="2.6" width="57.8" height="82.8"/></clipPath></defs>'
    return clip + stroke(drawn, ink, 1.3 if kind == 2 else 0.25, caps)


def _facets(facets: tuple[Facet, ...], paper: str, x: float, y: float, size: float, flip: bool) -> str:
    """Return folded paper, each facet in the light it catches; a hair of white where paper is bent."""
    drawn = ""
    for tone, points in facets:
        fill = mixed(paper, "#ffffff" if tone > 0 else "#000000", abs(tone))
        placed = [(x + (100 - px if flip else px) * size / 100, y + py * size / 100) for px, py in points]
        crease = f'stroke="{mixed(fill, "#ffffff", 0.3)}" stroke-width="0.2" stroke-linejoin="round"'
        drawn += shape(placed, fill, crease)
    return drawn


def _animal(card: Card) -> str:
    """Return the animal, what it throws on the sheet as a shadow, and the number on a round tag beneath."""
    facets, flip = card.chance.choice(_FOLDED), card.chance.random() < 0.5
    drawn = f'<ellipse cx="32" cy="58.5" rx="19" ry="2.2" fill="{_TEXT}" opacity="0.16"/>'
    drawn += _facets(facets, card.own, 11.5, 17.5, 41, flip)
    drawn += disc(31.5, 72.6, 9.6, _WHITE, f'stroke="{card.own}" stroke-width="1.3"')
    return drawn + _figure(card, 31.5, 72.6, 11.5, _TEXT)


def _figure(card: Card, x: float, y: float, tall: float, ink: str) -> str:
    """Return the number, made bolder than the font is."""
    more = f'stroke="{ink}" stroke-width="0.9" stroke-linejoin="round"'
    return text(x, y, tall, str(card.face.number), _FONT, ink, 0, more)


def _pinwheels(card: Card) -> str:
    """Return one pinwheel for the first phase, two for the second."""
    drawn = ""
    for at in range(card.face.phase):
        x, y = 7.8, 56 + 9.6 * at - 4.8 * (card.face.phase - 1)
        drawn += disc(x, y, 4.2, _WHITE, f'stroke="{_TEXT}" stroke-width="0.25"')
        for turn in range(4):
            blade = f'<g transform="translate({x} {y}) rotate({90 * turn + 20})">'
            drawn += blade + shape([(0, 0), (0, -3.5), (2.3, -1.9)], _TEXT) + "</g>"
    return drawn


def _machine(card: Card) -> str:
    """Return a robot folded from silver paper with the number on a breast of the card's paper."""
    drawn = _facets(_HEAD, card.chance.choice(("#b9bfc9", "#a8b0b4", "#c4bdb6")), 14, 14, 35, False)
    chest = ((19.5, 34), (43.5, 34), (46.6, 61), (31.5, 68), (16.4, 61))
    drawn += shape(chest, card.own, f'stroke="{_WHITE}" stroke-width="0.8" stroke-linejoin="round"')
    drawn += shape([(19.5, 34), (43.5, 34), (31.5, 37.4)], mixed(card.own, "#ffffff", 0.25))
    antenna = line(31.5, 14, 31.5 + card.chance.uniform(-4, 4), 12.4, _TEXT, 0.6)
    return antenna + drawn + _figure(card, 31.5, 50.6, 15, _INK.get(card.face.colour, _WHITE))


def _wanted(card: Card) -> str:
    """Return a strip between the upper corners: folded squares in the colours asked for, and the points."""

    def square(x: float, y: float, shade: str) -> str:
        lower = shape([(x - 1.6, y + 1.6), (x + 1.6, y - 1.6), (x + 1.6, y + 1.6)], mixed(shade, "#000000", 0.2))
        return box(x - 1.6, y - 1.6, 3.2, 3.2, shade) + lower

    drawn = box(19.4, 4.4, 24.2, 6, _WHITE, 'rx="3"') + asked(card, 23.2, 7.4, square, 4.1)
    drawn += text(
        39.2, 7.4, 2.5, f"×{card.chance.randint(1, 9)}", _FONT, _TEXT, 0, f'stroke="{_TEXT}" stroke-width="0.2"'
    )
    return drawn


def _edge(card: Card) -> str:
    """Return the id and the small print, which run down the right edge."""
    drawn = box(55.2, 24, 4.4, 42, _WHITE, 'rx="1"')
    bold = f'stroke="{_TEXT}" stroke-width="0.14"'
    drawn += text(57.4, 36.5, 2.5, card.id, _FONT, _TEXT, 90, bold)
    return drawn + text(57.4, 53.4, 1.6, f"© 20{card.chance.randint(14, 26)} Orizuru", _FONT, _TEXT, 90, bold)


HELD_OUT = (
    Edition(
        "orizuru", 131, (_FONT,), ("#e0524b", "#3f7fc4", "#f0c030", "#4b4a52", "#46a06a", "#9160b8"),
        _orizuru, partial(leaflet, "#f3ead9", _TEXT), 3.4,
    ),
    MONTGOLF, REGLER, SEANCE, VIBRA,
)  # fmt: skip
