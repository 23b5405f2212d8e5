"""Rounds written down move by move: what the central tile pays, what a laboratory holds, what red lines cost."""

from __future__ import annotations

import pytest

from companion.core.errors import CompanionError, Illegal
from companion.games.aquasphere import GAME

from .documents import NO_LINES, NOTHING, end, game, lines, player, scoring

BOTH = {"Ana": NOTHING, "Ben": NOTHING}


def table(*rounds, **more):
    return game(*rounds, names=("Ana", "Ben"), **{"track": NO_LINES, **more})


def does(action, **numbers):
    return {"player": "Ana", "action": action, **numbers}


def dives(sector, cost=1):
    return does("submarine", cost=cost, time=4, sector=sector)


def texts(document, name="Ana", language="en"):
    return [text for _, _, text in lines(document, name, language)]


def test_one_alone_does_not_play_nor_do_five():
    for names in (["Ana"], ["Ana", "Ben", "Cleo", "Dan", "Eve"]):
        with pytest.raises(CompanionError, match=rf"players: {len(names)} players? \(expected 2 to 4\)"):
            GAME.score(game(names=names)).say("en")


def test_before_anything_is_noted_the_zero_says_so():
    assert lines(table(), "Ana", "fr") == [("play", 0, "Rien n'est encore noté.")]


@pytest.mark.parametrize("action", ["research", "submarine"])
def test_the_central_tile_pays_2_3_4_and_5_in_the_four_rounds(action):
    numbers = {"cost": 1, "time": 4} if action == "submarine" else {}
    document = table(*({"moves": [does(action, **numbers)], **scoring(**BOTH)} for _ in range(4)))
    assert [points for kind, points, _ in lines(document, "Ana") if kind == "play"] == [2, 3, 4, 5]


def test_six_submarines_and_no_more_the_first_one_stands_there_from_the_setup_on():
    moves = [dives(sector) for sector in "BCDEF"]
    assert sum(points for _, points, _ in lines(table({"moves": moves}), "Ana")) == 10
    with pytest.raises(Illegal, match="round 1, move 6, Ana: all 6 submarines are placed already"):
        GAME.score(table({"moves": [*moves, dives("A")]})).say("en")


def test_submarines_that_were_placed_are_there_at_the_end():
    rounds = [{"moves": [dives("B"), dives("C")], **scoring(**BOTH)}, *[scoring(**BOTH)] * 3]
    final = {"Ana": end("A", submarines=2), "Ben": end("B", submarines=1)}
    with pytest.raises(Illegal, match="final, Ana: submarines in the station: 2, but placed: 3"):
        GAME.score(table(*rounds, final=final)).say("en")


def test_a_research_card_halves_what_a_submarine_costs():
    halved = does("submarine", cost=3, time=1, half=True)
    assert texts(table({"moves": [halved]})) == ["A submarine, time markers paid: 1; the central tile pays 2."]


def test_a_research_card_needs_room_in_the_laboratory_and_none_is_ever_thrown_away():
    card = does("research", holds=2)
    with pytest.raises(Illegal, match="round 1, move 3, Ana: the laboratory holds 2 research cards and has 2"):
        GAME.score(table({"moves": [card, card, card]})).say("en")
    # An extension has made room for a third one.
    grown = table({"moves": [card, card, does("research", holds=3)]})
    assert player(grown, "Ana")["total"] == 6


def test_no_more_research_cards_are_taken_than_lay_in_the_sectors():
    # One in every sector and round: six in the first, twelve by the end of the second.
    card = does("research")
    assert player(table({"moves": [card] * 6}), "Ana")["total"] == 12
    with pytest.raises(Illegal, match="round 1, move 7, Ana: 7 research cards taken, where there are only 6"):
        GAME.score(table({"moves": [*[card] * 6, {**card, "player": "Ana"}]})).say("en")
    two = table({"moves": [card] * 6, **scoring(**BOTH)}, {"moves": [{**card, "player": "Ben"}] * 6})
    assert player(two, "Ben")["total"] == 18


def test_a_laboratory_never_holds_less_than_it_did():
    with pytest.raises(Illegal, match="round 1, move 2, Ana: octopods caught: room for 2, but there was room for 4"):
        GAME.score(
            table({"moves": [does("octopods", in_sector=1, holds=4), does("octopods", in_sector=1, holds=2)]})
        ).say("en")
    with pytest.raises(Illegal, match="round 1, move 2, Ana: research cards: room for 2, but there was room for 3"):
        GAME.score(table({"moves": [does("research", holds=3), does("research", holds=2)]})).say("en")
    grown = does("extension", adds={"octopods": 2})
    with pytest.raises(Illegal, match="round 1, move 2, Ana: octopods caught: room for 3, but there was room for 4"):
        GAME.score(table({"moves": [grown, does("octopods", in_sector=5, holds=3)]})).say("en")
    # What is noted need not be said again.
    assert player(table({"moves": [grown, does("octopods", in_sector=5)]}), "Ana")["total"] == 10


def test_no_laboratory_holds_thirty_time_markers():
    with pytest.raises(
        Illegal, match="round 1, move 1, Ana: time markers: 30, but a laboratory with 5 extensions hold"
    ):
        GAME.score(table({"moves": [does("submarine", cost=1, time=30)]})).say("en")


def test_who_catches_all_octopods_of_a_sector_leaves_none():
    document = table({"moves": [does("octopods", in_sector=3, holds=3)]})
    assert texts(document) == ["Octopods caught: 3, all of the sector; the scale pays 6."]


def test_a_laboratory_allows_two_octopods_from_the_start():
    with pytest.raises(CompanionError, match="round 1, move 1: holds 1 \\(expected 2 to 15\\)"):
        GAME.score(table({"moves": [does("octopods", in_sector=1, holds=1)]})).say("en")


def test_the_box_holds_fifteen_octopods():
    assert player(table({"moves": [does("octopods", in_sector=15, holds=6)]}), "Ana")["total"] == 21
    with pytest.raises(CompanionError, match="round 1, move 1: in_sector 16 \\(expected 0 to 15\\)"):
        GAME.score(table({"moves": [does("octopods", in_sector=16, holds=6)]})).say("en")


def ended(extensions, *moves, crystals=0, time=0):
    first = {"moves": list(moves), **scoring(Ana={"robots": 0, "crystals": crystals}, Ben=NOTHING)}
    final = {"Ana": end("A", time, 1 + ("submarine" in str(moves)), extensions), "Ben": end("B", submarines=1)}
    return table(first, *[scoring(**BOTH)] * 3, final=final)


@pytest.mark.parametrize(
    ("moves", "more", "message"),
    [
        ([does("research")] * 3, {}, "research cards: 3, but a laboratory without extensions holds 2"),
        ([does("octopods", in_sector=3, holds=3)], {}, "octopods caught: 3, but .* holds 2"),
        ([], {"crystals": 3}, "crystals: 3, but .* holds 2"),
        ([], {"time": 5}, "time markers: 5, but .* holds 4"),
        ([does("submarine", cost=1, time=5)], {}, "time markers: 5, but .* holds 4"),
    ],
)
def test_a_laboratory_without_extensions_holds_what_it_held_at_the_start(moves, more, message):
    with pytest.raises(Illegal, match=f"final, Ana: {message}"):
        GAME.score(ended(0, *moves, **more)).say("en")
    assert GAME.score(ended(1, *moves, **more)).say("en")["finished"] is True


def test_up_to_its_limits_a_starting_laboratory_is_right():
    document = ended(0, *[does("research")] * 2, does("octopods", in_sector=5, holds=2), crystals=2, time=4)
    assert player(document, "Ana")["total"] == (2 + 2 + 3) + 3 + (1 + 4)


def test_a_red_line_during_a_round_costs_a_crystal_at_once():
    document = table({"moves": [does("card", points=4, crystals=2)]}, track={"red_lines": [3]})
    assert texts(document)[-1] == "Red lines crossed for a crystal each: 1."
    assert (player(document, "Ana")["total"], player(document, "Ana")["crystals"]) == (4, 1)


def test_who_would_rather_keep_the_crystal_stops_in_front_of_the_line():
    document = table({"moves": [does("card", points=4, crystals=2, pay=0)]}, track={"red_lines": [3]})
    assert (player(document, "Ana")["total"], player(document, "Ana")["crystals"]) == (2, 2)


def test_a_programmed_robot_goes_back_where_no_crystal_is_left():
    robots = {"robots": 9, "crystals": 1, "send_back": 1}
    document = table(scoring(Ana=robots, Ben=NOTHING), track={"red_lines": [3, 6, 9]})
    # 9 for robots and 1 for the crystal: the crystal pays one line, a robot the second, and nothing the third.
    assert lines(document, "Ana")[-1] == (
        "track",
        -2,
        "Red lines crossed for a crystal each: 1. Red lines crossed for a programmed robot each: 1. "
        "The next red line is not paid for: only 8 of 10, the rest is lost.",
    )


def test_red_lines_come_again_on_the_second_lap():
    document = table({"moves": [does("card", points=12, crystals=0)]}, track={"red_lines": [1], "length": 10})
    assert player(document, "Ana")["total"] == 0
    passed = table({"moves": [does("card", points=12, crystals=2)]}, track={"red_lines": [1], "length": 10})
    assert (player(passed, "Ana")["laps"], player(passed, "Ana")["space"], player(passed, "Ana")["crystals"]) == (
        1,
        2,
        0,
    )


def test_nobody_falls_below_the_start_so_nobody_is_asked_for_a_red_line_there():
    octopods = {"A": {"control": "Ana", "octopods": 4}}
    document = game(scoring(octopods, Ana=NOTHING, Ben=NOTHING), names=("Ana", "Ben"))
    # Six for the majority, ten lost to octopods.
    assert lines(document, "Ana")[-1] == ("track", 4, "A loss of 4 ends at the start of the track: 0.")
    assert player(document, "Ana")["total"] == 0
    assert texts(document, language="fr")[-1] == "Une perte de 4 s'arrête au début de la piste\N{NO-BREAK SPACE}: 0."


def test_who_makes_no_points_is_not_asked_for_red_lines():
    document = game(scoring(Ana=NOTHING | {"counter": 5}, Ben=NOTHING | {"counter": 0}), names=("Ana", "Ben"))
    assert [player(document, name)["total"] for name in ("Ana", "Ben")] == [5, 0]


def test_three_equal_majorities_bring_3_each():
    sectors = {letter: {"control": name} for letter, name in zip("ABC", ("Yellow", "Red", "Blue"), strict=True)}
    document = game(scoring(sectors, **dict.fromkeys(("Yellow", "Red", "Blue"), NOTHING)), track=NO_LINES)
    assert [player(document, name)["total"] for name in ("Yellow", "Red", "Blue")] == [3, 3, 3]
    assert texts(document, "Yellow", "fr")[0] == (
        "À égalité avec Red, Blue pour le plus de robots en zones de contrôle\N{NO-BREAK SPACE}: 1 chacun."
    )


def test_octopods_cost_whoever_controls_their_sector_and_nobody_else():
    sectors = {"A": {"control": "Ana", "octopods": 5}, "B": {"octopods": 6}, "C": {"control": "Ben"}}
    document = table(scoring(sectors, Ana={"robots": 20, "crystals": 0}, Ben=NOTHING))
    assert lines(document, "Ana")[3] == ("octopods", -15, "Octopods left in controlled sectors: A: 5 (−15).")
    assert lines(document, "Ben")[3] == ("octopods", 0, "No octopod in a controlled sector, so nothing is lost.")


def test_a_counter_does_not_stand_behind_where_it_stood():
    rounds = [
        scoring(Ana={"robots": 5, "crystals": 0}, Ben=NOTHING),
        scoring(Ana=NOTHING | {"counter": 4}, Ben=NOTHING),
    ]
    with pytest.raises(Illegal, match="round 2, scoring, Ana: the counter stands on 4, but it was on 5 before"):
        GAME.score(table(*rounds)).say("en")


def test_a_red_line_is_named_once():
    with pytest.raises(CompanionError, match="round 1, move 1, lines: a red line is named twice"):
        GAME.score(table({"moves": [does("card", points=4, crystals=2, lines=[1, 1])]})).say("en")
