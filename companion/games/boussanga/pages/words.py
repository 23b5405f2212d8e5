"""The sentences of the pages."""

from __future__ import annotations

from typing import Any

from companion.core.sheet import Reason
from companion.core.table import View
from companion.core.texts import texts_of
from companion.games.boussanga.cards import some
from companion.games.boussanga.rules import SLUG


def engine_says(view: View[Any], reason: Reason) -> str:
    """Return a sentence of the game itself."""
    return texts_of(SLUG, view.language).say(reason)


def colour_words(colour: str, view: View[Any]) -> str:
    """Return the name of a colour."""
    return view.texts[f"colour.{colour}"]


def some_words(count: int, colour: str, view: View[Any], key: str = "some.tokens") -> str:
    """Return a number of tokens of a colour, or with the key `some` only of what colour they are."""
    return engine_says(view, some(count, colour)._replace(key=key))
