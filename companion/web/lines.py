"""Who is next: what one address asks for waits for each other, so a flood from one stands before nobody else's."""

from __future__ import annotations

import asyncio
from bisect import insort
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

T = TypeVar("T")


class Lines:
    """A line for each address; the first few of each line are being answered, or are next."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lines: dict[str, asyncio.Semaphore] = {}
        self._standing: Counter[str] = Counter()

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait until it is the turn of a request from an address."""
        line = self._lines.setdefault(address, asyncio.Semaphore(self._most))
        self._standing[address] += 1
        try:
            async with line:
                yield
        finally:
            self._standing[address] -= 1
            if not self._standing[address]:
                del self._standing[address], self._lines[address]


class TurnLine(Generic[T]):
    """One line in which addresses take turns: the second of one stands behind the first of every other."""

    def __init__(self) -> None:
        self._standing: list[tuple[int, int, T]] = []  # in which round, as which of all that ever came
        self._last: dict[str, int] = {}  # the round of the last of each address
        self._round = self._came = 0

    def __len__(self) -> int:
        return len(self._standing)

    def __iter__(self) -> Iterator[T]:
        return (one for _, _, one in self._standing)

    def add(self, address: str, one: T) -> None:
        """Let one more stand in line."""
        self._came += 1
        self._last[address] = max(self._round, self._last.get(address, 0)) + 1
        insort(self._standing, (self._last[address], self._came, one))

    def pop(self) -> T:
        """Take the next one out of the line."""
        self._round, _, one = self._standing.pop(0)
        if not self._standing:
            self._last.clear()
        return one

    def clear(self) -> None:
        """Send everybody away."""
        self._standing.clear()
