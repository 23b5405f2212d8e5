"""Deck files with hostile prints are refused with the place; a box that is damaged already is opened and mended."""

from __future__ import annotations

import base64
import copy
import io
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from flask import Flask
from PIL import Image

from companion.games.ai100.deck import demo_deck, face_to_json
from companion.games.ai100.sound import check_print, damage
from companion.vision.pictures import write_picture
from companion.web import create_app
from tests.web.conftest import words
from tests.web.tableaux import Finished

INFINITE, NOTHING, HUGE = float("inf"), float("nan"), 10**400
DEEP: list[Any] = []
for _ in range(500):
    DEEP = [DEEP]


def whole() -> dict[str, Any]:
    return copy.deepcopy(demo_deck().to_json())


def picture(width: int, height: int, kind: str = "WEBP") -> str:
    stream = io.BytesIO()
    Image.new("RGB", (width, height)).save(stream, kind)
    return base64.b64encode(stream.getvalue()).decode()


def ai(printed: dict[str, Any]) -> dict[str, Any]:
    return {"number": printed["number"], "id": printed["id"], "ground": [[0.5, 0.5]]}


HOSTILE: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "pictures, a list": (lambda p: p.update(pictures=[]), "print, pictures"),
    "pictures, null": (lambda p: p.update(pictures=None), "print, pictures"),
    "pictures, text": (lambda p: p.update(pictures="x"), "print, pictures"),
    "pictures of unknown cards": (lambda p: p.update(pictures={"999": "x"}), "unknown card"),
    "two shades": (lambda p: p.update(shades={"red": "#c8282d", "blue": "#1c63b7"}), "print, shades"),
    "20,000 shades": (lambda p: p.update(shades={str(n): "#000000" for n in range(20_000)}), "at most 400"),
    "shades, a list": (lambda p: p.update(shades=[]), "print, shades"),
    "shades, null": (lambda p: p.update(shades=None), "print, shades"),
    "shades, a number": (lambda p: p.update(shades=7), "print, shades"),
    "a shade, a number": (lambda p: p["shades"].update(red=255), "print, shades, red"),
    "a shade, a list": (lambda p: p["shades"].update(red=[200, 40, 45]), "print, shades, red"),
    "a shade without end": (lambda p: p["shades"].update(red="#" * 50_000), "print, shades, red"),
    "a colour too many": (lambda p: p["shades"].update(pink="#ffc0cb"), "print, shades"),
    "tints, text": (lambda p: p.update(tints="x"), "print, tints"),
    "tints of two": (lambda p: p.update(tints={"red": "#c8282d"}), "print, tints"),
    "a picture, a number": (lambda p: p.update(pictures={"073": 7}), "print, pictures"),
    "a picture, null": (lambda p: p.update(pictures={"073": None}), "print, pictures"),
    "a picture that is no base64": (lambda p: p.update(pictures={"073": ["***"]}), "print, pictures, 073"),
    "a picture of another size": (lambda p: p.update(pictures={"073": [picture(640, 880)]}), "print, pictures, 073"),
    "a picture of another kind": (
        lambda p: p.update(pictures={"073": [picture(63, 88, "PNG")]}),
        "print, pictures, 073",
    ),
    "pictures in pictures": (lambda p: p.update(pictures={"073": [[picture(63, 88)]]}), "print, pictures, 073"),
    "a picture without end": (lambda p: p.update(pictures={"073": "A" * 50_000}), "print, pictures"),
    "20,000 pictures": (lambda p: p.update(pictures={str(n): "" for n in range(20_000)}), "print, pictures"),
    "a shade that is none": (lambda p: p["shades"].update(red="crimson"), "print, shades, red"),
    "a spot at infinity": (lambda p: p.update(number=[INFINITE, 0.4, 0.3]), "print, number"),
    "a spot that is no number": (lambda p: p.update(number=[NOTHING, 0.4, 0.3]), "print, number"),
    "a spot of 400 digits": (lambda p: p.update(number=[HUGE, 0.4, 0.3]), "print, number"),
    "a spot at minus infinity": (lambda p: p.update(id=[-INFINITE, 0.4, 0.1]), "print, id"),
    "a spot of text": (lambda p: p.update(number=["0.5", 0.4, 0.3]), "print, number, 1"),
    "a spot of yes and no": (lambda p: p.update(number=[True, False, True]), "print, number, 1"),
    "a spot of nothing": (lambda p: p.update(number=[None, None, None]), "print, number, 1"),
    "a spot, an object": (lambda p: p.update(number={"x": 0.5}), "print, number"),
    "a spot of 300": (lambda p: p.update(number=[0.5] * 300), "print, number"),
    "no spot": (lambda p: p.pop("number"), "print, number"),
    "a spot of no size": (lambda p: p.update(number=[0.5, 0.4, 0]), "print, number, 3"),
    "a spot beyond the card": (lambda p: p.update(id=[0.5, 1.2, 0.1]), "print, id, 2"),
    "a spot of two": (lambda p: p.update(corner=[0.1, 0.1]), "print, corner"),
    "a triangle as large as the card": (lambda p: p.update(triangle=2), "print, triangle"),
    "a triangle of nothing": (lambda p: p.update(triangle=0), "print, triangle"),
    "a triangle that is no number": (lambda p: p.update(triangle=NOTHING), "print, triangle"),
    "a triangle, text": (lambda p: p.update(triangle="0.3"), "print, triangle"),
    "an outline that is no base64": (lambda p: p.update(outline="*" * 5544), "print, outline"),
    "an outline without end": (lambda p: p.update(outline="A" * 100_000), "print, outline"),
    "an outline of another size": (lambda p: p.update(outline="AAAA"), "print, outline"),
    "an outline that is no text": (lambda p: p.update(outline=[1]), "print, outline"),
    "thousands of places": (lambda p: p.update(ground=[[0.5, 0.5]] * 5000), "print, ground"),
    "places, an object": (lambda p: p.update(ground={"0": [0.5, 0.5]}), "print, ground"),
    "places, null": (lambda p: p.update(ground=None), "print, ground"),
    "a place of three": (lambda p: p.update(ground=[[0.5, 0.5, 0.5]]), "print, ground, 1"),
    "a place at infinity": (lambda p: p.update(ground=[[0.5, INFINITE]]), "print, ground, 1, 2"),
    "a place beside the card": (lambda p: p.update(ground=[[0.5, 0.5], [0.5, -1]]), "print, ground, 2, 2"),
    "a place, a number": (lambda p: p.update(ground=[0.5]), "print, ground, 1"),
    "thousands of patches": (lambda p: p.update(patches=[[0.5, 0.5]] * 5000), "print, patches"),
    "patches, text": (lambda p: p.update(patches="x"), "print, patches"),
    "no places": (lambda p: p.update(ground=[]), "print, ground"),
    "turns without end": (lambda p: p.update(turns=[INFINITE] * 4), "print, turns"),
    "three turns": (lambda p: p.update(turns=[0, 0, 0]), "print, turns"),
    "turns, null": (lambda p: p.update(turns=None), "print, turns"),
    "a phase of two": (lambda p: p.update(phase=[1, 2]), "print, phase"),
    "a phase far away": (lambda p: p.update(phase=[1e8] * 6), "print, phase, 1"),
    "AI cards, a list": (lambda p: p.update(ai=[]), "print, ai"),
    "AI cards, null": (lambda p: p.update(ai=None), "print, ai"),
    "AI cards without a place": (lambda p: p.update(ai={**ai(p), "ground": []}), "print, ai, ground"),
    "AI cards at infinity": (lambda p: p.update(ai={**ai(p), "id": [INFINITE, 0, 0.1]}), "print, ai, id"),
    "AI cards in two shades": (lambda p: p.update(ai={**ai(p), "tints": {"red": "#c8282d"}}), "print, ai, tints"),
    "something new of 400 digits": (lambda p: p.update(new=HUGE), "print, new"),
    "something new, very deep": (lambda p: p.update(new=DEEP), "print, new"),
    "something new without end": (lambda p: p.update(new=[[[[[[[[1]]]]]]]]), "print, new"),
    "a text without end": (lambda p: p.update(new="x" * 100_000), "print, new"),
}


WHOLE: dict[str, tuple[bytes, str]] = {
    "the print, a list": (json.dumps({**whole(), "print": []}).encode(), "print"),
    "the print, text": (json.dumps({**whole(), "print": "x"}).encode(), "print"),
    "the print, null": (json.dumps({**whole(), "print": None}).encode(), "print"),
    "brackets without end": (b"[" * 200_000, "JSON"),
    "braces without end": (b'{"print":' * 40_000, "JSON"),
    "a number of 100,000 digits": (b'{"print": ' + b"9" * 100_000 + b"}", "JSON"),
    "half a letter in its name": (json.dumps({**whole(), "name": "\ud800"}).encode(), "JSON"),
    "half a letter in its print": (json.dumps({**whole(), "print": {"\ud800": 1}}).encode(), "JSON"),
    "half a file": (json.dumps(whole()).encode()[:-1000], "JSON"),
    "no text at all": (bytes(range(256)) * 100, "JSON"),
    "not an object": (b"7", "object"),
}


def send(table: Finished, data: bytes) -> str:
    answer = table.client.post(
        f"/t/{table.code}/file/deck", data={"file": (io.BytesIO(data), "deck.json")}, headers=table.headers
    )
    assert answer.status_code == 422
    return words(answer)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    return Finished(create_app(tmp_path_factory.mktemp("hostile"), WTF_CSRF_ENABLED=False), deck="+", new_deck="Shelf")


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_print_is_refused_with_the_place_and_nothing_is_stored(table: Finished, case: str) -> None:
    change, place = HOSTILE[case]
    document = whole()
    change(document["print"])
    assert place in send(table, json.dumps(document).encode())
    assert "@print" in damage({"@print": document["print"]})  # in a box already, it is known as damaged
    assert table.app.extensions["house"].store.box("ai100", "Shelf")[1] == {}


@pytest.mark.parametrize("case", WHOLE)
def test_a_file_that_is_no_deck_is_refused_and_nothing_is_stored(table: Finished, case: str) -> None:
    data, said = WHOLE[case]
    assert said in send(table, data)
    assert table.app.extensions["house"].store.box("ai100", "Shelf")[1] == {}


def test_our_own_prints_are_sound() -> None:
    check_print(demo_deck().print)
    check_print({})
    check_print({**demo_deck().print, "ai": ai(dict(demo_deck().print))})
    card = write_picture(np.full((880, 630, 3), 200, np.uint8))
    check_print({"pictures": {"073": [card] * 3, "AI-1": "of an earlier version"}})
    faces = {card: face_to_json(face) for card, face in demo_deck().faces.items()}
    assert (
        damage({**faces, "@print": dict(demo_deck().print), "@doubt/073": faces["073"], "@ask/001": {"tl": 0.3}}) == {}
    )


def test_a_box_that_is_damaged_already_is_opened_mended_and_deleted(app: Flask) -> None:
    table = Finished(app, deck="+", new_deck="Shelf")
    face = face_to_json(demo_deck().faces["001"])
    printed = {**demo_deck().print, "ground": [[0.5, 0.5]] * 5000}
    odd = {"@print": printed, "@figures": 7, "073": {"colour": "pink"}, "@doubt/074": [], "001": face}
    app.extensions["house"].store.keep("ai100", "Shelf", odd)
    for page in ("", "p/deck", "p/deck?part=3", "p/teach", "p/figure", "scores", "game.json", "/new/ai100"):
        assert table.get(page).status_code == 200, page
    said = words(table.get("/boxes"))
    assert "left out: 4" in said
    assert "073" in said
    assert table.post("/boxes/mend", game="ai100", name="Shelf").status_code == 303
    assert dict(app.extensions["house"].store.box("ai100", "Shelf")[1]) == {"001": face}
    assert table.post("/boxes/delete", game="ai100", name="Shelf").status_code == 303
    assert table.get("").status_code == 200
