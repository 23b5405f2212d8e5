"""Five more editions to tune on, held out until they were reported on: a sober one here, four more beside."""

from __future__ import annotations

from functools import partial

from editions.box import Card, Edition
from editions.ink import box, disc, line, path, shape, star, text
from editions.tuning_sixth_beach import STRAND
from editions.tuning_sixth_doodles import KRITZEL
from editions.tuning_sixth_records import SIDE_B
from editions.tuning_sixth_tarot import ARCANE
from editions.workshop import DARK_ON_YELLOW, asked, connectors, leaflet

# Kontor: as plain as most games are. A flat field in the card's colour across the card, one white sign on it.

_SIGNS = {
    "house": "M-8 1L0 -7L8 1H5.5V8H1.8V3H-1.8V8H-5.5V1z",
    "drop": "M0 -9C4 -3 6 0 6 3A6 6 0 0 1 -6 3C-6 0 -4 -3 0 -9z",
    "leaf": "M-7 8C-9 -4 -1 -8 8 -8C8 2 4 8 -4 6L-5.6 8.6z",
    "bolt": "M2 -9L-6 1.5H-0.6L-2.4 9L6.4 -2.4H0.8z",
    "book": "M-9 -6Q-4 -8 -0.5 -5.4V7Q-4 4.6 -9 6.2zM9 -6Q4 -8 0.5 -5.4V7Q4 4.6 9 6.2z",
    "cup": "M-7 -6H5V-4H8.6V2H5Q4 6 1 6.6H-3Q-7 6 -7 0zM5 -2.2V0.2H6.8V-2.2zM-8 8H6V9.4H-8z",
    "boat": "M-9 3H9L6 8H-6zM-0.6 -9V1.6H-7zM0.8 -7V1.6H6.6z",
    "chair": "M-6 -9H-3.6V-1H6V1.4H4.8V9H2.6V1.4H-3.6V9H-6z",
    "tower": "M-3 -9H3V-6.4H5V-3H3.4L5.6 9H-5.6L-3.4 -3H-5V-6.4H-3z",
    "key": "M-4 -5A4.4 4.4 0 1 1 -1 2.4L-6.4 8H-9V4.6L-5.4 1.6A4.4 4.4 0 0 1 -4 -5z",
    "fish": "M-9 -4L-5 0L-9 4H-7Q-3 1.6 -3.4 1.4Q1 6 9 0Q1 -6 -3.4 -1.4L-7 -4z",
    "bell": "M0 -9L1.4 -7.4Q6 -6 6 0Q6 4 8 6H-8Q-6 4 -6 0Q-6 -6 -1.4 -7.4zM-2.4 7H2.4Q1.6 9.4 0 9.4T-2.4 7z",
}
_ROBOT = (
    "M-8 -5H8V6H-8zM-5.6 -2.2V1.2H-2.2V-2.2zM2.2 -2.2V1.2H5.6V-2.2zM-4 3V4.4H4V3z"
    "M-0.7 -9H0.7V-6H-0.7zM-10.4 -2H-9V3H-10.4zM9 -2H10.4V3H9zM-4 7H4V9H-4z"
)
_BOLD = 'stroke="{0}" stroke-width="{1}"'


def _kontor(card: Card) -> str:
    chance = card.chance
    paper, ink, grey = ("#3d434a", "#f6f6f3", "#b9bec4") if card.ai else ("#fafaf7", "#1b1d20", "#8b8f94")
    drawn = box(0, 0, 63, 88, paper) + box(0, 15, 63, 36, card.own)
    drawn += line(0, 15, 63, 15, paper, 0.5) + line(0, 51, 63, 51, paper, 0.5)
    if card.ai:
        drawn += line(0, 14.2, 63, 14.2, ink, 0.5) + line(0, 51.8, 63, 51.8, ink, 0.5)
    sign = _ROBOT if card.ai else _SIGNS[chance.choice(sorted(_SIGNS))]
    move, size, lean = chance.uniform(-9, 9), chance.uniform(1.1, 1.45), 0 if card.ai else chance.randint(-8, 8)
    place = f'transform="translate({31.5 + move:.1f} 33) rotate({lean}) scale({size:.2f})" fill-rule="evenodd"'
    spot, low, radius = chance.uniform(15, 48), chance.uniform(28, 38), chance.uniform(8, 13)
    drawn += disc(spot, low, radius, "#ffffff", 'opacity=".12"')
    drawn += path(sign, "#ffffff", place)
    drawn += text(16.5, 62.5, 12.5, str(card.face.number), "IBM Plex Sans", ink, 0, _BOLD.format(ink, 0.9))
    drawn += _phase(card, 27, 62.5, ink) + _task(card, ink, grey, paper)
    drawn += text(31.5, 82.3, 2.6, card.id, "IBM Plex Sans", ink, 0, _BOLD.format(ink, 0.12))
    drawn += text(31.5, 6.2, 1.7, "KONTOR SPIELE 2025", "Barlow", grey)
    return drawn + connectors(
        card, lambda shade: path(f"M0 0H{10.2}L0 {10.2}z", shade), 3.2, 3.7, "IBM Plex Sans", (0, 0, 0, 0),
        DARK_ON_YELLOW, 'stroke="{0}" stroke-width="0.25"',
    )  # fmt: skip


def _phase(card: Card, x: float, y: float, ink: str) -> str:
    """Return two small squares, one above the other, of which the phase fills one or both; AI cards have none."""
    if card.ai:
        return ""
    return "".join(
        box(x, y + down, 3.6, 3.6, ink if filled else "none", f'stroke="{ink}" stroke-width="0.5"')
        for down, filled in ((0.9, True), (-4.5, card.face.phase == 2))
    )


def _task(card: Card, ink: str, grey: str, paper: str) -> str:
    """Return a sentence of small print, what it asks for, and the points in a ring."""
    chance = card.chance

    def token(x: float, y: float, shade: str) -> str:
        kind = chance.randrange(3)
        edge = f'stroke="{grey}" stroke-width="0.25"'
        if kind == 0:
            return box(x - 2, y - 2.4, 4, 4.8, shade, edge)
        if kind == 1:
            return disc(x, y, 2.3, shade, edge)
        return shape(star(x, y, 2.6, 3, 0.5, 180), shade, edge)

    count = f"{chance.randint(1, 6)} x"
    drawn = text(36.5, 59.6, 2.2, count, "Barlow", ink) + asked(card, 42, 59.6, token, 5.2)
    for row in range(2):
        drawn += text(45 - row, 65.6 + 2.7 * row, 1.6, chance.choice(_WORDS[row]), "Barlow", ink)
    worth = str(chance.randint(2, 15))
    drawn += disc(31.5, 74.6, 3.6, paper, f'stroke="{ink}" stroke-width="0.5"')
    return drawn + text(31.5, 74.6, 2.9, worth, "IBM Plex Sans", ink)


_WORDS = (
    ("neben zwei gleichen", "in derselben Reihe", "am Rand der Auslage", "zwischen zwei AI"),
    ("je Paar nur einmal", "zählt auch schräg", "höchstens 3-mal", "nicht in Phase 2"),
)


SIXTH = (
    Edition(
        "kontor", 61, ("IBM Plex Sans", "Barlow"), ("#c8322d", "#1f5fa6", "#f0b719", "#26282b", "#3a8a46", "#75459b"),
        _kontor, partial(leaflet, "#fafaf7", "#1b1d20"), 3.0,
    ),
    SIDE_B, STRAND, KRITZEL, ARCANE,
)  # fmt: skip
