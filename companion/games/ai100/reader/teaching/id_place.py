"""Where the printed id stands, and which end is up: the ids that were typed must be the ids that are read.

Cards that share a digit of their ids share ink where that digit is printed and nowhere else, whatever the font and
however it is turned: an analysis of variance proposes places, the network of ids decides among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.reader.fields import crop
from companion.games.ai100.reader.printed import Spot
from companion.vision.digits import ID_VIEW, IDS, read_ids
from companion.vision.parallel import in_parallel

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]
Cards = Sequence[Pixels]
View = tuple[Cards, Sequence[str]]  # cards and their ids

_FINE = (189, 264)  # three pixels a millimetre: an id may be two millimetres high
_HEIGHTS = (0.018, 0.024, 0.032, 0.043, 0.057)
_ONE = 0.6  # heights apart two places are one
_MOST = 12.0  # standard deviations beyond chance: more of them say nothing more about a place
_TURNS = {0.0: (1, 0), 90.0: (0, 1), 180.0: (-1, 0), 270.0: (0, -1)}  # and which way one reads then: x, y
_WORST = -8.0  # what a strip that shows no id may cost
_NEARLY = -6.5
_MANY = 90
FEW = 24
_CHUNKS = (0, 6, FEW, _MANY)  # places that are tried together
# Standard deviations beyond chance ids are seen at all (14 to 25 on six boxes at the right end, 3 to 10 at the other,
# where a phase may happen to go with digits), and so many times as much as the other way round.
_SHARED, _CLEARLY = 12.5, 1.5
READ = -2.5  # a mean above this is a place where ids are read
LEGIBLE = -0.5  # a mean above this is a place where they are read so well that none around it need be tried


@dataclass(frozen=True)
class Named:
    """A place of the id and how well the typed ids are read there: the mean logarithm of their probability."""

    spot: Spot
    worth: float
    told: bool = False  # whether cards that share digits of their ids clearly look alike one way round only

    @property
    def read(self) -> bool:
        return self.worth > READ


class Likely(NamedTuple):
    """A place where the digits of ids may stand, and how far beyond chance cards that share them look alike there."""

    worth: float
    spot: Spot


def find_end(views: Sequence[View | None], most: int = _MANY) -> tuple[int, Named]:
    """Return which view of the cards is upright, and where the ids are read: a wrong view names the wrong cards, too.

    The likeliest places are tried first; the others, `most` of them, only where none of those shows the ids. Where
    nobody can read them, the ink that cards with the same digits share still tells which cards were named.
    """
    likely = list(in_parallel(lambda view: likely_places(*view) if view else [], views))
    ink = [places[0].worth if places else 0.0 for places in likely]
    order = sorted(range(len(views)), key=lambda at: -ink[at])
    told = ink[order[0]] > _SHARED and ink[order[0]] > _CLEARLY * ink[order[1]]
    best = (order[0], Named(Spot(0.5, 0.9, 0.04), _WORST, told))
    for chunk in range(len(_CHUNKS) - 1):
        for at in order:
            view = views[at]
            if view is None or not (found := _named_among(view, likely[at][:most], chunk)):
                continue
            if found.read:
                # Where they are read poorly, as beside other digits, they may be printed elsewhere.
                more = _named_among(view, likely[at][:most], chunk + 1) if found.worth < LEGIBLE else None
                return at, max(found, more or found, key=lambda one: one.worth)
            if found.worth > best[1].worth and (at == order[0] or not told):
                best = (at, replace(found, told=told))
    return best


def _named_among(view: View, places: Sequence[Likely], chunk: int) -> Named | None:
    """The best place among a chunk of the likely ones; None where there are no more."""
    here = places[slice(*_CHUNKS[chunk : chunk + 2])] if chunk + 1 < len(_CHUNKS) else []
    if not here:
        return None
    spots, worth = _best_of(*view, [spot for place in here for spot in _sizes(place.spot)])
    # Only where ids are nearly read is it worth searching around.
    return climb(*view, spots) if worth > _NEARLY else Named(spots[0], worth)


def _sizes(spot: Spot) -> Iterable[Spot]:
    """A place with ids of several sizes: other print beside it may be taken for a part of larger ones."""
    x, y = _TURNS[spot.turn]
    for height in _HEIGHTS[:-1]:
        for far in (-0.5, 0.0, 0.5):
            right, down = far * x * spot.height * _FINE[1] / _FINE[0], far * y * spot.height
            yield Spot(round(spot.x + right, 5), round(spot.y + down, 5), height, spot.turn)


def _best_of(cards: Cards, ids: Sequence[str], spots: Sequence[Spot]) -> tuple[Sequence[Spot], float]:
    """Try spots on a few cards, the best of them on more: the likeliest, and how well the best of them is read."""
    for count, keep in ((2, 12), (6, 3)):
        some = _spread(len(ids), count)
        found = dict(zip(spots, id_worth(*_picked(cards, ids, some), spots), strict=True))
        spots = sorted(found, key=lambda spot: -found[spot])[:keep]
    return spots, max(found.values(), default=_WORST)


def climb(cards: Cards, ids: Sequence[str], starts: Sequence[Spot], rounds: int = 3) -> Named:
    """Return the best place near some, found in ever smaller steps."""
    many = _picked(cards, ids, _spread(len(ids), 8))
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


def likely_places(cards: Cards, ids: Sequence[str]) -> list[Likely]:
    """Places where cards that share a digit of their ids look alike, the likeliest first, in three directions."""
    ink = np.stack([_ink(card) for card in cards])
    units, tens, hundreds = (_shared_by(ink, [card[at] for card in ids]) for at in (-1, -2, -3))
    found: list[Likely] = []
    for height in _HEIGHTS:
        pitch = 0.62 * height * _FINE[1]  # from one digit to the next
        size = (max(round(pitch), 2), max(round(height * _FINE[1]), 2))
        for turn, (x, y) in _TURNS.items():
            if turn == 180:  # an id that stands on its head is that of a card that does
                continue
            window = size if x else size[::-1]
            first, middle, last = (cv2.blur(one, window) for one in (hundreds, tens, units))
            here = _moved(first, -x * pitch, -y * pitch) + middle + _moved(last, x * pitch, y * pitch)
            found += _peaks(here, height, turn)
    found.sort(reverse=True)
    return _apart(found)


def _apart(places: Sequence[Likely]) -> list[Likely]:
    """The best of places that lie upon each other, whatever size was looked for."""
    chosen: list[Likely] = []
    for place in places:
        spot = place.spot
        beside = (
            one.spot.turn == spot.turn
            and abs(one.spot.x - spot.x) * 63 < 88 * _ONE * one.spot.height
            and abs(one.spot.y - spot.y) < _ONE * one.spot.height
            for one in chosen
        )
        if not any(beside):
            chosen.append(place)
        if len(chosen) == _MANY:
            break
    return chosen


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
    """How much of the variance at each pixel the labels explain, in standard deviations beyond what chance would."""
    kinds = np.array(labels)
    names = np.unique(kinds)
    groups = len(names) - 1
    if not groups:
        return np.zeros(ink.shape[1:], np.float32)
    flat = ink.reshape(len(ink), -1) - ink.mean(axis=0).reshape(-1)
    member = (kinds == names[:, None]).astype(np.float32)
    between = ((member @ flat) ** 2 / member.sum(axis=1, keepdims=True)).sum(axis=0)
    within = np.maximum(np.einsum("np,np->p", flat, flat) - between, 0)
    spare = max(len(ink) - len(names), 1)
    ratio = (between / groups) / (within / spare + 0.02)
    return np.asarray(np.minimum((ratio - 1) * np.sqrt(groups / 2), _MOST), np.float32).reshape(ink.shape[1:])


def _moved(values: NDArray[Any], x: float, y: float) -> NDArray[np.float32]:
    """Each pixel shows what lay so far right of it and below it."""
    matrix = np.array([[1, 0, -x], [0, 1, -y]], np.float64)
    return np.asarray(cv2.warpAffine(values, matrix, _FINE), np.float32)


def _peaks(values: NDArray[np.float32], height: float, turn: float) -> Iterable[Likely]:
    tall = max(round(height * _FINE[1]), 2)
    highest = cv2.dilate(values, np.ones((2 * tall + 1, 2 * tall + 1), np.uint8))
    rows, columns = np.nonzero((values == highest) & (values > 0))
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        spot = Spot((column + 0.5) / _FINE[0], (row + 0.5) / _FINE[1], height, turn)
        yield Likely(float(values[row, column]), spot)


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
