"""A new table, and its settings later on: names, teams, expert variant, rulings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Form, Link, Page, Refused, View
from companion.games.collexion.pages.state import State
from companion.games.collexion.pages.words import say
from companion.games.collexion.rules import PLAYERS, SWITCHES, TEAM_PLAYERS

MOST_LETTERS = 24


@dataclass(frozen=True)
class Choice:
    """One radio button or one key."""

    value: str
    label: str
    chosen: bool = False


@dataclass(frozen=True)
class Place:
    """A seat and its name."""

    number: int
    name: str
    error: str = ""


@dataclass(frozen=True)
class SetupPage(Page):
    """The set-up page; as settings it has no counts."""

    counts: tuple[Choice, ...]
    places: tuple[Place, ...]
    teams: tuple[Choice, ...]  # empty where there are not four players
    expert: bool
    rulings: tuple[tuple[str, str, tuple[Choice, ...]], ...]  # key, question, answers
    may: bool = True


def setup_page(view: View, args: Form) -> SetupPage:
    """Return the set-up page, blank or as it was filled in."""
    filled, language = view.filled, view.language
    count = _count(filled.get("players") or args.get("players", ""))
    names = [filled.get(f"name{seat}", say(language, "setup.player", seat + 1)) for seat in range(count)]
    counts = tuple(Choice(str(n), str(n), n == count) for n in PLAYERS)
    return SetupPage(
        "setup.html",
        say(language, "setup.title"),
        counts,
        _places(view, names),
        _teams(count, filled.get("teams") == "1", language),
        filled.get("expert") == "1",
        _rulings(filled, {}, language),
    )


def _count(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 3 and int(text) in PLAYERS else 3


def _places(view: View, names: list[str]) -> tuple[Place, ...]:
    return tuple(Place(seat, name, view.errors.get(f"name{seat}", "")) for seat, name in enumerate(names))


def _teams(count: int, chosen: bool, language: str) -> tuple[Choice, ...]:
    if count != TEAM_PLAYERS:
        return ()
    return (
        Choice("0", say(language, "setup.alone"), not chosen),
        Choice("1", say(language, "setup.teams"), chosen),
    )


def _rulings(filled: Form, now: dict[str, str], language: str) -> tuple[tuple[str, str, tuple[Choice, ...]], ...]:
    found = []
    for key, switch in SWITCHES.items():
        chosen = filled.get(f"ruling_{key}", now.get(key, next(iter(switch["values"]))))
        answers = tuple(Choice(value, words[language], value == chosen) for value, words in switch["values"].items())
        found.append((key, switch[language], answers))
    return tuple(found)


def read_names(form: Form, count: int, language: str) -> tuple[list[dict[str, str]], dict[str, str]]:
    """Return the players of a form, and what is wrong with their names."""
    players: list[dict[str, str]] = []
    errors: dict[str, str] = {}
    for seat in range(count):
        name = " ".join(form.get(f"name{seat}", "").split())
        if not name:
            errors[f"name{seat}"] = say(language, "error.name")
        elif len(name) > MOST_LETTERS:
            errors[f"name{seat}"] = say(language, "error.long", MOST_LETTERS)
        elif name in [player["name"] for player in players]:
            errors[f"name{seat}"] = say(language, "error.name_twice")
        players.append({"name": name})
    return players, errors


def read_rulings_form(form: Form) -> dict[str, str]:
    """Return the switches that are not at their default."""
    chosen = {}
    for key, switch in SWITCHES.items():
        _, *others = switch["values"]
        if form.get(f"ruling_{key}") in others:
            chosen[key] = form[f"ruling_{key}"]
    return chosen


def set_up(view: View, form: Form) -> Change:
    """Return the first entries of the table, or raise Refused with everything that is wrong."""
    count = _count(form.get("players", ""))
    players, errors = read_names(form, count, view.language)
    if errors:
        raise Refused(errors, Link("setup", {"players": str(count)}))
    teams = count == TEAM_PLAYERS and form.get("teams") == "1"
    setup = {
        "players": players,
        "teams": teams,
        "expert": form.get("expert") == "1",
        "rulings": read_rulings_form(form),
    }
    return Change({"setup": setup})


def settings_page(view: View, args: Form) -> SetupPage:
    """Return the settings."""
    state: State = view.state
    setup = state.setup
    names = [view.filled.get(f"name{seat}", name) for seat, name in enumerate(state.names)]
    return SetupPage(
        "settings.html",
        say(view.language, "settings.title"),
        (),
        _places(view, names),
        (),
        setup["expert"],
        _rulings(view.filled, setup["rulings"], view.language),
        view.everybody or view.seat is not None,
    )


def change_settings(view: View, form: Form) -> Change:
    """Keep names and rulings."""
    state: State = view.state
    players, errors = read_names(form, len(state.names), view.language)
    if errors:
        raise Refused(errors, Link("settings"))
    return Change({"setup": {**state.setup, "players": players, "rulings": read_rulings_form(form)}})


def describe_setup(value: Any, language: str) -> str:
    """Return the set-up in words."""
    more = [say(language, f"describe.{key}") for key in ("teams", "expert") if value[key]]
    return say(language, "describe.setup", ", ".join([*(player["name"] for player in value["players"]), *more]))
