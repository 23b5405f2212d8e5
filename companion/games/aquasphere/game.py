"""AquaSphere as a game of the shelf: its front door."""

from __future__ import annotations

from companion.core.game import ShelfGame
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

    def score(self, document: object) -> Score:
        """Return what a game file comes to."""
        return score_record(read_record(document))


GAME = AquaSphere()
