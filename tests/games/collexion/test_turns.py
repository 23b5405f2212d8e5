"""Games written down turn by turn: takes, powers, series, and how they end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.errors import Ambiguous, Illegal, Unreadable
from companion.games.collexion.document import read_record
from companion.games.collexion.pieces import PIECES, Collection, Piece, read_piece
from companion.games.collexion.replay import play, replay, start
from companion.games.collexion.series import Piles

from .documents import PINK, SQUARES, lines, played, score


def test_a_series_taken_in_one_turn_is_paid_at_once():
    document = played({"take": PINK}, {"take": ["blue octagon"]})
    assert lines(document, "Ana") == [
        ("series", 2, "Series in pink, all four shapes: the pink pile pays 2."),
        ("powers", 3, "Unused power tokens: 3, one point each."),
        ("left", 0, "No polygon is left in the collection, so nothing is lost."),
    ]
    assert lines(document, "Ben")[0] == ("series", 0, "No series was validated, so no score token was won.")
    assert lines(document, "Ben")[-1][1] == -1
    assert score(document)["finished"] is False


def test_a_shape_series_names_its_pile_where_piles_are_equal():
    with pytest.raises(
        Ambiguous, match="turn 1, Ana, series: say which pile pays for the square series: green, yellow, pink or"
    ):
        score(played({"take": SQUARES}))
    document = played({"take": SQUARES, "series": [{"series": "square", "pile": "blue"}]})
    assert lines(document, "Ana")[0] == ("series", 2, "Series of squares, all four colours: the blue pile pays 2.")


def test_overlapping_series_wait_for_the_players_word():
    squares = ["pink square", "yellow square", "green square"]
    turns = [{"take": PINK[:1] + PINK[2:]}, {"take": ["blue octagon"]}, {"take": [*squares, "blue square"]}]
    with pytest.raises(Ambiguous, match=r"turn 3, Ana, series: series overlap, say which .*: square or pink"):
        score(played(*turns))
    turns[2]["series"] = [{"series": "pink"}]
    assert replay(read_record(played(*turns))).collections["Ana"].to_json() == {
        "green": {"square": 1}, "yellow": {"square": 1}, "blue": {"square": 1}}  # fmt: skip


def test_several_series_in_one_turn_are_paid_in_the_order_that_the_player_says():
    # Pink first: its 2, and then its pile is the smallest and pays 3 for the squares. Squares first: any pile's 2.
    squares = ["green square", "yellow square", "blue square"]
    before = [{"take": squares[:2]}, {"take": ["blue octagon"]}, {"take": squares[2:]}, {"take": ["blue octagon"]},
              {"take": ["pink triangle", "pink pentagon", "pink octagon"]}, {"take": ["blue octagon"]}]  # fmt: skip
    last = {"take": ["pink square", "pink square"]}
    with pytest.raises(
        Ambiguous, match=r"turn 7, Ana, series: say in which order the series are paid, .*: pink \+ square"
    ):
        score(played(*before, last))
    pink_first = [{"series": "pink"}, {"series": "square", "pile": "pink"}]
    square_first = [{"series": "square", "pile": "blue"}, {"series": "pink"}]
    for series, paid in ((pink_first, [2, 3]), (square_first, [2, 2])):
        found = lines(played(*before, {**last, "series": series}), "Ana")
        assert [points for kind, points, _ in found if kind == "series"] == paid


def test_two_ways_of_paying_are_enough_to_be_asked():
    # Pink has its last token, yellow two: pink first and yellow pays for the squares, or the squares take pink's.
    record = read_record(played({"take": []}))
    have = Collection.of(read_piece(word) for word in (*PINK, *SQUARES))
    before = replace(start(record), piles=Piles((3, 2, 1, 3)), last_turn=2)
    before = replace(before, collections={**before.collections, "Ana": have})
    with pytest.raises(Ambiguous, match="say in which order the series are paid"):
        play(before, record.turns[0], record)


def test_where_the_order_changes_nothing_nobody_is_asked():
    # Two pink series: one pile pays for both, 2 and then 3.
    turns = [{"take": PINK[:3]}, {"take": ["blue octagon"]}, {"take": PINK[:3]}, {"take": ["blue octagon"]}]
    document = played(*turns, {"take": ["pink octagon", "pink octagon"]})
    assert [points for kind, points, _ in lines(document, "Ana") if kind == "series"] == [2, 3]


def test_a_series_may_not_be_kept_back():
    with pytest.raises(Illegal, match="turn 1, Ana, series: the pink series must be validated too"):
        score(played({"take": PINK, "series": []}))


def all_sixteen(piles):
    """Ana has one polygon of each kind before her turn, and the piles stand as given."""
    record = read_record(played({"take": []}))
    before = replace(start(record), piles=piles, last_turn=2)
    return replace(before, collections={**before.collections, "Ana": Collection.of(PIECES)}), record


def test_series_may_be_left_out_where_every_choice_ends_the_same():
    # Four colours or four shapes: nothing is left either way, and no pile has anything to pay.
    before, record = all_sixteen(Piles((0, 0, 0, 0)))
    after = play(before, record.turns[0], record)
    assert after.collections["Ana"].total == 0
    assert [line.points for line in after.lines["Ana"]] == [0] * 4
    # One token on each pile: all four go, whichever series takes them.
    before, record = all_sixteen(Piles((1, 1, 1, 1)))
    after = play(before, record.turns[0], record)
    assert (sum(line.points for line in after.lines["Ana"]), after.piles.empty) == (16, True)


def test_where_the_choices_end_differently_somebody_is_asked():
    # Four shape series empty one pile and begin another; four colours take one token of each.
    before, record = all_sixteen(Piles())
    with pytest.raises(Ambiguous, match="series overlap, say which are validated"):
        play(before, record.turns[0], record)


def test_equal_piles_that_are_both_emptied_need_no_word():
    record = read_record(played({"take": []}))
    have = Collection.of(read_piece(word) for word in SQUARES * 2)
    before = replace(start(record), piles=Piles((1, 1, 0, 0)), last_turn=2)
    after = play(replace(before, collections={**before.collections, "Ana": have}), record.turns[0], record)
    assert [line.points for line in after.lines["Ana"]] == [4, 4]


def test_an_empty_pile_pays_nothing_and_the_series_is_gone_all_the_same():
    turns = []
    for _ in range(4):
        turns += [{"take": PINK}, {"take": ["blue octagon"]}]
    assert [line[1] for line in lines(played(*turns), "Ana")[:4]] == [2, 3, 4, 0]
    assert lines(played(*turns), "Ana")[3][2] == (
        "Series in pink, all four shapes: the pink pile is empty, so no token is taken."
    )


def test_a_shape_series_that_nobody_pays_says_which_pile_is_empty():
    turns = []
    for _ in range(3):
        turns += [{"take": PINK}, {"take": ["blue octagon"]}]
    squares = {"take": SQUARES}
    strict = played(*turns, squares, rulings={"shape_pile": "any"})
    assert lines(strict, "Ana", "fr")[3] == (
        "series",
        0,
        "Série des carrés, les quatre couleurs\N{NO-BREAK SPACE}: la plus petite pile est vide, "
        "donc aucun jeton n'est pris.",
    )
    # By the default the empty pile is passed over, and three piles are equal.
    with pytest.raises(Ambiguous, match="say which pile pays for the square series: green, yellow or blue"):
        score(played(*turns, squares))


def test_steal_and_swap_and_discard_once_each():
    document = played(
        {"take": ["pink square"]},
        {"take": ["blue octagon"], "powers": [{"power": "steal", "from": "Ana", "piece": "pink square"}]},
        {"take": ["green square"], "powers": [
            {"power": "swap", "with": "Ben", "give": "green square", "get": "blue octagon"}]},
        {"take": ["pink square"], "powers": [{"power": "discard", "piece": "pink pentagon"}]},
    )  # fmt: skip
    position = replay(read_record(document))
    assert {name: sorted(map(str, have.pieces)) for name, have in position.collections.items()} == {
        "Ana": ["blue octagon"],
        "Ben": ["green square", "pink square", "pink square"],
    }
    assert position.powers == {"Ana": ("steal", "discard"), "Ben": ("swap",)}
    assert position.pool.total == 80 - 4 - 1


@pytest.mark.parametrize(
    "power",
    [
        {"power": "swap", "with": "Ana", "give": "pink square", "get": "pink square"},
        {"power": "steal", "from": "Ana", "piece": "pink square"},
    ],
)
def test_a_power_is_used_on_somebody_else(power):
    with pytest.raises(Unreadable, match="unknown other player 'Ana'"):
        score(played({"take": ["pink square"], "powers": [power]}))


def after_the_series(**more):
    """Ana validates pink, then swaps her green octagon for the blue square that completes her squares."""
    swap = {"power": "swap", "with": "Ben", "give": "green octagon", "get": "blue square", "when": "after"}
    before = [
        {"take": ["green square", "yellow square", "pink square"]},
        {"take": ["blue square"]},
        {"take": ["green octagon"]},
        {"take": ["blue pentagon"]},
    ]
    return played(*before, {"take": PINK, "powers": [swap], **more})


def test_a_power_used_after_validating_and_what_it_completes_is_validated_too():
    series = [{"series": "pink"}, {"series": "square", "pile": "pink"}]
    document = after_the_series(series=series)
    assert [line[:2] for line in lines(document, "Ana")] == [("series", 2), ("series", 3), ("powers", 2), ("left", 0)]
    # Nothing is to choose here, so nothing has to be written down.
    assert lines(after_the_series(), "Ana") == lines(document, "Ana")
    with pytest.raises(Illegal, match="turn 5, Ana, series: the square series must be validated too"):
        score(after_the_series(series=series[:1]))


def test_before_that_power_the_first_series_must_all_be_validated():
    with pytest.raises(Illegal, match="turn 5, Ana, series: there is no blue square left for the square series"):
        score(after_the_series(series=[{"series": "square", "pile": "pink"}, {"series": "pink"}]))


def test_a_discard_before_the_take_may_empty_the_box():
    discard = {"power": "discard", "piece": "pink octagon", "when": "before"}
    record = read_record(played({"take": [], "powers": [discard]}))
    position = replace(start(record), pool=Collection.of([Piece("pink", "octagon")]))
    after = play(position, record.turns[0], record)
    assert (after.pool.total, after.last_turn, after.finished) == (0, 2, False)
    # With another polygon in the box, one must be taken.
    with pytest.raises(Illegal, match="turn 1, Ana: 0 polygons taken"):
        play(replace(position, pool=Collection.of(PIECES)), record.turns[0], record)


def test_a_power_before_the_take_has_not_got_what_is_taken():
    swap = {"power": "swap", "with": "Ben", "give": "pink octagon", "get": "blue square", "when": "before"}
    turns = [{"take": ["green square"]}, {"take": ["blue square"]}, {"take": ["pink octagon"], "powers": [swap]}]
    with pytest.raises(Illegal, match="turn 3, Ana, powers: there is no pink octagon in the collection of Ana"):
        score(played(*turns))


def test_expert_variant_a_power_comes_while_polygons_are_taken():
    discard = {"power": "discard", "piece": "pink pentagon", "when": "before"}
    with pytest.raises(Illegal, match="turn 1, Ana, powers: identical polygons bring their power while"):
        score(played({"take": ["pink square", "pink square"], "powers": [discard]}, expert=True))


def test_a_power_is_used_once_and_one_a_turn():
    discard = {"power": "discard", "piece": "pink pentagon"}
    steal = {"power": "steal", "from": "Ben", "piece": "pink square"}
    with pytest.raises(Illegal, match="turn 1, Ana, powers: 2 powers in one turn"):
        score(played({"take": ["pink square"], "powers": [discard, steal]}))
    once = {"take": ["pink square"], "powers": [discard]}
    with pytest.raises(Illegal, match="turn 3, Ana, powers: the power discard was used before"):
        score(played(once, {"take": ["pink square"]}, once))
    with pytest.raises(Illegal, match="there is no pink square in the collection of Ben"):
        score(played({"take": ["pink square"], "powers": [steal]}))


def test_expert_variant_two_identical_polygons_in_a_row_bring_a_power():
    discard = {"power": "discard", "piece": "pink pentagon"}
    twins = {"take": ["pink square", "pink square"], "powers": [discard]}
    assert replay(read_record(played(twins, expert=True))).pool.total == 77
    with pytest.raises(Illegal, match="turn 1, Ana, powers: powers used: 1, but identical polygons in a row allow 0"):
        score(played({"take": ["pink square", "blue square"], "powers": [discard]}, expert=True))


def test_team_variant_the_last_polygon_may_go_to_the_partner():
    document = played({"take": ["pink square", "pink octagon"], "give": True}, names=("A", "B", "C", "D"), teams=True)
    position = replay(read_record(document))
    assert [str(piece) for piece in position.collections["A"].pieces] == ["pink square"]
    assert [str(piece) for piece in position.collections["C"].pieces] == ["pink octagon"]
    with pytest.raises(Illegal, match="turn 1, Ana, give: only a team mate"):
        score(played({"take": ["pink square"], "give": True}))


def test_team_variant_who_takes_one_polygon_and_gives_it_keeps_none():
    document = played({"take": ["pink square"], "give": True}, names=("A", "B", "C", "D"), teams=True)
    totals = {name: have.total for name, have in replay(read_record(document)).collections.items()}
    assert totals == {"A": 0, "B": 0, "C": 1, "D": 0}


def test_team_variant_a_series_made_by_a_gift_waits_for_the_own_turn():
    one = {"take": ["blue octagon"]}
    turns = [one, one, {"take": PINK[:3]}, one, {"take": PINK[3:], "give": True}]
    names = ("A", "B", "C", "D")
    waiting = replay(read_record(played(*turns, names=names, teams=True)))
    assert [str(piece) for piece in waiting.collections["C"].pieces] == PINK
    own = played(*turns, {"take": ["green octagon"]}, {"take": ["green square"]}, names=names, teams=True)
    assert lines(own, "C")[0] == ("series", 2, "Series in pink, all four shapes: the pink pile pays 2.")


def test_a_stolen_polygon_may_complete_a_series_at_once():
    steal = {"power": "steal", "from": "Ben", "piece": "pink octagon"}
    document = played({"take": PINK[:2]}, {"take": PINK[3:]}, {"take": PINK[2:3], "powers": [steal]})
    assert [line[:2] for line in lines(document, "Ana")] == [("series", 2), ("powers", 2), ("left", 0)]


def test_a_sixth_polygon_of_a_kind_is_not_in_the_box():
    turns = [{"take": ["pink square"] * 3}, {"take": ["pink square"] * 3}]
    with pytest.raises(Illegal, match="turn 2, Ben: there is no pink square in the box"):
        score(played(*turns))


def test_when_all_tokens_are_gone_the_round_is_finished_and_nobody_must_take():
    turns = []
    for colour in ("green", "yellow", "pink", "blue"):
        four = [f"{colour} {shape}" for shape in ("triangle", "square", "pentagon", "octagon")]
        turns += [{"take": four}, {"take": four}, {"take": four}]
    # Twelve series are twelve turns of two players: Ben takes the last token as the last of his round.
    position = replay(read_record(played(*turns)))
    assert position.piles.empty
    assert position.finished
    with pytest.raises(Illegal, match="turn 13, Ana: the game ended with turn 12"):
        score(played(*turns, {"take": []}))
    # One turn later it is Ana who takes the last token, and Ben still has his turn.
    first = [{"take": ["green square"]}]
    later = played(*first, *turns)
    assert replay(read_record(later)).last_turn == 14
    assert replay(read_record(played(*first, *turns, {"take": []}))).finished
    with pytest.raises(Illegal, match="0 polygons taken"):
        score(played({"take": []}))


def test_when_all_polygons_are_collected_the_round_is_finished():
    record = read_record(played({"take": ["pink square"]}, {"take": []}))
    position = replace(start(record), pool=Collection.of([Piece("pink", "square")]))
    position = play(position, record.turns[0], record)
    assert (position.last_turn, position.finished) == (2, False)
    assert play(position, record.turns[1], record).finished


def test_in_the_last_round_a_power_may_complete_a_series_without_a_take():
    steal = {"power": "steal", "from": "Ana", "piece": "pink octagon"}
    record = read_record(played({"take": PINK[3:]}, {"take": [], "powers": [steal]}))
    have = {"Ana": Collection(), "Ben": Collection.of(read_piece(word) for word in PINK[:3])}
    position = replace(start(record), pool=Collection.of([Piece("pink", "octagon")]), collections=have)
    for turn in record.turns:
        position = play(position, turn, record)
    assert position.finished
    assert [line.points for line in position.lines["Ben"]] == [2]


def test_a_turn_that_cannot_be_read_is_named():
    with pytest.raises(Unreadable, match="turn 2, Ben: 'take' is missing"):
        score(played({"take": ["pink square"]}, {}))
