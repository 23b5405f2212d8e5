"""One SQLite file: a connection a thread, write-ahead log, one transaction a change."""

from __future__ import annotations

import fcntl
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from companion.core.table import Change, Entries, Link
from companion.store.codes import new_code
from companion.store.deck_files import take_in_decks
from companion.store.opening import connect, prepare
from companion.store.records import Closed, Conflict, KeptOut, Logged, Phone, Table


class Store:
    """Everything that outlives a request."""

    def __init__(self, folder: Path) -> None:
        self.file = prepare(folder)
        self._line = folder / "writing.lock"
        self._turn = threading.Lock()
        self._own = threading.local()
        self._connections: list[sqlite3.Connection] = []
        take_in_decks(folder / "decks", self.keep_new)

    @property
    def db(self) -> Database:
        """Return the database of this thread."""
        if not hasattr(self._own, "db"):
            connection = connect(self.file)
            self._connections.append(connection)
            self._own.db = Database(connection)
        db: Database = self._own.db
        return db

    def close(self) -> None:
        """Close the connections of all threads."""
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._own = threading.local()

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """One transaction that has the right to write from its beginning, so nothing it has read can change.

        Whoever wants to write stands in line, in this process and before the file: SQLite alone would let them all
        knock again and again, and some never come in.
        """
        with self._turn, self._queue():
            db = self.db
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
            except BaseException:
                db.rollback()
                raise
            db.execute("COMMIT")

    @contextmanager
    def _queue(self) -> Iterator[None]:
        with self._line.open("w") as line:  # a process that ends leaves the line by itself
            fcntl.flock(line, fcntl.LOCK_EX)
            yield

    # Tables.

    def new_table(
        self,
        game: str,
        entries: Entries,
        phone: str,
        form_id: str = "",
        box: str = "",
        of_box: Mapping[str, Any] | None = None,
    ) -> str:
        """Lay a new table whose host is this phone; the same form sent twice makes one table.

        A box that nobody has is the phone's own from now on, with what is known about it.
        """
        with self.writing() as db:
            known = db.execute(
                "SELECT code FROM changes WHERE form_id = ? AND revision = 1 AND phone = ?", (form_id, phone)
            )
            if form_id and (row := known.fetchone()):
                return str(row[0])
            code = new_code()
            db.execute("INSERT INTO tables (code, game, revision) VALUES (?, ?, 1)", (code, game))
            db.execute("INSERT INTO phones (code, phone, role, host) VALUES (?, ?, 'everybody', 1)", (code, phone))
            self._write(db, code, 1, {}, entries, phone, form_id, Link(), None)
            if box and self._claim(db, game, box, phone):
                self._keep(db, game, box, of_box or {})
        return code

    def table(self, code: str) -> Table | None:
        """Return a table as it is now."""
        with self.db.atomic() as db:
            return self._read(db, code)

    def _read(self, db: Database, code: str) -> Table | None:
        row = db.execute(
            "SELECT game, revision, closed, locked FROM tables WHERE code = ? AND deleted IS NULL", (code,)
        ).fetchone()
        if row is None:
            return None
        rows = db.execute("SELECT key, value FROM entries WHERE code = ? AND value IS NOT NULL", (code,))
        return Table(
            code, row[0], row[1], bool(row[2]), {key: json.loads(value) for key, value in rows}, locked=bool(row[3])
        )

    def revision(self, code: str) -> int:
        """Return the number of the last change; 0 where there is no such table."""
        row = self.db.execute("SELECT revision FROM tables WHERE code = ? AND deleted IS NULL", (code,)).fetchone()
        return int(row[0]) if row else 0

    def change(
        self, code: str, phone: str, decide: Callable[[Table], Change], *, as_of: int, form_id: str = ""
    ) -> tuple[int, Link]:
        """Make a change that `decide` works out on the table as it is now; return its revision and where to go on.

        Raises Conflict where an entry was changed after revision `as_of`, Closed, or whatever `decide` raises.
        """
        with self.writing() as db:
            sent = db.execute("SELECT revision, next FROM changes WHERE code = ? AND form_id = ?", (code, form_id))
            if form_id and (row := sent.fetchone()):
                return int(row[0]), Link(**json.loads(row[1]))
            table = self._read(db, code)
            if table is None or table.closed:
                raise Closed(code)
            change = decide(table)
            before = {key: table.entries.get(key) for key in change.entries}
            self._check(db, table, change.entries, before, as_of)
            # What is known about a box is its owners' to change; others play on at their table.
            known = change.box if change.box and self._claim(db, table.game, change.box_name, phone) else {}
            if before == change.entries and not known:
                return table.revision, change.then
            revision = table.revision + 1
            box = self._keep(db, table.game, change.box_name, known)
            self._write(db, code, revision, before, change.entries, phone, form_id, change.then, box)
            db.execute("UPDATE tables SET revision = ? WHERE code = ?", (revision, code))
        return revision, change.then

    def _check(self, db: Database, table: Table, mine: Entries, before: Entries, as_of: int) -> None:
        rows = db.execute("SELECT key FROM entries WHERE code = ? AND revision > ?", (table.code, as_of))
        later = {key for (key,) in rows}
        theirs = {key: before[key] for key in mine if key in later and before[key] != mine[key]}
        if theirs:
            raise Conflict(theirs, {key: mine[key] for key in theirs}, table.revision)

    def _write(
        self,
        db: Database,
        code: str,
        revision: int,
        before: Entries,
        after: Entries,
        phone: str,
        form_id: str,
        then: Link,
        box: Mapping[str, Any] | None,
    ) -> None:
        db.conn.executemany(
            "INSERT OR REPLACE INTO entries (code, key, value, revision) VALUES (?, ?, ?, ?)",
            [(code, key, None if value is None else _json(value), revision) for key, value in after.items()],
        )
        db.execute(
            "INSERT INTO changes (code, revision, form_id, phone, before, after, next, box)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                code,
                revision,
                form_id or None,
                phone,
                *map(_json, (before, after, vars(then))),
                _json(box) if box else None,
            ),
        )

    def history(self, code: str) -> list[Logged]:
        """Return the changes of a table, newest first."""
        rows = self.db.execute(
            "SELECT changes.revision, phone, before, after, at, box, game FROM changes JOIN tables USING (code)"
            " WHERE code = ? ORDER BY changes.revision DESC",
            (code,),
        ).fetchall()
        return [
            Logged(revision, phone, json.loads(before), json.loads(after), at, *self._undone(game, box))
            for revision, phone, before, after, at, box, game in rows
        ]

    def _undone(self, game: str, box: str | None) -> tuple[str, Entries]:
        """Return the box of a change, and how it was before: only what nobody, at any table, has changed since."""
        if not box:
            return "", {}
        change = json.loads(box)
        _, now = self.box(game, change["name"])
        same = {key: was for key, was in change["before"].items() if now.get(key) == change["after"][key]}
        return change["name"], same

    def set_closed(self, code: str, closed: bool) -> None:
        """Close a table for changes, or open it again."""
        with self.writing() as db:
            db.execute("UPDATE tables SET closed = ?, revision = revision + 1 WHERE code = ?", (closed, code))

    def delete(self, code: str) -> None:
        """Take a table away with everything that was entered at it; for a month it can be brought back."""
        with self.writing() as db:
            db.execute("UPDATE tables SET deleted = CURRENT_TIMESTAMP WHERE code = ? AND deleted IS NULL", (code,))

    def clear_away(self, days: int = 90) -> int:
        """Take away the tables that were laid, or tried as a demo, and left; return how many.

        Only those at which nothing was ever entered, closed or joined since: what somebody entered is never lost.
        Tables that were deleted more than a month ago go for good.
        """
        with self.writing() as db:
            db.execute("DELETE FROM tables WHERE deleted < datetime('now', '-30 days')")
            gone = db.execute(
                "DELETE FROM tables WHERE revision = 1 AND max(made, coalesce("
                "(SELECT max(joined) FROM phones WHERE phones.code = tables.code), '')) < datetime('now', ?)",
                (f"-{days} days",),
            )
        return int(gone.rowcount)

    # Phones.

    def join(self, code: str, phone: str) -> bool:
        """Let a phone join a table; return whether there is such a table. Raises KeptOut."""
        with self.writing() as db:
            row = db.execute("SELECT locked FROM tables WHERE code = ? AND deleted IS NULL", (code,)).fetchone()
            if row is None:
                return False
            removed = db.execute("SELECT 1 FROM removed WHERE code = ? AND phone = ?", (code, phone)).fetchone()
            if removed or (row[0] and not self.phone(code, phone)):
                raise KeptOut(code)
            db.execute("INSERT OR IGNORE INTO phones (code, phone) VALUES (?, ?)", (code, phone))
        return True

    def phone(self, code: str, phone: str) -> Phone | None:
        """Return a phone that has joined the table."""
        row = self.db.execute(
            "SELECT role, seat, host FROM phones JOIN tables USING (code)"
            " WHERE code = ? AND phone = ? AND deleted IS NULL",
            (code, phone),
        ).fetchone()
        return Phone(code, phone, row[0], row[1], bool(row[2])) if row else None

    def phones(self, code: str) -> list[Phone]:
        """Return the phones at a table in the order in which they came."""
        rows = self.db.execute(
            "SELECT code, phone, role, seat, host FROM phones JOIN tables USING (code)"
            " WHERE code = ? AND deleted IS NULL ORDER BY phones.rowid",
            (code,),
        )
        return [Phone(code, phone, role, seat, bool(host)) for code, phone, role, seat, host in rows]

    def sit(self, code: str, phone: str, role: str, seat: int | None = None) -> None:
        """Give a phone its role at the table."""
        with self.writing() as db:
            db.execute("UPDATE phones SET role = ?, seat = ? WHERE code = ? AND phone = ?", (role, seat, code, phone))

    def remove(self, code: str, phone: str) -> None:
        """Take a phone off a table for good; the host stays."""
        with self.writing() as db:
            gone = db.execute("DELETE FROM phones WHERE code = ? AND phone = ? AND NOT host", (code, phone))
            if gone.rowcount:
                db.execute("INSERT OR IGNORE INTO removed VALUES (?, ?)", (code, phone))

    def is_known(self, phone: str) -> bool:
        """Return whether a phone is at any table."""
        return bool(self.db.execute("SELECT 1 FROM phones WHERE phone = ? LIMIT 1", (phone,)).fetchone())

    def set_locked(self, code: str, locked: bool) -> None:
        """Let nobody new join and nobody change roles, or let them again."""
        with self.writing() as db:
            db.execute("UPDATE tables SET locked = ?, revision = revision + 1 WHERE code = ?", (locked, code))

    def tables_of(self, phone: str) -> list[Table]:
        """Return the tables of a phone, the one it was at last first."""
        rows = self.db.execute(
            "SELECT tables.code, max(changes.at) AS last FROM phones JOIN tables USING (code) JOIN changes USING (code)"
            " WHERE phones.phone = ? AND deleted IS NULL GROUP BY tables.code"
            " ORDER BY last DESC, tables.rowid DESC LIMIT 20",
            (phone,),
        ).fetchall()
        return [replace(table, changed=last) for code, last in rows if (table := self.table(code))]

    # Boxes: what is known about an owner's copy of a game, whichever table taught it.

    def boxes(self, game: str) -> tuple[str, ...]:
        """Return the names of the boxes of a game."""
        rows = self.db.execute("SELECT DISTINCT name FROM boxes WHERE game = ? ORDER BY name", (game,))
        return tuple(name for (name,) in rows)

    def box(self, game: str, name: str) -> tuple[str, Mapping[str, Any]]:
        """Return what is known about a box, and a version that changes with it."""
        version = self.box_version(game, name)
        rows = self.db.execute("SELECT key, value FROM boxes WHERE game = ? AND name = ?", (game, name)).fetchall()
        return version, {key: json.loads(value) for key, value in rows}

    def box_version(self, game: str, name: str) -> str:
        """Return the version of a box; empty where nothing was ever known about it."""
        row = self.db.execute("SELECT version FROM box_versions WHERE game = ? AND name = ?", (game, name)).fetchone()
        return str(row[0]) if row else ""

    def _claim(self, db: Database, game: str, name: str, phone: str) -> bool:
        """Return whether a phone may change a box; one that nobody has becomes its own."""
        owners = {one for (one,) in db.execute("SELECT phone FROM owners WHERE game = ? AND name = ?", (game, name))}
        there = db.execute("SELECT 1 FROM boxes WHERE game = ? AND name = ?", (game, name)).fetchone()
        if not owners and not there:
            db.execute("INSERT INTO owners VALUES (?, ?, ?)", (game, name, phone))
        return not owners or phone in owners

    def keep(self, game: str, name: str, known: Mapping[str, Any]) -> None:
        """Add to what is known about a box; a value of None is forgotten."""
        with self.writing() as db:
            self._keep(db, game, name, known)

    def keep_new(self, game: str, name: str, known: Mapping[str, Any]) -> None:
        """Add what is new to a box; what it knows already stays."""
        with self.writing() as db:
            _, there = self.box(game, name)
            self._keep(db, game, name, {key: value for key, value in known.items() if key not in there})

    def _keep(self, db: Database, game: str, name: str, known: Mapping[str, Any]) -> dict[str, Any] | None:
        """Add to a box; return what was changed in it, before and after."""
        if not known:
            return None
        _, there = self.box(game, name)
        # One count for all boxes that only grows: a box that is undone, or deleted and made again, has a new version.
        (stamp,) = db.execute("SELECT coalesce(max(version), 0) + 1 FROM box_versions").fetchone()
        db.execute("INSERT OR REPLACE INTO box_versions VALUES (?, ?, ?)", (game, name, stamp))
        for key, value in known.items():
            if value is None:
                db.execute("DELETE FROM boxes WHERE game = ? AND name = ? AND key = ?", (game, name, key))
            else:
                db.execute(
                    "INSERT OR REPLACE INTO boxes VALUES (?, ?, ?, ?, ?)", (game, name, key, _json(value), stamp)
                )
        return {"name": name, "before": {key: there.get(key) for key in known}, "after": dict(known)}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
