"""Cards that ask for more than a cell: copies, neighbours, exchanges, swaps, and what AI cards allow."""

from __future__ import annotations

from flask import Flask

from companion.games.ai100.deck import demo_deck
from tests.web.conftest import words
from tests.web.players import Players


def test_a_copying_card_waits_and_says_for_whom_then_takes_the_best(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7", "AI-12"])
    phone.lay(0, 1, "103", "A3")
    assert "103 on A3: waits for Cleo and Ben" in words(phone.get("?seat=0"))
    phone.lay(1, 1, "082", "A3")
    page = words(phone.get("?seat=0"))
    assert "103 on A3: waits for Cleo" in page
    assert "Change card 103" in page
    phone.lay(2, 1, "001", "A3")
    assert "Copies 082 of Ben." in words(phone.get("?seat=0"))


def test_a_card_that_has_to_wait_says_what_it_asks_for_and_for_whom_it_waits(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7", "AI-12"])
    page = words(phone.get("p/lay?seat=0&card=107&cell=B2"))
    assert "It scores once the neighbours it looks at have laid: Cleo and Ben." in page
    assert page.index("2 per card numbered 5") < page.index("It scores once")
    # What is not known yet is no zero; once the neighbours have laid nothing that counts, it is.
    assert "Choose A3: 0 points" not in phone.get("p/lay?seat=0&card=107").get_data(as_text=True)
    phone.enter(**{"play/1/1": {"card": "082", "cell": "A3"}, "play/1/2": {"card": "004", "cell": "A3"}})
    fives = sum(demo_deck().faces[card].number == 5 for card in ("082", "004", "AI-7", "AI-12"))
    assert fives == 0
    assert "Choose A3: 0 points" in phone.get("p/lay?seat=0&card=107").get_data(as_text=True)


def test_a_copying_card_asks_which_card_and_keeps_the_choice(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7", "AI-12"])
    phone.enter(**{"play/1/1": {"card": "082", "cell": "A3"}, "play/1/2": {"card": "004", "cell": "A3"}})
    page = words(phone.get("p/lay?seat=0&card=103&cell=A3"))
    assert "Which card does it copy?" in page
    assert "082 of Ben" in page
    assert "004 of Cleo" in page
    assert phone.lay(0, 1, "103", "A3", copy="2.004").status_code == 303
    assert phone.entries(app)["play/1/0"]["copy"] == {"from": 2, "card": "004"}
    assert "Copies 004 of Cleo." in words(phone.get("?seat=0"))
    assert phone.score()["players"][0]["lines"][0]["copied"] == "004"


def test_the_question_of_a_card_stands_before_the_grid_that_it_may_look_at(app: Flask) -> None:
    page = words(Players(app, ["AI-4", "AI-7"]).get("p/lay?seat=0&card=103&cell=A3"))
    assert page.index("Which card does it copy?") < page.index("The grid counts as a neighbour.")


def test_a_neighbour_card_offers_both_neighbours(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7", "AI-12"])
    phone.lay_all(1, ("001", "A3"), ("052", "A3"), ("053", "A3"))
    page = words(phone.get("p/lay?seat=0&card=107&cell=B2"))
    assert "In which neighbour&#39;s tableau does it count?" in page
    phone.lay(0, 2, "107", "B2", neighbour="1")
    phone.lay(1, 2, "055", "B2")
    phone.lay(2, 2, "056", "B2")
    assert "Counted at Ben." in words(phone.get("?seat=0"))


def test_an_exchange_asks_for_the_incoming_card_and_proposes_where(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7"])
    phone.lay_all(1, ("001", "A3"), ("052", "A3"))
    page = words(phone.get("p/lay?seat=0&card=115&cell=B2"))
    assert "Exchange a card with the reserve?" in page
    picking = words(phone.get("p/lay?seat=0&card=115&cell=B2&come=117&pick=out"))
    assert "117 comes in on A3 +2" in picking
    assert phone.lay(0, 2, "115", "B2", come="117", out="A3").status_code == 303
    assert phone.entries(app)["play/2/0"]["exchange"] == {"out": "A3", "in": "117"}
    phone.lay(1, 2, "055", "B2")
    lines = phone.score()["players"][0]["lines"]
    assert [(line["source"], line["points"]) for line in lines[1:]] == [("115", -2), ("117", 2)]


def test_a_swap_is_picked_on_the_tableau_and_only_where_it_may_be(app: Flask) -> None:
    phone = Players(app, ["AI-4", "AI-7"])
    phone.lay_all(1, ("001", "A3"), ("052", "A3"))
    page = phone.get("p/lay?seat=0&card=119&cell=B2&pick=swap&swap=A3").get_data(as_text=True)
    assert "swap=A3.B2" in page
    assert "swap=A3.B4" in page
    # B3 is the AI card, A1 would touch nothing.
    assert "swap=A3.B3" not in page
    assert "swap=A3.A1" not in page
    phone.lay(0, 2, "119", "B2", swap="A3.B4")
    phone.lay(1, 2, "055", "B2")
    assert phone.entries(app)["play/2/0"]["swap"] == ["A3", "B4"]
    assert "B4: card 001" in phone.get("?seat=0").get_data(as_text=True)


def test_a_swap_that_would_help_is_proposed(app: Flask) -> None:
    """Numbers 3, 3 above 2, 5: with a 3 moved down to B1 the middle row holds 3, 2, 5, and Ω3 pays 4 instead of 1."""
    phone = Players(app, ["AI-8", "AI-7"])
    phone.lay_all(1, ("001", "A3"), ("052", "A3"))
    phone.lay_all(2, ("004", "A2"), ("053", "A2"))
    assert "best for Ω3 and the AI card as they stand +3" in words(phone.get("p/lay?seat=0&card=119&cell=B2"))


def test_ai_5_may_swap_once_before_its_card(app: Flask) -> None:
    phone = Players(app, ["AI-5", "AI-7"])
    phone.lay_all(1, ("001", "A3"), ("052", "A3"))
    assert "AI-5: swap two cards first?" in words(phone.get("p/lay?seat=0"))
    assert phone.lay(0, 2, "117", "A2", ai="A3.B2").status_code == 303
    phone.lay(1, 2, "055", "B2")
    assert "AI-5: swap" not in words(phone.get("p/lay?seat=0"))
    answer = phone.lay(0, 3, "118", "A1", ai="A2.C2")
    assert answer.status_code == 422
    assert "AI-5 has swapped already in this game." in words(answer)


def test_ai_8_may_lay_diagonally(app: Flask) -> None:
    phone = Players(app, ["AI-8", "AI-7"])
    assert phone.lay(0, 1, "117", "A2").status_code == 303
    assert phone.lay(1, 1, "118", "A2").status_code == 422
