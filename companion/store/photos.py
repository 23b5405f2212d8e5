"""Photos of a table: in the same file as the table, so that they are deleted with it."""

from __future__ import annotations

import hashlib

from companion.core.table import KeptPhoto
from companion.store.store import Store


def photo_id_of(data: bytes) -> str:
    """Return the name of a photo: the same bytes always have the same."""
    return hashlib.sha256(data).hexdigest()[:20]


class Photos:
    """The photos of all tables."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def keep(self, code: str, photo_id: str, jpeg: bytes, size: tuple[int, int], phone: str = "") -> None:
        """Keep a photo that a phone has sent; one that is there already stays as it is."""
        with self._store.writing() as db:
            db.execute(
                "INSERT OR IGNORE INTO photos (code, photo_id, width, height, jpeg, phone) VALUES (?, ?, ?, ?, ?, ?)",
                (code, photo_id, *size, jpeg, phone),
            )

    def of_table(self, code: str) -> dict[str, KeptPhoto]:
        """Return the photos of a table by their ids, the newest last."""
        rows = self._store.db.execute(
            "SELECT photo_id, width, height FROM photos WHERE code = ? ORDER BY rowid", (code,)
        ).fetchall()
        return {photo_id: self._kept(code, photo_id, width, height) for photo_id, width, height in rows}

    def sent_by(self, code: str, phone: str) -> set[str]:
        """Return the ids of the photos of a table that a phone has sent."""
        rows = self._store.db.execute("SELECT photo_id FROM photos WHERE code = ? AND phone = ?", (code, phone))
        return {photo_id for (photo_id,) in rows}

    def _kept(self, code: str, photo_id: str, width: int, height: int) -> KeptPhoto:
        return KeptPhoto(photo_id, width, height, lambda: self.jpeg(code, photo_id) or b"")

    def jpeg(self, code: str, photo_id: str) -> bytes | None:
        """Return the picture itself."""
        found = self._store.db.execute("SELECT jpeg FROM photos WHERE code = ? AND photo_id = ?", (code, photo_id))
        row = found.fetchone()
        return bytes(row[0]) if row else None

    def delete(self, code: str, photo_id: str) -> None:
        """Take a photo away."""
        with self._store.writing() as db:
            db.execute("DELETE FROM photos WHERE code = ? AND photo_id = ?", (code, photo_id))
