"""Where number and corner digits stand: there the network reads digits, certain on every card and varied."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.reader.fields import corner_spots, crop
from companion.games.ai100.reader.printed import Print, Spot, Turns
from companion.vision.digits import DIGIT_VIEW, read_digits

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_NOWHERE = Print(Spot(0, 0, 0.1), Spot(0, 0, 0.1), Spot(0, 0, 0.1), 0.3, {})
_TURNS = tuple(45.0 * at for at in range(8))
# How the four digits are mostly turned: all alike, the lower ones on their heads, each a quarter further, or leaning.
_MANNERS: tuple[Turns, ...] = (
    *((turn, turn, turn, turn) for turn in (0.0, 180.0, 90.0, 270.0)),
    *((turn, turn, (turn + 180) % 360, (turn + 180) % 360) for turn in (0.0, 180.0, 90.0, 270.0)),
    *((turn, (turn + 180) % 360, (turn + 180) % 360, turn) for turn in (0.0, 180.0, 90.0, 270.0)),
    *((turn, (turn + 90) % 360, (turn + 180) % 360, (turn + 270) % 360) for turn in _TURNS),
    *((turn, (360 - turn) % 360, turn, (360 - turn) % 360) for turn in (45.0, 315.0)),
)
_AWAY = (2.4, 3.2, 4.3, 5.5, 6.8, 8.2)  # millimetres from both edges to the middle of a corner's digit
_SHARES = (0.6, 0.85, 1.15)  # its height as a share of that
_HEIGHTS = (0.07, 0.1, 0.14, 0.2, 0.28, 0.38)  # of the number
_VARIED = 300  # so many places that differ most between cards may be the number's
_NEARLY = 0.85  # a larger digit that tells nearly as much is the number


def digits_at(cards: Pixels, places: Sequence[Sequence[Spot]]) -> list[Floats]:
    """Read the digits of all cards at each list of spots: (cards x spots, 6) for each list."""
    logs = []
    crops: list[Pixels] = []
    for spots in places:
        crops += [crop(card, spot, (DIGIT_VIEW, DIGIT_VIEW)) for card in cards for spot in spots]
        if len(crops) >= 512:
            logs.append(read_digits(crops))
            crops = []
    logs.append(read_digits(crops))
    ends = np.cumsum([len(cards) * len(spots) for spots in places])[:-1]
    return list(np.split(np.concatenate(logs).astype(np.float64), ends))


def information(logs: Floats) -> float:
    """How much the readings tell about which card it is, in nats: varied between cards, certain for each."""
    likely = np.exp(logs)
    usual = likely.mean(axis=0)
    return float(-(usual * np.log(usual + 1e-12)).sum() + (likely * logs).sum(axis=1).mean())


def seen_digits(logs: Floats) -> float:
    """What readings tell where a digit is seen at all: the information, less where cards show none."""
    return information(logs) * float(1 - np.exp(logs[:, -1]).mean())


def find_corner(cards: Pixels, near: tuple[Spot, Turns] | None = None, rounds: int = 3) -> tuple[Spot, Turns]:
    """Return the spot of the digit in the top left corner, which the others mirror, and how the four are turned."""
    if near is None:
        few = cards[_spread(len(cards), 3)]
        coarse = [Spot(away / 63, away / 88, share * away / 88) for away in _AWAY for share in _SHARES]
        trials = [_turned(few, spot) for spot in coarse]
        likely = [coarse[at] for at in np.argsort([-worth for worth, _ in trials])[:4]]
        again = cards[_spread(len(cards), 8)]
        better = sorted(((*_turned(again, spot), spot) for spot in likely), reverse=True)[:2]
        starts = [(spot, turns) for _, turns, spot in better]
    else:
        starts = [near]
    many = cards[_spread(len(cards), 12)]
    found = []
    for spot, turns in starts:

        def worth(spots: Sequence[Spot], turns: Turns = turns) -> list[float]:
            around = [corner_spots(replace(_NOWHERE, corner=one, turns=turns)) for one in spots]
            return [seen_digits(logs) for logs in digits_at(many, around)]

        best, value = climb([spot], worth, (1.0 / 63, 1.0 / 88, 1.18), rounds)
        found.append((value, best, turns))
    _, best, turns = max(found)
    return best, turns


def _turned(cards: Pixels, spot: Spot) -> tuple[float, Turns]:
    """How clearly digits are read in the four corners, each turned as it reads best, and these turns."""
    around = [corner_spots(replace(_NOWHERE, corner=spot, turns=(turn,) * 4)) for turn in _TURNS]
    logs = np.array(digits_at(cards, around)).reshape(len(_TURNS), len(cards), 4, -1)
    worth = {
        turns: seen_digits(np.concatenate([logs[round(turn / 45), :, at] for at, turn in enumerate(turns)]))
        for turns in _MANNERS
    }
    best = max(worth, key=lambda turns: worth[turns])
    return worth[best], best


def find_number(
    cards: Pixels, corner: Spot | None = None, near: Spot | None = None, rounds: int = 3
) -> tuple[Spot, float]:
    """Return the spot of the card's number and what is read there tells; the largest of several that agree."""
    many = cards[_spread(len(cards), 12)]

    def worth(spots: Sequence[Spot]) -> list[float]:
        told = [seen_digits(logs) for logs in digits_at(many, [(spot,) for spot in spots])]
        return [0.0 if corner and _same_place(spot, corner) else one for spot, one in zip(spots, told, strict=True)]

    if near is not None:
        return climb([near], worth, (0.3 * near.height * 88 / 63, 0.3 * near.height, 1.2), rounds)
    spots = _varied(cards, [spot for spot in _everywhere() if corner is None or not _same_place(spot, corner)])
    for count, keep in ((2, 60), (8, 5)):
        some = cards[_spread(len(cards), count)]
        logs = digits_at(some, [(spot,) for spot in spots])
        clear = [float(one[:, :-1].max(axis=1).clip(-5).mean()) + 0.3 * information(one) for one in logs]
        spots = [spots[at] for at in np.argsort(-np.array(clear))[:keep]]
    found = [climb([spot], worth, (0.3 * spot.height * 88 / 63, 0.3 * spot.height, 1.2), rounds=2) for spot in spots]
    most = max(value for _, value in found)
    largest, _ = max((one for one in found if one[1] >= _NEARLY * most), key=lambda one: one[0].height)
    return climb([largest], worth, (0.2 * largest.height * 88 / 63, 0.2 * largest.height, 1.15))


def _everywhere() -> list[Spot]:
    found = []
    for height in _HEIGHTS:
        step = 0.45 * height
        across = np.arange(0.32 * height * 88 / 63, 1 - 0.3 * height * 88 / 63, step * 88 / 63)
        found += [
            Spot(float(x), float(y), height) for y in np.arange(0.52 * height, 1 - 0.5 * height, step) for x in across
        ]
    return found


def _same_place(spot: Spot, corner: Spot) -> bool:
    """Whether a spot is that of a corner's digit."""
    aside = (min(spot.x, 1 - spot.x) - corner.x) * 63, (min(spot.y, 1 - spot.y) - corner.y) * 88
    return float(np.hypot(*aside)) < 0.6 * corner.height * 88 and spot.height < 2 * corner.height


def _varied(cards: Pixels, spots: Sequence[Spot]) -> list[Spot]:
    """The places that differ most between cards in what is light and dark on them, sizes taken in turn."""
    wide, tall = 63, 88
    some = cards[_spread(len(cards), 24)]
    small = np.stack([cv2.cvtColor(cv2.resize(card, (wide, tall), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
                      for card in some]).astype(np.float32)  # fmt: skip
    ranked: dict[float, list[tuple[float, Spot]]] = {}
    for height in sorted({spot.height for spot in spots}):
        size = max(round(height * tall), 1)
        detail = np.stack([one - cv2.blur(one, (2 * size + 1, 2 * size + 1)) for one in small])
        spread = cv2.blur(detail.std(axis=0), (max(round(0.6 * size), 1), size))
        ranked[height] = sorted(
            ((float(spread[min(int(one.y * tall), tall - 1), min(int(one.x * wide), wide - 1)]), one)
             for one in spots if one.height == height), reverse=True
        )  # fmt: skip
    turns = itertools.zip_longest(*([spot for _, spot in one] for one in ranked.values()))
    return [spot for turn in turns for spot in turn if spot is not None][:_VARIED]


def climb(
    starts: list[Spot],
    worth: Callable[[Sequence[Spot]], list[float]],
    step: tuple[float, float, float],
    rounds: int = 3,
) -> tuple[Spot, float]:
    """Search from some spots in ever smaller steps; a plateau is answered with its middle."""
    tried = dict(zip(starts, worth(starts), strict=True))
    for turn in range(rounds):
        best = max(tried, key=lambda spot: tried[spot])
        x, y, grow = step[0] / 2**turn, step[1] / 2**turn, step[2] ** (1 / 2**turn)
        if fresh := [spot for spot in _near(best, x, y, grow) if spot not in tried and 0.01 < spot.height < 0.55]:
            tried.update(zip(fresh, worth(fresh), strict=True))
    top = max(tried, key=lambda spot: tried[spot])
    plateau = [spot for spot, value in tried.items() if value > tried[top] - 0.03 and _touches(spot, top)]
    x, y, height = np.mean([spot[:3] for spot in plateau], axis=0).round(4).tolist()
    return Spot(x, y, height, top.turn), tried[top]


def _touches(spot: Spot, best: Spot) -> bool:
    return abs(spot.x - best.x) * 63 < best.height * 50 and abs(spot.y - best.y) < 0.5 * best.height


def _near(spot: Spot, x: float, y: float, grow: float) -> Iterable[Spot]:
    for across, down, larger in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)):
        yield Spot(
            round(spot.x + across * x, 5), round(spot.y + down * y, 5), round(spot.height * grow**larger, 5), spot.turn
        )  # fmt: skip


def _spread(total: int, count: int) -> list[int]:
    found: list[int] = np.unique(np.linspace(0, total - 1, min(count, total)).round().astype(int)).tolist()
    return found
