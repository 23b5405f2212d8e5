"""The fine print of cards, whatever its colours and light, laid upon each other stroke by stroke."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.parallel import in_parallel

Pixels = NDArray[np.uint8]

FINE = (126, 176)  # two pixels a millimetre: the size in which a phase is sought
FINE_PRINT = (189, 264)  # three: thin strokes are laid upon each other there
# Pixels of the finer picture: parts of it that are moved, what around them is compared, too, and how far they are.
_TILE, _AROUND, _ASIDE = 27, 6, 2
# Millimetres by which fine print is blurred, since bent cards differ by a stroke's width, and around it whose clearest
# print it is measured by; print so faint, as a share of the card's contrast, may be noise.
_SOFT, _AROUND_INK, _FAINT = 0.3, 3.0, 0.1
_SOME = 40  # cards show what all have in common
# When a card has been moved onto what all show, and the pixels by which both are blurred for that.
_MOVED, _BLURRED = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 1e-3), 9


def fine_print(cards: Pixels) -> NDArray[np.float32]:
    """The fine print of cards (n, rows, columns), each as it lies."""
    found = list(in_parallel(lambda card: ink_of(card, FINE_PRINT), cards))
    return np.stack(found) if found else np.empty((0, *FINE_PRINT[::-1]), np.float32)


def laid_upon(ink: NDArray[np.float32]) -> NDArray[np.float32]:
    """The fine print of cards laid upon each other, in the size in which the phase is sought."""
    return np.stack([cv2.resize(card, FINE, interpolation=cv2.INTER_AREA) for card in _steadied(ink)])


def moved_onto(others: NDArray[np.float32], ink: NDArray[np.float32]) -> NDArray[np.float32]:
    """The fine print of cards, each moved as a whole onto what others have in common: they may be of another photo."""
    if not len(ink):
        return ink
    common = others.mean(axis=0)
    return np.stack(list(in_parallel(lambda card: _moved_onto(common, card), ink)))


def _moved_onto(common: NDArray[np.float32], card: NDArray[np.float32]) -> NDArray[np.float32]:
    everywhere = np.full(card.shape, 255, np.uint8)
    try:
        start = np.eye(2, 3, dtype=np.float32)
        _, warp = cv2.findTransformECC(common, card, start, cv2.MOTION_AFFINE, _MOVED, everywhere, _BLURRED)
    except cv2.error:  # a card that shows nothing of what the others do
        return card
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(card, warp, FINE_PRINT, flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.float32)


def _steadied(ink: NDArray[np.float32]) -> NDArray[np.float32]:
    """The ink of cards, part by part laid upon what all cards show there: bent cards differ by a stroke's width."""
    found, wide = ink.copy(), np.pad(ink, ((0, 0), (_ASIDE, _ASIDE), (_ASIDE, _ASIDE)), mode="edge")
    some = wide[:: -(-len(wide) // _SOME)]
    for top, left in itertools.product(range(0, FINE_PRINT[1], _TILE), range(0, FINE_PRINT[0], _TILE)):
        rows = slice(max(top - _AROUND, 0), top + _TILE + _AROUND)
        columns = slice(max(left - _AROUND, 0), left + _TILE + _AROUND)
        common = ink[:, rows, columns].mean(axis=0)
        tall, across = common.shape
        moved = []
        for card in some:
            y, x = _step(card, rows, columns, common)
            moved.append(card[rows.start + y : rows.start + y + tall, columns.start + x : columns.start + x + across])
        common = np.mean(moved, axis=0, dtype=np.float32)
        steps = [_step(card, rows, columns, common) for card in wide]
        for card, target, (y, x) in zip(wide, found, steps, strict=True):
            part = target[top : top + _TILE, left : left + _TILE]
            part[:] = card[top + y : top + y + part.shape[0], left + x : left + x + part.shape[1]]
    return found


def _step(card: NDArray[np.float32], rows: slice, columns: slice, common: NDArray[np.float32]) -> tuple[int, int]:
    """Where a part of a card with margins shows most clearly what is common."""
    tall, wide = common.shape
    window = card[rows.start : rows.start + tall + 2 * _ASIDE, columns.start : columns.start + wide + 2 * _ASIDE]
    _, _, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(window, common, cv2.TM_CCOEFF_NORMED))
    return y, x


def ink_of(card: Pixels, size: tuple[int, int] = FINE) -> NDArray[np.float32]:
    """How much fine print stands out, as a share of the most around it: one stroke or two, whatever their colours."""
    millimetre = size[0] / 63
    small = cv2.resize(card, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    low, high = np.percentile(small[::2, ::2].mean(axis=2), (3, 97))
    blue, green, red = cv2.split(cv2.absdiff(small, cv2.GaussianBlur(small, (0, 0), 2 * millimetre)))
    away = np.asarray(cv2.max(cv2.max(blue, green), red), np.float32) / max(float(high - low), 20.0)
    away = np.asarray(cv2.GaussianBlur(away, (0, 0), _SOFT * millimetre), np.float32)
    reach = 2 * int(_AROUND_INK * millimetre) + 1
    most = cv2.GaussianBlur(cv2.dilate(away, np.ones((reach, reach), np.uint8)), (0, 0), millimetre)
    return np.asarray(away / (most + _FAINT), np.float32)
