"""The decks of the game as the command line and Python know them: read with, taught, listed, shared."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.game import Additions, Told
from companion.core.sheet import Reason
from companion.games.ai100.cards import CARD_IDS
from companion.games.ai100.deck import Deck, demo_deck
from companion.games.ai100.decks import (
    DEMO,
    Difference,
    asks_in,
    deck_of,
    differing,
    doubts_in,
    hard_fields,
    merge,
    read_deck_file,
    spans,
    to_keep,
    unknown_in,
    which_phase,
    write_deck_file,
)

if TYPE_CHECKING:
    from companion.games.ai100.reading import Reading

Box = Mapping[str, Any]


class Decks:
    """Decks by name and by what their box keeps; cv2 is loaded when a photo arrives."""

    demo = DEMO

    def read_photo(self, photo: bytes, name: str, deck: str, box: Box) -> Reading:
        """Return which card lies in which cell, and how sure that is."""
        from companion.games.ai100.reader import read_tableau

        return read_tableau(photo, name, _deck(deck, box))

    def status(self, deck: str, box: Box) -> Reason:
        """Return how much of a deck is known."""
        known, doubtful = _deck(deck, box), len(doubts_in(box).keys() | asks_in(box).keys())
        taught = Reason("deck.print" if known.print else "deck.no_print")
        key = "ai100:deck.doubtful" if doubtful else "ai100:deck.status"
        return Reason(key, (len(known.faces), len(CARD_IDS), taught, doubtful))

    def teach(
        self, photos: Mapping[str, bytes], ids: object, deck: str, box: Box, told: Told | None = None
    ) -> Additions:
        """Return what photos whose cards are known add to a deck."""
        from companion.games.ai100.reader.teaching import read_ids_file, teach

        before = _deck(deck, box)
        taught = teach(photos, read_ids_file(ids), before, told)
        asked = hard_fields(taught.doubts)
        misnamed = [
            Reason("ai100:deck.misnamed", (one.photo, one.cell, one.typed, one.printed)) for one in taught.misnamed
        ]
        strange = [Reason("ai100:deck.strange", (photo,)) for photo in taught.strange]
        strange += [Reason("ai100:deck.swapped", (", ".join(taught.swapped),))] if taught.swapped else []
        which = [Reason("ai100:deck.which_phase", taught.looks)] if taught.looks else []
        unsure = [
            Reason("ai100:deck.unsure", (one.card, _field(one.field), f"{one.confidence:.0%}")) for one in taught.doubts
        ]
        faces = (*taught.deck.faces.values(), *taught.deck.partly.values())
        fields = sum(2 + 2 * len(face.connectors) - len(unknown_in(face)) + bool(face.phase) for face in faces)
        missing = [card for card in CARD_IDS if card not in taught.deck.print.get("pictures", {})]
        said = (
            Reason("ai100:deck.taught", (deck, len(taught.added), len(taught.deck.faces))),
            Reason("ai100:deck.fields", (fields, len(taught.doubts))),
            Reason("ai100:deck.missing", (spans(missing),)) if missing else Reason("ai100:deck.whole"),
        )
        words = tuple(Reason(f"ai100:deck.field.{field}") for field in taught.unexplained)
        return Additions(
            to_keep(before, taught.deck, taught.differences, asked) | which_phase(box, taught.looks, taught.phases, {}),
            said,
            (*strange, *misnamed, *_shown(taught.differences), *which, *unsure),
            None if taught.learned else Reason("ai100:deck.not_taught", (words,)),
        )

    def write(self, file: Path, deck: str, box: Box) -> int:
        """Write a deck to a file, and return how many faces it has."""
        chosen = _deck(deck, box)
        write_deck_file(file, chosen)
        return len(chosen.faces)

    def name_in(self, file: Path) -> str:
        """Return the name of the deck in a file."""
        return read_deck_file(file).name

    def take_in(self, file: Path, deck: str, box: Box) -> Additions:
        """Return what the faces of a file add to a deck; what is known stays."""
        ours = _deck(deck, box)
        merged = merge(ours, read_deck_file(file))
        return Additions(
            to_keep(ours, merged.deck, merged.differences),
            (Reason("ai100:deck.added", (deck, len(merged.added), len(merged.deck.faces))),),
            _shown(merged.differences),
        )

    def write_samples(self, folder: Path) -> Reason:
        """Write the demo deck, photos of it and a game."""
        from companion.samples.demo import write_samples

        return write_samples(folder)


def _deck(name: str, box: Box) -> Deck:
    return demo_deck() if name == DEMO else deck_of(name, box)


def _field(name: str) -> Reason:
    """A doubtful field in words: 'number', or 'tl number' of a corner."""
    corner, _, kind = name.rpartition(" ")
    word = Reason(f"ai100:deck.doubt.{kind}")
    return Reason("ai100:deck.doubt.corner", (word, Reason(f"ai100:deck.corner.{corner}"))) if corner else word


def _shown(differences: tuple[Difference, ...]) -> tuple[Reason, ...]:
    return tuple(Reason("ai100:deck.differs", (one.card, "; ".join(differing(one)))) for one in differences)
