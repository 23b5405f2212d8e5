"""The board of 8 x 8 and the alignments that lie on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.core.errors import Place, Unreadable
from companion.core.reading import read_list, read_word, shown
from companion.core.sheet import Reason, Together
from companion.games.boussanga.rules import ALIGNED, BACK, SIDE

EMPTY = ""
COLOUR = Reason("boussanga:what.colour")
_ROWS = "ABCDEFGH"
_STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))  # across, down, and along both diagonals


class Cell(NamedTuple):
    """A place on the board, written 'C4': rows A to H from top to bottom, columns 1 to 8 from left to right."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{_ROWS[self.row]}{self.column + 1}"

    @property
    def exists(self) -> bool:
        """Whether the cell lies on the board."""
        return 0 <= self.row < SIDE and 0 <= self.column < SIDE

    def moved(self, down: int, right: int) -> Cell:
        """Return the cell so many rows down and columns right; it need not exist."""
        return Cell(self.row + down, self.column + right)


CELLS = tuple(Cell(row, column) for row in range(SIDE) for column in range(SIDE))
_NAMED = {str(cell): cell for cell in CELLS}
CELL_NAMES = tuple(_NAMED)


def read_cell(value: object, place: Place) -> Cell:
    """Return the cell of a text such as 'C4'."""
    if not isinstance(value, str) or value not in _NAMED:
        raise Unreadable(Reason("boussanga:error.no_cell", (shown(value),)), place)
    return _NAMED[value]


class Alignment(NamedTuple):
    """Four or more tokens of one colour in a line, as many as lie there."""

    colour: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Board:
    """The colour of the token on every cell, '' where there is none."""

    rows: tuple[tuple[str, ...], ...] = ((EMPTY,) * SIDE,) * SIDE

    def __getitem__(self, cell: Cell) -> str:
        return self.rows[cell.row][cell.column]

    def with_tokens(self, tokens: Mapping[Cell, str]) -> Board:
        """Return the board with other tokens on some cells; '' takes one away."""
        rows = [list(row) for row in self.rows]
        for cell, colour in tokens.items():
            rows[cell.row][cell.column] = colour
        return Board(tuple(map(tuple, rows)))

    def without(self, cells: Iterable[Cell]) -> Board:
        """Return the board without the tokens of some cells."""
        return self.with_tokens(dict.fromkeys(cells, EMPTY))

    @property
    def tokens(self) -> Counter[str]:
        """Return how many tokens of each colour lie on the board."""
        return Counter(colour for row in self.rows for colour in row if colour)

    def alignments(self) -> tuple[Alignment, ...]:
        """Return every line of four or more of one colour: across, down and along both diagonals."""
        return self.alignments_through(CELLS)

    def alignments_through(self, cells: Iterable[Cell]) -> tuple[Alignment, ...]:
        """Return the alignments that one of these cells belongs to."""
        runs = {self._run(cell, step): None for step in _STEPS for cell in cells if self[cell]}
        return tuple(Alignment(self[run[0]], run) for run in runs if len(run) >= ALIGNED)

    def _run(self, cell: Cell, step: tuple[int, int]) -> tuple[Cell, ...]:
        """Return the tokens of one colour that lie in a line with the one on this cell."""
        down, right = step
        while (before := cell.moved(-down, -right)).exists and self[before] == self[cell]:
            cell = before
        run = [cell]
        while (following := run[-1].moved(down, right)).exists and self[following] == self[cell]:
            run.append(following)
        return tuple(run)

    def to_json(self) -> list[list[str | None]]:
        """Return the board as the game file writes it."""
        return [[colour or None for colour in row] for row in self.rows]


def read_board(value: object, colours: Collection[str], place: Place) -> Board:
    """Return the board of eight lists of eight colours; null is an empty cell."""
    rows = read_list(value, place, Reason("boussanga:what.rows"), SIDE)
    for row in rows:
        if len(read_list(row, place, Reason("boussanga:what.colours"), SIDE)) != SIDE:
            raise Unreadable(Reason("boussanga:error.columns", (SIDE,)), place)
    if len(rows) != SIDE:
        raise Unreadable(Reason("boussanga:error.rows", (len(rows), SIDE)), place)
    return Board(
        tuple(
            tuple(
                EMPTY if colour is None else read_word(colour, colours, place / str(Cell(r, c)), COLOUR)
                for c, colour in enumerate(row)
            )
            for r, row in enumerate(rows)
        )
    )


class Lot(NamedTuple):
    """Alignments of one colour that hang together by shared tokens: what leaves the board, and what is kept of it."""

    colour: str
    cells: tuple[Cell, ...]
    kept: int
    lengths: tuple[int, ...]  # of the alignments

    @property
    def back(self) -> int:
        """Return the tokens that go back to the reserve."""
        return len(self.cells) - self.kept

    def reason(self, value: int) -> Reason:
        """Return what the lot brings, in words; a token is worth `value`."""
        return aligned(self.colour, self.lengths, self.back, self.kept, value)


def aligned(colour: str, lengths: Collection[int], back: int, kept: int, value: int) -> Reason:
    """Return what alignments bring, in words: one, or several that cross."""
    word = Reason(f"colour.{colour}")
    if len(lengths) == 1:
        return Reason("alignment", (word, *lengths, back, kept, value))
    return Reason("alignment.crossing", (word, len(lengths), Together(map(str, lengths)), back, kept, value))


def lots(alignments: Iterable[Alignment], crossing: str = "each") -> tuple[Lot, ...]:
    """Return what alignments bring. Those that share a token are one lot; the ruling says what it pays."""
    bundles: list[list[Alignment]] = []
    for alignment in alignments:
        cells = set(alignment.cells)
        touching = [bundle for bundle in bundles if any(cells & set(other.cells) for other in bundle)]
        bundles = [bundle for bundle in bundles if bundle not in touching]
        bundles.append([alignment, *(one for bundle in touching for one in bundle)])
    return tuple(_lot(bundle, crossing) for bundle in bundles)


def _lot(bundle: list[Alignment], crossing: str) -> Lot:
    cells = tuple(sorted({cell for alignment in bundle for cell in alignment.cells}))
    once = len(cells) - BACK
    each = sum(len(alignment.cells) - BACK for alignment in bundle)
    lengths = tuple(sorted(len(alignment.cells) for alignment in bundle))
    return Lot(bundle[0].colour, cells, once if crossing == "once" else min(each, once), lengths)
