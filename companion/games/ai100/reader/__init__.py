"""From a photo to a tableau: a fresh reading, or what changed since an earlier photo.

The stages in the order in which data flows, each with what it hands on: `vision.upright` (Photo), `vision.locate`
(Location), `fields` and `colours` (Written, Painted), `evidence` (Evidence), `arrange` (Arrangement), `laid_out`
(LaidOut), `decide` with the sums of `weigh` (Verdict), and the Reading. `teaching` learns the print.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from companion.games.ai100.deck import Deck, demo_deck
from companion.games.ai100.reader.cells import TABLEAU
from companion.games.ai100.reader.decide import decide
from companion.games.ai100.reader.laid_out import LaidOut
from companion.games.ai100.reader.weigh import UNKNOWN, Expected
from companion.games.ai100.reading import Reading
from companion.vision.changes import follow, moved, whole_grid
from companion.vision.layout import layout_from_corners
from companion.vision.locate import locate
from companion.vision.one_thread import one_thread
from companion.vision.shapes import Location, Quad
from companion.vision.upright import Photo, read_photo

__all__ = ["Change", "Expected", "read_by_hand", "read_change", "read_located", "read_tableau", "read_teaching"]

_HANDY = 4_000_000  # pixels are enough to see what one more card is


@one_thread
def read_tableau(
    data: bytes,
    name: str = "photo",
    deck: Deck | None = None,
    *,
    corners: Any = None,
    columns: int = TABLEAU.columns,
    expected: Expected = UNKNOWN,
) -> Reading:
    """Read a photo; `corners` are the four of the tableau, shown by hand, and `columns` how many lie between them."""
    start = time.perf_counter()
    deck = deck or demo_deck()
    photo = read_photo(data, name)
    if corners is not None:
        inner = (np.asarray(corners, np.float64) + 0.5) / photo.scale - 0.5
        laid = LaidOut.by_hand(photo, layout_from_corners(inner, replace(TABLEAU, columns=columns)), deck)
        reading = decide(laid, name, expected)
    else:
        reading = read_located(photo, locate(photo.image), deck, name, expected)
    return replace(reading, milliseconds=round(1000 * (time.perf_counter() - start)))


@one_thread
def read_located(
    photo: Photo, location: Location, deck: Deck, name: str = "photo", expected: Expected = UNKNOWN
) -> Reading:
    """Read a photo whose cards have been located."""
    return decide(LaidOut.around(photo, location, deck, name, expected), name, expected)


@one_thread
def read_teaching(data: bytes, name: str, deck: Deck) -> Reading:
    """Read a photo of cards that are to be taught: all that was located, named as far as the deck knows them."""
    photo = read_photo(data, name)
    laid = LaidOut.of_teaching(photo, locate(photo.image), deck, name)
    return decide(laid, name, Expected(neutral=True))


def read_by_hand(
    data: bytes, name: str, deck: Deck, corners: Any, expected: Expected = UNKNOWN, columns: int = TABLEAU.columns
) -> Reading:
    """Read a photo whose tableau a person has outlined, clockwise from any corner: which way is up, the cards say."""
    found = []
    for turn in (0, 2, 1, 3):
        outer = np.roll(np.asarray(corners), -turn, axis=0)
        reading = read_tableau(data, name, deck, corners=outer, columns=columns, expected=expected)
        found.append(reading)
        if len(reading.cells) - len(reading.unsure) >= 8:
            break
    return max(found, key=lambda one: sum(seen.confidence for seen in one.cells.values() if seen.card))


@dataclass(frozen=True)
class Change:
    """What a new photo shows beside the tableau known so far."""

    reading: Reading
    laid: tuple[str, ...]  # cells that got a card since
    doubted: tuple[str, ...]  # cells whose card no longer looks like the known one
    followed: bool  # whether the earlier photo was recognised; if not, everything was read afresh


@one_thread
def read_change(
    data: bytes,
    before: bytes,
    known: Reading,
    name: str = "photo",
    deck: Deck | None = None,
    expected: Expected = UNKNOWN,
) -> Change:
    """Read what was laid since an earlier photo: its cards are found again, and only free cells are read."""
    start = time.perf_counter()
    deck = deck or demo_deck()
    expected = replace(expected, lying={**known.tableau, **expected.lying})
    photo = read_photo(data, name, comfortable=_HANDY)
    laid_out = _followed(photo, before, known, deck)
    followed = laid_out is not None and laid_out.confirms(expected.lying)
    if laid_out and followed:
        reading = decide(laid_out, name, expected)
    else:
        reading = read_tableau(data, name, deck, expected=Expected(expected.elsewhere))
    doubted = _doubted(reading, expected)
    laid = tuple(cell for cell in reading.cells if cell not in expected.lying)
    reading = replace(reading, milliseconds=round(1000 * (time.perf_counter() - start)))
    return Change(reading, laid, doubted, followed)


def _doubted(reading: Reading, expected: Expected) -> tuple[str, ...]:
    return tuple(
        cell for cell, card in expected.lying.items() if cell not in reading.cells or reading.cells[cell].card != card
    )


def _followed(photo: Photo, before: bytes, known: Reading, deck: Deck) -> LaidOut | None:
    earlier = read_photo(before, known.photo, comfortable=_HANDY)
    way = follow(earlier.image, photo.image)
    if way is None:
        return None
    quads = {cell: Quad.of((np.array(seen.quad) + 0.5) / earlier.scale - 0.5) for cell, seen in known.cells.items()}
    there = moved(quads, way)
    if not there:
        return None
    return LaidOut.of_cells(photo, whole_grid(there, TABLEAU) | there, tuple(there), deck)
