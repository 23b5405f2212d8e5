"""Game files for the tests, and what they score."""

from __future__ import annotations

from companion.games.boussanga import GAME

THREE = [[0, 0, "red"], [0, 1, "red"], [0, 2, "red"]]
FOUR = [*THREE, [0, 3, "red"]]
FOUR_BLUE = [[0, column, "blue"] for column in range(4)]
PASS = {"pass": True}
ROW = [["red"] * 4 + ["blue"] * 4] + [[None] * 8] * 7


def game(*players, mode="competitive", **more):
    seats = [{"name": name, **fields} for name, fields in players]
    return {"format": "companion-game/1", "game": "boussanga", "mode": mode, "players": seats, **more}


def player(document, name, language="en"):
    return next(one for one in GAME.score(document).say(language)["players"] if one["name"] == name)


def lines(document, name, language="en"):
    found = player(document, name, language)["lines"]
    return [(line["kind"], line["source"], line["points"], line["text"]) for line in found]


def plate(claimed=None, **tokens):
    return {"tokens": tokens, "claimed": claimed}


def lay(card, cell, orientation=0):
    return {"card": card, "cell": cell, "orientation": orientation}


def played(*turns, names=("Ana", "Ben"), **more):
    return game(*((name, {}) for name in names), turns=list(turns), **more)


def together(*names, **more):
    return game(*((name, {}) for name in names or ("Ana",)), mode="cooperative", **more)
