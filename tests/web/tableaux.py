"""A phone at a table of AI100 that scores a finished game, and the game that was played."""

from __future__ import annotations

import json
from typing import Any

from flask import Flask

from companion.games.ai100.deck import demo_deck
from companion.registry import games
from companion.samples.demo import sample_game
from tests.web.conftest import Phone, words

GAME = sample_game()  # two players, fourteen turns, nothing unknown
NAMES = [player["name"] for player in GAME["players"]]
TABLEAUX = {name: {turn[name]["cell"]: turn[name]["card"] for turn in GAME["turns"]} for name in NAMES}
WHOLE, BENS = ({"B3": player["ai"], **TABLEAUX[player["name"]]} for player in GAME["players"])
TRUE = {player["name"]: player["total"] for player in games()["ai100"].score(GAME).say("en")["players"]}


class Finished(Phone):
    """A phone at a table that scores a finished game."""

    def __init__(
        self,
        app: Flask,
        players: list[dict[str, Any]] | None = None,
        language: str = "en",
        same: Phone | None = None,
        **more: str,
    ) -> None:
        super().__init__(app, language, same)
        self.app = app
        self.lay_table(players or GAME["players"], **more)

    def lay_table(self, players: list[dict[str, Any]], **more: str) -> None:
        seats = {f"name{seat}": player["name"] for seat, player in enumerate(players)}
        seats |= {f"ai{seat}": player["ai"] for seat, player in enumerate(players)}
        form = {
            "finished": "1",
            "players": len(players),
            "objective1": "O3",
            "objective2": "O4",
            "deck": "demo",
            **seats,
            **more,
        }
        answer = self.post("/new/ai100", **form)
        assert answer.status_code == 303, words(answer)
        self.code = answer.headers["Location"].strip("/").split("/")[1]

    def do(self, action: str, **fields: object) -> Any:
        return self.post(f"do/{action}", as_of=self.app.extensions["house"].store.revision(self.code), **fields)

    def enter(self, *names: str) -> None:
        for name in names or NAMES:
            assert self.do("tableau", seat=NAMES.index(name), **TABLEAUX[name]).status_code == 303

    def claim(self, seat: int, points: object) -> str:
        answer = self.do("claim", seat=seat, typed=points)
        return words(answer if answer.status_code == 422 else self.get(f"?seat={seat}"))

    def score(self) -> dict[str, Any]:
        return games()["ai100"].score(json.loads(self.get("game.json").data)).say("en")


# Two players: the neutral grid is a neighbour of both.

SPARE = [card for card in sorted(demo_deck().faces) if card < "099" and card not in GAME["faces"]]
GRID = dict(zip([row + column for row in "ABC" for column in "1234"], SPARE, strict=False))


def phase_of(card: str) -> int:
    return demo_deck().faces[card].phase
