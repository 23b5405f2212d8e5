"""What the other cards of a box say about a field: this box draws its threes alike, and prints its reds in one shade.

Whoever reads one crop knows many fonts and lamps; the other photos know this box. Cards that look alike are one group,
however unsure each of them is to read, and the groups are named together: expectation and maximisation, begun with
what was read. Each photo is judged by what the others have taught, so that this is also the test whether what was
learned explains them.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]

_CERTAIN, _BEYOND = 0.9, 0.9999
_WAYS = 24  # directions in which the looks of a field differ most
_AT_MOST = 4 * _WAYS  # directions that are looked at for that
_FEW, _MANY = 3, 40  # examples say what a value looks like, and what a field does
_SEEN = 0.6  # how surely what too few others show must be read to count as seen
_TAIL = 6.0  # degrees of freedom: what looks like nothing known says little
_STEADY = 12.0  # examples' worth of belief that all directions vary alike
_OWN = 2.0  # examples' worth of belief that a field looks the same on all kinds of card and in all corners
_LEAST = 1e-3  # what neither one's own eyes nor the others rule out more
_ROUNDS, _STILL = 8, 1e-3  # at most, and how little the weight of an example changes when nothing more will
_WITNESSES = 3.0  # whoever misreads one card of a group misreads them all: its readings count as so many
# How many times as far as usual from all that is known a field may look to be relied on: where the card itself and the
# others say the same for certain, where one of them does beyond doubt, and where none does.
_BOTH, _CLEARLY, _HARDLY = 40.0, 8.0, 2.0


@dataclass(frozen=True)
class ToldByOthers:
    """What others tell about a field of each card."""

    chances: Floats  # (n, values): whose group a card looks like; all alike where others cannot tell
    far: Floats  # (n,): how unlike all that is known, 1 being usual for a value's own examples
    taught: NDArray[np.bool_]  # (n, values): whether enough others show a value
    named: Floats  # (n, groups, values): how likely a group is each value, judged by all of its cards together
    misread: Floats  # (n,): how often a value is read where the group is another

    def says(self, read: Floats) -> NDArray[np.bool_]:
        """Which fields others tell as they were read (n,); one that too few others show must be seen at all."""
        value = read.argmax(axis=1)
        known = self.taught[np.arange(len(read)), value]
        return np.asarray(np.where(known, self.chances.argmax(axis=1) == value, read.max(axis=1) > _SEEN))

    def replaced(self, rows: Sequence[int], other: ToldByOthers) -> ToldByOthers:
        """The same with what others tell about some of the cards."""
        parts = {name: getattr(self, name).copy() for name in ("chances", "far", "taught", "named", "misread")}
        for name, part in parts.items():
            part[rows] = getattr(other, name)
        return ToldByOthers(**parts)

    def or_hidden(self, hidden: Floats) -> ToldByOthers:
        """The same, but where no others tell what is unlike, what seems hidden is."""
        return self if self.taught.any() else replace(self, far=np.where(hidden > 0, 2 * _CLEARLY, self.far))

    def with_read(self, read: Floats, least: float = _LEAST) -> Floats:
        """Chances by what was read on each card itself and what the others tell about it (n, values).

        What looks unlike all that is known may be something that lies on the card. `least` is how far a reading rules
        out other values where the others know better.
        """
        known = self.taught.any(axis=1)
        both = _both(read, self.chances, np.where(known, np.maximum(least, self.misread), _LEAST)[:, None])
        value = both.argmax(axis=1)
        seen, told = read[np.arange(len(read)), value], self.chances[np.arange(len(read)), value]
        alone = np.where(known, told > _BEYOND, seen > _CERTAIN)
        usual = np.where(known & (np.minimum(seen, told) > _CERTAIN), _BOTH, np.where(alone, _CLEARLY, _HARDLY))
        relied = np.minimum(usual / np.maximum(self.far, 1e-6), 1.0)[:, None]
        return np.asarray(np.einsum("ng,ngv->nv", relied * both + (1 - relied) / read.shape[1], self.named))


def _both(read: Floats, told: Floats, least: Floats) -> Floats:
    both = np.maximum(read, least) * np.maximum(told, _LEAST)
    return np.asarray(both / both.sum(axis=1, keepdims=True))


def told_by_others(
    looks: Floats, read: Floats, photo: Rows, kind: Rows, alike: Rows, least: float = 0.0
) -> ToldByOthers:
    """Judge looks (n, length), each by those of other photos (`read`: chances of each value on the card itself).

    `kind` says what looks otherwise as a whole, such as another corner or the number of an AI card, `alike` what is
    as unlike all else as the rest of its group; `least` is a difference that means nothing.
    """
    count = read.shape[1]
    folds = photo if len(np.unique(photo)) > 2 else np.arange(len(photo)) % 5
    silent = _silent(read.shape)
    # What was hardly read hardly teaches.
    weight = read * np.clip((read.max(axis=1, keepdims=True) * count - 1) / (count - 1), 0.0, 1.0)
    if weight.sum() < _MANY or (weight.sum(axis=0) >= _FEW).sum() < 2:
        return silent
    found, looks = silent, _compact(looks)
    for _ in range(_ROUNDS):
        ways = _main_ways(_same_kind(looks, weight, kind), weight)
        far = np.full(read.shape, np.nan)
        for fold in np.unique(folds):
            judged = folds == fold
            far[judged] = _distances(ways[judged], ways[~judged], weight[~judged], least)
        own = far[np.arange(len(read)), weight.argmax(axis=1)]
        if np.isnan(own).all():
            return silent
        found = _told(far / max(float(np.nanmedian(own)) / ways.shape[1], 1.0), weight, ways.shape[1], alike, photo)
        order, named = _named(found.chances, read)
        found = replace(found, chances=found.chances[:, order], taught=found.taught[:, order])
        found = replace(found, named=np.repeat(named[None], len(read), axis=0))
        both = found.with_read(read)
        found = replace(found, misread=np.full(len(read), (1 - (both * read).sum(axis=1).mean()) / count))
        before, weight = weight, both * np.minimum(_CLEARLY / np.maximum(found.far, 1e-6), 1.0)[:, None]
        if np.abs(weight - before).max() < _STILL:
            break
    return found


def _silent(shape: tuple[int, int]) -> ToldByOthers:
    count, values = shape
    same = np.repeat(np.eye(values)[None], count, axis=0)
    return ToldByOthers(np.full(shape, 1 / values), np.ones(count), np.zeros(shape, bool), same, np.zeros(count))


def _named(group: Floats, read: Floats) -> tuple[Rows, Floats]:
    """Name groups as a whole by what is read on their cards: which group is each value, and how sure each name is.

    Returned are the groups in the order of the values, and the chances (groups, values) after that.
    """
    count = read.shape[1]
    size = group.sum(axis=0)
    worth = np.minimum(size, _WITNESSES)[:, None] * (group.T @ np.log(np.maximum(read, 0.02))) / (size[:, None] + 1e-9)
    orders = np.array(list(itertools.permutations(range(count))))  # orders[p, group]: its value
    logs = worth[np.arange(count), orders].sum(axis=1)
    chance = np.exp(logs - np.logaddexp.reduce(logs))
    value = orders[int(logs.argmax())]
    named = np.zeros((count, count))
    for at in range(count):
        named[value[at]] = np.bincount(orders[:, at], weights=chance, minlength=count)
    return np.argsort(value), named


def _told(far: Floats, weight: Floats, ways: int, alike: Rows, photo: Rows) -> ToldByOthers:
    """Squared distances as chances; a value that no other card shows fits as well as a rare example fits its own.

    What is as unlike all else as its group is on each photo is no stranger: few examples say little about a rare value.
    """
    rare = float(np.nanpercentile(np.where(weight > 0.5, far, np.nan), 99)) if (weight > 0.5).any() else 3.0 * ways
    least = np.where(np.isnan(far), np.inf, far).min(axis=1, initial=1e6) / ways
    for one in np.unique(alike):
        least[alike == one] /= max(float(np.median(least[alike == one])), 1.0)
    likeliest = weight.argmax(axis=1)
    for value in range(far.shape[1]):
        group = likeliest == value
        medians = [float(np.median(least[group & (photo == one)])) for one in np.unique(photo[group])]
        if len(medians) > 1:
            least[group] /= max(min(medians), 1.0)
    # What is unlike all of them is hardly more like one than like another.
    known = np.where(np.isnan(far), rare, far) / np.maximum(least, 1.0)[:, None]
    logs = -0.5 * (_TAIL + ways) * np.log1p(known / _TAIL)
    chances = np.exp(logs - np.logaddexp.reduce(logs, axis=1, keepdims=True))
    return replace(_silent(far.shape), chances=chances, far=least, taught=~np.isnan(far))


def _same_kind(looks: Floats, weight: Floats, kind: Rows) -> Floats:
    """Looks without what all of their kind have in common beyond their values."""
    every = weight.sum(axis=1)
    found = looks - every @ looks / every.sum()
    share = weight / np.maximum(every, 1e-9)[:, None]
    for _ in range(2):
        middles = weight.T @ found / np.maximum(weight.sum(axis=0), 1e-9)[:, None]
        left = found - share @ middles
        for one in np.unique(kind):
            some = kind == one
            found[some] -= every[some] @ left[some] / (every[some].sum() + _OWN)
    return np.asarray(found)


def _compact(looks: Floats) -> Floats:
    """Looks by the directions in which they differ at all, found once: what is weighed anew in every round is less."""
    if looks.shape[1] <= _AT_MOST:
        return looks
    centred = looks - looks.mean(axis=0)
    return np.asarray(centred @ np.linalg.eigh(centred.T @ centred)[1][:, -_AT_MOST:])


def _main_ways(looks: Floats, weight: Floats) -> Floats:
    """Looks by the directions in which they differ most."""
    every = np.sqrt(weight.sum(axis=1, keepdims=True))
    values, ways = np.linalg.eigh((looks * every).T @ (looks * every))
    count = min(_WAYS, max(int(weight.sum()) // 6, 2), int((values > 1e-9 * values.max()).sum()))
    return np.asarray(looks @ ways[:, -count:])


def _distances(judged: Floats, teaching: Floats, weight: Floats, least: float) -> Floats:
    """Squared distances (n, values) in units of how examples of one value vary; NaN where a value has too few."""
    often = weight.sum(axis=0)
    found = np.full((len(judged), len(often)), np.nan)
    shown = np.flatnonzero(often >= _FEW)
    if not len(shown):
        return found
    middles = weight.T @ teaching / np.maximum(often, 1e-9)[:, None]
    size = teaching.shape[1]
    spread = np.zeros((size, size))
    for at in shown:
        off = teaching - middles[at]
        spread += (off * weight[:, at : at + 1]).T @ off
    total = float(often[shown].sum())
    steady = np.eye(size) * np.trace(spread) / total / size
    spread = (spread + _STEADY * steady) / (total + _STEADY) + least**2 * np.eye(size)
    inverse = np.linalg.pinv(spread)
    for at in shown:
        off = judged - middles[at]
        # The middle of a few examples is not quite where it will be.
        found[:, at] = np.einsum("nd,nd->n", off @ inverse, off) * often[at] / (often[at] + 1)
    return found
