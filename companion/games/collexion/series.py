"""Series that must be validated, and the piles that pay for them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from companion.core.sheet import Reason
from companion.games.collexion.pieces import Collection, Piece
from companion.games.collexion.rules import COLOURS, PILE, SHAPES


class Series(NamedTuple):
    """Four polygons of one colour in all shapes, or of one shape in all colours; `name` is what they share."""

    name: str

    @property
    def of_colour(self) -> bool:
        """Whether it is a colour series."""
        return self.name in COLOURS

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Return its four polygons."""
        if self.of_colour:
            return tuple(Piece(self.name, shape) for shape in SHAPES)
        return tuple(Piece(colour, self.name) for colour in COLOURS)

    @property
    def reason(self) -> Reason:
        """Return the series in words."""
        return Reason("series.colour" if self.of_colour else "series.shape", (Reason(f"name.{self.name}"),))

    @property
    def word(self) -> Reason:
        """Return what it is called inside a sentence."""
        return Reason(f"series.word.{self.name}")


class Validation(NamedTuple):
    """Series that are validated together, and the collection that is left."""

    series: tuple[Series, ...]
    left: Collection


def validations(collection: Collection) -> tuple[Validation, ...]:
    """Return every way to validate series until none is left, most series first.

    Colour series do not compete with each other, nor do shape series. So once it is said how often each colour is
    validated, every shape must be validated as often as what is left allows.
    """
    rows = collection.counts
    found = []
    for by_colour in product(*(range(min(row) + 1) for row in rows)):
        rest = [[count - used for count in row] for row, used in zip(rows, by_colour, strict=True)]
        by_shape = [min(column) for column in zip(*rest, strict=True)]
        left = [[count - used for count, used in zip(row, by_shape, strict=True)] for row in rest]
        if any(min(row) > 0 for row in left):
            continue  # one more colour series would still be there
        names = [*zip(COLOURS, by_colour, strict=True), *zip(SHAPES, by_shape, strict=True)]
        series = tuple(Series(name) for name, times in names for _ in range(times))
        found.append(Validation(series, Collection(tuple(map(tuple, left)))))
    return tuple(sorted(found, key=lambda choice: -len(choice.series)))


def first_series(collection: Collection) -> Series | None:
    """Return a series that lies in the collection, None where there is none."""
    by_colour = (colour for colour, row in zip(COLOURS, collection.counts, strict=True) if min(row))
    by_shape = (
        shape for shape, column in zip(SHAPES, zip(*collection.counts, strict=True), strict=True) if min(column)
    )
    name = next(by_colour, None) or next(by_shape, None)
    return Series(name) if name else None


def must_validate(collection: Collection) -> bool:
    """Whether there is a series in the collection."""
    return first_series(collection) is not None


@dataclass(frozen=True)
class Piles:
    """How many score tokens each colour's pile still has."""

    left: tuple[int, ...] = (len(PILE),) * len(COLOURS)

    def count(self, colour: str) -> int:
        """Return how many tokens a pile has."""
        return self.left[COLOURS.index(colour)]

    def top(self, colour: str) -> int:
        """Return the points of the token on top, 0 where there is none."""
        count = self.count(colour)
        return PILE[-count] if count else 0

    def without_top(self, colour: str) -> Piles:
        """Return the piles after a token was taken from this one."""
        index = COLOURS.index(colour)
        return replace(self, left=(*self.left[:index], self.left[index] - 1, *self.left[index + 1 :]))

    @property
    def empty(self) -> bool:
        """Whether all score tokens are taken."""
        return not any(self.left)

    def paying(self, series: Series, shape_pile: str = "left") -> tuple[str, ...]:
        """Return the piles that may pay for a series; none where nothing is to be had."""
        if series.of_colour:
            return (series.name,) if self.count(series.name) else ()
        having = [count for count in self.left if count or shape_pile == "any"]
        smallest = min(having, default=0)
        return tuple(colour for colour in COLOURS if smallest and self.count(colour) == smallest)


class Payment(NamedTuple):
    """A series and the pile that pays for it; '' where none does."""

    series: Series
    pile: str
    points: int


def best_payment(piles: Piles, series: tuple[Series, ...], shape_pile: str = "left") -> tuple[Payment, ...]:
    """Return an order of the series, and piles for them, that brings most points."""
    return _best(piles, tuple(sorted(series)), shape_pile)


@lru_cache(maxsize=1 << 14)
def piles_after(piles: Piles, series: tuple[Series, ...], shape_pile: str = "left") -> frozenset[Piles]:
    """Return all that may be left of the piles once they have paid for some series, in any order."""
    if not series:
        return frozenset({piles})
    found: set[Piles] = set()
    for index in {(one.name if one.of_colour else "shape"): index for index, one in enumerate(series)}.values():
        others = series[:index] + series[index + 1 :]
        for pile in piles.paying(series[index], shape_pile) or ("",):
            found |= piles_after(piles.without_top(pile) if pile else piles, others, shape_pile)
    return frozenset(found)


@lru_cache(maxsize=1 << 14)
def _best(piles: Piles, series: tuple[Series, ...], shape_pile: str) -> tuple[Payment, ...]:
    found: tuple[Payment, ...] = ()
    most = -1
    # All shape series are paid alike, so trying one of them is enough.
    for index in {(one.name if one.of_colour else "shape"): index for index, one in enumerate(series)}.values():
        first = series[index]
        others = series[:index] + series[index + 1 :]
        for pile in piles.paying(first, shape_pile) or ("",):
            paid = Payment(first, pile, piles.top(pile) if pile else 0)
            rest = _best(piles.without_top(pile) if pile else piles, others, shape_pile)
            points = paid.points + sum(payment.points for payment in rest)
            if points > most:
                most, found = points, (paid, *rest)
    return found
