"""Who is next: the requests of one address wait for each other, so a flood from one stands before nobody else's."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


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
