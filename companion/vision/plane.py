"""The table as a plane: all cards have one size on it, however oblique the photo."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.shapes import Points

Floats = NDArray[np.float64]
USUAL = 0.7  # width to height of most cards


@dataclass(frozen=True)
class Plane:
    """How the photo maps onto the table (`to_table`, up to a turn and a shift), and the size of a card there."""

    to_table: Floats  # 3 x 3
    card: tuple[float, float]  # short and long side in units of the table

    @property
    def to_photo(self) -> Floats:
        """The way back."""
        return np.asarray(np.linalg.inv(self.to_table), np.float64)

    def obliqueness(self, spot: Points) -> float:
        """How much longer the table is along the view than across it, seen at a spot of the photo; 1 from above."""
        x, y, w = self.to_table @ np.array([*spot, 1.0])
        slope = (self.to_table[:2, :2] - np.outer((x / w, y / w), self.to_table[2, :2])) / w
        large, small = np.linalg.svd(slope, compute_uv=False)
        return float(large / max(small, 1e-9))

    def flatten(self, quads: Points) -> Floats:
        """Lay quads flat on the table."""
        if not len(quads):
            return np.zeros((0, 4, 2))
        flat = cv2.perspectiveTransform(quads.reshape(1, -1, 2).astype(np.float64), self.to_table)
        return np.asarray(flat, np.float64).reshape(quads.shape)

    def misfit(self, quads: Points) -> Floats:
        """How far each quad is from being a card: the largest of its relative errors in length and squareness."""
        if not len(quads):
            return np.zeros(0)
        errors = _errors(self.flatten(quads), np.log(self.card))
        worst = np.abs(errors).max(axis=1)
        return np.asarray(np.where(np.isfinite(worst) & (self.beyond(quads) > 0), worst, 9.0))

    def beyond(self, points: Points) -> Floats:
        """Positive where the table is in front of the camera."""
        w = points.reshape(len(points), -1, 2) @ self.to_table[2, :2] + self.to_table[2, 2]
        return np.asarray(w.min(axis=1), np.float64)


def fit_plane(quads: Points, weights: Floats, size: tuple[int, int]) -> Plane:
    """Find the view of the table under which the quads are rectangles of one size (robust least squares)."""
    middle, unit = np.array(size) / 2, float(max(size)) / 2
    points = (quads.astype(np.float64) - middle) / unit
    lengths = _lengths(points)
    pair = np.sort(np.stack([lengths[:, [0, 2]].mean(1), lengths[:, [1, 3]].mean(1)], axis=1), axis=1)
    guess = np.concatenate([np.zeros(4), np.log(np.median(pair, axis=0))])
    damping, cost, residual, jacobian, weight = 1e-2, *_linear(guess, points, weights)
    for _ in range(12):
        normal = jacobian.T @ (weight[:, None] * jacobian)
        change = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -jacobian.T @ (weight * residual))
        trial = _linear(guess + change, points, weights)
        if trial[0] >= cost:
            damping *= 8
            continue
        done = cost - trial[0] < 1e-3 * cost
        guess, damping = guess + change, max(damping / 8, 1e-7)
        cost, residual, jacobian, weight = trial
        if done:
            break
    shift = np.array([[1 / unit, 0, -middle[0] / unit], [0, 1 / unit, -middle[1] / unit], [0, 0, 1]])
    short, long = sorted(np.exp(guess[4:]))
    return Plane(_matrix(guess[None])[0] @ shift, (float(short), float(long)))


def _matrix(guesses: Floats) -> Floats:
    """The homography of each set of parameters: vanishing line, shear and stretch."""
    p, q, shear, stretch = guesses[:, :4].T
    one, zero = np.ones_like(p), np.zeros_like(p)
    rows = [[np.exp(stretch), shear, zero], [shear, np.exp(-stretch), zero], [p, q, one]]
    return np.moveaxis(np.array(rows), 2, 0)


def _lengths(flat: Floats) -> Floats:
    edge = flat[..., [1, 2, 3, 0], :] - flat
    return np.asarray(np.sqrt((edge * edge).sum(axis=-1)), np.float64)


def _errors(flat: Floats, card: Floats) -> Floats:
    """Six relative errors a quad: its sides against the card's in the better of both positions, and its angles.

    `flat` is (..., n, 4, 2); `card` (..., 2) the logarithms of the card's sides.
    """
    edge = flat[..., [1, 2, 3, 0], :] - flat
    middle = np.stack([edge[..., 0, :] - edge[..., 2, :], edge[..., 1, :] - edge[..., 3, :]], axis=-2) / 2
    diagonal = flat[..., 2:, :] - flat[..., :2, :]
    vectors = np.concatenate([edge, middle, diagonal], axis=-2)
    logs = 0.5 * np.log((vectors * vectors).sum(axis=-1) + 1e-12)
    card = card[..., None, :]
    one, two = logs[..., :4] - card[..., [0, 1, 0, 1]], logs[..., :4] - card[..., [1, 0, 1, 0]]
    upright = np.abs(one).sum(axis=-1) <= np.abs(two).sum(axis=-1)
    shape = (card[..., 0] - card[..., 1]) * np.where(upright, 1, -1)
    angles = np.stack([logs[..., 6] - logs[..., 7], logs[..., 4] - logs[..., 5] - shape], axis=-1)
    return np.concatenate([np.where(upright[..., None], one, two), angles], axis=-1)


def _residuals(guesses: Floats, points: Floats) -> Floats:
    """For each guess the errors of all quads, and mild wishes: a view from above, cards of the usual shape."""
    matrix = _matrix(guesses)[:, None, None]  # (g, 1, 1, 3, 3)
    depth = (points * matrix[..., 2, :2]).sum(axis=-1) + 1
    top = (points * matrix[..., 0, :2]).sum(axis=-1), (points * matrix[..., 1, :2]).sum(axis=-1)
    flat = np.stack(top, axis=-1) / np.maximum(depth, 1e-3)[..., None]
    errors = np.where(depth.min(axis=-1)[..., None] < 0.05, 5.0, _errors(flat, guesses[:, 4:]))
    wish = guesses[:, :4] * (0.08, 0.08, 0.08, 0.08)
    shape = (guesses[:, 4] - guesses[:, 5] - np.log(USUAL))[:, None] * 0.05
    return np.concatenate([errors.reshape(len(guesses), -1), wish, shape], axis=1)


def _linear(guess: Floats, points: Floats, weights: Floats) -> tuple[float, Floats, Floats, Floats]:
    """The robust cost of a guess, its residuals, their derivatives and weights."""
    step = 1e-5
    all_residuals = _residuals(np.concatenate([guess[None], guess + step * np.eye(6)]), points)
    residual = all_residuals[0]
    jacobian = ((all_residuals[1:] - residual) / step).T
    each = np.abs(residual[:-5]).reshape(len(points), -1).max(axis=1) / 0.08
    weight = np.concatenate([np.repeat(weights / (1 + each**2), 6), np.ones(5)])
    cost = float((weights * np.log1p(each**2)).sum() * 0.0064 + (residual[-5:] ** 2).sum())
    return cost, residual, jacobian, weight
