"""The located cards of a photo read one by one, and the layout of them that makes most sense."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.reader.cells import CENTRE, TABLEAU
from companion.games.ai100.reader.evidence import Box, Evidence
from companion.games.ai100.reader.weigh import Expected, priors
from companion.vision.align import Map, agreement, move_together, outline_at, read_outline, settle
from companion.vision.changes import Grid
from companion.vision.layout import Layout, layouts
from companion.vision.recognise import Lookalike, Sketch, distinct, recognise, scan
from companion.vision.scan import scan_sizes
from companion.vision.seek import ALIKE, beside, inside_photo, may_be_cards
from companion.vision.shapes import LocatedCard, Location, Quad
from companion.vision.upright import Photo

Floats = NDArray[np.float64]

_CLEAR = 2.0  # the logarithm of the odds above which a card is clearly one of the deck, the right way up
_CARD = 6.0  # the same for being a card at all rather than nothing
_PERHAPS, _FIRM = -5.0, 10.0  # between them a card may be located loosely
_MOST = 0.7  # so many clear cards make a layout convincing
_UNLIKELY = float(np.log(1e-4))  # of a layout whose geometry alone would have ruled it out
_TOGETHER = 0.85  # how well the mean outline of cards agrees with that of the print where each is located well
_NEVER = 1e-5  # an AI card beside the centre, or another one in it: only if it was misread
_BESIDE = 1.0  # as `_CARD`, for the card in the centre and for one in its place beside others
_NEAR = 0.22  # of a card's width: so far from the place that others show a card may lie
_HARDLY = 0.2  # so little a card under a standee or a lamp may look like the outline beside clear ones
_SIZES_READ = 4  # sizes of cards whose likeliest places are read
_LIKELIEST, _LIKELY = 4, 10  # so many places that look most like cards are read, and if none is one, so many


@dataclass(frozen=True)
class Arrangement:
    """A layout, how sure it is among the others, and how many of its cards are clearly cards."""

    layout: Layout
    confidence: float
    clear: int

    @property
    def convincing(self) -> bool:
        """Whether most of what was taken for cards are cards."""
        return self.clear > _MOST * len(self.layout.cells)


class Arranger:
    """Reads quads of a photo, each once, and tells how much sense a layout of them makes."""

    def __init__(self, photo: Photo, box: Box, expected: Expected) -> None:
        self.rows: dict[Any, int] = {}
        self._evidence: Evidence | None = None
        self._photo, self._box, self._expected = photo, box, expected

    @property
    def evidence(self) -> Evidence:
        """All that has been read so far, in the order of `rows`."""
        assert self._evidence is not None
        return self._evidence

    def seen(self, quads: Iterable[Quad]) -> Evidence:
        """Return what quads show."""
        quads = list(quads)
        self.read(quads)
        return self.evidence[[self.rows[quad.corners] for quad in quads]]

    @property
    def _cards(self) -> tuple[NDArray[np.uint8], ...]:
        return () if self._evidence is None else self._evidence.cards

    @cached_property
    def _sketch(self) -> Sketch:
        return Sketch.of(self._photo.image)

    def around(self, location: Location) -> Arrangement | None:
        """Return the layout that makes most sense, if need be of what looks like cards of this print."""
        attempts = [self._steadied, self._recognised, self._scanned, self._scanned_in_all_sizes]
        if self._box.album:
            location = self._moved(location)
        else:
            attempts.insert(0, self._moved)
        best = self._choice(location)
        if best and best.convincing:
            # What belongs to no cell may be a card that was located askew: aligned it may find its cell.
            best = self._better(best, self._steadied(location, best)) if best.layout.strays else best
            return self._with_centre(best, location) if best else best
        # Who does not know the print cannot tell its cards from the table: then location knows best.
        if best and self._box.album and not self._box.learned:
            return best
        for attempt in attempts:
            best = self._better(best, attempt(location, best))
            if best and best.convincing:
                return self._with_centre(best, location)
        return best

    def _with_centre(self, best: Arrangement, location: Location) -> Arrangement:
        """A convincing layout, its AI card looked for beside the others if it is not among them.

        Without it nobody knows which cells these are: it may be seen poorly, and others beside it.
        """
        template = read_outline(self._box.printed.outline) if self._box.album else None
        if template is None or CENTRE in best.layout.cells or self._expected.neutral:
            return best
        return self._better(best, self._grown(best.layout, template, location.size, _HARDLY)) or best

    def _better(self, best: Arrangement | None, location: Location) -> Arrangement | None:
        """What makes most sense of another location, if more of it are clearly cards; else what did before."""
        found = self._choice(location)
        return found if found and found.clear + 0.5 * found.convincing > (best.clear if best else 0) else best

    def _moved(self, location: Location, best: Arrangement | None = None) -> Location:
        """All cards moved alike to where the outline of the print fits: a sleeve's rim or a frame inside is no edge."""
        ranked = [best.layout] if best else layouts(location, TABLEAU)
        template = read_outline(self._box.printed.outline)
        if not ranked or template is None:
            return location
        layout = ranked[0]
        outline = np.mean([outline_at(self._photo.image, quad) for quad in layout.cells.values()], axis=0)
        ends = [np.asarray(outline, np.float32), np.ascontiguousarray(outline[::-1, ::-1], np.float32)]
        over = int(agreement(template, np.stack(ends)).argmax())
        quads = [quad.turned(2 * over) for quad in (*layout.cells.values(), *layout.help, *layout.strays)]
        quads, fit = move_together(quads, ends[over], template)
        if fit < _TOGETHER:
            places = recognise(self._sketch, quads, template, upright=True, counts=self._box.constancy)
            alike = [place.quad if place.likeness > ALIKE else quad for place, quad in zip(places, quads, strict=True)]
            quads = settle(self._photo.image, alike, template)
        return replace(_located(quads, location.size), others=location.others)

    def _steadied(self, location: Location, best: Arrangement | None) -> Location:
        """The quads of a layout, aligned to what cards of this print have in common."""
        if best is None:
            return _located((), location.size)
        layout = best.layout
        return _located(self._steady((*layout.cells.values(), *layout.help, *layout.strays)), location.size)

    def _recognised(self, location: Location, best: Arrangement | None) -> Location:
        """What looks like a card of this print among all that has four sides, and the cards beside it."""
        template = self._box.outline(self._cards)
        if template is None:
            return _located((), location.size)
        places = recognise(self._sketch, list(may_be_cards(location)), template, counts=self._box.constancy)
        return self._anchored(places, template, location.size)

    def _scanned(self, location: Location, best: Arrangement | None) -> Location:
        """What looks like a card anywhere on a table whose scale is known, be it from help cards alone."""
        template = self._box.outline(self._cards)
        if template is None or best is None:
            return _located((), location.size)
        grid = Grid.through({TABLEAU.step(cell): quad for cell, quad in best.layout.cells.items()})
        places = scan(self._sketch, grid.to_photo, template, self._box.constancy)
        return self._anchored(places, template, location.size)

    def _scanned_in_all_sizes(self, location: Location, best: Arrangement | None) -> Location:
        """What looks like a card anywhere on a table of which location has taken signs or bands for cards."""
        template = read_outline(self._box.printed.outline) if self._box.album else None
        if template is None or not location.cards:
            return _located((), location.size)
        # Checks of a cloth may look like a part of all cards in one size: what is a card in any size is one.
        for places in scan_sizes(self._sketch, location, template, _LIKELY, self._box.constancy)[:_SIZES_READ]:
            if (found := self._anchored(places, template, location.size)).cards:
                return found
        return _located((), location.size)

    def _choice(self, location: Location) -> Arrangement | None:
        """Read what was located under every layout, and keep the layout that makes most sense."""
        tried: list[Layout] = []

        def remember(layout: Layout) -> float:
            tried.append(layout)
            return 0.0

        ranked = layouts(location, TABLEAU, remember)
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
        # The standee hides most of the card in the centre.
        needed = np.array([_BESIDE if cell == CENTRE and len(rows) > 1 else _CARD for cell in best.cells])
        clear = int((self._sense(best) - self.evidence.nothing[rows] > needed).sum())
        # Cards laid out a column off are all in wrong cells, however clear they are.
        clear = 0 if self._off_centre(best) else clear
        return Arrangement(best, float(1 / np.exp(worth - worth.max()).sum()), clear)

    def _off_centre(self, layout: Layout) -> bool:
        """Whether a card that is clearly an AI card lies elsewhere than in the centre."""
        rows = [self.rows[quad.corners] for cell, quad in layout.cells.items() if cell != CENTRE]
        return bool((self.evidence.ai[rows] > _CARD).any())

    def _anchored(self, places: Sequence[Lookalike], template: Map, size: tuple[int, int]) -> Location:
        """Return what is clearly a card among places that look like one, and the cards beside it."""
        likely = [place.quad for place in distinct(places, _LIKELY)]
        clear = self._clear(likely[:_LIKELIEST], template) or self._clear(likely[_LIKELIEST:], template)
        found = self._choice(_located(clear, size))
        return self._grown(found.layout, template, size) if found else _located((), size)

    def _clear(self, places: Sequence[Quad], template: Map) -> list[Quad]:
        """What is clearly a card among places, whichever end is up."""
        quads = settle(self._photo.image, places, template)
        ends = [quads, [quad.turned(2) for quad in quads]]
        self.read(quad for turned in ends for quad in turned)
        odds = np.stack([self._cardlike(turned) for turned in ends])
        up = odds.argmax(axis=0)
        return [ends[up[at]][at] for at in range(len(quads)) if odds[up[at], at] > _CARD]

    def _steady(self, quads: Sequence[Quad]) -> list[Quad]:
        """Align quads that may be loosely located cards; those that then look less like cards stay."""
        value = self._cardlike(quads)
        loose = np.flatnonzero(value < _FIRM).tolist()
        template = self._box.outline(self.seen(quads[at] for at in loose).cards) if loose else None
        if template is None:
            return list(quads)
        # What shows nothing of a card may be its frame alone: the outline says where the card is.
        starts_of = [quads[at] for at in loose]
        places = recognise(self._sketch, starts_of, template, upright=True, counts=self._box.constancy)
        starts = {
            at: quads[at] if value[at] > _PERHAPS else place.quad
            for at, place in zip(loose, places, strict=True)
            if value[at] > _PERHAPS or place.likeness > ALIKE
        }
        settled = settle(self._photo.image, list(starts.values()), template)
        better = dict(zip(starts, zip(settled, self._cardlike(settled).tolist(), strict=True), strict=True))
        return [better[at][0] if at in better and better[at][1] > value[at] else quad for at, quad in enumerate(quads)]

    def _grown(self, layout: Layout, template: Map, size: tuple[int, int], least: float = ALIKE) -> Location:
        """Look beside cards for more of them, step by step over the table; what is less alike is not read."""
        cards = {TABLEAU.step(cell): quad for cell, quad in layout.cells.items()}
        tried = set(cards)
        while True:
            grid = Grid.through(cards)
            around = {step: grid.quad(step) for step in beside(cards) - tried}
            tried |= set(around)
            inside = {step: quad for step, quad in around.items() if inside_photo(quad, size)}
            counts = self._box.constancy
            seen = recognise(self._sketch, list(inside.values()), template, upright=True, counts=counts)
            alike = {step: place.quad for step, place in zip(inside, seen, strict=True) if place.likeness > least}
            if not alike:
                return _located(cards.values(), size)
            quads = settle(self._photo.image, list(alike.values()), template)
            odds = self._cardlike(quads)
            cards |= {
                step: quad
                for step, quad, value in zip(alike, quads, odds, strict=True)
                if value > (_BESIDE if _off(quad, inside[step]) < _NEAR else _CARD)
            }

    def _cardlike(self, quads: Sequence[Quad]) -> Floats:
        """The logarithm of the odds that quads show cards rather than nothing."""
        if not quads:
            return np.empty(0)
        self.read(quads)
        rows = [self.rows[quad.corners] for quad in quads]
        fit = self.evidence.fit[rows]
        card = np.logaddexp.reduce(fit, axis=1) - np.log(fit.shape[1])
        return np.asarray(card - self.evidence.nothing[rows])

    def read(self, quads: Iterable[Quad]) -> None:
        """Read the quads that have not been read yet."""
        fresh = list({quad.corners: quad for quad in quads if quad.corners not in self.rows}.values())
        if not fresh:
            return
        evidence = self._box.see(self._photo.image, fresh)
        self._evidence = evidence if self._evidence is None else self._evidence + evidence
        self.rows |= {quad.corners: row for row, quad in enumerate(fresh, len(self.rows))}

    def _read_layouts(self, choices: Sequence[Layout]) -> None:
        self.read(quad for layout in choices for quad in (*layout.cells.values(), *layout.help, *layout.strays))

    def _sense(self, layout: Layout) -> Floats:
        """For each cell the logarithm of the odds that one of the cards that may lie there does."""
        rows = [self.rows[quad.corners] for quad in layout.cells.values()]
        prior = priors(tuple(layout.cells), CENTRE, self._expected, _NEVER)
        return np.asarray(np.logaddexp.reduce(self.evidence.fit[rows] + prior, axis=1))

    def _upright(self, layout: Layout) -> bool:
        """Whether most of the cards are clearly known cards, the right way up."""
        return bool((self._sense(layout) > _CLEAR).mean() > _MOST)

    def _worth(self, layout: Layout, ranked: Sequence[Layout]) -> float:
        """The logarithm of a layout's odds: its geometry, and how well cards lie where cards should."""
        worth = next((float(np.log(one.confidence)) for one in ranked if one.grid == layout.grid), _UNLIKELY)
        beside = [self.rows[quad.corners] for quad in (*layout.help, *layout.strays)]
        worth += self._sense(layout).sum() + self.evidence.nothing[beside].sum()
        if (alike := self.evidence.likeness) is not None:
            # Both say how much likelier something is than a card of this print, which on its head is unlikely itself.
            cells = [self.rows[quad.corners] for quad in layout.cells.values()]
            worth += alike.card[[*cells, *beside]].sum()
        return float(worth)


def _located(quads: Iterable[Quad], size: tuple[int, int]) -> Location:
    return Location(tuple(LocatedCard(quad, 1.0) for quad in quads), "contours", size)


def _off(quad: Quad, place: Quad) -> float:
    """How far a quad is from a place, as a share of a card's width."""
    return float(np.abs(quad.points - place.points).max() / max(np.linalg.norm(place.points[1] - place.points[0]), 1.0))
