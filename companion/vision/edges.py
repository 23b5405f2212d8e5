"""The edges of a picture, and quads moved onto them: how well a card's four sides are seen, and where exactly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.shapes import Image, Points, convex, sides

Floats = NDArray[np.float32]
SAMPLES = 18  # places along a side where its edge is looked for
CLEAR = 3.0  # times the noise around it an edge is as clear as can be
SEEN = 1.0  # times the noise around it an edge must be to be seen at all
MARGIN = 0.12  # rounded corners are left out


@dataclass(frozen=True)
class EdgeMap:
    """The gradient of the channel that changes most, and how strong the gradient is on any patch of this picture."""

    lab: Image  # the picture itself, slightly smoothed
    dx: NDArray[np.int16]  # 32 to a level a pixel
    dy: NDArray[np.int16]
    noise: Floats  # local level of what counts as nothing, at half the size

    @classmethod
    def of(cls, picture: Image) -> EdgeMap:
        """Measure a BGR picture."""
        lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
        lightness, *colours = cv2.split(cv2.GaussianBlur(lab, (3, 3), 0, dst=lab))
        x, y, strength = _slope(lightness)
        for channel in colours:
            dx, dy, steep = _slope(channel)
            better = cv2.compare(steep, strength, cv2.CMP_GT)
            cv2.copyTo(dx, better, x)
            cv2.copyTo(dy, better, y)
            cv2.max(steep, strength, dst=strength)
        slope = cv2.magnitude(x[::2, ::2].astype(np.float32), y[::2, ::2].astype(np.float32)) / 32
        # A capped mean: the few strong edges of cards must not hide the faint ones beside them.
        cap = 1.5 * float(np.median(slope[::2, ::2]))
        size = max(slope.shape) // 20 | 1
        noise = np.asarray(cv2.blur(np.minimum(slope, cap), (size, size)), np.float32)
        return cls(lab, x, y, noise)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.dx.shape[1], self.dx.shape[0]

    def profiles(self, quads: Points, reach: Floats, steps: int) -> tuple[Floats, Floats]:
        """Sample across each side: (n, 4, SAMPLES, steps) gradients along the outward normal, and the noise there."""
        t = np.linspace(MARGIN, 1 - MARGIN, SAMPLES, dtype=np.float32)
        after = np.roll(quads, -1, axis=1)
        along = after - quads
        length = np.maximum(np.linalg.norm(along, axis=2, keepdims=True), 1e-3)
        normal = np.stack([along[..., 1], -along[..., 0]], axis=-1) / length  # outward for clockwise corners
        base = quads[:, :, None] + along[:, :, None] * t[None, None, :, None]
        offsets = np.linspace(-1, 1, steps, dtype=np.float32)[None, :] * reach[:, None]
        at = base[:, :, :, None] + normal[:, :, None, None] * offsets[:, None, None, :, None]
        n = len(quads)
        xs = np.ascontiguousarray(at[..., 0].reshape(n * 4, -1), np.float32)
        ys = np.ascontiguousarray(at[..., 1].reshape(n * 4, -1), np.float32)
        shape = (n, 4, SAMPLES, steps)
        gx = cv2.remap(self.dx, xs, ys, cv2.INTER_LINEAR).reshape(shape)
        gy = cv2.remap(self.dy, xs, ys, cv2.INTER_LINEAR).reshape(shape)
        middle = at[:, :, :, steps // 2]
        noise = cv2.remap(
            self.noise,
            np.ascontiguousarray(middle[..., 0].reshape(n * 4, -1) / 2),
            np.ascontiguousarray(middle[..., 1].reshape(n * 4, -1) / 2),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        normal /= 32
        across = gx * normal[:, :, None, None, 0] + gy * normal[:, :, None, None, 1]
        return across, np.asarray(noise, np.float32).reshape(n, 4, SAMPLES)


def _slope(channel: Image) -> tuple[Image, Image, Image]:
    """The gradient of one channel, and how steep it is."""
    dx, dy = cv2.Scharr(channel, cv2.CV_16S, 1, 0), cv2.Scharr(channel, cv2.CV_16S, 0, 1)
    return dx, dy, cv2.max(np.abs(dx), np.abs(dy))


@dataclass(frozen=True)
class Fitted:
    """Quads on their edges, and for each side the share of its length where an edge is seen."""

    quads: Points
    support: Floats  # (n, 4)
    contrast: Floats  # (n, 4): the mean step across each side, in levels a pixel

    @classmethod
    def none(cls) -> Fitted:
        """No quads."""
        return cls(np.zeros((0, 4, 2), np.float32), np.zeros((0, 4), np.float32), np.zeros((0, 4), np.float32))

    def __len__(self) -> int:
        return len(self.quads)

    def of(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> Fitted:
        """Only some of them."""
        return Fitted(self.quads[chosen], self.support[chosen], self.contrast[chosen])


def joined(one: Fitted, two: Fitted) -> Fitted:
    """Both, one after the other."""
    return Fitted(
        np.concatenate([one.quads, two.quads]),
        np.concatenate([one.support, two.support]),
        np.concatenate([one.contrast, two.contrast]),
    )


def seen_across(edges: EdgeMap, quads: Points, distance: Floats, steps: int) -> tuple[Floats, Floats]:
    """Profiles across the sides (n, 4, SAMPLES, steps): how strong the step is, and how much of an edge that makes."""
    across, noise = edges.profiles(quads, distance, steps)
    # Averaged along the side with its sign, so that texture cancels and a faint straight edge remains.
    along = cv2.blur(across.reshape(-1, SAMPLES, steps).transpose(1, 0, 2).reshape(SAMPLES, -1), (1, 3))
    across = np.abs(along.reshape(SAMPLES, -1, steps).transpose(1, 0, 2).reshape(across.shape))
    return across, np.minimum(across / (noise[..., None] + 0.3), CLEAR)


def steepest(across: Floats, seen: Floats) -> Floats:
    """Beyond clear all edges count alike, but each most where it is steepest."""
    peak = np.maximum(across.max(axis=3, keepdims=True), 1e-3)
    return np.asarray(seen * (0.5 + 0.5 * across / peak), np.float32)


def fit(edges: EdgeMap, quads: Points, reach: float, steps: int = 13, rough: bool = False) -> Fitted:
    """Move each side to the best straight edge within `reach` (a share of the short side) of where it is.

    With `rough` a faint edge counts as much as a steep one: what was proposed may be beside the point.
    """
    if not len(quads):
        return Fitted.none()
    short = sides(quads).min(axis=1)
    distance = np.maximum(short * reach, 1.5)
    across, seen = seen_across(edges, quads, distance, steps)
    best, support, contrast = best_lines(seen if rough else steepest(across, seen), seen, across, steps)
    shift = (best / (steps - 1) * 2 - 1) * distance[:, None, None]
    moved = shifted(quads, shift)
    good = convex(moved) & np.isfinite(moved).all(axis=(1, 2))
    moved[~good] = quads[~good]
    return Fitted(moved, support, contrast)


def best_lines(
    score: Floats, seen: Floats, across: Floats, steps: int, pull: float = 0.08
) -> tuple[Floats, Floats, Floats]:
    """For every side the straight line through its profiles with the highest score: its ends, support, contrast.

    `pull` favours the middle: an equal edge further away must not win.
    """
    samples = seen.shape[2]
    first, last, index, lines = _lines(samples, steps)
    flat = seen.reshape(-1, samples * steps)
    middle = (steps - 1) / 2
    near = 1 - pull * (np.abs(first - middle) + np.abs(last - middle)) / (2 * middle)
    # Card by card: a large product would wake the threads of the BLAS, which cost more than they do.
    best = (
        (score.reshape(-1, 4, samples * steps) @ lines * near.astype(np.float32)).reshape(len(flat), -1).argmax(axis=1)
    )
    contrast = np.take_along_axis(across.reshape(flat.shape), index[best], axis=1).mean(axis=1).reshape(-1, 4)
    wide = cv2.dilate(flat.reshape(-1, steps), np.ones((1, 3), np.uint8)).reshape(flat.shape)
    support = (np.take_along_axis(wide, index[best], axis=1) > SEEN).mean(axis=1).reshape(-1, 4)
    beyond = MARGIN / (1 - 2 * MARGIN)  # from the outermost samples on to the corners
    a, b = first[best], last[best]
    ends = np.stack([a - (b - a) * beyond, b + (b - a) * beyond], axis=-1).reshape(-1, 4, 2)
    return np.asarray(ends, np.float32), np.asarray(support, np.float32), np.asarray(contrast, np.float32)


@lru_cache(maxsize=8)
def _lines(samples: int, steps: int) -> tuple[Floats, Floats, NDArray[np.intp], Floats]:
    """All straight lines through a field of profiles: both ends, the places passed, and these as columns of ones."""
    t = np.linspace(0, 1, samples)
    first, last = (grid.ravel() for grid in np.meshgrid(np.arange(steps), np.arange(steps), indexing="ij"))
    gentle = np.abs(first - last) <= steps // 2
    first, last = first[gentle], last[gentle]
    rows = np.rint(first[:, None] * (1 - t) + last[:, None] * t).astype(np.intp)
    index = np.arange(samples) * steps + rows
    lines = np.zeros((len(first), samples * steps), np.float32)
    np.put_along_axis(lines, index, 1.0, axis=1)
    return first.astype(np.float32), last.astype(np.float32), index, np.ascontiguousarray(lines.T)


def shifted(quads: Points, shift: Floats) -> Points:
    """Shift both ends of every side along its outward normal and cross neighbouring sides again."""
    after = np.roll(quads, -1, axis=1)
    along = after - quads
    normal = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    normal /= np.maximum(np.linalg.norm(normal, axis=2, keepdims=True), 1e-3)
    start, end = quads + normal * shift[..., :1], after + normal * shift[..., 1:]
    homog = np.concatenate([np.stack([start, end]), np.ones((2, *start.shape[:2], 1), np.float32)], axis=-1)
    lines = np.cross(homog[0], homog[1])  # (n, 4, 3)
    corner = np.cross(np.roll(lines, 1, axis=1), lines)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(corner[..., :2] / corner[..., 2:], np.float32)
