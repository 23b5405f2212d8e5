"""Where the printed id stands, and which end is up: the ids that were typed must be the ids that are read.

Cards that share the last digit of their ids share ink where that digit is printed and nowhere else, whatever the font
and however it is turned: an analysis of variance proposes places, the network of ids decides among them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.reader.fields import crop
from companion.games.ai100.reader.printed import Spot
from companion.vision.digits import ID_VIEW, IDS, read_ids

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]
Cards = Sequence[Pixels]
View = tuple[Cards, Sequence[str]]  # cards and their ids

_FINE = (189, 264)  # three pixels a millimetre: an id may be two millimetres high
_HEIGHTS = (0.024, 0.032, 0.043, 0.057)
_TURNS = {0.0: (1, 0), 90.0: (0, 1), 180.0: (-1, 0), 270.0: (0, -1)}  # and which way one reads then: x, y
_WORST = -8.0  # what a strip that shows no id may cost
_NEARLY = -6.5
_CHUNKS = (0, 40, 240, 600, 2000)
READ = -2.5  # a mean above this is a place where ids are read


@dataclass(frozen=True)
class Named:
    """A place of the id and how well the typed ids are read there: the mean logarithm of their probability."""

    spot: Spot
    worth: float


def find_end(views: Sequence[View | None]) -> tuple[int, Named]:
    """Return which view of the cards is upright, and where the ids are read: a wrong view names the wrong cards, too.

    The likeliest places are tried first; the others only where none of those shows the ids.
    """
    spots = [[] if view is None else likely_places(*view) for view in views]
    best = (0, Named(Spot(0.5, 0.9, 0.04), _WORST))
    for start, end in itertools.pairwise(_CHUNKS):
        tried = [
            (at, *_best_of(*view, here))
            for at, view in enumerate(views)
            if view is not None and (here := spots[at][start:end])
        ]
        # Only where ids are nearly read is it worth searching around.
        for at, likely, worth in sorted(tried, key=lambda one: -one[2])[: 1 if best[1].worth > _WORST else 2]:
            view = views[at]
            if view is not None and worth > _NEARLY:
                found = climb(*view, likely)
                best = (at, found) if found.worth > best[1].worth else best
                if found.worth > READ:
                    return best
    return best


def _best_of(cards: Cards, ids: Sequence[str], spots: Sequence[Spot]) -> tuple[Sequence[Spot], float]:
    """Try spots on a few cards, the best of them on more: the likeliest, and how well the best of them is read."""
    for count, keep in ((2, 16), (6, 3)):
        some = _spread(len(ids), count)
        found = dict(zip(spots, id_worth(*_picked(cards, ids, some), spots), strict=True))
        spots = sorted(found, key=lambda spot: -found[spot])[:keep]
    return spots, max(found.values(), default=_WORST)


def climb(cards: Cards, ids: Sequence[str], starts: Sequence[Spot], rounds: int = 3) -> Named:
    """Return the best place near some, found in ever smaller steps."""
    many = _picked(cards, ids, _spread(len(ids), 10))
    tried = dict(zip(starts, id_worth(*many, starts), strict=True))
    for turn in range(rounds):
        best = sorted(tried, key=lambda spot: -tried[spot])[: 2 if turn == 0 else 1]
        fresh = [spot for one in best for spot in _near(one, 0.5 / 2**turn) if spot not in tried]
        tried.update(zip(fresh, id_worth(*many, fresh), strict=True))
    top = max(tried, key=lambda spot: tried[spot])
    return Named(top, tried[top])


def id_worth(cards: Cards, ids: Sequence[str], spots: Sequence[Spot]) -> list[float]:
    """The mean logarithm of the probability of the typed ids at each spot, none below the worst."""
    return [float(row.mean()) for row in id_logs(cards, ids, spots)]


def id_logs(cards: Cards, ids: Sequence[str], spots: Sequence[Spot]) -> Floats:
    """The logarithm of the probability of each card's typed id at each spot (spots, cards)."""
    wanted = [IDS.index(card) for card in ids]
    strips = [crop(card, spot, ID_VIEW) for spot in spots for card in cards]
    logs = read_ids(strips).reshape(len(spots), len(wanted), -1)
    return np.maximum(logs[:, np.arange(len(wanted)), wanted], _WORST).astype(np.float64)


def likely_places(cards: Cards, ids: Sequence[str]) -> list[Spot]:
    """Places where cards with the same last digits look alike, the likeliest first, in all four directions."""
    ink = np.stack([_ink(card) for card in cards])
    units, tens = (_shared_by(ink, [card[at] for card in ids]) for at in (-1, -2))
    found: list[tuple[float, Spot]] = []
    for height in _HEIGHTS:
        pitch = 0.62 * height * _FINE[1]  # from one digit to the next
        size = (max(round(pitch), 2), max(round(height * _FINE[1]), 2))
        for turn, (x, y) in _TURNS.items():
            if turn == 180:  # an id that stands on its head is that of a card that does
                continue
            window = size if x else size[::-1]
            here = cv2.blur(tens, window) + _moved(cv2.blur(units, window), x * pitch, y * pitch)
            found += _peaks(here, height, turn)
    found.sort(key=lambda one: -one[0])
    return [spot for _, spot in found]


def _ink(card: Pixels) -> NDArray[np.float32]:
    """How much a card's fine print stands out, dark or light, as a share of what is usual around it."""
    grey = cv2.cvtColor(cv2.resize(card, _FINE, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = cv2.GaussianBlur(np.abs(grey - cv2.GaussianBlur(grey, (0, 0), 4.0)), (0, 0), 1.0)
    usual = _wide_blur(np.abs(grey - _wide_blur(grey, 10.0)), 14.0)
    return np.asarray(fine / (usual + 4), np.float32)


def _wide_blur(values: NDArray[np.float32], sigma: float) -> NDArray[np.float32]:
    """Blurred widely: a third of the pixels each way tells the same."""
    coarse = cv2.resize(values, (_FINE[0] // 3, _FINE[1] // 3), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(cv2.GaussianBlur(coarse, (0, 0), sigma / 3), _FINE), np.float32)


def _shared_by(ink: NDArray[np.float32], labels: Sequence[str]) -> NDArray[np.float32]:
    """How much of the variance at each pixel the labels explain, beyond what chance would."""
    kinds = np.array(labels)
    names = np.unique(kinds)
    whole = ink.mean(axis=0)
    between, within = np.zeros_like(whole), np.zeros_like(whole)
    for name in names:
        group = ink[kinds == name]
        middle = group.mean(axis=0)
        between += len(group) * (middle - whole) ** 2
        within += ((group - middle) ** 2).sum(axis=0)
    spare = max(len(ink) - len(names), 1)
    ratio = (between / max(len(names) - 1, 1)) / (within / spare + 0.02)
    return np.asarray(np.minimum(ratio, 30.0), np.float32)


def _moved(values: NDArray[Any], x: float, y: float) -> NDArray[np.float32]:
    """Each pixel shows what lay so far right of it and below it."""
    matrix = np.array([[1, 0, -x], [0, 1, -y]], np.float64)
    return np.asarray(cv2.warpAffine(values, matrix, _FINE), np.float32)


def _peaks(values: NDArray[np.float32], height: float, turn: float) -> Iterable[tuple[float, Spot]]:
    tall = max(round(height * _FINE[1]), 2)
    highest = cv2.dilate(values, np.ones((2 * tall + 1, 2 * tall + 1), np.uint8))
    rows, columns = np.nonzero((values == highest) & (values > 0))
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        spot = Spot((column + 0.5) / _FINE[0], (row + 0.5) / _FINE[1], height, turn)
        yield float(values[row, column]), spot


def _near(spot: Spot, step: float) -> Iterable[Spot]:
    """Spots a step along and across the line of reading, and larger or smaller ones."""
    x, y = _TURNS[spot.turn]
    along, across = 1.2 * step * spot.height, 0.6 * step * spot.height
    for far, aside, larger in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)):
        right = (x * far * along - y * aside * across) * _FINE[1] / _FINE[0]
        down = y * far * along + x * aside * across
        grow = (1 + 0.35 * step) ** larger
        yield Spot(round(spot.x + right, 5), round(spot.y + down, 5), round(spot.height * grow, 5), spot.turn)


def _picked(cards: Cards, ids: Sequence[str], rows: Sequence[int]) -> View:
    return [cards[at] for at in rows], [ids[at] for at in rows]


def _spread(total: int, count: int) -> list[int]:
    found: list[int] = np.unique(np.linspace(0, total - 1, min(count, total)).round().astype(int)).tolist()
    return found
