"""Other clothes for the demo deck: print styles with its skeleton, whose places and shades are known exactly.

They test reading where nothing has to be taught; the boxes that have to be taught are in `editions/`.
Their figures are traced from fonts that Pillow and OpenCV carry with them, so no system font is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from companion.games.ai100.cards import EVOLUTION_IDS
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.draw import DEMO, HEIGHT, WIDTH, Spot, Style
from companion.games.ai100.glyphs import CAP, ROUND_HAND, Font, Glyph
from companion.samples.prints import card_image
from companion.vision.align import template_of, write_outline

Pixels = NDArray[np.uint8]

SIGNS = "0123456789AI-RBYKGV"
_TRACE = 320  # pixels of a traced glyph: fine enough that polygons look like curves on a card


def traced_font(name: str, paint: Callable[[str], Pixels], slant: float = 0.0) -> Font:
    """Return a font of outlines traced from painted glyphs (light on black, all on the same baseline)."""
    painted = {sign: paint(sign) for sign in SIGNS}
    rows = np.flatnonzero(np.max([painted[sign].max(axis=1) for sign in "0123456789AI"], axis=0) > 127)
    scale, top = CAP / (rows[-1] - rows[0]), rows[0]
    return Font(name, {sign: _trace(image, scale, top) for sign, image in painted.items()}, tracking=0.4, slant=slant)


def _trace(image: Pixels, scale: float, top: int) -> Glyph:
    columns = np.flatnonzero(image.max(axis=0) > 127)
    outlines, _ = cv2.findContours((image > 127).astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    path = ""
    for outline in outlines:
        corners = cv2.approxPolyDP(outline, 0.7, closed=True)[:, 0].astype(float)
        corners = (corners - (columns[0], top)) * scale + (0.6, 1.0)
        path += "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in corners) + "Z"
    return Glyph(path, (columns[-1] - columns[0]) * scale + 1.2)


def pillow_font(name: str, font: ImageFont.FreeTypeFont, bold: int = 0) -> Font:
    """Return the figures of a font that Pillow has loaded, made fatter by so many pixels."""

    def paint(sign: str) -> Pixels:
        image = Image.new("L", (_TRACE * 2, _TRACE * 2))
        ImageDraw.Draw(image).text((_TRACE // 2, _TRACE * 1.5), sign, 255, font, anchor="ls", stroke_width=bold)
        return np.asarray(image)

    return traced_font(name, paint)


def opencv_font(name: str, face: str, weight: int) -> Font:
    """Return the figures of a font inside OpenCV, 'sans' or 'italic'."""

    def paint(sign: str) -> Pixels:
        image = np.zeros((_TRACE * 2, _TRACE * 2, 3), np.uint8)
        cv2.putText(image, sign, (_TRACE // 2, int(_TRACE * 1.5)), (255, 255, 255), cv2.FontFace(face), _TRACE, weight)
        return np.ascontiguousarray(image[..., 0])

    return traced_font(name, paint)


def _shades(red: str, blue: str, yellow: str, black: str, green: str, violet: str) -> Mapping[str, str]:
    return {"red": red, "blue": blue, "yellow": yellow, "black": black, "green": green, "violet": violet}


@cache
def styles() -> Mapping[str, Style]:
    """Return the print styles by name; all but the demo style are kept out of every training."""
    built_in = ImageFont.load_default(_TRACE)
    assert isinstance(built_in, ImageFont.FreeTypeFont)
    plain = pillow_font("plain", built_in)
    return {
        style.name: style
        for style in (
            DEMO,
            Style(
                "marble",
                font=plain,
                shades=_shades("#b3202c", "#17508f", "#e8b31a", "#34323a", "#256b3a", "#66308f"),
                border=0,
                radius=4,
                number=Spot(31.5, 29, 21),
                symbol=Spot(31.5, 57, 17),
                letter=None,
                id=Spot(31.5, 80.5, 4),
                triangle=17,
                digit=Spot(5.6, 5.8, 6.2),
                mark=None,
                texture="rings",
            ),
            Style(
                "atlas",
                font=opencv_font("sturdy", "sans", 700),
                shades=_shades("#d03a2b", "#2a6fd0", "#f0b400", "#222222", "#0f7f5a", "#8a3aa8"),
                paper="#ffffff",
                panel="#ece6d8",
                border=1,
                radius=3,
                number=Spot(31.5, 38, 20),
                symbol=Spot(20, 70, 9),
                letter=Spot(43, 70, 6),
                id=Spot(31.5, 81.4, 3.8),
                triangle=15,
                digit=Spot(4.9, 5, 5.6),
                mark=None,
                plate=True,
            ),
            Style(
                "circuit",
                font=opencv_font("leaning", "italic", 600),
                shades=_shades("#a81f3d", "#1d4fa0", "#d9c02b", "#3a3f45", "#2d6b1f", "#5b3fb0"),
                paper="#15171a",
                border=2.4,
                radius=2.4,
                number=Spot(22, 36, 24),
                symbol=Spot(44, 36, 13),
                letter=None,
                id=Spot(31.5, 78, 4.4),
                triangle=18,
                digit=Spot(5.6, 6.2, 6.6),
                mark=Spot(12, 3, 3.2),
                texture="traces",
                icons=(12, 55, 39, 10),
            ),
            Style(
                "pastel",
                font=opencv_font("even", "sans", 450),
                shades=_shades("#f08a80", "#84b4ee", "#f7e08a", "#8f9196", "#8fce9a", "#c7a0e6"),
                paper="#ffffff",
                border=3,
                radius=5,
                number=Spot(31.5, 40, 25),
                symbol=Spot(31.5, 18, 9),
                letter=None,
                id=Spot(31.5, 70, 4.4),
                triangle=20,
                digit=Spot(6.2, 6.6, 7.6),
                mark=None,
                texture="dots",
            ),
            Style(
                "poster",
                font=opencv_font("black", "sans", 900),
                shades=_shades("#e0311f", "#0f58c9", "#ffcc00", "#101010", "#00843d", "#8c2fb5"),
                border=0,
                radius=2,
                number=Spot(31.5, 47, 38),
                symbol=Spot(31.5, 76, 9),
                letter=None,
                id=Spot(31.5, 6.5, 4.8),
                triangle=16.5,
                digit=Spot(5.3, 5.6, 6.4),
                mark=None,
                texture="stripes",
            ),
            Style(
                "needle",
                font=Font("needle", ROUND_HAND, pen=1.15, round=False, tracking=1.2, slant=8),
                shades=_shades("#bb2649", "#2f5d8a", "#e9d04f", "#26241f", "#3d7a50", "#6d4c9f"),
                paper="#e9e2d0",
                border=2,
                radius=3.4,
                number=Spot(31.5, 33, 22),
                symbol=Spot(31.5, 53, 9),
                letter=None,
                id=Spot(28, 78, 4.4),
                triangle=18,
                digit=Spot(5.8, 6.1, 6.8),
                mark=None,
                icons=(13, 61, 37, 8.5),
            ),
        )
    }


def print_layout(style: Style) -> dict[str, Any]:
    """Return what a deck file says about its print: places as fractions of the card's width and height."""

    def place(spot: Spot) -> list[float]:
        return [round(spot.x / WIDTH, 4), round(spot.y / HEIGHT, 4), round(spot.height / HEIGHT, 4)]

    corner = style.digit._replace(x=style.digit.x + style.border, y=style.digit.y + style.border)
    return {
        "number": place(style.number),
        "id": place(style.id),
        "corner": place(corner),
        "triangle": round((style.triangle + style.border) / WIDTH, 4),
        "shades": dict(style.shades),
        "outline": _common(style.name),
    }


@cache
def _common(style: str) -> str:
    """What all cards of a style have in common: the mean of some, laid on grey."""
    rows = []
    for card in EVOLUTION_IDS[::8]:
        image = card_image(card, demo_deck().faces[card], styles()[style], width=378).astype(np.float32)
        opaque = image[..., 3:] / 255
        rows.append(cv2.resize((image[..., :3] * opaque + 128 * (1 - opaque)).astype(np.uint8), (378, 528)))
    template = template_of(np.array(rows))
    assert template is not None
    return write_outline(template)
