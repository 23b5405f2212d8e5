"""What only a whole box tells: the phase. Which of two looks fewer cards have may be any sign of their conditions.

Until the box is whole the fine print of its cards is kept, whatever photo each comes from.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.cards import AI_IDS, COLOURS, EVOLUTION_IDS
from companion.games.ai100.deck import Deck
from companion.games.ai100.reader.printed import Pips, Print
from companion.games.ai100.reader.teaching.fine_print import FINE_PRINT, fine_print, laid_upon, moved_onto
from companion.games.ai100.reader.teaching.phase_names import name_looks
from companion.games.ai100.reader.teaching.phases import Phases, find_phase
from companion.games.ai100.reader.teaching.teach_print import NamedCards
from companion.vision.parallel import in_parallel

Ink = NDArray[np.float32]
Floats = NDArray[np.float64]

# Evolution cards of a box of 120: on ten boxes what split 120 in two was always the phase, of 105 that were taught
# photo after photo once another sign, of 60 on one of three.
_NEARLY_WHOLE = 115
_QUALITY = 60  # of WebP: 3 to 5 kB a card
_A_PHOTO = 15  # cards: those of earlier photos come in the order in which they were taught


@dataclass(frozen=True)
class BoxPhase:
    """Where a box shows the phase of its cards, and how likely each is phase 1 or 2."""

    pips: Pips
    named: bool  # whether it is known which look is phase 1
    chances: Floats  # (n, 2), even for AI cards
    earlier: Mapping[str, Floats]  # the same for cards of earlier photos


@dataclass(frozen=True)
class WholeBox:
    """The cards of these photos and the fine print of those of earlier ones."""

    cards: NamedCards
    earlier: Mapping[str, str]  # card -> its fine print, as a deck's file has it

    @classmethod
    def of(cls, cards: NamedCards, deck: Deck) -> WholeBox:
        """Take what a deck keeps of the fine print of other cards than these."""
        kept = deck.print.get("ink", {})
        return cls(cards, {card: text for card, text in kept.items() if card not in cards.ids})

    @property
    def nearly(self) -> bool:
        """Whether so many cards are known that the phase can be told."""
        return len(self.cards.evolution.ids) + len(self.earlier) >= _NEARLY_WHOLE

    @cached_property
    def _before(self) -> dict[str, Ink]:
        return {card: ink for card, text in self.earlier.items() if (ink := _read(text)) is not None}

    @cached_property
    def _ink(self) -> Ink:
        """The fine print of these cards, in the frame of those that were taught earlier."""
        own = fine_print(self.cards.evolution.cards)
        return moved_onto(np.stack([*self._before.values()]), own) if self._before else own

    @cached_property
    def laid(self) -> tuple[Ink, tuple[str, ...]]:
        """The fine print of all cards laid upon each other, and which cards of earlier photos come last."""
        every = np.concatenate([self._ink, *(ink[None] for ink in self._before.values())])
        return laid_upon(every), tuple(self._before)

    def phase(self, own: Sequence[tuple[int, int]], deck: Deck, printed: Print) -> BoxPhase | None:
        """Return what the box tells of the phase; `own` are colour and number of these photos' Evolution cards."""
        if not self.nearly:
            return None
        ink, before = self.laid
        faces = {**deck.partly, **deck.faces}
        known = [faces.get(card) for card in before]
        others = [((*COLOURS, "").index(face.colour), face.number) if face else (len(COLOURS), 0) for face in known]
        photo = self.cards.evolution.photo
        photos = np.concatenate([photo, photo.max(initial=0) + 1 + np.arange(len(before)) // _A_PHOTO])
        found = find_phase(ink, [*own, *others], photos, printed)
        if found is None:
            return None
        here = Phases(found.pips, found.chances[: len(photo)])
        turned = name_looks(self.cards.evolution.cards, here) if len(photo) else None
        every = found.chances if turned is None or turned.pips == found.pips else found.chances[:, ::-1]
        chances = np.full((len(self.cards.ids), 2), 0.5)
        chances[[card not in AI_IDS for card in self.cards.ids]] = every[: len(photo)]
        pips = found.pips if turned is None else turned.pips
        return BoxPhase(pips, turned is not None, chances, dict(zip(before, every[len(photo) :], strict=True)))

    def to_keep(self) -> dict[str, str]:
        """Return the fine print that a deck's file keeps; nothing once all cards have been looked at together."""
        if len({*self.earlier, *self.cards.evolution.ids}) == len(EVOLUTION_IDS):
            return {}
        framed = self._ink if self._before else moved_onto(self._ink, self._ink)
        return {**self.earlier, **dict(zip(self.cards.evolution.ids, in_parallel(_write, framed), strict=True))}


def _write(ink: Ink) -> str:
    grey = (np.clip(ink, 0, 1) * 255).round().astype(np.uint8)
    return base64.b64encode(cv2.imencode(".webp", grey, [cv2.IMWRITE_WEBP_QUALITY, _QUALITY])[1].tobytes()).decode()


def _read(text: str) -> Ink | None:
    try:
        data = np.frombuffer(base64.b64decode(text, validate=True), np.uint8)
    except binascii.Error:
        return None
    grey = cv2.imdecode(data, cv2.IMREAD_GRAYSCALE) if data.size else None
    fits = grey is not None and grey.shape[1::-1] == FINE_PRINT
    return np.asarray(grey, np.float32) / np.float32(255) if fits else None
