"""Opening the database: what is newer, foreign or damaged is said in one sentence, and left as it is."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from companion.core.errors import Unreadable
from companion.store.schema import migrations

FILE = "companion.sqlite"
_MAGIC = b"SQLite format 3\x00"


def prepare(folder: Path) -> Path:
    """Return the database file of a data folder, made or brought up to date. Raises Unreadable."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = folder / FILE
    # Names and photos of people: for the owner of the folder alone. The write-ahead log takes over the mode.
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    if file.stat().st_mode & 0o077:
        file.chmod(0o600)
    with file.open("rb") as stream:
        if stream.read(len(_MAGIC)) not in (b"", _MAGIC):
            raise Unreadable(f"this is no database of Companion; {_WAY_BACK}", str(file))
    try:
        with closing(connect(file)) as connection:
            _bring_up_to_date(file, Database(connection))
    except sqlite3.DatabaseError as error:
        raise Unreadable(f"{said(error)}", str(file)) from None
    return file


def connect(file: Path) -> sqlite3.Connection:
    """Return a connection of our own kind."""
    connection = sqlite3.connect(file, timeout=20, check_same_thread=False)
    try:
        # FULL: what was confirmed is on the disk before the phone hears of it.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


_WAY_BACK = "put a backup in its place with `companion restore FILE`, or choose another folder with --data"


def said(error: sqlite3.DatabaseError) -> str:
    """Return what SQLite complains about, and the way back."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return "the disk is full; make room and try again, nothing that was confirmed is lost"
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return "the data folder cannot be written to; give this user the right to, or choose another with --data"
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "another program has held the database for too long; try again"
    if code == sqlite3.SQLITE_IOERR:
        return "the disk does not take what is written (full, or failing); make room, or look after it"
    return f"the database is damaged ({error}); {_WAY_BACK}"


def _bring_up_to_date(file: Path, db: Database) -> None:
    known = {one.name for one in migrations._migrations}
    applied = [one.name for one in migrations.applied(db)]
    if newer := [name for name in applied if name not in known]:
        raise Unreadable(
            f"written by a newer version of Companion (it knows '{newer[-1]}'); install that one, or choose another "
            "folder with --data",
            str(file),
        )
    if not applied and db.table_names():
        raise Unreadable(f"a database of another program; {_WAY_BACK}", str(file))
    if applied and migrations.pending(db):
        _keep_copy(file, db, applied[-1])
    migrations.apply(db)


def _keep_copy(file: Path, db: Database, version: str) -> None:
    """Keep the database as it is before it is changed to a newer form; an earlier copy of the same form stays."""
    copy = file.with_name(f"{file.stem}.before-update.{version}.sqlite")
    if copy.exists():
        return
    draft = copy.with_suffix(".part")
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT, 0o600))
    with closing(sqlite3.connect(draft)) as target:
        db.conn.backup(target)
    draft.replace(copy)
