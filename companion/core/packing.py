"""The largest number of disjoint groups, exact.

The golden rule of several games: within one scoring, a piece serves once. Groups are bit masks over the cells of a
board. Every answer is remembered, so a pattern that is asked about again and again becomes a table look-up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

Mask = int


class Packer:
    """Packs as many of the given shapes as possible into a mask, none overlapping."""

    def __init__(self, shapes: Iterable[Mask]) -> None:
        self._from_lowest: dict[Mask, list[Mask]] = defaultdict(list)
        for shape in shapes:
            self._from_lowest[shape & -shape].append(shape)
        self._best: dict[Mask, tuple[Mask, ...]] = {0: ()}

    def best(self, mask: Mask) -> tuple[Mask, ...]:
        """Return a largest set of disjoint shapes that lie inside `mask`."""
        known = self._best.get(mask)
        if known is None:
            known = self._best[mask] = self._search(mask)
        return known

    def _search(self, mask: Mask) -> tuple[Mask, ...]:
        # The lowest cell that may serve is either in one of its shapes or in none; both ways leave a smaller mask.
        while True:
            lowest = mask & -mask
            fitting = [shape for shape in self._from_lowest.get(lowest, ()) if shape & mask == shape]
            if fitting or not mask:
                break
            mask ^= lowest
        found = self.best(mask ^ lowest)
        for shape in fitting:
            rest = self.best(mask ^ shape)
            if len(rest) >= len(found):
                found = (shape, *rest)
        return found


@lru_cache(maxsize=1 << 14)
def largest(groups: tuple[Mask, ...]) -> tuple[Mask, ...]:
    """Return a largest set of disjoint masks among `groups`."""
    everything = 0
    for group in groups:
        everything |= group
    return Packer(groups).best(everything)
