"""The 3 x 5 tableau as geometry: cells, lines, surroundings, shapes, losanges. All of it precomputed as bit masks.

Cells have indices 0 to 14 in reading order, the AI card lies on 7. Index 15 is the one card that AI-2 adds
outside the full tableau; where that card lies makes a board of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from companion.core.errors import Place, Unreadable
from companion.core.packing import Mask, Packer
from companion.core.reading import shown
from companion.core.sheet import Group, Reason

ROWS, COLUMNS = "ABC", "12345"
AI_CELL = 7
EXTRA = 15
FULL: Mask = (1 << 15) - 1

CELLS = tuple(row + column for row in ROWS for column in COLUMNS)
EXTRA_CELLS = (
    *(f"@{column}" for column in COLUMNS),
    *(f"{row}{side}" for row in ROWS for side in "06"),
    *(f"D{column}" for column in COLUMNS),
)

# Shapes as (row, column) steps from their first cell; every symmetric twin is listed.
_SHAPES: dict[str, tuple[tuple[tuple[int, int], ...], ...]] = {
    "diagonal pair": (((0, 0), (1, 1)), ((0, 1), (1, 0))),
    "horizontal pair": (((0, 0), (0, 1)),),
    "vertical pair": (((0, 0), (1, 0)),),
    "three in a row": (((0, 0), (0, 1), (0, 2)),),
    "three in a column": (((0, 0), (1, 0), (2, 0)),),
    "L": tuple(tuple(step for step in ((0, 0), (0, 1), (1, 0), (1, 1)) if step != hole)
               for hole in ((0, 0), (0, 1), (1, 0), (1, 1))),
    "square": (((0, 0), (0, 1), (1, 0), (1, 1)),),
    "gap": (((0, 0), (0, 2)),),
}  # fmt: skip


def _place(cell: str) -> tuple[int, int]:
    return "@ABCD".index(cell[0]), int(cell[1])


class Board:
    """The geometry of a tableau, with or without AI-2's extra cell."""

    def __init__(self, extra: str | None = None) -> None:
        self.extra = extra
        self.names = (*CELLS, extra) if extra else CELLS
        self.full = (1 << len(self.names)) - 1
        places = [_place(name) for name in self.names]
        self._at = {place: index for index, place in enumerate(places)}
        self.row_at = tuple(self._mask(b for b in places if b[0] == a[0]) for a in places)
        self.column_at = tuple(self._mask(b for b in places if b[1] == a[1]) for a in places)
        self.rows = tuple(dict.fromkeys(self.row_at))
        self.columns = tuple(dict.fromkeys(self.column_at))
        self.beside_at = tuple(
            self._mask(b for b in places if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1) for a in places
        )
        self.around_at = tuple(
            self._mask(b for b in places if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1) for a in places
        )
        self.pairs = {"horizontal": self._pairs(0, 1), "vertical": self._pairs(1, 0)}
        # The cell between the two of a gap.
        self.between = {
            self._mask(ends): self._mask([(row, column + 1)])
            for row, column in places
            for ends in [((row, column), (row, column + 2))]
            if ends[1] in self._at
        }
        self._shapes: dict[str, tuple[Mask, ...]] = {}
        self._shapes_in: dict[tuple[str, Mask], tuple[Mask, ...]] = {}
        self._packers: dict[str, Packer] = {}
        self._names_of: dict[Mask, tuple[str, ...]] = {}
        self._cells_of: dict[Mask, tuple[int, ...]] = {}
        self._groups: dict[tuple[Mask, int], Group] = {}

    def near(self, ai: str) -> tuple[Mask, ...]:
        """Return for each cell where another card must lie before one is laid there: beside it, or with AI-8 around."""
        return self.around_at if ai == "AI-8" else self.beside_at

    def _mask(self, places: Iterable[tuple[int, int]]) -> Mask:
        return sum(1 << self._at[place] for place in places)

    def _pairs(self, down: int, right: int) -> tuple[tuple[int, int], ...]:
        return tuple(
            (index, self._at[row + down, column + right])
            for (row, column), index in self._at.items()
            if (row + down, column + right) in self._at
        )

    def shapes(self, name: str) -> tuple[Mask, ...]:
        """Return every place where the named shape fits on this board."""
        if name not in self._shapes:
            self._shapes[name] = self.fit(_SHAPES[name])
        return self._shapes[name]

    def shapes_in(self, name: str, where: Mask) -> tuple[Mask, ...]:
        """Return every place where the named shape fits within some cells."""
        known = self._shapes_in.get((name, where))
        if known is None:
            known = self._shapes_in[name, where] = tuple(s for s in self.shapes(name) if s & where == s)
        return known

    def fit(self, twins: Iterable[tuple[tuple[int, int], ...]]) -> tuple[Mask, ...]:
        """Return every place where a shape, given as steps in all its twins, fits on this board."""
        found: dict[Mask, None] = {}
        for steps in twins:
            for row in range(5):
                for column in range(7):
                    cells = [(row + down, column + right) for down, right in steps]
                    if all(cell in self._at for cell in cells):
                        found[self._mask(cells)] = None
        return tuple(found)

    def packer(self, name: str) -> Packer:
        """Return the packer of the named shape."""
        if name not in self._packers:
            self._packers[name] = Packer(self.shapes(name))
        return self._packers[name]

    def cells_of(self, mask: Mask) -> tuple[int, ...]:
        """Return the indices of the cells in a mask."""
        known = self._cells_of.get(mask)
        if known is None:
            known = self._cells_of[mask] = tuple(i for i in range(len(self.names)) if mask >> i & 1)
        return known

    def names_of(self, mask: Mask) -> tuple[str, ...]:
        """Return the names of the cells in a mask, in reading order."""
        known = self._names_of.get(mask)
        if known is None:
            known = self._names_of[mask] = tuple(self.names[i] for i in self.cells_of(mask))
        return known

    def groups_of(self, masks: Iterable[Mask], points: int) -> tuple[Group, ...]:
        """Return the cells of each mask as a group that earned so many points."""
        return tuple([self._groups.get((mask, points)) or self._new_group(mask, points) for mask in masks])

    def _new_group(self, mask: Mask, points: int) -> Group:
        group = self._groups[mask, points] = Group(self.names_of(mask), points)
        return group


@cache
def board(extra: str | None = None) -> Board:
    """Return the one board of its kind."""
    return Board(extra)


def cell_index(name: object, place: Place) -> int:
    """Return the index of a cell of the 3 x 5 tableau; `place` is named in the error."""
    if not isinstance(name, str) or name not in CELL_INDEX:
        raise Unreadable(Reason("ai100:error.no_cell", (_word(name),)), place)
    return CELL_INDEX[name]


def _word(name: object) -> str:
    return name if isinstance(name, str) and len(name) < 12 else shown(name)


CELL_INDEX = {name: index for index, name in enumerate(CELLS)}
