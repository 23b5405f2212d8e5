"""The sentences of the pages."""

from __future__ import annotations

from typing import Any

from companion.core.table import View
from companion.core.texts import texts_of
from companion.games.collexion.pieces import Piece
from companion.games.collexion.rules import SLUG
from companion.games.collexion.series import Series


def piece_words(piece: Piece, view: View[Any]) -> str:
    """Return a polygon in words."""
    return texts_of(SLUG, view.language).say(piece.reason)


def series_words(series: Series, view: View[Any]) -> str:
    """Return a series in words."""
    return texts_of(SLUG, view.language).say(series.reason)


def pile_words(colour: str, view: View[Any]) -> str:
    """Return the name of a pile's colour."""
    return texts_of(SLUG, view.language)[f"name.{colour}"]
