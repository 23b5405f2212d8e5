"""What several pages share: the board in addresses, its cells, seats, steppers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.core.table import Link, NoSuchPage
from companion.games.boussanga.board import CELLS, EMPTY, Board, Cell
from companion.games.boussanga.pages.draw import token_svg
from companion.games.boussanga.pages.words import colour_words, say
from companion.pages.fields import Fields
from companion.pages.parts import Option


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


@dataclass(frozen=True)
class Spot:
    """A cell on a page."""

    svg: str
    label: str
    link: Link | None = None
    kind: str = ""  # lit, new, free, doubt


def spots(
    board: Board,
    language: str,
    links: Mapping[Cell, Link] | None = None,
    kinds: Mapping[Cell, str] | None = None,
) -> tuple[Spot, ...]:
    """Return the 64 cells with their tokens."""
    found = []
    for cell in CELLS:
        what = colour_words(board[cell], language) if board[cell] else say(language, "cell.empty")
        label = say(language, "cell", str(cell), what)
        drawing = token_svg(board[cell], language, str(cell))
        found.append(Spot(drawing, label, (links or {}).get(cell), (kinds or {}).get(cell, "")))
    return tuple(found)


def colour_keys(colours: Iterable[str], chosen: str, here: Link, field: str, language: str) -> tuple[Option, ...]:
    """Return a key for each colour."""
    return tuple(
        Option(colour_words(one, language), here.but(**{field: one}), one == chosen, svg=token_svg(one, language))
        for one in colours
    )
