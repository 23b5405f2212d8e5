"""AquaSphere as a game of the shelf: its front door."""

from __future__ import annotations

from typing import Any

from companion.core.game import ShelfGame
from companion.core.reading import FORMAT
from companion.core.score import Score
from companion.games.aquasphere.document import read_record
from companion.games.aquasphere.rules import PLAYERS, SLUG
from companion.games.aquasphere.schema import schema
from companion.games.aquasphere.scoring import score_record


class AquaSphere(ShelfGame):
    """The game as command line and web know it."""

    slug = SLUG
    numbers = PLAYERS
    schema = staticmethod(schema)

    def example(self) -> dict[str, Any]:
        """Return the first round of a game, with its scoring."""
        return {
            "format": FORMAT,
            "game": SLUG,
            "players": [{"name": "Ana", "claimed": 9}, {"name": "Ben"}],
            "track": {"red_lines": [8, 16, 24], "length": 50},
            "rounds": [
                {
                    "moves": [{"player": "Ana", "action": "octopods", "in_sector": 3, "holds": 2}],
                    "scoring": {
                        "sectors": {"A": {"control": "Ana"}, "B": {"control": "Ben", "octopods": 1}},
                        "players": {"Ana": {"robots": 2, "crystals": 1}, "Ben": {"robots": 3, "crystals": 0}},
                    },
                }
            ],
        }

    def score(self, document: object) -> Score:
        """Return what a game file comes to."""
        return score_record(read_record(document))


GAME = AquaSphere()
