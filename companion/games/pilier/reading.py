"""What photos of Pilier's cards were read as: cards with confidence, on the cells of a square or by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.core.errors import NOWHERE
from companion.games.pilier.cards import Card, read_card
from companion.games.pilier.square import Cell, read_cell

SURE = 0.998  # chosen on all eight prints: what was wrong and clearly seen stayed below 0.985 (docs/vision.md)
FEWEST = 20  # cards that must be named before others can be told by them
NAMED = 0.5  # below this confidence a card is seen but not named
Corner = tuple[float, float]


class Guess(NamedTuple):
    """A card that may lie there."""

    card: Card
    confidence: float


@dataclass(frozen=True)
class Seen:
    """A card in a photo: what it may be, the likeliest first."""

    guesses: tuple[Guess, ...]
    quad: tuple[Corner, ...]  # shares of the upright photo, clockwise from the card's own top left corner

    @property
    def card(self) -> Card | None:
        """The likeliest card, if it is likely enough to be named."""
        return self.guesses[0].card if self.guesses and self.guesses[0].confidence >= NAMED else None

    @property
    def sure(self) -> bool:
        """Whether there is no need to ask a person."""
        return bool(self.guesses) and self.guesses[0].confidence >= SURE

    def to_json(self) -> dict[str, Any]:
        """Return what a table keeps."""
        return {
            "guesses": [[str(guess.card), round(guess.confidence, 4)] for guess in self.guesses],
            "quad": [[round(x, 4), round(y, 4)] for x, y in self.quad],
        }


def read_seen(document: Mapping[str, Any]) -> Seen:
    """Return a card that a table has kept."""
    guesses = tuple(Guess(read_card(card, NOWHERE), share) for card, share in document["guesses"])
    return Seen(guesses, tuple((x, y) for x, y in document["quad"]))


@dataclass(frozen=True)
class SquareReading:
    """A photo of the square, laid over the square as it was known."""

    cells: Mapping[Cell, Seen]
    gone: tuple[Cell, ...] = ()  # where a card is known to lie and the photo shows none

    def to_json(self) -> dict[str, Any]:
        """Return what a table keeps."""
        return {
            "cells": {str(cell): seen.to_json() for cell, seen in self.cells.items()},
            "gone": list(map(str, self.gone)),
        }


def read_reading(document: Mapping[str, Any]) -> SquareReading:
    """Return the reading that a table has kept."""
    cells = {read_cell(cell, NOWHERE): read_seen(seen) for cell, seen in document["cells"].items()}
    return SquareReading(cells, tuple(read_cell(cell, NOWHERE) for cell in document["gone"]))
