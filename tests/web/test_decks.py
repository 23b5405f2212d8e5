"""Decks at a table: every card with what is known, corrected by tapping, shared, merged, drawn in, taught by photo."""

from __future__ import annotations

import json
import re

import pytest
from flask import Flask

from companion.games.ai100.deck import Deck, demo_deck, face_to_json, read_deck
from companion.games.ai100.decks import spans
from companion.games.ai100.pages import decks
from tests.web.conftest import words
from tests.web.players import Players
from tests.web.shelf_box import box, deck_file, take, undo_last
from tests.web.tableaux import TABLEAUX, Finished


@pytest.fixture
def table(app: Flask) -> Finished:
    return Finished(app, deck="+", new_deck="Shelf")


def test_all_132_cards_are_there_known_or_not(table: Finished) -> None:
    pages = [table.get(f"p/deck?part={part}").get_data(as_text=True) for part in range(6)]
    assert sum(page.count('class="unknown"') for page in pages) == 132
    assert "0 known, 132 unknown, 0 doubtful." in pages[0]


def test_the_demo_deck_is_whole_and_cannot_be_changed(app: Flask) -> None:
    table = Finished(app)
    page = table.get("p/deck")
    assert "132 known, 0 unknown, 0 doubtful." in words(page)
    assert "p/face?card=" not in page.get_data(as_text=True)
    answer = take(table, deck_file(demo_deck()))
    assert answer.status_code == 422
    assert "The demo deck cannot be changed." in words(answer)
    assert table.get("p/teach").status_code == 404


def test_a_face_is_corrected_by_tapping(table: Finished) -> None:
    form = {"colour": "red", "number": "4"}
    form |= {f"{corner}{key}": value for corner in ("tl", "tr", "br", "bl") for key, value in form.items()}
    answer = table.do("face", card="073", part="3", **form)
    assert answer.headers["Location"].endswith("p/deck?part=3")
    assert "1 known, 131 unknown" in words(table.get("p/deck"))
    assert 'aria-label="073: red 4 (' in table.get("p/deck?part=3").get_data(as_text=True)


def test_a_deck_is_exported_and_taken_in_at_another_table(table: Finished, app: Flask) -> None:
    assert take(table, deck_file(demo_deck())).status_code == 303
    exported = table.get("file/deck.json")
    assert exported.headers["Content-Disposition"].startswith("attachment")
    deck = read_deck(json.loads(exported.data))
    assert deck.faces == demo_deck().faces
    assert deck.name == "Shelf"
    assert "132 known" in words(table.get("p/deck"))
    # In a table that plays, the same box is known.
    playing = Players(app, ["AI-4", "AI-7", "AI-9"], same=table, deck="Shelf")
    assert "132 known" in words(playing.get("p/deck"))


def test_two_decks_that_differ_are_shown_with_both_readings(table: Finished) -> None:
    ours = demo_deck()
    take(table, deck_file(ours))
    other = {**ours.faces, "073": ours.faces["073"]._replace(number=ours.faces["073"].number % 5 + 1)}
    take(table, deck_file(Deck("other", other)))
    page = words(table.get("p/deck"))
    assert "132 known, 0 unknown, 1 doubtful." in page
    assert "Card 073: two readings" in page
    assert box(table)["073"] == face_to_json(ours.faces["073"])
    assert table.do("settle", card="073", take="seen").status_code == 303
    assert box(table)["073"] == face_to_json(other["073"])
    assert "0 doubtful" in words(table.get("p/deck"))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\xff\xfe nothing", "This is not a deck: a JSON file is expected."),
        (b"{}", "This deck cannot be read: deck: not a deck"),
        (b'{"format": "companion-deck/1", "name": "x", "faces": {"999": {}}}', "(001 to 120, AI-1 to AI-12)"),
    ],
)
def test_a_file_that_is_no_deck_is_refused_beside_its_field(table: Finished, data: bytes, sentence: str) -> None:
    answer = take(table, data)
    assert answer.status_code == 422
    assert sentence in words(answer)


def test_the_third_figure_of_ai_1_is_drawn_in_and_counts(app: Flask) -> None:
    table = Finished(app, [{"name": "Ana", "ai": "AI-1"}], deck="+", new_deck="Shelf")
    take(table, deck_file(demo_deck()))
    table.do("tableau", seat=0, **TABLEAUX["Ana"])
    refused = table.do("figure", at00="1")
    assert refused.status_code == 422
    assert "at least one colour" in words(refused)
    # A single cell of any colour: every card of these colours is a figure.
    colours = {f"colour-{colour}": "1" for colour in ("red", "green", "violet")}
    assert table.do("figure", at12="1", **colours).status_code == 303
    game = json.loads(table.get("game.json").data)
    assert game["figures"] == [{"drawing": ["X"], "colours": ["red", "green", "violet"]}]
    faces = demo_deck().faces
    cards = [*TABLEAUX["Ana"].values(), "AI-1"]
    single = sum(faces[card].colour in ("red", "green", "violet") for card in cards)
    assert table.score()["players"][0]["ai"] >= 7 * min(single, 1)
    assert table.do("figure").status_code == 303
    assert "figures" not in json.loads(table.get("game.json").data)


def test_the_demo_deck_can_be_printed(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decks, "_demo_sheet", lambda language: f"%PDF-1.4 {language}".encode())
    for language, name in (("en", "demo.pdf"), ("fr", "demo-fr.pdf")):
        table = Finished(app, language=language)
        assert f"file/{name}" in table.get("p/deck").text
        answer = table.get(f"file/{name}")
        assert answer.mimetype == "application/pdf"
        assert answer.data == f"%PDF-1.4 {language}".encode()
    assert Finished(app).get("file/other").status_code == 404


def test_undoing_a_face_takes_it_out_of_the_box(app: Flask) -> None:
    playing = Players(app, ["AI-4", "AI-7", "AI-9"], deck="+", new_deck="Shelf")
    form = {"colour": "red", "number": "4"}
    form |= {f"{corner}{key}": value for corner in ("tl", "tr", "br", "bl") for key, value in form.items()}
    assert playing.post("do/face", as_of=99, card="073", **form).status_code == 303
    assert "073" in box(playing)
    assert "Face of card 073 entered" in words(playing.get("history"))
    undo_last(playing)
    assert "073" not in box(playing)
    assert "132 unknown" in words(playing.get("p/deck"))
    assert "Face of card 073 taken back" in words(playing.get("history"))


def test_a_deck_that_was_taken_in_can_be_given_back(table: Finished) -> None:
    take(table, deck_file(demo_deck()))
    assert "Deck “demo” added: 132 new faces, 0 different" in words(table.get("history"))
    undo_last(table)
    assert box(table) == {}


def test_a_reading_that_was_settled_can_be_opened_again(table: Finished) -> None:
    ours = demo_deck()
    take(table, deck_file(ours))
    other = {"073": ours.faces["073"]._replace(number=ours.faces["073"].number % 5 + 1)}
    take(table, deck_file(Deck("other", other)))
    table.do("settle", card="073", take="known")
    assert "0 doubtful" in words(table.get("p/deck"))
    undo_last(table)
    assert "Card 073: two readings" in words(table.get("p/deck"))


def test_all_differences_of_two_decks_can_be_settled_at_once(table: Finished) -> None:
    ours = demo_deck()
    take(table, deck_file(ours))
    other = {card: ours.faces[card]._replace(number=ours.faces[card].number % 5 + 1) for card in ("001", "002", "073")}
    take(table, deck_file(Deck("other", other)))
    assert "Take all 3 as seen" in words(table.get("p/deck"))
    assert table.do("settle", card="all", take="seen").status_code == 303
    assert {card: box(table)[card] for card in other} == {card: face_to_json(face) for card, face in other.items()}
    assert "0 doubtful" in words(table.get("p/deck"))
    assert table.do("settle", card="all", take="seen").status_code == 404


def test_another_box_of_the_shelf_is_taken_in(table: Finished, app: Flask) -> None:
    ours = demo_deck().faces
    wrong = ours["073"]._replace(number=ours["073"].number % 5 + 1)
    take(table, deck_file(Deck("mine", {card: ours[card] for card in ("001", "073")})))
    other = Finished(app, same=table, deck="+", new_deck="Attic")
    assert "Add the cards of another box" in words(other.get("p/deck"))
    take(other, deck_file(Deck("old", {"073": wrong, "002": ours["002"]})))
    assert table.do("merge", box="Attic").status_code == 303
    assert set(box(table)) == {"001", "002", "073", "@doubt/073"}
    assert "Deck “Attic” added: 1 new face, 1 different" in words(table.get("history"))
    assert table.do("merge", box="Nowhere").status_code == 422


def test_the_cards_that_are_still_unknown_are_named_in_a_few_words() -> None:
    cards = ["001", "002", "003", "073", "119", "120", "AI-1", "AI-2", "AI-12"]
    assert spans(cards) == "001–003, 073, 119–120, AI-1–AI-2, AI-12"


def test_a_figure_may_be_as_wide_as_a_tableau(table: Finished) -> None:
    ticked = {f"at1{column}": "1" for column in range(1, 5)}
    assert table.do("figure", **ticked, **{"colour-red": "1"}).status_code == 303
    assert box(table)["@figures"] == [{"drawing": ["XXXX"], "colours": ["red"]}]
    page = table.get("p/figure").get_data(as_text=True)
    assert re.findall(r'name="at(\d\d)" value="1" checked', page) == ["00", "01", "02", "03"]
