"""Finished games, kept for looking back: who played, how it ended, every line. Made anew from what was entered."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from companion.core.play import Play, Played
from companion.store.store import Store

_FORMAT = "%Y-%m-%d %H:%M:%S"
FILE = "@file"  # the one entry of a game that came as a game file: the document itself


@dataclass(frozen=True)
class KeptLine:
    """A line of a sheet, as statistics need it."""

    seat: int
    kind: str
    source: str
    points: int
    turn: int = 0


@dataclass(frozen=True)
class Person:
    """Somebody who plays in this house."""

    id: int
    name: str
    colour: int | None = None
    guest: bool = False  # plays along, but is not remembered by name


@dataclass(frozen=True)
class Wanted:
    """Which games to look at: those at whose table a phone was, of one game, with one person."""

    phone: str
    game: str = ""
    person: int = 0


class Archive:
    """The finished games of a house."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def _db(self) -> Database:
        return self._store.db

    # Keeping games.

    def is_kept(self, code: str, revision: int) -> bool:
        """Return whether a game is kept as it was after a change."""
        row = self._db.execute("SELECT revision FROM plays WHERE code = ?", (code,)).fetchone()
        return row is not None and row[0] == revision

    def keep(self, play: Play, revision: int, lines: Iterable[KeptLine]) -> None:
        """Keep a finished game, in place of what was kept of it before."""
        with self._store.writing() as db:
            place = db.execute("SELECT place FROM plays WHERE code = ?", (play.code,)).fetchone()
            db.execute("DELETE FROM plays WHERE code = ?", (play.code,))
            stamps = (play.began.strftime(_FORMAT), play.ended.strftime(_FORMAT))
            db.execute(
                "INSERT INTO plays VALUES (?, ?, ?, ?, ?, ?)",
                (play.code, play.game, revision, *stamps, play.place or (place[0] if place else "")),
            )
            for player in play.players:
                person = self._person(db, player.name)
                result = (player.score, player.rank, int(player.winner), player.role)
                db.execute(
                    "INSERT INTO players VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (play.code, player.seat, person, player.name, *result),
                )
            rows = [
                (play.code, one.seat, at, one.kind, one.source, one.points, one.turn) for at, one in enumerate(lines)
            ]
            db.conn.executemany("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def take_in(self, entry: Mapping[str, Any], phone: str) -> bool:
        """Take a game of another house in, to be looked at; False where it is here already."""
        with self._store.writing() as db:
            if db.execute("SELECT 1 FROM tables WHERE code = ?", (entry["code"],)).fetchone():
                return False
            db.execute(
                "INSERT INTO tables (code, game, revision, closed, made) VALUES (?, ?, 2, 1, ?)",
                (entry["code"], entry["game"], entry["began"]),
            )
            db.execute("INSERT INTO phones (code, phone, role, host) VALUES (?, ?, 'watch', 1)", (entry["code"], phone))
            rows = [(entry["code"], key, json.dumps(value), 1) for key, value in entry["entries"].items()]
            db.conn.executemany("INSERT INTO entries (code, key, value, revision) VALUES (?, ?, ?, ?)", rows)
            first, last = (1, json.dumps(entry["entries"]), entry["began"]), (2, "{}", entry["ended"])
            # At a game that came as a file nobody ever entered anything: it is looked at and never sat down to.
            for revision, after, at in () if FILE in entry["entries"] else (first, last):
                db.execute(
                    "INSERT INTO changes (code, revision, phone, before, after, at) VALUES (?, ?, ?, '{}', ?, ?)",
                    (entry["code"], revision, phone, after, at),
                )
            db.execute(
                "INSERT INTO plays VALUES (?, ?, 0, ?, ?, ?)",
                (entry["code"], entry["game"], entry["began"], entry["ended"], entry["place"]),
            )
        return True

    def forget(self, code: str) -> None:
        """Take a game out that goes on after all."""
        with self._store.writing() as db:
            db.execute("DELETE FROM plays WHERE code = ?", (code,))

    def unfinished(self, phone: str) -> list[str]:
        """Return the games that were taken in and are not counted yet."""
        rows = self._db.execute(
            "SELECT code FROM plays JOIN phones USING (code) WHERE phone = ? AND revision = 0", (phone,)
        )
        return [code for (code,) in rows]

    def set_place(self, code: str, place: str) -> None:
        """Say where a game was played."""
        with self._store.writing() as db:
            db.execute("UPDATE plays SET place = ? WHERE code = ?", (place, code))

    def _person(self, db: Database, name: str) -> int:
        row = db.execute("SELECT person FROM spellings WHERE name = ?", (name,)).fetchone()
        if row:
            return int(row[0])
        (person,) = db.execute("INSERT INTO people (name) VALUES (?) RETURNING id", (name,)).fetchone()
        db.execute("INSERT INTO spellings VALUES (?, ?)", (name, person))
        return int(person)

    # Looking back.

    def plays(self, wanted: Wanted, *, most: int = 50, skip: int = 0) -> list[Play]:
        """Return games, the latest first."""
        where, args = _where(wanted)
        heads = self._db.execute(
            f"SELECT code, game, began, ended, place FROM plays WHERE {where}"
            " ORDER BY ended DESC, code LIMIT ? OFFSET ?",
            (*args, most, skip),
        ).fetchall()
        return self._with_players(heads)

    def play(self, code: str) -> Play | None:
        """Return one game."""
        query = "SELECT code, game, began, ended, place FROM plays WHERE code = ?"
        return next(iter(self._with_players(self._db.execute(query, (code,)).fetchall())), None)

    def count(self, wanted: Wanted) -> int:
        """Return how many games there are."""
        where, args = _where(wanted)
        return int(self._db.execute(f"SELECT count(*) FROM plays WHERE {where}", args).fetchone()[0])

    def _with_players(self, heads: Sequence[tuple[str, ...]]) -> list[Play]:
        marks = ", ".join("?" * len(heads))
        rows = self._db.execute(
            "SELECT code, seat, people.name, score, rank, winner, role, person, colour FROM players"
            f" JOIN people ON people.id = person WHERE code IN ({marks}) ORDER BY code, seat",
            [head[0] for head in heads],
        )
        found: dict[str, list[Played]] = {}
        for code, seat, name, score, rank, winner, role, person, colour in rows:
            one = Played(seat, name, score, rank, bool(winner), role, str(person), colour)
            found.setdefault(code, []).append(one)
        return [
            Play(code, game, "", _moment(began), _moment(ended), tuple(found.get(code, ())), place=place)
            for code, game, began, ended, place in heads
        ]

    def time_of(self, code: str) -> tuple[datetime, datetime]:
        """Return when the first and the last change were made at a table, in universal time."""
        first, last = self._db.execute("SELECT min(at), max(at) FROM changes WHERE code = ?", (code,)).fetchone()
        return datetime.fromisoformat(first), datetime.fromisoformat(last)

    def deleted_of(self, phone: str) -> list[str]:
        """Return the codes of the tables that this phone laid and that were deleted, the latest first."""
        rows = self._db.execute(
            "SELECT code FROM tables JOIN phones USING (code) WHERE phone = ? AND host AND deleted IS NOT NULL"
            " ORDER BY deleted DESC",
            (phone,),
        )
        return [code for (code,) in rows]

    def bring_back(self, code: str) -> None:
        """Bring a deleted table back."""
        with self._store.writing() as db:
            db.execute("UPDATE tables SET deleted = NULL WHERE code = ?", (code,))

    # Results that can be looked at with a link alone.

    def share(self, code: str, *, names: bool) -> str:
        """Return the token of a link to a result; a table has one at most."""
        token = secrets.token_urlsafe(16)
        with self._store.writing() as db:
            db.execute("DELETE FROM shared WHERE code = ?", (code,))
            db.execute("INSERT INTO shared VALUES (?, ?, ?)", (token, code, int(names)))
        return token

    def withdraw(self, code: str) -> None:
        """Take the link to a result back."""
        with self._store.writing() as db:
            db.execute("DELETE FROM shared WHERE code = ?", (code,))

    def token(self, code: str) -> str:
        """Return the token under which a result is shared; empty where it is not."""
        row = self._db.execute("SELECT token FROM shared WHERE code = ?", (code,)).fetchone()
        return str(row[0]) if row else ""

    def shared(self, token: str) -> tuple[str, bool] | None:
        """Return the table that a link leads to, and whether it shows names; None where it was withdrawn."""
        row = self._db.execute("SELECT code, names FROM shared WHERE token = ?", (token,)).fetchone()
        return (str(row[0]), bool(row[1])) if row else None

    # People.

    def people(self, phone: str) -> list[Person]:
        """Return everybody who played at a table of this phone, by name."""
        rows = self._db.execute(
            "SELECT DISTINCT people.id, people.name, colour, guest FROM people JOIN players ON person = people.id"
            " JOIN phones USING (code) WHERE phone = ? ORDER BY people.name COLLATE NOCASE",
            (phone,),
        )
        return [Person(one, name, colour, bool(guest)) for one, name, colour, guest in rows]

    def colours(self, names: Sequence[str]) -> dict[str, int]:
        """Return the colours of those who have chosen one, by the names that they were entered with."""
        marks = ", ".join("?" * len(names))
        rows = self._db.execute(
            "SELECT spellings.name, colour FROM spellings JOIN people ON people.id = person"
            f" WHERE colour IS NOT NULL AND spellings.name IN ({marks})",
            list(names),
        )
        found = {name.casefold(): colour for name, colour in rows}
        return {name: found[name.casefold()] for name in names if name.casefold() in found}

    def person(self, phone: str, identity: int) -> Person | None:
        """Return somebody who played at a table of this phone."""
        return next((one for one in self.people(phone) if one.id == identity), None)

    def change_person(self, person: Person) -> bool:
        """Give somebody another name, colour or standing; False where the name is somebody else's."""
        with self._store.writing() as db:
            row = db.execute("SELECT person FROM spellings WHERE name = ?", (person.name,)).fetchone()
            if row and row[0] != person.id:
                return False
            db.execute("INSERT OR IGNORE INTO spellings VALUES (?, ?)", (person.name, person.id))
            db.execute(
                "UPDATE people SET name = ?, colour = ?, guest = ? WHERE id = ?",
                (person.name, person.colour, int(person.guest), person.id),
            )
        return True

    def spellings(self, identity: int) -> list[str]:
        """Return every name that somebody was ever entered with."""
        return [name for (name,) in self._db.execute("SELECT name FROM spellings WHERE person = ?", (identity,))]

    def elsewhere(self, identity: int, phone: str) -> bool:
        """Return whether somebody also played at a table of which this phone is not the host."""
        row = self._db.execute(
            "SELECT 1 FROM players WHERE person = ? AND code NOT IN (SELECT code FROM phones WHERE phone = ? AND host)",
            (identity, phone),
        )
        return row.fetchone() is not None

    def delete_person(self, identity: int, stand_in: str) -> None:
        """Take somebody's name out of everything that was entered and kept; the games stay, with a stand-in."""
        names = {name.casefold() for name in self.spellings(identity)}
        with self._store.writing() as db:
            codes = [code for (code,) in db.execute("SELECT code FROM players WHERE person = ?", (identity,))]
            for code in codes:
                for table, columns in (("entries", ("value",)), ("changes", ("before", "after"))):
                    for column in columns:
                        _rewrite(db, table, column, code, names, stand_in)
                db.execute("UPDATE tables SET revision = revision + 1 WHERE code = ?", (code,))
                db.execute("UPDATE plays SET revision = revision + 1 WHERE code = ?", (code,))
            db.execute("UPDATE players SET name = ? WHERE person = ?", (stand_in, identity))
            db.execute("DELETE FROM spellings WHERE person = ?", (identity,))
            db.execute("UPDATE people SET name = ?, colour = NULL, guest = 1 WHERE id = ?", (stand_in, identity))

    def merge(self, keep: int, other: int) -> None:
        """Make one person of two spellings; all games of both are kept."""
        if keep == other:
            return
        with self._store.writing() as db:
            db.execute("UPDATE players SET person = ? WHERE person = ?", (keep, other))
            db.execute("UPDATE spellings SET person = ? WHERE person = ?", (keep, other))
            db.execute("DELETE FROM people WHERE id = ?", (other,))


def _rewrite(db: Database, table: str, column: str, code: str, names: set[str], stand_in: str) -> None:
    key = {"entries": "key", "changes": "revision"}[table]
    rows = db.execute(f"SELECT {key}, {column} FROM {table} WHERE code = ? AND {column} IS NOT NULL", (code,))
    for which, text in rows.fetchall():
        clean = json.dumps(_without(json.loads(text), names, stand_in), ensure_ascii=False)
        db.execute(f"UPDATE {table} SET {column} = ? WHERE code = ? AND {key} = ?", (clean, code, which))


def _without(value: Any, names: set[str], stand_in: str) -> Any:
    """Return a value with a stand-in wherever one of the names stands alone."""
    if isinstance(value, str):
        return stand_in if value.strip().casefold() in names else value
    if isinstance(value, list):
        return [_without(part, names, stand_in) for part in value]
    if isinstance(value, dict):
        return {key: _without(part, names, stand_in) for key, part in value.items()}
    return value


def _where(wanted: Wanted) -> tuple[str, list[Any]]:
    conditions = ["code IN (SELECT code FROM phones JOIN tables USING (code) WHERE phone = ? AND deleted IS NULL)"]
    args: list[Any] = [wanted.phone]
    if wanted.game:
        conditions.append("game = ?")
        args.append(wanted.game)
    if wanted.person:
        conditions.append("code IN (SELECT code FROM players WHERE person = ?)")
        args.append(wanted.person)
    return " AND ".join(conditions), args


def _moment(stamp: str) -> datetime:
    return datetime.strptime(stamp, _FORMAT)
