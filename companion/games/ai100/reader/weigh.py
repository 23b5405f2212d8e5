"""The judge: how well each card of the box explains what was read on each cell, all cells weighed together.

Every field may be hidden (a hand, glare, a standee) or misread; then it says little, but never rules a card out alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.cards import AI_IDS, CARD_IDS, COLOURS, EVOLUTION_IDS, Face

Floats = NDArray[np.float64]

_NONE_PRIOR = 0.2  # how often the networks were shown nothing in training
_LONE_AI = 0.002  # an AI card outside the centre, or another card in it
_GONE = float(np.log(1e-4))  # a card that was known to lie elsewhere
_MOVED = 0.03  # a card that lay there a moment ago and does no longer: an exchange, a swap, a wrong reading
_FOURS = np.indices((len(COLOURS),) * 4).reshape(4, -1).T
_TWINS = np.log(0.02) * np.array([4 - len(set(four)) for four in _FOURS.tolist()])
_WORDS = ("", *COLOURS)
_EVOLUTION = np.array([card in EVOLUTION_IDS for card in CARD_IDS])


@dataclass(frozen=True)
class Witness:
    """What was read on cards, as log-probabilities; colours in the order of `COLOURS`."""

    number: Floats  # (n, 6): 1 to 5, none
    corners: Floats  # (n, 4, 6)
    ids: Floats  # (n, 133): as CARD_IDS, then none
    ground: Floats | None = None  # (n, 6)
    corner_colours: Floats | None = None  # (n, 4, 6)
    picture: Floats | None = None  # (n, 132): how much a card looks like each card of the deck, log-ratio


@dataclass(frozen=True)
class Known:
    """The faces of a deck as tables: indices by card, -1 where the face or this field of it is not known."""

    number: NDArray[np.intp]  # (132,)
    colour: NDArray[np.intp]
    corners: NDArray[np.intp]  # (132, 4)
    corner_colours: NDArray[np.intp]

    @classmethod
    def of(cls, faces: Mapping[str, Face]) -> Known:
        """Take the faces of a deck."""
        number = np.full(len(CARD_IDS), -1, np.intp)
        colour, corners = number.copy(), np.full((len(CARD_IDS), 4), -1, np.intp)
        corner_colours = corners.copy()
        for at, card in enumerate(CARD_IDS):
            if face := faces.get(card):
                number[at], colour[at] = face.number - 1, _WORDS.index(face.colour) - 1
                for corner, connector in enumerate(face.connectors):
                    corners[at, corner] = connector.number - 1
                    corner_colours[at, corner] = _WORDS.index(connector.colour) - 1
        return cls(number, colour, corners, corner_colours)


@dataclass(frozen=True)
class _Doubt:
    """How often a mark cannot be seen or is read as another, and how often a colour is taken for another."""

    hidden: float
    misread: float
    id_hidden: float
    id_misread: float
    colour: float


_TIGHT = _Doubt(0.06, 0.012, 0.12, 0.03, 0.03)
# A card that was located loosely: all its fields fail together.
_LOOSE = _Doubt(0.35, 0.25, 0.4, 0.25, 0.45)
_OFTEN_LOOSE = 0.03
# A witness is believed on so many cards before a photo says more, and that counts as so many cards.
_OPINION = 12.0
BELIEVED, DOUBTED = 0.97, 0.5
_CLAIM = 9.0  # nats: as much as a picture claims at most
_ROUNDS = 6  # the shares move by less than 0.01 after that


class Trust(NamedTuple):
    """On how many of the cards faces and printed ids are believed before a photo says more."""

    faces: float = BELIEVED
    ids: float = BELIEVED


FULL_TRUST = Trust()


@dataclass(frozen=True)
class Statements:
    """What three independent witnesses say about cards: log-ratios (n, 132) of each card against anything else."""

    faces: Floats
    ids: Floats
    pictures: Floats | None = None
    trust: Trust = FULL_TRUST

    @property
    def together(self) -> Floats:
        """All of it; where there are three, none of them is believed against the others."""
        if self.pictures is None:
            return np.asarray(self.faces + self.ids)
        return _believed((self.faces, self.ids, self.pictures), (*self.trust, BELIEVED))

    def __getitem__(self, rows: NDArray[np.bool_]) -> Statements:
        pictures = None if self.pictures is None else self.pictures[rows]
        return Statements(self.faces[rows], self.ids[rows], pictures, self.trust)


def statements_of(witness: Witness, known: Known, trust: Trust = FULL_TRUST) -> Statements:
    """Return what faces, printed ids and pictures say."""

    def blurred(say: Callable[[_Doubt], Floats]) -> Floats:
        tight, loose = say(_TIGHT) + np.log(1 - _OFTEN_LOOSE), say(_LOOSE) + np.log(_OFTEN_LOOSE)
        return np.asarray(np.logaddexp(tight, loose))

    every = np.arange(len(CARD_IDS))
    ids = blurred(lambda doubt: _writes(witness.ids, every, doubt.id_hidden, doubt.id_misread))
    faces = blurred(lambda doubt: _faces(witness, known, doubt))
    if witness.picture is not None:
        # Ten fields may all have been learned wrongly: they claim no more than a picture, so that two outweigh one.
        faces = faces - np.maximum(faces.max(axis=1, keepdims=True) - _CLAIM, 0)
    return Statements(faces, ids, witness.picture, trust)


@dataclass(frozen=True)
class Heard:
    """Statements weighed: what follows from all of it, and on how many of the cards the faces are believed."""

    fit: Floats  # (n, 132)
    faces: float = 1.0


def hear(said: Statements, prior: Floats) -> Heard:
    """Find out on how many cards each witness agrees with the others, and believe it accordingly.

    A witness that contradicts the other two on most cards of a photo was taught wrongly or looks at the wrong place:
    expectation and maximisation over who is right where. Believed by a share, it can never rule out a card alone.
    """
    if said.pictures is None:
        return Heard(said.together)
    every = [_which(logs, prior) for logs in (said.faces, said.ids, said.pictures)]
    first = np.array([*said.trust, BELIEVED])
    share = first.copy()
    for _ in range(_ROUNDS):
        logs = _believed(every, share) + prior
        chance = np.exp(logs - np.logaddexp.reduce(logs, axis=1, keepdims=True))
        kept = [(chance / (1 + (1 - part) / part * np.exp(-log))).sum() for part, log in zip(share, every, strict=True)]
        share = (first * _OPINION + np.array(kept)) / (_OPINION + len(prior))
    return Heard(_believed(every, share), float(share[0]))


def _which(logs: Floats, prior: Floats) -> Floats:
    """What a witness says once it is decided that these are cards of the box: which, against any of them."""
    return np.asarray(logs - np.logaddexp.reduce(logs + prior, axis=1, keepdims=True))


def _believed(every: Sequence[Floats], shares: Sequence[float] | Floats) -> Floats:
    """Statements of which each part holds on a share of the cards, and says nothing on the others."""
    parts = [np.logaddexp(np.log(share) + logs, np.log(1 - share)) for share, logs in zip(shares, every, strict=True)]
    return np.asarray(np.sum(parts, axis=0))


def nothing_there(witness: Witness) -> Floats:
    """Return the log-ratio (n,) of no card at all."""
    written = [witness.number, *witness.corners.transpose(1, 0, 2), witness.ids]
    return np.asarray(sum(_nothing(logs) for logs in written))


def _faces(witness: Witness, known: Known, doubt: _Doubt) -> Floats:
    fit = _writes(witness.number, known.number, doubt.hidden, doubt.misread)
    for corner in range(4):
        fit = fit + _writes(witness.corners[:, corner], known.corners[:, corner], doubt.hidden, doubt.misread)
    if witness.ground is not None and witness.corner_colours is not None:
        fit = fit + _paints(witness.ground, known.colour, doubt.colour)
        for corner in range(4):
            fit = fit + _paints(witness.corner_colours[:, corner], known.corner_colours[:, corner], doubt.colour)
    return fit


def _against_training(logs: Floats) -> tuple[Floats, Floats]:
    """Ratios of the values (n, k) and of none (n,) to what was usual in training."""
    likely = np.exp(logs)
    return likely[:, :-1] / ((1 - _NONE_PRIOR) / (logs.shape[1] - 1)), likely[:, -1] / _NONE_PRIOR


def distinct_colours(logs: Floats) -> tuple[int, ...]:
    """Return the likeliest colours of four connectors (4, 6): they are unique unless clearly seen not to be."""
    value = logs[np.arange(4), _FOURS].sum(axis=1) + _TWINS
    return tuple(_FOURS[int(value.argmax())].tolist())


def _writes(logs: Floats, wanted: NDArray[np.intp], hidden: float, misread: float) -> Floats:
    """The log-ratio of every wanted value; index -1 stands for a face that nobody knows."""
    values, none = _against_training(logs)
    anything = values.mean(axis=1, keepdims=True)
    ratios = (1 - hidden - misread) * np.concatenate([values, anything], axis=1)
    return np.asarray(np.log(ratios + (hidden * none)[:, None] + misread * anything)[:, wanted])


def _nothing(logs: Floats) -> Floats:
    values, none = _against_training(logs)
    return np.asarray(np.log(0.93 * none + 0.07 * values.mean(axis=1)))


def _paints(logs: Floats, wanted: NDArray[np.intp], doubt: float) -> Floats:
    ratios = (1 - doubt) * np.exp(logs) * logs.shape[1] + doubt
    return np.asarray(np.log(np.column_stack([ratios, np.ones(len(ratios))])[:, wanted]))


@dataclass(frozen=True)
class Expected:
    """What is known before the photo: cards of other players, and cards that lay here a moment ago."""

    elsewhere: Collection[str] = ()
    lying: Mapping[str, str] = field(default_factory=dict)  # by cell
    neutral: bool = False  # the grid of two players: no AI card lies in it


UNKNOWN = Expected()


def priors(cells: Sequence[str], centre: str, expected: Expected = UNKNOWN, strays: float = _LONE_AI) -> Floats:
    """Return log-priors (cells, 132): AI cards lie in the centre, Evolution cards around; some are elsewhere."""
    here = np.array([cell == centre and not expected.neutral for cell in cells])
    ours = here[:, None] != _EVOLUTION[None]
    share = np.where(ours, 1 - strays, strays) / np.where(_EVOLUTION, len(EVOLUTION_IDS), len(AI_IDS))
    logs = np.log(share)
    # A card that lies elsewhere may have been entered wrongly there: nearly impossible, not quite.
    logs[:, [CARD_IDS.index(card) for card in (*expected.elsewhere, *expected.lying.values())]] += _GONE
    for at, cell in enumerate(cells):
        if cell in expected.lying:
            logs[at] += np.log(_MOVED)
            logs[at, CARD_IDS.index(expected.lying[cell])] = np.log(1 - _MOVED)
    return np.asarray(logs)


def misplaced(chances: Floats, cells: Sequence[str], centre: str) -> NDArray[np.bool_]:
    """Which cells show a card that cannot lie there (n,): an AI card beside the centre, another one in it."""
    ai = chances[:, :-1][:, ~_EVOLUTION].sum(axis=1)
    other = chances[:, :-1][:, _EVOLUTION].sum(axis=1)
    here = np.array([cell == centre for cell in cells])
    return np.asarray(np.where(here, other, ai) > 0.5)


def weigh(fit: Floats, prior: Floats, strange: float = 1e-5) -> Floats:
    """Return the probability (n, 133) of each card on each cell, and of none of them: each card exists once.

    Belief propagation on the matching of cells and cards: exact for a cell alone, and close where cells compete.
    """
    logs = fit + prior
    if not len(logs):
        return np.empty((0, logs.shape[1] + 1))
    other = np.full((len(logs), 1), np.log(strange))
    top = np.maximum(logs.max(axis=1, keepdims=True), other)
    weight, rest = np.exp(logs - top), np.exp(other - top)
    free = np.ones_like(weight)  # from cards to cells: how free the card is of the other cells
    for _ in range(12):
        # A claim of a cell on a card, were the cell to choose among the others.
        claim = weight / np.maximum(_others(weight * free, 1) + rest, 1e-30)
        free = 1 / (1 + _others(claim, 0))
    joined = np.concatenate([weight * free, rest], axis=1)
    return np.asarray(joined / joined.sum(axis=1, keepdims=True))


def _others(values: Floats, axis: int) -> Floats:
    """The sum of all others along an axis; a difference from the total would drown small ones in rounding."""
    before, after = np.cumsum(values, axis), np.flip(np.cumsum(np.flip(values, axis), axis), axis)
    ends = np.zeros_like(np.take(values, [0], axis))
    return np.asarray(
        np.concatenate([ends, np.take(before, range(values.shape[axis] - 1), axis)], axis)
        + np.concatenate([np.take(after, range(1, values.shape[axis]), axis), ends], axis)
    )
