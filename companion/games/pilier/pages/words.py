"""Sentences of the pages, cards in words, and what the engine says is wrong in the reader's language."""

from __future__ import annotations

from typing import Any

from companion.core.sheet import Line
from companion.core.table import View
from companion.games.pilier.cards import Card
from companion.games.pilier.rules import texts as engine_texts


def colour_word(colour: str, view: View[Any]) -> str:
    """Return the name of a colour."""
    return engine_texts(view.language)[f"colour.{colour}"]


def symbol_word(symbol: str, view: View[Any]) -> str:
    """Return the name of a symbol."""
    return engine_texts(view.language)[f"symbol.{symbol}"]


def card_words(card: Card, view: View[Any]) -> str:
    """Return a card in words: red 20, cube."""
    return f"{colour_word(card.colour, view)} {card.value}, {symbol_word(card.symbol, view)}"


def line_words(line: Line, view: View[Any]) -> str:
    """Return why a line has its points."""
    return " ".join(map(engine_texts(view.language).say, line.notes))
