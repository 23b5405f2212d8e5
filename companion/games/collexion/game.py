"""ColleXion as a game of the shelf: its front door."""

from __future__ import annotations

from typing import Any

from companion.core.game import ShelfGame
from companion.core.reading import FORMAT
from companion.core.score import Score
from companion.games.collexion.document import read_record
from companion.games.collexion.rules import PLAYERS, SLUG
from companion.games.collexion.schema import schema
from companion.games.collexion.scoring import score_record


class ColleXion(ShelfGame):
    """The game as command line and web know it."""

    slug = SLUG
    numbers = PLAYERS
    schema = staticmethod(schema)

    def example(self) -> dict[str, Any]:
        """Return a small finished game."""
        return {
            "format": FORMAT,
            "game": SLUG,
            "players": [
                {"name": "Ana", "tokens": [2, 2, 4], "powers": 1, "left": 2, "claimed": 7},
                {"name": "Ben", "tokens": [2, 3], "powers": 0, "collection": {"pink": {"square": 1}}},
            ],
        }

    def score(self, document: object) -> Score:
        """Return what a game file comes to."""
        return score_record(read_record(document))


GAME = ColleXion()
