"""Laying cards on the square of 6 x 6, tokens, and scoring phases."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.errors import NOWHERE, Illegal, Place, Unreadable
from companion.games.pilier.cards import CARD_NAMES, Card, read_card
from companion.games.pilier.replay import pay_for_pass, take_tokens
from companion.games.pilier.square import Cell, Square, groups, read_cell, splits

from .naive import heaps, may_be_taken


def square(text, **more):
    """Return a square of equal cards from a drawing."""
    rows = [row.strip() for row in text.strip().splitlines()]
    cells = [Cell(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "."]
    return Square(dict.fromkeys(cells, Card("red", 20, "cube")), **more)


def laid(**cards):
    """Return a square from words such as r0c1='red 20 cube'."""
    return Square({Cell(int(key[1]), int(key[3])): read_card(card, NOWHERE) for key, card in cards.items()})


def card(text):
    return read_card(text, NOWHERE)


def test_a_card_has_a_colour_a_value_and_a_symbol_and_is_written_so():
    assert card("blue 40 cube") == Card("blue", 40, "cube")
    assert all(str(read_card(name, NOWHERE)) == name for name in CARD_NAMES)
    with pytest.raises(Unreadable, match="turn 1: unknown card 'blue 45 cube'"):
        read_card("blue 45 cube", Place.turn(1))


def test_what_two_cards_have_in_common():
    assert card("red 20 cube").shared(card("red 40 star")) == ("colour",)
    assert card("red 20 cube").shared(card("blue 20 cube")) == ("value", "symbol")
    assert card("red 20 cube").shared(card("blue 40 star")) == ()


def test_two_cards_without_a_symbol_have_that_in_common_unless_the_table_rules_otherwise():
    assert card("red 0 none").shared(card("blue 40 none")) == ("symbol",)
    assert card("red 0 none").shared(card("blue 40 none"), "nothing") == ()
    assert card("red 0 cube").shared(card("blue 40 cube"), "nothing") == ("symbol",)


def test_worked_example_red_20_moebius_fits_above_and_right_but_not_the_green_0_below():
    around = laid(r0c1="red 30 triangle", r1c2="green 20 cube", r2c1="green 0 none")
    with pytest.raises(Illegal, match="red 20 Moebius has nothing in common with green 0 no symbol on 2,1"):
        around.verify_lay(card("red 20 moebius"), Cell(1, 1))
    assert around.without(Cell(2, 1)).can_lay(card("red 20 moebius"), Cell(1, 1))


def test_a_card_lies_side_by_side_with_another_corners_are_not_enough():
    one = laid(r0c0="red 20 cube")
    assert one.can_lay(card("red 20 cube"), Cell(0, 1))
    with pytest.raises(Illegal, match="no card lies beside 1,1"):
        one.verify_lay(card("red 20 cube"), Cell(1, 1))
    with pytest.raises(Illegal, match="red 20 cube lies on 0,0 already"):
        one.verify_lay(card("red 20 cube"), Cell(0, 0))


def test_the_square_is_6_x_6_and_its_place_is_settled_by_the_cards():
    two = square("XX.\nX..")
    assert (list(two.reach.rows), list(two.reach.columns)) == (
        [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5],
        [-4, -3, -2, -1, 0, 1, 2, 3, 4, 5],
    )
    assert len(list(two.squares())) == 25


def test_a_full_width_leaves_no_column_to_go_to():
    wide = square("XXXXXX")
    assert list(wide.reach.columns) == [0, 1, 2, 3, 4, 5]
    with pytest.raises(Illegal, match=r"0,6 lies outside the square of 6 x 6 .*columns 0 to 5"):
        wide.verify_lay(Card("red", 20, "cube"), Cell(0, 6))
    assert wide.can_lay(Card("red", 20, "cube"), Cell(-1, 0))


def test_a_corner_of_the_square_without_a_card_beside_it_cannot_be_played():
    almost = square("XXXXX\nXXXXX\nXXXXX\nXXXXX\nXXXXX")
    assert almost.reach.covers(Cell(5, 5))
    assert not almost.can_lay(Card("red", 20, "cube"), Cell(5, 5))
    assert almost.can_lay(Card("red", 20, "cube"), Cell(5, 4))


@pytest.mark.parametrize(
    ("drawing", "tokens"), [(".X.\n...\n...", 0), (".X.\nX..\n...", 1), (".X.\nX.X\n...", 2), (".X.\nX.X\n.X.", 3)]
)
def test_a_token_for_every_adjacent_card_beyond_the_first(drawing, tokens):
    assert square(drawing).tokens(Cell(1, 1)) == tokens


def test_tokens_come_from_the_right_neighbour():
    # Seats go clockwise, so the right neighbour is the one before.
    assert take_tokens((6, 6, 6), seat=1, count=2) == ((4, 8, 6), (0, 0))
    assert take_tokens((6, 6, 6), seat=0, count=1) == ((7, 6, 5), (2,))


def test_and_from_the_one_beyond_where_he_has_none_left():
    assert take_tokens((1, 6, 6, 6), seat=1, count=3) == ((0, 9, 6, 4), (0, 3, 3))
    assert take_tokens((0, 12), seat=1, count=2) == ((0, 12), ())


def test_who_cannot_lay_gives_a_token_to_the_right():
    assert pay_for_pass((6, 6, 6), seat=0) == (5, 6, 7)
    assert pay_for_pass((0, 12, 6), seat=0) == (0, 12, 6)


@given(st.lists(st.integers(0, 9), min_size=2, max_size=6), st.integers(0, 5), st.integers(0, 3))
def test_a_token_is_never_created_or_lost(tokens, seat, count):
    seat %= len(tokens)
    after, givers = take_tokens(tuple(tokens), seat, count)
    assert sum(after) == sum(tokens)
    assert seat not in givers
    assert after[seat] == tokens[seat] + len(givers)
    assert len(givers) == min(count, sum(tokens) - tokens[seat])
    assert sum(pay_for_pass(tuple(tokens), seat)) == sum(tokens)


# Scoring phases


def test_worked_example_the_fifth_card_of_a_row_with_two_traits_of_the_card_at_its_right():
    row = laid(r0c0="brown 0 star", r0c1="red 40 ring", r0c3="green 20 cube", r0c4="green 30 none")
    new = card("red 20 cube")
    row.verify_lay(new, Cell(0, 2))
    assert new.shared(row.cards[Cell(0, 1)]) == ("colour",)
    assert new.shared(row.cards[Cell(0, 3)]) == ("value", "symbol")
    assert row.tokens(Cell(0, 2)) == 1
    assert row.with_card(new, Cell(0, 2)).phases(Cell(0, 2)) == ("row",)


def test_the_fourth_card_starts_no_phase():
    row = laid(r0c1="red 40 ring", r0c2="red 20 cube", r0c3="green 20 cube", r0c4="green 30 none")
    assert row.phases(Cell(0, 2)) == ()


def test_one_trait_in_common_starts_no_phase():
    row = laid(r0c0="brown 0 star", r0c1="red 40 ring", r0c2="red 20 cube", r0c3="green 20 none", r0c4="green 30 none")
    assert row.phases(Cell(0, 2)) == ()


def test_two_traits_of_a_card_in_the_column_do_not_help_the_row():
    row = laid(r0c0="brown 0 star", r0c1="red 40 ring", r0c2="red 20 cube", r0c3="green 20 none", r0c4="green 30 none",
               r1c2="red 20 star")  # fmt: skip
    assert row.phases(Cell(0, 2)) == ()


def test_a_gap_in_the_row_does_not_matter_five_cards_are_five():
    assert square("XXXX.X").phases(Cell(0, 3)) == ("row",)


def test_row_and_column_may_both_start_a_phase():
    cross = square("..X...\n..X...\nXXXXXX\n..X...\n..X...")
    assert cross.phases(Cell(2, 2)) == ("row", "column")


def test_a_card_that_holds_others_together_may_not_be_taken():
    # The third card is all that ties the left part to the right one.
    line = square("XXXXX")
    assert line.takeable(line.line("row", Cell(0, 0))) == (Cell(0, 0), Cell(0, 4))


def test_corners_count_as_touching():
    # The card in the middle of the row may go: the one below ties its neighbours by their corners.
    both = square("XXX\n.X.")
    assert both.takeable(both.line("row", Cell(0, 0))) == (Cell(0, 0), Cell(0, 1), Cell(0, 2))
    tail = square("XXX..\n...X.\n....X")
    assert tail.takeable(tail.line("row", Cell(0, 0))) == (Cell(0, 0),)


def test_the_last_card_of_a_line_stays():
    column = square("X....\nX....")
    assert column.takeable(column.line("row", Cell(0, 0))) == ()


def test_cells_are_written_as_row_and_column():
    assert read_cell("2,-1", NOWHERE) == Cell(2, -1)
    assert str(Cell(2, -1)) == "2,-1"
    for wrong in ("2", "a,b", "2,3,4", "²,1", None, 7, "100,0"):
        with pytest.raises(Unreadable, match="turn 1: unknown cell"):
            read_cell(wrong, Place.turn(1))


places = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)).map(lambda pair: Cell(*pair)), min_size=1, max_size=18)


@settings(deadline=None)
@given(places)
def test_groups_are_the_heaps_of_the_naive_way(cells):
    assert groups(cells) == len(heaps(cells))


@settings(deadline=None)
@given(places, st.integers(0, 5))
def test_the_naive_way_allows_the_same_cards_to_be_taken(cells, row):
    table = Square(dict.fromkeys(cells, Card("red", 20, "cube")))
    line = [cell for cell in sorted(cells) if cell.row == row]
    assert list(table.takeable(line)) == [cell for cell in line if may_be_taken(cells, line, cell)]


@settings(deadline=None)
@given(places, st.integers(0, 5), st.randoms(use_true_random=False))
def test_taking_allowed_cards_never_splits_the_cards(cells, row, choice):
    table = Square(dict.fromkeys(cells, Card("red", 20, "cube")))
    line = [cell for cell in sorted(cells) if cell.row == row]
    heap_count = len(heaps(cells))
    while takeable := table.takeable(line):
        table = table.without(choice.choice(takeable))
        assert len(heaps(table.cards)) <= heap_count
        heap_count = len(heaps(table.cards))
    left = [cell for cell in line if cell in table.cards]
    assert len(left) <= 1 or all(splits(table.cards, cell) for cell in left)


@settings(deadline=None)
@given(places, st.sampled_from(CARD_NAMES))
def test_a_card_that_may_be_laid_keeps_the_table_within_6_x_6(cells, name):
    table = Square(dict.fromkeys(cells, Card("red", 20, "cube")))
    for cell in table.cells_for(read_card(name, NOWHERE)):
        after = table.with_card(read_card(name, NOWHERE), cell).cards
        for axis in (0, 1):
            assert max(place[axis] for place in after) - min(place[axis] for place in after) < 6
