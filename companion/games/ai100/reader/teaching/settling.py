"""Cards of a photo settled on the outline that cards of their print have in common."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.vision.align import KIND, Map, agreement, outline_at, settle
from companion.vision.changes import Grid, Step
from companion.vision.frame import edges_of_outline, framed
from companion.vision.recognise import Sketch, recognise
from companion.vision.seek import inside_photo
from companion.vision.shapes import Quad

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_WELL = 0.97  # of what is usual in the best photo: cards that agree so well with the template need no settling
POORLY = 0.85  # cards that agree so poorly are tried again
_FIRM = 4  # cards that are well placed say where their cells are
_ASTRAY = 0.6  # cards that agree so poorly lie elsewhere, as on a part of their neighbour


def outlines_of(image: Pixels, quads: Sequence[Quad]) -> NDArray[np.float32]:
    return np.stack([outline_at(image, quad) for quad in quads])


def turned_over(outline: Map) -> Map:
    return np.ascontiguousarray(outline[::-1, ::-1])


def in_common(views: Sequence[NDArray[np.float32]], template: Map | None) -> tuple[Map, float]:
    """The outline of the cards of photos, and how well it fits those of the best photo."""
    common = middle(np.concatenate(views)) if template is None else template
    # Photos of another kind alone say nothing about how well the others fit.
    return common, max((float(np.median(agreement(common, maps))) for maps in views), default=KIND)


def middle(maps: NDArray[np.float32]) -> Map:
    """The mean outline, cards counting the more the better they agree with it."""
    weights = np.maximum(agreement(maps.mean(axis=0), maps), 0.05) ** 2
    return np.asarray(np.average(maps, axis=0, weights=weights), np.float32)


def settled_each(
    image: Pixels, quads: list[Quad], template: Map, fit: Floats, usual: float, steps: Sequence[Step]
) -> list[Quad]:
    """Settle the cards that do not fit well; those that then still do not are sought around where they should lie."""
    best, found = fit.copy(), list(quads)
    tried: set[tuple[int, Quad]] = set()
    for well in (_WELL, _WELL, POORLY, POORLY):
        usual = max(usual, float(np.median(best)))  # cards that have been settled say how well the others may fit
        loose = np.flatnonzero(best < well * usual).tolist()
        starts = [found[at] for at in loose]
        if loose and well == POORLY:
            firm = [quad for quad, fits in zip(found, best, strict=True) if fits >= well * usual]
            shaped = [_shaped(quad, firm) for quad in starts]
            starts = [place.quad for place in recognise(Sketch.of(image), shaped, template, upright=True)]
        # From where a card was settled before it would only be settled there again.
        fresh = [one for one in zip(loose, starts, strict=True) if one not in tried]
        if not fresh:
            continue
        tried.update(fresh)
        settled = settle(image, [start for _, start in fresh], template)
        for (at, _), quad, now in zip(fresh, settled, agreement(template, outlines_of(image, settled)), strict=True):
            if now > best[at]:
                best[at], found[at] = now, quad
    return none_astray(image, found, template, best, steps, usual)


def none_astray(
    image: Pixels,
    quads: list[Quad],
    template: Map,
    fits: Floats,
    steps: Sequence[Step],
    usual: float = 0.0,
    whole: bool = False,
) -> list[Quad]:
    """The same, but cards that look nothing like the others are sought anew: each side by itself, and in their cells.

    `steps` are the cells, as columns and rows from one of them, `usual` how well cards of other photos fit.
    """
    astray = np.flatnonzero(fits < _ASTRAY * max(usual, float(np.median(fits)))).tolist()
    if not astray:
        return quads
    starts = framed(image, [quads[at] for at in astray], edges_of_outline(template), upright=True)
    firm = {step: quad for step, quad, fit in zip(steps, quads, fits, strict=True) if fit > POORLY * np.median(fits)}
    if len(firm) >= _FIRM:
        grid = Grid.through(firm)
        there = [grid.quad(steps[at]) for at in astray]
        starts += [place.quad for place in recognise(Sketch.of(image), there, template, upright=True)]
    tried = settle(image, starts, template, whole)
    found, best = list(quads), fits.copy()
    for at, quad, fit in zip(
        astray * (len(starts) // len(astray)), tried, agreement(template, outlines_of(image, tried)), strict=True
    ):
        if fit > best[at]:
            found[at], best[at] = quad, fit
    lost = best < _ASTRAY * np.median(fits)
    return _cells_aside(image, found, template, best, steps, whole) if lost.any() else found


def _cells_aside(
    image: Pixels, quads: list[Quad], template: Map, fits: Floats, steps: Sequence[Step], whole: bool
) -> list[Quad]:
    """The same, but if a column or row of cells shows no card and the one beyond the other side does, all lie aside."""
    least = POORLY * float(np.median(fits))
    firm = {step: quad for step, quad, fit in zip(steps, quads, fits, strict=True) if fit > least}
    if len(firm) < _FIRM:
        return quads
    grid = Grid.through(firm)
    for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        cells = [(column + right, row + down) for column, row in steps]
        fresh = [cell for cell in cells if cell not in firm]
        there = [grid.quad(cell) for cell in fresh]
        if not all(inside_photo(quad, image.shape[1::-1]) for quad in there):
            continue
        places = recognise(Sketch.of(image), there, template, upright=True)
        settled = settle(image, [place.quad for place in places], template, whole)
        if settled and float(agreement(template, outlines_of(image, settled)).min()) > least:
            every = firm | dict(zip(fresh, settled, strict=True))
            return [every[cell] for cell in cells]
    return quads


def _shaped(quad: Quad, firm: Sequence[Quad]) -> Quad:
    """A quad as large as the nearest card that was surely found, and turned as that one."""
    if not firm:
        return quad
    away = [np.subtract(quad.centre, other.centre) for other in firm]
    at = int(np.argmin([np.linalg.norm(step) for step in away]))
    return Quad.of(firm[at].points + away[at])
