"""Where a condition looks: the part of the tableau that its place names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from companion.core.packing import Mask
from companion.core.sheet import Reason, Together, filled
from companion.games.ai100.board import Board
from companion.games.ai100.tableau import COLOUR_INDEX, Tableau

PLACES: dict[str, Callable[[Board, int], tuple[Mask, ...]]] = {
    "tableau": lambda board, cell: (board.full,),
    "row": lambda board, cell: (board.row_at[cell],),
    "column": lambda board, cell: (board.column_at[cell],),
    "around": lambda board, cell: (board.around_at[cell],),
    "each row": lambda board, cell: board.rows,
    "each column": lambda board, cell: board.columns,
}


def area(board: Board, cell: int, place: str) -> Mask:
    """Return all cells of a place together; shapes know themselves whether they lie in a row or a column."""
    if place == "row":
        return board.row_at[cell]
    return board.column_at[cell] if place == "column" else board.full


def values(tableau: Tableau, trait: str) -> list[Mask]:
    """Return the mask of every colour, or of every number."""
    return tableau.colours if trait == "colour" else tableau.numbers[1:]


def kinds(tableau: Tableau, where: Mask, trait: str) -> int:
    """Return how many different colours, or numbers, there are in a part of the tableau."""
    return sum([1 for mask in values(tableau, trait) if where & mask])


def of_colours(tableau: Tableau, colours: Iterable[str]) -> Mask:
    """Return the cells whose card has one of the colours."""
    mask = 0
    for colour in colours:
        mask |= tableau.colours[COLOUR_INDEX[colour]]
    return mask


@cache
def card_word(colour: str) -> Reason:
    """Return the colour as one says it of a card."""
    return Reason(f"card.{colour}")


@cache
def connector_word(colour: str) -> Reason:
    """Return the colour as one says it of a connector."""
    return Reason(f"connector.{colour}")


def closest_was(shown: Together) -> Reason:
    """Return that nothing scored, with what came closest."""
    return filled(Reason, ("miss.closest", (shown,)))


def shown_cells(tableau: Tableau, mask: Mask, trait: str) -> Together:
    """Return the cells of a mask, each with what matters of its card: 'B2 green', 'B2 4', 'B2 empty'."""
    names, cards, occupied = tableau.board.names, tableau.cards, tableau.occupied
    field = 0 if trait == "colour" else 1
    return Together(
        [
            _cell_word(names[cell], card.face[field] if (card := cards[cell]) and occupied >> cell & 1 else None)
            for cell in tableau.board.cells_of(mask)
        ]
    )


@cache
def _cell_word(name: str, shows: Any) -> Reason:
    if shows is None:
        return Reason("cell.empty", (name,))
    return Reason("cell", (name, card_word(shows) if isinstance(shows, str) else shows))
