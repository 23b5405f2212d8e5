"""The Pilier game as a game of the shelf: its front door."""

from __future__ import annotations

from companion.core.errors import GAME_FILE, Place, Unreadable
from companion.core.game import ShelfGame
from companion.core.reading import read_word
from companion.core.score import Score, WhatIf
from companion.core.sheet import Reason
from companion.games.pilier.cards import read_card
from companion.games.pilier.document import read_record
from companion.games.pilier.replay import replay, verify_open
from companion.games.pilier.rules import PLAYERS, SLUG
from companion.games.pilier.schema import schema
from companion.games.pilier.scoring import score_record
from companion.games.pilier.whatif import open_cells, says


class Pilier(ShelfGame):
    """The game as command line and web know it."""

    slug = SLUG
    numbers = PLAYERS
    schema = staticmethod(schema)

    def score(self, document: object) -> Score:
        """Return what a game file comes to."""
        return score_record(read_record(document))

    def what_if(self, document: object, player: str, card: str) -> WhatIf:
        """Return what a card in hand would bring on each cell, best first; the game must be written down in turns."""
        record = read_record(document)
        read_word(player, record.names, Place("player"), Reason("pilier:what.player"))
        if record.finals is not None:
            raise Unreadable(Reason("pilier:error.no_turns"), GAME_FILE)
        position = replay(record)
        verify_open(position, record.names, Place.turn(position.turn + 1))
        found = open_cells(position, record.names.index(player), read_card(card, Place("card")))
        return WhatIf(tuple(option.line(record.names) for option in found), says, ("cell", "points", "text"))


GAME = Pilier()
