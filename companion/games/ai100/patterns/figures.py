"""Figures: cards in a fixed shape. The largest number of disjoint ones counts, never a greedy choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from companion.core.packing import Mask, largest
from companion.core.sheet import Group, Reason
from companion.games.ai100.board import Board
from companion.games.ai100.patterns.places import area, card_word, closest_was, kinds, of_colours, shown_cells, values
from companion.games.ai100.tableau import Tableau

_FIRST = 32  # what is looked at first outweighs the rest: no figure has so many cells, or such a sum
Known = dict[tuple[str | None, Mask], tuple[Group, ...]]


@dataclass(frozen=True, eq=False)
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
    _known: Known = field(default_factory=dict, repr=False)

    def groups(self, tableau: Tableau, cell: int) -> tuple[Group, ...]:
        """Return the figures that score."""
        board = tableau.board
        place = area(board, cell, self.place)
        where = place & tableau.occupied
        if self.colours and self.shape != "gap":
            mask = where & of_colours(tableau, self.colours)
            known = self._known.get((board.extra, mask))
            if known is None:
                known = self._known[board.extra, mask] = self._pay(board, board.packer(self.shape).best(mask))
            return known
        if self.same:
            packer = board.packer(self.shape)
            parts = [part for mask in values(tableau, self.same) if (part := mask & where) & part - 1]  # two or more
            return self._pay(board, [shape for part in parts for shape in packer.best(part)]) if parts else ()
        there = [shape for shape in board.shapes_in(self.shape, place) if shape & where == shape]
        fitting = tuple([shape for shape in there if self._fits(tableau, shape)])
        return self._pay(board, largest(fitting)) if fitting else ()

    def _fits(self, tableau: Tableau, shape: Mask) -> bool:
        """Return whether cards that lie in the shape make the figure."""
        if self.sum:
            return total(tableau, shape) == self.sum
        if self.different:
            return kinds(tableau, shape, self.different) == shape.bit_count()
        ends = of_colours(tableau, self.colours) & shape == shape
        return ends and bool(tableau.board.between[shape] & tableau.occupied)

    def _pay(self, board: Board, packed: Sequence[Mask]) -> tuple[Group, ...]:
        if self.times > 1:
            complete = len(packed) - len(packed) % self.times
            packed = [sum(packed[i : i + self.times]) for i in range(0, complete, self.times)]
        return board.groups_of(packed, self.points)

    def ceiling(self, board: Board, cell: int) -> int:
        """Return the most that it can ever pay."""
        return self.points * (len(board.packer(self.shape).best(area(board, cell, self.place))) // self.times)

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return the shape that came closest, with what its cards show."""
        where = area(tableau.board, cell, self.place)
        shapes = tableau.board.shapes_in(self.shape, where)
        if not shapes:
            return Reason("miss.no_room")
        occupied = tableau.occupied
        if self.colours:
            wanted = of_colours(tableau, self.colours) & where
            if not wanted:
                return Reason("miss.no_card", (tuple(map(card_word, self.colours)),))
            shapes = tuple([shape for shape in shapes if shape & wanted]) or shapes
            near = [(shape & wanted).bit_count() * _FIRST + (shape & occupied).bit_count() for shape in shapes]
        elif self.same and shapes[0].bit_count() > 2:
            masks = values(tableau, self.same)
            near = [
                max([(shape & mask).bit_count() for mask in masks]) * _FIRST + (shape & occupied).bit_count()
                for shape in shapes
            ]
        elif self.same:  # of two cards one is always alike with itself
            near = [(shape & occupied).bit_count() for shape in shapes]
        else:
            near = [(shape & occupied).bit_count() * _FIRST + self._nearly(tableau, shape) for shape in shapes]
        closest = shapes[near.index(max(near))]
        trait = "colour" if self.colours or "colour" in (self.same, self.different) else "number"
        return closest_was(shown_cells(tableau, closest, trait))

    def _nearly(self, tableau: Tableau, shape: Mask) -> int:
        return -abs(total(tableau, shape) - self.sum) if self.sum else kinds(tableau, shape, self.different)


def total(tableau: Tableau, shape: Mask) -> int:
    """Return the sum of the numbers in a shape."""
    return sum([number * (shape & mask).bit_count() for number, mask in enumerate(tableau.numbers)])


@dataclass(frozen=True, eq=False)
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
            fitting.update((g, None) for g in fits_of(tableau.board, drawing) if g & mask == g)
        return tableau.board.groups_of(largest(tuple(fitting)), self.points)

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
            for shape in fits_of(tableau.board, drawing)
        ]
        return closest_was(shown_cells(tableau, max(near, key=lambda pair: pair[0])[1], "colour"))


@cache
def fits_of(board: Board, drawing: tuple[str, ...]) -> tuple[Mask, ...]:
    """Return every place where a drawn figure fits on a board."""
    return board.fit(twins(drawing))


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
