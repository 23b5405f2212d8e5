"""A card known by its picture: a small thumbnail in even light, kept in the deck's file."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

SIZE = (14, 20)  # width and height of a thumbnail
_LENGTH = SIZE[0] * SIZE[1] * 3


def describe_pictures(cards: Pixels) -> Floats:
    """Return thumbnails (n, length) of cards warped flat: what stands out from its surroundings, of length 1."""
    rows = []
    for card in cards:
        small = np.log(cv2.resize(card, SIZE, interpolation=cv2.INTER_AREA).astype(np.float64) + 12)
        # Lamp and shadow are slow and multiply: in logarithms they are what a blur leaves.
        detail = small - cv2.GaussianBlur(small, (0, 0), 4.0)
        rows.append((detail - detail.mean()).reshape(-1))
    table = np.array(rows).reshape(len(cards), _LENGTH)
    return np.asarray(table / np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-6))


def write_picture(described: Floats) -> str:
    """Return a thumbnail as text for a deck's file."""
    scale = 127 / max(float(np.abs(described).max()), 1e-6)
    return base64.b64encode((described * scale).round().astype(np.int8).tobytes()).decode()


def read_pictures(pictures: Mapping[str, str], cards: Sequence[str]) -> Floats | None:
    """Return the thumbnails of a deck (cards, length), zero where there is none; None where there are none at all."""
    table = np.zeros((len(cards), _LENGTH))
    for at, card in enumerate(cards):
        try:
            row = np.frombuffer(base64.b64decode(str(pictures.get(card, ""))), np.int8).astype(np.float64)
        except ValueError:
            continue
        if len(row) == _LENGTH and row.any():
            table[at] = row / np.linalg.norm(row)
    return table if table.any() else None


def likeness(cards: Pixels, known: Floats) -> Floats:
    """Return how much each card looks like each known one, as a log-ratio to the usual; 0 where none is known.

    Pictures share colour and number with the face that is read anyway, so they may only tip a balance.
    """
    alike = describe_pictures(cards) @ known.T
    there = known.any(axis=1)
    usual = alike[:, there].mean(axis=1, keepdims=True)
    return np.where(there, np.clip(6 * (alike - usual), -1.5, 3.0), 0.0)
