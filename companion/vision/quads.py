"""Which of many proposed quads are the cards: those that agree on one size on one plane and cover the most."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.edges import Fitted
from companion.vision.plane import Plane, fit_plane, usual_shape
from companion.vision.shapes import Points, areas, overlap, sides

Floats = NDArray[np.float64]
ALIKE = 0.13  # relative error in length up to which a quad passes for a card of the plane
ALONE = 0.35  # of its worth, what a size of card loses that a single quad speaks for: others have agreed by themselves
FILLING, NEARLY = 0.4, 0.8  # of its score, enough to explain a larger quad: with many in it, and with a few
MANY = 5  # quads of one size that fill a larger one are cards, and the larger one is where they lie
SEEN = 0.4  # of a group's quads, so many must have been seen by themselves for it to speak against another
HALF = 0.5  # of the quads that were asked about a plane, too few to agree with it
FEW = 6  # quads, enough to know a plane by
SAME = 0.2  # of their area, in logarithms, what sizes of card differ by that are one
UNLIKELY = 0.1  # of the best score, too little for a size of card to be worth a closer look
FAINT = 0.3  # of the usual contrast of the second weakest side: sides that have less are lines of the table
NEAR, EQUAL = 0.1, 0.06  # of a side, and the logarithm of sides: quads that differ by less are one
WELL = 0.6  # how well a quad must be seen to speak for a size of card
ABOUT = 0.4  # the logarithm of both sides: quads that differ by less may be cards of one size, seen obliquely
PROMISING = 0.25  # of the best promise, too little for a size of card to be tried
TRIED = 0.6  # of the quads in either of two groups: sharing more they are one group, which was tried
# Quads are print on larger cards (so much larger, but not three times) if so many of the cards have one each, there are
# so many cards for all of them, and these have so much of their score.
LARGER, ONE_EACH, AS_MANY, AS_GOOD = 1.2, 0.6, 0.4, 0.7
HEAP, COVERED = 1.7, 0.75  # times a card, and covered by cards so far in the median: quads are heaps of cards
LEAST_HALF, MOST_HALF = 0.35, 0.65  # of a quad's area, between which another in it may be one of its two cards
HALF_SEEN, SIDE_BY_SIDE = 0.85, 0.4  # how well these must be seen, and how far apart, in sides of the quad


@dataclass(frozen=True)
class Group:
    """Quads that pass for cards of one size, and the plane they lie on."""

    fitted: Fitted
    plane: Plane
    seeds: int  # so many quads, the first ones, came from the picture alone; the others were guessed from these

    @property
    def score(self) -> float:
        """How much of the photo is explained how well: small quads weigh less than the cards they are printed on."""
        misfit = np.clip(1.2 - self.plane.misfit(self.fitted.quads) / ALIKE, 0, 1)
        worth = quality(self.fitted) ** 2 * misfit * areas(self.fitted.quads) ** 0.9
        oblique = self.plane.obliqueness(self.fitted.quads.mean(axis=(0, 1)))
        usual = usual_shape(self.plane.card[0] / self.plane.card[1]) * np.interp(
            oblique, (1.3, 1.6, 2.2), (1, 0.7, 0.2)
        )
        seen = float(worth[: self.seeds].sum())
        # Guesses speak for no more than what they were guessed from.
        told = seen + min(float(worth[self.seeds :].sum()), seen)
        return told * usual * (1 - ALONE / max(self.seeds, 1))


def quality(fitted: Fitted) -> Floats:
    """How well the four sides are seen, 0 to 1: the weakest side counts as much as all together."""
    worst = np.sort(fitted.support, axis=1)[:, 0]
    return np.asarray(0.5 * worst + 0.5 * fitted.support.mean(axis=1), np.float64)


def clear(group: Group, more: Fitted) -> NDArray[np.bool_]:
    """Whether the edges are about as strong as on the cards of the group.

    An edge may fade on one side; two sides much fainter than on other cards are the table's own lines.
    """
    usual = float(np.median(np.sort(group.fitted.contrast, axis=1)[:, 1]))
    return np.asarray(np.sort(more.contrast, axis=1)[:, 1] > FAINT * usual)


def apart(quads: Points, order: NDArray[np.intp], most: float, limit: int = 200) -> NDArray[np.intp]:
    """Keep quads in the given order that share no more than `most` of the smaller one with any kept before."""
    size = areas(quads)
    low, high = quads.min(axis=1), quads.max(axis=1)
    kept: list[int] = []
    for i in order:
        if kept:
            k = np.array(kept)
            near = k[((low[k] < high[i]) & (high[k] > low[i])).all(axis=1)]
            if any(overlap(quads[i], quads[j]) > most * min(size[i], size[j]) for j in near):
                continue
        kept.append(int(i))
        if len(kept) >= limit:
            break
    return np.array(kept, np.intp)


def distinct(fitted: Fitted) -> Fitted:
    """Leave out repetitions of one quad: the better seen stays, of equals the larger."""
    size = np.sqrt(areas(fitted.quads))
    value = quality(fitted) + 0.02 * np.log(np.maximum(size, 1))
    order = np.argsort(-value)
    quads = fitted.quads
    spot = quads.mean(axis=1)
    kept: list[int] = []
    for i in order:
        if kept:
            k = np.array(kept)
            close = np.linalg.norm(spot[k] - spot[i], axis=1) < NEAR * size[i]
            same = close & (np.abs(np.log(size[k] / size[i])) < EQUAL)
            if same.any():
                continue
        kept.append(int(i))
    return fitted.of(np.array(kept, np.intp))


def hypotheses(fitted: Fitted, size: tuple[int, int], most: int = 4) -> list[Group]:
    """The sizes of card on which well seen quads agree, the most convincing first."""
    good = fitted.of(quality(fitted) > WELL)
    if not len(good):
        return []
    worth = quality(good) * areas(good.quads) ** 0.9
    edge = sides(good.quads)
    pair = np.stack([edge[:, [0, 2]].mean(1), edge[:, [1, 3]].mean(1)], axis=1)
    long, short = np.log(pair.max(axis=1)), np.log(np.maximum(pair.min(axis=1), 1e-3))
    worth *= [usual_shape(ratio) for ratio in np.exp(short - long)]
    alike = (np.abs(long[:, None] - long[None]) < ABOUT) & (np.abs(short[:, None] - short[None]) < ABOUT)
    groups: list[Group] = []
    tried: list[NDArray[np.bool_]] = []
    promise = alike @ worth
    for pivot in np.argsort(-promise):
        members = alike[pivot]
        if promise[pivot] < PROMISING * promise.max():
            break
        if any((members & other).sum() > TRIED * (members | other).sum() for other in tried):
            continue
        tried.append(members)
        group = _group(good.of(members), worth[members], size)
        if group:
            groups.append(group)
        if len(tried) == 2 * most:
            break
    groups.sort(key=lambda group: -group.score)
    return [group for group in _sizes(groups)[:most] if group.score > UNLIKELY * groups[0].score]


def most_convincing(groups: list[Group], worth: Callable[[Group], float]) -> Group:
    """Choose between sizes of card: what they are worth decides unless one size explains the other."""
    best = max(groups, key=worth)
    for _ in groups:
        better = [group for group in groups if group is not best and _explains(group, best)]
        if not better:
            break
        best = max(better, key=worth)
    return best


def _explains(one: Group, other: Group) -> bool:
    """Whether `other` is the print on the cards of `one`, or heaps of cards of `one` side by side."""
    mine, theirs = np.median(areas(one.fitted.quads)), np.median(areas(other.fitted.quads))
    if one.seeds < SEEN * len(one.fitted):
        return False
    if mine > theirs:
        inside = _held(other.fitted.quads, one.fitted.quads)
        ratio = areas(one.fitted.quads)[None] / areas(other.fitted.quads)[:, None]
        print_on = inside & (ratio > LARGER) & (ratio < 3)
        one_each = float(((inside.sum(axis=0) == 1) & print_on.any(axis=0)).mean())
        enough = len(one.fitted) > AS_MANY * len(other.fitted)
        return one_each > ONE_EACH and enough and one.score > AS_GOOD * other.score
    inside = _held(one.fitted.quads, other.fitted.quads)
    covered = (inside * areas(one.fitted.quads)[:, None]).sum(axis=0) / areas(other.fitted.quads)
    heaps = bool(theirs > HEAP * mine and np.median(covered) > COVERED and np.median(inside.sum(axis=0)) >= 2)
    many = bool(np.median(inside.sum(axis=0)) >= MANY)
    return heaps and one.score > (FILLING if many else NEARLY) * other.score


def _held(small: Points, large: Points) -> NDArray[np.bool_]:
    """Which small quads have their centre in which large ones."""
    spot = small.mean(axis=1)
    side = np.roll(large, -1, axis=1) - large
    to = spot[:, None, None] - large[None]
    return np.asarray((side[None, ..., 0] * to[..., 1] - side[None, ..., 1] * to[..., 0] > 0).all(axis=2))


def _sizes(groups: list[Group]) -> list[Group]:
    """The best group of each size of card."""
    kept: list[Group] = []
    for group in groups:
        if not any(same_size(group, other) for other in kept):
            kept.append(group)
    return kept


def same_size(one: Group, other: Group) -> bool:
    """Whether the cards of two groups are about equally large."""
    mine, theirs = np.median(areas(one.fitted.quads)), np.median(areas(other.fitted.quads))
    return bool(abs(np.log(mine / theirs)) <= SAME)


def _group(members: Fitted, worth: Floats, size: tuple[int, int]) -> Group | None:
    """Fit a plane to quads of about one size that do not overlap, and keep those that agree with it."""
    group = _of_most_worth(members, worth, size)
    pairs = _pairs(members)
    if group is None or not pairs.any():
        return group
    other = _of_most_worth(members, np.where(pairs, 0.3 * worth, worth), size)
    return other if other and other.score > group.score else group


def _of_most_worth(members: Fitted, worth: Floats, size: tuple[int, int]) -> Group | None:
    """A group of quads, those of most worth asked first."""
    kept = apart(members.quads, np.argsort(-worth), 0.3, limit=14)
    group = _asked(members, worth, kept, size)
    if group is None or len(group.fitted) < HALF * len(kept):
        # Too many of them are no cards to agree on anything: ask the smallest instead, alone and all together.
        small = apart(members.quads, np.argsort(areas(members.quads)), 0.3, limit=14)
        asked = [group, *(_asked(members, worth, small[:count], size) for count in (FEW, len(small)))]
        group = max((one for one in asked if one), key=lambda one: one.score, default=None)
    if group is None:
        return None
    # A few neighbours tell little about cards far off: ask once more with those that nearly agree.
    wider = _agreeing(members, worth, group.plane, 2.5 * ALIKE)
    if wider is None or len(wider.fitted) == len(group.fitted):
        return group
    plane = fit_plane(wider.fitted.quads[:14], quality(wider.fitted)[:14] ** 3, size, group.plane)
    again = _agreeing(members, worth, plane)
    return again if again and again.score > group.score else group


def _asked(members: Fitted, worth: Floats, chosen: NDArray[np.intp], size: tuple[int, int]) -> Group | None:
    """The quads that agree with the plane of some chosen ones."""
    return _agreeing(members, worth, fit_plane(members.quads[chosen], quality(members)[chosen] ** 3, size))


def _pairs(members: Fitted) -> NDArray[np.bool_]:
    """Which quads may be two cards side by side: two others of half the size are well seen within."""
    size = areas(members.quads)
    half = size[:, None] / size[None]
    inside = _held(members.quads, members.quads) & (half > LEAST_HALF) & (half < MOST_HALF)
    inside &= (quality(members) > HALF_SEEN)[:, None]
    spot = members.quads.mean(axis=1)
    away = np.linalg.norm(spot[:, None] - spot[None], axis=2)[:, :, None] > SIDE_BY_SIDE * np.sqrt(size)
    return np.asarray((inside[:, None] & inside[None] & away).any(axis=(0, 1)))


def _agreeing(members: Fitted, worth: Floats, plane: Plane, most: float = ALIKE) -> Group | None:
    """The quads that pass for cards of a plane and do not overlap, the best first."""
    misfit = plane.misfit(members.quads)
    order = np.argsort(-worth * np.clip(1.2 - misfit / most, 0, 1))
    kept = apart(members.quads, order[(misfit < most)[order]], 0.25)
    return Group(members.of(kept), plane, len(kept)) if len(kept) else None
