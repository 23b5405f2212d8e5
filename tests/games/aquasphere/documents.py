"""Game files for the tests, and what they score."""

from __future__ import annotations

from companion.games.aquasphere import GAME

NOTHING = {"robots": 0, "crystals": 0}
NO_LINES = {"red_lines": []}


def game(*rounds, names=("Yellow", "Red", "Blue"), **more):
    seats = [{"name": name} if isinstance(name, str) else name for name in names]
    return {"format": "companion-game/1", "game": "aquasphere", "players": seats, "rounds": list(rounds), **more}


def scoring(sectors=None, **players):
    return {"scoring": {"sectors": sectors or {}, "players": players}}


def player(document, name, language="en"):
    return next(one for one in GAME.score(document).say(language)["players"] if one["name"] == name)


def lines(document, name, language="en"):
    return [(line["kind"], line["points"], line["text"]) for line in player(document, name, language)["lines"]]


def finished(finals, last=None, **more):
    empty = dict.fromkeys(finals, NOTHING)
    rounds = [scoring(**empty)] * 3 + [scoring((last or {}).get("sectors"), **((last or {}).get("players") or empty))]
    return game(*rounds, names=tuple(finals), final=finals, track=NO_LINES, **more)


def end(letters="", time=0, submarines=0, extensions=0):
    return {"letters": list(letters), "time": time, "submarines": submarines, "extensions": extensions}
