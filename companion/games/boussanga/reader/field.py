"""Where the board is: cells and tokens are round, so a photo is full of ellipses; a lattice of 8 x 8 of them is it."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.boussanga.reader.appearance import LIFT, appearance
from companion.games.boussanga.rules import SIDE

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_EDGE = 0.12  # how much less alike the board and the table beside it look, at least
_SLIM = 0.5  # of its length, the least width of a round thing seen from the side
_ROUND = 0.12  # of the area of an ellipse, by which what is round differs from it at most
_CONCENTRIC = 0.25  # of the larger one's width: ellipses whose centres are nearer are one
_NARROWER, _WIDER = 0.7, 1.43  # times the width of a cell or token: others on the board have widths between these
_NEIGHBOUR = 2.2  # widths, within which the neighbours of a cell lie
_SQUARE = 0.75  # the least sine of the angle between rows and columns in the photo
_SHORTER, _LONGER = 0.6, 1.6  # times a step along the columns, one along the rows
_STRAY = 0.22  # of a step, how far a cell may be from where its neighbour says
_OFF = 0.16  # of a step, how far a cell may be off the lattice of all
_ODD_SIZE = 0.22  # the logarithm of a width against the usual one on the board: what is smaller or larger is no cell
FRAME = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], float)
_CROSSINGS = np.array([[x, y] for y in range(1, SIDE) for x in range(1, SIDE)], float)


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
            if not (least < low and high < most and low > _SLIM * high):
                continue
            if abs(cv2.contourArea(outline) / (np.pi / 4 * one * other) - 1) < _ROUND:
                found.append((x, y, float(np.sqrt(one * other))))
    return _merged(np.array(found).reshape(-1, 3))


def _binaries(image: Pixels) -> Iterator[Pixels]:
    """What is brighter or darker than its surroundings, in light as in shadow: a step is a share, not a number."""
    calm = np.log(cv2.medianBlur(image, 5).astype(np.float32) + np.float32(LIFT))
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
        near = np.hypot(*(middles[:, :2] - one[:2]).T) < _CONCENTRIC * one[2]
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
    alike = (widths > _NARROWER * widths[start]) & (widths < _WIDER * widths[start])
    near = [int(at) for at in np.argsort(far)[1:12] if alike[at] and far[at] < _NEIGHBOUR * widths[start]]
    for one in near:
        for other in near:
            cross = abs(off[one][0] * off[other][1] - off[one][1] * off[other][0])
            if cross > _SQUARE * far[one] * far[other] and _SHORTER < far[one] / far[other] < _LONGER:
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
            if place in taken or near in places or gaps[near] > _STRAY * np.linalg.norm(way):
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
        fits = (np.abs(flat - whole).max(axis=1) < _OFF) & (np.abs(whole).max(axis=1) < SIDE)
        # What is round between the cells is smaller than they are; both seen from near look larger than from afar.
        wide = np.asarray(widths * _steps(np.asarray(np.linalg.inv(matrix), float), spots), float)
        fits &= np.abs(np.log(wide / np.median(wide[fits]))) < _ODD_SIZE if fits.any() else False
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
    return counts[best], _slid(np.asarray(maps[best]), image)


def _slid(field: Floats, image: Pixels) -> Floats:
    """The field a row or a column further where its first line lies beside the board and the line after its last on it.

    Round chips in the table may have been taken for a row of cells; from line to line the board looks alike.
    """
    for _ in range(2):
        for turn in range(4):
            turned = field @ _quarter(turn)
            if _step_of_looks(image, turned, 0) > _EDGE + 3 * _step_of_looks(image, turned, SIDE):
                field = turned @ _shift(0, 1) @ _quarter(-turn)
                break
        else:
            break
    return field


def _step_of_looks(image: Pixels, field: Floats, line: int) -> float:
    """How much the corners of cells along a line look unlike those along the next one."""
    sides = []
    for row in (line, line + 1):
        spots = np.array([[x, row] for x in range(1, SIDE)], float)
        at = cv2.perspectiveTransform(spots[:, None], field)[:, 0].round().astype(int)
        if (at < 0).any() or (at >= (image.shape[1], image.shape[0])).any():
            return 9.0
        sides.append(appearance(np.log(image[at[:, 1], at[:, 0]].astype(float) + LIFT)))
    return float(np.median(np.abs(sides[0] - sides[1]).sum(axis=1)))


def _shift(across: int, down: int) -> Floats:
    return np.array([[1, 0, across], [0, 1, down], [0, 0, 1.0]])


def _quarter(turns: int) -> Floats:
    """Turn the numbering of the field about its middle."""
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[turns % 4]
    spin = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
    middle = np.array([[1, 0, SIDE / 2], [0, 1, SIDE / 2], [0, 0, 1.0]])
    return np.asarray(middle @ spin @ np.linalg.inv(middle))


def _unlike(image: Pixels, field: Floats) -> float:
    """How much the hue differs between the crossings of a field of cells; off the board it is another's."""
    spots = cv2.perspectiveTransform(_CROSSINGS[:, None], field)[:, 0].round().astype(int)
    inside = (spots >= 0).all(axis=1) & (spots < (image.shape[1], image.shape[0])).all(axis=1)
    if inside.sum() < 40:
        return 9.0
    looks = appearance(np.log(image[spots[inside, 1], spots[inside, 0]].astype(float) + LIFT))[:, :2]
    off = np.minimum(np.abs(looks - np.median(looks, axis=0)).sum(axis=1), 1.0)
    return float(off.mean() + (~inside).mean())


def _upright(matrix: Floats) -> Floats:
    """Turn or mirror the numbering so that A1 lies at the top left of the photo and A8 at the top right."""
    corners = cv2.perspectiveTransform(FRAME[:, None], matrix)[:, 0]
    if cv2.contourArea(corners.astype(np.float32), oriented=True) < 0:
        corners = corners[[0, 3, 2, 1]]
    turns = int(np.argmin(corners.sum(axis=1)))
    return np.asarray(
        cv2.getPerspectiveTransform(FRAME.astype(np.float32), np.roll(corners, -turns, axis=0).astype(np.float32)),
        float,
    )
