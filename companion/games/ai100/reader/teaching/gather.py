"""Cards of several photos brought to one frame: the same end up in all of them, borders and digits upon each other.

The cards of one photo have a mean outline; outlines of two photos of one print agree one way round only. Which of the
two common ways is upright is for others to tell: who knows the names of the cards can read them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.cards import AI_IDS
from companion.games.ai100.reader.cells import TAUGHT
from companion.games.ai100.reader.teaching.other_kind import like_the_most, other_kind
from companion.games.ai100.reader.teaching.settling import in_common, middle, outlines_of, settled_each, turned_over
from companion.vision.align import KIND, Map, agreement, constancy, move_together
from companion.vision.changes import Step
from companion.vision.flat import warp_cards
from companion.vision.frame import in_frame
from companion.vision.parallel import in_parallel, together
from companion.vision.shapes import Quad

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]
Cards = Sequence[Pixels]

_SOME = 30  # cards tell what all have in common
_OTHERWISE = 0.75  # of how well photos agree with what they have in common: one that agrees less looks otherwise


@dataclass(frozen=True)
class Shown:
    """A photo and the ways in which its named cards may lie: quads in the order of the names, each from its top left.

    The second way is the photo turned upside down; None where the layout of the cards rules a way out.
    """

    name: str
    image: Pixels
    cells: Mapping[str, str]
    ways: tuple[tuple[Quad, ...] | None, tuple[Quad, ...] | None]

    @property
    def ids(self) -> tuple[str, ...]:
        """The names of the cards."""
        return tuple(self.cells.values())

    @property
    def ai(self) -> bool:
        """Whether all of them are AI cards, which often look unlike the others."""
        return {*self.ids} <= {*AI_IDS}

    def steps(self, over: bool) -> list[Step]:
        """Their cells as columns and rows, seen from the other end of the table if the cards were turned `over`."""
        steps = [TAUGHT.step(cell) for cell in self.cells]
        return _from_other_end(steps) if over else steps

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
        return outlines_of(self.image, self.way(self.first))

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
        quads[at], views[at], turned[at] = some, outlines_of(photos[at].image, some), turned[at] ^ over
    cells = [photo.steps(over) for photo, over in zip(photos, turned, strict=True)]
    quads, otherwise = _aligned(photos, quads, views, cells, template)
    turned = [over ^ other for over, other in zip(turned, otherwise, strict=True)]

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
    photos: Sequence[Shown] = ()

    @classmethod
    def of(cls, photos: Sequence[Shown], template: Map | None = None) -> Common:
        """Look at photos of one print; most of them have been located well."""
        means = list(in_parallel(lambda one: one.mean_outline, photos))
        if template is None:
            over = same_end_up(means)
            ends = [mean[::-1, ::-1] if turn else mean for mean, turn in zip(means, over, strict=True)]
            template = middle(np.stack(ends))
        return cls(template, tuple(_either_end(template, mean) for mean in means), photos)

    @cached_property
    def constancy(self) -> Map | None:
        """How far each pixel of the outline is the same on all cards, judged by the better placed half of them.

        None where too few were seen.
        """
        every = []
        for photo in self.photos:
            mean = photo.mean_outline
            over = agreement(self.outline, np.stack([mean, turned_over(mean)])).argmax() > 0
            every.append(photo.outlines[:, ::-1, ::-1] if over else photo.outlines)
        if sum(map(len, every)) < _SOME:
            return None
        maps = np.concatenate(every)
        fits = agreement(self.outline, maps)
        return constancy(maps[fits >= np.median(fits)])

    def fit(self, photo: Shown) -> float:
        """How well the cards of a photo agree with it together, whichever end is up."""
        return _either_end(self.outline, photo.mean_outline)

    def shows(self, photo: Shown) -> bool:
        """Whether a photo shows cards of this print, perhaps all of them located a little off in the same way."""
        mean, quads = photo.mean_outline, photo.way(photo.first)
        if _either_end(self.outline, mean) >= self.least:
            return True
        return any(move_together(quads, end, self.outline)[1] >= self.least for end in (mean, turned_over(mean)))

    @property
    def least(self) -> float:
        """What photos that show cards of this print agree by, at least."""
        return max(KIND, _OTHERWISE * float(np.median(self.fits or (0.0,))))


def _either_end(template: Map, mean: Map) -> float:
    return float(agreement(template, np.stack([mean, turned_over(mean)])).max())


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
    found = {}
    for at, photo in enumerate(photos):
        if fits[at] >= _OTHERWISE * usual:
            continue
        framed_quads, over, fit = in_frame(photo.image, quads[at], clearest)
        if fit > max(KIND, _OTHERWISE * usual):
            found[at] = (framed_quads, over)
    return found


def _aligned(
    photos: Sequence[Shown],
    quads: list[list[Quad]],
    seen: list[NDArray[np.float32]],
    cells: Sequence[Sequence[Step]],
    template: Map | None,
) -> tuple[list[list[Quad]], list[bool]]:
    """Each photo moved as a whole to where its outline fits the clearest usual one, then each card that still does not.

    Cards of a photo that looks otherwise, such as one of AI cards alone, are aligned to each other. Also which photos
    were turned over for that: found askew, cards may seem to stand on their heads.
    """
    means = [np.asarray(maps.mean(axis=0), np.float32) for maps in seen]
    clearest = _clearest(means, [len(some) for some in quads]) if template is None else template
    moved, views = zip(*in_parallel(partial(_moved, clearest), photos, quads, seen), strict=True)
    fits = [float(agreement(clearest, maps.mean(axis=0)[None])[0]) for maps in views]
    least = max(KIND, _OTHERWISE * float(np.median(fits)))
    usual = [at for at, fit in enumerate(fits) if fit > least and not photos[at].ai]
    if not usual and template is None:  # AI cards that come first look like nothing else
        usual = list(range(len(photos)))
    common, best = in_common([views[at] for at in usual], template)

    over = [False] * len(photos)

    def settled(at: int) -> list[Quad]:
        image = photos[at].image
        found = settled_each(image, moved[at], common, agreement(common, views[at]), best, cells[at])
        fit = _usual_fit(common, image, found)
        if fit < _OTHERWISE * best and not photos[at].ai:
            ends = [quad.turned(2) for quad in moved[at]]
            fits_then = agreement(common, outlines_of(image, ends))
            other = settled_each(image, ends, common, fits_then, best, _from_other_end(cells[at]))
            over[at] = _usual_fit(common, image, other) > fit
            return other if over[at] else found
        return found

    def unusual() -> dict[int, list[Quad]]:
        found = {at: settled(at) for at in range(len(photos)) if at not in usual}
        # Cards that were all found askew look otherwise, too; once settled they do not.
        others = [at for at, some in found.items() if _agree(common, photos[at].image, some) < least]
        for at in found.keys() - others:
            steps = _from_other_end(cells[at]) if over[at] else cells[at]
            (found[at],) = like_the_most([photos[at].image], [found[at]], [steps])
        for at in others:
            over[at] = False  # they are placed anew from where they were located
        located = [moved[at] if fits[at] >= KIND else quads[at] for at in others]
        images = [photos[at].image for at in others]
        placed = other_kind(images, located, common, [cells[at] for at in others]) if others else []
        return found | dict(zip(others, placed, strict=True))

    found, other = together(lambda: dict(zip(usual, in_parallel(settled, usual), strict=True)), unusual)
    return [(found | other)[at] for at in range(len(photos))], over


def _from_other_end(steps: Sequence[Step]) -> list[Step]:
    return [(-column, -row) for column, row in steps]


def _usual_fit(common: Map, image: Pixels, quads: Sequence[Quad]) -> float:
    return float(np.median(agreement(common, outlines_of(image, quads))))


def _moved(
    clearest: Map, photo: Shown, some: list[Quad], maps: NDArray[np.float32]
) -> tuple[list[Quad], NDArray[np.float32]]:
    """The cards of a photo moved together to where they fit the clearest outline, and what they show there."""
    after = move_together(some, np.asarray(maps.mean(axis=0), np.float32), clearest)[0]
    return after, maps if after == some else outlines_of(photo.image, after)


def _agree(common: Map, image: Pixels, some: list[Quad]) -> float:
    return float(agreement(common, outlines_of(image, some).mean(axis=0)[None])[0])


def _clearest(outlines: Sequence[Map], cards: Sequence[int]) -> Map:
    """The clearest of outlines that agree with others: AI cards may be printed more clearly than the rest."""
    every = np.stack(outlines)
    alike = np.array([np.maximum(agreement(one, every), 0).sum() for one in outlines])
    clear = np.array([float((one**2).mean()) * count**0.25 for one, count in zip(outlines, cards, strict=True)])
    return outlines[int((alike * clear).argmax())]
