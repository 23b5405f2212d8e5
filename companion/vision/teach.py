"""Learn a print from cards that lie upright in one frame: places of number and corner digits, and its shades."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.align import Map, read_outline, template_of, write_outline
from companion.vision.colours import judge_colours
from companion.vision.faces import WIDTH, card_white, colour_samples, corner_samples, read_colours
from companion.vision.naming import climb as climb_id
from companion.vision.places import find_corner, find_number, information
from companion.vision.printed import Print, Spot

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_ENOUGH = 30  # cards are enough to find a place; all are used for shades
_DARKEST, _LARGEST = 0.08, 0.95
_SHOWN = 4  # corners say what a shade looks like


@dataclass(frozen=True)
class Lesson:
    """Cards whose ids are known, warped flat, and the photo each is from."""

    cards: Pixels  # (n, HEIGHT, WIDTH, 3)
    photo: NDArray[np.intp]  # (n,)
    ids: tuple[str, ...]

    def some(self, count: int) -> Lesson:
        """Return some of the cards, spread over all photos."""
        rows = np.unique(np.linspace(0, len(self.ids) - 1, min(count, len(self.ids))).round().astype(int))
        return Lesson(self.cards[rows], self.photo[rows], tuple(self.ids[row] for row in rows))


def learn_print(lesson: Lesson, before: Print) -> Print:
    """Return the print of the cards; `before` names the colours and says where the id is."""
    part = lesson.some(_ENOUGH)
    corner, turns = find_corner(part.cards)
    learned = replace(before, corner=corner, turns=turns, number=find_number(part.cards, corner)[0])
    learned = replace(learned, triangle=find_triangle(part), outline=write_outline(_common(lesson)), patches=())
    learned = replace(learned, shades=find_shades(lesson, learned))
    return replace(learned, ground=find_ground(lesson, learned))


def refine_print(lesson: Lesson, before: Print, known: int) -> Print:
    """Return a print learned from `known` cards, corrected by what more of them show, each card counting the same."""
    share = len(lesson.ids) / (known + len(lesson.ids))
    part = lesson.some(_ENOUGH)
    found = (
        find_corner(part.cards, (before.corner, before.turns))[0],
        climb_id(part.cards, part.ids, [before.id]).spot,
        find_number(part.cards, near=before.number)[0],
    )
    old = (before.corner, before.id, before.number)
    corner, name, number = (Spot(*_between(one, other, share).tolist()) for one, other in zip(old, found, strict=True))
    outline = read_outline(before.outline)
    common = _common(lesson) if outline is None else (1 - share) * outline + share * _common(lesson)
    shades = dict(
        zip(before.shades, map(_hex, _between(before.palette, seen_shades(lesson, before), share)), strict=True)
    )
    return replace(before, corner=corner, id=name, number=number, outline=write_outline(common), shades=shades)


def _between(one: object, other: object, share: float) -> Floats:
    return np.asarray((1 - share) * np.array(one, np.float64) + share * np.array(other, np.float64)).round(4)


def _common(lesson: Lesson) -> Map:
    template = template_of(lesson.cards)
    assert template is not None
    return template


def find_triangle(lesson: Lesson) -> float:
    """Return the leg of the corner triangles: the line x + y = leg along which colours change most."""
    reach = round(27 / 63 * WIDTH)
    y, x = np.mgrid[:reach, :reach]
    border = round(3.4 / 63 * WIDTH)
    jumps = np.zeros(reach)
    for card in lesson.cards:
        soft = cv2.GaussianBlur(card, (0, 0), 2.0).astype(np.float32)
        for view in (soft, soft[:, ::-1], soft[::-1, ::-1], soft[::-1]):
            corner = view[:reach, :reach]
            lines = np.array([np.median(corner[(x + y == t) & (x > border) & (y > border)], axis=0)
                              for t in range(2 * border + 4, reach, 2)])  # fmt: skip
            change = np.linalg.norm(lines[3:] - lines[:-3], axis=1)
            jumps[2 * border + 7 : 2 * border + 7 + 2 * len(change) : 2] += np.minimum(change, 60)
    low = round(10 / 63 * WIDTH)
    return float((low + int(jumps[low:].argmax())) / WIDTH)


def find_shades(lesson: Lesson, printed: Print) -> dict[str, str]:
    """Group the colours of all corner triangles, and name the groups after the nearest hues known so far."""
    white = card_white(lesson.cards)
    seen, _ = corner_samples(lesson.cards, printed)
    balanced = np.clip(seen / np.maximum(white, _DARKEST)[:, None], 0, 1.1).reshape(-1, 3)
    count = len(printed.shades)
    features = _features(balanced)
    cv2.setRNGSeed(7)
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 60, 1e-4)
    start = np.empty((len(features), 1), np.int32)
    _, labels, _ = cv2.kmeans(features.astype(np.float32), count, start, stop, 30, cv2.KMEANS_PP_CENTERS)
    labels = labels.reshape(-1)
    centres = np.array([np.median(balanced[labels == k], axis=0) for k in range(count)])
    cost = np.linalg.norm(_features(centres)[None] - _features(printed.palette)[:, None], axis=2)
    order = min(itertools.permutations(range(count)), key=lambda p: sum(cost[i, j] for i, j in enumerate(p)))
    found = np.clip(centres[list(order)] * _LARGEST, 0, 1)
    return {name: _hex(shade) for name, shade in zip(printed.shades, found, strict=True)}


def seen_shades(lesson: Lesson, printed: Print) -> Floats:
    """The shades of a known print as these cards show them; what they hardly show stays as it was."""
    seen, _ = corner_samples(lesson.cards, printed)
    white = card_white(lesson.cards)
    balanced = (np.clip(seen / np.maximum(white, _DARKEST)[:, None], 0, 1.1) * _LARGEST).reshape(-1, 3)
    logs = np.empty((len(lesson.ids), 4, len(printed.shades)))
    for photo in np.unique(lesson.photo):
        rows = np.flatnonzero(lesson.photo == photo)
        logs[rows] = read_colours(lesson.cards[rows], printed).corners
    sure = np.where(logs.max(axis=2) > np.log(0.9), logs.argmax(axis=2), -1).reshape(-1)
    shades = printed.palette.copy()
    for at in range(len(shades)):
        if (sure == at).sum() >= _SHOWN:
            shades[at] = np.clip(np.median(balanced[sure == at], axis=0), 0, 1)
    return shades


def _features(shades: Floats) -> Floats:
    """Hue and saturation rather than brightness, which the light changes."""
    lab = cv2.cvtColor(np.clip(shades, 0, 1).astype(np.float32)[None], cv2.COLOR_BGR2LAB)[0].astype(np.float64)
    return np.asarray(lab * (0.35, 1.0, 1.0))


def _hex(shade: Floats) -> str:
    blue, green, red = (round(float(v) * 255) for v in shade)
    return f"#{red:02x}{green:02x}{blue:02x}"


def find_ground(lesson: Lesson, printed: Print) -> tuple[tuple[float, float], ...]:
    """Return where cards show their own colour: places that vary between cards and agree with each other."""
    spots = [
        (x, y)
        for y in np.arange(0.08, 0.95, 0.06).round(3).tolist()
        for x in np.arange(0.11, 0.92, 0.065).round(3).tolist()
        if min(x, 1 - x) * 63 + min(y, 1 - y) * 88 > printed.triangle * 63 + 3
    ]
    trial = replace(printed, ground=tuple(spots))
    logs = np.empty((len(lesson.ids), len(spots), len(printed.shades)))
    for photo in np.unique(lesson.photo):
        rows = np.flatnonzero(lesson.photo == photo)
        logs[rows] = ground_logs(lesson.cards[rows], trial)
    telling = np.array([information(logs[:, at]) for at in range(len(spots))])
    vote = (logs * np.maximum(telling, 0)[None, :, None] ** 2).sum(axis=1).argmax(axis=1)
    agree = (logs.argmax(axis=2) == vote[:, None]).mean(axis=0)
    good = np.flatnonzero(agree >= min(0.97, np.sort(agree)[-10]))
    # Far from the middle, where a standee hides nothing, and far from each other.
    outward = [abs(spots[at][0] - 0.5) * 63 + abs(spots[at][1] - 0.5) * 44 for at in good]
    chosen = good[np.argsort(outward)[::-1]][:24:2]
    return tuple(sorted(spots[at] for at in chosen))


def ground_logs(cards: Pixels, printed: Print) -> Floats:
    """Log-probabilities of the colour at each spot of the ground, the lamp being judged on the corners alone."""
    samples = colour_samples(cards, printed, ground_weight=1e-6)
    judged = judge_colours(samples, printed.palette, card_white(cards))
    return judged.logs[len(cards) * 4 :].reshape(len(cards), len(printed.ground), -1)
