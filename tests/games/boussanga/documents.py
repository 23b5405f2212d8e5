"""Game files for the tests, and what they score."""

from __future__ import annotations

from typing import Any

from companion.games.boussanga import GAME

THREE = [[0, 0, "red"], [0, 1, "red"], [0, 2, "red"]]
FOUR = [*THREE, [0, 3, "red"]]
FOUR_BLUE = [[0, column, "blue"] for column in range(4)]
PASS = {"pass": True}
ROW = [["red"] * 4 + ["blue"] * 4] + [[None] * 8] * 7

Document = dict[str, Any]


def game(*players: tuple[str, Document], mode: str = "competitive", **more: Any) -> Document:
    seats = [{"name": name, **fields} for name, fields in players]
    return {"format": "companion-game/1", "game": "boussanga", "mode": mode, "players": seats, **more}


def player(document: Document, name: str, language: str = "en") -> Document:
    players: list[Document] = GAME.score(document).say(language)["players"]
    return next(one for one in players if one["name"] == name)


def lines(document: Document, name: str, language: str = "en") -> list[tuple[str, str, int, str]]:
    found = player(document, name, language)["lines"]
    return [(line["kind"], line["source"], line["points"], line["text"]) for line in found]


def plate(claimed: int | None = None, **tokens: int) -> Document:
    return {"tokens": tokens, "claimed": claimed}


def lay(card: Any, cell: Any, orientation: int = 0) -> Document:
    return {"card": card, "cell": cell, "orientation": orientation}


def played(*turns: Document, names: tuple[str, ...] = ("Ana", "Ben"), **more: Any) -> Document:
    return game(*((name, {}) for name in names), turns=list(turns), **more)


def together(*names: str, **more: Any) -> Document:
    return game(*((name, {}) for name in names or ("Ana",)), mode="cooperative", **more)
