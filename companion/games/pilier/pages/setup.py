"""A new table: the number of cards follows from the number of players."""

from __future__ import annotations

from typing import Any

from companion.core.table import View
from companion.games.pilier.pages.state import State
from companion.games.pilier.rules import CARDS, PLAYERS, SWITCHES
from companion.pages.setup import Setup


class PilierSetup(Setup):
    """How a table is laid."""

    def shown(self, view: View[Any], count: int) -> str:
        """Return how many cards are played with."""
        return view.say("setup.cards", CARDS[count], count)

    def settings_shown(self, view: View[State]) -> str:
        """Return how many cards are played with."""
        return self.shown(view, len(view.state.seats))


SETUP = PilierSetup(players=PLAYERS, usual=4, switches=SWITCHES, counts=True)
