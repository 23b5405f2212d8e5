"""From a photo to a tableau: located cards are read both ways up, and the deck decides what lies where.

The only module of this game that looks at pictures through `companion.vision`.
"""

from __future__ import annotations

import time
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
from companion.vision.changes import follow, moved, whole_grid
from companion.vision.faces import Marks, read_colours, read_marks, sharpness, warp_cards
from companion.vision.layout import CENTRE, Layout, layout_from_corners, layouts
from companion.vision.locate import locate
from companion.vision.pictures import likeness, read_pictures
from companion.vision.printed import Print, read_print
from companion.vision.shapes import Location, Quad
from companion.vision.upright import Photo, read_photo

Floats = NDArray[np.float64]

_UNLIKELY = np.log(1e-4)  # of a layout whose geometry alone would have ruled it out
_NAMED = 0.5  # below this confidence a card is seen but not named
_DOUBTFUL = 0.9995  # below this a card is aligned anew
_NOTHING = -3.0  # the logarithm of the odds that no card lies in a place where none was located
_MAYBE = 5.0
_DARK = 0.16  # brightness of the brightest things in view
_SMALL = 75  # pixels: the width of a card whose corner digits are nine pixels high
_BLURRED = 0.10
_HANDY = 4_000_000  # pixels are enough to see what one more card is
_SHOWN = 1e-3  # alternatives below this are not worth a line


def read_tableau(
    data: bytes,
    name: str = "photo",
    deck: Deck | None = None,
    *,
    corners: Any = None,
    expected: Expected = UNKNOWN,
) -> Reading:
    """Read a photo; `corners` are the tableau's four, shown by hand."""
    start = time.perf_counter()
    deck = deck or demo_deck()
    photo = read_photo(data, name)
    if corners is not None:
        inner = (np.asarray(corners, np.float64) + 0.5) / photo.scale - 0.5
        reading = Look.by_hand(photo, layout_from_corners(inner), deck).judge(name, expected)
    else:
        reading = read_located(photo, locate(photo.image), deck, name, expected)
    return replace(reading, milliseconds=round(1000 * (time.perf_counter() - start)))


def read_located(
    photo: Photo, location: Location, deck: Deck, name: str = "photo", expected: Expected = UNKNOWN
) -> Reading:
    """Read a photo whose cards have been located."""
    return Look.around(photo, location, deck, name, expected).judge(name, expected)


@dataclass(frozen=True)
class Change:
    """What a new photo shows beside the tableau known so far."""

    reading: Reading
    laid: tuple[str, ...]  # cells that got a card since
    doubted: tuple[str, ...]  # cells whose card no longer looks like the known one
    followed: bool  # whether the earlier photo was recognised; if not, everything was read afresh


def read_change(
    data: bytes,
    before: bytes,
    known: Reading,
    name: str = "photo",
    deck: Deck | None = None,
    expected: Expected = UNKNOWN,
) -> Change:
    """Read what was laid since an earlier photo: its cards are found again, and only free cells are read."""
    start = time.perf_counter()
    deck = deck or demo_deck()
    expected = replace(expected, lying={**known.tableau, **expected.lying})
    photo = read_photo(data, name, comfortable=_HANDY)
    look = _followed(photo, before, known, deck)
    reading = look.judge(name, expected) if look else None
    doubted = _doubted(reading, expected) if reading else ()
    followed = reading is not None and len(doubted) <= 0.3 * len(expected.lying)
    if reading is None or not followed:
        reading = read_tableau(data, name, deck, expected=expected)
        doubted = _doubted(reading, expected)
    laid = tuple(cell for cell in reading.cells if cell not in expected.lying)
    reading = replace(reading, milliseconds=round(1000 * (time.perf_counter() - start)))
    return Change(reading, laid, doubted, followed)


def _doubted(reading: Reading, expected: Expected) -> tuple[str, ...]:
    return tuple(
        cell for cell, card in expected.lying.items() if cell not in reading.cells or reading.cells[cell].card != card
    )


def _followed(photo: Photo, before: bytes, known: Reading, deck: Deck) -> Look | None:
    earlier = read_photo(before, known.photo, comfortable=_HANDY)
    way = follow(earlier.image, photo.image)
    if way is None:
        return None
    quads = {cell: Quad.of((np.array(seen.quad) + 0.5) / earlier.scale - 0.5) for cell, seen in known.cells.items()}
    there = moved(quads, way)
    if not there:
        return None
    return Look.of_cells(photo, whole_grid(there), tuple(there), deck)


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
        quads = tuple({quad.corners: quad for layout in tried for quad in _all_quads(layout)}.values())
        printed, known = print_of(deck), Known.of(deck.faces)
        cards = warp_cards(photo.image, quads)
        marks = read_marks(cards, printed)
        fit, nothing = fit_of_cards(_witness(marks), known)
        at = {quad.corners: row for row, quad in enumerate(quads)}
        worth = np.array([_worth(layout, ranked, fit, nothing, at, expected) for layout in tried])
        share = np.exp(worth - worth.max())
        best = tried[int(worth.argmax())]
        # The cards of a layout a whole card further along are other cells, but a wrong offset only renames them.
        confidence = float(share.max() / share.sum())
        rows = [at[quad.corners] for quad in best.cells.values()]
        return cls(
            photo, deck, tuple(best.cells), tuple(best.cells.values()), marks[rows], cards[rows], confidence,
            np.ones(len(rows), bool),
        )._with_gaps(best, printed)  # fmt: skip

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
            marks=Marks(*(np.concatenate(pair) for pair in zip(_parts(self.marks), _parts(marks), strict=True))),
            cards=np.concatenate([self.cards, cards]),
            located=np.concatenate([self.located, np.zeros(len(gaps), bool)]),
        )

    def judge(self, name: str, expected: Expected = UNKNOWN) -> Reading:
        """Weigh everything against the deck; what stays doubtful is looked at again, better aligned."""
        verdict = self._weigh(expected)
        doubtful = np.flatnonzero(verdict.maybe & (verdict.chances[:, :-1].max(axis=1) < _DOUBTFUL))
        if len(doubtful):
            again = self._settled(doubtful, verdict)
            verdict = again._weigh(expected)
        else:
            again = self
        rows = sorted(np.flatnonzero(verdict.there).tolist(), key=lambda row: again.cells[row])
        seen = {again.cells[row]: again._seen(row, verdict) for row in rows}
        empty = tuple(row + column for row in "ABC" for column in "12345" if row + column not in seen)
        return Reading(name, self.deck.name, seen, empty, tuple(again._hints(verdict)))

    def _hints(self, verdict: Verdict) -> Iterator[Hint]:
        """What would make a better photo; nothing where every card was read well."""
        there = np.flatnonzero(verdict.there)
        poor = verdict.chances[there, :-1].max(axis=1) < _NAMED
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
        there, maybe = self.located | (nothing < _NOTHING), self.located | (nothing < _MAYBE)
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
        return Verdict(there, maybe, chances, fit, witness)

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
        template = template_of(self.cards[well])
        if template is None:
            return self
        quads = settle(self.photo.image, [self.quads[row] for row in doubtful], template)
        cards = warp_cards(self.photo.image, quads)
        marks = read_marks(cards, print_of(self.deck))
        known = Known.of(self.deck.faces)
        before = fit_of_cards(_witness(self.marks[doubtful]), known)[0].max(axis=1)
        better = np.flatnonzero(fit_of_cards(_witness(marks), known)[0].max(axis=1) > before)
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
    fit: Floats
    witness: Witness


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


def _all_quads(layout: Layout) -> tuple[Quad, ...]:
    return (*layout.cells.values(), *layout.help, *layout.strays)


def _worth(
    layout: Layout, ranked: Sequence[Layout], fit: Floats, nothing: Floats, at: Mapping[Any, int], expected: Expected
) -> float:
    """The logarithm of a layout's odds: its geometry, and how well cards lie where cards should."""
    worth = next((np.log(one.confidence) for one in ranked if one.grid == layout.grid), _UNLIKELY)
    rows = [at[quad.corners] for quad in layout.cells.values()]
    prior = priors(tuple(layout.cells), CENTRE, expected)
    worth += float(np.logaddexp.reduce(fit[rows] + prior, axis=1).sum())
    return float(worth + sum(float(nothing[at[quad.corners]]) for quad in (*layout.help, *layout.strays)))
