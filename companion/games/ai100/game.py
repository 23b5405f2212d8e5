"""'AI, 100% Human' as a game of the shelf: its front door."""

from __future__ import annotations

from companion.core.game import DeckKeeper, RankStep, ShelfGame
from companion.core.rules import Example, Rule
from companion.core.score import Score, WhatIf
from companion.games.ai100 import lookup, ranks
from companion.games.ai100.cards import full_id
from companion.games.ai100.document import MOST_PLAYERS, read_record
from companion.games.ai100.report import says, score_record
from companion.games.ai100.schema import schema
from companion.games.ai100.whatif import what_if


class AI100(ShelfGame):
    """The game as command line and web know it."""

    slug = "ai100"
    numbers = range(1, MOST_PLAYERS + 1)
    schema = staticmethod(schema)

    def score(self, document: object) -> Score:
        """Return what a game file comes to."""
        return score_record(read_record(document))

    def what_if(self, document: object, player: str, card: str) -> WhatIf:
        """Return what a card in hand would bring on each legal cell, best first."""
        record = read_record(document, open_turn=True)
        return WhatIf(what_if(record, player, full_id(card)), says(record))

    def rules(self, language: str) -> tuple[Rule, ...]:
        """Return every card, objective and AI card to look up."""
        return lookup.rules(language)

    def examples(self, identity: str, language: str) -> tuple[Example, ...]:
        """Return drawn examples of a condition."""
        return lookup.examples(identity, language)

    def decks(self) -> DeckKeeper:
        """Return the decks: faces that photos have taught, and the demo deck."""
        from companion.games.ai100.keeper import Decks

        return Decks()

    def rank(self, score: int, language: str) -> RankStep | None:
        """Return the solo rank of a score."""
        step = ranks.rank(score)
        name = self.texts(language)["rank.failure"] if step.name == ranks.FAILURE else step.name
        return step._replace(name=name)


GAME = AI100()
