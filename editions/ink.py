"""Drawing in SVG, millimetres of a card of 63 x 88, with text set in fonts that packages bring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from math import cos, pi, sin

import fontpkg
from PIL import ImageFont

WIDE, TALL = 63.0, 88.0
_EM = 1000


@cache
def _font(family: str) -> tuple[str, str, ImageFont.FreeTypeFont]:
    """A font's file, its own name for itself, and its measures."""
    file = str(fontpkg.path(family))
    measured = ImageFont.truetype(file, _EM)
    return file, str(measured.getname()[0]), measured


def font_file(family: str) -> str:
    """Return the file of a family."""
    return _font(family)[0]


def text(
    x: float, y: float, height: float, words: str, family: str, fill: str = "#111", turn: float = 0, more: str = ""
) -> str:
    """Return words whose ink is centred on a point; `height` is that of a figure, `turn` is clockwise."""
    _, name, font = _font(family)
    figures = font.getbbox("0", anchor="ls")
    left, top, right, bottom = font.getbbox(words, anchor="ls")
    size = height / (figures[3] - figures[1])
    dx, dy = -(left + right) / 2 * size, -(top + bottom) / 2 * size
    return (
        f'<g transform="translate({x:.2f} {y:.2f}) rotate({turn:g})"><text x="{dx:.3f}" y="{dy:.3f}" '
        f'font-family="\'{name}\'" font-size="{size * _EM:.3f}" fill="{fill}" {more}>{escape(words)}</text></g>'
    )


def width_of(words: str, height: float, family: str) -> float:
    """Return how wide words of this height are."""
    font = _font(family)[2]
    figures, (left, _, right, _) = font.getbbox("0", anchor="ls"), font.getbbox(words, anchor="ls")
    return float((right - left) * height / (figures[3] - figures[1]))


def box(x: float, y: float, wide: float, tall: float, fill: str, more: str = "") -> str:
    """Return a rectangle by its upper left corner."""
    return f'<rect x="{x:.2f}" y="{y:.2f}" width="{wide:.2f}" height="{tall:.2f}" fill="{fill}" {more}/>'


def disc(x: float, y: float, radius: float, fill: str, more: str = "") -> str:
    """Return a circle."""
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" fill="{fill}" {more}/>'


def shape(points: Sequence[tuple[float, float]], fill: str, more: str = "") -> str:
    """Return a polygon."""
    return f'<polygon points="{" ".join(f"{x:.2f},{y:.2f}" for x, y in points)}" fill="{fill}" {more}/>'


def line(x: float, y: float, to_x: float, to_y: float, ink: str, wide: float, more: str = "") -> str:
    """Return a line."""
    return f'<path d="M{x:.2f} {y:.2f}L{to_x:.2f} {to_y:.2f}" stroke="{ink}" stroke-width="{wide:g}" {more}/>'


def path(way: str, fill: str, more: str = "") -> str:
    """Return an outline in the letters of SVG."""
    return f'<path d="{way}" fill="{fill}" {more}/>'


def stroke(way: str, ink: str, wide: float, more: str = "") -> str:
    """Return a line in the letters of SVG."""
    return path(way, "none", f'stroke="{ink}" stroke-width="{wide:g}" {more}')


def way(points: Sequence[tuple[float, float]]) -> str:
    """Return the letters of a line through points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def star(x: float, y: float, radius: float, points: int, inner: float, turn: float = 0) -> list[tuple[float, float]]:
    """Return the corners of a star; with `inner` 1, of a regular polygon of twice as many corners."""
    at = [turn * pi / 180 + pi * k / points for k in range(2 * points)]
    return [
        (x + r * sin(a), y - r * cos(a)) for k, a in enumerate(at) for r in [radius if k % 2 == 0 else radius * inner]
    ]


def polygon(x: float, y: float, radius: float, corners: int, turn: float = 0) -> list[tuple[float, float]]:
    """Return the corners of a regular polygon, the first one on top."""
    at = [turn * pi / 180 + 2 * pi * k / corners for k in range(corners)]
    return [(x + radius * sin(a), y - radius * cos(a)) for a in at]


def faded(name: str, *stops: tuple[float, str], across: bool = False, round_at: str = "") -> str:
    """Return the definition of a gradient called `name`: downwards, across, or round (`cx="…" cy="…" r="…"`)."""
    colours = "".join(f'<stop offset="{at:g}" stop-color="{colour}"/>' for at, colour in stops)
    if round_at:
        return f'<radialGradient id="{name}" {round_at}>{colours}</radialGradient>'
    way = 'x2="1" y2="0"' if across else 'x2="0" y2="1"'
    return f'<linearGradient id="{name}" x1="0" y1="0" {way}>{colours}</linearGradient>'


def mixed(one: str, other: str, share: float) -> str:
    """Return a shade between two, `share` of it the other."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def drawing(content: str, radius: float) -> str:
    """Return the whole SVG of a card with rounded corners."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE:g} {TALL:g}"><defs><clipPath id="card">'
        f'<rect width="{WIDE:g}" height="{TALL:g}" rx="{radius:g}"/></clipPath></defs>'
        f'<g clip-path="url(#card)">{content}</g></svg>'
    )
