"""A deck: the faces that an owner's box is known to have, shared as one JSON file.

The printed faces stand in no rulebook, so every box is taught once; the demo deck is an invention of ours.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from companion.core.errors import NOWHERE, Place, Unreadable
from companion.core.reading import SharedFaces, read_list, shown, whole
from companion.core.sheet import Reason
from companion.games.ai100.cards import CARD_IDS, COLOURS, CORNERS, NUMBERS, Connector, Face
from companion.paths import DATA

FORMAT = "companion-deck/1"


@dataclass(frozen=True)
class Deck:
    """Known faces by card id, and what was learned about the print when photos taught it.

    `partly` are faces with unknown fields: a box asks for these before it counts with them, a file has none of them.
    """

    name: str
    faces: Mapping[str, Face]
    print: Mapping[str, Any] = field(default_factory=dict)
    figures: tuple[Mapping[str, Any], ...] = ()
    partly: Mapping[str, Face] = field(default_factory=dict)

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
        raise Unreadable(Reason("ai100:error.no_deck", (FORMAT,)), Place("deck"))
    name, faces, printed = document.get("name"), document.get("faces"), document.get("print", {})
    if not isinstance(name, str) or not name.strip():
        raise Unreadable(Reason("error.name"), Place("deck", "name"))
    if not isinstance(printed, dict):
        raise Unreadable(Reason("error.no_object"), Place("deck", "print"))
    figures = read_list(document.get("figures", []), Place("deck", "figures"), Reason("ai100:what.figures"))
    if not all(isinstance(figure, dict) for figure in figures):
        raise Unreadable(Reason("error.list", (Reason("ai100:what.figures"),)), Place("deck", "figures"))
    return Deck(name.strip(), read_faces(faces), printed, tuple(figures))


def read_faces(faces: Any) -> Mapping[str, Face]:
    """Return the faces of a game file or a deck file."""
    if isinstance(faces, SharedFaces):
        faces.read = faces.read or _read_faces(faces)
        shared: Mapping[str, Face] = faces.read
        return shared
    try:
        # Games of one box show the same faces again and again: they are read once.
        return _read_once(marshal.dumps(faces, _PLAIN))
    except ValueError:  # nothing that JSON could hold
        return _read_faces(faces)


_PLAIN = 2  # the version of marshal in which equal values are equal bytes


@lru_cache(maxsize=16)
def _read_once(faces: bytes) -> Mapping[str, Face]:
    return _read_faces(marshal.loads(faces))


def _read_faces(faces: object) -> Mapping[str, Face]:
    if not isinstance(faces, dict):
        raise Unreadable(Reason("ai100:error.faces"), Place("faces"))
    for card in faces:
        if card not in _CARD_IDS:
            raise Unreadable(Reason("ai100:error.no_card_or_ai", (shown(card),)), Place("faces"))
    return {card: read_face(face, Place("faces", card)) for card, face in faces.items()}


_CARD_IDS = frozenset(CARD_IDS)
_CORNERS = set(CORNERS)
_FACE_KEYS = {"colour", "number", "connectors", "phase"}


def read_face(face: object, place: Place = NOWHERE, *, partly: bool = False) -> Face:
    """Return one face; `place` is named in the error. Of one known in part some fields are null."""
    if not isinstance(face, dict):
        raise Unreadable(Reason("ai100:error.face"), place)
    if not face.keys() <= _FACE_KEYS:
        raise Unreadable(Reason("ai100:error.face_key", (shown(min(set(face) - _FACE_KEYS)),)), place)
    connectors = face.get("connectors")
    if not isinstance(connectors, dict) or connectors.keys() != _CORNERS:
        raise Unreadable(Reason("ai100:error.connectors"), place)
    phase = whole(face.get("phase", 0))
    if phase not in (0, 1, 2):
        raise Unreadable(Reason("ai100:error.phase", (shown(face["phase"]),)), place)
    return Face(
        _colour(face.get("colour"), place, partly),
        _number(face.get("number"), place, partly),
        tuple([_connector(connectors[corner], place, corner, partly) for corner in CORNERS]),
        phase,
    )


def _connector(pair: object, place: Place, corner: str, partly: bool) -> Connector:
    if isinstance(pair, list | tuple) and len(pair) == 2:
        colour, number = pair
        if isinstance(colour, str) and type(number) is int and (known := _CONNECTORS.get((colour, number))):
            return known
        return Connector(_colour(colour, place / corner, partly), _number(number, place / corner, partly))
    raise Unreadable(Reason("ai100:error.pair"), place / corner)


# There are thirty of them, and every card that shows one shares it.
_CONNECTORS = {(colour, number): Connector(colour, number) for colour in COLOURS for number in NUMBERS}


def _colour(word: object, place: Place, partly: bool) -> str:
    if partly and word is None:
        return ""
    if not isinstance(word, str) or word not in COLOURS:
        raise Unreadable(Reason("ai100:error.colour", (shown(word), ", ".join(COLOURS))), place)
    return word


def _number(value: object, place: Place, partly: bool) -> int:
    if partly and value is None:
        return 0
    number = whole(value)
    if number not in NUMBERS:
        raise Unreadable(Reason("ai100:error.number", (shown(value),)), place)
    return number


def face_to_json(face: Face) -> dict[str, Any]:
    """Return the face as game files and decks write it; what is unknown is null."""
    document: dict[str, Any] = {"colour": face.colour or None, "number": face.number or None}
    if face.phase:
        document["phase"] = face.phase
    if face.connectors:
        document["connectors"] = {
            corner: [value or None for value in pair] for corner, pair in zip(CORNERS, face.connectors, strict=True)
        }
    return document


@cache
def demo_deck() -> Deck:
    """Return the invented deck with which everything works out of the box."""
    return read_deck(json.loads((DATA / "ai100" / "demo-deck.json").read_text("utf-8")))
