"""Teach a deck from photos whose cards are known: places and shades of the print, faces, pictures."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.core.errors import Illegal, Place, Unreadable
from companion.core.reading import shown
from companion.core.sheet import Reason
from companion.games.ai100.board import CELLS
from companion.games.ai100.cards import AI_IDS, CARD_IDS, Face, full_id
from companion.games.ai100.deck import Deck
from companion.games.ai100.decks import Difference, Merged, merge
from companion.games.ai100.reader.evidence import print_of, was_learned
from companion.games.ai100.reader.printed import Print, Spot
from companion.games.ai100.reader.teaching.ends import Upright, upright
from companion.games.ai100.reader.teaching.explained import missing
from companion.games.ai100.reader.teaching.faces import Doubt, TaughtFaces
from companion.games.ai100.reader.teaching.find import Corners, Tableau, find_named
from companion.games.ai100.reader.teaching.gather import Flat, gather
from companion.games.ai100.reader.teaching.teach_print import SOME_AI, NamedCards, refine_print, teach_ai, teach_print
from companion.games.ai100.reader.teaching.whole_box import WholeBox
from companion.vision.align import read_outline
from companion.vision.one_thread import one_thread
from companion.vision.parallel import in_parallel, together
from companion.vision.pictures import add_pictures, write_picture

_FEW = 12  # so many cards teach where a print puts things


@dataclass(frozen=True)
class Misnamed:
    """A card whose printed id looks like another than the one that was typed."""

    photo: str
    cell: str
    typed: str
    printed: str


class Lying(NamedTuple):
    """Where a card lies: its photo, and its corners as shares of it, clockwise from the card's own top left."""

    photo: str
    quad: Corners


@dataclass(frozen=True)
class Taught:
    """What photos have taught."""

    deck: Deck
    added: tuple[str, ...]
    differences: tuple[Difference, ...]  # faces already known that look otherwise in the photos; they stay as they were
    doubts: tuple[Doubt, ...]
    misnamed: tuple[Misnamed, ...]
    places: Mapping[str, Lying] = dataclasses.field(default_factory=dict)  # by card: where it can be looked at
    looks: tuple[str, str] | None = None  # a card of each look of the phase, while nothing tells which look is which
    phases: Mapping[str, int] = dataclasses.field(default_factory=dict)  # of all cards, if the first of them is phase 1
    unexplained: tuple[str, ...] = ()  # the fields of the photos that what was learned does not explain
    strange: tuple[str, ...] = ()  # photos that do not show what the others do: nothing was taken from them
    swapped: tuple[str, ...] = ()  # cards whose ids were typed for each other: they were left out

    @property
    def learned(self) -> bool:
        """Whether the print explains the photos it was learned from; what it does not was not taken from them."""
        return not self.unexplained


def read_ids_file(document: object) -> dict[str, dict[str, str]]:
    """Return the cards by photo and cell that an ids file names."""
    if not isinstance(document, dict):
        raise Unreadable(Reason("ai100:error.ids"), Place("ids"))
    return {str(name): dict(_cells(name, cells)) for name, cells in document.items()}


def _cells(name: str, cells: object) -> Iterator[tuple[str, str]]:
    if not isinstance(cells, dict) or not cells:
        raise Unreadable(Reason("ai100:error.ids_cells"), Place("ids", name))
    seen: dict[str, str] = {}
    for cell, word in cells.items():
        if cell not in CELLS:
            raise Unreadable(Reason("ai100:error.no_cell", (cell,)), Place("ids", name))
        card = full_id(word) if isinstance(word, str) else ""
        if card not in CARD_IDS:
            raise Unreadable(Reason("ai100:error.no_card_or_ai", (shown(word),)), Place("ids", name, cell))
        if card in seen:
            raise Illegal(Reason("ai100:error.ids_twice", (card, seen[card])), Place("ids", name, cell))
        seen[card] = cell
        yield cell, card


@one_thread
def teach(
    photos: Mapping[str, bytes],
    ids: Mapping[str, Tableau],
    deck: Deck,
    told: Callable[[str, int, int], None] | None = None,
    certain: bool = False,
    lying: Mapping[str, Mapping[str, Corners]] | None = None,
) -> Taught:
    """Return the deck with what the photos add to it; nothing that was known is overwritten.

    `told` hears, photo by photo, up to which card of how many has been found. Cards whose printed ids are those that
    were typed for each other are left out unless whoever typed them is `certain`. `lying` says of photos that were
    looked at before where the card of each cell lies, so that nothing has to be located again.
    """
    for name in photos:
        if name not in ids:
            raise Unreadable(Reason("ai100:error.photo_unnamed", (", ".join(ids) or Reason("none"),)), Place(name))
    if not photos:
        raise Unreadable(Reason("ai100:error.no_photos"), Place("teach"))
    return _teach(without_repeats(photos, ids), ids, deck, told, certain, lying)


def _teach(
    photos: Mapping[str, bytes],
    ids: Mapping[str, Tableau],
    deck: Deck,
    told: Callable[[str, int, int], None] | None,
    certain: bool,
    lying: Mapping[str, Mapping[str, Corners]] | None,
) -> Taught:
    before = print_of(deck)
    known = len(deck.print.get("pictures", {}))
    anew = known < _FEW or sum(len(ids[name]) for name in photos) > known
    # A print that was never photographed is taken for that of the demo deck, but its cards look otherwise. One that
    # does not explain its photos may be that of a part of the cards: it does not tell where the next ones lie.
    guides = bool(deck.print) and was_learned(deck)
    template = read_outline(before.outline) if guides else None
    flats = gather(find_named(photos, ids, template, told, lying, guides or not deck.print), template)
    found = upright(flats, before.id if guides else None)
    named_cards = _named_cards(flats, found.ends, [card for name in photos for card in ids[name].values()])
    taught = _taught_faces(named_cards, deck, found, known, anew)
    misnamed = _misnamed(photos, ids, taught, deck)
    swapped = () if certain else crossed(misnamed)
    taught = taught.without_cards(set(swapped))
    trusted = taught.trusted(None if anew else deck.print.get("trusted"), known, found.known)
    unexplained = missing(trusted, found.known)
    # Typed cells name cards only if it is known which end is up: otherwise every picture may bear the name of the card
    # across the tableau; a card that was pointed at keeps its own.
    kept = deck.print if lying is None and not found.known else _print_to_keep(deck, taught, trusted, found.known)
    # What a print does not explain would be a wrong deck: the cards are known by their pictures, that field is not.
    # While nobody knows which end is up nothing was learned; another field costs its own values only.
    faces = {**_with_phases(deck, taught.earlier_phases()), **taught.faces(unexplained)} if found.known else {}
    merged = _merged(replace(deck, print=dict(kept)), faces)
    return Taught(
        merged.deck,
        merged.added,
        merged.differences,
        tuple(taught.doubts(unexplained)) if found.known else (),
        misnamed,
        dict(itertools.chain.from_iterable(map(_lying, flats, found.ends))),
        taught.looks if found.known else None,
        taught.phases_by_look() if found.known else {},
        unexplained,
        tuple(name for at, name in enumerate(photos) if at not in taught.named_cards.photo),
        swapped,
    )


def _named_cards(flats: Sequence[Flat], ends: Sequence[int], ids: Sequence[str]) -> NamedCards:
    """The cards of all photos, each with its id and the photo that shows it; AI cards come last."""
    cards = [(at, card) for at, (flat, end) in enumerate(zip(flats, ends, strict=True)) for card in _cards(flat, end)]
    order = sorted(range(len(ids)), key=lambda row: ids[row] in AI_IDS)
    return NamedCards(
        np.stack([cards[row][1] for row in order]),
        np.array([cards[row][0] for row in order], np.intp),
        tuple(ids[row] for row in order),
    )


def _taught_faces(named_cards: NamedCards, deck: Deck, found: Upright, known: int, anew: bool) -> TaughtFaces:
    """The faces as the cards show them, read where their print has things, which is learned `anew` or refined."""
    before = print_of(deck)
    of_ai = found.ai.spot if found.ai else None
    box = WholeBox.of(named_cards, deck)
    printed, _ = together(
        lambda: _taught_print(named_cards, replace(before, id=found.id), known, anew, of_ai),
        lambda: box.laid if box.nearly and (anew or not before.phase) else None,  # the phase is sought in it then
    )
    others = None if anew or not named_cards.evolution.ids else before
    taught = TaughtFaces.of(named_cards, printed, others, bool(deck.print.get("named")))
    if taught.named_cards is not named_cards:
        box = WholeBox.of(taught.named_cards, deck)
    return taught.with_phase(box, deck)


def _misnamed(
    photos: Iterable[str], ids: Mapping[str, Tableau], taught: TaughtFaces, deck: Deck
) -> tuple[Misnamed, ...]:
    """The cards whose printed ids look like others than those that were typed."""
    legible = float(deck.print.get("trusted", {}).get("id", 0.0))
    named_cards = taught.named_cards
    return tuple(
        Misnamed(*_lies_at(photos, ids, named_cards, row), named_cards.ids[row], read)
        for row, read in taught.misnamed(legible)
    )


def _print_to_keep(
    deck: Deck, taught: TaughtFaces, trusted: Mapping[str, float | bool], upright: bool
) -> dict[str, Any]:
    """What the deck's file says about its print from now on."""
    kept = {
        **deck.print,
        **taught.printed.to_json(),
        "pictures": _pictures(deck, taught.named_cards),
        "trusted": trusted,
    }
    kept.pop("ink", None)
    ink = {} if taught.printed.phase or not upright else WholeBox.of(taught.named_cards, deck).to_keep()
    return kept | ({"ink": ink} if ink else {}) | ({"named": True} if taught.named else {})


def _with_phases(deck: Deck, phases: Mapping[str, int]) -> dict[str, Face]:
    """The faces of cards that are known already, with their phases."""
    faces = {**deck.partly, **deck.faces}
    return {card: faces[card]._replace(phase=phase) for card, phase in phases.items() if card in faces}


def _merged(deck: Deck, faces: Mapping[str, Face]) -> Merged:
    """The deck with faces added; those of which a field is unknown are kept apart."""
    whole = {card: face for card, face in faces.items() if face.whole}
    partly = {card: face for card, face in faces.items() if not face.whole}
    return merge(deck, Deck(deck.name, whole, partly=partly))


def crossed(misnamed: Sequence[Misnamed]) -> tuple[str, ...]:
    """The cards that were typed for others which read otherwise as well; one that does so alone may be misread."""
    typed = {one.typed for one in misnamed}
    return tuple(one.typed for one in misnamed if one.printed in typed)


def without_repeats(photos: Mapping[str, bytes], ids: Mapping[str, Tableau]) -> dict[str, bytes]:
    """The photos, one that was given twice only once: it shows nothing new."""
    seen: dict[object, str] = {}
    for name, data in photos.items():
        seen.setdefault((data, frozenset(ids[name].items())), name)
    return {name: photos[name] for name in seen.values()}


def _lies_at(photos: Iterable[str], ids: Mapping[str, Tableau], named_cards: NamedCards, row: int) -> tuple[str, str]:
    """The photo and the cell of a named card."""
    photo = list(photos)[int(named_cards.photo[row])]
    return photo, next(cell for cell, card in ids[photo].items() if card == named_cards.ids[row])


def _pictures(deck: Deck, named_cards: NamedCards) -> dict[str, list[str]]:
    """The small pictures of a deck with those of named cards."""
    fresh: dict[str, list[str]] = {}
    for card, picture in zip(named_cards.ids, in_parallel(write_picture, named_cards.cards), strict=True):
        fresh.setdefault(card, []).append(picture)
    return add_pictures(deck.print.get("pictures", {}), fresh)


def _lying(flat: Flat, end: int) -> Iterator[tuple[str, Lying]]:
    """Yield where the cards of a photo lie in it."""
    tall, wide = flat.shown.image.shape[:2]
    for card, quad in zip(flat.shown.ids, flat.quads[end] or (), strict=True):
        shares = (quad.points + 0.5) / (wide, tall)
        yield card, Lying(flat.shown.name, tuple((float(x), float(y)) for x, y in shares))


def _taught_print(named_cards: NamedCards, before: Print, known: int, anew: bool, ai_id: Spot | None) -> Print:
    """The print as the cards show it; what earlier photos have taught of `known` cards is refined."""
    if anew:
        return teach_print(named_cards, before, known >= _FEW, ai_id) if len(named_cards.ids) >= _FEW else before
    evolution, ai = named_cards.evolution, named_cards.ai
    printed = refine_print(evolution, before, known) if evolution.ids else before
    return replace(printed, ai=teach_ai(ai, printed, ai_id)) if not printed.ai and len(ai.ids) >= SOME_AI else printed


def _cards(flat: Flat, end: int) -> Sequence[NDArray[np.uint8]]:
    cards = flat.cards[end]
    assert cards is not None
    return cards
