"""The whole archive as one file, out and in: what people entered, so that it scores elsewhere exactly as it did here."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from companion.core.errors import CompanionError
from companion.core.table import View
from companion.registry import games
from companion.store import Table
from companion.store.archive import Wanted
from companion.web.desk import desk, table_game

FORMAT = "companion-archive/1"
MOST = 30_000_000  # bytes of a file that is taken in


@dataclass(frozen=True)
class TakenIn:
    """What came of a file: how many games are new, how many were here already, and what could not be read."""

    new: int
    known: int
    refused: tuple[int, ...]  # numbers of games in the file, counted from 1


def archive_file(phone: str) -> dict[str, Any]:
    """Return all finished games of a phone, with the faces of the boxes that they were played with."""
    plays = desk().archive.plays(Wanted(phone), most=-1)
    tables = [(play, table) for play in plays if (table := desk().store.table(play.code))]
    return {
        "format": FORMAT,
        "games": [
            {
                "code": table.code,
                "game": table.game,
                "began": play.began.isoformat(" "),
                "ended": play.ended.isoformat(" "),
                "place": play.place,
                "entries": dict(table.entries),
                "box": _faces(table),
            }
            for play, table in tables
        ],
    }


def _faces(table: Table) -> dict[str, Any]:
    game = table_game(table.game)
    name = game.box_name(table.entries) if game else ""
    _, known = desk().store.box(table.game, name) if name else ("", {})
    return {"name": name, "known": {key: value for key, value in known.items() if not key.startswith("@")}}


def take_in(data: bytes, phone: str) -> TakenIn:
    """Take a file in. Raises ValueError where it is no archive of ours; a game that does not score is left out."""
    document = json.loads(data)
    if not isinstance(document, dict) or document.get("format") != FORMAT or not isinstance(document.get("games"), list):
        raise ValueError(FORMAT)
    new, known, refused = 0, 0, []
    for number, entry in enumerate(document["games"], 1):
        if not isinstance(entry, dict) or not _scores(entry):
            refused.append(number)
        elif desk().store.take_in(entry, phone):
            new += 1
        else:
            known += 1
    return TakenIn(new, known, tuple(refused))


def _scores(entry: dict[str, Any]) -> bool:
    """Whether a game of a file comes to a score; anything else in it is nobody's game."""
    try:
        game = table_game(entry["game"])
        if game is None:
            return False
        entries, box = entry["entries"], entry["box"]["known"]
        view = View(entries=entries, state=game.state(entries, box), language="en", texts=game.texts("en"), box=box)
        games()[entry["game"]].score(json.loads(json.dumps(game.export(view))), "en")
    except (CompanionError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError, AssertionError):
        # Entries are only ever made by the game itself; a file may hold anything in their place.
        return False
    return all(isinstance(entry.get(key), str) for key in ("code", "began", "ended", "place"))
