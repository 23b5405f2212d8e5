"""What cannot lie on a finished table: tokens that no series earned, series that nobody can have left there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.core.errors import Illegal, Place
from companion.core.sheet import Reason
from companion.games.collexion.pieces import Collection
from companion.games.collexion.rules import COLOURS, COPIES, MOST_TAKEN, PILE, POWERS, SHAPES
from companion.games.collexion.series import Piles, Series, first_series

_A_SHAPE = Series(SHAPES[0])  # all shape series are paid alike
_PARTNER = 2  # seats further on


def verify_payable(tokens: Sequence[int], collections: Sequence[Collection], shape_pile: str) -> None:
    """Raise Illegal where the polygons outside the collections cannot make series that these tokens pay for."""
    kept = Collection.of(piece for collection in collections for piece in collection.pieces)
    free = Collection(tuple(tuple(COPIES - count for count in row) for row in kept.counts))
    if tokens and not _payable(tuple(map(tokens.count, PILE)), free, shape_pile):
        raise Illegal(Reason("collexion:error.no_series"), Place("players"))


def _payable(wanted: tuple[int, ...], free: Collection, shape_pile: str) -> bool:
    """Whether series of free polygons can take `wanted` tokens of each value, trying every order of payments.

    A state is how many tokens each pile has given, and how many of those were for its own colour.
    """
    start = (0,) * len(COLOURS)
    edge, seen = [(start, start)], {(start, start)}
    while edge:
        given, coloured = edge.pop()
        if sum(given) == sum(wanted):
            return True
        for state in _payments(given, coloured, shape_pile):
            if state not in seen and _within(state[0], wanted) and _fits(*state, free):
                seen.add(state)
                edge.append(state)
    return False


def _payments(
    given: tuple[int, ...], coloured: tuple[int, ...], shape_pile: str
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    piles = Piles(tuple(len(PILE) - count for count in given))
    for colour in piles.paying(_A_SHAPE, shape_pile):
        yield _one_more(given, colour), coloured
    for colour in COLOURS:
        if piles.count(colour):
            yield _one_more(given, colour), _one_more(coloured, colour)


def _one_more(counts: tuple[int, ...], colour: str) -> tuple[int, ...]:
    return tuple(count + (one == colour) for one, count in zip(COLOURS, counts, strict=True))


def _within(given: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return all(sum(count > depth for count in given) <= most for depth, most in enumerate(wanted))


def _fits(given: tuple[int, ...], coloured: tuple[int, ...], free: Collection) -> bool:
    """Whether there are polygons for these colour series, and for as many shape series as paid for the rest."""
    rest = [[count - used for count in row] for row, used in zip(free.counts, coloured, strict=True)]
    if min(map(min, rest)) < 0:
        return False
    by_shape: int = sum(min(column) for column in zip(*rest, strict=True))
    return sum(given) - sum(coloured) <= by_shape


def verify_waiting(
    collections: Mapping[str, Collection | None], powers: Mapping[str, int], teams: bool, expert: bool
) -> None:
    """Raise Illegal where a series lies in a collection that nobody can have left there.

    Series are validated at the end of one's own turn. So its last polygon came later: by another player's swap, or from
    the partner. Who began is not known; the seats go round from somebody.
    """
    swaps = [MOST_TAKEN - 1 if expert else int(powers[name] < len(POWERS)) for name in collections]
    most = sum(swaps) + teams
    late = [_came_late(collection, most) if collection else 0 for collection in collections.values()]
    if any(_explained(late, swaps, first, teams) for first in range(len(late))):
        return
    for name, collection in collections.items():
        if collection and (series := first_series(collection)):
            place = Place.player(name) / "collection"
            raise Illegal(Reason("collexion:error.series_waits", (series.word,)), place)


def _came_late(collection: Collection, most: int) -> int:
    """Return the fewest polygons without which there is no series in the collection; `most + 1` for any more."""
    if not (series := first_series(collection)):
        return 0
    fewest = most + 1
    for piece in series.pieces:
        count = collection.count(piece)
        if count < fewest:
            fewest = min(fewest, count + _came_late(collection - (piece,) * count, fewest - count - 1))
    return fewest


def _explained(late: Sequence[int], swaps: Sequence[int], first: int, teams: bool) -> bool:
    """Whether those who play later in the last round can have brought what came late, with this first player."""
    order = [(first + step) % len(late) for step in range(len(late))]
    gifts = [int(teams and place + _PARTNER < len(order)) for place in range(len(order))]
    for place in range(len(order)):
        needed = sum(max(late[seat] - gift, 0) for seat, gift in zip(order[place:], gifts[place:], strict=True))
        if needed > sum(swaps[seat] for seat in order[place + 1 :]):
            return False
    return True
