"""Connectors: pairs along a row (the upper ones) or down a column (the right ones), and losanges where four meet.

Every connector belongs to one pair of a direction and to one losange, so none can serve twice.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.sheet import Group, Reason, Together
from companion.games.ai100.board import Board
from companion.games.ai100.cards import BL, BR, CORNERS, TL, TR, Connector
from companion.games.ai100.patterns.places import area, connector_word
from companion.games.ai100.tableau import Tableau

# The corner of the first and of the second card of a pair.
_CORNERS = {"horizontal": (TR, TL), "vertical": (BR, TR)}
# The corners that meet in a losange, in the order of Board.losanges.
_MEETING = (BR, BL, TL, TR)

Seen = tuple[int, int, Connector]  # cell, corner, connector


@dataclass(frozen=True)
class Pair:
    """Two connectors that face each other: with a given sum, alike, different, or of two given colours."""

    place: str
    direction: str
    points: int
    sum: int = 0
    same: str = ""
    different: str = ""
    colours: tuple[str, ...] = ()

    def groups(self, tableau: Tableau, cell: int) -> tuple[Group, ...]:
        """Return the pairs that score."""
        fits = self._fits
        return tuple([
            connector_group(tableau, (one, other), self.points)
            for one, other in self._pairs(tableau, cell)
            if fits(one[2], other[2])
        ])  # fmt: skip

    def _pairs(self, tableau: Tableau, cell: int) -> list[tuple[Seen, Seen]]:
        first, second = _CORNERS[self.direction]
        where = area(tableau.board, cell, self.place) & tableau.occupied
        cards = tableau.cards
        found = []
        for a, b in tableau.board.pairs[self.direction]:
            if where >> a & 1 and where >> b & 1:
                one, other = cards[a].face.connectors, cards[b].face.connectors  # type: ignore[union-attr]
                if one and other:
                    found.append(((a, first, one[first]), (b, second, other[second])))
        return found

    def _fits(self, one: Connector, other: Connector) -> bool:
        if self.sum:
            return one.number + other.number == self.sum
        if self.colours:
            return (one.colour, other.colour) in (self.colours, self.colours[::-1])
        if self.different:
            return one.colour != other.colour
        return one.colour == other.colour if self.same == "colour" else one.number == other.number

    def ceiling(self, board: Board, cell: int) -> int:
        """Return the most that it can ever pay."""
        where = area(board, cell, self.place)
        return self.points * sum(where >> a & where >> b & 1 for a, b in board.pairs[self.direction])

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return the pair that came closest."""
        pairs = self._pairs(tableau, cell)
        if not pairs:
            return Reason(f"miss.no_{self.direction}_pair")
        closest = max(pairs, key=lambda pair: self._nearly(pair[0][2], pair[1][2]))
        return Reason("miss.closest", (shown_connectors(tableau, closest),))

    def _nearly(self, one: Connector, other: Connector) -> int:
        if self.sum:
            return -abs(one.number + other.number - self.sum)
        if self.colours:
            return sum(colour in (one.colour, other.colour) for colour in self.colours)
        return -abs(one.number - other.number)


@dataclass(frozen=True)
class Losange:
    """The up to four connectors around an inner corner of the tableau."""

    points: int
    place: str = "tableau"
    colours: tuple[str, ...] = ()  # at least one of each, complete or not
    number: int = 0  # and at least one with this number (AI-3)
    alike: tuple[int, ...] = ()  # how many must show one number (O12)
    different: str = ""  # all four differ
    sum: int = 0  # all four add up

    def groups(self, tableau: Tableau, cell: int) -> tuple[Group, ...]:
        """Return the losanges that score."""
        made = (self._made(corner) for corner in self._losanges(tableau))
        return tuple([connector_group(tableau, seen, self.points) for seen in made if seen])

    def _losanges(self, tableau: Tableau) -> list[list[Seen]]:
        occupied, cards = tableau.occupied, tableau.cards
        return [
            [
                (cell, corner, card.face.connectors[corner])
                for cell, corner in zip(cells, _MEETING, strict=True)
                if occupied >> cell & 1 and (card := cards[cell]) and card.face.connectors
            ]
            for cells in tableau.board.losanges
        ]

    def _made(self, seen: list[Seen]) -> list[Seen]:
        """Return the connectors that fulfil the condition, none if it is not fulfilled."""
        if self.colours:
            wanted = [next((s for s in seen if s[2].colour == colour), None) for colour in self.colours]
            if self.number:
                wanted.append(next((s for s in seen if s[2].number == self.number), None))
            found = [s for s in wanted if s]
            return sorted(set(found)) if len(found) == len(wanted) else []
        numbers = [s[2].number for s in seen]
        if self.alike:
            return next(
                (pick for n in set(numbers) if len(pick := [s for s in seen if s[2].number == n]) in self.alike), []
            )
        if len(seen) < 4:
            return []
        if self.sum:
            return seen if sum(numbers) == self.sum else []
        return seen if len({s[2][self.different == "number"] for s in seen}) == 4 else []

    def ceiling(self, board: Board, cell: int) -> int:
        """Return the most that it can ever pay."""
        return self.points * len(board.losanges)

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return the losange that came closest."""
        closest = max(self._losanges(tableau), key=self._nearly)
        if not closest:
            return Reason("miss.no_losange")
        return Reason("miss.closest", (shown_connectors(tableau, closest),))

    def _nearly(self, seen: list[Seen]) -> tuple[int, int]:
        numbers = [s[2].number for s in seen]
        if self.colours:
            colours = {s[2].colour for s in seen}
            return sum(colour in colours for colour in self.colours) + (self.number in numbers), len(seen)
        if self.alike:
            return max(map(numbers.count, numbers), default=0), len(seen)
        if self.sum:
            return len(seen), -abs(sum(numbers) - self.sum)
        return len(seen), len({s[2][self.different == "number"] for s in seen})


def connector_group(tableau: Tableau, seen: tuple[Seen, ...] | list[Seen], points: int) -> Group:
    """Return the group of these connectors, with the cards they are on."""
    names = tableau.board.names
    return Group(
        tuple(dict.fromkeys([names[cell] for cell, _, _ in seen])),
        points,
        tuple([f"{names[cell]}.{CORNERS[corner]}" for cell, corner, _ in seen]),
    )


def shown_connectors(tableau: Tableau, seen: tuple[Seen, ...] | list[Seen]) -> Together:
    """Return connectors with their colour and number."""
    names = tableau.board.names
    return Together(
        Reason("connector", (names[cell] + "↖↗↘↙"[corner], connector_word(connector.colour), connector.number))
        for cell, corner, connector in seen
    )
