"""What every game on the shelf offers, so that command line and web know nothing of any one game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, runtime_checkable

from companion.core.score import Score, WhatIf
from companion.core.texts import Texts


class RankStep(NamedTuple):
    """A rank, the next one above it, and how far that is; `next` is empty at the top."""

    name: str
    next: str
    missing: int


class Game(Protocol):
    """A folder under companion/games/ has one of these, called GAME."""

    slug: str

    def name(self, language: str) -> str:
        """Return the name of the game."""

    def about(self, language: str) -> str:
        """Return one line about the game."""

    def players(self) -> range:
        """Return the numbers of players it is for."""

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of its game file."""

    def score(self, document: object) -> Score:
        """Return what a game file comes to, or raise a CompanionError."""

    def example(self) -> dict[str, Any]:
        """Return a small legal game file: the least that scores."""

    def rank(self, score: int, language: str) -> RankStep | None:
        """Return the solo rank of a score; None where the game has no ranks."""


class ShelfGame:
    """What the front doors of most games share: the words come from the texts, and nobody plays them for a rank."""

    slug: str
    numbers: range  # of players
    texts: Callable[[str], Texts]

    def name(self, language: str) -> str:
        """Return the name of the game."""
        return self.texts(language)["game.name"]

    def about(self, language: str) -> str:
        """Return one line about the game."""
        return self.texts(language)["game.about"]

    def players(self) -> range:
        """Return the numbers of players it is for."""
        return self.numbers

    def rank(self, score: int, language: str) -> RankStep | None:
        """Return None: the game has no ranks."""
        return None


@runtime_checkable
class CardsInHand(Protocol):
    """A game that can say beforehand what a card in hand would bring."""

    def what_if(self, document: object, player: str, card: str) -> WhatIf:
        """Return what a card in hand would bring on each legal cell, best first."""
