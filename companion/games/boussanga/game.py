"""Boussanga as a game of the shelf: its front door."""

from __future__ import annotations

from companion.core.game import RankStep, ShelfGame
from companion.core.score import Score
from companion.core.texts import texts_of
from companion.games.boussanga.document import read_record
from companion.games.boussanga.rules import PLAYERS, SLUG, rank
from companion.games.boussanga.schema import schema
from companion.games.boussanga.scoring import score_record


class Boussanga(ShelfGame):
    """The game as command line and web know it."""

    slug = SLUG
    numbers = PLAYERS
    schema = staticmethod(schema)

    def score(self, document: object) -> Score:
        """Return what a game file comes to."""
        return score_record(read_record(document))

    def rank(self, score: int, language: str) -> RankStep | None:
        """Return the rank of a cooperative or solo game by its discarded cards; the fewer the better."""
        step, words = rank(score), texts_of(SLUG, language)
        above = words[f"rank.{step.next}"] if step.next else ""
        return RankStep(words[f"rank.{step.name}"], above, step.missing)


GAME = Boussanga()
