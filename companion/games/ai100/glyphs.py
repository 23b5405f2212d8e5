"""Our own figures and letters as strokes, so that cards look the same everywhere and need no font.

A glyph is drawn on a box 10 wide and 14 high whose capital height runs from y = 1 to y = 13.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

CAP = 12.0  # the height of a figure in glyph units
MIDDLE = 7.0


class Glyph(NamedTuple):
    """A path and the width it takes in a line."""

    path: str
    advance: float


@dataclass(frozen=True)
class Font:
    """Glyphs by character: strokes of width `pen`, or filled outlines where `pen` is 0."""

    name: str
    glyphs: Mapping[str, Glyph]
    pen: float = 0.0
    round: bool = True
    tracking: float = 0.0
    slant: float = 0.0

    def width(self, text: str) -> float:
        """Return the width of a line in glyph units."""
        return sum(self.glyphs[sign].advance + self.tracking for sign in text) - self.tracking

    def draw(self, text: str, x: float, y: float, height: float, ink: str) -> str:
        """Return the line centred on (x, y), its figures `height` high."""
        scale = height / (CAP + self.pen)
        pen = f'fill="none" stroke="{ink}" stroke-width="{self.pen:g}"' if self.pen else f'fill="{ink}"'
        if self.pen and self.round:
            pen += ' stroke-linecap="round" stroke-linejoin="round"'
        at, paths = -self.width(text) / 2, []
        for sign in text:
            paths.append(f'<path transform="translate({at:.2f})" d="{self.glyphs[sign].path}"/>')
            at += self.glyphs[sign].advance + self.tracking
        lean = f" skewX({-self.slant:g})" if self.slant else ""
        place = f"translate({x:.2f} {y:.2f}) scale({scale:.4f}){lean} translate(0 {-MIDDLE:g})"
        return f'<g transform="{place}" {pen}>{"".join(paths)}</g>'


def _font(strokes: Mapping[str, tuple[float, str]]) -> dict[str, Glyph]:
    return {sign: Glyph(path, advance) for sign, (advance, path) in strokes.items()}


ROUND_HAND = _font(
    {
        "0": (11, "M5.5 1C8.3 1 9.8 3.5 9.8 7S8.3 13 5.5 13S1.2 10.5 1.2 7S2.7 1 5.5 1Z"),
        "1": (8, "M1.6 3.7L5.2 1V13"),
        "2": (11, "M1.5 4.4C1.5 2.3 3.2 1 5.4 1S9.2 2.3 9.2 4.3C9.2 6.6 7.6 8 1.6 13H9.6"),
        "3": (11, "M1.8 1H9L5.2 5.7C8 5.6 9.7 7.1 9.7 9.3S7.9 13 5.3 13C3.4 13 2 12.2 1.3 10.8"),
        "4": (11.5, "M7.6 13V1L1 9.8H10.4"),
        "5": (
            11,
            "M8.9 1H2.7L2.1 6.6C3 5.8 4.1 5.4 5.3 5.4C7.9 5.4 9.7 7 9.7 9.2S7.8 13 5.2 13C3.3 13 1.9 12.3 1.2 11",
        ),
        "6": (11, "M7.6 1C3.8 2.5 1.3 5.7 1.3 9C1.3 11.4 3.1 13 5.5 13S9.7 11.4 9.7 9.1S7.9 5.4 5.5 5.4S1.4 6.9 1.3 9"),
        "7": (10.5, "M1.4 1H9.2L4 13"),
        "8": (
            11,
            "M5.5 1C7.6 1 9 2.1 9 3.8S7.6 6.6 5.5 6.6S2 5.5 2 3.8S3.4 1 5.5 1Z"
            "M5.5 6.6C8 6.6 9.7 7.8 9.7 9.8S8 13 5.5 13S1.3 11.8 1.3 9.8S3 6.6 5.5 6.6Z",
        ),
        "9": (11, "M3.4 13C7.2 11.5 9.7 8.3 9.7 5C9.7 2.6 7.9 1 5.5 1S1.3 2.6 1.3 4.9S3.1 8.6 5.5 8.6S9.6 7.1 9.7 5"),
        "A": (11.5, "M1 13L5.75 1L10.5 13M2.7 9H8.8"),
        "I": (5, "M2.5 1V13"),
        "-": (7, "M1.5 7.4H5.5"),
        "R": (11, "M1.8 13V1H5.4C7.8 1 9.2 2.3 9.2 4.4S7.8 7.8 5.4 7.8H1.8M5.6 7.8L9.6 13"),
        "B": (11, "M1.8 7H5.6C8.1 7 9.6 8 9.6 10S8.1 13 5.6 13H1.8V1H5.2C7.4 1 8.8 2 8.8 4S7.4 7 5.2 7"),
        "Y": (11, "M1 1L5.5 7.2L10 1M5.5 7.2V13"),
        "K": (11, "M1.8 1V13M9.2 1L1.8 8.4M4.4 6L9.8 13"),
        "G": (11.5, "M9.6 3.4C8.8 1.9 7.4 1 5.7 1C3 1 1.2 3.5 1.2 7S3 13 5.7 13C8.2 13 9.9 11.3 9.9 8.4V7.5H6.2"),
        "V": (11.5, "M1 1L5.75 13L10.5 1"),
    }
)

DEMO_FONT = Font("demo", ROUND_HAND, pen=2.0, tracking=0.9)
