"""The first minutes: what a newcomer is handed, how the others are invited, how a wrong set-up is put right."""

from __future__ import annotations

import json
import re

import pytest
from flask import Flask

from companion.games.ai100.cards import AI_IDS, OBJECTIVE_IDS
from tests.web.conftest import Phone, words
from tests.web.players import Players

PLAYED = {"players": "2", "name0": "Ana", "name1": "Ben", "ai0": "AI-4", "ai1": "AI-7",
          "objective1": "O3", "objective2": "O4", "deck": "+"}  # fmt: skip


def lay_table(phone: Phone, **fields: str) -> None:
    answer = phone.post("/new/ai100", **{**PLAYED, **fields})
    assert answer.headers["Location"].endswith("/?invite=1")
    phone.code = answer.headers["Location"].split("/")[-2]


def test_a_demo_hands_out_cards_and_a_tap_on_one_shows_where_it_pays(phone: Phone) -> None:
    phone.demo("ai100")
    page = phone.get("").get_data(as_text=True)
    hand = re.findall(r'href="[^"]*card=(\d{3})" aria-label="Card \1: ([^"]+)"', page)
    assert [card for card, _ in hand] == ["063", "073", "051", "080"]
    assert "2 per different colour, in its row." in dict(hand)["063"]
    # 063 on B4 completes green, yellow, red and its own violet: four colours, two points each.
    assert "+8" in words(phone.get("p/lay?seat=0&turn=4&card=063"))


def test_a_card_of_the_hand_that_was_laid_is_no_longer_handed_out(phone: Phone) -> None:
    phone.demo("ai100")
    assert phone.post("do/lay", seat="0", turn="4", card="063", cell="B4").status_code == 303
    page = phone.get("?seat=0").get_data(as_text=True)
    assert "card=063" not in page


def test_the_others_are_invited_right_after_the_table_was_laid(phone: Phone) -> None:
    lay_table(phone)
    assert 'class="card-paper invite"' in phone.get("?invite=1").get_data(as_text=True)
    assert 'class="card-paper invite"' not in phone.get("").get_data(as_text=True)


def test_nothing_stands_above_the_count_that_goes_with_the_first_tap(phone: Phone) -> None:
    lay_table(phone, finished="1")
    assert 'class="card-paper invite"' not in phone.get("?invite=1").get_data(as_text=True)


@pytest.mark.parametrize("ai", ["", "AI-4", "AI-99"])
def test_a_missing_ai_card_marks_its_own_field(phone: Phone, ai: str) -> None:
    phone.demo("ai100")
    answer = phone.post("/new/ai100", **{**PLAYED, "ai1": ai})
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    wrong = re.search(r'<fieldset aria-describedby="error-ai1">.*?</fieldset>', page, re.DOTALL)
    assert wrong
    assert 'name="ai1"' in wrong[0]
    assert 'aria-describedby="error-1"' not in page
    assert 'aria-describedby="error-ai0"' not in page


def test_cards_of_the_set_up_are_put_right_and_what_was_laid_is_scored_again(phone: Phone) -> None:
    phone.demo("ai100")
    names = {"name0": "Ana", "name1": "Ben", "name2": "Cleo"}
    wrong = phone.post("do/settings", **names, ai0="AI-7")
    assert wrong.status_code == 422
    assert "AI-7" in words(wrong)
    before = phone.get("game.json").get_json()
    right = {**names, "ai0": "AI-1", "objective1": "O1", "objective2": "O99"}
    assert phone.post("do/settings", as_of="1", **right).status_code == 303
    after = phone.get("game.json").get_json()
    assert [player["ai"] for player in after["players"]] == ["AI-1", "AI-7", "AI-12"]
    assert after["objectives"] == ["O1", "O4"]
    assert after["turns"] == before["turns"]


def _seated(phone: Players) -> list[str]:
    return [player["name"] for player in json.loads(phone.get("game.json").data)["players"]]


def test_the_order_around_the_table_is_put_right_later_and_cards_stay_with_their_player(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7", "AI-10", "AI-12"])
    phone.lay_all(1, ("001", "B2"), ("002", "B2"), ("004", "B2"), ("005", "B2"))
    before = {player["name"]: player["total"] for player in phone.score()["players"]}
    assert phone.post("do/move-up", as_of=99, up=2).status_code == 303
    assert _seated(phone) == ["Ana", "Cleo", "Ben", "Dora"]
    # Names, points, seats and what lies there are still those of the same people.
    assert {player["name"]: player["total"] for player in phone.score()["players"]} == before
    assert "004" in phone.get("p/turns").get_data(as_text=True)
    page = phone.get("?seat=2").get_data(as_text=True)
    assert "Cleo" in words(phone.get("?seat=2"))
    # The strip shows them as they sit.
    names = re.findall(r'class="who">(\w+)</span> <b>', page)
    assert names == ["Ana", "Cleo", "Ben", "Dora"]


def test_who_is_whose_neighbour_follows_from_the_order(app: Flask) -> None:
    # 107 counts in a neighbour's tableau: at a table of four not in that of the player opposite.
    phone = Players(app, ["AI-4", "AI-7", "AI-10", "AI-12"])
    assert _asked(phone) == ["Ben", "Dora"]
    phone.post("do/move-up", as_of=99, up=2)
    assert sorted(_asked(phone)) == ["Cleo", "Dora"]


def _asked(phone: Players) -> list[str]:
    page = phone.get("p/lay?seat=0&turn=1&card=107&cell=B2").get_data(as_text=True)
    return [name for name in ("Ben", "Cleo", "Dora") if re.search(rf"class=.option.*{name}", page)]


def test_the_first_of_the_order_goes_round_to_the_end(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7", "AI-10"])
    phone.post("do/move-up", as_of=99, up=0)
    assert _seated(phone) == ["Cleo", "Ben", "Ana"]


def test_a_seat_that_is_not_there_cannot_be_moved(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7", "AI-10"])
    assert phone.post("do/move-up", as_of=99, up=7).status_code == 404


def test_ai_cards_and_objectives_are_chosen_from_pictures(phone: Phone) -> None:
    page = phone.get("/new/ai100").get_data(as_text=True)
    for card in (*AI_IDS, *OBJECTIVE_IDS):
        assert page.count(f'id="picture-{card}"') == 1, card
    assert page.count('href="#picture-AI-4"') == 3  # one for each player, drawn once
    # Ω7 pays for two cards of one colour that touch at a corner: two small cards, both of that colour.
    sign = re.search(r'<symbol id="picture-O7".*?</symbol>', page)
    assert sign
    shades = re.findall(r'fill="(#\w+)"/><text', sign[0])
    assert len(shades) == 2
    assert len(set(shades)) == 1
