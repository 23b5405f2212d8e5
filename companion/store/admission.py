"""Who is let in: wrong codes, invitations to a public server, and what a phone has sent today."""

from __future__ import annotations

import time
from dataclasses import dataclass

from companion.store.codes import new_code
from companion.store.store import Store

SECONDS = 60.0


@dataclass(frozen=True)
class Sent:
    """What a phone has sent today."""

    tables: int = 0
    photos: int = 0
    bytes: int = 0


class Admission:
    """Shared by all processes of a server, so that none of them lets in what another one keeps out."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def wait(self, who: str, most: int) -> int:
        """Return for how many seconds somebody who has guessed `most` times within a minute still has to wait."""
        now = time.time()
        times = self._store.db.execute(
            "SELECT at FROM slips WHERE who = ? AND at > ? AND at <= ? ORDER BY at DESC LIMIT ?",
            (who, now - SECONDS, now, most),
        ).fetchall()
        return int(times[-1][0] + SECONDS - now) + 1 if len(times) == most else 0

    def slip(self, *who: str) -> None:
        """Remember a wrong code for a minute. A clock that was set back makes nobody wait for longer."""
        now = time.time()
        with self._store.writing() as db:
            db.execute("DELETE FROM slips WHERE at < ? OR at > ?", (now - SECONDS, now))
            db.conn.executemany("INSERT INTO slips VALUES (?, ?)", [(one, now) for one in who])

    # A public server.

    def invitation(self, uses: int) -> str:
        """Return a code with which so many phones may lay tables."""
        code = new_code()
        with self._store.writing() as db:
            db.execute("INSERT INTO invitations VALUES (?, ?)", (code, uses))
        return code

    def is_guest(self, phone: str) -> bool:
        """Return whether a phone was invited."""
        return bool(self._store.db.execute("SELECT 1 FROM guests WHERE phone = ?", (phone,)).fetchone())

    def welcome(self, code: str, phone: str) -> bool:
        """Let a phone lay tables; return whether the invitation was good."""
        with self._store.writing() as db:
            used = db.execute("UPDATE invitations SET uses = uses - 1 WHERE code = ? AND uses > 0", (code,))
            if used.rowcount:
                db.execute("INSERT OR IGNORE INTO guests VALUES (?)", (phone,))
        return bool(used.rowcount)

    def sent(self, phone: str) -> Sent:
        """Return what a phone has sent today."""
        row = self._store.db.execute(
            "SELECT tables, photos, bytes FROM sent WHERE phone = ? AND day = date('now')", (phone,)
        ).fetchone()
        return Sent(*row) if row else Sent()

    def count(self, phone: str, *, tables: int = 0, photos: int = 0, size: int = 0) -> None:
        """Add to what a phone has sent today; other days are forgotten."""
        with self._store.writing() as db:
            db.execute("DELETE FROM sent WHERE day != date('now')")
            db.execute(
                "INSERT INTO sent VALUES (?, date('now'), ?, ?, ?) ON CONFLICT DO UPDATE SET"
                " tables = tables + excluded.tables, photos = photos + excluded.photos, bytes = bytes + excluded.bytes",
                (phone, tables, photos, size),
            )
