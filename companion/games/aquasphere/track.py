"""The knowledge track: red lines that cost a crystal, laps, and no falling back behind a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Track:
    """Where the red lines lie: the spaces right behind them. With a length they come again on every lap."""

    red_lines: tuple[int, ...]
    length: int | None = None

    def is_behind_line(self, position: int) -> bool:
        """Whether a space lies right behind a red line."""
        space = position % self.length if self.length else position
        return space in self.red_lines

    def ahead(self, position: int, points: int) -> tuple[int, ...]:
        """Return how many spaces lie free in front of each red line on the way."""
        return tuple(step - 1 for step in range(1, points + 1) if self.is_behind_line(position + step))

    def behind(self, position: int) -> int:
        """Return how many spaces the counter may fall back: to the red line behind it, or to the start."""
        back = 0
        while back < position and not self.is_behind_line(position - back):
            back += 1
        return back

    def agrees(self, position: int, points: int, lines: Sequence[int]) -> bool:
        """Whether somebody names all lines within reach, and none where there is none."""
        reach = max((points, *(free + 1 for free in lines)))
        there = self.ahead(position, reach)
        return {free for free in there if free < points} <= set(lines) <= set(there)


class Advance(NamedTuple):
    """How a counter moved: `due` points were made, `moved` is what the track gave."""

    due: int
    moved: int
    crystals: int = 0
    robots: int = 0

    @property
    def lost(self) -> int:
        """Return the points lost in front of a red line."""
        return max(self.due - self.moved, 0)

    @property
    def held(self) -> int:
        """Return the loss that a red line behind the counter spared it."""
        return max(self.moved - self.due, 0)


def advance(points: int, lines: Sequence[int], crystals: int, robots: int = 0, pay: int | None = None) -> Advance:
    """Return the way forward: each line costs a crystal, then a programmed robot, or the counter stops in front of it.

    `lines` are the free spaces in front of each red line, `robots` how many the player would send back, and `pay` how
    many crystals he would give at most; nobody must cross.
    """
    purse = crystals if pay is None else min(pay, crystals)
    paid = sent = 0
    for free in sorted(lines):
        if free >= points:
            break
        if paid < purse:
            paid += 1
        elif paid == crystals and sent < robots:
            sent += 1
        else:
            return Advance(points, free, paid, sent)
    return Advance(points, points, paid, sent)


def fall_back(points: int, behind: int) -> Advance:
    """Return the way back of a negative sum, which ends at the red line behind the counter."""
    return Advance(points, max(points, -behind))


def laps(position: int, length: int) -> tuple[int, int]:
    """Return full laps and the space the counter stands on."""
    return divmod(position, length)
