"""The table as a plane: all cards have one size on it, however oblique the photo."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.shapes import Points

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
USUAL = 0.7  # width to height of most cards
SLIM, SQUARE = 0.58, 0.8  # width to height beyond which a card looks unusual
LENS = 1.6  # the focal length of a phone in halves of the photo's longer side; 1.4 for most, more where it was cropped
CONVERGED = 1e-3  # of the cost, what a step must save for another to follow
HORIZON = 0.05  # of the depth at the middle of the photo: what would lie nearer to the eye, or behind it, is no table
# From the corners of a quad to its four sides, its two middle lines and its two diagonals.
_VECTORS = np.array(
    [
        [-1, 0, 0, 1, -0.5, -0.5, -1, 0],
        [1, -1, 0, 0, 0.5, -0.5, 0, -1],
        [0, 1, -1, 0, 0.5, 0.5, 1, 0],
        [0, 0, 1, -1, -0.5, 0.5, 0, 1],
    ]
)


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
        flat = self.flatten(quads)
        errors = _errors(flat[..., 0] + 1j * flat[..., 1], np.log(self.card))
        worst = np.abs(errors).max(axis=1)
        return np.asarray(np.where(np.isfinite(worst) & (self.beyond(quads) > 0), worst, 9.0))

    def beyond(self, points: Points) -> Floats:
        """Positive where the table is in front of the camera."""
        w = points.reshape(len(points), -1, 2) @ self.to_table[2, :2] + self.to_table[2, 2]
        return np.asarray(w.min(axis=1), np.float64)


def fit_plane(quads: Points, weights: Floats, size: tuple[int, int], near: Plane | None = None) -> Plane:
    """Find the view of the table under which the quads are rectangles of one size (robust least squares).

    A plane known to be `near` spares most of the way.
    """
    middle, unit = np.array(size) / 2, float(max(size)) / 2
    points = (quads.astype(np.float64) - middle) / unit
    shift = np.array([[1 / unit, 0, -middle[0] / unit], [0, 1 / unit, -middle[1] / unit], [0, 0, 1]])
    if near is not None:
        guess, _ = _descend(_parameters(near, shift), points, weights)
    else:
        first = _first_guess(points)
        tried = [_descend(start, points, weights) for start in (first, *_leant(first))]
        guess, _ = min(tried, key=lambda one: one[1] / usual_shape(float(np.exp(-abs(one[0][4] - one[0][5])))))
    short, long = sorted(np.exp(guess[4:]))
    return Plane(_matrix(guess) @ shift, (float(short), float(long)))


def usual_shape(ratio: float) -> float:
    """How usual a card of this width to height is: most are between 0.6 and 0.78, some are square or slim."""
    return float(np.interp(ratio, (0.4, 0.57, 0.61, 0.77, 0.83, 0.94, 1.0), (0.3, 0.6, 1.0, 1.0, 0.6, 0.4, 0.6)))


def _descend(guess: Floats, points: Floats, weights: Floats) -> tuple[Floats, float]:
    """The best guess downhill from one, and its cost."""
    damping, cost, residual, jacobian, weight = 1e-2, *_linear(guess, points, weights)
    for _ in range(12):
        normal = jacobian.T @ (weight[:, None] * jacobian)
        change = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -jacobian.T @ (weight * residual))
        trial = _linear(guess + change, points, weights)
        if trial[0] >= cost:
            damping *= 8
            continue
        done = cost - trial[0] < CONVERGED * cost
        guess, damping = guess + change, max(damping / 8, 1e-7)
        cost, residual, jacobian, weight = trial
        if done:
            break
    return guess, cost


def _leant(first: Floats) -> list[Floats]:
    """Cards that look square or slim from above may be usual ones on a table that leans away, one way or the other."""
    short, long = first[4:]
    if np.log(SLIM) < short - long < np.log(SQUARE):
        return []
    lean = (short - long - np.log(USUAL)) / 2
    # What is stretched along x by `lean` is long along x: stretch and the two sides of a card go together.
    return [np.array([0, 0, 0, way * lean, short - lean, long + lean]) for way in (-1, 1)]


def _first_guess(points: Floats) -> Floats:
    """The table seen from right above."""
    lengths = np.linalg.norm(points[:, [1, 2, 3, 0]] - points, axis=2)
    pair = np.sort(np.stack([lengths[:, [0, 2]].mean(1), lengths[:, [1, 3]].mean(1)], axis=1), axis=1)
    return np.concatenate([np.zeros(4), np.log(np.median(pair, axis=0))])


def _parameters(plane: Plane, shift: Floats) -> Floats:
    """What `fit_plane` found, as it was while looking for it."""
    matrix = plane.to_table @ np.linalg.inv(shift)
    return np.array([matrix[2, 0], matrix[2, 1], matrix[0, 1], np.log(matrix[0, 0]), *np.log(plane.card)])


def _matrix(guess: Floats) -> Floats:
    """The homography of a set of parameters: vanishing line, shear and stretch."""
    p, q, shear, stretch = guess[:4]
    return np.array([[np.exp(stretch), shear, 0], [shear, np.exp(-stretch), 0], [p, q, 1]])


def _errors(flat: Complexes, card: Floats) -> Floats:
    """Six relative errors a quad: its sides against the card's in the better of both positions, and its angles.

    `flat` is (..., n, 4), corners as x + iy; `card` (..., 2) the logarithms of the card's sides.
    """
    vectors = flat @ _VECTORS
    logs = 0.5 * np.log(vectors.real**2 + vectors.imag**2 + 1e-12)
    lying = card[..., None, [0, 1, 0, 1]]
    one, two = logs[..., :4] - lying, logs[..., :4] - lying[..., ::-1]
    upright = np.abs(one).sum(axis=-1) <= np.abs(two).sum(axis=-1)
    errors = np.empty((*upright.shape, 6))
    errors[..., :4] = np.where(upright[..., None], one, two)
    shape = (card[..., 0] - card[..., 1])[..., None]
    errors[..., 4] = logs[..., 6] - logs[..., 7]
    errors[..., 5] = logs[..., 4] - logs[..., 5] - np.where(upright, shape, -shape)
    return errors


def _residuals(guesses: Floats, points: Floats) -> Floats:
    """For each guess the errors of all quads, and mild wishes: a view from above or as a lens would see it leaning,
    cards of the usual shape."""
    p, q, shear, stretch = guesses.T[:4, :, None, None]
    x, y = points[..., 0], points[..., 1]
    depth = p * x + q * y + 1
    grow = np.exp(stretch)
    flat = (grow * x + shear * y + 1j * (shear * x + y / grow)) / np.maximum(depth, 1e-3)
    errors = _errors(flat, guesses[:, 4:])
    errors[depth.min(axis=-1) < HORIZON] = 5.0
    wish = guesses[:, :4] * 0.08
    wish[:, 2:] -= _leaning(guesses[:, :2]) * 0.08
    unusual = guesses[:, 4:5] - guesses[:, 5:] - np.log(USUAL)
    # What leads one quad astray, a border or a gap, leads all of them astray: many know no better than a few.
    shape = 0.15 * len(points) ** 0.5 * unusual / np.hypot(1, unusual / 0.2)
    return np.concatenate([errors.reshape(len(guesses), -1), wish, shape], axis=1)


def _leaning(vanishing: Floats) -> Floats:
    """The shear and stretch of a table whose vanishing line this is, seen through a usual lens."""
    slope = np.maximum(np.hypot(*vanishing.T), 1e-9)
    half = 0.25 * np.log1p((LENS * slope) ** 2)  # half the logarithm of 1 / cos of the angle
    across, along = vanishing.T / slope
    return np.stack([np.sinh(half) * 2 * across * along, half * (across**2 - along**2)], axis=1)


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
