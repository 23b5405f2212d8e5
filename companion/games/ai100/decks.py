"""The owner's decks: how a box keeps one, how two become one, and the file in which one is shared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Protocol

from companion.core.errors import Place
from companion.core.reading import read_plain
from companion.games.ai100.cards import CARD_IDS, CORNERS, Connector, Face
from companion.games.ai100.deck import Deck, face_to_json, read_deck, read_face
from companion.games.ai100.sound import check_print

DEMO = "demo"
# What a box keeps beside its faces: how it is printed, AI-1's figure, faces that were seen otherwise, and fields that
# were hard to read: {"fields": {"tl number": 0.6}, "face": the others, "photo": its id, "quad": four corners as shares
# of that photo}. A card has no face while a number or a colour of it is asked; "face" is what is known so far.
PRINT, FIGURES, DOUBT, ASK = "@print", "@figures", "@doubt/", "@ask/"
PHASES = "phases"  # asked once for a whole box: which of two looks is phase 1


@dataclass(frozen=True)
class Difference:
    """A card whose face two decks tell differently."""

    card: str
    ours: Face
    theirs: Face


@dataclass(frozen=True)
class Merged:
    """A deck with what another one added; where they contradict each other, ours stays until somebody decides."""

    deck: Deck
    added: tuple[str, ...]
    differences: tuple[Difference, ...]


def deck_of(name: str, box: Mapping[str, Any]) -> Deck:
    """Return a box as a deck: its faces, what photos have taught about its print, and the owner's figure of AI-1."""
    faces = {card: read_face(box[card], Place(card)) for card in CARD_IDS if card in box}
    partly = {
        card: read_face(ask["face"], Place(card), partly=True)
        for card, ask in asks_in(box).items()
        if ask.get("face") and card not in faces
    }
    return Deck(name, faces, box.get(PRINT, {}), tuple(box.get(FIGURES, ())), partly)


def to_keep(
    before: Deck,
    after: Deck,
    differences: Iterable[Difference] = (),
    asked: Mapping[str, Mapping[str, Any]] | None = None,
) -> dict[str, Any]:
    """Return what a box is to keep of a deck that was taught, and what its owner should look at.

    Two readings of a face are both kept until somebody settles it; fields of new faces that were hard are asked:
    `asked` says which these are and where they can be looked at.
    """
    box: dict[str, Any] = {
        card: face_to_json(face) for card, face in after.faces.items() if face != before.faces.get(card)
    }
    if after.print != before.print:
        box[PRINT] = dict(after.print)
    if after.figures != before.figures:
        box[FIGURES] = [dict(figure) for figure in after.figures]
    box |= {f"{ASK}{card}": None for card in before.partly if card in after.faces}
    box |= {f"{ASK}{card}": ask for card, ask in _asks(before, after, asked or {}).items()}
    box |= {f"{DOUBT}{one.card}": face_to_json(one.theirs) for one in differences}
    return box


def _asks(before: Deck, after: Deck, asked: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """What a box asks about cards: the unknown fields of faces known in part, and phases of whole ones."""
    asks = {card: dict(ask) for card, ask in asked.items() if card in after.faces and card not in before.faces}
    for card, face in after.partly.items():
        if face != before.partly.get(card):
            hard = asked.get(card, {})
            fields = dict.fromkeys(unknown_in(face), 0.0) | {
                field: confidence
                for field, confidence in hard.get("fields", {}).items()
                if field == "phase" or field in unknown_in(face)
            }
            asks[card] = {**hard, "fields": fields, "face": face_to_json(face)}
    return asks


def unknown_in(face: Face) -> tuple[str, ...]:
    """Return the numbers and colours of a face that are not known: 'number', 'tl colour'."""
    found = []
    corners = ("", *(f"{corner} " for corner in CORNERS))
    for corner, (colour, number) in zip(corners, (face[:2], *face.connectors), strict=False):
        found += [f"{corner}{name}" for name, value in (("number", number), ("colour", colour)) if not value]
    return tuple(found)


def which_phase(
    box: Mapping[str, Any],
    looks: tuple[str, str] | None,
    phases: Mapping[str, int],
    places: Mapping[str, Mapping[str, Any]],
) -> dict[str, Any]:
    """Return what a box keeps of its one question, while nothing tells which of two looks is phase 1.

    `phases` are those of all cards if the first look is; no face has a phase before the answer.
    """
    if looks is None:
        return {}
    cards = [{"card": card, **places.get(card, {})} for card in looks]
    before = box.get(f"{ASK}{PHASES}", {}).get("phases", {})
    return {f"{ASK}{PHASES}": {"fields": {PHASES: 0.5}, "cards": cards, "phases": {**before, **phases}}}


def doubts_in(box: Mapping[str, Any]) -> dict[str, Any]:
    """Return the faces of a box that a photo or another deck shows otherwise, by card."""
    return {key.removeprefix(DOUBT): value for key, value in box.items() if key.startswith(DOUBT)}


def asks_in(box: Mapping[str, Any]) -> dict[str, Any]:
    """Return the cards of a box with fields that were hard to read, in what `ASK` says about them."""
    return {key.removeprefix(ASK): value for key, value in box.items() if key.startswith(ASK)}


class Hard(Protocol):
    """A field that was hard to read, and what it may be, the likeliest first."""

    @property
    def card(self) -> str: ...
    @property
    def field(self) -> str: ...
    @property
    def confidence(self) -> float: ...
    @property
    def alternatives(self) -> tuple[str, ...]: ...


def hard_fields(doubts: Iterable[Hard]) -> dict[str, dict[str, Any]]:
    """Return what was hard to read as a box keeps it, by card."""
    asks: dict[str, dict[str, Any]] = {}
    for one in doubts:
        ask = asks.setdefault(one.card, {"fields": {}, "likeliest": {}})
        ask["fields"][one.field] = round(one.confidence, 3)
        if one.alternatives:
            ask["likeliest"][one.field] = one.alternatives[0]
    return asks


def spans(cards: Sequence[str]) -> str:
    """Return cards in a few words: 001–015, 073, AI-2–AI-4."""
    places = [CARD_IDS.index(card) for card in cards]
    runs: list[list[int]] = []
    for place in places:
        if runs and place == runs[-1][-1] + 1 and CARD_IDS[place] != "AI-1":
            runs[-1].append(place)
        else:
            runs.append([place])
    ends = [dict.fromkeys((CARD_IDS[run[0]], CARD_IDS[run[-1]])) for run in runs]
    return ", ".join("–".join(pair) for pair in ends)


def read_deck_file(file: Path) -> Deck:
    """Return the deck in a file that somebody has shared."""
    deck = read_deck(read_plain(file.read_bytes(), Place(file.name)))
    check_print(deck.print)
    return deck


def write_deck_file(file: Path, deck: Deck) -> None:
    """Write a deck to a file, all of it or nothing; one card a line, so that differences can be read."""
    document = deck.to_json()
    faces = document.pop("faces")
    head = json.dumps(document, ensure_ascii=False)[:-1]
    lines = ",\n".join(f"  {json.dumps(card)}: {json.dumps(face, ensure_ascii=False)}" for card, face in faces.items())
    with NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, prefix=".deck-", delete=False) as part:
        part.write(f'{head},\n "faces": {{\n{lines}\n }}}}\n')
    Path(part.name).replace(file)


def merge(ours: Deck, theirs: Deck) -> Merged:
    """Return our deck with the faces it did not know; contradictions are reported, not settled."""
    added, differences = [], []
    faces, partly = dict(ours.faces), dict(ours.partly)
    for card, theirs_here in {**theirs.partly, **theirs.faces}.items():
        face = theirs_here
        if card not in faces:
            face = joined(partly.pop(card), face) if card in partly else face
            (faces if face.whole else partly)[card] = face
            added += [card] if face.whole else []
            continue
        face = filled(face, faces[card])
        if not same_print(faces[card], face):
            differences.append(Difference(card, faces[card], face))
        elif face.phase and not faces[card].phase:
            faces[card] = faces[card]._replace(phase=face.phase)
    printed: Mapping[str, object] = {**theirs.print, **ours.print}
    deck = Deck(ours.name, _in_order(faces), printed, ours.figures or theirs.figures, _in_order(partly))
    return Merged(deck, tuple(added), tuple(differences))


def _in_order(faces: Mapping[str, Face]) -> dict[str, Face]:
    return {card: faces[card] for card in CARD_IDS if card in faces}


def filled(face: Face, other: Face) -> Face:
    """Return a face with what another one knows where it knows nothing."""
    pairs = tuple(
        Connector(one.colour or two.colour, one.number or two.number)
        for one, two in zip(face.connectors, other.connectors, strict=False)
    )
    return Face(face.colour or other.colour, face.number or other.number, pairs, face.phase or other.phase)


def joined(one: Face, other: Face) -> Face:
    """Return what two readings of a card know together; where they contradict each other, nobody knows."""
    first, second = filled(one, other), filled(other, one)
    pairs = zip((first[:2], *first.connectors), (second[:2], *second.connectors), strict=True)
    own, *corners = (
        Connector(here[0] if here[0] == there[0] else "", here[1] if here[1] == there[1] else 0)
        for here, there in pairs
    )
    phase = first.phase if first.phase == second.phase else 0
    return Face(own.colour, own.number, tuple(corners), phase)


def same_print(one: Face, other: Face) -> bool:
    """Whether two faces show the same; the phase is not printed on the front."""
    return one[:3] == other[:3]


def differing(difference: Difference) -> Iterator[str]:
    """Yield the fields in which two faces differ, for people."""
    ours, theirs = difference.ours, difference.theirs
    if ours.colour != theirs.colour:
        yield f"colour {ours.colour} / {theirs.colour}"
    if ours.number != theirs.number:
        yield f"number {ours.number} / {theirs.number}"
    for corner, one, other in zip(("tl", "tr", "br", "bl"), ours.connectors, theirs.connectors, strict=False):
        if one != other:
            yield f"{corner} {one.colour} {one.number} / {other.colour} {other.number}"
