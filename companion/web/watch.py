"""Phones that wait for a change: one look at the database for all of them, whichever process has made it."""

from __future__ import annotations

import asyncio
import json
import sqlite3

_EVERY = 0.02  # seconds between looks while somebody waits, for what other processes have made
_ROUND = 25  # looks from one at every table to the next; in between those are looked at where something was entered


class Watch:
    """Looks at `data_version`, which changes with every commit of another connection, and only then at the tables."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._waiting: dict[str, set[asyncio.Future[int]]] = {}
        self._revisions: dict[str, int] = {}  # of the tables that somebody waits at
        self._version = -1
        self._entered = 0  # the last change that was looked at
        self._stirred = True  # something has changed since every table was looked at
        self._looking: asyncio.Task[None] | None = None

    def revision(self, code: str, phone: str) -> int:
        """Return the revision of a table as it is now; 0 where there is none, or where the phone has not joined it."""
        query = "SELECT revision FROM phones JOIN tables USING (code) WHERE code = ? AND phone = ? AND deleted IS NULL"
        row = self._db.execute(query, (code, phone)).fetchone()
        return int(row[0]) if row else 0

    async def other_than(self, code: str, revision: int, seconds: float) -> int:
        """Return the revision of a table as soon as it is another one, at the latest after a while; 0 when it is gone.

        To be called with the revision as it is at this moment: what changes from now on is not missed.
        """
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._wake({code: revision})  # whoever waits there already has not heard of it where we have not looked since
        self._waiting.setdefault(code, set()).add(future)
        self._revisions[code] = revision
        if self._looking is None or self._looking.done():
            self._stirred = True
            self._looking = asyncio.ensure_future(self._look())
        try:
            return await asyncio.wait_for(future, seconds)
        except TimeoutError:
            return revision
        finally:
            self._waiting[code].discard(future)
            if not self._waiting[code]:
                del self._waiting[code], self._revisions[code]

    def let_go(self) -> None:
        """Let nobody wait any longer."""
        for code, revision in self._revisions.items():
            self._tell(code, revision)

    async def _look(self) -> None:
        looks = 0
        while self._waiting:
            self.look()
            if self._stirred and looks % _ROUND == 0:
                self._stirred = False
                self._wake(self._everywhere())
            looks += 1
            await asyncio.sleep(_EVERY)

    def look(self) -> None:
        """Wake those at whose table something was entered."""
        (version,) = self._db.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._version, self._stirred = version, True
            self._wake(self._entered_at())

    def _wake(self, revisions: dict[str, int]) -> None:
        for code, revision in revisions.items():
            if revision != self._revisions.get(code, revision):
                self._tell(code, revision)

    def _tell(self, code: str, revision: int) -> None:
        for future in self._waiting[code]:
            if not future.done():
                future.set_result(revision)

    def _entered_at(self) -> dict[str, int]:
        """Return the tables at which something was entered since the last look."""
        last, since = self._db.execute("SELECT coalesce(max(rowid), 0) FROM changes").fetchone()[0], self._entered
        self._entered = last
        query = f"{_REVISIONS} (SELECT code FROM changes WHERE rowid > ?)"
        return dict(self._db.execute(query, (since,)).fetchall()) if since else {}

    def _everywhere(self) -> dict[str, int]:
        """Return all tables that somebody waits at, with 0 for those that are gone."""
        query = f"{_REVISIONS} (SELECT value FROM json_each(?))"
        found = dict(self._db.execute(query, (json.dumps(list(self._waiting)),)).fetchall())
        return {code: found.get(code, 0) for code in self._waiting}


_REVISIONS = "SELECT code, revision FROM tables WHERE deleted IS NULL AND code IN"
