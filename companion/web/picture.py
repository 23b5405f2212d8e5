"""The result of a game as a picture to send: who, how many points and where from, and what lay on the table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from companion.core.table import Row

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

WIDTH = 1080
_MARGIN, _HEAD, _ROW = 56, 176, 124
_PAPER, _INK, _DIM, _PETROL, _LINE = "#fffefb", "#1d1c1a", "#5a5750", "#0d5a63", "#d8d4ca"
SEATS = ("#9a4a0c", "#1c63b7", "#1b7a43", "#7b3fa3", "#b3164e", "#4a4f55")
_FOOT = 72


@dataclass(frozen=True)
class Result:
    """What the picture says."""

    title: str
    when: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]  # the winner first
    drawing: str = ""  # SVG of a tableau or board
    foot: str = ""


@dataclass(frozen=True)
class _Word:
    text: str
    x: float
    y: float  # of the base line
    size: int
    colour: str
    weight: int = 400
    right: bool = False  # ends at x instead of beginning there
    room: float = WIDTH


def result_picture(result: Result) -> bytes:
    """Return the picture as PNG."""
    import cv2
    import numpy as np
    import resvg_py

    svg, words = _layout(result)
    drawn = cv2.imdecode(np.frombuffer(bytes(resvg_py.svg_to_bytes(svg_string=svg)), np.uint8), cv2.IMREAD_COLOR)
    assert drawn is not None
    pixels = drawn.astype(np.uint8)
    for word in words:
        _write(pixels, word)
    done, png = cv2.imencode(".png", pixels)
    assert done
    return bytes(png)


def _layout(result: Result) -> tuple[str, list[_Word]]:
    """Return the shapes as SVG, and the words apart: names may be in any script, and our shapes bring no font."""
    wide, tall = _size(result.drawing)
    table = _HEAD + len(result.rows) * _ROW + 24
    scale = (WIDTH - 2 * _MARGIN) / wide if wide else 0.0
    height = round(table + tall * scale + _FOOT)
    shapes = [
        f'<rect width="{WIDTH}" height="{height}" fill="{_PAPER}"/>',
        f'<rect width="{WIDTH}" height="{_HEAD - 24}" fill="{_PETROL}"/>',
    ]
    words = [
        _Word(result.title, _MARGIN, 76, 52, "#ffffff", 700, room=WIDTH - 2 * _MARGIN),
        _Word(result.when, _MARGIN, 126, 30, "#d3eaec", room=WIDTH - 2 * _MARGIN),
    ]
    for at, row in enumerate(result.rows):
        top = _HEAD + at * _ROW
        shapes += _row_shapes(row, top)
        words += _row_words(row, top, result.columns)
    if wide:
        inner = result.drawing[result.drawing.index(">") + 1 : result.drawing.rindex("</svg>")]
        shapes.append(f'<g transform="translate({_MARGIN} {table}) scale({scale:.4f})">{inner}</g>')
    words.append(_Word(result.foot, WIDTH - _MARGIN, height - 26, 26, _DIM, right=True))
    body = "".join(shapes)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}">{body}</svg>', words


def _row_shapes(row: Row, top: int) -> list[str]:
    shapes = [
        f'<rect x="{_MARGIN}" y="{top + 18}" width="14" height="{_ROW - 36}" rx="7" fill="{SEATS[row.seat % 6]}"/>',
        f'<path d="M{_MARGIN} {top + _ROW}H{WIDTH - _MARGIN}" stroke="{_LINE}" stroke-width="2"/>',
    ]
    if row.leads:
        x, y = WIDTH - _MARGIN - 250, top + 44
        shapes.append(f'<path d="M{x} {y + 36}v-34l14 16 14-24 14 24 14-16v34z" fill="#e0a21b"/>')
    return shapes


def _row_words(row: Row, top: int, columns: tuple[str, ...]) -> list[_Word]:
    made = [(name, one.value) for name, one in zip(columns, row.points, strict=True) if one.value is not None]
    return [
        _Word(row.name, _MARGIN + 34, top + 60, 44, _INK, 650 if row.leads else 450, room=620),
        _Word("   ".join(f"{name} {points}" for name, points in made), _MARGIN + 34, top + 100, 26, _DIM, room=760),
        _Word(row.text or str(row.total), WIDTH - _MARGIN, top + 82, 64, _INK, 750, right=True),
    ]


def _size(svg: str) -> tuple[float, float]:
    """Return width and height of a drawing, from its view box; zeros where there is none."""
    if 'viewBox="' not in svg:
        return 0.0, 0.0
    _, _, wide, tall = map(float, svg.split('viewBox="', 1)[1].split('"', 1)[0].split())
    return wide, tall


@cache
def _face(text_is_latin: bool) -> object:
    import cv2

    # Both come inside OpenCV: a fine one for European scripts, and one that knows nearly every sign.
    return cv2.FontFace("sans" if text_is_latin else "uni")


def _write(pixels: Pixels, word: _Word) -> None:
    import cv2

    face = _face(all(ord(sign) < 0x530 for sign in word.text))
    size, text = word.size, word.text
    while (wide := _wide(text, face, size, word.weight)) > word.room and size > 18:
        size -= 2
    while text and _wide(text, face, size, word.weight) > word.room:
        text = text[:-2] + "…" if len(text) > 2 else ""
    wide = _wide(text, face, size, word.weight)
    colour = tuple(int(word.colour[at : at + 2], 16) for at in (5, 3, 1))
    place = (round(word.x - wide if word.right else word.x), round(word.y))
    if text:
        cv2.putText(pixels, text, place, colour, face, size, weight=word.weight)  # type: ignore[call-overload]


def _wide(text: str, face: object, size: int, weight: int) -> float:
    import cv2

    if not text:
        return 0.0
    return float(cv2.getTextSize((0, 0), text, (0, 0), face, size, weight)[2])  # type: ignore[call-overload]
