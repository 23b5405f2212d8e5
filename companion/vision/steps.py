"""Print at regular steps: where only parts of cards were seen, their rows and columns say where the cards lie.

Black cards on a dark table show no edges, and a print of bands shows too many; but each card shows the same thing at
the same place.
"""

from __future__ import annotations

import itertools

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.edges import EdgeMap, Fitted
from companion.vision.grow import grow
from companion.vision.kin import kinds
from companion.vision.pairs import facing
from companion.vision.place import place
from companion.vision.plane import Plane, fit_plane, usual_shape
from companion.vision.quads import ALIKE, Group, quality
from companion.vision.shapes import Points, areas, clockwise, within

Floats = NDArray[np.float64]
MANY = 6  # things at regular steps, at least, that make rows and columns
MOST = 60  # and at most: more are the pattern of a table
BESIDE = 8  # things around one may be its neighbours
PART = 0.7  # of a step each way, as much as part of a card covers at most
NEAR = 0.25  # of a step, how far a thing may be from where its neighbours say
SQUARE = 0.35  # the largest cosine between rows and columns in the photo
TAKEN = 0.7  # of all things must lie in rows and columns, and `MANY` at least
# Of the votes for the most usual step, as much as the one from card to card has, and how many such ways are tried.
AGREED, WAYS = 0.5, 6
TIGHT = 0.97  # of a step is card, the rest is the gap to the next
ACROSS, ALONG = np.linspace(-0.3, 0.3, 7), np.linspace(-0.5, 0.4, 10)  # where on its card a thing may be printed
OFF_ACROSS, OFF_ALONG = 1.0, 0.5  # of what is seen of a card, what counts less for each card that it is off the middle


def around_print(edges: EdgeMap, group: Group) -> Group | None:
    """The cards that the quads of a group are printed on, if those that look alike lie at regular steps."""
    quads = facing(group.fitted.quads, group.plane)
    found = [cards for kind in kinds(edges.lab, quads, MANY) if (cards := _around(edges, quads[kind]))]
    if not found:
        return None
    return grow(edges, max(found, key=lambda cards: cards.score))


def _around(edges: EdgeMap, quads: Points) -> Group | None:
    """The cards that quads are printed on, each at the same place of its card."""
    grid = rows_and_columns(quads.mean(axis=1))
    if grid is None:
        return None
    to_photo, steps = grid
    cells = _cells(to_photo, steps)
    if np.median(areas(quads)) > PART * np.median(areas(cells)):
        return None
    plane = fit_plane(cells, np.ones(len(cells)), edges.size)
    if usual_shape(plane.card[0] / plane.card[1]) < 1 or (plane.misfit(cells) > ALIKE).any():
        return None
    if _lying(plane, to_photo):
        to_photo, steps = to_photo @ _SWAP, steps[:, ::-1]
    found = [_at(edges, to_photo, steps, x, y) for x in ACROSS for y in ALONG]
    cards = max(found, key=lambda one: one[0])[1]
    return Group(cards, plane, len(cards)) if len(cards) >= MANY else None


_SWAP = np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, 1]])


def _lying(plane: Plane, to_photo: Floats) -> bool:
    """Whether a step to the next column runs along the long sides of the cards."""
    ends = cv2.perspectiveTransform(np.array([[[0.0, 0], [1, 0], [0, 1]]]), plane.to_table @ to_photo)[0]
    return bool(np.linalg.norm(ends[1] - ends[0]) > np.linalg.norm(ends[2] - ends[0]))


def _at(edges: EdgeMap, to_photo: Floats, steps: Floats, x: float, y: float) -> tuple[float, Fitted]:
    """How well cards are seen that lie so far off the things printed on them, which are mostly near the middle."""
    cards = place(edges, within(_cells(to_photo, steps + np.array([x, y])), edges.size), 0.06)
    return float(quality(cards).sum()) * (1 - OFF_ACROSS * abs(x) - OFF_ALONG * abs(y)), cards


def _cells(to_photo: Floats, steps: Floats) -> Points:
    """Cards centred at these steps."""
    corners = steps[:, None] + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * TIGHT / 2
    quads = cv2.perspectiveTransform(corners.reshape(1, -1, 2), to_photo).reshape(-1, 4, 2)
    return clockwise(np.asarray(quads, np.float32))


def rows_and_columns(spots: Points) -> tuple[Floats, Floats] | None:
    """The rows and columns that most spots lie in: from steps to the photo, and the steps of those that do."""
    if not MANY <= len(spots) <= MOST:
        return None
    pairs = [pair for pair in itertools.combinations(_ways(spots), 2) if _square(*pair)]
    found = [grid for pair in pairs if (grid := _laid_along(spots, *pair))]
    return max(found, key=lambda grid: len(grid[1]), default=None)


def _laid_along(spots: Points, first: Points, second: Points) -> tuple[Floats, Floats] | None:
    """The rows and columns along two steps, if most spots lie in them."""
    steps = _chain(spots, first, second)
    taken = np.array(list(steps.values()), np.float64)
    if len(taken) < max(MANY, TAKEN * len(spots)) or (np.ptp(taken, axis=0) < 1).any():
        return None
    to_photo, on = cv2.findHomography(taken, spots[list(steps)], cv2.RANSAC, 0.1 * float(np.linalg.norm(first)))
    if to_photo is None or on.sum() < MANY:
        return None
    return np.asarray(to_photo, np.float64), taken[on.ravel() > 0]


def _chain(spots: Points, first: Points, second: Points) -> dict[int, tuple[int, int]]:
    """The spots that can be reached by two steps from the one in the middle, and how many of each that takes."""
    middle = int(np.linalg.norm(spots - spots.mean(axis=0), axis=1).argmin())
    steps, edge = {middle: (0, 0)}, [middle]
    # Where one thing was not seen the next one is two steps away.
    ways = [(far * way, far * x, far * y) for way, x, y in ((first, 1, 0), (second, 0, 1)) for far in (1, -1, 2, -2)]
    while edge:
        at = edge.pop()
        for vector, x, y in ways:
            away = np.linalg.norm(spots - spots[at] - vector, axis=1)
            near = int(away.argmin())
            if near not in steps and away[near] < NEAR * np.linalg.norm(first if x else second):
                steps[near] = (steps[at][0] + x, steps[at][1] + y)
                edge.append(near)
    return steps


def _square(one: Points, other: Points) -> bool:
    return bool(abs(one @ other) < SQUARE * np.linalg.norm(one) * np.linalg.norm(other))


def _ways(spots: Points) -> list[Points]:
    """The ways from one spot to one near it on which most agree, the shortest first."""
    apart = spots[None] - spots[:, None]
    nearest = np.argsort((apart**2).sum(axis=2), axis=1)[:, 1 : BESIDE + 1]
    ways = np.take_along_axis(apart, nearest[..., None], axis=1).reshape(-1, 2)
    ways = ways[(ways[:, 0] > 0) | ((ways[:, 0] == 0) & (ways[:, 1] > 0))]
    length = np.linalg.norm(ways, axis=1)
    # Long ways would agree with more others if they might differ by more.
    usual = float(np.median(np.sort(np.linalg.norm(apart, axis=2), axis=1)[:, 1]))
    agree = np.linalg.norm(ways[None] - ways[:, None], axis=2) < NEAR * np.minimum(length, usual)[:, None]
    votes = agree.sum(axis=1)
    left = votes >= AGREED * votes.max()
    found: list[Points] = []
    while left.any() and len(found) < WAYS:
        best = int(np.where(left, length, np.inf).argmin())
        found.append(np.asarray(np.median(ways[agree[best]], axis=0), np.float32))
        left &= ~agree[best]
    return found
