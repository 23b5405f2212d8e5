"""The words printed on the cards: colours, numbers, connectors, ids."""

from __future__ import annotations

import re
from typing import NamedTuple

COLOURS = ("red", "blue", "yellow", "black", "green", "violet")
LETTERS = "RBYKGV"
NUMBERS = (1, 2, 3, 4, 5)
CORNERS = ("tl", "tr", "br", "bl")
TL, TR, BR, BL = range(4)

EVOLUTION_IDS = tuple(f"{n:03d}" for n in range(1, 121))
AI_IDS = tuple(f"AI-{n}" for n in range(1, 13))
OBJECTIVE_IDS = tuple(f"O{n}" for n in range(1, 17))
CARD_IDS = EVOLUTION_IDS + AI_IDS


class Connector(NamedTuple):
    """A triangle in a corner of a card."""

    colour: str
    number: int


class Face(NamedTuple):
    """What is printed on a card, apart from its condition.

    `connectors` are clockwise from the top left corner; a face drawn by hand for an example may have none.
    `phase` is 0 where nobody has said it, and for AI cards. Where photos have taught a face in part, a number that they
    did not show is 0 and a colour is empty: such a face is not `whole`, and nothing is scored with it.
    """

    colour: str
    number: int
    connectors: tuple[Connector, ...] = ()
    phase: int = 0

    @property
    def whole(self) -> bool:
        """Whether every number and colour is known."""
        return all(pair[0] and pair[1] for pair in (self, *self.connectors))


class Card(NamedTuple):
    """A card as it lies on the table."""

    id: str
    face: Face


_SHORT_ID = re.compile(r"\d{1,3}\Z")


def full_id(text: str) -> str:
    """Return the id as it is written in game files: '7' -> '007', 'ai4' -> 'AI-4', 'Ω3' -> 'O3'."""
    word = text.strip().upper().replace("Ω", "O")
    if _SHORT_ID.match(word):
        return word.zfill(3)
    if match := re.fullmatch(r"(?:AI|IA)[-\s]?0*(\d{1,2})", word):
        return f"AI-{match[1]}"
    return word
