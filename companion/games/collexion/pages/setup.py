"""A new table, and its settings later on: beside players, teams and rulings there is the expert variant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.table import View
from companion.games.collexion.rules import PLAYERS, SWITCHES, TEAM_PLAYERS
from companion.pages.fields import Fields
from companion.pages.setup import Setup
from companion.pages.state import names_of


class ColleXionSetup(Setup):
    """How a table is laid."""

    def shown(self, view: View[Any], count: int) -> bool:
        """Return whether the expert variant is chosen."""
        return view.filled.get("expert") == "1"

    def read(self, view: View[Any], form: Fields, count: int) -> Mapping[str, Any]:
        """Return the variant."""
        return {"expert": form.get("expert") == "1"}


SETUP = ColleXionSetup(players=PLAYERS, usual=3, switches=SWITCHES, team_players=TEAM_PLAYERS, counts=True)


def describe_setup(value: Any, view: View[Any]) -> str:
    """Return the set-up in words."""
    more = [view.say(f"describe.{key}") for key in ("teams", "expert") if value[key]]
    return view.say("describe.setup", ", ".join([*names_of(value), *more]))
