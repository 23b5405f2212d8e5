"""Phones that wait for a change: one look at the database for all of them, whichever process has made it."""

from __future__ import annotations

import asyncio
import json
import sqlite3

_EVERY = 0.04  # seconds between looks while somebody waits


class Watch:
    """Looks at `data_version`, which changes with every commit of another connection, and only then at the tables."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._waiting: dict[str, set[asyncio.Future[None]]] = {}
        self._revisions: dict[str, int] = {}
        self._version = -1
        self._looking: asyncio.Task[None] | None = None

    async def other_than(self, code: str, as_of: str, seconds: float) -> int:
        """Return the revision of a table as soon as it is not the one that was seen, at the latest after a while."""
        revision = self._revision(code)
        until = asyncio.get_running_loop().time() + seconds
        while str(revision) == as_of and (left := until - asyncio.get_running_loop().time()) > 0:
            if not await self._woken(code, revision, left):
                break
            revision = self._revision(code)
        return revision

    def _revision(self, code: str) -> int:
        row = self._db.execute("SELECT revision FROM tables WHERE code = ?", (code,)).fetchone()
        return int(row[0]) if row else 0

    async def _woken(self, code: str, revision: int, seconds: float) -> bool:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(code, set()).add(future)
        self._revisions[code] = revision
        if self._looking is None or self._looking.done():
            self._version = -1
            self._looking = asyncio.ensure_future(self._look())
        try:
            await asyncio.wait_for(future, seconds)
        except TimeoutError:
            return False
        else:
            return True
        finally:
            self._waiting[code].discard(future)
            if not self._waiting[code]:
                del self._waiting[code], self._revisions[code]

    async def _look(self) -> None:
        while self._waiting:
            (version,) = self._db.execute("PRAGMA data_version").fetchone()
            if version != self._version:
                self._version = version
                self._wake()
            await asyncio.sleep(_EVERY)

    def _wake(self) -> None:
        # One question for all tables: a transaction for each would be most of what the server does.
        query = "SELECT code, revision FROM tables WHERE code IN (SELECT value FROM json_each(?))"
        found = dict(self._db.execute(query, (json.dumps(list(self._waiting)),)).fetchall())
        for code, waiting in self._waiting.items():
            if found.get(code, 0) != self._revisions[code]:
                for future in waiting:
                    if not future.done():
                        future.set_result(None)
