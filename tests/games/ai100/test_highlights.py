"""The moments of a game, held against the second scorer on every legal cell."""

from __future__ import annotations

import pytest

from companion.games.ai100.board import AI_CELL, CELLS
from companion.games.ai100.cards import Card
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.highlights import Highlights, Moment, highlights
from companion.games.ai100.replay import legal_cells
from companion.games.ai100.tableau import Tableau
from companion.registry import table_game
from tests.prove import naive_points, plain
from tests.web.evenings import played_out

ENTRIES = played_out()
NAMES = ("Ana", "Ben")


@pytest.fixture(scope="module")
def told() -> Highlights:
    game = table_game("ai100")
    assert game is not None
    return highlights(game.state(ENTRIES, {}).record)


def worth(moment: Moment) -> dict[str, int]:
    """What the second scorer gives for the card of a moment on each cell that was legal then."""
    seat, faces = NAMES.index(moment.name), demo_deck().faces
    ai = ENTRIES["setup"]["players"][seat]["ai"]
    before = Tableau()
    before.lay(AI_CELL, Card(ai, faces[ai]))
    for turn in range(1, moment.turn):
        play = ENTRIES[f"play/{turn}/{seat}"]
        before.lay(CELLS.index(play["cell"]), Card(play["card"], faces[play["card"]]))
    found = {}
    for cell in legal_cells(before, ai):
        there = before.copy()
        there.lay(cell, Card(moment.card, faces[moment.card]))
        found[CELLS[cell]] = naive_points(moment.card, ai, plain(there), CELLS[cell], {})
    return found


@pytest.mark.parametrize("which", ["best", "decided", "zero"])
def test_a_moment_is_what_the_second_scorer_says(told: Highlights, which: str) -> None:
    moment = getattr(told, which)
    points = worth(moment)
    assert moment.points == points[moment.cell]
    assert moment.best == max(points.values()) == points[moment.best_cell]


def test_the_moments_are_the_right_ones(told: Highlights) -> None:
    assert told.decided is not None
    assert told.zero is not None
    assert told.zero.points == 0 < told.zero.gap <= told.decided.gap
    assert told.best is not None
    assert told.best.points >= told.decided.points


def test_another_order_never_brings_less_than_the_one_that_was_played(told: Highlights) -> None:
    assert {order.name for order in told.orders} == set(NAMES)
    assert all(order.most >= order.total for order in told.orders)
    assert [order.total for order in told.orders] == [37, 61]  # as in tests/web/test_past.py
