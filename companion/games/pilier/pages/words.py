"""Sentences of the pages, cards in words, and what the engine says is wrong in the reader's language."""

from __future__ import annotations

from typing import Any

from companion.core.errors import CompanionError
from companion.core.sheet import Line
from companion.core.table import View
from companion.core.texts import Texts
from companion.games.pilier.called import Called, as_printed, texts_of_box
from companion.games.pilier.cards import Card
from companion.games.pilier.pages import draw


def called_at(view: View[Any]) -> Called:
    """Return what the box of a table calls what our rulebook does not name."""
    return tuple(view.entries.get("setup", {}).get("called", {}).items())


def texts_at(view: View[Any]) -> Texts:
    """Return the sentences of the game in the words of the box."""
    return texts_of_box(called_at(view), view.language)


def colour_word(colour: str, view: View[Any]) -> str:
    """Return the name of a colour."""
    return texts_at(view)[f"colour.{colour}"]


def symbol_word(symbol: str, view: View[Any]) -> str:
    """Return the name of a symbol."""
    return texts_at(view)[f"symbol.{symbol}"]


def card_words(card: Card, view: View[Any]) -> str:
    """Return a card in words: red 20, cube."""
    return f"{colour_word(card.colour, view)} {card.value}, {symbol_word(card.symbol, view)}"


def card_drawn(card: Card, view: View[Any]) -> str:
    """Return a card as a small square drawing."""
    return draw.card_svg(as_printed(card, called_at(view)), view.language)


def colour_drawn(colour: str, view: View[Any]) -> str:
    """Return a colour to choose."""
    return draw.colour_svg(dict(called_at(view)).get(colour, colour), view.language)


def symbol_drawn(symbol: str, view: View[Any]) -> str:
    """Return a symbol to choose."""
    return draw.symbol_svg(dict(called_at(view)).get(symbol, symbol))


def line_words(line: Line, view: View[Any]) -> str:
    """Return why a line has its points."""
    return " ".join(map(texts_at(view).say, line.notes))


def error_words(error: CompanionError, view: View[Any]) -> str:
    """Return what is wrong, as a sentence in the words of the box."""
    return error.sentence(view.language, texts_at(view))
