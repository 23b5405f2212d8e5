"""Everything in one file, and back, while phones write."""

from __future__ import annotations

import gzip
import io
import sqlite3
import tarfile
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.errors import Unreadable
from companion.core.table import Change
from companion.store import Store
from companion.store.backup import back_up, restore
from companion.store.opening import FILE
from companion.store.photos import Photos


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "data")
    (tmp_path / "data" / "secret-key").write_text("0" * 64)
    yield opened
    opened.close()


def put(store: Store, code: str, number: int) -> int:
    return store.change(code, "phone", lambda table: Change({"number": number}), as_of=999999)[0]


def test_a_backup_made_while_phones_write_is_one_moment_of_the_evening(store: Store, tmp_path: Path) -> None:
    code = store.new_table("toy", {"number": 0}, "phone")
    Photos(store).keep(code, "mark", b"a photo", (4, 3))
    stop = threading.Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            put(store, code, number)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        back_up(tmp_path / "data", tmp_path / "evening.backup")
    finally:
        stop.set()
        writer.join()
    assert (tmp_path / "evening.backup").stat().st_mode & 0o777 == 0o600
    assert restore(tmp_path / "elsewhere", tmp_path / "evening.backup") is None
    again = Store(tmp_path / "elsewhere")
    table = again.table(code)
    assert table
    assert table.revision == table.entries["number"] + 1, "the table and its entries are of the same moment"
    assert Photos(again).jpeg(code, "mark") == b"a photo"
    assert (tmp_path / "elsewhere" / "secret-key").read_text() == "0" * 64
    again.close()


def test_what_was_there_is_kept_and_a_running_store_sees_the_backup(store: Store, tmp_path: Path) -> None:
    code = store.new_table("toy", {"number": 1}, "phone")
    back_up(tmp_path / "data", tmp_path / "b")
    last = put(store, code, 2)
    late = store.new_table("toy", {"number": 3}, "phone")
    kept = restore(tmp_path / "data", tmp_path / "b")
    assert kept
    table = store.table(code)
    assert table
    assert table.entries == {"number": 1}
    assert table.revision > last, "no phone takes it for a state that it has seen"
    assert store.table(late) is None
    put(store, code, 4)
    (tmp_path / "before").mkdir()
    kept.rename(tmp_path / "before" / FILE)
    before = Store(tmp_path / "before")
    assert before.table(late)
    before.close()


def test_a_damaged_database_is_replaced_and_kept_as_it_is(tmp_path: Path, store: Store) -> None:
    code = store.new_table("toy", {"number": 1}, "phone")
    back_up(tmp_path / "data", tmp_path / "b")
    store.close()
    (tmp_path / "data" / FILE).write_bytes(b"dear diary" * 1000)
    kept = restore(tmp_path / "data", tmp_path / "b")
    assert kept
    assert kept.read_bytes() == b"dear diary" * 1000
    again = Store(tmp_path / "data")
    assert again.table(code)
    again.close()


@pytest.mark.parametrize("content", [b"", b"nonsense" * 1000, b"\x1f\x8b\x08 cut off"])
def test_what_is_no_backup_changes_nothing(store: Store, tmp_path: Path, content: bytes) -> None:
    code = store.new_table("toy", {"number": 1}, "phone")
    (tmp_path / "b").write_bytes(content)
    with pytest.raises(Unreadable, match="no backup of Companion"):
        restore(tmp_path / "data", tmp_path / "b")
    assert store.table(code)


def test_a_backup_writes_nowhere_else(store: Store, tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "b", "w:gz") as archive:
        for name in ("../outside", "/tmp/outside", FILE + "/../../outside"):
            info = tarfile.TarInfo(name)
            info.size = 4
            archive.addfile(info, io.BytesIO(b"evil"))
    with pytest.raises(Unreadable, match="no backup of Companion"):
        restore(tmp_path / "data", tmp_path / "b")
    assert not (tmp_path / "outside").exists()


def packed(file: Path, database: Path) -> Path:
    with tarfile.open(file, "w:gz") as archive:
        archive.add(database, FILE)
    return file


@pytest.mark.parametrize(
    "evil",
    ["DROP TABLE photos", "ALTER TABLE phones DROP COLUMN role", "CREATE TABLE recipes (name TEXT)",
     "CREATE TRIGGER evil AFTER INSERT ON changes BEGIN DELETE FROM entries; END"],
)  # fmt: skip
def test_a_backup_of_another_make_is_refused_and_nothing_changes(store: Store, tmp_path: Path, evil: str) -> None:
    code = store.new_table("toy", {"number": 1}, "phone")
    Store(tmp_path / "other").close()
    with closing(sqlite3.connect(tmp_path / "other" / FILE)) as other:
        other.execute(evil)
        other.commit()
    with pytest.raises(Unreadable, match="a database of another program"):
        restore(tmp_path / "data", packed(tmp_path / "b", tmp_path / "other" / FILE))
    assert store.table(code)


def test_a_backup_that_is_damaged_inside_is_refused_and_nothing_changes(store: Store, tmp_path: Path) -> None:
    code = store.new_table("toy", {"number": 1}, "phone")
    with closing(Store(tmp_path / "other")) as other:
        for number in range(50):
            other.new_table("toy", {"number": "x" * 500, "n": number}, "phone")
    whole = bytearray((tmp_path / "other" / FILE).read_bytes())
    whole[-8192:] = b"\xa5" * 8192
    (tmp_path / "cut").write_bytes(whole)
    with pytest.raises(Unreadable, match="damaged"):
        restore(tmp_path / "data", packed(tmp_path / "b", tmp_path / "cut"))
    assert store.table(code)


def test_a_backup_for_which_there_is_no_room_is_not_unpacked(store: Store, tmp_path: Path) -> None:
    with gzip.open(tmp_path / "b", "wb") as stream:
        info = tarfile.TarInfo(FILE)
        info.size = 10**16
        stream.write(info.tobuf(tarfile.GNU_FORMAT) + bytes(10**6))
    with pytest.raises(Unreadable, match="the disk is full"):
        restore(tmp_path / "data", tmp_path / "b")


def test_an_empty_folder_has_nothing_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="nothing is kept in this folder yet"):
        back_up(tmp_path, tmp_path / "b")
