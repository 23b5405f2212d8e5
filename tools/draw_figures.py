"""Draw the figures of the cards as a font into static/: points on every page are written in the same hand as the cards.

Made once and kept in the repository; run again after changing a figure:
.venv/bin/pip install fonttools brotli; .venv/bin/python -m tools.draw_figures
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from companion.games.ai100.glyphs import ROUND_HAND

FILE = Path(__file__).resolve().parents[1] / "static" / "figures.woff2"
EM, UNIT = 1000, 51.5  # of the font, and of a glyph of the cards in it: figures are 0.72 em high
PEN = 2.3  # bolder than on the cards, for these are read from across the table
SPACE = 1.1  # between two signs
STEPS = 9  # lines instead of a curve
SHARP = 0.35  # radians: a corner, no curve
SIGNS = {"+": "M5.8 3.6V10.8M2.2 7.2H9.4", "\N{MINUS SIGN}": "M2.2 7.2H9.4"}

Point = tuple[float, float]
Stroke = tuple[list[Point], bool]  # its points, and whether it is closed


def strokes(path: str) -> Iterator[Stroke]:
    """Return the strokes of a path of absolute M, L, H, V, C, S and Z."""
    points: list[Point] = []
    control: Point = (0, 0)
    for command, numbers in re.findall(r"([MLHVCSZ])([^MLHVCSZ]*)", path):
        values = [float(one) for one in re.findall(r"-?[\d.]+", numbers)]
        if command == "M":
            if points:
                yield points, False
            points = [(values[0], values[1])]
        elif command == "Z":
            yield points[:-1] if points[0] == points[-1] else points, True
            points = []
        elif command in "HV":
            x, y = points[-1]
            points.append((values[0], y) if command == "H" else (x, values[0]))
        elif command == "L":
            points.append((values[0], values[1]))
        else:
            while values:
                x, y = points[-1]
                first = (2 * x - control[0], 2 * y - control[1]) if command == "S" else (values.pop(0), values.pop(0))
                control, end = (values.pop(0), values.pop(0)), (values.pop(0), values.pop(0))
                points += curve((x, y), first, control, end)
    if points:
        yield points, False


def curve(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    """Return a cubic curve as points, without its first."""
    for step in range(1, STEPS + 1):
        t = step / STEPS
        weights = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3
        yield tuple(sum(w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True)) for axis in (0, 1))  # type: ignore[misc]


def beside(points: list[Point]) -> Iterator[Point]:
    """Return the line at half a pen's width beside a way round; around its outer corners it is round."""
    for at, here in enumerate(points):
        before, after = points[at - 1], points[(at + 1) % len(points)]
        come = math.atan2(here[1] - before[1], here[0] - before[0])
        leave = math.atan2(after[1] - here[1], after[0] - here[0])
        turn = (leave - come + math.pi) % (2 * math.pi) - math.pi
        if turn < 0.01 - math.pi:  # the end of a stroke, where the way turns back
            turn = math.pi
        if turn < -SHARP:  # an inner corner goes through the corner itself, so that the outline stays one way round
            yield from (offset(here, come), here, offset(here, leave))
        elif turn < SHARP:
            yield offset(here, come + turn / 2)
        else:
            parts = math.ceil(turn / SHARP)
            yield from (offset(here, come + turn * part / parts) for part in range(parts + 1))


def offset(point: Point, direction: float) -> Point:
    """Return the point half a pen's width to the right of somebody who goes that way, as y grows downwards."""
    return point[0] + PEN / 2 * math.sin(direction), point[1] - PEN / 2 * math.cos(direction)


def outlines(points: list[Point], *, closed: bool) -> Iterator[list[Point]]:
    """Return what a pen leaves: a ring has two outlines, everything else one that goes there and back."""
    if closed:
        yield list(beside(points))
        yield list(beside(points[::-1]))
    else:
        yield list(beside([*points, *points[-2:0:-1]]))


def glyph(path: str) -> object:
    """Return a figure."""
    pen = TTGlyphPen(None)
    for points, closed in strokes(path):
        for outline in outlines(points, closed=closed):
            scaled = [(round((x + SPACE / 2) * UNIT), round((13.0 - y) * UNIT + PEN / 2 * UNIT)) for x, y in outline]
            pen.moveTo(scaled[0])
            for point in scaled[1:]:
                pen.lineTo(point)
            pen.closePath()
    return pen.glyph()


def main() -> None:
    """Write the font."""
    signs = {sign: (ROUND_HAND[sign].path, ROUND_HAND[sign].advance) for sign in "0123456789"}
    signs |= {sign: (path, 11.6) for sign, path in SIGNS.items()}
    names = {sign: f"uni{ord(sign):04X}" for sign in signs}
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap({ord(sign): name for sign, name in names.items()})
    drawn = {names[sign]: glyph(path) for sign, (path, _) in signs.items()}
    builder.setupGlyf({".notdef": TTGlyphPen(None).glyph(), **drawn})
    left = builder.font["glyf"]
    wide = {
        names[sign]: (round((advance + SPACE) * UNIT), left[names[sign]].xMin) for sign, (_, advance) in signs.items()
    }
    builder.setupHorizontalMetrics({".notdef": (EM // 2, 0), **wide})
    builder.setupHorizontalHeader(ascent=930, descent=-240)
    builder.setupNameTable({"familyName": "Companion Figures", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=930, sTypoDescender=-240, usWinAscent=930, usWinDescent=240)
    builder.setupPost(keepGlyphNames=False)
    builder.font.flavor = "woff2"
    builder.save(FILE)


if __name__ == "__main__":
    main()
