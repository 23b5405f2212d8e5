"""How far a digit reaches: cards with the same digit share their edges there and nowhere else.

A place where the network reads digits may show half of them, or one small in a large frame. What varies with what is
read, pixel by pixel, is the digit itself.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.reader.fields import crop
from companion.games.ai100.reader.printed import Spot
from companion.games.ai100.reader.teaching.digit_places import seen_digits
from companion.games.ai100.reader.teaching.pooled import told_by_others
from companion.games.ai100.reader.teaching.strokes import strokes
from companion.vision.digits import DIGIT_VIEW, read_digits

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_SIZE = 48  # pixels of the picture around a digit
_VIEW = 3.0  # heights around a digit that are looked at
_FEW = 3  # cards say what a digit looks like
_READ = 0.3  # how clearly a card must be read to say so
_CHANCE, _FAINT = 6.0, 0.05  # what chance explains, and what is hardly anything beside the clearest
_SOFT = 1.2  # pixels by which edges are blurred
_ROUNDS = 3
_NEARLY = 0.85  # where a few cards tell nearly as much of the whole digit as of a part, the whole is it
_MANY = 60  # cards of a box show every number
_SELDOM, _USUALLY = 0.04, 0.1  # of the cards of a box: fewer hardly have any number, and the rarest has about so many
_LARGER = (1.0, 1.4, 1.9)  # times what shows a part of a digit shows more of it
# How the network may see a digit best, as shares of its extent: heights, and how far above or below its middle.
_HEIGHTS, _ASIDE = (0.65, 0.8, 0.95), (-0.12, 0.0, 0.12)
_STILL = 0.04  # of a digit's height: a frame around it that changes by less is found
_LEAST_TALL, _MOST_TALL = 0.25, 2.5  # times the height that was expected: what is less or more is no digit


def best_seen(cards: Pixels, photo: NDArray[np.intp], spot: Spot) -> Spot:
    """Return where the network reads the digit at a spot best: what looks alike should be read alike.

    Cards are grouped by their strokes, and the groups named by what is read all around; a place by itself may show the
    lower half of a 5 as that of a 3, for certain and on every card.
    """
    spot = _with_every_value(cards, spot)
    whole = framed(cards, spot)
    around = [
        Spot(whole.x, whole.y + aside * whole.height, share * whole.height)
        for share, aside in itertools.product(_HEIGHTS, _ASIDE)
    ]
    logs = _read(cards, (spot, *around))
    none = np.zeros(len(cards), np.intp)
    read = np.exp(logs[1:]).mean(axis=0)
    read = read[:, :-1] + read[:, -1:] / 5
    told = told_by_others(strokes([crop(card, whole, (1.3, 1.3)) for card in cards]), read, photo, none, none)
    if told.taught.any():
        value = told.with_read(read).argmax(axis=1)
        worth = np.maximum(logs[:, np.arange(len(cards)), value], -5).mean(axis=1)
    else:
        worth = np.array([seen_digits(one) for one in logs])
        worth[0] *= _NEARLY
    return (spot, *around)[int(worth.argmax())]


def _with_every_value(cards: Pixels, spot: Spot) -> Spot:
    """Return the place near a spot where every digit is read on some cards; a part of some digits looks like others."""
    if len(cards) < _MANY or _rarest(_read(cards, [spot])[0]) >= _SELDOM:
        return spot
    steps = list(itertools.product(_LARGER, (-0.6, 0.0, 0.6), (-0.6, 0.0, 0.6)))
    around = [
        Spot(spot.x + across * spot.height * 88 / 63, spot.y + down * spot.height, larger * spot.height)
        for larger, across, down in steps
    ]
    worth = [seen_digits(logs) * min(_rarest(logs) / _USUALLY, 1) for logs in _read(cards, [spot, *around])]
    return (spot, *around)[int(np.argmax(worth))]


def _rarest(logs: Floats) -> float:
    """The share of cards on which the rarest digit is read."""
    return float(np.exp(logs[:, :-1]).mean(axis=0).min())


def _read(cards: Pixels, spots: Sequence[Spot]) -> Floats:
    """The digits of all cards at spots: (spots, cards, 6)."""
    crops = [crop(card, one, (DIGIT_VIEW, DIGIT_VIEW)) for one in spots for card in cards]
    return read_digits(crops).astype(np.float64).reshape(len(spots), len(cards), -1)


def framed(cards: Pixels, spot: Spot) -> Spot:
    """Return the spot moved to the whole of the digit that is seen there; the same where none is."""
    for _ in range(_ROUNDS):
        found = _around(cards, spot)
        if found is None:
            return spot
        still = abs(found.height / spot.height - 1) < _STILL and abs(found.y - spot.y) < _STILL * spot.height
        spot = found
        if still:
            break
    return spot


def _around(cards: Pixels, spot: Spot) -> Spot | None:
    digits = np.exp(read_digits([crop(card, spot, (DIGIT_VIEW, DIGIT_VIEW)) for card in cards]))[:, :-1]
    edges = np.stack([_edges(crop(card, spot, (_VIEW, _VIEW))) for card in cards])
    seen = digits.max(axis=1) > _READ
    if not seen.any():
        return None
    shared = _shared(edges[seen], digits[seen].argmax(axis=1))
    if shared is None or shared.max() < 2 * _CHANCE:
        return None
    worth = np.maximum(np.log(np.maximum(shared, 1e-9) / max(_CHANCE, _FAINT * float(shared.max()))), 0)
    blobs, labels = cv2.connectedComponents(cv2.dilate((worth > 0).astype(np.uint8), np.ones((5, 5), np.uint8)))
    best = max(range(1, blobs), key=lambda at: float(worth[labels == at].sum()))
    rows, columns = np.nonzero((worth > 0) & (labels == best))
    top, bottom = rows.min() + _SOFT, rows.max() + 1 - _SOFT
    left, right = columns.min() + _SOFT, columns.max() + 1 - _SOFT
    scale = _VIEW * spot.height / _SIZE
    height = float(bottom - top) * scale
    if not _LEAST_TALL * spot.height < height < _MOST_TALL * spot.height or spot.turn:
        return None
    x = spot.x + (float(left + right) / 2 - _SIZE / 2) * scale * 88 / 63
    y = spot.y + (float(top + bottom) / 2 - _SIZE / 2) * scale
    return Spot(round(float(np.clip(x, 0, 1)), 4), round(float(np.clip(y, 0, 1)), 4), round(height, 4))


def _shared(edges: Floats, digit: NDArray[np.intp]) -> Floats | None:
    """How much of what varies at each pixel the digits explain, beyond what chance would."""
    middle = edges.mean(axis=0)
    total, between, kinds, count = np.zeros_like(middle), np.zeros_like(middle), 0, 0
    for value in np.unique(digit):
        group = edges[digit == value]
        if len(group) >= _FEW:
            total += ((group - middle) ** 2).sum(axis=0)
            between += len(group) * (group.mean(axis=0) - middle) ** 2
            kinds, count = kinds + 1, count + len(group)
    if kinds < 2:
        return None
    return np.asarray((between / (kinds - 1)) / (np.maximum(total - between, 0) / (count - kinds) + 0.02))


def _edges(shown: Pixels) -> Floats:
    """Edges as a share of what is usual around them."""
    grey = cv2.cvtColor(cv2.resize(shown, (_SIZE, _SIZE), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    steep = np.hypot(across, down)
    steep = steep / (np.sqrt(cv2.GaussianBlur(steep * steep, (0, 0), 9.0)) + 4)
    return np.asarray(cv2.GaussianBlur(steep, (0, 0), _SOFT), np.float64)
