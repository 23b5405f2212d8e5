"""A new table, and its settings later on: names, teams, expert variant, rulings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Link, Page, Refused, View
from companion.games.collexion.pages.state import State
from companion.games.collexion.rules import PLAYERS, SWITCHES, TEAM_PLAYERS
from companion.pages import seating
from companion.pages.fields import Fields
from companion.pages.seating import Choice, Place, Ruling

USUAL = 3


@dataclass(frozen=True, kw_only=True)
class SetupPage(Page):
    """The set-up page; as settings it has no counts."""

    counts: tuple[Choice, ...] = ()
    places: tuple[Place, ...]
    teams: tuple[Choice, ...] = ()  # empty where there are not four players
    expert: bool
    rulings: tuple[Ruling, ...]
    may: bool = True


def setup_page(view: View[Any], args: Fields) -> SetupPage:
    """Return the set-up page, blank or as it was filled in."""
    filled = view.filled
    count = seating.count_of(filled.get("players") or args.get("players", ""), PLAYERS, USUAL)
    return SetupPage(
        template="setup.html",
        title=view.say("setup.title"),
        counts=seating.count_choices(PLAYERS, count),
        places=seating.new_places(view, count),
        teams=seating.team_choices(filled, view) if count == TEAM_PLAYERS else (),
        expert=filled.get("expert") == "1",
        rulings=seating.ruling_choices(SWITCHES, filled, {}, view),
    )


def set_up(view: View[Any], form: Fields) -> Change:
    """Return the first entries of the table, or raise Refused with everything that is wrong."""
    count = seating.count_of(form.get("players", ""), PLAYERS, USUAL)
    names, errors = seating.read_names(form, count, view)
    if errors:
        raise Refused(errors, Link.of("setup", players=count))
    setup = {
        "players": [{"name": name} for name in names],
        "teams": count == TEAM_PLAYERS and form.get("teams") == "1",
        "expert": form.get("expert") == "1",
        "rulings": seating.read_rulings(form, SWITCHES),
    }
    return Change({"setup": setup})


def settings_page(view: View[State], args: Fields) -> SetupPage:
    """Return the settings."""
    state = view.state
    return SetupPage(
        template="settings.html",
        title=view.say("settings.title"),
        places=seating.places(view, state.names),
        expert=state.setup["expert"],
        rulings=seating.ruling_choices(SWITCHES, view.filled, state.setup["rulings"], view),
        may=view.plays,
    )


def change_settings(view: View[State], form: Fields) -> Change:
    """Keep names and rulings."""
    state = view.state
    names, errors = seating.read_names(form, len(state.names), view)
    if errors:
        raise Refused(errors, Link("settings"))
    players, rulings = [{"name": name} for name in names], seating.read_rulings(form, SWITCHES, state.setup["rulings"])
    return Change({"setup": {**state.setup, "players": players, "rulings": rulings}})


def describe_setup(value: Any, view: View[State]) -> str:
    """Return the set-up in words."""
    more = [view.say(f"describe.{key}") for key in ("teams", "expert") if value[key]]
    return view.say("describe.setup", ", ".join([*(player["name"] for player in value["players"]), *more]))
