"""Cards that look unlike the rest of their print, as AI cards do: settled on each other, and by their corners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.reader.teaching.settling import (
    POORLY,
    in_common,
    none_astray,
    outlines_of,
    settled_each,
    turned_over,
)
from companion.vision.align import Map, agreement, move_by_corners, settle
from companion.vision.changes import Step
from companion.vision.quads import apart
from companion.vision.shapes import Quad

Pixels = NDArray[np.uint8]

_CORNERS_ALIKE = 0.5  # cards of another kind whose corners agree so well are moved to where they do
_CORNERS_PERHAPS, _MORE = 0.4, 1.1  # less will do where the cards then look so much more like each other
_LESS = 0.93  # cards that then look even less like each other have had something else taken for their corners
_ON_ANOTHER = 0.1  # of a card: so much of it may seem to lie on another, as none is placed exactly
_ROUNDS = 3  # of settling cards of another kind on each other


@dataclass(frozen=True)
class _ByCorners:
    """Cards of a photo where their corners look like those of others, and how much; no end where they hardly do."""

    quads: list[Quad]
    agree: float = 0.0
    end: Map | None = None  # what the others have in common, the end up that fits

    def anew(self, image: Pixels, quads: list[Quad]) -> _ByCorners:
        """The same for cards that were settled since."""
        if self.end is None:
            return _ByCorners(quads)
        moved, agree = move_by_corners(image, quads, self.end)
        return _ByCorners(moved, agree, self.end)


def other_kind(
    images: Sequence[Pixels], located: list[list[Quad]], common: Map, steps: Sequence[Sequence[Step]]
) -> list[list[Quad]]:
    """Where cards lie that look unlike the rest: their corners mostly do not; `steps` are the cells of each photo.

    Settled on each other they all may be off alike, so it is by their corners that they lie the better or not. Where
    even these have too little in common with those of the rest the cards are settled on each other alone.
    """
    best = [_by_corners(image, some, common) for image, some in zip(images, located, strict=True)]
    if all(one.end is None for one in best):
        return _settled_alone(images, located, steps)
    for _ in range(_ROUNDS):
        settled = _settled_together(images, [one.quads for one in best], steps)
        anew = [one.anew(image, quads) for one, image, quads in zip(best, images, settled, strict=True)]
        better = sum(one.agree for one in anew) > sum(one.agree for one in best)
        if not better or not all(side_by_side(one.quads) for one in anew):
            break
        best = anew
    return like_the_most(images, [one.quads for one in best], steps)


def _settled_together(
    images: Sequence[Pixels], quads: list[list[Quad]], steps: Sequence[Sequence[Step]]
) -> list[list[Quad]]:
    shown = [outlines_of(image, some) for image, some in zip(images, quads, strict=True)]
    own, best = in_common(shown, None)
    return [
        settled_each(image, some, own, agreement(own, maps), best, cells)
        for image, some, maps, cells in zip(images, quads, shown, steps, strict=True)
    ]


def _settled_alone(
    images: Sequence[Pixels], quads: list[list[Quad]], steps: Sequence[Sequence[Step]]
) -> list[list[Quad]]:
    for _ in range(_ROUNDS):
        own = _most_alike(np.concatenate([outlines_of(image, some) for image, some in zip(images, quads, strict=True)]))
        quads = [settle(image, some, own, whole=True) for image, some in zip(images, quads, strict=True)]
    return like_the_most(images, quads, steps)


def like_the_most(
    images: Sequence[Pixels], quads: list[list[Quad]], steps: Sequence[Sequence[Step]]
) -> list[list[Quad]]:
    """The same, but cards that look less like each other than most of them do are settled on those."""
    shown = [outlines_of(image, some) for image, some in zip(images, quads, strict=True)]
    own = _most_alike(np.concatenate(shown))
    found = []
    for image, some, maps, cells in zip(images, quads, shown, steps, strict=True):
        fits, best = agreement(own, maps), list(some)
        poor = np.flatnonzero(fits < POORLY * np.median(fits)).tolist()
        moved = settle(image, [some[at] for at in poor], own, whole=True)
        for at, quad in zip(poor, moved, strict=True):
            fit = float(agreement(own, outlines_of(image, [quad]))[0])
            if fit > fits[at]:
                best[at], fits[at] = quad, fit
        found.append(none_astray(image, best, own, fits, cells, whole=True))
    return found


def _by_corners(image: Pixels, placed: list[Quad], common: Map) -> _ByCorners:
    """Cards moved to where their corners look like the others', or where it is not clear that they do, left alone.

    Found each in its own way they hardly look like each other; where they look more alike they lie better.
    """
    ways = [_ByCorners(placed, 0.0, end).anew(image, placed) for end in (common, turned_over(common))]
    before = _alike(image, placed)
    likely = [
        (alike, one)
        for one in ways
        if one.agree > _CORNERS_PERHAPS
        and side_by_side(one.quads)
        and (alike := _alike(image, one.quads)) > before * (_LESS if one.agree > _CORNERS_ALIKE else _MORE)
    ]
    # Clear corners say which end is up; where they are not clear it is that at which the cards look more alike.
    clear = [one for _, one in likely if one.agree > _CORNERS_ALIKE]
    if clear:
        return max(clear, key=lambda one: one.agree)
    return max(likely, key=lambda one: one[0])[1] if likely else _ByCorners(placed)


def _alike(image: Pixels, quads: Sequence[Quad]) -> float:
    """How much cards look like each other."""
    return in_common([outlines_of(image, quads)], None)[1]


def side_by_side(quads: Sequence[Quad]) -> bool:
    """Whether cards can lie so: none on another, as they do where the corner of a neighbour was taken for their own."""
    points = np.stack([quad.points for quad in quads])
    return len(apart(points, np.arange(len(quads)), _ON_ANOTHER)) == len(quads)


def _most_alike(maps: NDArray[np.float32]) -> Map:
    """The mean outline of those cards that are most alike: found askew, each in its own way, cards blur the mean."""
    rows = (maps - maps.mean(axis=(1, 2), keepdims=True)).reshape(len(maps), -1)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9
    alike, half = rows @ rows.T, len(maps) // 2 + 1
    most = np.sort(alike, axis=1)[:, -half:].sum(axis=1).argmax()
    return np.asarray(maps[np.argsort(-alike[most])[:half]].mean(axis=0), np.float32)
