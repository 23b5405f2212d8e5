"""Faces read from cards whose ids are known, and how far each field can be relied on.

A field is judged by what is seen on the card itself and by what the cards of the other photos tell (`pooled`). What
does not come back as itself is doubtful, and so is what looks unlike all others: a thumb, a lamp, a standee, a card
that was found askew. Another photo of the card may show it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.cards import AI_IDS, COLOURS, CORNERS, NUMBERS, Connector, Face
from companion.games.ai100.deck import Deck
from companion.games.ai100.reader.printed import Print
from companion.games.ai100.reader.teaching.explained import lacking, missing
from companion.games.ai100.reader.teaching.field_chances import (
    Appearance,
    FieldChances,
    Others,
    ReadFields,
    beside_corners,
    certain,
    phases_of,
    read_fields,
    told_of_each,
    weighed_colours,
    weighed_numbers,
)
from companion.games.ai100.reader.teaching.pooled import ToldByOthers
from companion.games.ai100.reader.teaching.shades import lightness
from companion.games.ai100.reader.teaching.teach_print import NamedCards
from companion.games.ai100.reader.teaching.typed_ids import TypedIds
from companion.games.ai100.reader.teaching.whole_box import BoxPhase, WholeBox

Floats = NDArray[np.float64]

_DOUBT = 0.9  # a field read with less confidence is shown to the owner
_READ = 0.6  # of the numbers must come back as the network reads them for the others to be told by groups
_VARIED = 0.5  # of the entropy of all values: a field that says nearly the same on all cards was not found
_SOME_AI = 4  # AI cards say whether these were learned
_CORNER_TWICE = 0.6  # of the cards: so many have the number of one of their corners only if that is what was read
_SOME = 12  # cards say whether a field varies
# Times as unlike as usual a hidden digit is, and the colour of what hides it; how far one may rely on such a colour.
_HIDDEN, _COVERED, _RELIED = 2.0, 8.0, 0.6
_OFF = 28.0  # of 100: how much lighter or darker than its colour a card may be (24 at most where right, 31 where not)
_SHADOW = 0.5  # of the usual light: of 29 colours that were taken for black 18 had less, of blacks one in twenty
_STRANGE = 4.0  # times as unlike as usual the corners of a photo are in the median if it shows something else
_SOME_CLEAR, _TYPED = 4, 0.5  # where fewer of the ids that read clearly on a photo are as typed it shows other cards
_MOSTLY = 0.8  # of the ids that read clearly on a photo are as typed where such ids are legible
_PHOTOS = 3  # photos say which one is unlike the others


@dataclass(frozen=True)
class Doubt:
    """A field of a face that was hard to read, and what else it may be, the likeliest first."""

    card: str
    field: str  # colour, number, phase, 'tl number', 'tl colour'
    confidence: float
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True)
class TaughtFaces:
    """Named cards and the print that they taught."""

    named_cards: NamedCards
    printed: Print
    others: Print | None = None  # as earlier photos have taught it
    read: ReadFields | None = None  # number, colours and ids, where they were read with this print already
    named: bool = False  # whether it is known which look of the phase's mark is phase 1
    told: Others | None = None  # what the other photos tell, where that is known already
    whole: BoxPhase | None = None  # where the split of all cards told the phases

    @classmethod
    def of(
        cls,
        named_cards: NamedCards,
        printed: Print,
        others: Print | None = None,
        named: bool = False,
        read: ReadFields | None = None,
    ) -> TaughtFaces:
        """Read the faces."""
        first = cls(named_cards, printed, others, read, named)
        return first.without(first.strange) if first.strange else first

    def with_phase(self, box: WholeBox, deck: Deck) -> TaughtFaces:
        """The same with the phase, where it is told by what nothing else that was read explains."""
        if self.printed.phase is not None:
            return self
        rows = [row for row, card in enumerate(self.named_cards.ids) if card not in AI_IDS]
        numbers, colours = self._numbers[rows, 0].argmax(axis=1), self._colours[rows, 0].argmax(axis=1)
        found = box.phase(list(zip(colours.tolist(), numbers.tolist(), strict=True)), deck, self.printed)
        if found is None:
            return self
        printed = self.printed.with_phase(found.pips)
        return replace(self, printed=printed, read=self._read, named=found.named, told=self._told, whole=found)

    @property
    def looks(self) -> tuple[str, str] | None:
        """A card that shows phase 1 clearly and one that shows phase 2, while only a person can tell which is which."""
        if self.named or self.printed.phase is None:
            return None
        # One of these photos can be looked at; where they show one look alone, a card of an earlier one is named.
        for told in (self._phases_here, {**self._phases_before, **self._phases_here}):
            clearest = [max(told, key=lambda card: float(told[card][at]), default="") for at in (0, 1)]
            if all(card and told[card][at] >= _DOUBT for at, card in enumerate(clearest)):
                return clearest[0], clearest[1]
        return None

    @cached_property
    def _phases_here(self) -> dict[str, Floats]:
        return {card: _product(self._phases[rows]) for card, rows in self._by_card.items() if card not in AI_IDS}

    @property
    def _phases_before(self) -> Mapping[str, Floats]:
        return self.whole.earlier if self.whole else {}

    @cached_property
    def _read(self) -> ReadFields:
        return self.read or read_fields(self.named_cards, self.printed)

    @cached_property
    def _told(self) -> Others:
        return self.told or told_of_each(self.named_cards, *self._read)

    @property
    def strange(self) -> tuple[int, ...]:
        """Photos of something else: ids that are not those typed, or corners unlike those of the others.

        Wrong cards, another box, cards found askew. Where ids are those typed it is the box, however it looks.
        """
        photos = np.unique(self.named_cards.photo)
        if len(photos) < _PHOTOS:
            return ()
        unlike = [one[1].far.reshape(-1, 4) for one in (self._told.numbers, self._told.colours)]
        medians = {int(at): [float(np.median(far[self.named_cards.photo == at])) for far in unlike] for at in photos}
        seen = {int(at): self._ids.clear & (self.named_cards.photo == at) for at in photos}
        typed = {at: float(self._ids.right[here].mean()) for at, here in seen.items() if here.sum() >= _SOME_CLEAR}
        # On most photos ids that read clearly are those typed, or a few that are not say nothing.
        legible = len(typed) > 1 and float(np.median([*typed.values()])) >= _MOSTLY

        def other(at: int) -> bool:
            return typed[at] < _TYPED if legible and at in typed else min(medians[at]) > _STRANGE

        return tuple(at for at in medians if other(at))

    @cached_property
    def _ids(self) -> TypedIds:
        return TypedIds(self._read[0].ids, self.named_cards.ids)

    def without(self, photos: Sequence[int]) -> TaughtFaces:
        """The same without some photos."""
        rows = np.flatnonzero(~np.isin(self.named_cards.photo, photos))
        return TaughtFaces.of(
            self.named_cards.rows(rows.tolist()), self.printed, self.others, self.named, self._rows(rows)
        )

    def without_cards(self, cards: Set[str]) -> TaughtFaces:
        """The same without some cards; what they taught about the print stays."""
        if not cards:
            return self
        rows = np.array([row for row, card in enumerate(self.named_cards.ids) if card not in cards], np.intp)
        return replace(
            self,
            named_cards=self.named_cards.rows(rows.tolist()),
            read=self._rows(rows),
            whole=self.whole and replace(self.whole, chances=self.whole.chances[rows]),
            told=None,
        )

    def _rows(self, rows: NDArray[np.intp]) -> ReadFields:
        chances, appearance = self._read
        return FieldChances(*(part[rows] for part in chances)), Appearance(*(part[rows] for part in appearance))

    @cached_property
    def _phases(self) -> Floats:
        return phases_of(self.named_cards, self.printed) if self.whole is None else self.whole.chances

    @cached_property
    def _numbers(self) -> Floats:
        """The chances of the card's number and those of its corners (n, 5, 5)."""
        return weighed_numbers(self._read[0], self._told)

    @cached_property
    def _colours(self) -> Floats:
        """The chances of colours (n, 5, 6), the card itself first; what hides a digit may hide its colour as well."""
        found = weighed_colours(self._read[0], self._told)
        digits, colours = (_each(one, "far") for one in (self._told.numbers, self._told.colours))
        # Where no others tell how a colour looks, it may be that of whatever lies there.
        covered = (colours > _COVERED) | ~_each(self._told.colours, "taught").any(axis=2)
        hidden = (self._numbers.max(axis=2) < _DOUBT) & (digits > _HIDDEN) & covered
        hidden[:, 0] |= self._too_light(found[:, 0])
        # In deep shadow every colour is taken for black.
        hidden |= (found.argmax(axis=2) == COLOURS.index("black")) & (self._read[1].lit < _SHADOW)
        hidden[:, 1:] |= beside_corners(self.named_cards, found.argmax(axis=2))
        return np.where(hidden[:, :, None], _RELIED * found + (1 - _RELIED) / len(COLOURS), found)

    def _too_light(self, chances: Floats) -> NDArray[np.bool_]:
        """Which cards are far lighter or darker where they show their colour than that colour is (n,)."""
        palettes = [lightness(one.ground_palette) for one in (self.printed, self.printed.of_ai)]
        ai = np.array([card in AI_IDS for card in self.named_cards.ids], np.intp)
        order = [self.printed.colours.index(colour) for colour in COLOURS]
        named = np.stack(palettes)[ai, np.array(order)[chances.argmax(axis=1)]]
        return np.asarray(np.abs(self._read[1].light - named) > _OFF)

    def phases_by_look(self) -> dict[str, int]:
        """The phase of each card if the look that was taken for phase 1 is, while only a person can tell."""
        return self._clear_phases if self.looks else {}

    @cached_property
    def _clear_phases(self) -> dict[str, int]:
        told = {**self._phases_before, **self._phases_here}
        return {card: int(one.argmax()) + 1 for card, one in told.items() if float(one.max()) >= _DOUBT}

    def earlier_phases(self) -> dict[str, int]:
        """The phases of cards of earlier photos, where it is known which look is which."""
        return {card: phase for card, phase in self._clear_phases.items() if self.named and card in self._phases_before}

    def faces(self, unexplained: Sequence[str] = ()) -> dict[str, Face]:
        """Return what the cards show; what cannot be seen on one of them, or is `unexplained` on all, is unknown."""
        unknown: dict[str, set[str]] = {}
        for doubt in self.doubts(unexplained):
            unknown.setdefault(doubt.card, set()).add(doubt.field)
        unnamed = {"phase"} if self.looks else set()
        return {
            card: _face(card, *self._together(rows), unknown.get(card, set()) | unnamed)
            for card, rows in self._by_card.items()
        }

    def doubts(self, unexplained: Sequence[str] = ()) -> list[Doubt]:
        """Return what was hard to read, the most doubtful first, and all of what is `unexplained`."""
        found = [doubt for card, rows in self._by_card.items() for doubt in self._doubts_of(card, rows, unexplained)]
        return sorted(found, key=lambda doubt: doubt.confidence)

    @cached_property
    def _by_card(self) -> Mapping[str, list[int]]:
        rows: dict[str, list[int]] = {}
        for row, card in enumerate(self.named_cards.ids):
            rows.setdefault(card, []).append(row)
        return rows

    @cached_property
    def _ai_unexplained(self) -> tuple[str, ...]:
        """Which fields of AI cards do not come back as those of all must: a dozen of them hardly count among all."""
        ai = np.array([card in AI_IDS for card in self.named_cards.ids])
        if self.others or ai.sum() < _SOME_AI:
            return ()
        tables = {
            "number": self._numbers[ai, :1], "corners": self._numbers[ai, 1:],
            "colour": self._colours[ai, :1], "corner_colours": self._colours[ai, 1:],
        }  # fmt: skip
        return lacking(
            {name: float((back[ai] & _each_varied(tables[name])).mean()) for name, back in self._back.items()}
        )

    def _together(self, rows: list[int]) -> tuple[Floats, Floats, Floats]:
        """Chances of numbers, colours and phase of a card from all the photos that show it."""
        return _product(self._numbers[rows]), _product(self._colours[rows]), _product(self._phases[rows])

    def _doubts_of(self, card: str, rows: list[int], unexplained: Sequence[str]) -> Iterator[Doubt]:
        numbers, colours, phases = self._together(rows)
        lacking = {*unexplained, *(self._ai_unexplained if card in AI_IDS else ())}
        for at in range(5):
            name = f"{CORNERS[at - 1]} " if at else ""
            of_number, of_colour = ("corners", "corner_colours") if at else ("number", "colour")
            yield from _doubt(card, f"{name}number", numbers[at], [str(n) for n in NUMBERS], of_number in lacking)
            yield from _doubt(card, f"{name}colour", colours[at], COLOURS, of_colour in lacking)
        if self.printed.phase is not None and card not in AI_IDS:
            yield from _doubt(card, "phase", phases, ("1", "2"))

    def trusted(
        self, before: Mapping[str, float | bool] | None = None, known: int = 0, upright: bool = False
    ) -> dict[str, float | bool]:
        """How far the print explains its photos: shares of cards whose fields come back as themselves.

        `before` says the same of the `known` cards that were taught earlier: each card counts the same. Ids need not
        be read where something else tells which end is `upright`.
        """
        shares = {"id": float(self._ids.right.mean()), **self._came_back()}
        if before:
            count = len(self.named_cards.ids)
            shares = {
                name: (known * float(before[name]) + count * share) / (known + count) for name, share in shares.items()
            }
        evolution = [row for row, card in enumerate(self.named_cards.ids) if card not in AI_IDS]
        clear = self._phases[evolution].max(axis=1) if self.printed.phase and evolution else np.zeros(1)
        learned = not missing(shares, upright)
        rounded = {name: round(share, 3) for name, share in shares.items()}
        return {**rounded, "phase": round(float((clear > _DOUBT).mean()), 3), "fields": learned, "learned": learned}

    def _came_back(self) -> dict[str, float]:
        """The shares of fields that come back as themselves."""
        return {name: float(back.mean()) for name, back in self._back.items()}

    @cached_property
    def _back(self) -> Mapping[str, NDArray[np.bool_]]:
        """Which fields of each card come back as themselves: with the earlier print, or as the other photos tell."""
        again = read_fields(self.named_cards, self.others, ids=False)[0] if self.others else None
        found = {}
        for part, names in (("numbers", ("number", "corners")), ("colours", ("colour", "corner_colours"))):
            fields, others = getattr(self._read[0], part), getattr(self._told, part)
            for name, at, one in zip(names, (slice(0, 1), slice(1, 5)), others, strict=True):
                read = _flat(fields[:, at])
                back = one.says(read) if again is None else _same(read, _flat(getattr(again, part)[:, at]))
                found[name] = back.reshape(len(self.named_cards.ids), -1) & _each_varied(fields[:, at])
        if again is None:
            found |= self._numbers_back(found)
        if self._number_is_a_corner:
            found["number"] = np.zeros_like(found["number"])
        return found

    @property
    def _number_is_a_corner(self) -> bool:
        """Whether nearly all cards seem to have the number of one of their corners: then that was read twice."""
        values = self._read[0].numbers.argmax(axis=2)
        same = (values[:, 1:] == values[:, :1]).mean(axis=0)
        return len(values) >= _SOME and bool(same.max() > _CORNER_TWICE)

    def _numbers_back(self, read: Mapping[str, NDArray[np.bool_]]) -> dict[str, NDArray[np.bool_]]:
        """Which numbers come back where the others tell them for certain, though the network may not know them.

        AI cards are too few to be told by each other, and where most is read otherwise nothing was found.
        """
        ai, found = np.array([card in AI_IDS for card in self.named_cards.ids]), {}
        for name, at, one in zip(("number", "corners"), (slice(0, 1), slice(1, 5)), self._told.numbers, strict=True):
            chances = self._numbers[:, at]
            told = one.chances.argmax(axis=1).reshape(len(ai), -1) == chances.argmax(axis=2)
            known = one.taught.any(axis=1).reshape(len(ai), -1)
            clear = np.maximum(chances, certain(self._read[0].numbers[:, at])).max(axis=2) >= _DOUBT
            back = np.where(known, told & clear, read[name])
            back[ai] = read[name][ai]
            found[name] = back if read[name].mean() >= _READ else read[name]
        return found

    def misnamed(self, before: float = 0.0) -> Iterator[tuple[int, str]]:
        """Yield rows whose id reads clearly otherwise than it was typed, and how.

        `before` is the share of ids that earlier photos could read.
        """
        return self._ids.misnamed(before)


def _each(told: Sequence[ToldByOthers], name: str) -> NDArray[Any]:
    """What is told of the card itself and of its corners, as one table (n, 5, ...)."""
    own, corners = (np.asarray(getattr(one, name)) for one in told)
    return np.concatenate([own[:, None], corners.reshape(len(own), 4, *corners.shape[1:])], axis=1)


def _flat(likelihoods: Floats) -> Floats:
    return certain(likelihoods).reshape(-1, likelihoods.shape[-1])


def _same(read: Floats, again: Floats) -> NDArray[np.bool_]:
    """Which fields say the same again, and clearly."""
    return np.asarray((read.argmax(axis=1) == again.argmax(axis=1)) & (again.max(axis=1) > 0.5))


def _each_varied(read: Floats) -> NDArray[np.bool_]:
    """In which of some places (n, places, values) cards differ; what is nearly the same on all was not found there."""
    values = read.shape[2]
    usual = np.eye(values)[read.argmax(axis=2)].mean(axis=0)
    told = -(usual * np.log(usual + 1e-12)).sum(axis=1) >= _VARIED * np.log(values)
    return np.asarray(told | (len(read) < _SOME))


def _doubt(card: str, field: str, chances: Floats, words: Sequence[str], unexplained: bool = False) -> Iterator[Doubt]:
    confidence = float(chances.max()) if not unexplained else 1 / len(words)
    if confidence < _DOUBT:
        yield Doubt(card, field, confidence, tuple(words[at] for at in np.argsort(-chances, kind="stable")))


def _product(chances: Floats) -> Floats:
    total = np.log(np.maximum(chances, 1e-12)).sum(axis=0)
    return np.asarray(np.exp(total - np.logaddexp.reduce(total, axis=-1, keepdims=True)))


def _face(card: str, numbers: Floats, colours: Floats, phases: Floats, unknown: Set[str]) -> Face:
    def pair(corner: str, number: Floats, colour: Floats) -> Connector:
        return Connector(
            "" if f"{corner}colour" in unknown else COLOURS[int(colour.argmax())],
            0 if f"{corner}number" in unknown else NUMBERS[int(number.argmax())],
        )

    own, *corners = map(pair, ("", *(f"{corner} " for corner in CORNERS)), numbers, colours)
    known = card not in AI_IDS and float(phases.max()) > 0.5 and "phase" not in unknown
    return Face(own.colour, own.number, tuple(corners), int(phases.argmax()) + 1 if known else 0)
