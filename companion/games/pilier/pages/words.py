"""Sentences of the pages, cards in words, and what the engine says is wrong in the reader's language."""

from __future__ import annotations

from typing import Any

from companion.core.errors import CompanionError
from companion.core.sheet import Line, Reason
from companion.core.texts import Texts
from companion.games.pilier.cards import Card
from companion.games.pilier.rules import SLUG
from companion.games.pilier.rules import texts as engine_texts
from companion.pages.words import page_texts
from companion.pages.words import problem_words as shared_problem_words


def texts(language: str) -> Texts:
    """Return the sentences of the pages."""
    return page_texts(language, SLUG)


def say(language: str, key: str, *args: Any) -> str:
    """Return one sentence of the pages."""
    return texts(language).say(Reason(key, args))


def colour_word(colour: str, language: str) -> str:
    """Return the name of a colour."""
    return engine_texts(language)[f"colour.{colour}"]


def symbol_word(symbol: str, language: str) -> str:
    """Return the name of a symbol."""
    return engine_texts(language)[f"symbol.{symbol}"]


def card_words(card: Card, language: str) -> str:
    """Return a card in words: red 20, cube."""
    return f"{colour_word(card.colour, language)} {card.value}, {symbol_word(card.symbol, language)}"


def line_words(line: Line, language: str) -> str:
    """Return why a line has its points."""
    return " ".join(map(engine_texts(language).say, line.notes))


def problem_words(problem: CompanionError, language: str) -> str:
    """Return what is wrong as a sentence in the reader's language."""
    return shared_problem_words(problem, language, SLUG)
