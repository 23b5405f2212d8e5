"""What a table talks about after the game, as sentences that lead to their lines."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.table import Link, View
from companion.games.ai100.highlights import Moment, highlights
from companion.games.ai100.pages.state import State


def moments(view: View[State]) -> tuple[tuple[str, Link | None], ...]:
    """Return the moments of a game that is over."""
    told = highlights(view.state.record)
    return tuple(_sentences(view, told.best, told.decided, told.zero)) + tuple(
        (view.say("moment.order", order.name, order.most, order.most - order.total), None)
        for order in told.orders
        if order.most > order.total
    )


def _sentences(view: View[State], *found: Moment | None) -> Iterator[tuple[str, Link | None]]:
    seen: set[Moment] = set()
    for key, moment in zip(("best", "decided", "zero"), found, strict=True):
        if moment is None or moment in seen:
            continue
        seen.add(moment)
        better = (moment.best, moment.best_cell) if key != "best" else ()
        words = (moment.name, moment.turn, moment.card, moment.cell, moment.points, *better)
        yield view.say(f"moment.{key}", *words), _line(view.state, moment)


def _line(state: State, moment: Moment) -> Link | None:
    seat = state.names.index(moment.name)
    for number, line in enumerate(state.sheet(seat).lines):
        if line.turn == moment.turn and line.source == moment.card:
            return Link.of("line", seat=seat, n=number)
    return None
