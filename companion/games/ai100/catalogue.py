"""The catalogue of conditions: data/ai100/*.toml, read under the rulings of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Protocol

from companion.core.sheet import Group, Reason
from companion.core.texts import read_words
from companion.games.ai100.board import Board
from companion.games.ai100.patterns.connectors import Losange, Pair
from companion.games.ai100.patterns.counts import Count, Fixed, Product
from companion.games.ai100.patterns.figures import Figure, MixedFigures, read_figure
from companion.games.ai100.patterns.lots import DifferentLot, Ends, FullHouse, RunLot, SameLot, SlotLot
from companion.games.ai100.rulings import Rulings
from companion.games.ai100.tableau import Tableau
from companion.paths import DATA

FIRST_BLACK = "099"
Figures = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]


class Pattern(Protocol):
    """Something that scores: which groups earn points, and what was missing where none did."""

    def groups(self, tableau: Tableau, cell: int) -> tuple[Group, ...]:
        """Return the groups that score, for a card lying on `cell`."""

    @property
    def place(self) -> str:
        """Where it looks."""

    def ceiling(self, board: Board, cell: int) -> int:
        """Return the most that it can ever pay, whatever lies there."""

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return what was missing, with the nearest miss."""


PATTERNS: dict[str, type[Any]] = {
    "figure": Figure,
    "mixed figures": MixedFigures,
    "lot": SlotLot,
    "same lot": SameLot,
    "different lot": DifferentLot,
    "run lot": RunLot,
    "full house": FullHouse,
    "ends": Ends,
    "count": Count,
    "product": Product,
    "pair": Pair,
    "losange": Losange,
    "fixed": Fixed,
}

_USUAL = Rulings()
_WORDS = {"ids", "pattern", "effect", "colour", "round", "en", "fr", "when"}


@dataclass(frozen=True)
class Condition:
    """What a card, an objective or an AI card pays for."""

    id: str
    pattern: Pattern
    sentence: Mapping[str, str]
    effect: str = ""  # copy, points, neighbour, exchange, swap, extra: what a card does beyond its pattern
    colour: str = ""  # of the cards that it copies
    round: int = 0  # of an objective
    switch: str = ""  # the ruling that made it differ from `usual`
    usual: Condition | None = None

    @property
    def black(self) -> bool:
        """Whether it waits for the cards of the other colours."""
        return FIRST_BLACK <= self.id <= "120"


def catalogue(rulings: Rulings = _USUAL, figures: Figures = ()) -> Mapping[str, Condition]:
    """Return every condition by id, under these rulings and with the figures that an owner added to AI-1."""
    return _catalogue(rulings, figures)


@lru_cache(maxsize=64)
def _catalogue(rulings: Rulings, figures: Figures) -> Mapping[str, Condition]:
    return {
        condition.id: condition
        for file, kind in (("cards", "card"), ("objectives", "objective"), ("ai", "ai"))
        for entry in _load(file)[kind]
        for condition in _conditions(entry, rulings, figures)
    }


@cache
def _load(file: str) -> dict[str, Any]:
    return read_words(DATA / "ai100" / f"{file}.toml")


def _conditions(entry: Mapping[str, Any], rulings: Rulings, figures: Figures) -> list[Condition]:
    usual = [_condition(identity, entry, figures) for identity in entry["ids"]]
    for switch, settings in entry.get("when", {}).items():
        if changes := settings.get(getattr(rulings, switch)):
            return [
                _condition(condition.id, {**entry, **changes}, figures, switch=switch, usual=condition)
                for condition in usual
            ]
    return usual


def _condition(identity: str, entry: Mapping[str, Any], figures: Figures, **more: Any) -> Condition:
    options = {key: _frozen(value) for key, value in entry.items() if key not in _WORDS}
    if "figures" in entry:
        options["figures"] = (*map(read_figure, entry["figures"]), *figures)
    pattern = Fixed(0) if entry["pattern"] == "copy" else PATTERNS[entry["pattern"]](**options)
    words = {key: entry[key] for key in ("effect", "colour", "round") if key in entry}
    return Condition(identity, pattern, {"en": entry["en"], "fr": entry["fr"]}, **words, **more)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
