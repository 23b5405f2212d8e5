"""Boussanga at the table: alignments, bonus, board, cards, both modes, and the same in the game file."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from flask import Flask

from bench.boards import photograph
from companion.core.errors import NOWHERE
from companion.games.boussanga.board import Board, read_cell
from companion.games.boussanga.pages import TABLE
from companion.games.boussanga.pages.board import turned
from companion.games.boussanga.pages.parts import board_code
from companion.games.boussanga.rules import VALUES
from companion.registry import games
from tests.web.conftest import Phone, words
from tests.web.games.actions import enter, exported, lay_table, refused, said, scored, send


def lay(phone: Phone, *names: str, **more: object) -> None:
    lay_table(phone, "boussanga", names, **more)


def totals(phone: Phone) -> dict[str, int]:
    """The totals of the game file, which the pages show as well."""
    found = scored(phone)
    for seat, (name, total) in enumerate(found.items()):
        assert f"Score of {name} · {total}" in said(phone, f"p/lines?seat={seat}")
    return found


def code(phone: Phone, app: Flask, **lying: str) -> str:
    """A board as an address writes it: colour = cells."""
    tokens = {read_cell(cell, NOWHERE): colour for colour, cells in lying.items() for cell in cells.split()}
    return board_code(Board().with_tokens(tokens), tuple(phone.entries(app)["setup"]["values"]))


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


def test_an_alignment_keeps_all_but_three(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    page = said(phone, "p/align?seat=0&colour=red&count=5")
    assert "red tokens aligned: 3 back to the reserve, 2 kept" in page
    assert "Keep +6" in page
    enter(phone, "align", seat=0, colour="red", count=5)
    assert totals(phone) == {"Ana": 6, "Ben": 0}
    # The other three columns of the scoreboard are zeros, and say so.
    assert said(phone, "p/lines?seat=0").count("0 No token of this colour.") == 3
    assert "Choose a colour" in refused(phone, "align", seat=0, colour="", count=5)
    assert phone.get("p/align?seat=0&colour=red&count=3").status_code == 404


def test_the_fourth_of_a_colour_brings_one_more_once(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    enter(phone, "align", seat=0, colour="blue", count=6)
    # Three blue, worth two each; the next alignment of four makes four and brings the bonus.
    assert "Keep +4" in said(phone, "p/align?seat=0&colour=blue&count=4")
    enter(phone, "align", seat=0, colour="blue", count=4)
    assert exported(phone)["players"][0]["tokens"] == {"blue": 5}
    assert "Keep +2" in said(phone, "p/align?seat=0&colour=blue&count=4")
    enter(phone, "align", seat=0, colour="blue", count=4)
    assert totals(phone) == {"Ana": 12, "Ben": 0}


def test_a_team_has_one_bonus_for_a_colour(phone: Phone) -> None:
    lay(phone, "Ana", "Ben", "Cleo", "Dan", teams="1")
    enter(phone, "align", seat=0, colour="green", count=6)
    enter(phone, "align", seat=2, colour="green", count=4)
    enter(phone, "align", seat=2, colour="green", count=6)
    tokens = [player["tokens"] for player in exported(phone)["players"]]
    # Three of Ana's, one and the bonus of Cleo's, then three more without another bonus.
    assert tokens == [{"green": 3}, {}, {"green": 5}, {}]
    assert "The team has 8 points together." in said(phone, "p/lines?seat=0")


def test_a_team_wins_and_stands_on_the_podium_together(phone: Phone) -> None:
    lay(phone, "Ana", "Ben", "Cleo", "Dan", teams="1")
    for seat, tokens in enumerate(({"red": 2}, {"blue": 1}, {}, {})):
        enter(phone, "final", seat=seat, **tokens)
    page = said(phone, "scores")
    assert "Ana and Cleo win with 6 points." in page
    assert "Ana + Cleo ★ 6 Ben + Dan 2" in page


def test_fifteen_points_set_off_the_end(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    enter(phone, "align", seat=0, colour="red", count=8)
    # Five red would be fifteen; the bonus makes eighteen.
    assert "18 points for Ana: everybody else plays once more" in said(phone, "")
    enter(phone, "final", seat=0, red=6)
    enter(phone, "final", seat=1, blue=3, claimed=5)
    assert totals(phone) == {"Ana": 18, "Ben": 6}
    assert "Ana wins with 18 points." in said(phone, "scores")
    assert "Announced 5, it is 6." in said(phone, "p/lines?seat=1")
    assert "17 red tokens, where there are only 16." in refused(phone, "final", seat=1, red=11)


@pytest.mark.parametrize(
    ("language", "announced"),
    [("en", "18 points for Ana: everybody else plays once more"), ("fr", "18 points pour Ana")],
)
def test_the_end_is_announced_once_whoever_reaches_fifteen_after_that(
    phone: Phone, language: str, announced: str
) -> None:
    lay(phone, "Ana", "Ben")
    phone.client.set_cookie("language", language)
    enter(phone, "align", seat=0, colour="red", count=8)
    assert announced in said(phone, "")
    # Ben's last turn: eight blue and one more, which are 12, then three yellow.
    enter(phone, "align", seat=1, colour="blue", count=8)
    page = enter(phone, "align", seat=1, colour="yellow", count=6)
    assert scored(phone) == {"Ana": 18, "Ben": 15}
    assert page.count(announced) == 1
    assert announced.replace("18", "15").replace("Ana", "Ben") not in page


def test_the_board_shows_its_alignments_and_gives_them_to_a_seat(phone: Phone, app: Flask) -> None:
    lay(phone, "Ana", "Ben")
    tokens = code(phone, app, red="B2 C3 D4 E5", blue="A1 A2 A3")
    page = said(phone, f"p/board?seat=1&tokens={tokens}")
    assert "B2 C3 D4 E5: 4 red tokens aligned: 3 back to the reserve, 1 kept at 3 points. +3" in page
    enter(phone, "score-board", seat=1, tokens=tokens)
    assert totals(phone) == {"Ana": 0, "Ben": 3}
    board = Board(tuple(tuple(one or "" for one in row) for row in phone.entries(app)["board"]))
    assert board.tokens == {"blue": 3}
    assert "no alignment" in refused(phone, "score-board", seat=1, tokens=code(phone, app, blue="A1 A2 A3"))
    many = " ".join(f"{row}{column}" for row in "ABC" for column in range(1, 9))
    assert "24 red tokens on the board, but only 15" in refused(
        phone, "board", seat=0, tokens=code(phone, app, red=many)
    )


def test_the_last_token_of_a_colour_sets_off_the_end_though_an_alignment_brings_some_back(
    phone: Phone, app: Flask
) -> None:
    lay(phone, "Ana", "Ben")
    # All sixteen blue tokens lie on the board, four of them in a line.
    apart = " ".join(f"{row}{column}" for row in "CEGH" for column in (2, 5, 8))
    enter(phone, "score-board", seat=0, tokens=code(phone, app, blue=f"A1 A2 A3 A4 {apart}"))
    assert "The last blue token left the reserve: everybody else plays once more" in said(phone, "")


def test_a_quarter_turn_takes_the_top_row_to_the_right() -> None:
    board = Board().with_tokens({read_cell("A1", NOWHERE): "red", read_cell("A8", NOWHERE): "blue"})
    after = turned(board)
    assert after[read_cell("A8", NOWHERE)] == "red"
    assert after[read_cell("H8", NOWHERE)] == "blue"


def test_a_card_is_laid_where_it_makes_an_alignment(phone: Phone, app: Flask) -> None:
    lay(phone, "Ana", "Ben")
    enter(phone, "board", seat=0, tokens=code(phone, app, red="C1 C2 C3"))
    card = "00red.10blue.20blue"
    page = said(phone, f"p/card?seat=0&card={card}")
    assert "C4 D4 E4 (as drawn) +3" in page
    assert "does not fit there any more" in refused(phone, "lay", seat=0, card="00blue.01blue.02blue", place="C1.0")
    assert "three or four tokens" in refused(phone, "lay", seat=0, card="00red", place="C4.0")
    enter(phone, "lay", seat=0, card=card, place="C4.0")
    assert totals(phone) == {"Ana": 3, "Ben": 0}
    board = Board(tuple(tuple(one or "" for one in row) for row in phone.entries(app)["board"]))
    assert {str(cell) for cell in (read_cell("D4", NOWHERE), read_cell("E4", NOWHERE)) if board[cell] == "blue"} == {
        "D4",
        "E4",
    }
    assert board.tokens.total() == 2


def test_together_tokens_are_collected_until_there_are_four(phone: Phone, app: Flask) -> None:
    lay(phone, "Ana", "Ben", mode="cooperative")
    assert "No colour is collected four times yet." in said(phone, "p/turn?seat=0&tokens=red.red.blue")
    enter(phone, "turn", seat=0, tokens="red.red.blue")
    assert "5 red" in said(phone, "p/turn?seat=1&tokens=red.red.red")
    enter(phone, "turn", seat=1, tokens="red.red.red")
    # Five red collected: three go back, two are won at three points.
    assert exported(phone)["tokens"] == {"red": 2}
    assert exported(phone)["discarded"] == 2
    assert "three or four tokens" in refused(phone, "turn", seat=0, tokens="red")
    assert "changed meanwhile" in refused(phone, "turn", seat=0, **{"pass": "red"})
    enter(phone, "turn", seat=0, **{"pass": "blue"})
    assert "collected: 0" in said(phone, "")
    for seat in (1, 0):
        enter(phone, "turn", seat=seat, tokens="red.red.red.red")
    assert totals(phone) == {"Ana": 12, "Ben": 12}
    enter(phone, "turn", seat=0, tokens="red.red.red.red")
    assert "Goal reached with 6 cards discarded: Boussanga master." in said(phone, "scores")
    scored = games()["boussanga"].score(exported(phone)).say("en")
    assert scored["winners"] == ["Ana", "Ben"]


def test_alone_the_card_is_found_on_the_board(phone: Phone, app: Flask) -> None:
    lay(phone, "Ana")
    assert exported(phone)["mode"] == "cooperative"
    enter(phone, "board", seat=0, tokens=code(phone, app, red="B2 B3", blue="C3"))
    assert "It lies on the board in 1 place." in said(phone, "p/card?seat=0&card=00red.01red.11blue")
    enter(phone, "lay", seat=0, card="00red.01red.11blue", place="B2.0")
    assert exported(phone)["discarded"] == 1
    assert "It lies nowhere" in said(phone, "p/card?seat=0&card=00red.01red.11blue")
    enter(phone, "final", seat=0, red=5, discarded=10)
    assert "Goal reached with 10 cards discarded: Boussanga scholar." in said(phone, "scores")
    assert phone.get("p/align").status_code == 404


def test_a_photo_fills_the_board_and_a_lost_board_asks_for_its_corners(phone: Phone, app: Flask) -> None:
    lay(phone, "Ana", "Ben")
    shot = photograph("easy", 1)
    answer = send(phone, "board", shot.jpeg, seat=0)
    assert answer.status_code == 303
    colours = tuple(phone.entries(app)["setup"]["values"])
    assert f"tokens={board_code(shot.board, colours)}" in answer.headers["Location"]
    assert "Read from the photo" in said(phone, answer.headers["Location"])
    _, nothing = cv2.imencode(".jpg", np.full((400, 500, 3), 128, np.uint8))
    answer = send(phone, "board", nothing.tobytes(), seat=0)
    assert answer.status_code == 303
    assert "p/corners" in answer.headers["Location"]
    page = said(phone, answer.headers["Location"])
    assert "The board was not found by itself." in page
    assert "Take another photo" in page
    mark = phone.entries(app)["photo"]
    corners = {f"{axis}{at}": value for at, spot in enumerate(((20, 20), (80, 20), (80, 80), (20, 80)))
               for axis, value in zip("xy", spot, strict=True)}  # fmt: skip
    answer = phone.post("photo/board", seat=0, kept=mark, as_of=999, **corners)
    assert answer.status_code == 303
    assert "p/board" in answer.headers["Location"]
    crossed = {**corners, "x0": 90, "y0": 90}
    answer = phone.post("photo/board", seat=0, kept=mark, as_of=999, **crossed)
    assert answer.status_code == 422
    assert "These corners make no board" in words(answer)


def test_cells_that_were_not_clear_are_framed_on_the_board_and_in_the_photo(phone: Phone, app: Flask) -> None:
    lay(phone, "Ana", "Ben")
    shot = photograph("hard", 112, material="acrylic")  # a lamp is mirrored by a token
    answer = send(phone, "board", shot.jpeg, seat=0)
    assert answer.status_code == 303
    cells = phone.entries(app)["look"]["cells"]
    assert "H2" in cells
    page = phone.get(answer.headers["Location"]).get_data(as_text=True)
    assert "the framed cells were not clear" in page
    assert page.count('<g class="asked">') == len(cells)
    corner = np.array(cells["H2"]) - shot.corners[3] / cv2.imdecode(np.frombuffer(shot.jpeg, np.uint8), 1).shape[1::-1]
    assert np.linalg.norm(corner, axis=1).min() < 0.25  # in the last row, near the corner of the board
    enter(phone, "board", seat=0, tokens="0" * 64)
    assert '<g class="asked">' not in phone.get("p/board?seat=0").get_data(as_text=True)


def test_colours_and_names_are_checked_when_the_table_is_laid(phone: Phone) -> None:
    answer = phone.post("/new/boussanga", players=2, name0="Ana", name1="Ben", colour0="red", colour3="red")
    assert answer.status_code == 422
    assert "Choose four different colours." in words(answer)
    lay(phone, "Ana", "Ben", colour0="white", ruling_crossing="once")
    assert exported(phone)["values"] == {"white": 1, "green": 1, "blue": 2, "red": 3}
    assert exported(phone)["rulings"] == {"crossing": "once", "bonus": "side"}
    enter(phone, "align", seat=0, colour="white", count=4)
    assert totals(phone) == {"Ana": 1, "Ben": 0}


@pytest.mark.parametrize(
    "path",
    [
        "p/board?tokens=123",
        "p/board?ink=pink",
        "p/card?card=99red",
        "p/card?card=00red.00red",
        "p/final?red=99",
        "p/turn",
    ],
)
def test_addresses_that_make_no_sense_lead_nowhere(phone: Phone, path: str) -> None:
    lay(phone, "Ana", "Ben")
    assert phone.get(path).status_code == 404


def test_every_entry_has_words_in_both_languages() -> None:
    entries = {
        **TABLE.demo("en"),
        "turn/1": {"seat": 0, "tokens": {"red": 3}},
        "turn/2": {"seat": 1, "pass": ""},
        "final/0": {"tokens": {"red": 1}},
        "photo": "mark",
    }
    assert set(VALUES) == set(entries["setup"]["values"])
    for language in ("en", "fr"):
        view = TABLE.view(entries, language)
        for key, value in entries.items():
            assert TABLE.describe(view, key, value).strip()
            if key != "setup":
                assert TABLE.describe(view, key, None) != TABLE.describe(view, key, value)
