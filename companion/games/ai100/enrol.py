"""Teach a deck from photos whose cards are known: places and shades of the print, faces, pictures."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Illegal, Place, Unreadable
from companion.core.reading import shown
from companion.core.sheet import Reason
from companion.games.ai100.board import CELLS
from companion.games.ai100.cards import CARD_IDS, COLOURS, CORNERS, NUMBERS, Connector, Face, full_id
from companion.games.ai100.cells import TAUGHT
from companion.games.ai100.deck import Deck
from companion.games.ai100.decks import Difference, merge
from companion.games.ai100.judge import distinct_colours
from companion.games.ai100.sight import print_of
from companion.vision.align import read_outline
from companion.vision.digits import IDS
from companion.vision.ends import upright
from companion.vision.faces import read_colours, read_marks
from companion.vision.gather import Flat, Shown, gather
from companion.vision.layout import Layout, layouts
from companion.vision.locate import locate
from companion.vision.pictures import add_pictures, write_picture
from companion.vision.printed import Print
from companion.vision.shapes import Quad
from companion.vision.teach import Lesson, learn_print, refine_print
from companion.vision.upright import read_photo

Floats = NDArray[np.float64]
Tableau = Mapping[str, str]

_DOUBT = 0.9  # a field read with less confidence is shown to the owner
_FEW = 12  # so many cards teach where a print puts things


@dataclass(frozen=True)
class Doubt:
    """A field of a face that was hard to read."""

    card: str
    field: str  # colour, number, or a corner
    confidence: float


@dataclass(frozen=True)
class Misnamed:
    """A card whose printed id looks like another than the one that was typed."""

    photo: str
    cell: str
    typed: str
    printed: str


class Lying(NamedTuple):
    """Where a card lies: its photo, and its corners as shares of it, clockwise from the card's own top left."""

    photo: str
    quad: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Enrolled:
    """What photos have taught."""

    deck: Deck
    added: tuple[str, ...]
    differences: tuple[Difference, ...]  # faces already known that look otherwise in the photos; they stay as they were
    doubts: tuple[Doubt, ...]
    misnamed: tuple[Misnamed, ...]
    places: Mapping[str, Lying] = dataclasses.field(default_factory=dict)  # by card: where it can be looked at


def read_ids_file(document: object) -> dict[str, dict[str, str]]:
    """Return the cards by photo and cell that an ids file names."""
    if not isinstance(document, dict):
        raise Unreadable(Reason("ai100:error.ids"), Place("ids"))
    return {str(name): dict(_cells(name, cells)) for name, cells in document.items()}


def _cells(name: str, cells: object) -> Iterator[tuple[str, str]]:
    if not isinstance(cells, dict) or not cells:
        raise Unreadable(Reason("ai100:error.ids_cells"), Place("ids", name))
    seen: dict[str, str] = {}
    for cell, word in cells.items():
        if cell not in CELLS:
            raise Unreadable(Reason("ai100:error.no_cell", (cell,)), Place("ids", name))
        card = full_id(word) if isinstance(word, str) else ""
        if card not in CARD_IDS:
            raise Unreadable(Reason("ai100:error.no_card_or_ai", (shown(word),)), Place("ids", name, cell))
        if card in seen:
            raise Illegal(Reason("ai100:error.ids_twice", (card, seen[card])), Place("ids", name, cell))
        seen[card] = cell
        yield cell, card


def enrol(photos: Mapping[str, bytes], ids: Mapping[str, Tableau], deck: Deck) -> Enrolled:
    """Return the deck with what the photos add to it; nothing that was known is overwritten."""
    for name in photos:
        if name not in ids:
            raise Unreadable(Reason("ai100:error.photo_unnamed", (", ".join(ids) or Reason("none"),)), Place(name))
    if not photos:
        raise Unreadable(Reason("ai100:error.no_photos"), Place("enrol"))
    before = print_of(deck)
    # A print that was never photographed is taken for that of the demo deck, but its cards look otherwise.
    template = read_outline(before.outline) if deck.print else None
    flats = gather([_shown(data, name, ids[name]) for name, data in photos.items()], template)
    found = upright(flats, before.id if deck.print else None)
    cards = [_cards(flat, end) for flat, end in zip(flats, found.ends, strict=True)]
    lesson = Lesson(
        np.concatenate(cards),
        np.repeat(np.arange(len(cards)), [len(part) for part in cards]),
        tuple(card for name in photos for card in ids[name].values()),
    )
    printed = _learned(lesson, replace(before, id=found.id), deck)
    taught = _Teacher(lesson, printed)
    places = [(name, cell) for name in photos for cell in ids[name]]
    pictures = add_pictures(deck.print.get("pictures", {}), taught.pictures())
    merged = merge(
        Deck(deck.name, deck.faces, {**deck.print, **printed.to_json(), "pictures": pictures}, deck.figures),
        Deck(deck.name, taught.faces()),
    )
    return Enrolled(
        merged.deck,
        merged.added,
        merged.differences,
        tuple(taught.doubts()),
        tuple(taught.misnamed(places)),
        dict(itertools.chain.from_iterable(map(_lying, flats, found.ends))),
    )


def _lying(flat: Flat, end: int) -> Iterator[tuple[str, Lying]]:
    """Yield where the cards of a photo lie in it."""
    tall, wide = flat.shown.image.shape[:2]
    for card, quad in zip(flat.shown.ids, flat.quads[end] or (), strict=True):
        shares = (quad.points + 0.5) / (wide, tall)
        yield card, Lying(flat.shown.name, tuple((float(x), float(y)) for x, y in shares))


def _learned(lesson: Lesson, before: Print, deck: Deck) -> Print:
    """The print as the cards show it; what earlier photos have taught is refined."""
    known = len(deck.print.get("pictures", {}))
    if len(lesson.ids) >= _FEW and len(lesson.ids) > known:
        return learn_print(lesson, before)
    return refine_print(lesson, before, known) if known >= _FEW else before


def _shown(data: bytes, name: str, cells: Tableau) -> Shown:
    """Return a photo with the ways in which the named cards may lie in it."""
    photo = read_photo(data, name)
    location = locate(photo.image)
    choices = layouts(location, TAUGHT, lambda layout: 3.0 * _shared(layout, cells))
    if not choices:
        raise Unreadable(Reason("vision:error.no_cards"), Place(name))
    best = max(_shared(layout, cells) for layout in choices)
    if best < 0.6 * len(cells):
        raise Unreadable(Reason("vision:error.other_number", (len(location.cards), len(cells))), Place(name))
    fitting = [layout for layout in choices if _shared(layout, cells) == best]
    first = fitting[0]
    other = next((layout for layout in fitting if (layout.rotation - first.rotation) % 4 == 2), None)
    return Shown(
        name, photo.image, tuple(cells.values()), (_quads(first, cells), _quads(other, cells) if other else None)
    )


def _cards(flat: Flat, end: int) -> NDArray[np.uint8]:
    cards = flat.cards[end]
    assert cards is not None
    return cards


def _shared(layout: Layout, cells: Tableau) -> int:
    return len(set(layout.cells) & set(cells)) - len(set(layout.cells) - set(cells))


def _quads(layout: Layout, cells: Tableau) -> tuple[Quad, ...]:
    return tuple(layout.cells.get(cell) or layout.grid[cell] for cell in cells)


class _Teacher:
    """Reads the faces of all cards with the print that was learned; a card seen twice is read from both."""

    def __init__(self, lesson: Lesson, printed: Print) -> None:
        self._lesson = lesson
        self._numbers, self._colours = np.empty((len(lesson.ids), 5, 5)), np.empty((len(lesson.ids), 5, len(COLOURS)))
        self._ids = np.empty((len(lesson.ids), len(IDS)))
        for photo in np.unique(lesson.photo):
            rows = np.flatnonzero(lesson.photo == photo)
            marks, painted = read_marks(lesson.cards[rows], printed), read_colours(lesson.cards[rows], printed)
            self._numbers[rows] = np.concatenate([marks.number[:, None], marks.corners], axis=1)[:, :, :5]
            self._colours[rows] = np.concatenate([painted.ground[:, None], painted.corners], axis=1)
            self._ids[rows] = marks.ids

    def _by_card(self) -> Iterator[tuple[str, Floats, Floats]]:
        """Each card with the probabilities of its five numbers and five colours, its own first."""
        for card in dict.fromkeys(self._lesson.ids):
            rows = [row for row, one in enumerate(self._lesson.ids) if one == card]
            yield card, _chances(self._numbers[rows]), _chances(self._colours[rows])

    def faces(self) -> dict[str, Face]:
        """Return what the cards show."""
        return {card: _face(numbers, colours) for card, numbers, colours in self._by_card()}

    def doubts(self) -> Iterator[Doubt]:
        """Yield what was hard to read."""
        for card, numbers, colours in self._by_card():
            for at in range(5):
                for field, chances in (("number", numbers[at]), ("colour", colours[at])):
                    if chances.max() < _DOUBT:
                        yield Doubt(card, f"{CORNERS[at - 1]} {field}" if at else field, float(chances.max()))

    def misnamed(self, places: list[tuple[str, str]]) -> Iterator[Misnamed]:
        """Yield cards whose id reads clearly otherwise."""
        for row, (name, cell) in enumerate(places):
            typed, read = self._lesson.ids[row], int(self._ids[row].argmax())
            if IDS[read] not in ("", typed) and self._ids[row, read] > np.log(0.9):
                yield Misnamed(name, cell, typed, IDS[read])

    def pictures(self) -> dict[str, list[str]]:
        """Return a small picture of each card, or several where it was seen more than once."""
        cards: dict[str, list[str]] = {}
        for card, flat in zip(self._lesson.ids, self._lesson.cards, strict=True):
            cards.setdefault(card, []).append(write_picture(flat))
        return cards


def _chances(logs: Floats) -> Floats:
    total = logs.sum(axis=0)
    return np.asarray(np.exp(total - np.logaddexp.reduce(total, axis=-1, keepdims=True)))


def _face(numbers: Floats, colours: Floats) -> Face:
    number = numbers.argmax(axis=1).tolist()
    colour = int(colours[0].argmax()), *distinct_colours(np.log(np.maximum(colours[1:], 1e-12)))
    return Face(
        COLOURS[colour[0]],
        NUMBERS[number[0]],
        tuple(Connector(COLOURS[colour[at]], NUMBERS[number[at]]) for at in range(1, 5)),
    )
