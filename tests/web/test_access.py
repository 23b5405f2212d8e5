"""Who may do what: codes, cookies, roles, hosts, and what the headers forbid."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest
from flask import Flask

from companion.core.errors import Unreadable
from companion.pages.paged import PagedTable
from companion.store.codes import new_code, tidy_code
from companion.web.security import secret_key
from tests.web.conftest import Phone, choice, words

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


@pytest.mark.parametrize("action", ["do/fill", "undo", "seats", "phones/remove", "closed", "delete"])
def test_a_phone_that_has_not_joined_changes_nothing(app: Flask, phone: Phone, action: str) -> None:
    phone.demo()
    stranger = Phone(app)
    stranger.code = phone.code
    assert stranger.post(action, seat=0, **choice(9), revision=1, role="watch", closed=1).status_code == 403
    assert "box/0/choice" not in phone.entries(app)
    assert app.extensions["house"].store.revision(phone.code) == 1


def test_a_forged_cookie_is_no_cookie(app: Flask, phone: Phone) -> None:
    phone.demo()
    stranger = Phone(app)
    stranger.code = phone.code
    stranger.client.set_cookie("companion", "eyJwaG9uZSI6IngifQ.aaaaaa.forged")
    assert stranger.get().status_code == 403


def test_a_clock_that_was_set_back_throws_nobody_out(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    phone.demo()
    for set_back in (2, 86400, now - 100):
        monkeypatch.setattr(time, "time", lambda back=set_back: now - back)
        assert phone.get().status_code == 200
        assert phone.post("closed", closed=0).status_code == 303, "host rights included"


def test_how_long_the_cookie_lasts_is_counted_by_the_phone(phone: Phone) -> None:
    cookie = next(value for value in phone.get("/").headers.getlist("Set-Cookie") if value.startswith("companion="))
    assert "Max-Age=34560000" in cookie


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


def test_guessing_codes_is_stopped_and_it_says_for_how_long(app: Flask) -> None:
    guesser = Phone(app)
    answers = [guesser.post("/join", code=new_code()) for _ in range(14)]
    assert [answer.status_code for answer in answers] == [422] * 12 + [429] * 2
    assert re.search(r"Wait (60|59|58|57|56) seconds, then type the code again", words(answers[-1]))


def test_the_right_code_after_a_few_slips_is_never_refused(app: Flask, phone: Phone) -> None:
    code, clumsy = phone.demo(), Phone(app)
    for _ in range(11):
        clumsy.post("/join", code=new_code())
    assert clumsy.join(code).status_code == 303


def test_somebody_who_guesses_locks_out_no_other_phone_behind_the_same_router(app: Flask, phone: Phone) -> None:
    code, guesser = phone.demo(), Phone(app)
    for _ in range(150):
        guesser.post("/join", code=new_code())
    assert Phone(app).join(code).status_code == 303


def test_guessing_with_one_new_phone_after_another_is_stopped(make_app: Callable[..., Flask]) -> None:
    app = make_app(SLIPS_OF_AN_ADDRESS=3)
    host = Phone(app)
    code = host.demo()
    assert [Phone(app).post("/join", code=new_code()).status_code for _ in range(5)] == [422] * 3 + [429] * 2
    assert Phone(app).join(code).status_code == 429
    # Whoever sits at a table of this server already is no stranger.
    assert host.post("/join", code=code).status_code == 303


def test_a_watcher_changes_nothing(app: Flask, phone: Phone) -> None:
    watcher = Phone(app)
    watcher.join(phone.demo(), "watch")
    assert watcher.get().status_code == 200
    answer = watcher.post("do/fill", seat=0, **choice(9), as_of=1)
    assert answer.status_code == 403
    assert "only watches" in words(answer)
    assert watcher.post("undo", revision=1).status_code == 403


def test_a_seat_enters_its_own_and_no_other(app: Flask, phone: Phone) -> None:
    ben = Phone(app)
    ben.join(phone.demo(), "seat.1")
    assert ben.post("do/fill", seat=0, **choice(9), as_of=1).status_code == 403
    assert ben.post("do/fill", seat=1, **choice(9), as_of=1).status_code == 303
    assert phone.entries(app)["box/1/choice"] == [5, 1, 1, 1, 1]
    assert "box/0/choice" not in phone.entries(app)


def test_a_seat_takes_back_only_what_its_own_phone_entered(app: Flask, phone: Phone) -> None:
    ben = Phone(app)
    ben.join(phone.demo(), "seat.1")
    phone.post("do/fill", seat=1, **choice(9), as_of=1)
    ben.post("do/fill", seat=1, **choice(7), as_of=2)
    assert ben.get("history").get_data(as_text=True).count('name="revision"') == 1
    assert ben.post("undo", revision=2).status_code == 404
    assert ben.post("undo", revision=3).status_code == 303
    assert phone.entries(app)["box/1/choice"] == [5, 1, 1, 1, 1]


@pytest.mark.parametrize("role", ["seat.7", "seat.", "king", "seat.-1", ""])
def test_there_are_no_other_seats(app: Flask, phone: Phone, role: str) -> None:
    friend = Phone(app)
    friend.join(phone.demo())
    assert friend.post("seats", role=role).status_code == 400


def test_the_host_removes_a_phone(app: Flask, phone: Phone) -> None:
    friend = Phone(app)
    friend.join(phone.demo(), "seat.1")
    name = app.extensions["house"].store.phones(phone.code)[1].phone
    assert friend.post("phones/remove", phone=name).status_code == 403
    phone.post("phones/remove", phone=name)
    assert friend.get().status_code == 403


def test_a_removed_phone_stays_out(app: Flask, phone: Phone) -> None:
    friend = Phone(app)
    friend.join(phone.demo(), "seat.1")
    name = app.extensions["house"].store.phones(phone.code)[1].phone
    phone.post("phones/remove", phone=name)
    answer = friend.join(phone.code)
    assert answer.status_code == 403
    assert "The host has removed this phone" in words(answer)
    assert friend.get().status_code == 403


def test_the_host_locks_the_seats(app: Flask, phone: Phone) -> None:
    watcher, late = Phone(app), Phone(app)
    watcher.join(phone.demo(), "watch")
    assert watcher.post("locked", locked=1).status_code == 403
    phone.post("locked", locked=1)
    answer = watcher.post("seats", role="everybody")
    assert answer.status_code == 403
    assert "The seats are locked" in words(answer)
    assert watcher.post("do/fill", seat=0, **choice(9), as_of=9).status_code == 403
    assert late.join(phone.code).status_code == 403
    assert watcher.join(phone.code).status_code == 303, "who is at the table stays"
    assert phone.post("seats", role="seat.0").status_code == 303, "the host may"
    phone.post("locked", locked=0)
    assert watcher.post("seats", role="everybody").status_code == 303
    assert late.join(phone.code).status_code == 303


def test_the_host_cannot_be_removed(app: Flask, phone: Phone) -> None:
    phone.demo()
    phone.post("phones/remove", phone=app.extensions["house"].store.phones(phone.code)[0].phone)
    assert phone.get().status_code == 200


def test_a_closed_table_is_read_but_not_changed_until_it_is_opened(app: Flask, phone: Phone) -> None:
    friend = Phone(app)
    friend.join(phone.demo(), "everybody")
    assert friend.post("closed", closed=1).status_code == 403
    phone.post("closed", closed=1)
    assert "This table is closed" in words(friend.get())
    answer = friend.post("do/fill", seat=0, **choice(9), as_of=5)
    assert answer.status_code == 409
    assert "The table is closed" in words(answer)
    phone.post("closed", closed=0)
    assert friend.post("do/fill", seat=0, **choice(9), as_of=5).status_code == 303


def test_a_deleted_table_is_gone(app: Flask, phone: Phone) -> None:
    phone.demo()
    phone.post("delete")
    assert phone.get().status_code == 403
    store = app.extensions["house"].store
    store.db.execute("UPDATE tables SET deleted = datetime('now', '-31 days')")
    store.clear_away()
    assert store.db.execute("SELECT count(*) FROM entries").fetchone() == (0,)


def test_a_form_from_elsewhere_is_refused(make_app: Callable[..., Flask]) -> None:
    answer = Phone(make_app(WTF_CSRF_ENABLED=True)).post("/demo/yacht")
    assert answer.status_code == 400
    assert "out of date" in words(answer)


def test_our_own_form_passes(make_app: Callable[..., Flask]) -> None:
    phone = Phone(make_app(WTF_CSRF_ENABLED=True))
    token = re.search(r'name="csrf_token" value="([^"]+)"', phone.get("/").get_data(as_text=True))
    assert token
    assert phone.post("/demo/yacht", csrf_token=token[1]).status_code == 303


def test_names_are_escaped_everywhere(app: Flask, phone: Phone) -> None:
    answer = phone.post("/new/yacht", players=2, name0="<script>alert()</script>", name1='"><img src=x>')
    phone.code = answer.headers["Location"].strip("/").split("/")[1]
    for page in ("", "scores", "seats", "history", "/"):
        text = phone.get(page).get_data(as_text=True)
        assert "<script>alert" not in text
        assert "<img src=x" not in text


def test_every_answer_carries_the_strict_policy(phone: Phone) -> None:
    phone.demo()
    for path in ("/", "", "/nowhere", "/static/companion.css", "live?as_of=1"):
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
    assert phone.post("do/nothing", as_of=1).status_code == 404


def test_a_form_far_too_large_gets_a_plain_page(phone: Phone) -> None:
    phone.demo()
    answer = phone.post("do/fill", seat=0, dice="9" * 300_000)
    assert answer.status_code == 413
    assert "too large" in words(answer)


def test_a_mistake_of_ours_loses_nothing_and_shows_no_traceback(
    make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = Phone(make_app(PROPAGATE_EXCEPTIONS=False))
    phone.demo()
    monkeypatch.setattr(PagedTable, "page", lambda *_: 1 // 0)
    answer = phone.get()
    assert answer.status_code == 500
    assert "What was confirmed is safe" in words(answer)
    assert "ZeroDivisionError" not in words(answer)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (sqlite3.OperationalError("database or disk is full"), 503),
        (sqlite3.DatabaseError("database disk image is malformed"), 503),
        (sqlite3.IntegrityError("UNIQUE constraint failed"), 500),
    ],
)
def test_trouble_with_the_disk_is_told_from_a_mistake_of_ours(
    make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch, error: sqlite3.DatabaseError, status: int
) -> None:
    phone = Phone(make_app(PROPAGATE_EXCEPTIONS=False))
    phone.demo()
    monkeypatch.setattr(PagedTable, "page", Mock(side_effect=error))
    assert phone.get().status_code == status


def test_an_address_that_leads_nowhere_does_not_offer_itself_again(phone: Phone) -> None:
    page = words(phone.get("/nowhere"))
    assert "Nothing is here" in page
    assert "To the start page" in page
    assert "Back to where you were" not in page


def test_a_table_is_deleted_behind_two_taps(phone: Phone) -> None:
    phone.demo()
    page = phone.get("seats").get_data(as_text=True)
    before, _, after = page.partition("can be brought back for a month")
    assert after, "what is lost is said before the button"
    assert before.count("<details") - before.count("</details") >= 2
    assert "Delete the table" in after


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8100", "a" * 30, "localhost.evil.example", "10.9.8.7"])
def test_an_unknown_host_gets_a_plain_400(phone: Phone, host: str) -> None:
    answer = phone.get("/", Host=host)
    assert answer.status_code == 400
    assert host not in answer.get_data(as_text=True)


@pytest.mark.parametrize("host", ["localhost", "localhost:8100", "127.0.0.1:8100", "[::1]:8100", "LOCALHOST"])
def test_the_machines_own_names_are_known(phone: Phone, host: str) -> None:
    assert phone.get("/", Host=host).status_code == 200


def test_the_address_that_the_visitor_came_to_is_known(phone: Phone) -> None:
    came = phone.client.get("/", headers={"Host": "192.0.2.7:8100"}, environ_base={"companion.came_to": "192.0.2.7"})
    assert came.status_code == 200


def test_a_trusted_name_is_known_and_stands_in_the_join_link(make_app: Callable[..., Flask]) -> None:
    phone = Phone(make_app(TRUSTED_NAMES=("scores.example",)))
    code = phone.demo()
    assert phone.get("/", Host="scores.example").status_code == 200
    visitor = Phone(phone.client.application)
    visitor.client.post("/join", data={"code": code}, base_url="http://scores.example")
    page = visitor.client.get(f"/t/{code}/share", base_url="http://scores.example", headers=visitor.headers)
    assert f"http://scores.example/join/{code}" in words(page)


def test_a_fixed_address_stands_in_the_join_link_whatever_the_visitor_came_by(make_app: Callable[..., Flask]) -> None:
    phone = Phone(make_app(ADDRESS="https://scores.example", FIXED_ADDRESS=True, TRUSTED_NAMES=("inside",)))
    code = phone.demo()
    visitor = Phone(phone.client.application)
    visitor.client.post("/join", data={"code": code}, base_url="http://inside")
    page = visitor.client.get(f"/t/{code}/share", base_url="http://inside", headers=visitor.headers)
    assert f"https://scores.example/join/{code}" in words(page)


@pytest.mark.parametrize("here", ["//[::1", "http://[", "\\\\evil.example", "//evil.example/x"])
def test_no_address_to_go_back_to_breaks_a_page(phone: Phone, here: str) -> None:
    assert phone.post("/wish", theme="dark", here=here).headers["Location"] == "/"
    assert phone.post("/join", code="", here=here).status_code == 422


def test_an_odd_secret_key_is_said_with_the_way_back(tmp_path: Path) -> None:
    for odd in (b"", b"short", b"\xff" * 64, b"z" * 64):
        (tmp_path / "secret-key").write_bytes(odd)
        with pytest.raises(Unreadable, match=r"64 digits .* all phones then have to join again"):
            secret_key(tmp_path)
