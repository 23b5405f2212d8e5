"""What lies on the cells: each is compared with the bare board beside it, and all are judged together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.boussanga.board import CELLS, EMPTY, Board, Cell
from companion.games.boussanga.reader.appearance import LIFT, appearance
from companion.games.boussanga.rules import SIDE

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

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
_PLAIN = 60  # per cent of a cell that no lamp is mirrored in, or hardly
_STRANGE = 0.0  # the density, as a logarithm, of looks that are neither board nor token
_HAZE = 0.8  # of the darkest pixels' light
_CELL = 48  # pixels of a cell on the straightened board
_INNER, _OUTER = 0.1, 0.27  # of a step from cell to cell: the ring around a cell's middle that says what lies there
_CENTRES = np.array([[cell.column + 0.5, cell.row + 0.5] for cell in CELLS])


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
    calm = np.maximum(cv2.medianBlur(flat, 3).astype(np.float64) - _veil(image), 0)
    logs = np.log(calm + LIFT)
    y, x = np.mgrid[:side, :side] / _CELL - 0.5
    inner = np.stack([_without_gleam(logs, np.hypot(x - cx, y - cy)) for cx, cy in _CENTRES])
    bare = np.array(
        [[_median(logs, np.hypot(x - cx, y - cy), 0.0, 0.1) for cx in range(SIDE + 1)] for cy in range(SIDE + 1)]
    )
    # Between four cells the board is bare; at the rim that may be frame, so the inner crossings stand for it.
    bare = np.pad(bare[1:-1, 1:-1], ((1, 1), (1, 1), (0, 0)), mode="edge")
    beside = (bare[:-1, :-1] + bare[:-1, 1:] + bare[1:, :-1] + bare[1:, 1:]).reshape(-1, 3) / 4
    usual = np.median(bare.reshape(-1, 3), axis=0)
    return np.concatenate([appearance(inner - beside + usual), appearance(usual[None])])


def _veil(image: Pixels) -> Floats:
    """The haze of the lens, which takes the colour out of shadows: nothing in a photo is darker."""
    pixels = image[::4, ::4].reshape(-1, 3)
    return np.asarray(_HAZE * np.minimum(np.percentile(pixels, 0.2, axis=0), 0.2 * np.median(pixels, axis=0)))


def _median(logs: Floats, far: Floats, least: float, most: float) -> Floats:
    return np.asarray(np.median(logs[(far >= least) & (far < most)], axis=0))


def _without_gleam(logs: Floats, far: Floats) -> Floats:
    """The usual look of what is not the brightest part of a cell: a lamp that a token mirrors only adds light."""
    ring = logs[(far >= _INNER) & (far < _OUTER)]
    bright = ring.sum(axis=1)
    return np.asarray(np.median(ring[bright <= np.percentile(bright, _PLAIN)], axis=0))


_WIDE, _TIGHT = np.array([0.30, 0.30, 0.40]), np.array([0.07, 0.07, 0.10])


def _clouds(looks: Floats, colours: Sequence[str]) -> Floats:
    """Explain all cells by bare board and the inks at once; the lamp shifts all inks alike, each a little by itself."""
    cells, bare = looks[:-1], looks[-1]
    inks = appearance(np.log(np.array([_INKS[colour] for colour in colours], float)[:, ::-1] + LIFT))
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
