"""A photo in line: its phone is told its place, what is read is entered, and what goes wrong meanwhile is said."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.core.table import Link
from companion.games.ai100.pages import decks
from companion.web.backroom import Full, Here, Waiting
from companion.web.tasks import FileTask, Outcome, PhotoTask
from tests.web.conftest import Phone, words
from tests.web.photographs import shoot
from tests.web.tableaux import GAME, TABLEAUX, Finished

WHOLE = {"B3": GAME["players"][0]["ai"], **TABLEAUX["Ana"]}


class Line:
    """A back room in which photos wait until they are told to go on."""

    def __init__(self) -> None:
        self.answers: list[Any] = []

    def bring(self, task: Any, house: Any) -> Any:
        found = self.answers.pop(0)
        if isinstance(found, Exception):
            raise found
        return found

    def ask(self, ticket: str) -> Any:
        return self.answers.pop(0)


@pytest.fixture
def line(app: Flask) -> Line:
    app.extensions["backroom"] = Line()
    return app.extensions["backroom"]


@pytest.fixture
def table(app: Flask) -> Finished:
    return Finished(app)


def send(table: Finished) -> Any:
    return table.post("photo/tableau", seat=0, photo=(io.BytesIO(b"a photo"), "a.jpg"))


def test_busy_is_said_with_the_place_and_the_page_asks_by_itself(table: Finished, line: Line) -> None:
    line.answers = [Waiting("ticket", 3), Waiting("ticket", 3), Waiting("ticket", 0), Outcome(Link("", {"seat": "0"}))]
    answer = send(table)
    assert answer.headers["Location"].endswith("/waiting/ticket")
    page = table.get("waiting/ticket")
    assert "Busy: your photo has place 3 in the line." in words(page)
    assert page.headers["Refresh"] == "2", "without script it asks, too"
    assert 'hx-trigger="load delay:1s"' in page.get_data(as_text=True)
    assert "Your photo is being read." in words(table.get("waiting/ticket"))
    assert table.get("waiting/ticket").headers["Location"] == f"/t/{table.code}/?seat=0"


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (Outcome(failure="slow"), "takes too long to read"),
        (Outcome(failure="large"), "needs too much memory"),
        (Outcome(failure="broken"), "could not be read"),
        (None, "The server was started again while the photo waited"),
    ],
)
def test_what_came_of_it_is_said_beside_the_button(
    table: Finished, line: Line, outcome: Outcome | None, sentence: str
) -> None:
    line.answers = [Waiting("ticket", 1), outcome]
    send(table)
    answer = table.get("waiting/ticket")
    assert answer.status_code == 422
    assert sentence in words(answer)


def test_a_line_that_is_too_long_is_said_and_nothing_is_lost(table: Finished, line: Line) -> None:
    line.answers = [Full()]
    answer = send(table)
    assert answer.status_code == 503
    assert "Too many photos are waiting" in words(answer)


def test_nobody_asks_for_the_photo_of_another(app: Flask, table: Finished, line: Line) -> None:
    line.answers = [Waiting("ticket", 1)]
    send(table)
    assert table.get("waiting/other").headers["Location"] == f"/t/{table.code}/"


@pytest.mark.parametrize("what", ["deleted", "closed"])
def test_a_table_that_is_deleted_or_closed_during_its_photo(app: Flask, table: Finished, what: str) -> None:
    store = app.extensions["house"].store

    class Meanwhile(Here):
        def bring(self, task: Any, house: Any) -> Any:
            def decoded() -> None:
                store.delete(table.code) if what == "deleted" else store.set_closed(table.code, True)

            return task.perform(house, decoded)

    app.extensions["backroom"] = Meanwhile()
    form = {"seat": 0, "photo": (io.BytesIO(shoot(WHOLE, megapixels=1.2).jpeg), "a.jpg")}
    answer = table.client.post(f"/t/{table.code}/photo/tableau", data=form, buffered=True)
    assert answer.status_code == (404 if what == "deleted" else 409)


def test_the_deck_to_print_is_drawn_once_and_lies_ready(
    app: Flask, table: Finished, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(decks, "_demo_sheet", lambda language: drawn.append("once") or b"%PDF")
    for _ in range(3):
        answer = table.get("file/demo.pdf")
        assert answer.data == b"%PDF"
        assert "companion-demo-deck.pdf" in answer.headers["Content-Disposition"]
    assert drawn == ["once"]


def test_whoever_asks_for_a_file_that_is_being_drawn_sees_a_sign_of_life(table: Finished, line: Line) -> None:
    line.answers = [Waiting("ticket", 0)]
    page = table.get("file/demo.pdf")
    assert "The file is being drawn" in words(page)
    assert page.headers["Refresh"] == "2"


def test_the_same_form_and_the_same_file_are_one_task() -> None:
    def photo(once: str) -> PhotoTask:
        return PhotoTask("CODE", "phone", "en", "tableau", {}, b"x", 1, once)

    def drawing(phone: str) -> FileTask:
        return FileTask("CODE", phone, "en", "demo.pdf", "ai100")

    assert photo("a").is_same(photo("a"))
    assert not photo("a").is_same(photo("b"))
    assert not photo("").is_same(photo(""))
    assert drawing("ana").is_same(drawing("ben"))
    assert not drawing("ana").is_same(photo("a"))


def test_a_seat_deletes_the_photos_of_its_own_phone_alone(app: Flask, table: Finished) -> None:
    house = app.extensions["house"]
    seated = Phone(app)
    seated.join(table.code, "seat.0")
    (phone,) = (one.phone for one in house.store.phones(table.code) if not one.host)
    house.photos.keep(table.code, "mine", b"mine", (4, 3), phone)
    house.photos.keep(table.code, "theirs", b"theirs", (4, 3), "another phone")
    page = words(seated.get("photos"))
    assert page.count("Delete") == 1, "a button for its own alone"
    assert seated.post("photos/delete", photo="theirs").status_code == 403
    assert seated.post("photos/delete", photo="mine").status_code == 303
    assert list(house.photos.of_table(table.code)) == ["theirs"]
    assert table.post("photos/delete", photo="theirs").status_code == 303, "this one keeps score for everybody"


def test_photos_of_a_closed_table_stay(app: Flask, table: Finished) -> None:
    house = app.extensions["house"]
    house.photos.keep(table.code, "mark", b"a photo", (4, 3))
    house.store.set_closed(table.code, True)
    assert table.post("photos/delete", photo="mark").status_code == 409
    assert house.photos.jpeg(table.code, "mark") == b"a photo"
