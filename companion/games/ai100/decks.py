"""The owner's decks: how a box keeps one, how two become one, and the file in which one is shared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from companion.core.errors import Place, Unreadable
from companion.core.reading import decode_plain
from companion.core.sheet import Reason
from companion.games.ai100.cards import CARD_IDS, Face
from companion.games.ai100.deck import Deck, face_to_json, read_deck, read_face
from companion.games.ai100.sound import check_print

DEMO = "demo"
# What a box keeps beside its faces: how it is printed, AI-1's figure, faces that were seen otherwise, and fields that
# were hard to read: {"fields": {"tl number": 0.6}, "photo": its id, "quad": four corners as shares of that photo}.
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
    return Deck(name, faces, box.get(PRINT, {}), tuple(box.get(FIGURES, ())))


def learned(
    before: Deck,
    after: Deck,
    differences: Iterable[Difference] = (),
    asked: Mapping[str, Mapping[str, Any]] | None = None,
) -> dict[str, Any]:
    """Return what a box is to keep of a deck that has learned, and what its owner should look at.

    Two readings of a face are both kept until somebody settles it; fields of new faces that were hard are asked.
    """
    box: dict[str, Any] = {
        card: face_to_json(face) for card, face in after.faces.items() if face != before.faces.get(card)
    }
    if after.print != before.print:
        box[PRINT] = dict(after.print)
    if after.figures != before.figures:
        box[FIGURES] = [dict(figure) for figure in after.figures]
    box |= {f"{ASK}{card}": dict(ask) for card, ask in (asked or {}).items() if card not in before.faces}
    box |= {f"{DOUBT}{one.card}": face_to_json(one.theirs) for one in differences}
    return box


def which_phase(looks: tuple[str, str] | None, places: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return what a box keeps of its one question, while nothing tells which of two looks is phase 1."""
    if looks is None:
        return {}
    cards = [{"card": card, **places.get(card, {})} for card in looks]
    return {f"{ASK}{PHASES}": {"fields": {PHASES: 0.5}, "cards": cards}}


def doubts_in(box: Mapping[str, Any]) -> dict[str, Any]:
    """Return the faces of a box that a photo or another deck shows otherwise, by card."""
    return {key.removeprefix(DOUBT): value for key, value in box.items() if key.startswith(DOUBT)}


def asks_in(box: Mapping[str, Any]) -> dict[str, Any]:
    """Return the cards of a box with fields that were hard to read, in what `ASK` says about them."""
    return {key.removeprefix(ASK): value for key, value in box.items() if key.startswith(ASK)}


def hard_fields(doubts: Iterable[tuple[str, str, float]]) -> dict[str, dict[str, float]]:
    """Return card, field and confidence of what was hard to read, by card."""
    fields: dict[str, dict[str, float]] = {}
    for card, field, confidence in doubts:
        fields.setdefault(card, {})[field] = round(confidence, 3)
    return fields


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
    try:
        document = decode_plain(file.read_bytes())
    except (ValueError, RecursionError):
        raise Unreadable(Reason("error.not_json"), Place(file.name)) from None
    deck = read_deck(document)
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
    faces: dict[str, Face] = dict(ours.faces)
    for card, face in theirs.faces.items():
        if card not in faces:
            faces[card] = face
            added.append(card)
        elif not same_print(faces[card], face):
            differences.append(Difference(card, faces[card], face))
        elif face.phase and not faces[card].phase:
            faces[card] = faces[card]._replace(phase=face.phase)
    ordered = {card: faces[card] for card in CARD_IDS if card in faces}
    printed: Mapping[str, object] = {**theirs.print, **ours.print}
    deck = Deck(ours.name, ordered, printed, ours.figures or theirs.figures)
    return Merged(deck, tuple(added), tuple(differences))


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
