"""Find the cards in a photo: any cards on a table, no grid, no deck."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision import contours
from companion.vision.edges import EdgeMap, Fitted, fit, joined
from companion.vision.quads import Group, apart, consensus, distinct, quality
from companion.vision.search import search
from companion.vision.shapes import Image, LocatedCard, Location, Quad

WORK_PIXELS = 0.8e6  # proposals are made on a picture of about this size


def locate(image: Image) -> Location:
    """Find all whole cards of a BGR photo."""
    height, width = image.shape[:2]
    scale = min(1.0, (WORK_PIXELS / (height * width)) ** 0.5)
    work = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    edges = EdgeMap.of(work)
    fitted = distinct(fit(edges, contours.proposals(work), 0.06))
    group = consensus(fitted, (work.shape[1], work.shape[0]))
    if group is None:
        return Location((), "none", (width, height))
    more = fit(edges, search(work, group.plane, group.fitted.quads), 0.05)
    cards = complete(group, fitted, more)
    found = zip(cards.quads / scale, quality(cards), strict=True)
    return Location(tuple(LocatedCard(Quad.of(quad), float(sure)) for quad, sure in found), "contours", (width, height))


def complete(group: Group, proposed: Fitted, searched: Fitted) -> Fitted:
    """Add to a group what agrees with it and overlaps none of it."""
    more = joined(proposed, searched)
    worth = quality(more) - 2 * group.plane.misfit(more.quads)
    # The edge of a card may fade on one side; two sides much fainter than on other cards are the table's own lines.
    usual = float(np.median(np.sort(group.fitted.contrast, axis=1)[:, 1]))
    clear = np.sort(more.contrast, axis=1)[:, 1] > 0.35 * usual
    order = np.argsort(-worth)
    order = order[(clear & (worth > 0.62))[order]]
    everything = joined(group.fitted, more)
    ranked = np.concatenate([np.arange(len(group.fitted)), order + len(group.fitted)])
    return everything.of(apart(everything.quads, ranked, 0.2))
