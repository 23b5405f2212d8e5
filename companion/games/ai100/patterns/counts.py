"""Points a card: of a colour, of the most or least represented kind, one of each kind; or a value on a scale."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.packing import Mask
from companion.core.sheet import Group, Reason
from companion.games.ai100.board import Board
from companion.games.ai100.cards import COLOURS
from companion.games.ai100.patterns.places import PLACES, card_word, of_colours, values
from companion.games.ai100.tableau import Tableau


@dataclass(frozen=True, eq=False)
class Count:
    """What is counted in a place, and what the count pays: so much a card, or the value on a scale."""

    place: str
    points: int = 0
    scale: tuple[int, ...] = ()
    colours: tuple[str, ...] = ()
    number: int = 0
    most: str = ""
    least: str = ""
    different: str = ""
    absent_counts: bool = False  # a colour that nobody laid is the least represented, with zero
    best: bool = False  # of several lines only the best one pays (O3)
    _known: dict[tuple[str | None, Mask], tuple[Group, ...]] = field(default_factory=dict, repr=False)

    def groups(self, tableau: Tableau, cell: int) -> tuple[Group, ...]:
        """Return a group a card, or one group for the whole scale."""
        board = tableau.board
        regions = PLACES[self.place](board, cell)
        if len(regions) == 1:
            return self._paid(board, self._counted(tableau, regions[0]))
        counted = [self._counted(tableau, region) for region in regions]
        if self.best:
            return self._paid(board, max(counted, key=int.bit_count))
        return tuple([group for mask in counted for group in self._paid(board, mask)])

    def _paid(self, board: Board, counted: Mask) -> tuple[Group, ...]:
        key = board.extra, counted
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._pay(board, counted)
        return known

    def _pay(self, board: Board, counted: Mask) -> tuple[Group, ...]:
        if not self.scale:
            return board.groups_of((1 << cell for cell in board.cells_of(counted)), self.points)
        points = self.scale[min(counted.bit_count(), len(self.scale)) - 1] if counted else 0
        return board.groups_of((counted,), points) if points else ()

    def _counted(self, tableau: Tableau, region: Mask) -> Mask:
        if self.colours:
            return of_colours(tableau, self.colours) & region
        if self.number:
            return tableau.numbers[self.number] & region
        if self.most:
            return max([mask & region for mask in values(tableau, self.most)], key=int.bit_count)
        if self.least:
            return least_represented(tableau, region, self.absent_counts)
        return sum([part & -part for mask in values(tableau, self.different) if (part := mask & region)])

    def ceiling(self, board: Board, cell: int) -> int:
        """Return the most that it can ever pay."""
        if self.scale:
            return max(self.scale)
        kinds = len(COLOURS) if self.different else board.full.bit_count()
        return self.points * sum(min(kinds, region.bit_count()) for region in PLACES[self.place](board, cell))

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return what there was none of."""
        if self.colours:
            return Reason("miss.no_card", (tuple(map(card_word, self.colours)),))
        if self.number:
            return Reason("miss.no_number", (self.number,))
        if self.least:
            return Reason("miss.absent_colour")
        return Reason("miss.no_card_there") if self.points else Reason("miss.scale")


def least_represented(tableau: Tableau, region: Mask, absent_counts: bool) -> Mask:
    """Return the cards of the least represented colour, among those present unless absent ones count too."""
    masks = [mask & region for mask in tableau.colours]
    return min(masks if absent_counts else filter(None, masks), key=int.bit_count, default=0)


@dataclass(frozen=True, eq=False)
class Product:
    """The least represented colour times the most represented one (O10, AI-4)."""

    place: str = "tableau"
    absent_counts: bool = False

    def groups(self, tableau: Tableau, cell: int) -> tuple[Group, ...]:
        """Return the cards of both colours as one group."""
        least = least_represented(tableau, tableau.occupied, self.absent_counts)
        most = max(tableau.colours, key=int.bit_count)
        points = least.bit_count() * most.bit_count()
        return (Group(tableau.board.names_of(least | most), points),) if points else ()

    def factors(self, tableau: Tableau) -> Reason:
        """Return what is multiplied: '1 green × 7 blue'."""
        least = least_represented(tableau, tableau.occupied, self.absent_counts)
        most = max(tableau.colours, key=int.bit_count)
        words = (card_word(COLOURS[tableau.colours.index(mask)]) for mask in (least, most))
        return Reason("note.factors", (least.bit_count(), next(words), most.bit_count(), next(words)))

    def ceiling(self, board: Board, cell: int) -> int:
        """Return the most that it can ever pay: a tableau of a single colour counts it twice."""
        return board.full.bit_count() ** 2

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return why the product is zero."""
        return Reason("miss.absent_colour")


@dataclass(frozen=True, eq=False)
class Fixed:
    """Points that need nothing."""

    points: int
    place: str = "tableau"

    def groups(self, tableau: Tableau, cell: int) -> tuple[Group, ...]:
        """Return the points as one group without cells."""
        return (Group((), self.points),) if self.points else ()

    def ceiling(self, board: Board, cell: int) -> int:
        """Return the points."""
        return self.points

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return that there is nothing to gain."""
        return Reason("miss.no_points")
