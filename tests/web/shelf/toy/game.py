"""The toy as a game of the shelf."""

from __future__ import annotations

from typing import Any

from companion.core.game import RankStep


class Toy:
    """The least that a game is."""

    slug = "toy"

    def name(self, language: str) -> str:
        return "Toy"

    def about(self, language: str) -> str:
        return "numbers"

    def players(self) -> range:
        return range(1, 5)

    def schema(self) -> dict[str, Any]:
        return {"type": "object"}

    def example(self) -> dict[str, Any]:
        return {"format": "companion-game/1", "game": "toy", "players": [{"name": "Ana", "numbers": [3]}]}

    def score(self, document: Any, language: str) -> dict[str, Any]:
        players = [{"name": one["name"], "total": sum(one["numbers"]), "lines": []} for one in document["players"]]
        best = max(player["total"] for player in players)
        winners = [player["name"] for player in players if player["total"] == best]
        return {"format": "companion-score/1", "game": "toy", "players": players, "winners": winners}

    def rank(self, score: int, language: str) -> RankStep | None:
        return None


GAME = Toy()
