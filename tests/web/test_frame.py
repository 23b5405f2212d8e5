"""The frame around every game: tables, seats, phones, languages. It is tested with a game it has never heard of."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from flask import Flask

from companion.registry import games
from tests.web.conftest import Phone, choice, words


def test_one_folder_puts_a_game_on_the_shelf(phone: Phone) -> None:
    assert "Yacht" in words(phone.get("/"))
    assert phone.get("/new/yacht").status_code == 200


def test_a_new_table_is_laid_from_its_form(app: Flask, phone: Phone) -> None:
    answer = phone.post("/new/yacht", players=3, name0="Ana", name1=" Ben ", name2="Cleo")
    assert answer.status_code == 303
    phone.code = answer.headers["Location"].strip("/").split("/")[1]
    players = [{"name": "Ana"}, {"name": "Ben"}, {"name": "Cleo"}]
    assert phone.entries(app) == {"setup": {"players": players, "rulings": {}}}
    assert "What was thrown?" in words(phone.get())


def test_a_bad_set_up_comes_back_with_its_error_and_nothing_lost(phone: Phone) -> None:
    answer = phone.post("/new/yacht", players=3, name0="Ana", name1="Ana", name2="Cleo")
    assert answer.status_code == 422
    assert 'value="Cleo"' in answer.get_data(as_text=True)
    assert "Two players have this name." in words(answer)


def test_the_same_set_up_sent_twice_lays_one_table(app: Flask, phone: Phone) -> None:
    one, other = (phone.post("/new/yacht", players=1, name0="Ana", form_id="one").headers["Location"] for _ in range(2))
    assert one == other


def test_a_bad_entry_comes_back_with_its_error_and_nothing_lost(app: Flask, phone: Phone) -> None:
    phone.demo()
    answer = phone.post("do/settings", name0="Ben", name1="Ben", as_of=1)
    assert answer.status_code == 422
    assert answer.get_data(as_text=True).count('value="Ben"') == 2
    assert "Two players have this name." in words(answer)
    assert phone.entries(app)["setup"]["players"] == [{"name": "Ana"}, {"name": "Ben"}]


def test_an_entry_is_kept_and_shown_in_the_standing(app: Flask, phone: Phone) -> None:
    phone.demo()
    assert phone.post("do/fill", seat=1, **choice(9), as_of=1).status_code == 303
    assert phone.entries(app)["box/1/choice"] == [5, 1, 1, 1, 1]
    # Ben had a little straight and ones, Ana sixes and a full house: 31 to 32.
    assert "Ana 32 Ben 40" in words(phone.get())


def test_a_form_sent_twice_is_entered_once(app: Flask, phone: Phone) -> None:
    phone.demo()
    for _ in range(2):
        assert phone.post("do/fill", seat=1, **choice(9), as_of=1, form_id="one").status_code == 303
    assert app.extensions["house"].store.revision(phone.code) == 2


def test_the_second_of_two_phones_is_told_and_sees_both_versions(app: Flask, phone: Phone) -> None:
    other = Phone(app)
    other.join(phone.demo(), "seat.1")
    phone.post("do/fill", seat=1, **choice(9), as_of=1)
    answer = other.post("do/fill", seat=1, **choice(5), as_of=1)
    assert answer.status_code == 409
    assert "Ben: choice with 5 1 1 1 1" in words(answer)
    assert "Ben: choice with 1 1 1 1 1" in words(answer)
    assert phone.entries(app)["box/1/choice"] == [5, 1, 1, 1, 1]
    assert answer.headers["HX-Push-Url"] == "false"
    assert other.get("do/fill").headers["Location"] == f"/t/{phone.code}/"
    # 'Use mine' sends the same form again, from the revision that was shown.
    assert other.post("do/fill", seat=1, **choice(5), as_of=2).status_code == 303
    assert phone.entries(app)["box/1/choice"] == [1, 1, 1, 1, 1]


def test_two_phones_with_the_same_entry_do_not_quarrel(app: Flask, phone: Phone) -> None:
    phone.demo()
    for _ in range(2):
        assert phone.post("do/fill", seat=1, **choice(9), as_of=1).status_code == 303


def test_what_was_entered_can_be_undone_and_the_undoing_too(app: Flask, phone: Phone) -> None:
    phone.demo()
    phone.post("do/fill", seat=0, **choice(9), as_of=1)
    assert phone.post("undo", revision=2).status_code == 303
    assert "box/0/choice" not in phone.entries(app)
    phone.post("undo", revision=3)
    assert phone.entries(app)["box/0/choice"] == [5, 1, 1, 1, 1]
    assert "Ana: choice with 5 1 1 1 1" in words(phone.get("history"))


def test_undoing_what_somebody_has_changed_since_is_told(app: Flask, phone: Phone) -> None:
    phone.demo()
    phone.post("do/fill", seat=0, **choice(9), as_of=1)
    phone.post("do/fill", seat=0, **choice(12), as_of=2)
    assert phone.post("undo", revision=2).status_code == 409
    assert phone.entries(app)["box/0/choice"] == [6, 3, 1, 1, 1]


def test_the_laying_of_the_table_cannot_be_undone(phone: Phone) -> None:
    phone.demo()
    assert phone.post("undo", revision=1).status_code == 404


def test_live_says_nothing_until_something_changes(phone: Phone) -> None:
    phone.demo()
    assert phone.get("live?as_of=1").status_code == 204
    phone.post("do/fill", seat=0, **choice(9), as_of=1)
    assert json.loads(phone.get("live?as_of=1").data) == {"revision": 2}


def test_htmx_gets_the_part_and_a_visitor_the_whole_page(phone: Phone) -> None:
    phone.demo()
    whole, part = phone.get(), phone.get(**{"HX-Request": "true"})
    assert "<!doctype html>" in whole.get_data(as_text=True)
    assert "<!doctype html>" not in part.get_data(as_text=True)
    assert "What was thrown?" in words(part)
    assert "HX-Request" in whole.headers["Vary"]
    restored = phone.get(**{"HX-Request": "true", "HX-History-Restore-Request": "true"})
    assert "<!doctype html>" in restored.get_data(as_text=True)


def test_the_exported_game_is_what_the_command_line_scores(phone: Phone) -> None:
    phone.demo()
    document = json.loads(phone.get("game.json").data)
    assert games()["yacht"].score(document).say("en")["players"][0]["total"] == 32


@pytest.mark.parametrize(
    ("wish", "asked"),
    [("fr", "Quels dés sont tombés"), ("en", "What was thrown"), ("de,fr;q=0.5", "Quels dés sont tombés")],
)
def test_the_language_follows_the_browser(app: Flask, wish: str, asked: str) -> None:
    phone = Phone(app, wish)
    phone.demo()
    assert asked in words(phone.get())


def test_language_and_theme_can_be_switched_and_stay(phone: Phone) -> None:
    phone.demo()
    answer = phone.post("/wish", language="fr", theme="dark", here=f"/t/{phone.code}/?seat=1")
    assert answer.headers["Location"] == f"/t/{phone.code}/?seat=1"
    page = phone.get().get_data(as_text=True)
    assert '<html lang="fr" data-theme="dark">' in page


@pytest.mark.parametrize("elsewhere", ["//evil.example/", "https://evil.example/x", "javascript:alert(1)", "\\\\evil"])
def test_a_wish_leads_nowhere_else(phone: Phone, elsewhere: str) -> None:
    location = phone.post("/wish", theme="dark", here=elsewhere).headers["Location"]
    assert location.startswith("/")
    assert not location.startswith("//")
    assert "evil.example" not in location.partition("?")[0] or location == "/"


def test_the_table_page_shows_code_and_qr_code(phone: Phone) -> None:
    phone.demo()
    page = phone.get().get_data(as_text=True)
    assert phone.code in page
    assert '<div class="qr"><svg' in page


def test_on_the_server_itself_the_qr_code_names_the_address_in_the_network(make_app: Callable[..., Flask]) -> None:
    phone = Phone(make_app(ADDRESS="http://192.0.2.7:8100"))
    phone.demo()
    assert f"http://192.0.2.7:8100/join/{phone.code}" in words(phone.get("share"))


def test_every_page_leads_back_to_the_table_and_the_table_to_the_start(phone: Phone) -> None:
    code = phone.demo()
    assert '<a class="back" href="/" aria-label="Start page">' in phone.get().get_data(as_text=True)
    for page in ("scores", "seats", "history", "share"):
        back = f'<a class="back" href="/t/{code}/" aria-label="To the table">'
        assert back in phone.get(page).get_data(as_text=True)
