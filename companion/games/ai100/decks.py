"""The owner's decks: one JSON file each in the data folder; the demo deck is always there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import NamedTemporaryFile

from companion.core.errors import Illegal, Unreadable
from companion.games.ai100.cards import CARD_IDS, Face
from companion.games.ai100.deck import Deck, demo_deck, read_deck

DEMO = "demo"
_NAME = re.compile(r"[\w][\w .'-]{0,39}")


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


def folder(data: Path) -> Path:
    """Return where the owner's decks lie."""
    return data / "decks"


def deck_names(data: Path) -> tuple[str, ...]:
    """Return the names of all decks, the demo deck first."""
    own = sorted(file.stem for file in folder(data).glob("*.json")) if folder(data).is_dir() else []
    return (DEMO, *(name for name in own if name != DEMO))


def load_deck(data: Path, name: str = DEMO) -> Deck:
    """Return a deck by name."""
    if name == DEMO:
        return demo_deck()
    file = _file(data, name)
    if not file.is_file():
        raise Unreadable(f"no deck of this name (there is {', '.join(deck_names(data))})", f"deck {name}")
    return replace(read_deck_file(file), name=name)


def read_deck_file(file: Path) -> Deck:
    """Return the deck in a file that somebody has shared."""
    try:
        document = json.loads(file.read_text("utf-8"))
    except (ValueError, RecursionError):
        raise Unreadable("not a JSON file", file.name) from None
    return read_deck(document)


def save_deck(data: Path, deck: Deck) -> Path:
    """Write a deck: the old file stays whole until the new one is complete."""
    if deck.name == DEMO:
        raise Illegal("the demo deck cannot be changed; choose another name", "deck demo")
    file = _file(data, deck.name)
    file.parent.mkdir(parents=True, exist_ok=True)
    write_deck_file(file, deck)
    return file


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


def _file(data: Path, name: str) -> Path:
    if not _NAME.fullmatch(name) or name.endswith((".", " ")):
        raise Unreadable("expected a short name of letters, digits, blanks, - or _", f"deck {name!r}")
    return folder(data) / f"{name}.json"
