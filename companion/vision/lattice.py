"""Cards side by side: the grid they lie on, measured in cards on the flattened table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.plane import Plane
from companion.vision.shapes import Points, sides

Floats = NDArray[np.float64]

NEIGHBOURS = 1.35  # cards: what lies further apart has a place between it
LENGTHWISE = 0.7  # the cosine of the angle to most long sides from which a card lies along them, not across
BESIDE, NEXT = 0.35, 0.8  # cards: neighbours lie no further off their row or column, and no nearer to each other
IN_PHASE = 1.2  # radians of a whole step: cards that are further off have no say in where the grid begins


@dataclass(frozen=True)
class Lattice:
    """A frame whose x counts card widths along the short sides and whose y counts card heights."""

    plane: Plane
    to_cards: Floats  # 2 x 2, from the table to cards
    card: tuple[float, float]  # width and height of a card on the table
    pitch: tuple[float, float]  # from card to card, in cards; 1 is touching
    start: tuple[float, float]  # where step 0 lies
    pairs: int  # neighbours that spoke for the pitch

    @classmethod
    def of(cls, plane: Plane, quads: Points, across: bool = False, widest: float = NEIGHBOURS) -> Lattice:
        """Find the grid that most of the quads lie on; with `across` their short sides point up.

        Neighbours are at most `widest` cards apart.
        """
        flat = plane.flatten(quads)
        angle = long_axis(flat)
        up = 0.5 * np.arctan2(np.sin(2 * angle).sum(), np.cos(2 * angle).sum())
        along = np.abs(np.cos(angle - up)) > LENGTHWISE
        card = (plane.card[1], plane.card[0]) if across else plane.card
        up += np.pi / 2 if across else 0.0
        to_cards = np.stack([(-np.sin(up), np.cos(up)), (-np.cos(up), -np.sin(up))]) / np.array(card)[:, None]
        # Cards that lie across the others have no say, unless it is all the same.
        spots = flat.mean(axis=1)[along if along.any() else slice(None)] @ to_cards.T
        x, pairs_x = _pitch(spots[:, 0], spots[:, 1], widest)
        y, pairs_y = _pitch(spots[:, 1], spots[:, 0], widest)
        return cls(plane, to_cards, card, (x, y), (_start(spots[:, 0], x), _start(spots[:, 1], y)), pairs_x + pairs_y)

    def turned(self) -> Lattice:
        """The same grid seen from the opposite side of the table."""
        start = (-self.start[0], -self.start[1])
        return Lattice(self.plane, -self.to_cards, self.card, self.pitch, start, self.pairs)

    def spots(self, quads: Points) -> Floats:
        """The corners of quads, in cards."""
        return np.asarray(self.plane.flatten(quads) @ self.to_cards.T, np.float64)

    def steps(self, quads: Points) -> tuple[NDArray[np.intp], Floats]:
        """The column and row of each quad, and how far it is off the grid, in cards."""
        at = (self.spots(quads).mean(axis=1) - self.start) / self.pitch
        whole = np.rint(at)
        return whole.astype(np.intp), (at - whole) * self.pitch

    def across(self, quads: Points) -> Floats:
        """How much each quad is turned against the grid, as the sine of the angle."""
        edge = self.spots(quads) * (self.card[0], self.card[1])
        side = (edge[:, 1] - edge[:, 0] + edge[:, 2] - edge[:, 3]) / 2
        length = np.maximum(np.linalg.norm(side, axis=1), 1e-9)
        return np.asarray(np.abs(side).min(axis=1) / length, np.float64)

    @property
    def to_photo(self) -> Floats:
        """From columns and rows to the photo."""
        grid = np.eye(3)
        grid[:2, :2] = np.linalg.inv(self.to_cards) @ np.diag(self.pitch)
        grid[:2, 2] = np.linalg.inv(self.to_cards) @ np.array(self.start)
        return np.asarray(self.plane.to_photo @ grid, np.float64)

    def cells(self, steps: NDArray[np.intp]) -> Points:
        """Where cards at these columns and rows would lie, each from its top left corner on."""
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / np.array(self.pitch) / 2
        corners = (steps[:, None].astype(np.float64) + half).reshape(1, -1, 2)
        return cv2.perspectiveTransform(corners, self.to_photo).reshape(-1, 4, 2).astype(np.float32)


def long_axis(flat: Floats) -> Floats:
    """The direction of the long sides of each flattened quad, modulo half a turn."""
    edge = np.roll(flat, -1, axis=1) - flat
    length = sides(flat.astype(np.float32))
    lying = length[:, [0, 2]].sum(axis=1) > length[:, [1, 3]].sum(axis=1)
    axis = np.where(lying[:, None], edge[:, 0] - edge[:, 2], edge[:, 1] - edge[:, 3])
    return np.asarray(np.arctan2(axis[:, 1], axis[:, 0]), np.float64)


def _pitch(along: Floats, across: Floats, widest: float) -> tuple[float, int]:
    """The usual distance between neighbours: the lower middle, since some lie further off; how many neighbours."""
    apart = along[None] - along[:, None]
    beside = np.abs(across[None] - across[:, None]) < BESIDE
    near = apart[beside & (apart > NEXT) & (apart < widest)]
    return (float(np.percentile(near, 40)), len(near)) if len(near) else (1.04, 0)


def _start(along: Floats, pitch: float) -> float:
    """Where step 0 lies: the phase most cards agree on."""
    phase = np.exp(2j * np.pi * along / pitch)
    best = phase[np.abs(phase[:, None] + phase[None]).sum(axis=0).argmax()]
    close = np.abs(np.angle(phase / best)) < IN_PHASE
    return float(np.angle(phase[close].sum()) / (2 * np.pi) * pitch)
