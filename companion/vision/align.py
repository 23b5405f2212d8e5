"""Cards that were located loosely, settled by what all cards of a print have in common.

All cards of a print share borders, corner triangles and places of digits: their mean outline is a template to which a
card is aligned. A deck that has been photographed knows it; otherwise the well-read cards of the photo make one.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.shapes import Quad, convex

Pixels = NDArray[np.uint8]
Map = NDArray[np.float32]
Floats = NDArray[np.float64]

SMALL = (126, 176)  # two pixels a millimetre
_MARGIN = 0.14  # how far beyond its quad a card may reach
_STOP = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 3e-4)  # more steps change nothing that is seen
_COARSE_STOP = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 1e-3)  # where a finer step follows
_FINE_STOP = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 60, 1e-5)
_SCALES = (1.0, 0.95, 1.05)  # an edge may have been taken for the frame inside it, or the other way round
_FAR = 0.25  # the same where a field inside cards of another kind may have been taken for all of them
_FIRM = 0.48  # a side whose corners agree less stays where it was located
_CORNER = 0.3  # of the width: what reaches so far from its corner differs least between kinds of cards
_CORNER_ROOM, _CORNER_ROUNDS = 6, 3  # pixels by which a corner is moved at once, and how often
KIND = 0.45  # cards whose mean outlines agree less are of other kinds
_FIRMLY = 2.0  # pixels by which outlines are blurred when it is asked what they have in common
_PERFECT = 0.999  # of agreement: nothing is left to be moved
_BETTER = 0.005  # of agreement, by which another scale must fit better to be taken
_ASTRAY = 0.35  # of a card's width: a corner that was moved so far has found something else
_BESIDE = 4  # pixels of a photo around what is looked at
_KEPT = (63, 88)  # pixels of an outline in a deck's file
_STRONGEST = 4.0
_HALF = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25], [0, 0, 1]])  # from pixels to those of a picture half the size
_WHOLE = np.linalg.inv(_HALF)


def template_of(cards: Pixels | Sequence[Pixels]) -> Map | None:
    """Return the mean outline of cards warped flat, or None where there are none."""
    if not len(cards):
        return None
    small = [np.asarray(cv2.resize(card, SMALL, interpolation=cv2.INTER_AREA), np.uint8) for card in cards]
    return np.asarray(np.mean([_outline(card) for card in small], axis=0))


def outline_at(image: Pixels, quad: Quad) -> Map:
    """Return the outline of what a quad shows, without warping it at full size."""
    to_view = np.asarray(cv2.getPerspectiveTransform(quad.points, _flat()), np.float64)
    return _outline(_shrunk(image, to_view, SMALL))


def _flat() -> NDArray[np.float32]:
    wide, tall = SMALL
    return np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32) - 0.5


def write_outline(template: Map) -> str:
    """Return a template as text for a deck's file."""
    small = cv2.resize(template, _KEPT, interpolation=cv2.INTER_AREA) * (255 / _STRONGEST)
    return base64.b64encode(small.round().astype(np.uint8).tobytes()).decode()


@lru_cache(8)
def read_outline(text: str) -> Map | None:
    """Return the template that a deck's file holds, or None where it holds none."""
    try:
        values = np.frombuffer(base64.b64decode(text, validate=True), np.uint8)
    except binascii.Error:
        return None
    if values.size != _KEPT[0] * _KEPT[1]:
        return None
    small = values.reshape(_KEPT[::-1]).astype(np.float32) * (_STRONGEST / 255)
    return np.asarray(cv2.resize(small, SMALL, interpolation=cv2.INTER_LINEAR), np.float32)


def move_together(quads: Sequence[Quad], outline: Map, template: Map) -> tuple[list[Quad], float]:
    """Move all cards of a photo alike, as location errs on them; also return how well the outline then fits."""
    (wide, tall), flat = SMALL, _flat()
    best, step = float(agreement(template, outline[None])[0]), None
    if best > _PERFECT:
        return list(quads), best
    everywhere = np.full(outline.shape, 255, np.uint8)
    for scale in _SCALES:
        warp = np.array([[scale, 0, wide * (1 - scale) / 2], [0, scale, tall * (1 - scale) / 2]], np.float32)
        try:
            fit, found = cv2.findTransformECC(template, outline, warp, cv2.MOTION_AFFINE, _FINE_STOP, everywhere, 5)
        except cv2.error:
            continue
        if fit > best + _BETTER:
            best, step = fit, found
    if step is None or best < KIND:
        return list(quads), best
    corners = cv2.transform(flat[None].astype(np.float64), step.astype(np.float64))
    views = [cv2.getPerspectiveTransform(flat, quad.points) for quad in quads]
    return [Quad.of(cv2.perspectiveTransform(corners, view)[0]) for view in views], best


def move_by_corners(image: Pixels, quads: Sequence[Quad], template: Map) -> tuple[list[Quad], float]:
    """Move the cards of a photo to where their corners look like those of a template, whatever lies between.

    Cards of another kind often share their corners alone. Location errs on all of them alike, and on each a little
    more: what the corners of all show counts as much as what those of a card do. Also return how well the corners of
    all agree, -1 to 1.
    """
    room = (round(SMALL[0] * _FAR), round(SMALL[1] * _FAR))
    size, flat = (SMALL[0] + 2 * room[0], SMALL[1] + 2 * room[1]), _flat()
    views = [
        np.asarray(cv2.getPerspectiveTransform(quad.points, flat + np.array(room, np.float32)), np.float64)
        for quad in quads
    ]
    seen = [_soft(_outline(_shrunk(image, view, size))) for view in views]
    soft = _soft(template)
    common = _corner_fits(np.mean(seen, axis=0), soft)
    frame, agree = _best_frame(common)
    loose = [_side(at, common, frame) < _FIRM for at in range(4)]
    moved = []
    for outline, view in zip(seen, views, strict=True):
        frame, _ = _best_frame(_corner_fits(outline, soft) + common)
        frame[:, 0] = np.where([loose[3], loose[1], loose[1], loose[3]], room[0], frame[:, 0])
        frame[:, 1] = np.where([loose[0], loose[0], loose[2], loose[2]], room[1], frame[:, 1])
        moved.append(Quad.of(cv2.perspectiveTransform((flat + frame)[None], np.linalg.inv(view))[0]))
    return moved, agree


def _side(at: int, fits: Floats, frame: Floats) -> float:
    """How well the two corners of a side fit where a frame has them: top, right, bottom, left."""
    found = [fits[one][int(frame[one, 1]), int(frame[one, 0])] for one in (at, (at + 1) % 4)]
    return float(np.mean(found))


def _soft(outline: NDArray[Any]) -> Map:
    return np.asarray(cv2.GaussianBlur(outline, (0, 0), 1.5), np.float32)


def _best_frame(fits: Floats) -> tuple[Floats, float]:
    """How far right and down the four corners of a frame are moved where they fit best, and how well they do."""
    top_left, top_right, bottom_right, bottom_left = fits
    upper = top_left[:, :, None] + top_right[:, None, :]  # (down, left side, right side)
    lower = bottom_left[:, :, None] + bottom_right[:, None, :]
    both = upper.max(axis=0) + lower.max(axis=0)
    left, right = np.unravel_index(int(both.argmax()), both.shape)
    top, bottom = int(upper[:, left, right].argmax()), int(lower[:, left, right].argmax())
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64), float(both.max()) / 4


def _corner_fits(outline: Map, template: Map) -> Floats:
    """How well each corner of a template fits, clockwise from the top left, by how far down and right it is moved."""
    (wide, tall), reach = SMALL, round(_CORNER * SMALL[0])
    room = (outline.shape[1] - wide, outline.shape[0] - tall)
    return np.stack(
        [
            cv2.matchTemplate(
                outline[y : y + reach + room[1], x : x + reach + room[0]],
                template[y : y + reach, x : x + reach],
                cv2.TM_CCOEFF_NORMED,
            )
            for x, y in ((0, 0), (wide - reach, 0), (wide - reach, tall - reach), (0, tall - reach))
        ]
    ).astype(np.float64)


def constancy(maps: NDArray[np.float32]) -> Map:
    """How far each pixel shows the same on all cards, 0 to 1: what they have in common against what varies on them.

    Where cards are full of pictures little of them says that they are cards of one print, but that is clear.
    """
    soft = np.stack([cv2.GaussianBlur(one, (0, 0), _FIRMLY) for one in maps])
    middle, varies = soft.mean(axis=0), soft.var(axis=0)
    common = (middle - middle.mean()) ** 2
    return np.asarray(common / (common + varies + 1e-9), np.float32)


def agreement(template: Map, maps: NDArray[np.float32]) -> Floats:
    """How well outlines agree with a template (n,), -1 to 1."""
    one = template - template.mean()
    other = maps - maps.mean(axis=(1, 2), keepdims=True)
    length = np.linalg.norm(one) * np.sqrt((other**2).sum(axis=(1, 2)))
    return np.asarray((one * other).sum(axis=(1, 2)) / (length + 1e-9), np.float64)


def settle(image: Pixels, quads: Sequence[Quad], template: Map, whole: bool = False) -> list[Quad]:
    """Return the quads moved to where the template fits best; one that does not fit stays as it was.

    With `whole` the middle of the cards counts, too: they have it in common.
    """
    mask = np.full(SMALL[::-1], 255, np.uint8) if whole else ring()
    return [_settled(image, quad, template, mask) for quad in quads]


def _settled(image: Pixels, quad: Quad, template: Map, mask: Pixels) -> Quad:
    (wide, tall), flat = SMALL, _flat()
    shift = np.array([wide, tall], np.float32) * _MARGIN
    to_view = np.asarray(cv2.getPerspectiveTransform(quad.points, flat + shift), np.float64)
    size = (round(wide * (1 + 2 * _MARGIN)), round(tall * (1 + 2 * _MARGIN)))
    outline = _outline(_shrunk(image, to_view, size))
    warp = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]])
    try:
        # Where the card is and how it lies is told by half as many pixels each way.
        small = _halved(template, outline, mask)
        half = _aligned(*small, _HALF @ warp @ _WHOLE, cv2.MOTION_AFFINE, 7, _COARSE_STOP)
        warp = _aligned(template, outline, mask, _WHOLE @ half @ _HALF, cv2.MOTION_HOMOGRAPHY, 5, _STOP)
    except cv2.error:  # it does not converge where no card is
        return quad
    back = np.linalg.inv(to_view) @ warp
    moved = cv2.perspectiveTransform(flat.astype(np.float64)[None], back)[0]
    step = np.abs(moved - quad.points).max()
    size_ = float(np.linalg.norm(quad.points[1] - quad.points[0]))
    settled = step < _ASTRAY * size_ and convex(moved[None].astype(np.float32))[0]
    return _onto_corners(image, Quad.of(moved), template) if settled else quad


def _onto_corners(image: Pixels, quad: Quad, template: Map) -> Quad:
    """Move each corner by itself to where that of the template fits, as long as the whole card then fits better.

    A single warp cannot follow a card that is bent, and whatever is printed on it pulls at it.
    """
    flat, room = _flat(), _CORNER_ROUNDS * _CORNER_ROOM
    view = np.asarray(cv2.getPerspectiveTransform(quad.points, flat + np.float32(room)), np.float64)
    outline = _outline(_shrunk(image, view, (SMALL[0] + 2 * room, SMALL[1] + 2 * room)))
    corners, soft = flat.astype(np.float64) + room, _soft(template)
    fit = _fit(outline, corners, template)
    for _ in range(_CORNER_ROUNDS):
        moved = _corners_moved(outline, corners, soft)
        now = _fit(outline, moved, template)
        if now <= fit:
            break
        corners, fit = moved, now
    return Quad.of(cv2.perspectiveTransform(corners[None], np.linalg.inv(view))[0])


def _fit(outline: Map, corners: Floats, template: Map) -> float:
    return float(agreement(template, _seen_between(outline, corners)[None])[0])


def _corners_moved(outline: Map, corners: Floats, soft: Map) -> Floats:
    fits = _corner_fits(_soft(_seen_between(outline, corners, _CORNER_ROOM)), soft)
    places = [np.unravel_index(int(one.argmax()), one.shape)[::-1] for one in fits]  # right and down
    flat = _flat() + np.array(places, np.float32)
    return np.asarray(cv2.perspectiveTransform(flat.astype(np.float64)[None], _to_corners(corners, _CORNER_ROOM))[0])


def _to_corners(corners: Floats, room: int) -> Floats:
    """The warp that takes the frame of a card, with some room around it, to where its corners are in an outline."""
    return np.asarray(cv2.getPerspectiveTransform(_flat() + np.float32(room), corners.astype(np.float32)), np.float64)


def _seen_between(outline: Map, corners: Floats, room: int = 0) -> Map:
    """What an outline shows between four corners, and some pixels around them."""
    size, how = (SMALL[0] + 2 * room, SMALL[1] + 2 * room), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    warp = _to_corners(corners, room)
    return np.asarray(cv2.warpPerspective(outline, warp, size, flags=how, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _aligned(
    template: Map, outline: Map, mask: Pixels, warp: Floats, motion: int, blur: int, stop: tuple[int, int, float]
) -> Floats:
    """The warp, improved from a first guess, that takes the template to where it fits in an outline."""
    first = np.array(warp if motion == cv2.MOTION_HOMOGRAPHY else warp[:2], np.float32)
    everywhere = np.full(outline.shape, 255, np.uint8)
    _, part = cv2.findTransformECCWithMask(template, outline, mask, everywhere, first, motion, stop, blur)
    return np.asarray(part if part.shape == (3, 3) else np.vstack([part, [0, 0, 1]]), np.float64)


def _halved(template: Map, outline: Map, mask: Pixels) -> tuple[Map, Map, Pixels]:
    small = [
        cv2.resize(one, (one.shape[1] // 2, one.shape[0] // 2), interpolation=cv2.INTER_AREA)
        for one in (template, outline)
    ]
    return np.asarray(small[0]), np.asarray(small[1]), np.ascontiguousarray(mask[::2, ::2])


def _shrunk(image: Pixels, to_view: NDArray[np.float64], size: tuple[int, int]) -> Pixels:
    """What a view of a card shows, warped small; averaged first, so that fine edges do not flicker."""
    wide, tall = size
    rim = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float64) - 0.5
    shown = cv2.perspectiveTransform(rim[None], np.linalg.inv(to_view))[0]
    low = np.clip(np.floor(shown.min(axis=0)).astype(int) - _BESIDE, 0, np.array(image.shape[1::-1]) - 1)
    high = np.maximum(np.ceil(shown.max(axis=0)).astype(int) + _BESIDE, low + 1)
    part = image[low[1] : high[1], low[0] : high[0]]
    across, scale = float(np.linalg.norm(shown[1] - shown[0])), 1
    while across / scale > 3 * wide and min(part.shape[:2]) > 1:
        half = (part.shape[1] // 2, part.shape[0] // 2)
        part = np.asarray(cv2.resize(part[: 2 * half[1], : 2 * half[0]], half, interpolation=cv2.INTER_AREA), np.uint8)
        scale *= 2
    move = np.array([[scale, 0, low[0] + (scale - 1) / 2], [0, scale, low[1] + (scale - 1) / 2], [0, 0, 1]])
    return np.asarray(cv2.warpPerspective(part, to_view @ move, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _outline(card: Pixels) -> Map:
    """Strength of edges in any colour, evened out between light and shadow."""
    strength = edge_strength(card, 1.0)
    # Half the pixels each way blur to the same within 2%, six times as fast.
    coarse = cv2.resize(strength, (strength.shape[1] // 2, strength.shape[0] // 2), interpolation=cv2.INTER_AREA)
    usual = cv2.resize(cv2.GaussianBlur(coarse, (0, 0), 10.0), strength.shape[::-1]) + 8
    return np.asarray(np.minimum(strength / usual, _STRONGEST), np.float32)


def edge_strength(picture: Pixels, blur: float) -> Map:
    """How strong the edges of a softened BGR picture are, in the channel that changes most."""
    soft = cv2.GaussianBlur(picture, (0, 0), blur).astype(np.float32)
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    blue, green, red = cv2.split(cv2.multiply(across, across) + cv2.multiply(down, down))
    return np.asarray(cv2.sqrt(cv2.max(cv2.max(blue, green), red)), np.float32)


def ring() -> Pixels:
    """Edges and corners of a card; its middle differs from card to card, and a standee may stand there."""
    mask = np.full(SMALL[::-1], 255, np.uint8)
    cv2.ellipse(mask, (SMALL[0] // 2, SMALL[1] // 2), (44, 62), 0, 0, 360, 0, -1)
    return mask
