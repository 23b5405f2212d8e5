"""Combination cards: three or four tokens, laid straight or diagonally in eight orientations, never turned over."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from companion.core.errors import NOWHERE, Illegal, Place, Unreadable
from companion.core.reading import read_list, read_number, read_word
from companion.core.sheet import Reason
from companion.games.boussanga.board import CELLS, COLOUR, EMPTY, Alignment, Board, Cell
from companion.games.boussanga.rules import CARD_SIDE, CARD_TOKENS

ORIENTATIONS = range(8)


class Token(NamedTuple):
    """A token of a card: rows down, columns right."""

    row: int
    column: int
    colour: str


Card = tuple[Token, ...]


def one(colour: str) -> Reason:
    """Return the colour of one token in words, for an error."""
    return Reason(f"boussanga:one.{colour}")


def some(count: int, colour: str) -> Reason:
    """Return so many tokens of a colour in words."""
    return Reason("boussanga:some.tokens", (count, in_number(count, colour)))


def in_number(count: int, colour: str) -> Reason:
    """Return the colour of so many tokens in words; none is one in French."""
    return many(colour) if count > 1 else one(colour)


def many(colour: str) -> Reason:
    """Return the colour of several tokens in words, for an error."""
    return Reason(f"boussanga:colour.{colour}")


def read_card(value: object, colours: Collection[str], place: Place) -> Card:
    """Return the card of `[[0, 0, "red"], [0, 1, "red"], [1, 1, "blue"]]`."""
    entries = read_list(value, place, Reason("boussanga:what.tokens"), max(CARD_TOKENS))
    if len(entries) not in CARD_TOKENS:
        raise Unreadable(Reason("boussanga:error.card_tokens", (len(entries), CARD_TOKENS)), place)
    tokens = []
    for entry in entries:
        token = read_list(entry, place, Reason("boussanga:what.token"))
        if len(token) != len(Token._fields):
            raise Unreadable(Reason("boussanga:error.token"), place)
        row, column = (read_number(token[axis], range(CARD_SIDE), place, Token._fields[axis]) for axis in (0, 1))
        tokens.append(Token(row, column, read_word(token[2], colours, place, COLOUR)))
    if len({(token.row, token.column) for token in tokens}) < len(tokens):
        raise Unreadable(Reason("boussanga:error.same_place"), place)
    return tuple(tokens)


def turned(card: Card, orientation: int) -> Card:
    """Return the card turned clockwise by so many eighths around its first token.

    A card that is held diagonally is held farther from the board, so that its tokens meet the cells again: an eighth
    of a turn takes one step to the right into one step to the right and down.
    """
    first = card[0]
    tokens = []
    for token in card:
        row, column = token.row - first.row, token.column - first.column
        for _ in range(orientation // 2):
            row, column = column, -row
        if orientation % 2:
            row, column = row + column, column - row
        tokens.append(Token(row, column, token.colour))
    return tuple(tokens)


class Placement(NamedTuple):
    """A card on the board: `cell` is where its first token lies."""

    cell: Cell
    orientation: int
    tokens: Mapping[Cell, str]
    missing: Mapping[Cell, str]
    alignments: tuple[Alignment, ...] = ()


def footprint(card: Card, cell: Cell, orientation: int) -> dict[Cell, str]:
    """Return the cells and colours that a card wants; they need not exist."""
    return {cell.moved(token.row, token.column): token.colour for token in turned(card, orientation)}


def verify_lay(
    board: Board,
    card: Card,
    cell: Cell,
    orientation: int,
    reserve: Mapping[str, int] | None = None,
    place: Place = NOWHERE,
) -> Placement:
    """Return the placement with what is missing for it, or raise why a card cannot be laid."""
    tokens = footprint(card, cell, orientation)
    for at, colour in tokens.items():
        if not at.exists:
            raise Illegal(Reason("boussanga:error.outside", (str(cell),)), place)
        if board[at] not in (EMPTY, colour):
            raise Illegal(Reason("boussanga:error.other", (str(at), one(colour), one(board[at]))), place)
    missing = {at: colour for at, colour in tokens.items() if not board[at]}
    if not missing:
        raise Illegal(Reason("boussanga:error.whole"), place)
    for colour in sorted(set(missing.values())):
        wanted = list(missing.values()).count(colour)
        if reserve is not None and reserve.get(colour, 0) < wanted:
            raise Illegal(Reason("boussanga:error.reserve", (wanted, many(colour), reserve.get(colour, 0))), place)
    return Placement(cell, orientation, tokens, missing, board.with_tokens(missing).alignments_through(missing))


def verify_find(board: Board, card: Card, cell: Cell, orientation: int, place: Place = NOWHERE) -> Placement:
    """Return the placement of a card that lies whole on the board (cooperative mode), or raise what does not fit."""
    tokens = footprint(card, cell, orientation)
    for at, colour in tokens.items():
        if not at.exists:
            raise Illegal(Reason("boussanga:error.outside", (str(cell),)), place)
        if board[at] != colour:
            lies = one(board[at]) if board[at] else Reason("boussanga:nothing")
            raise Illegal(Reason("boussanga:error.not_found", (str(at), one(colour), lies)), place)
    return Placement(cell, orientation, tokens, {})


@lru_cache(maxsize=256)
def _everywhere(card: Card) -> tuple[tuple[Cell, int, Mapping[Cell, str]], ...]:
    """Return every place of a card on the board; one that looks the same from two sides comes once."""
    found: dict[frozenset[tuple[Cell, str]], tuple[Cell, int, Mapping[Cell, str]]] = {}
    for orientation in ORIENTATIONS:
        for cell in CELLS:
            tokens = footprint(card, cell, orientation)
            if all(at.exists for at in tokens):
                found.setdefault(frozenset(tokens.items()), (cell, orientation, tokens))
    return tuple(found.values())


def placements(board: Board, card: Card, reserve: Mapping[str, int] | None = None) -> tuple[Placement, ...]:
    """Return every way to lay a card."""
    found = []
    for cell, orientation, tokens in _everywhere(card):
        if all(board[at] in (EMPTY, colour) for at, colour in tokens.items()):
            # What is left to say no: nothing is missing, or the reserve has too little.
            with suppress(Illegal):
                found.append(verify_lay(board, card, cell, orientation, reserve))
    return tuple(found)


def aligning(board: Board, card: Card, reserve: Mapping[str, int] | None = None) -> tuple[Placement, ...]:
    """Return the ways to lay a card that make an alignment."""
    return tuple(placement for placement in placements(board, card, reserve) if placement.alignments)


def finds(board: Board, card: Card) -> tuple[Placement, ...]:
    """Return the places where a card lies whole on the board (cooperative mode)."""
    return tuple(
        Placement(cell, orientation, tokens, {})
        for cell, orientation, tokens in _everywhere(card)
        if all(board[at] == colour for at, colour in tokens.items())
    )
