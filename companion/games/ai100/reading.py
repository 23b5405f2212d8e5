"""What a photo of a tableau was read as: cards with confidence, empty cells, hints. `companion-reading/1` in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, NamedTuple

from companion.core.errors import Place, Unreadable
from companion.core.sheet import Reason
from companion.core.texts import texts_of
from companion.games.ai100.cards import Face
from companion.games.ai100.deck import face_to_json

FORMAT = "companion-reading/1"
# Chosen by the calibration over all prints (docs/vision.md): right names nearly always reach 0.999, and the one wrong
# name above 0.995 that an unseen print gave stayed below this.
SURE = 0.998

Corner = tuple[float, float]


class Guess(NamedTuple):
    """A card that may lie on a cell."""

    card: str
    confidence: float


@dataclass(frozen=True)
class Seen:
    """A card seen on a cell; `card` is None where nothing fits well enough to be named."""

    card: str | None
    confidence: float
    quad: tuple[Corner, ...]  # pixels of the upright photo, clockwise from the card's own top left corner
    face: Face | None = None  # of the named card where the deck knows it, else as read
    alternatives: tuple[Guess, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether there is no need to ask a person."""
        return self.card is not None and self.confidence >= SURE

    @property
    def guesses(self) -> tuple[Guess, ...]:
        """All cards it may be, the likeliest first."""
        return (Guess(self.card, self.confidence), *self.alternatives) if self.card else self.alternatives

    def to_json(self) -> dict[str, Any]:
        """Return the cell of a `companion-reading/1` document."""
        return {
            "id": self.card,
            "confidence": _rounded(self.confidence),
            "quad": [[round(x, 1), round(y, 1)] for x, y in self.quad],
            "face": face_to_json(self.face) if self.face else None,
            "alternatives": [
                {"id": guess.card, "confidence": _rounded(guess.confidence)} for guess in self.alternatives
            ],
            "sure": self.sure,
        }


class Hint(NamedTuple):
    """Something the person with the phone can do better: what was seen, and its number."""

    code: str  # nothing, few, dark, blurred, small, strange, ids
    value: int = 0

    @property
    def reason(self) -> Reason:
        """The sentence for the player, in no language yet."""
        return Reason(f"vision:hint.{self.code}", (self.value,))

    def say(self, language: str) -> str:
        """Return the sentence for the player."""
        return texts_of("vision", language).say(self.reason)


class NoTableau(Unreadable):
    """No tableau was found in a photo; `hints` say what to do."""

    def __init__(self, hints: tuple[Hint, ...], photo: str) -> None:
        first, *others = (hint.reason for hint in hints)
        super().__init__(reduce(lambda one, other: Reason("both", (one, other)), others, first), Place(photo))
        self.hints = hints


@dataclass(frozen=True)
class Reading:
    """All that was read from a photo."""

    photo: str
    deck: str
    cells: Mapping[str, Seen]
    empty: tuple[str, ...]
    hints: tuple[Hint, ...] = ()
    milliseconds: int = 0

    @property
    def unsure(self) -> tuple[str, ...]:
        """The cells to ask a person about."""
        return tuple(cell for cell, seen in self.cells.items() if not seen.sure)

    @property
    def tableau(self) -> dict[str, str]:
        """The cards by cell, as far as they are named."""
        return {cell: seen.card for cell, seen in self.cells.items() if seen.card}

    def report(self, language: str) -> str:
        """Return the reading for people: one line a card."""
        words = texts_of("vision", language)
        lines = [f"{self.photo} ({self.deck}, {self.milliseconds} ms)"]
        for cell, seen in self.cells.items():
            state = words["reading.unknown" if seen.card is None else "reading.sure" if seen.sure else "reading.unsure"]
            others = ", ".join(f"{guess.card} {guess.confidence:.1%}" for guess in seen.alternatives)
            more = f"  ({words['reading.or'].format(others)})" if others and not seen.sure else ""
            lines.append(f"  {cell}  {seen.card or '?':<6} {seen.confidence:>6.1%}  {state}{more}")
        if self.empty:
            lines.append(f"  {words['reading.empty'].format(', '.join(self.empty))}")
        return "\n".join([*lines, *(f"  {hint.say(language)}" for hint in self.hints)])

    def to_json(self) -> dict[str, Any]:
        """Return the `companion-reading/1` document."""
        return {
            "format": FORMAT,
            "photo": self.photo,
            "game": "ai100",
            "deck": self.deck,
            "cells": {cell: seen.to_json() for cell, seen in self.cells.items()},
            "empty": list(self.empty),
            "unsure": list(self.unsure),
            "milliseconds": self.milliseconds,
        }


def _rounded(confidence: float) -> float:
    # Never 1: that would claim more than anybody can know from a photo.
    return min(round(confidence, 4), 0.9999)
