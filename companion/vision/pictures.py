"""A card known by its picture: small photos kept in the deck's file, compared with a card block by block.

Each block counts by its own correlation, so lamp, shadow and contrast matter little and a standee or a reflection
spoils only what it hides; each may lie a little off, since cards bend and quads are never exact. What all cards of a
print have in common fits all of them equally well and therefore says nothing.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.flat import averaged

Pixels = NDArray[np.uint8]
Map = NDArray[np.float32]
Floats = NDArray[np.float64]

SIZE = (63, 88)  # pixels of a picture: one a millimetre
_QUALITY = 92  # of WebP: about 2.5 kB a card
_KEPT = 3  # pictures of one card: the newest
_BORDER = 3  # millimetres at the edge of a card, where the table may show
_REACH = 2  # millimetres that a block may lie off; not more than the border
_BLOCK = 8  # millimetres
_SLOW = 8.0  # millimetres: what changes more slowly is light
_FAINT = 0.0003  # contrast (variance of a logarithm) that is mostly noise
# Fitted to 1,300 cuttings of the 456 cards on photos of two prints, each taught from nine photos, cut well and badly.
_SHARP = 0.25  # the lower, the more the best blocks count
_TELLING = 2.0  # nats for each unit of agreement: blocks of a card err together
_PATCHWORK = 4  # an unknown card agrees with this many others in places
_STRANGER = 4.0  # nats by which the card itself beats such a patchwork, rather than be beaten, in 19 of 20 cases
_MOST = 9.0  # nats: a picture alone never claims more
_WELL, _EVEN = (
    0.9,
    0.6,
)  # agreement of a card seen well, and where between that and a card on its head both are as likely
_SPOILT = 0.25
_SOME = 12  # cards say how a print looks on its head
_MANY = 24  # cards say how far the best of the others is ahead of the next, where a card has no picture itself
_AHEAD = 6.0  # times as far ahead is a card that has one; on four prints 3 to 12 times in the mean
_NEW = 3.0  # nats: by that alone no card claims more against those without a picture, which may be its twins


def write_picture(card: Pixels) -> str:
    """Return a card warped flat as text for a deck's file."""
    small = averaged(card, SIZE)
    _, data = cv2.imencode(".webp", small, [cv2.IMWRITE_WEBP_QUALITY, _QUALITY])
    return base64.b64encode(data.tobytes()).decode()


def add_pictures(known: Mapping[str, Any], new: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return the pictures of a deck with new ones; of each card the newest are kept."""
    before = {card: _texts(known.get(card)) for card in known}
    every = {card: [*before.get(card, []), *new.get(card, [])][-_KEPT:] for card in {**before, **new}}
    return {card: texts for card, texts in every.items() if texts}


def _texts(value: Any) -> list[str]:
    """The pictures of one card; what earlier versions kept, a single text, is no picture and left out."""
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []


def read_pictures(texts: Any) -> list[Pixels]:
    """Return the pictures of a card in a deck's file; what is none is left out."""
    return [picture for text in _texts(texts) if (picture := _read(text)) is not None]


def _read(text: str) -> Pixels | None:
    try:
        data = np.frombuffer(base64.b64decode(text, validate=True), np.uint8)
    except binascii.Error:
        return None
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    return np.asarray(image, np.uint8) if image is not None and image.shape[1::-1] == SIZE else None


@dataclass(frozen=True)
class Album:
    """The pictures of a deck, ready to be compared."""

    blocks: Map  # (blocks, values, pictures): each of length 1
    owners: NDArray[np.intp]  # (pictures,): the card that each shows, in ascending order
    cards: int
    heads: float = 0.0  # how well cards of this print agree with a picture when they stand on their heads
    ahead: float = 1.0  # how far the card most like one without a picture is ahead of the next, in the mean

    @cached_property
    def first(self) -> NDArray[np.intp]:
        """The first picture of each card that has any."""
        return np.flatnonzero(np.diff(self.owners, prepend=-1))

    @cached_property
    def shown(self) -> NDArray[np.intp]:
        """The cards that have a picture."""
        return np.asarray(self.owners[self.first], np.intp)


@dataclass(frozen=True)
class Likeness:
    """How much cards look like those of a deck, in logarithms of odds."""

    known: Floats  # (n, cards): each card against one that has no picture yet
    agreement: Floats  # (n,): the mean correlation with the card most alike, -1 to 1
    card: Floats  # (n,): a card of this print, the right way up, against anything else

    def __getitem__(self, rows: NDArray[Any] | list[int]) -> Likeness:
        return Likeness(self.known[rows], self.agreement[rows], self.card[rows])

    def __add__(self, other: Likeness) -> Likeness:
        return Likeness(
            np.concatenate([self.known, other.known]),
            np.concatenate([self.agreement, other.agreement]),
            np.concatenate([self.card, other.card]),
        )


def read_album(pictures: Any, cards: Sequence[str]) -> Album | None:
    """Return the pictures of a deck; None where there are none."""
    if not isinstance(pictures, Mapping):
        return None
    texts = tuple((at, text) for at, card in enumerate(cards) for text in _texts(pictures.get(card)))
    return _album(texts, len(cards)) if texts else None


@lru_cache(4)
def _album(texts: tuple[tuple[int, str], ...], cards: int) -> Album | None:
    owners, rows, heads = [], [], []
    for owner, text in texts:
        image = _read(text)
        if image is not None:
            owners.append(owner)
            rows.append(_windows(image, _MIDDLE)[0])
            heads.append(np.asarray(image[::-1, ::-1], np.uint8))
    if not rows:
        return None
    album = Album(np.ascontiguousarray(np.stack(rows).transpose(1, 2, 0)), np.array(owners, np.intp), cards)
    some = heads[:: -(-len(heads) // _SOME)]
    album = replace(album, heads=float(compare(np.stack(some), album).agreement.max()))
    return album if len(album.shown) == cards else replace(album, ahead=_ahead(album, heads))


def _ahead(album: Album, heads: Sequence[Pixels]) -> float:
    """How far ahead the card most like another one is of the next: what a card without a picture would show."""
    if len(album.shown) < 3:
        return np.inf
    ahead = []
    for at in range(0, len(heads), -(-len(heads) // _MANY)):
        others = _fits(np.asarray(heads[at][::-1, ::-1], np.uint8), album)[1].sum(axis=0)[
            album.shown != album.owners[at]
        ]
        second, first = np.partition(others, -2)[-2:]
        ahead.append(first - second)
    return float(np.mean(ahead))


def compare(cards: Pixels, album: Album) -> Likeness:
    """Compare cards warped flat with those of an album."""
    ratios, agreement, seen = np.zeros((len(cards), album.cards)), np.zeros(len(cards)), np.zeros(len(cards))
    shown = album.shown
    # Halfway between a card on its head and one seen well; some prints look much the same on their heads.
    even = _EVEN * album.heads + (1 - _EVEN) * _WELL
    for at, card in enumerate(cards):
        agree, fit = _fits(card, album)
        whole = fit.sum(axis=0)
        best = int(whole.argmax())
        agreement[at] = agree[:, best].mean()
        # Glare and shadow spoil much of a card; on its head, or bare table, it agrees less than that.
        scale = max(_WELL - even, 0.02 if agreement[at] > even else _SPOILT)
        seen[at] = np.clip((agreement[at] - even) / scale * _MOST, -_MOST, _MOST)
        # It is one of them if it is a card that has a picture: how much all have in common matters no more.
        among = np.log(len(shown)) - np.log(np.exp(_TELLING * (whole - whole[best])).sum())
        known = among + _has_picture(whole, album)
        if len(shown) == album.cards:
            known = max(min(known, seen[at]), _TELLING * (whole[best] - _patchwork(fit)) + _STRANGER)
        ratios[at, shown] = np.clip(known, -_MOST, _MOST) + np.maximum(_TELLING * (whole - whole[best]), -2 * _MOST)
        if len(shown) < album.cards:
            # What is no card of this print is none of those without a picture either.
            ratios[at] += min(seen[at] - ratios[at].max(), 0.0)
    return Likeness(ratios, agreement, seen)


def among(likeness: Likeness, rows: Sequence[int], cards: Pixels, album: Album, owners: Sequence[int]) -> Likeness:
    """The likeness of cards, some of which are known to be one of a few: how well those agree is judged by these.

    A few cards of one kind may differ by little; then the clearest picture of them looks most like each, so what they
    have in common is taken off, block by block.
    """
    chosen = np.flatnonzero(np.isin(album.shown, owners))
    if not len(rows) or len(chosen) < 2:
        return likeness
    known, agreement = likeness.known.copy(), likeness.agreement.copy()
    common = _in_common(album.blocks[:, :, album.first[chosen]])
    for row in rows:
        agree, fit = _fits(cards[row], album)
        agreement[row] = agree[:, chosen[fit[:, chosen].sum(axis=0).argmax()]].mean()
        own = _TELLING * (fit[:, chosen] - common).sum(axis=0)
        few = album.shown[chosen]
        known[row, few] = known[row, few].max() + np.maximum(own - own.max(), -2 * _MOST)
    return replace(likeness, known=known, agreement=agreement)


def _in_common(blocks: Map) -> Floats:
    """How much each picture (blocks, values, pictures) agrees with the others, block by block (blocks, pictures)."""
    told = _told(np.matmul(blocks.transpose(0, 2, 1), blocks))
    every = np.arange(told.shape[1])
    told[:, every, every] = 0
    common = np.asarray(told.sum(axis=1) / (len(every) - 1), np.float64)
    # A picture that lies askew agrees with no other, but nothing that a card shows is the more its own for that.
    return np.maximum(common, np.median(common, axis=1, keepdims=True))


def _has_picture(whole: Floats, album: Album) -> float:
    """The logarithm of the odds that a card is among those that have a picture: then one is far ahead of the next."""
    if len(album.shown) == album.cards:
        return 0.0
    if not np.isfinite(album.ahead):
        return -_MOST
    second, first = np.partition(whole, -2)[-2:]
    ahead = (first - second) / max(album.ahead, 1e-6)
    return float(min(ahead * (1 - 1 / _AHEAD) - np.log(_AHEAD), _NEW))


def _patchwork(fit: Floats) -> float:
    """What a card agrees with that nobody has photographed: here with one card and there with another."""
    rank = max(fit.shape[1] - _PATCHWORK, 0)
    return float(np.partition(fit, rank, axis=1)[:, rank].sum())


def _fits(card: Pixels, album: Album) -> tuple[Map, Floats]:
    """How well each block of a card agrees with those of each card shown (blocks, shown), and how much that counts."""
    views = _windows(averaged(card, SIZE), _SHIFTS)
    # Where a block agrees best nearby; block by block, for a large product would wake the threads of the BLAS.
    every = np.matmul(views.transpose(1, 0, 2), album.blocks).max(axis=1)
    agree = np.maximum.reduceat(every, album.first, axis=1)
    return agree, _told(agree)


def _told(agree: Map) -> Floats:
    """How much blocks that agree so well count."""
    return np.asarray(-0.5 * np.log(1 - np.clip(agree, 0, 1) ** 2 + _SHARP), np.float64)


_MIDDLE = ((_REACH, _REACH),)
_SHIFTS = tuple((x, y) for y in range(2 * _REACH + 1) for x in range(2 * _REACH + 1))


def _windows(small: Pixels, shifts: Sequence[tuple[int, int]]) -> Map:
    """The blocks of a picture seen through windows a little off each way (shifts, blocks, values), each of length 1."""
    blue, green, red = cv2.split(np.log(small.astype(np.float32) + 12))
    # Brightness, and two colours that a grey lamp leaves alone; weighed by how well a photo shows them.
    planes = np.dstack([(blue + green + red) / 3, 0.7 * (red - green), 0.5 * blue - 0.25 * (red + green)])
    edge = _BORDER - _REACH
    planes = np.ascontiguousarray(planes[edge : SIZE[1] - edge, edge : SIZE[0] - edge])
    # Lamp and shadow are slow and multiply: in logarithms they are what a blur leaves.
    planes -= cv2.GaussianBlur(planes, (0, 0), _SLOW)
    tall, wide = SIZE[1] - 2 * _BORDER, SIZE[0] - 2 * _BORDER
    cut = np.stack([_blocks(planes[y : y + tall, x : x + wide]) for x, y in shifts])
    length = np.sqrt((cut * cut).sum(axis=2, keepdims=True) + _FAINT * cut.shape[2])
    return np.asarray(cut / length, np.float32)


def _blocks(planes: Map) -> Map:
    """Cut into squares (blocks, values); a rest at the edges is left out."""
    down, across = planes.shape[0] // _BLOCK, planes.shape[1] // _BLOCK
    top, left = (planes.shape[0] - down * _BLOCK) // 2, (planes.shape[1] - across * _BLOCK) // 2
    part = planes[top : top + down * _BLOCK, left : left + across * _BLOCK]
    squares = part.reshape(down, _BLOCK, across, _BLOCK, 3).transpose(0, 2, 1, 3, 4)
    return np.asarray(squares.reshape(down * across, -1), np.float32)
