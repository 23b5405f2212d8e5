"""A copy of everything in one file, and the way back, while the server runs."""

from __future__ import annotations

import io
import os
import shutil
import sqlite3
import tarfile
import tempfile
import time
from contextlib import closing
from pathlib import Path

from companion.core.errors import Place, Unreadable
from companion.core.sheet import Reason
from companion.store.opening import FILE, check_whole, connect, prepare, trouble

KEY = "secret-key"
_SPARE = 50_000_000  # bytes of disk that a backup leaves to a server that runs


def back_up(folder: Path, file: Path) -> int:
    """Write tables, photos, boxes and the key of the cookies to a file, all of it or nothing; return its size."""
    source = folder / FILE
    if not source.is_file():
        raise Unreadable(Reason("cli:error.no_data"), Place(str(folder)))
    draft = file.with_name(f".{file.name}.part")
    with tempfile.TemporaryDirectory(dir=file.parent) as place:
        copy = Path(place) / FILE
        try:
            # SQLite's own backup: one moment of the database, whoever writes to it meanwhile.
            with closing(connect(source)) as ours, closing(sqlite3.connect(copy)) as theirs:
                ours.backup(theirs)
                theirs.execute("PRAGMA journal_mode=DELETE")
            with (
                os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream,
                tarfile.open(fileobj=stream, mode="w:gz", compresslevel=1) as archive,
            ):
                archive.add(copy, FILE)
                if (folder / KEY).is_file():
                    archive.add(folder / KEY, KEY)
            draft.replace(file)
        except sqlite3.DatabaseError as error:
            raise Unreadable(trouble(error), Place(str(source))) from None
        finally:
            draft.unlink(missing_ok=True)
    return file.stat().st_size


def restore(folder: Path, file: Path) -> Path | None:
    """Put a backup in the place of what is there; return where that was kept, if there was anything.

    A server that runs goes on: what the phones see next is the backup. Their cookies are as they were then.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        found = _unpacked(file, Path(place))
        checked = prepare(found)  # brought up to date where it is older, refused where it is newer or damaged
        check_whole(checked)
        kept = _kept(folder)
        with closing(connect(checked)) as theirs, closing(_own(folder)) as ours:
            _count_on(theirs, ours)
            theirs.backup(ours)
        if (found / KEY).is_file():
            (found / KEY).replace(folder / KEY)
    return kept


def _count_on(theirs: sqlite3.Connection, ours: sqlite3.Connection) -> None:
    """Let tables and boxes count on from where they are now: no state of before is taken for one of after."""
    if not ours.execute("SELECT 1 FROM sqlite_master WHERE name = 'box_versions'").fetchone():
        return
    now = ours.execute("SELECT code, revision FROM tables").fetchall()
    theirs.executemany("UPDATE tables SET revision = max(revision, ?2) + 1 WHERE code = ?1", now)
    (version,) = ours.execute("SELECT coalesce(max(version), 0) FROM box_versions").fetchone()
    theirs.execute("UPDATE box_versions SET version = version + ?", (version,))
    theirs.commit()


def _own(folder: Path) -> sqlite3.Connection:
    """Return the database of the folder, or an empty one in the place of what is none."""
    file = folder / FILE
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    try:
        return connect(file)
    except sqlite3.DatabaseError:
        for part in (FILE, f"{FILE}-wal", f"{FILE}-shm"):
            (folder / part).unlink(missing_ok=True)
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        return connect(file)


def _kept(folder: Path) -> Path | None:
    """Keep what is there, whatever it is."""
    file = folder / FILE
    if not file.is_file() or not file.stat().st_size:
        return None
    copy = folder / f"companion.before-restore.{time.strftime('%Y%m%d-%H%M%S')}.sqlite"
    try:
        with closing(connect(file)) as ours, closing(sqlite3.connect(copy)) as theirs:
            ours.backup(theirs)
    except sqlite3.DatabaseError:
        copy.write_bytes(file.read_bytes())  # damaged: as it is
    copy.chmod(0o600)
    return copy


def _unpacked(file: Path, into: Path) -> Path:
    """Unpack a backup; only what we have put into one is looked at."""
    try:
        with tarfile.open(file, "r:gz") as archive:
            for member in archive:
                if member.name in (FILE, KEY) and member.isfile():
                    if member.size > shutil.disk_usage(into).free - _SPARE:
                        raise Unreadable(Reason("cli:error.disk_full"), Place(file.name))
                    stream = archive.extractfile(member)
                    assert stream is not None
                    _write(into / member.name, stream)  # type: ignore[arg-type]
    except (tarfile.TarError, EOFError, OSError) as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise Unreadable(Reason("cli:error.no_backup"), Place(file.name)) from None
    if not (into / FILE).is_file():
        raise Unreadable(Reason("cli:error.no_backup"), Place(file.name))
    return into


def _write(file: Path, stream: io.BufferedIOBase) -> None:
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        while piece := stream.read(1 << 20):
            out.write(piece)
