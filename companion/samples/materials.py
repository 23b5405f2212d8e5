"""What cards are made of and lie in: foil that mirrors the room, sleeves with a rim, cards that are a little bent."""

from __future__ import annotations

import random
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.samples.scenes import Scene
from companion.samples.tables import Chance, Pixels

Points = NDArray[np.float64]

_ROOM = 420  # pixels of the mirrored room; a card shows about a quarter of it across
_PER_MM = 1.7
_WIDE = 63.0  # millimetres of a card's width


@dataclass(frozen=True)
class Bend:
    """How a card is bent: along its width (0) or height (1), edges or middle so many millimetres above the table."""

    along: int
    edges: float
    middle: float

    def heights(self, share: Points) -> Points:
        """Return millimetres above the table at places (n x 2) given as shares of width and height."""
        out = (2 * share[:, self.along] - 1) ** 2
        return np.asarray(self.edges * out + self.middle * (1 - out))


FLAT = Bend(0, 0.0, 0.0)


def bend(how: Scene, chance: Chance) -> Bend:
    """Return how one card is bent in a scene: by at most `curl` degrees at its edges."""
    if not how.curl:
        return FLAT
    along = int(chance.integers(2))
    half = (31.5, 44.0)[along]
    rise = half * np.tan(np.radians(how.curl * chance.uniform(0.3, 1.0))) / 2
    return Bend(along, rise, 0.0) if chance.random() < 0.6 else Bend(along, 0.0, rise)


class Wardrobe:
    """Dresses the cards of one photo: the same room is mirrored by all of them, each from its own place."""

    def __init__(self, how: Scene, chance: Chance) -> None:
        self._how, self._chance = how, chance
        self._room = _room(chance) if how.foil or how.sleeve == "glossy" else None
        self._aside = chance.uniform(0, _ROOM, 2)

    @property
    def rim(self) -> float:
        """Millimetres by which a sleeve is larger than its card."""
        return self._how.rim if self._how.sleeve else 0.0

    def dressed(self, name: str, card: Pixels, centre: Points, bent: Bend) -> Pixels:
        """Return the image of a card (BGRA) as it lies on the table, with the rim of its sleeve around it."""
        mirrors = random.Random(f"foil {name}").random() < self._how.foil
        gloss = 0.12 if self._how.sleeve == "glossy" else 0.0
        if mirrors or gloss:
            card = self._mirrored(card, centre, float(self._chance.uniform(0.35, 0.62)) if mirrors else gloss)
        if bent is not FLAT:
            card = _shaded(card, bent, float(self._chance.choice((-1, 1))))
        return self._sleeved(card) if self._how.sleeve else card

    def _mirrored(self, card: Pixels, centre: Points, strength: float) -> Pixels:
        """The room over the print: its windows outshine the print, its dark walls take light from it."""
        assert self._room is not None
        tall, wide = card.shape[:2]
        zoom = wide / (_WIDE * _PER_MM)
        shift = np.array([[zoom, 0, 0], [0, zoom, 0]])
        shift[:, 2] = -zoom * ((self._aside + centre * _PER_MM) % _ROOM)
        room = cv2.warpAffine(self._room, shift, (wide, tall), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
        out = card.copy()
        out[..., :3] = cv2.addWeighted(card[..., :3], 1 - strength * 0.75, room, strength, 0)
        return out

    def _sleeved(self, card: Pixels) -> Pixels:
        """A matt sleeve scatters light over everything; either kind has a clear rim with a bright edge."""
        out = card.copy()
        if self._how.sleeve == "matt":
            soft = cv2.GaussianBlur(card[..., :3], (0, 0), card.shape[1] / 500)
            out[..., :3] = cv2.addWeighted(soft, 0.86, np.full_like(soft, 255), 0.085, 0)
        rim = max(round(self.rim * card.shape[1] / _WIDE), 2)
        edged = cv2.copyMakeBorder(out, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=(235, 235, 235, 0))
        film = np.full(edged.shape[:2], 70, np.uint8)
        line = max(rim // 6, 1)
        film[:line], film[-line:], film[:, :line], film[:, -line:] = 190, 190, 190, 190
        edged[..., 3] = np.maximum(edged[..., 3], film)
        clear = edged[..., 3] == film
        edged[clear, :3] = 232
        return np.asarray(edged, np.uint8)


def _shaded(card: Pixels, bent: Bend, side: float) -> Pixels:
    """One half of a bent card faces the lamp, the other turns away from it."""
    rise = bent.edges + bent.middle
    slope = np.linspace(-1, 1, card.shape[1 - bent.along]) * side * min(rise * 0.07, 0.2)
    gains = (1 + slope)[None, :, None] if bent.along == 0 else (1 + slope)[:, None, None]
    out = card.copy()
    out[..., :3] = np.clip(card[..., :3] * gains, 0, 255).astype(np.uint8)
    return out


def _room(chance: Chance) -> Pixels:
    """The ceiling and walls of a room as a card mirrors them: windows, a lamp, heads bent over the table."""
    room = np.full((_ROOM, _ROOM, 3), chance.uniform(15, 70, 3), np.float32)
    room += np.linspace(0, float(chance.uniform(10, 50)), _ROOM)[:, None, None]
    for _ in range(int(chance.integers(1, 3))):
        x, y = chance.integers(20, _ROOM - 150, 2).tolist()
        wide, tall = chance.integers(60, 140, 2).tolist()
        day = tuple(float(v) for v in np.array([255, 244, 232]) * chance.uniform(0.75, 1.0))
        cv2.rectangle(room, (x, y), (x + wide, y + tall), day, -1)
        for bar in range(1, int(chance.integers(2, 4))):
            cv2.line(room, (x + wide * bar // 3, y), (x + wide * bar // 3, y + tall), (70, 70, 70), 4)
        cv2.line(room, (x, y + tall // 2), (x + wide, y + tall // 2), (70, 70, 70), 4)
    lamp = tuple(int(v) for v in chance.integers(40, _ROOM - 40, 2))
    cv2.circle(room, lamp, int(chance.integers(12, 40)), (235, 248, 255), -1)
    for _ in range(int(chance.integers(1, 3))):
        head = tuple(int(v) for v in chance.integers(30, _ROOM - 30, 2))
        cv2.ellipse(room, head, (34, 46), float(chance.uniform(-30, 30)), 0, 360, (40, 52, 74), -1)
    soft = cv2.GaussianBlur(room, (0, 0), float(chance.uniform(1.5, 6)), borderType=cv2.BORDER_REFLECT)
    return np.asarray(np.clip(soft, 0, 255), np.uint8)
