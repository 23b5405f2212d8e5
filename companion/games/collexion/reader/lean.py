"""How the table leans away from the camera, told by the pieces themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.games.collexion.reader.outlines import Floats, area_of, bulge, moved, spread_of, usual_area
from companion.games.collexion.reader.shapes import lone_shape
from companion.games.collexion.rules import SHAPES

_BULGE = 0.94  # of its hull, what a lone piece fills at least as the photo shows it
_LIKE_ONE = 0.045  # of its size, by which it differs from a polygon at most on the table as it leans


@dataclass(frozen=True)
class Straight:
    """The map from the image to the table as seen from straight above."""

    matrix: Floats

    @property
    def inverse(self) -> Floats:
        """The way back into the image."""
        return np.asarray(np.linalg.inv(self.matrix))


def straighten(blobs: Sequence[Floats], size: tuple[int, int]) -> Straight:
    """Find the lean under which lone pieces have the same spread in all directions, and equal ones equal size."""
    middle, unit = np.array(size) / 2, max(size) / 2
    move = np.array([[1 / unit, 0, -middle[0] / unit], [0, 1 / unit, -middle[1] / unit], [0, 0, 1]])
    bulging = [blob for blob in blobs if bulge(blob) > _BULGE]
    least, most = usual_area([area_of(blob) for blob in bulging])
    lone = [blob for blob in bulging if least < area_of(blob) < most]
    spots, spreads = [], []
    for blob in lone:
        spot, spread = spread_of(blob)
        spots.append((spot - middle) / unit)
        spreads.append(spread)
    # Two pieces edge to edge bulge like one: so each guess is one piece's, and most others must agree with it.
    guesses = [np.zeros(4), *map(_lean_of, spreads)]
    lean = max(guesses, key=lambda guess: _agree(lone, guess, move))
    for _ in range(3 if lone else 0):
        kinds = _kinds(lone, _lean_matrix(lean) @ move)
        if good := [at for at, kind in enumerate(kinds) if kind]:
            lean = _fit(lean, np.array(spots)[good], np.array(spreads)[good], [kinds[at] for at in good])
    back = np.array([[unit, 0, middle[0]], [0, unit, middle[1]], [0, 0, 1]])
    return Straight(back @ _lean_matrix(lean) @ move)


def _lean_matrix(lean: Floats) -> Floats:
    stretch, skew, right, down = lean
    return np.array([[np.exp(stretch), skew, 0], [skew, np.exp(-stretch), 0], [right, down, 1]])


def _lean_of(spread: Floats) -> Floats:
    """The lean under which one piece has the same spread in all directions."""
    values, vectors = np.linalg.eigh(spread)
    straight = vectors @ np.diag(values**-0.5) @ vectors.T
    across, down = straight[0, 0], straight[1, 1]
    return np.array([0.5 * np.log(across / down), straight[0, 1] / np.sqrt(across * down), 0.0, 0.0])


def _agree(lone: Sequence[Floats], lean: Floats, move: Floats) -> float:
    """How many pieces look like polygons under a lean; a small lean is likelier than a large one."""
    return sum(bool(kind) for kind in _kinds(lone, _lean_matrix(lean) @ move)) - 2 * float(np.abs(lean).sum())


def _kinds(lone: Sequence[Floats], matrix: Floats) -> list[str]:
    found = []
    for blob in lone:
        shape, off = lone_shape(moved(blob, matrix))[0]
        found.append(shape if off < _LIKE_ONE else "")
    return found


def _fit(lean: Floats, spots: Floats, spreads: Floats, kinds: list[str]) -> Floats:
    """Gauss-Newton on four numbers; without many pieces the far edge of the table is taken for near."""

    def residuals(lean: Floats) -> Floats:
        matrix = _lean_matrix(lean)
        wide, uneven = [], []
        for spot, spread in zip(spots, spreads, strict=True):
            jacobian = _jacobian(matrix, spot)
            seen = jacobian @ spread @ jacobian.T
            mean = np.trace(seen) / 2
            off = np.array([(seen[0, 0] - seen[1, 1]) / 2, seen[0, 1]]) / mean
            uneven.append(off / (1 + 4 * np.linalg.norm(off)))  # an odd one must not pull hard
            wide.append(0.5 * np.log(np.linalg.det(seen)))
        apart = []
        for kind in SHAPES:
            same = [one for one, its in zip(wide, kinds, strict=True) if its == kind]
            apart += list(np.clip(np.array(same) - np.median(same), -0.4, 0.4)) if len(same) > 1 else []
        return np.concatenate([np.ravel(uneven), 0.5 * np.array(apart), lean * (0.1, 0.1, 0.25, 0.25)])

    for _ in range(6):
        now = residuals(lean)
        slope = np.stack([(residuals(lean + step) - now) / 1e-4 for step in np.eye(4) * 1e-4], axis=1)
        move = np.linalg.lstsq(slope, -now, rcond=None)[0]
        lean = np.clip(lean + np.clip(move, -0.15, 0.15), -0.5, 0.5)
    return np.asarray(lean)


def _jacobian(matrix: Floats, spot: Floats) -> Floats:
    x, y, w = matrix @ np.array([*spot, 1.0])
    return np.asarray((matrix[:2, :2] - np.outer([x / w, y / w], matrix[2, :2])) / w)
