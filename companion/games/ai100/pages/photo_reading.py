"""What was read from a photo, as the table keeps it; several photos of one tableau help each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import Any

from companion.core.table import Entries
from companion.games.ai100.board import CELLS
from companion.games.ai100.deck import face_to_json, read_face
from companion.games.ai100.reading import Guess, Hint, Reading, Seen

_UNLISTED = 5e-4  # the chance of a card that one photo did not even mention
_NAMED = 0.5
_OTHERS = 3  # sure cards that are others: one or two were entered wrongly, three are another tableau


def to_store(reading: Reading, width: float, height: float) -> dict[str, Any]:
    """Return a reading as an entry; its quads become shares of the photo, whatever size of it is shown."""
    return {
        "cells": {cell: _cell(seen, width, height) for cell, seen in reading.cells.items()},
        "hints": [list(hint) for hint in reading.hints],
    }


def _cell(seen: Seen, width: float, height: float) -> dict[str, Any]:
    return {
        "guesses": [[guess.card, round(guess.confidence, 5)] for guess in seen.guesses],
        "named": seen.card is not None,
        "quad": [[round(x / width, 4), round(y / height, 4)] for x, y in seen.quad],
        **({"face": face_to_json(seen.face)} if seen.face else {}),
    }


def from_store(value: Mapping[str, Any], photo_id: str) -> Reading:
    """Return the reading of an entry."""
    cells = {cell: _seen(one) for cell, one in value["cells"].items()}
    hints = tuple(Hint(code, number) for code, number in value["hints"])
    return Reading(photo_id, "", cells, tuple(cell for cell in CELLS if cell not in cells), hints)


def _seen(one: Mapping[str, Any]) -> Seen:
    guesses = tuple(Guess(card, confidence) for card, confidence in one["guesses"])
    quad = tuple((x, y) for x, y in one["quad"])
    face = read_face(one["face"]) if "face" in one else None
    return _of_guesses(guesses, quad, face, named=one["named"])


def _of_guesses(guesses: tuple[Guess, ...], quad: Any, face: Any, *, named: bool) -> Seen:
    if named and guesses:
        return Seen(guesses[0].card, guesses[0].confidence, quad, face, guesses[1:])
    return Seen(None, guesses[0].confidence if guesses else 0.0, quad, face, guesses)


def stored_readings(entries: Entries, start: str) -> dict[str, Reading]:
    """Return the readings whose keys begin so, by the id of their photo, in the order in which they were taken."""
    found = sorted((value.get("number", 0), key) for key, value in entries.items() if key.startswith(start) and value)
    return {key.removeprefix(start): from_store(entries[key], key.removeprefix(start)) for _, key in found}


def differs(reading: Reading, known: Mapping[str, str]) -> bool:
    """Return whether a photo shows another tableau than the cards that are known: most of its sure ones are others."""
    pairs = [(seen.card, known[cell]) for cell, seen in reading.cells.items() if seen.sure and cell in known]
    others = sum(card != there for card, there in pairs)
    return others >= _OTHERS and 2 * others > len(pairs)


def merged(readings: Sequence[Reading]) -> Reading:
    """Return several readings of one tableau as one: where they agree it is surer than each of them."""
    if not readings:
        return Reading("", "", {}, CELLS)
    cells: dict[str, Seen] = {}
    for cell in CELLS:
        several = [reading.cells[cell] for reading in readings if cell in reading.cells]
        if several:
            cells[cell] = several[0] if len(several) == 1 else _together(several)
    last = readings[-1]
    return replace(last, cells=cells, empty=tuple(cell for cell in CELLS if cell not in cells))


def _together(several: list[Seen]) -> Seen:
    chances = [dict(seen.guesses) for seen in several]
    cards = dict.fromkeys(card for one in chances for card in one)
    weights = {card: prod(one.get(card, _UNLISTED) for one in chances) for card in cards}
    # That it is none of them: what each photo left for cards it did not name.
    rest = prod(max(1 - sum(one.values()), _UNLISTED) for one in chances)
    whole = sum(weights.values()) + rest
    ranked = sorted((Guess(card, weight / whole) for card, weight in weights.items()), key=lambda one: -one.confidence)
    last = several[-1]
    return _of_guesses(tuple(ranked[:5]), last.quad, last.face, named=ranked[0].confidence >= _NAMED)
