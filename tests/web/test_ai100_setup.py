"""How a table of AI100 is laid: names, cards, decks, objectives, all wishes said beside their fields."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.conftest import Phone, words
from tests.web.players import Players


def test_a_game_of_three_takes_under_ten_taps(app: Flask) -> None:
    """Open the game, choose three AI cards (two taps each), say which cards, start: nine."""
    page = Phone(app).get("/new/ai100").get_data(as_text=True)
    assert page.count('type="radio" name="ai') == 3 * 12
    for default in (
        'name="name0"',
        'value="" placeholder="Player 1"',
        'value="drawn" checked',
    ):
        assert default in page


def test_everything_wrong_with_a_set_up_is_said_at_once_beside_its_field(app: Flask) -> None:
    answer = Phone(app).post(
        "/new/ai100", players=3, name0="Ana", ai0="AI-4", name1="Ana", ai1="AI-5", name2="Cleo", ai2="AI-4"
    )
    assert answer.status_code == 422
    text = words(answer)
    assert "Two players have this name." in text
    assert "AI-4 already belongs to another player." in text


@pytest.mark.parametrize("name", ["grid", "x" * 60])
def test_a_name_that_cannot_be_is_refused(app: Flask, name: str) -> None:
    answer = Phone(app).post("/new/ai100", players=1, name0=name, ai0="AI-4")
    assert answer.status_code == 422


@pytest.mark.parametrize("name", ["", "   "])
def test_a_seat_without_a_name_is_called_after_its_number(app: Flask, name: str) -> None:
    phone = Phone(app)
    answer = phone.post("/new/ai100", players=1, name0=name, ai0="AI-4", deck="demo")
    phone.code = answer.headers["Location"].strip("/").split("/")[1]
    assert [player["name"] for player in phone.entries(app)["setup"]["players"]] == ["Player 1"]


def test_nobody_plays_with_invented_faces_without_having_said_so(app: Flask) -> None:
    phone = Phone(app)
    assert not re.search(r'name="deck"[^>]* checked', phone.get("/new/ai100").get_data(as_text=True))
    answer = phone.post("/new/ai100", players=1, name0="Ana", ai0="AI-4")
    assert answer.status_code == 422
    assert "Say which cards you play with." in words(answer)
    demo = Players(app, ["AI-4"])
    for page in ("", "scores", "p/turns", "history"):
        assert "Demo deck: invented faces" in words(demo.get(page))
    own = Players(app, ["AI-4"], deck="+", new_deck="Attic")
    assert "Demo deck" not in words(own.get())


def test_objectives_are_drawn_for_their_rounds(app: Flask) -> None:
    phone = Players(app, ["AI-4"], objective1="drawn", objective2="drawn")
    one, other = phone.entries(app)["setup"]["objectives"]
    assert one in ("O1", "O2", "O3", "O7", "O8", "O9", "O10", "O11")
    assert other in ("O4", "O5", "O6", "O12", "O13", "O14", "O15", "O16")
