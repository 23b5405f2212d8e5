"""The pages of a table that is played: one row of players, shapes around what scored, honest results, summaries."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.core.sheet import Group, Line
from companion.core.table import Points, Row, Scoreboard
from companion.games.ai100.pages.cells import Cell, light
from companion.games.ai100.pages.shapes import HIGH, WIDE, group_shapes
from companion.games.ai100.pages.words import parted
from companion.store.archive import Person
from companion.web.house import House
from tests.web.conftest import Phone, words
from tests.web.players import PLAIN, Players, full_game


def text(phone: Phone, path: str = "") -> str:
    return phone.get(path).get_data(as_text=True)


def over(app: Flask, *ais: str) -> Players:
    """A table at which every card was laid."""
    phone = Players(app, list(ais))
    phone.enter(**full_game(len(ais), PLAIN))
    return phone


# One row, one arrow.


def test_players_and_their_points_are_one_row_and_each_leads_to_its_tableau(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7", "AI-12"])
    page = text(phone, "?seat=1")
    assert page.count('class="standing"') == 1
    assert 'class="tabs"' not in page
    chips = re.findall(r'<a class="chip seat-(\d)" href="([^"]+)"( aria-current="page")?>', page)
    assert [(colour, bool(here)) for colour, _, here in chips] == [("0", False), ("1", True), ("2", False)]
    assert [link.rpartition("?")[2] for _, link, _ in chips] == ["seat=0", "seat=1", "seat=2"]


@pytest.mark.parametrize("page", ["", "p/lay?seat=1", "p/turns", "scores", "p/settings"])
def test_no_page_has_two_arrows_back(app: Flask, page: str) -> None:
    phone = Players(app, ["AI-4", "AI-7"])
    assert text(phone, page).count('class="back"') == 1


def test_back_from_a_card_leads_to_the_seat_it_was_laid_at(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7"])
    assert re.search(r'class="back" href="/t/[^"]+/\?seat=1"', text(phone, "p/lay?seat=1"))


def test_only_a_wide_screen_is_sent_the_tableaux_of_the_others(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7", "AI-12"])
    phone.lay(0, 1, "117", "A3")
    assert text(phone).count('<ul class="tableau small"') == 0
    phone.client.set_cookie("wide", "1")
    assert text(phone).count('<ul class="tableau small"') == 2


def test_the_page_begins_with_whose_turn_it_is(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7"])
    phone.lay(0, 1, "117", "A3")
    assert re.search(r'<h1 class="phase"><span class="who seat-1">Ben</span> <span>Round 1 · turn 1 of 14', text(phone))


def test_a_player_keeps_the_colour_that_was_chosen_and_nobody_else_gets_it(app: Flask) -> None:
    house: House = app.extensions["house"]
    with house.store.writing() as db:
        db.execute("INSERT INTO people VALUES (1, 'Ben', 0, 0)")
        db.execute("INSERT INTO spellings VALUES ('Ben', 1)")
    assert house.archive.change_person(Person(1, "Ben", 0))
    names = ("Ana", "ben", "Cleo")
    rows = tuple(Row(seat=seat, name=name, points=(Points(),), total=0) for seat, name in enumerate(names))
    assert [row.colour for row in house.coloured(Scoreboard(columns=(), rows=rows)).rows] == [1, 0, 2]


# Shapes.


def paths(svg: str) -> list[str]:
    return re.findall(r'<path class="tint-\d" d="([^"]+)"', svg)


def test_cards_side_by_side_are_one_shape_and_a_card_in_two_groups_lies_in_both() -> None:
    svg = group_shapes((Group(("A1", "A2"), 3), Group(("A2", "B2"), 3)))
    first, second = paths(svg)
    assert first.count("M") == second.count("M") == 1  # one line around each
    assert 'class="tint-0"' in svg
    assert 'class="tint-1"' in svg
    numbers = [float(one) for one in re.findall(r"[\d.]+", first)]
    assert max(numbers[::2]) < 2 * WIDE
    assert max(numbers[1::2]) < HIGH
    # The second runs inside the first, where they share a card.
    assert min(float(one) for one in re.findall(r"[\d.]+", second)[::2]) > WIDE + 2


def test_what_does_not_touch_is_joined_by_a_bridge() -> None:
    (path,) = paths(group_shapes((Group(("A1", "A3"), 3),)))
    around, other, bridge = path.split("M")[1:]
    assert around.endswith("Z")
    assert other.endswith("Z")
    assert not bridge.endswith("Z")


def test_four_cards_in_a_square_have_no_hole() -> None:
    (path,) = paths(group_shapes((Group(("A1", "A2", "B1", "B2"), 3),)))
    assert path.count("M") == 1
    assert path.count("Q") == 4


def test_connectors_that_meet_are_joined() -> None:
    (path,) = paths(group_shapes((Group(("A1", "A2"), 2, ("A1.br", "A2.bl")),)))
    assert path.count("Z") == 2
    assert path.count("M") == 3


def test_cards_that_score_each_by_itself_carry_no_numbers() -> None:
    assert "tint-1" not in group_shapes((Group(("A1",), 2), Group(("B2",), 2)))


def test_a_card_in_two_groups_shows_both_numbers() -> None:
    line = Line("card", "004", (Group(("A1", "A2"), 3), Group(("A2", "B2"), 3)), cell="C1")
    cells = light({name: Cell(name=name, label=name) for name in ("A1", "A2", "B2", "C1", "C2")}, line)
    assert {name: cell.groups for name, cell in cells.items() if cell.groups} == {"A1": (1,), "A2": (1, 2), "B2": (2,)}
    assert (cells["C1"].kind, cells["C2"].kind) == ("own", "dim")


def test_coordinates_in_a_sentence_name_their_cells_and_nothing_else_does() -> None:
    parts = parted("A1+B2↘: 3. AI-2, O4, 073 on @3.")
    assert [part for part in parts if part[1]] == [("A1", "A1"), ("B2↘", "B2"), ("@3", "@3")]


# Results.


def test_while_ai_2s_card_is_open_nobody_has_won(app: Flask) -> None:
    phone = over(app, "AI-2", "AI-7")
    page = phone.get("scores")
    assert "Provisional: 1 thing open." in words(page)
    assert "Ana has AI-2 and has added no card yet. Add the card" in words(page)
    assert "wins" not in words(page)
    assert phone.post("do/lay", seat=0, turn=15, card="117", cell="A6", as_of=99).status_code == 303
    assert "Provisional" not in words(phone.get("scores"))
    # It is drawn beside the tableau.
    assert 'id="cell-A6"' in text(phone, "?seat=0")


def test_a_game_with_an_illegal_turn_names_no_winner_and_leads_to_it(app: Flask) -> None:
    phone = over(app, "AI-4", "AI-7")
    first = phone.entries(app)["play/1/0"]
    second = phone.entries(app)["play/2/0"]
    assert phone.lay(0, 1, first["card"], second["cell"]).status_code == 303  # where the second card lies
    page = words(phone.get("scores"))
    assert "Provisional" in page
    assert "wins" not in page
    assert "Put it right" in page


def test_alone_nobody_wins(app: Flask) -> None:
    phone = over(app, "AI-4")
    assert "wins" not in words(phone.get("scores"))


def test_a_card_taken_back_in_the_middle_hides_nobodys_score_and_says_that_later_turns_are_kept(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7"])
    phone.lay_all(1, ("117", "A3"), ("118", "A3"))
    phone.lay_all(2, ("119", "A2"), ("120", "A2"))
    assert "Later turns are kept" in words(phone.get("p/lay?seat=0&turn=1"))
    assert "Later turns" not in words(phone.get("p/lay?seat=0&turn=2"))
    assert phone.post("do/take-back", seat=0, turn=1, as_of=9).status_code == 303
    page = words(phone.get())
    assert "Missing: Turn 1, Ana. The turns after it are kept" in page
    assert "Ben 5" in page  # 118 brings two points, 120 three
    assert "no longer legal" not in page.lower()


def test_a_seat_that_may_not_enter_sees_no_button_to_confirm(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7"])
    card = "p/lay?seat=0&turn=1&card=117&cell=A3"
    assert 'class="button primary confirm"' in text(phone, card)
    assert phone.post("seats", role="seat.1").status_code == 303
    assert 'class="button primary confirm"' not in text(phone, card)


def test_a_card_in_turn_by_turn_opens_that_card_even_if_another_came_in_by_it(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7"])
    phone.lay_all(1, ("117", "A3"), ("118", "A3"))
    assert phone.lay(0, 2, "115", "A2", come="119", out="A3").status_code == 303
    phone.lay(1, 2, "120", "A2")
    link = re.search(r'<a href="[^"]+/(p/line[^"]+)" aria-label="Ana, turn 2: 115 A2', text(phone, "p/turns"))
    assert link
    assert "115 on A2" in words(phone.get(link.group(1).replace("&amp;", "&")))


def test_the_end_of_a_round_is_one_page_for_all(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7"])
    assert phone.get("p/round?n=1").status_code == 404
    game = full_game(2, PLAIN, 7)
    last = game.pop("play/7/1")
    phone.enter(**game)
    answer = phone.lay(1, 7, last["card"], last["cell"])
    assert answer.headers["Location"].endswith("/p/round?n=1")
    page = phone.get("p/round?n=1")
    assert "Round 1 is over" in words(page)
    for seat, name in enumerate(("Ana", "Ben")):
        line = next(one for one in phone.score()["players"][seat]["lines"] if one["kind"] == "objective")
        assert line["text"] in words(page)
        assert f"Tableau of {name}" in page.get_data(as_text=True)
    assert "See what the objective gave" in words(phone.get())


def test_what_105_brings_stands_on_its_cells(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7", "AI-12"])
    phone.lay(1, 1, "117", "A3")
    phone.lay(2, 1, "118", "A3")
    page = text(phone, "p/lay?seat=0&turn=1&card=105")
    assert 'aria-label="Choose A3: 2 points"' in page  # as many as Ben, who got two
    assert "Confirm +2" in words(phone.get("p/lay?seat=0&turn=1&card=105&cell=A3"))
