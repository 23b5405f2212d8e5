"""Measure the reader of collections on generated photos of polygons, with perspective, shadow and colour cast.

    python -m bench.polygons [--level easy|medium|hard] [--first 1000] [--count 100]
                             [--material acrylic|wood] [--draw DIR]

Pieces lie in heaps of neighbours that touch, some edge to edge, at any angle. A piece is right when one is found within
half its radius, in its colour and shape. The share is that of the right ones among all that lie there or were claimed.
The tables called checks have random colours, often those of the pieces. A reading that is wrong should at least be
doubtful, and one that is right should not: both kinds of misjudgement are counted.
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
from companion.games.collexion.pieces import PIECES, Piece
from companion.games.collexion.reader import Reading, read_collection_photo
from companion.games.collexion.rules import COPIES
from companion.samples.light import develop
from companion.samples.photographs import Camera
from companion.samples.scenes import LEVELS, scene
from companion.samples.tables import TABLES, Chance, Pixels, tabletop

Points = NDArray[np.float64]
CORNERS = {"triangle": 3, "square": 4, "pentagon": 5, "octagon": 8}
INKS = {"green": (70, 165, 60), "yellow": (35, 205, 245), "pink": (150, 90, 235), "blue": (205, 120, 40)}  # BGR
TABLE_SIDE = 150.0  # millimetres: at least so much of the table is seen
MOST = 24
SURE = 0.6  # the confidence above which the page does not ask to check each piece


@dataclass(frozen=True)
class Laid:
    """A piece on the table: corners in millimetres."""

    piece: Piece
    corners: Points

    @property
    def centre(self) -> Points:
        return np.asarray(self.corners.mean(axis=0))

    @property
    def radius(self) -> float:
        return float(np.linalg.norm(self.corners[0] - self.centre))


@dataclass(frozen=True)
class Shot:
    """A photo and the truth about it: pieces, their centres and radii in pixels."""

    jpeg: bytes
    pieces: tuple[Piece, ...]
    centres: Points
    radii: tuple[float, ...]
    table: str


def photograph(level: str, seed: int, pieces: tuple[Piece, ...] | None = None, material: str = "printed") -> Shot:
    """Return the photo with this seed."""
    chance = np.random.default_rng((31, LEVELS.index(level), seed))
    how = replace(scene(level, seed), table=str(chance.choice(sorted(TABLES))), glare=0)
    how = replace(how, megapixels=min(how.megapixels, 6.0))
    if pieces is None:
        bag = [piece for piece in PIECES for _ in range(COPIES)]
        pieces = tuple(bag[at] for at in chance.permutation(len(bag))[: chance.integers(1, MOST + 1)])
    laid = lay(pieces, chance)
    view = np.concatenate([one.corners for one in laid])
    middle = (view.min(axis=0) + view.max(axis=0)) / 2
    frame = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * TABLE_SIDE + middle
    camera = Camera.aimed(np.concatenate([view, frame]), how, chance)
    photo = camera.table(tabletop(how.table, chance))
    height = 3.0
    if material == "printed":
        draw(photo, camera, laid, chance)
    else:
        inks = _inks(chance)
        solids = [Solid(one.corners, inks[one.piece.colour]) for one in laid]
        height = paint(photo, camera, solids, material, level, chance).height
    tops = [camera.project(one.corners, height) for one in laid]
    photo = develop(photo, tops, how, chance)
    _, jpeg = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, how.quality])
    centres = np.array([top.mean(axis=0) for top in tops])
    radii = tuple(float(np.linalg.norm(top - top.mean(axis=0), axis=1).max()) for top in tops)
    return Shot(jpeg.tobytes(), pieces, centres, radii, how.table)


def lay(pieces: tuple[Piece, ...], chance: Chance) -> list[Laid]:
    """Lay the pieces side by side; a hand pushes half of them against another, some edge to edge."""
    even = float(chance.uniform(0, 1))  # between equally wide and equally large shapes
    sizes = {name: 15.0 * _equal_area(corners) ** even for name, corners in CORNERS.items()}
    laid: list[Laid] = []
    for piece in pieces:
        corners, radius = CORNERS[piece.shape], sizes[piece.shape]
        while True:
            turn = chance.uniform(0, 2 * np.pi)
            if laid and chance.random() < 0.5:
                place = _against(laid, corners, radius, turn, chance)
            else:
                reach = 12.0 * np.sqrt(len(pieces)) + 10
                place = regular(corners, radius, turn) + chance.uniform(-reach, reach, 2)
                if any(_near(place, one.corners, 2.0) for one in laid):
                    continue
            if not any(_near(place, one.corners, -0.05) for one in laid):
                laid.append(Laid(piece, place))
                break
    return laid


def _equal_area(corners: int) -> float:
    return float(np.sqrt(4 * np.sin(np.pi / 2) / (corners * np.sin(2 * np.pi / corners))))


def regular(corners: int, radius: float, turn: float) -> Points:
    """Return a regular polygon around the origin."""
    at = turn + np.arange(corners) * 2 * np.pi / corners
    return np.column_stack([np.cos(at), np.sin(at)]) * radius


def _against(laid: list[Laid], corners: int, radius: float, turn: float, chance: Chance) -> Points:
    other = laid[chance.integers(len(laid))]
    way = chance.uniform(0, 2 * np.pi)
    if chance.random() < 0.35:  # edge to edge
        n = len(other.corners)
        edge = chance.integers(n)
        middle = (other.corners[edge] + other.corners[(edge + 1) % n]) / 2 - other.centre
        way = float(np.arctan2(middle[1], middle[0]))
        turn = way + np.pi + np.pi / corners
    step = np.array([np.cos(way), np.sin(way)])
    slide = np.array([-step[1], step[0]]) * chance.uniform(-0.4, 0.4) * radius * (chance.random() < 0.5)
    shape = regular(corners, radius, turn) + other.centre + slide
    near, far = 0.0, 80.0
    for _ in range(14):
        half = (near + far) / 2
        near, far = (half, far) if _near(shape + step * half, other.corners, 0.0) else (near, half)
    return np.asarray(shape + step * (far + chance.uniform(0, 0.25)))


def _near(one: Points, other: Points, gap: float) -> bool:
    """Whether two convex polygons come nearer than a gap: no line along an edge keeps them apart."""
    for a, b in ((one, other), (other, one)):
        along = np.roll(a, -1, axis=0) - a
        out = np.column_stack([along[:, 1], -along[:, 0]]) / np.linalg.norm(along, axis=1)[:, None]
        apart = (b[None] - a[:, None]) @ out[..., None]
        if float(apart[..., 0].min(axis=1).max()) > gap:
            return False
    return True


def _inks(chance: Chance) -> dict[str, Points]:
    """The four colours as one box has them."""
    return {name: np.array(ink) * chance.uniform(0.88, 1.1, 3) for name, ink in INKS.items()}


def draw(photo: Pixels, camera: Camera, laid: list[Laid], chance: Chance) -> None:
    """Paint the pieces: a soft shadow, the cut side, the top with a bevel."""
    inks = _inks(chance)
    lamp, height = chance.uniform(-2.5, 2.5, 2), float(chance.uniform(1.0, 3.0))
    rim, bevel = float(chance.uniform(0.06, 0.3)), float(chance.uniform(0.3, 0.9))
    dark = np.zeros(photo.shape[:2], np.uint8)
    for one in laid:
        _fill(dark, camera.project(one.corners + lamp * height / 2), 255)
    unit = float(np.linalg.norm(np.diff(camera.project(np.array([[0, 0], [1.0, 0]])), axis=0)))
    soft = cv2.GaussianBlur(dark, (0, 0), max(unit * 0.7, 0.5))
    shade = 1 - soft[..., None] / 255.0 * float(chance.uniform(0.2, 0.5))
    photo[:] = (photo * shade).astype(np.uint8)
    for one in laid:
        ink = inks[one.piece.colour] * chance.uniform(0.96, 1.04)
        top = camera.project(one.corners, height)
        hull = cv2.convexHull(np.concatenate([camera.project(one.corners), top]).astype(np.float32))[:, 0]
        _fill(photo, hull, ink * 0.6)
    for one in laid:
        ink = inks[one.piece.colour] * chance.uniform(0.96, 1.04)
        _fill(photo, camera.project(one.corners, height), ink * (1 - rim))
        shrink = 1 - bevel / (one.radius * np.cos(np.pi / len(one.corners)))
        _fill(photo, camera.project(one.centre + (one.corners - one.centre) * shrink, height), ink)


def _fill(image: Pixels, corners: Points, ink: object) -> None:
    shade = tuple(np.clip(ink, 0, 255).tolist()) if isinstance(ink, np.ndarray) else ink
    cv2.fillConvexPoly(image, np.round(corners * 16).astype(np.int32), shade, cv2.LINE_AA, 4)


def judge(shot: Shot, reading: Reading) -> tuple[int, int, list[str]]:
    """Return the right pieces, all pieces (there or claimed), and what went wrong; what nobody doubts ends with '!'."""
    left = list(range(len(shot.pieces)))
    right, wrong = 0, []
    for found in reading.pieces:
        gaps = {at: float(np.linalg.norm(np.array(found.centre) - shot.centres[at])) for at in left}
        near = min(gaps, key=gaps.__getitem__, default=-1)
        if near < 0 or gaps[near] > shot.radii[near] / 2:
            wrong.append(f"claimed {found.piece}" + "!" * (found.confidence > SURE))
            continue
        left.remove(near)
        if found.piece == shot.pieces[near]:
            right += 1
        else:
            wrong.append(f"{shot.pieces[near]} read as {found.piece}" + "!" * (found.confidence > SURE))
    said = bool(reading.unread or reading.hidden)
    wrong += [f"missed {shot.pieces[at]}" + "!" * (not said) for at in left]
    return right, right + len(wrong), wrong


def main() -> None:
    """Measure."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--level", choices=LEVELS, default="medium")
    options.add_argument("--first", type=int, default=1000)
    options.add_argument("--count", type=int, default=100)
    options.add_argument("--material", choices=MATERIALS, default="printed")
    options.add_argument("--draw", type=Path)
    chosen = options.parse_args()
    right = every = whole = trusted = doubted = unasked = pale = 0
    seconds, tables = [], Counter[tuple[str, bool]]()
    for seed in range(chosen.first, chosen.first + chosen.count):
        shot = photograph(chosen.level, seed, material=chosen.material)
        start = time.process_time()
        reading = read_collection_photo(shot.jpeg)
        seconds.append(time.process_time() - start)
        good, all_of_it, wrong = judge(shot, reading)
        right, every, whole = right + good, every + all_of_it, whole + (not wrong)
        sure = reading.confidence > SURE
        unasked += sum(one.endswith("!") for one in wrong)
        pale += sum(found.confidence <= SURE for found in reading.pieces)
        trusted, doubted = trusted + (sure and bool(wrong)), doubted + (not sure and not wrong)
        tables.update({(shot.table, True): good, (shot.table, False): all_of_it - good})
        if wrong:
            print(f"seed {seed}: {good}/{all_of_it} confidence {reading.confidence:.2f}  {'; '.join(wrong)}")
            if chosen.draw:
                chosen.draw.mkdir(parents=True, exist_ok=True)
                (chosen.draw / f"{chosen.level}-{seed}.jpg").write_bytes(shot.jpeg)
    share = f"{right} of {every} pieces right = {right / every:.2%}"
    print(f"{chosen.level}: {share}; {whole} of {chosen.count} photos whole;")
    print(f"  {pale} pieces are shown as doubtful, {unasked} of {every - right} errors are not;")
    print(f"  {trusted} wrong photos that seemed sure, {doubted} right ones that seemed doubtful;")
    by_table = ", ".join(
        f"{table} {tables[table, True] / (tables[table, True] + tables[table, False]):.1%}"
        for table in sorted({table for table, _ in tables})
    )
    print(f"  by table: {by_table};")
    print(f"  {np.median(seconds) * 1000:.0f} ms of one core a photo (median), {max(seconds) * 1000:.0f} ms at most")


if __name__ == "__main__":
    main()
