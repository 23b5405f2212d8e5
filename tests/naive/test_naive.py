"""The naive scorer itself, on the rulebook's worked examples and on positions worked out by hand."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from .conditions import AI_CARDS, CARDS, OBJECTIVES, Figure, ai_points, best_for_owner, objective_points, points
from .hands import face, game, lay, link
from .patterns import Card, most_disjoint
from .replay import score_game

# Worked examples of the rulebook


@pytest.mark.parametrize(("rulings", "gained"), [({"card_082": "3"}, 6), ({}, 4)])
def test_103_copies_082_of_a_neighbour_and_looks_at_every_row_of_its_own_tableau(rulings, gained):
    # Upper connectors: B3-B4 has 2 + 3 and C3-C4 has 4 + 1, two pairs that make five, in two rows.
    # The example pays 3 for each, the list 2; the switch decides.
    faces = {
        "AI-7": face("b1", tr="r2"),
        "AI-6": "b1",
        "AI-4": "b1",
        "052": face("r1", tl="b3"),
        "053": face("b2", tr="g4"),
        "103": face("k3", tl="v1"),
        "082": "y4",
        "054": "g1",
        "055": "g1",
        "056": "g1",
        "057": "g1",
        "058": "g1",
    }
    turns = [
        {"Pierrick": "052 B4", "Renaud": "082 A3", "Dimitri": "056 A3"},
        {"Pierrick": "053 C3", "Renaud": "054 A2", "Dimitri": "057 A2"},
        {"Pierrick": "103 C4", "Renaud": "055 A1", "Dimitri": "058 A1"},
    ]
    sheet = score_game(game({"Pierrick": "AI-7", "Renaud": "AI-6", "Dimitri": "AI-4"}, faces, turns, rulings=rulings))
    assert sheet["players"][0]["lines"][2] == ("card", "103", gained)


def test_073_counts_two_yellow_and_one_green_around_it():
    # Around A3: A2 yellow, B2 yellow, B4 green; the yellow ones on B1 and C3 lie further away.
    tableau = lay(". y1 r4 . .", "y2 y3 b1 g2 .", ". . y5 . .")
    assert points("073", tableau, "A3", {}) == 7


def test_objective_3_takes_one_row_only():
    # Pierrick: three different numbers in the middle row and three in the bottom row, paid once.
    assert objective_points("O3", lay(". . r1 . .", "r1 b2 g3 g3 .", "y4 y4 y5 r1 ."), {}) == 4
    # Renaud: five different numbers in the middle row.
    assert objective_points("O3", lay("r1 . r1 . .", "r1 b2 g5 g4 v3", ". . . . ."), {}) == 12


def test_069_takes_one_of_two_colours_that_are_least_represented():
    # One violet card, one black card: 1 x 3, not 2 x 3.
    tableau = lay("r1 r2 b3 b4 g5", "g1 y2 g3 y4 v5", "r1 b2 k3 g4 y5")
    assert points("069", tableau, "C4", {}) == 3


def test_objective_4_pays_each_losange_of_four_different_colours():
    tableau = lay("r1 r1 r1 r1 r1", "r1 r1 r1 r1 r1", "r1 r1 r1 r1 r1")
    tableau = link(tableau, A1_br="r1", A2_bl="b1", B1_tr="y1", B2_tl="k1")
    tableau = link(tableau, A4_br="g1", A5_bl="v1", B4_tr="r1", B5_tl="b1")
    tableau = link(tableau, B2_br="v1", B3_bl="k1", C2_tr="y1", C3_tl="g1")
    tableau = link(tableau, A2_br="r1", A3_bl="b1", B2_tr="y1", B3_tl="r2")  # red twice
    tableau = link(tableau, B4_br="r1", B5_bl="b1", C4_tr="y1")  # three colours, but one connector is missing
    assert objective_points("O4", tableau, {}) == 15


def test_ai_1_counts_one_of_two_overlapping_squares_and_an_l():
    # Red and blue fill A1-A3 and B1-B3: two squares that share the cards A2 and B2. The L lies on B4, C4, C5.
    tableau = lay("r1 b1 r1 g1 v1", "b1 r1 b1 y1 g1", "g1 v1 g1 k1 y1")
    assert ai_points("AI-1", tableau, {}) == 14


# The golden rule


def test_most_disjoint_agrees_with_trying_every_subset_of_groups():
    dice = random.Random(20442)
    for _ in range(300):
        size = dice.choice((2, 3, 4))
        groups = list({frozenset(dice.sample("abcdefghij", size)) for _ in range(dice.randrange(8))})
        best = 0
        for count in range(len(groups) + 1):
            for chosen in combinations(groups, count):
                if len(frozenset().union(*chosen)) == count * size:
                    best = count
        assert most_disjoint(groups) == best


def test_001_finds_both_diagonals_of_a_chain():
    # A1-B2-C3-B4 is a chain; taking B2-C3 first would leave the two ends alone.
    tableau = lay("r1 . . . .", ". v1 b1 r1 .", ". . r1 . .")
    assert points("001", tableau, "A1", {}) == 4


def test_009_pairs_four_adjacent_cards_twice_and_three_once():
    assert points("009", lay("g1 v1 v1 g1 .", "g1 g1 v1 . .", ". . b1 . ."), "A1", {}) == 9


def test_012_looks_at_its_own_row_only():
    tableau = lay("r1 r1 . . .", "r1 r1 b1 . .", ". . . . .")
    assert points("012", tableau, "A1", {}) == 4


def test_020_needs_six_cards_for_two_ls():
    # A cross of five green or black cards holds four Ls, any two of which share a card.
    assert points("020", lay("b1 b1 g1 b1 .", "b1 k1 g1 k1 .", "b1 b1 k1 . ."), "B3", {}) == 4
    # A block of two by three holds two, but not if the first one taken is A2, B2, B3 with A1, B1, A3 left over.
    assert points("020", lay("g1 k1 g1 . .", "k1 g1 k1 . .", ". . . . ."), "B3", {}) == 8


def test_015_and_016_need_a_full_column():
    tableau = lay("r1 b1 r1 . .", "b2 r2 b2 . .", "g3 . r2 . .")
    assert points("015", tableau, "A1", {}) == 3  # column 1; column 2 has two cards, column 3 two 2s
    assert points("016", tableau, "A1", {}) == 3  # column 1; column 3 has two red cards


def test_024_needs_a_card_in_the_gap_and_uses_each_red_once():
    # A1-A3 and A3-A5 share A3: one figure. In row B the gap is empty. Row C: C1-C3 and C2-C4 interleave, two.
    tableau = lay("r1 b1 v1 b1 r1", ". . b1 . v1", "r1 v1 r1 v1 .")
    assert points("024", tableau, "A1", {}) == 9
    assert points("024", lay("r1 . v1 . .", ". . b1 . .", ". . . . ."), "A1", {}) == 0


def test_025_needs_two_pairs_for_each_seven():
    # Pairs A1-A2, B2-B3, C4-C5: three pairs make one figure; none lies right above another.
    tableau = lay("y1 b1 . . .", ". y1 y1 . .", ". . . b1 b1")
    assert points("025", tableau, "A1", {}) == 7
    assert points("025", tableau, "A1", {"card_025": "stacked"}) == 0
    stacked = lay(". . y1 b1 .", ". . y1 y1 .", ". . . . .")
    assert points("025", stacked, "A3", {"card_025": "stacked"}) == 7


def test_031_each_lot_needs_its_own_violet_and_its_own_yellow_or_blue():
    # Column 1: violet, violet, blue is one lot. Column 2: yellow, violet, blue is one. Column 3 has no violet.
    assert points("031", lay("v1 y1 y1 . .", "v1 v1 b1 . .", "b1 b1 . . ."), "A1", {}) == 6


@pytest.mark.parametrize(
    ("column", "gained"),
    [
        ("bbv", 4),  # violet for the first wish, blue for the second and the third
        ("vvb", 4),
        ("ggg", 0),  # nobody for blue or violet
        ("vvv", 0),  # nobody for blue or green
        ("gvb", 4),
        ("gvr", 0),
    ],
)
def test_043_matches_the_three_cards_of_a_column_one_to_one(column, gained):
    tableau = lay(f"{column[0]}1 . r1 . .", f"{column[1]}1 r1 r1 . .", f"{column[2]}1 . . . .")
    assert points("043", tableau, "A1", {}) == gained


def test_049_and_050_count_lots_that_share_no_card():
    tableau = lay("r1 b1 y1 k1 g1", "v1 r1 b1 y1 k1", "g1 v1 r1 r1 r1")
    assert points("049", tableau, "A1", {}) == 12  # every colour at least twice
    assert points("050", tableau, "A1", {}) == 5  # five red cards, one lot of four
    assert points("050", lay("r1 r1 r1 r1 .", "r1 r1 r1 r1 r1", "b1 b1 b1 . ."), "A1", {}) == 10  # nine red cards


def test_068_least_represented_among_those_present_or_among_all_six():
    tableau = lay(". b1 r1 . .", "b1 r1 r1 . .", ". . . . .")
    assert points("068", tableau, "A2", {}) == 6
    assert points("068", tableau, "A2", {"least_represented": "all"}) == 0


def test_070_counts_itself_and_077_does_not():
    assert points("070", lay(". . r1 . .", ". . b1 . .", ". . v1 . ."), "A3", {}) == 4
    # Around B4: A3 and B3 show a 2, B5 a 4; the 2 of the card itself is left out.
    assert points("077", lay(". . r2 . .", ". . b2 g2 r4", ". . . . ."), "B4", {}) == 3


def test_connectors_pair_above_in_rows_and_right_in_columns():
    tableau = lay("r1 r1 . . .", "r1 . b1 . .", ". . . . .")
    # A1-A2: above 3 + 4; below 3 + 4 does not count. A1-B1: right 2 + 5; left 2 + 5 does not count.
    tableau = link(tableau, A1_tr="b3", A2_tl="r4", A1_br="b2", A2_bl="r5", B1_tr="g5", A1_bl="b2", B1_tl="r5")
    assert points("081", tableau, "A1", {}) == 2
    assert points("080", tableau, "A1", {}) == 3
    assert points("094", tableau, "A1", {}) == 3  # blue and red above
    assert points("090", tableau, "A1", {}) == 3  # blue and green on the right
    assert points("089", tableau, "A1", {}) == 0  # blue and red only on the left


def test_095_counts_an_incomplete_losange_and_objectives_13_and_14_do_not():
    tableau = link(lay("r1 r1 . . .", "r1 r1 b1 . .", ". . . . ."), A1_br="y3", A2_bl="v5", B1_tr="r5")
    assert points("095", tableau, "A1", {}) == 2
    assert objective_points("O14", tableau, {}) == 0  # 3 + 5 + 5 = 13, but the fourth connector is missing
    complete = link(tableau, B1_tr="r1", B2_tl="v4")
    assert objective_points("O14", complete, {}) == 5  # 3 + 5 + 1 + 4
    assert objective_points("O13", complete, {}) == 5
    assert objective_points("O13", link(complete, B2_tl="v5"), {}) == 0  # 5 twice


def test_objective_12_three_or_four_alike():
    three = link(lay("r1 r1 . . .", "r1 r1 b1 . .", ". . . . ."), A1_br="y2", A2_bl="v2", B1_tr="r2")
    four = link(three, B2_tl="g2")
    assert objective_points("O12", three, {}) == 5
    assert objective_points("O12", four, {}) == 5
    assert objective_points("O12", four, {"objective_12": "exactly_three"}) == 0


def test_objective_6_wants_a_full_house_and_objective_16_four_of_a_kind():
    tableau = lay("r1 b1 r1 b1 r2", "g3 g3 g3 g3 g3", "y4 y4 y4 y4 k5")
    assert objective_points("O6", tableau, {}) == 22  # 3 + 2 red and blue, five green; 4 + 1 is none
    assert objective_points("O15", tableau, {}) == 11  # five 3s
    assert objective_points("O16", tableau, {}) == 39  # four 1s, five 3s, four 4s


def test_objectives_10_and_11_and_ai_4():
    tableau = lay("r1 r1 r1 . .", "b1 b1 g1 g1 .", ". . . . .")
    assert objective_points("O10", tableau, {}) == 6  # two blue (or green) times three red
    assert ai_points("AI-4", tableau, {"least_represented": "all"}) == 0
    assert objective_points("O11", tableau, {}) == 3
    assert objective_points("O10", lay(". r1 r1 . .", ". . r1 . .", ". . . . ."), {}) == 9


def test_ai_cards_at_the_end():
    tableau = lay("r3 r2 y1 v4 r3", "b1 v3 b2 v2 y5", "g2 k1 r3 k1 g2")
    # AI-7: around B3 are two red (A2, C3) and three violet cards.
    assert ai_points("AI-7", tableau, {}) == 8
    # AI-9: one lot would need every colour once; red, blue, yellow, black, green, violet all come twice or more.
    assert ai_points("AI-9", tableau, {}) == 14
    # AI-11: columns 3-1-2, 2-3-1 and 1-2-3 follow each other; 4-2-1 and 3-5-2 do not.
    assert ai_points("AI-11", tableau, {}) == 9
    # AI-12: the ends of rows A (3, 3) and C (2, 2).
    assert ai_points("AI-12", tableau, {}) == 10
    assert [ai_points(ai, tableau, {}) for ai in ("AI-5", "AI-6", "AI-8", "AI-10")] == [5, 0, 5, 4]


def test_ai_9_pays_two_lots_at_most():
    # Seen nowhere in a tableau of fifteen cards, so eighteen are laid to reach the limit.
    tableau = lay("r1 b1 y1 k1 g1", "v1 r1 b1 y1 k1", "g1 v1 r1 b1 y1")
    tableau |= {"D1": Card("black", 1), "D2": Card("green", 1), "D3": Card("violet", 1)}
    assert points("049", tableau, "A1", {}) == 18
    assert ai_points("AI-9", tableau, {}) == 14


def test_ai_3_lets_one_connector_serve_two_conditions():
    tableau = link(lay("r1 r1 . . .", "r1 r1 b1 . .", ". . . . ."), A1_br="y3", A2_bl="k1")
    assert ai_points("AI-3", tableau, {}) == 3


def test_ai_1_takes_further_figures_that_an_owner_adds():
    # A bar of three green or violet cards, upright here although it is drawn lying.
    bar = Figure(((0, 0), (0, 1), (0, 2)), ("green", "violet"))
    tableau = lay("g1 . . . .", "v1 r1 r1 . .", "g1 . . . .")
    assert ai_points("AI-1", tableau, {}) == 0
    assert ai_points("AI-1", tableau, {}, [bar]) == 7


def test_ai_10_shows_its_owner_the_better_face():
    tableau = lay(". . . . .", "g1 g1 r5 k1 k1", ". . . . .")
    # 065: four 1s in the row, whatever the AI card shows. 061: three green cards or three black ones.
    assert best_for_owner("AI-10", tableau, lambda shown: points("065", shown, "B1", {})) == 8
    assert best_for_owner("AI-10", tableau, lambda shown: points("061", shown, "B1", {})) == 6
    assert best_for_owner("AI-4", tableau, lambda shown: points("061", shown, "B1", {})) == 4


def test_the_card_outside_the_tableau_lengthens_its_row_but_adds_no_losange():
    tableau = lay("r1 r1 r1 r1 r1", "y1 b1 y1 b1 y1", "g1 g1 g1 g1 g1") | {"B0": Card("yellow", 1)}
    assert points("053", tableau, "B0", {}) == 12  # three yellow cards of the row and itself
    assert points("044", tableau, "B0", {}) == 10  # six yellow or blue cards in the row: two lots of three
    assert points("066", tableau, "B0", {}) == 2  # alone in its column
    assert points("072", tableau, "B0", {}) == 1  # around it: A1, B1, C1
    tableau = link(tableau, B0_tr="y2", A1_bl="v2", B1_tl="r5")
    assert points("095", tableau, "B0", {}) == 0  # A1, B0 and B1 meet outside the eight inner corners
    assert points("081", tableau, "B0", {}) == 2  # 2 + 5 above, between B0 and B1


def test_every_card_objective_and_ai_card_has_its_entry():
    assert list(CARDS) == [f"{number:03}" for number in (*range(1, 99), 117, 118, 119, 120)]
    assert set(OBJECTIVES) == {f"O{number}" for number in range(1, 17)}
    assert {"AI-1", *AI_CARDS} == {f"AI-{number}" for number in range(1, 13)}
