"""What several pages share: pieces in addresses, grids of polygons, seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.table import Link, NoSuchPage, PagePart, View
from companion.games.collexion.pages.draw import piece_svg
from companion.games.collexion.pages.words import piece_words
from companion.games.collexion.pieces import PIECES, Collection, Piece
from companion.games.collexion.rules import COLOURS, COPIES, SHAPES
from companion.pages.fields import Fields

BY_CODE = {f"{piece.colour}-{piece.shape}": piece for piece in PIECES}


def code(piece: Piece) -> str:
    """Return a piece as addresses write it."""
    return f"{piece.colour}-{piece.shape}"


def read_chain(fields: Fields) -> tuple[Piece, ...]:
    """Return the pieces of 'pink-square.blue-square'."""
    return tuple(BY_CODE[part] for part in fields.words("chain", BY_CODE, 20))


def digits(collection: Collection) -> str:
    """Return a collection as addresses write it: sixteen digits, colour by colour."""
    return "".join(str(min(count, 9)) for row in collection.counts for count in row)


def read_digits(fields: Fields) -> Collection:
    """Return the collection of sixteen digits."""
    text = fields.digits("have", len(PIECES))
    if len(text) != len(PIECES):
        raise NoSuchPage("have")
    width = len(SHAPES)
    return Collection(
        tuple(tuple(int(digit) for digit in text[at * width : (at + 1) * width]) for at in range(len(COLOURS)))
    )


def counted(fields: Fields, known: Collection) -> Collection:
    """Return the collection that is being counted in an address or a form; where none is, the one that is known."""
    return read_digits(fields) if fields.get("have") else known


class Tile(PagePart):
    """A polygon on a page: drawing, number, words, and what touching it does."""

    svg: str
    count: int
    label: str
    link: Link | None = None
    less: Link | None = None
    less_label: str = ""
    kind: str = ""  # free, dim, over


def tiles(collection: Collection, view: View[Any], links: Mapping[Piece, Link] | None = None) -> tuple[Tile, ...]:
    """Return the sixteen polygons with how many of each there are."""
    found = []
    for piece in PIECES:
        count, link = collection.count(piece), (links or {}).get(piece)
        kind = "over" if count > COPIES else "dim" if not count and not link else ""
        label = view.say("tile", piece_words(piece, view), count)
        found.append(Tile(svg=piece_svg(piece, view), count=count, label=label, link=link, kind=kind))
    return tuple(found)
