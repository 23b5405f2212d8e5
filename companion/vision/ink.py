"""Cards of the table's own colour: their edges are faint, but print on a bare table belongs to a card."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.edges import EdgeMap, joined
from companion.vision.place import find_place
from companion.vision.plane import Plane
from companion.vision.quads import Group, apart, quality
from companion.vision.shapes import Points, areas, within
from companion.vision.tablelook import Palette

LIKE_TABLE = 0.6  # of a card in colours of the table: so many, in the median, and the cards are of its own colour
PRINT = 0.35  # of the slopes at the print of known cards: fainter ones are edges of cards and their shadows
PATTERN = 0.5  # of the marks that cards bear: a table with so many is printed itself
JOINED = 0.3  # of a card's short side: marks that are nearer to each other are print of one card
FAINT = 0.6  # of a side to be seen, on two sides: the lamp's side and the one towards it often vanish
SHARES = (0.02, 1.1)  # of a card, what the print on it may span


def inked(edges: EdgeMap, group: Group) -> Group:
    """Add cards around print that lies on no card yet, if the known cards can hardly be told from the table."""
    palette = Palette.of(edges.lab, group.fitted.quads)
    if palette is None or np.median(palette.share(group.fitted.quads)) < LIKE_TABLE:
        return group
    places = around_print(edges, group.plane, group.fitted.quads)
    found = find_place(edges, places, 0.1)
    found = found.of(np.sort(found.support, axis=1)[:, -2] > FAINT)
    both = joined(group.fitted, found)
    order = np.concatenate([np.arange(len(group.fitted)), len(group.fitted) + np.argsort(-quality(found))])
    kept = apart(both.quads, order.astype(np.intp), 0.1)
    # What print speaks for was seen by itself: it comes before what was guessed.
    seen = kept[(kept < group.seeds) | (kept >= len(group.fitted))]
    guessed = kept[(kept >= group.seeds) & (kept < len(group.fitted))]
    return Group(both.of(np.concatenate([seen, guessed])), group.plane, len(seen))


def around_print(edges: EdgeMap, plane: Plane, known: Points) -> Points:
    """Cards as large and turned as the known ones nearest by, centred on the print that none of them covers."""
    short = float(np.sqrt(np.median(areas(known)) * plane.card[0] / plane.card[1]))
    slope = cv2.magnitude(edges.dx[::2, ::2].astype(np.float32), edges.dy[::2, ::2].astype(np.float32))
    middle = known.mean(axis=1, keepdims=True)
    inner, outer = (np.zeros(slope.shape, np.uint8) for _ in range(2))
    for mask, grown in ((inner, 0.8), (outer, 1.1)):
        for quad in (middle + (known - middle) * grown) / 2:
            cv2.fillConvexPoly(mask, np.rint(quad).astype(np.int32), 1)
    strong = PRINT * float(np.percentile(slope[inner > 0], 98))
    marks = ((slope > strong) & (outer == 0)).astype(np.uint8)
    if marks[outer == 0].mean() > PATTERN * (slope[inner > 0] > strong).mean():
        return np.zeros((0, 4, 2), np.float32)
    reach = int(JOINED * short / 2) | 1
    joined_marks = cv2.morphologyEx(marks, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
    _, _, boxes, _ = cv2.connectedComponentsWithStats(joined_marks)
    card = float(np.median(areas(known)))
    boxes = boxes[1:].astype(np.float32) * 2
    share = boxes[:, 2] * boxes[:, 3] / card
    spots = (boxes[:, :2] + boxes[:, 2:4] / 2)[(share > SHARES[0]) & (share < SHARES[1])]
    if not len(spots):
        return np.zeros((0, 4, 2), np.float32)
    flat = plane.flatten(known)
    centre = flat.mean(axis=1)
    at = cv2.perspectiveTransform(spots[None].astype(np.float64), plane.to_table)[0]
    nearest = np.linalg.norm(at[:, None] - centre[None], axis=2).argmin(axis=1)
    laid = at[:, None] + (flat - centre[:, None])[nearest]
    places = cv2.perspectiveTransform(laid.reshape(1, -1, 2), plane.to_photo).reshape(-1, 4, 2).astype(np.float32)
    return within(places, edges.size)
