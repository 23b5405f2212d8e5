"""Photos for tests: few, small, the same every time."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.cards import AI_IDS, EVOLUTION_IDS
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.draw import HELP_IDS
from companion.samples.photographs import Shot, deal, photograph, scene
from companion.samples.prints import card_image
from companion.vision.flat import warp_cards
from companion.vision.shapes import LocatedCard, Location, Quad
from tests.vision.styles import styles

DECK = demo_deck()
Pixels = NDArray[np.uint8]


@cache
def image(card: str, style: str = "demo") -> Pixels:
    return card_image(card, DECK.faces.get(card), styles()[style], width=400)


@cache
def shot(level: str, seed: int, count: int = 15, helps: bool = True, style: str = "demo", **how: Any) -> Shot:
    """A photo of 3 megapixels of a random tableau."""
    return shot_of(tuple(deal(EVOLUTION_IDS, AI_IDS, seed, count).items()), level, seed, helps, style, **how)


def shot_of(
    tableau: Iterable[tuple[str, str]], level: str, seed: int, helps: bool = True, style: str = "demo", **how: Any
) -> Shot:
    cells = dict(tableau)
    taken = replace(scene(level, seed), **{"megapixels": 3.0, **how})
    aids = [image(card, style) for card in HELP_IDS] if helps else []
    return photograph(cells, {card: image(card, style) for card in cells.values()}, taken, aids)


def true_quads(photo: Shot) -> list[Quad]:
    return [Quad.of(quad) for quad in photo.truth.quads.values()]


def true_cards(photo: Shot) -> Pixels:
    """The cards of a photo, warped flat from where they truly are."""
    return warp_cards(photo.image, true_quads(photo))


def true_location(photo: Shot, off: float = 0.0, without: Collection[str] = ()) -> Location:
    """What a perfect locator would say, or one that is off by a share of a card's width."""
    chance = np.random.default_rng(3)
    quads = [np.asarray(quad) for cell, quad in photo.truth.quads.items() if cell not in without]
    found = []
    for quad in [*quads, *photo.truth.helps]:
        wide = np.linalg.norm(quad[1] - quad[0])
        turned = np.roll(quad, chance.integers(4), axis=0)
        found.append(LocatedCard(Quad.of(turned + chance.normal(0, off * wide, (4, 2))), 0.9))
    return Location(tuple(found), "truth", photo.image.shape[1::-1])


def solid(photo: Shot) -> bytes:
    """An image of the same size with nothing on it."""
    return cv2.imencode(".jpg", np.full_like(photo.image, 200))[1].tobytes()
