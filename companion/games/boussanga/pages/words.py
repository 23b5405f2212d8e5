"""The sentences of the pages."""

from __future__ import annotations

from typing import Any

from companion.core.sheet import Reason
from companion.core.texts import Texts
from companion.games.boussanga.rules import SLUG
from companion.games.boussanga.rules import texts as game_texts
from companion.pages.words import page_texts


def texts(language: str) -> Texts:
    """Return the sentences of the pages."""
    return page_texts(language, SLUG)


def say(language: str, key: str, *args: Any) -> str:
    """Return one sentence of the pages."""
    return texts(language).say(Reason(key, args))


def engine_says(language: str, reason: Reason) -> str:
    """Return a sentence of the game itself."""
    return game_texts(language).say(reason)


def colour_words(colour: str, language: str) -> str:
    """Return the name of a colour."""
    return texts(language)[f"colour.{colour}"]
