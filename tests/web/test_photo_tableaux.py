"""What goes wrong at a table with several tableaux, and how the points are drawn onto their photos."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.registry import games
from tests.web.conftest import words
from tests.web.photographed import outlines, read_first, readings, send
from tests.web.photographs import shoot
from tests.web.tableaux import BENS, GAME, TABLEAUX, WHOLE, Finished


@pytest.fixture
def table(app: Flask) -> Finished:
    return Finished(app)


def test_a_photo_of_another_tableau_is_asked_about_and_never_mixed(table: Finished) -> None:
    read_first(table, WHOLE)
    wrong = read_first(table, BENS, seed=3)
    page = table.get(wrong).text
    assert "This photo shows other cards than the tableau of Ana that is entered. Nothing was mixed." in page
    assert re.findall(r"Use this photo: 14 cards|Keep the entered cards|Start over", page) == [
        "Use this photo: 14 cards",
        "Keep the entered cards",
    ]
    assert 'name="A1" value=' not in page  # nothing can be kept before somebody has said which
    mark = wrong.split("photo=")[1]
    assert table.do("unwanted", seat=0, photo=mark).status_code == 303
    (left,) = readings(table)
    assert left != mark
    page = table.get(f"p/tableau?seat=0&photo={left}").text
    assert dict(re.findall(r'name="([ABC]\d)" value="(\w+)"', page)) == TABLEAUX["Ana"]


def test_starting_over_with_another_photo_forgets_what_was_entered(table: Finished) -> None:
    table.enter("Ana")
    wrong = read_first(table, BENS, seed=3)
    assert "Nothing was mixed." in table.get(wrong).text
    mark = wrong.split("photo=")[1]
    assert table.do("fresh", seat=0, photo=mark).status_code == 303
    page = table.get(f"p/tableau?seat=0&photo={mark}").text
    assert "Nothing was mixed." not in page
    assert dict(re.findall(r'name="([ABC]\d)" value="(\w+)"', page)) == TABLEAUX["Ben"]
    # Starting over without a photo empties the seat.
    table.do("fresh", seat=0)
    assert not readings(table)
    assert "Ana 0/14" in words(table.get("?seat=0"))


def test_one_card_that_was_entered_wrongly_is_no_other_tableau(table: Finished) -> None:
    table.do("tableau", seat=0, **{**TABLEAUX["Ana"], "A1": "099"})
    page = table.get(read_first(table, WHOLE)).text
    assert "Nothing was mixed." not in page
    assert "A1: which card is this?" in page


def test_a_photo_of_a_neighbours_tableau_is_recognised(table: Finished) -> None:
    table.enter("Ben")
    answer = send(table, shoot(BENS, seed=3).jpeg)
    assert answer.status_code == 422
    assert "These are the cards of Ben, which are entered already. Photograph those of Ana." in words(answer)
    assert not readings(table)


def test_another_ai_card_in_the_centre_is_taken_with_one_tap_and_the_reading_stays(table: Finished) -> None:
    path = read_first(table, {**WHOLE, "B3": "AI-3"})
    page = table.get(path).text
    assert "The photo shows AI-3 in the centre; AI-4 was chosen." in page
    assert ">Use AI-3<" in page
    mark = path.split("photo=")[1]
    answer = table.do("centre", seat=0, photo=mark, ai="AI-3", A1="099")
    assert answer.status_code == 303
    page = table.get(answer.headers["Location"]).text
    assert "was chosen" not in page
    # What was read stays, and so does what was corrected meanwhile.
    assert dict(re.findall(r'name="([ABC]\d)" value="(\w+)"', page)) == {**TABLEAUX["Ana"], "A1": "099"}
    assert table.entries(table.app)["setup"]["players"][0]["ai"] == "AI-3"


def test_an_ai_card_that_lies_elsewhere_is_not_taken(table: Finished) -> None:
    mark = read_first(table, WHOLE).split("photo=")[1]
    answer = table.do("centre", seat=0, photo=mark, ai=GAME["players"][1]["ai"])
    assert answer.status_code == 422
    assert "Card AI-7 lies in the tableau of Ben." in words(answer)
    assert table.entries(table.app)["setup"]["players"][0]["ai"] == GAME["players"][0]["ai"]


def test_saving_what_was_played_returns_to_a_photo_whose_cards_are_not_kept_yet(table: Finished) -> None:
    path = read_first(table, WHOLE)
    played = {f"{key}{seat}": player[key] for seat, player in enumerate(GAME["players"]) for key in ("name", "ai")}
    answer = table.do("played", objective1="O3", objective2="O4", **played)
    page = table.get(answer.headers["Location"]).text
    assert dict(re.findall(r'name="([ABC]\d)" value="(\w+)"', page)) == TABLEAUX["Ana"]
    table.do("tableau", seat=0, photo=path.split("photo=")[1], **TABLEAUX["Ana"])
    assert "p/tableau" not in table.do("played", objective1="O3", objective2="O4", **played).headers["Location"]


def test_a_card_that_lies_twice_is_marked_and_explained(table: Finished) -> None:
    page = table.get(read_first(table, WHOLE) + f"&C5={TABLEAUX['Ana']['A1']}").text
    assert {cell for cell, kind in outlines(page).items() if kind == "twice"} == {"A1", "C5"}
    assert "but there is only one of it. Tap the one that is wrong." in page


def test_a_card_is_corrected_over_the_photo_and_another_photo_is_always_in_reach(table: Finished) -> None:
    path = read_first(table, WHOLE)
    page = table.get(path).text
    assert 'class="sheet' not in page
    assert ">One more photo<" in page
    asked = table.get(path + "&at=B2").text
    assert re.search(r'<section class="sheet under-B" aria-label="B2: which card is this\?">', asked)
    assert ">One more photo<" in asked
    assert "at=none" in asked
    assert 'class="sheet' not in table.get(path + "&at=none").text


def scored(table: Finished) -> None:
    """Both tableaux photographed and kept, Ben's upside down."""
    for seat, cells in enumerate((WHOLE, BENS)):
        page = table.get(read_first(table, cells, seat, quarter_turns=2 * seat)).text
        table.do("tableau", seat=seat, **dict(re.findall(r'name="([ABC]\d)" value="(\w+)"', page)))


def test_the_points_are_drawn_onto_the_photo(table: Finished) -> None:
    scored(table)
    page = table.get("?seat=1").text
    said = dict(re.findall(r'class="scored"[^>]*aria-label="([ABC]\d): ([^" ]*) points?"', page))
    assert set(said) == set(BENS)
    # What a card brought is what every order of play that is left says.
    for line in games()["ai100"].score(GAME).say("en")["players"][1]["lines"]:
        if line["kind"] == "card":
            brought = [int(part) for part in re.split("[/–]", said[line["cell"]])]
            assert brought[0] <= line["points"] <= brought[-1]
    assert said["B3"] == "+4"  # the AI card's own points, which are exact


def test_a_line_is_drawn_onto_the_photo_group_by_group(table: Finished) -> None:
    scored(table)
    drawing = re.search(r'<svg class="overlay".*?</svg>', table.get("p/line?seat=1&n=1").text, re.S)
    assert drawing  # two losanges of four connectors
    lit = re.findall(r'<g class="lit" role="img" aria-label="([ABC]\d)', drawing[0])
    assert set(lit) == {"A3", "A4", "B3", "B4", "B5", "C4", "C5"}
    assert len(re.findall('class="corner tint-0"', drawing[0])) == 4
    assert len(re.findall('class="corner tint-1"', drawing[0])) == 4
    assert re.findall(r'class="gained tint-\d"[^>]*>.*?<text[^>]*>([^<]*)<', drawing[0]) == ["+5", "+5"]


def test_a_card_that_the_photo_does_not_show_leaves_the_drawing_alone(table: Finished) -> None:
    read_first(table, {cell: card for cell, card in BENS.items() if cell != "C5"}, seat=1, seed=3)
    table.enter()
    assert 'class="overlay"' in table.get("p/line?seat=1&n=2").text
    assert 'class="overlay"' not in table.get("p/line?seat=1&n=1").text  # its losange needs C5


def test_many_doubtful_cards_are_kept_as_labelled_with_one_tap(app: Flask) -> None:
    table = Finished(app, GAME["players"][:1], deck="+", new_deck="Shelf")  # of this box nobody knows a card
    answer = send(table, shoot(WHOLE).jpeg)
    page = table.get(answer.headers["Location"]).get_data(as_text=True)
    assert outlines(page)["A1"] == "asked"
    assert f"{TABLEAUX['Ana']['A1']}?" in page
    keep = re.search(r"<form[^>]*>(?:(?!</form>).)*All labels are right: keep 14 cards.*?</form>", page, re.DOTALL)
    assert keep
    assert dict(re.findall(r'name="([ABC]\d)" value="(\w+)"', keep[0])) == TABLEAUX["Ana"]
