"""A photo laid out: what was read on which cell, under the layout that makes most sense, judged against the deck."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.cards import CARD_IDS, COLOURS, NUMBERS, Connector, Face
from companion.games.ai100.cells import CENTRE, TABLEAU
from companion.games.ai100.deck import Deck
from companion.games.ai100.judge import (
    UNKNOWN,
    Expected,
    Witness,
    distinct_colours,
    hear,
    misplaced,
    priors,
    statements_of,
    weigh,
)
from companion.games.ai100.lens import Lens
from companion.games.ai100.reading import Guess, Hint, NoTableau, Reading, Seen
from companion.games.ai100.sight import Box, Sight
from companion.vision.align import settle
from companion.vision.changes import whole_grid
from companion.vision.faces import read_colours, sharpness
from companion.vision.layout import Layout
from companion.vision.recognise import Sketch, recognise
from companion.vision.shapes import Location, Quad
from companion.vision.upright import Photo

Floats = NDArray[np.float64]

_CLEAR = 2.0  # the logarithm of the odds above which a cell shows the card that is said to lie there
_NAMED = 0.5  # below this confidence a card is seen but not named
_DOUBTFUL = 0.9995  # below this a card is aligned anew
_NEARLY_ALL = 9.0  # of a fit of 14 where all fields were read: a card named by fewer may be loosely located
_MOVED = 0.04  # of a card's width: nearer places are not worth another look
_VISIBLE = -9.0  # of -14 where all fields stand out
_NOTHING = -3.0  # the logarithm of the odds that no card lies in a place where none was located
_ALIKE = 0.45  # places that agree less with the outline of a card are bare table
_MAYBE, _BARE = 5.0, 4.0
_DARK = 0.16  # brightness of the brightest things in view
_SMALL = 75  # pixels: the width of a card whose corner digits are nine pixels high
_BLURRED = 0.10
_UNLEARNED = 0.98  # of any confidence, where the print does not explain the photos that taught it: nothing is sure
_ELSEWHERE = 0.9  # the same where a card lies on a cell on which it cannot lie
_SHOWN = 1e-3  # alternatives below this are not worth a line


@dataclass(frozen=True)
class Look:
    """A photo laid out: quads of cells, how they were read, and how sure the layout is."""

    photo: Photo
    box: Box
    cells: tuple[str, ...]
    quads: tuple[Quad, ...]
    sight: Sight
    confidence: float  # of the layout
    located: NDArray[np.bool_]  # whether a card was found there, or only a place where one might lie

    @classmethod
    def by_hand(cls, photo: Photo, layout: Layout, deck: Deck) -> Look:
        """Look at all cells of a layout that a person has shown."""
        return cls.of_cells(photo, layout.grid, (), deck)

    @classmethod
    def of_cells(cls, photo: Photo, grid: Mapping[str, Quad], occupied: Collection[str], deck: Deck) -> Look:
        """Look at cells whose places are known, a card on some of them."""
        height, width = photo.image.shape[:2]
        inside = [
            cell
            for cell, quad in grid.items()
            if cell in occupied or ((quad.points >= -2).all() and (quad.points < (width + 2, height + 2)).all())
        ]
        quads = tuple(grid[cell] for cell in inside)
        box = Box(deck)
        sight = box.see(photo.image, quads, _centre(inside))
        return cls(photo, box, tuple(inside), quads, sight, 1.0, np.array([cell in occupied for cell in inside], bool))

    @classmethod
    def around(cls, photo: Photo, location: Location, deck: Deck, name: str, expected: Expected = UNKNOWN) -> Look:
        """Lay out what was located and read it."""
        box = Box(deck)
        lens = Lens(photo, box, expected)
        choice = lens.around(location)
        if choice is None:
            raise NoTableau(_nothing_seen(photo), name)
        cells = choice.layout.cells
        sight = lens.seen(cells.values())
        if box.printed.ai and CENTRE in cells:
            sight = sight.replaced([list(cells).index(CENTRE)], box.see(photo.image, [cells[CENTRE]], 0))
        found = cls(
            photo, box, tuple(cells), tuple(cells.values()), sight, choice.confidence, np.ones(len(cells), bool)
        )
        return found._with_gaps(choice.layout.grid)

    def _with_gaps(self, grid: Mapping[str, Quad]) -> Look:
        """Look also where the grid has room for a card that was not located."""
        size = self.photo.image.shape[1::-1]
        gaps = {
            cell: quad
            for cell, quad in grid.items()
            if cell not in self.cells and (quad.points >= 0).all() and (quad.points < size).all()
        }
        template = self.box.outline(self.sight.cards)
        if gaps and template is not None:
            seen = recognise(Sketch.of(self.photo.image), list(gaps.values()), template, upright=True)
            alike = {cell for cell, place in zip(gaps, seen, strict=True) if place.likeness > _ALIKE}
            gaps = {cell: quad for cell, quad in gaps.items() if cell in alike}
        if not gaps:
            return self
        return replace(
            self,
            cells=self.cells + tuple(gaps),
            quads=self.quads + tuple(gaps.values()),
            sight=self.sight + self.box.see(self.photo.image, list(gaps.values()), _centre(list(gaps))),
            located=np.concatenate([self.located, np.zeros(len(gaps), bool)]),
        )

    def confirms(self, lying: Mapping[str, str]) -> bool:
        """Whether most cells show the cards that are said to lie there; a hand or a standee may hide some."""
        rows = [self.cells.index(cell) for cell in lying if cell in self.cells]
        fit = self.sight[rows].fit
        wanted = [CARD_IDS.index(lying[self.cells[row]]) for row in rows]
        return bool(len(rows)) and bool((fit[np.arange(len(rows)), wanted] > _CLEAR).mean() > 0.6)

    def judge(self, name: str, expected: Expected = UNKNOWN) -> Reading:
        """Weigh everything against the deck; what stays doubtful is looked at again, better aligned."""
        again, verdict = self, self._weigh(expected)
        for improved in (Look._settled, Look._regridded):
            better = improved(again, verdict)
            if better is not again:
                again, verdict = better, better._weigh(expected)
        verdict = again._wary(verdict, expected)
        rows = sorted(np.flatnonzero(verdict.there).tolist(), key=lambda row: again.cells[row])
        seen = {again.cells[row]: again._seen(row, verdict) for row in rows}
        empty = tuple(row + column for row in "ABC" for column in "12345" if row + column not in seen)
        return Reading(name, self.box.deck.name, seen, empty, tuple(again._hints(verdict)))

    def _wary(self, verdict: Verdict, expected: Expected) -> Verdict:
        """Doubt what cannot be: a layout with a card where it cannot lie, ids that say other names, a wrong deck."""
        verdict = _contradicted(verdict)
        doubt = 1.0 if self.box.learned else _UNLEARNED
        # A neutral grid has no centre: any of its cards may lie there.
        if not expected.neutral and misplaced(verdict.chances, self.cells, CENTRE).any():
            doubt = min(doubt, _ELSEWHERE)
        return replace(verdict, chances=verdict.chances * doubt)

    def _hints(self, verdict: Verdict) -> Iterator[Hint]:
        """What would make a better photo; nothing where every card was read well."""
        there = np.flatnonzero(verdict.there)
        poor = verdict.chances[there, :-1].max(axis=1) < _NAMED
        if verdict.contradicted:
            yield Hint("ids", verdict.contradicted)
        if 1 < len(there) < 15:
            yield Hint("few", len(there))
        if poor.sum() < max(2, 0.25 * len(there)):
            return
        cards = self.sight.cards[there]
        wide = np.mean([np.linalg.norm(self.quads[row].points[1] - self.quads[row].points[0]) for row in there])
        if _brightness(cards) < _DARK:
            yield Hint("dark")
        elif wide < _SMALL:
            yield Hint("small", round(wide * self.photo.scale))
        elif sharpness(cards) < _BLURRED:
            yield Hint("blurred")
        elif verdict.witness.number[there, :5].max(axis=1).mean() > np.log(0.8):
            yield Hint("strange", int(poor.sum()))

    def _weigh(self, expected: Expected) -> Verdict:
        fit, nothing = self.sight.fit, self.sight.nothing
        located = self.located & ~self._bare(nothing)
        there, maybe = located | (nothing < _NOTHING), located | (nothing < _MAYBE)
        ground, corners = self._painted(there)
        witness = replace(self.sight.witness, ground=ground, corner_colours=corners)
        prior = priors(self.cells, CENTRE, expected)
        heard = hear(statements_of(witness, self.box.known)[there], prior[there], self.box.learned)
        chances = np.zeros((len(self.cells), len(CARD_IDS) + 1))
        chances[there] = weigh(heard.fit, prior[there]) * self.confidence
        return Verdict(there, maybe, chances, fit.max(axis=1), nothing, self.sight.well, witness)

    def _bare(self, nothing: Floats) -> NDArray[np.bool_]:
        """Places that were taken for cards but show nothing of one, while the other cards can be read well."""
        readable = self.located.any() and float(np.median(nothing[self.located])) < 0
        return (nothing > _BARE) & (np.array(self.cells) != CENTRE) if readable else np.zeros(len(nothing), bool)

    def _painted(self, there: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """The colours of the cards; where no card is, the table must not have a say in the colour of the lamp."""
        colours = len(COLOURS)
        ground = np.full((len(there), colours), -np.log(colours))
        corners = np.full((len(there), 4, colours), -np.log(colours))
        if there.any():
            painted = read_colours(self.sight.cards[there], self.box.printed)
            ground[there], corners[there] = painted.ground, painted.corners
        return ground, corners

    def _settled(self, verdict: Verdict) -> Look:
        """Align doubtful cards to those that were read well, and keep what then fits the deck better."""
        doubtful = np.flatnonzero(verdict.maybe & ~verdict.clear).tolist()
        if not doubtful:
            return self
        well = self._well(verdict)
        template = self.box.outline(self.sight.cards[well])
        if template is None or not well.any():
            return self
        starts = [(row, self.quads[row]) for row in doubtful]
        grid = self._grid(well)
        starts += [(row, grid[self.cells[row]]) for row in doubtful if self._off(row, grid) > _MOVED]
        return self._tried([row for row, _ in starts], settle(self.photo.image, [quad for _, quad in starts], template))

    def _regridded(self, verdict: Verdict) -> Look:
        """Look for cards again where the well-read ones say that cells are, if that is not where they were sought."""
        well = self._well(verdict)
        template = self.box.outline(self.sight.cards[well])
        if template is None or not well.any():
            return self
        grid = self._grid(well)
        there = {cell for cell, here in zip(self.cells, verdict.there, strict=True) if here}
        look = self._with_gaps(grid)
        rows = [row for row, cell in enumerate(look.cells) if cell not in there and look._off(row, grid) > _MOVED]
        rows += list(range(len(self.cells), len(look.cells)))
        if not rows:
            return self
        return look._tried(rows, settle(self.photo.image, [grid[look.cells[row]] for row in rows], template))

    def _well(self, verdict: Verdict) -> NDArray[np.bool_]:
        """The cards that were read well; where no face is known, those whose digits and id stand out."""
        return np.asarray(verdict.there & (verdict.clear | (verdict.nothing < _VISIBLE)))

    def _grid(self, well: NDArray[np.bool_]) -> dict[str, Quad]:
        """Where all cells lie, judged by the well-read cards."""
        return whole_grid({self.cells[row]: self.quads[row] for row in np.flatnonzero(well)}, TABLEAU)

    def _off(self, row: int, grid: Mapping[str, Quad]) -> float:
        """How far a quad is from its place on the grid, as a share of its width."""
        quad, place = self.quads[row].points, grid[self.cells[row]].points
        return float(np.abs(quad - place).max() / max(np.linalg.norm(place[1] - place[0]), 1.0))

    def _tried(self, rows: Sequence[int], quads: Sequence[Quad]) -> Look:
        """Read some cells at other places, and keep for each the place where it reads best."""
        centre = [at for at, row in enumerate(rows) if self.cells[row] == CENTRE]
        seen = self.box.see(self.photo.image, quads, centre[0] if len(centre) == 1 else None)
        before, after = self.sight.tidy, seen.tidy
        best: dict[int, int] = {}
        for at in np.argsort(after):
            if after[at] > before[rows[at]]:
                best[int(rows[at])] = int(at)
        if not best:
            return self
        moved = list(self.quads)
        for row, at in best.items():
            moved[row] = quads[at]
        return replace(self, quads=tuple(moved), sight=self.sight.replaced(list(best), seen[list(best.values())]))

    def _seen(self, row: int, verdict: Verdict) -> Seen:
        chance = verdict.chances[row]
        order = np.argsort(-chance[:-1])[:6]
        guesses = [Guess(CARD_IDS[at], float(chance[at])) for at in order if chance[at] >= _SHOWN]
        named = guesses[0] if guesses and guesses[0].confidence >= _NAMED else None
        face = (self.box.deck.faces.get(named.card) if named else None) or _face(verdict.witness, row)
        corners = tuple((float(x), float(y)) for x, y in self.photo.in_photo(self.quads[row].points.astype(np.float64)))
        return Seen(
            named.card if named else None,
            named.confidence if named else float(chance[order[0]]),
            corners,
            face,
            tuple(guesses[1:] if named else guesses)[:4],
        )


@dataclass(frozen=True)
class Verdict:
    """What the judge found: where a card is, the chances of each card, what they rest on."""

    there: NDArray[np.bool_]
    maybe: NDArray[np.bool_]  # something is there, perhaps only badly aligned
    chances: Floats  # (n, 133)
    fit: Floats  # (n,): how well number, digits and id fit the best card, log-ratio
    nothing: Floats  # (n,): how well they fit no card at all
    well: NDArray[np.bool_]  # (n,): which agree well with their picture
    witness: Witness
    contradicted: int = 0  # cards whose printed id says another name than their face

    @property
    def clear(self) -> NDArray[np.bool_]:
        """The cards that need no second look: named beyond doubt, and by nearly all their fields."""
        return np.asarray((self.chances[:, :-1].max(axis=1) >= _DOUBTFUL) & ((self.fit >= _NEARLY_ALL) | self.well))


def _contradicted(verdict: Verdict) -> Verdict:
    """Several cards of one photo are named otherwise than their printed ids say: the deck is wrong, not the photo."""
    named = verdict.chances[:, :-1].argmax(axis=1)
    printed = verdict.witness.ids[:, :-1].argmax(axis=1)
    clear = verdict.witness.ids.max(axis=1) > np.log(0.9)
    against = verdict.there & clear & (printed == verdict.witness.ids.argmax(axis=1)) & (printed != named)
    if verdict.witness.picture is not None:
        # Two against one: then the id is sought in the wrong place.
        against &= verdict.witness.picture.argmax(axis=1) != named
    if against.sum() < max(3, 0.25 * verdict.there.sum()):
        return verdict
    chances = np.where(against[:, None], verdict.chances * 0.6, verdict.chances)
    return replace(verdict, chances=chances, contradicted=int(against.sum()))


def _brightness(image: NDArray[np.uint8]) -> float:
    """How bright the brightest things are, 0 to 1."""
    return float(np.percentile(image[..., ::7, ::7, :], 97)) / 255


def _nothing_seen(photo: Photo) -> tuple[Hint, ...]:
    dark = (Hint("dark"),) if _brightness(photo.image) < _DARK else ()
    return (*dark, Hint("nothing"))


def _centre(cells: Sequence[str]) -> int | None:
    return cells.index(CENTRE) if CENTRE in cells else None


def _face(witness: Witness, row: int) -> Face:
    """The face as it was read, field by field; the four connectors of a card mostly differ in colour."""
    assert witness.ground is not None
    assert witness.corner_colours is not None
    colours = distinct_colours(witness.corner_colours[row])
    return Face(
        COLOURS[int(witness.ground[row].argmax())],
        NUMBERS[int(witness.number[row, :5].argmax())],
        tuple(
            Connector(COLOURS[colour], NUMBERS[int(digit[:5].argmax())])
            for colour, digit in zip(colours, witness.corners[row], strict=True)
        ),
    )
