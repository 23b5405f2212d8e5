"""Points that say why: groups make lines, lines make a sheet, and every total is derived."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

# Fills a named tuple without its own constructor, which costs three times as much: for what is made by the thousand.
filled = tuple.__new__


class Reason(NamedTuple):
    """A sentence that is not in any language yet: a key of the game's texts and what fills its gaps."""

    key: str
    args: tuple[Any, ...] = ()


class Together(tuple[Any, ...]):
    """Words of a reason that belong together: said as 'a + b', where a plain tuple is said as 'a or b'."""


class Group(NamedTuple):
    """Cards, or connectors of cards, that earned points together. Points that need no card have no cells."""

    cells: tuple[str, ...]
    points: int
    connectors: tuple[str, ...] = ()


class Line(NamedTuple):
    """One scoring: where the points come from, what made them, and what there is to say about it."""

    kind: str
    source: str
    groups: tuple[Group, ...]
    notes: tuple[Reason, ...] = ()
    cell: str = ""
    turn: int = 0
    round: int = 0
    at: str = ""  # whose tableau the cells belong to, where it is not the player's own
    copied: str = ""  # the card whose condition was applied, where it is not the source's own
    rulings: tuple[str, ...] = ()  # the switches that changed this line

    @property
    def points(self) -> int:
        """Return the sum of the groups."""
        total = 0
        for group in self.groups:
            total += group.points
        return total


class ScoreSheet(NamedTuple):
    """All lines of one player, in the order in which they were scored, and what is said about the sum."""

    name: str
    lines: tuple[Line, ...]
    claimed: int | None = None
    verdict: str = ""  # possible, impossible or undecided, where somebody claims a total
    why: tuple[Reason, ...] = ()  # what there is to say about the verdict
    facts: Mapping[str, Any] = {}  # what the game itself counts: a rank, polygons left
    span: tuple[int, int] | None = None  # the least and the most, where the order of play is not known

    @property
    def total(self) -> int:
        """Return the sum of the lines."""
        total = 0
        for line in self.lines:
            for group in line.groups:
                total += group.points
        return total

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the most that it can be: twice the total where the order of play is known."""
        return self.span or (self.total, self.total)

    def claiming(self, points: int | None) -> ScoreSheet:
        """Return the sheet of somebody who claims a total, which is right or wrong."""
        if points is None:
            return self
        if points == self.total:
            return self._replace(claimed=points, verdict="possible")
        return self._replace(claimed=points, verdict="impossible", why=(Reason("claim.wrong", (points, self.total)),))

    def and_lines(self, *lines: Line) -> ScoreSheet:
        """Return the sheet with more lines."""
        return self._replace(lines=(*self.lines, *lines)) if lines else self

    def points(self, kind: str) -> int:
        """Return the sum of the lines of one kind."""
        return sum(line.points for line in self.lines if line.kind == kind)
