"""What tables argue about: each argument has a name, a default and a switch. One frozen object holds them all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.core.reading import read_rulings as read_settings
from companion.core.texts import read_words
from companion.paths import DATA


@dataclass(frozen=True)
class Rulings:
    """The switches, each on its default. data/ai100/rulings.toml says in words what they mean."""

    least_represented: str = "present"
    card_025: str = "anywhere"
    card_082: str = "2"
    objective_12: str = "three_or_more"

    def changed(self) -> dict[str, str]:
        """Return the switches that are not on their default."""
        default = Rulings()
        return {key: value for key, value in vars(self).items() if value != getattr(default, key)}


@cache
def switches() -> Mapping[str, Mapping[str, Any]]:
    """Return every switch with its values and their words, in the order of the page."""
    return read_words(DATA / "ai100" / "rulings.toml")


def read_rulings(document: object) -> Rulings:
    """Return the rulings of a game file."""
    return Rulings(**read_settings(document, switches()))
