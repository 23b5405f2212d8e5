"""Games that come as a file: the archive of another house, or one game."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from flask import Flask

from companion import games, score
from companion.web import create_app, history
from tests.web.conftest import Phone, words
from tests.web.evenings import evening, plays


def test_the_archive_goes_to_another_house_with_the_same_scores(
    app: Flask, phone: Phone, tmp_path_factory: pytest.TempPathFactory
) -> None:
    evening(app, phone)
    file = phone.get("/past.json").data
    elsewhere = create_app(tmp_path_factory.mktemp("elsewhere"), WTF_CSRF_ENABLED=False)
    friend = Phone(elsewhere)
    friend.demo("ai100")
    assert "1 new game, 0 known already" in words(send(friend, file))
    assert "0 new games, 1 known already" in words(send(friend, file))
    assert plays(elsewhere, friend) == plays(app, phone) == [("Ana 37", "Ben 61")]
    page = friend.get(f"/t/{phone.code}/scores")
    assert "Ben wins" in words(page)
    assert friend.post(f"/t/{phone.code}/do/take_back", turn="14", seat="1").status_code in (403, 409)
    elsewhere.extensions["house"].store.close()


def send(phone: Phone, data: bytes) -> Any:
    """Send a file to be taken in."""
    return phone.client.post("/past/take-in", data={"file": (io.BytesIO(data), "a.json")}, headers=phone.headers)


def test_one_archive_at_a_time_is_taken_in(app: Flask) -> None:
    phone = Phone(app)
    with history._TAKING:
        answer = send(phone, b"{}")
    assert answer.status_code == 503
    assert "The server is busy" in words(answer)
    assert send(phone, b"{}").status_code == 422


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "line 1, column 1: no JSON document from here on"),
        (b"[]", "game file: expected a JSON object"),
        (b"{}", "game: unknown game null"),
        (b'{"format": "companion-archive/1"}', "games: expected a list of games"),
        (b"\xff\xfe", "UTF-16"),
        (b"[" * 9000, "nested too deeply"),
    ],
)
def test_what_is_no_file_of_games_is_said(phone: Phone, data: bytes, why: str) -> None:
    phone.demo()
    answer = send(phone, data)
    assert answer.status_code == 422
    assert "Nothing was added:" in words(answer)
    assert why in words(answer)


@pytest.mark.parametrize("slug", ["boussanga", "collexion", "pilier"])
def test_a_game_file_is_taken_in_once_and_looked_at(app: Flask, phone: Phone, slug: str) -> None:
    file = games()[slug].example()
    told = score(file).say("en")
    phone.demo()
    answer = send(phone, json.dumps(file).encode())
    assert "1 new game, 0 known already." in words(answer)
    assert "0 new games, 1 known already." in words(send(phone, json.dumps(file, indent=2).encode()))
    assert plays(app, phone) == [tuple(f"{player['name']} {player['total']}" for player in told["players"])]
    link = re.search(r'href="(/past/[A-Z0-9-]+)"', answer.get_data(as_text=True))
    assert link
    page = words(phone.get(link[1]))
    for player in told["players"]:
        for line in player["lines"]:
            assert line["text"] in page
    assert phone.get(link[1].replace("/past/", "/t/") + "/").headers["Location"].endswith(link[1])
    carried = json.loads(phone.get("/past.json").data)
    assert carried["games"][0]["entries"] == {"@file": file}
    assert phone.get("/").status_code == 200


def test_a_game_file_that_is_not_over_is_not_taken_in(phone: Phone) -> None:
    phone.demo()
    answer = send(phone, json.dumps(games()["aquasphere"].example()).encode())
    assert answer.status_code == 422
    assert "this game is not over, or not every total of it is known" in words(answer)


def test_a_game_that_does_not_score_is_named_and_left_out(app: Flask, phone: Phone) -> None:
    evening(app, phone)
    file = json.loads(phone.get("/past.json").data)
    good = file["games"][0]
    wrong = [
        {**good, "code": "BADA-BADA-11", "entries": {**good["entries"], "play/14/1": {"card": "999", "cell": "C5"}}},
        {**good, "code": "BADA-BADA-12", "entries": {"setup": 7}},
        {**good, "code": "<script>"},
        {**good, "code": "BADA-BADA-13", "began": "yesterday"},
        {**good, "code": "BADA-BADA-14", "game": "chess"},
        17,
    ]
    answer = send(phone, json.dumps({**file, "games": [good, *wrong]}).encode())
    assert "0 new games, 1 known already." in words(answer)
    assert "game 2, 3, 4, 5, 6, 7 of the file" in words(answer)
    assert plays(app, phone) == [("Ana 37", "Ben 61")]
