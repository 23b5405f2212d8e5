"""Forty kills while entries, undoings and photos are written: whatever was confirmed is there, once."""

from __future__ import annotations

import multiprocessing
import random
from multiprocessing.connection import Connection
from pathlib import Path

from companion.core.table import Change
from companion.store import Store
from companion.store.photos import Photos
from companion.store.records import undoing

KILLS = 40


def write(folder: Path, code: str, first: int, tell: Connection) -> None:
    """Enter a number, keep a photo, undo every third entry; tell each time when it is confirmed."""
    store = Store(folder)
    photos = Photos(store)
    number = first
    while True:
        number += 1
        store.change(
            code, "phone", lambda table, n=number: Change({f"number/{n}": n}, box={"last": n}, box_name="b"),
            as_of=10**6, form_id=f"enter {number}",
        )  # fmt: skip
        tell.send(("entered", number))
        photos.keep(code, f"photo {number}", bytes(50_000), (4, 3))
        tell.send(("photo", number))
        if number % 3 == 0:
            store.change(
                code, "phone", lambda table: undoing(store.history(code)[0]), as_of=10**6, form_id=f"undo {number}"
            )
            tell.send(("undone", number))


def test_nothing_confirmed_is_lost_and_nothing_is_there_twice(tmp_path: Path) -> None:
    start = multiprocessing.get_context("forkserver")
    start.set_forkserver_preload(["tests.store.test_kills"])
    store = Store(tmp_path)
    code = store.new_table("toy", {}, "phone")
    heard: set[tuple[str, int]] = set()
    last = 0
    chance = random.Random(16)
    for _ in range(KILLS):
        ours, theirs = start.Pipe()
        process = start.Process(target=write, args=(tmp_path, code, last, theirs))
        process.start()
        theirs.close()
        for _ in range(chance.randint(1, 12)):
            heard.add(ours.recv())
        process.kill()
        process.join()
        while ours.poll():  # what was said before the end counts, too
            try:
                heard.add(ours.recv())
            except EOFError:
                break
        ours.close()
        table = store.table(code)
        assert table
        last = max(number for _, number in heard)
        # The one that was under way may be there without having been confirmed.
        last = max([last, *(int(key.partition("/")[2]) for key in table.entries)])
    table = store.table(code)
    assert table
    undone = {number for what, number in heard if what == "undone"}
    entered = {number for what, number in heard if what == "entered"}
    missing = {number for number in entered - undone if number % 3 and f"number/{number}" not in table.entries}
    assert missing == set()
    assert not any(f"number/{number}" in table.entries for number in undone)
    kept = Photos(store).of_table(code)
    assert all(f"photo {number}" in kept for what, number in heard if what == "photo")
    forms = [form for (form,) in store.db.execute("SELECT form_id FROM changes WHERE form_id IS NOT NULL")]
    assert len(forms) == len(set(forms))
    assert store.db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    store.close()
