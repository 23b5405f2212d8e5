"""A deck: the faces that an owner's box is known to have, shared as one JSON file.

The printed faces stand in no rulebook, so every box is taught once; the demo deck is an invention of ours.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from companion.core.errors import Unreadable
from companion.core.reading import shown
from companion.games.ai100.cards import CARD_IDS, COLOURS, CORNERS, NUMBERS, Connector, Face
from companion.paths import DATA

FORMAT = "companion-deck/1"


@dataclass(frozen=True)
class Deck:
    """Known faces by card id, and what was learned about the print when photos taught it."""

    name: str
    faces: Mapping[str, Face]
    print: Mapping[str, Any] = field(default_factory=dict)
    figures: tuple[Mapping[str, Any], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the document that `read_deck` reads back."""
        document: dict[str, Any] = {"format": FORMAT, "game": "ai100", "name": self.name}
        if self.print:
            document["print"] = dict(self.print)
        if self.figures:
            document["figures"] = [dict(figure) for figure in self.figures]
        document["faces"] = {card: face_to_json(face) for card, face in self.faces.items()}
        return document


def read_deck(document: object) -> Deck:
    """Return the deck that a decoded JSON document describes."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Unreadable(f'not a deck: expected a JSON object with "format": "{FORMAT}"', "deck")
    name, faces, printed = document.get("name"), document.get("faces"), document.get("print", {})
    if not isinstance(name, str) or not name.strip():
        raise Unreadable("expected a name", "deck, name")
    if not isinstance(printed, dict):
        raise Unreadable("expected an object", "deck, print")
    figures = document.get("figures", [])
    if not isinstance(figures, list) or not all(isinstance(figure, dict) for figure in figures):
        raise Unreadable("expected a list of figures", "deck, figures")
    return Deck(name.strip(), read_faces(faces), printed, tuple(figures))


def read_faces(faces: object) -> dict[str, Face]:
    """Return the faces of a game file or a deck file."""
    if not isinstance(faces, dict):
        raise Unreadable("expected an object of card ids and faces", "faces")
    for card in faces:
        if card not in _CARD_IDS:
            raise Unreadable(f"unknown card {shown(card)} (001 to 120, AI-1 to AI-12)", "faces")
    return {card: read_face(face, f"faces, {card}") for card, face in faces.items()}


_CARD_IDS = frozenset(CARD_IDS)
_FACE_KEYS = {"colour", "number", "connectors", "phase"}


def read_face(face: object, place: str) -> Face:
    """Return one face; `place` is named in the error."""
    if not isinstance(face, dict):
        raise Unreadable("expected an object with colour, number and connectors", place)
    if unknown := set(face) - _FACE_KEYS:
        raise Unreadable(f"unknown key {shown(min(unknown))} (colour, number, connectors, phase)", place)
    connectors = face.get("connectors")
    if not isinstance(connectors, dict) or set(connectors) != set(CORNERS):
        raise Unreadable("expected connectors tl, tr, br and bl", place)
    phase = face.get("phase", 0)
    if not isinstance(phase, int) or isinstance(phase, bool) or phase not in (0, 1, 2):
        raise Unreadable(f"phase {shown(phase)} is neither 1 nor 2", place)
    return Face(
        _colour(face.get("colour"), place),
        _number(face.get("number"), place),
        tuple(_connector(connectors[corner], f"{place}, {corner}") for corner in CORNERS),
        phase,
    )


def _connector(pair: object, place: str) -> Connector:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        raise Unreadable("expected a pair of colour and number", place)
    return Connector(_colour(pair[0], place), _number(pair[1], place))


def _colour(word: object, place: str) -> str:
    if not isinstance(word, str) or word not in COLOURS:
        raise Unreadable(f"{shown(word)} is no colour ({', '.join(COLOURS)})", place)
    return word


def _number(value: object, place: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in NUMBERS:
        raise Unreadable(f"{shown(value)} is no number of a card (1 to 5)", place)
    return value


def face_to_json(face: Face) -> dict[str, Any]:
    """Return the face as game files and decks write it."""
    document: dict[str, Any] = {"colour": face.colour, "number": face.number}
    if face.phase:
        document["phase"] = face.phase
    if face.connectors:
        document["connectors"] = {corner: list(pair) for corner, pair in zip(CORNERS, face.connectors, strict=True)}
    return document


@cache
def demo_deck() -> Deck:
    """Return the invented deck with which everything works out of the box."""
    return read_deck(json.loads((DATA / "ai100" / "demo-deck.json").read_text("utf-8")))
