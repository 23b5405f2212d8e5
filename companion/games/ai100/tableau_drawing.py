"""A whole tableau as one drawing, its groups framed in tints of their own."""

from __future__ import annotations

from companion.core.sheet import Group
from companion.games.ai100.board import CELLS
from companion.games.ai100.draw import HEIGHT, WIDTH, card_symbol, svg
from companion.games.ai100.tableau import Tableau

_TINTS = ("#b3530a", "#0d7580", "#7b3fa3", "#1b7a43", "#b3164e")
_GAP, _EDGE = 5, 4


def tableau_drawing(tableau: Tableau, groups: tuple[Group, ...] = ()) -> str:
    """Return the tableau as SVG; a cell without a card is a dashed frame."""
    parts = []
    for at, cell in enumerate(CELLS):
        x, y = at % 5 * (WIDTH + _GAP) + _EDGE, at // 5 * (HEIGHT + _GAP) + _EDGE
        card = tableau.cards[at] if tableau.occupied >> at & 1 else None
        if card is None:
            parts.append(_frame(x, y, 'stroke="#8a867d" stroke-width="1" stroke-dasharray="4 3"'))
            continue
        parts.append(card_symbol(card.id, card.face, x, y))
        tint = next((_TINTS[at % len(_TINTS)] for at, group in enumerate(groups) if cell in group.cells), None)
        if tint:
            parts.append(_frame(x, y, f'stroke="{tint}" stroke-width="5"'))
    return svg("".join(parts), 5 * (WIDTH + _GAP) + _EDGE - 1, 3 * (HEIGHT + _GAP) + _EDGE - 1)


def _frame(x: float, y: float, paint: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{WIDTH:g}" height="{HEIGHT:g}" rx="4" fill="none" {paint}/>'
