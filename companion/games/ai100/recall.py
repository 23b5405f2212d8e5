"""What to ask a table that wrote nothing down: the one thing whose answer narrows the range most.

People remember what a card brought, which card came last or first, and whether anything was swapped. Every order of
play is as likely as any other; a question is the better the narrower the range is once it is answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.core.packing import Mask
from companion.games.ai100.board import FULL
from companion.games.ai100.bounds import START, Orders, members
from companion.games.ai100.document import ROUND, TURNS
from companion.games.ai100.finished import Outcome

_ASKED_TURNS = (TURNS, ROUND, 1)  # the last card, the last one before the objective, the first: people remember those
_MOST_ANSWERS = 8  # that fit on a page


class Ask(NamedTuple):
    """A question: what the card on a cell moved or brought, or which card was laid in a turn."""

    kind: str  # moved, points, turn
    cell: int = -1
    turn: int = 0
    answers: tuple[int, ...] = ()  # points, or cells


class _Part(NamedTuple):
    """Some orders of play: how many, and the least and the most that they come to."""

    ways: int
    least: int
    most: int

    def then(self, points: int, rest: _Part) -> _Part:
        return _Part(self.ways * rest.ways, self.least + points + rest.least, self.most + points + rest.most)


def next_ask(outcome: Outcome) -> Ask | None:
    """Return what to ask next; nothing where one total is left."""
    one = outcome.finished
    if outcome.total[0] == outcome.total[1]:
        return None
    if one.unasked:
        return Ask("moved", one.unasked[0])
    if not outcome.unmoved_orders:
        return None
    narrowed = _narrowed(outcome.orders)
    known = {("points", cell) for cell in one.points} | {("turn", turn) for turn in one.turns.values()}
    asked = {
        what: answers
        for what, answers in narrowed.items()
        if what not in known and 1 < len(answers) <= (_MOST_ANSWERS if what[0] == "points" else ROUND)
    }
    if not asked:
        return None
    kind, number = best = min(asked, key=lambda what: _width(asked[what].values()))
    answers = tuple(sorted(asked[best]))
    return Ask(kind, number, 0, answers) if kind == "points" else Ask(kind, -1, number, answers)


def points_by_cell(outcome: Outcome) -> dict[int, tuple[int, ...]]:
    """Return what each card can have brought in the orders that are left; nothing where cards may have moved."""
    if not outcome.finished.settled:
        return {}
    narrowed = _narrowed(outcome.orders)
    return {cell: tuple(sorted(answers)) for (kind, cell), answers in narrowed.items() if kind == "points"}


def _width(parts: Iterable[_Part]) -> float:
    """Return how wide the range is expected to be after an answer."""
    parts = tuple(parts)
    return sum(part.ways * (part.most - part.least) for part in parts) / sum(part.ways for part in parts)


def _narrowed(orders: Orders) -> dict[tuple[str, int], dict[int, _Part]]:
    """Return what is left of the orders of play for every answer to every question."""
    steps = list(_steps(orders))
    before = _parts(steps, START)
    after = _parts([(laid ^ 1 << cell, cell, points) for laid, cell, points in reversed(steps)], FULL)
    found: dict[tuple[str, int], dict[int, _Part]] = {}
    for laid, cell, points in steps:
        earlier, later, turn = before.get(laid ^ 1 << cell), after.get(laid), laid.bit_count() - 1
        if earlier is None or later is None:
            continue
        whole = earlier.then(points, later)
        _add(found.setdefault(("points", cell), {}), points, whole)
        if turn in _ASKED_TURNS:
            _add(found.setdefault(("turn", turn), {}), cell, whole)
    return found


def _steps(orders: Orders) -> Iterator[tuple[Mask, int, int]]:
    """Yield every step of every order, in the order of the turns: what lies after it, the cell, the points."""
    for (laid, cell), values in orders.paid.items():
        for points in members(values.maybe):
            yield laid, cell, points


def _parts(steps: list[tuple[Mask, int, int]], start: Mask) -> dict[Mask, _Part]:
    """Return the orders between a start and every set of cards; steps lead to the set that they name."""
    found = {start: _Part(1, 0, 0)}
    for there, cell, points in steps:
        if part := found.get(there ^ 1 << cell):
            _add(found, there, part.then(points, _Part(1, 0, 0)))
    return found


def _add(parts: dict[int, _Part], key: int, more: _Part) -> None:
    part = parts.get(key)
    if part:
        more = _Part(part.ways + more.ways, min(part.least, more.least), max(part.most, more.most))
    parts[key] = more
