"""Which look of the phase's mark is phase 1: the mark itself may say it, by a numeral or by how many there are."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.reader.fields import crop
from companion.games.ai100.reader.printed import Spot, Window
from companion.games.ai100.reader.teaching.phases import Phases
from companion.vision.digits import DIGIT_VIEW, read_digits

Pixels = NDArray[np.uint8]

_SOME = 40  # cards show whether a mark is a numeral
_NUMERAL = 0.75  # how surely a mark is read as 1 on the cards of one look and as 2 on the others
# Of what a mark may be one or two of it may show the second only: so much is looked at around it. The share of cards
# that show one piece, or two.
_MARGINS, _COUNTED = (0.2, 0.4, 0.7, 1.2), 0.65
_AS_LARGE = 1.6  # times: pieces of one look and of the other are the same sign


def name_looks(cards: Pixels, phases: Phases) -> Phases | None:
    """Return the phases in the right order where the mark itself tells it: 1 or 2, or one or two of the same."""
    step = -(-len(cards) // _SOME)
    some, pips, second = cards[::step], phases.pips, phases.chances[::step, 1] > 0.5
    first = _by_numeral(some, pips.window, second)
    if first is None:
        first = _by_count(some, pips.window, second)
    if first is None:
        return None
    return phases if first == 0 else Phases(pips._replace(one=pips.two, two=pips.one), phases.chances[:, ::-1])


def _by_numeral(cards: Pixels, window: Window, second: NDArray[np.bool_]) -> int | None:
    """Which look reads as a 1 while the other reads as a 2."""
    x, y, _, tall = window
    for height in (0.8, 1.0, 1.3, 1.7):
        spot = Spot(x, y, max(height * tall, 0.02))
        digits = np.exp(read_digits([crop(card, spot, (DIGIT_VIEW, DIGIT_VIEW)) for card in cards]))
        shown = np.array([digits[~second, :2].mean(axis=0), digits[second, :2].mean(axis=0)])  # (looks, numeral)
        for first in (0, 1):
            if min(shown[first, 0], shown[1 - first, 1]) > _NUMERAL:
                return first
    return None


def _by_count(cards: Pixels, window: Window, second: NDArray[np.bool_]) -> int | None:
    """Which look has one of what the other has two of: dots, strokes, chevrons, each as large as the others."""
    for margin in _MARGINS:
        count, area = np.array([_pieces(part) for part in _shown(cards, window, margin)]).T
        for first, look in enumerate((~second, second)):
            one, two = look & (count == 1), ~look & (count == 2)
            if min(one.sum() / look.sum(), two.sum() / (~look).sum()) > _COUNTED:
                larger = np.median(area[one]) / np.median(area[two])
                if max(larger, 1 / larger) < _AS_LARGE:
                    return first
    return None


def _shown(cards: Pixels, window: Window, margin: float) -> Pixels:
    """A window of cards and so many times its larger side around it."""
    down, across = cards.shape[1:3]
    wide, tall = window.wide * across, window.tall * down
    more = margin * max(wide, tall)
    left, right = (round(window.x * across + side * (wide / 2 + more)) for side in (-1, 1))
    top, bottom = (round(window.y * down + side * (tall / 2 + more)) for side in (-1, 1))
    return cards[:, max(top, 0) : bottom, max(left, 0) : right]


def _pieces(part: Pixels) -> tuple[int, int]:
    """How many pieces of about the same size lie on a plain ground, and how large the largest is."""
    ground = np.median(part.reshape(-1, 3), axis=0)
    away = np.abs(part.astype(np.float32) - ground).max(axis=2)
    _, mask = cv2.threshold(np.clip(away, 0, 255).astype(np.uint8), 0, 1, cv2.THRESH_OTSU)
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    tall, wide = mask.shape
    whole = [
        int(area) for x, y, across, down, area in stats[1:] if x > 0 and y > 0 and x + across < wide and y + down < tall
    ]
    return (sum(area > 0.5 * max(whole) for area in whole), max(whole)) if whole else (0, 0)
