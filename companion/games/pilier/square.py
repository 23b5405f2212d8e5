"""The cards on the table: where one may be laid, what that brings, and which may be taken away again."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.core.errors import NOWHERE, Illegal, Place, Unreadable
from companion.core.reading import shown
from companion.core.sheet import Reason
from companion.games.pilier.cards import Card
from companion.games.pilier.rules import PHASE_CARDS, PHASE_TRAITS, SIDE


class Cell(NamedTuple):
    """A place on the table, written '2,-1': rows downwards, columns to the right, counted from anywhere."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{self.row},{self.column}"

    def beside(self) -> tuple[Cell, ...]:
        """Return the four cells that share a side."""
        row, column = self
        return Cell(row - 1, column), Cell(row, column + 1), Cell(row + 1, column), Cell(row, column - 1)

    def around(self) -> tuple[Cell, ...]:
        """Return the eight cells that share a side or a corner."""
        steps = (-1, 0, 1)
        return tuple(Cell(self.row + down, self.column + right) for down in steps for right in steps if down or right)


_CELL = re.compile(r"(-?\d{1,2}),(-?\d{1,2})", re.ASCII)


def read_cell(value: object, place: Place) -> Cell:
    """Return the cell of a text such as '2,-1'."""
    match = _CELL.fullmatch(value) if isinstance(value, str) else None
    if not match:
        raise Unreadable(Reason("pilier:error.no_cell", (shown(value),)), place)
    return Cell(int(match[1]), int(match[2]))


class Reach(NamedTuple):
    """The rows and columns that the square can still grow into."""

    rows: range
    columns: range

    def covers(self, cell: Cell) -> bool:
        """Whether a cell lies in one square of 6 x 6 with all cards."""
        return cell.row in self.rows and cell.column in self.columns


@dataclass(frozen=True)
class Square:
    """The cards that lie on the table."""

    cards: Mapping[Cell, Card] = field(default_factory=dict)
    no_symbol: str = "shared"

    @property
    def reach(self) -> Reach:
        """Return where the limit of 6 x 6 lies now: a row is in reach if it fits into one square with all cards."""
        rows = [cell.row for cell in self.cards]
        columns = [cell.column for cell in self.cards]
        return Reach(
            range(max(rows) - SIDE + 1, min(rows) + SIDE),
            range(max(columns) - SIDE + 1, min(columns) + SIDE),
        )

    def squares(self) -> Iterator[Cell]:
        """Return the top left cell of every square of 6 x 6 that the cards may still fill."""
        reach = self.reach
        for top in range(reach.rows.start, min(cell.row for cell in self.cards) + 1):
            for left in range(reach.columns.start, min(cell.column for cell in self.cards) + 1):
                yield Cell(top, left)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells with a card that share a side with this one."""
        return tuple(other for other in cell.beside() if other in self.cards)

    def verify_lay(self, card: Card, cell: Cell, place: Place = NOWHERE) -> None:
        """Raise what forbids a card on a cell."""
        if cell in self.cards:
            raise Illegal(Reason("pilier:error.occupied", (self.cards[cell].reason, str(cell))), place)
        reach = self.reach
        if not reach.covers(cell):
            rows, columns = reach
            limits = (rows[0], rows[-1], columns[0], columns[-1])
            raise Illegal(Reason("pilier:error.outside", (str(cell), SIDE, *limits)), place)
        beside = self.neighbours(cell)
        if not beside:
            raise Illegal(Reason("pilier:error.alone", (str(cell),)), place)
        for other in beside:
            if not card.shared(self.cards[other], self.no_symbol):
                words = (card.reason, self.cards[other].reason, str(other))
                raise Illegal(Reason("pilier:error.no_match", words), place)

    def can_lay(self, card: Card, cell: Cell) -> bool:
        """Whether a card may be laid on a cell."""
        try:
            self.verify_lay(card, cell)
        except Illegal:
            return False
        return True

    def cells_for(self, card: Card) -> tuple[Cell, ...]:
        """Return every cell on which a card may be laid."""
        free = {beside for cell in self.cards for beside in cell.beside()}
        return tuple(cell for cell in sorted(free) if self.can_lay(card, cell))

    def tokens(self, cell: Cell) -> int:
        """Return the tokens that a card on this cell takes: one for every adjacent card beyond the first."""
        return max(len(self.neighbours(cell)) - 1, 0)

    def with_card(self, card: Card, cell: Cell) -> Square:
        """Return the square with one more card."""
        return Square({**self.cards, cell: card}, self.no_symbol)

    def without(self, cell: Cell) -> Square:
        """Return the square with one card less."""
        return Square({other: card for other, card in self.cards.items() if other != cell}, self.no_symbol)

    def line(self, kind: str, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells with a card in the row or column of a cell."""
        return tuple(sorted(other for other in self.cards if getattr(other, kind) == getattr(cell, kind)))

    def phases(self, cell: Cell) -> tuple[str, ...]:
        """Return the lines, row or column, in which the card just laid on a cell starts a scoring phase."""
        card = self.cards[cell]
        found = []
        for kind in ("row", "column"):
            line = self.line(kind, cell)
            close = [self.cards[other] for other in self.neighbours(cell) if other in line]
            alike = any(len(card.shared(other, self.no_symbol)) >= PHASE_TRAITS for other in close)
            if len(line) in PHASE_CARDS and alike:
                found.append(kind)
        return tuple(found)

    def takeable(self, line: Collection[Cell]) -> tuple[Cell, ...]:
        """Return the cards of a line that may be taken; none once a single one is left in it."""
        left = [cell for cell in line if cell in self.cards]
        if len(left) <= 1:
            return ()
        return tuple(cell for cell in left if not splits(self.cards, cell))


def groups(cells: Collection[Cell]) -> int:
    """Return into how many groups the cells fall; corners count as touching."""
    unseen = set(cells)
    count = 0
    while unseen:
        count += 1
        edge = [unseen.pop()]
        while edge:
            touching = unseen.intersection(edge.pop().around())
            unseen -= touching
            edge += touching
    return count


def splits(cells: Collection[Cell], cell: Cell) -> bool:
    """Whether taking a card away would part cards that hang together."""
    return groups([other for other in cells if other != cell]) > groups(cells)
