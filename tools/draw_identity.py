"""Draw the mark of the app and the pictures of the shelf into static/: icons for home screens, a picture for each game.

The mark is a C of cards: the 3 x 5 tableau with its rim laid and the card in the centre lit. Made once and kept in the
repository, so phones load plain files; run again after changing a drawing: python tools/draw_identity.py
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import resvg_py

STATIC = Path(__file__).resolve().parents[1] / "static"
PETROL, PAPER, INK = "#0d5a63", "#fffefb", "#1d1c1a"
RED, BLUE, YELLOW, BLACK, GREEN, VIOLET = "#c5282f", "#1d63b8", "#f2bd1d", "#2b2a28", "#1b7a43", "#7b3fa3"
SIX = (RED, BLUE, YELLOW, BLACK, GREEN, VIOLET)
COPPER = "#f5a55a"


def rect(x: float, y: float, wide: float, tall: float, fill: str, radius: float = 2, more: str = "") -> str:
    """Return a rounded rectangle."""
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{tall:g}" rx="{radius:g}" fill="{fill}"{more}/>'


def disc(x: float, y: float, radius: float, fill: str) -> str:
    """Return a disc."""
    return f'<circle cx="{round(x, 1):g}" cy="{round(y, 1):g}" r="{radius:g}" fill="{fill}"/>'


def polygon(x: float, y: float, radius: float, sides: int, fill: str, turn: float = 0.0) -> str:
    """Return a regular polygon."""
    angles = [2 * math.pi * (at + 0.5 + turn) / sides + math.pi / 2 for at in range(sides)]
    points = " ".join(f"{x + radius * math.cos(a):.1f},{y + radius * math.sin(a):.1f}" for a in angles)
    return f'<polygon points="{points}" fill="{fill}"/>'


def drawing(wide: float, tall: float, parts: Iterator[str] | list[str]) -> str:
    """Return a whole SVG."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {tall:g}">{"".join(parts)}</svg>\n'


def mark(margin: float, corner: float) -> str:
    """Return the mark in a square of 64; a maskable icon wants more margin and no corners."""
    step = (64 - 2 * margin) / 5
    wide, tall = step * 0.82, step * 0.82 * 88 / 63
    top = 32 - 1.5 * tall - 0.18 * step
    parts = [rect(0, 0, 64, 64, PETROL, corner)]
    for row in range(3):
        for column in range(5):
            rim = row != 1 or column == 0
            centre = (row, column) == (1, 2)
            fill = PAPER if rim else COPPER
            x, y = margin + column * step + 0.09 * step, top + row * (tall + 0.18 * step)
            if rim or centre:
                parts.append(rect(x, y, wide, tall, fill, 1.3))
    return drawing(64, 64, parts)


def tableau() -> Iterator[str]:
    """Fifteen cards, the one in the centre framed."""
    for at in range(15):
        row, column = divmod(at, 5)
        x, y = 13 + 19.4 * column, 4 + 22 * row
        fill = SIX[(at * 5 + row) % 6]
        yield rect(x, y, 15.5, 20.4, fill)
        ink = INK if fill == YELLOW else PAPER
        other = SIX[(at * 5 + row + 2) % 6]
        yield f'<path d="M{x + 15.5:g} {y + 15:g}v5.4h-5.4z" fill="{other}"/>'
        yield f'<path d="M{x:g} {y + 5.4:g}v-5.4h5.4z" fill="{SIX[(at + 3) % 6]}"/>'
        yield disc(x + 7.75, y + 10.2, 3, ink)
        if at == 7:
            yield rect(x - 1.6, y - 1.6, 18.7, 23.6, "none", 3, f' stroke="{COPPER}" stroke-width="1.8"')


def station() -> Iterator[str]:
    """Six sectors around a core, and the track with a red line."""
    for sector in range(6):
        x, y = 40 + 20.5 * math.cos(math.pi * sector / 3), 36 + 20.5 * math.sin(math.pi * sector / 3)
        yield polygon(x, y, 11, 6, ("#0f6f9c", "#1586b4")[sector % 2])
        yield disc(x, y, 3.2, SIX[sector])
    yield polygon(40, 36, 9, 6, "#8fd3e8")
    for step in range(9):
        row, at = divmod(step, 3)
        yield rect(76 + 12 * at, 14 + 15 * row, 10, 12, PAPER, 2, ' stroke="#9bb9c4"')
    yield rect(86.3, 10, 1.6, 20, RED, 0)
    yield disc(93, 35, 4, VIOLET) + disc(81, 50, 4, YELLOW)


def field() -> Iterator[str]:
    """A board of tokens with an alignment of four."""
    tokens = {RED: ((3, 2), (4, 2), (5, 2), (6, 2), (9, 5)), BLUE: ((2, 4), (3, 5), (1, 1)),
              GREEN: ((7, 4), (4, 4), (9, 3)), YELLOW: ((8, 1), (6, 5), (1, 3))}  # fmt: skip
    yield rect(10, 6, 100, 60, "#e7d8b8", 4)
    for column in range(11):
        for row in range(7):
            yield disc(15 + 9 * column, 10.5 + 8.6 * row, 1, "#b39a67")
    for ink, places in tokens.items():
        yield from (disc(15 + 9 * column, 10.5 + 8.6 * row, 3.7, ink) for column, row in places)
    yield rect(37, 22.4, 37, 10.6, "none", 5, f' stroke="{INK}" stroke-width="1.6"')


def chain() -> Iterator[str]:
    """Polygons of a collection."""
    upper = ((18, 24, 13, 4, BLUE), (42, 22, 13, 3, YELLOW), (65, 25, 13, 5, RED), (91, 23, 13, 6, GREEN))
    lower = ((28, 51, 13, 8, VIOLET), (54, 52, 12, 4, GREEN), (79, 51, 12, 6, BLUE), (103, 50, 11, 3, RED))
    for at, (x, y, radius, sides, fill) in enumerate((*upper, *lower)):
        yield polygon(x, y, radius, sides, fill, 0.12 * (at % 3))
        yield polygon(x, y, radius * 0.42, sides, "#ffffff66", 0.12 * (at % 3))


def square() -> Iterator[str]:
    """Cards that match on a square, tokens beside them."""
    rows = ((None, RED, RED, None, None), (BLUE, BLUE, GREEN, GREEN, None), (None, YELLOW, "#6b4423", YELLOW, None))
    for row in range(3):
        for column in range(5):
            fill = rows[row][column]
            x, y = 14 + 18.6 * column, 7 + 19.8 * row
            if fill is None:
                yield rect(x, y, 16.4, 17.6, "none", 2.5, ' stroke="#9c958a" stroke-dasharray="3 2"')
                continue
            yield rect(x, y, 16.4, 17.6, fill, 2.5)
            ink = INK if fill == YELLOW else PAPER
            yield f'<path d="M{x + 4:g} {y + 5:g}h8.4M{x + 4:g} {y + 9:g}h5.4" stroke="{ink}" stroke-width="1.8"/>'
            yield disc(x + 11.8, y + 13, 2, ink)
    for at, ink in enumerate((RED, BLUE, GREEN)):
        yield disc(111, 16 + 20 * at, 4.4, ink)


# Each game and the colour of its box on the shelf.
SHELF = {
    "ai100": (tableau, "#0d5a63"),
    "aquasphere": (station, "#123a63"),
    "boussanga": (field, "#6d4a2b"),
    "collexion": (chain, "#3b2f5c"),
    "pilier": (square, "#3d4a3c"),
}


def tile(parts: Iterator[str], ground: str) -> str:
    """Return the picture of a game: wide on the shelf, its middle alone in a list."""
    lit = '<radialGradient id="l" cx=".5" cy=".1" r=".9"><stop stop-color="#fff" stop-opacity=".22"/>'
    lit += '<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>'
    whole = rect(-40, 0, 200, 72, ground, 0) + rect(-40, 0, 200, 72, "url(#l)", 0)
    return drawing(200, 72, [f'<g transform="translate(40)">{lit}{whole}{"".join(parts)}</g>'])


def main() -> None:
    """Write everything."""
    icons = {"icon-192.png": (mark(6, 14), 192), "icon-512.png": (mark(6, 14), 512),
             "icon-maskable-512.png": (mark(12, 0), 512), "apple-touch-icon.png": (mark(8, 0), 180)}  # fmt: skip
    (STATIC / "icon.svg").write_text(mark(6, 14), encoding="utf-8")
    for name, (svg, size) in icons.items():
        (STATIC / name).write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size)))
    for slug, (parts, ground) in SHELF.items():
        (STATIC / "games" / f"{slug}.svg").write_text(tile(parts(), ground), encoding="utf-8")


if __name__ == "__main__":
    main()
