"""Grow a group of cards: where cards lie side by side, each one says where its neighbours would be."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.vision.edges import EdgeMap, Fitted, fit, joined
from companion.vision.lattice import Lattice
from companion.vision.place import common_size, find_place, place
from companion.vision.plane import Plane, fit_plane
from companion.vision.quads import ALIKE, Group, apart, clear, quality
from companion.vision.shapes import Points, sides, within
from companion.vision.tablelook import Palette, printed

LEAST = 0.62  # how well a neighbour must be seen
GAPS = (0.02, 0.09)  # between neighbours, as shares of the short side
GAPPED = 1.12  # cards from one to the next both ways: where they lie that far apart they may be print on larger ones
WIDENED, STILL = 0.6, 0.4  # how well larger cards must be seen, and how many of the group (three at least) must be
TAKEN = 0.6  # of a short side: a place so near to the middle of a card is that of this card


def grow(edges: EdgeMap, group: Group, rounds: int = 3) -> Group:
    """Add neighbours that are well seen and no bare table, round after round."""
    palette = Palette.of(edges.lab, group.fitted.quads)
    for _ in range(rounds):
        fitted = find_place(edges, neighbours(group.plane, group.fitted.quads, edges.size), 0.06)
        value = quality(fitted) - 2 * group.plane.misfit(fitted.quads)
        order = np.argsort(-value)
        good = (value > LEAST) & clear(group, fitted) & printed(edges.lab, fitted.quads)
        if palette:
            good &= ~palette.bare(fitted.quads, group.fitted.quads[: group.seeds])
        order = order[good[order]]
        count = len(group.fitted)
        both = joined(group.fitted, fitted)
        kept = apart(both.quads, np.concatenate([np.arange(count), order + count]), 0.08)
        if len(kept) == count:
            break
        group = settle(edges, both.of(kept), group)
    return group


def widened(edges: EdgeMap, group: Group) -> Group | None:
    """The group as larger cards that fill their rows and columns, if it is print on such cards."""
    lattice = Lattice.of(group.plane, group.fitted.quads, widest=1.75)
    if lattice.pairs < 4 or min(lattice.pitch) < GAPPED:
        return None
    wide, high = (0.975 * pitch for pitch in lattice.pitch)
    fitted = place(edges, resized(upright(group.fitted.quads, group.plane), group.plane, wide, high), 0.07)
    fitted = fitted.of(quality(fitted) > WIDENED)
    if len(fitted) < max(3, STILL * len(group.fitted)):
        return None
    kept = fitted.of(apart(fitted.quads, np.argsort(-quality(fitted)), 0.1))
    card = (group.plane.card[0] * wide, group.plane.card[1] * high)
    plane = replace(group.plane, card=(min(card), max(card)))
    return settle(edges, kept, Group(kept, plane, len(kept)))


def settle(edges: EdgeMap, fitted: Fitted, group: Group, strict: bool = True) -> Group:
    """Agree on one size and one plane anew, now that more cards have a say; if `strict`, drop who disagrees."""
    quads = upright(fitted.quads, group.plane)
    lattice = Lattice.of(group.plane, quads)
    # Cards side by side do not overlap: they are no larger than the way from one to the next.
    most = (lattice.pitch[0] * 1.01, lattice.pitch[1] * 1.01) if lattice.pairs > 2 else (2.0, 2.0)
    wide, high = common_size(edges, quads, most)
    fitted = fit(edges, resized(quads, group.plane, wide, high), 0.03, 9)
    plane = fit_plane(fitted.quads[:30], quality(fitted)[:30] ** 3, edges.size, group.plane)
    agree = plane.misfit(fitted.quads) < ALIKE
    if not agree.any():
        return group
    if not strict:
        return Group(fitted, plane, group.seeds)
    return Group(fitted.of(agree), plane, int(agree[: group.seeds].sum()))


def alike(group: Group) -> Points:
    """The cards of a group, each of exactly the common size."""
    quads = upright(group.fitted.quads, group.plane)
    flat = group.plane.flatten(quads)
    middle = flat.mean(axis=1, keepdims=True)
    across = flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]
    down = flat[:, 3] - flat[:, 0] + flat[:, 2] - flat[:, 1]
    # The two directions made square to each other, halfway between what both sides say.
    angle = np.angle(
        np.exp(1j * np.arctan2(across[:, 1], across[:, 0])) + np.exp(1j * np.arctan2(-down[:, 0], down[:, 1]))
    )
    right = np.stack([np.cos(angle), np.sin(angle)], axis=1)[:, None] * group.plane.card[0] / 2
    below = np.stack([-np.sin(angle), np.cos(angle)], axis=1)[:, None] * group.plane.card[1] / 2
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    corners = middle + signs[None, :, :1] * right + signs[None, :, 1:] * below
    back = cv2.perspectiveTransform(corners.reshape(1, -1, 2), group.plane.to_photo)
    return np.asarray(back.reshape(-1, 4, 2), np.float32)


def upright(quads: Points, plane: Plane) -> Points:
    """The quads with a short side first."""
    length = sides(plane.flatten(quads).astype(np.float32))
    lying = length[:, [0, 2]].sum(axis=1) > length[:, [1, 3]].sum(axis=1)
    return np.where(lying[:, None, None], np.roll(quads, 1, axis=1), quads)


def resized(quads: Points, plane: Plane, wide: float, high: float) -> Points:
    """Stretch quads on the table about their centres."""
    flat = plane.flatten(quads)
    middle = flat.mean(axis=1, keepdims=True)
    across, down = (
        (flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]) / 4,
        (flat[:, 3] - flat[:, 0] + flat[:, 2] - flat[:, 1]) / 4,
    )
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    more = signs[None, :, :1] * across[:, None] * (wide - 1) + signs[None, :, 1:] * down[:, None] * (high - 1)
    back = cv2.perspectiveTransform((middle + (flat - middle) + more).reshape(1, -1, 2), plane.to_photo)
    return np.asarray(back.reshape(-1, 4, 2), np.float32)


def neighbours(plane: Plane, quads: Points, size: tuple[int, int]) -> Points:
    """Where the four neighbours of each quad would lie, left out where a quad is already."""
    quads = upright(quads, plane)
    flat = plane.flatten(quads)
    middle = flat.mean(axis=1)
    lattice = Lattice.of(plane, quads)
    found = []
    for axis, (a, b) in enumerate(((1, 0), (2, 1))):
        across = (flat[:, a] - flat[:, b] + flat[:, (a + 1) % 4] - flat[:, (b - 1) % 4]) / 2
        usual = (
            [lattice.pitch[axis]] if lattice.pairs > 3 else [1 + gap * plane.card[0] / plane.card[axis] for gap in GAPS]
        )
        for pitch in usual:
            found += [flat + pitch * across[:, None], flat - pitch * across[:, None]]
    placed = np.concatenate(found)
    away = np.linalg.norm(placed.mean(axis=1)[:, None] - middle[None], axis=2).min(axis=1)
    placed = placed[away > TAKEN * plane.card[0]]
    if not len(placed):
        return np.zeros((0, 4, 2), np.float32)
    back = cv2.perspectiveTransform(placed.reshape(1, -1, 2), plane.to_photo).reshape(-1, 4, 2).astype(np.float32)
    return within(back, size)
