"""Validating series, the piles that pay, and taking polygons."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.errors import Illegal, Place, Unreadable
from companion.games.collexion.pieces import PIECES, Collection, Piece, read_piece, verify_take
from companion.games.collexion.rules import COLOURS, SHAPES
from companion.games.collexion.series import Piles, Series, best_payment, must_validate, piles_after, validations

from .naive import endings


def collection(*words):
    return Collection.of(read_piece(word) for word in words)


def shown(choice):
    return [series.name for series in choice.series], [str(piece) for piece in choice.left.pieces]


PINK = ("pink triangle", "pink square", "pink pentagon", "pink octagon")
SQUARES = ("green square", "yellow square", "pink square", "blue square")


def test_80_polygons_five_of_each_shape_and_colour():
    assert len(PIECES) == 16
    assert {piece.colour for piece in PIECES} == {"green", "yellow", "pink", "blue"}
    assert {piece.shape for piece in PIECES} == {"triangle", "square", "pentagon", "octagon"}


def test_a_colour_series_is_four_shapes_of_one_colour():
    (only,) = validations(collection(*PINK, "green square"))
    assert shown(only) == (["pink"], ["green square"])


def test_a_shape_series_is_four_colours_of_one_shape():
    (only,) = validations(collection(*SQUARES))
    assert shown(only) == (["square"], [])


def test_three_of_a_kind_make_no_series():
    (only,) = validations(collection("pink triangle", "pink square", "pink pentagon", "pink pentagon"))
    assert only.series == ()
    assert not must_validate(only.left)


def test_where_two_series_share_a_polygon_the_player_chooses():
    # One pink square serves the pink series or the squares, not both.
    options = [shown(choice) for choice in validations(collection(*PINK, *set(SQUARES) - {"pink square"}))]
    assert len(options) == 2
    assert (["square"], ["pink triangle", "pink pentagon", "pink octagon"]) in options
    assert (["pink"], ["green square", "yellow square", "blue square"]) in options


def test_with_the_shared_polygon_twice_both_are_validated():
    (only,) = validations(collection(*PINK, *SQUARES))
    assert shown(only) == (["pink", "square"], [])


def test_stopping_early_is_no_choice_all_series_must_be_validated():
    twice = collection(*PINK, *PINK)
    assert [shown(choice) for choice in validations(twice)] == [(["pink", "pink"], [])]


def test_one_choice_may_hold_fewer_series_than_another():
    # The octagons cut through all four colours: either that one series, or the colours it would have served.
    full = collection(*(f"{colour} {shape}" for colour in COLOURS for shape in SHAPES))
    sizes = {len(choice.series) for choice in validations(full)}
    assert sizes == {4}
    mixed = collection(*PINK, "blue triangle", "blue square", "blue pentagon", "blue octagon", "green octagon",
                       "yellow octagon")  # fmt: skip
    assert [(len(names), names) for names, _ in map(shown, validations(mixed))] == [
        (2, ["pink", "blue"]),
        (1, ["octagon"]),
    ]


words = st.lists(st.sampled_from([str(piece) for piece in PIECES]), max_size=11).filter(
    lambda many: max(map(many.count, many), default=0) <= 5
)


@settings(max_examples=150, deadline=None)
@given(words)
def test_choices_are_those_of_somebody_who_picks_up_series_until_none_is_left(many):
    ours = {
        (tuple(sorted(map(str, choice.left.pieces))), len(choice.series)) for choice in validations(collection(*many))
    }
    assert ours == endings(many)


@given(st.lists(st.sampled_from(PIECES), max_size=40).filter(lambda many: max(map(many.count, many), default=0) <= 5))
def test_a_choice_never_exceeds_the_collection_and_loses_nothing(pieces):
    whole = Collection.of(pieces)
    for choice in validations(whole):
        used = [piece for series in choice.series for piece in series.pieces]
        assert all(used.count(piece) <= whole.count(piece) for piece in PIECES)
        assert choice.left + used == whole
        assert not must_validate(choice.left)


def test_the_tokens_of_a_pile_come_off_as_2_3_4():
    piles = Piles()
    tops = []
    for _ in range(4):
        tops.append(piles.top("pink"))
        piles = piles.without_top("pink") if piles.count("pink") else piles
    assert tops == [2, 3, 4, 0]


def test_a_colour_series_is_paid_by_its_own_pile():
    assert Piles((3, 3, 1, 3)).paying(Series("blue")) == ("blue",)


def test_a_colour_series_whose_pile_is_empty_is_paid_by_none():
    assert Piles((3, 3, 0, 3)).paying(Series("pink")) == ()


def test_a_shape_series_is_paid_by_the_smallest_pile():
    assert Piles((3, 2, 1, 3)).paying(Series("square")) == ("pink",)


def test_among_equal_piles_the_player_chooses():
    assert Piles((3, 2, 2, 3)).paying(Series("square")) == ("yellow", "pink")


def test_an_empty_pile_is_passed_over_unless_the_table_rules_otherwise():
    piles = Piles((0, 2, 1, 3))
    assert piles.paying(Series("square")) == ("pink",)
    assert piles.paying(Series("square"), "any") == ()
    assert Piles((0, 0, 0, 0)).paying(Series("square")) == ()


def test_the_order_of_two_series_may_matter():
    # Pink has only its 4 left, the others all three. Squares first would take it; pink first leaves 2 for the squares.
    piles = Piles((3, 3, 1, 3))
    paid = best_payment(piles, (Series("square"), Series("pink")))
    assert sum(payment.points for payment in paid) == 6
    assert [(payment.series.name, payment.points) for payment in paid] == [("pink", 4), ("square", 2)]


@given(st.lists(st.integers(0, 3), min_size=4, max_size=4), st.lists(st.sampled_from((*COLOURS, *SHAPES)), max_size=6))
def test_no_token_is_paid_twice(left, names):
    piles = Piles(tuple(left))
    paid = best_payment(piles, tuple(map(Series, names)))
    assert sorted(payment.series.name for payment in paid) == sorted(names)
    for payment in paid:
        assert payment.points == (piles.top(payment.pile) if payment.pile else 0)
        assert payment.pile in (piles.paying(payment.series) or ("",))
        piles = piles.without_top(payment.pile) if payment.pile else piles


def most_points(piles, names):
    """Return the most points of all orders and piles, by trying every one of them."""
    if not names:
        return 0
    tries = []
    for index, name in enumerate(names):
        rest = names[:index] + names[index + 1 :]
        for pile in piles.paying(Series(name)) or ("",):
            after = piles.without_top(pile) if pile else piles
            tries.append((piles.top(pile) if pile else 0) + most_points(after, rest))
    return max(tries)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(0, 3), min_size=4, max_size=4), st.lists(st.sampled_from((*COLOURS, *SHAPES)), max_size=4))
def test_no_other_order_pays_more(left, names):
    piles = Piles(tuple(left))
    paid = best_payment(piles, tuple(map(Series, names)))
    assert sum(payment.points for payment in paid) == most_points(piles, names)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(0, 3), min_size=4, max_size=4), st.lists(st.sampled_from((*COLOURS, *SHAPES)), max_size=4))
def test_the_piles_that_may_be_left_are_those_of_every_order(left, names):
    def after(piles, names):
        if not names:
            return {piles}
        found = set()
        for at, name in enumerate(names):
            for pile in piles.paying(Series(name)) or ("",):
                found |= after(piles.without_top(pile) if pile else piles, names[:at] + names[at + 1 :])
        return found

    piles = Piles(tuple(left))
    assert piles_after(piles, tuple(map(Series, names))) == after(piles, names)


def test_one_to_four_polygons_each_sharing_a_trait_with_the_one_before():
    chain = [read_piece(word) for word in ("pink square", "blue square", "blue octagon", "blue octagon")]
    for count in (1, 2, 3, 4):
        verify_take(chain[:count])
    with pytest.raises(Illegal, match="0 polygons taken"):
        verify_take([])
    with pytest.raises(Illegal, match="5 polygons taken"):
        verify_take([*chain, chain[-1]])


def test_the_one_before_counts_not_the_first_one():
    wrong = [Piece("pink", "square"), Piece("blue", "square"), Piece("pink", "octagon")]
    with pytest.raises(Illegal, match="pink octagon shares neither colour nor shape with blue square"):
        verify_take(wrong)


def test_seven_kinds_may_follow_a_polygon():
    # Itself, three more of its colour, three more of its shape.
    assert sum(piece.shares(Piece("pink", "square")) for piece in PIECES) == 7


def test_an_unknown_polygon_is_named():
    with pytest.raises(Unreadable, match="turn 2: unknown polygon 'pink circle'"):
        read_piece("pink circle", Place.turn(2))
