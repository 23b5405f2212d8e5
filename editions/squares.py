"""Invented prints of Pilier's cards, ten to look at while the reader is improved and two that nobody tunes on.

As the rulebook has them: one of five colours, a value, a symbol or none, and teeth along the edges, in the symbol's
shape and a tenth of the value in number.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
import resvg_py

from companion.games.pilier.cards import Card
from companion.games.pilier.reader.prints import Print
from companion.games.pilier.rules import COLOURS, OF_EACH_COLOUR, SYMBOLS, VALUES
from companion.samples.photographs import LEVELS, Shot, photograph, worn_scene
from companion.samples.scenes import Scene
from companion.samples.tables import Pixels
from companion.vision.layout import Cells
from editions.ink import (
    TALL,
    WIDE,
    box,
    disc,
    drawing,
    faded,
    font_file,
    line,
    mixed,
    path,
    polygon,
    shape,
    star,
    stroke,
    text,
)
from editions.scenery import grain
from editions.scenery import harbour as sea
from editions.squares_held_out import balloon, column
from editions.squares_second import glazed, marker
from editions.squares_third import azulejo, enamel

SQUARE = Cells("ABCDEF", 6)


@dataclass(frozen=True)
class SquarePrint:
    """How somebody has printed the cards: shades of the five colours, a font, and a drawing."""

    name: str
    fonts: tuple[str, ...]
    shades: tuple[str, ...]
    draw: Callable[[Card, str, random.Random], str]
    radius: float = 3.0
    held_out: bool = False

    def image(self, card: Card, width: int = 400) -> Pixels:
        """Return a card as a BGRA image."""
        shade = dict(zip(COLOURS, self.shades, strict=True))[card.colour]
        svg = drawing(self.draw(card, shade, random.Random(f"{self.name} {card}")), self.radius)
        files = [font_file(family) for family in self.fonts]
        png = resvg_py.svg_to_bytes(svg_string=svg, width=width, font_files=files, skip_system_fonts=True)
        image = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_UNCHANGED)
        return np.asarray(image, np.uint8)


def sign(symbol: str, x: float, y: float, size: float, ink: str, wide: float, fill: str = "none") -> str:
    """Return one of the five symbols; none is nothing."""
    pen = f'stroke="{ink}" stroke-width="{wide:g}" stroke-linejoin="round"'
    if symbol == "cube":
        hexagon = polygon(x, y, size, 6)
        edges = "".join(line(x, y, *hexagon[at], ink, wide) for at in (1, 3, 5))
        return shape(hexagon, fill, pen) + edges
    if symbol == "triangle":
        return shape(polygon(x, y + size * 0.2, size * 1.1, 3), fill, pen)
    if symbol == "moebius":
        out, up = 1.3 * size, 0.8 * size
        left = f"c{-0.4 * size} {-0.9 * size} {-out} {-up} {-out} 0s{0.9 * size} {0.9 * size} {out} 0"
        right = f"s{out} {-up} {out} 0s{-0.9 * size} {0.9 * size} {-out} 0Z"
        loops = f"M{x} {y}{left}{right}"
        return stroke(loops, ink, wide * 1.3)
    if symbol == "ring":
        return disc(x, y, size * 0.85, fill, pen) + disc(x, y, size * 0.45, "none", pen)
    if symbol == "star":
        return shape(star(x, y, size * 1.1, 5, 0.45), fill, pen)
    return ""


def teeth(card: Card, fill: str, size: float, inset: float = 0.0) -> str:
    """Return the teeth of the four edges: a tenth of the value on each, shaped like the symbol."""
    count, drawn = card.value // 10, ""
    for across in (True, False):
        long = WIDE if across else TALL
        for at in range(count):
            along = long * (at + 1) / (count + 1)
            for near in (inset, (TALL if across else WIDE) - inset):
                x, y = (along, near) if across else (near, along)
                if card.symbol in ("ring", "moebius"):
                    drawn += disc(x, y, size, fill)
                elif card.symbol == "cube":
                    drawn += box(x - size, y - size, 2 * size, 2 * size, fill)
                else:
                    drawn += shape(polygon(x, y, size * 1.3, 3 if card.symbol == "triangle" else 4), fill)
    return drawn


def _teeth(card: Card, shade: str, chance: random.Random) -> str:
    """Colour to the edges, a light field with the symbol, the value in two corners."""
    dark = card.colour == "yellow"
    ink = "#1f1d1a" if dark else "#ffffff"
    drawn = box(0, 0, WIDE, TALL, shade) + teeth(card, ink, 2.6)
    drawn += disc(31.5, 44, 19, "#fbf7ee") + sign(card.symbol, 31.5, 44, 11, mixed(shade, "#000000", 0.25), 1.8)
    drawn += text(14, 14.5, 10, str(card.value), "Oswald", ink)
    return drawn + text(49, 73.5, 10, str(card.value), "Oswald", ink, 180)


def _slate(card: Card, shade: str, chance: random.Random) -> str:
    """A dark ground with grain, everything on it in the card's colour, the value large below the symbol."""
    paper = f"<defs>{grain('grain', '0.9', 0.5, chance.randrange(99), (0.6, 0.6, 0.65))}</defs>"
    drawn = paper + box(0, 0, WIDE, TALL, "#23262b") + box(0, 0, WIDE, TALL, "#000000", 'filter="url(#grain)"')
    drawn += box(3.2, 3.2, WIDE - 6.4, TALL - 6.4, "none", f'stroke="{shade}" stroke-width="2.6" rx="3"')
    drawn += teeth(card, shade, 2.2, 6.0)
    drawn += sign(card.symbol, 31.5, 33, 12, shade, 2.4, mixed(shade, "#23262b", 0.65))
    return drawn + text(31.5, 66, 15, str(card.value), "Righteous", shade)


def _vellum(card: Card, shade: str, chance: random.Random) -> str:
    """Old paper, the colour in a band at the left and in the symbol, the value in a medallion."""
    fibres = grain("grain", "0.5", 0.4, chance.randrange(99), (0.45, 0.35, 0.2))
    defs = f"<defs>{faded('paper', (0, '#f4ead0'), (1, '#dfcfa6'))}{fibres}</defs>"
    drawn = defs + box(0, 0, WIDE, TALL, "url(#paper)") + box(0, 0, WIDE, TALL, "#000000", 'filter="url(#grain)"')
    drawn += box(0, 0, 13, TALL, shade) + line(13.6, 0, 13.6, TALL, "#5a4526", 0.6)
    drawn += teeth(card, mixed(shade, "#2a1d08", 0.2), 2.0, 3.0)
    drawn += sign(card.symbol, 38, 32, 13, "#4a3620", 1.0, shade)
    drawn += disc(38, 68, 10.5, "#fffaf0", 'stroke="#5a4526" stroke-width="0.8"')
    return drawn + text(38, 68, 9.5, str(card.value), "Playfair Display", "#33250f")


def _arcade(card: Card, shade: str, chance: random.Random) -> str:
    """White, with a large plate in the colour, the symbol cut out of it in white, small values in all corners."""
    drawn = box(0, 0, WIDE, TALL, "#f6f7f9")
    drawn += shape(polygon(31.5, 44, 30, 8, 22.5), shade) + teeth(card, mixed(shade, "#000000", 0.35), 1.8, 1.2)
    drawn += sign(card.symbol, 31.5, 44, 13, "#f6f7f9", 2.6)
    for x, y, turn in ((9, 9, 0), (WIDE - 9, 9, 0), (WIDE - 9, TALL - 9, 180), (9, TALL - 9, 180)):
        drawn += text(x, y, 6, str(card.value), "Press Start 2P", mixed(shade, "#000000", 0.45), turn)
    return drawn


def _regatta(card: Card, shade: str, chance: random.Random) -> str:
    """A picture of the sea to the edges, the colour in a pennant with the symbol that hangs from above, the value on a
    wooden sign at the lower right."""
    drawn = sea(chance, "#9cc6d8", "#3f7f93")
    drawn += teeth(card, "#f7f3e6", 2.2, 0.8)
    pennant = [(8, 0), (40, 0), (40, 46), (24, 56), (8, 46)]
    drawn += shape(pennant, shade, 'stroke="#f7f3e6" stroke-width="1.4"')
    drawn += sign(card.symbol, 24, 27, 11.5, "#f7f3e6", 2.0, mixed(shade, "#f7f3e6", 0.3))
    drawn += box(33, 66, 27, 17, "#8a6238", 'rx="2.5" stroke="#4c3219" stroke-width="1"')
    for at in (70.5, 76, 80.5):
        drawn += line(34, at, 59, at + 0.4, "#6f4d2a", 0.4)
    return drawn + text(46.5, 74.5, 10.5, str(card.value), "Alfa Slab One", "#fff4d6")


def _crest(card: Card, shade: str, chance: random.Random) -> str:
    """Two halves on the slant, light grey and the colour, a shield over both, the value in two opposite corners."""
    pale = "#e7e5df"
    drawn = box(0, 0, WIDE, TALL, pale) + shape([(WIDE, 0), (WIDE, TALL), (0, TALL)], shade)
    for at in range(-60, 90, 9):
        drawn += line(at, 0, at + 63, TALL, mixed(pale, "#000000", 0.12), 0.35, 'opacity="0.5"')
    drawn += box(2.4, 2.4, WIDE - 4.8, TALL - 4.8, "none", 'stroke="#2b2b2e" stroke-width="0.7"')
    drawn += teeth(card, "#2b2b2e", 1.7, 2.4)
    shield = "M15 24H48V46C48 58 38 65 31.5 69C25 65 15 58 15 46Z"
    drawn += path(shield, "#fdfcf8", 'stroke="#2b2b2e" stroke-width="1.2"')
    drawn += sign(card.symbol, 31.5, 43, 11, "#2b2b2e", 1.5, mixed(shade, "#ffffff", 0.25))
    drawn += text(12.5, 12.5, 9, str(card.value), "Josefin Sans", "#2b2b2e")
    return drawn + text(WIDE - 12.5, TALL - 12.5, 9, str(card.value), "Josefin Sans", "#fdfcf8")


PRINTS = {
    one.name: one
    for one in (
        SquarePrint("teeth", ("Oswald",), ("#b3261e", "#1d4fa3", "#1f6b3a", "#6b4423", "#f2c230"), _teeth),
        SquarePrint("slate", ("Righteous",), ("#e0503f", "#4f9be8", "#58b368", "#a9764a", "#f0d05a"), _slate, 4.0),
        SquarePrint(
            "vellum", ("Playfair Display",), ("#a2322b", "#2f5d8c", "#4f7a3a", "#7a5230", "#d8a52c"), _vellum, 2.0
        ),
        SquarePrint(
            "arcade", ("Press Start 2P",), ("#e4002b", "#0057d8", "#009a44", "#8a5a2b", "#ffc400"), _arcade, 3.5
        ),
        SquarePrint(
            "regatta", ("Alfa Slab One",), ("#c0392b", "#24468f", "#2e8b57", "#6a4a2f", "#e8b923"), _regatta, 3.0
        ),
        SquarePrint("crest", ("Josefin Sans",), ("#cf4636", "#3b6fb5", "#4a9a5b", "#94673f", "#ecc440"), _crest, 4.5),
        SquarePrint("glazed", ("Cinzel",), ("#b5302a", "#2a57a5", "#2f8a4c", "#7d5530", "#e6b422"), glazed, 3.5),
        SquarePrint(
            "marker", ("Permanent Marker",), ("#d23c33", "#2f62c0", "#33954f", "#8b5e34", "#e9bd1f"), marker, 5.0
        ),
        SquarePrint("azulejo", ("Sora",), ("#b4352d", "#2454a0", "#2b8255", "#85572f", "#dba51e"), azulejo, 2.6),
        SquarePrint("enamel", ("Bebas Neue",), ("#c22f2a", "#1e4f9c", "#1f7a45", "#744824", "#eebc1c"), enamel, 4.2),
        SquarePrint(
            "balloon", ("Roboto Slab",), ("#c53a30", "#2c62ad", "#3c8f4e", "#86572f", "#efbe2e"), balloon, 3.4, True
        ),
        SquarePrint("column", ("Poppins",), ("#d0302f", "#1d5fb4", "#2a8c4f", "#7b4f2e", "#f3c21b"), column, 2.8, True),
    )
}


@cache
def box_of(name: str) -> tuple[Card, ...]:
    """Return the 90 cards of a print by lot: 18 of each colour, one of them twice."""
    chance = random.Random(f"box of {name}")
    cards: list[Card] = []
    for colour in COLOURS:
        every = [Card(colour, value, symbol) for value in VALUES for symbol in SYMBOLS]
        some = chance.sample(every, OF_EACH_COLOUR - 1)
        cards += [*some, chance.choice(some)]
    chance.shuffle(cards)
    return tuple(cards)


@cache
def image_of(name: str, card: Card) -> Pixels:
    """Return a card of a print, drawn once."""
    return PRINTS[name].image(card)


def square_photo(name: str, cells: Mapping[str, Card], how: Scene, turned: Sequence[str] = ()) -> Shot:
    """Photograph cards on cells; those `turned` stand on their heads, as whoever sits opposite lays them."""
    images = {
        cell: np.ascontiguousarray(image_of(name, card)[::-1, ::-1] if cell in turned else image_of(name, card))
        for cell, card in cells.items()
    }
    return photograph({cell: cell for cell in cells}, images, replace(how, standee=False))


def scatter(cards: Sequence[Card], seed: int) -> dict[str, Card]:
    """Return cards on a square that grew card beside card, as at the table."""
    chance = random.Random(f"square {seed}")
    cells = [chance.choice(SQUARE.names)]
    while len(cells) < len(cards):
        steps = [SQUARE.step(cell) for cell in cells]
        beside = {SQUARE.name(x + dx, y + dy) for x, y in steps for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        cells.append(chance.choice(sorted(cell for cell in beside - set(cells) if cell)))
    return dict(zip(cells, cards, strict=True))


def some_heads(cells: Mapping[str, Card], seed: int, share: float = 0.3) -> tuple[str, ...]:
    """Return the cells whose cards stand on their heads."""
    chance = random.Random(f"heads {seed}")
    return tuple(cell for cell in cells if chance.random() < share)


def teaching_photos(name: str, first: int, of: int = 30) -> list[Shot]:
    """Return photos of the whole box, `of` cards each in rows of six, taken with a little care."""
    cards, shots = box_of(name), []
    for at, start in enumerate(range(0, len(cards), of)):
        cells = dict(zip(SQUARE.names, cards[start : start + of], strict=False))
        how = replace(worn_scene(LEVELS[at % 2], first + at), glare=0, foil=0.0)
        shots.append(square_photo(name, cells, how))
    return shots


@cache
def drawn_print(name: str, count: int) -> Print:
    """Return a print taught from the drawings of its first cards, as if they had been photographed perfectly."""
    cards = dict.fromkeys(box_of(name)[:count])
    return Print(()).with_photo([(card, image_of(name, card)[..., :3]) for card in cards], "drawn")
