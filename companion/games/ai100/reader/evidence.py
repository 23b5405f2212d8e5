"""What quads of a photo show, seen with a deck in mind: digits, printed id, picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.cards import AI_IDS, CARD_IDS, EVOLUTION_IDS
from companion.games.ai100.deck import Deck, demo_deck
from companion.games.ai100.reader.fields import Written, clarity, read_written
from companion.games.ai100.reader.printed import Print, read_print
from companion.games.ai100.reader.weigh import BELIEVED, DOUBTED, Known, Trust, Witness, nothing_there, statements_of
from companion.vision.align import Map, constancy, read_outline, template_of
from companion.vision.flat import warp_cards
from companion.vision.pictures import Album, Likeness, among, compare, read_album, read_pictures
from companion.vision.shapes import Quad

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

AI_ROWS = [at for at, card in enumerate(CARD_IDS) if card in AI_IDS]
_SELDOM = 0.05  # ids that teaching could not read at all are believed on so many cards
_SOME = 30  # cards tell what all have in common
_WELL = 6.0  # nats: what looks so much like a card of the print is located well


def was_learned(deck: Deck) -> bool:
    """Whether what was learned about the print of a deck explains the photos that taught it."""
    trusted = deck.print.get("trusted")
    return not isinstance(trusted, Mapping) or bool(trusted.get("learned", True))


def print_of(deck: Deck) -> Print:
    """Return the print of a deck; one that was never photographed is taken to look like the demo deck."""
    return read_print(deck.print or demo_deck().print)


@lru_cache(4)
def _constancy(texts: tuple[str, ...]) -> Map | None:
    outlines = [template_of([card]) for card in read_pictures(list(texts))]
    return constancy(np.stack([one for one in outlines if one is not None])) if outlines else None


@dataclass(frozen=True)
class Box:
    """A deck made ready to read photos with."""

    deck: Deck

    @cached_property
    def printed(self) -> Print:
        """Where things are printed."""
        return print_of(self.deck)

    @cached_property
    def known(self) -> Known:
        """The faces."""
        return Known.of({**self.deck.partly, **self.deck.faces})

    @cached_property
    def album(self) -> Album | None:
        """The pictures, if any card was ever photographed."""
        return read_album(self.deck.print.get("pictures"), CARD_IDS)

    @property
    def learned(self) -> bool:
        """Whether what was learned about the print explains the photos that taught it."""
        return was_learned(self.deck)

    @cached_property
    def trust(self) -> Trust:
        """How far faces and printed ids are believed: ids on the share of cards on which teaching could read them."""
        trusted = self.deck.print.get("trusted")
        ids = trusted.get("id", BELIEVED) if isinstance(trusted, Mapping) else BELIEVED
        return Trust(BELIEVED if self.learned else DOUBTED, float(np.clip(ids, _SELDOM, BELIEVED)))

    def outline(self, cards: Sequence[Pixels]) -> Map | None:
        """Return what all cards have in common, or some well-read ones where the deck does not know."""
        known = read_outline(self.printed.outline)
        return template_of(cards) if known is None else known

    @property
    def constancy(self) -> Map | None:
        """How far each pixel of the outline is the same on all cards, where enough of them were photographed."""
        pictures = self.deck.print.get("pictures")
        known = pictures if isinstance(pictures, Mapping) else {}
        texts = [str(known[card][0]) for card in EVOLUTION_IDS if isinstance(known.get(card), list) and known[card]]
        return _constancy(tuple(texts[:: max(len(texts) // _SOME, 1)])) if len(texts) >= _SOME else None

    @cached_property
    def ai_outline(self) -> Map | None:
        """Return what the AI cards have in common, which often look unlike the others, where they were photographed."""
        pictures = self.deck.print.get("pictures")
        known = pictures if isinstance(pictures, Mapping) else {}
        return template_of([picture for card in AI_IDS for picture in read_pictures(known.get(card))])

    def see(self, image: Pixels, quads: Sequence[Quad], ai: Sequence[int] = ()) -> Evidence:
        """Look at quads; those at `ai` show an AI card."""
        cards = warp_cards(image, quads)
        written = read_written(cards, self.printed)
        if len(ai) and self.printed.ai:
            written = written.replaced(ai, read_written(cards[list(ai)], self.printed.of_ai))
        alike = compare(cards, self.album) if self.album else None
        if alike and self.album:
            alike = among(alike, ai, cards, self.album, AI_ROWS)
        return Evidence(self, tuple(cards), written, alike)


@dataclass(frozen=True)
class Evidence:
    """Quads of a photo as cards: warped flat, what is written on them, what they look like."""

    box: Box
    cards: tuple[Pixels, ...]  # one by one, so that choosing among them copies no pixels
    written: Written
    likeness: Likeness | None

    def __len__(self) -> int:
        return len(self.cards)

    def __getitem__(self, rows: NDArray[Any] | list[int]) -> Evidence:
        alike = None if self.likeness is None else self.likeness[rows]
        chosen = np.arange(len(self))[rows]
        return Evidence(self.box, tuple(self.cards[row] for row in chosen), self.written[chosen], alike)

    def __add__(self, other: Evidence) -> Evidence:
        alike = None if self.likeness is None or other.likeness is None else self.likeness + other.likeness
        return Evidence(self.box, self.cards + other.cards, self.written + other.written, alike)

    def replaced(self, rows: Sequence[int], other: Evidence) -> Evidence:
        """Return this evidence with some of its cards seen anew."""
        order = np.arange(len(self))
        order[list(rows)] = np.arange(len(self), len(self) + len(other))
        return (self + other)[order]

    @property
    def witness(self) -> Witness:
        """What was seen, without colours."""
        picture = None if self.likeness is None else self.likeness.known
        return Witness(self.written.number, self.written.corners, self.written.ids, picture=picture)

    @cached_property
    def fit(self) -> Floats:
        """The logarithm of the odds of each card against anything else (n, 132)."""
        return statements_of(self.witness, self.box.known, self.box.trust).together

    @cached_property
    def nothing(self) -> Floats:
        """The logarithm of the odds of no card at all (n,)."""
        nothing = nothing_there(self.witness)
        if self.likeness is None:
            return nothing
        # Digits sought where none are printed would say that there is no card: the pictures know better.
        return np.asarray(np.minimum(nothing, 0) / 2 - self.likeness.card)

    @property
    def ai(self) -> Floats:
        """The logarithm of the odds of an AI card against any other (n,)."""
        return np.asarray(self.fit[:, AI_ROWS].max(axis=1) - np.delete(self.fit, AI_ROWS, axis=1).max(axis=1))

    @property
    def tidy(self) -> Floats:
        """How well quads lie on their cards, for comparing quads of one card (n,)."""
        if self.likeness is not None:
            return self.likeness.agreement
        return np.asarray(self.fit.max(axis=1) + clarity(self.written))

    @property
    def well(self) -> NDArray[np.bool_]:
        """Which cards agree so well with a picture that they need not be aligned better."""
        return np.zeros(len(self), bool) if self.likeness is None else np.asarray(self.likeness.card > _WELL)
