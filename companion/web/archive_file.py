"""The archive as one file, out and in: what people entered, so that it scores elsewhere exactly as it did here.

A game file alone is taken in as well, as a game that is only looked at.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from companion import games
from companion.api import load, score
from companion.core.errors import CompanionError, Illegal, Place
from companion.core.reading import read_list
from companion.core.sheet import Reason
from companion.core.table import Entries, View
from companion.registry import table_game
from companion.store.archive import FILE, Wanted
from companion.store.codes import code_of, tidy_code
from companion.web.evenings import is_known
from companion.web.house import game_of, house

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
    for play in house().archive.plays(Wanted(phone), most=-1):
        if table := house().store.table(play.code):
            entries = table.entries
            if FILE not in entries:
                entries = game_of(table).alone(house().view(table, None, "en"))
            times = {"began": play.began.isoformat(" "), "ended": play.ended.isoformat(" ")}
            head = {"code": table.code, "game": table.game, "place": play.place}
            kept.append({**head, **times, "entries": dict(entries)})
    return {"format": FORMAT, "games": kept}


def take_in(data: bytes, phone: str) -> TakenIn:
    """Take a file in: an archive, of which a game that does not score is left out, or one game file.

    Raises CompanionError where it is neither.
    """
    document = load(data)
    if document.get("format") == FORMAT:
        kept = read_list(document.get("games"), Place("games"), Reason("what.games"))
        listed = [_with_keys_of_today(entry) for entry in kept]
    else:
        listed = [_as_entry(document)]
    known, new = 0, 0
    refused = [number for number, entry in enumerate(listed, 1) if not _sound(entry)]
    for number, entry in enumerate(listed, 1):
        if number not in refused:
            is_new = house().archive.take_in(entry, phone)
            new, known = new + is_new, known + (not is_new)
    return TakenIn(new, known, tuple(refused))


def _with_keys_of_today(entry: Any) -> Any:
    """Return a game of a file as it is written now: claims of finished tableaux were `claimed/` before 0.2.0."""
    if not isinstance(entry, dict) or not isinstance(entry.get("entries"), dict):
        return entry
    return {**entry, "entries": {re.sub("^claimed/", "claim/", key): value for key, value in entry["entries"].items()}}


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


def _as_entry(document: dict[str, Any]) -> dict[str, Any]:
    """Return a game file as an archive would write it: of today, since it does not say when it was played."""
    scored = score(document)
    if not is_known(scored):
        raise scored.problems[0] if scored.problems else Illegal(Reason("error.unfinished"))
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
    head = {"code": code_of(json.dumps(document, sort_keys=True)), "game": scored.game, "place": ""}
    return {**head, "began": now, "ended": now, "entries": {FILE: document}}


def _scores(slug: str, entries: Entries) -> bool:
    if FILE in entries:
        return is_known(games()[slug].score(entries[FILE]))
    game = table_game(slug)
    if game is None:
        return False
    view = View(entries=entries, state=game.state(entries, {}), language="en", texts=game.texts("en"))
    scored = games()[slug].score(json.loads(json.dumps(game.export(view))))
    return game.scoreboard(view).finished and not scored.problems
