"""What every game on the shelf offers, so that command line and web know nothing of any one game."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

from companion.core.score import Score, WhatIf
from companion.core.sheet import Reason
from companion.core.texts import Texts, texts_of
from companion.paths import data_of


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

    def texts(self, language: str) -> Texts:
        """Return the sentences about its points."""
        return texts_of(self.slug, language)

    def name(self, language: str) -> str:
        """Return the name of the game."""
        return self.texts(language)["game.name"]

    def about(self, language: str) -> str:
        """Return one line about the game."""
        return self.texts(language)["game.about"]

    def players(self) -> range:
        """Return the numbers of players it is for."""
        return self.numbers

    def example(self) -> dict[str, Any]:
        """Return the small legal game file among its data."""
        example: dict[str, Any] = json.loads((data_of(self.slug) / "example.json").read_text("utf-8"))
        return example

    def rank(self, score: int, language: str) -> RankStep | None:
        """Return None: the game has no ranks."""
        return None


class Additions(NamedTuple):
    """What a box is to keep of a deck that was taught or taken in, what to say about it, and what to look at."""

    box: Mapping[str, Any]
    said: tuple[Reason, ...]
    doubts: tuple[Reason, ...] = ()
    refused: Reason | None = None  # why nothing was taught after all


class PhotoReading(Protocol):
    """What was read from a photo."""

    @property
    def hints(self) -> tuple[Any, ...]:
        """What the person with the phone can do better."""

    def to_json(self) -> dict[str, Any]:
        """Return the `companion-reading/1` document."""

    def report(self, language: str) -> str:
        """Return the reading for people."""


Told = Callable[[str, int, int], None]  # hears, photo by photo, up to which card of how many has been found


class DeckKeeper(Protocol):
    """What a game can do with its decks: each has a name, and a box that keeps what is known about it."""

    demo: str  # the name of the deck that needs no box

    def read_photo(self, photo: bytes, name: str, deck: str, box: Mapping[str, Any]) -> PhotoReading:
        """Return what a photo shows."""

    def status(self, deck: str, box: Mapping[str, Any]) -> Reason:
        """Return how much of a deck is known."""

    def teach(
        self, photos: Mapping[str, bytes], ids: object, deck: str, box: Mapping[str, Any], told: Told | None = None
    ) -> Additions:
        """Return what photos whose cards are known add to a deck."""

    def write(self, file: Path, deck: str, box: Mapping[str, Any]) -> int:
        """Write a deck to a file, and return how many faces it has."""

    def name_in(self, file: Path) -> str:
        """Return the name of the deck in a file."""

    def take_in(self, file: Path, deck: str, box: Mapping[str, Any]) -> Additions:
        """Return what a file adds to a deck."""

    def write_samples(self, folder: Path) -> Reason:
        """Write what one needs to try everything with the demo deck, and return what there is in the folder now."""


@runtime_checkable
class HasDecks(Protocol):
    """A game whose cards are known by their faces: decks are taught from photos, kept in boxes, shared as files."""

    slug: str

    def decks(self) -> DeckKeeper:
        """Return its decks; nothing of them is loaded before somebody asks."""


@runtime_checkable
class CardsInHand(Protocol):
    """A game that can say beforehand what a card in hand would bring."""

    def what_if(self, document: object, player: str, card: str) -> WhatIf:
        """Return what a card in hand would bring on each legal cell, best first."""
