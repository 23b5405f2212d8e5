"""The judge: how well each card of the box explains what was read on each cell, all cells weighed together.

Every field may be hidden (a hand, glare, a standee) or misread; then it says little, but never rules a card out alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

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
    """The faces of a deck as tables: indices by card, -1 where the face is not known."""

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
                number[at], colour[at] = face.number - 1, COLOURS.index(face.colour)
                for corner, connector in enumerate(face.connectors):
                    corners[at, corner] = connector.number - 1
                    corner_colours[at, corner] = COLOURS.index(connector.colour)
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


def fit_of_cards(witness: Witness, known: Known) -> tuple[Floats, Floats]:
    """Return log-ratios (n, 132) of each card against anything else, and (n,) of no card at all."""
    tight, loose = _fit(witness, known, _TIGHT), _fit(witness, known, _LOOSE)
    fit = np.logaddexp(tight + np.log(1 - _OFTEN_LOOSE), loose + np.log(_OFTEN_LOOSE))
    marks = [witness.number, *witness.corners.transpose(1, 0, 2), witness.ids]
    return fit, np.asarray(sum(_nothing(logs) for logs in marks))


def _fit(witness: Witness, known: Known, doubt: _Doubt) -> Floats:
    fit = _marks(witness.number, known.number, doubt.hidden, doubt.misread)
    for corner in range(4):
        fit = fit + _marks(witness.corners[:, corner], known.corners[:, corner], doubt.hidden, doubt.misread)
    fit = fit + _marks(witness.ids, np.arange(len(CARD_IDS)), doubt.id_hidden, doubt.id_misread)
    if witness.ground is not None and witness.corner_colours is not None:
        fit = fit + _paints(witness.ground, known.colour, doubt.colour)
        for corner in range(4):
            fit = fit + _paints(witness.corner_colours[:, corner], known.corner_colours[:, corner], doubt.colour)
    return fit if witness.picture is None else fit + witness.picture


def _against_training(logs: Floats) -> tuple[Floats, Floats]:
    """Ratios of the values (n, k) and of none (n,) to what was usual in training."""
    likely = np.exp(logs)
    return likely[:, :-1] / ((1 - _NONE_PRIOR) / (logs.shape[1] - 1)), likely[:, -1] / _NONE_PRIOR


def distinct_colours(logs: Floats) -> tuple[int, ...]:
    """Return the likeliest colours of four connectors (4, 6): they are unique unless clearly seen not to be."""
    value = logs[np.arange(4), _FOURS].sum(axis=1) + _TWINS
    return tuple(_FOURS[int(value.argmax())].tolist())


def _marks(logs: Floats, wanted: NDArray[np.intp], hidden: float, misread: float) -> Floats:
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


UNKNOWN = Expected()


def priors(cells: Sequence[str], centre: str, expected: Expected = UNKNOWN) -> Floats:
    """Return log-priors (cells, 132): AI cards lie in the centre, Evolution cards around; some are elsewhere."""
    here = np.array([cell == centre for cell in cells])
    ours = here[:, None] != _EVOLUTION[None]
    share = np.where(ours, 1 - _LONE_AI, _LONE_AI) / np.where(_EVOLUTION, len(EVOLUTION_IDS), len(AI_IDS))
    logs = np.log(share)
    # A card that lies elsewhere may have been entered wrongly there: nearly impossible, not quite.
    logs[:, [CARD_IDS.index(card) for card in (*expected.elsewhere, *expected.lying.values())]] += _GONE
    for at, cell in enumerate(cells):
        if cell in expected.lying:
            logs[at] += np.log(_MOVED)
            logs[at, CARD_IDS.index(expected.lying[cell])] = np.log(1 - _MOVED)
    return np.asarray(logs)


def weigh(fit: Floats, prior: Floats, strange: float = 1e-5) -> Floats:
    """Return the probability (n, 133) of each card on each cell, and of none of them: each card exists once.

    Belief propagation on the matching of cells and cards: exact for a cell alone, and close where cells compete.
    """
    logs = fit + prior
    other = np.full((len(logs), 1), np.log(strange))
    top = np.maximum(logs.max(axis=1, keepdims=True), other)
    weight, rest = np.exp(logs - top), np.exp(other - top)
    free = np.ones_like(weight)  # from cards to cells: how free the card is of the other cells
    for _ in range(12):
        total = (weight * free).sum(axis=1, keepdims=True) + rest
        # A claim of a cell on a card, were the cell to choose among the others.
        claim = weight / np.maximum(total - weight * free, 1e-30)
        free = 1 / (1 + claim.sum(axis=0, keepdims=True) - claim)
    joined = np.concatenate([weight * free, rest], axis=1)
    return np.asarray(joined / joined.sum(axis=1, keepdims=True))
