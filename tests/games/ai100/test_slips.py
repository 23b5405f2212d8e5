"""An impossible claim and the single slip that would explain it."""

from __future__ import annotations

import copy
from typing import Any

from companion.games.ai100 import GAME
from companion.games.ai100.cards import Face
from companion.games.ai100.deck import read_faces
from companion.games.ai100.describe import texts
from companion.games.ai100.document import read_record
from companion.games.ai100.slips import Slip, confusable, slips
from tests.games.ai100.test_finished import played_and_finished


def game_with_objective_points() -> tuple[dict[str, Any], dict[str, Any]]:
    """A finished game of two whose first player has points from an objective, and his range."""
    for seed in range(100):
        _, _, finished = played_and_finished(seed, players=2, black=False)
        finished.pop("grid", None)
        player = GAME.score(finished).say("en")["players"][0]
        if player["exact"] and max(player["objectives"]) > 5:
            return finished, player
    raise AssertionError("no such game")


def explanations(finished: dict[str, Any], claimed: int, deck: dict[str, Face] | None = None) -> dict[str, Slip]:
    record = read_record(finished)
    return {slip.kind: slip for slip in slips(record, record.players[0].name, claimed, deck)}


def test_an_objective_counted_twice_is_found_and_named() -> None:
    finished, player = game_with_objective_points()
    points = max(player["objectives"])
    claimed = player["total"]["max"] + points
    slip = explanations(finished, claimed)["objective_doubled"]
    assert slip.variants[0].right == player["total"]["max"]
    assert slip.variants[0].source in finished["objectives"]
    assert slip.variants[0].source in texts("en").say(slip.reason)
    assert str(player["total"]["max"]) in texts("fr").say(slip.reason)


def test_a_forgotten_objective_is_found() -> None:
    finished, player = game_with_objective_points()
    claimed = player["total"]["min"] - max(player["objectives"])
    assert "objective_forgotten" in explanations(finished, claimed)
    assert "objective_doubled" not in explanations(finished, claimed)


def test_right_scores_are_reachable() -> None:
    finished, player = game_with_objective_points()
    found = explanations(finished, player["total"]["max"] + 3)
    assert found
    for slip in found.values():
        if slip.kind != "misread":
            assert {variant.right for variant in slip.variants} <= set(player["reachable"])


def misread_game() -> tuple[dict[str, Any], str, str, str, int]:
    """A finished game whose claim is right, but one card was entered as another: the best score seems lower."""
    finished, player = game_with_objective_points()
    tableau, faces = finished["tableaux"]["Ana"], finished["faces"]
    there = {card for cards in finished["tableaux"].values() for card in cards.values()}
    for cell, right in sorted(tableau.items()):
        for wrong in confusable(right, alike=True) if cell != "B3" else ():
            if wrong in there or wrong >= "099":
                continue
            entered = copy.deepcopy(finished)
            entered["faces"][wrong]["phase"] = faces[right]["phase"]
            entered["tableaux"]["Ana"][cell] = wrong
            if GAME.score(entered).say("en")["players"][0]["total"]["max"] < player["total"]["max"]:
                return entered, cell, right, wrong, player["total"]["max"]
    raise AssertionError("no such game")


def test_a_card_taken_for_another_is_found() -> None:
    entered, cell, right, wrong, claimed = misread_game()
    deck = read_faces({card: entered["faces"][card] for card in (right, wrong)})
    variants = explanations(entered, claimed, deck)["misread"].variants
    assert (f"{wrong} ({cell})", right) in {(variant.source, variant.other) for variant in variants}


def test_digits_that_look_alike_are_looked_at_first() -> None:
    # 7 is taken for 1, 3 for 2 and for 8.
    assert set(confusable("073", alike=True)) == {"013", "072", "078"}
    assert {"003", "079"} <= set(confusable("073", alike=False))
    assert "121" not in confusable("111", alike=False)


def test_a_slip_that_fits_wherever_it_could_happen_is_likelier_than_one_of_many_that_fits() -> None:
    document, true, finished = played_and_finished(8, players=2, black=False)
    lines = true["players"][0]["lines"]
    paid = [{"cell": line["cell"], "points": line["points"]} for line in lines if line["kind"] == "card"]
    finished["remembered"] = {document["players"][0]["name"]: paid}
    doubled = next(line["points"] for line in lines if line["source"] == "O2")
    found = explanations(finished, true["players"][0]["total"] + doubled)
    # One of two objectives was doubled, or one of a neighbour's fourteen cards brought just as much.
    assert doubled > 0
    assert "neighbours_card" in found
    assert next(iter(found)) == "objective_doubled"
