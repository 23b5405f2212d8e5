"""Two cards or two halves of one: half a card has nearly the shape of a card, and print can run across the middle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from companion.vision.edges import EdgeMap, Fitted, fit, joined
from companion.vision.grow import grow, upright
from companion.vision.kin import kinship, outlines
from companion.vision.lattice import long_axis
from companion.vision.plane import Plane, fit_plane
from companion.vision.quads import ALIKE, Group, apart, quality
from companion.vision.shapes import Image, Points

SEAM = 0.9  # of a seam to be seen, for halves to be cards
SEEN = 0.85  # how well halves must be seen that are cards
PAIRS = 4  # at most so many quads, all of them two cards each
PREFERRED = 1.25  # times the score, for halves to be the cards: two halves of a card score nearly as much as the card
LIKEWISE = 1.15  # the score of halves against that of their cards where both are seen equally well
FEW = 3  # pairs say whether their halves look alike
BESIDE, ASIDE = (0.8, 1.3), 0.25  # how far away, in quads, the other half of a card lies, and how far off
ROUNDS = 3  # of choosing the pairs in each row by those of all
COUPLED = 0.6  # of the quads, at least, have another half if they are halves
SINGLE = 0.7  # how well a card of half the size must be seen by itself
PLANAR = 0.5  # of `ALIKE`: halves of a few quads that are cards agree so well on one size


def halved(edges: EdgeMap, group: Group, proposed: Fitted) -> Group | None:
    """The group as cards of half the size, where its quads turn out to be two cards side by side each.

    Single cards must be seen as well.
    """
    count = len(group.fitted)
    halves, seam = _halves(edges, group)
    good = np.minimum(quality(halves)[:count], quality(halves)[count:])
    if np.median(seam) < SEAM or np.median(good) < SEEN or _of_cards(edges, halves):
        return None
    plane = fit_plane(halves.quads[:30], quality(halves)[:30] ** 3, edges.size)
    single = proposed.of((plane.misfit(proposed.quads) < ALIKE) & (quality(proposed) > SINGLE))
    single = single.of(apart(single.quads, np.argsort(-quality(single)), 0.3))
    if len(single) < max(2, count):
        return None
    everything = joined(single, halves.of(plane.misfit(halves.quads) < ALIKE))
    kept = apart(everything.quads, np.argsort(-quality(everything), kind="stable"), 0.1)
    return Group(everything.of(kept), plane, len(kept))


def parted(edges: EdgeMap, group: Group) -> Group | None:
    """The same where few quads were seen and no single card, if more cards of half the size lie beside them."""
    if group.seeds > PAIRS:
        return None
    seen = replace(group, fitted=group.fitted.of(np.arange(group.seeds)))
    halves, seam = _halves(edges, seen)
    plane = fit_plane(halves.quads, quality(halves) ** 3, edges.size)
    if seam.min() < SEAM or quality(halves).min() < SEEN or plane.misfit(halves.quads).max() > PLANAR * ALIKE:
        return None
    if _of_cards(edges, halves):
        return None
    grown = grow(edges, Group(halves, plane, len(halves)))
    more = len(grown.fitted) >= len(halves) + 2 and grown.score > PREFERRED * group.score
    return grown if more else None


def whole(edges: EdgeMap, group: Group) -> Group | None:
    """The group as cards of twice the size, where its quads turn out to be the halves of cards."""
    quads = facing(group.fitted.quads, group.plane)
    left, right = _couples(edges.lab, quads, _rows(group.plane, quads))
    if len(left) < FEW or 2 * len(left) < COUPLED * len(quads):
        return None
    if not kinship(edges.lab, quads[left], quads[right]).halves:
        return None
    both = np.stack([quads[left, 0], quads[right, 1], quads[right, 2], quads[left, 3]], axis=1)
    cards = fit(edges, both, 0.04)
    plane = fit_plane(cards.quads[:30], quality(cards)[:30] ** 3, edges.size)
    cards = cards.of(plane.misfit(cards.quads) < ALIKE)
    grown = grow(edges, Group(cards, plane, len(cards))) if len(cards) else group
    return grown if LIKEWISE * grown.score > group.score else None


def _of_cards(edges: EdgeMap, halves: Fitted) -> bool:
    """Whether upper halves and then lower ones are no cards, since upper ones look otherwise than lower ones."""
    count = len(halves) // 2
    return kinship(edges.lab, halves.quads[:count], halves.quads[count:]).halves


def _halves(edges: EdgeMap, group: Group) -> tuple[Fitted, NDArray[np.float32]]:
    """The upper halves of quads and then the lower ones, and how well the seam between them is seen."""
    flat = facing(group.fitted.quads, group.plane)
    left, right = (flat[:, 0] + flat[:, 3]) / 2, (flat[:, 1] + flat[:, 2]) / 2
    upper = np.stack([flat[:, 0], flat[:, 1], right, left], axis=1)
    lower = np.stack([left, right, flat[:, 2], flat[:, 3]], axis=1)
    halves = fit(edges, np.concatenate([upper, lower]), 0.06)
    return halves, np.minimum(halves.support[: len(flat), 2], halves.support[len(flat) :, 0])


def facing(quads: Points, plane: Plane) -> Points:
    """The quads with a short side first, all at the same end."""
    quads = upright(quads, plane)
    flat = plane.flatten(quads)
    angle = long_axis(flat)
    up = 0.5 * np.arctan2(np.sin(2 * angle).sum(), np.cos(2 * angle).sum())
    over = (flat[:, 0] + flat[:, 1] - flat[:, 2] - flat[:, 3]) @ np.array([np.cos(up), np.sin(up)]) < 0
    return np.where(over[:, None, None], np.roll(quads, 2, axis=1), quads)


def _rows(plane: Plane, quads: Points) -> list[list[int]]:
    """Quads that lie side by side along their short sides, from one to the next."""
    flat = plane.flatten(quads)
    wide = (flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]) / 2
    high = (flat[:, 3] - flat[:, 0] + flat[:, 2] - flat[:, 1]) / 2
    middle = flat.mean(axis=1)
    steps = middle[None] - middle[:, None]
    across, down = (
        np.einsum("nmi,ni->nm", steps, axis) / np.square(axis).sum(axis=1)[:, None] for axis in (wide, high)
    )
    beside = (across > BESIDE[0]) & (across < BESIDE[1]) & (np.abs(down) < ASIDE)
    gaps = np.linalg.norm(flat[:, None, [1, 2]] - flat[None, :, [0, 3]], axis=3).max(axis=2)
    gaps = np.where(beside, gaps, np.inf)
    after = {i: int(gaps[i].argmin()) for i in range(len(quads)) if beside[i].any()}
    after = {i: j for i, j in after.items() if int(gaps[:, j].argmin()) == i}
    rows = []
    for first in sorted(set(range(len(quads))) - set(after.values())):
        row = [first]
        while row[-1] in after:
            row.append(after[row[-1]])
        rows.append(row)
    return rows


def _couples(lab: Image, quads: Points, rows: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Which quads are halves of a card in each row, those at the left and those at the right.

    Where one half of a row was not seen, the pairs are those that look like the pairs of other rows.
    """
    seen = outlines(lab, quads)
    ways = [[list(pairwise(row))[first::2] for first in (0, 1)] for row in rows]
    chosen = [max(some, key=len) for some in ways]
    for _ in range(ROUNDS):
        pairs = [pair for some in chosen for pair in some]
        if not pairs:
            break
        left, right = (seen[list(side)].mean(axis=0) for side in zip(*pairs, strict=True))
        worth = seen @ (left - right)  # how much more each is like a left half than like a right one
        chosen = [max(some, key=lambda way: sum(float(worth[i] - worth[j]) for i, j in way)) for some in ways]
    pairs = [pair for some in chosen for pair in some]
    return [i for i, _ in pairs], [j for _, j in pairs]
