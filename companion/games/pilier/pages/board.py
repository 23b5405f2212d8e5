"""The square as a grid of cells: the cards, one ring around them as far as 6 x 6 allows, and what a tap does."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from companion.core.errors import NOWHERE
from companion.core.table import Link, PagePart, View
from companion.games.pilier.cards import Card
from companion.games.pilier.pages.hand import Hand
from companion.games.pilier.pages.words import card_drawn, card_words
from companion.games.pilier.replay import Position
from companion.games.pilier.rules import FIRST_PLACES, SIDE
from companion.games.pilier.square import Cell, Square, read_cell


class CellView(PagePart):
    """A cell of the grid."""

    name: str
    svg: str = ""
    kind: str  # card, free, chosen, empty, line, takeable
    label: str
    link: Link | None = None
    mark: str = ""  # what a card brings here: tokens, and a lozenge where a phase starts


class Board(PagePart):
    """All cells, and at which sides the square cannot grow any more."""

    columns: int
    cells: tuple[CellView, ...]
    ends: tuple[str, ...] = ()
    label: str


def proposed_places(first: Collection[Cell]) -> tuple[Cell, ...]:
    """Return the places proposed for the first cards that are still free; none once one lies elsewhere."""
    places = tuple(read_cell(place, NOWHERE) for place in FIRST_PLACES)
    return tuple(place for place in places if place not in first) if set(first) <= set(places) else ()


def first_board(first: dict[Cell, Card], hand: Hand, view: View[Any], may: bool) -> Board:
    """Return the empty square on which the first cards are laid."""
    cells, proposed = [], proposed_places(first) if may else ()
    for row in range(SIDE):
        for column in range(SIDE):
            cell = Cell(row, column)
            card = first.get(cell)
            name = _where(cell, 0, 0, view)
            label = view.say("named", name, card_words(card, view)) if card else view.say("cell.choose", name)
            kind = "chosen" if hand.place == cell else "card" if card else "free" if cell in proposed else "empty"
            svg = card_drawn(card, view) if card else ""
            cells.append(
                CellView(
                    name=str(cell), svg=svg, kind=kind, label=label, link=hand.link.but(cell=cell) if may else None
                )
            )
    return Board(columns=SIDE, cells=tuple(cells), label=view.say("board.first"))


def play_board(position: Position, hand: Hand, view: View[Any]) -> Board:
    """Return the square with the card in hand tried everywhere, or with the cards that may be taken."""
    square, phase = position.square, position.phase
    rows, columns = _drawn(square)
    cells = []
    takeable = position.takeable
    for cell in (Cell(row, column) for row in rows for column in columns):
        where = _where(cell, rows[0], columns[0], view)
        card = square.cards.get(cell)
        if card:
            label, kind, link = view.say("named", where, card_words(card, view)), "card", None
            if phase and cell in phase.line:
                kind = "takeable" if cell in takeable else "line"
                link = hand.link.but(cell=cell)
            if phase and hand.place == cell:
                kind = "chosen"
            cells.append(CellView(name=str(cell), svg=card_drawn(card, view), kind=kind, label=label, link=link))
        else:
            cells.append(_empty(square, cell, where, hand, view, bool(phase)))
    return Board(
        columns=len(columns),
        cells=tuple(cells),
        ends=tuple(_ends(square, rows, columns)),
        label=view.say("board.square"),
    )


def _empty(square: Square, cell: Cell, where: str, hand: Hand, view: View[Any], phase: bool) -> CellView:
    if phase:
        return CellView(name=str(cell), kind="empty", label=view.say("cell.empty", where))
    link, card = hand.link.but(cell=cell, line=""), hand.card
    if card and square.can_lay(card, cell):
        tokens, starts = square.tokens(cell), bool(square.with_card(card, cell).phases(cell))
        mark = (f"+{tokens}" if tokens else "") + ("◆" if starts else "")
        label = view.say("cell.free.phase" if starts else "cell.free", where, tokens)
        if hand.place == cell:
            return CellView(name=str(cell), svg=card_drawn(card, view), kind="chosen", label=label, link=link)
        return CellView(name=str(cell), kind="free", label=label, link=link, mark=mark)
    kind = "chosen" if hand.place == cell else "empty"
    return CellView(name=str(cell), kind=kind, label=view.say("cell.choose", where), link=link)


def _where(cell: Cell, top: int, left: int, view: View[Any]) -> str:
    return view.say("cell.where", cell.row - top + 1, cell.column - left + 1)


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
