"""Game files for the tests, and what they score."""

from __future__ import annotations

from companion.games.collexion import GAME

PINK = ["pink triangle", "pink square", "pink pentagon", "pink octagon"]
GREEN = ["green triangle", "green square", "green pentagon", "green octagon"]
SQUARES = ["green square", "yellow square", "pink square", "blue square"]


def game(*players, **more):
    seats = [{"name": name, **fields} for name, fields in players]
    return {"format": "companion-game/1", "game": "collexion", "players": seats, **more}


def score(document, language="en"):
    return GAME.score(document).say(language)


def lines(document, name, language="en"):
    player = next(player for player in score(document, language)["players"] if player["name"] == name)
    return [(line["kind"], line["points"], line["text"]) for line in player["lines"]]


def end(tokens=(), powers=0, left=0, **more):
    return {"tokens": list(tokens), "powers": powers, "left": left, **more}


def played(*turns, names=("Ana", "Ben"), **more):
    return game(*((name, {}) for name in names), turns=list(turns), **more)
