"""What cards of a print show, told by cards that somebody has named: colour, value, symbol, whatever their traits are.

Cards that share a trait look alike somewhere. Where, nobody has to say: each block of a card counts for a trait as far
as it helps to tell the named cards by each other. So a card that was never photographed is known by its traits. Shapes
are compared block by block within a little reach, tints after the lamp of the photo is taken out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Map = NDArray[np.float32]
Floats = NDArray[np.float64]
Whole = NDArray[np.intp]

SIZE = (63, 88)  # pixels of a picture: one a millimetre
_BORDER = 3  # millimetres at the edge of a card, where the table may show
_REACH = 2  # millimetres that a block may lie off
_BLOCK, _STRIDE = 10, 5  # millimetres: blocks overlap, so that a figure lies whole in one of them
_SLOW = 8.0  # millimetres: what changes more slowly is light
_FAINT = 0.0003  # contrast (variance of a logarithm) that is mostly noise
_SHARP = 0.25  # the lower, the more the best blocks count
_NOTHING = -0.2  # the fit of a kind of which nobody has named a card
_RIDGE = 0.002  # how much a block must help before it counts
_ROUNDS = 300
_SPREAD = 0.06  # of tints of one colour under one lamp, as a share of their brightness
_HEAT = 0.25  # the same before the lamp is known
_VOICES = 5.0  # blocks of a card err together: they never count for more than so many
_STEADY = 0.35  # usual spread of the light between cards, in logarithms
_FARTHEST = 4.0  # squares of that spread: glare is no worse than another colour
_LAMPS = 8  # rounds in which lamp and colours explain each other


@dataclass(frozen=True)
class CardBlocks:
    """Cards warped flat, made ready: their blocks in every shift, and the tint of each block."""

    shapes: tuple[Map, ...]  # each (blocks, shifts, values)
    tints: Floats  # (n, blocks, 3): blue, green, red between 0 and 1

    def __len__(self) -> int:
        return len(self.shapes)


@dataclass(frozen=True)
class Primer:
    """Named cards to tell others by. `kinds` are the words of each trait, the first of which shows as a tint."""

    kinds: tuple[tuple[str, ...], ...]
    shapes: Map  # (blocks, values, pictures)
    tints: Floats  # (pictures, blocks, 3): blue, green, red as under one lamp
    owners: Whole  # (traits, pictures)
    # Of the blocks and then, added, of the kinds of each trait: 'no symbol' looks like nothing. At last of the tints.
    weights: tuple[Floats, ...] = ()

    @classmethod
    def of(cls, pictures: Sequence[Pixels], names: Sequence[tuple[str, ...]], photos: Sequence[int]) -> Primer:
        """Make named pictures ready; `photos` says which were taken together, under one lamp."""
        kinds = tuple(tuple(sorted(set(words))) for words in zip(*names, strict=True))
        owners = np.array([[words.index(name[at]) for name in names] for at, words in enumerate(kinds)], np.intp)
        shapes = np.stack([_windows(picture, _MIDDLE)[:, 0] for picture in pictures], axis=2)
        tints = _one_lamp(np.stack([_tints(picture) for picture in pictures]), owners[0], np.asarray(photos))
        return cls(kinds, np.ascontiguousarray(shapes), tints, owners)

    def weighed(self, weights: tuple[Floats, ...]) -> Primer:
        """Return the primer with weights that were found before."""
        return replace(self, weights=weights)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many weights there are of each sort."""
        blocks = len(self.shapes)
        return (*(blocks + len(words) for words in self.kinds), blocks)

    def taught(self, cards: CardBlocks, names: Sequence[tuple[str, ...]]) -> Primer:
        """Return the primer with blocks weighed so that each of its cards is best told by the others."""
        alone = [np.array([other != name for other in names]) for name in names]
        fits = [self._fits(shape) for shape in cards.shapes]
        weights = []
        for at, (owner, words) in enumerate(zip(self.owners, self.kinds, strict=True)):
            seen = [_of_kinds(fit[:, keep], owner[keep], len(words)) for fit, keep in zip(fits, alone, strict=True)]
            # No colour looks like nothing, and what is added for one would tell of the lamp of the named cards.
            weights.append(np.concatenate(_weigh(np.array(seen), owner, level=not at)))
        colour, count = self.owners[0], len(self.kinds[0])
        even = Lamp(np.ones(3), np.zeros(3))
        near = [
            _near(even.misfit(tint[None], _usual(self.tints[keep], colour[keep], count))[0], _SPREAD).T
            for tint, keep in zip(self.tints, alone, strict=True)
        ]
        weights.append(_weigh(np.array(near), colour, level=True)[0])
        return self.weighed(tuple(weights))

    @cached_property
    def _usual(self) -> Floats:
        return _usual(self.tints, self.owners[0], len(self.kinds[0]))

    def _fits(self, shape: Map) -> Floats:
        """How well each block fits that of each picture where it fits best nearby (blocks, pictures)."""
        agree = np.matmul(shape, self.shapes).max(axis=1)
        return np.asarray(-0.5 * np.log(1 - np.clip(agree, 0, 1) ** 2 + _SHARP), np.float64)

    def likeness(self, names: Sequence[tuple[str, ...]], cards: CardBlocks) -> Floats:
        """Return how much each named card looks like those with other names (n,)."""
        alone = [np.array([other != name for other in names]) for name in names]
        pairs = zip(cards.shapes, alone, strict=True)
        return np.array([self._fits(shape)[:, keep].max(axis=1).mean() for shape, keep in pairs])

    def tell(self, cards: CardBlocks) -> ShownTraits:
        """Return what cards of one photo show; those it shows on their heads may be among them."""
        fits = [self._fits(shape) for shape in cards.shapes]
        scores = []
        for weight, owner, words in zip(self.weights[:-1], self.owners, self.kinds, strict=True):
            blocks, more = np.split(weight, [-len(words)])
            scores.append(np.array([blocks @ _of_kinds(fit, owner, len(words)) + more for fit in fits]))
        return ShownTraits(
            tuple(scores),
            np.array([fit.max(axis=1).mean() for fit in fits]),
            cards.tints,
            self._usual,
            self.weights[-1],
        )


@dataclass(frozen=True)
class ShownTraits:
    """What cards show by their shapes, and what is needed to judge their tints together."""

    shapes: tuple[Floats, ...]  # for each trait (n, kinds): logarithms of odds
    likeness: Floats  # (n,): how much each looks like a card of the print
    tints: Floats
    usual: Floats
    weight: Floats

    def __getitem__(self, rows: Whole) -> ShownTraits:
        return replace(
            self,
            shapes=tuple(scores[rows] for scores in self.shapes),
            likeness=self.likeness[rows],
            tints=self.tints[rows],
        )

    def __add__(self, other: ShownTraits) -> ShownTraits:
        return replace(
            self,
            shapes=tuple(np.concatenate(pair) for pair in zip(self.shapes, other.shapes, strict=True)),
            likeness=np.concatenate([self.likeness, other.likeness]),
            tints=np.concatenate([self.tints, other.tints]),
        )

    def colours(self, counts: Floats) -> tuple[Floats, NDArray[np.bool_]]:
        """Return scores (n, colours) of the first trait under the lamp that explains the cards that count.

        Also whether tints and shapes say each colour both, each by themselves: together they may err by one of them.
        """
        lamp, spread = Lamp.first(self.tints, self.usual), _HEAT
        for _ in range(_LAMPS):
            far, scores = self._under(lamp, spread)
            share = np.exp(scores - scores.max(axis=1, keepdims=True))
            share *= counts[:, None] / share.sum(axis=1, keepdims=True)
            lamp = lamp.fitted(self.tints, self.usual, share)
            best = np.take_along_axis(far, share.argmax(axis=1)[:, None, None], axis=1)
            spread = max(0.7 * spread, _SPREAD, float(np.sqrt(np.median(best))))
        scores = self._under(lamp, spread)[1]
        witnesses = (self.shapes[0], scores - self.shapes[0])
        return scores, np.logical_and.reduce([one >= one.max(axis=1, keepdims=True) for one in witnesses])

    def _under(self, lamp: Lamp, spread: float) -> tuple[Floats, Floats]:
        """How far off each block is and the scores of the colours under a lamp."""
        far, light = lamp.misfit(self.tints, self.usual), np.log(lamp.light(self.tints, self.usual))
        near = _near(far, spread) @ (self.weight * min(1.0, _VOICES / self.weight.sum()))
        likely = near + self.shapes[0]
        usual = np.median(np.take_along_axis(light, likely.argmax(axis=1)[:, None], axis=1))
        return far, likely - 0.5 * ((light - usual) / _STEADY) ** 2


@dataclass(frozen=True)
class Lamp:
    """What a lamp and a hazy lens do to the tints of a photo, each channel by itself; cards have light of their own."""

    gain: Floats  # (3,)
    haze: Floats  # (3,)

    @classmethod
    def first(cls, tints: Floats, usual: Floats) -> Lamp:
        """Return a lamp that makes all tints together as bright as usual."""
        return cls(np.median(tints, axis=(0, 1)) / np.median(usual, axis=(0, 1)), np.zeros(3))

    def light(self, tints: Floats, usual: Floats) -> Floats:
        """Return how much light falls on each card if it has each colour (n, colours)."""
        shades = usual * self.gain
        light = np.einsum("nbc,kbc->nk", tints - self.haze, shades) / np.einsum("kbc,kbc->k", shades, shades)
        return np.asarray(np.clip(light, 0.3, 3.0))

    def misfit(self, tints: Floats, usual: Floats) -> Floats:
        """Return how far each block is off each colour, squared, as a share of its brightness (n, colours, blocks)."""
        light = self.light(tints, usual)
        expected = light[:, :, None, None] * (usual * self.gain)[None] + self.haze
        level = 0.12 + expected.mean(axis=3)
        return np.asarray(((tints[:, None] - expected) ** 2).mean(axis=3) / level**2)

    def fitted(self, tints: Floats, usual: Floats, share: Floats) -> Lamp:
        """Return the lamp that explains cards best that have each colour with a share."""
        light = self.light(tints, usual)
        source = light[:, :, None, None] * usual[None]
        weight = share[:, :, None] * np.ones(tints.shape[1])
        # What is far off is glare or something that lies on the card.
        weight = weight / (1 + self.misfit(tints, usual) / _HEAT**2)
        gain, haze = np.empty(3), np.empty(3)
        for channel in range(3):
            x, y = source[..., channel], np.broadcast_to(tints[:, None, :, channel], source.shape[:3])
            total, hold = weight.sum(), 0.05 * weight.sum()
            sx, sy, sxx, sxy = ((weight * one).sum() for one in (x, y, x * x, x * y))
            # Haze is held towards none, a little.
            gain[channel], haze[channel] = np.linalg.solve([[sxx, sx], [sx, total + hold]], [sxy, sy])
        return Lamp(np.clip(gain, 0.2, 4.0), np.clip(haze, -0.05, 0.25))


def card_blocks(cards: Sequence[Pixels]) -> CardBlocks:
    """Return cards warped flat, ready to be compared."""
    small = [np.asarray(cv2.resize(card, SIZE, interpolation=cv2.INTER_AREA), np.uint8) for card in cards]
    return CardBlocks(tuple(_windows(card, _SHIFTS) for card in small), np.stack([_tints(card) for card in small]))


_MIDDLE = ((_REACH, _REACH),)
# Every other place within reach: those between are as near as half a millimetre.
_SHIFTS = tuple((x, y) for y in range(2 * _REACH + 1) for x in range(2 * _REACH + 1) if (x + y) % 2 == 0)


def _channels(small: Pixels) -> Map:
    """Brightness, and two colours that a grey lamp leaves alone."""
    blue, green, red = cv2.split(np.log(small.astype(np.float32) + 12))
    return np.dstack([(blue + green + red) / 3, red - green, blue - (red + green) / 2])


def _windows(small: Pixels, shifts: Sequence[tuple[int, int]]) -> Map:
    """The blocks of a picture seen through windows a little off each way (blocks, shifts, values), of length 1."""
    planes = _channels(small) * np.array([1, 0.35, 0.25], np.float32)
    edge = _BORDER - _REACH
    planes = np.ascontiguousarray(planes[edge : SIZE[1] - edge, edge : SIZE[0] - edge])
    # Lamp and shadow are slow and multiply: in logarithms they are what a blur leaves.
    planes -= cv2.GaussianBlur(planes, (0, 0), _SLOW)
    tall, wide = SIZE[1] - 2 * _BORDER, SIZE[0] - 2 * _BORDER
    cut = np.stack([_blocks(planes[y : y + tall, x : x + wide]) for x, y in shifts], axis=1)
    length = np.sqrt((cut * cut).sum(axis=2, keepdims=True) + _FAINT * cut.shape[2])
    return np.asarray(cut / length, np.float32)


def _blocks(planes: Map) -> Map:
    """Cut into overlapping squares (blocks, values)."""
    views = np.lib.stride_tricks.sliding_window_view(planes, (_BLOCK, _BLOCK), axis=(0, 1))
    top, left = ((side - 1) % _STRIDE // 2 for side in views.shape[:2])
    views = views[top::_STRIDE, left::_STRIDE]
    return views.transpose(0, 1, 3, 4, 2).reshape(views.shape[0] * views.shape[1], -1)


def _tints(small: Pixels) -> Floats:
    """The mean of each block (blocks, 3)."""
    inner = small[_BORDER : SIZE[1] - _BORDER, _BORDER : SIZE[0] - _BORDER].astype(np.float32) / np.float32(255)
    return np.asarray(_blocks(np.asarray(inner, np.float32)).reshape(-1, _BLOCK * _BLOCK, 3).mean(axis=1), np.float64)


def _of_kinds(fit: Floats, owner: Whole, count: int) -> Floats:
    """The best fit of each block with any picture of each kind (blocks, kinds)."""
    found = np.full((len(fit), count), _NOTHING)
    for kind in np.unique(owner):
        found[:, kind] = fit[:, owner == kind].max(axis=1)
    return found


def _usual(tints: Floats, owner: Whole, count: int) -> Floats:
    """The usual tints of each colour (colours, blocks, 3)."""
    return np.stack(
        [np.median(tints[owner == kind] if (owner == kind).any() else tints, axis=0) for kind in range(count)]
    )


def _near(far: Floats, spread: float) -> Floats:
    """How near each block is to each colour, never worse than glare (n, colours, blocks)."""
    return np.asarray(-np.minimum(far / (2 * spread**2), _FARTHEST))


def _one_lamp(tints: Floats, colour: Whole, photos: Whole) -> Floats:
    """Tints of named cards as if one lamp had shone on all photos: that of the first."""
    usual = _usual(tints, colour, int(colour.max()) + 1)
    for _ in range(_LAMPS):
        plain = np.empty_like(tints)
        for photo in np.unique(photos):
            mine, share = photos == photo, np.eye(len(usual))[colour[photos == photo]]
            lamp = Lamp.first(tints[mine], usual).fitted(tints[mine], usual, share).fitted(tints[mine], usual, share)
            light = np.take_along_axis(lamp.light(tints[mine], usual), colour[mine][:, None], axis=1)
            plain[mine] = (tints[mine] - lamp.haze) / lamp.gain / light[:, :, None]
        usual = _usual(plain, colour, len(usual))
    return plain


def _weigh(seen: Floats, truth: Whole, level: bool = False) -> tuple[Floats, Floats]:
    """How much each block counts, never less than nothing, and what is added for each kind, so that cards
    (n, blocks, kinds) are told best; where kinds are `level` nothing is added."""
    weight, more, cards = np.full(seen.shape[1], 0.5), np.zeros(seen.shape[2]), np.arange(len(seen))
    for _ in range(_ROUNDS):
        scores = np.einsum("b,nbk->nk", weight, seen) + more
        share = np.exp(scores - scores.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
        share[cards, truth] -= 1
        slope = np.einsum("nk,nbk->b", share, seen) / len(seen) + _RIDGE * weight
        weight = np.maximum(weight - 0.5 * slope, 0)
        if not level:
            more = more - 0.5 * (share.mean(axis=0) + _RIDGE * more)
    return weight, more
