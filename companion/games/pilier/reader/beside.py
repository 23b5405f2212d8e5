"""Cards beside cards: what location missed or put askew, looked for where the well seen cards say that it lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from companion.games.pilier.reader.anywhere import FEW, anywhere
from companion.games.pilier.reader.eye import Eye, Map, Sight
from companion.games.pilier.rules import SIDE
from companion.vision.align import settle
from companion.vision.changes import Grid
from companion.vision.layout import views
from companion.vision.recognise import Lookalike, Sketch, recognise
from companion.vision.shapes import Location, Quad, overlap

Step = tuple[int, int]

_OUTLINE = 0.35  # how well the outline must fit before a place is looked at closely
_CLEAR = 0.6  # how well it fits a card, whatever is seen inside
_IN_SHADOW = 0.6  # of the likeness that a card has in the light
_IN_ROWS = 0.8  # of the well seen cards must lie in rows and columns
_OFF = 0.15  # of a card: further off they do not
_COVERED = 0.25  # of a quad: what shares more with a well seen card is the same card


def look_around(eye: Eye, sight: Sight, location: Location) -> Sight:
    """Return the sight with cards that location missed, and without what the cards beside it leave no room for."""
    outline = eye.printed.outline
    if outline is None:
        return sight
    sketch = Sketch.of(eye.image)
    good = [quad for quad, card in zip(sight.quads, eye.cards(sight.likeness), strict=True) if card]
    before = len(good)
    if before < FEW:
        good = anywhere(eye, sketch, sight.quads, location, outline)
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


def _grown(eye: Eye, sketch: Sketch, good: list[Quad], outline: Map, size: tuple[int, int]) -> list[Quad]:
    """Look beside cards for more of them, step by step over the table, if they lie in rows and columns."""
    laid = _steps(good, size) if good else {}
    if not laid:
        return good
    strays = [quad for quad in good if _free(quad, list(laid.values()))]
    for _ in range(2):  # what was looked for when few cards were known is looked for again
        tried = set(laid)
        while wanted := [step for step in _beside(laid) if step not in tried]:
            tried |= set(wanted)
            laid |= _found(eye, sketch, laid, wanted, outline, size)
    return [*laid.values(), *strays]


def _found(
    eye: Eye, sketch: Sketch, laid: Mapping[Step, Quad], wanted: Sequence[Step], outline: Map, size: tuple[int, int]
) -> dict[Step, Quad]:
    """Cards at steps beside those that are known."""
    grid = Grid.through(laid)
    places = {step: quad for step in wanted if _inside(quad := grid.quad(step), size)}
    either = [*places.values(), *(quad.turned(2) for quad in places.values())]
    seen = recognise(sketch, either, outline, upright=True)
    pairs = zip(places, seen[: len(places)], seen[len(places) :], strict=True)
    best = {step: max(ends, key=lambda place: place.likeness) for step, *ends in pairs}
    alike = {step: (place, places[step]) for step, place in best.items() if place.likeness > _OUTLINE}
    found: dict[Step, Quad] = {}
    for step, quad in _shown(eye, alike, outline) if alike else ():
        if _free(quad, [*laid.values(), *found.values()]):
            found[step] = _as_laid(quad, grid.quad(step))
    return found


def _shown(eye: Eye, alike: Mapping[Step, tuple[Lookalike, Quad]], outline: Map) -> list[tuple[Step, Quad]]:
    """Places beside cards that show a card, by its outline where that is seen well, else just there."""
    settled = settle(eye.image, [place.quad for place, _ in alike.values()], outline)
    cells = [cell for _, cell in alike.values()]
    there, here = eye.likeness(settled), eye.likeness(cells)
    likeness = np.maximum(there, here)
    # In deep shadow little is left of a card but its outline.
    clear = np.array([place.likeness > _CLEAR for place, _ in alike.values()])
    cards = eye.cards(np.where(clear, likeness / _IN_SHADOW, likeness))
    either = [quad if moved else cell for quad, cell, moved in zip(settled, cells, there >= here, strict=True)]
    return [(step, quad) for step, quad, card in zip(alike, either, cards, strict=True) if card]


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
