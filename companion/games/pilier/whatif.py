"""What a card in hand would bring on each cell where it may be laid."""

from __future__ import annotations

from typing import NamedTuple

from companion.core.score import WhatIfCell
from companion.core.sheet import Group, Line, Reason, Together
from companion.core.texts import texts_of
from companion.games.pilier.cards import Card
from companion.games.pilier.replay import Position, take_tokens
from companion.games.pilier.rules import SLUG, TOKEN_POINTS
from companion.games.pilier.square import Cell


class OpenCell(NamedTuple):
    """A cell for a card: the seats that would lose a token to it, and the lines in which it would start a phase."""

    cell: Cell
    wanted: int  # tokens for the adjacent cards
    givers: tuple[int, ...]
    phases: tuple[str, ...]

    @property
    def points(self) -> int:
        """Return what the tokens are worth."""
        return len(self.givers) * TOKEN_POINTS

    def reasons(self, names: tuple[str, ...]) -> tuple[Reason, ...]:
        """Return what happens there, in words."""
        taken = [Reason("whatif.tokens", (self.givers.count(seat), names[seat])) for seat in dict.fromkeys(self.givers)]
        nothing = Reason("whatif.poor", (self.wanted,)) if self.wanted else Reason("whatif.none")
        tokens = Reason("whatif.take", (Together(taken),)) if taken else nothing
        return (tokens, *(Reason(f"whatif.{line}") for line in self.phases))

    def line(self, names: tuple[str, ...]) -> WhatIfCell:
        """Return the cell with the line that the card would bring there."""
        return WhatIfCell(str(self.cell), Line("whatif", "", (Group((), self.points),), self.reasons(names)))


def says(line: Line, language: str) -> str:
    """Return what would happen, in words."""
    return " ".join(map(texts_of(SLUG, language).say, line.notes))


def open_cells(position: Position, seat: int, card: Card) -> tuple[OpenCell, ...]:
    """Return the cells for a card, those that bring most first."""
    square = position.square
    found = []
    for cell in square.cells_for(card):
        wanted = square.tokens(cell)
        _, givers = take_tokens(position.tokens, seat, wanted)
        found.append(OpenCell(cell, wanted, givers, square.with_card(card, cell).phases(cell)))
    return tuple(sorted(found, key=lambda one: (-one.points, not one.phases, one.cell)))
