"""A card in hand: colour, value, symbol, cell and line as far as they are chosen, all in the address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.errors import NOWHERE, Unreadable
from companion.core.table import Link, NoSuchPage, View
from companion.games.pilier.cards import Card
from companion.games.pilier.document import LINES
from companion.games.pilier.pages.words import colour_drawn, colour_word, symbol_drawn, symbol_word
from companion.games.pilier.rules import COLOURS, SYMBOLS, VALUES
from companion.games.pilier.square import Cell, read_cell
from companion.pages.fields import Fields
from companion.pages.parts import Option, numbers_to_tap, options


@dataclass(frozen=True)
class Hand:
    """What is chosen so far; `turn` is empty for the turn that is on."""

    turn: str = ""
    colour: str = ""
    value: str = ""
    symbol: str = ""
    cell: str = ""
    line: str = ""

    @property
    def link(self) -> Link:
        """The home of the table with all of this chosen."""
        return Link().but(**vars(self))

    @property
    def card(self) -> Card | None:
        """The card, once its three traits are chosen."""
        if not (self.colour and self.value and self.symbol):
            return None
        return Card(self.colour, int(self.value), self.symbol)

    @property
    def place(self) -> Cell | None:
        """The cell, once it is chosen."""
        return read_cell(self.cell, NOWHERE) if self.cell else None

    def rows(self, view: View[Any]) -> tuple[tuple[str, tuple[Option, ...]], ...]:
        """Return the three rows of keys that make a card: trait, keys."""
        link = self.link.but(line="")
        colours = {one: colour_word(one, view) for one in COLOURS}
        symbols = {one: symbol_word(one, view) for one in SYMBOLS}
        return (
            ("colour", options(link, "colour", colours, self.colour, lambda one: colour_drawn(one, view))),
            ("value", numbers_to_tap(link, "value", VALUES, int(self.value) if self.value else None)),
            ("symbol", options(link, "symbol", symbols, self.symbol, lambda one: symbol_drawn(one, view))),
        )


def read_hand(args: Fields) -> Hand:
    """Return what an address or a form says; nonsense in it has no page."""
    cell = args.get("cell", "")
    if cell:
        try:
            read_cell(cell, NOWHERE)
        except Unreadable:
            raise NoSuchPage("cell") from None
    return Hand(
        turn=args.digits("turn", 3),
        colour=args.word("colour", COLOURS),
        value=args.word("value", tuple(map(str, VALUES))),
        symbol=args.word("symbol", SYMBOLS),
        cell=cell,
        line=args.word("line", LINES),
    )
