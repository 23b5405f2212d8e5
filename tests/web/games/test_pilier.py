"""The Pilier game at the table: the square card by card, the count at the end, and the same in the game file."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.errors import NOWHERE
from companion.core.table import Change
from companion.games.pilier.cards import CARD_NAMES, read_card
from companion.games.pilier.pages import TABLE
from companion.games.pilier.pages.trial import why_not
from companion.games.pilier.square import Cell, Square
from companion.registry import games
from tests.web.conftest import Phone, words
from tests.web.games.actions import enter, exported, lay_table, refused, totals

PAGES = ("", "p/limit", "p/turns", "p/count", "p/lines", "p/claim", "p/cards", "p/settings", "scores", "history")
# The first five cards of these tests: a row of four with one below its second card.
#   red 20 cube | red 0 ring | green 0 star | green 40 cube
#               | blue 0 cube
FIRST = {
    "2,1": "red 20 cube",
    "2,2": "red 0 ring",
    "2,3": "green 0 star",
    "2,4": "green 40 cube",
    "3,2": "blue 0 cube",
}


def lay(phone: Phone, *names: str, **more: object) -> None:
    lay_table(phone, "pilier", names, **more)


def traits(card: str) -> dict[str, str]:
    colour, value, symbol = card.split()
    return {"colour": colour, "value": value, "symbol": symbol}


def turn(phone: Phone, seat: int, card: str, cell: str, **more: object) -> str:
    return enter(phone, "lay", seat=seat, cell=cell, **traits(card), **more)


def tried(phone: Phone, card: str, cell: str) -> str:
    """What the page says about a card on a cell."""
    args = "&".join(f"{key}={value}" for key, value in {**traits(card), "cell": cell}.items())
    return unescape(words(phone.get(f"?{args}")))


def three(phone: Phone) -> None:
    """Ana, Ben and Cleo with the first cards laid."""
    lay(phone, "Ana", "Ben", "Cleo")
    for cell, card in FIRST.items():
        enter(phone, "first", cell=cell, **traits(card))


def started(phone: Phone) -> None:
    """Ana has laid the fifth card of the row: a scoring phase."""
    three(phone)
    turn(phone, 0, "green 40 ring", "2,5")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_the_demo_opens(app: Flask, path: str, language: str) -> None:
    phone = Phone(app, language)
    phone.demo("pilier")
    answer = phone.get(path)
    assert answer.status_code == 200
    assert not re.search(r" style=|<script>", answer.get_data(as_text=True).split("<main")[1])


def test_the_demo_scores_like_its_game_file(phone: Phone) -> None:
    phone.demo("pilier")
    # Ana: two tokens of Cleo, and a blue 30. Ben: six and a blue 40. Cleo: four, a blue 30 and a red 30.
    assert totals(phone) == {"Ana": 80 + 30, "Ben": 60 + 40, "Cleo": 40 + 60}


# The set-up and the first cards.


def test_the_set_up_says_how_many_cards_are_used(phone: Phone) -> None:
    for players, cards in ((2, 50), (3, 60), (4, 70), (5, 80), (6, 90)):
        assert f"Cards with {players} players: {cards}" in words(phone.get(f"/new/pilier?players={players}"))


def test_one_name_for_two_is_refused_and_nothing_is_lost(phone: Phone) -> None:
    answer = phone.post("/new/pilier", players=2, name0="Ana", name1=" Ana ")
    assert answer.status_code == 422
    assert "Two players have this name." in words(answer)
    assert 'value="Ana"' in answer.get_data(as_text=True)


def test_a_fresh_table_has_the_tokens_it_was_dealt(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    assert totals(phone) == {"Ana": 60, "Ben": 60}
    assert "Which five cards lie open?" in words(phone.get())


def test_the_first_five_cards_need_not_match_and_can_be_taken_away_again(app: Flask, phone: Phone) -> None:
    lay(phone, "Ana", "Ben", "Cleo")
    page = enter(phone, "first", cell="0,0", **traits("red 20 cube"))
    assert "First cards missing: 4." in page
    enter(phone, "first-back", cell="0,0")
    assert [key for key in phone.entries(app) if key.startswith("first/")] == []
    for cell, card in FIRST.items():
        page = enter(phone, "first", cell=cell, **traits(card))
    assert "Turn 1 · Ana" in page
    assert "There are 5 first cards" in refused(phone, "first", cell="0,0", **traits("red 20 cube"))


# A card is tried.


def test_a_legal_card_says_what_it_takes_and_from_whom(phone: Phone) -> None:
    three(phone)
    page = tried(phone, "red 40 cube", "3,1")
    assert "Above: colour, symbol." in page
    assert "Right: symbol." in page
    # Two neighbours: one token of the right neighbour, who sits before Ana.
    assert "Tokens taken: 1 (from Cleo 1)." in page
    assert "No scoring phase." in page
    assert "Lay red 40, cube" in page


def test_every_card_that_does_not_match_is_named(phone: Phone) -> None:
    three(phone)
    page = tried(phone, "yellow 10 none", "3,1")
    assert "Nothing in common with the card above, red 20, cube." in page
    assert "Nothing in common with the card to the right, blue 0, cube." in page
    assert "Lay yellow" not in page
    answer = refused(phone, "lay", seat=0, cell="3,1", **traits("yellow 10 none"))
    assert "Nothing in common with the card above" in answer
    assert totals(phone) == {"Ana": 60, "Ben": 60, "Cleo": 60}


def test_a_cell_alone_or_outside_the_square_is_refused_with_the_reason(phone: Phone) -> None:
    three(phone)
    assert "No card lies beside this cell." in tried(phone, "red 0 cube", "4,4")
    assert "The cell lies outside the square of 6 x 6." in tried(phone, "red 0 cube", "2,8")
    assert "A card lies there: red 20, cube." in tried(phone, "red 0 cube", "2,1")


def test_the_reasons_and_the_engine_agree_everywhere() -> None:
    view = TABLE.view(TABLE.demo("fr"), "fr")
    square = Square({Cell(*map(int, cell.split(","))): read_card(card, NOWHERE) for cell, card in FIRST.items()})
    for name in CARD_NAMES:
        card = read_card(name, NOWHERE)
        for row in range(-4, 9):
            for column in range(-3, 8):
                cell = Cell(row, column)
                assert (not why_not(square, card, cell, view)) == square.can_lay(card, cell)


def test_two_cards_without_symbol_follow_the_ruling(phone: Phone) -> None:
    lay(phone, "Ana", "Ben", ruling_no_symbol="nothing")
    for cell, card in {**FIRST, "2,4": "brown 10 none"}.items():
        enter(phone, "first", cell=cell, **traits(card))
    assert "Nothing in common with the card to the left, brown 10, no symbol." in tried(phone, "red 20 none", "2,5")
    assert exported(phone)["rulings"] == {"no_symbol": "nothing"}
    enter(phone, "settings", name0="Ana", name1="Ben", ruling_no_symbol="shared")
    assert "Left: symbol." in tried(phone, "red 20 none", "2,5")
    assert exported(phone)["rulings"] == {}, "what is as printed is not written down"


def test_cells_light_up_with_their_tokens_and_the_phase(phone: Phone) -> None:
    three(phone)
    page = phone.get("?colour=green&value=40&symbol=ring").get_data(as_text=True)
    assert re.search(r'data-cell="2,5" aria-label="[^"]*tokens 0, a scoring phase starts"', page)
    page = phone.get("?colour=red&value=40&symbol=cube").get_data(as_text=True)
    assert re.search(r'data-cell="3,1" aria-label="[^"]*may lie here, tokens 1"', page)


def test_who_is_not_on_turn_tries_a_card_and_cannot_enter_it(app: Flask, phone: Phone) -> None:
    three(phone)
    ben = Phone(app)
    ben.join(phone.code, "seat.1")
    page = tried(ben, "red 40 cube", "3,1")
    assert "Tokens taken: 1 (from Ana 1)." in page
    assert "Lay red" not in page
    assert ben.post("do/lay", seat=0, cell="3,1", as_of=9, **traits("red 40 cube")).status_code == 403
    assert ben.post("do/lay", seat=1, cell="3,1", as_of=9, **traits("red 40 cube")).status_code == 404


def test_who_cannot_lay_gives_a_token_to_the_right(phone: Phone) -> None:
    three(phone)
    assert "Ana cannot lay: one token to Cleo" in words(phone.get())
    assert "Turn 2 · Ben" in enter(phone, "pass", seat=0)
    assert totals(phone) == {"Ana": 50, "Ben": 60, "Cleo": 70}


# A scoring phase.


def test_the_fifth_card_with_two_traits_in_common_starts_a_phase(phone: Phone) -> None:
    three(phone)
    assert "A scoring phase starts in the row: Ana takes first." in tried(phone, "green 40 ring", "2,5")
    assert "No scoring phase." in tried(phone, "green 10 ring", "2,5")
    page = turn(phone, 0, "green 40 ring", "2,5")
    assert "Scoring phase · Ana takes" in page


def test_cards_are_taken_in_turn_until_one_is_left(phone: Phone) -> None:
    started(phone)
    assert "Then Ben takes." in words(phone.get("?cell=2,5"))
    assert "Scoring phase · Ben takes" in enter(phone, "take", seat=0, cell="2,5")
    assert "The table has moved on meanwhile." in refused(phone, "take", seat=0, cell="2,4")
    assert "Scoring phase · Cleo takes" in enter(phone, "take", seat=1, cell="2,4")
    assert "Scoring phase · Ana takes" in enter(phone, "take", seat=2, cell="2,1")
    assert "With this card the scoring phase ends." in words(phone.get("?cell=2,3"))
    assert "Turn 2 · Ben" in enter(phone, "take", seat=0, cell="2,3")
    # Ana: green 40 and green 0. Ben: green 40. Cleo: red 20.
    assert totals(phone) == {"Ana": 100, "Ben": 100, "Cleo": 80}
    assert exported(phone)["turns"] == [{"card": "green 40 ring", "cell": "2,5", "taken": ["2,5", "2,4", "2,1", "2,3"]}]


def test_a_card_that_holds_the_others_together_may_not_be_taken(phone: Phone) -> None:
    started(phone)
    enter(phone, "take", seat=0, cell="2,1")
    # Without green 0 star, red 0 ring and blue 0 cube would part from the two green ones.
    assert "Without this card the others would no longer hang together" in words(phone.get("?cell=2,3"))
    assert "Without this card the others would no longer hang together" in refused(phone, "take", seat=1, cell="2,3")


def test_no_card_is_laid_while_a_phase_is_on(phone: Phone) -> None:
    started(phone)
    answer = phone.post("do/lay", seat=1, cell="3,1", as_of=9, **traits("red 40 cube"))
    assert answer.status_code == 422
    assert "A scoring phase is on: first Ana takes a card." in words(answer)


def test_where_row_and_column_can_both_be_scored_the_player_chooses(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    first = ["red 0 cube", "red 10 cube", "red 20 cube", "red 30 cube"]
    for at, card in enumerate(first):
        enter(phone, "first", cell=f"0,{at}", **traits(card))
    enter(phone, "first", cell="1,4", **traits("red 0 cube"))
    for at, seat in ((2, 0), (3, 1), (4, 0)):
        turn(phone, seat, f"red {at}0 ring" if at < 4 else "red 40 star", f"{at},4")
    page = tried(phone, "red 40 cube", "0,4")
    assert "Row and column can both start a scoring phase" in page
    assert "Lay red 40, cube" not in page
    say_which = refused(phone, "lay", seat=1, cell="0,4", **traits("red 40 cube"))
    assert "Row and column can both start the scoring phase" in say_which
    turn(phone, 1, "red 40 cube", "0,4", line="column")
    assert exported(phone)["turns"][-1]["line"] == "column"


# What the square may still become.


def test_the_limit_of_the_square_is_told(phone: Phone) -> None:
    three(phone)
    page = words(phone.get("p/limit"))
    assert "Rows used: 2. Columns used: 4." in page
    assert "Rows that may still come, above and below together: 4." in page
    assert "Columns that may still come, left and right together: 2." in page
    # Five places for the top row, three for the left column.
    assert "Squares of 6 x 6 that are still possible: 15." in page
    turn(phone, 0, "green 10 star", "2,5")
    turn(phone, 1, "green 30 cube", "2,6")
    page = phone.get("p/limit")
    assert "No column can come any more: left and right are closed." in words(page)
    assert "end-left" in phone.get().get_data(as_text=True)


# Corrections.


def test_an_earlier_turn_is_entered_again_and_the_later_ones_follow(phone: Phone) -> None:
    three(phone)
    turn(phone, 0, "red 40 cube", "3,1")
    turn(phone, 1, "green 10 star", "2,5")
    assert totals(phone)["Ana"] == 70
    page = unescape(words(phone.get("?turn=1")))
    assert "Turn 1 · Ana" in page
    assert "Lay red 40, cube" in page
    turn(phone, 0, "red 40 cube", "1,1", turn=1)
    assert totals(phone)["Ana"] == 60
    assert len(exported(phone)["turns"]) == 2


def test_turns_that_no_longer_fit_wait_and_can_be_forgotten(app: Flask, phone: Phone) -> None:
    three(phone)
    turn(phone, 0, "green 10 star", "2,5")
    turn(phone, 1, "green 30 cube", "2,6")
    turn(phone, 2, "red 40 cube", "3,1")
    turn(phone, 0, "green 10 ring", "3,4", turn=1)
    page = unescape(words(phone.get()))
    assert "Turn 2 as it was entered no longer fits. No card lies beside this cell. Enter it again." in page
    assert len(exported(phone)["turns"]) == 1
    totals(phone)
    enter(phone, "forget")
    assert [key for key in phone.entries(app) if key.startswith("turn/")] == ["turn/1"]
    assert "no longer fits" not in words(phone.get())


def test_a_first_card_that_is_undone_keeps_the_turns_waiting(app: Flask, phone: Phone) -> None:
    three(phone)
    turn(phone, 0, "green 10 star", "2,5")
    assert phone.post("undo", revision=6, as_of=99).status_code == 303
    assert "First cards are missing again; turns that wait: 1." in words(phone.get())
    assert totals(phone) == {"Ana": 60, "Ben": 60, "Cleo": 60}
    enter(phone, "first", cell="3,2", **traits("blue 0 cube"))
    assert "Turn 2 · Ben" in words(phone.get())


# Tables of the first edition.


def test_a_table_that_kept_the_names_alone_still_opens_and_is_stored_anew(app: Flask, phone: Phone) -> None:
    three(phone)
    old = {"players": ["Ana", "Ben", "Cleo"], "rulings": {}}
    app.extensions["house"].store.change(phone.code, "x", lambda table: Change({"setup": old}), as_of=999)
    for page in ("", "p/settings", "p/count?seat=2", "scores", "seats", "history"):
        assert "Cleo" in words(phone.get(page)), page
    assert [player["name"] for player in exported(phone)["players"]] == ["Ana", "Ben", "Cleo"]
    enter(phone, "settings", name0="Ana", name1="Ben", name2="Chloé")
    assert phone.entries(app)["setup"]["players"] == [{"name": "Ana"}, {"name": "Ben"}, {"name": "Chloé"}]


# Manners.


@pytest.mark.parametrize(
    "path",
    ["p/nowhere", "?colour=pink", "?value=7", "?cell=a", "?cell=999,0", "?turn=9", "?turn=x", "p/count?tokens=99",
     "p/count?tokens=1&red=7", "p/claim?typed=12x", "p/count?seat=9"],
)  # fmt: skip
def test_nonsense_in_an_address_has_no_page(phone: Phone, path: str) -> None:
    three(phone)
    assert phone.get(path).status_code == 404


def test_everything_entered_stands_in_the_history_in_words(phone: Phone) -> None:
    started(phone)
    enter(phone, "take", seat=0, cell="2,5")
    enter(phone, "count", seat=1, tokens=6, red="20")
    enter(phone, "count-back", seat=1)
    enter(phone, "claim", seat=2, typed="60")
    page = unescape(words(phone.get("history")))
    for sentence in (
        "Table laid: Ana, Ben, Cleo",
        "First card: red 20, cube",
        "Turn 1 · Ana: green 40, ring",
        "Ana takes green 40, ring",
        "Ben: tokens 6; cards red 20",
        "Ben: count taken back",
        "Cleo claims 60",
    ):
        assert sentence in page


def test_a_watching_phone_sees_the_square_and_enters_nothing(app: Flask, phone: Phone) -> None:
    three(phone)
    watcher = Phone(app)
    watcher.join(phone.code, "watch")
    assert "Turn 1 · Ana" in words(watcher.get())
    assert watcher.post("do/pass", seat=0, as_of=9).status_code == 403


@settings(deadline=None)
@given(gone=st.sets(st.sampled_from(sorted(TABLE.demo("en")))), seat=st.sampled_from([None, 0, 1, 2]))
def test_whatever_is_undone_every_page_opens_and_the_file_scores(gone: set[str], seat: int | None) -> None:
    entries = {key: value for key, value in TABLE.demo("en").items() if key == "setup" or key not in gone}
    view = TABLE.view(entries, "fr", seat=seat, everybody=seat is None)
    assert TABLE.page(view, "", {}).title
    assert TABLE.page(view, "turns", {}).title
    board = TABLE.scoreboard(view)
    scored = games()["pilier"].score(TABLE.export(view)).say("fr")
    assert [row.total for row in board.rows] == [player["total"] for player in scored["players"]]


def test_what_was_entered_last_is_taken_back_beside_the_square(phone: Phone) -> None:
    started(phone)
    enter(phone, "take", seat=0, cell="2,5")
    assert "Undo: the last card taken" in words(phone.get(""))
    page = enter(phone, "undo", seat=0, key="take/1/0")
    assert "Scoring phase · Ana takes" in page
    assert "Undo: the last turn" in page
    assert "The table has moved on" in refused(phone, "undo", seat=0, key="take/1/0")
    assert "Turn 1 · Ana" in enter(phone, "undo", seat=0, key="turn/1")
    assert "Undo" not in words(phone.get("")).replace("History and undo", "")


def test_a_game_that_was_followed_is_explained_turn_by_turn(phone: Phone) -> None:
    three(phone)
    turn(phone, 0, "red 40 cube", "3,1")
    page = unescape(words(phone.get("p/lines?seat=0")))
    assert "Tokens at the start: 6" in page
    assert "Turn 1. " in page
