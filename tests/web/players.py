"""A phone that keeps score for everybody at a table of AI100, and what is played there."""

from __future__ import annotations

import json
from typing import Any

from flask import Flask

from companion.core.table import Change
from companion.games.ai100.deck import demo_deck
from companion.registry import games
from tests.web.conftest import Phone, words

ORDER = ["B2", "B4", "A3", "C3", "A2", "A4", "C2", "C4", "B1", "B5", "A1", "A5", "C1", "C5"]


class Players(Phone):
    """One phone that keeps score for everybody."""

    def __init__(
        self, app: Flask, ais: list[str], language: str = "en", same: Phone | None = None, **more: str
    ) -> None:
        super().__init__(app, language, same)
        self.app = app
        fields = {f"ai{seat}": ai for seat, ai in enumerate(ais)}
        names = {
            f"name{seat}": name for seat, name in enumerate(["Ana", "Ben", "Cleo", "Dora", "Emil", "Finn"][: len(ais)])
        }
        usual = {"objective1": "O3", "objective2": "O4", "deck": "demo"}
        answer = self.post("/new/ai100", players=len(ais), **{**usual, **names, **fields, **more})
        assert answer.status_code == 303, words(answer)
        self.code = answer.headers["Location"].strip("/").split("/")[1]

    def lay(self, seat: int, turn: int, card: str, cell: str, **more: str) -> Any:
        seen = self.app.extensions["house"].store.revision(self.code)
        return self.post("do/lay", seat=seat, turn=turn, card=card, cell=cell, as_of=seen, **more)

    def lay_all(self, turn: int, *plays: tuple[str, str]) -> None:
        for seat, (card, cell) in enumerate(plays):
            assert self.lay(seat, turn, card, cell).status_code == 303

    def enter(self, **entries: Any) -> None:
        """Put entries straight into the store: what was played before the test begins."""
        self.app.extensions["house"].store.change(self.code, "x", lambda table: Change(entries), as_of=999)

    def score(self) -> dict[str, Any]:
        return games()["ai100"].score(json.loads(self.get("game.json").data)).say("en")


def full_game(players: int, cards: list[str], turns: int = 14) -> dict[str, Any]:
    return {
        f"play/{turn}/{seat}": {"card": cards[(turn - 1) * players + seat], "cell": ORDER[turn - 1]}
        for turn in range(1, turns + 1)
        for seat in range(players)
    }


PLAIN = [card for card, face in demo_deck().faces.items() if face.colour != "black" and not card.startswith("AI-")]
