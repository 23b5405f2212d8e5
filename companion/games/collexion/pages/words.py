"""The sentences of the pages."""

from __future__ import annotations

from typing import Any

from companion.core.sheet import Reason
from companion.core.texts import Texts
from companion.games.collexion.pieces import Piece
from companion.games.collexion.rules import SLUG
from companion.games.collexion.rules import texts as game_texts
from companion.games.collexion.series import Series
from companion.pages.words import page_texts


def texts(language: str) -> Texts:
    """Return the sentences of the pages."""
    return page_texts(language, SLUG)


def say(language: str, key: str, *args: Any) -> str:
    """Return one sentence of the pages."""
    return texts(language).say(Reason(key, args))


def piece_words(piece: Piece, language: str) -> str:
    """Return a polygon in words."""
    return game_texts(language).say(piece.reason)


def series_words(series: Series, language: str) -> str:
    """Return a series in words."""
    return game_texts(language).say(series.reason)


def pile_words(colour: str, language: str) -> str:
    """Return the name of a pile's colour."""
    return game_texts(language)[f"name.{colour}"]
