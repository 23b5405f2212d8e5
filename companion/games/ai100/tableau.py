"""A tableau: which card lies on which cell, kept as bit masks a colour and a number, and its one-line notation.

Notation: three rows from top to bottom, separated by `/`, five cells each, separated by `.`; an empty cell is `-`.
A card is its id, its face, or both: `073`, `R4`, `073R4b3r1g5k2`. The face is the colour's letter and the number,
then, where they are known, the four connectors clockwise from the top left in small letters. AI-2's extra card
follows after a `~`: `~D3.045R4`. Blanks and line ends may stand for `.` and `/`, so a drawing of a table reads too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from companion.core.errors import Place, Unreadable
from companion.core.packing import Mask
from companion.core.reading import shown
from companion.core.sheet import Reason
from companion.games.ai100.board import AI_CELL, EXTRA, EXTRA_CELLS, Board, board
from companion.games.ai100.cards import AI_IDS, COLOURS, EVOLUTION_IDS, LETTERS, Card, Connector, Face

COLOUR_INDEX = {colour: index for index, colour in enumerate(COLOURS)}
# AI-10 is taken by its owner as the better of these, for each scoring anew.
AI_10_FACES = (("green", 4), ("black", 2))


class Tableau:
    """Cards on a board. Laying and taking change it; `seen` shows it as it was with fewer cards."""

    __slots__ = ("_sides", "board", "cards", "colours", "memo", "numbers", "occupied")

    def __init__(self, on: Board | None = None) -> None:
        self.board = on or board()
        self.cards: list[Card | None] = [None] * len(self.board.names)
        self.occupied: Mask = 0
        self.colours: list[Mask] = [0] * 6
        self.numbers: list[Mask] = [0] * 6
        # What patterns have worked out about these cards; parts of the same tableau share it.
        self.memo: dict[Any, Any] = {}
        self._sides: tuple[Tableau, ...] = ()

    def lay(self, cell: int, card: Card) -> None:
        """Lay a card on an empty cell."""
        bit, face = 1 << cell, card.face
        self.cards[cell] = card
        self.occupied |= bit
        self.colours[COLOUR_INDEX[face.colour]] |= bit
        self.numbers[face.number] |= bit
        self.memo = {}
        for side in self._sides:
            side.lay(cell, card)

    def take(self, cell: int) -> Card:
        """Take the card off a cell."""
        card = self.cards[cell]
        assert card is not None
        self.cards[cell] = None
        bit = 1 << cell
        self.occupied ^= bit
        self.colours[COLOUR_INDEX[card.face.colour]] ^= bit
        self.numbers[card.face.number] ^= bit
        self.memo = {}
        for side in self._sides:
            side.take(cell)
        return card

    def swap(self, one: int, other: int) -> None:
        """Swap what lies on two cells; one of them may be empty."""
        there = [(cell, self.take(cell)) for cell in (one, other) if self.occupied >> cell & 1]
        for cell, card in there:
            self.lay(one + other - cell, card)

    def seen(self, occupied: Mask) -> Tableau:
        """Return this tableau with the cards on `occupied` only. It shares the cards: do not lay on it."""
        part = Tableau.__new__(Tableau)
        part.board = self.board
        part.cards = self.cards
        part.occupied = occupied
        part.colours = [mask & occupied for mask in self.colours]
        part.numbers = [mask & occupied for mask in self.numbers]
        part.memo = self.memo
        part._sides = ()
        return part

    def copy(self, on: Board | None = None) -> Tableau:
        """Return a tableau of its own with the same cards, on another board if one is given."""
        twin = Tableau.__new__(Tableau)
        twin.board = on or self.board
        twin.cards = self.cards + [None] * (len(twin.board.names) - len(self.cards))
        twin.occupied = self.occupied
        twin.colours, twin.numbers = self.colours.copy(), self.numbers.copy()
        twin.memo = {}
        twin._sides = ()
        return twin

    def sides_of_ai_10(self) -> tuple[Tableau, ...]:
        """Return this tableau with AI-10 on either side; what is laid here later is laid there, too."""
        if not self._sides:
            self._sides = tuple(self._with_ai_as(*face) for face in AI_10_FACES)
        return self._sides

    def _with_ai_as(self, colour: str, number: int) -> Tableau:
        card = self.cards[AI_CELL]
        assert card is not None
        twin = self.copy()
        twin.cards[AI_CELL] = Card(card.id, Face(colour, number, card.face.connectors))
        bit = 1 << AI_CELL
        twin.colours[COLOUR_INDEX[card.face.colour]] ^= bit
        twin.colours[COLOUR_INDEX[colour]] |= bit
        twin.numbers[card.face.number] ^= bit
        twin.numbers[number] |= bit
        return twin

    def items(self) -> list[tuple[str, Card]]:
        """Return the cells in reading order with their cards."""
        return [(self.board.names[cell], card) for cell, card in enumerate(self.cards)
                if card is not None and self.occupied >> cell & 1]  # fmt: skip

    def __str__(self) -> str:
        cards = [write_card(card) if card else "-" for card in self.cards]
        rows = "/".join(".".join(cards[row * 5 : row * 5 + 5]) for row in range(3))
        return f"{rows}~{self.board.extra}.{cards[EXTRA]}" if self.board.extra else rows

    def __repr__(self) -> str:
        return f"Tableau.read({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tableau) and str(self) == str(other)

    __hash__ = None  # type: ignore[assignment]  # it changes

    @classmethod
    def read(cls, text: str, faces: Mapping[str, Face] | None = None) -> Tableau:
        """Return the tableau that the notation describes; `faces` knows the cards that are given by id alone."""
        main, _, extra = text.partition("~")
        rows = [re.split(r"[.\s]+", row.strip()) for row in re.split(r"[/\n]", main.strip())]
        if len(rows) != 3 or any(len(row) != 5 for row in rows):
            raise Unreadable(Reason("ai100:error.three_rows"), Place("tableau"))
        cell, _, last = extra.strip().partition(".")
        if extra and cell not in EXTRA_CELLS:
            raise Unreadable(Reason("ai100:error.extra_cell", (shown(cell),)), Place("tableau"))
        tableau = cls(board(cell if extra else None))
        for index, word in enumerate([word for row in rows for word in row] + ([last] if extra else [])):
            if word != "-":
                tableau.lay(index, read_card(word, faces or {}, Place("tableau", tableau.board.names[index])))
        return tableau


_CARD = re.compile(r"(\d{3}|AI-\d{1,2})?(?:([RBYKGV])([1-5])((?:[rbykgv][1-5]){4})?)?")
_IDS = frozenset((*EVOLUTION_IDS, *AI_IDS))


def read_card(word: str, faces: Mapping[str, Face], place: Place) -> Card:
    """Return the card that a word of the notation means."""
    match = _CARD.fullmatch(word)
    if not match or not word:
        raise Unreadable(Reason("ai100:error.no_word", (shown(word),)), place)
    card, letter, number, corners = match.groups("")
    if card and card not in _IDS:
        raise Unreadable(Reason("ai100:error.no_card_or_ai", (shown(card),)), place)
    if not letter:
        if card not in faces:
            raise Unreadable(Reason("ai100:error.face_unknown", (card,)), place)
        return Card(card, faces[card])
    connectors = tuple(
        Connector(COLOURS[LETTERS.index(corners[i].upper())], int(corners[i + 1])) for i in range(0, len(corners), 2)
    )
    return Card(card, Face(COLOURS[LETTERS.index(letter)], int(number), connectors))


def write_card(card: Card) -> str:
    """Return the word of the notation for a card, complete."""
    face = card.face
    corners = "".join(f"{_letter(connector.colour).lower()}{connector.number}" for connector in face.connectors)
    return f"{card.id}{_letter(face.colour)}{face.number}{corners}"


def _letter(colour: str) -> str:
    return LETTERS[COLOUR_INDEX[colour]]
