"""Groups that scored as shapes over the tableau: a line around cards that belong together, joined connectors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from companion.core.sheet import Group

WIDE, HIGH = 100, 150  # from one card to the next
_TINTS = 6
_EDGE = (3, 12)  # where a card begins inside its place: the room between cards is at its sides
_LEG = (34, 33)  # of a connector's triangle
_STEP = 7  # how much further inside the second group of a card runs
_ROUND = 9
_CORNERS = {"tl": (0, 0), "tr": (1, 0), "br": (1, 1), "bl": (0, 1)}

Spot = tuple[int, int]  # column and row
Point = tuple[float, float]


def numbered(groups: Sequence[Group]) -> bool:
    """Return whether groups are told apart by number: several, and not each card by itself."""
    return len(groups) > 1 and any(len(_members(group)) > 1 for group in groups)


@lru_cache(maxsize=1000)
def group_shapes(groups: tuple[Group, ...], *, wide: bool = False) -> str:
    """Return the shapes of all groups as SVG; `wide` is the tableau with a border of places around it."""
    columns, rows = (7, 5) if wide else (5, 3)
    levels: list[tuple[frozenset[Spot], int]] = []
    lines = []
    for number, group in enumerate(groups):
        spots = frozenset(_spot(cell, wide) for cell in _members(group))
        if not spots:
            continue
        tint = number % _TINTS if numbered(groups) else 0
        if group.connectors:
            path = _joined([(_spot(where, wide), corner) for where, corner in _connectors(group)])
        else:
            taken = {level for others, level in levels if others & spots}
            level = next(level for level in range(len(levels) + 1) if level not in taken)
            levels.append((spots, level))
            path = _hull(spots, level)
        lines.append((tint, path))
    if not lines:
        return ""
    under = "".join(f'<path class="casing" d="{path}"/>' for _, path in lines)
    drawn = "".join(f'<path class="tint-{tint}" d="{path}"/>' for tint, path in lines)
    box = f"0 0 {columns * WIDE} {rows * HIGH}"
    return f'<svg viewBox="{box}" preserveAspectRatio="none" focusable="false">{under}{drawn}</svg>'


def _members(group: Group) -> tuple[str, ...]:
    return group.cells or tuple(dict.fromkeys(where for where, _ in _connectors(group)))


def _connectors(group: Group) -> list[tuple[str, str]]:
    return [(where, corner) for where, _, corner in (name.partition(".") for name in group.connectors)]


def _spot(cell: str, wide: bool) -> Spot:
    first_row, first_column = ("@", 0) if wide else ("A", 1)
    return int(cell[1]) - first_column, ord(cell[0]) - ord(first_row)


# Cards that belong together: one line around those side by side, bridges between the others.


def _hull(spots: frozenset[Spot], level: int) -> str:
    inset = _EDGE[0] - 1 + _STEP * level, _EDGE[1] - 3 + _STEP * level
    return "".join(_rounded(loop) for loop in _outlines(spots, inset)) + "".join(_bridges(spots, inset))


def _outlines(spots: frozenset[Spot], inset: Point) -> list[list[Point]]:
    """Return the outlines of cards side by side. Each place has its card in the middle and a bit of room before it."""

    def filled(column: int, row: int) -> bool:
        # Even numbers are the room between places, odd ones places; room belongs to the shape if all around it does.
        around = {
            (x, y)
            for x in ({column // 2} if column % 2 else {column // 2 - 1, column // 2})
            for y in ({row // 2} if row % 2 else {row // 2 - 1, row // 2})
        }
        return around <= spots

    after: dict[Spot, list[Spot]] = {}
    for column in range(2 * min(x for x, _ in spots), 2 * max(x for x, _ in spots) + 3):
        for row in range(2 * min(y for _, y in spots), 2 * max(y for _, y in spots) + 3):
            if not filled(column, row):
                continue
            ring = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
            beside = [(column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)]
            for one, other, outside in zip(ring, (*ring[1:], ring[0]), beside, strict=True):
                if not filled(*outside):
                    after.setdefault(one, []).append(other)
    loops = []
    while after:
        loop = [next(iter(after))]
        while loop[-1] in after:
            ends = after[loop[-1]]
            loop.append(ends.pop())
            if not ends:
                del after[loop[-2]]
        loops.append([_place(corner, inset) for corner in _turning(loop[:-1])])
    return loops


def _turning(loop: list[Spot]) -> list[Spot]:
    """Return only the corners where a loop turns."""
    around = zip((loop[-1], *loop), loop, (*loop[1:], loop[0]), strict=False)
    return [here for before, here, then in around if (before[0] == here[0]) != (here[0] == then[0])]


def _place(corner: Spot, inset: Point) -> Point:
    """Return where a corner of the lattice is: odd lines are those on which a card begins, even ones where it ended."""
    x, y = (
        (line // 2) * size + gap if line % 2 else (line // 2) * size - gap
        for line, size, gap in zip(corner, (WIDE, HIGH), inset, strict=True)
    )
    return x, y


def _rounded(loop: list[Point]) -> str:
    parts: list[str] = []
    for before, here, then in zip((loop[-1], *loop[:-1]), loop, (*loop[1:], loop[0]), strict=True):
        start, end = _towards(here, before), _towards(here, then)
        parts.append(f"{'L' if parts else 'M'}{start}Q{here[0]:g} {here[1]:g} {end}")
    return "".join(parts) + "Z"


def _towards(here: Point, there: Point) -> str:
    x, y = ((b > a) - (b < a) for a, b in zip(here, there, strict=True))
    return f"{here[0] + x * _ROUND:g} {here[1] + y * _ROUND:g}"


def _bridges(spots: frozenset[Spot], inset: Point) -> Iterable[str]:
    """Join what does not touch, always the nearest next."""
    parts = _parts(spots)
    while len(parts) > 1:
        first = parts[0]
        apart = [(_apart(one, other), one, other, part) for part in parts[1:] for one in first for other in part]
        _, one, other, part = min(apart, key=lambda found: found[:3])
        parts.remove(part)
        parts[0] = first | part
        (x1, y1), (x2, y2) = _nearest(one, other, inset), _nearest(other, one, inset)
        yield f"M{x1:g} {y1:g}L{x2:g} {y2:g}"


def _parts(spots: frozenset[Spot]) -> list[frozenset[Spot]]:
    left, parts = set(spots), list[frozenset[Spot]]()
    while left:
        part, new = set[Spot](), {min(left)}
        while new:
            part |= new
            new = {spot for spot in left - part if any(_apart(spot, one) == 1 for one in new)}
        left -= part
        parts.append(frozenset(part))
    return parts


def _apart(one: Spot, other: Spot) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _nearest(one: Spot, other: Spot, inset: Point) -> Point:
    """Return the point of a card's edge that is nearest to another card."""
    x, y = (
        size * (at + 0.5) + ((to > at) - (to < at)) * (size / 2 - gap)
        for at, to, size, gap in zip(one, other, (WIDE, HIGH), inset, strict=True)
    )
    return x, y


# Connectors that meet.


def _joined(connectors: list[tuple[Spot, str]]) -> str:
    triangles = [_triangle(*connector) for connector in connectors]
    drawn = ["M" + "L".join(f"{x:g} {y:g}" for x, y in corners) + "Z" for corners in triangles]
    # From corner to corner, so that their numbers can be read.
    drawn += [f"M{x1:g} {y1:g}L{x2:g} {y2:g}" for ((x1, y1), *_), ((x2, y2), *_) in pairwise(triangles)]
    return "".join(drawn)


def _triangle(spot: Spot, corner: str) -> list[Point]:
    side = _CORNERS[corner]
    x, y = (
        size * (at + end) + (-gap if end else gap)
        for at, end, size, gap in zip(spot, side, (WIDE, HIGH), _EDGE, strict=True)
    )
    across, down = (-leg if end else leg for end, leg in zip(side, _LEG, strict=True))
    return [(x, y), (x + across, y), (x, y + down)]
