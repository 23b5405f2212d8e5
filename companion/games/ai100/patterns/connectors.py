"""Connectors: pairs along a row (the upper ones) or down a column (the right ones), and losanges where four meet.

Every connector belongs to one pair of a direction and to one losange, so none can serve twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from operator import itemgetter

from companion.core.packing import Mask
from companion.core.sheet import Group, Reason, Together
from companion.games.ai100.board import Board, board
from companion.games.ai100.cards import BL, BR, CORNERS, NUMBERS, TL, TR, Connector
from companion.games.ai100.patterns.places import area, connector_word
from companion.games.ai100.tableau import Tableau

# The corner of the first and of the second card of a pair.
_CORNERS = {"horizontal": (TR, TL), "vertical": (BR, TR)}
# The corners that meet in a losange, in the order of Board.losanges.
_MEETING = (BR, BL, TL, TR)
_LOSANGES = tuple(tuple(zip(cells, _MEETING, strict=True)) for cells in board().losanges)

Seen = tuple[int, int, Connector]  # cell, corner, connector


@dataclass(frozen=True, eq=False)
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
        where = area(tableau.board, cell, self.place)
        made: list[tuple[Mask, Group]] | None = tableau.memo.get((self, where))
        if made is None:
            made = tableau.memo[self, where] = self._made(tableau, where)
        where &= tableau.occupied
        return tuple([group for mask, group in made if mask & where == mask])

    def _made(self, tableau: Tableau, where: Mask) -> list[tuple[Mask, Group]]:
        """Return every pair that the cards make in a place, whatever part of them is seen."""
        first, second = _CORNERS[self.direction]
        cards, fits = tableau.cards, self.fits
        made = []
        for a, b, mask, group in pair_groups(tableau.board, self.direction, self.points, where):
            one, other = cards[a], cards[b]
            if one is None or other is None:
                continue
            x, y = one.face.connectors, other.face.connectors
            if x and y and fits(x[first], y[second]):
                made.append((mask, group))
        return made

    @cached_property
    def fits(self) -> Callable[[Connector, Connector], bool]:
        """Return the test that two connectors have to pass."""
        if self.sum:
            return lambda one, other: one[1] + other[1] == self.sum
        if self.colours:
            wanted = (self.colours, self.colours[::-1])
            return lambda one, other: (one[0], other[0]) in wanted
        if self.different:
            return lambda one, other: one[0] != other[0]
        trait = 0 if self.same == "colour" else 1
        return lambda one, other: one[trait] == other[trait]

    def ceiling(self, board: Board, cell: int) -> int:
        """Return the most that it can ever pay."""
        where = area(board, cell, self.place)
        return self.points * sum(where >> a & where >> b & 1 for a, b in board.pairs[self.direction])

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return the pair that came closest."""
        where = area(tableau.board, cell, self.place) & tableau.occupied
        first, second = _CORNERS[self.direction]
        near = [
            (self._nearly(x[first], y[second]), (a, first, x[first]), (b, second, y[second]))
            for a, b in tableau.board.pairs[self.direction]
            if where >> a & where >> b & 1
            and (x := tableau.cards[a].face.connectors)  # type: ignore[union-attr]
            and (y := tableau.cards[b].face.connectors)  # type: ignore[union-attr]
        ]
        if not near:
            return Reason(f"miss.no_{self.direction}_pair")
        return Reason("miss.closest", (shown_connectors(tableau, max(near, key=itemgetter(0))[1:]),))

    def _nearly(self, one: Connector, other: Connector) -> int:
        if self.sum:
            return -abs(one.number + other.number - self.sum)
        if self.colours:
            return sum(colour in (one.colour, other.colour) for colour in self.colours)
        return -abs(one.number - other.number)


@dataclass(frozen=True, eq=False)
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
        known: dict[tuple[int, Mask], Group | None] = tableau.memo.setdefault(self, {})
        found = []
        occupied, least = tableau.occupied, self.least
        for number, mask in enumerate(tableau.board.losange_masks):
            there = mask & occupied
            if there.bit_count() < least:
                continue
            key = number, there
            if key not in known:
                made = self._made(meeting(tableau, number))
                known[key] = connector_group(tableau, made, self.points) if made else None
            if group := known[key]:
                found.append(group)
        return tuple(found)

    @cached_property
    def least(self) -> int:
        """Return how many cards a losange needs at least: with two different colours, two."""
        return 2 if self.colours else min(self.alike, default=4)

    def _made(self, seen: list[Seen]) -> list[Seen]:
        """Return the connectors that fulfil the condition, none if it is not fulfilled."""
        if self.colours:
            shown = [s[2][0] for s in seen]
            for colour in self.colours:
                if colour not in shown:
                    return []
            found = {seen[shown.index(colour)] for colour in self.colours}
            if self.number:
                third = [s for s in seen if s[2].number == self.number][:1]
                if not third:
                    return []
                found.update(third)
            return sorted(found)
        numbers = [s[2][1] for s in seen]
        if self.alike:
            alike = next((number for number in NUMBERS if numbers.count(number) in self.alike), 0)
            return [s for s in seen if s[2][1] == alike] if alike else []
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
        closest = max((meeting(tableau, number) for number in range(8)), key=self._nearly)
        if not closest:
            return Reason("miss.no_losange")
        return Reason("miss.closest", (shown_connectors(tableau, closest),))

    def _nearly(self, seen: list[Seen]) -> tuple[int, int]:
        numbers = [s[2][1] for s in seen]
        if self.colours:
            colours = {s[2][0] for s in seen}
            return len(colours.intersection(self.colours)) + (self.number in numbers), len(seen)
        if self.alike:
            return max(map(numbers.count, numbers), default=0), len(seen)
        if self.sum:
            return len(seen), -abs(sum(numbers) - self.sum)
        return len(seen), len({s[2][self.different == "number"] for s in seen})


@cache
def pair_groups(board: Board, direction: str, points: int, where: Mask) -> list[tuple[int, int, Mask, Group]]:
    """Return the pairs of a place: both cells, their mask, and the group that they make when they score."""
    first, second = (CORNERS[corner] for corner in _CORNERS[direction])
    names = board.names
    return [
        (a, b, 1 << a | 1 << b, Group((names[a], names[b]), points, (f"{names[a]}.{first}", f"{names[b]}.{second}")))
        for a, b in board.pairs[direction]
        if where >> a & where >> b & 1
    ]


def meeting(tableau: Tableau, number: int) -> list[Seen]:
    """Return the connectors that meet in a losange."""
    occupied, cards = tableau.occupied, tableau.cards
    key = "losange", number, tableau.board.losange_masks[number] & occupied
    found: list[Seen] | None = tableau.memo.get(key)
    if found is None:
        found = tableau.memo[key] = [
            (cell, corner, connectors[corner])
            for cell, corner in _LOSANGES[number]
            if occupied >> cell & 1 and (card := cards[cell]) and (connectors := card.face.connectors)
        ]
    return found


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
    return Together([_shown(names[cell], corner, connector) for cell, corner, connector in seen])


@cache
def _shown(cell: str, corner: int, connector: Connector) -> Reason:
    return Reason("connector", (cell + "↖↗↘↙"[corner], connector_word(connector.colour), connector.number))
