"""A photo first: who played is said later."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from companion.core.table import Change
from tests.web.conftest import Phone, words
from tests.web.tableaux import GAME, NAMES, TABLEAUX, Finished


@pytest.fixture
def table(app: Flask) -> Finished:
    return Finished(app)


# A photo first: who played is said later.


def _photo_first(app: Flask, language: str = "en") -> Finished:
    phone = Finished.__new__(Finished)
    Phone.__init__(phone, app, language)
    phone.app = app
    answer = phone.post("/new/ai100", finished="1", photo="1", players="1")
    assert answer.status_code == 303
    phone.code = answer.headers["Location"].strip("/").split("/")[1]
    _change_setup(phone, deck="demo")
    return phone


def _change_setup(phone: Finished, **more: object) -> None:
    house = phone.app.extensions["house"]
    setup = {**house.store.table(phone.code).entries["setup"], **more}
    house.store.change(phone.code, "x", lambda table: Change({"setup": setup}), as_of=999)


def test_a_table_that_begins_with_a_photo_asks_nothing_and_plays_with_a_box_of_its_own(app: Flask) -> None:
    phone = Phone(app)
    answer = phone.post("/new/ai100", finished="1", photo="1", players="1")
    assert answer.status_code == 303
    phone.code = answer.headers["Location"].strip("/").split("/")[1]
    page = words(phone.get(""))
    assert "Finished tableau" in page
    assert "Demo deck" not in page
    assert "“Our box”" in words(phone.get("p/deck"))


def test_what_a_photo_shows_is_scored_before_anybody_says_who_played(app: Flask) -> None:
    phone = _photo_first(app)
    assert phone.do("tableau", seat=0, ai=GAME["players"][0]["ai"], **TABLEAUX["Ana"]).status_code == 303
    page = words(phone.get("?seat=0"))
    assert "Possible total" in page
    assert "Counted without objectives, as if nobody else had played." in page
    assert "Ω" not in page
    # Nobody has won anything, and nobody's rank is known.
    scores = words(phone.get("scores"))
    assert "wins" not in scores
    assert "Rank" not in page
    assert [player["objectives"] for player in phone.score()["players"]] == [[None, None]]


def test_without_a_sure_ai_card_it_is_asked_for(app: Flask) -> None:
    phone = _photo_first(app)
    assert phone.do("tableau", seat=0, **TABLEAUX["Ana"]).status_code == 303
    page = words(phone.get("?seat=0"))
    assert "Nobody has said which AI card lies in the centre." in page
    assert "Possible total" not in page


def test_then_it_is_said_who_played_and_all_is_as_if_it_had_been_said_before(app: Flask, table: Finished) -> None:
    phone = _photo_first(app)
    phone.do("tableau", seat=0, ai=GAME["players"][0]["ai"], **TABLEAUX["Ana"])
    assert "Player 2" in phone.get("p/played?players=2").get_data(as_text=True)
    played = {f"{key}{seat}": player[key] for seat, player in enumerate(GAME["players"]) for key in ("name", "ai")}
    assert phone.do("played", players=2, objective1="O3", objective2="O4", **played).status_code == 303
    phone.do("tableau", seat=1, **TABLEAUX["Ben"])
    table.enter()
    assert phone.score() == table.score()


def test_how_many_played_cannot_be_changed_once_it_was_said(table: Finished) -> None:
    played = {f"{key}{seat}": player[key] for seat, player in enumerate(GAME["players"]) for key in ("name", "ai")}
    assert table.do("played", players=1, objective1="O3", objective2="O4", **played).status_code == 303
    assert [player["name"] for player in json.loads(table.get("game.json").data)["players"]] == NAMES


def test_printed_demo_cards_are_named_before_the_first_photo_with_one_tap(app: Flask) -> None:
    phone = Phone(app)
    answer = phone.post("/new/ai100", finished="1", photo="1", players="1")
    phone.code = answer.headers["Location"].strip("/").split("/")[1]
    assert "Are these the printed demo cards?" in words(phone.get())
    assert phone.post("do/demo-deck", as_of=1).status_code == 303
    page = words(phone.get())
    assert "Demo deck: invented faces" in page
    assert "Are these the printed demo cards?" not in page
    assert phone.post("do/demo-deck", as_of=2).status_code == 404


def test_many_cards_without_a_face_are_counted_and_taught_by_photo(app: Flask) -> None:
    table = Finished(app, GAME["players"][:1], deck="+", new_deck="Shelf")
    table.enter("Ana")
    page = words(table.get())
    assert "Nobody knows yet what is printed on 15 of these cards." in page
    assert "Teach cards by photo" in page


def test_the_question_of_the_objective_is_no_card_to_choose(phone: Phone) -> None:
    page = phone.get("/new/ai100?finished=1").get_data(as_text=True)
    assert 'value="drawn"' not in page
    assert 'value="drawn"' in phone.get("/new/ai100").get_data(as_text=True)
