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
from companion.vision.frame import WHOLE, Frame, frame_of, framed
from companion.vision.quads import apart
from companion.vision.shapes import Quad
from companion.vision.traits import ShownTraits, card_blocks

Pixels = NDArray[np.uint8]
Map = NDArray[np.float32]
Floats = NDArray[np.float64]

_UPRIGHT = 40.0  # nats for each unit of likeness by which one end up is likelier than the other
_CARD = 0.4  # of how much cards of the print look alike: what looks less like one is none
_DOUBTFUL = 0.998  # below this a card is aligned anew
# Of how much such a card usually looks like others: on all prints, what was wrong and seemed sure did so less, in deep
# shadow or because its quad lies askew.
_CLEAR = 0.85
_UNCLEAR = 0.99  # of any confidence otherwise: below what is sure
_SAME = 0.5  # of a card: quads that share more show one


@dataclass(frozen=True)
class Sight:
    """Cards of a photo: how well each fits every card there is, and how much it looks like one of the print at all."""

    quads: tuple[Quad, ...]  # each from its own top left corner on
    fits: Floats  # (n, cards): logarithms of odds, whatever the box holds
    likeness: Floats  # (n,)
    clear: NDArray[np.bool_]  # (n, cards): whether that, and all that tells of its colour, allow to be sure of it

    def of(self, rows: Sequence[int]) -> Sight:
        """Return some of the cards."""
        return Sight(tuple(self.quads[at] for at in rows), self.fits[rows], self.likeness[rows], self.clear[rows])

    @property
    def distinct(self) -> Sight:
        """The cards, each once: two quads may have been aligned to the same one."""
        quads = np.stack([quad.points for quad in self.quads])
        return self.of(sorted(apart(quads, np.argsort(-self.likeness, kind="stable"), _SAME).tolist()))

    def shares(self, odds: Floats) -> Floats:
        """Return how likely each card is, given how likely it was before (n, cards) or (cards,)."""
        scores = self.fits + odds
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(np.where(self.clear, 1.0, _UNCLEAR) * scores / scores.sum(axis=1, keepdims=True))


@dataclass(frozen=True)
class Eye:
    """A photo and the print of its cards."""

    image: Pixels
    printed: Print
    used: Mapping[Card, int]
    frame: Frame = WHOLE  # where the sides of cards are on the quads of this photo

    @classmethod
    def on(cls, image: Pixels, printed: Print, used: Mapping[Card, int], quads: Sequence[Quad]) -> Eye:
        """Look at a photo of which most cards lie in these quads."""
        edges = printed.edges
        return cls(image, printed, used, WHOLE if edges is None else frame_of(image, quads, edges))

    def see(self, quads: Sequence[Quad]) -> Sight:
        """Look at quads together; those that stay doubtful are aligned to what all cards have in common."""
        return self._seen([(self.frame.of(quad), self.frame.of(quad.turned(2))) for quad in quads])

    def look(self, quads: Sequence[Quad]) -> Sight:
        """The same for quads whose sides are known to be those of cards."""
        return self._seen([(quad, quad.turned(2)) for quad in quads])

    def likeness(self, quads: Sequence[Quad]) -> Floats:
        """How much what such quads show looks like a card of the print, whichever end is up."""
        return np.asarray(_either(self._told([(quad, quad.turned(2)) for quad in quads])).max(axis=0))

    def cards(self, likeness: Floats) -> NDArray[np.bool_]:
        """Which of what was seen looks like a card at all."""
        return np.asarray(likeness >= _CARD * self.printed.usual)

    def _seen(self, ends: list[tuple[Quad, Quad]]) -> Sight:
        told = self._told(ends)
        sight = self._judged(ends, told)
        # Where location erred on all cards it errs on each one a little by itself.
        least = _DOUBTFUL if self.frame == WHOLE else 1.0
        doubtful = np.flatnonzero(sight.shares(self.printed.odds(self.used)).max(axis=1) < least)
        outline, edges = self.printed.outline, self.printed.edges
        if outline is None or edges is None or not len(doubtful):
            return sight
        loose = [sight.quads[at] for at in doubtful]
        for starts in (loose, framed(self.image, loose, edges)):
            moved = [(quad, quad.turned(2)) for quad in settle(self.image, starts, outline)]
            anew = self._told(moved)
            order, count = np.arange(2 * len(ends)), len(ends)
            for at in np.flatnonzero(_either(anew).max(axis=0) > _either(told)[:, doubtful].max(axis=0)):
                ends[doubtful[at]] = moved[at]
                order[[doubtful[at], doubtful[at] + count]] = 2 * count + at, 2 * count + at + len(moved)
            told = (told + anew)[order]
        return self._judged(ends, told)

    def _told(self, ends: Sequence[tuple[Quad, Quad]]) -> ShownTraits:
        """What cards show as they lie, and then what they show on their heads."""
        upright = warp_cards(self.image, [up for up, _ in ends])
        heads = [
            card[::-1, ::-1] if head == up.turned(2) else warp_cards(self.image, [head])[0]
            for card, (up, head) in zip(upright, ends, strict=True)
        ]
        return self.printed.primer.tell(card_blocks([*upright, *heads]))

    def _judged(self, quads: Sequence[tuple[Quad, Quad]], told: ShownTraits) -> Sight:
        """Which end of each card is up, and how well it fits every card, all under one lamp."""
        shapes = sum(np.logaddexp.reduce(scores, axis=1) for scores in told.shapes[1:])
        ends = (shapes + _UPRIGHT * told.likeness).reshape(2, -1)
        ends = ends - np.logaddexp.reduce(ends, axis=0)
        fits, agreed = (one.reshape(2, len(quads), -1) for one in self.printed.scores(told, np.exp(ends).ravel()))
        likeness = _either(told).max(axis=0)
        # What hardly looks like a card of the print tells little about which.
        fits = fits * np.clip(likeness / (_CARD * self.printed.usual), 0.05, 1)[:, None] ** 2
        head = ends[1] > ends[0]
        upright = tuple(either[int(turned)] for either, turned in zip(quads, head, strict=True))
        clear = np.where(head[:, None], *agreed[::-1]) & (likeness[:, None] >= _CLEAR * self.printed.expected)
        return Sight(upright, np.logaddexp.reduce(fits + ends[:, :, None], axis=0), likeness, clear)


def _either(told: ShownTraits) -> Floats:
    return told.likeness.reshape(2, -1)
