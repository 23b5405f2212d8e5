"""What cards warped flat show: number, corner digits, id and colours with their probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.reader.colours import Colours, Samples, in_the_same_light, judge_colours
from companion.games.ai100.reader.printed import Points, Print, Spot
from companion.vision.digits import DIGIT_VIEW, ID_VIEW, read_digits, read_ids
from companion.vision.flat import HEIGHT, WIDTH

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_PATCH = 11  # pixels of a sample of the ground
_EDGE = 0.042  # of the card's width: the border along its edges, which says nothing about a corner's colour
_FILL = 0.9  # of the triangle's leg: beyond lies its long side, perhaps with a border
_DIGIT_WIDE, _DIGIT_TALL = 0.36, 0.56  # of a digit's height: how far from its middle its ink may reach
_WRITTEN = 1.1  # of the triangle's leg, within which a corner's ink is looked for


@dataclass(frozen=True)
class Written:
    """What is written on cards, as log-probabilities: digits 1 to 5 and none, ids as `digits.IDS` lists them."""

    number: Floats  # (n, 6)
    corners: Floats  # (n, 4, 6), clockwise from the top left
    ids: Floats  # (n, 133)

    def __getitem__(self, rows: NDArray[np.intp] | list[int]) -> Written:
        return Written(self.number[rows], self.corners[rows], self.ids[rows])

    def __add__(self, other: Written) -> Written:
        return Written(
            np.concatenate([self.number, other.number]),
            np.concatenate([self.corners, other.corners]),
            np.concatenate([self.ids, other.ids]),
        )

    def replaced(self, rows: Sequence[int], other: Written) -> Written:
        """Return these readings with those of some cards read anew."""
        order = np.arange(len(self.number))
        order[list(rows)] = np.arange(len(order), len(order) + len(other.number))
        return (self + other)[order]


@dataclass(frozen=True)
class Painted:
    """The colours of cards, as log-probabilities in the order of the print."""

    ground: Floats  # (n, colours)
    corners: Floats  # (n, 4, colours)
    judged: Colours


def read_written(cards: Pixels, printed: Print, ids: bool = True) -> Written:
    """Read the digits of every card and, if wanted, its id: one batch for each network."""
    count = len(cards)
    spots = corner_spots(printed)
    crops = [crop(card, printed.number, (DIGIT_VIEW, DIGIT_VIEW)) for card in cards]
    crops += [crop(card, spot, (DIGIT_VIEW, DIGIT_VIEW)) for card in cards for spot in spots]
    digits = read_digits(crops).astype(np.float64)
    strips = [crop(card, printed.id, ID_VIEW) for card in cards] if ids else []
    return Written(digits[:count], digits[count:].reshape(count, 4, -1), read_ids(strips).astype(np.float64))


def corner_spots(printed: Print) -> tuple[Spot, ...]:
    """Return the digits of the four corners, clockwise from the top left."""
    if printed.corners:
        return printed.corners
    x, y, height = printed.corner[:3]
    tl, tr, br, bl = printed.turns
    return (
        Spot(x, y, height, tl), Spot(1 - x, y, height, tr), Spot(1 - x, 1 - y, height, br), Spot(x, 1 - y, height, bl)
    )  # fmt: skip


def crop(card: Pixels, spot: Spot, view: tuple[float, float]) -> Pixels:
    """Cut out what is printed at a spot, upright, `view` heights wide and high; the edge is repeated beyond it."""
    quarters = round(spot.turn / 90)
    if abs(spot.turn - 90 * quarters) > 1:
        return _slanting(card, spot, view)
    if quarters % 4:
        level = view if quarters % 2 == 0 else view[::-1]
        return np.rot90(crop(card, spot._replace(turn=0.0), level), quarters)
    half = np.array(view) * spot.height * HEIGHT / 2
    x, y = spot.x * WIDTH, spot.y * HEIGHT
    left, top = round(x - half[0]), round(y - half[1])
    wide, tall = max(round(2 * half[0]), 2), max(round(2 * half[1]), 2)
    if left >= 0 and top >= 0 and left + wide <= WIDTH and top + tall <= HEIGHT:
        return card[top : top + tall, left : left + wide]
    beyond = (max(-top, 0), max(top + tall - HEIGHT, 0), max(-left, 0), max(left + wide - WIDTH, 0))
    inside = card[_clipped(top, tall, HEIGHT), _clipped(left, wide, WIDTH)]
    return np.asarray(cv2.copyMakeBorder(inside, *beyond, cv2.BORDER_REPLICATE), np.uint8)


def _clipped(start: int, length: int, end: int) -> slice:
    return slice(max(start, 0), min(start + length, end))


def _slanting(card: Pixels, spot: Spot, view: tuple[float, float]) -> Pixels:
    tall = spot.height * HEIGHT
    wide, high = (max(round(tall * along), 2) for along in view)
    matrix = cv2.getRotationMatrix2D((spot.x * WIDTH - 0.5, spot.y * HEIGHT - 0.5), spot.turn, 1.0)
    matrix[:, 2] += np.array([wide / 2 - spot.x * WIDTH, high / 2 - spot.y * HEIGHT])
    return np.asarray(cv2.warpAffine(card, matrix, (wide, high), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def read_colours(cards: Pixels, printed: Print) -> Painted:
    """Judge the colours of all cards of a photo together."""
    count, patches = len(cards), len(printed.ground)
    samples = colour_samples(cards, printed)
    if printed.tints:
        judged = judge_colours(samples[: count * 4], printed.palette, card_white(cards))
        single = in_the_same_light(samples[count * 4 :], printed.ground_palette, judged)
    else:
        judged = judge_colours(samples, printed.palette, card_white(cards))
        single = judged.logs[count * 4 :]
    single = single.reshape(count, patches, -1)
    # Patches of one card err together (a shadow, a standee): they count as three witnesses, each of whom may be wrong.
    doubted = np.log(0.75 * np.exp(single) + 0.25 / single.shape[2]).mean(axis=1) * 3
    whole = doubted - np.logaddexp.reduce(doubted, axis=1, keepdims=True)
    return Painted(whole, judged.logs[: count * 4].reshape(count, 4, -1), judged)


def card_white(cards: Pixels) -> Floats:
    """The brightest of each card (n, 3), between 0 and 1."""
    return np.asarray(np.percentile(cards[:, ::6, ::6].reshape(len(cards), -1, 3), 97, axis=1) / 255)


def colour_samples(cards: Pixels, printed: Print, ground_weight: float = 2.0) -> Samples:
    """Return the four corners of each card, then the patches of its ground, which together weigh `ground_weight`."""
    count, patches = len(cards), len(printed.ground)
    ground = ground_colours(cards, printed)
    corners, inks = corner_samples(cards, printed)
    inks_there = np.stack([card_white(cards), np.minimum(ground.min(axis=1), 0.15)], axis=1)
    return Samples(
        np.concatenate([corners.reshape(-1, 3), ground.reshape(-1, 3)]),
        np.concatenate([inks.reshape(-1, 2, 3), np.repeat(inks_there, patches, axis=0)]),
        np.concatenate([np.repeat(np.arange(count), 4), np.repeat(np.arange(count), patches)]),
        np.concatenate([np.ones(count * 4), np.full(count * patches, ground_weight / patches)]),
        np.arange(count * (4 + patches)) < count * 4,
    )


def ground_colours(cards: Pixels, printed: Print) -> Floats:
    """What cards show where they have their own colour (n, places, 3), between 0 and 1."""
    half = _PATCH // 2
    seen = np.empty((len(cards), len(printed.ground), 3))
    for at, (x, y) in enumerate(printed.ground):
        row, column = _within(y * HEIGHT, half, HEIGHT), _within(x * WIDTH, half, WIDTH)
        patch = cards[:, row - half : row + half + 1 : 2, column - half : column + half + 1 : 2]
        seen[:, at] = np.median(patch.reshape(len(cards), -1, 3), axis=1)
    return seen / 255


def _within(value: float, margin: int, size: int) -> int:
    return int(np.clip(round(value), margin, size - margin - 1))


def corner_samples(cards: Pixels, printed: Print) -> tuple[Floats, Floats]:
    """The colour of each corner triangle (n, 4, 3) and its brightest and darkest (n, 4, 2, 3)."""
    # A print that was learned long ago knows its triangle only; discs and borders within may mislead it.
    leg = int(max(printed.triangle, 1.4 * printed.corner.x) * WIDTH)
    views = [
        cards[:, :leg:2, :leg:2],
        cards[:, :leg:2, : -leg - 1 : -2],
        cards[:, : -leg - 1 : -2, : -leg - 1 : -2],
        cards[:, : -leg - 1 : -2, :leg:2],
    ]
    y, x = np.mgrid[:leg:2, :leg:2]
    edge = _EDGE * WIDTH
    inside = (x > edge) & (y > edge) & (x + y < _FILL * leg)
    tall = printed.corner.height * HEIGHT
    aside, below = np.abs(x - printed.corner.x * WIDTH), np.abs(y - printed.corner.y * HEIGHT)
    digit = (aside < _DIGIT_WIDE * tall) & (below < _DIGIT_TALL * tall)
    fill, written = inside & ~digit, digit & (x + y < _WRITTEN * leg)
    seen, inks = np.empty((len(cards), 4, 3)), np.empty((len(cards), 4, 2, 3))
    for at, view in enumerate(views):
        seen[:, at] = np.median(view[:, fill], axis=1) if not printed.patches else _patches(cards, at, printed.patches)
        inks[:, at] = np.percentile(view[:, written], (96, 4), axis=1).transpose(1, 0, 2)
    return seen / 255, inks / 255


def corner_colours(cards: Pixels, printed: Print) -> Floats:
    """The colour of each corner triangle (n, 4, 3), between 0 and 1."""
    if not printed.patches:
        return corner_samples(cards, printed)[0]
    return np.stack([_patches(cards, at, printed.patches) for at in range(4)], axis=1) / 255


def _patches(cards: Pixels, corner: int, points: Points) -> Floats:
    """The median of what a corner shows at some points."""
    return np.asarray(np.median(patch_colours(cards, corner, points), axis=1))


def patch_colours(cards: Pixels, corner: int, points: Points) -> Floats:
    """What a corner shows (n, points, 3) at points that lie so far from its two edges."""
    found = np.empty((len(cards), len(points), 3))
    for at, (x, y) in enumerate(points):
        column, row = _within(x * WIDTH, 2, WIDTH), _within(y * WIDTH, 2, HEIGHT)
        column = WIDTH - 1 - column if corner in (1, 2) else column
        row = HEIGHT - 1 - row if corner >= 2 else row
        patch = cards[:, row - 2 : row + 3 : 2, column - 2 : column + 3 : 2]
        found[:, at] = np.median(patch.reshape(len(cards), -1, 3), axis=1)
    return found


def clarity(written: Written) -> Floats:
    """How clearly the five digits of each card are digits: the logarithm of the best reading's probability (n,)."""
    digits = np.concatenate([written.number[:, None], written.corners], axis=1)
    return np.asarray(digits[:, :, :-1].max(axis=2).sum(axis=1))
