"""Together or alone: ranks, tokens collected and put back, and the end."""

from __future__ import annotations

import pytest

from companion.core.errors import Illegal
from companion.games.boussanga import GAME
from companion.games.boussanga.cooperative import replay
from companion.games.boussanga.document import read_record

from .documents import FOUR, PASS, ROW, THREE, lay, lines, together


@pytest.mark.parametrize(
    ("discarded", "rank", "winners", "text"),
    [
        (13, "lost", [], "Cards discarded: 13, lost; 1 fewer for: won."),
        (12, "won", ["Ana"], "Cards discarded: 12, won; 2 fewer for: Boussanga scholar."),
        (10, "Boussanga scholar", ["Ana"], "Cards discarded: 10, Boussanga scholar; 2 fewer for: Boussanga master."),
        (8, "Boussanga master", ["Ana"], "Cards discarded: 8, Boussanga master."),
    ],
)
def test_15_points_with_12_cards_win_10_a_scholar_8_a_master(discarded, rank, winners, text):
    document = together(tokens={"red": 5}, discarded=discarded)
    result = GAME.score(document).say("en")
    assert result["players"][0]["rank"] == rank
    assert result["winners"] == winners
    assert lines(document, "Ana")[-1] == ("rank", "", 0, text)


def won(discarded, **tokens):
    return GAME.score(together(tokens=tokens, discarded=discarded)).say("en")


@pytest.mark.parametrize(
    ("tokens", "fewest"),
    [
        # Four reds with one card are one red won; three that wait and then four are four won.
        ({"red": 1}, 1),
        ({"red": 2}, 2),
        ({"red": 4}, 2),
        # Four with two cards, and three go back again for the fifth.
        ({"red": 5}, 3),
        ({"red": 6}, 4),
        ({"red": 8}, 4),
        # Three reds and a blue, four reds (four won), four blues (two won).
        ({"red": 4, "blue": 2}, 3),
        ({"red": 1, "blue": 1, "green": 1, "yellow": 1}, 4),
    ],
)
def test_so_many_tokens_need_so_many_cards(tokens, fewest):
    assert won(fewest, **tokens)["players"][0]["discarded"] == fewest
    many = sum(tokens.values())
    with pytest.raises(Illegal, match=f"discarded: {many} tokens cannot be won with fewer than {fewest} cards"):
        won(fewest - 1, **tokens)


def test_five_reds_with_two_cards_made_nobody_a_master():
    assert won(3, red=5)["players"][0]["rank"] == "Boussanga master"
    with pytest.raises(Illegal, match="discarded: 5 tokens cannot be won with fewer than 3 cards"):
        won(2, red=5)


def test_only_the_turn_that_reaches_15_brings_more():
    # Four reds are 12; four more with the next turn make 24. Seven blues are 14, and then four reds come.
    assert won(20, red=8)["finished"] is True
    assert won(20, red=4, blue=7)["finished"] is True
    for tokens, points in (({"red": 9}, 27), ({"red": 4, "blue": 8}, 28), ({"yellow": 10, "green": 9}, 19)):
        with pytest.raises(
            Illegal, match=f"tokens: {points} points cannot be: the turn that reaches 15 is the last and"
        ):
            won(50, **tokens)


def test_three_of_a_colour_always_go_back():
    assert won(30, yellow=13)["finished"] is False
    with pytest.raises(
        Illegal, match="tokens: 14 yellow tokens cannot all be won: 13 at most, as with every alignment"
    ):
        won(30, yellow=14)


def test_short_of_15_points_there_is_no_rank_yet():
    result = GAME.score(together("Ana", "Ben", tokens={"red": 4, "blue": 1}, discarded=5)).say("en")
    assert [one["rank"] for one in result["players"]] == [None, None]
    assert result["winners"] == []
    assert result["players"][1]["lines"][-1]["text"] == "14 of 15 points so far; cards discarded: 5."


def test_ranks_for_the_command_line_and_how_far_the_next_one_is():
    assert GAME.rank(11, "fr") == ("gagné", "Érudit Boussanga", 1)
    assert GAME.rank(8, "en") == ("Boussanga master", "", 0)
    assert GAME.rank(14, "en") == ("lost", "won", 2)


def test_tokens_are_collected_and_three_of_four_put_back():
    find = {**lay(FOUR, "A1"), "back": {"red": ["A1", "B1", "C1"]}}
    document = together(board=ROW, turns=[find])
    assert lines(document, "Ana") == [
        ("collected", "red", 3, "4 red tokens collected: 3 back on the board, 1 kept at 3 points."),
        ("rank", "", 0, "3 of 15 points so far; cards discarded: 1."),
    ]
    position = replay(read_record(document))
    assert position.board.tokens == {"red": 3, "blue": 4}
    assert (position.collected, position.plate) == ({}, {"red": 1})


def test_fewer_than_four_wait_in_the_collecting_zone():
    position = replay(read_record(together(board=ROW, turns=[lay(THREE, "A1")])))
    assert (position.collected, position.plate) == ({"red": 3}, {})


def test_all_but_three_of_a_colour_are_won_however_many_were_collected():
    # Three wait, four come: three go back and four are won, and no bonus comes with the fourth.
    board = [["red"] * 8, *[[None] * 8] * 7]
    find = {**lay(FOUR, "A4"), "back": {"red": ["H1", "H2", "H3"]}}
    document = together(board=board, turns=[lay(THREE, "A1"), find])
    assert [(kind, points) for kind, _, points, _ in lines(document, "Ana")] == [("collected", 12), ("rank", 0)]
    assert replay(read_record(document)).plate == {"red": 4}


def test_exactly_four_are_no_forgotten_bonus_where_there_is_none():
    assert lines(together(tokens={"red": 4}, discarded=9), "Ana")[0][3] == "Tokens in red: 4 at 3 points."


def test_15_points_end_a_cooperative_game_at_once():
    board = [["red"] * 8, ["red"] * 4 + [None] * 4, *[[None] * 8] * 6]
    turns = [
        lay(THREE, "A1"),
        {**lay(FOUR, "A4"), "back": {"red": ["H1", "H2", "H3"]}},
        {**lay(FOUR, "B1"), "back": {"red": ["G1", "G2", "G3"]}},
    ]
    result = GAME.score(together("Ana", "Ben", board=board, turns=turns)).say("en")
    assert (result["finished"], result["winners"]) == (True, ["Ana", "Ben"])
    assert [player["rank"] for player in result["players"]] == ["Boussanga master"] * 2
    with pytest.raises(Illegal, match="turn 4, Ben: the game ended with turn 3"):
        GAME.score(together("Ana", "Ben", board=board, turns=[*turns, PASS])).say("en")


def test_who_passes_with_nothing_collected_only_discards():
    position = replay(read_record(together(board=ROW, turns=[PASS])))
    assert (position.turn, position.board.tokens) == (1, {"red": 4, "blue": 4})


def test_a_pass_discards_a_card_and_puts_one_colour_back():
    turns = [lay(THREE, "A1"), {"pass": True, "back": {"red": ["H1", "H2", "H3"]}}]
    position = replay(read_record(together(board=ROW, turns=turns)))
    assert position.board.tokens["red"] == 4
    assert (position.collected, position.turn) == ({}, 2)


@pytest.mark.parametrize(
    ("turns", "message"),
    [
        ([lay(FOUR, "A1")], "turn 1, Ana, back: say where 3 red tokens go"),
        ([{**lay(FOUR, "A1"), "back": {"red": ["A5", "B1", "C1"]}}], "turn 1, Ana, back: a blue token lies on A5"),
        ([{**lay(FOUR, "A1"), "back": {"red": ["B1", "B1", "C1"]}}], "turn 1, Ana, back: 2 cells for 3 red tokens"),
        ([{**lay(THREE, "A1"), "back": {"blue": ["B1"]}}], "turn 1, Ana, back: no blue tokens go back now"),
        ([lay(THREE, "A3")], "turn 1, Ana: A5 should be red, but blue lies there"),
        ([lay(THREE, "A1"), PASS], "turn 2, Ana, back: a pass puts all collected tokens of one colour back: red"),
    ],
)
def test_what_is_wrong_with_a_cooperative_game_is_named_by_its_place(turns, message):
    with pytest.raises(Illegal, match=message):
        GAME.score(together(board=ROW, turns=turns)).say("en")
