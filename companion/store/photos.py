"""Photos of a table: in the same file as the table, so that they are deleted with it."""

from __future__ import annotations

import hashlib

from companion.core.table import KeptPhoto
from companion.store.store import Store


def mark_of(data: bytes) -> str:
    """Return the name of a photo: the same bytes always have the same."""
    return hashlib.sha256(data).hexdigest()[:20]


class Photos:
    """The photos of all tables."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def keep(self, code: str, mark: str, jpeg: bytes, size: tuple[int, int]) -> None:
        """Keep a photo; one that is there already stays as it is."""
        with self._store.writing() as db:
            db.execute(
                "INSERT OR IGNORE INTO photos (code, mark, width, height, jpeg) VALUES (?, ?, ?, ?, ?)",
                (code, mark, *size, jpeg),
            )

    def of_table(self, code: str) -> dict[str, KeptPhoto]:
        """Return the photos of a table by mark, the newest last."""
        rows = self._store.db.execute(
            "SELECT mark, width, height FROM photos WHERE code = ? ORDER BY rowid", (code,)
        ).fetchall()
        return {mark: self._kept(code, mark, width, height) for mark, width, height in rows}

    def _kept(self, code: str, mark: str, width: int, height: int) -> KeptPhoto:
        return KeptPhoto(mark, width, height, lambda: self.jpeg(code, mark) or b"")

    def jpeg(self, code: str, mark: str) -> bytes | None:
        """Return the picture itself."""
        row = self._store.db.execute("SELECT jpeg FROM photos WHERE code = ? AND mark = ?", (code, mark)).fetchone()
        return bytes(row[0]) if row else None

    def delete(self, code: str, mark: str) -> None:
        """Take a photo away."""
        with self._store.writing() as db:
            db.execute("DELETE FROM photos WHERE code = ? AND mark = ?", (code, mark))
