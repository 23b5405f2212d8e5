"""Opening the database: what is newer, foreign or damaged is said in one sentence, and left as it is."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from companion.core.errors import Place, Unreadable
from companion.core.sheet import Reason
from companion.store.schema import migrations

FILE = "companion.sqlite"
_MAGIC = b"SQLite format 3\x00"


def prepare(folder: Path) -> Path:
    """Return the database file of a data folder, made or brought up to date. Raises Unreadable."""
    make_folder(folder)
    file = folder / FILE
    # Names and photos of people: for the owner of the folder alone. The write-ahead log takes over the mode.
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    if file.stat().st_mode & 0o077:
        file.chmod(0o600)
    with file.open("rb") as stream:
        if stream.read(len(_MAGIC)) not in (b"", _MAGIC):
            raise Unreadable(Reason("cli:error.no_database"), Place(str(file)))
    try:
        with closing(connect(file)) as connection:
            _bring_up_to_date(file, Database(connection))
    except sqlite3.DatabaseError as error:
        raise Unreadable(trouble(error), Place(str(file))) from None
    return file


def check_whole(file: Path) -> None:
    """Look whether a database has all that ours have, and nothing that runs by itself. Raises Unreadable."""
    with closing(connect(file)) as found, closing(sqlite3.connect(":memory:")) as ours:
        migrations.apply(Database(ours))
        try:
            same = _columns(found) == _columns(ours)
            (sound,) = found.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            raise Unreadable(trouble(error), Place(str(file))) from None
        if not same:
            raise Unreadable(Reason("cli:error.foreign"), Place(str(file)))
        if sound != "ok":
            raise Unreadable(Reason("cli:error.damaged", (sound,)), Place(str(file)))


def _columns(db: sqlite3.Connection) -> set[tuple[str, ...]]:
    query = (
        "SELECT schema.type, schema.name, columns.name FROM sqlite_master AS schema"
        " LEFT JOIN pragma_table_info(schema.name) AS columns WHERE schema.type IN ('table', 'view', 'trigger')"
    )
    return set(db.execute(query))


def make_folder(folder: Path) -> None:
    """Make the data folder where there is none yet."""
    if folder.is_file():
        raise Unreadable(Reason("cli:error.data_folder"), Place(str(folder)))
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)


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


def is_disk_trouble(error: sqlite3.DatabaseError) -> bool:
    """Return whether the file is to blame, not what was asked of it."""
    return type(error) in (sqlite3.DatabaseError, sqlite3.OperationalError)


def trouble(error: sqlite3.DatabaseError) -> Reason:
    """Return what SQLite complains about, and the way back."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return Reason("cli:error.disk_full")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return Reason("cli:error.read_only")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Reason("cli:error.held")
    if code == sqlite3.SQLITE_IOERR:
        return Reason("cli:error.disk")
    return Reason("cli:error.damaged", (str(error),))


def _bring_up_to_date(file: Path, db: Database) -> None:
    known = {one.name for one in migrations._migrations}
    applied = [one.name for one in migrations.applied(db)]
    if newer := [name for name in applied if name not in known]:
        raise Unreadable(Reason("cli:error.newer", (newer[-1],)), Place(str(file)))
    if not applied and db.table_names():
        raise Unreadable(Reason("cli:error.foreign"), Place(str(file)))
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
