"""Cards, written 'red 20 cube', and what two of them have in common."""

from __future__ import annotations

from typing import NamedTuple

from companion.core.errors import Place, Unreadable
from companion.core.reading import shown
from companion.core.sheet import Reason
from companion.games.pilier.rules import COLOURS, NO_SYMBOL, SYMBOLS, VALUES


class Card(NamedTuple):
    """A card with its three traits."""

    colour: str
    value: int
    symbol: str

    def __str__(self) -> str:
        return f"{self.colour} {self.value} {self.symbol}"

    @property
    def reason(self) -> Reason:
        """Return the card in words, for an error."""
        return Reason("pilier:card", (colour_reason(self.colour), self.value, Reason(f"pilier:symbol.{self.symbol}")))

    def shared(self, other: Card, no_symbol: str = "shared") -> tuple[str, ...]:
        """Return the traits that two cards have in common."""
        traits = [trait for trait, mine, theirs in zip(self._fields, self, other, strict=True) if mine == theirs]
        if no_symbol == "nothing" and self.symbol == NO_SYMBOL and "symbol" in traits:
            traits.remove("symbol")
        return tuple(traits)


def colour_reason(colour: str) -> Reason:
    """Return a colour in words, for an error."""
    return Reason(f"pilier:colour.{colour}")


EVERY_CARD = tuple(Card(colour, value, symbol) for colour in COLOURS for value in VALUES for symbol in SYMBOLS)
_NAMED = {str(card): card for card in EVERY_CARD}
CARD_NAMES = tuple(_NAMED)


def read_card(value: object, place: Place) -> Card:
    """Return the card of a text such as 'red 20 cube'."""
    if not isinstance(value, str) or value not in _NAMED:
        expected = f"{', '.join(COLOURS)}; {', '.join(map(str, VALUES))}; {', '.join(SYMBOLS)}"
        raise Unreadable(Reason("pilier:error.no_card", (shown(value), expected)), place)
    return _NAMED[value]
