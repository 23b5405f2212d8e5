"""The square as a grid of cells: the cards, one ring around them as far as 6 x 6 allows, and what a tap does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.core.table import Link
from companion.games.pilier.cards import Card
from companion.games.pilier.pages.draw import card_svg
from companion.games.pilier.pages.hand import Hand
from companion.games.pilier.pages.words import card_words, say
from companion.games.pilier.replay import Position
from companion.games.pilier.rules import SIDE
from companion.games.pilier.square import Cell, Square


@dataclass(frozen=True)
class CellView:
    """A cell of the grid."""

    name: str
    svg: str
    kind: str  # card, free, chosen, empty, line, takeable
    label: str
    link: Link | None
    mark: str = ""  # what a card brings here: tokens, and a lozenge where a phase starts


@dataclass(frozen=True)
class Board:
    """All cells, and at which sides the square cannot grow any more."""

    columns: int
    cells: tuple[CellView, ...]
    ends: tuple[str, ...]
    label: str


def first_board(first: dict[Cell, Card], hand: Hand, language: str, may: bool) -> Board:
    """Return the empty square on which the first cards are laid."""
    cells = []
    for row in range(SIDE):
        for column in range(SIDE):
            cell = Cell(row, column)
            card = first.get(cell)
            name = _where(cell, 0, 0, language)
            label = (
                say(language, "named", name, card_words(card, language)) if card else say(language, "cell.choose", name)
            )
            kind = "chosen" if hand.place == cell else "card" if card else "empty"
            svg = card_svg(card, language) if card else ""
            cells.append(CellView(str(cell), svg, kind, label, hand.link.but(cell=str(cell)) if may else None))
    return Board(SIDE, tuple(cells), (), say(language, "board.first"))


def play_board(position: Position, hand: Hand, language: str) -> Board:
    """Return the square with the card in hand tried everywhere, or with the cards that may be taken."""
    square, phase = position.square, position.phase
    rows, columns = _drawn(square)
    cells = []
    takeable = position.takeable
    for cell in (Cell(row, column) for row in rows for column in columns):
        where = _where(cell, rows[0], columns[0], language)
        card = square.cards.get(cell)
        if card:
            label, kind, link = say(language, "named", where, card_words(card, language)), "card", None
            if phase and cell in phase.line:
                kind = "takeable" if cell in takeable else "line"
                link = hand.link.but(cell=str(cell))
            if phase and hand.place == cell:
                kind = "chosen"
            cells.append(CellView(str(cell), card_svg(card, language), kind, label, link))
        else:
            cells.append(_empty(square, cell, where, hand, language, bool(phase)))
    return Board(len(columns), tuple(cells), tuple(_ends(square, rows, columns)), say(language, "board.square"))


def _empty(square: Square, cell: Cell, where: str, hand: Hand, language: str, phase: bool) -> CellView:
    if phase:
        return CellView(str(cell), "", "empty", say(language, "cell.empty", where), None)
    link, card = hand.link.but(cell=str(cell), line=""), hand.card
    if card and square.can_lay(card, cell):
        tokens, starts = square.tokens(cell), bool(square.with_card(card, cell).phases(cell))
        mark = (f"+{tokens}" if tokens else "") + ("◆" if starts else "")
        label = say(language, "cell.free.phase" if starts else "cell.free", where, tokens)
        if hand.place == cell:
            return CellView(str(cell), card_svg(card, language), "chosen", label, link)
        return CellView(str(cell), "", "free", label, link, mark)
    kind = "chosen" if hand.place == cell else "empty"
    return CellView(str(cell), "", kind, say(language, "cell.choose", where), link)


def _where(cell: Cell, top: int, left: int, language: str) -> str:
    return say(language, "cell.where", cell.row - top + 1, cell.column - left + 1)


def _drawn(square: Square) -> tuple[range, range]:
    """Return the rows and columns of the cards and of the ring around them, cut where the limit lies."""
    reach = square.reach
    found = []
    for places, limit in (
        ([cell.row for cell in square.cards], reach.rows),
        ([cell.column for cell in square.cards], reach.columns),
    ):
        found.append(range(max(min(places) - 1, limit[0]), min(max(places) + 1, limit[-1]) + 1))
    return found[0], found[1]


def _ends(square: Square, rows: range, columns: range) -> Iterator[str]:
    edge = {"top": rows[0], "bottom": rows[-1]}, {"left": columns[0], "right": columns[-1]}
    for sides, places in zip(edge, ({c.row for c in square.cards}, {c.column for c in square.cards}), strict=True):
        # A side on which a card lies at the edge of what is drawn has no cell beyond it.
        yield from (side for side, place in sides.items() if place in places)
