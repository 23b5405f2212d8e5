"""Which shade is which colour, and where cards show them: learned from all corners and grounds together.

The corners of one card differ from each other while its ground does not: where they do is where connectors show their
colours, whatever border, disc or digit lies around. Places that then name the same colour on every card, and not the
same on all of them, are where cards show their own.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.reader.fields import card_white, corner_colours
from companion.games.ai100.reader.printed import GROUND, Points, Print
from companion.vision.flat import averaged

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_WIDE, _TALL, _REACH = 63, 88, 20  # pixels of a small card, a millimetre each, and of its corners
_DARKEST, _LARGEST = 0.08, 0.95
_LEAST_LEG, _MOST_LEG = 6, 20  # millimetres of a triangle with its border
_ALIKE = 0.6  # how far two such places agree at least
# A place shows the colour of its corner if that explains so much of how it varies between the corners of cards, and so
# much of what it explains at the best place.
_OF_CORNER, _NEARLY_BEST = 0.6, 0.9
_AS_WELL = 0.96  # of how far the best place names the usual colours: others that do so well are where cards show theirs
_LIKELY = 80  # so many places that vary most in hue may show the card's own colour
_SOME = 3  # places say what colour a card has; one alone may be any sign in one of its colours
_TELLING = 0.35  # a place where cards show their own colour has at least this share of the entropy of six colours
# Where the six colours lie in hue, in degrees of the Lab plane; black has none.
_HUES = {"red": 35.0, "blue": 280.0, "yellow": 87.0, "green": 150.0, "violet": 315.0}
_NAMES = ("red", "blue", "yellow", "black", "green", "violet")


@dataclass(frozen=True)
class Ground:
    """Where cards show their own colour, and how far these places agree."""

    points: Points
    agreement: float
    support: int = 0  # how many places name the same colours


def balanced(cards: Pixels, photo: NDArray[np.intp]) -> Floats:
    """Small pictures of cards (n, 88, 63, 3), white being 1 in each photo."""
    small = np.stack([averaged(card, (_WIDE, _TALL)) for card in cards]) / 255
    white = card_white(cards)
    for one in np.unique(photo):
        rows = photo == one
        small[rows] /= np.maximum(np.percentile(white[rows], 75, axis=0), _DARKEST)
    return np.clip(small, 0, 1.1)


def find_patches(small: Floats) -> tuple[Points, float]:
    """Where the top left corner shows its colour, as shares of the width from the corner, and the triangle's leg."""
    # Digits differ in light and dark, not in hue.
    hues = _lab(small) * (0.15, 1.0, 1.0)
    corners = np.stack([_corner(hues, at) for at in range(4)], axis=1)  # (n, 4, y, x, 3)
    own = corners - corners.mean(axis=1, keepdims=True)
    total = (own**2).sum(axis=(0, 1, 4))
    y, x = np.mgrid[:_REACH, :_REACH]
    inside = (x + y < _MOST_LEG) & (x >= 1) & (y >= 1)
    seed = np.unravel_index(np.where(inside, cv2.blur(total, (3, 3)), 0).argmax(), total.shape)
    common = own[:, :, seed[0], seed[1]]
    mask = np.zeros(total.shape, bool)
    for _ in range(3):
        left = ((own - common[:, :, None, None]) ** 2).sum(axis=(0, 1, 4))
        alike = np.where(inside, 1 - left / np.maximum(total, 1e-9), 0.0)
        mask = alike > max(_OF_CORNER, _NEARLY_BEST * float(alike.max()))
        common = np.median(own[:, :, mask], axis=2)
    rows, columns = np.nonzero(mask)
    leg = int(np.clip(np.percentile(rows + columns, 97) + 2, _LEAST_LEG, _MOST_LEG))
    chosen = _apart([(int(c), int(r)) for r, c in zip(rows, columns, strict=True)], 10)
    return tuple(((c + 0.5) / _WIDE, (r + 0.5) / _WIDE) for c, r in chosen), leg / _WIDE


def _corner(small: Floats, at: int) -> Floats:
    flipped = small[:, :, ::-1] if at in (1, 2) else small
    flipped = flipped[:, ::-1] if at in (2, 3) else flipped
    return flipped[:, :_REACH, :_REACH]


def _apart(points: list[tuple[int, int]], count: int) -> list[tuple[int, int]]:
    """Some of the points, each as far from those before it as can be."""
    chosen = [points[len(points) // 2]]
    table = np.array(points, float)
    while len(chosen) < min(count, len(points)):
        far = np.min([np.linalg.norm(table - one, axis=1) for one in chosen], axis=0)
        chosen.append(points[int(far.argmax())])
    return chosen


def find_shades(cards: Pixels, photo: NDArray[np.intp], printed: Print) -> dict[str, str]:
    """Group the colours of all corners, and name the groups as a whole: one is black, the others follow their hues."""
    white = card_white(cards)
    usual = np.array([np.maximum(np.percentile(white[photo == one], 75, axis=0), _DARKEST) for one in photo])
    seen = np.clip(corner_colours(cards, printed) / usual[:, None], 0, 1.1).reshape(-1, 3)
    labels = _grouped(features(seen), len(_NAMES))
    centres = np.array([np.median(seen[labels == k], axis=0) for k in range(len(_NAMES))])
    order = name_shades(centres)
    found = {name: _hex(np.clip(centres[order[name]] * _LARGEST, 0, 1)) for name in _NAMES}
    return {name: found[name] for name in printed.shades}


def _grouped(points: Floats, count: int, attempts: int = 20) -> NDArray[np.intp]:
    cv2.setRNGSeed(7)
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 60, 1e-4)
    start = np.empty((len(points), 1), np.int32)
    _, labels, _ = cv2.kmeans(points.astype(np.float32), count, start, stop, attempts, cv2.KMEANS_PP_CENTERS)
    return np.asarray(labels.reshape(-1), np.intp)


def name_shades(shades: Floats) -> dict[str, int]:
    """Which of six shades is which colour: black has least colour and light, the others are nearest their hues."""
    lab = _lab(shades)
    hue, strong = np.degrees(np.arctan2(lab[:, 2], lab[:, 1])), np.hypot(lab[:, 1], lab[:, 2])
    off = np.array([[abs((one - _HUES[name] + 180) % 360 - 180) / 30 for one in hue] for name in _HUES])
    coloured = off + np.maximum(25 - strong, 0) / 8
    dark = strong / 12 + lab[:, 0] / 25
    best = min(
        itertools.permutations(range(len(_NAMES))),
        key=lambda p: dark[p[0]] + sum(coloured[at, one] for at, one in enumerate(p[1:])),
    )
    return dict(zip(("black", *_HUES), best, strict=True))


def find_ground(small: Floats, printed: Print) -> Ground:
    """Where cards show their own colour: places that name the same on each card, and vary between cards."""
    places = _places(printed)
    votes = named(_seen_at(small, places), printed.ground_palette)  # (places, n, 6)
    usual = votes.mean(axis=1)
    entropy = -(usual * np.log(usual + 1e-9)).sum(axis=1) / np.log(usual.shape[1])
    flat = votes.reshape(len(places), -1)
    agree = flat @ flat.T / votes.shape[1]
    telling = np.where(entropy > _TELLING, entropy * np.diag(agree), 0.0)
    worth = (np.where(agree > _ALIKE, agree, 0.0) * telling[None]).sum(axis=1) * telling
    if not worth.any():
        return Ground(GROUND, 0.0)
    alike = agree[int(worth.argmax())] > _ALIKE
    support = int(alike.sum())
    if support < _SOME:
        return Ground(GROUND, 0.0)
    common = votes[alike].mean(axis=0)
    right = (votes * common[None]).sum(axis=(1, 2)) / votes.shape[1]
    good = np.flatnonzero(right >= _AS_WELL * right.max())
    chosen = _apart([places[at] for at in good], 12)
    return Ground(tuple(sorted(((c + 0.5) / _WIDE, (r + 0.5) / _TALL) for c, r in chosen)), float(right.max()), support)


def ground_agreement(small: Floats, printed: Print) -> float:
    """How far the known places agree about the colour of each card; nothing where nearly all cards have the same."""
    places = [(min(int(x * _WIDE), _WIDE - 1), min(int(y * _TALL), _TALL - 1)) for x, y in printed.ground]
    votes = named(_seen_at(small, places), printed.ground_palette).mean(axis=0)  # (n, 6)
    usual = np.bincount(votes.argmax(axis=1), minlength=votes.shape[1]) / len(votes)
    entropy = -(usual * np.log(usual + 1e-9)).sum() / np.log(len(usual))
    return float(votes.max(axis=1).mean()) if entropy > _TELLING else 0.0


def find_tints(small: Floats, printed: Print) -> tuple[Ground, dict[str, str]]:
    """Where cards show their own colour in other shades than the corners': places where the cards fall into six groups.

    Each place that varies in hue groups the cards by itself; those that group them alike speak of the same thing.
    """
    places = _places(printed)
    seen = _seen_at(small, places)  # (n, places, 3)
    hues = _lab(seen)[..., 1:]
    strong = np.linalg.norm(hues - np.median(hues, axis=0), axis=2).mean(axis=0)
    likely = np.argsort(-strong)[:_LIKELY]
    votes = np.stack([_grouped_by_name(seen[:, at]) for at in likely])  # (places, n): which colour
    agree = (votes[:, None] == votes[None]).mean(axis=2)
    best = int(np.where(agree > _ALIKE, agree, 0.0).sum(axis=1).argmax())
    same = np.flatnonzero(agree[best] > _ALIKE)
    shares = np.stack([(votes[same] == at).mean(axis=0) for at in range(len(_NAMES))], axis=1)  # (n, 6)
    own = shares.argmax(axis=1)
    chosen = _apart([places[likely[at]] for at in same], 12)
    shown = np.median(_seen_at(small, chosen), axis=1)  # (n, 3)
    tints = {
        name: _hex(np.clip(np.median(shown[own == at], axis=0) * _LARGEST, 0, 1))
        for at, name in enumerate(_NAMES)
        if (own == at).any()
    }
    points = tuple(sorted(((c + 0.5) / _WIDE, (r + 0.5) / _TALL) for c, r in chosen))
    whole = len(tints) == len(_NAMES) and _dark(tints, "black")
    return Ground(points, float(shares.max(axis=1).mean()) if whole else 0.0), {
        name: tints[name] for name in printed.shades if name in tints
    }


def _dark(tints: Mapping[str, str], name: str) -> bool:
    """Whether two others are lighter: if not a tint is the paper, or glass, between what is printed in them."""
    light = {one: float(lightness(np.array([_bgr(shade)]))[0]) for one, shade in tints.items()}
    return sum(other > light[name] for other in light.values()) > 1


def _grouped_by_name(seen: Floats) -> NDArray[np.intp]:
    """Which of the six colours each of some samples is, judged by how they fall into groups."""
    labels = _grouped(features(seen), len(_NAMES), attempts=3)
    centres = np.array([np.median(seen[labels == k], axis=0) for k in range(len(_NAMES))])
    order = name_shades(centres)
    names = np.empty(len(_NAMES), np.intp)
    for at, name in enumerate(_NAMES):
        names[order[name]] = at
    return names[labels]


def _places(printed: Print) -> list[tuple[int, int]]:
    """Places all over a small card, clear of its corners: column and row."""
    rows, columns = np.mgrid[1:_TALL:2, 1:_WIDE:2]
    leg = printed.triangle * _WIDE + 2
    outside = np.minimum(rows, _TALL - rows) + np.minimum(columns, _WIDE - columns) > leg
    return [(int(c), int(r)) for r, c in zip(rows[outside], columns[outside], strict=True)]


def _seen_at(small: Floats, places: Sequence[tuple[int, int]]) -> Floats:
    soft = np.stack([cv2.blur(one, (2, 2)) for one in small])
    return np.asarray(soft[:, [r for _, r in places], [c for c, _ in places]])


def named(seen: Floats, palette: Floats) -> Floats:
    """How far each place of each card is each colour (places, n, 6); what is like none of them is hardly anything."""
    known = features(palette / _LARGEST)
    far = np.stack([np.linalg.norm(features(seen) - one, axis=2) for one in known], axis=2)
    share = np.exp(-0.5 * (far / 9.0) ** 2) + 1e-6
    share = share / (share.sum(axis=2, keepdims=True) + 0.05)
    return np.ascontiguousarray(share.transpose(1, 0, 2))


def features(shades: Floats) -> Floats:
    """Hue and saturation rather than brightness, which the light changes."""
    return np.asarray(_lab(shades) * (0.35, 1.0, 1.0))


def lightness(shades: Floats) -> Floats:
    """How light shades are, from 0 to 100."""
    return np.asarray(_lab(shades)[..., 0])


def _lab(shades: Floats) -> Floats:
    flat = np.clip(shades, 0, 1).astype(np.float32).reshape(1, -1, 3)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB)[0].astype(np.float64).reshape(shades.shape))


def _bgr(shade: str) -> list[float]:
    return [int(shade[at : at + 2], 16) / 255 for at in (5, 3, 1)]


def _hex(shade: Sequence[float] | Floats) -> str:
    blue, green, red = (round(float(v) * 255) for v in shade)
    return f"#{red:02x}{green:02x}{blue:02x}"


def teach_shades(cards: Pixels, photo: NDArray[np.intp], printed: Print) -> Print:
    """Return the print with its patches and shades as these cards show them."""
    patches, leg = find_patches(balanced(cards, photo))
    taught = replace(printed, patches=patches, triangle=leg)
    return replace(taught, shades=find_shades(cards, photo, taught))
