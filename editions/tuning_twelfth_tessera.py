"""One of the twelfth five: floors of little stones, slabs of polished marble for AI cards."""

from __future__ import annotations

from functools import partial
from math import cos, pi, sin
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from editions.box import Card, Edition
from editions.ink import box, disc, font_file, mixed, path, polygon, shape, star, stroke, text
from editions.marks import ON_THEIR_HEAD
from editions.plates import plate
from editions.workshop import Pixels, Point, asked, connectors, dice, inked, leaflet

Kinds = NDArray[np.int32]
_FAT, _SLAB = "Alfa Slab One", "Bitter"
_DARK, _BRONZE, _MARBLE = "#2a2621", "#9a7b45", "#f3efe6"
_GROUNDS = (("#e6dcc4", "#d2c3a2"), ("#dfd9d0", "#c6c0b6"), ("#ecdccb", "#d8bda4"), ("#d9d6c4", "#bcbba2"))
_INK = {"yellow": _DARK, "": "#ffffff"}
_PX = 8  # pixels of a floor a millimetre
_STONE = 1.45  # millimetres from stone to stone
_LIME, _DIM, _OWN, _PALE, _BLACK, _FIGURE = range(6)  # kinds of stone
_X, _Y = 31.5, 42.0


def _tessera(card: Card) -> str:
    """Return a floor or a slab, a plaque, corners of enamel whose digits stand on their heads."""
    drawn = _slab(card) if card.ai else plate(0, 0, 63, 88, _laid(dice(card.chance), _plan(card), _stones(card)))
    heavy = 'stroke="{}" stroke-width="0.3"'
    return drawn + _plaque(card) + connectors(card, _enamel, 4.2, 4.7, _SLAB, ON_THEIR_HEAD, _INK, heavy)


def _enamel(shade: str) -> str:
    """Return a connector: a triangle of enamel set in bronze."""
    return (
        path("M-1 -1H14.2L-1 14.2z", "#000000", 'opacity="0.4" transform="translate(0.2 0.3)"')
        + path("M-1 -1H13.6L-1 13.6z", _BRONZE)
        + path("M-1 -1H12.2L-1 12.2z", shade)
        + stroke("M12.9 0L0 12.9", "#e0c78d", 0.25)
    )


def _stones(card: Card) -> list[str]:
    """Return the shades of the kinds of stone."""
    lime, dim = card.chance.choice(_GROUNDS)
    figure = _DARK if card.face.colour == "yellow" else "#fbf8f0"
    return [lime, dim, card.own, mixed(card.own, "#f7f0e0", 0.55), _DARK, figure]


def _plan(card: Card) -> Kinds:
    """Return which kind of stone lies where."""
    y, x = np.mgrid[0 : 88 * _PX, 0 : 63 * _PX] / _PX
    plan = _field(card.chance, x, y)
    _medallion(card.chance, plan)
    _written(plan, str(card.face.number), 21)
    for at in range(card.face.phase):
        left = card.face.phase == 2 and at == 0
        _fish(plan, _X + (at - (card.face.phase - 1) / 2) * 13, 15.2, -1 if left else 1)
    _border(plan, x, y)
    return plan


def _field(chance: Random, x: Pixels, y: Pixels) -> Kinds:
    """Return the ground: plain with scattered flowers, scales, rays, or a chequered floor, in two limestones."""
    kind = chance.randrange(4)
    plan = np.full(x.shape, _LIME, np.int32)
    if kind == 0:
        for row in range(11):
            for column in range(8):
                _fill(plan, star(4.0 + 8 * column + 4 * (row % 2), 4.0 + 8 * row, 1.8, 4, 0.35, 45), _DIM)
    elif kind == 1:
        side = chance.choice((8.0, 10.5))
        for row in range(int(176 / side) + 2, -2, -1):
            for column in range(-1, int(63 / side) + 2):
                middle = (column + row % 2 / 2) * side, row * side / 2
                _fill(plan, polygon(*middle, side / 2, 40), _DIM)
                _fill(plan, polygon(*middle, side / 2 - 0.9, 40), _LIME)
    elif kind == 2:
        turn = np.arctan2(y - _Y, x - _X) * chance.choice((8, 10, 12)) / pi
        plan[np.floor(turn).astype(int) % 2 == 0] = _DIM
    else:
        side = chance.choice((6.3, 7.0))
        plan[(np.floor((x + y) / side) + np.floor((x - y) / side)) % 2 == 0] = _DIM
    return plan


def _fill(plan: Kinds, points: list[Point], kind: int) -> None:
    """Lay a polygon, given in millimetres."""
    cv2.fillPoly(plan, [np.round(np.array(points) * _PX).astype(np.int32)], kind, cv2.LINE_8)


def _medallion(chance: Random, plan: Kinds) -> None:
    """Lay a disc, an octagon, a star or a square in the card's colour, rings of other stones about it."""
    form = chance.randrange(4)
    for size, kind in ((22, _BLACK), (20.8, _PALE), (19, _BLACK), (18.2, _OWN)):
        if form == 0:
            points = polygon(_X, _Y, size, 90)
        elif form == 1:
            points = polygon(_X, _Y, size * 1.04, 8, 22.5)
        elif form == 2:
            points = star(_X, _Y, size * 1.02, 8, 0.88)
        else:
            points = [(_X + size * 0.92 * px, _Y + size * 0.92 * py) for px, py in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        _fill(plan, points, kind)


def _written(plan: Kinds, word: str, tall: float) -> None:
    """Lay a figure in the middle of the medallion."""
    font = ImageFont.truetype(font_file(_FAT), 1000)
    over, under = font.getbbox("0", anchor="ls")[1::2]
    font = ImageFont.truetype(font_file(_FAT), round(1000 * tall * _PX / (under - over)))
    left, top, right, bottom = font.getbbox(word, anchor="ls")
    sheet = Image.new("L", (plan.shape[1], plan.shape[0]))
    at = _X * _PX - (left + right) / 2, _Y * _PX - (top + bottom) / 2
    ImageDraw.Draw(sheet).text(at, word, 255, font, anchor="ls")
    plan[np.asarray(sheet) > 127] = _FIGURE


def _fish(plan: Kinds, x: float, y: float, way: int) -> None:
    """Lay a fish that stands for a phase."""
    around = [2 * pi * k / 30 for k in range(30)]
    _fill(plan, [(x + 5.6 * cos(a), y + 3.3 * sin(a)) for a in around], _LIME)
    _fill(plan, [(x + way * dx, y + dy) for dx, dy in ((-2, 0.4), (-6.4, -3.4), (-6.4, 3.4))], _LIME)
    _fill(plan, [(x + way * dx, y + dy) for dx, dy in ((-2, 0), (-5.6, -2.6), (-4.6, 0), (-5.6, 2.6))], _BLACK)
    _fill(plan, [(x + 4.8 * cos(a), y + 2.5 * sin(a)) for a in around], _BLACK)
    _fill(plan, polygon(x + way * 2.6, y - 0.5, 0.7, 12), _LIME)


def _border(plan: Kinds, x: Pixels, y: Pixels) -> None:
    """Lay a braid of two strands along the edges."""
    deep = np.minimum(np.minimum(x, 63 - x), np.minimum(y, 88 - y))
    along = np.where(np.minimum(x, 63 - x) < np.minimum(y, 88 - y), y - 44, x - 31.5)
    across, swing = deep - 3.1, 1.25 * np.cos(2 * pi * along / 9)
    inside = deep < 5.8
    plan[inside] = _BLACK
    plan[inside & (abs(across + swing) < 0.75)] = _PALE
    plan[inside & (abs(across - swing) < 0.75)] = _OWN
    plan[(deep < 0.9) | (inside & (deep > 5.2))] = _LIME


def _laid(rng: np.random.Generator, plan: Kinds, shades: list[str]) -> Pixels:
    """Return the floor: stones about seeds in a loose grid, cut where the kind changes, mortar between them."""
    tall, wide = plan.shape
    y, x = np.mgrid[0:tall, 0:wide] / (_PX * _STONE)
    rows, columns = int(y.max()) + 4, int(x.max()) + 4
    seeds = rng.uniform(-0.24, 0.24, (rows, columns, 2)) + 0.5
    first, second = np.full(plan.shape, 9.0), np.full(plan.shape, 9.0)
    nearest = np.zeros(plan.shape, np.int64)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            row, column = y.astype(int) + down + 1, x.astype(int) + right + 1
            seed = seeds[row, column]
            # Cells of a grid rather than of a foam: the larger of the two ways counts most.
            dx, dy = x - (column - 1) - seed[..., 0], y - (row - 1) - seed[..., 1]
            far = (np.abs(dx) ** 4 + np.abs(dy) ** 4) ** 0.25
            nearer = far < first
            second = np.where(nearer, first, np.minimum(second, far))
            nearest = np.where(nearer, row * columns + column, nearest)
            first = np.minimum(first, far)
    worn = rng.normal(1, 0.075, (rows * columns, 1)) + rng.normal(0, 0.022, (rows * columns, 3))
    paint = np.array([inked(shade) for shade in shades])[plan] * worn[nearest]
    edges = cv2.Laplacian(plan.astype(np.float32), cv2.CV_32F) != 0
    mortar = np.maximum(np.clip(1.5 - (second - first) * 11, 0, 1), edges * 0.8)[..., None] * 0.62
    paint = paint * (1.05 - 0.16 * first[..., None]) + rng.normal(0, 4, (*plan.shape, 1))
    light = _smooth(rng, plan.shape, 6)[..., None] * 0.05 + 1
    floor = (paint * (1 - mortar) + inked("#8d8474") * mortar) * light
    return np.asarray(np.clip(cv2.GaussianBlur(floor, (0, 0), 0.6), 0, 255))


def _smooth(rng: np.random.Generator, size: tuple[int, ...], cells: int) -> Pixels:
    """Return smooth noise, so many cells across."""
    small = rng.normal(0, 1, (cells + 2, cells))
    return np.asarray(cv2.resize(small, (size[1], size[0]), interpolation=cv2.INTER_CUBIC), np.float64)


def _veined(rng: np.random.Generator, shade: str, vein: str, strength: float) -> Pixels:
    """Return a sheet of polished marble with clouds and veins."""
    size = (88 * _PX, 63 * _PX)
    flow = sum(share * _smooth(rng, size, cells) for cells, share in ((4, 1), (9, 0.5), (22, 0.25), (50, 0.12)))
    other = sum(share * _smooth(rng, size, cells) for cells, share in ((6, 1), (16, 0.5), (40, 0.2)))
    veins = np.exp(-np.abs(flow) / 0.05) + 0.6 * np.exp(-np.abs(other - 0.4) / 0.03)
    share = np.clip(veins * strength + 0.06 * flow, 0, 0.9)[..., None]
    return np.asarray(inked(shade) * (1 - share) + inked(vein) * share + rng.normal(0, 1.5, (*size, 1)))


def _slab(card: Card) -> str:
    """Return marbles cut to size, brass between them: a machine's head above a round in the card's colour."""
    rng, chance, own = dice(card.chance), card.chance, card.own
    plan = np.zeros((88 * _PX, 63 * _PX), np.int32)
    _fill(plan, [(4, 4), (59, 4), (59, 84), (4, 84)], 1)
    _fill(plan, [(31.5, -6), (66, 44), (31.5, 94), (-3, 44)], chance.choice((0, 2)))
    _fill(plan, polygon(_X, 47.5, 18.6, 90), 1)
    _fill(plan, polygon(_X, 47.5, 16.6, 90), 3)
    dark = chance.choice(("#24382f", "#3a2228", "#27303d"))
    cream, sand = ("#e9e4da", "#8f8a84", 0.45), ("#b9a58a", "#efe6d4", 0.5)
    sheets = ((dark, "#8fa699", 0.5), cream, sand, (own, mixed(own, "#ffffff", 0.5), 0.35))
    marble = np.choose(plan[..., None], [_veined(rng, *sheet) for sheet in sheets])
    seams = cv2.Laplacian(plan.astype(np.float32), cv2.CV_32F) != 0
    brass = cv2.dilate(seams.astype(np.uint8), np.ones((4, 4), np.uint8))
    marble = np.where(brass[..., None] > 0, inked("#c9a75e"), marble)
    ink = _INK.get(card.face.colour, "#ffffff")
    drawn = plate(0, 0, 63, 88, np.asarray(marble)) + _helmet(chance)
    figure = partial(text, height=18, words=str(card.face.number), family=_FAT)
    return drawn + figure(x=_X + 0.4, y=48.1, fill="#000000", more='opacity="0.35"') + figure(x=_X, y=47.6, fill=ink)


def _helmet(chance: Random) -> str:
    """Return a machine's head in pieces of stone."""
    edge = 'stroke="#c9a75e" stroke-width="0.6" stroke-linejoin="round"'
    stone = chance.choice(("#8c4a3c", "#4f6b66", "#6b6472", "#a08a5c"))
    crown = f"M21.5 28V16Q21.5 {chance.uniform(5, 9):.1f} 31.5 {chance.uniform(4, 6.5):.1f}Q41.5 7 41.5 16V28z"
    drawn = path(crown, stone, edge) + box(24.4, 23.4, 14.2, 2.6, _MARBLE, edge)
    drawn += box(18.4, 15, 3.1, 9, _DARK, edge) + box(41.5, 15, 3.1, 9, _DARK, edge)
    drawn += "".join(stroke(f"M{x} 23.4v2.6", "#c9a75e", 0.5) for x in (28, 31.5, 35))
    size, round_eyes = chance.uniform(2, 2.9), chance.random() < 0.6
    for x in (27, 36):
        drawn += shape(polygon(x, 16.4, size * 1.1, 24 if round_eyes else 4), _MARBLE, edge)
        drawn += disc(x, 16.4, 0.9, _DARK)
    return drawn


def _plaque(card: Card) -> str:
    """Return a plaque of marble: stones in the colours asked for, the points on a coin, room and id below."""
    chance = card.chance
    drawn = box(16.4, 69.3, 31, 13.2, "#000000", 'opacity="0.45" rx="0.6"')
    drawn += box(16, 68.6, 31, 13.2, _MARBLE, f'rx="0.6" stroke="{_BRONZE}" stroke-width="0.5"')
    edge, ink = 'stroke="#8d8474" stroke-width="0.2"', "#fff7e2"
    drawn += asked(card, 20.6, 72.6, lambda x, y, shade: shape(polygon(x, y, 2.3, 4, 45), shade, edge), 4.6)
    drawn += disc(42.2, 72.9, 3, _BRONZE) + disc(42.2, 72.9, 2.5, "none", 'stroke="#f0dcae" stroke-width="0.25"')
    worth = str(chance.randint(1, 12))
    drawn += text(42.2, 72.9, 2.2, worth, _SLAB, ink, 0, f'stroke="{ink}" stroke-width="0.15"')
    words = f"Sala {chance.choice('IVX')} · inv. {card.id} · 18{chance.randint(20, 89)}"
    return drawn + text(31.5, 79, 1.85, words, _SLAB, "#463c2e", 0, 'stroke="#463c2e" stroke-width="0.1"')


TESSERA = Edition(
    "tessera", 125, (_FAT, _SLAB), ("#b8372f", "#2c64a3", "#dda72f", "#46474d", "#41874f", "#7c4896"),
    _tessera, partial(leaflet, "#e6dcc4", _DARK), 2.6,
)  # fmt: skip
