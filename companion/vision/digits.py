"""Digits and printed ids, read by two small networks of our own through cv2.dnn.

`tools/train_digits.py` makes the weights in `data/vision/`; their last layers carry the temperature that
calibrates them, so that what comes out are log-probabilities to be weighed against colours and deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.paths import DATA

Pixels = NDArray[np.uint8]
Logs = NDArray[np.float32]

DIGIT_SIZE = (32, 32)  # width, height of what the digit network sees
ID_SIZE = (96, 32)
# How much of the card a crop should show, in heights of what is printed.
DIGIT_VIEW = 1.8
ID_VIEW = (6.0, 2.0)

NONE = 5  # the column of 'no digit here' beside those of 1 to 5
KINDS = 3  # a number, an AI card, none
HEADS = (KINDS, 2, 10, 10, 12)  # what the id network answers: kind, three digits, number of the AI card
IDS = (*(f"{n:03d}" for n in range(1, 121)), *(f"AI-{n}" for n in range(1, 13)), "")


def read_digits(crops: Sequence[Pixels]) -> Logs:
    """Return log-probabilities (n x 6): the digits 1 to 5, then none. Crops are about 1.8 digits high and wide."""
    if not crops:
        return np.empty((0, 6), np.float32)
    return _log_softmax(_forward("digits", crops, DIGIT_SIZE))


def read_ids(strips: Sequence[Pixels]) -> Logs:
    """Return log-probabilities (n x 133) in the order of `IDS`; the last says that no id can be seen.

    Strips are about twice as high as the id and three times as wide as they are high.
    """
    if not strips:
        return np.empty((0, len(IDS)), np.float32)
    return id_scores(_forward("ids", strips, ID_SIZE))


def id_scores(logits: Logs) -> Logs:
    """Return log-probabilities by id from what the id network answers."""
    kind, first, second, third, ai = (_log_softmax(part) for part in np.split(logits, np.cumsum(HEADS)[:-1], axis=1))
    numbers = np.arange(1, 121)
    digits = first[:, numbers // 100] + second[:, numbers // 10 % 10] + third[:, numbers % 10]
    # Only 120 of the 200 numbers exist: what the others were given is shared out.
    digits = _log_softmax(digits)
    return np.concatenate([kind[:, :1] + digits, kind[:, 1:2] + ai, kind[:, 2:]], axis=1)


def fit(crop: Pixels, size: tuple[int, int]) -> Pixels:
    """Return a crop in the size that a network sees, BGR."""
    if crop.ndim == 2:
        crop = np.asarray(cv2.cvtColor(crop, cv2.COLOR_GRAY2BGR), np.uint8)
    smaller = crop.shape[0] > size[1]
    way = cv2.INTER_AREA if smaller else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(crop[..., :3], size, interpolation=way), np.uint8)


def normalise(crops: NDArray[np.uint8]) -> Logs:
    """Return crops (n x height x width x 3) as a network's input: lamp and exposure of each taken out."""
    planes = crops.transpose(0, 3, 1, 2).astype(np.float32)
    mean = planes.mean(axis=(1, 2, 3), keepdims=True)
    spread = planes.std(axis=(1, 2, 3), keepdims=True)
    return np.ascontiguousarray((planes - mean) / np.maximum(spread, 4.0))


_LOCK = Lock()  # a network of cv2 must not be asked twice at once


@cache
def _network(name: str) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(DATA / "vision" / f"{name}.onnx"))


def _forward(name: str, crops: Sequence[Pixels], size: tuple[int, int]) -> Logs:
    batch = normalise(np.stack([fit(crop, size) for crop in crops]))
    with _LOCK:
        network = _network(name)
        network.setInput(batch)
        return np.asarray(network.forward(), np.float32).reshape(len(crops), -1)


def _log_softmax(logits: Logs) -> Logs:
    shifted = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)), np.float32)
