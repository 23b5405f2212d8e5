"""Digits and printed ids, read by two small networks of our own through cv2.dnn.

`tools/train_digits.py` makes the weights in `data/vision/`; their last layers carry the temperature that
calibrates them, so that what comes out are log-probabilities to be weighed against colours and deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from queue import LifoQueue
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.paths import DATA
from companion.vision.flat import averaged
from companion.vision.parallel import AT_ONCE, in_parallel

Pixels = NDArray[np.uint8]
Logs = NDArray[np.float32]

DIGIT_SIZE = (32, 32)  # width, height of what the digit network sees
ID_SIZE = (96, 32)
ID_COLUMNS = 48  # in which the id network looks for signs
# How much of the card a crop should show, in heights of what is printed.
DIGIT_VIEW = 1.8
ID_VIEW = (6.0, 2.0)

NONE = 5  # the column of 'no digit here' beside those of 1 to 5
SIGNS = "0123456789AI-"  # what the id network tells apart in every column of a strip, after 'nothing'
IDS = (*(f"{n:03d}" for n in range(1, 121)), *(f"AI-{n}" for n in range(1, 13)), "")


def read_digits(crops: Sequence[Pixels]) -> Logs:
    """Return log-probabilities (n x 6): the digits 1 to 5, then none. Crops are about 1.8 digits high and wide."""
    if not crops:
        return np.empty((0, 6), np.float32)
    return digit_scores(_forward("digits", crops, DIGIT_SIZE))


def read_digits_with_looks(crops: Sequence[Pixels]) -> tuple[Logs, Logs]:
    """Return what `read_digits` does, and what the network sees before it decides (n x 96): looks to be compared."""
    if not crops:
        return np.empty((0, 6), np.float32), np.empty((0, 96), np.float32)
    both = _forward("digits", crops, DIGIT_SIZE, ("logits", _BEFORE_DECIDING))
    return digit_scores(both[:, :6]), both[:, 6:]


def read_ids(strips: Sequence[Pixels]) -> Logs:
    """Return log-probabilities (n x 133) in the order of `IDS`; the last says that no id can be seen.

    Strips are about twice as high as the id and three times as wide as they are high.
    """
    if not strips:
        return np.empty((0, len(IDS)), np.float32)
    return id_scores(_forward("ids", strips, ID_SIZE))


def digit_scores(logits: Logs) -> Logs:
    """Return log-probabilities from what the digit network says."""
    return _log_softmax(logits)


def id_scores(logits: Logs) -> Logs:
    """Return log-probabilities by id from what the id network says about the columns of strips.

    A column shows a sign or nothing; the probability of an id is that of all ways to read it from left to right,
    as in connectionist temporal classification, shared out among the ids that exist.
    """
    columns = np.exp(_log_softmax(logits.reshape(len(logits), len(SIGNS) + 1, ID_COLUMNS))).clip(1e-6)
    tree = _spellings()
    # What was read so far, and whether the last column showed its last sign or nothing after it.
    said = np.zeros((len(columns), len(tree.signs)))
    silent = np.zeros_like(said)
    silent[:, 0] = 1
    for shown in np.moveaxis(columns, 2, 0).astype(np.float64):
        reached = said + silent[:, tree.before] + said[:, tree.before] * tree.other
        silent = (silent + said) * shown[:, :1]
        said = reached * shown[:, tree.signs]
        said[:, 0] = 0
    scores = np.zeros((len(columns), len(IDS)))
    np.add.at(scores.T, tree.owners, (said + silent)[:, tree.ends].T)
    return _log_softmax(np.log(scores))


class Spellings(NamedTuple):
    """Every way ids are printed, as a tree of signs whose root is nothing."""

    before: NDArray[np.intp]  # the node of a text without its last sign
    signs: NDArray[np.intp]  # its last sign
    other: NDArray[np.bool_]  # whether that is another than the one before
    ends: NDArray[np.intp]  # the nodes of whole ids
    owners: NDArray[np.intp]  # and which ids these are


@cache
def _spellings() -> Spellings:
    texts = [
        (owner, text)
        for owner, card in enumerate(IDS)
        for text in ([f"{ai}{dash}{card[3:]}" for ai in ("AI", "IA") for dash in ("-", "")] if "-" in card else [card])
    ]
    nodes = {"": 0}
    for _, text in texts:
        for length in range(1, len(text) + 1):
            nodes.setdefault(text[:length], len(nodes))
    before = np.array([nodes[text[:-1]] for text in nodes])
    signs = np.array([SIGNS.index(text[-1]) + 1 if text else 0 for text in nodes])
    ends = np.array([nodes[text] for _, text in texts])
    return Spellings(before, signs, signs != signs[before], ends, np.array([owner for owner, _ in texts]))


def fit(crop: Pixels, size: tuple[int, int]) -> Pixels:
    """Return a crop in the size that a network sees, BGR."""
    if crop.ndim == 2:
        crop = np.asarray(cv2.cvtColor(crop, cv2.COLOR_GRAY2BGR), np.uint8)
    crop = crop[..., :3]
    if crop.shape[0] <= size[1]:
        return np.asarray(cv2.resize(crop, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    # What is left over by the halves of a large crop is less than its digit may be off.
    part = 1 << (crop.shape[0] // size[1]).bit_length() - 1
    return averaged(crop[: crop.shape[0] // part * part, : crop.shape[1] // part * part], size)


def normalise(crops: NDArray[np.uint8]) -> Logs:
    """Return crops (n x height x width x 3) as a network's input: lamp and exposure of each taken out."""
    planes = crops.transpose(0, 3, 1, 2).astype(np.float32)
    mean = planes.mean(axis=(1, 2, 3), keepdims=True)
    spread = planes.std(axis=(1, 2, 3), keepdims=True)
    return np.ascontiguousarray((planes - mean) / np.maximum(spread, 4.0))


_BATCH = 32  # crops: what the layers say about more of them does not stay in the processor's cache
_BEFORE_DECIDING = "onnx_node!/17/Gemm"  # the layer of the digit network before its last


@cache
def _networks(name: str) -> LifoQueue[cv2.dnn.Net]:
    """Networks of one kind for as many threads: none may be asked twice at once."""
    free: LifoQueue[cv2.dnn.Net] = LifoQueue()
    for _ in range(AT_ONCE):
        # The classic engine takes half the time of the new one for networks as small as these.
        free.put(cv2.dnn.readNetFromONNX(str(DATA / "vision" / f"{name}.onnx"), cv2.dnn.ENGINE_CLASSIC))
    return free


def _forward(name: str, crops: Sequence[Pixels], size: tuple[int, int], layers: tuple[str, ...] = ("logits",)) -> Logs:
    parts = [crops[start : start + _BATCH] for start in range(0, len(crops), _BATCH)]
    return np.concatenate(list(in_parallel(partial(_answer, name, size, layers), parts)))


def _answer(name: str, size: tuple[int, int], layers: tuple[str, ...], crops: Sequence[Pixels]) -> Logs:
    batch = normalise(np.stack([fit(crop, size) for crop in crops]))
    free = _networks(name)
    network = free.get()
    try:
        network.setInput(batch)
        said = network.forward(list(layers))
        return np.concatenate([np.array(one, np.float32).reshape(len(batch), -1) for one in said], axis=1)
    finally:
        free.put(network)


def _log_softmax(logits: Logs) -> Logs:
    shifted = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)), np.float32)
