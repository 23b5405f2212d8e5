"""Photographs of cards on tables that hide them: drawn here alone, from a seed, with the corners of every card.

white: white cards with thin print on a white table, in lamp light; checks: cards on a chequered cloth; dots: 25 cards
on a dotted cloth, far away and oblique; sleeves: cards in sleeves with a rim, some of them bent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

Pixels = np.ndarray[Any, Any]
Chance = np.random.Generator
CARD = np.array([63.0, 88.0])  # millimetres
FINE = 5  # pixels of a drawn card to the millimetre
_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


@dataclass(frozen=True)
class Kind:
    """A table and how it is photographed: how many rows and columns, degrees, pixels of a 12 megapixel photo."""

    cloth: Callable[[Chance], Pixels]  # a texture of half a metre, mirrored beyond
    face: Callable[[Chance], Pixels] | None  # None: thin or full
    rows: tuple[int, int]
    columns: tuple[int, int]
    gap: tuple[float, float]  # millimetres between cards
    twist: float
    tilt: tuple[float, float]
    room: tuple[float, float]  # share of the photo that the cards take across
    blur: tuple[float, float]
    sleeves: bool = False


def white(chance: Chance) -> Pixels:
    """A white table, as light as the cards or a little darker."""
    level = chance.uniform(222, 236) + chance.normal(0, 2, 3)
    return np.asarray(_cloth(level) + _waves(chance, 4, 3) * 2 + _waves(chance, 300, 300) * 1.2)


def checks(chance: Chance) -> Pixels:
    """Gingham: stripes of one colour both ways, darker where they cross."""
    base, ink = chance.uniform(190, 245, 3), chance.uniform(20, 200, 3)
    step = int(chance.integers(30, 200))
    at = (np.arange(1200) // step % 2).astype(np.float64)
    share = (at[:, None] + at[None]) / 2
    cloth = base * (1 - share[..., None]) + ink * share[..., None]
    return np.asarray(cloth + _waves(chance, 400, 400) * 5 + _waves(chance, 6, 5) * 5)


def dots(chance: Chance) -> Pixels:
    """A plain cloth with dots in a regular pattern."""
    base, ink = chance.uniform(30, 235, 3), chance.uniform(30, 235, 3)
    if np.abs(base - ink).max() < 60:
        ink = 255 - ink
    cloth = _cloth(base)
    step, radius = int(chance.integers(36, 110)), chance.uniform(0.12, 0.3)
    for row, y in enumerate(range(0, 1200, step)):
        for x in range(step // 2 * (row % 2), 1200, step):
            cv2.circle(cloth, (x, y), round(radius * step), ink.tolist(), -1, cv2.LINE_AA)
    return np.asarray(cloth + _waves(chance, 400, 400) * 4 + _waves(chance, 6, 5) * 6)


def plain(chance: Chance) -> Pixels:
    """A cloth of one colour."""
    return np.asarray(_cloth(chance.uniform(30, 220, 3)) + _waves(chance, 400, 400) * 5 + _waves(chance, 6, 5) * 6)


def thin_print(chance: Chance) -> Pixels:
    """One to three thin figures on white paper."""
    card = _cloth((236, 238, 238), _size())
    ink = (chance.uniform(20, 150, 3) * chance.integers(0, 2, 3)).tolist()
    count, shape = int(chance.integers(1, 4)), int(chance.integers(3))
    wide, tall = 20 * FINE, 9 * FINE
    for k in range(count):
        middle = (card.shape[1] // 2, round(card.shape[0] / 2 + (k - (count - 1) / 2) * 24 * FINE))
        thick = -1 if chance.random() < 0.15 else int(chance.integers(3, 6))
        if shape == 0:
            cv2.ellipse(card, middle, (wide, tall), 0, 0, 360, ink, thick, cv2.LINE_AA)
        elif shape == 1:
            corners = np.array([[-wide, 0], [0, -tall], [wide, 0], [0, tall]]) + middle
            cv2.drawContours(card, [corners.astype(np.int32)], -1, ink, thick, cv2.LINE_AA)
        else:
            cv2.rectangle(
                card,
                (middle[0] - wide, middle[1] - tall),
                (middle[0] + wide, middle[1] + tall),
                ink,
                thick,
                cv2.LINE_AA,
            )
    return card


def full_print(chance: Chance) -> Pixels:
    """A coloured ground, often with a white border, a picture, and lines of text."""
    border = int(chance.choice([0, 2, 3, 4])) * FINE
    size = _size()
    card = _cloth((240, 240, 240), size)
    ground = chance.uniform(20, 230, 3)
    card[border : size[1] - border, border : size[0] - border] = ground
    left, top = 7 * FINE, 10 * FINE
    picture = chance.uniform(20, 235, (4, 4, 3)).astype(np.float32)
    card[top : top + 36 * FINE, left : size[0] - left] = cv2.resize(picture, (size[0] - 2 * left, 36 * FINE))
    for y in range(52, 80, 5):
        end = int(size[0] * chance.uniform(0.5, 0.85))
        cv2.line(card, (left, y * FINE), (end, y * FINE), (255 - ground).tolist(), 6, cv2.LINE_AA)
    cv2.circle(card, (size[0] // 2, 28 * FINE), 9 * FINE, chance.uniform(0, 255, 3).tolist(), -1, cv2.LINE_AA)
    return card


KINDS = {
    "white": Kind(white, thin_print, (2, 3), (3, 5), (2, 18), 3.0, (0, 25), (0.6, 0.85), (1.0, 2.5)),
    "checks": Kind(checks, None, (2, 3), (3, 5), (1, 12), 1.5, (0, 28), (0.55, 0.85), (0.8, 2.0)),
    "dots": Kind(dots, None, (5, 5), (5, 5), (2, 10), 1.5, (35, 52), (0.45, 0.7), (0.8, 2.0)),
    "sleeves": Kind(plain, None, (3, 3), (4, 5), (1, 6), 1.0, (0, 28), (0.6, 0.9), (0.8, 2.0), sleeves=True),
}


def table_photo(name: str, seed: int, megapixels: float = 8.0) -> tuple[bytes, list[Pixels]]:
    """The photo of this seed as a JPEG, and the quads of its cards."""
    kind, chance = KINDS[name], np.random.default_rng((sorted(KINDS).index(name), seed))
    # One print a table: cards of one box look alike.
    style = int(chance.integers(1 << 30))
    rows, columns = (int(chance.integers(low, high + 1)) for low, high in (kind.rows, kind.columns))
    cards = _laid(kind, rows, columns, chance)
    camera, size = _camera(
        np.concatenate(cards), chance.uniform(*kind.tilt), chance.uniform(*kind.room), megapixels, chance
    )
    lamp = chance.normal(0, 1, 2)
    lamp /= np.linalg.norm(lamp)
    photo = _table(kind.cloth(chance), camera, size)
    print_chance = np.random.default_rng(style)
    face = kind.face or (thin_print if style % 2 else full_print)
    photo = _shadows(photo, cards, camera, lamp * chance.uniform(0.4, 1.6), chance.uniform(0.08, 0.3))
    for corners in cards:
        photo = _paste(photo, face(print_chance), corners, camera, lamp, chance, kind.sleeves)
    photo = _develop(photo, chance, chance.uniform(*kind.blur) * np.sqrt(megapixels / 12))
    _, jpeg = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(78, 94))])
    return jpeg.tobytes(), [_seen(camera, corners) for corners in cards]


def _size() -> tuple[int, int]:
    return round(CARD[0] * FINE), round(CARD[1] * FINE)


def _cloth(colour: Any, size: tuple[int, int] = (1200, 1200)) -> Pixels:
    return np.full((size[1], size[0], 3), colour, np.float32)


def _waves(chance: Chance, across: int, down: int) -> Pixels:
    coarse = chance.standard_normal((down, across)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (1200, 1200), interpolation=cv2.INTER_CUBIC)[..., None])


def _laid(kind: Kind, rows: int, columns: int, chance: Chance) -> list[Pixels]:
    """The corners of all cards on the table, laid by hand."""
    gap = chance.uniform(*kind.gap)
    jitter = min(1.5, gap / 4)
    cards = []
    for row in range(rows):
        for column in range(columns):
            angle = np.radians(chance.normal(0, kind.twist))
            turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
            spot = np.array([column, row]) * (CARD + gap) + chance.normal(0, jitter, 2)
            cards.append(_CORNERS * CARD @ turn + spot)
    return cards


def _camera(
    ground: Pixels, tilt: float, room: float, megapixels: float, chance: Chance
) -> tuple[Pixels, tuple[int, int]]:
    """The homography from the table to a photo that has all of it in view."""
    middle = (ground.min(axis=0) + ground.max(axis=0)) / 2
    # A phone's lens sees 1.3 to 2 times as wide as it is far away, cropped photos less.
    far = chance.uniform(1.3, 2.2) / 2 * float(np.ptp(ground, axis=0).max()) / room
    lean, spin = np.radians(tilt), np.radians(chance.normal(0, 6) + 90 * chance.integers(4))
    turn = np.array([[np.cos(spin), -np.sin(spin), 0], [np.sin(spin), np.cos(spin), 0], [0, 0, 1]])
    shift = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
    look = np.array([[1, 0, 0], [0, np.cos(lean), 0], [0, -np.sin(lean) / far, 1]]) @ turn @ shift
    seen = _seen(look, ground)
    span = np.ptp(seen, axis=0)
    long, short = np.sqrt(megapixels * 1e6 * 4 / 3), np.sqrt(megapixels * 1e6 * 3 / 4)
    size = (round(long), round(short)) if span[0] >= span[1] else (round(short), round(long))
    zoom = float(min(room * np.array(size) / span))
    offset = np.array(size) / 2 - (seen.min(axis=0) + span / 2) * zoom
    offset += (np.array(size) - span * zoom) / 2 * chance.uniform(-0.7, 0.7, 2)
    return np.array([[zoom, 0, offset[0]], [0, zoom, offset[1]], [0, 0, 1]]) @ look, size


def _seen(camera: Pixels, ground: Pixels) -> Pixels:
    return np.asarray(cv2.perspectiveTransform(ground[None].astype(np.float64), camera)[0])


def _table(cloth: Pixels, camera: Pixels, size: tuple[int, int]) -> Pixels:
    to_table = np.diag([500 / 1200, 500 / 1200, 1])
    smooth = cv2.GaussianBlur(cloth.astype(np.float32), (0, 0), 0.7)
    photo = cv2.warpPerspective(smooth, camera @ to_table, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(np.clip(photo, 0, 255), np.float32)


def _shadows(photo: Pixels, cards: Sequence[Pixels], camera: Pixels, aside: Pixels, depth: float) -> Pixels:
    """What the thickness of the cards keeps from the light, on the side away from the lamp."""
    mask = np.zeros(photo.shape[:2], np.float32)
    for corners in cards:
        cv2.fillConvexPoly(mask, np.rint(_seen(camera, corners + aside) * 8).astype(np.int32), 1.0, cv2.LINE_AA, 3)
    wide = float(np.sqrt(abs(np.linalg.det(camera[:2, :2])))) * 0.5
    return np.asarray(photo * (1 - depth * cv2.GaussianBlur(mask, (0, 0), max(wide, 0.5)))[..., None], np.float32)


def _paste(
    photo: Pixels, face: Pixels, corners: Pixels, camera: Pixels, lamp: Pixels, chance: Chance, sleeved: bool
) -> Pixels:
    """Lay a card, its corners round, its light depending on how it is bent."""
    tall, wide = face.shape[:2]
    mask = np.zeros((tall, wide), np.uint8)
    round_ = 3 * FINE
    cv2.rectangle(mask, (round_, 0), (wide - round_, tall), 255, -1)
    cv2.rectangle(mask, (0, round_), (wide, tall - round_), 255, -1)
    for x in (round_, wide - round_):
        for y in (round_, tall - round_):
            cv2.circle(mask, (x, y), round_, 255, -1, cv2.LINE_AA)
    face = np.clip(face * (1 + chance.normal(0, 0.01)), 0, 255)
    if sleeved:
        photo = _sleeve(photo, corners, camera, chance)
        bend = chance.normal(0, 0.06)
        face = face * (1 + bend * np.linspace(-1, 1, tall)[:, None, None] ** 2 * np.sign(lamp[1]))
        gloss = np.exp(-((np.linspace(0, 1, wide) - chance.uniform(0, 1)) ** 2) / 0.02) * chance.uniform(0, 60)
        face = face + gloss[None, :, None]
    source = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(source, _seen(camera, corners).astype(np.float32))
    low, high = _box(_seen(camera, corners), photo)
    shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]])
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    shrink = max(1.0, wide / max(1.0, float(np.linalg.norm(np.diff(_seen(camera, corners)[:2], axis=0)))))
    soft = cv2.GaussianBlur(face.astype(np.float32), (0, 0), 0.35 * shrink)
    layer = cv2.warpPerspective(soft, shift @ warp, size, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpPerspective(mask.astype(np.float32) / 255, shift @ warp, size)[..., None]
    view = photo[low[1] : high[1], low[0] : high[0]]
    view[:] = view * (1 - alpha) + layer * alpha
    return photo


def _sleeve(photo: Pixels, corners: Pixels, camera: Pixels, chance: Chance) -> Pixels:
    """A clear rim around the card: a little lighter than the table, with a thin bright seam."""
    middle = corners.mean(axis=0)
    rim = 1 + 2 * chance.uniform(1.0, 2.4) / CARD[0]
    outer = np.rint(_seen(camera, middle + (corners - middle) * rim) * 8).astype(np.int32)
    film = photo.copy()
    cv2.fillConvexPoly(film, outer, (225, 225, 225), cv2.LINE_AA, 3)
    photo = cv2.addWeighted(photo, 0.85, film, 0.15, 0)
    cv2.polylines(photo, [outer], True, (235, 235, 235), 1, cv2.LINE_AA, 3)
    return np.asarray(photo, np.float32)


def _box(quad: Pixels, photo: Pixels) -> tuple[Pixels, Pixels]:
    low = np.clip(np.floor(quad.min(axis=0)).astype(int) - 1, 0, None)
    return low, np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 2, photo.shape[1::-1])


def _develop(photo: Pixels, chance: Chance, blur: float) -> Pixels:
    """A lamp that falls off to one side, its colour, the lens and the sensor."""
    tall, wide = photo.shape[:2]
    y, x = np.mgrid[0:1:60j, 0:1:80j]
    spot = chance.uniform(-0.2, 1.2, 2)
    far = (x - spot[0]) ** 2 + (y - spot[1]) ** 2
    gain = chance.uniform(0.7, 0.98) / (1 + chance.uniform(0.1, 0.7) * far)
    cast = 1 + np.array([-1, 0, 0.4]) * chance.uniform(0, 0.22)
    photo *= cv2.resize(gain.astype(np.float32), (wide, tall))[..., None] * cast.astype(np.float32)
    photo = cv2.GaussianBlur(photo, (0, 0), max(blur, 0.3))
    grain = chance.normal(0, chance.uniform(1.5, 4.0), (512, 512, 3)).astype(np.float32)
    photo += np.tile(grain, (tall // 512 + 1, wide // 512 + 1, 1))[:tall, :wide]
    return np.clip(photo, 0, 255).astype(np.uint8)
