"""A server that strangers reach: limits for each phone and day."""

from __future__ import annotations

import io
from collections.abc import Callable

from flask import Flask

from tests.web.conftest import Phone, words


def invited(app: Flask) -> Phone:
    phone = Phone(app)
    code = app.extensions["house"].admission.invitation(1)
    assert phone.post("/invitation", code=code).status_code == 303
    return phone


def test_a_phone_lays_so_many_tables_a_day(make_app: Callable[..., Flask]) -> None:
    app = make_app(PUBLIC=True, TABLES_A_DAY=2)
    phone = invited(app)
    assert [phone.post("/demo/yacht").status_code for _ in range(3)] == [303, 303, 429]
    assert "That is enough for today" in words(phone.post("/demo/yacht"))
    other = invited(app)
    assert other.post("/demo/yacht").status_code == 303
    app.extensions["house"].store.db.execute("UPDATE sent SET day = '2020-01-01'")
    assert phone.post("/demo/yacht").status_code == 303, "tomorrow it may again"


def test_a_phone_sends_so_many_photos_and_bytes_a_day(make_app: Callable[..., Flask]) -> None:
    app = make_app(PUBLIC=True, PHOTOS_A_DAY=2, BYTES_A_DAY=50)
    phone = invited(app)
    fields = {"players": 1, "name0": "Ana", "ai0": "AI-4", "finished": 1, "objective1": "O3", "objective2": "O4"}
    phone.code = phone.post("/new/ai100", deck="demo", **fields).headers["Location"].split("/")[2]

    def send(size: int) -> int:
        return phone.post("photo/tableau", seat=0, photo=(io.BytesIO(b"x" * size), "a.jpg")).status_code

    assert [send(20), send(60), send(20), send(1)] == [422, 429, 422, 429]


def test_files_count_with_their_bytes(make_app: Callable[..., Flask]) -> None:
    app = make_app(PUBLIC=True, BYTES_A_DAY=50)
    phone = invited(app)
    fields = {"players": 1, "name0": "Ana", "ai0": "AI-4", "deck": "+", "new_deck": "Shelf"}
    phone.code = phone.post("/new/ai100", **fields).headers["Location"].split("/")[2]

    def send(size: int) -> int:
        return phone.post("file/deck", file=(io.BytesIO(b"x" * size), "deck.json")).status_code

    assert [send(40), send(11), send(10), send(1)] == [422, 429, 422, 429]


def test_taking_in_games_needs_an_invitation_as_laying_tables_does(make_app: Callable[..., Flask]) -> None:
    app = make_app(PUBLIC=True, TABLES_A_DAY=3)

    def take_in(phone: Phone) -> tuple[int, str]:
        answer = phone.post("/past/take-in", file=(io.BytesIO(b"{}"), "archive.json"))
        return answer.status_code, answer.headers.get("Location", "")

    assert take_in(Phone(app)) == (303, "/invitation")
    guest = invited(app)
    assert [take_in(guest)[0] for _ in range(4)] == [422, 422, 422, 429], "each counts as a table"


def test_a_private_server_counts_nothing(make_app: Callable[..., Flask]) -> None:
    app = make_app(TABLES_A_DAY=1)
    phone = Phone(app)
    assert [phone.post("/demo/yacht").status_code for _ in range(3)] == [303] * 3
