"""The end of the game, the variants, and games written down turn by turn."""

from __future__ import annotations

from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from companion.core.errors import Ambiguous, CompanionError, Illegal, Unreadable
from companion.games.collexion import GAME
from companion.games.collexion.document import read_record
from companion.games.collexion.pieces import Collection, Piece, read_piece
from companion.games.collexion.replay import play, replay, start


def game(*players, **more):
    seats = [{"name": name, **fields} for name, fields in players]
    return {"format": "companion-game/1", "game": "collexion", "players": seats, **more}


def score(document, language="en"):
    return GAME.score(document, language)


def lines(document, name, language="en"):
    player = next(player for player in score(document, language)["players"] if player["name"] == name)
    return [(line["kind"], line["points"], line["text"]) for line in player["lines"]]


def end(tokens=(), powers=0, left=0, **more):
    return {"tokens": list(tokens), "powers": powers, "left": left, **more}


def test_worked_example_tokens_2_2_4_one_unused_power_two_polygons_left():
    document = game(("Ana", end([2, 2, 4], 1, 2, claimed=7)), ("Ben", end([3], 0, 0)))
    assert lines(document, "Ana") == [
        ("tokens", 8, "Score tokens: 2 + 2 + 4."),
        ("powers", 1, "Unused power tokens: 1, one point each."),
        ("left", -2, "Polygons left in the collection: 2, minus one each."),
    ]
    ana, ben = score(document)["players"]
    assert (ana["total"], ana["verdict"]) == (7, "possible")
    assert ben["total"] == 3


def test_zeros_say_what_was_missing():
    assert lines(game(("Ana", end()), ("Ben", end([2]))), "Ana", "fr") == [
        ("tokens", 0, "Aucun jeton Score gagné."),
        ("powers", 0, "Tous les jetons Pouvoir ont servi\N{NO-BREAK SPACE}; un jeton inutilisé vaut un point."),
        ("left", 0, "Il ne reste aucun polygone dans la collection, donc rien n'est perdu."),
    ]


def test_a_claim_that_forgot_the_polygons_left_is_impossible():
    document = game(("Ana", end([2], 0, 1, claimed=2)), ("Ben", end()))
    assert score(document)["players"][0]["verdict"] == "impossible"


def test_the_highest_score_wins():
    assert score(game(("Ana", end([2])), ("Ben", end([3]))))["winners"] == ["Ben"]


def test_among_equals_fewer_polygons_left_win():
    # Both have 1: Ana 2 - 1, Ben an unused power.
    document = game(("Ana", end([2], 0, 1)), ("Ben", end([], 1)))
    assert score(document)["winners"] == ["Ben"]
    said = ("tie", 0, "Equal points, so fewer polygons left decide: Ana 1, Ben 0.")
    assert lines(document, "Ana")[-1] == lines(document, "Ben")[-1] == said


def test_equal_again_and_the_victory_is_shared():
    document = game(("Ana", end([2, 3], 1, 1)), ("Ben", end([2, 3], 1, 1)), ("Cleo", end([2])))
    assert score(document)["winners"] == ["Ana", "Ben"]
    assert lines(document, "Ana", "fr")[-1][2] == (
        "Égalité de points, départagée par le moins de polygones restants\N{NO-BREAK SPACE}: Ana 1, Ben 1. "
        "Encore égalité\N{NO-BREAK SPACE}: la victoire est partagée."
    )
    assert "tie" not in [kind for kind, *_ in lines(document, "Cleo")]


def test_the_collection_names_the_polygons_that_cost_points():
    document = game(("Ana", {"tokens": [], "powers": 0, "collection": {"pink": {"square": 2}, "blue": {"octagon": 1}}}),
                    ("Ben", end()))  # fmt: skip
    assert lines(document, "Ana")[2] == (
        "left",
        -3,
        "Polygons left in the collection: 3, minus one each. They are: 2 × pink square + blue octagon.",
    )


def test_team_variant_the_pairs_sit_across_and_add_up():
    players = [("Ana", end([4])), ("Ben", end([3])), ("Cleo", end([2], 0, 3)), ("Dan", end([2, 3], 1))]
    result = score(game(*players, teams=True))
    assert result["teams"] == [
        {"names": ["Ana", "Cleo"], "total": 3, "left": 3},
        {"names": ["Ben", "Dan"], "total": 9, "left": 0},
    ]
    assert result["winners"] == ["Ben", "Dan"]
    assert lines(game(*players, teams=True), "Cleo")[-1] == ("team", 0, "Team Ana + Cleo: 3 in all.")


def test_team_variant_equal_teams_are_parted_by_what_both_partners_have_left():
    players = [("Ana", end([2, 3])), ("Ben", end([4], 2)), ("Cleo", end([2], 0, 1)), ("Dan", end())]
    result = score(game(*players, teams=True))
    assert [team["total"] for team in result["teams"]] == [6, 6]
    assert result["winners"] == ["Ben", "Dan"]
    assert lines(game(*players, teams=True), "Ana")[-1][2] == (
        "Equal points, so fewer polygons left decide: Ana + Cleo 1, Ben + Dan 0."
    )


def test_team_variant_needs_four():
    with pytest.raises(Illegal, match="two pairs play in teams, not 2 players"):
        score(game(("Ana", end()), ("Ben", end()), teams=True))


def test_expert_variant_has_no_power_tokens():
    document = game(("Ana", {"tokens": [2], "left": 0}), ("Ben", {"tokens": [], "left": 0}), expert=True)
    assert lines(document, "Ana")[1] == ("powers", 0, "Expert variant: there are no power tokens.")
    with pytest.raises(Illegal, match="player Ana, powers: the expert variant has no power tokens"):
        score(game(("Ana", end([2], 1)), ("Ben", end()), expert=True))


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (
            [("Ana", end([4])), ("Ben", end())],
            "players: more tokens of 4 points \\(1\\) than of 3 \\(0\\), which lie on top",
        ),
        ([("Ana", end([2] * 3)), ("Ben", end([2] * 2))], "players: 5 score tokens of 2 points, where there are only 4"),
        ([("Ana", end([5])), ("Ben", end())], "player Ana, tokens: no score token 5"),
        ([("Ana", end(powers=4)), ("Ben", end())], "player Ana: powers 4 \\(expected 0 to 3\\)"),
        ([("Ana", end(left=50)), ("Ben", end(left=31))], "81 polygons left or validated, where there are only 80"),
        ([("Ana", end()), ("Ana", end())], "player Ana: two players have this name"),
        ([("Ana", {"tokens": [], "powers": 0}), ("Ben", end())], "player Ana: expected either left or collection"),
        ([("Ana", end())], "players: 1 players \\(expected 2 to 4\\)"),
    ],
)
def test_what_the_box_cannot_hold_is_refused_at_its_place(players, message):
    with pytest.raises(CompanionError, match=message):
        score(game(*players))


def test_a_series_in_a_final_collection_must_be_validated():
    full = {"pink": {"triangle": 1, "square": 1, "pentagon": 1, "octagon": 1}}
    with pytest.raises(Illegal, match="player Ana, collection: a pink series is still to be validated"):
        score(game(("Ana", {"tokens": [], "powers": 0, "collection": full}), ("Ben", end())))


# Turn by turn

PINK = ["pink triangle", "pink square", "pink pentagon", "pink octagon"]
GREEN = ["green triangle", "green square", "green pentagon", "green octagon"]
SQUARES = ["green square", "yellow square", "pink square", "blue square"]


def played(*turns, names=("Ana", "Ben"), **more):
    return game(*((name, {}) for name in names), turns=list(turns), **more)


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
    with pytest.raises(Ambiguous, match="turn 1, Ana, series: say which pile pays for the square series: green or"):
        score(played({"take": SQUARES}))
    document = played({"take": SQUARES, "series": [{"series": "square", "pile": "blue"}]})
    assert lines(document, "Ana")[0] == ("series", 2, "Series of squares, all four colours: the blue pile pays 2.")


def test_overlapping_series_wait_for_the_players_word():
    squares = ["pink square", "yellow square", "green square"]
    turns = [{"take": PINK[:1] + PINK[2:]}, {"take": ["blue octagon"]}, {"take": [*squares, "blue square"]}]
    with pytest.raises(Ambiguous, match=r"turn 3, Ana, series: series overlap, say which .*: square; or pink"):
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
        Ambiguous, match=r"turn 7, Ana, series: say in which order the series are paid, .*: pink, square"
    ):
        score(played(*before, last))
    pink_first = [{"series": "pink"}, {"series": "square", "pile": "pink"}]
    square_first = [{"series": "square", "pile": "blue"}, {"series": "pink"}]
    for series, paid in ((pink_first, [2, 3]), (square_first, [2, 2])):
        found = lines(played(*before, {**last, "series": series}), "Ana")
        assert [points for kind, points, _ in found if kind == "series"] == paid


def test_where_the_order_changes_nothing_nobody_is_asked():
    # Two pink series: one pile pays for both, 2 and then 3.
    turns = [{"take": PINK[:3]}, {"take": ["blue octagon"]}, {"take": PINK[:3]}, {"take": ["blue octagon"]}]
    document = played(*turns, {"take": ["pink octagon", "pink octagon"]})
    assert [points for kind, points, _ in lines(document, "Ana") if kind == "series"] == [2, 3]


def test_a_series_may_not_be_kept_back():
    with pytest.raises(Illegal, match="turn 1, Ana, series: the pink series must be validated too"):
        score(played({"take": PINK, "series": []}))


def test_an_empty_pile_pays_nothing_and_the_series_is_gone_all_the_same():
    turns = []
    for _ in range(4):
        turns += [{"take": PINK}, {"take": ["blue octagon"]}]
    assert [line[1] for line in lines(played(*turns), "Ana")[:4]] == [2, 3, 4, 0]
    assert lines(played(*turns), "Ana")[3][2] == (
        "Series in pink, all four shapes: the pink pile is empty and pays nothing."
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
        "Série des carrés, les quatre couleurs\N{NO-BREAK SPACE}: la plus petite pile est vide, donc rien n'est payé.",
    )
    # By the default the empty pile is passed over, and three piles are equal.
    with pytest.raises(Ambiguous, match="say which pile pays for the square series: green or yellow or blue"):
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
    have = {"Ana": Collection(), "Ben": Collection.of(read_piece(word, "") for word in PINK[:3])}
    position = replace(start(record), pool=Collection.of([Piece("pink", "octagon")]), collections=have)
    for turn in record.turns:
        position = play(position, turn, record)
    assert position.finished
    assert [line.points for line in position.lines["Ben"]] == [2]


def test_a_turn_that_cannot_be_read_is_named():
    with pytest.raises(Unreadable, match="turn 2, Ben: 'take' is missing"):
        score(played({"take": ["pink square"]}, {}))


@pytest.mark.parametrize(
    "document",
    [
        game(("Ana", {}), ("Ben", {})),
        game(("Ana", {"tokens": [], "left": 0}), ("Ben", end())),
        game(("Ana", {"tokens": [], "powers": 0}), ("Ben", end())),
        game(("Ana", end(collection={})), ("Ben", end())),
        game(("Ana", {"powers": 0, "left": 0}), ("Ben", {"tokens": [], "left": 0}), expert=True),
        {**played(), "players": [{"name": "Ana", "tokens": []}, {"name": "Ben"}]},
    ],
)
def test_the_schema_refuses_what_cannot_be_read(document):
    assert not Draft202012Validator(GAME.schema()).is_valid(document)
    with pytest.raises(Unreadable):
        score(document)


@pytest.mark.parametrize(
    "document",
    [
        GAME.example(),
        played({"take": PINK}),
        game(("Ana", {"tokens": [2], "left": 0}), ("Ben", {"tokens": [], "collection": {}}), expert=True),
    ],
)
def test_the_schema_lets_in_both_kinds_of_files_and_the_expert_variant(document):
    assert Draft202012Validator(GAME.schema()).is_valid(document)
    assert score(document)["winners"] == ["Ana"]
