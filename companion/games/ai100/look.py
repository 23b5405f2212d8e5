"""A photo laid out: what was read on which cell, under the layout that makes most sense, judged against the deck."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.cards import CARD_IDS, COLOURS, NUMBERS, Connector, Face
from companion.games.ai100.deck import Deck, demo_deck
from companion.games.ai100.judge import UNKNOWN, Expected, Known, Witness, fit_of_cards, priors, weigh
from companion.games.ai100.reading import Guess, Hint, NoTableau, Reading, Seen
from companion.vision.align import settle, template_of
from companion.vision.faces import Marks, clarity, read_colours, read_marks, sharpness, warp_cards
from companion.vision.layout import CENTRE, Layout, layouts
from companion.vision.pictures import likeness, read_pictures
from companion.vision.printed import Print, read_print
from companion.vision.shapes import Location, Quad
from companion.vision.upright import Photo

Floats = NDArray[np.float64]

_CLEAR = 2.0  # the logarithm of the odds above which a card is clearly one of the deck
_UNLIKELY = float(np.log(1e-4))  # of a layout whose geometry alone would have ruled it out
_NAMED = 0.5  # below this confidence a card is seen but not named
_DOUBTFUL = 0.9995  # below this a card is aligned anew
_NOTHING = -3.0  # the logarithm of the odds that no card lies in a place where none was located
_MAYBE, _BARE = 5.0, 4.0
_DARK = 0.16  # brightness of the brightest things in view
_SMALL = 75  # pixels: the width of a card whose corner digits are nine pixels high
_BLURRED = 0.10
_SHOWN = 1e-3  # alternatives below this are not worth a line


def print_of(deck: Deck) -> Print:
    """Return the print of a deck; one that was never photographed is taken to look like the demo deck."""
    return read_print(deck.print or demo_deck().print)


@dataclass(frozen=True)
class Look:
    """A photo laid out: quads of cells, how they were read, and how sure the layout is."""

    photo: Photo
    deck: Deck
    cells: tuple[str, ...]
    quads: tuple[Quad, ...]
    marks: Marks
    cards: NDArray[np.uint8]  # warped flat
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
        cards = warp_cards(photo.image, quads)
        marks = read_marks(cards, print_of(deck))
        return cls(
            photo, deck, tuple(inside), quads, marks, cards, 1.0, np.array([cell in occupied for cell in inside], bool)
        )

    @classmethod
    def around(cls, photo: Photo, location: Location, deck: Deck, name: str, expected: Expected = UNKNOWN) -> Look:
        """Read what was located under every layout, and keep the layout that makes most sense."""
        tried: list[Layout] = []

        def remember(layout: Layout) -> float:
            tried.append(layout)
            return 0.0

        ranked = layouts(location, remember)
        if not ranked:
            raise NoTableau(_nothing_seen(photo), name)
        lens = _Lens(photo, deck, expected)
        # Geometry mostly knows which end is up: the other end is read only where this one makes little sense.
        tops = [layout for layout in tried if layout.rotation == ranked[0].rotation]
        lens.read(tops)
        if not lens.convinced(max(tops, key=lambda layout: lens.worth(layout, ranked))):
            lens.read(tried)
            tops = tried
        worth = np.array([lens.worth(layout, ranked) for layout in tops])
        best = tops[int(worth.argmax())]
        confidence = float(1 / np.exp(worth - worth.max()).sum())
        rows = [lens.rows[quad.corners] for quad in best.cells.values()]
        return cls(
            photo,
            deck,
            tuple(best.cells),
            tuple(best.cells.values()),
            lens.marks[rows],
            lens.cards[rows],
            confidence,
            np.ones(len(rows), bool),
        )._with_gaps(best, lens.printed)

    def _with_gaps(self, layout: Layout, printed: Print) -> Look:
        """Look also where the grid has room for a card that was not located."""
        height, width = self.photo.image.shape[:2]
        gaps = [
            (cell, layout.grid[cell])
            for cell in layout.empty
            if (layout.grid[cell].points >= 0).all() and (layout.grid[cell].points < (width, height)).all()
        ]
        if not gaps:
            return self
        cards = warp_cards(self.photo.image, [quad for _, quad in gaps])
        marks = read_marks(cards, printed)
        return replace(
            self,
            cells=self.cells + tuple(cell for cell, _ in gaps),
            quads=self.quads + tuple(quad for _, quad in gaps),
            marks=self.marks + marks,
            cards=np.concatenate([self.cards, cards]),
            located=np.concatenate([self.located, np.zeros(len(gaps), bool)]),
        )

    def confirms(self, lying: Mapping[str, str]) -> bool:
        """Whether most cells show the cards that are said to lie there; a hand or a standee may hide some."""
        rows = [self.cells.index(cell) for cell in lying if cell in self.cells]
        fit, _ = fit_of_cards(_witness(self.marks[rows]), Known.of(self.deck.faces))
        wanted = [CARD_IDS.index(lying[self.cells[row]]) for row in rows]
        return bool(len(rows)) and bool((fit[np.arange(len(rows)), wanted] > _CLEAR).mean() > 0.6)

    def judge(self, name: str, expected: Expected = UNKNOWN) -> Reading:
        """Weigh everything against the deck; what stays doubtful is looked at again, better aligned."""
        verdict = self._weigh(expected)
        doubtful = np.flatnonzero(verdict.maybe & (verdict.chances[:, :-1].max(axis=1) < _DOUBTFUL))
        if len(doubtful):
            again = self._settled(doubtful, verdict)
            verdict = again._weigh(expected)
        else:
            again = self
        verdict = _wary(verdict)
        rows = sorted(np.flatnonzero(verdict.there).tolist(), key=lambda row: again.cells[row])
        seen = {again.cells[row]: again._seen(row, verdict) for row in rows}
        empty = tuple(row + column for row in "ABC" for column in "12345" if row + column not in seen)
        return Reading(name, self.deck.name, seen, empty, tuple(again._hints(verdict)))

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
        cards = self.cards[there]
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
        known = Known.of(self.deck.faces)
        _, nothing = fit_of_cards(_witness(self.marks), known)
        located = self.located & ~self._bare(nothing)
        there, maybe = located | (nothing < _NOTHING), located | (nothing < _MAYBE)
        ground, corners = self._painted(there)
        pictures = read_pictures(self.deck.print.get("pictures", {}), CARD_IDS)
        witness = replace(
            _witness(self.marks),
            ground=ground,
            corner_colours=corners,
            picture=None if pictures is None else likeness(self.cards, pictures),
        )
        fit, _ = fit_of_cards(witness, known)
        prior = priors(self.cells, CENTRE, expected)
        chances = np.zeros((len(self.cells), len(CARD_IDS) + 1))
        chances[there] = weigh(fit[there], prior[there]) * self.confidence
        return Verdict(there, maybe, chances, witness)

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
            painted = read_colours(self.cards[there], print_of(self.deck))
            ground[there], corners[there] = painted.ground, painted.corners
        return ground, corners

    def _settled(self, doubtful: NDArray[np.intp], verdict: Verdict) -> Look:
        """Align doubtful cards to those that were read well, and keep what then fits the deck better."""
        well = verdict.there.copy()
        well[doubtful] = False
        if well.sum() < 0.3 * verdict.there.sum():
            # Without known faces nearly all is doubtful: then the cards whose digits stand out are the well-read ones.
            clear = clarity(self.marks)
            well = verdict.there & (clear >= np.median(clear[verdict.there]))
        template = template_of(self.cards[well])
        if template is None:
            return self
        quads = settle(self.photo.image, [self.quads[row] for row in doubtful], template)
        cards = warp_cards(self.photo.image, quads)
        marks = read_marks(cards, print_of(self.deck))
        known = Known.of(self.deck.faces)
        before, after = (
            fit_of_cards(_witness(one), known)[0].max(axis=1) + clarity(one) for one in (self.marks[doubtful], marks)
        )
        better = np.flatnonzero(after > before)
        rows, new = doubtful[better], list(self.quads)
        for at, row in zip(better, rows, strict=True):
            new[row] = quads[at]
        return replace(
            self,
            quads=tuple(new),
            cards=_replaced(self.cards, rows, cards[better]),
            marks=Marks(
                *(
                    _replaced(old, rows, fresh)
                    for old, fresh in zip(_parts(self.marks), _parts(marks[better]), strict=True)
                )
            ),
        )

    def _seen(self, row: int, verdict: Verdict) -> Seen:
        chance = verdict.chances[row]
        order = np.argsort(-chance[:-1])[:6]
        guesses = [Guess(CARD_IDS[at], float(chance[at])) for at in order if chance[at] >= _SHOWN]
        named = guesses[0] if guesses and guesses[0].confidence >= _NAMED else None
        face = (self.deck.faces.get(named.card) if named else None) or _face(verdict.witness, row)
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
    witness: Witness
    contradicted: int = 0  # cards whose printed id says another name than their face


def _wary(verdict: Verdict) -> Verdict:
    """Several cards of one photo whose printed ids contradict their faces: then the deck, not the photo, is wrong."""
    named = verdict.chances[:, :-1].argmax(axis=1)
    printed = verdict.witness.ids[:, :-1].argmax(axis=1)
    clear = verdict.witness.ids.max(axis=1) > np.log(0.9)
    against = verdict.there & clear & (printed == verdict.witness.ids.argmax(axis=1)) & (printed != named)
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


def _replaced(array: NDArray[Any], rows: NDArray[np.intp], values: NDArray[Any]) -> NDArray[Any]:
    new = array.copy()
    new[rows] = values
    return new


def _parts(marks: Marks) -> Sequence[Floats]:
    return marks.number, marks.corners, marks.ids


def _witness(marks: Marks) -> Witness:
    return Witness(marks.number, marks.corners, marks.ids)


def _face(witness: Witness, row: int) -> Face:
    """The face as it was read, field by field."""
    assert witness.ground is not None
    assert witness.corner_colours is not None
    return Face(
        COLOURS[int(witness.ground[row].argmax())],
        NUMBERS[int(witness.number[row, :5].argmax())],
        tuple(
            Connector(COLOURS[int(colour.argmax())], NUMBERS[int(digit[:5].argmax())])
            for colour, digit in zip(witness.corner_colours[row], witness.corners[row], strict=True)
        ),
    )


class _Lens:
    """Reads the located cards of a photo, each quad once, and tells how much sense a layout makes."""

    def __init__(self, photo: Photo, deck: Deck, expected: Expected) -> None:
        self.printed = print_of(deck)
        self.rows: dict[Any, int] = {}
        self.cards: NDArray[np.uint8] = np.empty(0, np.uint8)
        self.marks = Marks(*3 * [np.empty(0)])
        self._photo, self._known, self._expected = photo, Known.of(deck.faces), expected

    def read(self, choices: Sequence[Layout]) -> None:
        """Read all quads of some layouts that have not been read yet."""
        every = (quad for layout in choices for quad in (*layout.cells.values(), *layout.help, *layout.strays))
        quads = list({quad.corners: quad for quad in every if quad.corners not in self.rows}.values())
        cards = warp_cards(self._photo.image, quads)
        marks = read_marks(cards, self.printed)
        if self.rows:
            cards, marks = np.concatenate([self.cards, cards]), self.marks + marks
        self.cards, self.marks = cards, marks
        self.rows |= {quad.corners: row for row, quad in enumerate(quads, len(self.rows))}
        self._fit, self._nothing = fit_of_cards(_witness(marks), self._known)

    def _sense(self, layout: Layout) -> Floats:
        """For each cell the logarithm of the odds that one of the cards that may lie there does."""
        rows = [self.rows[quad.corners] for quad in layout.cells.values()]
        prior = priors(tuple(layout.cells), CENTRE, self._expected)
        return np.asarray(np.logaddexp.reduce(self._fit[rows] + prior, axis=1))

    def convinced(self, layout: Layout) -> bool:
        """Whether most of the cards are clearly cards, the right way up."""
        return bool((self._sense(layout) > _CLEAR).mean() > 0.7)

    def worth(self, layout: Layout, ranked: Sequence[Layout]) -> float:
        """The logarithm of a layout's odds: its geometry, and how well cards lie where cards should."""
        worth = next((float(np.log(one.confidence)) for one in ranked if one.grid == layout.grid), _UNLIKELY)
        beside = [self.rows[quad.corners] for quad in (*layout.help, *layout.strays)]
        return float(worth + self._sense(layout).sum() + self._nothing[beside].sum())
