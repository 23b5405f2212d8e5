"""What is no card though it has the shape of one: plain things, and gaps between cards that look like the table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.plane import Plane
from companion.vision.shapes import Image, Points

Floats = NDArray[np.float64]
GRID = (7, 9)  # places within a card that are looked at
FINE = (11, 15)  # and where print is looked for
PLAIN = 0.03  # of neighbouring places that differ, too few for a card
LEAST = np.array([14.0, 4.0, 4.0, 4.0, 2.0, 2.0, 3.0])  # differences in look below which nothing is said
BLOCKS = 4  # the photo is divided into so many blocks each way: the colours of a table are found in many of them
OFTEN = 62  # of 100 blocks, so many may be without a colour of the table: cloths have wide stripes
FREE = 0.1  # of a block that no card covers, enough for it to have a say
COMMON = 0.02  # of the free part of a block, enough for a colour to be the table's
RIM = 0.12  # of the photo's sides, the width of the rim in which the table is seen
BARE = 0.97  # of a quad in colours of the table, and nothing of a card is left to be seen
MOSTLY = 0.85  # the same where something else speaks against a card, too
APART, FAR_APART = 0.04, 0.6  # so much more of the table's colours than any card has, or than most cards have
CLEAR = 0.72  # of a card each way from its centre: patches of table that lie further away are clear of it


@dataclass(frozen=True)
class TableLook:
    """The usual look of patches of bare table around the known cards."""

    lab: Image
    usual: Floats
    spread: Floats

    @classmethod
    def of(cls, lab: Image, plane: Plane, known: Points) -> TableLook | None:
        """Look at the table beside the known cards; None where hardly any table is to be seen."""
        patches = _beside(plane, known, (lab.shape[1], lab.shape[0]))
        if len(patches) < 8:
            return None
        looks = _looks(lab, patches)
        usual = np.median(looks, axis=0)
        spread = np.maximum(1.5 * np.median(np.abs(looks - usual), axis=0), LEAST)
        return cls(lab, usual, spread)

    def strangeness(self, quads: Points) -> Floats:
        """How little each quad looks like the table: 1 is the table's own variety."""
        if not len(quads):
            return np.zeros(0)
        apart = (_looks(self.lab, quads) - self.usual) / self.spread
        return np.asarray(np.sqrt((apart**2).mean(axis=1)), np.float64)


@dataclass(frozen=True)
class Palette:
    """The colours of the table, however they are patterned: those seen in many places along the rim of the photo."""

    lab: Image
    colours: NDArray[np.bool_]  # by bin of lightness and the two colour axes, 16 each

    @classmethod
    def of(cls, lab: Image, known: Points) -> Palette | None:
        """Look at what the known cards leave free of the rim; None where that is hardly anything."""
        small = np.ascontiguousarray(lab[::6, ::6])
        free = _rim(small.shape[0], small.shape[1])
        middle = known.mean(axis=1, keepdims=True)
        for quad in (middle + (known - middle) * 1.12) / 6:
            cv2.fillConvexPoly(free, np.rint(quad).astype(np.int32), 0)
        rows, columns = (np.arange(side) * BLOCKS // side for side in free.shape)
        block = rows[:, None] * BLOCKS + columns
        counts = np.bincount((block * 4096 + _bins(small))[free > 0], minlength=BLOCKS**2 * 4096)
        counts = counts.reshape(BLOCKS**2, 16, 16, 16).astype(np.float32)
        total = counts.sum(axis=(1, 2, 3))
        open_ = total > FREE * RIM * free.size / BLOCKS**2
        if open_.sum() < BLOCKS:
            return None
        share = counts[open_] / total[open_, None, None, None]
        return cls(lab, np.percentile(_spread(share), OFTEN, axis=0).ravel() > COMMON)

    def share(self, quads: Points) -> Floats:
        """How much of each quad has colours of the table."""
        if not len(quads):
            return np.zeros(0)
        return np.asarray(self.colours[_bins(_colours(self.lab, quads, FINE))].mean(axis=1), np.float64)

    def bare(self, quads: Points, cards: Points) -> NDArray[np.bool_]:
        """Which quads show nothing but the table, unless one of the cards hardly differs from it either."""
        known = self.share(cards)
        known = known[~self._mistaken(known)]
        return np.asarray(self.share(quads) > max(BARE, float(known.max(initial=0.0)) + APART))

    def mostly(self, quads: Points) -> NDArray[np.bool_]:
        """Which quads show hardly anything but the table."""
        return np.asarray(self.share(quads) > MOSTLY)

    def mistaken(self, cards: Points) -> NDArray[np.bool_]:
        """Which of the cards are the table itself, while most are far from it."""
        return self._mistaken(self.share(cards))

    def _mistaken(self, share: Floats) -> NDArray[np.bool_]:
        usual = float(np.percentile(share, 70)) if len(share) else 0.0
        return np.asarray(share > max(BARE, usual + FAR_APART))


def _rim(tall: int, wide: int) -> NDArray[np.uint8]:
    """Where the table is looked at: along the edges of a photo no cards lie that nobody has found yet."""
    rim = np.ones((tall, wide), np.uint8)
    up, aside = round(RIM * tall), round(RIM * wide)
    rim[up : tall - up, aside : wide - aside] = 0
    return rim


def _bins(colours: Image) -> NDArray[np.int32]:
    """Bins of Lab colours: lightness by 16, the colour axes by 8 about grey."""
    lightness, a, b = np.moveaxis(np.asarray(colours, np.int32), -1, 0)
    return np.asarray(
        (lightness >> 4) * 256 + (np.clip(a - 64, 0, 127) >> 3) * 16 + (np.clip(b - 64, 0, 127) >> 3), np.int32
    )


def _spread(share: NDArray[np.float32]) -> NDArray[np.float32]:
    """Count each bin with its neighbours: light and noise move colours from one to the next."""
    for axis in (1, 2, 3):
        more = share.copy()
        ahead, behind = (tuple(part if k == axis else slice(None) for k in range(4)) for part in (_LATER, _EARLIER))
        more[ahead] += share[behind]
        more[behind] += share[ahead]
        share = more
    return share


_LATER, _EARLIER = slice(1, None), slice(None, -1)


def printed(lab: Image, quads: Points) -> NDArray[np.bool_]:
    """Whether anything is to be seen within each quad: squares of cloth and notepads are plain, cards are not."""
    if not len(quads):
        return np.zeros(0, bool)
    colours = _colours(lab, quads, FINE).reshape(len(quads), FINE[1], FINE[0], 3)
    # In the dark all differences are smaller.
    least = (4 + 0.08 * colours[..., 0].mean(axis=(1, 2)))[:, None, None]
    across, down = (np.abs(np.diff(colours, axis=axis)).max(axis=3) > least for axis in (2, 1))
    return np.asarray(across.mean(axis=(1, 2)) + down.mean(axis=(1, 2)) > 2 * PLAIN)


def _looks(lab: Image, quads: Points) -> Floats:
    """Mean and spread of the colours within each quad, and how busy it is."""
    colours = _colours(lab, quads, GRID).astype(np.float64)
    busy = np.abs(np.diff(colours[..., 0].reshape(len(quads), GRID[1], GRID[0]), axis=2)).mean(axis=(1, 2))
    return np.concatenate([colours.mean(axis=1), colours.std(axis=1), busy[:, None]], axis=1)


def _colours(lab: Image, quads: Points, grid: tuple[int, int]) -> NDArray[np.float32]:
    """The colours at places spread over each quad, (n, places, 3)."""
    u, v = map(np.ravel, np.meshgrid(np.linspace(0.14, 0.86, grid[0]), np.linspace(0.12, 0.88, grid[1])))
    weights = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v]).astype(np.float32)
    at = np.einsum("nkc,kp->npc", quads.astype(np.float32), weights)
    colours = cv2.remap(lab, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(colours, np.float32)


def _beside(plane: Plane, known: Points, size: tuple[int, int]) -> Points:
    """Small patches next to the known cards that overlap none of them."""
    flat = plane.flatten(known)
    middle = flat.mean(axis=1)
    right, down = flat[:, 1] - flat[:, 0], flat[:, 3] - flat[:, 0]
    steps = [(x, y) for x in (-0.85, 0.0, 0.85) for y in (-0.85, 0.0, 0.85) if x or y]
    steps += [(x, y) for x in (-0.3, 0.3) for y in (-0.85, 0.85)] + [(x, y) for x in (-0.85, 0.85) for y in (-0.3, 0.3)]
    shift = np.stack([x * right + y * down for x, y in steps], axis=1)
    spots = (middle[:, None] + shift).reshape(-1, 2)
    shapes = np.repeat(0.36 * (flat - middle[:, None]), len(steps), axis=0)
    axes = np.linalg.inv(np.stack([right, down], axis=2))  # to card widths and heights from each card's centre
    own = np.einsum("kij,nkj->nki", axes, spots[:, None] - middle[None])
    free = (np.abs(own).max(axis=2) > CLEAR).all(axis=1)
    if not free.any():
        return np.zeros((0, 4, 2), np.float32)
    patches = cv2.perspectiveTransform((spots[:, None] + shapes)[free].reshape(1, -1, 2), plane.to_photo)
    patches = patches.reshape(-1, 4, 2).astype(np.float32)
    seen = (patches >= 0).all(axis=(1, 2)) & (patches <= np.array(size)).all(axis=(1, 2))
    return np.asarray(patches[seen][:: max(1, int(seen.sum()) // 80)], np.float32)
