"""Together or alone: the fewest cards with which tokens can have been won, found by trying all of them.

A card brings three or four tokens to the collecting zone. At four or more of a colour three go back and the others are
won, so a colour in the zone is worth more with three waiting: that is what makes the fewest cards a search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from companion.games.boussanga.rules import ALIGNED, BACK, CARD_TOKENS, GOAL, VALUES

_MOST = max(CARD_TOKENS)


class Colour(NamedTuple):
    """A colour on the way to the end: what a token is worth, how many are still to be won, how many are waiting."""

    value: int
    wanted: int
    waiting: int = 0

    @property
    def tokens(self) -> int:
        """Return how many tokens cards must bring at least: at most four are won at once, and then three go back."""
        return max(self.wanted + BACK * -(-self.wanted // _MOST) - self.waiting, 0)

    def after(self, count: int) -> Colour | None:
        """Return the colour after a card that brings so many of it; None where more would be won than wanted."""
        waiting = self.waiting + count
        if waiting < ALIGNED:
            return Colour(self.value, self.wanted, waiting)
        won = waiting - BACK
        return Colour(self.value, self.wanted - won) if won <= self.wanted else None


def least_before(plate: Mapping[str, int], values: Mapping[str, int]) -> int:
    """Return the least points there can have been before the last turn, which brings four tokens at most."""
    worth = sorted((values[colour] for colour, count in plate.items() for _ in range(count)), reverse=True)
    return sum(worth[_MOST:])


def can_win(plate: Mapping[str, int], values: Mapping[str, int], cards: int) -> bool:
    """Whether these tokens can have been won with so many cards, the goal being reached with the last turn only."""
    colours = tuple(sorted(Colour(values[colour], plate.get(colour, 0)) for colour in values))
    points = sum(colour.value * colour.wanted for colour in colours)
    return _reachable(colours, max(points - GOAL + 1, 0), cards)


def fewest_cards(plate: Mapping[str, int], values: Mapping[str, int]) -> int:
    """Return the fewest cards with which these tokens can be won."""
    cards = 0
    while not can_win(plate, values, cards):
        cards += 1
    return cards


@cache
def _reachable(colours: tuple[Colour, ...], last: int, cards: int) -> bool:
    """Whether all wanted tokens can be won; those of the last turn are worth `last` points at least."""
    if not any(colour.wanted for colour in colours):
        return True
    if sum(colour.tokens for colour in colours) > _MOST * cards:
        return False
    for after in _turns(colours):
        missing = sum(colour.value * colour.wanted for colour in after)
        # Before the last turn the goal must not be reached.
        if (not missing or missing >= last) and _reachable(after, last, cards - 1):
            return True
    return False


def _turns(colours: tuple[Colour, ...]) -> Iterator[tuple[Colour, ...]]:
    """Return what one card can make of the colours, the most wanted first; colours of one value are alike."""
    found: dict[tuple[Colour, ...], None] = {}
    for counts in _CARDS:
        after = [colour.after(count) for colour, count in zip(colours, counts, strict=True)]
        if None not in after:
            found.setdefault(tuple(sorted(colour for colour in after if colour)))
    return iter(sorted(found, key=lambda after: sum(colour.tokens for colour in after)))


def _split(tokens: int, colours: int) -> Iterator[tuple[int, ...]]:
    if colours == 1:
        yield (tokens,)
        return
    for first in range(tokens + 1):
        for rest in _split(tokens - first, colours - 1):
            yield (first, *rest)


_CARDS = tuple(card for tokens in CARD_TOKENS for card in _split(tokens, len(VALUES)))
