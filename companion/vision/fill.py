"""Fill a grid: where most cards lie in rows and columns, the others are looked for where these say."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.edges import EdgeMap, joined
from companion.vision.lattice import Lattice
from companion.vision.place import place
from companion.vision.quads import Group, clear, quality
from companion.vision.shapes import Points, areas, overlap
from companion.vision.tablelook import printed

OFF = 0.13  # further off the grid, in cards, a card is doubted
WELL = 0.6  # how well a card must be seen that is missing in the grid
ON_GRID = 0.6  # of the cards, and six at least, must lie on a grid for it to be one
CLAIMED = 0.12  # of a cell: a card that covers more of it lies there
Steps = NDArray[np.intp]


def fill(edges: EdgeMap, group: Group) -> Group:
    """Put right what lies off an evident grid, and add what is missing inside it."""
    lattice = Lattice.of(group.plane, group.fitted.quads)
    steps, _ = lattice.steps(group.fitted.quads)
    fit = _grid(lattice, steps, group.fitted.quads)
    if fit is None:
        return group
    to_photo, on = fit
    wanted = _missing(steps[on])
    if not len(wanted):
        return group
    found = place(edges, _cells(lattice, to_photo, wanted), 0.09)
    good = (quality(found) > WELL) & clear(group, found) & printed(edges.lab, found.quads)
    cards = group.fitted
    rivals = [_rivals(quad, cards.quads) for quad in found.quads]
    # A cell may take the place of guesses off the grid that are seen no better, never of what was seen by itself.
    weak = ~on & (np.arange(len(cards)) >= group.seeds)
    value = quality(cards)
    allowed = np.array(
        [all(weak[k] and value[k] <= mine for k in rival) for rival, mine in zip(rivals, quality(found), strict=True)]
    )
    take = good & allowed
    drop = sorted({k for rival, taken in zip(rivals, take, strict=True) if taken for k in rival})
    keep = np.setdiff1d(np.arange(len(cards)), drop)
    seeds = int((keep < group.seeds).sum())
    return replace(group, fitted=joined(cards.of(keep), found.of(take)), seeds=seeds)


def _grid(lattice: Lattice, steps: Steps, quads: Points) -> tuple[NDArray[np.float64], NDArray[np.bool_]] | None:
    """The map from columns and rows to the photo that most cards agree on, and which do."""
    if lattice.pairs < 5 or len(np.unique(steps[:, 0])) < 2 or len(np.unique(steps[:, 1])) < 2 or len(quads) < 6:
        return None
    spots = quads.mean(axis=1)
    slack = 0.07 * float(np.sqrt(np.median(areas(quads))))
    to_photo, inlier = cv2.findHomography(steps.astype(np.float32), spots, cv2.RANSAC, slack, maxIters=300)
    if to_photo is None or inlier.sum() < max(6, ON_GRID * len(quads)):
        return None
    back = cv2.perspectiveTransform(spots[None].astype(np.float64), np.linalg.inv(to_photo))[0]
    return np.asarray(to_photo, np.float64), np.asarray(np.abs(back - steps).max(axis=1) < OFF)


def _missing(steps: Steps) -> Steps:
    """The free cells within the rows and columns that are known."""
    low, high = steps.min(axis=0), steps.max(axis=0)
    known = {tuple(step) for step in steps.tolist()}
    cells = [(x, y) for x in range(low[0], high[0] + 1) for y in range(low[1], high[1] + 1) if (x, y) not in known]
    return np.array(cells[:60], np.intp).reshape(-1, 2)


def _cells(lattice: Lattice, to_photo: NDArray[np.float64], steps: Steps) -> Points:
    """Where cards at these columns and rows would lie."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / np.array(lattice.pitch) / 2
    corners = cv2.perspectiveTransform((steps[:, None] + half).reshape(1, -1, 2), to_photo)
    return np.asarray(corners.reshape(-1, 4, 2), np.float32)


def _rivals(quad: Points, quads: Points) -> list[int]:
    """The cards that claim part of the same place."""
    size = float(areas(quad[None])[0])
    return [k for k, other in enumerate(quads) if overlap(quad, other) > CLAIMED * size]
