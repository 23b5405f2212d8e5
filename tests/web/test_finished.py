"""A finished game at a table, without a browser: tableaux by hand, ranges, verdicts, orders of play, memories."""

from __future__ import annotations

import json
import re

import pytest
from flask import Flask

from tests.web.conftest import Phone, words
from tests.web.players import Players
from tests.web.tableaux import GAME, TABLEAUX, TRUE, Finished, phase_of


@pytest.fixture
def table(app: Flask) -> Finished:
    return Finished(app)


def test_the_shelf_offers_to_score_a_finished_game(app: Flask) -> None:
    assert "Count a finished game" in words(Phone(app).get("/"))
    assert "Compter une partie finie" in words(Phone(app, "fr").get("/"))


def test_the_objectives_that_were_played_must_be_chosen(app: Flask) -> None:
    fields = {"name0": "Ana", "ai0": "AI-4", "finished": "1", "players": "1"}
    answer = Phone(app).post("/new/ai100", objective1="drawn", objective2="O4", **fields)
    assert answer.status_code == 422
    assert "Choose the objective that was played." in words(answer)


def test_nothing_is_said_before_every_tableau_is_there(table: Finished) -> None:
    table.enter("Ana")
    page = words(table.get("?seat=0"))
    assert "Still to enter: the tableau of Ben." in page
    assert "Possible total" not in page


def test_the_range_is_that_of_the_command_line(table: Finished) -> None:
    table.enter()
    for seat, player in enumerate(table.score()["players"]):
        least, most = player["total"]["min"], player["total"]["max"]
        assert least <= TRUE[player["name"]] <= most
        page = words(table.get(f"?seat={seat}"))
        few = len(player["reachable"]) <= 5
        said = " or ".join(map(str, player["reachable"])) if few else f"{least} to {most}"
        assert f"Possible total {said} " in page
        assert "depends on the order in which the cards were laid" in page


def test_a_true_claim_is_possible_and_its_order_of_play_adds_up(table: Finished) -> None:
    table.enter()
    assert f"Ana&#39;s {TRUE['Ana']} points are possible." in table.claim(0, TRUE["Ana"])
    page = words(table.get("p/order?seat=0&n=14"))
    steps = re.findall(r"(\d+)\. (\d{3}) ([ABC][1-5]) ([+-]?\d+) (\d+) so far", page)
    assert len(steps) == 14
    assert {cell: card for _, card, cell, _, _ in steps} == TABLEAUX["Ana"]
    assert sum(int(points) for _, _, _, points, _ in steps) == int(steps[-1][-1])
    assert f"together {TRUE['Ana']}." in page


def test_an_impossible_claim_is_explained_by_slips(table: Finished) -> None:
    table.enter()
    page = table.claim(0, table.score()["players"][0]["total"]["max"] + 3)
    assert re.search(r"Ana announced \d+; it is \d+ at most\.", page)
    assert "A single slip would explain it, most likely first:" in page
    assert table.get("p/order?seat=0").status_code == 404


def test_a_claim_is_judged_while_it_is_typed(table: Finished) -> None:
    table.enter("Ana")
    page = words(table.get(f"p/claim?seat=0&typed={TRUE['Ana']}"))
    assert "What total does Ana claim?" in page
    assert "possible" not in page
    table.enter("Ben")
    assert f"Ana&#39;s {TRUE['Ana']} points are possible." in words(table.get(f"p/claim?seat=0&typed={TRUE['Ana']}"))
    most = table.score()["players"][0]["total"]["max"]
    assert f"Ana announced {most + 3}; it is {most} at most." in words(table.get(f"p/claim?seat=0&typed={most + 3}"))
    assert table.get("p/claim?seat=0&typed=fifty").status_code == 404


def test_the_scoreboard_says_what_was_announced_as_in_every_game(table: Finished) -> None:
    table.enter()
    table.claim(0, TRUE["Ana"])
    table.claim(1, 999)
    page = words(table.get("scores"))
    assert f"Announced {TRUE['Ana']}, which is possible." in page
    assert "Announced 999, which is impossible." in page
    table.claim(0, "")
    assert f"Announced {TRUE['Ana']}" not in words(table.get("scores"))


def test_a_wrong_claim_says_what_is_right(table: Finished) -> None:
    table.enter()
    assert table.score()["players"][1]["reachable"] == [30, 33]
    page = table.claim(1, 31)
    assert "Ben announced 31; it is 30 or 33." in page
    assert "30–33" not in page
    assert "Ben 30/33" in page  # the strip and the tabs name both, too


def test_a_card_cannot_lie_in_two_tableaux(table: Finished) -> None:
    table.enter("Ana")
    card = TABLEAUX["Ana"]["A1"]
    answer = table.do("tableau", seat=1, **{**TABLEAUX["Ben"], "C5": card})
    assert answer.status_code == 422
    assert f"Card {card} lies in the tableau of Ana." in words(answer)
    assert "Keep" not in words(answer)


def test_a_card_cannot_lie_on_two_cells(table: Finished) -> None:
    answer = table.do("tableau", seat=0, **{**TABLEAUX["Ana"], "C5": TABLEAUX["Ana"]["A1"]})
    assert f"Card {TABLEAUX['Ana']['A1']} is on A1 and on C5, but there is only one of it." in words(answer)


def test_the_keypad_goes_from_cell_to_cell(table: Finished) -> None:
    page = table.get("p/tableau?seat=0&at=A1&pick=keys&typed=07").get_data(as_text=True)
    third = re.search(r'href="([^"]+)" data-key="3"', page)
    assert third
    after = words(table.get(third[1].replace("&amp;", "&")))
    assert "A2: type the three digits" in after
    assert "Keep 1 card " in after


def test_a_number_that_is_no_card_is_said_at_once(table: Finished) -> None:
    assert "There is no card 999" in words(table.get("p/tableau?seat=0&at=A1&pick=keys&typed=999"))


def test_fourteen_numbers_can_be_typed_at_once(table: Finished) -> None:
    numbers = "+".join(TABLEAUX["Ana"][row + column] for row in "ABC" for column in "12345" if row + column != "B3")
    page = table.get(f"p/tableau?seat=0&all={numbers}")
    assert "Keep 14 cards" in words(page)


def test_a_seat_enters_only_its_own_tableau(table: Finished, app: Flask) -> None:
    other = Phone(app)
    other.join(table.code, "seat.1")
    assert other.post("do/tableau", seat=0, A1="001").status_code == 403
    assert other.post("do/claim", seat=1, typed="50").status_code == 303


def test_the_history_says_what_was_entered(table: Finished) -> None:
    table.enter("Ana")
    table.claim(0, 50)
    page = words(table.get("history"))
    assert "Ana claims 50" in page
    assert f"Ana: card {TABLEAUX['Ana']['A1']} on A1" in page


def test_an_unknown_box_asks_for_faces_and_rounds(app: Flask) -> None:
    faces = GAME["faces"]
    table = Finished(app, deck="+", new_deck="Shelf")
    table.enter()
    for _ in range(40):
        page = table.get("?seat=0").get_data(as_text=True)
        missing = re.search(r"p/face\?card=([\w-]+)", page)
        if not missing:
            break
        face = faces[missing[1]]
        form = {"colour": face["colour"], "number": face["number"]}
        for corner, (colour, number) in face["connectors"].items():
            form |= {f"{corner}colour": colour, f"{corner}number": number}
        assert table.do("face", card=missing[1], **form).status_code == 303
    assert "Cards of which nobody knows the round: 28." in words(table.get("?seat=0"))
    first = {f"first{card}": "1" for card, face in faces.items() if face.get("phase") == 1}
    assert table.do("phases", **first).status_code == 303
    assert "Possible total" in words(table.get("?seat=0"))
    # The box knows them from now on: the next table asks for nothing.
    again = Finished(app, same=table, deck="Shelf")
    again.enter()
    assert "Possible total" in words(again.get("?seat=0"))


def test_seven_cards_of_round_one_are_expected(app: Flask) -> None:
    table = Finished(app)
    wrong = {**TABLEAUX["Ana"]}
    spare = next(f"{n:03d}" for n in range(1, 121) if f"{n:03d}" not in GAME["faces"] and phase_of(f"{n:03d}") == 1)
    late = next(cell for cell, card in wrong.items() if GAME["faces"][card]["phase"] == 2)
    wrong[late] = spare
    table.do("tableau", seat=0, **wrong)
    table.enter("Ben")
    assert "Ana: 8 cards of phase 1 (expected 7)." in words(table.get("?seat=0"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_of_a_finished_game_opens(app: Flask, language: str) -> None:
    table = Finished(app, language=language)
    table.enter()
    table.claim(0, TRUE["Ana"])
    pages = (
        "", "?seat=1", "p/tableau?seat=0", "p/tableau?seat=1&at=B2", "p/order?seat=0", "p/memory?seat=0",
        "p/line?seat=0&n=0", "p/line?seat=0&n=2", "scores", "history", "p/face?card=001",
    )  # fmt: skip
    for path in pages:
        assert table.get(path).status_code == 200, path
    for path in ("p/nowhere", "p/tableau?seat=7", "p/line?seat=0&n=9", "p/corners?seat=0&photo=x", "p/tableau?seat=x"):
        assert table.get(path).status_code == 404, path


def test_a_solo_game_has_a_rank_and_comparisons(app: Flask) -> None:
    ana = [GAME["players"][0]]
    table = Finished(app, ana)
    table.do("tableau", seat=0, **TABLEAUX["Ana"])
    assert "Rank:" in words(table.get(""))
    least = table.score()["players"][0]["total"]["min"]
    page = table.claim(0, least)
    assert f"{111 - least} more points would have made Mentat." in page
    assert "Your first solo game at this phone." in page
    assert "simulated games in which every card was laid at random" in page
    table.lay_table(ana)  # another evening
    table.do("tableau", seat=0, **TABLEAUX["Ana"])
    most = table.score()["players"][0]["total"]["max"]
    assert "Better than 1 of your 1 other solo games at this phone." in table.claim(0, most)


def test_a_solo_game_that_was_played_here_compares_with_the_others(app: Flask) -> None:
    table = Finished(app, [GAME["players"][0]])
    table.do("tableau", seat=0, **TABLEAUX["Ana"])
    least = table.score()["players"][0]["total"]["min"]
    table.claim(0, least)
    playing = Players(app, ["AI-4"])
    playing.client, playing.headers = table.client, table.headers  # the same phone
    answer = playing.post(
        "/new/ai100", players=1, name0="Ana", ai0="AI-4", deck="demo", objective1="O3", objective2="O4"
    )
    playing.code = answer.headers["Location"].strip("/").split("/")[1]
    assert "Rank:" not in words(playing.get(""))
    turns = {f"play/{turn}/0": play["Ana"] for turn, play in enumerate(GAME["turns"], 1)}
    playing.enter(**turns)
    page = words(playing.get(""))
    assert f"{TRUE['Ana']} points" in page
    assert f"{111 - TRUE['Ana']} more points would have made Mentat." in page
    assert f"Better than {int(TRUE['Ana'] > least)} of your 1 other solo games at this phone." in page


def test_ai_2_adds_its_card_in_a_finished_game(app: Flask) -> None:
    players = [{"name": "Ana", "ai": "AI-2"}]
    table = Finished(app, players)
    table.do("tableau", seat=0, **TABLEAUX["Ana"])
    assert table.do("final", seat=0, card=TABLEAUX["Ana"]["A1"], cell="D3").status_code == 422
    assert table.do("final", seat=0, card="120", cell="D3").status_code == 303
    assert json.loads(table.get("game.json").data)["players"][0]["final"] == {"card": "120", "cell": "D3"}
    assert table.get("p/line?seat=0&n=2").status_code == 200


def test_what_was_played_can_be_corrected(table: Finished) -> None:
    table.enter()
    before = table.score()["players"][0]["ai"]
    page = table.get("p/played?ai0=AI-9").get_data(as_text=True)
    assert re.search(r'name="ai0" value="AI-9" checked', page)
    form = {"name0": "Anna", "name1": "Ben", "ai0": "AI-8", "ai1": GAME["players"][1]["ai"], "objective2": "O6"}
    assert table.do("played", objective1="drawn", **form).status_code == 422
    assert table.do("played", objective1="O7", **{**form, "ai1": "AI-8"}).status_code == 422
    assert table.do("played", objective1="O7", **form).status_code == 303
    game = json.loads(table.get("game.json").data)
    assert game["players"][0] == {"name": "Anna", "ai": "AI-8"}
    assert game["objectives"] == ["O7", "O6"]
    assert game["tableaux"]["Anna"] == TABLEAUX["Ana"]
    assert before != 5
    assert table.score()["players"][0]["ai"] == 5
