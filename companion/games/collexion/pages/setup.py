"""A new table, and its settings later on: beside players, teams and rulings there is the expert variant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.table import Entries, View
from companion.games.collexion.pages.state import State
from companion.games.collexion.rules import PLAYERS, SWITCHES, TEAM_PLAYERS
from companion.pages.fields import Fields
from companion.pages.setup import Setup
from companion.pages.state import names_of

_CHOICES = ("expert", "hidden")


class ColleXionSetup(Setup):
    """How a table is laid: with or without power tokens, with or without totals that everybody sees."""

    def shown(self, view: View[Any], count: int) -> Mapping[str, bool]:
        """Return what is ticked."""
        return {key: view.filled.get(key) == "1" for key in _CHOICES}

    def read(self, view: View[Any], form: Fields, count: int) -> Mapping[str, Any]:
        """Return what is ticked."""
        return {key: form.get(key) == "1" for key in _CHOICES}

    def settings_shown(self, view: View[State]) -> Mapping[str, bool]:
        """Return whether totals are hidden; the variant stays as it is."""
        return {"hidden": bool(view.state.setup.get("hidden"))}

    def settings_read(self, view: View[State], form: Fields, setup: dict[str, Any]) -> Entries:
        """Keep whether totals are hidden."""
        setup["hidden"] = form.get("hidden") == "1"
        return {}


SETUP = ColleXionSetup(players=PLAYERS, usual=3, switches=SWITCHES, team_players=TEAM_PLAYERS, counts="final")


def describe_setup(value: Any, view: View[Any]) -> str:
    """Return the set-up in words."""
    more = [view.say(f"describe.{key}") for key in ("teams", "expert") if value[key]]
    return view.say("describe.setup", ", ".join([*names_of(value), *more]))
