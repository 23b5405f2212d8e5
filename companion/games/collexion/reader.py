"""Reads a collection from a photo: which polygons lie on the table, touching and turned as they are.

Colours first: the table is learnt from the edge of the photo, the four inks from what differs from it. Then shapes:
every regular polygon has the same spread in all directions, so the pieces themselves tell how the table leans away;
on the straightened table a lone piece is compared with the four outlines, and pieces of one colour that touch are
explained by polygons laid along the edges of their common outline.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.collexion.pieces import Collection, Piece
from companion.games.collexion.rules import COLOURS, SHAPES
from companion.vision.upright import read_photo

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

CORNERS = dict(zip(SHAPES, (3, 4, 5, 8), strict=True))
LONG_SIDE = 1000  # pixels; enough for two dozen pieces
# The inks as log ratios red:green and blue:green; light and shadow leave them alone, a coloured lamp shifts them all.
INKS: Mapping[str, tuple[float, float]] = {
    "green": (-0.84, -0.72),
    "yellow": (0.16, -1.41),
    "pink": (0.84, 0.43),
    "blue": (-0.85, 0.47),
}
_LIFT = 20.0  # added to every channel, so that dark ones do not shout
_DIRECTIONS = 180


@dataclass(frozen=True)
class FoundPiece:
    """A polygon in the photo; places are pixels of the upright photo."""

    piece: Piece
    centre: tuple[float, float]
    corners: tuple[tuple[float, float], ...]
    confidence: float


@dataclass(frozen=True)
class Reading:
    """All polygons of a photo."""

    pieces: tuple[FoundPiece, ...]
    size: tuple[int, int]

    @property
    def collection(self) -> Collection:
        """The polygons, counted."""
        return Collection.of(found.piece for found in self.pieces)

    @property
    def confidence(self) -> float:
        """How sure the least sure piece is; 0 where nothing was found."""
        return min((found.confidence for found in self.pieces), default=0.0)


def read_collection_photo(data: bytes, name: str = "photo") -> Reading:
    """Return the polygons of a photo, or raise Unreadable where it is none."""
    photo = read_photo(data, name, comfortable=4_000_000)
    shrink = min(1.0, LONG_SIDE / max(photo.size))
    image = np.asarray(cv2.resize(photo.image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    found = []
    for piece, corners, confidence in read_pieces(image):
        spots = photo.in_photo(corners / shrink)
        centre = spots.mean(axis=0)
        found.append(FoundPiece(piece, _pair(centre), tuple(map(_pair, spots)), confidence))
    size = photo.in_photo(np.array([photo.size], float))[0].round()
    return Reading(tuple(found), (int(size[0]), int(size[1])))


def _pair(spot: Floats) -> tuple[float, float]:
    return float(spot[0]), float(spot[1])


def read_pieces(image: Pixels) -> list[tuple[Piece, Floats, float]]:
    """Return the pieces of an image with their corners and how sure each is."""
    masks = without_lines(ink_masks(image))
    blobs = [(colour, blob) for colour, mask in masks.items() for blob in _blobs(mask)]
    straight = straighten([blob for _, blob in blobs], (image.shape[1], image.shape[0]))
    heaps = [(colour, Heap.of(_moved(blob, straight.matrix))) for colour, blob in blobs]
    sizes = Sizes.of([heap for _, heap in heaps])
    found = []
    for colour, heap in heaps:
        for shape, corners, confidence in explain(heap, sizes):
            found.append((Piece(colour, shape), _moved(corners[:, None], straight.inverse)[:, 0], confidence))
    return found


def _moved(points: Floats, matrix: Floats) -> Floats:
    return np.asarray(cv2.perspectiveTransform(points, matrix), np.float64)


# Colours.


def ink_masks(image: Pixels) -> dict[str, Mask]:
    """Return where each colour lies."""
    looks = _looks(image)
    edge = looks[_frame(looks.shape[0], looks.shape[1])][::7]
    table = _table(edge)
    inks = _inks(looks, table)
    # Few pieces reach the edge of the photo: an ink that is often seen there is a shade of the table.
    if more := _inks_at_edge(edge, table, inks):
        table = [*table, *more]
        inks = _inks(looks, table)
    spread = looks.reshape(-1, 3)
    scores = np.stack([gauss.log(spread) for gauss in (*table, *inks)])
    best = scores.argmax(axis=0).reshape(image.shape[:2])
    sure = scores.max(axis=0).reshape(image.shape[:2]) > _STRANGE
    masks = {}
    for at, colour in enumerate(COLOURS):
        mask = ((best == len(table) + at) & sure).astype(np.uint8)
        mask = cv2.medianBlur(mask, 5)
        masks[colour] = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)) > 0
    return masks


_STRANGE = -14.0
_SHADES = 6  # of the table
_SOME = 0.035  # a share of the edge that is more than a piece that reaches into it


def _looks(image: Pixels) -> Floats:
    """Two log ratios and the log brightness of every pixel, little troubled by grain."""
    calm = cv2.bilateralFilter(cv2.medianBlur(image, 5), 7, 30, 5).astype(np.float32) + np.float32(_LIFT)
    blue, green, red = cv2.split(cv2.log(calm))
    return np.asarray(cv2.merge([red - green, blue - green, (red + green + blue) / 3]))


@dataclass(frozen=True)
class Gauss:
    """A cloud of looks, and how many pixels belong to it."""

    mean: Floats
    cover: Floats
    weight: float

    def log(self, looks: Floats) -> Floats:
        """Return the log density."""
        white = np.linalg.inv(np.linalg.cholesky(self.cover)).T.astype(looks.dtype)
        off = looks @ white - self.mean.astype(looks.dtype) @ white
        least = np.log(self.weight) - 0.5 * np.log(np.linalg.det(self.cover))
        return np.asarray(least - 0.5 * (off[:, 0] ** 2 + off[:, 1] ** 2 + off[:, 2] ** 2))


def _frame(tall: int, wide: int) -> Mask:
    edge = max(round(0.04 * max(tall, wide)), 6)
    frame = np.ones((tall, wide), bool)
    frame[edge:-edge, edge:-edge] = False
    return frame


_EVEN = np.diag([0.04, 0.04, 0.2])  # how little a shade of the table can vary: a shadow may fall on it


def _table(edge: Floats) -> list[Gauss]:
    """Learn the shades of the table from the edge of the photo."""
    samples = edge.astype(np.float32)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.01)
    cv2.setRNGSeed(1)
    blank = np.zeros((len(samples), 1), np.int32)
    _, label, _ = cv2.kmeans(samples, _SHADES, blank, stop, 2, cv2.KMEANS_PP_CENTERS)
    shades = [edge[label[:, 0] == at] for at in range(_SHADES)]
    return [_shade(own, len(edge)) for own in shades if len(own) > _SOME * len(edge)]


def _shade(own: Floats, count: int) -> Gauss:
    own = own.astype(np.float64)
    return Gauss(own.mean(axis=0), np.cov(own.T) + _EVEN**2, 0.6 * len(own) / count)


def _inks_at_edge(edge: Floats, table: list[Gauss], inks: list[Gauss]) -> list[Gauss]:
    best = np.stack([gauss.log(edge) for gauss in (*table, *inks)]).argmax(axis=0)
    seen = [edge[best == len(table) + at] for at in range(len(inks))]
    return [_shade(own, len(edge)) for own in seen if len(own) > _SOME * len(edge)]


def _inks(looks: Floats, table: list[Gauss]) -> list[Gauss]:
    """Let the four inks settle on what the photo shows, not far from where they should be."""
    samples = looks[::4, ::4].reshape(-1, 3).astype(np.float64)
    light = float(np.percentile(samples[:, 2], 80))
    inks = [Gauss(np.array([*INKS[colour], light]), np.diag([0.28, 0.28, 0.6]) ** 2, 0.1) for colour in COLOURS]
    start = [ink.mean for ink in inks]
    for _ in range(6):
        scores = np.stack([gauss.log(samples) for gauss in (*table, *inks)], axis=1)
        top = scores.max(axis=1, keepdims=True)
        share = np.exp(scores - top)
        share = share / share.sum(axis=1, keepdims=True) * (top > _STRANGE)
        inks = [_settled(samples, share[:, len(table) + at], start[at]) for at in range(len(COLOURS))]
    return inks


_BELIEF = 150.0  # samples' worth of trust in where an ink should be


def _settled(samples: Floats, share: Floats, start: Floats) -> Gauss:
    count = float(share.sum())
    mean = (share @ samples + _BELIEF * start) / (count + _BELIEF)
    off = samples - mean
    loose = np.diag([0.22, 0.22, 0.5]) ** 2
    cover = ((off * share[:, None]).T @ off + _BELIEF * loose) / (count + _BELIEF) + np.diag([0.05, 0.05, 0.1]) ** 2
    return Gauss(mean, cover, 0.1)


def without_lines(masks: Mapping[str, Mask]) -> dict[str, Mask]:
    """Take away what is much thinner than the pieces of the photo; the pieces keep their corners."""
    areas = [cv2.contourArea(blob.astype(np.float32)) for mask in masks.values() for blob in _blobs(mask)]
    least, _ = usual_area(areas)
    thick = 2 * int(0.22 * np.sqrt(least)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (thick, thick))
    cleaned = {}
    for colour, mask in masks.items():
        solid = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, kernel)
        cleaned[colour] = (cv2.dilate(solid, kernel) > 0) & mask
    return cleaned


def _blobs(mask: Mask) -> list[Floats]:
    """Return the outlines of what hangs together, without crumbs, rings and speckles."""
    outlines, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    least = mask.size * 0.0008
    return [one.astype(np.float64) for one in outlines if cv2.contourArea(one) > least and _solid(one, mask)]


def _solid(outline: NDArray[np.generic], mask: Mask) -> bool:
    x, y, wide, tall = cv2.boundingRect(np.asarray(outline, np.int32))
    inside = np.zeros((tall, wide), np.uint8)
    cv2.drawContours(inside, [np.asarray(outline, np.int32)], 0, 1, -1, offset=(-x, -y))
    return bool(mask[y : y + tall, x : x + wide][inside > 0].mean() > 0.85)


# The lean of the table.


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
    bulging = [blob for blob in blobs if _bulge(blob) > 0.94]
    least, most = usual_area([cv2.contourArea(blob.astype(np.float32)) for blob in bulging])
    lone = [blob for blob in bulging if least < cv2.contourArea(blob.astype(np.float32)) < most]
    spots, spreads = [], []
    for blob in lone:
        spot, spread = _spread(blob)
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


def usual_area(areas: Sequence[float]) -> tuple[float, float]:
    """Return between which sizes the pieces lie: they are about equally large, and crumbs, however many, are small."""
    sums = {one: sum(area**3 for area in areas if 0.5 < area / one < 2.0) for one in areas}
    usual = max(sums, key=sums.__getitem__, default=1.0)
    return 0.4 * usual, 2.5 * usual


def _bulge(blob: Floats) -> float:
    """Which share of its hull an outline fills."""
    points = blob.astype(np.float32)
    return float(cv2.contourArea(points) / max(cv2.contourArea(cv2.convexHull(points)), 1.0))


def _spread(blob: Floats) -> tuple[Floats, Floats]:
    """The centre of an area and the covariance of its points."""
    m = cv2.moments(blob.astype(np.float32))
    centre = np.array([m["m10"], m["m01"]]) / m["m00"]
    return centre, np.array([[m["mu20"], m["mu11"]], [m["mu11"], m["mu02"]]]) / m["m00"]


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
        shape, off = lone_shape(_moved(blob, matrix))[0]
        found.append(shape if off < 0.045 else "")
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


# Lone pieces.


@cache
def _outline(shape: str) -> tuple[Floats, Floats]:
    """How far the edge of a polygon of area 1 is in each direction, and the same turned in every way (as spectrum)."""
    corners = CORNERS[shape]
    wedge = 2 * np.pi / corners
    radius = np.sqrt(2 / (corners * np.sin(wedge)))
    at = (np.arange(_DIRECTIONS) * 2 * np.pi / _DIRECTIONS) % wedge - wedge / 2
    edge = radius * np.cos(wedge / 2) / np.cos(at)
    return edge, np.asarray(np.fft.rfft(edge))


def lone_shape(outline: Floats) -> list[tuple[str, float]]:
    """Return the shapes by how little they differ from an outline, in parts of its size."""
    rays = _rays(outline)
    spectrum = np.fft.rfft(rays)
    found = []
    for shape in SHAPES:
        edge, own = _outline(shape)
        same = np.fft.irfft(spectrum * np.conj(own), _DIRECTIONS).max()
        square = (rays @ rays + edge @ edge - 2 * same) / _DIRECTIONS
        found.append((shape, float(np.sqrt(max(square, 0.0)))))
    return sorted(found, key=lambda one: one[1])


def _rays(outline: Floats) -> Floats:
    """How far an outline is from its centre in each direction, as if its area were 1."""
    centre, _ = _spread(outline)
    off = outline[:, 0] - centre
    angle = np.arctan2(off[:, 1], off[:, 0])
    order = np.argsort(angle)
    at = np.arange(_DIRECTIONS) * 2 * np.pi / _DIRECTIONS - np.pi
    area = max(cv2.contourArea(outline.astype(np.float32)), 1e-9)
    return np.asarray(np.interp(at, angle[order], np.hypot(*off.T)[order], period=2 * np.pi) / np.sqrt(area))


def _turn(outline: Floats, shape: str) -> float:
    """The angle of the first corner that fits best."""
    _, own = _outline(shape)
    shift = int(np.fft.irfft(np.fft.rfft(_rays(outline)) * np.conj(own), _DIRECTIONS).argmax())
    return shift * 2 * np.pi / _DIRECTIONS - np.pi


def regular(shape: str, centre: Floats, radius: float, turn: float) -> Floats:
    """Return the corners of a polygon."""
    at = turn + np.arange(CORNERS[shape]) * 2 * np.pi / CORNERS[shape]
    return np.asarray(centre + radius * np.column_stack([np.cos(at), np.sin(at)]))


@dataclass(frozen=True)
class Heap:
    """An outline on the straightened table and what it would be if it were one piece."""

    outline: Floats
    area: float
    shapes: tuple[tuple[str, float], ...]

    @classmethod
    def of(cls, outline: Floats) -> Heap:
        """Measure an outline."""
        return cls(outline, float(cv2.contourArea(outline.astype(np.float32))), tuple(lone_shape(outline)))

    @property
    def lone(self) -> bool:
        """Whether it looks like one piece."""
        return self.shapes[0][1] < 0.055 and _bulge(self.outline) > 0.93

    @property
    def radius(self) -> float:
        """The radius if it is one piece."""
        return radius_of(self.shapes[0][0], self.area)


def radius_of(shape: str, area: float) -> float:
    """Return how far the corners of a polygon are from its centre."""
    corners = CORNERS[shape]
    return float(np.sqrt(2 * area / (corners * np.sin(2 * np.pi / corners))))


@dataclass(frozen=True)
class Sizes:
    """How large the shapes are in this photo, as far as lone pieces tell."""

    radii: Mapping[str, float]

    @classmethod
    def of(cls, heaps: Sequence[Heap]) -> Sizes:
        """Measure the lone pieces; crumbs and what is far too large do not count."""
        lone = [heap for heap in heaps if heap.lone]
        least, most = usual_area([heap.area for heap in lone])
        radii = {}
        for shape in SHAPES:
            own = [heap.radius for heap in lone if heap.shapes[0][0] == shape and least < heap.area < most]
            if own:
                radii[shape] = float(np.median(own))
        return cls(radii)

    def range(self, shape: str, heap: Heap) -> tuple[float, float]:
        """Return the least and the greatest radius that a shape can have."""
        if shape in self.radii:
            return 0.92 * self.radii[shape], 1.08 * self.radii[shape]
        if self.radii:
            return 0.75 * min(self.radii.values()), 1.35 * max(self.radii.values())
        return radius_of(shape, 0.1 * heap.area), radius_of(shape, 0.65 * heap.area)

    def fits(self, heap: Heap) -> bool:
        """Whether a lone piece has a size that its shape can have."""
        shape, radius = heap.shapes[0][0], heap.radius
        if shape in self.radii:
            return 0.8 < radius / self.radii[shape] < 1.25
        return not self.radii or self.range(shape, heap)[0] <= radius <= self.range(shape, heap)[1]


def explain(heap: Heap, sizes: Sizes) -> list[tuple[str, Floats, float]]:
    """Return the pieces that make an outline: shape, corners, how sure."""
    if heap.lone and sizes.fits(heap):
        return [_alone(heap)]
    packed, same = pack(heap, sizes)
    if same > 0.8:
        sure = float(np.clip((same - 0.7) / 0.25, 0.05, 0.95))
        return [(shape, corners, sure) for shape, corners in packed]
    return [_alone(heap)] if heap.shapes[0][1] < 0.09 and sizes.fits(heap) else []


def _alone(heap: Heap) -> tuple[str, Floats, float]:
    (shape, _), (_, other) = heap.shapes[:2]
    odds = np.exp(-(np.array([off for _, off in heap.shapes]) ** 2) / (2 * 0.02**2))
    sure = float(odds[0] / (odds.sum() + np.exp(-(0.07**2) / (2 * 0.02**2)))) if other else 1.0
    centre, _ = _spread(heap.outline)
    return shape, regular(shape, centre, heap.radius, _turn(heap.outline, shape)), sure


# Pieces of one colour that touch.

_FINE = 22.0  # pixels of a usual radius while polygons are tried
_MOST = 9  # pieces in one heap
_CRUMBS = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))  # what is thinner was never a piece
_BEAM = 24


def pack(heap: Heap, sizes: Sizes) -> tuple[list[tuple[str, Floats]], float]:
    """Explain an outline by polygons that do not overlap; also return how much of both is the same."""
    usual = float(np.median(list(sizes.radii.values()))) if sizes.radii else np.sqrt(heap.area / 4)
    scale = _FINE / usual
    low = heap.outline[:, 0].min(axis=0) - usual
    outline = (heap.outline - low) * scale
    high = np.ceil(outline[:, 0].max(axis=0) + _FINE).astype(int)
    if high.max() > 1200:
        return [], 0.0
    whole = _filled(outline[:, 0], high)
    solid = np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, _CRUMBS), np.float32)
    bare, _ = cv2.findContours(solid.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outlines = [outline, *(one.astype(np.float64) for one in bare)]
    tries = [one for edge in outlines for one in _along_edges(edge, heap, sizes, scale)]
    if not tries:
        return [], 0.0
    masks = np.stack([_filled(corners, high).ravel() for _, corners in tries])
    areas = masks.sum(axis=1)
    inside = masks @ whole.ravel() / areas
    keep = _different(masks, inside, [shape for shape, _ in tries])
    chosen, covered = _cover(masks[keep], whole.ravel())
    # What is too thin for a piece need not be explained.
    same = float((covered * whole.ravel()).sum() / max((np.maximum(covered, solid.ravel())).sum(), 1.0))
    return [(tries[keep[at]][0], tries[keep[at]][1] / scale + low) for at in chosen], same


def _filled(corners: Floats, high: NDArray[np.int_]) -> NDArray[np.float32]:
    image = np.zeros((int(high[1]), int(high[0])), np.uint8)
    cv2.fillPoly(image, [np.round(corners * 16).astype(np.int32)], 1, shift=4)
    return image.astype(np.float32)


def _along_edges(outline: Floats, heap: Heap, sizes: Sizes, scale: float) -> Iterator[tuple[str, Floats]]:
    """Yield polygons that lie on the inner side of a straight edge, flush with one of its ends."""
    bends = cv2.approxPolyDP(outline.astype(np.float32), 0.09 * _FINE, True)[:, 0].astype(np.float64)
    if cv2.contourArea(bends.astype(np.float32), oriented=True) < 0:
        bends = bends[::-1]
    for start, end in zip(bends, np.roll(bends, -1, axis=0), strict=True):
        length = float(np.linalg.norm(end - start))
        if length < 0.3 * _FINE:
            continue
        way = (end - start) / length
        inward = np.array([-way[1], way[0]])
        for shape, corners in CORNERS.items():
            least, most = (radius * scale for radius in sizes.range(shape, heap))
            own = length / (2 * np.sin(np.pi / corners))
            known = [sizes.radii[shape] * scale] if shape in sizes.radii else []
            for radius in [*known, *([own] if least <= own <= most else [])]:
                half, deep = radius * np.sin(np.pi / corners), radius * np.cos(np.pi / corners)
                for middle in (start + way * half, end - way * half):
                    centre = middle + inward * deep
                    first = middle - way * half - centre
                    yield shape, regular(shape, centre, radius, float(np.arctan2(first[1], first[0])))


def _different(masks: NDArray[np.float32], inside: Floats, shapes: list[str]) -> list[int]:
    """Return the polygons that lie well inside, without those that are nearly the same as a better one."""
    kept: list[int] = []
    for at in np.argsort(-inside):
        if inside[at] < 0.86 or len(kept) >= 120:
            break
        twins = [one for one in kept if shapes[one] == shapes[at]]
        if twins:
            shared = masks[twins] @ masks[at]
            if (shared / (masks[twins].sum(axis=1) + masks[at].sum() - shared)).max() > 0.93:
                continue
        kept.append(int(at))
    return kept


def _cover(masks: NDArray[np.float32], whole: NDArray[np.float32]) -> tuple[list[int], NDArray[np.float32]]:
    """Choose polygons that cover the whole without covering each other: a search with a few best ways kept."""
    areas, outside = masks.sum(axis=1), masks @ (1 - whole)
    ways: list[tuple[float, tuple[int, ...], NDArray[np.float32]]] = [(0.0, (), np.zeros_like(whole))]
    best: tuple[float, tuple[int, ...], NDArray[np.float32]] = ways[0]
    for _ in range(_MOST):
        grown: dict[tuple[int, ...], tuple[float, tuple[int, ...], NDArray[np.float32]]] = {}
        for value, chosen, covered in ways:
            fresh = masks @ (whole * (1 - covered))
            gain = fresh - 2 * outside - 2 * (areas - fresh - outside)
            for at in np.argsort(-gain)[:_BEAM]:
                if gain[at] > 0.4 * areas[at]:
                    key = tuple(sorted((*chosen, int(at))))
                    if key not in grown:
                        grown[key] = (value + float(gain[at]), key, np.maximum(covered, masks[at]))
        if not grown:
            break
        ways = sorted(grown.values(), key=lambda way: -way[0])[:_BEAM]
        best = max(best, ways[0], key=lambda way: way[0])
    return list(best[1]), best[2]
