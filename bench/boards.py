"""Measure the reader of boards on generated photos, with perspective, shadow and colour cast.

    python -m bench.boards [--level easy|medium|hard] [--first 1000] [--count 100]
                           [--material acrylic|wood] [--draw DIR]

A cell is right when its token, or that it has none, is read as it is; rows and columns as the photo shows them. A board
that is not found counts with all its 64 cells wrong.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.materials import MATERIALS, Solid, paint
from companion.core.errors import Unreadable
from companion.games.boussanga.board import CELLS, Board
from companion.games.boussanga.reader import Reading, read_board_photo
from companion.games.boussanga.rules import SIDE, VALUES
from companion.samples.light import develop
from companion.samples.photographs import Camera
from companion.samples.scenes import LEVELS, scene
from companion.samples.tables import TABLES, Chance, Pixels, tabletop

Points = NDArray[np.float64]
PITCH = 30.0  # millimetres
WOODS = ((120, 165, 200), (60, 90, 130), (200, 215, 225), (150, 150, 150), (70, 50, 40), (45, 42, 40))  # BGR
INKS = {
    "red": (45, 40, 205),
    "blue": (190, 100, 35),
    "yellow": (40, 200, 240),
    "green": (75, 150, 60),
    "white": (235, 235, 235),
    "black": (35, 33, 32),
    "orange": (30, 120, 235),
    "violet": (150, 60, 120),
}  # BGR
_ROUND = np.linspace(0, 2 * np.pi, 48, endpoint=False)
_CIRCLE = np.column_stack([np.cos(_ROUND), np.sin(_ROUND)])


@dataclass(frozen=True)
class Shot:
    """A photo, the board as the photo shows it, where the outer corners of its cells lie, and on which table."""

    jpeg: bytes
    board: Board
    corners: Points
    table: str


def photograph(level: str, seed: int, colours: tuple[str, ...] = tuple(VALUES), material: str = "printed") -> Shot:
    """Return the photo with this seed."""
    chance = np.random.default_rng((37, LEVELS.index(level), seed))
    how = replace(scene(level, seed), table=str(chance.choice(sorted(TABLES))), glare=0)
    how = replace(how, megapixels=min(how.megapixels, 6.0))
    filled = 1.0 if chance.random() < 0.2 else float(chance.uniform(0.02, 0.8))
    laid = {cell: str(chance.choice(colours)) for cell in CELLS if chance.random() < filled}
    frame = PITCH * SIDE / 2 + float(chance.uniform(4, 25))
    edge = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * frame
    camera = Camera.aimed(edge, how, chance)
    photo = camera.table(tabletop(how.table, chance))
    tokens = _draw(photo, camera, edge, Board().with_tokens(laid), chance, material)
    if tokens:
        paint(photo, camera, tokens, material, level, chance)
    photo = develop(photo, [camera.project(edge)], how, chance)
    _, jpeg = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, how.quality])
    corners = camera.project(edge / frame * PITCH * SIDE / 2)
    # The reader names the cell at the top left of the photo A1, wherever the photographer stands.
    turns = int(np.argmin([np.roll(corners, -turn, axis=0)[0] @ (1.0, 1.0) for turn in range(4)]))
    rows = np.rot90(np.array(Board().with_tokens(laid).rows, dtype=object), turns)
    return Shot(jpeg.tobytes(), Board(tuple(map(tuple, rows.tolist()))), np.roll(corners, -turns, axis=0), how.table)


def _draw(photo: Pixels, camera: Camera, edge: Points, board: Board, chance: Chance, material: str) -> list[Solid]:
    """Paint board, pits and printed tokens; return those of another material."""
    base = np.array(WOODS[chance.integers(len(WOODS))]) * chance.uniform(0.9, 1.1)
    _fill(photo, camera.project(edge * 1.01 + chance.uniform(1, 3, 2)), base * 0.25)
    _fill(photo, camera.project(edge), base)
    pit, depth = float(chance.uniform(0.38, 0.44)) * PITCH, float(chance.uniform(0.12, 0.4))
    bright = base.mean() < 70
    wall = base * (1 + 2 * depth) + 12 if bright else base * (1 - depth)
    floor = base * (1 + depth) + 6 if bright else base * (1 - depth * float(chance.uniform(0.2, 0.9)))
    token = pit * float(chance.uniform(0.85, 0.98))
    inks = {name: np.array(ink) * chance.uniform(0.88, 1.1, 3) for name, ink in INKS.items()}
    solids: list[Solid] = []
    motif, rim = chance.random() < 0.5, float(chance.uniform(0.05, 0.3))
    for cell in CELLS:
        centre = (np.array([cell.column, cell.row]) - (SIDE - 1) / 2) * PITCH
        _fill(photo, camera.project(centre + _CIRCLE * pit), wall)
        _fill(photo, camera.project(centre + _CIRCLE * pit * 0.93), floor)
        if not board[cell]:
            continue
        ink = inks[board[cell]] * chance.uniform(0.95, 1.05)
        spot = centre + chance.uniform(-1, 1, 2) * (pit - token)
        if material != "printed":
            solids.append(Solid(spot + _CIRCLE * token, ink))
            continue
        _fill(photo, camera.project(spot + _CIRCLE * token), ink * 0.6)
        _fill(photo, camera.project(spot + _CIRCLE * token * 0.97, 3.0), ink * (1 - rim))
        _fill(photo, camera.project(spot + _CIRCLE * token * 0.85, 3.0), ink)
        if motif:
            _fill(photo, camera.project(spot + _CIRCLE * token * 0.28, 3.0), ink * 0.7 + 70)
    return solids


def _fill(image: Pixels, corners: Points, ink: Points) -> None:
    shade = tuple(np.clip(ink, 0, 255).tolist())
    cv2.fillConvexPoly(image, np.round(corners * 16).astype(np.int32), shade, cv2.LINE_AA, 4)


def judge(shot: Shot, reading: Reading) -> list[str]:
    """Return what went wrong, cell by cell; what nobody doubts ends with '!'."""
    return [
        f"{shot.board[cell] or 'empty'} read as {reading.board[cell] or 'empty'}" + "!" * (cell not in reading.doubtful)
        for cell in CELLS
        if shot.board[cell] != reading.board[cell]
    ]


def main() -> None:
    """Measure."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--level", choices=LEVELS, default="medium")
    options.add_argument("--first", type=int, default=1000)
    options.add_argument("--count", type=int, default=100)
    options.add_argument("--material", choices=MATERIALS, default="printed")
    options.add_argument("--draw", type=Path)
    chosen = options.parse_args()
    cells = tokens = right = right_tokens = whole = lost = unasked = pale = 0
    seconds, tables = [], Counter[tuple[str, bool]]()
    for seed in range(chosen.first, chosen.first + chosen.count):
        shot = photograph(chosen.level, seed, material=chosen.material)
        start = time.process_time()
        try:
            reading = read_board_photo(shot.jpeg)
            wrong, sure = judge(shot, reading), f"confidence {reading.confidence:.2f}"
            unasked, pale = unasked + sum(one.endswith("!") for one in wrong), pale + len(reading.doubtful)
            good = sum(bool(shot.board[cell]) and shot.board[cell] == reading.board[cell] for cell in CELLS)
        except Unreadable:
            wrong, sure, good = ["not found"] * len(CELLS), "", 0
            lost += 1
        seconds.append(time.process_time() - start)
        cells, right, whole = cells + len(CELLS), right + len(CELLS) - len(wrong), whole + (not wrong)
        tables.update({(shot.table, True): len(CELLS) - len(wrong), (shot.table, False): len(wrong)})
        tokens, right_tokens = tokens + shot.board.tokens.total(), right_tokens + good
        if wrong:
            print(f"seed {seed}: {sure}", "; ".join(f"{n} {what}" for what, n in Counter(wrong).items()))
            if chosen.draw:
                chosen.draw.mkdir(parents=True, exist_ok=True)
                (chosen.draw / f"{chosen.level}-{seed}.jpg").write_bytes(shot.jpeg)
    print(
        f"{chosen.level}: {right_tokens} of {tokens} tokens right = {right_tokens / max(tokens, 1):.2%}; "
        f"{right} of {cells} cells = {right / cells:.2%}; {whole} of {chosen.count} boards whole, {lost} not found;"
    )
    print(f"  {pale} cells are shown as doubtful, {unasked} wrong ones are not;")
    by_table = ", ".join(
        f"{table} {tables[table, True] / (tables[table, True] + tables[table, False]):.1%}"
        for table in sorted({table for table, _ in tables})
    )
    print(f"  cells by table: {by_table};")
    print(f"  {np.median(seconds) * 1000:.0f} ms of one core a photo (median), {max(seconds) * 1000:.0f} ms at most")


if __name__ == "__main__":
    main()
