"""The house: what this server keeps, and its tables as their games see them, each state computed once a change."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from itertools import chain, cycle
from pathlib import Path
from typing import Any, cast

from flask import current_app

from companion.core.table import Entries, Form, KnownBoxes, Link, Scoreboard, TableGame, View
from companion.registry import table_game
from companion.store import Phone, Store, Table
from companion.store.admission import Admission
from companion.store.archive import Archive
from companion.store.boxes import Boxes
from companion.store.photos import Photos

COLOURS = range(6)
"""The colours of players: s0 to s5 in static/companion.css."""

_REMEMBERED = 1500  # states, tables and scoreboards; those of four hundred tables fit


class House:
    """All that this server keeps, and the states of the tables that were looked at lately."""

    def __init__(self, store: Store, *, public: bool = False) -> None:
        self.store = store
        self.photos = Photos(store)
        self.archive = Archive(store)
        self.boxes = Boxes(store, public=public)
        self.admission = Admission(store)
        self._states: OrderedDict[str, tuple[tuple[int, str], Any]] = OrderedDict()
        self._lock = threading.Lock()

    def view(
        self,
        table: Table,
        phone: Phone | None,
        language: str,
        filled: Form | None = None,
        errors: Form | None = None,
        *,
        wide: bool = False,
    ) -> View[Any]:
        """Return the table as a phone looks at it; a closed one is only looked at."""
        game = game_of(table)
        role = phone.role if phone and not table.closed else "watch"
        name = game.box_name(table.entries)
        version, box = self.box(table.game, name)
        who = phone.phone if phone else ""
        return View(
            entries=table.entries,
            state=self._remembered((table.code, table.revision, version), lambda: game.state(table.entries, box)),
            language=language,
            texts=game.texts(language),
            seat=phone.seat if phone and role == "seat" else None,
            everybody=role == "everybody",
            wide=wide,
            box=box,
            boxes=KnownBoxes(
                names=self.boxes.of(table.game, who),
                owned=self.boxes.may_change(table.game, name, who),
                look_into=lambda name: self.box(table.game, name)[1],
            ),
            filled=filled or {},
            errors=errors or {},
            photos=self.photos.of_table(table.code),
            earlier=lambda: self._earlier(table, phone),
        )

    def _earlier(self, table: Table, phone: Phone | None) -> list[tuple[Entries, Entries]]:
        game = game_of(table)
        others = self.store.tables_of(phone.phone) if phone else []
        return [
            (one.entries, self.box(one.game, game.box_name(one.entries))[1])
            for one in others
            if one.game == table.game and one.code != table.code
        ]

    def box(self, game: str, name: str) -> tuple[str, Entries]:
        """Return what is known about a box and its version, without what is damaged in it."""
        version, box = self.store.box(game, name)
        damaged = self._damage(game, name, version, box)
        return version, {key: value for key, value in box.items() if key not in damaged} if damaged else box

    def damage(self, game: str, name: str) -> Entries:
        """Return what is damaged in a box: keys, and what was expected there."""
        return self._damage(game, name, *self.store.box(game, name))

    # Files that take long to draw lie ready beside the database.

    def shelve(self, game: str, name: str, data: bytes) -> None:
        """Lay a file ready for everybody who asks for it."""
        place = self.shelf(game, name)
        place.parent.mkdir(exist_ok=True)
        draft = place.with_name(f"draft-{secrets.token_hex(4)}")
        draft.write_bytes(data)
        draft.replace(place)

    def shelf(self, game: str, name: str) -> Path:
        """Return where a file lies when it is drawn; another version draws its own."""
        return self.store.file.parent / "drawn" / f"{game}-{version('companion-table')}-{name}"

    def _damage(self, game: str, name: str, version: str, box: Entries) -> Entries:
        played = table_game(game)
        if not box or not played:
            return {}
        return cast(Entries, self._remembered((f"box {game} {name}", 0, version), lambda: played.damage(box)))

    def table(self, code: str) -> Table | None:
        """Return a table as it is now. It is read whole once a change, however many phones look at it."""
        revision = self.store.revision(code)
        if not revision:
            return None
        return cast("Table | None", self._remembered((f"table {code}", revision, ""), lambda: self.store.table(code)))

    def scoreboard(self, table: Table, view: View[Any], made: Callable[[Table, Scoreboard], None]) -> Scoreboard:
        """Return the scoreboard, the same for all phones of a language; `made` hears of each that is worked out."""
        version = self.store.box_version(table.game, game_of(table).box_name(table.entries))

        def make() -> Scoreboard:
            board = self.coloured(game_of(table).scoreboard(view))
            made(table, board)
            return board

        key = (f"scores {table.code} {view.language}", table.revision, version)
        return cast(Scoreboard, self._remembered(key, make))

    def coloured(self, board: Scoreboard) -> Scoreboard:
        """Return the scoreboard with a colour for each seat: that of the person, else the next one that is free."""
        own = self.archive.colours([row.name for row in board.rows])
        free = chain((colour for colour in COLOURS if colour not in own.values()), cycle(COLOURS))
        taken: set[int] = set()
        rows = []
        for row in board.rows:
            colour = own.get(row.name)
            if colour is None or colour in taken:
                colour = next(free)
            taken.add(colour)
            rows.append(replace(row, colour=colour))
        return replace(board, rows=tuple(rows))

    def moments(self, table: Table, view: View[Any]) -> tuple[tuple[str, Link | None], ...]:
        """Return what there is to say about a game that is over, worked out once for each change and language."""
        key = (f"moments {table.code} {view.language}", table.revision, "")
        told = self._remembered(key, lambda: game_of(table).moments(view))
        return cast("tuple[tuple[str, Link | None], ...]", told)

    def blank_view(
        self, game: TableGame, phone: str, language: str, filled: Form | None = None, errors: Form | None = None
    ) -> View[None]:
        """Return the view of a table that is not laid yet."""
        return View(
            entries={},
            state=None,
            language=language,
            texts=game.texts(language),
            boxes=KnownBoxes(
                names=self.boxes.of(game.slug, phone),
                look_into=lambda name: self.box(game.slug, name)[1],
                free_name=lambda name: self.boxes.free_name(game.slug, name, phone),
            ),
            filled=filled or {},
            errors=errors or {},
        )

    def _remembered(self, key: tuple[str, int, str], make: Callable[[], Any]) -> Any:
        name, stamp = key[0], key[1:]
        with self._lock:
            if name in self._states and self._states[name][0] == stamp:
                self._states.move_to_end(name)
                return self._states[name][1]
        made = make()
        with self._lock:
            self._states[name] = stamp, made  # nobody looks at an earlier revision any more
            self._states.move_to_end(name)
            while len(self._states) > _REMEMBERED:
                self._states.popitem(last=False)
        return made


def game_of(table: Table) -> TableGame:
    """Return the game that is played at a table."""
    game = table_game(table.game)
    assert game is not None, f"no game {table.game} on the shelf"
    return game


def house() -> House:
    """Return the house of the running app."""
    return cast(House, current_app.extensions["house"])
