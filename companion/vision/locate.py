"""Find the cards in a photo: any cards on a table, no grid, no deck."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.vision import contours
from companion.vision.edges import EdgeMap, Fitted, fit, joined
from companion.vision.grow import grow, halved
from companion.vision.place import place
from companion.vision.quads import Group, apart, distinct, hypotheses, most_convincing, quality
from companion.vision.search import search
from companion.vision.shapes import Image, LocatedCard, Location, Quad
from companion.vision.tablelook import TableLook

WORK_PIXELS = 0.8e6  # proposals are made on a picture of about this size


def locate(image: Image) -> Location:
    """Find all whole cards of a BGR photo."""
    height, width = image.shape[:2]
    scale = min(1.0, (WORK_PIXELS / (height * width)) ** 0.5)
    work = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    edges = EdgeMap.of(work)
    cards = find(work, edges, distinct(fit(edges, contours.proposals(work), 0.06)))
    if not len(cards):
        return Location((), "none", (width, height))
    found = zip(cards.quads / scale, quality(cards), strict=True)
    return Location(tuple(LocatedCard(Quad.of(quad), float(sure)) for quad, sure in found), "contours", (width, height))


def find(work: Image, edges: EdgeMap, proposed: Fitted) -> Fitted:
    """Choose the cards among the proposals and look for more of the same size."""
    groups = [grow(edges, halved(edges, group, proposed) or group) for group in hypotheses(proposed, edges.size)]
    if not groups:
        return Fitted.none()
    group = most_convincing(groups)
    more = place(edges, search(work, group.plane, group.fitted.quads), 0.05)
    return without_table(work, complete(group, proposed, more))


def complete(group: Group, proposed: Fitted, searched: Fitted) -> Group:
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
    return replace(group, fitted=everything.of(apart(everything.quads, ranked, 0.2)))


def without_table(work: Image, group: Group) -> Fitted:
    """Leave out guessed cards that look like the bare table: an empty place between cards has edges too."""
    cards = group.fitted
    table = TableLook.of(cv2.cvtColor(work, cv2.COLOR_BGR2LAB), group.plane, cards.quads)
    if table is None:
        return cards
    strange = table.strangeness(cards.quads)
    usual = float(np.percentile(strange, 20))
    least = np.where(np.arange(len(cards)) < group.seeds, 0.2, 0.43) * usual
    return cards.of((strange > least) | (usual < 1.2))
