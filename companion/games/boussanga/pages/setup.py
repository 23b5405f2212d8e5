"""A new table, and its settings later on: players, mode, teams, what the colours are worth, rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Form, Link, Page, Refused, View
from companion.games.boussanga.document import MODES
from companion.games.boussanga.pages.state import State
from companion.games.boussanga.pages.words import colour_words, say
from companion.games.boussanga.rules import PALETTE, PLAYERS, SWITCHES, TEAM_PLAYERS, VALUES

MOST_LETTERS = 24
_WORTH = tuple(VALUES.values())


@dataclass(frozen=True)
class Choice:
    """One radio button, one key or one line of a select."""

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
class Worth:
    """Which colour is worth so much."""

    number: int
    label: str
    colours: tuple[Choice, ...]


@dataclass(frozen=True)
class SetupPage(Page):
    """The set-up page; as settings it has neither counts nor modes."""

    counts: tuple[Choice, ...]
    places: tuple[Place, ...]
    modes: tuple[Choice, ...]
    teams: tuple[Choice, ...]
    worths: tuple[Worth, ...]
    worth_error: str
    rulings: tuple[tuple[str, str, tuple[Choice, ...]], ...]  # key, question, answers
    may: bool = True


def setup_page(view: View, args: Form) -> SetupPage:
    """Return the set-up page, blank or as it was filled in."""
    filled, language = view.filled, view.language
    count = _count(filled.get("players") or args.get("players", ""))
    names = [filled.get(f"name{seat}", say(language, "setup.player", seat + 1)) for seat in range(count)]
    mode = filled.get("mode", MODES[0])
    modes = tuple(Choice(one, say(language, f"setup.{one}"), one == mode) for one in MODES) if count > 1 else ()
    return SetupPage(
        "setup.html",
        say(language, "setup.title"),
        tuple(Choice(str(n), str(n), n == count) for n in PLAYERS),
        _places(view, names),
        modes,
        _teams(count, filled.get("teams") == "1", language),
        _worths(filled, VALUES, language),
        view.errors.get("values", ""),
        _rulings(filled, {}, language),
    )


def _count(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 3 and int(text) in PLAYERS else 2


def _places(view: View, names: list[str]) -> tuple[Place, ...]:
    return tuple(Place(seat, name, view.errors.get(f"name{seat}", "")) for seat, name in enumerate(names))


def _teams(count: int, chosen: bool, language: str) -> tuple[Choice, ...]:
    if count != TEAM_PLAYERS:
        return ()
    return (
        Choice("0", say(language, "setup.alone"), not chosen),
        Choice("1", say(language, "setup.teams"), chosen),
    )


def _worths(filled: Form, values: Mapping[str, int], language: str) -> tuple[Worth, ...]:
    found = []
    for number, (now, worth) in enumerate(values.items()):
        chosen = filled.get(f"colour{number}", now)
        colours = tuple(Choice(one, colour_words(one, language), one == chosen) for one in PALETTE)
        found.append(Worth(number, say(language, "setup.worth", worth), colours))
    return tuple(found)


def _rulings(filled: Form, now: Mapping[str, str], language: str) -> tuple[tuple[str, str, tuple[Choice, ...]], ...]:
    found = []
    for key, switch in SWITCHES.items():
        chosen = filled.get(f"ruling_{key}", now.get(key, next(iter(switch["values"]))))
        answers = tuple(Choice(value, words[language], value == chosen) for value, words in switch["values"].items())
        found.append((key, switch[language], answers))
    return tuple(found)


def _read_names(form: Form, count: int, language: str) -> tuple[list[dict[str, str]], dict[str, str]]:
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


def _read_values(form: Form, now: Mapping[str, int], language: str) -> tuple[dict[str, int], dict[str, str]]:
    values = {}
    for number, (colour, worth) in enumerate(now.items()):
        chosen = form.get(f"colour{number}", colour)
        values[chosen if chosen in PALETTE else colour] = worth
    return values, {} if len(values) == len(now) else {"values": say(language, "error.colours")}


def _read_rulings(form: Form) -> dict[str, str]:
    chosen = {}
    for key, switch in SWITCHES.items():
        _, *others = switch["values"]
        if form.get(f"ruling_{key}") in others:
            chosen[key] = form[f"ruling_{key}"]
    return chosen


def set_up(view: View, form: Form) -> Change:
    """Return the first entries of the table, or raise Refused with everything that is wrong."""
    count = _count(form.get("players", ""))
    players, errors = _read_names(form, count, view.language)
    values, wrong = _read_values(form, VALUES, view.language)
    if errors or wrong:
        raise Refused({**errors, **wrong}, Link("setup", {"players": str(count)}))
    mode = form.get("mode", MODES[0]) if count > 1 else "cooperative"
    setup = {
        "players": players,
        "mode": mode if mode in MODES else MODES[0],
        "teams": count == TEAM_PLAYERS and form.get("teams") == "1" and mode != "cooperative",
        "values": values,
        "rulings": _read_rulings(form),
    }
    return Change({"setup": setup})


def settings_page(view: View, args: Form) -> SetupPage:
    """Return the settings; colours can be named anew until tokens were entered."""
    state: State = view.state
    names = [view.filled.get(f"name{seat}", name) for seat, name in enumerate(state.names)]
    fresh = set(state.entries) <= {"setup", "photo"}
    return SetupPage(
        "settings.html",
        say(view.language, "settings.title"),
        (),
        _places(view, names),
        (),
        (),
        _worths(view.filled, state.record.values, view.language) if fresh else (),
        view.errors.get("values", ""),
        _rulings(view.filled, state.setup["rulings"], view.language),
        view.everybody or view.seat is not None,
    )


def change_settings(view: View, form: Form) -> Change:
    """Keep names, colours and rulings."""
    state: State = view.state
    players, errors = _read_names(form, len(state.names), view.language)
    # Once tokens were entered, their colours stay.
    fresh = set(state.entries) <= {"setup", "photo"}
    values, wrong = _read_values(form if fresh else {}, state.record.values, view.language)
    if errors or wrong:
        raise Refused({**errors, **wrong}, Link("settings"))
    return Change({"setup": {**state.setup, "players": players, "values": values, "rulings": _read_rulings(form)}})


def describe_setup(value: Any, language: str) -> str:
    """Return the set-up in words."""
    more = [say(language, f"setup.{value['mode']}"), *([say(language, "setup.teams")] if value["teams"] else [])]
    return say(language, "describe.setup", ", ".join([*(player["name"] for player in value["players"]), *more]))
