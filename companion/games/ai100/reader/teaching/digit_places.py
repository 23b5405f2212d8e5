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
from companion.vision.flat import averaged

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
_SHARES = (0.7, 1.0)  # its height as a share of that
_HEIGHTS = (0.07, 0.1, 0.14, 0.2, 0.28, 0.38)  # of the number
# Where digits of corners are that are farther from one edge than from the other, looked at where less than `_CLEAR`
# nats are told as far from both: millimetres, heights, and so many of the places that differ most between corners.
_ASIDE, _CORNER_HEIGHTS = (3.0, 4.2, 5.6, 7.2, 9.0, 11.0, 13.5), (3.0, 4.2, 5.8, 8.0)
_CORNERS_VARIED, _CLEAR = 40, 0.8
_VARIED = 300  # so many places that differ most between cards may be the number's
_AT_ONCE = 480  # crops: more of them only take memory
_RIVAL = 0.6  # a place that tells so much less than the best before anything was moved will not be the best after
_SURE = 30  # cards tell which end of a digit is up
_MOST = float(np.log(5))  # nats: more is told by none of five digits
_BETTER = 1.08  # times as much must be told of a few cards where they have their digits elsewhere than the others
_NEARLY = 0.85  # a larger digit that tells nearly as much is the number
_AT_CORNER = 0.8  # of the height of a corner's digit, or of a larger spot: one so near to its middle shows that digit
_SMALLEST, _TALLEST = 0.01, 0.55  # of the card's height: digits are neither smaller nor taller
_AS_GOOD = 0.03  # nats: spots that tell by no more less than the best one are as good
_SHORTER, _TALLER, _ABOVE = 0.7, 1.4, 0.5  # heights of a digit, within which another spot shows it, too


class Digits:
    """The digits of some cards, no place of a card being read twice."""

    def __init__(self, cards: Pixels) -> None:
        self._cards = cards
        self._known: dict[tuple[int, Spot], Floats] = {}

    def spread(self, count: int) -> list[int]:
        """Some of the cards, from the first to the last."""
        total = len(self._cards)
        found: list[int] = np.unique(np.linspace(0, total - 1, min(count, total)).round().astype(int)).tolist()
        return found

    def some(self, count: int) -> Pixels:
        """So many of the cards, from the first to the last."""
        return self._cards[self.spread(count)]

    def at(self, rows: Sequence[int], places: Sequence[Sequence[Spot]]) -> list[Floats]:
        """Read the digits of cards at each list of spots: (cards x spots, 6) for each list."""
        wanted = {(row, spot): None for spots in places for row in rows for spot in spots}
        fresh = [one for one in wanted if one not in self._known]
        view = (DIGIT_VIEW, DIGIT_VIEW)
        for start in range(0, len(fresh), _AT_ONCE):
            some = fresh[start : start + _AT_ONCE]
            logs = read_digits([crop(self._cards[row], spot, view) for row, spot in some]).astype(np.float64)
            self._known.update(zip(some, logs, strict=True))
        return [np.stack([self._known[row, spot] for row in rows for spot in spots]) for spots in places]


def information(logs: Floats) -> float:
    """How much the readings tell about which card it is, in nats: varied between cards, certain for each."""
    likely = np.exp(logs)
    usual = likely.mean(axis=0)
    return float(-(usual * np.log(usual + 1e-12)).sum() + (likely * logs).sum(axis=1).mean())


def seen_digits(logs: Floats) -> float:
    """What readings tell where a digit is seen at all: the information, less where cards show none."""
    return information(logs) * float(1 - np.exp(logs[:, -1]).mean())


def find_corner(
    cards: Pixels, near: tuple[Spot, Turns] | None = None, rounds: int = 3, least: float = 0.0
) -> tuple[Spot, Turns]:
    """Return the spot of the digit in the top left corner, which the others mirror, and how the four are turned.

    Where less than `least` is told `near` where it was found before, it is sought everywhere.
    """
    digits = Digits(cards)
    many = digits.spread(8)

    def climbed(spot: Spot, turns: Turns) -> tuple[float, Spot, Turns]:
        def worth(spots: Sequence[Spot]) -> list[float]:
            around = [corner_spots(replace(_NOWHERE, corner=one, turns=turns)) for one in spots]
            return [seen_digits(logs) for logs in digits.at(many, around)]

        best, value = climb([spot], worth, (1.0 / 63, 1.0 / 88, 1.18), rounds)
        return value, best, turns

    found = [climbed(*near)] if near else []
    if not found or found[0][0] < least:
        found += [climbed(*start) for start in _likely_corners(digits)]
    _, best, turns = max(found)
    return best, _manner_of(digits, best, turns)


def _manner_of(digits: Digits, corner: Spot, turns: Turns) -> Turns:
    """The turns of the four digits, some of which may stand on their heads: a 1, 2 or 5 reads nearly the same then.

    In one manner together: in strange type one corner's digits may seem to read better upside down by themselves.
    """
    rows = digits.spread(_SURE)

    def worth(manner: Turns) -> float:
        spots = corner_spots(replace(_NOWHERE, corner=corner, turns=manner))
        return sum(seen_digits(logs) for logs in digits.at(rows, [[spot] for spot in spots]))

    ways = [manner for manner in _MANNERS if not (np.subtract(manner, turns) % 180).any()]
    best = max(ways, key=worth)
    return best if worth(best) > _BETTER * worth(turns) else turns


def find_own_corners(cards: Pixels, spots: Sequence[Spot], least: float) -> tuple[Spot, ...]:
    """Return where a kind of card has the digits of its four corners; none where that is where others have them.

    Each is sought by itself around `spots`; where less than `least` is told there, all over the corners.
    """
    digits, rows = Digits(cards), range(len(cards))

    def worth(some: Sequence[Spot]) -> list[float]:
        return [seen_digits(logs) for logs in digits.at(rows, [[one] for one in some])]

    def together(some: Sequence[Spot]) -> float:
        return seen_digits(digits.at(rows, [some])[0])

    there = together(spots)
    if there > max(least, _MOST / _BETTER):
        return ()
    near = tuple(climb(_turned(spot), worth, (1.6 / 63, 1.6 / 88, 1.15))[0] for spot in spots)
    if max(there, together(near)) > least:
        return near if together(near) > _BETTER * there else ()
    corner, turns = find_corner(cards)
    return max(near, corner_spots(replace(_NOWHERE, corner=corner, turns=turns)), key=together)


def _turned(spot: Spot) -> list[Spot]:
    """A spot, and what is printed there turned by each quarter."""
    return [spot._replace(turn=(spot.turn + turn) % 360) for turn in (0.0, 90.0, 180.0, 270.0)]


def _likely_corners(digits: Digits) -> list[tuple[Spot, Turns]]:
    """The best one or two of places all over the corner: a few cards in all manners, more in those that read best."""
    best = _best_corners(digits, [Spot(away / 63, away / 88, share * away / 88) for away in _AWAY for share in _SHARES])
    if best[0][0] < _CLEAR:
        best = sorted(best + _best_corners(digits, _varied_corners(digits.some(24))), reverse=True)
    (most, turns, first), (next_most, other_turns, second) = best[:2]
    if next_most < _RIVAL * most or (turns == other_turns and _touches(second, first)):
        return [(first, turns)]
    return [(first, turns), (second, other_turns)]


def _best_corners(digits: Digits, spots: Sequence[Spot]) -> list[tuple[float, Turns, Spot]]:
    """The five places where most is told, the best first, and how digits are turned there."""
    tried = {spot: _manners(digits, digits.spread(2), spot, _MANNERS) for spot in spots}
    likely = sorted(tried, key=lambda spot: -tried[spot][0][0])[:5]
    again = [(spot, [turns for _, turns in tried[spot][:3]]) for spot in likely]
    return sorted(((*_manners(digits, digits.spread(8), spot, some)[0], spot) for spot, some in again), reverse=True)


def _varied_corners(cards: Pixels) -> list[Spot]:
    """The places that differ most between corners, farther from one edge than from the other."""
    spots = [
        Spot(across / 63, down / 88, height / 88)
        for across, down in itertools.product(_ASIDE, _ASIDE)
        for height in _CORNER_HEIGHTS
        if across != down
    ]
    small = _small(cards)
    corners = (small, small[:, :, ::-1], small[:, ::-1], small[:, ::-1, ::-1])
    return _varied(np.concatenate([one[:, :44, :32] for one in corners]), spots, _CORNERS_VARIED)


def _manners(digits: Digits, rows: Sequence[int], spot: Spot, manners: Sequence[Turns]) -> list[tuple[float, Turns]]:
    """How clearly digits are read in the four corners where they are turned in each of some manners, the best first."""
    around = [corner_spots(replace(_NOWHERE, corner=spot, turns=turns)) for turns in manners]
    return sorted(((seen_digits(logs), turns) for logs, turns in zip(digits.at(rows, around), manners, strict=True)),
                  reverse=True)  # fmt: skip


def find_number(
    cards: Pixels, corner: Spot | None = None, near: Spot | None = None, rounds: int = 3, least: float = 0.0
) -> tuple[Spot, float]:
    """Return the spot of the card's number and what is read there tells; the largest of several that agree.

    Where less than `least` is told `near` where it was found before, it is sought everywhere.
    """
    digits = Digits(cards)
    many = digits.spread(12)

    def worth(spots: Sequence[Spot]) -> list[float]:
        told = [seen_digits(logs) for logs in digits.at(many, [(spot,) for spot in spots])]
        return [0.0 if corner and _same_place(spot, corner) else one for spot, one in zip(spots, told, strict=True)]

    if near is not None:
        there = climb([near], worth, (0.3 * near.height * 88 / 63, 0.3 * near.height, 1.2), rounds)
        if there[1] >= least:
            return there
    likely = [spot for spot in _everywhere() if corner is None or not _same_place(spot, corner)]
    spots = _varied(_small(cards[:: max(len(cards) // 24, 1)]), likely, _VARIED)
    for count, keep in ((2, 60), (4, 20), (8, 5)):
        logs = digits.at(digits.spread(count), [(spot,) for spot in spots])
        clear = [float(one[:, :-1].max(axis=1).clip(-5).mean()) + 0.3 * information(one) for one in logs]
        spots = [spots[at] for at in np.argsort(-np.array(clear))[:keep]]
    starts = _apart(spots, worth(spots))
    if not starts:
        return near or Spot(0.5, 0.5, 0.2), 0.0
    found = [climb([spot], worth, (0.3 * spot.height * 88 / 63, 0.3 * spot.height, 1.2), rounds=2) for spot in starts]
    most = max(value for _, value in found)
    largest, _ = max((one for one in found if one[1] >= _NEARLY * most), key=lambda one: one[0].height)
    return climb([largest], worth, (0.2 * largest.height * 88 / 63, 0.2 * largest.height, 1.15))


def _apart(spots: Sequence[Spot], told: Sequence[float]) -> list[Spot]:
    """Those of some places that may turn out the best, one for each that is printed there."""
    found: list[Spot] = []
    for worth, spot in sorted(zip(told, spots, strict=True), reverse=True):
        if worth > 0 and worth >= _RIVAL * max(told) and not any(_touches(spot, other) for other in found):
            found.append(spot)
    return found


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
    near = _AT_CORNER * max(corner.height, spot.height) * 88
    return float(np.hypot(*aside)) < near and spot.height < 2 * corner.height


def _small(cards: Pixels) -> NDArray[np.float32]:
    """Cards in grey, a pixel a millimetre."""
    grey = [cv2.cvtColor(averaged(card, (63, 88)), cv2.COLOR_BGR2GRAY) for card in cards]
    return np.stack(grey).astype(np.float32)


def _varied(small: NDArray[np.float32], spots: Sequence[Spot], most: int) -> list[Spot]:
    """The places that differ most between small cards in what is light and dark on them, sizes taken in turn."""
    tall, wide = small.shape[1:]
    ranked: dict[float, list[tuple[float, Spot]]] = {}
    for height in sorted({spot.height for spot in spots}):
        size = max(round(height * 88), 1)
        detail = np.stack([one - cv2.blur(one, (2 * size + 1, 2 * size + 1)) for one in small])
        spread = cv2.blur(detail.std(axis=0), (max(round(0.6 * size), 1), size))
        ranked[height] = sorted(
            ((float(spread[min(int(one.y * 88), tall - 1), min(int(one.x * 63), wide - 1)]), one)
             for one in spots if one.height == height), reverse=True
        )  # fmt: skip
    turns = itertools.zip_longest(*([spot for _, spot in one] for one in ranked.values()))
    return [spot for turn in turns for spot in turn if spot is not None][:most]


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
        near = [spot for spot in _near(best, x, y, grow) if _SMALLEST < spot.height < _TALLEST]
        if fresh := [spot for spot in near if spot not in tried]:
            tried.update(zip(fresh, worth(fresh), strict=True))
    top = max(tried, key=lambda spot: tried[spot])
    plateau = [spot for spot, value in tried.items() if value > tried[top] - _AS_GOOD and _touches(spot, top)]
    x, y, height = np.mean([spot[:3] for spot in plateau], axis=0).round(4).tolist()
    return Spot(x, y, height, top.turn), tried[top]


def _touches(spot: Spot, best: Spot) -> bool:
    """Whether two spots are of one digit."""
    return (
        _SHORTER < spot.height / best.height < _TALLER
        and abs(spot.x - best.x) * 63 < best.height * 50
        and abs(spot.y - best.y) < _ABOVE * best.height
    )


def _near(spot: Spot, x: float, y: float, grow: float) -> Iterable[Spot]:
    for across, down, larger in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)):
        yield Spot(
            round(spot.x + across * x, 5), round(spot.y + down * y, 5), round(spot.height * grow**larger, 5), spot.turn
        )  # fmt: skip
