"""A new table: the number of cards follows from the number of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.table import View
from companion.games.pilier.pages.state import State
from companion.games.pilier.rules import CARDS, PLAYERS, SWITCHES
from companion.pages.fields import Fields
from companion.pages.setup import Setup


class PilierSetup(Setup):
    """How a table is laid."""

    def shown(self, view: View[Any], count: int) -> str:
        """Return how many cards are played with."""
        return view.say("setup.cards", CARDS[count], count)

    def read(self, view: View[Any], form: Fields, count: int) -> Mapping[str, Any]:
        """Return the box whose cards this phone has taught, if it has one: photos are read with it."""
        return {"box": view.boxes.names[0]} if view.boxes.names else {}

    def settings_shown(self, view: View[State]) -> str:
        """Return how many cards are played with."""
        return self.shown(view, len(view.state.seats))


SETUP = PilierSetup(players=PLAYERS, usual=4, switches=SWITCHES, counts=True)
