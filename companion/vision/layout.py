"""From located cards to cells: which quads lie in which rows and columns, which way is up, which are help cards."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Place, Unreadable
from companion.core.sheet import Reason
from companion.vision.lattice import NEIGHBOURS, Lattice
from companion.vision.plane import fit_plane
from companion.vision.shapes import Location, Points, Quad, areas, convex

_HELP_CARDS = {0: 0.0, 1: -2.5, 2: -1.5, 3: 1.0}  # odds: each row has its help card or no row has
_STRAY = 0.3  # at most so many of what was located are no part of it
_NEGLIGIBLE = 1e-4  # the chance of a way to see the cards that is not worth reading
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Cells:
    """Where cards may lie: rows named by letters, columns counted from 1."""

    rows: str
    columns: int
    centre: str | None = None  # the cell that is always taken, if there is one
    helps: bool = False  # whether each row may have a help card at its left

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All cells, row by row."""
        return tuple(f"{row}{column}" for row in self.rows for column in range(1, self.columns + 1))

    def name(self, column: int, row: int) -> str | None:
        """The cell at a step from the first one, if there is one."""
        inside = 0 <= column < self.columns and 0 <= row < len(self.rows)
        return f"{self.rows[row]}{column + 1}" if inside else None

    def step(self, cell: str) -> tuple[int, int]:
        """Column and row of a cell, counted from the first one."""
        return int(cell[1:]) - 1, self.rows.index(cell[0])

    def from_middle(self, cell: str) -> float:
        """How many cells lie between one and the middle."""
        column, row = self.step(cell)
        return abs(column - (self.columns - 1) / 2) + abs(row - (len(self.rows) - 1) / 2)


@dataclass(frozen=True)
class Layout:
    """One way to see the located cards as a tableau.

    Every quad begins at the corner that is the card's own top left under this layout. `rotation` counts the quarter
    turns, clockwise, from the photo's up to the tableau's up. `grid` says where every cell lies, card or not.
    """

    cells: Mapping[str, Quad]
    help: tuple[Quad, ...]
    strays: tuple[Quad, ...]
    rotation: int
    grid: Mapping[str, Quad]
    confidence: float

    @property
    def empty(self) -> tuple[str, ...]:
        """The cells without a card."""
        return tuple(cell for cell in self.grid if cell not in self.cells)


@dataclass(frozen=True)
class View:
    """The cards on their grid, seen with one of the long sides up."""

    lattice: Lattice
    quads: tuple[Quad, ...]  # each beginning at its top left
    steps: NDArray[np.intp]  # (n, 2): column, row
    x: Floats  # how far right each card lies, in card widths
    off: Floats  # (n, 2): how far off the grid
    rotation: int


def layouts(location: Location, cells: Cells, scorer: Callable[[Layout], float] | None = None) -> list[Layout]:
    """All ways to see the cards in these cells, the most plausible first.

    The geometry alone seldom tells which end is up or where a small tableau sits in its rows and columns: `scorer`
    may add what reading says, as a logarithm of odds.
    """
    quads = location.quads
    if not len(quads):
        return []
    found = [choice for view in views(quads, location.size) for choice in _choices(view, cells)]
    if not found:
        # An oblique view can make long sides look short; then the rows run the other way.
        across = views(quads, location.size, across=True)
        found = [choice for view in across for choice in _choices(view, cells)]
    if not found:
        return []
    odds = np.array([value + (scorer(layout) if scorer else 0.0) for layout, value in found])
    share = np.exp(odds - odds.max())
    share /= share.sum()
    order = np.argsort(-share, kind="stable")
    return [replace(found[i][0], confidence=float(share[i])) for i in order if share[i] > _NEGLIGIBLE]


def layout_from_corners(corners: Any, cells: Cells) -> Layout:
    """The layout of whole rows whose four outer corners a person has shown, from their own top left clockwise."""
    outer = np.asarray(corners, np.float32)
    if outer.shape != (4, 2) or not np.isfinite(outer).all():
        raise Unreadable(Reason("vision:error.four_corners"), Place("corners"))
    if not convex(outer[None])[0] or areas(outer[None])[0] < 100:
        raise Unreadable(Reason("vision:error.corners"), Place("corners"))
    wide, tall = cells.columns, len(cells.rows)
    to_photo = cv2.getPerspectiveTransform(np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32), outer)
    places = np.array([[[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]] for y in range(tall) for x in range(wide)])
    quads = cv2.perspectiveTransform(places.reshape(1, -1, 2).astype(np.float64), to_photo).reshape(-1, 4, 2)
    grid = dict(zip(cells.names, map(Quad.of, quads), strict=True))
    return Layout(grid, (), (), _turn(outer), grid, 1.0)


def views(quads: Points, size: tuple[int, int], across: bool = False, widest: float = NEIGHBOURS) -> Iterator[View]:
    """Lay the cards flat with their long sides upright, both ends up, and number columns and rows.

    Neighbours are at most `widest` cards apart.
    """
    one = Lattice.of(fit_plane(quads, np.ones(len(quads)), size), quads, across, widest)
    for lattice in (one, one.turned()):
        own = lattice.spots(quads)
        turned = np.stack([np.roll(quad, -_first(corners), axis=0) for quad, corners in zip(quads, own, strict=True)])
        steps, off = lattice.steps(quads)
        x = own[..., 0].mean(axis=1)
        yield View(lattice, tuple(map(Quad.of, turned)), steps, x, off, _turn(turned.mean(axis=0)))


def _first(own: Floats) -> int:
    """Which corner of a card is its top left."""
    return int((own - own.mean(axis=0)).sum(axis=1).argmin())


def _turn(quad: Points) -> int:
    """The quarter turns, clockwise, from the photo's up to where a quad's first side is."""
    up = (quad[0] + quad[1] - quad[2] - quad[3]).astype(np.float64)
    return round(float(np.degrees(np.arctan2(up[0], -up[1]))) / 90) % 4


def _choices(view: View, cells: Cells) -> Iterator[tuple[Layout, float]]:
    """Every place of the first cell on the grid that makes sense, with the logarithm of its odds."""
    low, high = view.steps.min(axis=0), view.steps.max(axis=0)
    leftmost = -1 if cells.helps else 0
    for column in range(low[0] - cells.columns + 1, high[0] + 1):
        for row in range(low[1] - len(cells.rows) + 1, high[1] + 1):
            x, y = view.steps[:, 0] - column, view.steps[:, 1] - row
            outside = int(((x < leftmost) | (x >= cells.columns) | (y < 0) | (y >= len(cells.rows))).sum())
            if outside > _STRAY * len(view.quads):
                continue
            layout, value = _choice(view, cells, int(column), int(row))
            if layout.cells and len(layout.strays) <= _STRAY * len(view.quads):
                yield layout, value


def _choice(view: View, cells: Cells, column: int, row: int) -> tuple[Layout, float]:
    """See the cards with the first cell at one step of the grid."""
    laid: dict[str, int] = {}
    helps: dict[int, int] = {}
    strays: list[int] = []
    for i in np.argsort(np.abs(view.off).sum(axis=1)):
        x, y = int(view.steps[i, 0]) - column, int(view.steps[i, 1]) - row
        cell = cells.name(x, y)
        if cell and cell not in laid:
            laid[cell] = int(i)
        elif cells.helps and x == -1 and 0 <= y < len(cells.rows) and y not in helps:
            helps[y] = int(i)
        else:
            strays.append(int(i))
    places = np.array([[column + x, row + y] for x, y in map(cells.step, cells.names)])
    layout = Layout(
        {cell: view.quads[laid[cell]] for cell in cells.names if cell in laid},
        tuple(view.quads[helps[y]] for y in sorted(helps)),
        tuple(view.quads[i] for i in sorted(strays)),
        view.rotation,
        dict(zip(cells.names, map(Quad.of, view.lattice.cells(places)), strict=True)),
        0.0,
    )
    return layout, _odds(layout, cells, _aside(view.x, cells, laid, helps) if helps else 0.0)


def _aside(x: Floats, cells: Cells, laid: Mapping[str, int], helps: Mapping[int, int]) -> float:
    """How much further the help cards lie from their rows than the columns from each other, in card widths."""
    rows: list[list[tuple[int, float]]] = [[] for _ in cells.rows]
    for cell in cells.names:
        if cell in laid:
            column, row = cells.step(cell)
            rows[row].append((column + 1, float(x[laid[cell]])))
    pairs = [(b - a) / (d - c) for row in rows for (c, a), (d, b) in itertools.pairwise(row)]
    pitch = float(np.median(pairs)) if pairs else 1.04
    further = [rows[y][0][1] - x[i] - pitch * rows[y][0][0] for y, i in helps.items() if rows[y]]
    return float(np.mean(further)) if further else 0.05


def _odds(layout: Layout, cells: Cells, aside: float) -> float:
    """How plausible a layout is: the logarithm of its odds; `aside` is how far off the grid the help cards lie."""
    odds = -5.0 * len(layout.strays) - (7.0 if cells.centre and cells.centre not in layout.cells else 0.0)
    odds += _HELP_CARDS[len(layout.help)]
    if layout.help:
        # They lie a little further off than the columns.
        odds += float(np.clip(60 * (aside - 0.04), -4.0, 3.0))
    odds -= 1.5 * _alone({cells.step(cell) for cell in layout.cells})
    odds += 0.3 if layout.rotation == 0 else 0.0
    return odds - 0.05 * sum(map(cells.from_middle, layout.cells))


def _alone(steps: set[tuple[int, int]]) -> int:
    """How many cards no chain of neighbours joins to the largest group: a tableau grows card beside card."""
    left, largest = set(steps), 0
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            x, y = edge.pop()
            group.add((x, y))
            joined = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & left
            left -= joined
            edge |= joined
        largest = max(largest, len(group))
    return len(steps) - largest
