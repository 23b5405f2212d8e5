"""Which of many proposed quads are the cards: those that agree on one size on one plane and cover the most."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.edges import Fitted
from companion.vision.plane import Plane, fit_plane
from companion.vision.shapes import Points, areas, overlap, sides

Floats = NDArray[np.float64]
ALIKE = 0.13  # relative error in length up to which a quad passes for a card of the plane


@dataclass(frozen=True)
class Group:
    """Quads that pass for cards of one size, and the plane they lie on."""

    fitted: Fitted
    plane: Plane
    seeds: int  # so many quads, the first ones, came from the picture alone; the others were guessed from these

    @property
    def score(self) -> float:
        """How much of the photo is explained how well: many small quads weigh less than the cards they are printed on."""
        misfit = np.clip(1.2 - self.plane.misfit(self.fitted.quads) / ALIKE, 0, 1)
        worth = quality(self.fitted) ** 2 * misfit * areas(self.fitted.quads) ** 0.75
        return float(worth.sum()) * usual_shape(self.plane.card[0] / self.plane.card[1])


def usual_shape(ratio: float) -> float:
    """How usual a card of this width to height is: most are between 0.6 and 0.78, some are square or slim."""
    return float(np.interp(ratio, (0.4, 0.57, 0.61, 0.77, 0.83, 0.94, 1.0), (0.3, 0.6, 1.0, 1.0, 0.6, 0.4, 0.6)))


def quality(fitted: Fitted) -> Floats:
    """How well the four sides are seen, 0 to 1: the weakest side counts as much as all together."""
    worst = np.sort(fitted.support, axis=1)[:, 0]
    return np.asarray(0.5 * worst + 0.5 * fitted.support.mean(axis=1), np.float64)


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
            close = np.linalg.norm(spot[k] - spot[i], axis=1) < 0.1 * size[i]
            same = close & (np.abs(np.log(size[k] / size[i])) < 0.06)
            if same.any():
                continue
        kept.append(int(i))
    return fitted.of(np.array(kept, np.intp))


def hypotheses(fitted: Fitted, size: tuple[int, int], most: int = 4) -> list[Group]:
    """The sizes of card on which well seen quads agree, the most convincing first."""
    good = fitted.of(quality(fitted) > 0.6)
    if not len(good):
        return []
    worth = quality(good) * areas(good.quads) ** 0.75
    edge = sides(good.quads)
    pair = np.stack([edge[:, [0, 2]].mean(1), edge[:, [1, 3]].mean(1)], axis=1)
    long, short = np.log(pair.max(axis=1)), np.log(np.maximum(pair.min(axis=1), 1e-3))
    worth *= [usual_shape(ratio) for ratio in np.exp(short - long)]
    alike = (np.abs(long[:, None] - long[None]) < 0.4) & (np.abs(short[:, None] - short[None]) < 0.4)
    groups = []
    tried = np.zeros(len(good), bool)
    for pivot in np.argsort(-(alike @ worth)):
        if tried[pivot]:
            continue
        members = np.flatnonzero(alike[pivot])
        tried |= (np.abs(long - long[pivot]) < 0.1) & (np.abs(short - short[pivot]) < 0.1)
        group = _group(good.of(members), worth[members], size)
        if group:
            groups.append(group)
        if len(groups) == 2 * most:
            break
    return sorted(groups, key=lambda group: -group.score)[:most]


def _group(members: Fitted, worth: Floats, size: tuple[int, int]) -> Group | None:
    """Fit a plane to quads of about one size that do not overlap, and keep those that agree with it."""
    kept = apart(members.quads, np.argsort(-worth), 0.3, limit=24)
    plane = fit_plane(members.quads[kept], worth[kept] / worth.max(), size)
    misfit = plane.misfit(members.quads)
    order = np.argsort(-worth * np.clip(1.2 - misfit / ALIKE, 0, 1))
    kept = apart(members.quads, order[(misfit < ALIKE)[order]], 0.25)
    return Group(members.of(kept), plane, len(kept)) if len(kept) else None
