"""Decks in print: images of cards, and a PDF sheet to print and cut."""

from __future__ import annotations

import io
from collections.abc import Iterable

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from companion.games.ai100.cards import Face
from companion.games.ai100.deck import Deck
from companion.games.ai100.draw import DEMO, HEIGHT, HELP_IDS, WIDTH, Style, card_svg

Pixels = NDArray[np.uint8]


def card_png(card: str, face: Face | None = None, style: Style = DEMO, width: int = 744) -> bytes:
    """Return a card as a PNG file with transparent corners; 744 pixels make 300 dots an inch."""
    drawing = card_svg(card, face, style=style)
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=width, skip_system_fonts=True))


def card_image(card: str, face: Face | None = None, style: Style = DEMO, width: int = 756) -> Pixels:
    """Return a card as a BGRA image."""
    return _bgra(card_png(card, face, style, width))


def deck_pngs(deck: Deck, style: Style = DEMO, cards: Iterable[str] = (), width: int = 744) -> dict[str, bytes]:
    """Return the named cards as PNG files, or the whole deck and its help cards."""
    names = tuple(cards) or (*deck.faces, *HELP_IDS)
    return {card: card_png(card, deck.faces.get(card), style, width) for card in names}


def deck_images(deck: Deck, style: Style = DEMO, cards: Iterable[str] = (), width: int = 756) -> dict[str, Pixels]:
    """Return the named cards as BGRA images, or the whole deck and its help cards."""
    return {card: _bgra(png) for card, png in deck_pngs(deck, style, cards, width).items()}


def _bgra(png: bytes) -> Pixels:
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    assert image is not None
    return np.asarray(image, np.uint8)


_DPI = 300
_PAGE = (210, 297)


def deck_sheet(cards: Iterable[bytes], title: str = "Companion") -> bytes:
    """Return a PDF of A4 pages from card PNGs, nine cards of 63 x 88 mm each, with marks to cut along."""
    size = (_px(WIDTH), _px(HEIGHT))
    images = [Image.open(io.BytesIO(card)).resize(size) for card in cards]
    pages = [_page(images[start : start + 9]) for start in range(0, len(images), 9)]
    file = io.BytesIO()
    pages[0].save(file, "PDF", save_all=True, append_images=pages[1:], resolution=_DPI, quality=88, title=title)
    return file.getvalue()


def _px(mm: float) -> int:
    return round(mm / 25.4 * _DPI)


def _page(cards: list[Image.Image]) -> Image.Image:
    left, top = (_PAGE[0] - 3 * WIDTH) / 2, (_PAGE[1] - 3 * HEIGHT) / 2
    page = Image.new("RGB", (_px(_PAGE[0]), _px(_PAGE[1])), "white")
    for at, card in enumerate(cards):
        page.paste(card, (_px(left + at % 3 * WIDTH), _px(top + at // 3 * HEIGHT)), card)
    pen = ImageDraw.Draw(page)
    for line in range(4):
        x, y = _px(left + line * WIDTH), _px(top + line * HEIGHT)
        for near, far in ((2, top - 2), (_PAGE[1] - top + 2, _PAGE[1] - 2)):
            pen.line((x, _px(near), x, _px(far)), "black", 2)
        for near, far in ((2, left - 2), (_PAGE[0] - left + 2, _PAGE[0] - 2)):
            pen.line((_px(near), y, _px(far), y), "black", 2)
    return page
