"""What several pages share: the board in addresses, its cells, seats, steppers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.core.table import Link, NoSuchPage, PagePart, View
from companion.games.boussanga.board import CELLS, EMPTY, Board, Cell
from companion.games.boussanga.pages.draw import token_svg
from companion.games.boussanga.pages.words import colour_words
from companion.pages.fields import Fields
from companion.pages.parts import Option, options


def board_code(board: Board, colours: tuple[str, ...]) -> str:
    """Return a board as addresses write it: a digit a cell, 0 for none."""
    names = (EMPTY, *colours)
    return "".join(str(names.index(board[cell])) for cell in CELLS)


def read_board_code(fields: Fields, colours: tuple[str, ...]) -> Board:
    """Return the board of an address."""
    names, text = (EMPTY, *colours), fields.digits("tokens", len(CELLS))
    if len(text) != len(CELLS) or max(map(int, text)) >= len(names):
        raise NoSuchPage("tokens")
    return Board().with_tokens({cell: names[int(one)] for cell, one in zip(CELLS, text, strict=True)})


class Spot(PagePart):
    """A cell on a page."""

    svg: str
    label: str
    link: Link | None = None
    kind: str = ""  # lit, new, free, doubt


def spots(
    board: Board, view: View[Any], links: Mapping[Cell, Link] | None = None, kinds: Mapping[Cell, str] | None = None
) -> tuple[Spot, ...]:
    """Return the 64 cells with their tokens."""
    found = []
    for cell in CELLS:
        what = colour_words(board[cell], view) if board[cell] else view.say("cell.empty")
        label = view.say("cell", str(cell), what)
        drawing = token_svg(board[cell], view, str(cell))
        found.append(Spot(svg=drawing, label=label, link=(links or {}).get(cell), kind=(kinds or {}).get(cell, "")))
    return tuple(found)


def colour_keys(colours: Iterable[str], chosen: str, here: Link, field: str, view: View[Any]) -> tuple[Option, ...]:
    """Return a key for each colour."""
    labels = {one: colour_words(one, view) for one in colours}
    return options(here, field, labels, chosen, lambda one: token_svg(one, view))
