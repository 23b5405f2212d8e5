"""Where cards show their phase: the place whose ink falls into two tight groups that no other field explains."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.reader.fields import crop
from companion.games.ai100.reader.printed import LOOK, Pips, Print, Spot, Window
from companion.vision.digits import DIGIT_VIEW, read_digits

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_FINE = (126, 176)  # two pixels a millimetre
_WINDOWS = ((3, 3), (6, 5), (10, 6))  # millimetres wide and high
_STEP = 2  # millimetres between windows
_TIGHT = 0.78  # the share of the variance between two groups: 0.64 for one bell, 0.75 for an even spread
_ALONE = 0.3  # the share of what a window shows that is one difference
_NEAR = 4  # millimetres: a mark may be larger than its window
_SAME = 0.9  # two splits of the cards that agree so far are one
_SMALLER = 0.25  # neither group holds fewer of the cards
_ENOUGH = 24  # cards tell two groups from chance
# How much of what varies at a mark and three millimetres around it the phase must explain, and how many times as much
# as any other split: signs of a condition come and go as well, but vary and have others beside them.
_CLEAR, _CLEARER = 0.28, 1.25
_NUMERAL = 0.75  # how surely a mark is read as 1 on the cards of one look and as 2 on the others


class Mark(NamedTuple):
    """A place that splits the cards in two, and the split: who has more ink there."""

    pips: Pips
    more: NDArray[np.bool_]
    clear: float


def find_phase(cards: Pixels, fields: Sequence[Sequence[int]], printed: Print) -> Pips | None:
    """Return where cards show their phase; None where nothing surely does. `fields` are the other fields of each."""
    if len(cards) < _ENOUGH:
        return None
    ink = np.stack([_ink(card) for card in cards])
    flat = ink.reshape(len(cards), -1)
    plain = (flat - _explained(fields) @ flat).reshape(ink.shape).astype(np.float32)
    _hide(plain, printed.id)
    marks = sorted(
        (_marked(ink, plain, *split) for split in _splits(plain, printed.triangle)), key=lambda one: -one.clear
    )
    if not marks or marks[0].clear < _CLEAR:
        return None
    rivals = [one.clear for one in marks[1:] if _agree(one.more, marks[0].more) < 0.85]
    return marks[0].pips if marks[0].clear > _CLEARER * max(rivals, default=0.0) else None


def _hide(plain: NDArray[np.float32], name: Spot) -> None:
    """Leave out the id, whose digits come in groups as well."""
    along, across = 2.2 * name.height * 176, 0.8 * name.height * 176
    wide, tall = (along, across) if name.turn % 180 == 0 else (across, along)
    x, y = name.x * _FINE[0], name.y * _FINE[1]
    plain[:, max(int(y - tall), 0) : int(y + tall), max(int(x - wide), 0) : int(x + wide)] = 0


def _splits(plain: NDArray[np.float32], triangle: float) -> list[tuple[tuple[int, int, int, int], NDArray[np.bool_]]]:
    """The ways in which windows split the cards in two tight groups, each with the window that shows it best."""
    usual = float(plain.std())
    found: list[tuple[float, tuple[int, int, int, int], NDArray[np.bool_]]] = []
    for (wide, tall), x, y in _everywhere(triangle):
        part = plain[:, 2 * y : 2 * (y + tall), 2 * x : 2 * (x + wide)].reshape(len(plain), -1)
        if float(part.std()) < 0.2 * usual:
            continue
        along, alone = _main_difference(part)
        tight, upper = _split(along)
        if tight < _TIGHT or alone < _ALONE:
            continue
        one = (tight * alone, (x, y, wide, tall), upper)
        same = next((at for at, other in enumerate(found) if _agree(other[2], upper) > _SAME), None)
        if same is None:
            found.append(one)
        elif one[0] > found[same][0]:
            found[same] = one
    return [(window, upper) for _, window, upper in found]


def _agree(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    share = float(np.mean(one == other))
    return max(share, 1 - share)


def _marked(
    ink: NDArray[np.float32], plain: NDArray[np.float32], window: tuple[int, int, int, int], upper: NDArray[np.bool_]
) -> Mark:
    """How clearly a split is a mark of its own: what it explains against all else that varies there and around."""
    share, total = float(upper.mean()), plain.var(axis=0)
    between = share * (1 - share) * (plain[upper].mean(axis=0) - plain[~upper].mean(axis=0)) ** 2
    mark = (between > 0.4 * total) & (total > 0.3 * float(plain.var()))
    around = cv2.dilate(mark.astype(np.uint8), np.ones((13, 13), np.uint8)) > 0
    own, other = float(between[mark].sum()), float((total - between)[around].sum())
    x, y, wide, tall = _whole(mark, window)
    across, down = _FINE
    place = Window((x + wide / 2) / across, (y + tall / 2) / down, wide / across, tall / down)
    shown = np.stack([_look(one, place) for one in ink])
    more = upper if shown[upper].mean() > shown[~upper].mean() else ~upper
    one, two = (tuple(np.median(shown[kind], axis=0).round(3).tolist()) for kind in (~more, more))
    return Mark(Pips(place, one, two), more, own / (own + other + 1e-9))


def _whole(mark: NDArray[np.bool_], window: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The mark at a window and near it, in pixels: a window may show one of two dots."""
    x, y, wide, tall = window
    top, left = max(2 * (y - _NEAR), 0), max(2 * (x - _NEAR), 0)
    rows, columns = np.nonzero(mark[top : 2 * (y + tall + _NEAR), left : 2 * (x + wide + _NEAR)])
    if not len(rows):
        return 2 * x, 2 * y, 2 * wide, 2 * tall
    low, high = np.array([columns.min(), rows.min()]), np.array([columns.max(), rows.max()]) + 1
    return int(left + low[0]), int(top + low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def _everywhere(triangle: float) -> Iterator[tuple[tuple[int, int], int, int]]:
    """Windows all over the card, clear of the corners: their sizes, left and top in millimetres."""
    leg = triangle * 63
    for wide, tall in _WINDOWS:
        for y, x in itertools.product(range(0, 88 - tall + 1, _STEP), range(0, 63 - wide + 1, _STEP)):
            if min(x, 63 - wide - x) + min(y, 88 - tall - y) >= leg - 2:
                yield (wide, tall), x, y


def _main_difference(part: NDArray[np.float32]) -> tuple[Floats, float]:
    """The direction in which windows differ most: where each card lies along it, and its share of all difference."""
    centred = part - part.mean(axis=0)
    total = float((centred**2).sum())
    way = centred[int((centred**2).sum(axis=1).argmax())]
    for _ in range(6):
        way = (centred @ way) @ centred
        way = way / max(float(np.linalg.norm(way)), 1e-9)
    along = centred @ way
    return along.astype(np.float64), float((along**2).sum()) / max(total, 1e-9)


def read_phase(cards: Pixels, pips: Pips) -> Floats:
    """The chances of phase 1 and 2 (n, 2): whose look each card's window has."""
    one, two = np.array(pips.one), np.array(pips.two)
    seen = np.stack([_look(_ink(card), pips.window) for card in cards])
    way = two - one
    along = (seen - one) @ way / max(float(way @ way), 1e-9)  # 0 for the look of phase 1, 1 for that of phase 2
    logs = np.logaddexp(-0.5 * ((along[:, None] - np.array([0.0, 1.0])) / 0.22) ** 2, -6.0)
    return np.asarray(np.exp(logs - np.logaddexp.reduce(logs, axis=1, keepdims=True)))


def name_looks(cards: Pixels, pips: Pips) -> Pips | None:
    """Return the looks in the right order where the mark is a numeral, 1 or 2; None where no numeral is read."""
    second = read_phase(cards, pips)[:, 1] > 0.5
    x, y, _, tall = pips.window
    for height in (0.8, 1.0, 1.3, 1.7):
        spot = Spot(x, y, max(height * tall, 0.02))
        digits = np.exp(read_digits([crop(card, spot, (DIGIT_VIEW, DIGIT_VIEW)) for card in cards]))
        shown = np.array([digits[~second, :2].mean(axis=0), digits[second, :2].mean(axis=0)])  # (looks, numeral)
        if min(shown[0, 0], shown[1, 1]) > _NUMERAL:
            return pips
        if min(shown[0, 1], shown[1, 0]) > _NUMERAL:
            return pips._replace(one=pips.two, two=pips.one)
    return None


def _look(ink: NDArray[np.float32], window: Window) -> Floats:
    wide, tall = max(round(window.wide * _FINE[0]), 2), max(round(window.tall * _FINE[1]), 2)
    x, y = round(window.x * _FINE[0] - wide / 2), round(window.y * _FINE[1] - tall / 2)
    x, y = int(np.clip(x, 0, _FINE[0] - wide)), int(np.clip(y, 0, _FINE[1] - tall))
    part = ink[y : y + tall, x : x + wide]
    return np.asarray(cv2.resize(part, LOOK, interpolation=cv2.INTER_AREA), np.float64).reshape(-1)


def _ink(card: Pixels) -> NDArray[np.float32]:
    """How much fine print stands out, as a share of the card's contrast."""
    grey = cv2.cvtColor(cv2.resize(card, _FINE, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY).astype(np.float32)
    low, high = np.percentile(grey, (3, 97))
    return np.asarray(np.abs(grey - cv2.GaussianBlur(grey, (0, 0), 4.0)) / max(float(high - low), 20.0), np.float32)


def _explained(fields: Sequence[Sequence[int]]) -> Floats:
    """The projection on what the other fields of the cards tell: a mean for each value of each."""
    table = np.array(fields)
    columns = [np.ones(len(table))]
    for field in table.T:
        columns += [(field == value).astype(float) for value in np.unique(field)[1:]]
    design = np.stack(columns, axis=1)
    return np.asarray(design @ np.linalg.pinv(design))


def _split(values: Floats) -> tuple[float, NDArray[np.bool_]]:
    """The best split of values in two: the share of variance between the groups, and who is in the upper one."""
    count = len(values)
    order = np.sort(values)
    least = max(int(_SMALLER * count), 1)
    sums = np.cumsum(order)
    below = np.arange(least, count - least + 1)
    gap = (sums[-1] - sums[below - 1]) / (count - below) - sums[below - 1] / below
    between = below * (count - below) / count**2 * gap**2
    at = int(between.argmax())
    cut = (order[below[at] - 1] + order[below[at]]) / 2
    return float(between[at]) / max(float(values.var()), 1e-12), values > cut
