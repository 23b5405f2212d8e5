"""The tables of the database, as migrations: a released one is never edited, the next one is added below it."""

from __future__ import annotations

from sqlite_utils import Database, Migrations

migrations = Migrations("companion")


@migrations()
def first_tables(db: Database) -> None:
    """Make everything that a table of phones needs."""
    db.execute(
        "CREATE TABLE tables (code TEXT PRIMARY KEY, game TEXT NOT NULL, revision INTEGER NOT NULL,"
        " closed INTEGER NOT NULL DEFAULT 0, made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP)"
    )
    # An entry that was taken away keeps its row, so that its revision tells who was later.
    db.execute(
        "CREATE TABLE entries (code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, key TEXT NOT NULL, value TEXT,"
        " revision INTEGER NOT NULL, PRIMARY KEY (code, key)) WITHOUT ROWID"
    )
    # `once` is the mark of the form that made the change: the same form sent twice changes nothing.
    db.execute(
        "CREATE TABLE changes (code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, revision INTEGER NOT NULL,"
        " once TEXT, phone TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL, next TEXT,"
        " at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (code, revision), UNIQUE (code, once))"
    )
    db.execute(
        "CREATE TABLE phones (code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, phone TEXT NOT NULL,"
        " role TEXT NOT NULL DEFAULT '', seat INTEGER, host INTEGER NOT NULL DEFAULT 0,"
        " joined TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (code, phone))"
    )
    db.execute("CREATE INDEX phones_phone ON phones (phone)")
    db.execute(
        "CREATE TABLE boxes (game TEXT NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,"
        " changed INTEGER NOT NULL, PRIMARY KEY (game, name, key)) WITHOUT ROWID"
    )


@migrations()
def photos(db: Database) -> None:
    """Keep photos with their table. The mark is made of what was sent, so the same photo is stored once."""
    db.execute(
        "CREATE TABLE photos (code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, mark TEXT NOT NULL,"
        " width INTEGER NOT NULL, height INTEGER NOT NULL, jpeg BLOB NOT NULL,"
        " made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (code, mark))"
    )


@migrations()
def box_changes(db: Database) -> None:
    """Log what a change made of a box, too, so that both can be taken back together."""
    db.execute("ALTER TABLE changes ADD COLUMN box TEXT")
