"""Whose a box is: its owners choose and teach it, others see it at a table where it is used."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from companion.games.ai100.deck import demo_deck, face_to_json
from tests.web.conftest import Phone, words

FACES = {card: face_to_json(face._replace(phase=1)) for card, face in demo_deck().faces.items()}


def lay(phone: Phone, **deck: str) -> Phone:
    fields = {"players": 2, "name0": "Ana", "name1": "Ben", "ai0": "AI-2", "ai1": "AI-3", "deck": "demo", **deck}
    phone.code = phone.post("/new/ai100", **fields).headers["Location"].split("/")[2]
    return phone


def teach(phone: Phone, card: str, like: str) -> int:
    """Enter the face of a card as that of another one is printed."""
    face = FACES[like]
    fields = {"card": card, "colour": face["colour"], "number": face["number"]}
    for corner, (colour, number) in face["connectors"].items():
        fields |= {f"{corner}colour": colour, f"{corner}number": number}
    return phone.post("do/face", **fields, as_of=99).status_code


def box(app: Flask, name: str = "Attic") -> dict[str, Any]:
    return dict(app.extensions["house"].store.box("ai100", name)[1])


@pytest.fixture
def owner(app: Flask) -> Phone:
    phone = lay(Phone(app), deck="+", new_deck="Attic")
    assert teach(phone, "073", "001") == 303
    return phone


def test_strangers_see_no_box_of_others_and_cannot_choose_it(app: Flask, owner: Phone) -> None:
    stranger = Phone(app)
    assert "Attic" in words(owner.get("/new/ai100"))
    assert "Attic" not in words(stranger.get("/new/ai100"))
    answer = stranger.post("/new/ai100", players=1, name0="Eve", ai0="AI-2", deck="Attic")
    assert answer.status_code == 422
    assert "Attic" not in words(stranger.get("/boxes"))


def test_a_new_box_of_the_same_name_is_another_box(app: Flask, owner: Phone) -> None:
    stranger = lay(Phone(app), deck="+", new_deck="Attic")
    assert app.extensions["house"].store.table(stranger.code).entries["setup"]["deck"] == "Attic 2"
    assert teach(stranger, "073", "002") == 303
    assert box(app)["073"] == FACES["001"]
    assert box(app, "Attic 2")["073"] == FACES["002"]


def test_at_the_table_others_are_shown_the_box_but_what_they_enter_stays_at_the_table(app: Flask, owner: Phone) -> None:
    friend = Phone(app)
    friend.join(owner.code, "everybody")
    assert "1 known" in words(friend.get("p/deck"))
    assert "p/face?card=" not in friend.get("p/deck").get_data(as_text=True)
    assert teach(friend, "074", "002") == 303
    assert "074" not in box(app)
    assert owner.entries(app)["face/074"] == FACES["002"]


def test_an_invited_phone_is_an_owner_once(app: Flask, owner: Phone) -> None:
    owner.post("/boxes/invite", game="ai100", name="Attic")
    code = re.search(r"[A-Z]{4}-[A-Z]{4}-\d\d", words(owner.get("/boxes")))
    assert code
    friend, late = Phone(app), Phone(app)
    assert friend.post("/join", code=code[0]).headers["Location"] == "/boxes"
    assert "Attic" in words(friend.get("/new/ai100"))
    assert late.post("/join", code=code[0]).status_code == 422, "an invitation serves once"
    lay(friend, deck="Attic")
    assert teach(friend, "074", "002") == 303
    assert box(app)["074"] == FACES["002"]


def test_only_owners_invite_mend_and_delete(app: Flask, owner: Phone) -> None:
    for what in ("invite", "mend", "delete"):
        assert Phone(app).post(f"/boxes/{what}", game="ai100", name="Attic").status_code == 404
    assert owner.post("/boxes/delete", game="ai100", name="Attic").status_code == 303
    assert box(app) == {}
    assert owner.get().status_code == 200, "the table that plays with it goes on"


def test_a_box_made_on_the_command_line_is_the_houses_except_on_a_public_server(make_app: Any) -> None:
    app = make_app()
    app.extensions["house"].store.keep("ai100", "Hearth", {"073": FACES["001"]})
    assert "Hearth" in words(Phone(app).get("/new/ai100"))
    public = make_app(PUBLIC=True)
    assert "Hearth" not in words(Phone(public).get("/new/ai100"))


def test_a_face_taught_undone_and_taught_otherwise_is_seen_at_another_table(app: Flask, owner: Phone) -> None:
    other = Phone(app)
    owner.post("/boxes/invite", game="ai100", name="Attic")
    code = re.search(r"[A-Z]{4}-[A-Z]{4}-\d\d", words(owner.get("/boxes")))
    assert code
    other.post("/join", code=code[0])
    lay(other, deck="Attic")
    house = app.extensions["house"]

    def seen() -> Any:
        return house.view(house.store.table(other.code), None, "en").state.faces.get("073")

    assert seen() == FACES["001"]
    assert owner.post("undo", revision=2, as_of=2).status_code == 303
    assert teach(owner, "073", "002") == 303
    assert seen() == FACES["002"]


def test_a_finished_game_whose_cards_have_no_face_yet_has_a_game_file(app: Flask) -> None:
    fields = {"players": 1, "name0": "Ana", "ai0": "AI-1", "finished": 1, "objective1": "O1", "objective2": "O11"}
    phone = Phone(app)
    answer = phone.post("/new/ai100", **fields, deck="+", new_deck="Attic")
    assert answer.status_code == 303, words(answer)
    phone.code = answer.headers["Location"].split("/")[2]
    document = phone.get("game.json")
    assert document.status_code == 200
    assert document.json["faces"] == {}
