"""Cards of one print look alike: whether quads are cards, halves of cards or heaps of them, told by comparing them.

What is printed differs from card to card, but frames, corners and the places of figures do not: the outlines of two
cards of a box agree, those of the upper half of one and the lower half of another do not.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.shapes import Image, Points

Floats = NDArray[np.float32]
SIZE = (48, 34)  # pixels of a quad while it is compared
RIM = 3  # of these at the edges, where the table may show
SLOW, SOFT = 6.0, 1.2  # pixels: light changes more slowly, and lines need not quite meet
STRONGEST = 3.0  # times what is usual around it an edge is as strong as can be
IN_COMMON = 0.25  # how well quads agree with their like, at least, to say anything
# Over 66 photos of eight prints halves of cards differed by 0.3 to 0.8, cards by 0.07 at most.
APART, ALIKE = 0.18, 0.1
SOME = 4  # quads, at least, that may look alike
STRANGE = 0.3  # of what cards agree by, too little for another card of their print
OF_A_KIND = 0.4  # quads whose outlines agree so well show the same part of their cards


class Kinship(NamedTuple):
    """How well the outlines of quads agree: within two lots of them, and from one lot to the other, either end up."""

    within: float
    between: float

    @property
    def halves(self) -> bool:
        """Whether the two lots are different parts of the cards."""
        return self.within > IN_COMMON and self.within - self.between > APART

    @property
    def cards(self) -> bool:
        """Whether both lots are cards of one print."""
        return self.within > IN_COMMON and self.within - self.between < ALIKE


def kinship(lab: Image, one: Points, other: Points) -> Kinship:
    """Compare two lots of quads, as many of each, pair by pair; no quad is compared with the other of its pair."""
    if len(one) < 2:
        return Kinship(0.0, 0.0)
    first, second = outlines(lab, one), outlines(lab, other)
    apart = ~np.eye(len(one), dtype=bool)
    within = np.mean([(some @ some.T)[apart].mean() for some in (first, second)])
    between = max(float((first @ second[:, way].T)[apart].mean()) for way in (slice(None), slice(None, None, -1)))
    return Kinship(float(within), between)


def alikeness(lab: Image, quads: Points) -> float:
    """How well quads agree with those of the others that are most like them; 0 where there are few."""
    if len(quads) < SOME:
        return 0.0
    seen = outlines(lab, quads)
    agree = np.sort(seen @ seen.T, axis=1)[:, :-1]
    return max(float(np.median(agree[:, len(quads) // 2 :].mean(axis=1))), 0.0)


def strangers(lab: Image, quads: Points, cards: Points) -> NDArray[np.bool_]:
    """Which quads look like none of some cards, either end up, although these look alike."""
    if len(cards) < SOME or not len(quads):
        return np.zeros(len(quads), bool)
    known, seen = outlines(lab, cards), outlines(lab, quads)
    among = known @ known.T
    usual = float(np.median(among[~np.eye(len(cards), dtype=bool)]))
    like = np.maximum(seen @ known.T, seen[:, ::-1] @ known.T).mean(axis=1)
    return np.asarray((like < STRANGE * usual) & (usual > IN_COMMON))


def kinds(lab: Image, quads: Points, least: int) -> list[NDArray[np.intp]]:
    """Lots of quads that look alike, of at least so many, the largest first."""
    seen = outlines(lab, quads)
    alike = seen @ seen.T > OF_A_KIND
    found: list[NDArray[np.intp]] = []
    left = np.ones(len(quads), bool)
    while left.any():
        most = int((alike & left).sum(axis=1).argmax())
        kind = np.flatnonzero(alike[most] & left)
        if len(kind) < least:
            break
        found.append(kind)
        left[kind] = False
    return found


def outlines(lab: Image, quads: Points) -> Floats:
    """The edges within each quad (n, values), evened out between light and shadow, each of length 1."""
    wide, tall = SIZE
    flat = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32) - 0.5
    found = []
    for quad in quads:
        view = cv2.warpPerspective(lab, cv2.getPerspectiveTransform(quad.astype(np.float32), flat), SIZE)
        soft = cv2.GaussianBlur(view.astype(np.float32), (0, 0), 0.8)
        across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
        slope = np.sqrt((across**2 + down**2).sum(axis=2))
        even = np.minimum(slope / (cv2.GaussianBlur(slope, (0, 0), SLOW) + 8), STRONGEST)
        lines = cv2.GaussianBlur(even, (0, 0), SOFT)[RIM:-RIM, RIM:-RIM].ravel()
        found.append((lines - lines.mean()) / (np.linalg.norm(lines - lines.mean()) + 1e-6))
    return np.asarray(found, np.float32)
