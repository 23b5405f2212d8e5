"""Who may do what: codes, cookies, roles, hosts, and what the headers forbid."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from companion.store.codes import new_code, tidy_code
from companion.web.security import secret_key
from tests.web.conftest import Phone, words
from tests.web.shelf.toy.pages import ToyTable

PAGES = ("", "p/x", "scores", "seats", "history", "share", "game.json", "live")


@pytest.mark.parametrize("page", PAGES)
def test_a_phone_that_has_not_joined_reads_nothing(app: Flask, phone: Phone, page: str) -> None:
    phone.demo()
    stranger = Phone(app)
    stranger.code = phone.code
    answer = stranger.get(page)
    assert answer.status_code == 403
    assert "Ana" not in words(answer)


@pytest.mark.parametrize("page", PAGES)
def test_a_table_that_does_not_exist_looks_the_same(app: Flask, page: str) -> None:
    stranger = Phone(app)
    stranger.code = "LUMO-KITA-42"
    assert stranger.get(page).status_code == 403


@pytest.mark.parametrize("action", ["do/say", "undo", "seats", "phones/remove", "closed", "delete"])
def test_a_phone_that_has_not_joined_changes_nothing(app: Flask, phone: Phone, action: str) -> None:
    phone.demo()
    stranger = Phone(app)
    stranger.code = phone.code
    assert stranger.post(action, seat=0, number=1, revision=1, role="watch", closed=1).status_code == 403
    assert phone.entries(app)["number/0"] == 4
    assert app.extensions["desk"].store.revision(phone.code) == 1


def test_a_forged_cookie_is_no_cookie(app: Flask, phone: Phone) -> None:
    phone.demo()
    stranger = Phone(app)
    stranger.code = phone.code
    stranger.client.set_cookie("companion", "eyJwaG9uZSI6IngifQ.aaaaaa.forged")
    assert stranger.get().status_code == 403


def test_joining_by_the_code_however_it_is_typed(app: Flask, phone: Phone) -> None:
    code = phone.demo()
    friend = Phone(app)
    assert friend.join(code.lower().replace("-", " ")).headers["Location"] == f"/t/{code}/seats"
    friend.code = code
    # A phone that has not chosen a seat is asked to, first.
    assert friend.get().headers["Location"] == f"/t/{code}/seats"


def test_an_unknown_code_is_said_beside_its_field(app: Flask) -> None:
    answer = Phone(app).post("/join", code="LUMO-KITA-42")
    assert answer.status_code == 422
    assert 'value="LUMO-KITA-42"' in answer.get_data(as_text=True)
    assert "There is no table with this code." in words(answer)


def test_guessing_codes_is_stopped(make_app: Callable[..., Flask]) -> None:
    guesser = Phone(make_app(JOIN_LIMIT=3))
    answers = [guesser.post("/join", code=new_code()).status_code for _ in range(5)]
    assert answers == [422, 422, 422, 429, 429]


def test_a_watcher_changes_nothing(app: Flask, phone: Phone) -> None:
    watcher = Phone(app)
    watcher.join(phone.demo(), "watch")
    assert watcher.get().status_code == 200
    answer = watcher.post("do/say", seat=0, number=9, seen=1)
    assert answer.status_code == 403
    assert "only watches" in words(answer)
    assert watcher.post("undo", revision=1).status_code == 403


def test_a_seat_enters_its_own_and_no_other(app: Flask, phone: Phone) -> None:
    ben = Phone(app)
    ben.join(phone.demo(), "seat.1")
    assert ben.post("do/say", seat=0, number=9, seen=1).status_code == 403
    assert ben.post("do/say", seat=1, number=9, seen=1).status_code == 303
    assert phone.entries(app) == {"setup": {"names": ["Ana", "Ben"]}, "number/0": 4, "number/1": 9}


def test_a_seat_takes_back_only_what_its_own_phone_entered(app: Flask, phone: Phone) -> None:
    ben = Phone(app)
    ben.join(phone.demo(), "seat.1")
    phone.post("do/say", seat=1, number=9, seen=1)
    ben.post("do/say", seat=1, number=7, seen=2)
    assert ben.get("history").get_data(as_text=True).count('name="revision"') == 1
    assert ben.post("undo", revision=2).status_code == 404
    assert ben.post("undo", revision=3).status_code == 303
    assert phone.entries(app)["number/1"] == 9


@pytest.mark.parametrize("role", ["seat.7", "seat.", "king", "seat.-1", ""])
def test_there_are_no_other_seats(app: Flask, phone: Phone, role: str) -> None:
    friend = Phone(app)
    friend.join(phone.demo())
    assert friend.post("seats", role=role).status_code == 400


def test_the_host_removes_a_phone(app: Flask, phone: Phone) -> None:
    friend = Phone(app)
    friend.join(phone.demo(), "seat.1")
    name = app.extensions["desk"].store.phones(phone.code)[1].phone
    assert friend.post("phones/remove", phone=name).status_code == 403
    phone.post("phones/remove", phone=name)
    assert friend.get().status_code == 403


def test_the_host_cannot_be_removed(app: Flask, phone: Phone) -> None:
    phone.demo()
    phone.post("phones/remove", phone=app.extensions["desk"].store.phones(phone.code)[0].phone)
    assert phone.get().status_code == 200


def test_a_closed_table_is_read_but_not_changed_until_it_is_opened(app: Flask, phone: Phone) -> None:
    friend = Phone(app)
    friend.join(phone.demo(), "everybody")
    assert friend.post("closed", closed=1).status_code == 403
    phone.post("closed", closed=1)
    assert "This table is closed" in words(friend.get())
    answer = friend.post("do/say", seat=0, number=9, seen=5)
    assert answer.status_code == 409
    assert "The table is closed" in words(answer)
    phone.post("closed", closed=0)
    assert friend.post("do/say", seat=0, number=9, seen=5).status_code == 303


def test_a_deleted_table_is_gone(app: Flask, phone: Phone) -> None:
    phone.demo()
    phone.post("delete")
    assert phone.get().status_code == 403
    assert app.extensions["desk"].store.db.execute("SELECT count(*) FROM entries").fetchone() == (0,)


def test_a_form_from_elsewhere_is_refused(make_app: Callable[..., Flask]) -> None:
    answer = Phone(make_app(WTF_CSRF_ENABLED=True)).post("/demo/toy")
    assert answer.status_code == 400
    assert "out of date" in words(answer)


def test_our_own_form_passes(make_app: Callable[..., Flask]) -> None:
    phone = Phone(make_app(WTF_CSRF_ENABLED=True))
    token = re.search(r'name="csrf_token" value="([^"]+)"', phone.get("/").get_data(as_text=True))
    assert token
    assert phone.post("/demo/toy", csrf_token=token[1]).status_code == 303


def test_names_are_escaped_everywhere(app: Flask, phone: Phone) -> None:
    answer = phone.post("/new/toy", names='<script>alert(1)</script>,"><img src=x>')
    phone.code = answer.headers["Location"].strip("/").split("/")[1]
    for page in ("", "scores", "seats", "history", "/"):
        text = phone.get(page).get_data(as_text=True)
        assert "<script>alert" not in text
        assert "<img src=x" not in text


def test_every_answer_carries_the_strict_policy(phone: Phone) -> None:
    phone.demo()
    for path in ("/", "", "/nowhere", "/static/companion.css", "live?seen=1"):
        headers = phone.get(path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["Permissions-Policy"] == "camera=(self), microphone=(), geolocation=()"


def test_no_page_has_inline_scripts_or_styles_or_foreign_addresses() -> None:
    from companion.paths import TEMPLATES

    for file in TEMPLATES.rglob("*.html"):
        text = file.read_text("utf-8")
        assert not re.search(r"<script(?![^>]*src=)|\sstyle=|<style|\son[a-z]+=|https?://", text), file


def test_the_cookie_is_for_the_server_alone(phone: Phone) -> None:
    cookie = next(value for value in phone.get("/").headers.getlist("Set-Cookie") if value.startswith("companion="))
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_the_secret_key_is_made_once_and_is_nobody_elses(tmp_path: Path) -> None:
    key = secret_key(tmp_path)
    assert len(key) == 64
    assert secret_key(tmp_path) == key
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0
    assert [file.name for file in tmp_path.iterdir()] == ["secret-key"]


def test_codes_are_long_enough_to_be_unguessable() -> None:
    codes = {new_code() for _ in range(1000)}
    assert len(codes) == 1000
    assert all(
        re.fullmatch(r"(?:[BDFGKLMNPRSTVZ][AEIOU]){2}-(?:[BDFGKLMNPRSTVZ][AEIOU]){2}-\d\d", code) for code in codes
    )
    assert tidy_code(" lumo-kita 42") == "LUMO-KITA-42"


@pytest.mark.parametrize(
    ("path", "status"), [("/nowhere", 404), ("/new/chess", 404), ("/join/" + "x" * 500, 200), ("/t/", 404)]
)
def test_unknown_addresses_get_a_plain_page(phone: Phone, path: str, status: int) -> None:
    answer = phone.get(path)
    assert answer.status_code == status
    assert "Companion" in words(answer)


def test_unknown_pages_and_actions_of_a_table_get_a_plain_page(phone: Phone) -> None:
    phone.demo()
    assert phone.get("p/nowhere").status_code == 404
    assert phone.post("do/nothing", seen=1).status_code == 404


def test_a_form_far_too_large_gets_a_plain_page(phone: Phone) -> None:
    phone.demo()
    answer = phone.post("do/say", seat=0, number="9" * 300_000)
    assert answer.status_code == 413
    assert "too large" in words(answer)


def test_a_mistake_of_ours_loses_nothing_and_shows_no_traceback(
    make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(make_app(PROPAGATE_EXCEPTIONS=False))
    phone.demo()
    monkeypatch.setattr(ToyTable, "page", lambda *_: 1 // 0)
    answer = phone.get()
    assert answer.status_code == 500
    assert "What was confirmed is safe" in words(answer)
    assert "ZeroDivisionError" not in words(answer)


def test_an_address_that_leads_nowhere_does_not_offer_itself_again(phone: Phone) -> None:
    page = words(phone.get("/nowhere"))
    assert "Nothing is here" in page
    assert "To the start page" in page
    assert "Back to where you were" not in page


def test_a_table_is_deleted_behind_two_taps(phone: Phone) -> None:
    phone.demo()
    page = phone.get("seats").get_data(as_text=True)
    before, _, after = page.partition("cannot be brought back")
    assert after, "what is lost is said before the button"
    assert before.count("<details") - before.count("</details") >= 2
    assert "Delete the table for good" in after
