"""The located cards of a photo read one by one, and the layout of them that makes most sense."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.deck import Deck, demo_deck
from companion.games.ai100.judge import Expected, Known, Witness, fit_of_cards, priors
from companion.vision.align import Map, read_outline, settle, template_of
from companion.vision.changes import Grid, Step, step_of
from companion.vision.faces import Marks, read_marks, warp_cards
from companion.vision.layout import CENTRE, Layout, layouts
from companion.vision.printed import Print, read_print
from companion.vision.shapes import LocatedCard, Location, Quad
from companion.vision.upright import Photo

Floats = NDArray[np.float64]

_CLEAR = 2.0  # the logarithm of the odds above which a card is clearly one of the deck, the right way up
_CARD = 6.0  # the same for being a card at all rather than nothing
_PERHAPS, _FIRM = -5.0, 10.0  # between them a card may be located loosely
_MOST = 0.7  # so many clear cards make a layout convincing
_UNLIKELY = float(np.log(1e-4))  # of a layout whose geometry alone would have ruled it out
_SPLITS = ((1, 2), (2, 1), (2, 2), (3, 1), (1, 3), (3, 2), (2, 3))
_LIKELY = 24  # so many located quads are read in all four turns
_LARGEST = 2  # so many of the largest quads are split where nothing looks like a card


def print_of(deck: Deck) -> Print:
    """Return the print of a deck; one that was never photographed is taken to look like the demo deck."""
    return read_print(deck.print or demo_deck().print)


def outline_of(deck: Deck, cards: NDArray[np.uint8]) -> Map | None:
    """Return what all cards of a deck have in common, or some well-read ones where the deck does not know."""
    known = read_outline(print_of(deck).outline)
    return template_of(cards) if known is None else known


def witness_of(marks: Marks) -> Witness:
    """Return what was read without colours."""
    return Witness(marks.number, marks.corners, marks.ids)


@dataclass(frozen=True)
class Choice:
    """A layout, how sure it is among the others, and how many of its cards are clearly cards."""

    layout: Layout
    confidence: float
    clear: int

    @property
    def convincing(self) -> bool:
        """Whether most of what was taken for cards are cards."""
        return self.clear > _MOST * len(self.layout.cells)


class Lens:
    """Reads quads of a photo, each once, and tells how much sense a layout of them makes."""

    def __init__(self, photo: Photo, deck: Deck, expected: Expected) -> None:
        self.printed = print_of(deck)
        self.rows: dict[Any, int] = {}
        self.cards: NDArray[np.uint8] = np.empty(0, np.uint8)
        self.marks = Marks(*3 * [np.empty(0)])
        self._photo, self._deck, self._known, self._expected = photo, deck, Known.of(deck.faces), expected

    def around(self, location: Location) -> Choice | None:
        """Return the layout that makes most sense, if need be of what looks like cards of this print."""
        best = self._choice(location)
        if best and best.convincing:
            return best
        for attempt in (self._steadied, self._turned, self._split):
            found = self._choice(attempt(location, best))
            if found and found.clear > (best.clear if best else 0):
                best = found
            if best and best.convincing:
                return best
        return best

    def _steadied(self, location: Location, best: Choice | None) -> Location:
        """The quads of a layout, aligned to what cards of this print have in common."""
        if best is None:
            return _located((), location.size)
        layout = best.layout
        return _located(self._steady((*layout.cells.values(), *layout.help, *layout.strays)), location.size)

    def _turned(self, location: Location, best: Choice | None) -> Location:
        """What is clearly a card in one of its four turns, and the cards beside it."""
        likely = sorted(location.cards, key=lambda card: -card.confidence)[:_LIKELY]
        return self._anchored((card.quad.turned(turn) for card in likely for turn in range(4)), location.size)

    def _split(self, location: Location, best: Choice | None) -> Location:
        """What is clearly a card among the parts of large quads, and the cards beside it."""
        return self._anchored(_parts(location), location.size)

    def _choice(self, location: Location) -> Choice | None:
        """Read what was located under every layout, and keep the layout that makes most sense."""
        tried: list[Layout] = []

        def remember(layout: Layout) -> float:
            tried.append(layout)
            return 0.0

        ranked = layouts(location, remember)
        if not ranked:
            return None
        # Geometry mostly knows which end is up: the other end is read only where this one makes little sense.
        tops = [layout for layout in tried if layout.rotation == ranked[0].rotation]
        self._read_layouts(tops)
        if not self._upright(max(tops, key=lambda layout: self._worth(layout, ranked))):
            self._read_layouts(tried)
            tops = tried
        worth = np.array([self._worth(layout, ranked) for layout in tops])
        best = tops[int(worth.argmax())]
        rows = [self.rows[quad.corners] for quad in best.cells.values()]
        clear = int((self._sense(best) - self._nothing[rows] > _CARD).sum())
        return Choice(best, float(1 / np.exp(worth - worth.max()).sum()), clear)

    def _anchored(self, quads: Iterable[Quad], size: tuple[int, int]) -> Location:
        """Return the quads that are clearly cards, and the cards beside them."""
        quads = list(quads)
        best: dict[frozenset[Any], tuple[float, Quad]] = {}
        steady = self._steady(quads)
        for quad, card, value in zip(quads, steady, self._cardlike(steady).tolist(), strict=True):
            same = frozenset(quad.corners)  # another turn of a quad is the same place
            if value > max(_CARD, best[same][0] if same in best else 0.0):
                best[same] = value, card
        found = self._choice(_located((quad for _, quad in best.values()), size))
        return self._grown(found.layout, size) if found else _located((), size)

    def _steady(self, quads: Sequence[Quad]) -> list[Quad]:
        """Align quads that may be loosely located cards; those that then look less like cards stay."""
        value = self._cardlike(quads)
        loose = np.flatnonzero((value > _PERHAPS) & (value < _FIRM)).tolist()
        template = outline_of(self._deck, self.cards[[self.rows[quads[at].corners] for at in loose]])
        if template is None:
            return list(quads)
        settled = settle(self._photo.image, [quads[at] for at in loose], template)
        better = dict(zip(loose, zip(settled, self._cardlike(settled).tolist(), strict=True), strict=True))
        return [better[at][0] if at in better and better[at][1] > value[at] else quad for at, quad in enumerate(quads)]

    def _grown(self, layout: Layout, size: tuple[int, int]) -> Location:
        """Look beside cards for more of them, step by step over the table."""
        cards = {step_of(cell): quad for cell, quad in layout.cells.items()}
        tried = set(cards)
        while True:
            grid = Grid.through(cards)
            beside = {step: grid.quad(step) for step in _beside(cards) - tried}
            tried |= set(beside)
            inside = {step: quad for step, quad in beside.items() if _inside(quad, size)}
            template = outline_of(self._deck, self.cards[[self.rows[quad.corners] for quad in cards.values()]])
            if not inside or template is None:
                return _located(cards.values(), size)
            quads = settle(self._photo.image, list(inside.values()), template)
            clear = self._cardlike(quads) > _CARD
            cards |= {step: quad for step, quad, good in zip(inside, quads, clear, strict=True) if good}

    def _cardlike(self, quads: Sequence[Quad]) -> Floats:
        """The logarithm of the odds that quads show cards rather than nothing."""
        if not quads:
            return np.empty(0)
        self.read(quads)
        rows = [self.rows[quad.corners] for quad in quads]
        card = np.logaddexp.reduce(self._fit[rows], axis=1) - np.log(self._fit.shape[1])
        return np.asarray(card - self._nothing[rows])

    def read(self, quads: Iterable[Quad]) -> None:
        """Read the quads that have not been read yet."""
        fresh = list({quad.corners: quad for quad in quads if quad.corners not in self.rows}.values())
        if not fresh:
            return
        cards = warp_cards(self._photo.image, fresh)
        marks = read_marks(cards, self.printed)
        if self.rows:
            cards, marks = np.concatenate([self.cards, cards]), self.marks + marks
        self.cards, self.marks = cards, marks
        self.rows |= {quad.corners: row for row, quad in enumerate(fresh, len(self.rows))}
        self._fit, self._nothing = fit_of_cards(witness_of(marks), self._known)

    def _read_layouts(self, choices: Sequence[Layout]) -> None:
        self.read(quad for layout in choices for quad in (*layout.cells.values(), *layout.help, *layout.strays))

    def _sense(self, layout: Layout) -> Floats:
        """For each cell the logarithm of the odds that one of the cards that may lie there does."""
        rows = [self.rows[quad.corners] for quad in layout.cells.values()]
        prior = priors(tuple(layout.cells), CENTRE, self._expected)
        return np.asarray(np.logaddexp.reduce(self._fit[rows] + prior, axis=1))

    def _upright(self, layout: Layout) -> bool:
        """Whether most of the cards are clearly known cards, the right way up."""
        return bool((self._sense(layout) > _CLEAR).mean() > _MOST)

    def _worth(self, layout: Layout, ranked: Sequence[Layout]) -> float:
        """The logarithm of a layout's odds: its geometry, and how well cards lie where cards should."""
        worth = next((float(np.log(one.confidence)) for one in ranked if one.grid == layout.grid), _UNLIKELY)
        beside = [self.rows[quad.corners] for quad in (*layout.help, *layout.strays)]
        return float(worth + self._sense(layout).sum() + self._nothing[beside].sum())


def _located(quads: Iterable[Quad], size: tuple[int, int]) -> Location:
    return Location(tuple(LocatedCard(quad, 1.0) for quad in quads), "contours", size)


def _inside(quad: Quad, size: tuple[int, int]) -> bool:
    return bool((quad.points >= 0).all() and (quad.points < size).all())


def _beside(cards: Iterable[Step]) -> set[Step]:
    return {(x + across, y + down) for x, y in cards for across, down in ((1, 0), (-1, 0), (0, 1), (0, -1))}


def _parts(location: Location) -> Iterator[Quad]:
    """Parts of the largest quads in all four turns: several cards side by side may have been taken for one."""
    largest = sorted((card.quad for card in location.cards), key=lambda quad: -quad.area)[:_LARGEST]
    for quad in largest:
        for across, down in _SPLITS:
            whole = np.array([[0, 0], [across, 0], [across, down], [0, down]], np.float32)
            to_photo = cv2.getPerspectiveTransform(whole, quad.points)
            for x in range(across):
                for y in range(down):
                    part = np.array([[[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]], np.float64)
                    corners = Quad.of(cv2.perspectiveTransform(part, to_photo)[0])
                    yield from (corners.turned(turn) for turn in range(4))
