"""Alignments on the board, and cards in their eight orientations."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.errors import NOWHERE, Illegal, Place, Unreadable
from companion.games.boussanga.board import Board, lots, read_board, read_cell
from companion.games.boussanga.cards import aligning, finds, placements, read_card, turned, verify_find, verify_lay

from . import naive

LETTERS = {"R": "red", "B": "blue", "Y": "yellow", "G": "green", ".": ""}
COLOURS = ("red", "blue", "yellow", "green")


def board(text):
    rows = [row.strip() for row in text.strip().splitlines()]
    rows = [row.ljust(8, ".") for row in rows] + ["........"] * (8 - len(rows))
    return Board(tuple(tuple(LETTERS[sign] for sign in row) for row in rows))


def found(table):
    return sorted((colour, " ".join(map(str, cells))) for colour, cells in table.alignments())


def test_four_of_one_colour_across_down_and_along_both_diagonals():
    assert found(board("RRRR")) == [("red", "A1 A2 A3 A4")]
    assert found(board("B\nB\nB\nB")) == [("blue", "A1 B1 C1 D1")]
    assert found(board("Y\n.Y\n..Y\n...Y")) == [("yellow", "A1 B2 C3 D4")]
    assert found(board("...G\n..G\n.G\nG")) == [("green", "A4 B3 C2 D1")]


def test_three_are_no_alignment_nor_four_with_a_gap_or_two_colours():
    assert found(board("RRR")) == []
    assert found(board("RR.RR")) == []
    assert found(board("RRBRR")) == []


def test_five_are_one_alignment_of_five():
    assert found(board("RRRRR")) == [("red", "A1 A2 A3 A4 A5")]


def test_lines_do_not_run_over_the_edge():
    assert found(board("......RR\nRR")) == []
    assert found(board(".....RRR\nR")) == []


pages = st.lists(st.text("RB.", min_size=8, max_size=8), min_size=8, max_size=8)


@given(pages)
def test_the_naive_way_finds_the_same_alignments(page):
    letters = {colour: letter for letter, colour in LETTERS.items()}
    ours = {(letters[colour], frozenset(map(tuple, cells))) for colour, cells in board("\n".join(page)).alignments()}
    assert ours == naive.alignments(page)


def test_three_tokens_go_back_and_the_rest_is_kept():
    assert [(lot.colour, lot.back, lot.kept) for lot in lots(board("RRRR").alignments())] == [("red", 3, 1)]
    assert [(lot.back, lot.kept) for lot in lots(board("RRRRRR").alignments())] == [(3, 3)]


def test_two_alignments_that_cross():
    # Seven tokens leave the board. Each alignment of four pays one; or, by the other ruling, three go back in all.
    cross = board("RRRR\nR\nR\nR").alignments()
    assert len(cross) == 2
    assert [(len(lot.cells), lot.back, lot.kept) for lot in lots(cross)] == [(7, 5, 2)]
    assert [(lot.back, lot.kept) for lot in lots(cross, "once")] == [(3, 4)]


def test_alignments_apart_are_counted_apart():
    two = board("RRRR\n........\nRRRRR\n........\nBBBB").alignments()
    assert sorted((lot.colour, lot.back, lot.kept) for lot in lots(two)) == [
        ("blue", 3, 1),
        ("red", 3, 1),
        ("red", 3, 2),
    ]


@given(pages, st.sampled_from(["each", "once"]))
def test_a_token_is_never_created_or_lost(page, crossing):
    table = board("\n".join(page))
    parted = lots(table.alignments(), crossing)
    cells = [cell for lot in parted for cell in lot.cells]
    assert len(cells) == len(set(cells))
    for lot in parted:
        assert lot.back >= 3
        assert lot.kept >= 1
        assert lot.back + lot.kept == len(lot.cells)
    before, after = table.tokens, table.without(cells).tokens
    assert sum(before.values()) - sum(after.values()) == sum(lot.back + lot.kept for lot in parted)


def card(*tokens):
    return read_card([[int(t[0]), int(t[1]), LETTERS[t[2]]] for t in tokens], COLOURS, NOWHERE)


CORNER = card("00R", "01B", "11B")


def test_a_card_is_turned_in_eighths_around_its_first_token():
    # One to the right, then one down: a quarter turn later it is one down, then one to the left.
    assert [(token.row, token.column) for token in turned(CORNER, 0)] == [(0, 0), (0, 1), (1, 1)]
    assert [(token.row, token.column) for token in turned(CORNER, 2)] == [(0, 0), (1, 0), (1, -1)]
    assert [(token.row, token.column) for token in turned(CORNER, 4)] == [(0, 0), (0, -1), (-1, -1)]
    # Diagonally: right and down, then left and down.
    assert [(token.row, token.column) for token in turned(CORNER, 1)] == [(0, 0), (1, 1), (2, 0)]


def test_eight_orientations_none_of_them_turned_over():
    shapes = {frozenset(turned(CORNER, orientation)) for orientation in range(8)}
    assert len(shapes) == 8
    mirrored = card("00R", "01B", "11B")
    flipped = frozenset((token.row, -token.column, token.colour) for token in mirrored)
    assert flipped not in {frozenset(map(tuple, shape)) for shape in shapes}


def test_only_the_missing_tokens_are_taken_from_the_reserve():
    placement = verify_lay(board("RB"), CORNER, read_cell("A1", NOWHERE), 0)
    assert {str(cell): colour for cell, colour in placement.missing.items()} == {"B2": "blue"}


@pytest.mark.parametrize(
    ("table", "cell", "orientation", "message"),
    [
        ("RR", "A1", 0, "A2 should be blue, but a red token lies there"),
        ("", "A8", 0, "the card sticks out of the board \\(first token on A8\\)"),
        ("RB\n.B", "A1", 0, "the whole combination lies there already"),
        ("", "A1", 0, "2 blue tokens are missing and the reserve has 1"),
    ],
)
def test_where_a_card_cannot_be_laid(table, cell, orientation, message):
    with pytest.raises(Illegal, match=message):
        verify_lay(board(table or "."), CORNER, read_cell(cell, NOWHERE), orientation, {"red": 1, "blue": 1})


def test_placements_that_would_make_an_alignment():
    # The two blues must fall on C4 and C5, so the red one lies above C5 or below C4. On the left there is no room.
    makers = aligning(board("........\n........\n.BB....."), CORNER)
    cells = {" ".join(sorted(str(cell) for cell in placement.missing)) for placement in makers}
    assert cells == {"B5 C4 C5", "C4 C5 D4"}
    for placement in makers:
        (only,) = placement.alignments
        assert (only.colour, " ".join(map(str, only.cells))) == ("blue", "C2 C3 C4 C5")


three_or_four = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 2), st.sampled_from("RB")),
    min_size=3,
    max_size=4,
    unique_by=lambda token: token[:2],
)


@settings(deadline=None, max_examples=40)
@given(pages, three_or_four)
def test_the_naive_way_lays_a_card_in_the_same_ways(page, tokens):
    letters = {colour: letter for letter, colour in LETTERS.items()}
    made = read_card([[row, column, LETTERS[letter]] for row, column, letter in tokens], COLOURS, NOWHERE)
    ours = [
        frozenset((*cell, letters[colour]) for cell, colour in placement.tokens.items())
        for placement in placements(board("\n".join(page)), made)
    ]
    assert len(ours) == len(set(ours))
    assert set(ours) == naive.ways_to_lay(page, tokens)
    table = board("\n".join(page))
    for placement in aligning(table, made):
        laid = naive.alignments(_with(page, placement.missing, letters))
        new = {frozenset(map(tuple, cells)) for _, cells in placement.alignments}
        assert new == {cells for _, cells in laid if cells & set(map(tuple, placement.missing))}


def _with(page, missing, letters):
    rows = [list(row) for row in page]
    for (row, column), colour in missing.items():
        rows[row][column] = letters[colour]
    return ["".join(row) for row in rows]


def test_in_the_cooperative_mode_a_card_must_lie_there_whole():
    table = board("RB\n.B")
    assert [(str(place.cell), place.orientation) for place in finds(table, CORNER)] == [("A1", 0)]
    with pytest.raises(Illegal, match="B1 should be blue, but nothing lies there"):
        verify_find(table, CORNER, read_cell("A1", NOWHERE), 2)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([[0, 0, "red"]], "1 tokens on a card \\(expected 3 or 4\\)"),
        ([[0, 0, "red"], [0, 0, "red"], [0, 1, "red"]], "two tokens of the card lie on one place"),
        ([[0, 0, "red"], [0, 4, "red"], [0, 1, "red"]], "column 4 \\(expected 0 to 3\\)"),
        ([[0, 0, "pink"], [0, 2, "red"], [0, 1, "red"]], "unknown colour 'pink'"),
        ([[0, 0], [0, 2], [0, 1]], "expected row, column and colour"),
        ("RRR", "expected a list of tokens"),
    ],
)
def test_a_card_that_cannot_be_read(value, message):
    with pytest.raises(Unreadable, match=f"turn 1, card: {message}"):
        read_card(value, COLOURS, Place.turn(1) / "card")


def test_a_board_is_eight_rows_of_eight_colours_and_comes_back_as_it_was():
    table = board("RB\n..Y")
    assert read_board(table.to_json(), COLOURS, Place("board")) == table
    with pytest.raises(Unreadable, match="board: 7 rows"):
        read_board(table.to_json()[1:], COLOURS, Place("board"))
    with pytest.raises(Unreadable, match="board: 9 colours \\(expected at most 8\\)"):
        read_board([["red"] * 9, *table.to_json()[1:]], COLOURS, Place("board"))
    with pytest.raises(Unreadable, match="board, A1: unknown colour 'pink'"):
        read_board([["pink", *[None] * 7], *[[None] * 8] * 7], COLOURS, Place("board"))
    with pytest.raises(Unreadable, match=r"cell 'J9' does not exist \(rows A-H, columns 1-8\)"):
        read_cell("J9", NOWHERE)
