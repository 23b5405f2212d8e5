"""Photos that teach a deck: what they say, what is asked about them, what is left to teach."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from flask import Flask

from companion.core.table import Change
from companion.games.ai100.cards import CORNERS, Face
from companion.games.ai100.deck import Deck, demo_deck, read_face
from companion.games.ai100.decks import Difference
from companion.games.ai100.pages.words import face_words
from companion.games.ai100.reader import teaching
from tests.web.conftest import words
from tests.web.photographs import shoot
from tests.web.shelf_box import box, deck_file, take, undo_last
from tests.web.tableaux import WHOLE, Finished


@pytest.fixture
def table(app: Flask) -> Finished:
    return Finished(app, deck="+", new_deck="Shelf")


def test_a_photo_teaches_cards_and_the_next_one_is_read_with_them(table: Finished) -> None:
    shot = shoot(WHOLE, style="marble")
    data = {"photo": (io.BytesIO(shot.jpeg), "cards.jpg")}
    answer = table.client.post(f"/t/{table.code}/photo/teaching", data=data, headers=table.headers)
    answer.request.environ["wsgi.input"].close()
    assert answer.status_code == 303, words(answer)
    page = table.get(answer.headers["Location"]).get_data(as_text=True)
    cells = re.findall(r'<input name="([ABC]\d)"', page)
    assert sorted(cells) == sorted(WHOLE)
    (mark,) = table.app.extensions["house"].photos.of_table(table.code)
    twice = table.post("photo/teach", kept=mark, **{**WHOLE, "C5": WHOLE["A1"]})
    assert twice.status_code == 422
    assert f"Card {WHOLE['A1']} is named twice." in words(twice)
    seen = table.app.extensions["house"].store.revision(table.code)
    taught = table.post("photo/teach", kept=mark, as_of=seen, **WHOLE)
    assert taught.status_code == 303, words(taught)
    after = words(table.get(taught.headers["Location"]))
    assert "15 cards learned. Lay out the next ones." in after
    known = box(table)
    faces = demo_deck().faces
    whole = [card for card in WHOLE.values() if card in known]
    # What one photo leaves doubtful is asked, and such a card has no face meanwhile.
    asked = [card for card in WHOLE.values() if known.get(f"@ask/{card}", {}).get("face")]
    assert sorted((*whole, *asked)) == sorted(WHOLE.values())
    assert f"Known cards: {len(whole)} of 132." in after
    right = [card for card in whole if read_face(known[card])[:3] == faces[card][:3]]
    assert len(right) >= 11
    assert known["@print"]["pictures"].keys() == set(WHOLE.values())
    assert f"{len(whole)} known, {132 - len(whole)} unknown" in words(table.get("p/deck"))


def test_a_number_that_reads_otherwise_in_the_photo_is_asked_about_once(
    table: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    faces = {card: demo_deck().faces[card] for card in ("073", "078")}
    monkeypatch.setattr(
        teaching,
        "teach",
        lambda photos, ids, deck, **_: teaching.Taught(
            Deck("Shelf", faces), ("073", "078"), (), (), (teaching.Misnamed("mark", "A1", "073", "013"),)
        ),
    )
    table.app.extensions["house"].photos.keep(table.code, "mark", b"jpeg", (10, 10))
    shown = {"cells": {"A1": {"guesses": [], "named": False, "quad": [[0, 0], [1, 0], [1, 1], [0, 1]]}}, "hints": []}
    store = table.app.extensions["house"].store
    store.change(table.code, "x", lambda now: Change({"lesson/mark": shown}), as_of=99)
    asked = table.post("photo/teach", kept="mark", A1="073", A2="078")
    assert asked.status_code == 422
    assert "The photo reads 013." in words(asked)
    assert 'name="certain" value="1"' in asked.get_data(as_text=True)
    assert table.post("photo/teach", kept="mark", A1="073", A2="078", certain="1").status_code == 303
    assert set(box(table)) == {"073", "078"}


def test_a_face_that_a_photo_contradicts_is_shown_with_both_readings(
    table: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = demo_deck().faces["073"]
    seen = known._replace(number=known.number % 5 + 1)
    take(table, deck_file(Deck("mine", {"073": known})))
    monkeypatch.setattr(
        teaching,
        "teach",
        lambda photos, ids, deck, **_: teaching.Taught(deck, (), (Difference("073", known, seen),), (), ()),
    )
    table.app.extensions["house"].photos.keep(table.code, "mark", b"jpeg", (10, 10))
    taught = table.post("photo/teach", kept="mark", A1="073")
    assert "1 card looked different before: have a look" in words(table.get(taught.headers["Location"]))
    page = table.get("p/deck?part=3").get_data(as_text=True)
    assert "Card 073: two readings" in page
    assert f'aria-label="Keep what is known: {face_words(known, "en")}"' in page
    assert f'aria-label="Take what was seen: {face_words(seen, "en")}"' in page
    assert table.do("settle", card="073", take="seen").status_code == 303
    assert read_face(box(table)["073"])[:3] == seen[:3]


def test_the_first_photos_teach_together(table: Finished, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, dict[str, str]]] = []

    def taught(photos: dict[str, bytes], ids: dict[str, dict[str, str]], deck: Deck, **_: object) -> teaching.Taught:
        assert photos.keys() == ids.keys()
        asked.append(ids)
        return teaching.Taught(deck, (), (), (), ())

    monkeypatch.setattr(teaching, "teach", taught)
    for number in range(1, 5):
        table.app.extensions["house"].photos.keep(table.code, f"mark{number}", b"jpeg", (10, 10))
        assert table.post("photo/teach", kept=f"mark{number}", A1=f"00{number}").status_code == 303
    names = [{photo: ids["A1"] for photo, ids in one.items()} for one in asked]
    first, second, third = {"mark1": "001"}, {"mark2": "002"}, {"mark3": "003"}
    assert names == [first, first | second, first | second | third, {"mark4": "004"}]


def test_cards_are_taught_where_they_were_shown(table: Finished, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []

    def taught(photos: object, ids: object, deck: Deck, *, lying: object, **_: object) -> teaching.Taught:
        told.append(lying)
        return teaching.Taught(deck, (), (), (), ())

    monkeypatch.setattr(teaching, "teach", taught)
    house = table.app.extensions["house"]
    house.photos.keep(table.code, "mark", b"jpeg", (630, 880))
    seen = {"guesses": [], "named": False, "quad": [[0.1, 0.2], [0.3, 0.2], [0.3, 0.5], [0.1, 0.5]]}
    shown = {"cells": {"A1": seen}, "hints": []}
    house.store.change(table.code, "x", lambda now: Change({"lesson/mark": shown}), as_of=99)
    assert table.post("photo/teach", kept="mark", A1="073").status_code == 303
    assert told == [{"mark": {"A1": ((0.1, 0.2), (0.3, 0.2), (0.3, 0.5), (0.1, 0.5))}}]


def without(face: Face, field: str) -> Face:
    """A face one field of which is unknown."""
    corner, _, kind = field.rpartition(" ")
    blank: Any = "" if kind == "colour" else 0
    if not corner:
        return face._replace(**{kind: blank})
    corners = list(face.connectors)
    at = CORNERS.index(corner)
    corners[at] = corners[at]._replace(**{kind: blank})
    return face._replace(connectors=tuple(corners))


def doubtful(
    table: Finished,
    monkeypatch: pytest.MonkeyPatch,
    *doubts: teaching.Doubt,
    mark: str = "mark",
    looks: tuple[str, str] | None = None,
) -> None:
    """Teach a card of each phase from a photo that leaves some of their fields doubtful, or which phase is which."""
    faces = {card: demo_deck().faces[card]._replace(phase=0) for card in ("073", "078")}
    partly = {}
    for doubt in doubts:
        partly[doubt.card] = without(partly.get(doubt.card) or faces.pop(doubt.card), doubt.field)
    places = {"number": [0.5, 0.4, 0.2], "triangle": 0.25, "pictures": {"073": "", "078": ""}}
    deck = Deck("Shelf", faces, {**demo_deck().print, **places}, partly=partly)
    lying = {"073": teaching.Lying(mark, ((0, 0), (0.5, 0), (0.5, 0.5), (0, 0.5)))}
    phases = {"073": 1, "078": 2} if looks else {}
    taught = teaching.Taught(deck, tuple(faces), (), doubts, (), lying, looks, phases)
    monkeypatch.setattr(teaching, "teach", lambda photos, ids, deck, **_: taught)
    house = table.app.extensions["house"]
    house.photos.keep(table.code, mark, b"jpeg", (630, 880))
    seen = {"guesses": [], "named": False, "quad": [[0, 0], [1, 0], [1, 1], [0, 1]]}
    shown = {"cells": {"A1": seen}, "hints": []}
    house.store.change(table.code, "x", lambda now: Change({f"lesson/{mark}": shown}), as_of=99)
    assert table.post("photo/teach", kept=mark, A1="073", A2="078").status_code == 303


def test_doubtful_fields_are_asked_on_one_page_the_most_doubtful_first(
    table: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    doubtful(
        table, monkeypatch, teaching.Doubt("078", "tl colour", 0.8), teaching.Doubt("073", "number", 0.4),
        teaching.Doubt("073", "br number", 0.6),
    )  # fmt: skip
    assert "3 questions about what photos did not show clearly" in words(table.get("p/teach"))
    assert "0 known, 132 unknown, 2 doubtful." in words(table.get("p/deck"))
    page = table.get("p/asks").get_data(as_text=True)
    asked = re.findall(r'<h2 id="ask-\d">(.*?)</h2>', page)
    assert asked == [
        "Card 073: which number is it?",
        "Card 073, corner bottom right: which number?",
        "Card 078, corner top left: which colour?",
    ]
    # Around the number, and the lower right corner; 078 was not located, so nothing can be shown of it.
    windows = re.findall(r'class="place" viewBox="([^"]*)"', page)
    assert windows == ["10.4 14.1 42.2 42.2", "43.3 68.3 19.7 19.7"]
    assert re.search(r'transform="matrix\(0\.2 -?0 -?0 0\.2 -?0 -?0\)"', page)  # half of 630 pixels become 63 mm


def test_a_tap_answers_and_what_was_answered_is_asked_no_more(table: Finished, monkeypatch: pytest.MonkeyPatch) -> None:
    face = demo_deck().faces["073"]
    other = face.number % 5 + 1
    likely = (str(face.number), str(other))
    doubtful(
        table, monkeypatch, teaching.Doubt("073", "number", 0.4, likely), teaching.Doubt("073", "br colour", 0.7)
    )  # fmt: skip
    page = table.get("p/asks").get_data(as_text=True)
    assert f'aria-label="{face.number}, as read from the photo"' in page
    assert table.do("answer", card="073", field="number", value=str(other)).headers["Location"].endswith("p/asks")
    assert "073" not in box(table)  # one field is still unknown: nothing is scored with such a face
    assert box(table)["@ask/073"]["face"]["number"] == other
    assert box(table)["@ask/073"]["fields"] == {"br colour": 0.7}
    assert "Card 073: which number" not in words(table.get("p/asks"))
    green = "green" if face.connectors[2].colour != "green" else "red"
    assert table.do("answer", card="073", field="br colour", value=green).status_code == 303
    assert box(table)["073"]["connectors"]["br"] == [green, face.connectors[2].number]
    assert box(table)["073"]["number"] == other
    assert "@ask/073" not in box(table)
    assert "Nothing is doubtful any more." in words(table.get("p/asks"))
    undo_last(table)
    assert box(table)["@ask/073"]["fields"] == {"br colour": 0.7}
    assert "073" not in box(table)


def test_a_face_that_is_known_in_part_is_asked_for_with_what_is_known(
    table: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    face = demo_deck().faces["073"]
    doubtful(table, monkeypatch, teaching.Doubt("073", "number", 0.4))
    page = table.get("p/face?card=073").get_data(as_text=True)
    chosen = dict(re.findall(r'name="(\w+)" value="(\w+)" checked', page))
    assert "number" not in chosen
    assert chosen["colour"] == face.colour
    assert chosen["brnumber"] == str(face.connectors[2].number)
    typed = {**chosen, "number": "4"}
    assert table.do("face", card="073", **typed).status_code == 303
    assert box(table)["073"]["number"] == 4
    assert "@ask/073" not in box(table)


@pytest.mark.parametrize(("first", "phases"), [("073", (1, 2)), ("078", (2, 1))])
def test_one_tap_says_which_look_is_phase_1(
    table: Finished, monkeypatch: pytest.MonkeyPatch, first: str, phases: tuple[int, int]
) -> None:
    doubtful(table, monkeypatch, looks=("073", "078"))
    page = table.get("p/asks").get_data(as_text=True)
    assert "Which of these two cards is of phase 1?" in page
    assert page.count('class="place"') == 1  # of the two, the photo shows where 073 lies
    assert table.do("answer", card="phases", field="phases", value="999").status_code == 404
    assert table.do("answer", card="phases", field="phases", value=first).status_code == 303
    known = box(table)
    assert (known["073"]["phase"], known["078"]["phase"]) == phases
    assert known["@print"]["named"] is True
    assert "Nothing is doubtful any more." in words(table.get("p/asks"))


@pytest.mark.parametrize(
    ("field", "value"), [("number", "9"), ("number", "red"), ("br colour", "3"), ("colour", "red"), ("tl number", "1")]
)
def test_only_what_was_asked_is_answered(
    table: Finished, monkeypatch: pytest.MonkeyPatch, field: str, value: str
) -> None:
    doubtful(table, monkeypatch, teaching.Doubt("073", "number", 0.4), teaching.Doubt("073", "br colour", 0.7))
    before = box(table)
    assert table.do("answer", card="073", field=field, value=value).status_code == 404
    assert box(table) == before


def test_a_second_photo_answers_without_a_question(table: Finished, monkeypatch: pytest.MonkeyPatch) -> None:
    face = demo_deck().faces["073"]._replace(phase=0)
    doubtful(table, monkeypatch, teaching.Doubt("073", "number", 0.4), teaching.Doubt("078", "number", 0.7))
    part = without(demo_deck().faces["078"]._replace(phase=0), "number")
    again = teaching.Taught(
        Deck("Shelf", {"073": face}, partly={"078": part}), ("073",), (), (teaching.Doubt("078", "number", 0.6),), ()
    )
    monkeypatch.setattr(teaching, "teach", lambda photos, ids, deck, **_: again)
    table.app.extensions["house"].photos.keep(table.code, "again", b"jpeg", (630, 880))
    assert table.post("photo/teach", kept="again", A1="073", A2="078", as_of=99).status_code == 303
    known = box(table)
    assert known["073"]["number"] == face.number
    assert "@ask/073" not in known
    assert "@doubt/073" not in known
    assert known["@ask/078"]["fields"] == {"number": 0.7}


def test_the_teaching_page_says_which_cards_are_missing_and_how_many_photos_a_box_takes(
    table: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card whose face was typed in a game is known, and still has to be photographed."""
    take(table, deck_file(Deck("mine", {"001": demo_deck().faces["001"]})))
    doubtful(table, monkeypatch)
    page = words(table.get("p/teach"))
    assert "Photographed: 2 of 132 cards" in page
    assert "Not photographed yet: 001–072, 074–077, 079–120, AI-1–AI-12. Known cards: 3 of 132." in page
    assert "Nine photos of up to fifteen cards show the whole box" in page
    page = table.get("p/teach?photo=mark").get_data(as_text=True)
    assert 'data-reading="Learning cards 3 to 3 of 132…"' in page


def test_photos_that_do_not_explain_themselves_end_as_not_taught(
    table: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = teaching.Taught(Deck("Shelf", {}), (), (), (), (), unexplained=("number", "corner_colours"))
    monkeypatch.setattr(teaching, "teach", lambda photos, ids, deck, **_: found)
    table.app.extensions["house"].photos.keep(table.code, "mark", b"jpeg", (10, 10))
    answer = table.post("photo/teach", kept="mark", A1="073")
    page = words(table.get(answer.headers["Location"]))
    assert (
        "Learned in part: from card to card these photos do not agree about the number, the colours in the corners."
        in page
    )
    assert "learned. Lay out" not in page
    assert "073" not in box(table)
    assert "Not learned: from card to card" in words(table.get("p/teach?unclear=number.id"))
    assert "earned" not in words(table.get("p/teach?unclear=nonsense"))
