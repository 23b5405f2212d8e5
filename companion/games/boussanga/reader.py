"""Reads the board from a photo: the field of round cells is found by itself, or by four corners given by hand.

Cells and tokens are round, so the photo is full of ellipses; those that lie on a lattice of 8 x 8 are the board. Each
cell is then compared with the bare board beside it, which takes shadow and lamp away, and the colours of all cells are
judged together: what looks alike is alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Place, Unreadable
from companion.core.sheet import Reason
from companion.games.boussanga.board import CELLS, EMPTY, Board, Cell
from companion.games.boussanga.rules import SIDE, VALUES
from companion.vision.upright import read_photo

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

LONG_SIDE = 1000
# The inks of the tokens as log ratios red:green and blue:green, and their log brightness.
_INKS: Mapping[str, tuple[int, int, int]] = {
    "red": (205, 40, 45),
    "blue": (35, 100, 190),
    "yellow": (240, 200, 40),
    "green": (60, 150, 75),
    "white": (235, 235, 235),
    "black": (32, 33, 35),
    "orange": (235, 120, 30),
    "violet": (120, 60, 150),
}  # RGB
_LIFT = 6.0  # added to every channel, so that dark ones do not shout
_PLAIN = 60  # per cent of a cell that no lamp is mirrored in, or hardly
_STRANGE = -3.0  # the density, as a logarithm, of looks that are neither board nor token
_CELL = 48  # pixels of a cell on the straightened board


class BoardNotFound(Unreadable):
    """The photo is one, but no field of cells shows in it, or not where it was said to be."""


@dataclass(frozen=True)
class Reading:
    """The board of a photo; A1 is the cell at its top left. `corners` are pixels of the upright photo."""

    board: Board
    sure: Mapping[Cell, float]
    corners: tuple[tuple[float, float], ...]

    @property
    def confidence(self) -> float:
        """How sure the least sure cell is."""
        return min(self.sure.values())

    @property
    def doubtful(self) -> tuple[Cell, ...]:
        """The cells that the player should look at, the least sure first."""
        return tuple(sorted((cell for cell in CELLS if self.sure[cell] < 0.9), key=self.sure.__getitem__))


def read_board_photo(
    data: bytes,
    name: str = "photo",
    colours: Sequence[str] = tuple(VALUES),
    corners: Sequence[tuple[float, float]] | None = None,
) -> Reading:
    """Return the board of a photo, or raise Unreadable where it shows none.

    `corners` are the outer corners of the field of cells, from the top left clockwise, where the player marked them.
    """
    photo = read_photo(data, name, comfortable=4_000_000)
    shrink = min(1.0, LONG_SIDE / max(photo.size))
    image = np.asarray(cv2.resize(photo.image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    if corners is None:
        field = find_field(image)
        if field is None:
            raise BoardNotFound(Reason("boussanga:error.no_board"), Place(name))
    else:
        spots = (np.array(corners, float) + 0.5) / photo.scale - 0.5
        field = _by_hand(spots * shrink, name)
    board, sure = judge_cells(image, field, colours)
    seen = photo.in_photo(np.asarray(cv2.perspectiveTransform(_FRAME[:, None], field)[:, 0] / shrink, float))
    return Reading(board, sure, tuple((float(x), float(y)) for x, y in seen))


_FRAME = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], float)
_CROSSINGS = np.array([[x, y] for y in range(1, SIDE) for x in range(1, SIDE)], float)
_CENTRES = np.array([[cell.column + 0.5, cell.row + 0.5] for cell in CELLS])


def _by_hand(spots: Floats, name: str) -> Floats:
    if spots.shape != (4, 2) or not cv2.isContourConvex(spots.astype(np.float32)):
        raise BoardNotFound(Reason("boussanga:error.corners"), Place(name))
    return np.asarray(cv2.getPerspectiveTransform(_FRAME.astype(np.float32), spots.astype(np.float32)), float)


# Where the board is.


def find_field(image: Pixels) -> Floats | None:
    """Return the map from cells (0 to 8 across and down) to the image; None where no lattice shows."""
    spots, widths = _ellipses(image)
    calm = np.asarray(cv2.blur(image, (5, 5)), np.uint8)
    best: tuple[int, Floats] | None = None
    for start in np.random.default_rng(1).permutation(len(spots))[:40]:
        places = _grow(int(start), spots, widths)
        if (
            len(places) >= 6
            and (found := _lattice(places, spots, widths, calm))
            and (best is None or found[0] > best[0])
        ):
            best = found
        if best and best[0] >= 56:
            break
    return None if best is None or best[0] < 12 else _upright(best[1])


def _ellipses(image: Pixels) -> tuple[Floats, Floats]:
    """Return centres and widths of everything round, of every size, each once."""
    found: list[tuple[float, float, float]] = []
    least, most = max(image.shape) / 60, max(image.shape) / 7
    for binary in _binaries(image):
        outlines, _ = cv2.findContours(binary, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for outline in outlines:
            if len(outline) < 20:
                continue
            (x, y), (one, other), _ = cv2.fitEllipseDirect(outline)
            low, high = min(one, other), max(one, other)
            if not (least < low and high < most and low > 0.5 * high):
                continue
            if abs(cv2.contourArea(outline) / (np.pi / 4 * one * other) - 1) < 0.12:
                found.append((x, y, float(np.sqrt(one * other))))
    return _merged(np.array(found).reshape(-1, 3))


def _binaries(image: Pixels) -> Iterator[Pixels]:
    """What is brighter or darker than its surroundings, in light as in shadow: a step is a share, not a number."""
    calm = np.log(cv2.medianBlur(image, 5).astype(np.float32) + np.float32(_LIFT))
    blue, green, red = cv2.split(calm)
    for plane in ((blue + green + red) / 3, red - green, blue - green, blue, red):
        steps = np.asarray(np.clip((plane - plane.min()) * 45, 0, 255), np.uint8)
        for size in (31, 81):
            for offset in (-2, -1, 1, 2):
                yield np.asarray(
                    cv2.adaptiveThreshold(steps, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, size, offset),
                    np.uint8,
                )


def _merged(found: Floats) -> tuple[Floats, Floats]:
    """Take ellipses around one centre for one, as wide as the middle one of them."""
    groups: list[list[Floats]] = []
    middles = np.zeros((0, 3))
    for one in sorted(found, key=lambda one: -float(one[2])):
        near = np.hypot(*(middles[:, :2] - one[:2]).T) < 0.25 * one[2]
        if near.any():
            groups[int(near.argmax())].append(one)
        else:
            groups.append([one])
            middles = np.concatenate([middles, one[None]])
    spots = np.array([np.median(group, axis=0) for group in groups]).reshape(-1, 3)
    return spots[:, :2], spots[:, 2]


def _grow(start: int, spots: Floats, widths: Floats) -> dict[int, tuple[int, int]]:
    """Number the spots of a lattice, from one of them to its neighbours and theirs."""
    off = spots - spots[start]
    far = np.linalg.norm(off, axis=1)
    alike = (widths > 0.7 * widths[start]) & (widths < 1.43 * widths[start])
    near = [int(at) for at in np.argsort(far)[1:12] if alike[at] and far[at] < 2.2 * widths[start]]
    for one in near:
        for other in near:
            cross = abs(off[one][0] * off[other][1] - off[one][1] * off[other][0])
            if cross > 0.75 * far[one] * far[other] and 0.6 < far[one] / far[other] < 1.6:
                return _walk(start, off[one], off[other], np.where(alike[:, None], spots, np.inf))
    return {}


def _walk(start: int, right: Floats, down: Floats, spots: Floats) -> dict[int, tuple[int, int]]:
    places = {start: (0, 0)}
    taken = {(0, 0)}
    todo = [(start, right, down)]
    while todo:
        at, right, down = todo.pop(0)
        for step, way in (((1, 0), right), ((-1, 0), -right), ((0, 1), down), ((0, -1), -down)):
            place = (places[at][0] + step[0], places[at][1] + step[1])
            gaps = np.linalg.norm(spots - (spots[at] + way), axis=1)
            near = int(gaps.argmin())
            if place in taken or near in places or gaps[near] > 0.22 * np.linalg.norm(way):
                continue
            places[near] = place
            taken.add(place)
            seen = (spots[near] - spots[at]) * (step[0] + step[1])
            # Steps change slowly over the board: follow what is seen, half-way.
            todo.append((near, (right + seen) / 2, down) if step[0] else (near, right, (down + seen) / 2))
    return places


def _lattice(
    places: dict[int, tuple[int, int]], spots: Floats, widths: Floats, image: Pixels
) -> tuple[int, Floats] | None:
    """Return the window of 8 x 8 with most spots in it: how many, and its map."""
    for _ in range(3):
        at = list(places)
        matrix, _ = cv2.findHomography(np.array([places[one] for one in at], float), spots[at], cv2.RANSAC, 4.0)
        if matrix is None or abs(np.linalg.det(matrix)) < 1e-9:
            return None
        flat = cv2.perspectiveTransform(spots[:, None], np.linalg.inv(matrix))[:, 0]
        whole = np.round(flat)
        fits = (np.abs(flat - whole).max(axis=1) < 0.16) & (np.abs(whole).max(axis=1) < SIDE)
        # What is round between the cells is smaller than they are; both seen from near look larger than from afar.
        wide = np.asarray(widths * _steps(np.asarray(np.linalg.inv(matrix), float), spots), float)
        fits &= np.abs(np.log(wide / np.median(wide[fits]))) < 0.22 if fits.any() else False
        places = {int(one): (int(whole[one][0]), int(whole[one][1])) for one in np.flatnonzero(fits)}
        if len(places) < 6:
            return None
    return _window(np.asarray(matrix, float), set(places.values()), image)


def _steps(inverse: Floats, spots: Floats) -> Floats:
    """How many cells a pixel is long at some spots."""
    ends = [cv2.perspectiveTransform((spots + step)[:, None], inverse)[:, 0] for step in ((0, 0), (1, 0), (0, 1))]
    right, down = ends[1] - ends[0], ends[2] - ends[0]
    return np.asarray(np.sqrt(np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0])))


def _window(matrix: Floats, seen: set[tuple[int, int]], image: Pixels) -> tuple[int, Floats]:
    """Choose where the 8 x 8 cells begin: most of what was seen lies in them, and bare board between them."""
    counts = {
        (left, top): sum(0 <= x - left < SIDE and 0 <= y - top < SIDE for x, y in seen)
        for left in range(-SIDE, SIDE)
        for top in range(-SIDE, SIDE)
    }
    most = max(counts.values())
    maps = {
        corner: matrix @ np.array([[1, 0, corner[0] - 0.5], [0, 1, corner[1] - 0.5], [0, 0, 1.0]])
        for corner, count in counts.items()
        if count >= most - 2
    }
    best = max(maps, key=lambda corner: counts[corner] - 20 * _unlike(image, maps[corner]))
    return counts[best], np.asarray(maps[best])


def _unlike(image: Pixels, field: Floats) -> float:
    """How much the hue differs between the crossings of a field of cells; off the board it is another's."""
    spots = cv2.perspectiveTransform(_CROSSINGS[:, None], field)[:, 0].round().astype(int)
    inside = (spots >= 0).all(axis=1) & (spots < (image.shape[1], image.shape[0])).all(axis=1)
    if inside.sum() < 40:
        return 9.0
    looks = _look(np.log(image[spots[inside, 1], spots[inside, 0]].astype(float) + _LIFT))[:, :2]
    off = np.minimum(np.abs(looks - np.median(looks, axis=0)).sum(axis=1), 1.0)
    return float(off.mean() + (~inside).mean())


def _upright(matrix: Floats) -> Floats:
    """Turn or mirror the numbering so that A1 lies at the top left of the photo and A8 at the top right."""
    corners = cv2.perspectiveTransform(_FRAME[:, None], matrix)[:, 0]
    if cv2.contourArea(corners.astype(np.float32), oriented=True) < 0:
        corners = corners[[0, 3, 2, 1]]
    turns = int(np.argmin(corners.sum(axis=1)))
    return np.asarray(
        cv2.getPerspectiveTransform(_FRAME.astype(np.float32), np.roll(corners, -turns, axis=0).astype(np.float32)),
        float,
    )


# What lies on the cells.


def judge_cells(image: Pixels, field: Floats, colours: Sequence[str]) -> tuple[Board, dict[Cell, float]]:
    """Return the token of every cell and how sure it is."""
    looks = _cell_looks(image, field)
    logs = _clouds(looks, colours)
    top = logs.max(axis=1, keepdims=True)
    share = np.exp(logs - top)
    # What looks like nothing that is known may be anything.
    share /= share.sum(axis=1, keepdims=True) + np.exp(_STRANGE - top)
    names = (EMPTY, *colours)
    best = share.argmax(axis=1)
    tokens = {cell: names[best[at]] for at, cell in enumerate(CELLS)}
    return Board().with_tokens(tokens), {cell: float(share[at].max()) for at, cell in enumerate(CELLS)}


def _cell_looks(image: Pixels, field: Floats) -> Floats:
    """Log ratios and brightness of each cell, as if the bare board were lit evenly; then those of the bare board."""
    zoom = np.diag([1 / _CELL, 1 / _CELL, 1.0])
    edge = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]])  # half a cell of surroundings
    side = (SIDE + 1) * _CELL
    flat = cv2.warpPerspective(
        image,
        field @ edge @ zoom,
        (side, side),
        flags=cv2.INTER_AREA | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    logs = np.log(cv2.medianBlur(flat, 3).astype(np.float64) + _LIFT)
    y, x = np.mgrid[:side, :side] / _CELL - 0.5
    inner = np.stack([_without_gleam(logs, np.hypot(x - cx, y - cy)) for cx, cy in _CENTRES])
    bare = np.array(
        [[_median(logs, np.hypot(x - cx, y - cy), 0.0, 0.1) for cx in range(SIDE + 1)] for cy in range(SIDE + 1)]
    )
    # Between four cells the board is bare; at the rim that may be frame, so the inner crossings stand for it.
    bare = np.pad(bare[1:-1, 1:-1], ((1, 1), (1, 1), (0, 0)), mode="edge")
    beside = (bare[:-1, :-1] + bare[:-1, 1:] + bare[1:, :-1] + bare[1:, 1:]).reshape(-1, 3) / 4
    usual = np.median(bare.reshape(-1, 3), axis=0)
    return np.concatenate([_look(inner - beside + usual), _look(usual[None])])


def _median(logs: Floats, far: Floats, least: float, most: float) -> Floats:
    return np.asarray(np.median(logs[(far >= least) & (far < most)], axis=0))


def _without_gleam(logs: Floats, far: Floats) -> Floats:
    """The usual look of what is not the brightest part of a cell: a lamp that a token mirrors only adds light."""
    ring = logs[(far >= 0.1) & (far < 0.27)]
    bright = ring.sum(axis=1)
    return np.asarray(np.median(ring[bright <= np.percentile(bright, _PLAIN)], axis=0))


def _look(logs: Floats) -> Floats:
    blue, green, red = logs.T
    return np.stack([red - green, blue - green, (red + green + blue) / 3], axis=1)


_WIDE, _TIGHT = np.array([0.30, 0.30, 0.40]), np.array([0.07, 0.07, 0.10])


def _clouds(looks: Floats, colours: Sequence[str]) -> Floats:
    """Explain all cells by bare board and the inks at once; the lamp shifts all inks alike, each a little by itself."""
    cells, bare = looks[:-1], looks[-1]
    inks = _look(np.log(np.array([_INKS[colour] for colour in colours], float)[:, ::-1] + _LIFT))
    means = np.concatenate([bare[None], inks])
    start = means.copy()
    spread = np.concatenate([[[0.12, 0.12, 0.25]], np.tile(_WIDE, (len(colours), 1))])
    # An empty cell may be darker than the bare board, but it has its hue.
    trust = np.full((len(means), 3), 1.5)
    trust[0, :2] = 30
    for heat in (1.0, 0.9, 0.75, 0.6, 0.5, 0.5):
        width = np.maximum(spread * heat, _TIGHT)
        logs = _logs(cells, means, width)
        share = np.exp(logs - logs.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
        count = share.sum(axis=0)[:, None]
        seen = share.T @ cells
        # The lamp: how far the inks lie from where they should be, on the whole.
        shift = (seen[1:] - count[1:] * inks).sum(axis=0) / (count[1:].sum() + 3)
        start[1:] = inks + shift
        means = (seen + trust * start) / (count + trust)
    return _logs(cells, means, np.maximum(spread * 0.4, _TIGHT))


def _logs(cells: Floats, means: Floats, width: Floats) -> Floats:
    off = (cells[:, None] - means[None]) / width[None]
    return np.asarray(-0.5 * (off**2).sum(axis=2) - np.log(width).sum(axis=1))
