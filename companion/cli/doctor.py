"""`companion doctor`: is all well with the folder, the database and the network, and what is to be done."""

from __future__ import annotations

import errno
import os
import shutil
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import click

from companion.cli.language import language_option, say, spoken
from companion.cli.usage import file_error
from companion.core.errors import CompanionError, Place, Unreadable
from companion.core.grammar import tenths
from companion.core.sheet import Reason
from companion.paths import user_data

_ROOM = 500_000_000  # bytes of disk below which a server is warned about
_LAST_DAYS = timedelta(days=7)  # of a certificate: the next start makes another


@click.command()
@click.option("--port", default=8100, show_default=True, type=click.IntRange(1, 65535), help="Port of the server.")
@language_option
@click.pass_obj
def doctor(data: str | None, port: int, language: str) -> int:
    """Check folder, database, certificate, port and camera conditions, and say what to do."""
    folder = user_data(data)
    worst = 0
    for name, check in CHECKS:
        for good, said in check(folder, port):
            mark = _say("good" if good else "bad")
            click.echo(f"{mark:<4} {say(Reason('error.at', (_say(name), said)))}")
            worst = max(worst, 0 if good else 1)
    return worst


Findings = Iterator[tuple[bool, str]]


def _say(key: str, *words: Any) -> str:
    return say(Reason(f"cli:doctor.{key}", words))


def _program(folder: Path, port: int) -> Findings:
    yield sys.version_info >= (3, 11), f"Python {'.'.join(map(str, sys.version_info[:3]))}"
    try:
        import cv2

        yield True, _say("photos", cv2.__version__)
    except ImportError as error:
        yield False, _say("no_photos", error)


def _folder(folder: Path, port: int) -> Findings:
    if not folder.is_dir():
        yield True, _say("no_folder", folder)
        return
    writable = os.access(folder, os.W_OK)
    yield writable, _say("writable" if writable else "read_only", folder)
    shared = folder.stat().st_mode & 0o077
    yield not shared, _say("shared", folder) if shared else _say("private")
    free = shutil.disk_usage(folder).free
    yield free > _ROOM, _say("free" if free > _ROOM else "full", tenths(free / 1e9, spoken()))


def _database(folder: Path, port: int) -> Findings:
    from companion.store.holdings import shown_size
    from companion.store.opening import FILE, connect, prepare, trouble

    file = folder / FILE
    if not file.exists():
        yield True, _say("no_database")
        return
    try:
        prepare(folder)
        with closing(connect(file)) as db:
            (sound,) = db.execute("PRAGMA quick_check").fetchone()
            tables, photos = (db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("tables", "photos"))
    except sqlite3.DatabaseError as error:
        yield False, Unreadable(trouble(error), Place(str(file))).say(spoken())
    except CompanionError as error:
        yield False, error.say(spoken())
    except OSError as error:
        yield False, file_error(error, spoken())
    else:
        state = _say("sound") if sound == "ok" else _say("damaged", sound)
        size = shown_size(file.stat().st_size, spoken())
        yield sound == "ok", _say("contents", tables, photos, size, state)
        copies = sorted(folder.glob("companion.before-*.sqlite"))
        if copies:
            yield True, _say("copies", len(copies))


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
    yield (
        not damaged,
        "; ".join((_say("known", len(rows)), *(_say("damaged_box", name, game) for game, name in damaged))),
    )


def _certificate(folder: Path, port: int) -> Findings:
    from cryptography import x509

    file = folder / "certificate.pem"
    if not file.is_file():
        yield True, _say("no_certificate")
        return
    try:
        held = x509.load_pem_x509_certificate(file.read_bytes())
    except ValueError:
        yield False, _say("odd_certificate", file)
        return
    left = held.not_valid_after_utc - datetime.now(UTC)
    yield left > _LAST_DAYS, _say("days_left", left.days)
    shared = file.stat().st_mode & 0o077
    yield not shared, _say("shared_key" if shared else "private_key", file)


def _port(folder: Path, port: int) -> Findings:
    from companion.cli.serve import alone

    try:
        with alone(folder) if folder.is_dir() else nullcontext():
            socket.create_server(("0.0.0.0", port)).close()
        yield True, _say("free_port", port)
    except CompanionError:
        yield True, _say("running")
    except OSError as error:
        key = "taken_port" if error.errno == errno.EADDRINUSE else "no_port"
        yield False, _say(key, port, error.strerror)


def _camera(folder: Path, port: int) -> Findings:
    yield True, _say("live_camera")


CHECKS: tuple[tuple[str, Callable[[Path, int], Findings]], ...] = (
    ("program", _program),
    ("folder", _folder),
    ("database", _database),
    ("boxes", _boxes),
    ("certificate", _certificate),
    ("port", _port),
    ("camera", _camera),
)

commands = (doctor,)
