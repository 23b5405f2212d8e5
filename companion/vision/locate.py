"""Find the cards in a photo: any cards on a table, no grid, no deck."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision import contours
from companion.vision.edges import EdgeMap, fit
from companion.vision.quads import consensus, distinct, quality
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
    found = zip(group.fitted.quads / scale, quality(group.fitted), strict=True)
    cards = tuple(LocatedCard(Quad.of(quad), float(sure)) for quad, sure in found)
    return Location(cards, "contours", (width, height))
