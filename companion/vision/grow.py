"""Grow a group of cards: where cards lie side by side, each one says where its neighbours would be."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.edges import EdgeMap, fit, joined
from companion.vision.place import place
from companion.vision.plane import Plane, fit_plane
from companion.vision.quads import ALIKE, Group, apart, quality
from companion.vision.shapes import Points

GAPS = (0.02, 0.09)  # between neighbours, as shares of the short side


def grow(edges: EdgeMap, group: Group, rounds: int = 3) -> Group:
    """Add neighbours that are well seen, round after round."""
    for _ in range(rounds):
        fitted = place(edges, neighbours(group.plane, group.fitted.quads, edges.size), 0.06)
        value = quality(fitted) - 2 * group.plane.misfit(fitted.quads)
        order = np.argsort(-value)
        order = order[(value > 0.6)[order]]
        count = len(group.fitted)
        both = joined(group.fitted, fitted)
        kept = apart(both.quads, np.concatenate([np.arange(count), order + count]), 0.2)
        if len(kept) == count:
            break
        # What was placed by an uncertain plane is fitted freely before it has a say in the next one.
        fitted = joined(group.fitted, fit(edges, both.quads[kept[count:]], 0.04, 9))
        plane = fit_plane(fitted.quads[:30], quality(fitted)[:30], edges.size)
        agree = plane.misfit(fitted.quads) < ALIKE
        group = Group(fitted.of(agree), plane, int(agree[: group.seeds].sum()))
    return group


def neighbours(plane: Plane, quads: Points, size: tuple[int, int]) -> Points:
    """Where the four neighbours of each quad would lie, left out where a quad is already."""
    flat = plane.flatten(quads)
    middle = flat.mean(axis=1)
    found = []
    for gap in GAPS:
        off = gap * plane.card[0]
        for a, b in ((1, 0), (2, 1)):
            across = flat[:, a] - flat[:, b] + flat[:, (a + 1) % 4] - flat[:, (b - 1) % 4]
            across = across / 2
            length = np.linalg.norm(across, axis=1, keepdims=True)
            step = across * (1 + off / np.maximum(length, 1e-9))
            found += [flat + step[:, None], flat - step[:, None]]
    placed = np.concatenate(found)
    away = np.linalg.norm(placed.mean(axis=1)[:, None] - middle[None], axis=2).min(axis=1)
    placed = placed[away > 0.6 * plane.card[0]]
    if not len(placed):
        return np.zeros((0, 4, 2), np.float32)
    back = cv2.perspectiveTransform(placed.reshape(1, -1, 2), plane.to_photo).reshape(-1, 4, 2).astype(np.float32)
    slack = 0.02 * max(size)
    seen = (back > -slack).all(axis=(1, 2)) & (back < np.array(size) + slack).all(axis=(1, 2))
    return np.asarray(back[seen], np.float32)
