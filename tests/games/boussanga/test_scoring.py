"""The competitive mode to its end: plates, bonus tokens, the last round; and what a file may look like."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from companion.core.errors import CompanionError, Illegal, Unreadable
from companion.games.boussanga import GAME
from companion.games.boussanga.competitive import replay
from companion.games.boussanga.document import read_record

from .documents import FOUR, FOUR_BLUE, PASS, ROW, THREE, game, lay, lines, plate, played, player, together


def test_colours_are_worth_1_1_2_3():
    document = game(("Ana", plate(11, yellow=1, green=2, blue=1, red=2)), ("Ben", plate(12)))
    assert lines(document, "Ana") == [
        ("tokens", "yellow", 1, "Tokens in yellow: 1 at 1 point."),
        ("tokens", "green", 2, "Tokens in green: 2 at 1 point."),
        ("tokens", "blue", 2, "Tokens in blue: 1 at 2 points."),
        ("tokens", "red", 6, "Tokens in red: 2 at 3 points."),
    ]
    assert player(document, "Ana")["verdict"] == "possible"
    assert lines(document, "Ben", "fr") == [("tokens", "", 0, "Aucun jeton gagné.")]
    assert (player(document, "Ben")["verdict"], player(document, "Ben")["why"]) == (
        "impossible",
        "Announced 12, it is 0.",
    )
    assert GAME.score(document).say("en")["winners"] == ["Ana"]


def test_which_colour_is_worth_what_can_be_set_by_the_table():
    values = {"white": 3, "black": 2, "red": 1, "blue": 1}
    document = game(("Ana", plate(white=1)), ("Ben", plate(red=2)), values=values)
    assert (player(document, "Ana")["total"], player(document, "Ben")["total"]) == (3, 2)
    with pytest.raises(CompanionError, match="values: expected four colours that are worth 1, 1, 2, 3"):
        GAME.score(game(("Ana", plate()), ("Ben", plate()), values={"red": 3})).say("en")


def test_exactly_four_of_a_colour_look_like_a_forgotten_bonus():
    text = lines(game(("Ana", plate(red=4)), ("Ben", plate(red=5))), "Ana")[0][3]
    assert text == (
        "Tokens in red: 4 at 3 points. Four red tokens bring a fifth once; here are exactly four, so was it forgotten?"
    )


def test_a_claim_with_the_forgotten_bonus_is_possible_and_says_so():
    document = game(("Ana", plate(15, red=4)), ("Ben", plate(13, blue=4, green=4)), ("Cleo", plate(8, blue=3)))
    ana = player(document, "Ana")
    assert (ana["total"], ana["verdict"]) == (12, "possible")
    assert ana["why"] == "15 is right with the fifth token, the bonus for four: red."
    # Four blues, four greens and the fifth green.
    assert player(document, "Ben", "fr")["why"].endswith("le bonus pour quatre\N{NO-BREAK SPACE}: verts.")
    assert player(document, "Cleo")["verdict"] == "impossible"


def test_by_the_other_ruling_the_first_at_four_has_the_bonus_of_the_table():
    turns = [lay(FOUR_BLUE, "A1")] * 8
    by_side, by_table = (replay(read_record(played(*turns, rulings={"bonus": one}))) for one in ("side", "table"))
    assert by_side.plates == {0: {"blue": 5}, 1: {"blue": 5}}
    assert by_table.plates == {0: {"blue": 5}, 1: {"blue": 4}}
    # Four are no forgotten bonus where somebody else has had it.
    four = game(("Ana", plate(blue=5)), ("Ben", plate(10, blue=4)), rulings={"bonus": "table"})
    assert lines(four, "Ben")[0][3] == "Tokens in blue: 4 at 2 points."
    assert player(four, "Ben")["verdict"] == "impossible"


def test_three_always_went_back_and_the_bonus_may_have_taken_one_of_them():
    assert player(game(("Ana", plate(red=9)), ("Ben", plate(red=5))), "Ana")["total"] == 27
    with pytest.raises(Illegal, match="players: 15 red tokens cannot all be won: 14 at most, as with every alignment"):
        GAME.score(game(("Ana", plate(red=10)), ("Ben", plate(red=5)))).say("en")
    four = [(name, plate(red=count)) for name, count in zip("ABCD", (4, 4, 3, 3), strict=True)]
    with pytest.raises(Illegal, match="players: 14 red tokens cannot all be won: 13 at most"):
        GAME.score(game(*four)).say("en")


def test_the_bonus_of_a_team_goes_by_the_plates_of_both_partners():
    # Two and two are four, so one is missing; four and one are five, so it is not.
    forgotten = game(("A", plate(red=2)), ("B", plate(blue=4)), ("C", plate(red=2)), ("D", plate(blue=1)), teams=True)
    for name in ("A", "C"):
        assert lines(forgotten, name)[0][3].endswith("here are exactly four, so was it forgotten?")
    for name in ("B", "D"):
        assert "forgotten" not in lines(forgotten, name)[0][3]


def test_equal_points_share_the_victory():
    document = game(("Ana", plate(blue=3)), ("Ben", plate(red=2)), ("Cleo", plate()))
    assert GAME.score(document).say("en")["winners"] == ["Ana", "Ben"]
    assert lines(document, "Ben")[-1] == ("tie", "", 0, "Equal points: the victory is shared.")
    assert [kind for kind, *_ in lines(document, "Cleo")] == ["tokens"]


def test_two_teams_across_the_table_add_up():
    document = game(("A", plate(red=1)), ("B", plate(blue=1)), ("C", plate()), ("D", plate(blue=1)), teams=True)
    result = GAME.score(document).say("en")
    assert [(team["names"], team["total"]) for team in result["teams"]] == [(["A", "C"], 3), (["B", "D"], 4)]
    assert result["winners"] == ["B", "D"]
    assert lines(document, "C", "fr") == [
        ("tokens", "", 0, "Aucun jeton gagné."),
        ("team", "", 0, "Équipe A + C\N{NO-BREAK SPACE}: 3 en tout."),
    ]
    with pytest.raises(Illegal, match="two teams are four players, not 2"):
        GAME.score(game(("A", plate()), ("B", plate()), teams=True)).say("en")


def test_four_aligned_three_back_one_kept():
    document = played(lay(FOUR, "A1"))
    assert lines(document, "Ana") == [
        ("alignment", "red", 3, "4 red tokens aligned: 3 back to the reserve, 1 kept at 3 points.")
    ]
    assert lines(document, "Ana", "fr")[0][3] == (
        "4 jetons rouges alignés\N{NO-BREAK SPACE}: 3 à la réserve, 1 gardé à 3 points."
    )
    assert lines(document, "Ben") == [("alignment", "", 0, "No alignment of four was made.")]
    position = replay(read_record(document))
    assert not position.board.tokens
    assert position.reserve["red"] == 15


def test_a_card_may_complete_what_lies_there():
    # Ana's three reds stay; Ben lays three that overlap two of them: four in a row.
    document = played(lay(THREE, "A1"), lay(THREE, "A2"))
    assert [line[2] for line in lines(document, "Ben")] == [3]
    assert replay(read_record(document)).reserve["red"] == 15


def test_an_alignment_made_diagonally():
    document = played(lay(THREE, "A1", 1), lay(THREE, "B2", 1))
    assert player(document, "Ben")["lines"][0]["groups"][0]["cells"] == ["A1", "B2", "C3", "D4"]


def test_the_fourth_token_of_a_colour_brings_one_more_once():
    turns = []
    for _ in range(4):
        turns += [lay(FOUR_BLUE, "A1"), PASS]
    kinds = [(kind, points) for kind, _, points, _ in lines(played(*turns), "Ana")]
    assert kinds == [("alignment", 2)] * 4 + [("bonus", 2)]
    assert lines(played(*turns), "Ana")[-1][3] == "Four blue tokens on the player board bring one more: 2."
    position = replay(read_record(played(*turns, lay(FOUR_BLUE, "A1"))))
    assert position.plates[0] == {"blue": 6}
    assert position.reserve["blue"] + 6 == 16


def test_the_bonus_comes_too_where_the_fourth_and_the_fifth_arrive_together():
    # Three blues lie on the plate, then an alignment of five brings two more.
    three = [[0, column, "blue"] for column in range(3)]
    turns = [lay(FOUR_BLUE, "A1"), PASS] * 3 + [lay(three, "A1"), PASS, lay(FOUR_BLUE, "A2")]
    assert [points for _, _, points, _ in lines(played(*turns), "Ana")] == [2, 2, 2, 4, 2]
    assert replay(read_record(played(*turns))).plates[0] == {"blue": 6}


def test_15_points_and_everybody_else_plays_once_more():
    # Four alignments of reds are 12 points, the bonus makes it 15.
    turns = []
    for _ in range(3):
        turns += [lay(FOUR, "A1"), PASS, PASS]
    turns.append(lay(FOUR, "A1"))
    names = ("Ana", "Ben", "Cleo")
    document = played(*turns, names=names)
    result = GAME.score(document).say("en")
    assert (result["finished"], result["end"]) == (False, "The end was set off by a score of 15.")
    assert GAME.score(played(*turns, PASS, PASS, names=names)).say("en")["finished"] is True
    with pytest.raises(Illegal, match="turn 13, Ana: the game ended with turn 12"):
        GAME.score(played(*turns, PASS, PASS, PASS, names=names)).say("en")


def test_a_team_sets_off_the_end_with_what_both_partners_made():
    # A, then C, then A again and C again: four reds are 12 points, and the bonus of the team makes it 15.
    turns = [lay(FOUR, "A1"), PASS] * 3 + [lay(FOUR, "A1")]
    document = played(*turns, names=("A", "B", "C", "D"), teams=True)
    result = GAME.score(document).say("en")
    assert (result["finished"], result["end"]) == (False, "The end was set off by a score of 15.")
    # The partner plays once more too.
    assert GAME.score(played(*turns, PASS, PASS, PASS, names=("A", "B", "C", "D"), teams=True)).say("en")["finished"]


def test_the_last_card_sets_off_the_end():
    # Two hands of four and a pile of two.
    document = played(PASS, PASS, cards=10)
    assert GAME.score(document).say("en")["end"] == "The end was set off by the last card."
    assert GAME.score(played(PASS, cards=10)).say("en")["finished"] is False
    assert GAME.score(played(PASS, PASS, PASS, cards=10)).say("en")["finished"] is True


def test_the_last_token_of_a_colour_sets_off_the_end_even_if_three_come_back():
    document = played(lay(FOUR, "A1"), supply={"red": 4})
    assert GAME.score(document).say("en")["end"] == "The end was set off by the last red token of the reserve."
    with pytest.raises(Illegal, match="turn 2, Ben: 4 red tokens are missing and the reserve has 3"):
        GAME.score(played(lay(FOUR, "A1"), lay(FOUR, "A1"), supply={"red": 4})).say("en")


def test_a_team_has_one_plate_and_one_bonus():
    turns = [lay(FOUR_BLUE, "A1"), PASS] * 4
    document = played(*turns, names=("A", "B", "C", "D"), teams=True)
    result = GAME.score(document).say("en")
    assert [(team["total"], team["tokens"]) for team in result["teams"]] == [(10, {"blue": 5}), (0, {})]
    assert [kind for kind, *_ in lines(document, "C")] == ["alignment", "alignment", "bonus", "team"]


def test_crossing_alignments_by_either_ruling():
    # Six reds lie as two arms without their corner; then the corner comes with two greens.
    arms = [lay(THREE, "A2"), lay(THREE, "B1", 2)]
    corner = lay([[0, 0, "red"], [1, 1, "green"], [2, 2, "green"]], "A1")
    assert player(played(*arms, corner), "Ana")["total"] == 6
    assert lines(played(*arms, corner), "Ana")[0][3] == (
        "2 crossing alignments of 4 + 4 red tokens: 5 back to the reserve, 2 kept at 3 points."
    )
    assert lines(played(*arms, corner), "Ana", "fr")[0][3] == (
        "2 alignements croisés de 4 + 4 jetons rouges\N{NO-BREAK SPACE}: 5 à la réserve, 2 gardés à 3 points."
    )
    # Four tokens at once bring the bonus as well.
    once = lines(played(*arms, corner, rulings={"crossing": "once"}), "Ana")
    assert [(kind, points) for kind, _, points, _ in once] == [("alignment", 12), ("bonus", 3)]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (game(("Ana", plate()), mode="competitive"), "players: 1 player \\(expected 2 to 4\\)"),
        (game(("Ana", plate(red=17)), ("Ben", plate())), "17 red tokens, where there are only 16"),
        (game(("Ana", plate()), ("Ben", plate()), mode="solo"), "mode: unknown mode 'solo'"),
        (game(("Ana", plate()), ("Ben", plate()), board=ROW), "game file: unknown key 'board'"),
        (game(("Ana", {}), ("Ben", plate())), "player Ana: 'tokens' is missing"),
        (together(tokens={"red": 5}), "game file: 'discarded' is missing"),
        (together(turns=[]), "game file: 'board' is missing"),
        (together(board=ROW, turns=[], tokens={}), "game file: unknown key 'tokens'"),
        (together(board=ROW, tokens={}, discarded=0), "game file: unknown key 'board'"),
        (together(tokens={"red": 17}, discarded=9), "tokens: 17 red tokens, where there are only 16"),
        (together("A", "B", "C", "D", "E", tokens={}, discarded=0), "players: 5 players \\(expected 1 to 4\\)"),
        (game(("Ana", plate()), ("Ben", plate()), cards=7), "cards: cards 7 \\(expected 8 to 200\\)"),
        (played(cards=11, names=("A", "B", "C")), "cards: cards 11 \\(expected 12 to 200\\)"),
        (played(lay(FOUR, "A6")), "turn 1, Ana: the card sticks out of the board"),
        (played(lay(FOUR, "A1", 8)), "turn 1, Ana: orientation 8 \\(expected 0 to 7\\)"),
        (played({"pass": False}), "turn 1, Ana: expected a pass, or a card with cell and orientation"),
        (played(lay(FOUR[:2], "A1")), "turn 1, Ana, card: 2 tokens on a card"),
    ],
)
def test_what_cannot_be_is_refused_at_its_place(document, message):
    with pytest.raises(CompanionError, match=message):
        GAME.score(document).say("en")


@pytest.mark.parametrize(
    "document",
    [
        game(("Ana", {}), ("Ben", plate())),
        game(("Ana", plate()), ("Ben", plate()), discarded=3),
        game(("Ana", plate())),
        {**played(), "players": [{"name": "Ana", "tokens": {}}, {"name": "Ben"}]},
        played({**PASS, "back": {}}),
        together(tokens={}),
        together(turns=[]),
        together(tokens={}, discarded=0, teams=False),
        together(board=ROW, turns=[], discarded=0),
        game(("Ana", plate()), mode="cooperative", tokens={}, discarded=0),
        game(("Ana", plate()), ("Ben", plate()), cards="many"),
    ],
)
def test_the_schema_refuses_what_cannot_be_read(document):
    assert not Draft202012Validator(GAME.schema()).is_valid(document)
    with pytest.raises(Unreadable):
        GAME.score(document).say("en")


@pytest.mark.parametrize(
    "document",
    [
        GAME.example(),
        played(lay(FOUR, "A1"), PASS, cards=20),
        together(board=ROW, turns=[{**lay(FOUR, "A1"), "back": {"red": ["A1", "B1", "C1"]}}]),
        together("Ana", "Ben", tokens={"red": 5}, discarded=9),
    ],
)
def test_the_schema_lets_in_both_modes_by_turns_or_in_the_end(document):
    assert Draft202012Validator(GAME.schema()).is_valid(document)
    assert GAME.score(document).say("en")["game"] == "boussanga"
