"""The end of the game, the variants, and what a file may look like."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from companion.core.errors import CompanionError, Illegal, Unreadable
from companion.games.collexion import GAME
from companion.games.collexion.rules import COLOURS, SHAPES

from .documents import PINK, SQUARES, end, game, lines, played, score


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
    ana = score(document)["players"][0]
    assert (ana["verdict"], ana["why"]) == ("impossible", "Announced 2, it is 1.")


def test_the_highest_score_wins():
    assert score(game(("Ana", end([2])), ("Ben", end([3]))))["winners"] == ["Ben"]


def test_among_equals_fewer_polygons_left_win():
    # Both have 1: Ana 2 - 1, Ben an unused power.
    document = game(("Ana", end([2], 0, 1)), ("Ben", end([], 1)))
    assert (score(document)["winners"], score(document)["won_by"]) == (
        ["Ben"],
        "equal in points, with fewer polygons left",
    )
    said = ("tie", 0, "Equal points, so fewer polygons left decide: Ana 1, Ben 0.")
    assert lines(document, "Ana")[-1] == lines(document, "Ben")[-1] == said


def test_equal_again_and_the_victory_is_shared():
    document = game(("Ana", end([2, 3], 1, 1)), ("Ben", end([2, 3], 1, 1)), ("Cleo", end([2])))
    assert score(document)["winners"] == ["Ana", "Ben"]
    assert score(document, "fr")["won_by"] == "partagée\N{NO-BREAK SPACE}: égalité sur tout ce qui compte"
    assert lines(document, "Ana", "fr")[-1][2] == (
        "Égalité de points, et autant de polygones restants (1). La victoire est partagée."
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
        ([("Ana", end(left=50)), ("Ben", end(left=31, powers=3))], "82 polygons left, validated or discarded, where"),
        ([("Ana", end()), ("Ana", end())], "player Ana: two players have this name"),
        ([("Ana", {"tokens": [], "powers": 0}), ("Ben", end())], "player Ana: expected either left or collection"),
        ([("Ana", end())], "players: 1 player \\(expected 2 to 4\\)"),
    ],
)
def test_what_the_box_cannot_hold_is_refused_at_its_place(players, message):
    with pytest.raises(CompanionError, match=message):
        score(game(*players))


def collected(*words, tokens=(), **more):
    """Return a player who has these polygons in the end."""
    rows = {}
    for word in words:
        colour, shape = word.split()
        rows.setdefault(colour, {}).setdefault(shape, 0)
        rows[colour][shape] += 1
    return {"tokens": list(tokens), "collection": rows, **more}


def test_a_series_in_a_final_collection_came_by_a_swap_after_the_last_turn():
    ana = collected(*PINK, powers=3)
    document = game(("Ana", ana), ("Ben", end(powers=2)))
    assert lines(document, "Ana")[-1][2] == (
        "Polygons left in the collection: 4, minus one each. They are: pink triangle + pink square + pink pentagon + "
        "pink octagon. There is a series among them: its last polygon came after the last turn, too late to be "
        "validated."
    )
    # Ben has all his powers, so he has not swapped.
    with pytest.raises(Illegal, match="player Ana, collection: a pink series is still to be validated: no swap or gif"):
        score(game(("Ana", ana), ("Ben", end(powers=3))))


def test_who_played_last_has_validated_all_his_series():
    both = [collected(*PINK, powers=2), collected(*SQUARES, powers=2)]
    with pytest.raises(Illegal, match="player Ana, collection: a pink series is still to be validated"):
        score(game(("Ana", both[0]), ("Ben", both[1])))
    # A third player may have swapped with Ben, and Ben with Ana.
    assert score(game(("Ana", both[0]), ("Ben", both[1]), ("Cleo", end(powers=2))))["finished"] is True
    with pytest.raises(Illegal, match="is still to be validated"):
        score(game(("Ana", both[0]), ("Ben", both[1]), ("Cleo", end(powers=3))))


def test_one_swap_brings_one_polygon():
    twice = collected(*PINK, *PINK, powers=3)
    with pytest.raises(Illegal, match="is still to be validated"):
        score(game(("Ana", twice), ("Ben", end(powers=0))))
    assert score(game(("Ana", twice), ("Ben", end(powers=0)), ("Cleo", end(powers=0))))["finished"] is True


def test_team_variant_the_partner_may_have_given_the_last_polygon():
    others = [(name, end(powers=3)) for name in ("B", "C", "D")]
    assert score(game(("A", collected(*PINK, powers=3)), *others, teams=True))["finished"] is True
    with pytest.raises(Illegal, match="player A, collection: a pink series is still to be validated"):
        score(game(("A", collected(*PINK, powers=3)), *others))


DIAGONAL = [f"{colour} {shape}" for colour, shape in zip(COLOURS, SHAPES, strict=True) for _ in range(5)]


def test_tokens_need_series_and_series_need_polygons():
    # All twenty of four kinds are kept: every colour lacks a shape, and every shape a colour.
    ben = end([2], powers=3)
    with pytest.raises(Illegal, match="players: the polygons outside the collections make no series for these score"):
        score(game(("Ana", collected(*DIAGONAL, powers=3)), ("Ben", ben)))
    assert score(game(("Ana", collected(*DIAGONAL[1:], powers=3)), ("Ben", ben)))["winners"] == ["Ben"]


def test_without_colour_series_one_pile_is_emptied_after_the_other():
    # All triangles are kept, so no colour has its four shapes.
    def kept(*tokens):
        triangles = {colour: [f"{colour} triangle"] * 5 for colour in COLOURS}
        ana = collected(*triangles["green"], *triangles["yellow"], powers=3)
        ben = collected(*triangles["pink"], *triangles["blue"], tokens=tokens, powers=3)
        return game(("Ana", ana), ("Ben", ben))

    assert score(kept(2, 3, 4, 2))["winners"] == ["Ben"]
    with pytest.raises(Illegal, match="make no series for these score tokens"):
        score(kept(2, 2))


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
