"""Lots: cards that need not touch. How many disjoint lots a part of the tableau holds is counted exactly."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations

from companion.core.packing import Mask, largest
from companion.core.sheet import Group, Reason, Together
from companion.games.ai100.board import Board
from companion.games.ai100.patterns.places import PLACES, card_word, closest_was, kinds, shown_cells, values
from companion.games.ai100.tableau import COLOUR_INDEX, Tableau

NO_LIMIT = 15


@dataclass(frozen=True, eq=False, kw_only=True)
class Lot:
    """Some cards of a place, which need not touch; some lots pay a limited number of times."""

    place: str
    points: int
    size: int = 0
    most: int = NO_LIMIT

    def ceiling(self, board: Board, cell: int) -> int:
        """Return the most that it can ever pay."""
        lots = sum(region.bit_count() // self.size for region in PLACES[self.place](board, cell))
        return self.points * min(self.most, lots)


@dataclass(frozen=True, eq=False, kw_only=True)
class SlotLot(Lot):
    """One card for each slot; a slot takes cards of one or two colours, or of one or two numbers."""

    colours: tuple[tuple[str, ...], ...] = ()
    numbers: tuple[tuple[int, ...], ...] = ()
    _misses: dict[tuple[int, ...], Reason] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.colours or self.numbers))

    def groups(self, tableau: Tableau, cell: int) -> tuple[Group, ...]:
        """Return the lots that score."""
        fits = self._fits(tableau)
        found: list[Mask] = []
        for region in PLACES[self.place](tableau.board, cell):
            parts = tuple([mask & region for mask in fits])
            if 0 not in parts:
                found += fill_slots(parts)
        return tableau.board.groups_of(found, self.points) if found else ()

    def _fits(self, tableau: Tableau) -> list[Mask]:
        masks = tableau.colours if self.colours else tableau.numbers
        return [masks[one] | masks[other] for one, other in self._one_or_two]

    @cached_property
    def _one_or_two(self) -> list[tuple[int, int]]:
        """What each slot takes, as indices of a tableau's masks: two, or the same one twice."""
        slots = [[COLOUR_INDEX[colour] for colour in slot] for slot in self.colours] or self.numbers
        assert all(len(slot) <= 2 for slot in slots)
        return [(slot[0], slot[-1]) for slot in slots]

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return what each slot found in the part that came closest."""
        fits = self._fits(tableau)
        regions = PLACES[self.place](tableau.board, cell)
        closest = regions[0]
        if len(regions) > 1:
            closest = max(regions, key=lambda region: _nearly([mask & region for mask in fits]))
        counts = tuple([(fits[i] & closest).bit_count() for i in self._slots])
        known = self._misses.get(counts)
        if known is None:
            found = [_found(count, slot) for count, slot in zip(counts, self._slots.values(), strict=True)]
            known = self._misses[counts] = Reason("miss.lot", (Together(found), self.size))
        return known

    @cached_property
    def _slots(self) -> dict[int, tuple[str | int, ...]]:
        """The slots that differ from those before them, each with its number."""
        slots: tuple[tuple[str | int, ...], ...] = self.colours or self.numbers
        return {i: slot for i, slot in enumerate(slots) if slot not in slots[:i]}


def _found(count: int, slot: tuple[str | int, ...]) -> Reason:
    words = tuple(card_word(word) if isinstance(word, str) else Reason("number", (word,)) for word in slot)
    return Reason("found", (count, words))


def _nearly(fits: list[Mask]) -> int:
    """Return how near to a lot these cards are: slots that find a card, but no more than there are cards."""
    union = filled = 0
    for mask in fits:
        union |= mask
        filled += mask != 0
    return min(filled, union.bit_count())


@lru_cache(maxsize=1 << 14)
def fill_slots(fits: tuple[Mask, ...]) -> tuple[Mask, ...]:
    """Return the largest number of disjoint lots with one card from each of `fits`.

    So many lots are possible as Hall's theorem says: every choice of slots must find its cards that many times.
    """
    lots = NO_LIMIT
    for size in range(1, len(fits) + 1):
        for chosen in combinations(fits, size):
            union = 0
            for mask in chosen:
                union |= mask
            lots = min(lots, union.bit_count() // size)
    if not lots:
        return ()
    matched = _match(list(fits) * lots)
    return tuple(sum(1 << matched[lot * len(fits) + slot] for slot in range(len(fits))) for lot in range(lots))


def _match(fits: list[Mask]) -> dict[int, int]:
    """Return a largest matching of slots to cells (augmenting paths)."""
    taken: dict[int, int] = {}  # cell -> slot

    def seat(slot: int, tried: set[int]) -> bool:
        mask = fits[slot]
        while mask:
            lowest = mask & -mask
            mask ^= lowest
            cell = lowest.bit_length() - 1
            if cell in tried:
                continue
            tried.add(cell)
            if cell not in taken or seat(taken[cell], tried):
                taken[cell] = slot
                return True
        return False

    for slot in range(len(fits)):
        seat(slot, set())
    return {slot: cell for cell, slot in taken.items()}


@dataclass(frozen=True, eq=False, kw_only=True)
class SameLot(Lot):
    """So many cards of one colour, or of one number."""

    same: str

    def groups(self, tableau: Tableau, cell: int) -> tuple[Group, ...]:
        """Return the lots that score."""
        board = tableau.board
        masks = values(tableau, self.same)
        found: list[Mask] = []
        for region in PLACES[self.place](board, cell):
            for mask in masks:
                if (mask & region).bit_count() >= self.size:
                    cells = board.cells_of(mask & region)
                    for start in range(0, len(cells) - self.size + 1, self.size):
                        found.append(sum([1 << one for one in cells[start : start + self.size]]))
        return board.groups_of(found, self.points)

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return the most cards alike."""
        regions = PLACES[self.place](tableau.board, cell)
        alike = max((mask & region for mask in values(tableau, self.same) for region in regions), key=int.bit_count)
        return Reason("miss.alike", (shown_cells(tableau, alike, self.same), self.size))


@dataclass(frozen=True, eq=False, kw_only=True)
class DifferentLot(Lot):
    """So many cards that all differ in colour, or in number."""

    different: str

    def groups(self, tableau: Tableau, cell: int) -> tuple[Group, ...]:
        """Return the lots that score."""
        board = tableau.board
        masks = values(tableau, self.different)
        found: list[Mask] = []
        for region in PLACES[self.place](board, cell):
            found += self._deal([board.cells_of(mask & region) for mask in masks])
        return board.groups_of(found, self.points)

    def _deal(self, by_value: list[tuple[int, ...]]) -> list[Mask]:
        lots = min(self.most, sum(map(len, by_value)) // self.size)
        while lots and sum(min(len(cells), lots) for cells in by_value) < lots * self.size:
            lots -= 1
        dealt = [0] * lots
        # Dealing round and round: a value has at most `lots` cards in a row, so never two in one lot.
        seat = 0
        for cells in sorted(by_value, key=len, reverse=True) if lots else ():
            for one in cells[: min(lots, lots * self.size - seat)]:
                dealt[seat % lots] |= 1 << one
                seat += 1
        return dealt

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return how many different ones there are."""
        most = max(kinds(tableau, region, self.different) for region in PLACES[self.place](tableau.board, cell))
        return Reason(f"miss.different.{self.different}", (most, self.size))


class RunLot(Lot):
    """So many cards whose numbers follow each other, in any order (AI-11)."""

    def groups(self, tableau: Tableau, cell: int) -> tuple[Group, ...]:
        """Return the lots that score."""
        board = tableau.board
        found: list[Mask] = []
        for region in PLACES[self.place](board, cell):
            trios = combinations(board.cells_of(region & tableau.occupied), self.size)
            found += largest(tuple(sum(1 << i for i in trio) for trio in trios if self._follow(tableau, trio)))
        return board.groups_of(found, self.points)

    def _follow(self, tableau: Tableau, cells: tuple[int, ...]) -> bool:
        numbers = sorted(card.face.number for cell in cells if (card := tableau.cards[cell]))
        return numbers == list(range(numbers[0], numbers[0] + self.size))

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return the line whose numbers came closest."""

        def spread(region: Mask) -> tuple[int, int]:
            numbers = [number for number, mask in enumerate(tableau.numbers) if mask & region]
            return len(numbers), -(numbers[-1] - numbers[0]) if numbers else 0

        closest = max(PLACES[self.place](tableau.board, cell), key=spread)
        return closest_was(shown_cells(tableau, closest, "number"))


@dataclass(frozen=True, eq=False, kw_only=True)
class _EachRow:
    """Something that each row pays for once."""

    place: str
    points: int

    def ceiling(self, board: Board, cell: int) -> int:
        """Return the most that it can ever pay."""
        return self.points * len(PLACES[self.place](board, cell))


@dataclass(frozen=True, eq=False, kw_only=True)
class FullHouse(_EachRow):
    """A full row of five: three alike and two alike, or all five alike (O6, O15)."""

    same: str

    def groups(self, tableau: Tableau, cell: int) -> tuple[Group, ...]:
        """Return the rows that score."""
        regions = PLACES[self.place](tableau.board, cell)
        full = [region for region in regions if self._alike(tableau, region)[:2] in ([3, 2], [5])]
        return tableau.board.groups_of(full, self.points)

    def _alike(self, tableau: Tableau, region: Mask) -> list[int]:
        counts = [(mask & region).bit_count() for mask in values(tableau, self.same) if mask & region]
        return sorted(counts, reverse=True)

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return the row with the most cards alike."""
        regions = PLACES[self.place](tableau.board, cell)
        closest = max(regions, key=lambda region: sum(self._alike(tableau, region)[:2]))
        return closest_was(shown_cells(tableau, closest, self.same))


class Ends(_EachRow):
    """The first and the last card of a row show the same number (AI-12)."""

    def groups(self, tableau: Tableau, cell: int) -> tuple[Group, ...]:
        """Return the rows that score, each by its two ends."""
        alike = [pair for pair in self._ends(tableau) if any(pair & mask == pair for mask in tableau.numbers)]
        return tableau.board.groups_of(alike, self.points)

    def _ends(self, tableau: Tableau) -> list[Mask]:
        return [1 << row * 5 | 1 << row * 5 + 4 for row in range(3)]

    def miss(self, tableau: Tableau, cell: int) -> Reason:
        """Return the ends that came closest."""

        def apart(pair: Mask) -> int:
            numbers = [number for number, mask in enumerate(tableau.numbers) if mask & pair]
            return numbers[-1] - numbers[0] if len(numbers) == 2 else 9

        return closest_was(shown_cells(tableau, min(self._ends(tableau), key=apart), "number"))
