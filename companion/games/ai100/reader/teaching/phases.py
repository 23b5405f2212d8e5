"""Where cards show their phase: the place whose ink falls into two tight groups that no other field explains."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.reader.printed import LOOK, Pips, Print, Spot, Window
from companion.games.ai100.reader.teaching.fine_print import FINE, FINE_PRINT, ink_of
from companion.games.ai100.reader.teaching.pooled import told_by_others

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_WINDOWS = ((3, 3), (6, 5), (10, 6))  # millimetres wide and high
_STEP = 2  # millimetres between windows
_TIGHT = 0.78  # the share of the variance between two groups: 0.64 for one bell, 0.75 for an even spread
_ALONE = 0.3  # the share of what a window shows that is one difference
_NEAR = 4  # millimetres: a mark may be larger than its window
_BESIDE, _OTHER = 12.0, 0.85  # millimetres between marks of one panel; splits that agree less are others
_SAME = 0.9  # two splits of the cards that agree so far are one
_SMALLER = 0.25  # neither group holds fewer of the cards
_AT_ONCE = 64  # windows
# How much of what varies at a mark and three millimetres around it the phase must explain, and how many times as much
# as any other split: signs of a condition come and go as well, but vary and have others beside them.
_CLEAR, _CLEARER = 0.1, 1.3
# Of all that a split changes so much lies at its mark (0.42 and more on 13 boxes, 0.28 where pictures passed for it)
# or where it explains most of what varies (a frame; less of a sign's ground: then it is a lesser rival); what chance
# explains is so many times what varies, for each card.
_HERE, _WHOLLY, _NOISE = 0.35, 0.9, 3.0
_BOX, _MISREAD = 120, 4.0  # half the cards of a box are of each phase, but for a few that a split takes for the other
_SPLIT = 0.95  # how far a card belongs to the half that the split of all cards puts it in
_JUDGED = 3  # times, each with what the phase was taken for before
_INKED = 0.2  # of the usual spread of ink between cards: a window that has less is not looked at
# A pixel belongs to the mark of a split that explains so much of what varies there, and which varies so much of what
# is usual.
_OF_MARK, _VARIES = 0.4, 0.3


class UnexplainedInk(NamedTuple):
    """The ink of cards that no other field explains, and how much each pixel varies between them."""

    plain: NDArray[np.float32]  # (n, rows, columns)
    varies: NDArray[np.float32]


class PhaseMark(NamedTuple):
    """A place that splits the cards in two, and the split: who has more ink there."""

    pips: Pips
    more: NDArray[np.bool_]
    clear: float

    @property
    def worth(self) -> float:
        """How clearly this is the phase: half the cards of a whole box have each look."""
        count, more = len(self.more), int(self.more.sum())
        usual = _MISREAD**2 + max(count * (_BOX - count), 0) / (4 * (_BOX - 1))
        return self.clear * float(np.exp(-0.5 * (more - count / 2) ** 2 / usual))


class Phases(NamedTuple):
    """Where cards show their phase, and the chances of phase 1 and 2 of each (n, 2)."""

    pips: Pips
    chances: Floats


def find_phase(
    ink: NDArray[np.float32], fields: Sequence[Sequence[int]], photo: NDArray[np.intp], printed: Print
) -> Phases | None:
    """Return where the fine print of cards shows their phase; None where nothing surely does.

    `fields` are the other fields of each.
    """
    flat = ink.reshape(len(ink), -1)
    others = _values(fields)
    plain = (flat - others @ np.linalg.pinv(others) @ flat).reshape(ink.shape).astype(np.float32)
    _hide(plain, printed.id)
    unexplained = UnexplainedInk(plain, plain.var(axis=0))
    marks = [_marked(ink, unexplained, *split) for split in _splits(plain, printed.triangle)]
    # What changes cards here and there is no mark, however clear: bent cards, pictures of a few kinds.
    changes = [Changes.of(unexplained, one) for one in marks]
    alone = sorted(((_alone(one, marks), at) for at, one in enumerate(marks) if changes[at].confined), reverse=True)
    if not alone or alone[0][0] < _CLEAR:
        return None
    best, wholly = marks[alone[0][1]], changes[alone[0][1]].wholly
    rivals = [
        worth * min(changes[at].wholly / wholly, 1)
        for worth, at in alone[1:]
        if _agree(marks[at].more, best.more) < _OTHER
    ]
    if alone[0][0] <= _CLEARER * max(rivals, default=0.0):
        return None
    return Phases(best.pips, _judged(ink, others, best, photo))


class Changes(NamedTuple):
    """Of all that a split changes on the cards, the share at its mark, and the share where it explains what varies."""

    here: float
    wholly: float

    @classmethod
    def of(cls, unexplained: UnexplainedInk, mark: PhaseMark) -> Changes:
        """Look at what a split changes beyond chance."""
        plain, total = unexplained
        differ = plain[mark.more].mean(axis=0) - plain[~mark.more].mean(axis=0)
        share = float(mark.more.mean())
        tells = np.maximum(share * (1 - share) * differ**2 - _NOISE * total / len(plain), 0)
        x, y, wide, tall = mark.pips.window
        left, right = (max(round((x + side * wide / 2) * FINE[0]) + 2 * side * _NEAR, 0) for side in (-1, 1))
        top, bottom = (max(round((y + side * tall / 2) * FINE[1]) + 2 * side * _NEAR, 0) for side in (-1, 1))
        wholly = cv2.dilate(_explains(unexplained, mark.more)[0].astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        every = float(tells.sum()) + 1e-9
        return cls(float(tells[top:bottom, left:right].sum()) / every, float(tells[wholly].sum()) / every)

    @property
    def confined(self) -> bool:
        """Whether a split changes the cards in one place, or all that it changes wholly: a frame of another kind, say.

        Cards that show one of a few pictures differ all over them, and so do those that lie a little off.
        """
        return self.here > _HERE or self.wholly > _WHOLLY


def _alone(mark: PhaseMark, marks: Sequence[PhaseMark]) -> float:
    """How clearly a mark is the phase: signs of a condition have others beside them that come and go by themselves.

    The larger their share of what is seen there, the likelier it is one of them.
    """
    x, y = mark.pips.window[:2]
    beside = [
        one.worth
        for one in marks
        if np.hypot((one.pips.window.x - x) * 63, (one.pips.window.y - y) * 88) < _BESIDE
        and _agree(one.more, mark.more) < _OTHER
    ]
    alone = mark.worth - max(beside, default=0.0)
    return alone * abs(alone) / max(mark.worth, 1e-9)


def _judged(ink: NDArray[np.float32], others: Floats, mark: PhaseMark, photo: NDArray[np.intp]) -> Floats:
    """The chances of both looks (n, 2), each card judged by those of the other photos.

    What the `others`, all other fields, explain of a mark is found together with what the phase does: where nearly all
    yellow cards are of one phase its look would pass for that of yellow.
    """
    x, y, wide, tall = mark.pips.window
    left, right = (round((x + side * wide / 2) * FINE[0] + 2 * side) for side in (-1, 1))
    top, bottom = (round((y + side * tall / 2) * FINE[1] + 2 * side) for side in (-1, 1))
    shown = ink[:, max(top, 0) : bottom, max(left, 0) : right].reshape(len(ink), -1).astype(np.float64)
    one, more = np.zeros(len(ink), np.intp), mark.more
    chances = np.full((len(ink), 2), 0.5)
    for _ in range(_JUDGED):
        explained = np.linalg.pinv(np.column_stack([others, more])) @ shown
        split = np.where(more[:, None], (1 - _SPLIT, _SPLIT), (_SPLIT, 1 - _SPLIT))
        chances = told_by_others(shown - others @ explained[:-1], split, photo, one, one).with_read(split)
        more = chances[:, 1] > 0.5
    return chances


def _hide(plain: NDArray[np.float32], name: Spot) -> None:
    """Leave out the id, whose digits come in groups as well."""
    along, across = 2.2 * name.height * 176, 0.8 * name.height * 176
    wide, tall = (along, across) if name.turn % 180 == 0 else (across, along)
    x, y = name.x * FINE[0], name.y * FINE[1]
    plain[:, max(int(y - tall), 0) : int(y + tall), max(int(x - wide), 0) : int(x + wide)] = 0


def _splits(plain: NDArray[np.float32], triangle: float) -> list[tuple[tuple[int, int, int, int], NDArray[np.bool_]]]:
    """The ways in which windows split the cards in two tight groups, each with the window that shows it best."""
    found: list[tuple[float, tuple[int, int, int, int], NDArray[np.bool_]]] = []
    for one in _tight(plain, triangle):
        same = next((at for at, other in enumerate(found) if _agree(other[2], one[2]) > _SAME), None)
        if same is None:
            found.append(one)
        elif one[0] > found[same][0]:
            found[same] = one
    return [(window, upper) for _, window, upper in found]


def _tight(
    plain: NDArray[np.float32], triangle: float
) -> Iterator[tuple[float, tuple[int, int, int, int], NDArray[np.bool_]]]:
    """Windows that split the cards in two tight groups: how tightly, where, and who is in the upper one."""
    usual, varied = float(plain.std()), (plain.mean(axis=0), (plain**2).mean(axis=0))
    for (wide, tall), places in _everywhere(triangle):
        mean, square = (cv2.boxFilter(one, -1, (2 * wide, 2 * tall), anchor=(0, 0)) for one in varied)
        spread = np.sqrt(np.maximum(square - mean**2, 0))
        inked = [(x, y) for x, y in places if spread[2 * y, 2 * x] >= _INKED * usual]
        # As many windows at once as fit the processor's cache several times: numpy has less to say between them.
        for start in range(0, len(inked), _AT_ONCE):
            some = inked[start : start + _AT_ONCE]
            parts = np.stack(
                [plain[:, 2 * y : 2 * (y + tall), 2 * x : 2 * (x + wide)].reshape(len(plain), -1) for x, y in some]
            )
            along, alone = _main_differences(parts)
            tight, upper = _split(along)
            for at in np.flatnonzero((tight >= _TIGHT) & (alone >= _ALONE)).tolist():
                x, y = some[at]
                yield float(tight[at] * alone[at]), (x, y, wide, tall), upper[at]


def _agree(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    share = float(np.mean(one == other))
    return max(share, 1 - share)


def _marked(
    ink: NDArray[np.float32], unexplained: UnexplainedInk, window: tuple[int, int, int, int], upper: NDArray[np.bool_]
) -> PhaseMark:
    """How clearly a split is a mark of its own: what it explains against all else that varies there and around."""
    mark, _ = _explains(unexplained, upper)
    x, y, wide, tall = _whole(mark, window)
    across, down = FINE
    place = Window((x + wide / 2) / across, (y + tall / 2) / down, wide / across, tall / down)
    shown = np.stack([_look(one, place) for one in ink])
    more = upper if shown[upper].mean() > shown[~upper].mean() else ~upper
    # The whole mark may tell more than the window that was looked at first: then some cards change sides.
    first = found = _as_mark(place, shown, more, unexplained)
    for _ in range(2):
        one, way = np.array(found.pips.one), np.array(found.pips.two) - np.array(found.pips.one)
        second = (shown - one) @ way > 0.5 * float(way @ way)
        if second.any() and not second.all():
            found = _as_mark(place, shown, second, unexplained)
    return max(first, found, key=lambda mark: mark.worth)


def _as_mark(place: Window, shown: Floats, more: NDArray[np.bool_], unexplained: UnexplainedInk) -> PhaseMark:
    one, two = (tuple(np.median(shown[kind], axis=0).round(3).tolist()) for kind in (~more, more))
    return PhaseMark(Pips(place, one, two), more, _explains(unexplained, more)[1])


def _explains(unexplained: UnexplainedInk, upper: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], float]:
    """Where a split explains much of what varies, and how much of all that varies there and around."""
    plain, total = unexplained
    share = float(upper.mean())
    flat = plain.reshape(len(plain), -1)
    difference = (np.where(upper, 1 / upper.sum(), -1 / (~upper).sum()).astype(np.float32) @ flat).reshape(total.shape)
    between = share * (1 - share) * difference**2
    mark = (between > _OF_MARK * total) & (total > _VARIES * float(total.mean()))
    around = cv2.dilate(mark.astype(np.uint8), np.ones((13, 13), np.uint8)) > 0
    own, other = float(between[mark].sum()), float((total - between)[around].sum())
    return mark, own / (own + other + 1e-9)


def _whole(mark: NDArray[np.bool_], window: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The mark at a window and near it, in pixels: a window may show one of two dots."""
    x, y, wide, tall = window
    top, left = max(2 * (y - _NEAR), 0), max(2 * (x - _NEAR), 0)
    rows, columns = np.nonzero(mark[top : 2 * (y + tall + _NEAR), left : 2 * (x + wide + _NEAR)])
    if not len(rows):
        return 2 * x, 2 * y, 2 * wide, 2 * tall
    low, high = np.array([columns.min(), rows.min()]), np.array([columns.max(), rows.max()]) + 1
    return int(left + low[0]), int(top + low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def _everywhere(triangle: float) -> Iterator[tuple[tuple[int, int], list[tuple[int, int]]]]:
    """Windows all over the card, clear of the corners: their sizes, left and top in millimetres."""
    leg = triangle * 63
    for wide, tall in _WINDOWS:
        yield (
            (wide, tall),
            [
                (x, y)
                for y, x in itertools.product(range(0, 88 - tall + 1, _STEP), range(0, 63 - wide + 1, _STEP))
                if min(x, 63 - wide - x) + min(y, 88 - tall - y) >= leg - 2
            ],
        )


def _main_differences(parts: NDArray[np.float32]) -> tuple[Floats, Floats]:
    """The directions in which windows (windows, n, pixels) differ most between cards.

    Where each card lies along it (windows, n), and its share of all difference (windows,).
    """
    centred = parts - parts.mean(axis=1, keepdims=True)
    squares = np.einsum("wnp,wnp->wn", centred, centred)
    turned = np.ascontiguousarray(centred.transpose(0, 2, 1))
    way = centred[np.arange(len(parts)), squares.argmax(axis=1)][..., None]
    for _ in range(6):
        way = turned @ (centred @ way)
        way = way / np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9)
    along = (centred @ way)[..., 0].astype(np.float64)
    return along, (along**2).sum(axis=1) / np.maximum(squares.sum(axis=1), 1e-9)


def read_phase(cards: Pixels, pips: Pips) -> Floats:
    """The chances of phase 1 and 2 (n, 2): whose look each card's window has."""
    along = np.array(
        [_along(ink_of(card, FINE_PRINT), pips) for card in cards]
    )  # 0 for the look of phase 1, 1 for that of phase 2
    logs = np.logaddexp(-0.5 * ((along[:, None] - np.array([0.0, 1.0])) / 0.22) ** 2, -6.0)
    return np.asarray(np.exp(logs - np.logaddexp.reduce(logs, axis=1, keepdims=True)))


def _along(ink: NDArray[np.float32], pips: Pips) -> float:
    """Where between the look of phase 1 (0) and that of 2 (1) a card's window lies; it may be aside by a stroke."""
    one, way = np.array(pips.one), np.array(pips.two) - np.array(pips.one)
    x, y, wide, tall = pips.window
    found = []
    for across, down in itertools.product((0, -1, 1, -2, 2), repeat=2):
        seen = _look(ink, Window(x + across / FINE_PRINT[0], y + down / FINE_PRINT[1], wide, tall)) - one
        along = float(seen @ way) / max(float(way @ way), 1e-9)
        found.append((float(((seen - np.clip(along, 0, 1) * way) ** 2).sum()), along))
    return min(found)[1]


def _look(ink: NDArray[np.float32], window: Window) -> Floats:
    down, across = ink.shape
    wide, tall = max(round(window.wide * across), 2), max(round(window.tall * down), 2)
    x, y = round(window.x * across - wide / 2), round(window.y * down - tall / 2)
    x, y = int(np.clip(x, 0, across - wide)), int(np.clip(y, 0, down - tall))
    part = ink[y : y + tall, x : x + wide]
    return np.asarray(cv2.resize(part, LOOK, interpolation=cv2.INTER_AREA), np.float64).reshape(-1)


def _values(fields: Sequence[Sequence[int]]) -> Floats:
    """Which value each card has of the other fields (n, values): the first of each goes without saying."""
    table = np.array(fields)
    columns = [np.ones(len(table))]
    for field in table.T:
        columns += [(field == value).astype(float) for value in np.unique(field)[1:]]
    return np.stack(columns, axis=1)


def _split(values: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """The best splits of rows of values in two: the share of variance between the groups, and who is in the upper."""
    count = values.shape[1]
    order = np.sort(values, axis=1)
    least = max(int(_SMALLER * count), 1)
    sums = np.cumsum(order, axis=1)
    below = np.arange(least, count - least + 1)
    gap = (sums[:, -1:] - sums[:, below - 1]) / (count - below) - sums[:, below - 1] / below
    between = below * (count - below) / count**2 * gap**2
    best = between.argmax(axis=1)
    rows, at = np.arange(len(values)), below[best]
    cut = (order[rows, at - 1] + order[rows, at]) / 2
    return between[rows, best] / np.maximum(values.var(axis=1), 1e-12), values > cut[:, None]
