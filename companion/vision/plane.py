"""The table as a plane: all cards have one size on it, however oblique the photo."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.shapes import Points

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Plane:
    """How the photo maps onto the table (`to_table`, up to a turn and a shift), and the size of a card there."""

    to_table: Floats  # 3 x 3
    card: tuple[float, float]  # short and long side in units of the table
    spread: float = 0.0  # how far the cards it was made from differ from one size, as a share

    @property
    def to_photo(self) -> Floats:
        """The way back."""
        return np.asarray(np.linalg.inv(self.to_table), np.float64)

    def flatten(self, quads: Points) -> Floats:
        """Lay quads flat on the table."""
        flat = cv2.perspectiveTransform(quads.reshape(1, -1, 2).astype(np.float64), self.to_table)
        return np.asarray(flat, np.float64).reshape(quads.shape)

    def misfit(self, quads: Points) -> Floats:
        """How far each quad is from being a card: the largest of its relative errors in length and squareness."""
        if not len(quads):
            return np.zeros(0)
        with np.errstate(invalid="ignore", divide="ignore"):
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
    guess = np.zeros(6)
    flat = _lengths(points)
    pair = np.sort(np.stack([flat[:, [0, 2]].mean(1), flat[:, [1, 3]].mean(1)], axis=1), axis=1)
    guess[4:] = np.log(np.median(pair, axis=0))
    damping = 1e-2
    cost, residual, weight = _cost(guess, points, weights)
    for _ in range(25):
        jacobian = np.empty((len(residual), 6))
        for k in range(6):
            step = guess.copy()
            step[k] += 1e-5
            jacobian[:, k] = (_residuals(step, points) - residual) / 1e-5
        normal = jacobian.T @ (weight[:, None] * jacobian)
        change = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -jacobian.T @ (weight * residual))
        trial = guess + change
        new_cost, new_residual, new_weight = _cost(trial, points, weights)
        if new_cost < cost:
            small = cost - new_cost < 1e-6 * cost
            guess, cost, residual, weight = trial, new_cost, new_residual, new_weight
            damping = max(damping / 5, 1e-7)
            if small:
                break
        else:
            damping *= 6
            if damping > 1e4:
                break
    shift = np.array([[1 / unit, 0, -middle[0] / unit], [0, 1 / unit, -middle[1] / unit], [0, 0, 1]])
    spread = float(np.median(np.abs(residual[: 6 * len(quads)])))
    short, long = sorted(np.exp(guess[4:]))
    return Plane(_matrix(guess) @ shift, (float(short), float(long)), spread)


def _matrix(guess: Floats) -> Floats:
    """The homography of the parameters: vanishing line, shear and stretch."""
    p, q, shear, stretch = guess[:4]
    return np.array([[np.exp(stretch), shear, 0], [shear, np.exp(-stretch), 0], [p, q, 1]])


def _lengths(flat: Floats) -> Floats:
    return np.asarray(np.linalg.norm(np.roll(flat, -1, axis=1) - flat, axis=2), np.float64)


def _errors(flat: Floats, log_card: Floats) -> Floats:
    """Six relative errors a quad: its four sides against the card's, in the better of both positions, and its angles."""
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(_lengths(flat))
        one = logs - log_card[[0, 1, 0, 1]]
        two = logs - log_card[[1, 0, 1, 0]]
        one_better = (np.abs(one).sum(axis=1) <= np.abs(two).sum(axis=1))[:, None]
        a, c = flat[:, 2] - flat[:, 0], flat[:, 3] - flat[:, 1]
        diagonals = np.log(np.linalg.norm(a, axis=1) / np.linalg.norm(c, axis=1))[:, None]
        edge = np.roll(flat, -1, axis=1) - flat
        parallel = np.log(np.linalg.norm(edge[:, 0] - edge[:, 2], axis=1) / np.linalg.norm(edge[:, 1] - edge[:, 3], axis=1))
        shape = (log_card[0] - log_card[1]) * np.where(one_better[:, 0], 1, -1)
        return np.concatenate([np.where(one_better, one, two), diagonals, (parallel - shape)[:, None]], axis=1)


def _residuals(guess: Floats, points: Floats) -> Floats:
    """The errors of all quads, and a mild wish for a view from above."""
    matrix = _matrix(guess)
    w = points @ matrix[2, :2] + 1
    flat = (points @ matrix[:2, :2].T) / np.where(np.abs(w) < 1e-3, 1e-3, w)[..., None]
    errors = np.nan_to_num(_errors(flat, guess[4:]), nan=5.0, posinf=5.0, neginf=-5.0)
    errors = np.where(w.min(axis=1, keepdims=True) < 0.05, 5.0, errors)
    return np.concatenate([errors.ravel(), guess[:4] * (0.05, 0.05, 0.08, 0.08)])


def _cost(guess: Floats, points: Floats, weights: Floats) -> tuple[float, Floats, Floats]:
    """The robust cost of a guess, its residuals and the weight of each."""
    residual = _residuals(guess, points)
    each = np.abs(residual[:-4]).reshape(len(points), -1).max(axis=1)
    robust = weights / (1 + (each / 0.08) ** 2)
    weight = np.concatenate([np.repeat(robust, 6), np.ones(4)])
    cost = float((weights * np.log1p((each / 0.08) ** 2)).sum() * 0.0064 + (residual[-4:] ** 2).sum())
    return cost, residual, weight
