"""The archive as one file, out and in: what people entered, so that it scores elsewhere exactly as it did here."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion import games
from companion.core.errors import CompanionError
from companion.core.table import Entries, StandsAlone, View
from companion.registry import table_game
from companion.store.archive import Wanted
from companion.store.codes import tidy_code
from companion.web.desk import desk, game_of

FORMAT = "companion-archive/1"
MOST = 3_000_000  # bytes of a file that is taken in: a thousand games


@dataclass(frozen=True)
class TakenIn:
    """What came of a file: how many games are new, how many were here already, and which could not be read."""

    new: int
    known: int
    refused: tuple[int, ...]  # numbers of games in the file, counted from 1


def archive_file(phone: str) -> dict[str, Any]:
    """Return all finished games of a phone; a table that plays with a box brings its faces along."""
    kept = []
    for play in desk().archive.plays(Wanted(phone), most=-1):
        if table := desk().store.table(play.code):
            game, view = game_of(table), desk().view(table, None, "en")
            entries = game.alone(view) if isinstance(game, StandsAlone) else table.entries
            times = {"began": play.began.isoformat(" "), "ended": play.ended.isoformat(" ")}
            head = {"code": table.code, "game": table.game, "place": play.place}
            kept.append({**head, **times, "entries": dict(entries)})
    return {"format": FORMAT, "games": kept}


def take_in(data: bytes, phone: str) -> TakenIn:
    """Take a file in. Raises ValueError where it is no archive of ours; a game that does not score is left out."""
    document = json.loads(data)
    listed = document.get("games") if isinstance(document, dict) and document.get("format") == FORMAT else None
    if not isinstance(listed, list):
        raise ValueError(FORMAT)
    known, new = 0, 0
    refused = [number for number, entry in enumerate(listed, 1) if not _sound(entry)]
    for number, entry in enumerate(listed, 1):
        if number not in refused:
            is_new = desk().archive.take_in(entry, phone)
            new, known = new + is_new, known + (not is_new)
    return TakenIn(new, known, tuple(refused))


def _sound(entry: object) -> bool:
    """Whether a game of a file comes to a score; anything else in it is nobody's game."""
    try:
        return isinstance(entry, dict) and _headed(entry) and _scores(entry["game"], entry["entries"])
    except (CompanionError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError, AssertionError):
        # Entries are only ever made by the game itself, which trusts them; a file may hold anything in their place.
        return False


def _headed(entry: dict[str, Any]) -> bool:
    """Whether a game says where, when and at which table it was played."""
    began, ended = (datetime.fromisoformat(entry[key]) for key in ("began", "ended"))
    return tidy_code(entry["code"]) == entry["code"] and isinstance(entry["place"], str) and began <= ended


def _scores(slug: str, entries: Entries) -> bool:
    game = table_game(slug)
    if game is None:
        return False
    view = View(entries=entries, state=game.state(entries, {}), language="en", texts=game.texts("en"))
    score = games()[slug].score(json.loads(json.dumps(game.export(view))))
    return game.scoreboard(view).finished and not score.problems
