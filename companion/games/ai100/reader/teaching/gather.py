"""Cards of several photos brought to one frame: the same end up in all of them, borders and digits upon each other.

The cards of one photo have a mean outline; outlines of two photos of one print agree one way round only. Which of the
two common ways is upright is for others to tell: who knows the names of the cards can read them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.align import KIND, Map, agreement, move_by_corners, move_together, outline_at, settle
from companion.vision.flat import warp_cards
from companion.vision.frame import edges_of_outline, frame_of
from companion.vision.parallel import in_parallel
from companion.vision.quads import apart
from companion.vision.recognise import Sketch, recognise
from companion.vision.shapes import Quad

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]
Cards = Sequence[Pixels]

_POORLY = 0.85  # cards that agree so poorly are tried again
_OTHERWISE = 0.75  # of how well photos agree with what they have in common: one that agrees less looks otherwise
_CORNERS_ALIKE = 0.5  # cards of another kind whose corners agree so well are moved to where they do
_CORNERS_PERHAPS, _MORE = 0.4, 1.1  # less will do where the cards then look so much more like each other
_ON_ANOTHER = 0.1  # of a card: so much of it may seem to lie on another, as none is placed exactly
_ROUNDS = 3  # of settling cards of another kind on each other
_WELL = 0.97  # of what is usual in the best photo: cards that agree so well with the template need no settling


@dataclass(frozen=True)
class Shown:
    """A photo and the ways in which its named cards may lie: quads in the order of the names, each from its top left.

    The second way is the photo turned upside down; None where the layout of the cards rules a way out.
    """

    name: str
    image: Pixels
    ids: tuple[str, ...]
    ways: tuple[tuple[Quad, ...] | None, tuple[Quad, ...] | None]

    @property
    def first(self) -> int:
        """The first of the ways that the layout allows."""
        return 0 if self.ways[0] is not None else 1

    def way(self, way: int) -> tuple[Quad, ...]:
        """The quads of a way that the layout allows."""
        quads = self.ways[way]
        assert quads is not None
        return quads

    @cached_property
    def outlines(self) -> NDArray[np.float32]:
        """The outlines of the cards as they lie in the first way."""
        return _outlines(self.image, self.way(self.first))

    @cached_property
    def mean_outline(self) -> Map:
        """What they have in common."""
        return np.asarray(self.outlines.mean(axis=0), np.float32)


@dataclass(frozen=True)
class Flat:
    """The cards of a photo in the common frame, for both ends up, in the order of their names.

    `cards[0]` and `cards[1]` show the same table; a way that the layout rules out is None.
    """

    shown: Shown
    cards: tuple[Cards | None, Cards | None]  # as the common frame has it, and turned upside down
    quads: tuple[tuple[Quad, ...] | None, tuple[Quad, ...] | None]


def gather(photos: Sequence[Shown], template: Map | None = None) -> list[Flat]:
    """Return the cards of all photos aligned to each other, one end up; which end that is stays open.

    Where the outline of the print is known, they are aligned to that and `cards[0]` is most likely upright.
    """
    ways = [photo.first for photo in photos]
    quads = [list(photo.way(way)) for photo, way in zip(photos, ways, strict=True)]
    views = list(in_parallel(lambda photo: photo.outlines, photos))
    means = [photo.mean_outline for photo in photos]
    turned = same_end_up(means if template is None else [template, *means])[-len(photos) :]
    views = [
        np.ascontiguousarray(maps[:, ::-1, ::-1]) if over else maps for maps, over in zip(views, turned, strict=True)
    ]
    quads = [[quad.turned(2) for quad in some] if over else some for some, over in zip(quads, turned, strict=True)]
    for at, (some, over) in _framed(photos, quads, views, template).items():
        quads[at], views[at], turned[at] = some, _outlines(photos[at].image, some), turned[at] ^ over
    quads = _aligned(photos, quads, views, template)

    def flat(photo: Shown, way: int, some: list[Quad], over: bool) -> Flat:
        here = _in_way(photo, way, way ^ over, some)
        there = _in_way(photo, way, way ^ over ^ 1, [quad.turned(2) for quad in some])
        return Flat(photo, _both_ends(photo.image, here, there), (here, there))

    return list(in_parallel(flat, photos, ways, quads, turned))


@dataclass(frozen=True)
class Common:
    """What the cards of photos have in common, and how well the cards of each photo agree with it together."""

    outline: Map
    fits: tuple[float, ...]

    @classmethod
    def of(cls, photos: Sequence[Shown], template: Map | None = None) -> Common:
        """Look at photos of one print; most of them have been located well."""
        means = list(in_parallel(lambda one: one.mean_outline, photos))
        if template is None:
            over = same_end_up(means)
            ends = [mean[::-1, ::-1] if turn else mean for mean, turn in zip(means, over, strict=True)]
            template = _middle(np.stack(ends))
        return cls(template, tuple(_either_end(template, mean) for mean in means))

    def fit(self, photo: Shown) -> float:
        """How well the cards of a photo agree with it together, whichever end is up."""
        return _either_end(self.outline, photo.mean_outline)

    def shows(self, photo: Shown) -> bool:
        """Whether a photo shows cards of this print, perhaps all of them located a little off in the same way."""
        mean, quads = photo.mean_outline, photo.way(photo.first)
        if _either_end(self.outline, mean) >= self.least:
            return True
        return any(move_together(quads, end, self.outline)[1] >= self.least for end in (mean, _over(mean)))

    @property
    def least(self) -> float:
        """What photos that show cards of this print agree by, at least."""
        return max(KIND, _OTHERWISE * float(np.median(self.fits or (0.0,))))


def _either_end(template: Map, mean: Map) -> float:
    return float(agreement(template, np.stack([mean, _over(mean)])).max())


def _over(outline: Map) -> Map:
    return np.ascontiguousarray(outline[::-1, ::-1])


def _both_ends(
    image: Pixels, here: tuple[Quad, ...] | None, there: tuple[Quad, ...] | None
) -> tuple[Cards | None, Cards | None]:
    """The cards flat, one way round and the other: the same cards, turned and in another order."""
    if here is None or there is None:
        cards = list(warp_cards(image, here or there or ()))
        return (cards, None) if there is None else (None, cards)
    cards = list(warp_cards(image, here))
    centres = np.array([quad.centre for quad in here])
    order = [int(np.linalg.norm(centres - quad.centre, axis=1).argmin()) for quad in there]
    return cards, [np.asarray(cv2.rotate(cards[at], cv2.ROTATE_180), np.uint8) for at in order]


def same_end_up(outlines: Sequence[Map]) -> list[bool]:
    """Which photos to turn over so that all mean outlines agree: the signs of the leading eigenvector say it."""
    soft = [cv2.GaussianBlur(outline, (0, 0), 1.5) for outline in outlines]
    rows = np.array([((one - one.mean()) / (np.linalg.norm(one - one.mean()) + 1e-9)).ravel() for one in soft])
    agree = rows @ rows.T - rows @ rows[:, ::-1].T
    np.fill_diagonal(agree, 0)
    if len(rows) < 2:
        return [False] * len(rows)
    signs = np.sign(np.linalg.eigh(agree)[1][:, -1])
    return [bool(sign != signs[0]) for sign in signs]


def _in_way(photo: Shown, way: int, wanted: int, quads: list[Quad]) -> tuple[Quad, ...] | None:
    """The settled quads of one way in the order of another."""
    if photo.ways[wanted] is None or wanted == way:
        return None if photo.ways[wanted] is None else tuple(quads)
    centres = np.array([quad.centre for quad in photo.way(way)])
    order = [int(np.linalg.norm(centres - quad.centre, axis=1).argmin()) for quad in photo.way(wanted)]
    return tuple(quads[at] for at in order)


def _outlines(image: Pixels, quads: Sequence[Quad]) -> NDArray[np.float32]:
    return np.stack([outline_at(image, quad) for quad in quads])


def _framed(
    photos: Sequence[Shown], quads: Sequence[list[Quad]], views: Sequence[NDArray[np.float32]], template: Map | None
) -> dict[int, tuple[list[Quad], bool]]:
    """Photos on which location took a part of the cards for all of them, put right, and whether they are turned over.

    The clearest photo says what cards look like; one that looks otherwise may show parts of them only.
    """
    means = [np.asarray(maps.mean(axis=0), np.float32) for maps in views]
    clearest = _clearest(means, [len(some) for some in quads]) if template is None else template
    fits = [float(agreement(clearest, mean[None])[0]) for mean in means]
    usual = float(np.median(fits))
    edges = edges_of_outline(clearest)
    found = {}
    for at, photo in enumerate(photos):
        if fits[at] >= _OTHERWISE * usual:
            continue
        ways = []
        for over in (False, True):
            some = [quad.turned(2) if over else quad for quad in quads[at]]
            frame = frame_of(photo.image, some, edges, upright=True)
            moved = [frame.of(quad) for quad in some]
            mean = _outlines(photo.image, moved).mean(axis=0)
            ways.append((float(agreement(clearest, mean[None])[0]), moved, over))
        fit, moved, over = max(ways, key=lambda way: way[0])
        if fit > max(KIND, _OTHERWISE * usual):
            found[at] = (moved, over)
    return found


def _aligned(
    photos: Sequence[Shown], quads: list[list[Quad]], seen: list[NDArray[np.float32]], template: Map | None
) -> list[list[Quad]]:
    """Each photo moved as a whole to where its outline fits the clearest usual one, then each card that still does not.

    Cards of a photo that looks otherwise, such as one of AI cards alone, are aligned to each other.
    """
    outlines = [np.asarray(maps.mean(axis=0), np.float32) for maps in seen]
    clearest = _clearest(outlines, [len(some) for some in quads]) if template is None else template
    moved = list(in_parallel(lambda some, outline: move_together(some, outline, clearest)[0], quads, outlines))
    views = [
        maps if after == before else _outlines(photo.image, after)
        for photo, before, after, maps in zip(photos, quads, moved, seen, strict=True)
    ]
    means = [float(agreement(clearest, maps.mean(axis=0)[None])[0]) for maps in views]
    least = max(KIND, _OTHERWISE * float(np.median(means)))
    usual = [at for at, mean in enumerate(means) if mean > least]
    common, best = _in_common([views[at] for at in usual], template)
    fits = [agreement(common, maps) for maps in views]
    found = list(in_parallel(lambda photo, some, fit: _each(photo.image, some, common, fit, best), photos, moved, fits))
    # Cards that were all found askew look otherwise, too; once settled they do not.
    others = [
        at
        for at, photo in enumerate(photos)
        if at not in usual and agreement(common, _outlines(photo.image, found[at]).mean(axis=0)[None])[0] < least
    ]
    if others:
        images = [photos[at].image for at in others]
        located = [moved[at] if means[at] >= KIND else quads[at] for at in others]
        for at, some in zip(others, _other_kind(images, located, common), strict=True):
            found[at] = some
    return found


def _clearest(outlines: Sequence[Map], cards: Sequence[int]) -> Map:
    """The clearest of outlines that agree with others: AI cards may be printed more clearly than the rest."""
    every = np.stack(outlines)
    alike = np.array([np.maximum(agreement(one, every), 0).sum() for one in outlines])
    clear = np.array([float((one**2).mean()) * count**0.25 for one, count in zip(outlines, cards, strict=True)])
    return outlines[int((alike * clear).argmax())]


@dataclass(frozen=True)
class _ByCorners:
    """Cards of a photo where their corners look like those of others, and how much; no end where they hardly do."""

    quads: list[Quad]
    agree: float = 0.0
    end: Map | None = None  # what the others have in common, the end up that fits

    def anew(self, image: Pixels, quads: list[Quad]) -> _ByCorners:
        """The same for cards that were settled since."""
        if self.end is None:
            return _ByCorners(quads)
        moved, agree = move_by_corners(image, quads, self.end)
        return _ByCorners(moved, agree, self.end)


def _other_kind(images: Sequence[Pixels], located: list[list[Quad]], common: Map) -> list[list[Quad]]:
    """Where cards lie that look unlike the rest: their corners mostly do not.

    Settled on each other they all may be off alike, so it is by their corners that they lie the better or not. Where
    even these have too little in common with those of the rest the cards are settled on each other alone.
    """
    best = [_by_corners(image, some, common) for image, some in zip(images, located, strict=True)]
    if all(one.end is None for one in best):
        return _settled_alone(images, located)
    for _ in range(_ROUNDS):
        settled = _settled_together(images, [one.quads for one in best])
        anew = [one.anew(image, quads) for one, image, quads in zip(best, images, settled, strict=True)]
        better = sum(one.agree for one in anew) > sum(one.agree for one in best)
        if not better or not all(side_by_side(one.quads) for one in anew):
            break
        best = anew
    return [one.quads for one in best]


def _settled_together(images: Sequence[Pixels], quads: list[list[Quad]]) -> list[list[Quad]]:
    shown = [_outlines(image, some) for image, some in zip(images, quads, strict=True)]
    own, best = _in_common(shown, None)
    return [
        _each(image, some, own, agreement(own, maps), best)
        for image, some, maps in zip(images, quads, shown, strict=True)
    ]


def _settled_alone(images: Sequence[Pixels], quads: list[list[Quad]]) -> list[list[Quad]]:
    for _ in range(_ROUNDS):
        own = _most_alike(np.concatenate([_outlines(image, some) for image, some in zip(images, quads, strict=True)]))
        quads = [settle(image, some, own, whole=True) for image, some in zip(images, quads, strict=True)]
    return quads


def _by_corners(image: Pixels, placed: list[Quad], common: Map) -> _ByCorners:
    """Cards moved to where their corners look like the others', or where it is not clear that they do, left alone.

    Found each in its own way they hardly look like each other; where they look more alike they lie better.
    """
    ways = [_ByCorners(placed, 0.0, end).anew(image, placed) for end in (common, _over(common))]
    likely = [one for one in ways if one.agree > _CORNERS_PERHAPS and side_by_side(one.quads)]
    if not likely:
        return _ByCorners(placed)
    clearest = max(likely, key=lambda one: one.agree)
    if clearest.agree > _CORNERS_ALIKE:
        return clearest
    alike, at = max((_alike(image, one.quads), at) for at, one in enumerate(likely))
    return likely[at] if alike > _MORE * _alike(image, placed) else _ByCorners(placed)


def _alike(image: Pixels, quads: Sequence[Quad]) -> float:
    """How much cards look like each other."""
    return _in_common([_outlines(image, quads)], None)[1]


def side_by_side(quads: Sequence[Quad]) -> bool:
    """Whether cards can lie so: none on another, as they do where the corner of a neighbour was taken for their own."""
    points = np.stack([quad.points for quad in quads])
    return len(apart(points, np.arange(len(quads)), _ON_ANOTHER)) == len(quads)


def _most_alike(maps: NDArray[np.float32]) -> Map:
    """The mean outline of those cards that are most alike: found askew, each in its own way, cards blur the mean."""
    rows = (maps - maps.mean(axis=(1, 2), keepdims=True)).reshape(len(maps), -1)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9
    alike, half = rows @ rows.T, len(maps) // 2 + 1
    most = np.sort(alike, axis=1)[:, -half:].sum(axis=1).argmax()
    return np.asarray(maps[np.argsort(-alike[most])[:half]].mean(axis=0), np.float32)


def _in_common(views: Sequence[NDArray[np.float32]], template: Map | None) -> tuple[Map, float]:
    """The outline of the cards of photos, and how well it fits those of the best photo."""
    common = _middle(np.concatenate(views)) if template is None else template
    # Photos of another kind alone say nothing about how well the others fit.
    return common, max((float(np.median(agreement(common, maps))) for maps in views), default=KIND)


def _middle(maps: NDArray[np.float32]) -> Map:
    """The mean outline, cards counting the more the better they agree with it."""
    weights = np.maximum(agreement(maps.mean(axis=0), maps), 0.05) ** 2
    return np.asarray(np.average(maps, axis=0, weights=weights), np.float32)


def _each(image: Pixels, quads: list[Quad], template: Map, fit: Floats, usual: float) -> list[Quad]:
    """Settle the cards that do not fit well; those that then still do not are sought around where they should lie."""
    best, found = fit.copy(), list(quads)
    tried: set[tuple[int, Quad]] = set()
    for well in (_WELL, _WELL, _POORLY, _POORLY):
        usual = max(usual, float(np.median(best)))  # cards that have been settled say how well the others may fit
        loose = np.flatnonzero(best < well * usual).tolist()
        starts = [found[at] for at in loose]
        if loose and well == _POORLY:
            firm = [quad for quad, fits in zip(found, best, strict=True) if fits >= well * usual]
            shaped = [_shaped(quad, firm) for quad in starts]
            starts = [place.quad for place in recognise(Sketch.of(image), shaped, template, upright=True)]
        # From where a card was settled before it would only be settled there again.
        fresh = [one for one in zip(loose, starts, strict=True) if one not in tried]
        if not fresh:
            continue
        tried.update(fresh)
        settled = settle(image, [start for _, start in fresh], template)
        for (at, _), quad, now in zip(fresh, settled, agreement(template, _outlines(image, settled)), strict=True):
            if now > best[at]:
                best[at], found[at] = now, quad
    return found


def _shaped(quad: Quad, firm: Sequence[Quad]) -> Quad:
    """A quad as large as the nearest card that was surely found, and turned as that one."""
    if not firm:
        return quad
    away = [np.subtract(quad.centre, other.centre) for other in firm]
    at = int(np.argmin([np.linalg.norm(step) for step in away]))
    return Quad.of(firm[at].points + away[at])
