"""'AI, 100% Human' at a table, without a browser: what the pages ask, keep, refuse and show."""

from __future__ import annotations

import json
import re

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.ai100.board import CELLS, EXTRA_CELLS
from companion.games.ai100.deck import demo_deck, face_to_json
from tests.web.conftest import Phone, words
from tests.web.players import PLAIN, Players, full_game


def test_points_stand_on_each_legal_cell_beforehand_unless_the_table_finds_it_unsporting(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7", "AI-12"])
    with_points = phone.get("p/lay?seat=0&card=117").get_data(as_text=True)
    assert with_points.count('class="points">+2<') == 4
    phone.post("do/settings", name0="Ana", as_of=1)
    without = phone.get("p/lay?seat=0&card=117&cell=A3").get_data(as_text=True)
    assert 'class="points"' not in without
    assert ">Confirm</button>" in without


def test_the_confirm_button_says_what_will_be_scored(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7", "AI-12"])
    assert ">Confirm +2</button>" in phone.get("p/lay?seat=0&card=117&cell=A3").get_data(as_text=True)


@pytest.mark.parametrize(
    ("card", "cell", "sentence"),
    [
        ("999", "B2", "There is no card 999 (001 to 120)."),
        ("117", "A1", "Cell A1 touches no card."),
        ("117", "B3", "Cell B3 is taken."),
        ("052", "B2", "Card 052 lies in the tableau of Ben already."),
    ],
)
def test_an_illegal_card_is_refused_with_its_reason(app: Flask, card: str, cell: str, sentence: str) -> None:
    phone = Players(app, ["AI-4", "AI-7", "AI-12"])
    phone.enter(**{"play/1/1": {"card": "052", "cell": "B2"}})
    answer = phone.lay(0, 1, card, cell)
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert "play/1/0" not in phone.entries(app)


def test_after_a_number_that_no_card_has_the_next_digit_begins_another(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7"])
    page = phone.get("p/lay?seat=0&card=999").get_data(as_text=True)
    assert "There is no card 999" in page
    assert 'card=1" data-key="1"' in page


def test_after_a_card_that_lies_already_the_next_digit_begins_another(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7"])
    phone.enter(**{"play/1/1": {"card": "052", "cell": "B2"}})
    for cell in ("", "&cell=A3"):
        answer = phone.get(f"p/lay?seat=0&card=052{cell}")
        assert "Card 052 lies in the tableau of Ben already." in words(answer)
        assert "Type the three digits" in words(answer)
        assert "Touch the cell" not in words(answer)
        assert re.search(r'card=1(&amp;[^"]*)?" data-key="1"', answer.get_data(as_text=True))


def test_one_phone_for_all_goes_on_with_the_first_seat_when_a_turn_is_over(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7"])
    assert "Next: Ben&#39;s card" in words(phone.get(phone.lay(0, 1, "117", "A3").headers["Location"]))
    page = phone.get(phone.lay(1, 1, "052", "B2").headers["Location"])
    assert "Next: Ana&#39;s card" in words(page)
    assert "Lay a card" not in words(page)
    assert re.findall(r"/p/lay\?([^\"]*)", page.get_data(as_text=True)) == ["seat=0&amp;turn=2"]
    # Who turns to Ben lays for Ben.
    assert "Lay a card" in words(phone.get("?seat=1"))


def test_the_reason_is_said_in_french_too(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7"], "fr")
    assert "La case A1 ne touche aucune carte." in words(phone.lay(0, 1, "117", "A1"))


def test_a_turn_is_not_skipped(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7"])
    phone.lay(0, 1, "117", "A3")
    assert phone.lay(0, 2, "118", "A2").status_code == 404


def test_editing_an_earlier_turn_scores_everything_again_and_shows_what_became_illegal(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7"])
    phone.lay_all(1, ("001", "A3"), ("052", "A3"))
    phone.lay_all(2, ("004", "A2"), ("053", "A2"))
    assert phone.lay(0, 1, "001", "C3").status_code == 303
    page = words(phone.get("?seat=0"))
    assert "Turn 2, Ana : Cell A2 touches no card." in page
    assert phone.entries(app)["play/2/0"] == {"card": "004", "cell": "A2"}
    assert "no longer legal" in phone.get("p/turns").get_data(as_text=True)
    assert phone.lay(0, 2, "004", "C2").status_code == 303
    assert "no longer" not in words(phone.get("?seat=0")).lower()
    assert phone.score()["players"][0]["name"] == "Ana"


def test_taking_back_an_early_card_keeps_the_later_ones(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7"])
    phone.lay_all(1, ("001", "A3"), ("052", "A3"))
    phone.lay_all(2, ("004", "A2"), ("053", "A2"))
    before = phone.score()
    assert phone.post("do/take-back", seat=0, turn=1, as_of=9).status_code == 303
    turns = phone.get("p/turns").get_data(as_text=True)
    assert "Ana, turn 1: not laid yet" in turns
    assert re.search(r"Ben, turn 2: 053 A2, \d+ point", turns)
    assert phone.lay(0, 1, "001", "A3").status_code == 303
    assert phone.score() == before


def test_undoing_a_turn_in_the_middle_says_first_that_later_ones_are_kept(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7", "AI-12"])
    for turn, cards in enumerate((("001", "052", "053"), ("004", "055", "056")), 1):
        phone.lay_all(turn, *((card, ("A3", "B2")[turn - 1]) for card in cards))
    newest, *older = re.split("<li>", phone.get("history").get_data(as_text=True))[1:]
    assert "Everything entered after it is kept" not in newest
    assert all("Everything entered after it is kept" in one for one in older[:-1])
    assert "Undo" not in older[-1]  # the set-up stays
    phone.post("undo", revision=3)
    assert {"play/1/0", "play/2/1"} <= set(phone.entries(app))
    assert phone.entries(app).get("play/1/1") is None


def test_a_face_nobody_knows_is_asked_for_once_and_never_again(app: Flask) -> None:
    phone = Players(app, ["AI-4"], deck="+", new_deck="Our box")
    assert "Enter the face of AI-4" in words(phone.get())
    # Until then no face is made up for it.
    assert 'aria-label="B3: card AI-4, face not known yet"' in phone.get().get_data(as_text=True)
    assert ">?</text>" in phone.get("p/lay?seat=0").get_data(as_text=True)
    face = {"card": "AI-4", "colour": "blue", "number": "2"}
    for corner in ("tl", "tr", "br", "bl"):
        face |= {f"{corner}colour": "green", f"{corner}number": "3"}
    answer = phone.post("do/face", **{**face, "trcolour": ""}, as_of=1)
    assert answer.status_code == 422
    assert "Choose a colour and a number." in words(answer)
    assert 'name="colour" value="blue" checked' in answer.get_data(as_text=True)
    assert phone.post("do/face", **face, as_of=1).status_code == 303
    page = phone.get("p/lay?seat=0&card=073&cell=B2").get_data(as_text=True)
    assert "Enter its face (once)" in page
    assert "confirm" not in page.partition("<main")[2]
    answer = phone.post(
        "do/face", **{**face, "card": "073"}, hand_seat=0, hand_turn=1, hand_card="073", hand_cell="B2", as_of=9
    )
    assert answer.headers["Location"].endswith("/p/lay?seat=0&turn=1&card=073&cell=B2")
    assert phone.lay(0, 1, "073", "B2").status_code == 303
    # Another table with the same box knows it already.
    again = Players(app, ["AI-4"], same=phone, deck="Our box")
    assert "Enter the face" not in words(again.get())
    assert "Enter its face" not in words(again.get("p/lay?seat=0&card=073&cell=B2"))
    assert again.lay(0, 1, "073", "B2").status_code == 303
    assert again.score()["players"][0]["total"] == phone.score()["players"][0]["total"]
    # The faces travel with the table, whatever becomes of the box.
    assert again.entries(app)["face/073"]["phase"] == 1


def test_two_players_enter_their_grid_and_copy_from_it(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7"])
    assert "The neutral grid of this round is not entered yet" in words(phone.get())
    bad = phone.post("do/grid", A1="082", B1="82", as_of=1)
    assert bad.status_code == 422
    assert "Card 082 is in the grid twice." in words(bad)
    grid = {"A1": "082", "B1": "002", "C1": "003", "A2": "013", "B2": "014", "C2": "015"}
    assert phone.post("do/grid", **grid, as_of=1).status_code == 303
    phone.lay(1, 1, "052", "A3")
    assert "082 of the grid" in words(phone.get("p/lay?seat=0&card=103&cell=A3"))
    assert phone.lay(0, 1, "103", "A3", copy="grid.082").status_code == 303
    assert phone.score()["players"][0]["lines"][0]["copied"] == "082"
    assert "lies in the grid already" in words(phone.lay(0, 2, "082", "A2"))


def test_a_solo_player_enters_the_draft_grid_when_a_black_card_needs_it(app: Flask) -> None:
    phone = Players(app, ["AI-4"])
    assert "without it this card scores 0" in words(phone.get("p/lay?seat=0&card=107&cell=A3"))
    draft = {
        "A1": "082",
        "A2": "002",
        "A3": "003",
        "B1": "013",
        "B2": "014",
        "B3": "015",
        "C1": "020",
        "C2": "021",
        "C3": "022",
    }
    answer = phone.post("do/grid", **draft, hand_seat=0, hand_card="107", hand_cell="A3", as_of=1)
    assert "/p/lay?seat=0&card=107&cell=A3" in answer.headers["Location"]
    phone.lay(0, 1, "107", "A3")
    assert phone.entries(app)["play/1/0"]["grid"] == draft
    fives = sum(demo_deck().faces[card].number == 5 for card in draft.values())
    assert phone.score()["players"][0]["total"] == 2 * fives


def test_105_in_a_solo_game_brings_four(app: Flask) -> None:
    phone = Players(app, ["AI-4"])
    assert ">Confirm +4</button>" in phone.get("p/lay?seat=0&card=105&cell=A3").get_data(as_text=True)


def test_the_end_of_the_game_names_the_winner_and_ai_2_adds_its_card(app: Flask) -> None:
    phone = Players(app, ["AI-2", "AI-7"])
    phone.enter(**full_game(2, PLAIN))
    assert "AI-2: Ana adds a card" in words(phone.get())
    page = phone.get("p/lay?seat=0&turn=15&card=117")
    assert page.get_data(as_text=True).count('class="points">+2<') == len(EXTRA_CELLS)
    assert phone.lay(0, 15, "117", "D3").status_code == 303
    score = phone.score()
    assert score["players"][0]["ai"] == 2
    headline = words(phone.get("scores"))
    best = max(player["total"] for player in score["players"])
    assert f"with {best} points." in headline
    assert phone.lay(1, 15, "118", "D3").status_code == 404


def test_a_solo_game_ends_with_its_rank(app: Flask) -> None:
    phone = Players(app, ["AI-4"])
    phone.enter(**full_game(1, PLAIN))
    total = phone.score()["players"][0]["total"]
    assert f"{total} points:" in words(phone.get("scores"))


def test_a_solo_rank_is_said_in_french_too(app: Flask) -> None:
    phone = Players(app, ["AI-4"], "fr")
    phone.enter(**full_game(1, PLAIN))
    total = phone.score()["players"][0]["total"]
    assert total < 111
    assert f"{total} points : échec ; encore {111 - total} points pour Mentat." in words(phone.get("scores"))


def test_two_may_lead_and_nobody_leads_while_all_are_level(app: Flask) -> None:
    phone = Players(app, ["AI-6", "AI-5", "AI-7"])
    assert '<tr class="leads">' not in phone.get("scores").get_data(as_text=True)
    cards = ["117", "118"]
    phone.enter(**{f"play/1/{seat}": {"card": cards[seat], "cell": "A3"} for seat in (0, 1)})
    board = phone.get("scores").get_data(as_text=True)
    assert board.count('<tr class="leads">') == 2


def test_a_player_can_be_renamed_and_choices_follow(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7", "AI-12"])
    phone.lay(0, 1, "103", "A3", copy="1.082")
    phone.enter(**{"play/1/1": {"card": "082", "cell": "A3"}, "play/1/2": {"card": "004", "cell": "A3"}})
    phone.enter(**{"play/1/0": {"card": "103", "cell": "A3", "copy": {"from": 1, "card": "082"}}})
    assert phone.post("do/settings", name0="Ana", name1="Benedikt", name2="Cleo", hints=1, as_of=99).status_code == 303
    assert phone.score()["players"][0]["lines"][0]["text"].endswith("Copies 082 of Benedikt.")


def test_a_ruling_is_changed_in_the_middle_of_the_game(app: Flask) -> None:
    phone = Players(app, ["AI-4"])
    phone.post("do/settings", name0="Ana", hints=1, ruling_card_082="3", as_of=1)
    assert phone.entries(app)["setup"]["rulings"] == {"card_082": "3"}
    phone.post("do/settings", name0="Ana", hints=1, ruling_card_082="2", as_of=9)
    assert phone.entries(app)["setup"]["rulings"] == {}


def test_an_open_turn_is_left_out_of_the_exported_game(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7"])
    phone.lay_all(1, ("001", "A3"), ("052", "A3"))
    phone.lay(0, 2, "004", "A2")
    document = json.loads(phone.get("game.json").data)
    assert len(document["turns"]) == 1
    assert sorted(document["faces"]) == ["001", "004", "052", "AI-4", "AI-7"]


def test_the_demo_table_can_be_played_on(app: Flask) -> None:
    phone = Phone(app)
    phone.demo("ai100")
    for page in (
        "",
        "p/lay?seat=0",
        "p/turns",
        "p/lines?seat=1",
        "p/line?seat=2&n=0",
        "p/settings",
        "scores",
        "history",
        "seats",
    ):
        assert phone.get(page).status_code == 200


def test_every_demo_face_survives_the_page_that_enters_it() -> None:
    for card, face in demo_deck().faces.items():
        assert set(face_to_json(face)) >= {"colour", "number", "connectors"}, card


WORDS = st.sampled_from(
    ["", "0", "1", "2", "9", "-1", "x", "073", "103", "115", "119", "120", "999", "07", "grid", *CELLS, *EXTRA_CELLS]
)
NONSENSE = st.dictionaries(
    st.sampled_from(
        ["seat", "turn", "card", "cell", "copy", "neighbour", "come", "out", "swap", "ai", "pick", "n", "part"]
    ),
    st.one_of(
        WORDS,
        st.tuples(WORDS, WORDS).map(".".join),
        st.sampled_from(["swap", "ai", "come", "out", "O1", "ai"]),
        st.text(max_size=5),
    ),
)


@given(
    args=NONSENSE, page=st.sampled_from(["", "p/lay", "p/line", "p/lines", "p/face", "p/grid", "p/turns", "p/settings"])
)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_address_breaks_a_page(app: Flask, args: dict[str, str], page: str) -> None:
    phone = Phone(app)
    phone.demo("ai100")
    answer = phone.client.get(f"/t/{phone.code}/{page}", query_string=args)
    assert answer.status_code in (200, 404), args


@given(form=NONSENSE, action=st.sampled_from(["lay", "take-back", "face", "grid", "settings"]))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_form_breaks_a_table(app: Flask, form: dict[str, str], action: str) -> None:
    phone = Phone(app)
    phone.demo("ai100")
    answer = phone.post(f"do/{action}", **{**form, "as_of": "1"})
    assert answer.status_code in (303, 404, 409, 422), form
    assert phone.get().status_code == 200, form
    assert phone.get("scores").status_code == 200, form
