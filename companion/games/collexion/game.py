"""ColleXion as a game of the shelf: its front door."""

from __future__ import annotations

from companion.core.game import ShelfGame
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

    def score(self, document: object) -> Score:
        """Return what a game file comes to."""
        return score_record(read_record(document))


GAME = ColleXion()
