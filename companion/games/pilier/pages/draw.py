"""Cards as we draw them: colour, value, symbol; two letters of the colour, so that nothing hangs on hue."""

from __future__ import annotations

from functools import lru_cache

from companion.core.texts import texts_of
from companion.games.pilier.called import Called, as_printed
from companion.games.pilier.cards import Card
from companion.games.pilier.rules import SIDE, SLUG
from companion.games.pilier.square import Cell, Square

FILLS = {
    "red": ("#b3261e", "#ffffff"),
    "blue": ("#1d4fa3", "#ffffff"),
    "green": ("#1f6b3a", "#ffffff"),
    "brown": ("#6b4423", "#ffffff"),
    "yellow": ("#f2c230", "#1f1d1a"),
    "orange": ("#e07b1a", "#1f1d1a"),
    "violet": ("#6a3d9a", "#ffffff"),
    "pink": ("#f0a3bf", "#1f1d1a"),
    "grey": ("#6b6b6b", "#ffffff"),
    "black": ("#26231f", "#ffffff"),
    "white": ("#f4f1ea", "#1f1d1a"),
}
_SYMBOLS = {
    "cube": '<path d="M-7-4 0-8 7-4V4L0 8-7 4ZM-7-4 0 0 7-4M0 0V8"/>',
    "triangle": '<path d="M0-7 8 7H-8Z"/>',
    "moebius": '<path d="M0 0C-3-6-10-5-10 0S-3 6 0 0 10-5 10 0 3 6 0 0Z"/>',
    "ring": '<circle r="7"/>',
    "star": '<path d="M0-8 2-2.5 8-2.5 3.2 1.2 5 7 0 3.6-5 7-3.2 1.2-8-2.5-2-2.5Z"/>',
    "cross": '<path d="M-2.5-7.5H2.5V-2.5H7.5V2.5H2.5V7.5H-2.5V2.5H-7.5V-2.5H-2.5Z"/>',
    "spiral": '<path d="M0 0a2 2 0 0 1 3 2a4 4 0 0 1-7 0a6 6 0 0 1 10-5a8 8 0 0 1-1 10"/>',
    "crescent": '<path d="M3-7.5A8 8 0 1 0 3 7.5A6.5 6.5 0 0 1 3-7.5Z"/>',
    "sun": '<circle r="3.5"/><path d="M0-8V-6M0 8V6M-8 0H-6M8 0H6M-6-6-4-4M6 6 4 4M6-6 4-4M-6 6-4 4"/>',
    "heart": '<path d="M0 7.5-7 0A4 4 0 0 1 0-4.5A4 4 0 0 1 7 0Z"/>',
    "drop": '<path d="M0-8C3-3 6 0 6 3A6 5 0 0 1-6 3C-6 0-3-3 0-8Z"/>',
    "wave": '<path d="M-10 2C-8-4-5-4-3 0S1 5 3 0 8-4 10 2"/>',
    "diamond": '<path d="M0-8 6 0 0 8-6 0Z"/>',
    "hexagon": '<path d="M-4-7H4L8 0 4 7H-4L-8 0Z"/>',
    "flower": '<path d="M0-2A3 3 0 1 1 2 0A3 3 0 1 1 0 2A3 3 0 1 1-2 0A3 3 0 1 1 0-2Z"/>',
    "none": "",
}


def fill(colour: str) -> tuple[str, str]:
    """Return the fill of a colour and the ink on it; a colour that nobody has drawn yet is grey."""
    return FILLS.get(colour, ("#4a4640", "#ffffff"))


def _letters(colour: str, language: str) -> str:
    return texts_of(SLUG, language)[f"colour.{colour}"][:2]


@lru_cache(maxsize=512)
def card_svg(card: Card, language: str) -> str:
    """Return a card as a small square drawing."""
    back, ink = fill(card.colour)
    return (
        f'<svg viewBox="0 0 48 48" aria-hidden="true"><rect width="48" height="48" rx="6" fill="{back}"/>'
        f'<text x="4" y="11" font-size="9" fill="{ink}">{_letters(card.colour, language)}</text>'
        f'<text x="24" y="25" font-size="17" font-weight="700" text-anchor="middle" fill="{ink}">{card.value}</text>'
        f"{symbol_mark(card.symbol, ink, 24, 36)}</svg>"
    )


def symbol_mark(symbol: str, ink: str, x: int, y: int) -> str:
    """Return a symbol as part of a drawing."""
    shape = _SYMBOLS.get(symbol, f'<text font-size="9" text-anchor="middle">{symbol[:3]}</text>')
    return f'<g transform="translate({x} {y})" fill="none" stroke="{ink}" stroke-width="1.8">{shape}</g>'


@lru_cache(maxsize=32)
def colour_svg(colour: str, language: str) -> str:
    """Return a colour to choose."""
    back, ink = fill(colour)
    return (
        f'<svg viewBox="0 0 48 44" aria-hidden="true"><rect width="48" height="44" rx="8" fill="{back}"/>'
        f'<text x="24" y="28" font-size="16" font-weight="700" text-anchor="middle" fill="{ink}">'
        f"{_letters(colour, language)}</text></svg>"
    )


@lru_cache(maxsize=32)
def symbol_svg(symbol: str) -> str:
    """Return a symbol to choose, in the colour of the text."""
    mark = symbol_mark(symbol, "currentColor", 24, 22) if symbol != "none" else ""
    dash = "" if mark else '<path d="M16 22H32" stroke="currentColor" stroke-width="2" stroke-dasharray="3 4"/>'
    return f'<svg viewBox="0 0 48 44" aria-hidden="true">{mark}{dash}</svg>'


def reach_svg(square: Square, label: str, called: Called = ()) -> str:
    """Return where the square of 6 x 6 may still lie: cards, cells that every square has, cells that some have."""
    reach, tops = square.reach, list(square.squares())
    always_rows = range(max(top.row for top in tops), min(top.row for top in tops) + SIDE)
    always_columns = range(max(top.column for top in tops), min(top.column for top in tops) + SIDE)
    parts = []
    for down, row in enumerate(reach.rows):
        for right, column in enumerate(reach.columns):
            card = square.cards.get(Cell(row, column))
            sure = row in always_rows and column in always_columns
            look = 'class="sure"' if sure else 'class="maybe"'
            if card:
                look = f'fill="{fill(as_printed(card, called).colour)[0]}"'
            parts.append(f'<rect x="{right * 20 + 1}" y="{down * 20 + 1}" width="18" height="18" rx="3" {look}/>')
    size = f"0 0 {len(reach.columns) * 20} {len(reach.rows) * 20}"
    return f'<svg class="reach" viewBox="{size}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
