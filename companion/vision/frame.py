"""Where the cards of a photo end. Location takes a band or a frame inside a card for its edge, on all cards alike.

The print knows its outline, so the four sides of all quads are moved together, each card seen from its own top, to
where that outline fits best. Cards that stand on their heads have their sides moved the other way round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.align import SMALL, agreement, outline_at, template_of
from companion.vision.parallel import in_parallel
from companion.vision.shapes import Quad

Pixels = NDArray[np.uint8]
Map = NDArray[np.float32]
Floats = NDArray[np.float64]

_ROOM = 0.4  # of a card around its quad in which its sides may be
_STEPS = (0.24, 0.16, 0.08, 0.04, 0.02)  # of a card, coarse to fine
_BANDS = (*np.arange(-0.3, 0, 0.02), *np.arange(0.02, 0.41, 0.02))  # of a card, inwards and outwards
_SHRINK = 3  # of the outline's pixels into one: where a side is matters, not what is printed beside it
_BETTER = 0.02  # of agreement: a frame that fits less than this better is none
_LEAST = 0.08  # of a card: what is less off is put right card by card
_STAY = 0.2  # of agreement for each side that is moved by a whole card
_ASIDE = tuple(0.04 * step for step in range(-4, 5))  # of a card: how far a side of one card may be off by itself
_SMALLEST = 0.6  # of what was located, each way: a frame that leaves less of it is none


@dataclass(frozen=True)
class Frame:
    """Where the sides of the cards are, as shares of the quads that were located."""

    left: float = 0.0
    top: float = 0.0
    right: float = 1.0
    bottom: float = 1.0

    def of(self, quad: Quad) -> Quad:
        """Return a quad with its sides moved."""
        unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
        corners = np.array(
            [[self.left, self.top], [self.right, self.top], [self.right, self.bottom], [self.left, self.bottom]]
        )
        view = cv2.getPerspectiveTransform(unit, quad.points)
        return Quad.of(cv2.perspectiveTransform(corners[None], np.asarray(view, np.float64))[0])

    @property
    def moves(self) -> tuple[float, ...]:
        """How far each side is moved."""
        return abs(self.left), abs(self.top), abs(self.right - 1), abs(self.bottom - 1)

    @property
    def farthest(self) -> float:
        """How far the side is moved that is moved most."""
        return max(self.moves)

    @property
    def sound(self) -> bool:
        """Whether it stays within what was looked at and has the shape of a card."""
        wide, tall = self.right - self.left, self.bottom - self.top
        inside = min(self.left, self.top) >= -_ROOM and max(self.right, self.bottom) <= 1 + _ROOM
        return inside and wide > _SMALLEST and tall > _SMALLEST


WHOLE = Frame()


def edges_of(pictures: Sequence[Pixels]) -> Map:
    """Return the mean outline of pictures as coarsely as cards with room around them are seen."""
    tall, wide = pictures[0].shape[:2]
    down, across = round(_ROOM * tall), round(_ROOM * wide)
    with_room = [cv2.copyMakeBorder(one, down, down, across, across, cv2.BORDER_REPLICATE) for one in pictures]
    return _inner(_small(np.asarray(template_of([np.asarray(one, np.uint8) for one in with_room]), np.float32)))


def _with_room(image: Pixels, quads: Sequence[Quad], upright: bool) -> Map:
    """The outlines of cards with room around them, coarsely, then the same from their other end unless `upright`."""
    room = Frame(-_ROOM, -_ROOM, 1 + _ROOM, 1 + _ROOM)
    views = np.stack([_small(outline_at(image, room.of(quad))) for quad in quads])
    return views if upright else np.concatenate([views, views[:, ::-1, ::-1]])


def _inner(whole: Map) -> Map:
    """The outline of a card with room around it within its quad, as long as any other."""
    tall, wide = whole.shape
    inner = np.asarray(_samples(0.0, 1.0, tall) @ whole @ _samples(0.0, 1.0, wide).T, np.float32)
    return _of_one_length(inner)


def _of_one_length(inner: Map) -> Map:
    one = inner - inner.mean()
    return np.asarray(one / (np.linalg.norm(one) + 1e-9), np.float32)


def edges_of_outline(outline: Map) -> Map:
    """Return the outline of cards without room around them, as `frame_of` takes it."""
    tall, wide = (round(side // _SHRINK / (1 + 2 * _ROOM)) for side in outline.shape)
    return _of_one_length(np.asarray(cv2.resize(outline, (wide, tall), interpolation=cv2.INTER_AREA), np.float32))


def frame_of(image: Pixels, quads: Sequence[Quad], edges: Map, upright: bool = False) -> Frame:
    """Return the frame in which the edges of the print fit the cards of a photo best.

    With `upright` all cards stand as the print does; otherwise each may stand on its head.
    """
    views = _with_room(image, quads, upright)

    def fit(frame: Frame) -> float:
        alike = _agreement(views, edges, frame).reshape(-1, len(quads)).max(axis=0)
        return float(alike.mean()) - _STAY * sum(frame.moves)

    start = fit(WHOLE)
    best = max((WHOLE, *_moved()), key=fit)
    most = fit(best)
    for step in _STEPS:
        for side in ("left", "right", "top", "bottom", "left", "right", "top", "bottom"):
            for change in (-step, step):
                frame = replace(best, **{side: getattr(best, side) + change})
                if frame.sound and (value := fit(frame)) > most:
                    best, most = frame, value
    return best if most > start + _BETTER and best.farthest >= _LEAST else WHOLE


def framed(image: Pixels, quads: Sequence[Quad], edges: Map, upright: bool = False) -> list[Quad]:
    """Return each quad with its sides moved, each by itself, to where the edges of the print fit.

    Whichever end is up, unless all are known to stand `upright`. Where a line runs along the rim, location takes it for
    the edge on some sides of some cards: farther off than what an alignment by steps finds back from.
    """
    views = _with_room(image, quads, upright)
    (rows, downs), (columns, across) = (_asides(count) for count in views.shape[1:])
    # Sums over all columns of a view that is cut to some rows, for each way to cut its columns as well.
    wanted = np.stack([edges @ one for one in across], axis=-1).reshape(-1, len(across))
    squares = np.stack([one.T @ one for one in across], axis=-1).reshape(-1, len(across))
    sums = across.sum(axis=1).T
    fits = []
    for down in downs:
        cut = np.matmul(down, views)
        spread = np.matmul(cut.transpose(0, 2, 1), cut).reshape(len(cut), -1) @ squares
        spread -= (cut.sum(axis=1) @ sums) ** 2 / edges.size
        fits.append(cut.reshape(len(cut), -1) @ wanted / np.sqrt(np.maximum(spread, 1e-9)))
    moves = np.abs(rows - (0, 1)).sum(axis=1)[:, None] + np.abs(columns - (0, 1)).sum(axis=1)
    worth = (np.stack(fits, axis=1) - _STAY * moves).reshape(-1, len(quads), moves.size)  # (ends, quads, frames)
    found = []
    for quad, each in zip(quads, worth.swapaxes(0, 1), strict=True):
        head, row, column = np.unravel_index(int(each.argmax()), (len(worth), *moves.shape))
        (top, bottom), (left, right) = rows[row].tolist(), columns[column].tolist()
        found.append(Frame(left, top, right, bottom).of(quad.turned(2 * int(head))))
    return found


def in_frame(image: Pixels, quads: Sequence[Quad], outline: Map) -> tuple[list[Quad], bool, float]:
    """Cards with their sides moved to where those of an outline are, the end up that fits it better.

    Also whether they were turned over for that, and how well all of them together then fit.
    """
    edges = edges_of_outline(outline)
    ends = (list(quads), [quad.turned(2) for quad in quads])
    ways = list(in_parallel(partial(_sides_moved, image, edges), ends))
    fits = [
        float(agreement(outline, np.mean([outline_at(image, quad) for quad in moved], axis=0)[None])[0])
        for moved in ways
    ]
    over = bool(fits[1] > fits[0])
    return ways[over], over, fits[over]


def _sides_moved(image: Pixels, edges: Map, quads: list[Quad]) -> list[Quad]:
    """The sides of all cards are moved alike, then those of each by itself."""
    frame = frame_of(image, quads, edges, upright=True)
    moved = [frame.of(quad) for quad in quads]
    return moved if frame == WHOLE else framed(image, moved, edges, upright=True)


@cache
def _asides(count: int) -> tuple[Floats, Map]:
    """Where two opposite sides may be (pairs, 2), and the samples between them of a view with so many pixels."""
    places = [(start, 1 + end) for start, end in product(_ASIDE, _ASIDE)]
    samples = [_samples(round(start, 4), round(end, 4), count) for start, end in places]
    return np.array(places), np.stack(samples)


@cache
def _moved() -> tuple[Frame, ...]:
    """One side moved, two opposite ones or all, as a band or a frame is often all that differs; or two the same way:
    cards that were located by what is printed on them all lie as far aside.
    """
    ways = (*np.eye(4), (1, 0, 1, 0), (0, 1, 0, 1), (1, 1, 1, 1), (-1, 0, 1, 0), (0, -1, 0, 1))
    out = np.array([-1, -1, 1, 1])
    moved = (Frame(*(np.array([0, 0, 1, 1]) + by * out * way).tolist()) for by in _BANDS for way in ways)
    return tuple(frame for frame in moved if frame.sound)


def _small(outline: Map) -> Map:
    size = (SMALL[0] // _SHRINK, SMALL[1] // _SHRINK)
    return np.asarray(cv2.resize(outline, size, interpolation=cv2.INTER_AREA), np.float32)


def _agreement(views: Map, edges: Map, frame: Frame) -> Floats:
    """How well each view agrees with the edges of the print within a frame (n,)."""
    tall, wide = views.shape[1:]
    down = _samples(round(frame.top, 4), round(frame.bottom, 4), tall)
    across = _samples(round(frame.left, 4), round(frame.right, 4), wide)
    seen = np.matmul(np.matmul(down, views), across.T)
    seen = seen - seen.mean(axis=(1, 2), keepdims=True)
    length = np.sqrt((seen**2).sum(axis=(1, 2))) + 1e-9
    return np.asarray((seen * edges).sum(axis=(1, 2)) / length, np.float64)


@cache
def _samples(start: float, end: float, count: int) -> Map:
    """A matrix that takes the pixels of a view along one side to those of a card between two places on it."""
    scale = count / (1 + 2 * _ROOM)
    few = round(scale)
    at = (start + (np.arange(few) + 0.5) / few * (end - start) + _ROOM) * scale - 0.5
    off = np.abs(at[:, None] - np.arange(count)[None])
    weight = np.maximum(1 - off, 0)
    return np.asarray(weight / np.maximum(weight.sum(axis=1, keepdims=True), 1e-9), np.float32)
