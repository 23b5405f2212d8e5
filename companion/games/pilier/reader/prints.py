"""An owner's print of the cards: pictures of cards that somebody has named, and what they teach about all others."""

from __future__ import annotations

import base64
import binascii
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.pilier.cards import EVERY_CARD, Card
from companion.games.pilier.reading import FEWEST
from companion.games.pilier.rules import COLOURS, OF_EACH_COLOUR, SYMBOLS, VALUES
from companion.vision.align import Map, template_of
from companion.vision.frame import edges_of
from companion.vision.pictures import write_picture
from companion.vision.traits import SIZE, Primer, ShownTraits, card_blocks

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_KEPT = 2  # pictures of one card: the newest
_BOX = OF_EACH_COLOUR * len(COLOURS)
_KINDS = (COLOURS, tuple(map(str, VALUES)), SYMBOLS)
_BOLD = 2.0  # weights are learned from few cards and claim too little: chosen on the prints for tuning
_UNHEARD = 0.02  # copies of a card that is not in the box as far as anybody knows


class Named(NamedTuple):
    """A card on a photo that somebody has named; `photo` says which were taken together."""

    card: Card
    picture: str  # small, as text
    photo: str


@dataclass(frozen=True)
class Print:
    """All that a box knows about how its cards are printed."""

    named: tuple[Named, ...]
    weights: tuple[tuple[float, ...], ...] = ()

    @property
    def ready(self) -> bool:
        """Whether enough cards are named to tell others by them."""
        return len(self.copies) >= FEWEST

    @cached_property
    def copies(self) -> Counter[Card]:
        """How often each card is in the box, as far as it is known: as often as one photo shows it."""
        found: Counter[Card] = Counter()
        for photo in {one.photo for one in self.named}:
            found |= Counter(one.card for one in self.named if one.photo == photo)
        return found

    def with_photo(self, cards: Sequence[tuple[Card, Pixels]], photo: str) -> Print:
        """Return the print with the named cards of one more photo; a photo that is named again replaces itself."""
        others = [one for one in self.named if one.photo != photo]
        fresh = [Named(card, write_picture(picture), photo) for card, picture in cards]
        kept: Counter[Card] = Counter()
        named: list[Named] = []
        for one in reversed([*others, *fresh]):
            kept[one.card] += 1
            if kept[one.card] <= _KEPT:
                named.append(one)
        return Print(tuple(reversed(named))).taught()

    def taught(self) -> Print:
        """Return the print with blocks weighed anew."""
        if not self.ready:
            return Print(self.named)
        weights = self._primer.taught(card_blocks(self._pictures), [_words(one.card) for one in self.named]).weights
        return Print(self.named, tuple(tuple(round(float(one), 4) for one in weight) for weight in weights))

    def to_json(self) -> dict[str, Any]:
        """Return what a box keeps."""
        return {
            "cards": [[str(one.card), one.photo, one.picture] for one in self.named],
            "weights": [list(weight) for weight in self.weights],
        }

    @cached_property
    def _pictures(self) -> list[Pixels]:
        return [picture for one in self.named if (picture := _picture(one.picture)) is not None]

    @cached_property
    def _primer(self) -> Primer:
        photos = [one.photo for one in self.named]
        names = [_words(one.card) for one in self.named]
        return Primer.of(self._pictures, names, [photos.index(photo) for photo in photos])

    @cached_property
    def primer(self) -> Primer:
        """The named cards, ready to tell others by."""
        return self._primer.weighed(tuple(np.array(weight) for weight in self.weights))

    @cached_property
    def _likeness(self) -> Floats:
        return self.primer.likeness([_words(one.card) for one in self.named], card_blocks(self._pictures))

    @cached_property
    def usual(self) -> float:
        """How much the named cards look like other ones of the print, in the middle."""
        return float(np.median(self._likeness))

    @cached_property
    def expected(self) -> Floats:
        """How much each of all cards should look like other ones (cards,): plain ones do less than rich ones."""
        mean = self._likeness.mean()
        found = np.full(len(EVERY_CARD), mean)
        for at, words in enumerate(_KINDS):
            kind = np.array([words.index(_words(one.card)[at]) for one in self.named])
            more = np.bincount(kind, self._likeness - mean, len(words)) / (np.bincount(kind, minlength=len(words)) + 1)
            found += more[[words.index(_words(card)[at]) for card in EVERY_CARD]]
        return found

    @property
    def weighs(self) -> bool:
        """Whether the weights are there and fit the pictures."""
        return tuple(map(len, self.weights)) == self._primer.sizes

    @cached_property
    def outline(self) -> Map | None:
        """What all cards have in common."""
        return template_of(np.stack(self._pictures)) if self.named else None

    @cached_property
    def edges(self) -> Map | None:
        """The same with room around them, coarsely: it says where a card ends."""
        return edges_of(self._pictures) if self.named else None

    def odds(self, used: Mapping[Card, int]) -> Floats:
        """How likely each card is before it is seen, the logarithm: some lie elsewhere, some nobody has named yet."""
        unnamed = max(_BOX - self.copies.total(), 0) / max(len(EVERY_CARD) - len(self.copies), 1)
        copies = np.array([self.copies[card] or unnamed for card in EVERY_CARD], np.float64)
        left = copies - np.array([used.get(card, 0) for card in EVERY_CARD])
        return np.asarray(np.log(np.maximum(left, _UNHEARD)))

    def scores(self, told: ShownTraits, counts: Floats) -> tuple[Floats, NDArray[np.bool_]]:
        """How well cards of a photo fit each of all cards, in logarithms of odds (n, cards), and whether all that tells
        of its colour tells of this one (n, cards)."""
        found = np.zeros((len(told.likeness), len(EVERY_CARD)))
        colours, both = told.colours(counts)
        agreed = np.zeros(found.shape, bool)
        for at, name in enumerate(self.primer.kinds[0]):
            agreed[:, [card.colour == name for card in EVERY_CARD]] = both[:, [at]]
        traits = (colours, *told.shapes[1:])
        for at, (words, score, every) in enumerate(zip(self.primer.kinds, traits, _KINDS, strict=True)):
            best = np.sort(score, axis=1)
            # A kind of which no card is named would look like none of the others: it fits halfway.
            stranger = best[:, -2:].mean(axis=1)
            whole = np.stack([score[:, words.index(word)] if word in words else stranger for word in every], axis=1)
            found += _BOLD * whole[:, [every.index(_words(card)[at]) for card in EVERY_CARD]]
        return found, agreed


def _words(card: Card) -> tuple[str, ...]:
    return card.colour, str(card.value), card.symbol


def _picture(text: str) -> Pixels | None:
    try:
        data = np.frombuffer(base64.b64decode(text, validate=True), np.uint8)
    except binascii.Error:
        return None
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    return None if image is None or image.shape[1::-1] != SIZE else np.asarray(image, np.uint8)


_BY_NAME = {str(card): card for card in EVERY_CARD}


def read_print(document: Mapping[str, Any] | None) -> Print:
    """Return the print that a box keeps; pictures that are damaged are left out."""
    if document is None:
        return Print(())
    return _print(tuple(map(tuple, document["cards"])), tuple(map(tuple, document["weights"])))


@lru_cache(4)
def _print(rows: tuple[tuple[str, str, str], ...], weights: tuple[tuple[float, ...], ...]) -> Print:
    named = (Named(_BY_NAME[card], picture, photo) for card, photo, picture in rows)
    found = Print(tuple(one for one in named if _picture(one.picture) is not None), weights)
    return found if not found.ready or found.weighs else found.taught()
