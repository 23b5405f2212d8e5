"""`companion backup`, `restore`, `data`, `doctor` and `invitation`: for whoever keeps a server."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click

from companion.cli.files import ExistingFile
from companion.core.errors import CompanionError, Place, Unreadable
from companion.core.sheet import Reason
from companion.paths import user_data

_ROOM = 500_000_000  # bytes of disk below which a server is warned about


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, writable=True, path_type=Path))
@click.pass_obj
def backup(data: str | None, file: Path) -> None:
    """Write tables, photos and boxes to FILE while the server runs."""
    from companion.store.backup import back_up

    if not file.absolute().parent.is_dir():
        raise Unreadable(Reason("cli:error.no_folder"), Place(str(file.parent)))
    size = back_up(user_data(data), file.absolute())
    click.echo(f"{file}: {size / 1e6:.1f} MB. Keep it where others cannot read it: it holds names, photos and keys.")


@click.command()
@click.argument("file", type=ExistingFile())
@click.pass_obj
def restore(data: str | None, file: Path) -> None:
    """Put the backup FILE in the place of what is there; what is there is kept beside it."""
    from companion.store.backup import restore as put_back

    kept = put_back(user_data(data), file.absolute())
    click.echo(f"{file} is restored." + (f" What was there before: {kept}" if kept else ""))
    click.echo("If a server is running on this folder, start it again, so that phones of the backup are known.")


@click.command("data")
@click.pass_obj
def what_is_stored(data: str | None) -> None:
    """Say what is stored where, and how much of it."""
    from companion.store import Store
    from companion.store.holdings import holdings, shown_size

    folder = user_data(data)
    with closing(Store(folder)) as store:
        click.echo(f"folder  {folder}")
        for file in sorted(one for one in folder.rglob("*") if one.is_file()):
            click.echo(f"{shown_size(file.stat().st_size):>9}  {file.relative_to(folder)}")
        for one in holdings(store):
            click.echo(f"{one.count:>9}  {one.name:<8} {shown_size(one.size):>9}")
    click.echo("docs/data.md explains every table; any SQLite tool can read the file.")


@click.command()
@click.option("--phones", default=1, show_default=True, type=click.IntRange(1, 10_000), help="How many it serves.")
@click.pass_obj
def invitation(data: str | None, phones: int) -> None:
    """Print a code with which phones may lay tables on a public server."""
    from companion.store import Store
    from companion.store.admission import Admission

    with closing(Store(user_data(data))) as store:
        click.echo(Admission(store).invitation(phones))


@click.command()
@click.option("--port", default=8100, show_default=True, type=click.IntRange(1, 65535), help="Port of the server.")
@click.pass_obj
def doctor(data: str | None, port: int) -> int:
    """Check folder, database, certificate, port and camera conditions, and say what to do."""
    folder = user_data(data)
    worst = 0
    for name, look in CHECKS:
        for good, said in look(folder, port):
            click.echo(f"{'ok  ' if good else 'look'} {name}: {said}")
            worst = max(worst, 0 if good else 1)
    return worst


Findings = Iterator[tuple[bool, str]]


def _python(folder: Path, port: int) -> Findings:
    version = ".".join(map(str, sys.version_info[:3]))
    yield sys.version_info >= (3, 11), f"Python {version}"
    try:
        import cv2

        yield True, f"photos can be read (OpenCV {cv2.__version__})"
    except ImportError as error:
        yield False, f"photos cannot be read: {error}. On Debian: apt install libgl1 libglib2.0-0"


def _folder(folder: Path, port: int) -> Findings:
    if not folder.is_dir():
        yield True, f"{folder} does not exist yet; the first start makes it"
        return
    yield os.access(folder, os.W_OK), f"{folder} {'can' if os.access(folder, os.W_OK) else 'cannot'} be written to"
    shared = folder.stat().st_mode & 0o077
    yield not shared, f"other users of this machine may look into it: chmod 700 {folder}" if shared else "private"
    free = shutil.disk_usage(folder).free
    yield free > _ROOM, f"{free / 1e9:.1f} GB free" + ("" if free > _ROOM else "; make room")


def _database(folder: Path, port: int) -> Findings:
    from companion.store.opening import FILE, connect, prepare

    file = folder / FILE
    if not file.exists():
        yield True, "none yet"
        return
    try:
        prepare(folder)
        with closing(connect(file)) as db:
            (sound,) = db.execute("PRAGMA quick_check").fetchone()
            tables, photos = (db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("tables", "photos"))
    except (CompanionError, sqlite3.Error, OSError) as error:
        yield False, str(error)
        return
    state = "sound" if sound == "ok" else f"damaged ({sound}): `companion restore FILE` puts a backup in its place"
    yield sound == "ok", f"{tables} tables, {photos} photos, {file.stat().st_size / 1e6:.1f} MB, {state}"
    copies = sorted(folder.glob("companion.before-*.sqlite"))
    if copies:
        yield True, f"{len(copies)} older copies are kept here; delete what you no longer need"


def _boxes(folder: Path, port: int) -> Findings:
    from companion.store import Store
    from companion.store.opening import FILE
    from companion.web.house import House

    if not (folder / FILE).is_file():
        return
    try:
        with closing(Store(folder)) as store:
            rows = store.db.execute("SELECT DISTINCT game, name FROM boxes").fetchall()
            damaged = [(game, name) for game, name in rows if House(store).damage(game, name)]
    except (CompanionError, sqlite3.Error):
        return  # said already
    yield not damaged, f"{len(rows)} known" + "".join(f"; {name} of {game} is damaged: mend it under 'Your boxes'"
                                                      for game, name in damaged)  # fmt: skip


def _certificate(folder: Path, port: int) -> Findings:
    from cryptography import x509

    file = folder / "certificate.pem"
    if not file.is_file():
        yield True, "none yet; `companion serve --https` makes one, and phones get the live camera"
        return
    try:
        held = x509.load_pem_x509_certificate(file.read_bytes())
    except ValueError:
        yield False, f"{file} cannot be read; delete it, the next start makes another"
        return
    left = held.not_valid_after_utc - datetime.now(UTC)
    yield left > timedelta(days=7), f"our own, {left.days} days left; phones warn about it once"
    yield not file.stat().st_mode & 0o077, "its key is private" if not file.stat().st_mode & 0o077 else "chmod 600 it"


def _port(folder: Path, port: int) -> Findings:
    from companion.cli.serve import alone

    try:
        with alone(folder) if folder.is_dir() else nullcontext():
            socket.create_server(("0.0.0.0", port)).close()
        yield True, f"{port} is free"
    except CompanionError:
        yield True, "a server is running on this folder"
    except OSError as error:
        why = os.strerror(error.errno or 0)
        yield False, f"{port}: {why}; another program may be listening there: choose another port with --port"


def _camera(folder: Path, port: int) -> Findings:
    yield True, "phones show the live camera over HTTPS only (--https, or a proxy with a certificate); taking a photo "\
                "with the button works without"  # fmt: skip


CHECKS: tuple[tuple[str, Callable[[Path, int], Findings]], ...] = (
    ("program", _python),
    ("folder", _folder),
    ("database", _database),
    ("boxes", _boxes),
    ("certificate", _certificate),
    ("port", _port),
    ("camera", _camera),
)

commands = (backup, restore, what_is_stored, invitation, doctor)
