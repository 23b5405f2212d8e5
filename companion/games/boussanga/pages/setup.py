"""A new table, and its settings later on: beside players and rulings there are the mode and what colours are worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.table import Entries, Form, View
from companion.games.boussanga.document import MODES
from companion.games.boussanga.pages.state import State
from companion.games.boussanga.pages.words import colour_words
from companion.games.boussanga.rules import PALETTE, PLAYERS, SWITCHES, TEAM_PLAYERS, VALUES
from companion.pages.fields import Fields
from companion.pages.parts import Answer
from companion.pages.setup import Setup
from companion.pages.state import names_of


@dataclass(frozen=True, kw_only=True)
class Worth:
    """Which colour is worth so much."""

    number: int
    label: str
    colours: tuple[Answer, ...]


@dataclass(frozen=True, kw_only=True)
class ModesAndWorths:
    """What this game adds: modes where there are any to choose from, colours while none is entered."""

    modes: tuple[Answer, ...] = ()
    worths: tuple[Worth, ...] = ()


class BoussangaSetup(Setup):
    """How a table is laid."""

    def shown(self, view: View[Any], count: int) -> ModesAndWorths:
        """Return modes and colours."""
        mode = view.filled.get("mode", MODES[0])
        modes = tuple(Answer(value=one, label=view.say(f"setup.{one}"), chosen=one == mode) for one in MODES)
        return ModesAndWorths(modes=modes if count > 1 else (), worths=_worths(view, VALUES))

    def read(self, view: View[Any], form: Fields, count: int) -> Mapping[str, Any]:
        """Return mode and colours; whoever plays alone or together has no teams."""
        mode = form.get("mode", MODES[0]) if count > 1 else "cooperative"
        mode = mode if mode in MODES else MODES[0]
        apart = {"teams": False} if mode == "cooperative" else {}
        return {"mode": mode, "values": _read_values(view, form, form, VALUES), **apart}

    def settings_shown(self, view: View[State]) -> ModesAndWorths:
        """Return the colours: they can be named anew until tokens were entered."""
        return ModesAndWorths(worths=_worths(view, view.state.record.values) if _fresh(view.state) else ())

    def settings_read(self, view: View[State], form: Fields, setup: dict[str, Any]) -> Entries:
        """Keep the colours."""
        named = form if _fresh(view.state) else {}
        setup["values"] = _read_values(view, form, named, view.state.record.values)
        return {}


SETUP = BoussangaSetup(players=PLAYERS, usual=2, switches=SWITCHES, team_players=TEAM_PLAYERS, counts=True)


def _worths(view: View[Any], values: Mapping[str, int]) -> tuple[Worth, ...]:
    found = []
    for number, (now, worth) in enumerate(values.items()):
        chosen = view.filled.get(f"colour{number}", now)
        colours = tuple(Answer(value=one, label=colour_words(one, view), chosen=one == chosen) for one in PALETTE)
        found.append(Worth(number=number, label=view.say("setup.worth", worth), colours=colours))
    return tuple(found)


def _read_values(view: View[Any], form: Fields, named: Form, now: Mapping[str, int]) -> dict[str, int]:
    values = {}
    for number, (colour, worth) in enumerate(now.items()):
        chosen = named.get(f"colour{number}", colour)
        values[chosen if chosen in PALETTE else colour] = worth
    if len(values) < len(now):
        form.errors["values"] = view.say("error.colours")
    return values


def _fresh(state: State) -> bool:
    """Whether no tokens were entered: from then on their colours stay."""
    return set(state.entries) <= {"setup", "photo"}


def describe_setup(value: Any, view: View[Any]) -> str:
    """Return the set-up in words."""
    more = [view.say(f"setup.{value['mode']}"), *([view.say("setup.teams")] if value["teams"] else [])]
    return view.say("describe.setup", ", ".join([*names_of(value), *more]))
