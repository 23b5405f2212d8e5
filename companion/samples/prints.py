"""Images of cards as a printer would make them: for photographs made by code, benches and samples."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from companion.games.ai100.cards import Face
from companion.games.ai100.deck import Deck
from companion.games.ai100.draw import DEMO, HELP_IDS, Style, card_svg

Pixels = NDArray[np.uint8]


def card_png(card: str, face: Face | None = None, style: Style = DEMO, width: int = 744) -> bytes:
    """Return a card as a PNG file with transparent corners; 744 pixels make 300 dots an inch."""
    drawing = card_svg(card, face, style=style)
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=width, skip_system_fonts=True))


def card_image(card: str, face: Face | None = None, style: Style = DEMO, width: int = 756) -> Pixels:
    """Return a card as a BGRA image."""
    return pixels(card_png(card, face, style, width))


def deck_pngs(deck: Deck, style: Style = DEMO, cards: Iterable[str] = (), width: int = 744) -> dict[str, bytes]:
    """Return the named cards as PNG files, or the whole deck and its help cards."""
    names = tuple(cards) or (*deck.faces, *HELP_IDS)
    return {card: card_png(card, deck.faces.get(card), style, width) for card in names}


def deck_images(deck: Deck, style: Style = DEMO, cards: Iterable[str] = (), width: int = 756) -> dict[str, Pixels]:
    """Return the named cards as BGRA images, or the whole deck and its help cards."""
    return {card: pixels(png) for card, png in deck_pngs(deck, style, cards, width).items()}


def pixels(png: bytes) -> Pixels:
    """Return a PNG file as a BGRA image."""
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    assert image is not None
    return np.asarray(image, np.uint8)
