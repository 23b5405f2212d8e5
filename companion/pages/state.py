"""What the states of all tables share: the entries, and of them the set-up with its players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.core.errors import CompanionError
from companion.core.reading import Seat
from companion.core.table import Entries

COUNT = "count"  # the door of a table that begins with the count


@dataclass(frozen=True)
class TableState:
    """A table as it stands. A game's own state says what its entries come to."""

    entries: Entries

    @property
    def setup(self) -> Mapping[str, Any]:
        """What was chosen when the table was laid."""
        setup: Mapping[str, Any] = self.entries["setup"]
        return setup

    @property
    def counting(self) -> bool:
        """Whether nobody follows this game: it is counted in the end."""
        return self.setup.get("door") == COUNT

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players in seating order."""
        return names_of(self.setup)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The seats clockwise. A seat keeps its number, its phone and its entries when the order is put right."""
        return order_of(self.setup)

    @property
    def seats(self) -> range:
        """The numbers of the seats."""
        return range(len(self.setup["players"]))

    def final_key(self, seat: int) -> str:
        """Return the key of what a seat has counted in the end."""
        return f"final/{seat}"

    def final(self, seat: int) -> Mapping[str, Any] | None:
        """Return what a seat has counted in the end."""
        return self.entries.get(self.final_key(seat))

    @property
    def uncounted(self) -> list[int]:
        """The seats that have still to count."""
        return [seat for seat in self.seats if not self.final(seat)]


def players_of(setup: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the players of a set-up. Tables of the first edition kept the names of some games alone."""
    return [{"name": player} if isinstance(player, str) else dict(player) for player in setup["players"]]


def names_of(setup: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of the players in seating order."""
    return tuple(player["name"] for player in players_of(setup))


def order_of(setup: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the numbers of the seats clockwise; as they were entered where nobody has put that right."""
    return tuple(setup.get("order", range(len(setup["players"]))))


def counted_seats(entries: Entries, *, together: bool = False) -> tuple[Seat, ...]:
    """Return the seats with the totals that were claimed when each counted, or all `together` once."""
    counts = (entries.get(f"final/{0 if together else seat}") or {} for seat in range(len(entries["setup"]["players"])))
    names = names_of(entries["setup"])
    return tuple(Seat(name, count.get("claimed"), {}) for name, count in zip(names, counts, strict=True))


def refusal(read: Callable[[object], object], file: object) -> CompanionError | None:
    """Return why a game file would be refused; None where it would not."""
    try:
        read(file)
    except CompanionError as error:
        return error
    return None


def numbered(entries: Entries, start: str) -> tuple[int, ...]:
    """Return the numbers of the entries whose keys begin so, in order: 'won/' finds won/1, won/2."""
    return tuple(sorted(int(key.removeprefix(start)) for key in entries if key.startswith(start)))


def next_number(entries: Entries, start: str) -> int:
    """Return the number of the next entry whose key begins so."""
    return max(numbered(entries, start), default=0) + 1
