"""Figures: cards in a fixed shape. The largest number of disjoint ones counts, never a greedy choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.core.packing import Mask, Packer, largest
from companion.core.sheet import Group, Reason, Together
from companion.games.ai100.board import Board
from companion.games.ai100.patterns.places import area, card_word, of_colours, shown, values
from companion.games.ai100.tableau import Tableau

Known = dict[tuple[str | None, Mask], tuple[Group, ...]]


@dataclass(frozen=True)
class Figure:
    """Cards in a shape: all of given colours, all alike, all different, or with a given sum."""

    place: str
    shape: str
    points: int
    colours: tuple[str, ...] = ()
    same: str = ""
    different: str = ""
    sum: int = 0
    times: int = 1  # how many of the shape make one figure (025)
    _known: Known = field(default_factory=dict, repr=False, compare=False)

    def groups(self, tableau: Tableau, cell: int) -> tuple[Group, ...]:
        """Return the figures that score."""
        board = tableau.board
        where = area(board, cell, self.place) & tableau.occupied
        if self.colours and self.shape != "gap":
            mask = where & of_colours(tableau, self.colours)
            known = self._known.get((board.extra, mask))
            if known is None:
                known = self._known[board.extra, mask] = self._pay(board, board.packer(self.shape).best(mask))
            return known
        if self.same:
            packer = board.packer(self.shape)
            return self._pay(board, [g for mask in values(tableau, self.same) for g in packer.best(mask & where)])
        fitting = tuple(g for g in board.shapes(self.shape) if g & where == g and self._fits(tableau, g))
        return self._pay(board, largest(fitting)) if fitting else ()

    def _pay(self, board: Board, packed: Sequence[Mask]) -> tuple[Group, ...]:
        if self.times > 1:
            complete = len(packed) - len(packed) % self.times
            packed = [sum(packed[i : i + self.times]) for i in range(0, complete, self.times)]
        return tuple(Group(board.names_of(mask), self.points) for mask in packed)

    def _fits(self, tableau: Tableau, shape: Mask) -> bool:
        if self.shape == "gap":
            between = tableau.board.between[shape]
            return bool(between & tableau.occupied) and shape & ~of_colours(tableau, self.colours) == 0
        faces = [card.face for cell in tableau.board.cells_of(shape) if (card := tableau.cards[cell])]
        if self.sum:
            return sum(face.number for face in faces) == self.sum
        if self.different == "colour":
            return len({face.colour for face in faces}) == len(faces)
        return len({face.number for face in faces}) == len(faces)

    def ceiling(self, board: Board, cell: int) -> int:
        """Return the most that it can ever pay."""
        return self.points * (len(board.packer(self.shape).best(area(board, cell, self.place))) // self.times)

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return the shape that came closest, with what its cards show."""
        where = area(tableau.board, cell, self.place)
        shapes = [shape for shape in tableau.board.shapes(self.shape) if shape & where == shape]
        if not shapes:
            return Reason("miss.no_room")
        if self.colours:
            wanted = of_colours(tableau, self.colours) & where
            if not wanted:
                return Reason("miss.no_card", (tuple(map(card_word, self.colours)),))
            closest = max(
                shapes, key=lambda shape: ((shape & wanted).bit_count(), (shape & tableau.occupied).bit_count())
            )
        elif self.same:
            masks = values(tableau, self.same)
            closest = max(
                shapes,
                key=lambda shape: (
                    max((shape & mask).bit_count() for mask in masks),
                    (shape & tableau.occupied).bit_count(),
                ),
            )
        else:
            closest = max(shapes, key=lambda shape: self._nearly(tableau, shape))
        trait = "colour" if self.colours or "colour" in (self.same, self.different) else "number"
        return Reason("miss.closest", (shown_cells(tableau, closest, trait),))

    def _nearly(self, tableau: Tableau, shape: Mask) -> tuple[int, int]:
        occupied = (shape & tableau.occupied).bit_count()
        if self.sum:
            return occupied, -abs(
                sum(n * (shape & mask).bit_count() for n, mask in enumerate(tableau.numbers)) - self.sum
            )
        return occupied, sum(1 for mask in values(tableau, self.different) if shape & mask)


def shown_cells(tableau: Tableau, mask: Mask, trait: str) -> Together:
    """Return the cells of a mask, each with what matters of its card."""
    return Together(shown(tableau, cell, trait) for cell in tableau.board.cells_of(mask))


@dataclass(frozen=True)
class MixedFigures:
    """Several figures that share the cards of one tableau (AI-1): each a drawing and its colours."""

    points: int
    figures: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]  # (rows of the drawing, colours)
    place: str = "tableau"

    def groups(self, tableau: Tableau, cell: int) -> tuple[Group, ...]:
        """Return the largest number of disjoint figures of any kind."""
        fitting: dict[Mask, None] = {}
        for drawing, colours in self.figures:
            mask = of_colours(tableau, colours)
            fitting.update((g, None) for g in tableau.board.fit(twins(drawing)) if g & mask == g)
        packed = Packer(fitting).best(tableau.board.full)
        return tuple(Group(tableau.board.names_of(mask), self.points) for mask in packed)

    def ceiling(self, board: Board, cell: int) -> int:
        """Return the most that it can ever pay."""
        return self.points * (
            board.full.bit_count() // min(sum(row.count("X") for row in rows) for rows, _ in self.figures)
        )

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return the figure that came closest."""
        near = [
            ((shape & of_colours(tableau, colours)).bit_count() - shape.bit_count(), shape)
            for drawing, colours in self.figures
            for shape in tableau.board.fit(twins(drawing))
        ]
        return Reason("miss.closest", (shown_cells(tableau, max(near, key=lambda pair: pair[0])[1], "colour"),))


def twins(drawing: Sequence[str]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return a drawn figure as steps, turned and mirrored in all eight ways."""
    cells = [(row, column) for row, line in enumerate(drawing) for column, sign in enumerate(line) if sign == "X"]
    found: dict[tuple[tuple[int, int], ...], None] = {}
    for mirror in (1, -1):
        turned = [(row, mirror * column) for row, column in cells]
        for _ in range(4):
            turned = [(column, -row) for row, column in turned]
            top, left = min(row for row, _ in turned), min(column for _, column in turned)
            found[tuple(sorted((row - top, column - left) for row, column in turned))] = None
    return tuple(found)


def read_figure(figure: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return a figure of the catalogue or of a deck as (drawing, colours)."""
    return tuple(figure["drawing"]), tuple(figure["colours"])
