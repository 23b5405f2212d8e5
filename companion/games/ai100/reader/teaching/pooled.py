"""What the other cards of a box say about a field: this box draws its threes alike, and prints its reds in one shade.

Whoever reads one crop knows many fonts and lamps; the other photos know this box. Each photo is judged by what the
others have taught, so that this is also the test whether what was learned explains them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]

_CERTAIN = 0.9  # what was read with less does not teach
_WAYS = 24  # directions in which the looks of a field differ most
_FEW, _MANY = 3, 40  # examples say what a value looks like, and what a field does
_SEEN = 0.6  # how surely what too few others show must be read to count as seen
_TAIL = 6.0  # degrees of freedom: what looks like nothing known says little
_STEADY = 12.0  # examples' worth of belief that all directions vary alike
_OWN = 2.0  # examples' worth of belief that a field looks the same on all kinds of card and in all corners
_LEAST = 1e-3  # what neither one's own eyes nor the others rule out more
# How many times as far as usual from all that is known a field may look to be relied on: where it was read for certain
# on the card itself, and where it was not.
_CLEARLY, _HARDLY = 8.0, 2.0


@dataclass(frozen=True)
class Told:
    """What others tell about a field of each card."""

    chances: Floats  # (n, values); all alike where they cannot tell
    far: Floats  # (n,): how unlike all that is known, 1 being usual for a value's own examples
    taught: NDArray[np.bool_]  # (n, values): whether enough others show a value

    def says(self, read: Floats) -> NDArray[np.bool_]:
        """Which fields others tell as they were read (n,); one that too few others show must be seen at all."""
        value = read.argmax(axis=1)
        known = self.taught[np.arange(len(read)), value]
        return np.asarray(np.where(known, self.chances.argmax(axis=1) == value, read.max(axis=1) > _SEEN))

    def or_hidden(self, hidden: Floats) -> Told:
        """The same, but where no others tell what is unlike, what seems hidden is."""
        return self if self.taught.any() else replace(self, far=np.where(hidden > 0, 2 * _CLEARLY, self.far))

    def with_read(self, read: Floats, least: float = _LEAST) -> Floats:
        """Chances by what was read on each card itself and what the others tell about it (n, values).

        What looks unlike all that is known may be something that lies on the card. `least` is how far a reading rules
        out other values where the others know better.
        """
        both = np.maximum(read, least if self.taught.any() else _LEAST) * np.maximum(self.chances, _LEAST)
        both = both / both.sum(axis=1, keepdims=True)
        seen = read[np.arange(len(read)), both.argmax(axis=1)]
        usual = np.where(seen > _CERTAIN, _CLEARLY, _HARDLY)
        relied = np.minimum(usual / np.maximum(self.far, 1e-6), 1.0)[:, None]
        return np.asarray(relied * both + (1 - relied) / read.shape[1])


def told_by_others(looks: Floats, read: Floats, photo: Rows, kind: Rows, alike: Rows, least: float = 0.0) -> Told:
    """Judge looks (n, length), each by those of other photos whose value was read for certain (`read`: chances).

    `kind` says what looks otherwise as a whole, such as another corner or the number of an AI card, `alike` what is
    as unlike all else as the rest of its group; `least` is a difference that means nothing.
    """
    folds = photo if len(np.unique(photo)) > 2 else np.arange(len(photo)) % 5
    silent = Told(np.full(read.shape, 1 / read.shape[1]), np.ones(len(read)), np.zeros(read.shape, bool))
    found, chances = silent, read
    for _ in range(2):
        value = chances.argmax(axis=1)
        sure = np.flatnonzero(chances.max(axis=1) > _CERTAIN)
        if len(np.unique(value[sure])) < 2 or len(sure) < _MANY:
            return silent
        ways = _main_ways(_same_kind(looks, value, sure, kind), sure)
        far = np.full(read.shape, np.nan)
        for fold in np.unique(folds):
            judged, teaching = np.flatnonzero(folds == fold), sure[folds[sure] != fold]
            far[judged] = _distances(ways[judged], ways[teaching], value[teaching], read.shape[1], least)
        own = far[sure, value[sure]]
        if not np.isfinite(own).any():
            return silent
        usual = max(float(np.nanmedian(own)) / ways.shape[1], 1.0)
        found = _told(far / usual, own / usual, ways.shape[1], alike)
        chances = found.with_read(read)
    return found


def _told(far: Floats, own: Floats, ways: int, alike: Rows) -> Told:
    """Squared distances as chances; a value that no other card shows fits as well as a rare example fits its own."""
    known = np.where(np.isnan(far), float(np.nanpercentile(own, 99)), far)
    logs = -0.5 * (_TAIL + ways) * np.log1p(known / _TAIL)
    chances = np.exp(logs - np.logaddexp.reduce(logs, axis=1, keepdims=True))
    least = np.where(np.isnan(far), np.inf, far).min(axis=1, initial=1e6) / ways
    for one in np.unique(alike):
        least[alike == one] /= max(float(np.median(least[alike == one])), 1.0)
    return Told(chances, least, ~np.isnan(far))


def _same_kind(looks: Floats, value: Rows, sure: Rows, kind: Rows) -> Floats:
    """Looks without what all of their kind have in common beyond their values."""
    found = looks - looks[sure].mean(axis=0)
    for _ in range(2):
        left = found.copy()
        for one in np.unique(value[sure]):
            left[value == one] -= found[sure[value[sure] == one]].mean(axis=0)
        for one in np.unique(kind):
            some = sure[kind[sure] == one]
            found[kind == one] -= left[some].sum(axis=0) / (len(some) + _OWN)
    return np.asarray(found)


def _main_ways(looks: Floats, sure: Rows) -> Floats:
    """Looks by the directions in which they differ most."""
    values, ways = np.linalg.eigh(looks[sure].T @ looks[sure])
    count = min(_WAYS, max(len(sure) // 6, 2), int((values > 1e-9 * values.max()).sum()))
    return np.asarray(looks @ ways[:, -count:])


def _distances(judged: Floats, teaching: Floats, values: Rows, count: int, least: float) -> Floats:
    """Squared distances (n, values) in units of how examples of one value vary; NaN where a value has too few."""
    found = np.full((len(judged), count), np.nan)
    often = np.bincount(values, minlength=count)
    middles = {at: teaching[values == at].mean(axis=0) for at in range(count) if often[at] >= _FEW}
    if not middles:
        return found
    left = np.concatenate([teaching[values == at] - middle for at, middle in middles.items()])
    spread = left.T @ left
    steady = np.eye(len(spread)) * np.trace(spread) / len(left) / len(spread)
    spread = (spread + _STEADY * steady) / (len(left) + _STEADY) + least**2 * np.eye(len(spread))
    inverse = np.linalg.pinv(spread)
    for at, middle in middles.items():
        off = judged - middle
        # The middle of a few examples is not quite where it will be.
        found[:, at] = np.einsum("nd,nd->n", off @ inverse, off) * often[at] / (often[at] + 1)
    return found
