"""Game files for the tests, and what they score."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.games.collexion import GAME

PINK = ["pink triangle", "pink square", "pink pentagon", "pink octagon"]
GREEN = ["green triangle", "green square", "green pentagon", "green octagon"]
SQUARES = ["green square", "yellow square", "pink square", "blue square"]

Document = dict[str, Any]


def game(*players: tuple[str, Document], **more: Any) -> Document:
    seats = [{"name": name, **fields} for name, fields in players]
    return {"format": "companion-game/1", "game": "collexion", "players": seats, **more}


def score(document: Document, language: str = "en") -> Document:
    return GAME.score(document).say(language)


def lines(document: Document, name: str, language: str = "en") -> list[tuple[str, int, str]]:
    player = next(player for player in score(document, language)["players"] if player["name"] == name)
    return [(line["kind"], line["points"], line["text"]) for line in player["lines"]]


def end(tokens: Iterable[Any] = (), powers: int = 0, left: int = 0, **more: Any) -> Document:
    return {"tokens": list(tokens), "powers": powers, "left": left, **more}


def played(*turns: Document, names: tuple[str, ...] = ("Ana", "Ben"), **more: Any) -> Document:
    return game(*((name, {}) for name in names), turns=list(turns), **more)
