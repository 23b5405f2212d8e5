"""Faces read from cards whose ids are known, and how far each field can be relied on.

Every card is read twice: with what all cards taught about the print, and with what the other half of them taught. What
does not come back as itself is doubtful, and so is what looks unlike the same digit elsewhere: a thumb, a lamp, a
standee, a card that was found askew. A field that cannot be seen says nothing; another photo of the card may.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.cards import AI_IDS, COLOURS, CORNERS, NUMBERS, Connector, Face
from companion.games.ai100.reader.fields import corner_spots, crop, read_colours, read_marks
from companion.games.ai100.reader.printed import Print
from companion.games.ai100.reader.teaching.learn import Lesson, retaught
from companion.games.ai100.reader.teaching.phases import find_phase, name_looks, read_phase
from companion.games.ai100.reader.teaching.shades import uneven_corners
from companion.vision.digits import DIGIT_VIEW, IDS

Floats = NDArray[np.float64]

_DOUBT = 0.9  # a field read with less confidence is shown to the owner
_RELIED = (
    0.6  # how far one may rely on what looks quite unlike the others that are read alike, or is of several colours
)
_UNLIKE, _ALIEN = 0.35, 0.15  # of the usual likeness of two crops of one digit
_PERHAPS = 0.92  # how far one may rely on what looks somewhat unlike them
_LEAST_SPREAD, _HARDLY = 0.05, -4.0  # of likeness within a digit; the logarithm of what a digit drawn otherwise counts
_TOLD_APART = 0.98  # of the digits that were read for certain
_MANY = 60  # cards show every digit often enough in each corner
_FEW_ALIKE = 4  # crops of a digit say what it looks like
# The least share of cards whose fields come back as themselves for a print to be learned. Ids need only show which
# end is up and who lies where: read by chance, one in 132 would be what was typed.
_NEEDED = {"id": 0.15, "number": 0.9, "corners": 0.9, "colour": 0.8, "corner_colours": 0.8}
_VARIED = 0.5  # of the entropy of all values: a field that says nearly the same on all cards was not found
_SOME = 12  # cards say whether a field varies
_LEGIBLE = 0.6  # where fewer ids are read as they were typed, one that is not says nothing


@dataclass(frozen=True)
class Doubt:
    """A field of a face that was hard to read, and what else it may be, the likeliest first."""

    card: str
    field: str  # colour, number, phase, 'tl number', 'tl colour'
    confidence: float
    alternatives: tuple[str, ...] = ()


class Fields(NamedTuple):
    """What cards show, as likelihoods up to a factor: the card's own number and colour first, then its corners."""

    numbers: Floats  # (n, 5, 5)
    colours: Floats  # (n, 5, 6)
    phases: Floats  # (n, 2), the same for both where the print shows none
    ids: Floats  # (n, 133): log-probabilities


@dataclass(frozen=True)
class LearnedFaces:
    """The cards of a lesson and the print that they taught."""

    lesson: Lesson
    printed: Print
    others: Print | None = None  # as the photos before this lesson have taught it
    read: Fields | None = None  # number, colours and ids, where they have been read with this print already
    named: bool = False  # whether it is known which look of the phase's mark is phase 1

    @classmethod
    def of(cls, lesson: Lesson, printed: Print, others: Print | None = None, named: bool = False) -> LearnedFaces:
        """Read the faces; the phase is sought where nothing else that was read explains what is seen."""
        first = cls(lesson, printed, others, named=named)
        if printed.phase is not None:
            return first
        rows = [row for row, card in enumerate(lesson.ids) if card not in AI_IDS]
        fields = [
            (int(first._marks.colours[row, 0].argmax()), int(first._marks.numbers[row, 0].argmax())) for row in rows
        ]
        phase = find_phase(lesson.cards[rows], fields, printed)
        if phase is None:
            return first
        numerals = name_looks(lesson.cards[rows], phase)
        return cls(lesson, printed.with_phase(numerals or phase), others, first._marks, numerals is not None)

    @property
    def looks(self) -> tuple[str, str] | None:
        """A card that shows phase 1 clearly and one that shows phase 2, while only a person can tell which is which."""
        chances = self._whole.phases
        clearest = chances.argmax(axis=0)
        if self.named or self.printed.phase is None or chances.max(axis=0).min() < _DOUBT:
            return None
        return self.lesson.ids[clearest[0]], self.lesson.ids[clearest[1]]

    @cached_property
    def _marks(self) -> Fields:
        return self.read or _read(self.lesson, [self.printed] * len(self.lesson.ids))

    @cached_property
    def _whole(self) -> Fields:
        return self._marks._replace(phases=_phases(self.lesson, self.printed))

    @cached_property
    def _halves(self) -> Fields:
        """The cards as others taught the print: earlier photos, else the other half of the photos, or of the cards."""
        lesson = self.lesson
        if self.others:
            return _read(lesson, [self.others] * len(lesson.ids), ids=False)._replace(phases=self._whole.phases)
        several = len(set(lesson.photo[[card not in AI_IDS for card in lesson.ids]].tolist())) > 1
        second = np.array(
            [
                int(photo) % 2 if several and card not in AI_IDS else row % 2
                for row, (photo, card) in enumerate(zip(lesson.photo, lesson.ids, strict=True))
            ]
        )
        prints = [retaught(lesson.rows(np.flatnonzero(second != half).tolist()), self.printed) for half in (0, 1)]
        return _read(lesson, [prints[half] for half in second], ids=False)._replace(phases=self._whole.phases)

    @cached_property
    def _shapes(self) -> Floats:
        """The crops of number and corner digits (n, 5, length), small, each of length 1."""
        return np.stack([_crops(card, _own(self.printed, name)) for card, name in _cards(self.lesson)])

    @property
    def _alike_places(self) -> Sequence[list[int]]:
        """Number and corners that are looked at together: around each corner's digit other edges are seen."""
        return [[at] for at in range(5)] if len(self.lesson.ids) >= _MANY else ([0], [1, 2, 3, 4])

    @cached_property
    def _relied(self) -> Floats:
        """How far number and corner digits (n, 5) look like those that are read alike elsewhere."""
        found = np.ones((len(self.lesson.ids), 5))
        values = (self._whole.numbers * self._drawn_alike).argmax(axis=2)
        for fields in self._alike_places:
            for value in range(len(NUMBERS)):
                rows, at = np.nonzero(values[:, fields] == value)
                if len(rows) >= _FEW_ALIKE:
                    looks = self._shapes[rows, np.array(fields)[at]]
                    # Light on dark and dark on light are the same digit.
                    alike = np.abs(looks @ _common(looks))
                    alike /= float(np.median(alike))
                    found[rows, np.array(fields)[at]] = np.where(
                        alike < _ALIEN, _RELIED, np.where(alike < _UNLIKE, _PERHAPS, 1.0)
                    )
        return found

    @cached_property
    def _drawn_alike(self) -> Floats:
        """How likely each digit is (n, 5, 5), judged by how this print draws those that were read for certain.

        The network has seen many fonts, but this box has one: what is drawn like its threes is a three.
        """
        found = np.ones((len(self.lesson.ids), 5, len(NUMBERS)))
        read = self._whole.numbers / np.maximum(self._whole.numbers.sum(axis=2, keepdims=True), 1e-9)
        for fields in self._alike_places:
            far = np.full((len(found), len(fields), len(NUMBERS)), np.nan)
            for value in range(len(NUMBERS)):
                rows, at = np.nonzero(read[:, fields, value] > _DOUBT)
                if len(rows) < _FEW_ALIKE:
                    break
                common = _common(self._shapes[rows, np.array(fields)[at]])
                alike = np.abs(self._shapes[:, fields] @ common)
                usual = alike[rows, at]
                spread = max(float(np.median(np.abs(usual - np.median(usual)))) * 1.5, _LEAST_SPREAD)
                far[:, :, value] = np.maximum(np.median(usual) - alike, 0) / spread
            certain = read[:, fields].max(axis=2) > _DOUBT
            # Only a print whose digits tell themselves apart so is judged by it.
            same = far.argmin(axis=2) == read[:, fields].argmax(axis=2)
            if not np.isnan(far).any() and same[certain].mean() > _TOLD_APART:
                found[:, fields] = np.exp(np.maximum(-0.5 * far**2, _HARDLY))
        return found

    @cached_property
    def _even(self) -> Floats:
        """How far one may rely on the colours (n, 5); a corner whose digit is not there has not its colour either."""
        found = np.ones((len(self.lesson.ids), 5))
        if self.printed.patches:
            found[:, 1:] = np.where(uneven_corners(self.lesson.cards, self.printed), _RELIED, 1.0)
        found[:, 1:] = np.where(self._relied[:, 1:] < _PERHAPS, _RELIED, found[:, 1:])
        return found

    def faces(self) -> dict[str, Face]:
        """Return what the cards show; a field that cannot be seen is the likeliest guess, and among the doubts."""
        return {card: _face(card, self._together(rows, self._whole)) for card, rows in self._by_card.items()}

    def doubts(self) -> list[Doubt]:
        """Return what was hard to read, the most doubtful first."""
        found = [doubt for card, rows in self._by_card.items() for doubt in self._doubts_of(card, rows)]
        return sorted(found, key=lambda doubt: doubt.confidence)

    @cached_property
    def _by_card(self) -> Mapping[str, list[int]]:
        rows: dict[str, list[int]] = {}
        for row, card in enumerate(self.lesson.ids):
            rows.setdefault(card, []).append(row)
        return rows

    def _together(self, rows: list[int], fields: Fields) -> Fields:
        """Chances of a card from all the photos that show it."""
        clear, even = self._relied[rows][:, :, None], self._even[rows][:, :, None]
        numbers = clear * _certain(fields.numbers[rows] * self._drawn_alike[rows]) + (1 - clear) / len(NUMBERS)
        colours = even * fields.colours[rows] + (1 - even) / len(COLOURS)
        return Fields(_chances(numbers), _chances(colours), _chances(fields.phases[rows]), fields.ids[rows])

    def _doubts_of(self, card: str, rows: list[int]) -> Iterator[Doubt]:
        whole, half = self._together(rows, self._whole), self._together(rows, self._halves)
        for at in range(5):
            name = f"{CORNERS[at - 1]} " if at else ""
            yield from _doubt(card, f"{name}number", whole.numbers[at], half.numbers[at], [str(n) for n in NUMBERS])
            yield from _doubt(card, f"{name}colour", whole.colours[at], half.colours[at], COLOURS)
        if self.printed.phase is not None and card not in AI_IDS:
            yield from _doubt(card, "phase", whole.phases, half.phases, ("1", "2"))

    def trusted(self, before: Mapping[str, float | bool] | None = None, known: int = 0) -> dict[str, float | bool]:
        """How far the print explains its photos: shares of cards whose fields come back as themselves.

        `before` says the same of the `known` cards that were taught earlier: each card counts the same.
        """
        back = {
            name: _came_back(getattr(self._whole, part)[:, at], getattr(self._halves, part)[:, at])
            for name, part, at in (
                ("number", "numbers", slice(0, 1)),
                ("corners", "numbers", slice(1, 5)),
                ("colour", "colours", slice(0, 1)),
                ("corner_colours", "colours", slice(1, 5)),
            )
        }
        typed = [IDS.index(card) for card in self.lesson.ids]
        shares = {"id": float(np.mean(self._whole.ids.argmax(axis=1) == typed)), **back}
        if before:
            count = len(typed)
            shares = {
                name: (known * float(before[name]) + count * share) / (known + count) for name, share in shares.items()
            }
        evolution = [row for row, card in enumerate(self.lesson.ids) if card not in AI_IDS]
        clear = self._halves.phases[evolution].max(axis=1) if self.printed.phase and evolution else np.zeros(1)
        learned = all(shares[name] >= least for name, least in _NEEDED.items())
        rounded = {name: round(share, 3) for name, share in shares.items()}
        return {**rounded, "phase": round(float((clear > _DOUBT).mean()), 3), "fields": learned, "learned": learned}

    def misnamed(self, before: float = 0.0) -> Iterator[tuple[int, str]]:
        """Yield rows whose id reads clearly otherwise than it was typed, and how.

        Nothing where ids are hardly legible; `before` is the share of them that earlier photos could read.
        """
        read = self._whole.ids.argmax(axis=1)
        right = np.array([IDS[at] == typed for at, typed in zip(read, self.lesson.ids, strict=True)])
        clear = self._whole.ids.max(axis=1) > np.log(0.9)
        if max(before, float(right.mean())) >= _LEGIBLE:
            yield from ((row, IDS[read[row]]) for row in np.flatnonzero(clear & ~right).tolist() if IDS[read[row]])


def missing(trusted: Mapping[str, float | bool]) -> tuple[str, ...]:
    """Which fields keep a print from being learned."""
    return tuple(name for name, least in _NEEDED.items() if float(trusted[name]) < least)


def _came_back(one: Floats, other: Floats) -> float:
    """The share of cards that say the same again and clearly; none where nearly all cards say one thing."""
    values = one.argmax(axis=2)
    same = values == other.argmax(axis=2)
    clear = other.max(axis=2) / np.maximum(other.sum(axis=2), 1e-9) > 0.5
    usual = np.bincount(values.ravel(), minlength=one.shape[2]) / values.size
    varied = -(usual * np.log(usual + 1e-12)).sum() >= _VARIED * np.log(one.shape[2])
    return float((same & clear).mean()) if varied or len(values) < _SOME else 0.0


def _doubt(card: str, field: str, whole: Floats, half: Floats, words: Sequence[str]) -> Iterator[Doubt]:
    best = int(whole.argmax())
    confidence = float(min(whole[best], half[best]))
    if confidence < _DOUBT:
        order = np.argsort(-(whole + half), kind="stable")
        yield Doubt(card, field, confidence, tuple(words[at] for at in order))


def _cards(lesson: Lesson) -> Iterator[tuple[NDArray[np.uint8], str]]:
    return zip(lesson.cards, lesson.ids, strict=True)


def _own(printed: Print, card: str) -> Print:
    return printed.of_ai if card in AI_IDS else printed


def _phases(lesson: Lesson, printed: Print) -> Floats:
    """The chances of both phases (n, 2); even where none is shown."""
    found = np.full((len(lesson.ids), 2), 0.5)
    rows = [row for row, card in enumerate(lesson.ids) if card not in AI_IDS]
    if printed.phase is not None and rows:
        found[rows] = read_phase(lesson.cards[rows], printed.phase)
    return found


def _read(lesson: Lesson, prints: Sequence[Print], ids: bool = True) -> Fields:
    """Read each card with its print, but for its phase; the colours of a photo are judged together."""
    count = len(lesson.ids)
    numbers, colours = np.empty((count, 5, 5)), np.empty((count, 5, len(COLOURS)))
    names = np.zeros((count, len(IDS)))
    groups: dict[tuple[int, int, bool], list[int]] = {}
    for row, card in enumerate(lesson.ids):
        groups.setdefault((int(lesson.photo[row]), id(prints[row]), card in AI_IDS), []).append(row)
    for rows in groups.values():
        cards, printed = lesson.cards[rows], _own(prints[rows[0]], lesson.ids[rows[0]])
        marks, painted = read_marks(cards, printed, ids), read_colours(cards, printed)
        digits = np.exp(np.concatenate([marks.number[:, None], marks.corners], axis=1))
        # Where no digit is seen, each is as likely as the others.
        numbers[rows] = digits[:, :, :5] + digits[:, :, 5:] / 5
        colours[rows] = np.exp(np.concatenate([painted.ground[:, None], painted.corners], axis=1))
        if ids:
            names[rows] = marks.ids
    return Fields(numbers, colours, np.full((count, 2), 0.5), names)


def _crops(card: NDArray[np.uint8], printed: Print) -> Floats:
    """The number and the four corner digits (5, length), small, each of length 1."""
    looks = []
    for spot in (printed.number, *corner_spots(printed)):
        small = cv2.resize(
            crop(card, spot, (DIGIT_VIEW * 0.7, DIGIT_VIEW * 0.8)), (12, 16), interpolation=cv2.INTER_AREA
        )
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float64).reshape(-1)
        grey -= grey.mean()
        looks.append(grey / max(float(np.linalg.norm(grey)), 1e-6))
    return np.array(looks)


def _common(looks: Floats) -> Floats:
    """What rows have in common, whatever their sign: the direction along which they are longest."""
    way = looks[0]
    for _ in range(12):
        way = (looks @ way) @ looks
        way = way / max(float(np.linalg.norm(way)), 1e-9)
    return np.asarray(way)


def _certain(likelihoods: Floats) -> Floats:
    """Likelihoods up to a factor, as chances."""
    return np.asarray(likelihoods / np.maximum(likelihoods.sum(axis=-1, keepdims=True), 1e-12))


def _chances(likelihoods: Floats) -> Floats:
    total = np.log(np.maximum(likelihoods, 1e-12)).sum(axis=0)
    return np.asarray(np.exp(total - np.logaddexp.reduce(total, axis=-1, keepdims=True)))


def _face(card: str, fields: Fields) -> Face:
    number, colour = fields.numbers.argmax(axis=1), fields.colours.argmax(axis=1)
    known = card not in AI_IDS and float(fields.phases.max()) > 0.5
    return Face(
        COLOURS[colour[0]],
        NUMBERS[number[0]],
        tuple(Connector(COLOURS[colour[at]], NUMBERS[number[at]]) for at in range(1, 5)),
        int(fields.phases.argmax()) + 1 if known else 0,
    )
