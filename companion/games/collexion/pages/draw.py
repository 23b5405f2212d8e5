"""Polygons as we draw them: colour, shape and the letter of the colour, so that nothing hangs on hue."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from companion.core.table import View
from companion.core.texts import texts_of
from companion.games.collexion.pieces import Piece
from companion.games.collexion.rules import SHAPES, SLUG

_CORNERS = dict(zip(SHAPES, (3, 4, 5, 8), strict=True))
_INKS = {"green": "#17794a", "yellow": "#f2c21b", "pink": "#c2246f", "blue": "#1c63b7"}
_ON = {"green": "#fff", "yellow": "#241d05", "pink": "#fff", "blue": "#fff"}
_RADII = {"triangle": 25.0, "square": 27.0, "pentagon": 22.5, "octagon": 21.5}


def colour_letter(colour: str, view: View[Any]) -> str:
    """Return the letter of a colour."""
    return texts_of(SLUG, view.language)[f"colour.{colour}"][0].upper()


def piece_svg(piece: Piece, view: View[Any]) -> str:
    """Return a polygon, 48 by 48."""
    corners, radius = _CORNERS[piece.shape], _RADII[piece.shape]
    low = 28 if piece.shape == "triangle" else 24
    first = pi / 2 if corners % 2 else pi / 2 + pi / corners
    turns = [first + 2 * pi * at / corners for at in range(corners)]
    points = " ".join(f"{24 + radius * cos(turn):.1f},{low - radius * sin(turn):.1f}" for turn in turns)
    letter = colour_letter(piece.colour, view)
    return (
        f'<svg viewBox="0 0 48 48" aria-hidden="true" focusable="false"><polygon points="{points}" '
        f'fill="{_INKS[piece.colour]}" stroke="{_INKS[piece.colour]}" stroke-width="2" stroke-linejoin="round"/>'
        f'<text x="24" y="{low + 6}" text-anchor="middle" font-size="17" font-weight="700" '
        f'fill="{_ON[piece.colour]}">{letter}</text></svg>'
    )


def pile_svg(colour: str, points: int, count: int = 1) -> str:
    """Return a pile of score tokens, as many as are left, and what lies on top; a dashed place where it is empty."""
    ring = f'fill="{_INKS[colour]}"' if points else f'fill="none" stroke="{_INKS[colour]}" stroke-dasharray="4 3"'
    ink = _ON[colour] if points else "currentColor"
    lower = "".join(
        f'<circle cx="24" cy="{24 + 5 * step}" r="18" fill="{_INKS[colour]}" stroke="var(--surface)" stroke-width="2"/>'
        for step in range(count - 1, 0, -1)
    )
    return (
        f'<svg viewBox="0 0 48 58" aria-hidden="true" focusable="false">{lower}<circle cx="24" cy="24" r="18" {ring} '
        f'stroke-width="2"/><text x="24" y="31" text-anchor="middle" font-size="20" font-weight="700" '
        f'fill="{ink}">{points or "–"}</text></svg>'
    )
