"""Five more editions to tune on, held out until they were reported on: knitting here, four more beside."""

from __future__ import annotations

from functools import partial
from random import Random

import numpy as np
from numpy.typing import NDArray

from editions.box import Card, Edition
from editions.ink import box, disc, mixed, path, stroke, text
from editions.plates import plate
from editions.tuning_eighth_aerial import LUFTBILD
from editions.tuning_eighth_blueprint import EPURE
from editions.tuning_eighth_comics import BULLES
from editions.tuning_eighth_stickers import TRIBUNA
from editions.workshop import Pixels, asked, dice, inked, leaflet

_COLUMNS, _ROWS = 60, 88  # stitches, each 1.05 mm wide and 1 mm tall
_PIXELS = 10  # of a stitch, either way
_CREAM, _BROWN, _FELT = "#f6eedd", "#33241c", "#8b8781"
_TRIANGLE = 13  # stitches along either edge

_BIG = {
    1: "...##.. ..###.. .####.. ...##.. ...##.. ...##.. ...##.. ...##.. .######",
    2: ".#####. ##...## ##...## .....## ...###. .###... ##..... ##..... #######",
    3: ".#####. ##...## .....## .....## ..####. .....## .....## ##...## .#####.",
    4: "....##. ...###. ..####. .##.##. ##..##. ####### ....##. ....##. ....##.",
    5: "####### ##..... ##..... ######. .....## .....## .....## ##...## .#####.",
}
_SMALL = {
    1: ".#.. ##.. .#.. .#.. .#.. .#.. ###.",
    2: ".##. #..# ...# ..#. .#.. #... ####",
    3: ".##. #..# ...# .##. ...# #..# .##.",
    4: "..#. .##. #.#. #.#. #### ..#. ..#.",
    5: "#### #... ###. ...# ...# #..# .##.",
}
_SIDE = (  # what stands beside the snowflake
    "....#.... ...###... ..#####.. ....#.... ...###... ..#####.. .#######. ....#.... ....#....",
    ".##...##. ####.#### ######### ######### .#######. ..#####.. ...###... ....#.... .........",
    "#.#...... .##...... ..##..... ..######. ...#####. ...#####. ...#...#. ...#...#. ...#...#.",
    "....#.... ...###... #..###..# ######### .#######. ..#####.. ..#...#.. .##...##. .........",
    "...###... ..#####.. .##.#.##. .#######. .##...##. ..#####.. ...###... .#.....#. ##.....##",
    "....#.... ...#.#... ..#.#.#.. .#.#.#.#. #.#.#.#.# .#.#.#.#. ..#.#.#.. ...#.#... ....#....",
    ".###.###. #...#...# #.......# .#.....#. ..#...#.. #..#.#..# .#..#..#. ..#...#.. ...###...",
)
_FRIEZES = (
    "#...#. .#.#.# ..#... .#.#.# #...#.", "##..## .#..#. ..##.. .#..#. ##..##", "#.#.#. ###### ..##.. ###### #.#.#.",
    "..#... .###.. #####. .###.. ..#...", "#....# ##..## .####. ..##.. ......", "#..... ##.... ###... ####.. #####.",
)  # fmt: skip
_ROBOT = (
    ".......##....... .......##....... ...##########... ..############.. ..############.. ..##..####..##.. "
    "..##..####..##.. ###############. ..############.. ..###......###.. ..############.. ...##########... "
    ".....######..... ..############.. .##.########.##. .##.########.##. "
)

Yarn = NDArray[np.int64]  # which of the yarns each stitch is knitted with


def _worked(yarn: Yarn, row: int, column: int, pattern: str, thread: int, size: int = 1) -> None:
    """Knit a pattern with a thread, its upper left stitch given, each stitch of it `size` wide and tall."""
    for down, stitches in enumerate(pattern.split()):
        for right, stitch in enumerate(stitches):
            if stitch == "#":
                top, left = row + down * size, column + right * size
                yarn[top : top + size, left : left + size] = thread


def _flake(chance: Random) -> str:
    """Return a snowflake of 21 stitches, alike in eight directions."""
    flake = np.zeros((21, 21), bool)
    reach, across = chance.randint(7, 10), chance.randint(3, 8)
    arms = [(k, 0) for k in range(chance.randint(0, 2), reach + 1)] + [(k, k) for k in range(across)]
    for at in chance.sample(range(2, reach + 1), 3):
        arms += [(at, side) for side in range(min(at, chance.randint(1, 4)) + 1)]
    for far, side in arms:
        for x, y in ((far, side), (side, far)):
            flake[np.ix_((10 - y, 10 + y), (10 - x, 10 + x))] = True
    return " ".join("".join("#" if on else "." for on in row) for row in flake)


def _knitted(card: Card, yarn: Yarn, yarns: list[str]) -> Pixels:
    """Return the stitches as they look: two strands each that meet in a V, fluff, and shadow between them."""
    rng = dice(card.chance)
    y, x = np.mgrid[0 : _ROWS * _PIXELS, 0 : _COLUMNS * _PIXELS] / _PIXELS
    aside = np.abs((x % 1) * 2 - 1)
    along = y - 0.55 * aside + 0.3
    row, column = np.clip(along, 0, _ROWS - 1).astype(int), x.astype(int)
    shade = np.array([inked(one) for one in yarns])[yarn[row, column]]
    strand = np.sin(np.pi * (along % 1)) * np.sin(np.pi * np.clip(aside, 0.06, 0.94))
    twist = 0.05 * np.sin((along * 4 + aside * 3) * 2 * np.pi)
    fluff = rng.normal(0, 0.05, y.shape) + rng.normal(0, 0.04, (_ROWS, _COLUMNS))[row, column]
    return np.asarray(np.clip(shade * (0.62 + 0.46 * np.sqrt(strand) + twist + fluff)[..., None] + 8, 0, 255))


def _strikk(card: Card) -> str:
    """Return a piece of knitting: a snowflake or a robot above, the number under it, the phase as rows of zigzag."""
    chance = card.chance
    light = _BROWN if card.face.colour == "yellow" else _CREAM
    colours = list(card.shade)
    yarns = [card.own, light, chance.choice(("#f1dcb8", "#cfdde0", "#e8c7b4", "#d8d3c8")), _FELT, _CREAM, _BROWN]
    yarn: Yarn = np.zeros((_ROWS, _COLUMNS), np.int64)
    if card.ai:
        _machine(yarn, chance)
    else:
        _jumper(yarn, card)
    _worked(yarn, 46, 23, _BIG[card.face.number], 1, 2)
    _corners(yarn, card, len(yarns))
    drawn = plate(0, 0, 63, 88, _knitted(card, yarn, yarns + [card.shade[colour] for colour in colours]))
    return drawn + _label(card) + _haberdashery(card)


def _jumper(yarn: Yarn, card: Card) -> None:
    chance = card.chance
    _worked(yarn, 13, 20, _flake(chance), 1)
    side = chance.choice(_SIDE)
    turned = " ".join(row[::-1] for row in side.split())
    low = chance.randint(17, 25)
    _worked(yarn, low, 6, side, 2)
    _worked(yarn, low, 45, turned, 2)
    for start, thread in ((38, 1), (2, 2)):
        frieze = chance.choice(_FRIEZES).split()
        wide = _COLUMNS if start > 20 else 30
        for down, row in enumerate(frieze):
            _worked(yarn, start + down, (_COLUMNS - wide) // 2, (row * 10)[:wide], thread)
    for at in range(card.face.phase):
        for down, row in enumerate(("##..", "####", "..##")):
            _worked(yarn, 67 + 4 * at + down, 0, row * 15, 1)


def _machine(yarn: Yarn, chance: Random) -> None:
    """Knit a robot into grey felt, a bib in the card's colour under it."""
    yarn[:] = 3
    yarn[::4, ::2] = chance.choice((2, 4))
    yarn[12:42, 8:52] = 3
    _worked(yarn, 10, 14, _ROBOT, chance.choice((4, 5)), 2)
    for down in (chance.randint(29, 31), chance.randint(37, 40)):
        yarn[down, 20:40] = 0
    yarn[43:68, 12:48] = 0
    for at in range(12, 48, 2):
        yarn[(43, 67), at] = 1


def _corners(yarn: Yarn, card: Card, first: int) -> None:
    """Knit the four triangles with a cream border, their digits upright."""
    for at, (colour, number) in enumerate(card.face.connectors):
        right, low = at in (1, 2), at in (2, 3)
        for row in range(_TRIANGLE + 1):
            for column in range(_TRIANGLE + 1 - row):
                place = _ROWS - 1 - row if low else row, _COLUMNS - 1 - column if right else column
                yarn[place] = 4 if row + column == _TRIANGLE else first + list(card.shade).index(colour)
        wide = 3 if number == 1 else 4
        left, top = _COLUMNS - 1 - wide if right else 1, _ROWS - 8 if low else 1
        _worked(yarn, top, left, _SMALL[number], 5 if colour == "yellow" else 4)


def _label(card: Card) -> str:
    """Return the sewn label: the id, and how to wash it."""
    cloth, ink = ("#2f3236", "#f4f1ea") if card.ai else ("#fbfaf6", "#23201d")
    drawn = box(16.2, 77.6, 30.6, 8, "#000000", 'rx="0.6" opacity="0.3"')
    drawn += box(16, 77, 30.6, 8, cloth, 'rx="0.5"') + stroke("M17 77.8V84.2M45.6 77.8V84.2", "#b53a3a", 0.3)
    drawn += text(25.6, 81, 3, card.id, "Poppins", ink, 0, f'stroke="{ink}" stroke-width="0.2"')
    tub = "M34.6 79.4l0.7 3.4h3.8l0.7 -3.4M34.6 79.4q0.9 -0.7 1.8 0t1.8 0t1.6 0"
    drawn += stroke(tub, ink, 0.3) + text(37.2, 81.4, 1.2, card.chance.choice(("30", "40")), "Poppins", ink)
    return drawn + stroke("M41 82.8l1.7 -3.2l1.7 3.2zM41 79.6l3.4 3.2M44.4 79.6l-3.4 3.2", ink, 0.25)


def _haberdashery(card: Card) -> str:
    """Return the points on a leather patch at the right, and what is asked for as buttons at the left."""
    patch = box(49.4, 50.6, 9.6, 9.6, "#a8693c", 'rx="1.2"')
    patch += box(50, 51.2, 8.4, 8.4, "none", 'rx="0.9" stroke="#e9c79a" stroke-width="0.3" stroke-dasharray="0.9 0.6"')
    patch += text(54.2, 55.4, 3.2, str(card.chance.randint(1, 12)), "Poppins", "#3b2010")

    def button(x: float, y: float, shade: str) -> str:
        holes = "".join(disc(x + right, y + down, 0.32, "#1b1715") for right in (-0.6, 0.6) for down in (-0.6, 0.6))
        rim = f'stroke="{mixed(shade, "#ffffff", 0.55)}" stroke-width="0.4"'
        shadow = path(f"M{x - 2.2} {y}a2.2 2.2 0 0 0 4.4 0.5z", "#000000", 'opacity="0.4"')
        return shadow + disc(x, y, 2.1, shade, rim) + disc(x, y, 1.3, mixed(shade, "#000000", 0.2)) + holes

    return patch + f'<g transform="rotate(90 7 55)">{asked(card, 1.4, 55, button, 5.6)}</g>'


EIGHTH = (
    Edition(
        "strikk", 81, ("Poppins",), ("#c2313a", "#2f62a8", "#e8b93a", "#2c2b2d", "#3d8552", "#7b4f9e"),
        _strikk, partial(leaflet, "#ece4d4", "#5a3a34"), 3.0,
    ),
    BULLES, TRIBUNA, LUFTBILD, EPURE,
)  # fmt: skip
