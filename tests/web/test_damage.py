"""Deck files with hostile prints are refused with the place; a box that is damaged already is opened and mended."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.games.ai100.deck import demo_deck, face_to_json
from companion.games.ai100.sound import check_print, damage
from tests.web.conftest import words
from tests.web.test_finished import Finished

INFINITE = float("inf")


def whole() -> dict[str, Any]:
    return copy.deepcopy(demo_deck().to_json())


HOSTILE: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "pictures, a list": (lambda p: p.update(pictures=[]), "print, pictures"),
    "pictures, null": (lambda p: p.update(pictures=None), "print, pictures"),
    "pictures, text": (lambda p: p.update(pictures="x"), "print, pictures"),
    "pictures of unknown cards": (lambda p: p.update(pictures={"999": "x"}), "unknown card"),
    "two shades": (lambda p: p.update(shades={"red": "#c8282d", "blue": "#1c63b7"}), "print, shades"),
    "20,000 shades": (lambda p: p.update(shades={str(n): "#000000" for n in range(20_000)}), "at most 400"),
    "a shade that is none": (lambda p: p["shades"].update(red="crimson"), "print, shades, red"),
    "a spot at infinity": (lambda p: p.update(number=[INFINITE, 0.4, 0.3]), "print, number"),
    "a spot beyond the card": (lambda p: p.update(id=[0.5, 1.2, 0.1]), "print, id, 2"),
    "a spot of two": (lambda p: p.update(corner=[0.1, 0.1]), "print, corner"),
    "a triangle as large as the card": (lambda p: p.update(triangle=2), "print, triangle"),
    "an outline of another size": (lambda p: p.update(outline="AAAA"), "print, outline"),
    "an outline that is no text": (lambda p: p.update(outline=[1]), "print, outline"),
    "thousands of places": (lambda p: p.update(ground=[[0.5, 0.5]] * 5000), "print, ground"),
    "no places": (lambda p: p.update(ground=[]), "print, ground"),
    "turns without end": (lambda p: p.update(turns=[INFINITE] * 4), "print, turns"),
    "something new without end": (lambda p: p.update(new=[[[[[[[[1]]]]]]]]), "print, new"),
    "a text without end": (lambda p: p.update(new="x" * 100_000), "print, new"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_deck_file_is_refused_with_the_place_and_nothing_is_stored(app: Flask, case: str) -> None:
    change, place = HOSTILE[case]
    document = whole()
    change(document["print"])
    table = Finished(app, deck="+", new_deck="Shelf")
    data = json.dumps(document).encode()
    answer = table.client.post(
        f"/t/{table.code}/file/deck", data={"file": (io.BytesIO(data), "deck.json")}, headers=table.headers
    )
    assert answer.status_code == 422
    assert place in words(answer)
    assert app.extensions["desk"].store.box("ai100", "Shelf")[1] == {}


def test_our_own_prints_are_sound() -> None:
    check_print(demo_deck().print)
    check_print({})
    faces = {card: face_to_json(face) for card, face in demo_deck().faces.items()}
    assert (
        damage({**faces, "@print": dict(demo_deck().print), "@doubt/073": faces["073"], "@ask/001": {"tl": 0.3}}) == {}
    )


def test_a_box_that_is_damaged_already_is_opened_mended_and_deleted(app: Flask) -> None:
    table = Finished(app, deck="+", new_deck="Shelf")
    face = face_to_json(demo_deck().faces["001"])
    printed = {**demo_deck().print, "ground": [[0.5, 0.5]] * 5000}
    odd = {"@print": printed, "@figures": 7, "073": {"colour": "pink"}, "@doubt/074": [], "001": face}
    app.extensions["desk"].store.keep("ai100", "Shelf", odd)
    for page in ("", "p/deck", "p/deck?part=3", "p/teach", "p/figure", "scores", "game.json", "/new/ai100"):
        assert table.get(page).status_code == 200, page
    said = words(table.get("/boxes"))
    assert "left out: 4" in said
    assert "073" in said
    assert table.post("/boxes/mend", game="ai100", name="Shelf").status_code == 303
    assert dict(app.extensions["desk"].store.box("ai100", "Shelf")[1]) == {"001": face}
    assert table.post("/boxes/delete", game="ai100", name="Shelf").status_code == 303
    assert table.get("").status_code == 200
