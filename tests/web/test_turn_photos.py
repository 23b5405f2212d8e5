"""A photo after a turn: the new card is proposed with its cell, a person confirms; all else is said in words."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from flask import Flask

from tests.web.conftest import Phone, words
from tests.web.photographs import bare_table, covered, shoot
from tests.web.players import Players

LAID = {"B2": "009", "A2": "013", "B4": "001"}
BENS = {"B2": "015", "A2": "016", "B4": "017"}
LYING = {"B3": "AI-4", **LAID}
NEW = {"C4": "003"}


@pytest.fixture
def table(app: Flask) -> Players:
    """Ana and Ben have laid three cards each."""
    players = Players(app, ["AI-4", "AI-5"])
    for turn, (ana, ben) in enumerate(zip(LAID.items(), BENS.items(), strict=True), 1):
        players.lay_all(turn, ana[::-1], ben[::-1])
    return players


def send(phone: Phone, data: bytes, seat: int = 0, turn: int = 4) -> Any:
    seen = 999  # what others entered meanwhile is no matter here
    form = {"seat": str(seat), "turn": str(turn), "as_of": seen, "photo": (io.BytesIO(data), "photo.jpg")}
    answer = phone.client.post(f"/t/{phone.code}/photo/card", data=form, headers=phone.headers)
    answer.request.environ["wsgi.input"].close()  # the test client leaves large forms open
    return answer


def test_the_play_page_has_a_camera_at_the_seat_whose_turn_it_is(table: Players) -> None:
    page = table.get("?seat=0").get_data(as_text=True)
    assert 'action="/t/' in page
    assert "/photo/card" in page
    assert 'data-least="5"' in page  # the AI card, three cards, and the new one
    table.lay(0, 4, "003", "C4")
    assert "/photo/card" not in table.get("?seat=0").get_data(as_text=True)


def test_the_new_card_is_proposed_and_entered_with_a_tap_only(table: Players) -> None:
    answer = send(table, shoot({**LYING, **NEW}).jpeg)
    assert answer.status_code == 303
    assert "card=003" in answer.headers["Location"]
    assert "cell=C4" in answer.headers["Location"]
    page = table.get(answer.headers["Location"])
    assert "Seen in the photo: card 003 on C4. Confirm it, or correct it below." in words(page)
    assert "matrix(" in page.get_data(as_text=True)  # the card cut out of the photo
    assert "play/4/0" not in table.entries(table.app)
    fields = dict(re.findall(r'name="(seat|turn|card|cell)" value="(\w+)"', page.get_data(as_text=True)))
    assert fields == {"seat": "0", "turn": "4", "card": "003", "cell": "C4"}
    assert table.lay(0, 4, "003", "C4").status_code == 303
    assert table.entries(table.app)["play/4/0"] == {"card": "003", "cell": "C4"}
    assert "Photo of Ana's tableau" in table.get("history").get_data(as_text=True).replace("&#39;", "'")


def test_the_next_photo_is_seen_against_the_one_before(table: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    send(table, shoot({**LYING, **NEW}).jpeg)
    table.lay_all(4, ("003", "C4"), ("018", "C4"))

    def afresh(*_: object, **__: object) -> None:
        raise AssertionError("read afresh although there is an earlier photo")

    monkeypatch.setattr("companion.games.ai100.reader.read_tableau", afresh)
    answer = send(table, shoot({**LYING, **NEW, "C3": "014"}).jpeg, turn=5)
    assert answer.status_code == 303
    assert "card=014" in answer.headers["Location"]
    assert "cell=C3" in answer.headers["Location"]
    # Of each seat only the last photo is kept.
    assert list(table.app.extensions["house"].photos.of_table(table.code)) == [
        table.entries(table.app)["look/0"]["photo"]
    ]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "No new card is seen in the photo."), ("fr", "Pas de nouvelle carte sur la photo.")],
)
def test_no_new_card_is_said_beside_the_button(table: Players, language: str, sentence: str) -> None:
    table.headers = {"Accept-Language": language}
    answer = send(table, shoot(LYING).jpeg)
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert "look/0" not in table.entries(table.app)


def test_a_photo_without_cards_says_what_to_do(table: Players) -> None:
    answer = send(table, bare_table())
    assert answer.status_code == 422
    assert "No cards found." in words(answer)


def test_several_new_cards_are_offered_one_by_one(table: Players) -> None:
    answer = send(table, shoot({**LYING, **NEW, "C3": "014"}).jpeg)
    page = table.get(answer.headers["Location"])
    assert "2 new cards are seen in the photo. Which one was laid in this turn?" in words(page)
    assert re.findall(r'aria-label="Card (\d+) on (\w+)"', page.get_data(as_text=True)) == [
        ("014", "C3"),
        ("003", "C4"),
    ]
    assert "card=" not in answer.headers["Location"]


def test_of_two_new_cards_the_sure_one_is_proposed_and_the_other_named(table: Players) -> None:
    answer = send(table, covered(shoot({**LYING, **NEW, "C3": "014"}), "C3"))
    assert "card=003" in answer.headers["Location"]
    page = words(table.get(answer.headers["Location"]))
    assert "On C3 the photo also shows something that is hard to make out." in page


def test_a_doubtful_card_is_called_doubtful_and_its_rivals_are_offered(table: Players) -> None:
    answer = send(table, covered(shoot({**LYING, **NEW}), "C4"))
    page = words(table.get(answer.headers["Location"]))
    assert "cell=C4" in answer.headers["Location"]
    assert re.search(r"perhaps card \d{3} on C4|A new card lies on C4", page)


def test_a_card_half_hidden_is_found_beside_an_earlier_photo_too(table: Players) -> None:
    shot = shoot({**LYING, **NEW})
    send(table, shot.jpeg)
    answer = send(table, covered(shot, "C4"))
    assert answer.status_code == 303
    assert "cell=C4" in answer.headers["Location"]


def test_a_card_that_lies_where_another_was_entered_is_named(table: Players) -> None:
    answer = send(table, shoot({**LYING, **NEW, "B2": "011"}).jpeg)
    assert "card=003" in answer.headers["Location"]
    assert "On B2 the photo shows card 011; card 009 is entered there." in words(table.get(answer.headers["Location"]))


def test_nobody_photographs_for_another_seat_or_a_turn_to_come(table: Players, app: Flask) -> None:
    ben = Phone(app)
    ben.join(table.code, "seat.1")
    assert send(ben, bare_table(), seat=0).status_code == 403
    assert send(table, bare_table(), turn=5).status_code == 404
    assert send(table, bare_table(), seat=7).status_code == 404
