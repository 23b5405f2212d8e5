"""Cards beside cards: what location missed or put askew, looked for where the well seen cards say that it lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from companion.games.pilier.reader.eye import Eye, Map, Sight
from companion.games.pilier.rules import SIDE
from companion.vision.align import settle
from companion.vision.changes import Grid
from companion.vision.layout import views
from companion.vision.recognise import Sketch, distinct, recognise
from companion.vision.shapes import Location, Quad, overlap

Step = tuple[int, int]

_OUTLINE = 0.35  # how well the outline must fit before a place is looked at closely
_FEW = 3  # well seen cards that are too few to go by
_IN_ROWS = 0.8  # of the well seen cards must lie in rows and columns
_OFF = 0.15  # of a card: further off they do not
_COVERED = 0.25  # of a quad: what shares more with a well seen card is the same card
_PLACES = 12


def look_around(eye: Eye, sight: Sight, location: Location) -> Sight:
    """Return the sight with cards that location missed, and without what the cards beside it leave no room for."""
    outline = eye.printed.outline
    if outline is None:
        return sight
    sketch = Sketch.of(eye.image)
    good = [quad for quad, card in zip(sight.quads, eye.cards(sight.likeness), strict=True) if card]
    before = len(good)
    if before < _FEW:
        good = _anywhere(eye, sketch, [*sight.quads, *location.others], outline)
    good = _grown(eye, sketch, good, outline, location.size)
    if not good:
        return sight
    perhaps = zip(sight.quads, eye.cards(2 * sight.likeness), strict=True)
    rest = [quad for quad, card in perhaps if card and _free(quad, good)]
    if len(good) == before and len(rest) + before == len(sight.quads):
        return sight
    return eye.look([*good, *rest])


def _free(quad: Quad, others: Sequence[Quad]) -> bool:
    """Whether a quad shares little with others."""
    return sum(overlap(quad.points, other.points) for other in others) < _COVERED * quad.area


def _anywhere(eye: Eye, sketch: Sketch, quads: Sequence[Quad], outline: Map) -> list[Quad]:
    """What looks like a card of the print among all that has four sides, whichever end is up."""
    either = [*quads, *(quad.turned(2) for quad in quads)]
    likely = [place.quad for place in distinct(recognise(sketch, either, outline), _PLACES)]
    return _cards(eye, likely, outline)


def _cards(eye: Eye, places: Sequence[Quad], outline: Map) -> list[Quad]:
    """Those places that show a card once they are aligned."""
    if not places:
        return []
    settled = settle(eye.image, places, outline)
    return [quad for quad, card in zip(settled, eye.cards(eye.likeness(settled)), strict=True) if card]


def _grown(eye: Eye, sketch: Sketch, good: list[Quad], outline: Map, size: tuple[int, int]) -> list[Quad]:
    """Look beside cards for more of them, step by step over the table, if they lie in rows and columns."""
    laid = _steps(good, size) if good else {}
    if not laid:
        return good
    strays = [quad for quad in good if _free(quad, list(laid.values()))]
    tried = set(laid)
    while wanted := [step for step in _beside(laid) if step not in tried]:
        tried |= set(wanted)
        grid = Grid.through(laid)
        places = {step: quad for step in wanted if _inside(quad := grid.quad(step), size)}
        either = [*places.values(), *(quad.turned(2) for quad in places.values())]
        seen = recognise(sketch, either, outline, upright=True)
        pairs = zip(places, seen[: len(places)], seen[len(places) :], strict=True)
        best = {step: max(ends, key=lambda place: place.likeness) for step, *ends in pairs}
        alike = {step: place.quad for step, place in best.items() if place.likeness > _OUTLINE}
        if not alike:
            continue
        settled = settle(eye.image, list(alike.values()), outline)
        cards = eye.cards(eye.likeness(settled))
        for step, quad, card in zip(alike, settled, cards, strict=True):
            if card and _free(quad, list(laid.values())):
                laid[step] = _as_laid(quad, grid.quad(step))
    return [*laid.values(), *strays]


def _as_laid(quad: Quad, cell: Quad) -> Quad:
    """The quad from the corner on that is the first of its cell."""
    far = np.linalg.norm(quad.points - cell.points[0], axis=1)
    return quad.turned(int(far.argmin()))


def _steps(quads: Sequence[Quad], size: tuple[int, int]) -> dict[Step, Quad]:
    """Cards by column and row; none where they lie anyhow."""
    view = next(iter(views(np.stack([quad.points for quad in quads]), size)))
    off = np.abs(view.off).max(axis=1)
    if (off < _OFF).mean() < _IN_ROWS:
        return {}
    laid: dict[Step, Quad] = {}
    for at in np.argsort(off):
        x, y = view.steps[at].tolist()
        if off[at] < _OFF:
            laid.setdefault((x, y), view.quads[at])
    return laid


def _beside(laid: Mapping[Step, Quad]) -> Iterator[Step]:
    """Free steps beside cards, as far as the square has room for them."""
    low, high = np.min(list(laid), axis=0), np.max(list(laid), axis=0)
    for x, y in sorted({(x + dx, y + dy) for x, y in laid for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}):
        wide, tall = max(high[0], x) - min(low[0], x) + 1, max(high[1], y) - min(low[1], y) + 1
        if (x, y) not in laid and max(wide, tall) <= SIDE:
            yield x, y


def _inside(quad: Quad, size: tuple[int, int]) -> bool:
    return bool((quad.points >= 0).all() and (quad.points < size).all())
