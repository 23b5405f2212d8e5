"""The players of a table and its rulings, as the set-up page of every game asks for them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.table import Form, View
from companion.pages.fields import Fields, whole_number

MOST_LETTERS = 24


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One radio button, one key or one line of a select."""

    value: str
    label: str
    chosen: bool = False


@dataclass(frozen=True, kw_only=True)
class Place:
    """A seat and its name."""

    number: int
    name: str
    error: str = ""


Ruling = tuple[str, str, tuple[Choice, ...]]
"""Key, question, answers."""


def count_of(text: str, players: Container[int], usual: int) -> int:
    """Return a number of players; the usual one where the text is none."""
    count = whole_number(text)
    return count if count is not None and count in players else usual


def count_choices(players: Iterable[int], count: int) -> tuple[Choice, ...]:
    """Return a key for each number of players."""
    return tuple(Choice(value=str(number), label=str(number), chosen=number == count) for number in players)


def new_places(view: View[Any], count: int) -> tuple[Place, ...]:
    """Return the seats of a new table, as they were filled in or with names to start from."""
    return places(view, [view.say("setup.player", seat + 1) for seat in range(count)])


def places(view: View[Any], names: Sequence[str]) -> tuple[Place, ...]:
    """Return the seats with their names, as they were filled in."""
    return tuple(
        Place(number=seat, name=view.filled.get(f"name{seat}", name), error=view.errors.get(f"name{seat}", ""))
        for seat, name in enumerate(names)
    )


def read_names(form: Fields, count: int, view: View[Any]) -> tuple[list[str], dict[str, str]]:
    """Return the names of a form, and what is wrong with them by field."""
    names: list[str] = []
    errors: dict[str, str] = {}
    for seat in range(count):
        name = " ".join(form.get(f"name{seat}", "").split())
        if error := name_error(name, names, view):
            errors[f"name{seat}"] = error
        names.append(name)
    return names, errors


def name_error(name: str, others: Sequence[str], view: View[Any]) -> str:
    """Return what is wrong with a name; empty where nothing is."""
    if not name:
        return view.say("error.name")
    if len(name) > MOST_LETTERS:
        return view.say("error.long", MOST_LETTERS)
    return view.say("error.name_twice") if name in others else ""


def ruling_choices(
    switches: Mapping[str, Any], filled: Form, now: Mapping[str, str], view: View[Any]
) -> tuple[Ruling, ...]:
    """Return the rulings as questions: as they were filled in, as they are now, or as they are by default."""
    found = []
    for key, switch in switches.items():
        chosen = filled.get(f"ruling_{key}", now.get(key, next(iter(switch["values"]))))
        answers = tuple(
            Choice(value=value, label=words[view.language], chosen=value == chosen)
            for value, words in switch["values"].items()
        )
        found.append((key, str(switch[view.language]), answers))
    return tuple(found)


def read_rulings(form: Fields, switches: Mapping[str, Any], now: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the rulings that are not at their default: those of a form, and as they are now where it names none."""
    chosen = {}
    for key, switch in switches.items():
        _, *others = switch["values"]
        value = form.get(f"ruling_{key}", (now or {}).get(key, ""))
        if value in others:
            chosen[key] = value
    return chosen


def team_choices(filled: Form, view: View[Any]) -> tuple[Choice, ...]:
    """Return whether everybody plays alone or in two teams."""
    teams = filled.get("teams") == "1"
    return Choice(value="0", label=view.say("setup.alone"), chosen=not teams), Choice(
        value="1", label=view.say("setup.teams"), chosen=teams
    )
