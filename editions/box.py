"""What is in a box: faces drawn by lot, and pictures of the cards, made when needed and kept in a cache folder."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import platformdirs
import resvg_py
from numpy.typing import NDArray

from companion.games.ai100.cards import AI_IDS, COLOURS, EVOLUTION_IDS, NUMBERS, Connector, Face
from editions.ink import drawing, font_file

Pixels = NDArray[np.uint8]
HELP_IDS = ("help-1", "help-2", "help-3")


@dataclass(frozen=True)
class Card:
    """A card to be drawn: chance is its own and always the same."""

    id: str
    face: Face
    shade: Mapping[str, str]
    chance: random.Random

    @property
    def ai(self) -> bool:
        """Whether this is one of the twelve AI cards."""
        return self.id.startswith("AI")

    @property
    def own(self) -> str:
        """The shade of the card's own colour."""
        return self.shade[self.face.colour]


@dataclass(frozen=True)
class Edition:
    """An invented edition: how it draws its cards and with which shades and fonts."""

    name: str
    seed: int
    fonts: tuple[str, ...]
    shades: tuple[str, ...]  # red, blue, yellow, black, green, violet
    draw: Callable[[Card], str]
    draw_help: Callable[[Mapping[str, str], int], str]
    radius: float = 3.0

    @property
    def shade(self) -> Mapping[str, str]:
        """The shades by colour."""
        return dict(zip(COLOURS, self.shades, strict=True))

    def drawn(self, card: str, face: Face | None = None) -> str:
        """Return a card's drawing, with another face than its own if one is given."""
        if card in HELP_IDS:
            return drawing(self.draw_help(self.shade, HELP_IDS.index(card)), self.radius)
        chance = random.Random(f"{self.name} {card}")
        return drawing(self.draw(Card(card, face or faces_of(self)[card], self.shade, chance)), self.radius)

    def printed(self, svg: str, width: int) -> bytes:
        """Return a drawing as a PNG file with transparent corners."""
        files = [font_file(family) for family in self.fonts]
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, font_files=files, skip_system_fonts=True))


@cache
def faces_of(edition: Edition) -> Mapping[str, Face]:
    """Return the faces of an edition's 132 cards: each colour and each phase as often as the others, by lot."""
    chance = random.Random(f"faces of {edition.name} {edition.seed}")
    faces = {}
    for ids, phases in ((EVOLUTION_IDS, (1, 2)), (AI_IDS, (0,))):
        colours = list(COLOURS) * (len(ids) // 6)
        turns = list(phases) * (len(ids) // len(phases))
        chance.shuffle(colours)
        chance.shuffle(turns)
        for card, colour, phase in zip(ids, colours, turns, strict=True):
            corners = tuple(Connector(chance.choice(COLOURS), chance.choice(NUMBERS)) for _ in range(4))
            faces[card] = Face(colour, chance.choice(NUMBERS), corners, phase)
    return faces


def edition_images(edition: Edition, cards: Iterable[str] = (), width: int = 600) -> dict[str, Pixels]:
    """Return the named cards as BGRA images, or the whole box with its help cards."""
    names = tuple(cards) or (*EVOLUTION_IDS, *AI_IDS, *HELP_IDS)
    return {card: _bgra(_kept(edition, card, width)) for card in names}


def _kept(edition: Edition, card: str, width: int) -> bytes:
    drawn_by = _drawn_by(edition.draw.__module__)
    folder = Path(platformdirs.user_cache_dir("companion-editions")) / f"{edition.name}-{drawn_by}-{width}"
    file = folder / f"{card}.png"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        fresh = folder / f"{card}.{random.getrandbits(32):x}"  # two processes may draw the same card
        fresh.write_bytes(edition.printed(edition.drawn(card), width))
        fresh.replace(file)
    return file.read_bytes()


@cache
def _drawn_by(module: str) -> str:
    """A name for the drawing code as it is now: pictures drawn by other code are not taken from the cache."""
    here = Path(__file__).parent
    files = (
        here / f"{name}.py" for name in ("box", "ink", "marks", "plates", "scenery", "workshop", module.split(".")[-1])
    )
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:10]


def _bgra(png: bytes) -> Pixels:
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    assert image is not None
    return np.asarray(image, np.uint8)
