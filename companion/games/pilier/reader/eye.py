"""Quads of a photo seen with a print in mind: which card each shows, whichever end is up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.games.pilier.cards import Card
from companion.games.pilier.reader.prints import Print
from companion.vision.align import settle
from companion.vision.flat import warp_cards
from companion.vision.shapes import Quad
from companion.vision.traits import Told, looks

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_UPRIGHT = 40.0  # nats for each unit of likeness by which one end up is likelier than the other
_DOUBTFUL = 0.99  # below this a card is aligned anew


@dataclass(frozen=True)
class Sight:
    """Cards of a photo: how well each fits every card there is, and how much it looks like one of the print at all."""

    quads: tuple[Quad, ...]  # each from its own top left corner on
    fits: Floats  # (n, cards): logarithms of odds, whatever the box holds
    likeness: Floats  # (n,)

    def shares(self, odds: Floats) -> Floats:
        """Return how likely each card is, given how likely it was before (n, cards) or (cards,)."""
        scores = self.fits + odds
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(scores / scores.sum(axis=1, keepdims=True))


@dataclass(frozen=True)
class Eye:
    """A photo and the print of its cards."""

    image: Pixels
    printed: Print
    used: Mapping[Card, int]

    def see(self, quads: Sequence[Quad]) -> Sight:
        """Look at quads together; those that stay doubtful are aligned to what all cards have in common."""
        quads = list(quads)
        told = self._told(quads)
        sight = self._judged(quads, told)
        doubtful = np.flatnonzero(sight.shares(self.printed.odds(self.used)).max(axis=1) < _DOUBTFUL)
        outline = self.printed.outline
        if outline is None or not len(doubtful):
            return sight
        moved = settle(self.image, [sight.quads[at] for at in doubtful], outline)
        anew = self._told(moved)
        better = np.flatnonzero(_either(anew).max(axis=0) > _either(told)[:, doubtful].max(axis=0))
        order, count = np.arange(2 * len(quads)), len(quads)
        for at in better:
            quads[doubtful[at]] = moved[at]
            order[[doubtful[at], doubtful[at] + count]] = 2 * count + at, 2 * count + at + len(moved)
        return self._judged(quads, (told + anew)[order])

    def _told(self, quads: Sequence[Quad]) -> Told:
        """What cards show as they lie, and then what they show on their heads."""
        cards = warp_cards(self.image, quads)
        return self.printed.primer.tell(looks([*cards, *(card[::-1, ::-1] for card in cards)]))

    def _judged(self, quads: Sequence[Quad], told: Told) -> Sight:
        """Which end of each card is up, and how well it fits every card, all under one lamp."""
        shapes = sum(np.logaddexp.reduce(scores, axis=1) for scores in told.shapes[1:])
        ends = (shapes + _UPRIGHT * told.likeness).reshape(2, -1)
        ends = ends - np.logaddexp.reduce(ends, axis=0)
        fits = self.printed.scores(told, np.exp(ends).ravel()).reshape(2, len(quads), -1)
        head = ends[1] > ends[0]
        upright = tuple(quad.turned(2) if turned else quad for quad, turned in zip(quads, head, strict=True))
        return Sight(upright, np.logaddexp.reduce(fits + ends[:, :, None], axis=0), _either(told).max(axis=0))


def _either(told: Told) -> Floats:
    return told.likeness.reshape(2, -1)
