"""What is stored is what people entered: one transaction a change, nothing lost, nothing twice."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.core.table import Change, Link
from companion.store import Closed, Conflict, Store, Table
from companion.store.records import undoing


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path)
    yield opened
    opened.close()


def put(store: Store, code: str, key: str, value: object, as_of: int = 99, form_id: str = "") -> int:
    return store.change(code, "phone", lambda table: Change({key: value}), as_of=as_of, form_id=form_id)[0]


def test_a_change_is_there_after_opening_the_file_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    code = store.new_table("toy", {"setup": {"names": ["Zoé"]}}, "phone")
    put(store, code, "play/1/0", {"card": "073"})
    store.close()
    again = Store(tmp_path)
    assert again.table(code) == Table(code, "toy", 2, False, {"setup": {"names": ["Zoé"]}, "play/1/0": {"card": "073"}})
    again.close()


def test_the_file_is_in_wal_mode_and_written_through(store: Store) -> None:
    assert store.db.journal_mode == "wal"
    assert store.db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_change_that_fails_midway_leaves_no_trace(store: Store) -> None:
    code = store.new_table("toy", {}, "phone")
    with pytest.raises(TypeError):
        store.change(code, "phone", lambda table: Change({"good": 1, "bad": object()}), as_of=1)
    table = store.table(code)
    assert table
    assert table.entries == {}
    assert table.revision == 1


def test_an_entry_changed_since_it_was_seen_is_a_conflict_with_both_versions(store: Store) -> None:
    code = store.new_table("toy", {"play/1/0": "first"}, "phone")
    put(store, code, "play/1/0", "theirs", as_of=1)
    with pytest.raises(Conflict) as conflict:
        put(store, code, "play/1/0", "mine", as_of=1)
    assert conflict.value.theirs == {"play/1/0": "theirs"}
    assert conflict.value.mine == {"play/1/0": "mine"}
    assert conflict.value.revision == 2


def test_taking_back_what_was_changed_meanwhile_is_a_conflict_too(store: Store) -> None:
    code = store.new_table("toy", {"play/1/0": "first"}, "phone")
    put(store, code, "play/1/0", None, as_of=1)
    with pytest.raises(Conflict) as conflict:
        put(store, code, "play/1/0", "mine", as_of=1)
    assert conflict.value.theirs == {"play/1/0": None}


def test_other_entries_are_no_conflict(store: Store) -> None:
    code = store.new_table("toy", {}, "phone")
    put(store, code, "play/1/0", "Ana", as_of=1)
    assert put(store, code, "play/1/1", "Ben", as_of=1) == 3


def test_the_same_form_twice_is_one_change_and_leads_to_the_same_place(store: Store) -> None:
    code = store.new_table("toy", {}, "phone")
    lay = lambda table: Change({"play/1/0": table.revision}, Link("", {"seat": "0"}))  # noqa: E731
    first = store.change(code, "phone", lay, as_of=1, form_id="one")
    assert store.change(code, "phone", lay, as_of=1, form_id="one") == first == (2, Link("", {"seat": "0"}))
    table = store.table(code)
    assert table
    assert table.entries == {"play/1/0": 1}


def test_undoing_a_change_restores_every_entry_of_it(store: Store) -> None:
    code = store.new_table("toy", {"a": 1}, "phone")
    store.change(code, "phone", lambda table: Change({"a": 2, "b": 3}), as_of=1)
    last = store.history(code)[0]
    store.change(code, "phone", lambda table: undoing(last), as_of=last.revision)
    table = store.table(code)
    assert table
    assert table.entries == {"a": 1}


def test_a_closed_table_takes_no_change(store: Store) -> None:
    code = store.new_table("toy", {}, "phone")
    store.set_closed(code, True)
    with pytest.raises(Closed):
        put(store, code, "a", 1)


def test_what_is_known_about_a_box_is_shared_by_all_tables(store: Store) -> None:
    code = store.new_table("toy", {}, "phone")
    mark, known = store.box("toy", "mine")
    assert known == {}
    store.change(code, "phone", lambda table: Change({"face/073": 1}, box={"073": 1}, box_name="mine"), as_of=1)
    after, known = store.box("toy", "mine")
    assert known == {"073": 1}
    assert after != mark
    assert store.boxes("toy") == ("mine",)


def test_six_threads_writing_to_one_table_lose_nothing(store: Store) -> None:
    code = store.new_table("toy", {}, "phone")

    def play(seat: int) -> None:
        for turn in range(1, 15):
            put(store, code, f"play/{turn}/{seat}", f"{turn} {seat}", as_of=1, form_id=f"{turn} {seat}")

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(play, range(6)))
    table = store.table(code)
    assert table
    assert table.entries == {f"play/{turn}/{seat}": f"{turn} {seat}" for turn in range(1, 15) for seat in range(6)}
    assert table.revision == 1 + 14 * 6
    assert [change.revision for change in store.history(code)] == list(range(85, 0, -1))


def test_a_second_program_may_read_the_file_while_it_is_written(store: Store, tmp_path: Path) -> None:
    code = store.new_table("toy", {"a": 1}, "phone")
    with sqlite3.connect(tmp_path / "companion.sqlite") as other:
        assert other.execute("SELECT count(*) FROM tables").fetchone() == (1,)
        put(store, code, "a", 2)
    other.close()


def teach(store: Store, code: str, **known: object) -> None:
    """Enter faces at a table: they go into its box, too."""
    entries = {f"face/{card}": face for card, face in known.items()}
    store.change(code, "phone", lambda table: Change(entries, box=known, box_name="shelf"), as_of=99)


def undo_last(store: Store, code: str) -> None:
    last = store.history(code)[0]
    store.change(code, "phone", lambda table: undoing(last), as_of=99)


def test_undoing_takes_back_what_a_change_made_of_the_box(store: Store) -> None:
    code = store.new_table("toy", {}, "phone")
    teach(store, code, one="red")
    teach(store, code, one="blue", two="green")
    undo_last(store, code)
    assert store.box("toy", "shelf")[1] == {"one": "red"}
    undo_last(store, code)  # an undo can be undone
    assert store.box("toy", "shelf")[1] == {"one": "blue", "two": "green"}


def test_undoing_leaves_alone_what_another_table_has_taught_since(store: Store) -> None:
    ours, theirs = store.new_table("toy", {}, "phone"), store.new_table("toy", {}, "phone")
    teach(store, ours, one="red", two="green")
    teach(store, theirs, one="blue")
    undo_last(store, ours)
    assert store.box("toy", "shelf")[1] == {"one": "blue"}


def test_only_old_tables_at_which_nothing_was_entered_are_cleared_away(store: Store) -> None:
    left, played, closed, joined, new = (store.new_table("toy", {"setup": {}}, "phone") for _ in range(5))
    put(store, played, "play/1/0", 3)
    store.set_closed(closed, True)
    store.db.execute("UPDATE tables SET made = datetime('now', '-91 days') WHERE code != ?", (new,))
    store.db.execute("UPDATE phones SET joined = datetime('now', '-91 days') WHERE code != ?", (new,))
    store.join(joined, "a friend")
    assert store.clear_away() == 1
    assert store.table(left) is None
    assert not store.phones(left)
    assert all(store.table(code) for code in (played, closed, joined, new))
    assert store.clear_away() == 0


def test_a_table_is_as_it_was_laid_for_three_months(store: Store) -> None:
    code = store.new_table("toy", {"setup": {}}, "phone")
    for table, stamp in (("tables", "made"), ("phones", "joined")):
        store.db.execute(f"UPDATE {table} SET {stamp} = datetime('now', '-89 days')")
    assert store.clear_away() == 0
    assert store.table(code)
