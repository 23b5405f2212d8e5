"""From located cards to cells: which quads are the 3 x 5 tableau, which way is up, which are the help cards."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Unreadable
from companion.vision.plane import fit_plane
from companion.vision.shapes import Location, Points, Quad, areas, convex, sides

ROWS, COLUMNS = "ABC", 5
CELLS = tuple(f"{row}{column}" for row in ROWS for column in range(1, COLUMNS + 1))
CENTRE = "B3"  # where the AI card lies
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Layout:
    """One way to see the located cards as a tableau.

    Every quad begins at the corner that is the card's own top left under this layout. `rotation` counts the quarter
    turns, clockwise, from the photo's up to the tableau's up. `grid` says where each of the 15 cells lies, card or not.
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
        return tuple(cell for cell in CELLS if cell not in self.cells)


@dataclass(frozen=True)
class _Lattice:
    """Cards on a grid: whole steps to the right and down, as seen with one of the long sides up."""

    quads: tuple[Quad, ...]  # each beginning at its top left
    steps: NDArray[np.intp]  # (n, 2): column, row
    spots: Floats  # (n, 2): centres in card widths to the right and card heights down
    off: Floats  # (n, 2): how far off the grid, in the same
    to_photo: Floats  # from grid steps to the photo
    card: tuple[float, float]  # width and height of a card, in steps
    rotation: int


def layouts(location: Location, scorer: Callable[[Layout], float] | None = None) -> list[Layout]:
    """All ways to see the cards as a tableau, the most plausible first.

    The geometry alone seldom tells which end is up or where a small tableau sits in its rows and columns: `scorer`
    may add what reading says, as a logarithm of odds.
    """
    quads = location.quads
    if not len(quads):
        return []
    found = [choice for lattice in _lattices(quads, location.size) for choice in _choices(lattice)]
    if not found:
        # An oblique view can make long sides look short; then the rows run the other way.
        across = _lattices(quads, location.size, across=True)
        found = [choice for lattice in across for choice in _choices(lattice)]
    if not found:
        return []
    odds = np.array([value + (scorer(layout) if scorer else 0.0) for layout, value in found])
    share = np.exp(odds - odds.max())
    share /= share.sum()
    order = np.argsort(-share, kind="stable")
    return [replace(found[i][0], confidence=float(share[i])) for i in order if share[i] > 1e-4]


def layout_from_corners(corners: Any) -> Layout:
    """The layout of a whole tableau whose four outer corners a person has shown, from its own top left clockwise."""
    outer = np.asarray(corners, np.float32)
    if outer.shape != (4, 2) or not np.isfinite(outer).all():
        raise Unreadable("expected four corners, each with x and y", "corners")
    if not convex(outer[None])[0] or areas(outer[None])[0] < 100:
        raise Unreadable(
            "the four corners must span a tableau: top left, top right, bottom right, bottom left", "corners"
        )
    to_photo = cv2.getPerspectiveTransform(
        np.array([[0, 0], [COLUMNS, 0], [COLUMNS, 3], [0, 3]], np.float32) - 0.5, outer
    ).astype(np.float64)
    grid = _grid(to_photo, (0, 0), (1.0, 1.0))
    return Layout(grid, (), (), _turn(outer), grid, 1.0)


def _lattices(quads: Points, size: tuple[int, int], across: bool = False) -> Iterator[_Lattice]:
    """Lay the cards flat with their long sides upright, both ends up, and number columns and rows."""
    plane = fit_plane(quads, np.ones(len(quads)), size)
    flat = plane.flatten(quads)
    edge = np.roll(flat, -1, axis=1) - flat
    length = sides(flat.astype(np.float32))
    lying = length[:, [0, 2]].sum(axis=1) > length[:, [1, 3]].sum(axis=1)
    upright = np.where(lying[:, None], edge[:, 0] - edge[:, 2], edge[:, 1] - edge[:, 3])
    angle = 2 * np.arctan2(upright[:, 1], upright[:, 0])
    # Cards at right angles to the rest vote against each other; the majority decides which way the rows run.
    turn = 0.5 * np.arctan2(np.sin(angle).sum(), np.cos(angle).sum())
    card = plane.card
    if across:
        turn, card = turn + np.pi / 2, (card[1], card[0])
    for up in (turn, turn + np.pi):
        right, down = np.array([-np.sin(up), np.cos(up)]), -np.array([np.cos(up), np.sin(up)])
        # Measured in cards: x to the right in widths, y down in heights.
        to_cards = np.stack([right / card[0], down / card[1]])
        own = flat @ to_cards.T
        yield _number(quads, own, to_cards, plane.to_photo)


def _number(quads: Points, own: Floats, to_cards: Floats, to_photo: Floats) -> _Lattice:
    """Give every card a column and a row."""
    centre = own.mean(axis=1)
    steps = np.zeros((len(own), 2), np.intp)
    off = np.zeros((len(own), 2))
    pitch, start = np.ones(2), np.zeros(2)
    for axis in (0, 1):
        pitch[axis] = _pitch(centre[:, axis], centre[:, 1 - axis])
        start[axis] = _start(centre[:, axis], pitch[axis])
        at = (centre[:, axis] - start[axis]) / pitch[axis]
        steps[:, axis] = np.rint(at)
        off[:, axis] = (at - np.rint(at)) * pitch[axis]
    to_flat = np.eye(3)
    to_flat[:2, :2] = np.linalg.inv(to_cards) @ np.diag(pitch)
    to_flat[:2, 2] = np.linalg.inv(to_cards) @ start
    turned = np.stack([np.roll(quad, -_first(corners), axis=0) for quad, corners in zip(quads, own, strict=True)])
    rotation = _turn(turned.mean(axis=0))
    return _Lattice(
        tuple(map(Quad.of, turned)), steps, centre, off, to_photo @ to_flat, (1 / pitch[0], 1 / pitch[1]), rotation
    )


def _pitch(along: Floats, across: Floats) -> float:
    """The usual distance between neighbours, in cards: the lower middle, since help cards lie further off."""
    apart = along[None] - along[:, None]
    beside = np.abs(across[None] - across[:, None]) < 0.35
    near = apart[beside & (apart > 0.85) & (apart < 1.35)]
    return float(np.clip(np.percentile(near, 40), 0.97, 1.25)) if len(near) else 1.04


def _start(along: Floats, pitch: float) -> float:
    """Where step 0 lies: the phase most cards agree on."""
    phase = np.exp(2j * np.pi * along / pitch)
    best = phase[np.abs(phase[:, None] + phase[None]).sum(axis=0).argmax()]
    close = np.abs(np.angle(phase / best)) < 1.2
    return float(np.angle(phase[close].sum()) / (2 * np.pi) * pitch)


def _first(own: Floats) -> int:
    """Which corner of a card is its top left."""
    return int((own - own.mean(axis=0)).sum(axis=1).argmin())


def _turn(quad: Points) -> int:
    """The quarter turns, clockwise, from the photo's up to where a quad's first side is."""
    up = (quad[0] + quad[1] - quad[2] - quad[3]).astype(np.float64)
    return round(float(np.degrees(np.arctan2(up[0], -up[1]))) / 90) % 4


def _grid(to_photo: Floats, first: tuple[int, int], card: tuple[float, float]) -> dict[str, Quad]:
    """Where each cell's card would lie, the cell A1 at the step `first`."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(card) / 2
    spots = np.array([[first[0] + column, first[1] + row] for row in range(3) for column in range(COLUMNS)], np.float64)
    corners = cv2.perspectiveTransform((spots[:, None] + half).reshape(1, -1, 2), to_photo).reshape(-1, 4, 2)
    return {cell: Quad.of(quad) for cell, quad in zip(CELLS, corners, strict=True)}


def _choices(lattice: _Lattice) -> Iterator[tuple[Layout, float]]:
    """Every place of A1 on the lattice that makes sense, with the logarithm of its odds."""
    low, high = lattice.steps.min(axis=0), lattice.steps.max(axis=0)
    for column in range(low[0] - COLUMNS + 1, high[0] + 1):
        for row in range(low[1] - 2, high[1] + 1):
            layout, value = _choice(lattice, int(column), int(row))
            if layout.cells and len(layout.strays) <= 0.3 * len(lattice.quads):
                yield layout, value


def _choice(lattice: _Lattice, column: int, row: int) -> tuple[Layout, float]:
    """See the cards with A1 at one step of the lattice."""
    cells: dict[str, int] = {}
    helps: dict[int, int] = {}
    strays: list[int] = []
    for i in np.argsort(np.abs(lattice.off).sum(axis=1)):
        x, y = lattice.steps[i, 0] - column, lattice.steps[i, 1] - row
        if 0 <= x < COLUMNS and 0 <= y < 3 and f"{ROWS[y]}{x + 1}" not in cells:
            cells[f"{ROWS[y]}{x + 1}"] = int(i)
        elif x == -1 and 0 <= y < 3 and y not in helps:
            helps[int(y)] = int(i)
        else:
            strays.append(int(i))
    quads = lattice.quads
    layout = Layout(
        {cell: quads[cells[cell]] for cell in CELLS if cell in cells},
        tuple(quads[helps[y]] for y in sorted(helps)),
        tuple(quads[i] for i in sorted(strays)),
        lattice.rotation,
        _grid(lattice.to_photo, (column, row), lattice.card),
        0.0,
    )
    return layout, _odds(layout, _aside(lattice.spots[:, 0], cells, helps) if helps else 0.0)


def _aside(x: Floats, cells: Mapping[str, int], helps: Mapping[int, int]) -> float:
    """How much further the help cards lie from their rows than the columns from each other, in card widths."""
    rows = [
        [(column, x[cells[row + str(column)]]) for column in range(1, 6) if row + str(column) in cells] for row in ROWS
    ]
    pairs = [(b - a) / (d - c) for row in rows for (c, a), (d, b) in itertools.pairwise(row)]
    pitch = float(np.median(pairs)) if pairs else 1.04
    further = [rows[y][0][1] - x[i] - pitch * rows[y][0][0] for y, i in helps.items() if rows[y]]
    return float(np.mean(further)) if further else 0.05


def _odds(layout: Layout, aside: float) -> float:
    """How plausible a layout is: the logarithm of its odds; `aside` is how far off the grid the help cards lie."""
    odds = -5.0 * len(layout.strays) - (0.0 if CENTRE in layout.cells else 7.0)
    # Each row has its help card or no row has; they lie a little further off than the columns.
    odds += {0: 0.0, 1: -2.5, 2: -1.5, 3: 1.0}[len(layout.help)]
    if layout.help:
        odds += float(np.clip(60 * (aside - 0.04), -4.0, 3.0))
    odds -= 1.5 * _alone(layout.cells)
    odds += 0.3 if layout.rotation == 0 else 0.0
    return odds - 0.05 * sum(abs(int(cell[1]) - 3) + abs(ROWS.index(cell[0]) - 1) for cell in layout.cells)


def _alone(cells: Mapping[str, Quad]) -> int:
    """How many cards no chain of neighbours joins to the largest group: a tableau grows card beside card."""
    left, largest = set(cells), 0
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            cell = edge.pop()
            group.add(cell)
            row, column = ROWS.index(cell[0]), int(cell[1])
            near = ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column))
            joined = {f"{ROWS[r]}{c}" for r, c in near if 0 <= r < 3} & left
            left -= joined
            edge |= joined
        largest = max(largest, len(group))
    return len(cells) - largest
