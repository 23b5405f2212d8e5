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


@migrations()
def doors(db: Database) -> None:
    """Lock seats, keep the removed out, give boxes their owners and a count that only grows."""
    db.execute("ALTER TABLE tables ADD COLUMN locked INTEGER NOT NULL DEFAULT 0")
    db.execute(
        "CREATE TABLE removed (code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, phone TEXT NOT NULL,"
        " PRIMARY KEY (code, phone)) WITHOUT ROWID"
    )
    # Wrong codes, by phone and by address; kept for a minute, shared by all processes of the server.
    db.execute("CREATE TABLE slips (who TEXT NOT NULL, at REAL NOT NULL)")
    db.execute("CREATE INDEX slips_who ON slips (who)")
    db.execute("CREATE TABLE box_marks (game TEXT NOT NULL, name TEXT NOT NULL, mark INTEGER NOT NULL,"
               " PRIMARY KEY (game, name)) WITHOUT ROWID")  # fmt: skip
    db.execute("INSERT INTO box_marks SELECT game, name, max(changed) FROM boxes GROUP BY game, name")
    # Whoever has taught a box owns it. One that nobody at a table has taught is the house's own.
    db.execute("CREATE TABLE owners (game TEXT NOT NULL, name TEXT NOT NULL, phone TEXT NOT NULL,"
               " PRIMARY KEY (game, name, phone)) WITHOUT ROWID")  # fmt: skip
    db.execute("CREATE INDEX owners_phone ON owners (phone)")
    db.execute(
        "INSERT OR IGNORE INTO owners SELECT game, json_extract(box, '$.name'), phone FROM changes"
        " JOIN tables USING (code) WHERE box IS NOT NULL"
    )
    db.execute("CREATE TABLE invites (code TEXT PRIMARY KEY, game TEXT NOT NULL, name TEXT NOT NULL,"
               " at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP)")  # fmt: skip
    # A public server: who may lay tables, and what each phone has sent on which day.
    db.execute("CREATE TABLE invitations (code TEXT PRIMARY KEY, uses INTEGER NOT NULL)")
    db.execute("CREATE TABLE guests (phone TEXT PRIMARY KEY)")
    db.execute(
        "CREATE TABLE sent (phone TEXT NOT NULL, day TEXT NOT NULL, tables INTEGER NOT NULL DEFAULT 0,"
        " photos INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (phone, day))"
    )


@migrations()
def archive(db: Database) -> None:
    """Keep finished games: who played, how it ended, and every line of the sheets. docs/data.md explains them."""
    # A deleted table is gone for everybody, and can be brought back by its host for a month.
    db.execute("ALTER TABLE tables ADD COLUMN deleted TEXT")
    # A result that can be looked at with a link alone, until the link is withdrawn.
    db.execute(
        "CREATE TABLE shared (token TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE REFERENCES tables ON DELETE CASCADE,"
        " names INTEGER NOT NULL DEFAULT 1)"
    )
    db.execute(
        "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, colour INTEGER,"
        " guest INTEGER NOT NULL DEFAULT 0)"
    )
    # Every spelling that was ever used; merged and renamed people keep theirs.
    db.execute(
        "CREATE TABLE spellings (name TEXT PRIMARY KEY COLLATE NOCASE,"
        " person INTEGER NOT NULL REFERENCES people ON DELETE CASCADE)"
    )
    db.execute(
        "CREATE TABLE plays (code TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE, game TEXT NOT NULL,"
        " revision INTEGER NOT NULL, began TEXT NOT NULL, ended TEXT NOT NULL, place TEXT NOT NULL DEFAULT '')"
    )
    db.execute("CREATE INDEX plays_ended ON plays (ended)")
    db.execute(
        "CREATE TABLE players (code TEXT NOT NULL REFERENCES plays ON DELETE CASCADE, seat INTEGER NOT NULL,"
        " person INTEGER NOT NULL REFERENCES people, name TEXT NOT NULL, score INTEGER NOT NULL, rank INTEGER NOT NULL,"
        " winner INTEGER NOT NULL, role TEXT NOT NULL DEFAULT '', PRIMARY KEY (code, seat)) WITHOUT ROWID"
    )
    db.execute("CREATE INDEX players_person ON players (person)")
    db.execute(
        "CREATE TABLE lines (code TEXT NOT NULL REFERENCES plays ON DELETE CASCADE, seat INTEGER NOT NULL,"
        " number INTEGER NOT NULL, kind TEXT NOT NULL, source TEXT NOT NULL, points INTEGER NOT NULL,"
        " turn INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (code, seat, number)) WITHOUT ROWID"
    )
    db.execute(
        "CREATE VIEW results AS SELECT plays.code, plays.game, plays.ended, plays.place,"
        " round((julianday(plays.ended) - julianday(plays.began)) * 1440) AS minutes, players.seat, people.name,"
        " players.score, players.rank, players.winner, players.role"
        " FROM plays JOIN players USING (code) JOIN people ON people.id = players.person"
    )


@migrations()
def plain_names(db: Database) -> None:
    """Call things what they are: which form made a change, which photo it is, and the version of a box."""
    db.execute("ALTER TABLE changes RENAME COLUMN once TO form_id")
    db.execute("ALTER TABLE photos RENAME COLUMN mark TO photo_id")
    db.execute("ALTER TABLE box_marks RENAME TO box_versions")
    db.execute("ALTER TABLE box_versions RENAME COLUMN mark TO version")


@migrations()
def who_photographed(db: Database) -> None:
    """Remember which phone sent a photo: a seat takes away its own alone."""
    db.execute("ALTER TABLE photos ADD COLUMN phone TEXT NOT NULL DEFAULT ''")


@migrations()
def claims_have_one_name(db: Database) -> None:
    """Keep a claimed total under the same key in every game; finished tableaux had one of their own."""
    db.execute("UPDATE entries SET key = replace(key, 'claimed/', 'claim/') WHERE key LIKE 'claimed/%'")
    renamed = (f"{column} = replace({column}, '\"claimed/', '\"claim/')" for column in ("before", "after"))
    db.execute(f"UPDATE changes SET {', '.join(renamed)}")
