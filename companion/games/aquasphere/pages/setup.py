"""A new table: beside the players there is the box whose red lines are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.table import View
from companion.games.aquasphere.pages.state import State
from companion.games.aquasphere.rules import PLAYERS
from companion.pages.fields import Fields
from companion.pages.setup import BoxChoice, Setup


class AquaSphereSetup(Setup):
    """How a table is laid."""

    def shown(self, view: View[Any], count: int) -> BoxChoice:
        """Return the boxes."""
        return self.boxes(view)

    def read(self, view: View[Any], form: Fields, count: int) -> Mapping[str, Any]:
        """Return the box."""
        return {"box": self.read_box(view, form)}

    def settings_shown(self, view: View[State]) -> str:
        """Return the name of the box."""
        return str(view.state.setup["box"])


SETUP = AquaSphereSetup(players=PLAYERS, usual=PLAYERS[-1], counts="final")
