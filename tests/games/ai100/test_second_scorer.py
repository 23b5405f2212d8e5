"""The engine against the naive scorer: placements, whole games, all orders of play."""

from __future__ import annotations

import random

import pytest

from companion.games.ai100 import GAME
from companion.games.ai100.bounds import members
from companion.games.ai100.document import read_record
from companion.games.ai100.finished import outcomes
from tests.naive.bounds import totals
from tests.naive.replay import score_game
from tests.prove import SOURCES, disagreements
from tests.randoms import GameMaker, finished_document

PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
def test_random_placements(part: int) -> None:
    amount = 24_000 // PARTS
    assert amount > 10 * len(SOURCES), "every card many times"
    assert list(disagreements(amount, seed=part)) == []


@pytest.mark.parametrize("seed", range(0, 400, 50))
def test_random_games_line_by_line(seed: int) -> None:
    for number in range(seed, seed + 50):
        dice = random.Random(number)
        turns = dice.choice([14, 14, 14, 7, dice.randint(0, 13)])
        document = GameMaker(dice, turns=turns).document()
        mine, other = GAME.score(document).say("en"), score_game(document)
        assert mine["winners"] == other["winners"], number
        for player, expected in zip(mine["players"], other["players"], strict=True):
            lines = [(line["kind"], line["source"], line["points"]) for line in player["lines"]]
            assert lines == [tuple(line) for line in expected["lines"]], number
            for key in ("total", "immediate", "objectives", "ai"):
                assert player[key] == expected[key], number


@pytest.mark.parametrize("seed", range(12))
def test_all_orders_of_play_of_a_tableau(seed: int) -> None:
    dice = random.Random(seed)
    maker = GameMaker(dice, players=1 + seed % 2)
    maker.ais = {name: dice.choice(["AI-1", "AI-8", "AI-10"][i::2]) for i, name in enumerate(maker.names)}
    maker.faces |= {ai: maker.faces.get(ai) or maker.faces["001"] for ai in maker.ais.values()}
    maker.tableaux = {name: {"B3": maker.ais[name]} for name in maker.names}
    maker.swap_left = set()
    maker.pile = [card for card in maker.pile if card < "099" or card in ("117", "118")]
    document = maker.document()
    document.pop("grid", None)
    finished = finished_document(document, maker.tableaux)
    expected = totals(finished)
    for outcome in outcomes(read_record(finished)):
        reached = set(members(outcome.orders.maybe_totals))
        assert reached == expected[outcome.player.name]
        assert outcome.exact
        assert outcome.reach.immediate == (min(reached), max(reached))
