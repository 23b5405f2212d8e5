"""A new table, and its settings later on: players, mode, teams, what the colours are worth, rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Form, Link, Page, Refused, View
from companion.games.boussanga.document import MODES
from companion.games.boussanga.pages.state import State
from companion.games.boussanga.pages.words import colour_words
from companion.games.boussanga.rules import PALETTE, PLAYERS, SWITCHES, TEAM_PLAYERS, VALUES
from companion.pages import seating
from companion.pages.fields import Fields
from companion.pages.seating import Choice, Place, Ruling

USUAL = 2


@dataclass(frozen=True, kw_only=True)
class Worth:
    """Which colour is worth so much."""

    number: int
    label: str
    colours: tuple[Choice, ...]


@dataclass(frozen=True, kw_only=True)
class SetupPage(Page):
    """The set-up page; as settings it has neither counts nor modes."""

    counts: tuple[Choice, ...] = ()
    places: tuple[Place, ...]
    modes: tuple[Choice, ...] = ()
    teams: tuple[Choice, ...] = ()
    worths: tuple[Worth, ...] = ()
    worth_error: str = ""
    rulings: tuple[Ruling, ...]
    may: bool = True


def setup_page(view: View[Any], args: Fields) -> SetupPage:
    """Return the set-up page, blank or as it was filled in."""
    filled = view.filled
    count = seating.count_of(filled.get("players") or args.get("players", ""), PLAYERS, USUAL)
    mode = filled.get("mode", MODES[0])
    modes = (
        tuple(Choice(value=one, label=view.say(f"setup.{one}"), chosen=one == mode) for one in MODES)
        if count > 1
        else ()
    )
    return SetupPage(
        template="setup.html",
        title=view.say("setup.title"),
        counts=seating.count_choices(PLAYERS, count),
        places=seating.new_places(view, count),
        modes=modes,
        teams=seating.team_choices(filled, view) if count == TEAM_PLAYERS else (),
        worths=_worths(filled, VALUES, view),
        worth_error=view.errors.get("values", ""),
        rulings=seating.ruling_choices(SWITCHES, filled, {}, view),
    )


def _worths(filled: Form, values: Mapping[str, int], view: View[State]) -> tuple[Worth, ...]:
    found = []
    for number, (now, worth) in enumerate(values.items()):
        chosen = filled.get(f"colour{number}", now)
        colours = tuple(Choice(value=one, label=colour_words(one, view), chosen=one == chosen) for one in PALETTE)
        found.append(Worth(number=number, label=view.say("setup.worth", worth), colours=colours))
    return tuple(found)


def _read_values(form: Form, now: Mapping[str, int], view: View[State]) -> tuple[dict[str, int], dict[str, str]]:
    values = {}
    for number, (colour, worth) in enumerate(now.items()):
        chosen = form.get(f"colour{number}", colour)
        values[chosen if chosen in PALETTE else colour] = worth
    return values, {} if len(values) == len(now) else {"values": view.say("error.colours")}


def set_up(view: View[Any], form: Fields) -> Change:
    """Return the first entries of the table, or raise Refused with everything that is wrong."""
    count = seating.count_of(form.get("players", ""), PLAYERS, USUAL)
    names, errors = seating.read_names(form, count, view)
    values, wrong = _read_values(form, VALUES, view)
    if errors or wrong:
        raise Refused({**errors, **wrong}, Link.of("setup", players=count))
    mode = form.get("mode", MODES[0]) if count > 1 else "cooperative"
    setup = {
        "players": [{"name": name} for name in names],
        "mode": mode if mode in MODES else MODES[0],
        "teams": count == TEAM_PLAYERS and form.get("teams") == "1" and mode != "cooperative",
        "values": values,
        "rulings": seating.read_rulings(form, SWITCHES),
    }
    return Change({"setup": setup})


def settings_page(view: View[State], args: Fields) -> SetupPage:
    """Return the settings; colours can be named anew until tokens were entered."""
    state = view.state
    return SetupPage(
        template="settings.html",
        title=view.say("settings.title"),
        places=seating.places(view, state.names),
        worths=_worths(view.filled, state.record.values, view) if _fresh(state) else (),
        worth_error=view.errors.get("values", ""),
        rulings=seating.ruling_choices(SWITCHES, view.filled, state.setup["rulings"], view),
        may=view.plays,
    )


def _fresh(state: State) -> bool:
    """Whether no tokens were entered: from then on their colours stay."""
    return set(state.entries) <= {"setup", "photo"}


def change_settings(view: View[State], form: Fields) -> Change:
    """Keep names, colours and rulings."""
    state = view.state
    names, errors = seating.read_names(form, len(state.names), view)
    values, wrong = _read_values(form if _fresh(state) else {}, state.record.values, view)
    if errors or wrong:
        raise Refused({**errors, **wrong}, Link("settings"))
    players, rulings = [{"name": name} for name in names], seating.read_rulings(form, SWITCHES, state.setup["rulings"])
    return Change({"setup": {**state.setup, "players": players, "values": values, "rulings": rulings}})


def describe_setup(value: Any, view: View[State]) -> str:
    """Return the set-up in words."""
    more = [view.say(f"setup.{value['mode']}"), *([view.say("setup.teams")] if value["teams"] else [])]
    return view.say("describe.setup", ", ".join([*(player["name"] for player in value["players"]), *more]))
