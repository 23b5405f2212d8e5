"""Cards of a print sought by the outline that they have in common, from whatever may be one of them.

Location knows no print: it takes halves for cards, bands for edges, several cards for one. Who knows what a print looks
like begins where its outline fits best and goes on from card to card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.align import Map
from companion.vision.changes import Grid, Step
from companion.vision.recognise import Sketch, distinct, recognise
from companion.vision.shapes import Location, Quad, sides

ALIKE = 0.4  # what agrees less with the outline of a card is none
_PERHAPS = 0.3  # enough beside others: all of them together must look like cards
_ANCHORS = 8  # so many places that look most like cards, each end up, are begun from
_FAR = 6  # cards from the first one, as far as is looked
_SPLITS = ((1, 2), (2, 1), (2, 2), (3, 1), (1, 3), (3, 2), (2, 3))
_SLIM = (1.1, 1.7)  # how many times as long as wide a card may look
_LARGEST = 2  # so many of the largest quads may be several cards side by side


def seek(
    image: NDArray[np.uint8], location: Location, template: Map, count: int, counts: Map | None = None
) -> list[Quad]:
    """Return the cards side by side, at most `count` of them, that look most like the template, whichever end is up."""
    sketch, starts = Sketch.of(image), list(may_be_cards(location))
    best: tuple[float, list[Quad]] = (0.0, [])
    for turn in (1, -1):
        outline = np.ascontiguousarray(template[::turn, ::turn])
        here = None if counts is None else np.ascontiguousarray(counts[::turn, ::turn])
        for anchor in distinct(recognise(sketch, starts, outline, counts=here), _ANCHORS):
            found = _grown(sketch, anchor.quad, outline, here, location.size)
            most = sorted(found.values(), key=lambda one: -one[1])[:count]
            best = max(best, (sum(value for _, value in most), [quad for quad, _ in most]), key=lambda one: one[0])
    return best[1]


def _grown(
    sketch: Sketch, first: Quad, outline: Map, counts: Map | None, size: tuple[int, int]
) -> dict[Step, tuple[Quad, float]]:
    """Cards beside each other from a first one on, and how much each looks like a card."""
    cards: dict[Step, tuple[Quad, float]] = {(0, 0): (first, 1.0)}
    tried = set(cards)
    while True:
        grid = Grid.through({step: quad for step, (quad, _) in cards.items()})
        steps = [step for step in beside(cards) - tried if max(map(abs, step)) <= _FAR]
        tried |= set(steps)
        inside = {step: quad for step in steps if inside_photo(quad := grid.quad(step), size)}
        seen = recognise(sketch, list(inside.values()), outline, upright=True, counts=counts)
        more = {step: place for step, place in zip(inside, seen, strict=True) if place.likeness > _PERHAPS}
        if not more:
            break
        cards |= {step: (place.quad, place.likeness) for step, place in more.items()}
    # The first one was known before its neighbours were: it is judged like them.
    cards.update({(0, 0): (first, recognise(sketch, [first], outline, upright=True, counts=counts)[0].likeness)})
    return cards


def may_be_cards(location: Location) -> Iterator[Quad]:
    """Everything with four sides that location saw, parts of the largest of it, and twice as large."""
    yield from (card.quad for card in location.cards)
    yield from location.others
    yield from _parts(location)
    yield from _doubles(location)


def beside(steps: Iterable[Step]) -> set[Step]:
    """The steps next to some."""
    return {(x + across, y + down) for x, y in steps for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1))}


def inside_photo(quad: Quad, size: tuple[int, int]) -> bool:
    """Whether a photo shows a quad whole."""
    return bool((quad.points >= 0).all() and (quad.points < size).all())


def _parts(location: Location) -> Iterator[Quad]:
    """Parts of the largest quads that have the shape of a card: several side by side may have been taken for one."""
    largest = sorted((card.quad for card in location.cards), key=lambda quad: -quad.area)[:_LARGEST]
    for quad in largest:
        for across, down in _SPLITS:
            parts = [(x / across, y / down) for x in range(across) for y in range(down)]
            yield from _shaped(quad, [(x, y, x + 1 / across, y + 1 / down) for x, y in parts])


def _doubles(location: Location) -> Iterator[Quad]:
    """Quads twice as large that have the shape of a card: half a card may have been taken for one."""
    for card in location.cards:
        yield from _shaped(card.quad, [(0, 0, 2, 1), (-1, 0, 1, 1), (0, 0, 1, 2), (0, -1, 1, 1)])


def _shaped(quad: Quad, boxes: Sequence[tuple[float, float, float, float]]) -> Iterator[Quad]:
    """Boxes given in shares of a quad, as far as they have the shape of a card."""
    to_photo = cv2.getPerspectiveTransform(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), quad.points)
    for left, top, right, bottom in boxes:
        box = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float64)
        corners = cv2.perspectiveTransform(box, to_photo)[0].astype(np.float32)
        wide, tall = sides(corners[None])[0].reshape(2, 2).sum(axis=0)
        if _SLIM[0] < max(wide, tall) / min(wide, tall) < _SLIM[1]:
            yield Quad.of(corners)
