"""The Pilier game at the table: tokens and cards counted at the end, the best two colours, and who wins."""

from __future__ import annotations

from flask import Flask

from tests.web.conftest import Phone, words
from tests.web.games.actions import enter, refused, totals
from tests.web.games.test_pilier import lay, started


def test_the_best_two_colours_are_picked_and_the_alternatives_shown(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    page = words(phone.get("p/count?seat=0&tokens=8&red=40.10&blue=30&green=20"))
    assert "One of the two best colours, red: 40 + 10. +50" in page
    assert "Not one of the two best colours, green, so it counts against: 20. −20" in page
    # 80 + 50 + 30 - 20; then red and green 80 + 50 + 20 - 30; then blue and green.
    assert "red + blue best 140 red + green 120 blue + green 80" in page
    assert "Enter: 140 points" in page


def test_everybody_counts_and_the_highest_total_wins(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    page = enter(phone, "count", seat=0, tokens=8, red="40.10", blue="30", green="20")
    assert "Ben: tokens and cards" in page
    scores = words(phone.get("scores"))
    assert "Still to count: Ben." in scores
    assert "not counted" in scores
    # What Ana leaves is what Ben has.
    assert totals(phone) == {"Ana": 140, "Ben": 40}
    enter(phone, "count", seat=1, tokens=4, brown="40", yellow="0")
    assert totals(phone) == {"Ana": 140, "Ben": 80}
    assert "Ana wins with 140 points." in words(phone.get("scores"))


def test_equal_totals_share_the_victory(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    for seat in (0, 1):
        enter(phone, "count", seat=seat, tokens=6, red="10.10.10")
    assert "Ana and Ben share the victory with 90 points." in words(phone.get("scores"))


def test_tokens_that_do_not_add_up_are_told_and_nobody_wins_yet(app: Flask, phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    enter(phone, "count", seat=0, tokens=8)
    enter(phone, "count", seat=1, tokens=5)
    assert "13 tokens in all, where 2 players began with 12." in words(phone.get("scores"))
    french = Phone(app, "fr")
    french.join(phone.code, "watch")
    assert "13 jetons en tout, alors que 2 joueurs en avaient 12 au début." in words(french.get("scores"))
    enter(phone, "count", seat=1, tokens=4)
    assert "0 cards were taken, where at least 6 of 50 must be" in words(phone.get("scores"))
    enter(phone, "count", seat=1, tokens=4, red="0.0.0.0.0.0")
    assert "Ana wins with 80 points." in words(phone.get("scores"))


def test_more_cards_than_the_game_has_are_refused(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    many = ".".join(["10"] * 18)
    page = refused(phone, "count", seat=0, tokens=6, red=many, blue=many, green=many)
    assert "That makes 54 cards, where 2 players have 50." in page


def test_a_game_that_was_followed_is_counted_already(phone: Phone) -> None:
    started(phone)
    enter(phone, "take", seat=0, cell="2,5")
    page = words(phone.get("p/count?seat=0"))
    assert "The square has been followed, so this is filled in already." in page
    assert "Enter: 100 points" in page


def test_the_best_pair_is_proposed_and_another_can_be_chosen(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    cards = {"red": "40.10", "blue": "30", "green": "20"}
    address = "p/count?seat=0&tokens=8&red=40.10&blue=30&green=20&colours=red.green"
    page = words(phone.get(address))
    assert "red + green chosen 120" in page
    assert "Enter: 120 points" in page
    assert "red + blue would bring 20 more." in page
    enter(phone, "count", seat=0, tokens=8, colours="red.green", **cards)
    enter(phone, "count", seat=1, tokens=4, brown="40", yellow="0")
    assert totals(phone) == {"Ana": 120, "Ben": 80}
    assert phone.get("p/count?seat=0&tokens=8&colours=red.red").status_code == 404
