"""Put cards of known size where their four edges are seen best together: shifted and turned, never stretched."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.vision.edges import MARGIN, SAMPLES, EdgeMap, Fitted, seen_across, steepest
from companion.vision.shapes import Points, sides

Floats = NDArray[np.float32]
SIMILAR = 0.6  # of the edge seen at one size of card, enough for a larger size to be preferred
PARTLY, WHOLLY = 0.5, 0.9  # of the sides in the mean, and of the weakest one: quads seen so far are placed once more
TURNS = np.radians(np.linspace(-4, 4, 7))


def place(edges: EdgeMap, quads: Points, reach: float, steps: int = 13) -> Fitted:
    """Move each quad as a whole within `reach` (a share of the short side); one side alone cannot lead it astray."""
    if not len(quads):
        return Fitted.none()
    length = sides(quads)
    distance = np.maximum(length.min(axis=1) * reach, 1.5)
    pixels = 2 * distance / (steps - 1)
    across, seen = seen_across(edges, quads, distance, steps)
    score = _line_scores(steepest(across, seen), length / pixels[:, None], steps)  # (n, 4, turns, steps)
    offset = np.arange(steps)
    middle = (steps - 1) / 2
    # Opposite sides move together: what one gains outward the other gives inward.
    pair = score[:, :2] + score[:, 2:, :, ::-1]
    pull = 1 - 0.06 * np.abs(offset - middle) / middle
    pair = pair * pull.astype(np.float32)
    best = pair.argmax(axis=3)  # (n, 2, turns)
    total = np.take_along_axis(pair, best[..., None], axis=3)[..., 0].sum(axis=1)
    total = total * (1 - 0.05 * np.abs(TURNS) / TURNS.max())
    turn = total.argmax(axis=1)
    shift = np.take_along_axis(best, turn[:, None, None], axis=2)[..., 0]  # (n, 2)
    moved = _moved(quads, (shift - middle) * pixels[:, None], TURNS[turn])
    support, contrast = _judged(seen, across, length / pixels[:, None], turn, shift, steps)
    return Fitted(moved, support, contrast)


def find_place(edges: EdgeMap, quads: Points, reach: float) -> Fitted:
    """Place quads, and those that are half seen once more from where they came to lie."""
    first = place(edges, quads, reach)
    half = np.flatnonzero((first.support.mean(axis=1) > PARTLY) & (first.support.min(axis=1) < WHOLLY))
    again = place(edges, first.quads[half], reach / 2)
    better = again.support.mean(axis=1) > first.support.mean(axis=1)[half]
    for old, new in zip(
        (first.quads, first.support, first.contrast), (again.quads, again.support, again.contrast), strict=True
    ):
        old[half[better]] = new[better]
    return first


def common_size(edges: EdgeMap, quads: Points, most: tuple[float, float]) -> tuple[float, float]:
    """By which factors all quads together should be wider (along their first side) and higher to meet their edges.

    Prints have frames of their own just inside the edge: of sizes that are seen about equally well the largest counts,
    up to the factors `most`.
    """
    steps, reach, slack = 25, 0.1, 7
    length = sides(quads)
    distance = np.maximum(length.min(axis=1) * reach, 1.5)
    pixels = 2 * distance / (steps - 1)
    score = _line_scores(steepest(*seen_across(edges, quads, distance, steps)), length / pixels[:, None], steps)
    factors = []
    for axis in (0, 1):
        across = float(np.median(pixels / length[:, [1 - axis, 3 - axis]].mean(axis=1)))
        factor = 1 + 2 * across * np.arange(-slack, slack + 1)
        gain = _gains(score[:, axis], score[:, axis + 2], slack, factor <= most[1 - axis])
        padded = np.concatenate([[0], gain, [0]])
        peak = (gain >= padded[:-2]) & (gain >= padded[2:]) & (gain >= SIMILAR * gain.max())
        factors.append(float(factor[np.flatnonzero(peak)[-1]]))
    return factors[1], factors[0]


def _gains(one: Floats, two: Floats, slack: int, allowed: NDArray[np.bool_]) -> Floats:
    """How much edge two opposite sides meet at each size.

    A larger size has to meet it about the same middle as the best: shifted, it would meet the neighbour's edge.
    """
    steps = one.shape[2]
    each = []
    for out in range(-slack, slack + 1):
        # Shifted by d, one side lies at out + d and the other at out - d.
        pair = np.roll(one, -out, axis=2) + np.roll(two, -out, axis=2)[..., ::-1]
        each.append(pair[..., slack : steps - slack].max(axis=1))
    gain = np.stack(each, axis=1)  # (n, sizes, shifts)
    best = int((gain.max(axis=2).mean(axis=0) * allowed).argmax())
    middle = gain[:, best].argmax(axis=1)
    near = np.abs(np.arange(gain.shape[2])[None] - middle[:, None]) <= 1
    return np.asarray(np.where(near[:, None], gain, 0).max(axis=2).mean(axis=0) * allowed, np.float32)


def _rows(length: Floats, turn: Floats, offset: Floats) -> Floats:
    """The step of the profile that a turned and shifted side crosses at each sample."""
    t = np.linspace(MARGIN, 1 - MARGIN, SAMPLES) - 0.5
    return np.asarray(offset[..., None] - turn[..., None] * length[..., None] * t, np.float32)


def _line_scores(seen: Floats, length: Floats, steps: int) -> Floats:
    """How much edge lies under each side for every turn and shift; sides are rounded to a few lengths."""
    n = len(seen)
    flat = seen.reshape(n * 4, SAMPLES * steps)
    out = np.zeros((n * 4, len(TURNS), steps), np.float32)
    kinds = np.rint(np.log(np.maximum(length.ravel(), 1e-3)) / 0.25).astype(int)
    for kind in np.unique(kinds):
        mine = kinds == kind
        # Side by side of a card: a large product would wake the threads of the BLAS, which cost more than they do.
        out[mine] = (flat[mine][:, None] @ _lines(int(kind), steps)).reshape(-1, len(TURNS), steps)
    return np.asarray(out.reshape(n, 4, len(TURNS), steps) / SAMPLES, np.float32)


@lru_cache(maxsize=64)
def _lines(kind: int, steps: int) -> Floats:
    """For sides of one length, which places of the profiles each turn and shift passes through, one column each."""
    turn, offset = (
        np.asarray(grid.ravel(), np.float32) for grid in np.meshgrid(TURNS, np.arange(steps), indexing="ij")
    )
    rows = np.rint(_rows(np.full(len(turn), np.exp(kind * 0.25), np.float32), turn, offset))
    inside = (rows >= 0) & (rows < steps)
    index = np.arange(SAMPLES) * steps + np.clip(rows, 0, steps - 1).astype(np.intp)
    lines = np.zeros((len(turn), SAMPLES * steps), np.float32)
    np.put_along_axis(lines, index, inside.astype(np.float32), axis=1)
    return np.ascontiguousarray(lines.T)


def _judged(
    seen: Floats, across: Floats, length: Floats, turn: NDArray[np.intp], shift: NDArray[np.intp], steps: int
) -> tuple[Floats, Floats]:
    """The support and the contrast of each side where the quads now lie; an edge may be a step beside."""
    offset = np.concatenate([shift, steps - 1 - shift], axis=1).astype(np.float32)
    rows = _rows(length, np.repeat(TURNS[turn][:, None], 4, axis=1), offset)
    at = np.clip(np.rint(rows), 1, steps - 2).astype(np.intp)
    best = np.zeros(at.shape, np.float32)
    contrast = np.zeros(at.shape, np.float32)
    for near in (-1, 0, 1):
        best = np.maximum(best, np.take_along_axis(seen, (at + near)[..., None], axis=3)[..., 0])
        contrast = np.maximum(contrast, np.take_along_axis(across, (at + near)[..., None], axis=3)[..., 0])
    return np.asarray((best > 1).mean(axis=2), np.float32), np.asarray(contrast.mean(axis=2), np.float32)


def _moved(quads: Points, shift: Floats, turn: Floats) -> Points:
    """Shift along the outward normals of the first two sides and turn about the centre."""
    along = np.roll(quads, -1, axis=1)[:, :2] - quads[:, :2]
    normal = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    normal /= np.maximum(np.linalg.norm(normal, axis=2, keepdims=True), 1e-3)
    middle = quads.mean(axis=1, keepdims=True)
    cos, sin = np.cos(turn), np.sin(turn)
    rotate = np.stack([np.stack([cos, sin], axis=-1), np.stack([-sin, cos], axis=-1)], axis=1)
    turned = np.einsum("nki,nij->nkj", quads - middle, rotate)
    return np.asarray(turned + middle + (normal * shift[..., None]).sum(axis=1)[:, None], np.float32)
