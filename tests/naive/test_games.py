"""The naive replay and the naive bounds, on small games worked out by hand."""

from __future__ import annotations

from itertools import permutations

import pytest

from .bounds import totals
from .conditions import points
from .hands import face, game
from .patterns import Card
from .replay import score_game

BLACK = dict.fromkeys(("099", "101", "103", "105", "106", "107", "111", "113", "115", "116", "117", "119", "120"), "k3")
AIS = {f"AI-{number}": "b1" for number in range(1, 13)}


def lines_of(document, name):
    return next(player["lines"] for player in score_game(document)["players"] if player["name"] == name)


def test_105_and_106_come_last_and_105_before_106():
    # Ana and Cleo lay 106 and 105, Ben 117. Ben has 2 points; Cleo (105) takes 2 of him, then Ana (106) the better
    # of Ben's 2 and Cleo's 2.
    seats = {"Ana": "AI-4", "Ben": "AI-5", "Cleo": "AI-6"}
    document = game(seats, {**BLACK, **AIS}, [{"Ana": "106 A3", "Ben": "117 A3", "Cleo": "105 A3"}])
    assert [player["lines"] for player in score_game(document)["players"]] == [
        [("card", "106", 2)],
        [("card", "117", 2)],
        [("card", "105", 2)],
    ]
    assert score_game(document)["winners"] == ["Ana", "Ben", "Cleo"]


def test_105_never_takes_less_than_nothing_and_looks_at_neighbours_only():
    # Four players: Ana sits between Ben and Dan, who both have -2; Cleo's 3 points are out of reach.
    seats = {"Ana": "AI-4", "Ben": "AI-5", "Cleo": "AI-6", "Dan": "AI-7"}
    turn = {"Ana": "105 A3", "Ben": "115 A3", "Cleo": "120 A3", "Dan": "116 A3"}
    document = game(seats, {**BLACK, **AIS}, [turn])
    assert lines_of(document, "Ana") == [("card", "105", 0)]
    assert lines_of(document, "Ben") == [("card", "115", -2)]


def test_a_card_laid_this_very_turn_may_be_copied_and_the_best_one_is_taken():
    # Ben lays a yellow 052 this turn; Ana copies it with 103: she has one red card, her AI card.
    seats = {"Ana": "AI-4", "Ben": "AI-5", "Cleo": "AI-6"}
    faces = {**BLACK, **AIS, "AI-4": "r1", "AI-5": "y5", "052": "y1", "056": "y1", "058": "g1"}
    document = game(seats, faces, [{"Ana": "103 A3", "Ben": "052 A3", "Cleo": "058 A3"}])
    assert lines_of(document, "Ana") == [("card", "103", 1)]
    # With a yellow 056 at Cleo's the best copy is that one: one red card around A3, two points.
    document = game(seats, faces, [{"Ana": "103 A3", "Ben": "052 A3", "Cleo": "056 A3"}])
    assert lines_of(document, "Ana") == [("card", "103", 2)]
    # But who says what he copies gets that.
    chosen = {"card": "103", "cell": "A3", "copy": {"from": "Ben", "card": "052"}}
    document = game(seats, faces, [{"Ana": chosen, "Ben": "052 A3", "Cleo": "056 A3"}])
    assert lines_of(document, "Ana") == [("card", "103", 1)]


def test_only_cards_001_to_098_are_copied():
    # Ben's only blue cards are his AI card and a 117 whose face is blue.
    seats = {"Ana": "AI-4", "Ben": "AI-5", "Cleo": "AI-6"}
    document = game(seats, {**BLACK, **AIS, "117": "b2"}, [{"Ana": "099 A3", "Ben": "117 A3", "Cleo": "120 A3"}])
    assert lines_of(document, "Ana") == [("card", "099", 0)]


def test_two_players_see_columns_one_and_two_of_the_grid_then_all_four():
    # 111 in row A: the opponent has one colour there, the grid two in round 1 and four in round 2.
    faces = {**BLACK, **AIS, "112": "k3", "001": "r1", "002": "b1", "003": "g1", "004": "y1"}
    filler = [f"{number:03}" for number in range(20, 45)]
    faces |= dict.fromkeys(filler, "v1")
    grid = {"A1": "001", "A2": "002", "A3": "003", "A4": "004"}
    ana = ["B2", "B1", "A1", "A2", "C1", "C2", "A3", "C3"]
    ben = ["A3", *ana[:6], "C3"]
    turns = [
        {"Ana": f"{filler.pop()} {one}", "Ben": f"{filler.pop()} {two}"} for one, two in zip(ana, ben, strict=True)
    ]
    turns[6]["Ana"], turns[7]["Ana"] = "111 A3", "112 A4"
    document = game({"Ana": "AI-4", "Ben": "AI-5"}, faces, turns, grid=grid)
    lines = lines_of(document, "Ana")
    assert lines[6] == ("card", "111", 4)
    assert lines[7] == ("card", "112", 8)
    document["turns"][7]["Ana"]["neighbour"] = "Ben"
    assert lines_of(document, "Ana")[7] == ("card", "112", 2)


def test_107_counts_the_whole_tableau_of_a_neighbour_with_the_printed_face_of_ai_10():
    # Ben's AI-10 is printed with a 5; Ana counts it although Ben himself may only call it 4 or 2.
    seats = {"Ana": "AI-4", "Ben": "AI-10"}
    document = game(seats, {**BLACK, **AIS, "AI-10": "g5", "052": "r5"}, [{"Ana": "107 A3", "Ben": "052 A3"}])
    assert lines_of(document, "Ana") == [("card", "107", 4)]


def test_solo_looks_at_the_grid_of_the_play_and_105_brings_four():
    faces = {**BLACK, **AIS, "052": "y1", "001": "r1"}
    with_grid = {"card": "113", "cell": "B2", "grid": {"A1": "052", "B1": "001"}}
    document = game({"Ana": "AI-4"}, faces, [{"Ana": "105 A3"}, {"Ana": with_grid}, {"Ana": "111 B1"}])
    assert lines_of(document, "Ana") == [("card", "105", 4), ("card", "113", 3), ("card", "111", 0)]


def test_115_pays_two_and_scores_the_card_that_comes_in_where_it_lies():
    # The yellow 053 replaces the 052 on A2: row A then holds two yellow cards.
    faces = {**BLACK, **AIS, "052": "r1", "053": "y2", "054": "y1", "055": "v1"}
    exchange = {"card": "115", "cell": "A1", "exchange": {"out": "A2", "in": "053"}}
    document = game({"Ana": "AI-4"}, faces, [{"Ana": "054 A3"}, {"Ana": "052 A2"}, {"Ana": exchange}])
    # 054 counts no green or black card in row A; 052 counts itself; then minus 2, and 053 two yellow cards.
    assert lines_of(document, "Ana") == [
        ("card", "054", 0),
        ("card", "052", 1),
        ("card", "115", -2),
        ("card", "053", 6),
    ]


def test_103_that_comes_in_with_115_copies_for_the_cell_it_comes_to():
    # Ben has a yellow 053 and a yellow 052. On C3 the 103 would find no yellow card in row C, but two red ones in
    # the tableau; on A3 it would find the yellow 054 on A2.
    seats = {"Ana": "AI-4", "Ben": "AI-5"}
    faces = {**BLACK, **AIS, "AI-4": "r1", "054": "y1", "055": "r1", "056": "v1", "053": "y1", "052": "y1", "057": "v1"}
    faces |= {"058": "v1"}
    exchange = {"card": "115", "cell": "B2", "exchange": {"out": "C3", "in": "103"}}
    turns = [
        {"Ana": "056 A3", "Ben": "053 A3"},
        {"Ana": "054 A2", "Ben": "052 A2"},
        {"Ana": "055 B4", "Ben": "057 A1"},
        {"Ana": "058 C3", "Ben": "120 B1"},
        {"Ana": exchange, "Ben": "119 B2"},
    ]
    assert lines_of(game(seats, faces, turns), "Ana")[4:] == [("card", "115", -2), ("card", "103", 2)]
    exchange["exchange"]["out"] = "A3"
    assert lines_of(game(seats, faces, turns), "Ana")[4:] == [("card", "115", -2), ("card", "103", 3)]
    exchange["copy"] = {"from": "Ben", "card": "052"}
    assert lines_of(game(seats, faces, turns), "Ana")[4:] == [("card", "115", -2), ("card", "103", 2)]


def test_105_that_comes_in_with_115_takes_what_is_there_so_far():
    # When Ana's 115 is scored Ben has his 2 red cards, while Cleo's 120 (3 points) is still to come.
    seats = {"Ana": "AI-4", "Ben": "AI-5", "Cleo": "AI-6"}
    faces = {**BLACK, **AIS, "AI-5": "r1", "052": "r1", "053": "v1", "054": "v1", "055": "v1"}
    exchange = {"card": "115", "cell": "A2", "exchange": {"out": "A3", "in": "105"}}
    turns = [
        {"Ana": "053 A3", "Ben": "054 A3", "Cleo": "055 A3"},
        {"Ana": exchange, "Ben": "052 A2", "Cleo": "120 A2"},
    ]
    assert lines_of(game(seats, faces, turns), "Ana")[1:] == [("card", "115", -2), ("card", "105", 2)]


def test_swaps_of_119_and_of_ai_5_move_cards_without_points():
    # 119 brings 2 and moves the yellow 054 from A3 to C3; AI-5 later brings it back to A3 before 053 is laid on A2.
    faces = {**BLACK, **AIS, "054": "y1", "053": "y1", "055": "y1"}
    swap = {"card": "119", "cell": "B2", "swap": ["A3", "C3"]}
    seen_without = {"card": "053", "cell": "B4"}
    turns = [{"Ana": "054 A3"}, {"Ana": swap}, {"Ana": "055 C2"}, {"Ana": seen_without}]
    document = game({"Ana": "AI-5"}, faces, turns)
    assert lines_of(document, "Ana")[1:] == [("card", "119", 2), ("card", "055", 0), ("card", "053", 3)]
    turns[3] = {"Ana": {"card": "053", "cell": "A2", "ai_swap": ["C3", "A3"]}}
    assert lines_of(game({"Ana": "AI-5"}, faces, turns), "Ana")[3] == ("card", "053", 6)


CELLS = ["B2", "B1", "A1", "A2", "A3", "C1", "C2", "C3", "A4", "A5", "B4", "B5", "C4", "C5"]
ANA = ["070", "053", "071", "035", "044", "045", "046", "037", "054", "001", "002", "003", "008", "011"]
BEN = [f"{number:03}" for number in range(81, 95)]


def whole_game(ai, final=None, with_ben=False, **faces):
    """A full game of violet 1s; Ben, if he is there, lays fourteen green 2s around AI-4."""
    known = {**BLACK, **AIS, **dict.fromkeys(ANA, "v1"), **dict.fromkeys(BEN, "g2"), **faces}
    turns = [{"Ana": f"{card} {cell}"} for card, cell in zip(ANA, CELLS, strict=True)]
    seats = {"Ana": ai}
    if with_ben:
        seats["Ben"] = "AI-4"
        for turn, card, cell in zip(turns, BEN, CELLS, strict=True):
            turn["Ben"] = f"{card} {cell}"
    document = game(seats, known, turns, objectives=["O11", "O5"])
    if final:
        document["players"][0]["final"] = dict(zip(("card", "cell"), final.split(), strict=True))
    return document


def test_a_whole_game_ends_with_the_second_objective_and_the_ai_card():
    # The AI card is blue: after seven turns two colours (1 point); at the end four columns are all violet (7 each).
    player = score_game(whole_game("AI-8"))["players"][0]
    assert player["lines"][7] == ("objective", "O11", 1)
    assert player["lines"][15:] == [("objective", "O5", 28), ("ai", "AI-8", 5)]
    assert player["objectives"] == [1, 28]
    assert player["total"] == player["immediate"] + 29 + 5


def test_an_unfinished_game_has_no_second_objective_and_no_ai_points():
    document = whole_game("AI-8")
    del document["turns"][13:]
    player = score_game(document)["players"][0]
    assert (player["objectives"], player["ai"]) == ([1], 0)


@pytest.mark.parametrize(
    ("final", "gained"),
    [
        ("055 B6", 10),  # row B with five violet cards (itself among them) beside the blue AI card: 2 each
        ("070 @2", 8),  # column 2 with four violet cards: the last step of the scale
        ("105 @2", 4),  # solo
        ("115 @2", -2),
        ("120 @2", 3),
        ("111 @2", 0),
    ],
)
def test_the_card_of_ai_2_is_scored_after_the_objective_as_ai_points(final, gained):
    document = whole_game("AI-2", final, **{"055": "v1"})
    player = score_game(document)["players"][0]
    assert player["lines"][15:] == [("objective", "O5", 28), ("ai", "AI-2", gained)]
    assert player["ai"] == gained


@pytest.mark.parametrize(
    ("final", "gained"),
    [
        ("105 A6", 0),  # no turn is running any more
        ("111 A6", 2),  # Ben's row A is green throughout
        ("111 D2", 0),  # Ben has no row D
        ("113 B0", 12),  # Ben's row B: four green cards beside the blue AI card
        ("101 B6", 3),  # Ben's green 093: blue and green between B5 and B6; his 087 would bring 1 only
        ("103 B6", 0),  # nobody has a yellow card
    ],
)
def test_the_card_of_ai_2_may_look_at_a_neighbour(final, gained):
    # The only connectors on the table: blue 1 of Ana's 003 on B5, and green 3 of the 101 that may come beside it.
    links = {"003": face("v1", tr="b1"), "101": face("k3", tl="g3")}
    document = whole_game("AI-2", final, with_ben=True, **links)
    assert lines_of(document, "Ana")[-1] == ("ai", "AI-2", gained)


def test_ai_10_chooses_for_each_card_and_each_objective_on_its_own():
    # 054 wants green or black, either face will do: itself is violet, so only the AI card counts, 2 points.
    # 047 wants five different numbers: 1, 3, 5 and, from the AI card, 4 or 2, are four only. 033 wants 2 and 4 in a
    # column: the 4 on A3 makes a lot with the black 2. O11: violet and green, or violet and black: one point.
    faces = {**BLACK, **AIS, "AI-10": "g4", "054": "v1", "047": "v3", "033": "v4", "055": "v5"}
    faces |= dict.fromkeys(("001", "002", "003"), "v1")
    plays = ["054 B2", "055 B1", "047 A2", "033 A3", "001 A1", "002 C1", "003 C2"]
    document = game({"Ana": "AI-10"}, faces, [{"Ana": play} for play in plays], objectives=["O11", "O5"])
    lines = lines_of(document, "Ana")
    assert (lines[0], lines[2], lines[3]) == (("card", "054", 2), ("card", "047", 0), ("card", "033", 3))
    assert lines[7] == ("objective", "O11", 1)


# Bounds


def finished(ai, cells, phases, **faces):
    known = {**AIS, **{card: face(told) for card, told in faces.items()}, ai: face("b1")}
    for card, phase in phases.items():
        known[card]["phase"] = phase
    return {"players": [{"name": "Ana", "ai": ai}], "faces": known, "rulings": {}, "tableaux": {"Ana": cells}}


def test_totals_follow_the_order_of_play():
    # 052 counts red cards in the tableau; 053 is yellow, 056 red. All three touch the AI card, so any order is legal.
    # 052 (red) pays 1, or 2 with 056 before it. 056 on A3 has 052 on B2 beside it: 2 if 052 came first, else 0.
    # 053 on C3 stands alone in its row: 3. So either 052 then 056: 1 + 2 + 3, or 056 then 052: 0 + 2 + 3.
    cells = {"B2": "052", "C3": "053", "A3": "056"}
    document = finished("AI-4", cells, {"052": 1, "053": 1, "056": 1}, **{"052": "r1", "053": "y1", "056": "r1"})
    assert totals(document) == {"Ana": {5, 6}}
    document["faces"]["056"]["phase"] = 2
    assert totals(document) == {"Ana": {6}}


def test_totals_know_that_a_card_must_touch_another():
    # 056 on A2 touches only 052 on B2, which therefore came first; with AI-8 it may also have come first itself,
    # because A2 lies diagonally next to the AI card.
    cells = {"B2": "052", "A2": "056"}
    faces = {"052": "r1", "056": "r1"}
    assert totals(finished("AI-4", cells, {"052": 1, "056": 1}, **faces)) == {"Ana": {3}}
    assert totals(finished("AI-8", cells, {"052": 1, "056": 1}, **faces)) == {"Ana": {2, 3}}
    assert totals(finished("AI-4", cells, {"052": 2, "056": 1}, **faces)) == {"Ana": set()}


def test_totals_agree_with_playing_every_permutation():
    cells = {"B2": "001", "A3": "020", "C3": "041", "A2": "059", "C2": "004", "B4": "040"}
    told = {"001": "r1", "020": "g2", "041": "r3", "059": "g1", "004": "g2", "040": "k5"}
    document = finished("AI-4", cells, dict.fromkeys(told, 1), **told)
    beside = {"A2": ("A3", "B2"), "C2": ("C3", "B2")}  # the others touch the AI card
    found = set()
    for order in permutations(cells):
        if any(not any(order.index(near) < order.index(cell) for near in nears) for cell, nears in beside.items()):
            continue
        tableau, total = {"B3": Card("blue", 1)}, 0
        for cell in order:
            tableau[cell] = Card.from_face(cells[cell], document["faces"][cells[cell]])
            total += points(cells[cell], tableau, cell, {})
        found.add(total)
    assert len(found) > 2
    assert totals(document) == {"Ana": found}


@pytest.mark.parametrize(("ai", "card"), [("AI-5", "052"), ("AI-4", "119"), ("AI-4", "103")])
def test_totals_refuse_what_does_not_follow_from_the_tableau(ai, card):
    document = finished(ai, {"B2": card}, {card: 1}, **{card: "r1"})
    with pytest.raises(ValueError, match="Ana"):
        totals(document)
