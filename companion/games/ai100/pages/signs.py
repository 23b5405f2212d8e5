"""A condition as a small picture: a tableau in which it scores, only the cards and connectors that make the points."""

from __future__ import annotations

from functools import cache

from companion.games.ai100.board import CELLS
from companion.games.ai100.cards import Connector
from companion.games.ai100.draw import SHADES, ink_on
from companion.games.ai100.lookup import scoring_example
from companion.games.ai100.tableau import Tableau

_WIDE, _TALL, _GAP = 14, 18, 2
VIEW = f"0 0 {5 * (_WIDE + _GAP) - _GAP} {3 * (_TALL + _GAP) - _GAP}"
# A connector's triangle, as the way from its corner of the card.
_CORNERS = {"tl": (0, 0, 9, 9), "tr": (_WIDE, 0, -9, 9), "br": (_WIDE, _TALL, -9, -9), "bl": (0, _TALL, 9, -9)}


@cache
def condition_sign(card: str) -> str:
    """Return the picture of a condition; empty where it pays for no cards."""
    found = scoring_example(card)
    if found is None:
        return ""
    tableau, groups = found
    corners = {name for group in groups for name in group.connectors}
    cells = {cell for group in groups for cell in group.cells}
    return "".join(_cell(tableau, at, cells, corners) for at in range(len(CELLS)))


def _cell(tableau: Tableau, at: int, cells: set[str], corners: set[str]) -> str:
    name, card = CELLS[at], tableau.cards[at] if tableau.occupied >> at & 1 else None
    x, y = at % 5 * (_WIDE + _GAP), at // 5 * (_TALL + _GAP)
    box = f'<rect x="{x}" y="{y}" width="{_WIDE}" height="{_TALL}" rx="2"'
    if card is None or card.face is None or name not in cells:
        return f'{box} fill="currentColor" opacity=".12"/>'
    if corners:
        lit = zip(_CORNERS, card.face.connectors, strict=False)
        marks = "".join(_corner(x, y, corner, one) for corner, one in lit if f"{name}.{corner}" in corners)
        return f'{box} fill="currentColor" opacity=".3"/>{marks}'
    middle = f'x="{x + _WIDE / 2:g}" y="{y + _TALL / 2 + 4:g}" font-size="11" text-anchor="middle"'
    shade = SHADES[card.face.colour]
    return f'{box} fill="{shade}"/><text {middle} fill="{ink_on(shade)}">{card.face.number}</text>'


def _corner(x: int, y: int, corner: str, connector: Connector) -> str:
    left, top, across, down = _CORNERS[corner]
    return f'<path d="M{x + left} {y + top}h{across}l{-across} {down}z" fill="{SHADES[connector.colour]}"/>'
