"""Finished tableaux: the truth always lies inside the range, verdicts are honest, orders can be replayed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.core.errors import CompanionError
from companion.games.ai100 import GAME
from tests.naive.bounds import totals
from tests.randoms import GameMaker, finished_document


def played_and_finished(
    seed: int, players: int, *, black: bool = True
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """A random game, its score, and the same game as finished tableaux."""
    maker = GameMaker(random.Random(seed), players=players)
    if not black:
        maker.pile = [card for card in maker.pile if card < "099"]
    document = maker.document()
    return document, GAME.score(document).say("en"), finished_document(document, maker.tableaux)


@pytest.mark.parametrize("seed", range(40))
def test_the_true_score_is_never_called_impossible(seed: int) -> None:
    _, true, finished = played_and_finished(seed, players=1 + seed % 4, black=seed % 3 > 0)
    for entry, player in zip(finished["players"], true["players"], strict=True):
        entry["claimed"] = player["total"]
    for player, truth in zip(GAME.score(finished).say("en")["players"], true["players"], strict=True):
        assert player["verdict"] in ("possible", "undecided")
        assert player["total"]["min"] <= truth["total"] <= player["total"]["max"]
        assert player["immediate"]["min"] <= truth["immediate"] <= player["immediate"]["max"]
        assert player["ai"] == truth["ai"]
        assert player["objectives"][1] == truth["objectives"][1]
        if player["verdict"] == "undecided":
            assert player["exact"] is False
            assert player["why"]


@pytest.mark.parametrize("seed", range(12))
def test_the_order_of_a_possible_claim_gives_exactly_that_score(seed: int) -> None:
    _, true, finished = played_and_finished(seed, players=1, black=False)
    finished["players"][0]["claimed"] = true["players"][0]["total"]
    player = GAME.score(finished).say("en")["players"][0]
    assert player["verdict"] == "possible"
    # Played again in that order, the game comes to the claimed total, card by card.
    turns = [{"Ana": {"card": play["card"], "cell": play["cell"]}} for play in player["order"]]
    again = {key: value for key, value in finished.items() if key != "tableaux"} | {"turns": turns}
    replayed = GAME.score(again).say("en")["players"][0]
    assert [line["points"] for line in replayed["lines"] if line["kind"] == "card"] == [
        play["points"] for play in player["order"]
    ]
    assert replayed["total"] == player["claimed"]


def test_a_claim_above_the_most_is_impossible() -> None:
    _, _, finished = played_and_finished(3, players=2, black=False)
    most = GAME.score(finished).say("en")["players"][0]["total"]["max"]
    finished["players"][0]["claimed"] = most + 1
    player = GAME.score(finished).say("en")["players"][0]
    assert player["verdict"] == "impossible"
    assert "order" not in player


def test_every_total_of_the_range_is_judged_like_the_plain_enumeration_of_orders() -> None:
    _, _, finished = played_and_finished(5, players=1, black=False)
    player = GAME.score(finished).say("en")["players"][0]
    assert player["exact"] is True
    after = sum(player["objectives"]) + player["ai"]
    reachable = {immediate + after for immediate in totals(finished)["Ana"]}
    assert player["reachable"] == sorted(reachable)
    for claimed in range(player["total"]["min"] - 2, player["total"]["max"] + 3):
        finished["players"][0]["claimed"] = claimed
        verdict = GAME.score(finished).say("en")["players"][0]["verdict"]
        assert verdict == ("possible" if claimed in reachable else "impossible")


def broken(seed: int, change: Any) -> str:
    _, _, finished = played_and_finished(seed, players=2, black=False)
    change(finished)
    with pytest.raises(CompanionError) as caught:
        GAME.score(finished).say("en")
    return str(caught.value)


def test_a_missing_card_is_named() -> None:
    assert broken(1, lambda d: d["tableaux"]["Ana"].pop("C5")) == (
        "tableaux, Ana: cell C5 is empty: a finished tableau has a card on every cell"
    )


def test_a_card_in_two_tableaux_is_named() -> None:
    def change(document: dict[str, Any]) -> None:
        document["tableaux"]["Ben"]["A1"] = document["tableaux"]["Ana"]["A1"]

    assert "lies in the tableau of Ana already" in broken(1, change)


def test_a_missing_phase_is_named() -> None:
    def change(document: dict[str, Any]) -> None:
        del document["faces"][document["tableaux"]["Ana"]["A1"]]["phase"]

    assert "the phase of card" in broken(1, change)


def test_too_many_cards_of_round_1_are_named() -> None:
    def change(document: dict[str, Any]) -> None:
        for face in document["faces"].values():
            face["phase"] = 1

    assert "14 cards of phase 1 (expected 7)" in broken(1, change)


def test_what_the_table_remembers_narrows_the_range() -> None:
    _, true, finished = played_and_finished(2, players=1, black=False)
    wide = GAME.score(finished).say("en")["players"][0]
    cards = [line for line in true["players"][0]["lines"] if line["kind"] == "card"]
    finished["remembered"] = {
        "Ana": [{"cell": cards[13]["cell"], "turn": 14}, {"cell": cards[4]["cell"], "points": cards[4]["points"]}]
    }
    narrow = GAME.score(finished).say("en")["players"][0]
    assert set(narrow["reachable"]) < set(wide["reachable"])
    assert true["players"][0]["total"] in narrow["reachable"]
    # With every turn remembered nothing is left open.
    finished["remembered"] = {"Ana": [{"cell": line["cell"], "turn": line["turn"]} for line in cards]}
    assert GAME.score(finished).say("en")["players"][0]["reachable"] == [true["players"][0]["total"]]


def test_memories_that_cannot_be_are_named() -> None:
    def change(document: dict[str, Any]) -> None:
        document["remembered"] = {"Ana": [{"cell": "A1", "points": 44}]}

    assert broken(1, change) == "tableaux, Ana: no order of play agrees with what the table remembers"


@pytest.mark.parametrize("seed", range(6))
def test_a_neutral_grid_that_nobody_wrote_down_leaves_claims_open(seed: int) -> None:
    _, true, finished = played_and_finished(seed, players=2)
    written = GAME.score(finished).say("en")["players"]
    finished["grid"] = "unknown"
    for entry, player in zip(finished["players"], true["players"], strict=True):
        entry["claimed"] = player["total"]
    for player, known in zip(GAME.score(finished).say("en")["players"], written, strict=True):
        assert player["verdict"] in ("possible", "undecided")
        # Less is known, so the range can only be wider.
        assert player["total"]["min"] <= known["total"]["min"]
        assert player["total"]["max"] >= known["total"]["max"]


def test_only_two_players_have_a_grid_that_nobody_wrote_down() -> None:
    _, _, finished = played_and_finished(3, players=3)
    with pytest.raises(CompanionError, match="only the finished tableaux of two players"):
        GAME.score({**finished, "grid": "unknown"}).say("en")
