"""The demo deck on paper: a PDF of A4 pages made of lines and letters, with condition and phase on every card.

Our drawings are groups, paths, rectangles and circles, and a PDF knows the same: a card becomes a few kilobytes of
strokes in a millisecond, where pictures of 135 cards took eight seconds.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import acos, ceil, cos, hypot, pi, radians, sin, tan
from xml.etree import ElementTree

from companion.games.ai100.cards import Face
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.deck import Deck
from companion.games.ai100.draw import DEMO, HEIGHT, HELP_IDS, WIDTH, card_svg, ink_on

_MM = 72 / 25.4
_PAGE = (210.0, 297.0)
_LEFT, _TOP = (_PAGE[0] - 3 * WIDTH) / 2, (_PAGE[1] - 3 * HEIGHT) / 2
_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_SIZES, _ROOM, _MOST = (2.4, 2.0), 43.0, 3  # millimetres: letters, smaller ones for long sentences, width; lines
# The widths of Helvetica's letters in thousandths, for breaking lines: those that are not named are as wide as a digit.
_NARROW = {**dict.fromkeys(" .,:;!/fIt", 278), **dict.fromkeys("ijl", 222), **dict.fromkeys("r-()", 333)}
_WIDE = {**dict.fromkeys("mM", 833), **dict.fromkeys("ABEKPSVXY", 667), **dict.fromkeys("CDHNRUw", 722), "W": 944}
_WIDTHS = {**_NARROW, **_WIDE}

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]


def demo_sheet(deck: Deck, language: str, title: str) -> bytes:
    """Return a deck and its help cards, nine cards of 63 x 88 mm a page, with marks to cut along."""
    cards = [*deck.faces.items(), *((card, None) for card in HELP_IDS)]
    pages = [_page(cards[start : start + 9], language) for start in range(0, len(cards), 9)]
    return _pdf(pages, title)


def _page(cards: list[tuple[str, Face | None]], language: str) -> str:
    found = [_marks()]
    for at, (card, face) in enumerate(cards):
        x, y = _LEFT + at % 3 * WIDTH, _TOP + at // 3 * HEIGHT
        drawn = "".join(_shapes(ElementTree.fromstring(card_svg(card, face)), {}))
        found.append(f"q 1 0 0 1 {x:g} {y:g} cm {drawn}{_words(card, face, language) if face else ''}Q\n")
    # A PDF counts from the bottom, in points.
    return f"{_MM:.5f} 0 0 {-_MM:.5f} 0 {_PAGE[1] * _MM:.3f} cm\n" + "".join(found)


def _marks() -> str:
    lines = []
    for number in range(4):
        x, y = _LEFT + number * WIDTH, _TOP + number * HEIGHT
        lines += [f"{x:g} {a:g} m {x:g} {b:g} l" for a, b in ((2, _TOP - 2), (_PAGE[1] - _TOP + 2, _PAGE[1] - 2))]
        lines += [f"{a:g} {y:g} m {b:g} {y:g} l" for a, b in ((2, _LEFT - 2), (_PAGE[0] - _LEFT + 2, _PAGE[0] - 2))]
    return "0 G .2 w " + " ".join(lines) + " S\n"


# What is needed to play with them: the condition in a few words under the symbol, dots for the phase at the top.


def _words(card: str, face: Face, language: str) -> str:
    ink = _colour(ink_on(DEMO.shades[face.colour]), "rg")
    dots = "".join(
        f"q 1 0 0 1 {WIDTH / 2 + (at - (face.phase - 1) / 2) * 4:g} 5.2 cm {_circle(1.1)} f Q "
        for at in range(face.phase)
    )
    size, lines = fitted(catalogue()[card].sentence[language].rstrip("."))
    line = size * 1.12
    y = 72.5 - (len(lines) - 1) * line / 2
    text = ""
    for number, words in enumerate(lines):
        x = (WIDTH - _wide(words) * size) / 2
        text += f"BT /F1 {size} Tf 1 0 0 -1 {x:.2f} {y + number * line:.2f} Tm ({_escaped(words)}) Tj ET "
    return f"{ink} {dots}{text}"


def _wide(text: str) -> float:
    return sum(_WIDTHS.get(letter, 556) for letter in text) / 1000


def fitted(sentence: str) -> tuple[float, list[str]]:
    """Return a sentence broken into lines, and the letters in which all of it has room on a card."""
    for size in _SIZES:
        lines = [""]
        for word in sentence.split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if _wide(longer) * size <= _ROOM or not lines[-1]:
                lines[-1] = longer
            else:
                lines.append(word)
        if len(lines) <= _MOST:
            break
    return size, lines


def _escaped(text: str) -> str:
    return re.sub(r"([\\()])", r"\\\1", text)


# Drawings: the shapes of a card as a PDF draws them.


def _shapes(element: ElementTree.Element, paint: Mapping[str, str]) -> Iterator[str]:
    paint = {**paint, **element.attrib}
    kind = element.tag.rpartition("}")[2]
    move = "".join(f"{' '.join(f'{one:.5g}' for one in matrix)} cm " for matrix in _moves(element.get("transform", "")))
    yield f"q {move}"
    if kind in _OUTLINES:
        yield f"{_state(paint)}{_OUTLINES[kind](element)} {_painted(paint)} "
    for child in element:
        yield from _shapes(child, {key: value for key, value in paint.items() if key in _INHERITED})
    yield "Q\n"


_INHERITED = ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "fill-rule")


def _painted(paint: Mapping[str, str]) -> str:
    fill, stroke = paint.get("fill", "#000000"), paint.get("stroke", "none")
    filled, stroked = fill != "none", stroke != "none"
    rule = "*" if paint.get("fill-rule") == "evenodd" else ""
    return f"B{rule}" if filled and stroked else f"f{rule}" if filled else "S" if stroked else "n"


def _state(paint: Mapping[str, str]) -> str:
    state = [_colour(paint.get("fill", "#000000"), "rg"), _colour(paint.get("stroke", "none"), "RG")]
    state.append(f"{float(paint.get('stroke-width', '1')):g} w")
    state += ["1 J"] * (paint.get("stroke-linecap") == "round") + ["1 j"] * (paint.get("stroke-linejoin") == "round")
    return " ".join(state) + " "


def _colour(text: str, operator: str) -> str:
    if text == "none":
        return ""
    return " ".join(f"{int(text[at : at + 2], 16) / 255:.3f}" for at in (1, 3, 5)) + f" {operator}"


def _moves(transform: str) -> Iterator[Matrix]:
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", transform):
        n = [float(one) for one in re.split(r"[ ,]+", inside.strip())]
        if name == "translate":
            yield 1, 0, 0, 1, n[0], n[1] if len(n) > 1 else 0
        elif name == "scale":
            yield n[0], 0, 0, n[-1], 0, 0
        elif name == "skewX":
            yield 1, 0, tan(radians(n[0])), 1, 0, 0
        elif name == "rotate":
            (c, s), (x, y) = (cos(radians(n[0])), sin(radians(n[0]))), n[1:] or (0, 0)
            yield c, s, -s, c, x - c * x + s * y, y - s * x - c * y
        else:
            yield n[0], n[1], n[2], n[3], n[4], n[5]


def _rect(element: ElementTree.Element) -> str:
    x, y, width, height, r = (float(element.get(key, 0)) for key in ("x", "y", "width", "height", "rx"))
    if not r:
        return f"{x:g} {y:g} {width:g} {height:g} re"
    arc = f"{r:g} {r:g} 0 0 1"
    return _path(
        f"M{x + r:g} {y:g}H{x + width - r:g}A{arc} {x + width:g} {y + r:g}V{y + height - r:g}"
        f"A{arc} {x + width - r:g} {y + height:g}H{x + r:g}A{arc} {x:g} {y + height - r:g}V{y + r:g}"
        f"A{arc} {x + r:g} {y:g}Z"
    )


def _circle(r: float, x: float = 0, y: float = 0) -> str:
    return _path(f"M{x - r:g} {y:g}A{r:g} {r:g} 0 0 1 {x + r:g} {y:g}A{r:g} {r:g} 0 0 1 {x - r:g} {y:g}Z")


_OUTLINES: Mapping[str, Callable[[ElementTree.Element], str]] = {
    "rect": _rect,
    "circle": lambda one: _circle(*(float(one.get(key, 0)) for key in ("r", "cx", "cy"))),
    "path": lambda one: _path(one.get("d", "")),
}
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}


def _path(data: str) -> str:
    """Return the outline of a path: arcs and quadratic curves become cubic ones."""
    tokens, found = _TOKEN.findall(data), list[str]()
    at = start = bend = (0.0, 0.0)  # `bend` is the last control point: a smooth curve goes on from it
    command, place = "M", 0
    while place < len(tokens):
        if tokens[place].isalpha():
            command, place = tokens[place], place + 1
        count, own = _TAKES[command.upper()], command.islower()
        n = [float(one) for one in tokens[place : place + count]]
        place += count
        x, y = at if own else (0.0, 0.0)
        match command.upper():
            case "M":
                at = start = (n[0] + x, n[1] + y)
                found.append(f"{at[0]:.3f} {at[1]:.3f} m")
                command = "l" if own else "L"
            case "Z":
                at = start
                found.append("h")
            case "C" | "S" | "Q" as kind:
                points = [(n[i] + x, n[i + 1] + y) for i in range(0, count, 2)]
                if kind == "Q":
                    middle, end = points
                    points = [_between(at, middle, 2 / 3), _between(end, middle, 2 / 3), end]
                elif kind == "S":
                    points = [_between(bend, at, 2), *points]
                found.append(_curve(points))
                bend, at = points[1:]
                continue
            case "A":
                end = (n[5] + x, n[6] + y)
                found += [_curve(points) for points in _arc(at, n[0], n[1], bool(n[3]), bool(n[4]), end)]
                at = end
            case kind:
                at = (n[0] + x if kind != "V" else at[0], n[-1] + y if kind != "H" else at[1])
                found.append(f"{at[0]:.3f} {at[1]:.3f} l")
        bend = at
    return " ".join(found)


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])


def _curve(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.3f} {y:.3f}" for x, y in points) + " c"


def _arc(start: Point, rx: float, ry: float, large: bool, sweep: bool, end: Point) -> Iterator[list[Point]]:
    """Yield an arc that is not turned as cubic curves of a quarter at most: its circle found as SVG describes it."""
    ux, uy = (start[0] - end[0]) / 2 / rx, (start[1] - end[1]) / 2 / ry
    length = hypot(ux, uy)
    if length > 1:  # too small a circle grows until it reaches
        rx, ry, ux, uy, length = rx * length, ry * length, ux / length, uy / length, 1.0
    side = (-1 if large == sweep else 1) * (1 / length**2 - 1) ** 0.5 if length else 0.0
    cx, cy = side * uy, -side * ux
    first = _angle(ux - cx, uy - cy)
    turn = (_angle(-ux - cx, -uy - cy) - first) % (2 * pi)
    turn = turn if sweep else turn - 2 * pi
    middle = (start[0] + end[0]) / 2 + cx * rx, (start[1] + end[1]) / 2 + cy * ry
    steps = max(1, ceil(abs(turn) / (pi / 2) - 1e-9))
    step = turn / steps
    reach = 4 / 3 * tan(step / 4)

    def on(angle: float, along: float) -> Point:
        c, s = cos(angle), sin(angle)
        return middle[0] + rx * (c - along * s), middle[1] + ry * (s + along * c)

    for number in range(steps):
        a, b = first + number * step, first + (number + 1) * step
        yield [on(a, reach), on(b, -reach), on(b, 0.0)]


def _angle(x: float, y: float) -> float:
    return acos(max(-1.0, min(1.0, x / (hypot(x, y) or 1.0)))) * (1 if y >= 0 else -1)


def _pdf(pages: list[str], title: str) -> bytes:
    """Return the file: a catalogue, the pages, Helvetica, and what is on each page."""
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    size = " ".join(f"{length * _MM:.2f}" for length in _PAGE)
    for number, page in enumerate(pages):
        inside = zlib.compress(page.encode("cp1252", "replace"))
        kinds = f"/MediaBox [0 0 {size}] /Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * number} 0 R"
        objects.append(f"<< /Type /Page /Parent 2 0 R {kinds} >>".encode())
        objects.append(f"<< /Length {len(inside)} /Filter /FlateDecode >>\nstream\n".encode() + inside + b"\nendstream")
    objects.append(f"<< /Title ({_escaped(title)}) >>".encode("cp1252", "replace"))
    file, places = bytearray(b"%PDF-1.4\n"), []
    for number, one in enumerate(objects, 1):
        places.append(len(file))
        file += f"{number} 0 obj\n".encode() + one + b"\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    trailer = (
        f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\nstartxref\n{len(file)}\n%%EOF\n"
    )
    return bytes(file) + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}".encode()
