"""Find the cards in a photo: any cards on a table, no grid, no deck."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision import contours
from companion.vision.edges import EdgeMap, Fitted, fit, joined
from companion.vision.fill import fill
from companion.vision.grow import alike, grow, settle, widened
from companion.vision.hints import hints
from companion.vision.ink import inked
from companion.vision.kin import alikeness, strangers
from companion.vision.lattice import Lattice
from companion.vision.pairs import halved, parted, whole
from companion.vision.place import find_place, place
from companion.vision.quads import Group, apart, clear, distinct, hypotheses, most_convincing, quality, same_size
from companion.vision.refine import refine
from companion.vision.search import search
from companion.vision.shapes import Image, LocatedCard, Location, Points, Quad, areas, convex
from companion.vision.steps import around_print
from companion.vision.tablelook import Palette, TableLook, printed

WORK_PIXELS = 0.8e6  # proposals are made on a picture of about this size
HALVED, NEARLY = 3.6, 0.95  # times the pixels that a photo is halved from, and the scale from which it stays as it is
LEAST = 0.006  # of the picture: smaller quads are no cards of a tableau
# The shares below were chosen on the real photos and on generated ones, where they cost fewest cards and wrong quads.
IN_ROWS, ELSEWHERE = 0.66, 0.85  # how well a quad must be seen that continues rows and columns, and one that does not
GRID_PAIRS = 3  # neighbours that make rows and columns
OFF_GRID, ACROSS_GRID = 0.22, 0.2  # how far a card may lie off its row or column, in cards, and the sine of its turn
GUESSED, SURROUNDED = 0.43, 0.25  # of the usual strangeness, the least of a guess and of a quad between three others
SEEN_AS_WELL = 0.8  # of the score of cards that print tells of, as much as those seen by themselves need
KIN = 1.0  # cards of one print look alike: so much more is a size worth whose quads do
STRANGE = 1.2  # the least strangeness of cards that differ from the table at all


def locate(image: Image) -> Location:
    """Find all whole cards of a BGR photo."""
    height, width = image.shape[:2]
    work = shrunk(image)
    scale = np.array([work.shape[1] / width, work.shape[0] / height], np.float32)
    edges = EdgeMap.of(work)
    proposed = contours.proposals(work)
    proposed = proposed[printed(edges.lab, proposed)]
    fitted = distinct(fit(edges, proposed, 0.06, rough=True))
    cards = find(edges, fitted)
    large = areas(fitted.quads) > LEAST * work.shape[0] * work.shape[1]
    others = tuple(map(Quad.of, in_photo(fitted.quads[large & convex(fitted.quads)], scale)))
    if not len(cards):
        return Location((), "none", (width, height), hints(image, cards.quads), others)
    quads = refine(image, in_photo(cards.quads, scale))
    sure = quality(cards)
    order = reading_order(quads)
    found = tuple(LocatedCard(Quad.of(quads[i]), float(sure[i])) for i in order)
    return Location(found, "contours", (width, height), hints(image, quads), others)


def in_photo(quads: Points, scale: Points) -> Points:
    """Quads of the small picture in pixels of the photo."""
    return (quads + np.float32(0.5)) / scale - np.float32(0.5)


def shrunk(image: Image, pixels: float = WORK_PIXELS) -> Image:
    """The photo at about so many pixels: halved while it can be, which is several times faster than one odd step."""
    while image.shape[0] * image.shape[1] > HALVED * pixels:
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = cv2.resize(image[: 2 * half[1], : 2 * half[0]], half, interpolation=cv2.INTER_AREA)
    scale = (pixels / (image.shape[0] * image.shape[1])) ** 0.5
    return cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < NEARLY else image


def reading_order(quads: Points) -> list[int]:
    """Row by row from the top, each from the left; a row is what overlaps its first card by half a card in height."""
    spot = quads.mean(axis=1)
    left = list(np.argsort(spot[:, 1]))
    tall = float(np.median(quads[..., 1].max(axis=1) - quads[..., 1].min(axis=1)))
    order: list[int] = []
    while left:
        row = [i for i in left if spot[i, 1] < spot[left[0], 1] + tall / 2]
        order += sorted((int(i) for i in row), key=lambda i: float(spot[i, 0]))
        left = [i for i in left if i not in row]
    return order


def find(edges: EdgeMap, proposed: Fitted) -> Fitted:
    """Choose the cards among the proposals and look for more of the same size."""
    groups = hypotheses(proposed, edges.size)
    if not groups:
        return Fitted.none()
    wider = [widened(edges, group) for group in groups[:2]]
    groups = [halved(edges, group, proposed) or group for group in groups] + [group for group in wider if group]
    groups = [grow(edges, group) for group in groups]
    around = [cards for group in groups if (cards := around_print(edges, group))]
    # Cards that were seen by themselves are better placed than those that print tells of.
    seen = [[group for group in groups if same_size(cards, group)] for cards in around]
    groups += [
        cards
        for cards, others in zip(around, seen, strict=True)
        if all(other.score < SEEN_AS_WELL * cards.score for other in others)
    ]
    group = most_convincing(groups, lambda group: group.score * (1 + KIN * alikeness(edges.lab, group.fitted.quads)))
    group = whole(edges, group) or parted(edges, group) or group
    more = find_place(edges, search(edges.lab, group.plane, group.fitted.quads), 0.05)
    group = fill(edges, inked(edges, complete(edges, group, proposed, more)))
    group = replace(group, fitted=without_table(edges.lab, group))
    return agree(edges, group)


def agree(edges: EdgeMap, group: Group) -> Fitted:
    """Give all cards the size they have together, each where its own edges are."""
    for _ in range(2):
        group = settle(edges, group.fitted, group, strict=False)
    return place(edges, alike(group), 0.04)


def complete(edges: EdgeMap, group: Group, proposed: Fitted, searched: Fitted) -> Group:
    """Add to a group what agrees with it and overlaps none of it."""
    more = joined(proposed, searched.of(printed(edges.lab, searched.quads)))
    worth = quality(more) - 2 * group.plane.misfit(more.quads)
    order = np.argsort(-worth)
    order = order[(clear(group, more) & (worth > np.where(on_grid(group, more), IN_ROWS, ELSEWHERE)))[order]]
    everything = joined(group.fitted, more)
    ranked = np.concatenate([np.arange(len(group.fitted)), order + len(group.fitted)])
    return replace(group, fitted=everything.of(apart(everything.quads, ranked, 0.12)))


def on_grid(group: Group, more: Fitted) -> NDArray[np.bool_]:
    """Whether quads continue the rows and columns of the group, if it has any: then less needs to be seen of them."""
    lattice = Lattice.of(group.plane, group.fitted.quads)
    if lattice.pairs < GRID_PAIRS:
        return np.zeros(len(more), bool)
    near = np.abs(lattice.steps(more.quads)[1]).max(axis=1) < OFF_GRID
    return np.asarray(near & (lattice.across(more.quads) < ACROSS_GRID))


def without_table(lab: Image, group: Group) -> Fitted:
    """Leave out what looks like the bare table: an empty place between cards has edges too."""
    cards = group.fitted
    guessed = np.arange(len(cards)) >= group.seeds
    palette = Palette.of(lab, cards.quads)
    if palette and group.seeds:
        seeds, guesses = cards.quads[: group.seeds], cards.quads[group.seeds :]
        strays = palette.mistaken(seeds) & ~on_grid(group, cards.of(~guessed))
        empty = palette.bare(guesses, seeds) | (palette.mostly(guesses) & strangers(lab, guesses, seeds))
        bare = np.concatenate([strays, empty])
        cards, guessed = cards.of(~bare), guessed[~bare]
    table = TableLook.of(lab, group.plane, cards.quads)
    if table is None:
        return cards
    strange = table.strangeness(cards.quads)
    usual = float(np.percentile(strange if guessed.all() else strange[~guessed], 20))
    least = np.where(guessed, GUESSED, np.where(neighbours_of(cards.quads) > 2, SURROUNDED, 0.0)) * usual
    return cards.of((strange > least) | (usual < STRANGE))


def neighbours_of(quads: Points) -> NDArray[np.intp]:
    """On how many sides each quad has another one close by."""
    after = np.roll(quads, -1, axis=1)
    middle = quads.mean(axis=1, keepdims=True)
    beyond = (quads + after) / 2 * 1.3 - middle * 0.3
    edge = after - quads
    to = beyond[:, :, None, None] - quads[None, None]
    inside = (edge[None, None, ..., 0] * to[..., 1] - edge[None, None, ..., 1] * to[..., 0] > 0).all(axis=3)
    return np.asarray(inside.any(axis=2).sum(axis=1), np.intp)
