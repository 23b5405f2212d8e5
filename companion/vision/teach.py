"""Learn a print from cards warped flat: where number, corner digits and id stand, which shades it uses.

The networks read digits of any print; a place is the right one where what they read tells most about the cards
(mutual information), or, for the id, where they read what the cards are known to be.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.align import Map, read_outline, template_of, write_outline
from companion.vision.colours import judge_colours
from companion.vision.digits import DIGIT_VIEW, ID_VIEW, IDS, read_digits, read_ids
from companion.vision.faces import WIDTH, card_white, colour_samples, corner_samples, corner_spots, crop, read_colours
from companion.vision.printed import Print, Spot

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_ENOUGH, _FEW = 30, 8  # cards are enough to find a place, or to see where it might be; all are used for shades
_DARKEST, _LARGEST = 0.08, 0.95
_SHOWN = 4  # corners say what a shade looks like
_NOWHERE = Print(Spot(0, 0, 0.1), Spot(0, 0, 0.1), Spot(0, 0, 0.1), 0.3, {})
_Worth = Callable[["Lesson", Sequence[Spot]], Floats]


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
    """Return the print of the cards; `before` names the colours."""
    part = lesson.some(_ENOUGH)
    learned = replace(before, corner=find_corner(part), id=find_id(part), number=find_number(part))
    learned = replace(learned, triangle=find_triangle(part), outline=write_outline(_common(lesson)))
    learned = replace(learned, shades=find_shades(lesson, learned))
    return replace(learned, ground=find_ground(lesson, learned))


def refine_print(lesson: Lesson, before: Print, known: int) -> Print:
    """Return a print learned from `known` cards, corrected by what more of them show, each card counting the same."""
    share = len(lesson.ids) / (known + len(lesson.ids))
    part = lesson.some(_ENOUGH)
    found = (find_corner(part, before.corner), find_id(part, before.id), find_number(part, before.number))
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


def upright_share(cards: Pixels, printed: Print) -> float:
    """How much like upright digits the corners of cards look: the mean logarithm of the best digit's probability."""
    logs = _digits_at(cards, [corner_spots(printed)])[0]
    return float(logs[:, :-1].max(axis=1).mean())


def find_corner(lesson: Lesson, near: Spot | None = None) -> Spot:
    """Return the spot of the digit in the top left corner, `near` a known one; the other three mirror it."""

    def informs(lesson: Lesson, spots: Sequence[Spot]) -> Floats:
        around = [corner_spots(replace(_NOWHERE, corner=spot)) for spot in spots]
        return np.array([information(logs) for logs in _digits_at(lesson.cards, around)])

    coarse = [
        Spot(x / 63, y / 88, h / 88) for x, y, h in itertools.product((5, 7, 9), (5, 7, 9), (5.5, 7.2))
    ]  # fmt: skip
    return _climb(lesson, [near] if near else coarse, informs, (1.2 / 63, 1.2 / 88, 1.18))


def find_number(lesson: Lesson, near: Spot | None = None) -> Spot:
    """Return the spot of the big number."""

    def informs(lesson: Lesson, spots: Sequence[Spot]) -> Floats:
        return np.array([information(logs) for logs in _digits_at(lesson.cards, [(spot,) for spot in spots])])

    places = itertools.product((0.35, 0.5, 0.65), (0.3, 0.38, 0.46, 0.54, 0.62), (0.21, 0.29, 0.4))
    return _climb(lesson, [near] if near else [Spot(*place) for place in places], informs, (0.05, 0.04, 1.18))


def find_id(lesson: Lesson, near: Spot | None = None) -> Spot:
    """Return the spot of the printed id: there the network reads what the cards are known to be."""

    def names(lesson: Lesson, spots: Sequence[Spot]) -> Floats:
        wanted = [IDS.index(card) for card in lesson.ids]
        strips = [crop(card, spot, ID_VIEW) for spot in spots for card in lesson.cards]
        logs = read_ids(strips).reshape(len(spots), len(wanted), -1)
        return np.asarray(np.maximum(logs[:, np.arange(len(wanted)), wanted], -8.0).mean(axis=1), np.float64)

    # Along the upper and lower edge and through the middle, wherever a print may have put it.
    places = itertools.product((0.35, 0.5, 0.65), np.arange(0.05, 0.97, 0.035), (0.045, 0.056))
    coarse = [near] if near else [Spot(*place) for place in places]
    return _climb(lesson, coarse, names, (0.05, 0.012, 1.18), keep=1 if near else 6)


def _climb(
    lesson: Lesson, coarse: list[Spot], worth: _Worth, step: tuple[float, float, float], keep: int = 3, rounds: int = 3
) -> Spot:
    """Search from the best coarse spots in ever smaller steps; a plateau is answered with its middle."""
    likely = np.argsort(-worth(lesson.some(_FEW), coarse))[: 2 * keep]
    best = [coarse[at] for at in likely]
    tried = dict(zip(best, worth(lesson, best), strict=True))
    for turn in range(rounds):
        best = sorted(tried, key=lambda spot: -tried[spot])[: max(keep - turn, 1)]
        x, y, grow = step[0] / 2**turn, step[1] / 2**turn, step[2] ** (1 / 2**turn)
        near = dict.fromkeys(one for spot in best for one in _near(spot, x, y, grow) if 0.01 < one.height < 0.5)
        if fresh := [spot for spot in near if spot not in tried]:
            tried.update(zip(fresh, worth(lesson, fresh), strict=True))
    top = max(tried, key=lambda spot: tried[spot])
    plateau = [spot for spot, value in tried.items() if value > tried[top] - 0.03 and _touches(spot, top)]
    return Spot(*np.mean(plateau, axis=0).round(4).tolist())


def _touches(spot: Spot, best: Spot) -> bool:
    return abs(spot.x - best.x) * 63 < best.height * 50 and abs(spot.y - best.y) < 0.5 * best.height


def _near(spot: Spot, x: float, y: float, grow: float) -> Iterable[Spot]:
    for across, down, larger in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)):
        yield Spot(
            round(spot.x + across * x, 5), round(spot.y + down * y, 5), round(spot.height * grow**larger, 5)
        )  # fmt: skip


def information(logs: Floats) -> float:
    """How much the readings tell about which card it is, in nats: varied between cards, certain for each."""
    likely = np.exp(logs)
    usual = likely.mean(axis=0)
    return float(-(usual * np.log(usual + 1e-12)).sum() + (likely * logs).sum(axis=1).mean())


def _digits_at(cards: Pixels, places: Sequence[Sequence[Spot]]) -> list[Floats]:
    """Read the digits of all cards at each list of spots: (cards x spots, 6) for each list."""
    crops = [crop(card, spot, (DIGIT_VIEW, DIGIT_VIEW)) for spots in places for card in cards for spot in spots]
    logs = np.concatenate([read_digits(crops[at : at + 512]) for at in range(0, len(crops), 512)]).astype(np.float64)
    ends = np.cumsum([len(cards) * len(spots) for spots in places])[:-1]
    return list(np.split(logs, ends))


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
