"""Photographs of Pilier's square for tests: the first five cards and what was laid since, seen from above."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from companion.core.errors import NOWHERE
from companion.games.pilier.cards import Card
from companion.games.pilier.pages.photo import PRINT
from companion.games.pilier.square import read_cell
from companion.samples.photographs import scene
from companion.store import Store
from editions.squares import SQUARE, box_of, square_photo
from tests.games.pilier.prints import photographed_print

BOX = box_of("teeth")[:40]


def keep_print(store: Store) -> None:
    """Let everybody at this server know the cards of the print."""
    store.keep("pilier", "Shelf", {PRINT: photographed_print("teeth", 40).to_json()})


@cache
def _photo(
    cells: tuple[tuple[str, Card], ...], turned: tuple[str, ...], seed: int, quarter: int, margin: float
) -> bytes:
    how = replace(scene("easy", seed), megapixels=3.0, quarter_turns=quarter, table="cloth", margin=margin)
    return square_photo("teeth", dict(cells), how, turned).jpeg


def shoot(
    cards: Mapping[str, Card], seed: int = 3, quarter: int = 0, heads: bool = False, margin: float = 0.06
) -> bytes:
    """Photograph cards on cells of the table, which are written '2,1'; with `heads` every other one is turned."""
    cells = {}
    for place, card in cards.items():
        cell = read_cell(place, NOWHERE)
        name = SQUARE.name(cell.column, cell.row)
        assert name
        cells[name] = card
    return _photo(tuple(cells.items()), tuple(cells)[::2] if heads else (), seed, quarter, margin)
