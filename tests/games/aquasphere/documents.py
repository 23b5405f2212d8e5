"""Game files for the tests, and what they score."""

from __future__ import annotations

from typing import Any

from companion.games.aquasphere import GAME

NOTHING = {"robots": 0, "crystals": 0}
NO_LINES: dict[str, list[Any]] = {"red_lines": []}

Document = dict[str, Any]


def game(*rounds: Document, names: tuple[Any, ...] = ("Yellow", "Red", "Blue"), **more: Any) -> Document:
    seats = [{"name": name} if isinstance(name, str) else name for name in names]
    return {"format": "companion-game/1", "game": "aquasphere", "players": seats, "rounds": list(rounds), **more}


def scoring(sectors: Document | None = None, **players: Document) -> Document:
    return {"scoring": {"sectors": sectors or {}, "players": players}}


def player(document: Document, name: str, language: str = "en") -> Document:
    players: list[Document] = GAME.score(document).say(language)["players"]
    return next(one for one in players if one["name"] == name)


def lines(document: Document, name: str, language: str = "en") -> list[tuple[str, int, str]]:
    return [(line["kind"], line["points"], line["text"]) for line in player(document, name, language)["lines"]]


def finished(finals: Document, last: Document | None = None, **more: Any) -> Document:
    empty = dict.fromkeys(finals, NOTHING)
    rounds = [scoring(**empty)] * 3 + [scoring((last or {}).get("sectors"), **((last or {}).get("players") or empty))]
    return game(*rounds, names=tuple(finals), final=finals, track=NO_LINES, **more)


def end(letters: str = "", time: int = 0, submarines: int = 0, extensions: int = 0) -> Document:
    return {"letters": list(letters), "time": time, "submarines": submarines, "extensions": extensions}
