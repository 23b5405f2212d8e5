"""Finished tableaux: the truth always lies inside the range, verdicts are honest, orders can be replayed."""

from __future__ import annotations

import random
from itertools import chain
from typing import Any

import pytest

from companion.core.errors import CompanionError
from companion.games.ai100 import GAME
from tests.naive.bounds import totals, totals_with_swap
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


# Tableaux in which cards may have been moved.


def with_movers(seed: int, *movers: str, ai: str = "") -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """A random solo game with these cards among its fourteen and no other black ones, and the same game finished."""
    dice = random.Random(seed)
    maker = GameMaker(dice, players=1)
    maker.ais = {"Ana": ai or "AI-3"}
    maker.faces[maker.ais["Ana"]] = maker.faces["001"]
    maker.tableaux["Ana"]["B3"] = maker.ais["Ana"]
    maker.swap_left = {"Ana"} if ai == "AI-5" else set()
    plain = [card for card in maker.pile if card < "099"]
    drawn = [*plain[: 14 - len(movers)], *movers]
    dice.shuffle(drawn)
    maker.pile = [*plain[14:], *drawn]
    document = maker.document()
    return document, GAME.score(document).say("en")["players"][0], finished_document(document, maker.tableaux)


def what_was_moved(document: dict[str, Any], finished: dict[str, Any]) -> list[dict[str, Any]]:
    """What somebody with a perfect memory says of the cards that moved others, by the cells where cards lie now."""
    cells = {card: cell for cell, card in finished["tableaux"]["Ana"].items()}
    notes = []
    lying: dict[str, str] = {}
    for turn, plays in enumerate(document["turns"], 1):
        play = plays["Ana"]
        if swap := play.get("ai_swap"):
            notes.append({"cell": "B3", "turn": turn, "swap": swap})
            lying = swapped(lying, swap)
        lying[play["cell"]] = play["card"]
        if play["card"] in ("119", "120"):
            notes.append({"cell": cells[play["card"]], "swap": play.get("swap", [])})
            lying = swapped(lying, play["swap"]) if "swap" in play else lying
        elif play["card"] in ("115", "116"):
            note: dict[str, Any] = {}
            if exchange := play.get("exchange"):
                note = {"cell": cells[exchange["in"]], "out": lying[exchange["out"]]}
                lying[exchange["out"]] = exchange["in"]
            notes.append({"cell": cells[play["card"]], "exchange": note})
    if document["players"][0]["ai"] == "AI-5" and not any(note["cell"] == "B3" for note in notes):
        notes.append({"cell": "B3", "swap": []})
    return notes


def swapped(lying: dict[str, str], swap: list[str]) -> dict[str, str]:
    other = {swap[0]: swap[1], swap[1]: swap[0]}
    return {other.get(cell, cell): card for cell, card in lying.items()}


def turns_of(document: dict[str, Any], finished: dict[str, Any]) -> list[dict[str, Any]]:
    cells = {card: cell for cell, card in finished["tableaux"]["Ana"].items()}
    cards = [plays["Ana"]["card"] for plays in document["turns"]]
    return [{"cell": cells[card], "turn": turn} for turn, card in enumerate(cards, 1) if card in cells]


def remembering(finished: dict[str, Any], *notes: list[dict[str, Any]]) -> dict[str, Any]:
    return GAME.score({**finished, "remembered": {"Ana": [*chain(*notes)]}}).say("en")["players"][0]


def can_be_remembered(document: dict[str, Any], finished: dict[str, Any]) -> bool:
    """Whether no card came in and went out again, and none that came in is black: the notes say nothing of those."""
    came = [plays["Ana"]["exchange"]["in"] for plays in document["turns"] if "exchange" in plays["Ana"]]
    return all(card in finished["tableaux"]["Ana"].values() for card in came)


@pytest.mark.parametrize("movers", [("119",), ("119", "120"), ("115",), ("115", "119"), ("115", "116"), ()])
@pytest.mark.parametrize("seed", range(4))
def test_a_table_that_remembers_every_turn_and_every_move_knows_the_score(movers: tuple[str, ...], seed: int) -> None:
    document, true, finished = with_movers(seed, *movers, ai="" if movers else "AI-5")
    if not can_be_remembered(document, finished):
        document, true, finished = with_movers(seed + 10, *movers)
    player = remembering(finished, turns_of(document, finished), what_was_moved(document, finished))
    assert player["total"] == {"min": true["total"], "max": true["total"]}
    assert player["exact"] is True


@pytest.mark.parametrize("seed", range(3))
def test_moves_without_turns_leave_the_true_score_possible(seed: int) -> None:
    document, true, finished = with_movers(seed, "119", "115")
    finished["players"][0]["claimed"] = true["total"]
    player = remembering(finished, what_was_moved(document, finished))
    assert player["verdict"] == "possible"
    assert player["total"]["min"] <= true["total"] <= player["total"]["max"]


@pytest.mark.parametrize("seed", range(4))
def test_a_remembered_swap_leaves_the_totals_of_the_plain_enumeration(seed: int) -> None:
    document, _, finished = with_movers(seed, "120")
    notes = what_was_moved(document, finished)
    if not notes[0]["swap"]:
        notes[0]["swap"] = ["A1", "C5"]
    cells = {cell: card for cell, card in finished["tableaux"]["Ana"].items() if cell != "B3"}
    expected = totals_with_swap("AI-3", cells, finished["faces"], finished["rulings"], "120", notes[0]["swap"])
    if not expected:
        with pytest.raises(CompanionError, match="agrees with what the table remembers"):
            remembering(finished, notes)
        return
    immediate = remembering(finished, notes)["immediate"]
    assert (immediate["min"], immediate["max"]) == (min(expected), max(expected))


def test_that_nothing_was_swapped_is_a_memory_like_any_other() -> None:
    _, _, finished = with_movers(3, "119")
    cell = next(cell for cell, card in finished["tableaux"]["Ana"].items() if card == "119")
    open_, still = remembering(finished, []), remembering(finished, [{"cell": cell, "swap": []}])
    assert open_["exact"] is False
    assert still["exact"] is True
    # 119 pays the same wherever it lies: without its swap the tableau is judged like any other.
    assert set(still["reachable"]) <= set(range(open_["total"]["min"], open_["total"]["max"] + 1))


def test_points_that_are_remembered_narrow_a_tableau_with_an_unknown_exchange() -> None:
    _, true, finished = with_movers(1, "115")
    cells = finished["tableaux"]["Ana"]
    laid = {line["source"]: line["points"] for line in true["lines"] if line["kind"] == "card"}
    points = [{"cell": cell, "points": laid[card]} for cell, card in cells.items() if card in laid]
    wide, narrow = remembering(finished, []), remembering(finished, points)
    assert narrow["total"]["max"] - narrow["total"]["min"] < wide["total"]["max"] - wide["total"]["min"]
    assert narrow["total"]["min"] <= true["total"] <= narrow["total"]["max"]


def test_six_cards_of_round_1_cannot_come_without_an_exchange() -> None:
    def early(finished: dict[str, Any]) -> int:
        return sum(finished["faces"][card].get("phase") == 1 for card in finished["tableaux"]["Ana"].values())

    games = (with_movers(seed, "115") for seed in range(60))
    document, true, finished = next(game for game in games if early(game[2]) == 6)
    cell = next(cell for cell, card in finished["tableaux"]["Ana"].items() if card == "115")
    with pytest.raises(CompanionError, match="agrees with what the table remembers"):
        remembering(finished, [{"cell": cell, "exchange": {}}])
    finished["players"][0]["claimed"] = true["total"]
    assert remembering(finished, [])["verdict"] == "undecided"
    assert "order" not in remembering(finished, [])
    assert remembering(finished, what_was_moved(document, finished))["verdict"] == "possible"


def test_only_a_card_that_moves_others_can_have_moved_some() -> None:
    _, _, finished = with_movers(1, "119")
    cell = next(cell for cell, card in finished["tableaux"]["Ana"].items() if card < "099")
    with pytest.raises(CompanionError, match=f"the card on {cell} cannot have moved cards in that way"):
        remembering(finished, [{"cell": cell, "swap": ["A1", "A2"]}])


@pytest.mark.parametrize("players", [1, 3])
def test_an_objective_that_nobody_has_named_pays_nothing(players: int) -> None:
    _, _, named = played_and_finished(5, players=players, black=False)
    nameless = GAME.score({**named, "objectives": [None, None]}).say("en")["players"]
    for one, other in zip(GAME.score(named).say("en")["players"], nameless, strict=True):
        assert other["objectives"] == [None, None]
        assert [line["kind"] for line in other["lines"]] == ["ai"]
        paid = sum(one["objectives"])
        for end in ("min", "max"):
            assert other["total"][end] == one["total"][end] - paid


def test_a_game_that_was_followed_names_its_objectives() -> None:
    document, _, _ = played_and_finished(5, players=2)
    with pytest.raises(CompanionError):
        GAME.score({**document, "objectives": ["O3", None]})
