"""What named cards show: the chances of every field, and the appearance by which the cards of a box are compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.cards import AI_IDS, COLOURS
from companion.games.ai100.reader.colours import Colours
from companion.games.ai100.reader.fields import corner_spots, crop, ground_colours, read_colours
from companion.games.ai100.reader.printed import Print
from companion.games.ai100.reader.teaching.phases import read_phase
from companion.games.ai100.reader.teaching.pooled import ToldByOthers, told_by_others
from companion.games.ai100.reader.teaching.shades import features, lightness, named
from companion.games.ai100.reader.teaching.strokes import strokes
from companion.games.ai100.reader.teaching.teach_print import NamedCards
from companion.vision.digits import DIGIT_SIZE, DIGIT_VIEW, ID_VIEW, IDS, read_digits_with_looks, read_ids
from companion.vision.flat import averaged
from companion.vision.parallel import together

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_SMALL, _CORNER = (63, 88), 20  # pixels of a small card, a millimetre each, and of its corners
_FINE = 10  # samples along the leg of a corner's triangle
_UNLIKE = 0.5  # of the usual agreement of edges: where too few cards tell how digits look, less is a hidden one
_MISREAD_DIGIT, _MISREAD_COLOUR = 1e-3, 0.1  # how far a reading rules out what the others of the box tell
_NOTHING = 3.0  # units of Lab that mean nothing
_VOTES = 30.0  # units of Lab that all places of a card agreeing on a colour count


class FieldChances(NamedTuple):
    """What cards show, as likelihoods up to a factor: the card's own number and colour first, then its corners."""

    numbers: Floats  # (n, 5, 5)
    colours: Floats  # (n, 5, 6)
    phases: Floats  # (n, 2), the same for both where the print shows none
    ids: Floats  # (n, 133): log-probabilities


class Appearance(NamedTuple):
    """How fields look, whatever they are taken for."""

    digits: Floats  # (n, 5, length): as the network sees them
    strokes: Floats  # (n, 5, length): as they are drawn
    grounds: Floats  # (n, length)
    light: Floats  # (n,): how light cards are where they show their own colour, from 0 to 100
    corners: Floats  # (n, 4, length)
    lit: Floats  # (n, 5): how much light falls on the card and on its corners, 1 being usual there
    hidden: Floats  # (n, 5), 1 for digits around which nothing of what all cards have in common is seen


ReadFields = tuple[FieldChances, Appearance]


def read_fields(named_cards: NamedCards, printed: Print, ids: bool = True) -> ReadFields:
    """Read all but the phase; the colours of a photo are judged together."""
    count = len(named_cards.ids)
    own = [printed.of_ai if card in AI_IDS else printed for card in named_cards.ids]
    every = list(zip(named_cards.cards, own, strict=True))
    crops = [crop(card, at, (DIGIT_VIEW, DIGIT_VIEW)) for card, one in every for at in (one.number, *corner_spots(one))]
    strips = [crop(card, one.id, ID_VIEW) for card, one in every] if ids else []
    (digits, names), (painted, drawn, hidden, lit) = together(
        lambda: (read_digits_with_looks(crops), read_ids(strips)),
        lambda: (_paint(named_cards, printed), strokes(crops), _hidden(crops, count), _lit(named_cards)),
    )
    read, looks = (part.astype(np.float64).reshape(count, 5, -1) for part in digits)
    # Where no digit is seen, each is as likely as the others.
    numbers = np.exp(read[:, :, :5]) + np.exp(read[:, :, 5:]) / 5
    told = names.astype(np.float64) if ids else np.zeros((count, len(IDS)))
    return FieldChances(numbers, painted.colours, np.full((count, 2), 0.5), told), Appearance(
        _alike(looks), _alike(drawn.reshape(count, 5, -1)), painted.grounds, painted.light, painted.corners, lit, hidden
    )


class _Paint(NamedTuple):
    """The chances of colours, and what they look like, as `FieldChances` and `Appearance` have them."""

    colours: Floats
    grounds: Floats
    light: Floats
    corners: Floats


def _paint(named_cards: NamedCards, printed: Print) -> _Paint:
    count = len(named_cards.ids)
    found = _Paint(
        np.empty((count, 5, len(COLOURS))),
        np.empty((count, 3 + len(COLOURS))),
        np.empty(count),
        np.empty((count, 4, len(_triangle()[0]) * 3)),
    )
    for rows in _judged_together(named_cards):
        own = printed.of_ai if named_cards.ids[rows[0]] in AI_IDS else printed
        cards = named_cards.cards[rows]
        painted = read_colours(cards, own)
        found.colours[rows] = np.exp(np.concatenate([painted.ground[:, None], painted.corners], axis=1))
        found.grounds[rows], found.light[rows] = _grounds(cards, own, painted.judged)
        found.corners[rows] = _corners(cards, own, painted.judged)
    return found


def _lit(named_cards: NamedCards) -> Floats:
    """How much light falls on cards and on their corners (n, 5): what is lightest there, by what is lightest on others.

    Each photo has its own lamp.
    """
    small = np.stack([averaged(card, _SMALL).max(axis=2) for card in named_cards.cards])
    corners = (small[:, :_CORNER, :_CORNER], small[:, :_CORNER, -_CORNER:], small[:, -_CORNER:, -_CORNER:],
               small[:, -_CORNER:, :_CORNER])  # fmt: skip
    lightest = np.stack([np.percentile(one.reshape(len(one), -1), 95, axis=1) for one in (small, *corners)], axis=1)
    found = np.empty_like(lightest)
    for photo in np.unique(named_cards.photo):
        rows = named_cards.photo == photo
        found[rows] = lightest[rows] / max(float(np.percentile(lightest[rows, 0], 75)), 1.0)
    return np.asarray(found / np.maximum(np.median(found, axis=0), 0.01))


def _alike(looks: Floats) -> Floats:
    """Looks (n, 5, length) in units of how much they differ, so that one kind of them counts as much as another."""
    return np.asarray(looks / max(float(np.linalg.norm(looks - looks.mean(axis=0))), 1e-9) * np.sqrt(looks.size))


def _hidden(crops: Sequence[Pixels], count: int) -> Floats:
    """Which digits (n, 5) have other edges around them than the same place on other cards: something lies on them."""
    edges = np.stack([_edges(one) for one in crops]).reshape(count, 5, -1)
    others = (edges.sum(axis=0) - edges) / max(count - 1, 1)
    alike = (edges * others).sum(axis=2) / np.maximum(np.linalg.norm(others, axis=2), 1e-9)
    return np.asarray(alike < _UNLIKE * np.median(alike, axis=0), np.float64)


def _edges(shown: Pixels) -> Floats:
    small = cv2.resize(shown, DIGIT_SIZE, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    edges = np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    flat = cv2.GaussianBlur(edges, (0, 0), 1.5).reshape(-1).astype(np.float64)
    flat -= flat.mean()
    return flat / max(float(np.linalg.norm(flat)), 1e-9)


def _judged_together(named_cards: NamedCards) -> list[list[int]]:
    """The cards of each photo, AI cards by themselves."""
    groups: dict[tuple[int, bool], list[int]] = {}
    for row, card in enumerate(named_cards.ids):
        groups.setdefault((int(named_cards.photo[row]), card in AI_IDS), []).append(row)
    return list(groups.values())


def _in_white_light(seen: Floats, judged: Colours) -> Floats:
    """What samples of cards (n, ..., 3) would be without lamp and gain."""
    gain = judged.gain.reshape((-1,) + (1,) * (seen.ndim - 1))
    return np.asarray(np.clip((seen - judged.lamp[:, 3]) @ np.linalg.inv(judged.lamp[:, :3]).T / gain, 0, 1.2))


def _grounds(cards: Pixels, printed: Print, judged: Colours) -> tuple[Floats, Floats]:
    """Where cards show their own colour: the middle of its samples with how many name each colour, and how light."""
    seen = _in_white_light(ground_colours(cards, printed), judged)
    votes = named(seen, printed.ground_palette).mean(axis=0)
    looks = np.concatenate([np.median(features(seen), axis=1), _VOTES * votes], axis=1)
    return looks, np.median(lightness(seen), axis=1)


def _triangle() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    rows, columns = np.mgrid[:_FINE, :_FINE]
    inside = rows + columns < _FINE
    return rows[inside], columns[inside]


def _corners(cards: Pixels, printed: Print, judged: Colours) -> Floats:
    """The colours all over each corner's triangle, row by row from the corner (n, 4, length)."""
    scale = _FINE / (printed.triangle * 63)
    size = max(round(63 * scale), 2 * _FINE), max(round(88 * scale), 2 * _FINE)
    small = np.stack([averaged(card, size) for card in cards]) / 255
    views = (small, small[:, :, ::-1], small[:, ::-1, ::-1], small[:, ::-1])
    seen = np.stack([view[:, _triangle()[0], _triangle()[1]] for view in views], axis=1)
    return features(_in_white_light(seen, judged)).reshape(len(cards), 4, -1)


class Others(NamedTuple):
    """What the other photos tell about number and colour of each card and its corners, ordered as `FieldChances`."""

    numbers: Sequence[ToldByOthers]  # the card's own, then all corners: (n x 4)
    colours: Sequence[ToldByOthers]


def told_of_each(named_cards: NamedCards, chances: FieldChances, appearance: Appearance) -> Others:
    """Judge every field of each card by the cards of the other photos."""
    count, ai = len(named_cards.ids), np.array([card in AI_IDS for card in named_cards.ids], np.intp)
    photos, kinds = np.repeat(named_cards.photo, 4), np.tile(np.arange(4), count) + 4 * np.repeat(ai, 4)

    def four(values: Floats) -> Floats:
        return values.reshape(count * 4, -1)

    numbers, colours, one = certain(chances.numbers), certain(chances.colours), np.zeros(4 * count, np.intp)
    digits = np.concatenate([appearance.digits, appearance.strokes], axis=2)
    own = told_by_others(appearance.digits[:, 0], numbers[:, 0], named_cards.photo, ai, ai)
    if usual := np.flatnonzero(ai == 0).tolist():
        # AI cards may have their number elsewhere and larger: the network knows it there, its strokes are others.
        drawn = told_by_others(digits[usual, 0], numbers[usual, 0], named_cards.photo[usual], ai[usual], ai[usual])
        own = own.replaced(usual, drawn)
    of_ai = np.repeat(ai, 4)

    def corners(looked: Floats, read: Floats, least: float = 0.0) -> ToldByOthers:
        return _or_by_their_own(
            told_by_others(looked, read, photos, kinds, one, least), looked, read, photos, kinds, of_ai, least
        )

    numbers_told, colours_told = together(
        lambda: (
            own.or_hidden(appearance.hidden[:, 0]),
            corners(four(digits[:, 1:]), four(numbers[:, 1:])).or_hidden(appearance.hidden[:, 1:].reshape(-1)),
        ),
        lambda: (
            told_by_others(appearance.grounds, colours[:, 0], named_cards.photo, ai, ai, _NOTHING),
            corners(four(appearance.corners), four(colours[:, 1:]), _NOTHING),
        ),
    )
    return Others(numbers_told, colours_told)


def _or_by_their_own(
    told: ToldByOthers, looks: Floats, read: Floats, photos: NDArray[np.intp], kinds: NDArray[np.intp],
    ai: NDArray[np.intp], least: float,
) -> ToldByOthers:  # fmt: skip
    """What is told, AI cards by each other alone where that agrees better with what is read on them.

    Their corners may be of another font and shape than those of all others.
    """
    rows = np.flatnonzero(ai)
    if not len(rows):
        return told
    same = np.zeros(len(rows), np.intp)
    alone = told_by_others(looks[rows], read[rows], photos[rows], kinds[rows], same, least)
    if not alone.taught.any():
        return told
    by_others, by_each_other = float(told.says(read)[rows].mean()), float(alone.says(read[rows]).mean())
    alike = by_others == by_each_other and np.median(alone.far) < np.median(told.far[rows])
    return told.replaced(rows.tolist(), alone) if by_each_other > by_others or alike else told


def weighed_numbers(chances: FieldChances, others: Others) -> Floats:
    """The chances of numbers (n, 5, 5) by what cards show and what the others tell about them."""
    return _weighed(certain(chances.numbers), others.numbers, _MISREAD_DIGIT)


def weighed_colours(chances: FieldChances, others: Others) -> Floats:
    """The chances of colours (n, 5, 6): a few places of a corner show less than all of it."""
    return _weighed(certain(chances.colours), others.colours, _MISREAD_COLOUR)


def _weighed(read: Floats, others: Sequence[ToldByOthers], least: float) -> Floats:
    own = others[0].with_read(read[:, 0], least)
    corners = others[1].with_read(read[:, 1:].reshape(-1, read.shape[2]), least)
    return np.concatenate([own[:, None], corners.reshape(len(read), 4, -1)], axis=1)


def beside_corners(named_cards: NamedCards, colours: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which corners (n, 4) have the card's own colour, as too many of their kind do there: its ground was seen."""
    own = np.asarray(colours[:, 1:] == colours[:, :1], np.bool_)
    ai = np.array([card in AI_IDS for card in named_cards.ids])
    for kind in (ai, ~ai):
        if kind.any():
            chance = 1 / len(COLOURS)
            most = max(2 * chance, chance + 3 * float(np.sqrt(chance * (1 - chance) / kind.sum())))
            own[kind] &= own[kind].mean(axis=0) > most
    return own


def certain(likelihoods: Floats) -> Floats:
    """Likelihoods up to a factor, as chances."""
    return np.asarray(likelihoods / np.maximum(likelihoods.sum(axis=-1, keepdims=True), 1e-12))


def phases_of(named_cards: NamedCards, printed: Print) -> Floats:
    """The chances of both phases (n, 2); even where none is shown."""
    found = np.full((len(named_cards.ids), 2), 0.5)
    rows = [row for row, card in enumerate(named_cards.ids) if card not in AI_IDS]
    if printed.phase is not None and rows:
        found[rows] = read_phase(named_cards.cards[rows], printed.phase)
    return found
