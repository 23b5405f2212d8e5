"""A data folder that is newer, foreign, damaged or not ours to write to: one sentence, and nothing is touched."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from companion.core.errors import Unreadable
from companion.store import Store
from companion.store.opening import FILE, trouble
from companion.store.schema import migrations


def opened(folder: Path) -> None:
    Store(folder).close()


def refused(folder: Path, sentence: str) -> None:
    before = (folder / FILE).read_bytes()
    with pytest.raises(Unreadable, match=sentence):
        opened(folder)
    assert (folder / FILE).read_bytes() == before


def test_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        opened(tmp_path / "new")
    finally:
        os.umask(old)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "new" / FILE).stat().st_mode & 0o777 == 0o600


def test_a_database_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    opened(tmp_path)
    (tmp_path / FILE).chmod(0o644)
    opened(tmp_path)
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600


def test_what_is_no_database_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"dear diary" * 500)
    refused(tmp_path, "no database of Companion; .*companion restore FILE")


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute("CREATE TABLE songs (name TEXT)")
    with pytest.raises(Unreadable, match="of another program"):
        opened(tmp_path)


def test_a_damaged_database_names_the_way_back(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for _ in range(30):
        store.new_table("toy", {"setup": {"names": ["Ana"] * 50}}, "phone")
    store.close()
    file = tmp_path / FILE
    whole = file.read_bytes()
    file.write_bytes(whole[:100] + b"\xff" * (len(whole) - 100))
    refused(tmp_path, "damaged .*companion restore FILE")


def test_a_database_of_a_newer_version_is_not_used(tmp_path: Path) -> None:
    opened(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        db = Database(connection)
        db["_sqlite_migrations"].insert({"migration_set": "companion", "name": "from_tomorrow", "applied_at": "2099"})
    with pytest.raises(Unreadable, match=r"newer version of Companion .*from_tomorrow"):
        opened(tmp_path)


def test_an_older_database_is_brought_up_to_date_after_a_copy_was_kept(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        db = Database(connection)
        migrations.apply(db, stop_before="doors")
        db.execute("INSERT INTO tables (code, game, revision) VALUES ('LUMO-KITA-42', 'toy', 1)")
        db.execute("INSERT INTO boxes VALUES ('toy', 'shelf', 'one', '1', 7)")
        change = json.dumps({"name": "shelf", "before": {}, "after": {"one": 1}})
        db.execute(
            "INSERT INTO changes (code, revision, phone, before, after, box)"
            " VALUES ('LUMO-KITA-42', 1, 'ana', '{}', '{}', ?)",
            (change,),
        )
    store = Store(tmp_path)
    assert store.table("LUMO-KITA-42")
    assert store.box("toy", "shelf") == ("7", {"one": 1})
    assert store.db.execute("SELECT phone FROM owners").fetchall() == [("ana",)]
    store.close()
    (copy,) = tmp_path.glob("companion.before-update.*.sqlite")
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute("SELECT code FROM tables").fetchall() == [("LUMO-KITA-42",)]
        assert not kept.execute("SELECT 1 FROM sqlite_master WHERE name = 'owners'").fetchone()


def test_a_claim_kept_by_an_earlier_version_is_kept_as_in_all_games(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        db = Database(connection)
        migrations.apply(db, stop_before="claims_have_one_name")
        db.execute("INSERT INTO tables (code, game, revision) VALUES ('LUMO-KITA-42', 'ai100', 1)")
        db.execute("INSERT INTO entries VALUES ('LUMO-KITA-42', 'claimed/0', '50', 1)")
        before, after = json.dumps({"claimed/0": None}), json.dumps({"claimed/0": 50})
        db.execute(
            "INSERT INTO changes (code, revision, phone, before, after) VALUES ('LUMO-KITA-42', 1, 'ana', ?, ?)",
            (before, after),
        )
    store = Store(tmp_path)
    table = store.table("LUMO-KITA-42")
    assert table
    assert table.entries == {"claim/0": 50}
    assert [(one.before, one.after) for one in store.history("LUMO-KITA-42")] == [({"claim/0": None}, {"claim/0": 50})]
    store.close()


@pytest.mark.parametrize(
    "deck",
    [
        {"format": "companion-deck/1", "faces": {"073": None, "x": [1]}, "game": {"a": 1}},
        {"format": "companion-deck/1", "faces": {"\ud800": "half a letter"}},
        {"format": "companion-deck/1", "faces": {}, "print": [1, 2], "figures": "no"},
        [],
    ],
)
def test_an_odd_old_deck_file_does_not_end_the_start(tmp_path: Path, deck: object) -> None:
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "old.json").write_text(json.dumps(deck))
    opened(tmp_path)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (sqlite3.SQLITE_FULL, "the disk is full; make room"),
        (sqlite3.SQLITE_READONLY, "cannot be written to"),
        (sqlite3.SQLITE_CANTOPEN, "cannot be written to"),
        (sqlite3.SQLITE_BUSY, "another program"),
        (sqlite3.SQLITE_IOERR, "does not take what is written"),
    ],
)
def test_trouble_with_the_disk_is_said_in_words(code: int, sentence: str) -> None:
    error = sqlite3.OperationalError("x")
    error.sqlite_errorcode = code
    assert sentence in str(Unreadable(trouble(error)))


def test_a_data_folder_that_is_a_file_is_said_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.write_text("letters")
    with pytest.raises(Unreadable, match="this is a file"):
        opened(file)
    assert file.read_text() == "letters"
