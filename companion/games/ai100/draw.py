"""Cards as SVG, pure functions to a string: tableau, printed deck and help cards share one drawing.

Lengths are millimetres of a 63 x 88 card. A drawing has no `id` attributes, so any number of them compose in one page.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.games.ai100.cards import COLOURS, CORNERS, LETTERS, Connector, Face
from companion.games.ai100.glyphs import DEMO_FONT, Font

WIDTH, HEIGHT = 63.0, 88.0
HELP_IDS = ("help-1", "help-2", "help-3")
DARK, LIGHT = "#1b1916", "#ffffff"

SHADES: Mapping[str, str] = {
    "red": "#c8282d",
    "blue": "#1c63b7",
    "yellow": "#f5c227",
    "black": "#2a2a2f",
    "green": "#1b7a43",
    "violet": "#7b3fa3",
}

# Each on a box of 24; holes by the even-odd rule.
SYMBOLS: Mapping[str, str] = {
    "red": "M20.9 2.2C22 3.1 22.1 4.4 21.2 5.6L13.3 15.4L9.4 12.3L18 3C18.9 2 19.9 1.4 20.9 2.2Z"
    "M8 13.7L12 16.9C11.6 20.4 8.4 22.6 2 21.9C4.2 20.7 4.2 19.2 4.5 17.2C4.8 15.2 6.2 13.9 8 13.7Z",
    "blue": "M5 2H19A3 3 0 0 1 22 5V19A3 3 0 0 1 19 22H5A3 3 0 0 1 2 19V5A3 3 0 0 1 5 2Z"
    "M7 5a2 2 0 1 0 .01 0ZM17 5a2 2 0 1 0 .01 0ZM12 10a2 2 0 1 0 .01 0ZM7 15a2 2 0 1 0 .01 0ZM17 15a2 2 0 1 0 .01 0Z",
    "yellow": "M4.2 2H19.8V7.4H16.9V5H9.4L14.7 12L9.4 19H16.9V16.6H19.8V22H4.2V19.5L10.3 12L4.2 4.5Z",
    "black": "M5 10.5H19A1.6 1.6 0 0 1 20.6 12.1V20.4A1.6 1.6 0 0 1 19 22"
    "H5A1.6 1.6 0 0 1 3.4 20.4V12.1A1.6 1.6 0 0 1 5 10.5Z"
    "M12 13.2A1.9 1.9 0 0 0 11 16.7V19.3H13V16.7A1.9 1.9 0 0 0 12 13.2Z"
    "M6.3 10.5V7.6A5.7 5.7 0 0 1 17.7 7.6V10.5H14.9V7.6A2.9 2.9 0 0 0 9.1 7.6V10.5Z",
    "green": "M8.6 2H15.4V4.2H14.4V9.1L20.8 19A1.9 1.9 0 0 1 19.2 22H4.8A1.9 1.9 0 0 1 3.2 19L9.6 9.1V4.2H8.6Z"
    "M11.7 4.2V9.7L8.6 14.6H15.4L12.3 9.7V4.2Z",
    "violet": "M5 3H19A3 3 0 0 1 22 6V14A3 3 0 0 1 19 17H12.4L6.6 21.9V17H5A3 3 0 0 1 2 14V6A3 3 0 0 1 5 3Z"
    "M7 8.4a1.6 1.6 0 1 0 .01 0ZM12 8.4a1.6 1.6 0 1 0 .01 0ZM17 8.4a1.6 1.6 0 1 0 .01 0Z",
}


class Spot(NamedTuple):
    """Where something is printed: its centre and height."""

    x: float
    y: float
    height: float


@dataclass(frozen=True)
class Style:
    """How a deck is printed. Places are those of the whole card; `digit` and `mark` are measured from a corner."""

    name: str
    font: Font
    shades: Mapping[str, str]
    number: Spot
    symbol: Spot
    id: Spot
    triangle: float
    digit: Spot
    mark: Spot | None = None
    letter: Spot | None = None
    paper: str = "#faf7f0"
    border: float = 1.6
    radius: float = 3.2
    turned: bool = False  # the digits of the lower corners stand on their heads
    panel: str = ""  # a colour behind all, the card's own colour only as a frame of its middle
    plate: bool = False  # the number on a light disc
    texture: str = ""  # rings, stripes, dots or traces
    icons: tuple[float, float, float, float] | None = None  # x, y, width, height of the condition's pictures


DEMO = Style(
    "demo",
    font=DEMO_FONT,
    shades=SHADES,
    number=Spot(31.5, 37.5, 27),
    symbol=Spot(26, 62.5, 11.5),
    letter=Spot(38.5, 62.5, 7.5),
    id=Spot(31.5, 79.6, 5),
    triangle=19.5,
    digit=Spot(6, 6.3, 7.4),
    mark=Spot(12.9, 3.3, 3.6),
)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two #rrggbb colours, 1 to 21, as WCAG defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ink_on(fill: str) -> str:
    """Return the ink that is read best on a fill."""
    return LIGHT if contrast(LIGHT, fill) >= 4.5 else DARK


def colour_symbol(colour: str, x: float, y: float, size: float, ink: str) -> str:
    """Return the symbol of a colour, centred on (x, y)."""
    place = f"translate({x - size / 2:.2f} {y - size / 2:.2f}) scale({size / 24:.4f})"
    return f'<path transform="{place}" fill="{ink}" fill-rule="evenodd" d="{SYMBOLS[colour]}"/>'


def card_symbol(card: str, face: Face | None, x: float = 0.0, y: float = 0.0, *, style: Style = DEMO) -> str:
    """Return a `<g>` with the card at (x, y), to be placed in a drawing; help cards have no face, only pictures."""
    if face:
        kind, parts = "card", _ground(card, face, style) + _front(card, face, style)
    else:
        kind, parts = "card help", _sheet(style.paper, style) + _HELP[card](style)
    return f'<g class="{kind}" transform="translate({x:g} {y:g}) scale(1 1)">{parts}</g>'


def card_svg(card: str, face: Face | None = None, *, style: Style = DEMO) -> str:
    """Return a whole card as a document of its own."""
    return svg(card_symbol(card, face, style=style), WIDTH, HEIGHT)


def svg(drawing: str, width: float, height: float) -> str:
    """Return a document around a drawing."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">{drawing}</svg>'


def _rect(x: float, y: float, width: float, height: float, radius: float, paint: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" {paint}/>'


def _sheet(fill: str, style: Style) -> str:
    """The card's paper and its field inside the border."""
    inset = style.border
    field_ = _rect(
        inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset, max(style.radius - inset, 0.6), f'fill="{fill}"'
    )
    return _rect(0, 0, WIDTH, HEIGHT, style.radius, f'fill="{style.paper}"') + field_


def _ground(card: str, face: Face, style: Style) -> str:
    shade = style.shades[face.colour]
    parts = _sheet(style.panel or shade, style)
    if style.panel:
        parts += _rect(9, 9, WIDTH - 18, HEIGHT - 18, 4, f'fill="{shade}"')
    if style.texture:
        parts += _texture(style, ink_on(shade), random.Random(card))
    if card.startswith("AI-"):
        ink = ink_on(style.panel or shade)
        for inset in (style.border + 1.1, style.border + 2.7):
            paint = f'fill="none" stroke="{ink}" stroke-width=".7"'
            parts += _rect(inset, inset, WIDTH - 2 * inset, HEIGHT - 2 * inset, 2, paint)
    return parts


def _texture(style: Style, ink: str, chance: random.Random) -> str:
    low, width, height = style.border + 0.4, WIDTH - 2 * style.border - 0.8, HEIGHT - 2 * style.border - 0.8
    if style.texture == "rings":
        shapes = "".join(f'<circle cx="31.5" cy="38" r="{r}"/>' for r in range(8, 30, 3))
    elif style.texture == "stripes":
        shapes = "".join(f'<path d="M{low} {y}H{low + width}"/>' for y in range(5, 85, 4))
    elif style.texture == "dots":
        shapes = "".join(f'<circle cx="{x}" cy="{y}" r=".5"/>' for x in range(5, 60, 5) for y in range(5, 85, 5))
    else:
        shapes = ""
        for _ in range(16):
            x, y = low + chance.random() * width * 0.8, low + chance.random() * height * 0.9
            across, down = chance.uniform(3, 10), chance.uniform(-6, 6)
            down = min(max(down, low - y), low + height - y)
            shapes += f'<path d="M{x:.1f} {y:.1f}h{across:.1f}v{down:.1f}"/><circle cx="{x:.1f}" cy="{y:.1f}" r=".8"/>'
    return f'<g fill="none" stroke="{ink}" stroke-width=".45" opacity=".28">{shapes}</g>'


def _front(card: str, face: Face, style: Style) -> str:
    shade = style.shades[face.colour]
    ink, number_ink = ink_on(shade), ink_on(shade)
    parts = ""
    if style.plate:
        spot = style.number
        parts += f'<circle cx="{spot.x:g}" cy="{spot.y:g}" r="{spot.height * 0.8:g}" fill="{style.paper}"/>'
        number_ink = DARK
    parts += style.font.draw(str(face.number), *style.number, number_ink)
    parts += colour_symbol(face.colour, *style.symbol, ink)
    if style.letter:
        parts += style.font.draw(LETTERS[COLOURS.index(face.colour)], *style.letter, ink)
    if style.icons:
        parts += _icons(style, random.Random(f"icons {card}"))
    parts += style.font.draw(card, *style.id, ink_on(style.panel) if _on_panel(style) else ink)
    edge = ink_on(style.panel or shade)
    for corner, connector in zip(CORNERS, face.connectors, strict=False):
        parts += _triangle(corner, connector, style, edge)
    return parts


def _on_panel(style: Style) -> bool:
    """Whether the id stands outside the coloured middle."""
    return bool(style.panel) and style.id.y > HEIGHT - 9


def _triangle(corner: str, connector: Connector, style: Style, edge: str) -> str:
    """A corner triangle; only its outline is mirrored, digit and mark always read from the left."""
    right, low = corner in ("tr", "br"), corner in ("br", "bl")
    inset, leg, curve = style.border, style.triangle, max(style.radius - style.border, 0.6)
    shade = style.shades[connector.colour]
    ink = ink_on(shade)
    mirror = f"translate({WIDTH - inset if right else inset:g} {HEIGHT - inset if low else inset:g})"
    mirror += f" scale({-1 if right else 1} {-1 if low else 1})"
    parts = (
        f'<g transform="{mirror}"><path fill="{shade}" '
        f'd="M0 {curve:g}A{curve:g} {curve:g} 0 0 1 {curve:g} 0H{leg:g}L0 {leg:g}Z"/>'
        f'<path fill="none" stroke="{edge}" stroke-width=".8" d="M{leg:g} 0L0 {leg:g}"/></g>'
    )

    def place(spot: Spot) -> tuple[float, float]:
        return (WIDTH - inset - spot.x if right else inset + spot.x, HEIGHT - inset - spot.y if low else inset + spot.y)

    x, y = place(style.digit)
    digit = style.font.draw(str(connector.number), x, y, style.digit.height, ink)
    parts += f'<g transform="rotate(180 {x:g} {y:g})">{digit}</g>' if style.turned and low else digit
    if style.mark:
        parts += colour_symbol(connector.colour, *place(style.mark), style.mark.height, ink)
    return parts


def _icons(style: Style, chance: random.Random) -> str:
    """Small pictures where a real card explains its condition: here they only have to be in the way."""
    assert style.icons
    x, y, width, height = style.icons
    parts = _rect(x, y, width, height, 1.2, 'fill="#f1ece0"')
    size, count = height * 0.68, chance.randint(3, 5)
    for at in range(count):
        left, middle = x + width * (at + 0.5) / count, y + height / 2
        shade = style.shades[chance.choice(COLOURS)]
        kind = chance.choice(("square", "symbol", "figure", "arrow"))
        if kind == "square":
            parts += _rect(
                left - size / 2, middle - size / 2, size, size, 0.6, f'fill="{shade}" stroke="{DARK}" stroke-width=".3"'
            )
        elif kind == "symbol":
            parts += colour_symbol(chance.choice(COLOURS), left, middle, size, shade)
        elif kind == "figure":
            parts += style.font.draw(str(chance.randint(1, 9)), left, middle, size, DARK)
        else:
            arrow = f"M{left - size / 2:.1f} {middle:.1f}h{size:.1f}l-1.4 -1.4m1.4 1.4l-1.4 1.4"
            parts += f'<path d="{arrow}" fill="none" stroke="{DARK}" stroke-width=".6"/>'
    return parts


def _help_colours(style: Style) -> str:
    """The six colours with their symbols and letters."""
    parts = ""
    for at, colour in enumerate(COLOURS):
        y, shade = 11.5 + at * 13, style.shades[colour]
        parts += _rect(7, y - 5, WIDTH - 14, 10, 2, f'fill="{shade}"')
        parts += colour_symbol(colour, 18, y, 7, ink_on(shade))
        parts += DEMO_FONT.draw(LETTERS[at], 44, y, 5.5, ink_on(shade))
    return parts


def _help_connectors(style: Style) -> str:
    """Four cards side by side: corners that meet with one colour or one number."""
    parts = ""
    for at, (x, y) in enumerate(((9, 12), (32.5, 12), (9, 45), (32.5, 45))):
        parts += _rect(x, y, 21.5, 30, 1.5, f'fill="{style.paper}" stroke="{DARK}" stroke-width=".6"')
        colour, number = ("violet", 3) if at < 2 else ("green", 5)
        corner_x, corner_y = x + (21.5 if at % 2 == 0 else 0), y + (30 if at < 2 else 0)
        across, down = (-9 if at % 2 == 0 else 9), (-9 if at < 2 else 9)
        shade = style.shades[colour]
        parts += f'<path fill="{shade}" d="M{corner_x} {corner_y}h{across}L{corner_x} {corner_y + down}Z"/>'
        parts += DEMO_FONT.draw(str(number), corner_x + across * 0.33, corner_y + down * 0.36, 3.4, ink_on(shade))
    return parts


def _help_tableau(style: Style) -> str:
    """The tableau of 3 x 5 around the AI card, and the two rounds of seven cards."""
    parts = ""
    for row in range(3):
        for column in range(5):
            x, y, centre = 7.5 + column * 9.8, 14 + row * 14, (row, column) == (1, 2)
            shade = DARK if centre else style.shades[COLOURS[(row * 2 + column) % 6]]
            parts += _rect(x, y, 8.8, 12.4, 1, f'fill="{shade}"')
            if centre:
                parts += _rect(x + 1, y + 1, 6.8, 10.4, 0.6, f'fill="none" stroke="{LIGHT}" stroke-width=".5"')
                parts += DEMO_FONT.draw("AI", x + 4.4, y + 6.2, 3.4, LIGHT)
    for half in (0, 1):
        y = 64 + half * 10
        parts += DEMO_FONT.draw(str(half + 1), 11, y, 5, DARK)
        for at in range(7):
            parts += _rect(17 + at * 5.6, y - 3, 4.4, 6, 0.6, f'fill="none" stroke="{DARK}" stroke-width=".6"')
    return parts


_HELP = {"help-1": _help_colours, "help-2": _help_connectors, "help-3": _help_tableau}
