"""Intermediate and final scorings, and games written down round by round."""

from __future__ import annotations

import pytest

from companion.core.errors import Ambiguous, CompanionError, Illegal, Unreadable
from companion.games.aquasphere import GAME

from .documents import NO_LINES, NOTHING, end, finished, game, lines, player, scoring

EXAMPLE = game(
    scoring(
        {
            "A": {"control": "Yellow"},
            "B": {"control": "Yellow"},
            "C": {"control": "Red", "octopods": 2},
            "D": {"control": "Red", "octopods": 1},
            "E": {"control": "Blue"},
            "F": {"octopods": 3},
        },
        Yellow={"robots": 5, "crystals": 0, "lines": [7]},
        Red={"robots": 6, "crystals": 1, "lines": [3]},
        Blue={"robots": 4, "crystals": 2, "lines": []},
    )
)


def test_worked_example_of_an_intermediate_scoring_yellow():
    # 3 for the shared majority, 5 for robots, no crystal, no octopod: 8, but the eighth point lies behind a red line.
    assert lines(EXAMPLE, "Yellow") == [
        ("majority", 3, "Tied with Red for most robots in control zones: 2 each."),
        (
            "robots",
            5,
            "Robots used: 5 is the largest number left bare in the reserve, in a column without a submarine.",
        ),
        ("crystals", 0, "No crystal in the laboratory."),
        ("octopods", 0, "No octopod in a controlled sector, so nothing is lost."),
        ("track", -1, "The next red line is not paid for: only 7 of 8, the rest is lost."),
    ]
    assert player(EXAMPLE, "Yellow")["total"] == 7


def test_worked_example_of_an_intermediate_scoring_red_does_not_add_up_in_our_copy():
    # The book gives red 3 for the majority, 6 for robots, 1 for a crystal and takes 4 for octopods. That makes 6, yet
    # its last sentence says that red gets 'all 4'. The four amounts agree with the rules, so the sum is the slip.
    assert lines(EXAMPLE, "Red") == [
        ("majority", 3, "Tied with Yellow for most robots in control zones: 2 each."),
        (
            "robots",
            6,
            "Robots used: 6 is the largest number left bare in the reserve, in a column without a submarine.",
        ),
        ("crystals", 1, "Crystals: 1, which the scale pays with 1."),
        ("octopods", -4, "Octopods left in controlled sectors: C: 2 (−3) + D: 1 (−1)."),
        ("track", 0, "Red lines crossed for a crystal each: 1."),
    ]
    red = player(EXAMPLE, "Red")
    assert red["total"] == 3 + 6 + 1 - 4 == 6
    assert red["crystals"] == 0  # it went for the red line


def test_octopods_are_named_by_their_sectors_in_french_too():
    assert lines(EXAMPLE, "Red", "fr")[3][2] == (
        "Octopodes restés dans les secteurs contrôlés\N{NO-BREAK SPACE}: 2 en C (−3) + 1 en D (−1)."
    )


def test_the_third_player_of_the_example_has_fewer_control_zones():
    assert lines(EXAMPLE, "Blue", "fr")[0] == (
        "majority",
        0,
        "Robots en zones de contrôle\N{NO-BREAK SPACE}: 1, contre 2 pour Yellow, Red.",
    )


def test_worked_example_of_the_final_scoring():
    document = finished({"Yellow": end("ABCDF", 2, 4, 5), "Red": end("A", submarines=1)})
    assert lines(document, "Yellow")[-4:] == [
        ("letters", 15, "Different letters in the laboratory, A, B, C, D, F: the scale pays 15."),
        ("time", 2, "Time markers left: 2, one point each."),
        ("submarines", 0, "Submarines in the station: 4, where all six are needed."),
        ("laboratory", 5, "The laboratory is finished: five extensions."),
    ]
    assert player(document, "Yellow")["total"] == 22


def test_all_six_submarines_bring_5():
    document = finished({"Yellow": end("A", submarines=6), "Red": end("B", submarines=1)})
    assert lines(document, "Yellow")[-2][:2] == ("submarines", 5)


def test_the_final_scoring_crosses_red_lines_for_nothing():
    document = finished({"Yellow": end("ABC", 0, 1, 2), "Red": end("A", submarines=1)})
    document["track"] = {"red_lines": [1, 2, 3]}
    assert player(document, "Yellow")["total"] == 6


def test_ties_are_broken_by_control_zones_then_crystals_then_shared():
    finals = {"Ana": end("A", submarines=1), "Ben": end("B", submarines=1)}
    # Both make 7: Ana has the majority, Ben six robots used.
    last = {"sectors": {"A": {"control": "Ana"}}, "players": {"Ana": NOTHING, "Ben": {"robots": 6, "crystals": 0}}}
    assert GAME.score(finished(finals, last)).say("en")["winners"] == ["Ana"]
    zones = "Equal points, so robots in control zones decide: Ana 1, Ben 0."
    assert lines(finished(finals, last), "Ana")[-1] == lines(finished(finals, last), "Ben")[-1] == ("tie", 0, zones)
    # One zone each; Ana has a crystal for a point, Ben a robot number of 1.
    both = {"A": {"control": "Ana"}, "B": {"control": "Ben"}}
    last = {"sectors": both, "players": {"Ana": {"robots": 0, "crystals": 1}, "Ben": {"robots": 1, "crystals": 0}}}
    assert GAME.score(finished(finals, last)).say("en")["winners"] == ["Ana"]
    assert GAME.score(finished(finals, last)).won_by.key == "won.crystals"
    assert lines(finished(finals, last), "Ben", "fr")[-1][2] == (
        "Égalité de points, et autant de robots en zones de contrôle (1). "
        "Qui a le plus de cristaux l'emporte (Ana 1, Ben 0)."
    )
    last = {"sectors": both, "players": {"Ana": NOTHING, "Ben": NOTHING}}
    assert GAME.score(finished(finals, last)).say("en")["winners"] == ["Ana", "Ben"]
    assert lines(finished(finals, last), "Ben")[-1][2] == (
        "Equal points, and equally many robots in control zones: 1. Equally many crystals, too: 0. "
        "The victory is shared."
    )


def test_who_is_behind_takes_no_part_in_a_tie_and_no_tie_is_broken_before_the_end():
    finals = {"Ana": end("A", submarines=1), "Ben": end("B", submarines=1), "Cleo": end("", submarines=1)}
    kinds = {name: [kind for kind, *_ in lines(finished(finals), name)] for name in finals}
    assert [name for name in finals if "tie" in kinds[name]] == ["Ana", "Ben"]
    # Ana has her 6 from a zone, Ben from robots: the first scoring leaves both in the lead.
    early = game(scoring({"A": {"control": "Ana"}}, Ana=NOTHING, Ben={"robots": 6, "crystals": 0}),
                 names=("Ana", "Ben"), track=NO_LINES)  # fmt: skip
    assert GAME.score(early).say("en")["winners"] == ["Ana", "Ben"]
    assert "tie" not in [kind for kind, *_ in lines(early, "Ana")]


def test_points_during_a_round_move_the_counter_at_once():
    moves = [
        {"player": "Yellow", "action": "octopods", "in_sector": 3, "holds": 2},
        {"player": "Yellow", "action": "submarine", "cost": 2, "time": 2, "sector": "B"},
        {"player": "Yellow", "action": "research"},
        {"player": "Yellow", "action": "card", "points": 4, "crystals": 0},
        {"player": "Red", "action": "octopods", "in_sector": 0, "holds": 2},
    ]
    document = game({"moves": moves}, track={"red_lines": [10], "length": 50})
    assert lines(document, "Yellow") == [
        ("play", 3, "Octopods caught: 2 of 3, as many as the laboratory allows; the scale pays 3."),
        ("play", 2, "A submarine, time markers paid: 2; the central tile pays 2."),
        ("play", 2, "A research card taken; the central tile pays 2."),
        ("play", 4, "The effect of a research card brings 4."),
        ("track", -2, "The next red line is not paid for: only 2 of 4, the rest is lost."),
    ]
    assert (player(document, "Yellow")["total"], player(document, "Yellow")["space"]) == (9, 9)
    assert lines(document, "Red") == [("play", 0, "No octopod was in the sector, so none was caught.")]


def test_whoever_notes_no_moves_says_where_the_counter_stood():
    document = game(
        scoring(Yellow=NOTHING | {"counter": 12}, Red=NOTHING, Blue=NOTHING), track={"red_lines": [], "length": 10}
    )
    assert lines(document, "Yellow")[0] == (
        "play",
        12,
        "Made during the round: the counter stood on 12 before the scoring.",
    )
    yellow = player(document, "Yellow")
    assert (yellow["laps"], yellow["space"]) == (1, 2)


def test_noted_moves_and_a_noted_counter_must_agree():
    one = {"player": "Yellow", "action": "research"}
    document = game({"moves": [one], **scoring(Yellow=NOTHING | {"counter": 3}, Red=NOTHING, Blue=NOTHING)},
                    track=NO_LINES)  # fmt: skip
    with pytest.raises(Illegal, match="round 1, scoring, Yellow: the counter stands on 3, but the moves lead to 2"):
        GAME.score(document).say("en")


def test_a_loss_does_not_cross_a_red_line_backwards():
    first = scoring(Yellow={"robots": 9, "crystals": 1}, Red=NOTHING, Blue=NOTHING)
    sectors = {
        "A": {"control": "Red", "octopods": 1},
        "B": {"control": "Red"},
        "C": {"control": "Yellow", "octopods": 4},
    }
    second = scoring(sectors, Yellow=NOTHING, Red=NOTHING, Blue=NOTHING)
    document = game(first, second, track={"red_lines": [8]})
    # Yellow stands on 10, loses 10, and stops on 8, right behind the line.
    assert lines(document, "Yellow")[-2:] == [
        ("octopods", -10, "Octopods left in controlled sectors: C: 4 (−10)."),
        ("track", 8, "A loss of 10 ends at the red line behind the counter: 2."),
    ]
    assert player(document, "Yellow")["total"] == 8
    assert player(document, "Red")["total"] == 5


def test_where_the_red_lines_are_unknown_the_table_is_asked():
    document = game(scoring(Yellow={"robots": 5, "crystals": 0}, Red=NOTHING, Blue=NOTHING))
    with pytest.raises(Ambiguous, match="round 1, scoring, Yellow: how far are the next red lines"):
        GAME.score(document).say("en")
    lost = game(scoring({"A": {"control": "Red", "octopods": 4}}, Yellow=NOTHING, Red=NOTHING | {"counter": 5},
                        Blue=NOTHING))  # fmt: skip
    with pytest.raises(Ambiguous, match="round 1, scoring, Red: the counter falls back"):
        GAME.score(lost).say("en")
    move = game({"moves": [{"player": "Red", "action": "research", "lines": [0]}]})
    with pytest.raises(Ambiguous, match=r"round 1, move 1, Red: .* how many crystals"):
        GAME.score(move).say("en")


def test_a_round_is_a_tour_in_french_wherever_it_is_said() -> None:
    with pytest.raises(Unreadable) as error:
        GAME.score(game({}, {}))
    assert error.value.say("fr").startswith("tour 1")


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (game(scoring(Yellow=NOTHING)), "round 1, scoring, players: 'Red' is missing"),
        (game({}, {}), "round 1: 'scoring' is missing, and the next round has begun"),
        (game(*[{}] * 5), "5 rounds \\(expected at most 4\\)"),
        (game({}, final={}), "final: the final scoring comes after 4 intermediate ones"),
        (game({"moves": [{"player": "Eve", "action": "research"}]}), "round 1, move 1: unknown player 'Eve'"),
        (
            game({"moves": [{"player": "Red", "action": "submarine", "cost": 3, "time": 2}]}),
            "round 1, move 1, Red: the submarine costs 3 time markers and there are only 2",
        ),
        (
            game({"moves": [{"player": "Red", "action": "submarine", "cost": 0, "time": 2, "sector": "B"}]},
                 names=({"name": "Red", "start": "B"}, "Blue")),
            "round 1, move 1, Red: there is a submarine of this player in the sector already",
        ),
        (
            game({"moves": [{"player": "Red", "action": "research", "crystals": 2, "pay": 1, "send_back": 1}]}),
            "send_back: a robot goes back only where no crystal is left",
        ),
        (game(names=({"name": "Red", "start": "B"}, {"name": "Blue", "start": "B"})), "another player's start"),
        (finished({"A": end("ABCD", 0, 1, 1), "B": end()}), "final, A, letters: 4 letters on a laboratory with 1"),
        (finished({"A": end("A", 30, 1, 5), "B": end("A", 15, 1, 5)}), "45 time markers, where there are only 44"),
        (finished({"A": end("A", 0, 7), "B": end()}), "final, A: submarines 7 \\(expected 0 to 6\\)"),
        (finished({"A": end("A", 0, 0), "B": end()}), "final, A: submarines in the station: 0, but placed: 1"),
        (game(track={"red_lines": [50], "length": 50}), "track, red_lines: space 50 \\(expected 0 to 49\\)"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_at_its_place(document, message):
    with pytest.raises(CompanionError, match=message):
        GAME.score(document).say("en")


def starting(name, letter):
    return {"name": name, "start": letter}


ANA_STARTS_IN_A = (starting("Ana", "A"), "Ben")


def after_four(final, *moves, names=ANA_STARTS_IN_A, **more):
    """Four rounds in which only these moves count, then the final scoring; Ben has the sector B and nothing else."""
    both = scoring(Ana=NOTHING, Ben=NOTHING)
    final = {"Ana": final, "Ben": end("B", submarines=1)}
    return game({"moves": list(moves), **both}, both, both, both, names=names, final=final, track=NO_LINES, **more)


def letters(document):
    return next(line[1:] for line in lines(document, "Ana") if line[0] == "letters")


def test_the_letter_of_the_starting_laboratory_counts():
    assert letters(after_four(end("CD", 0, 1, 1))) == (
        6,
        "Different letters in the laboratory, A, C, D: the scale pays 6.",
    )
    assert letters(after_four(end("ACD", 0, 1, 1))) == letters(after_four(end("CD", 0, 1, 1)))


def test_letters_are_counted_as_they_are_printed_repeats_included():
    assert letters(after_four(end("ACC", 0, 1, 1)))[0] == 3
    with pytest.raises(Illegal, match="final, Ana, letters: 4 letters on a laboratory with 1 extension"):
        GAME.score(after_four(end("ACCC", 0, 1, 1))).say("en")
    # Three letters on an extension and the one of the start make four, too.
    with pytest.raises(Illegal, match="final, Ana: 4 letters on a laboratory with 1 extension"):
        GAME.score(after_four(end("CCD", 0, 1, 1))).say("en")


def test_where_no_letter_is_noted_the_line_asks_for_the_start():
    document = after_four(end("", 0, 1, 0), names=("Ana", "Ben"))
    assert letters(document) == (0, "No letter is noted; the starting laboratory shows one, so was it forgotten?")


def test_two_starters_never_share_a_letter():
    # Without extensions there is only the letter of the start, and Ben's is B.
    with pytest.raises(Illegal, match="final: two starting laboratories would have the same letter"):
        GAME.score(after_four(end("B", 0, 1, 0), names=("Ana", "Ben"))).say("en")
    assert letters(after_four(end("BC", 0, 1, 1), names=("Ana", "Ben")))[0] == 3
    with pytest.raises(Illegal, match="final: two starting laboratories would have the same letter"):
        GAME.score(after_four(end("BC", 0, 1, 1), names=(starting("Ana", "B"), "Ben"))).say("en")


def extension(*letters, **adds):
    return {"player": "Ana", "action": "extension", "adds": adds, "letters": list(letters)}


def test_extensions_are_noted_with_their_symbols_and_letters():
    document = after_four(end("A", 0, 1, 2), extension("C", crystals=1), extension("D", "E", time=2))
    assert [text for kind, _, text in lines(document, "Ana") if kind == "play"] == [
        "The laboratory grows: crystals +1 + letter C.",
        "The laboratory grows: time markers +2 + letter D + letter E.",
    ]
    assert letters(document) == (10, "Different letters in the laboratory, A, C, D, E: the scale pays 10.")


@pytest.mark.parametrize(
    ("final", "message"),
    [
        (end("A", 0, 1, 0), "final, Ana: extensions of the laboratory: 0, but added: 1"),
        (end("AF", 0, 1, 1), "final, Ana: no extension shows the letter F"),
        (end("A", 6, 1, 1), "final, Ana: time markers: 6, but a laboratory with 1 extension holds 5"),
    ],
)
def test_the_end_goes_together_with_the_extensions_that_were_noted(final, message):
    assert GAME.score(after_four(end("AC", 5, 1, 1), extension("C", time=1))).say("en")["finished"] is True
    with pytest.raises(Illegal, match=message):
        GAME.score(after_four(final, extension("C", time=1))).say("en")


def test_an_extension_that_nobody_noted_adds_three_of_a_symbol_at_most():
    assert GAME.score(after_four(end("A", 7, 1, 1))).say("en")["finished"] is True
    with pytest.raises(Illegal, match="final, Ana: time markers: 8, but a laboratory with 1 extension holds 7"):
        GAME.score(after_four(end("A", 8, 1, 1))).say("en")


def test_a_laboratory_has_five_extensions():
    with pytest.raises(Illegal, match="round 1, move 6, Ana: the laboratory is finished: it has 5 extensions"):
        GAME.score(after_four(end("A", 0, 1, 5), *[extension()] * 6)).say("en")


CHARGED = {"A": {"control": "Ana", "station": {"Ana": 2, "Ben": 1}, "neutral": True}}


def charged(sectors, *names):
    return game(scoring(sectors, **dict.fromkeys(names, NOTHING)), names=names, track=NO_LINES)


def test_charging_stations_hold_so_many_robots_and_the_neutral_one():
    assert GAME.score(charged(CHARGED, "Ana", "Ben", "Cleo")).say("en")["winners"] == ["Ana"]
    five = {"A": {"station": {"Ana": 2, "Ben": 2}, "neutral": True}}
    with pytest.raises(Illegal, match="round 1, scoring, sector A, station: 5 robots in the charging station, where"):
        GAME.score(charged(five, "Ana", "Ben", "Cleo")).say("en")
    with pytest.raises(Illegal, match="sector A, neutral: only three players have neutral robots, not 2"):
        GAME.score(charged({"A": {"neutral": True}}, "Ana", "Ben")).say("en")


def test_neutral_robots_are_in_the_three_sectors_in_which_nobody_starts():
    four = {letter: {"neutral": True} for letter in "ABCD"}
    with pytest.raises(Illegal, match="round 1, scoring, sectors: 4 neutral robots, where there are only 3"):
        GAME.score(charged(four, "Ana", "Ben", "Cleo")).say("en")
    document = charged(CHARGED, "Ana", "Ben", "Cleo")
    document["players"][1]["start"] = "A"
    with pytest.raises(Illegal, match="round 1, scoring, sector A: the neutral robots are in the sectors in which"):
        GAME.score(document).say("en")


def test_a_player_has_fifteen_robots_for_the_station():
    most = {letter: {"station": {"Ana": 3}} for letter in "ABCDE"}
    assert GAME.score(charged(most, "Ana", "Ben", "Cleo")).say("en")["finished"] is False
    with pytest.raises(Illegal, match="16 robots of Ana, where there are only 15"):
        GAME.score(charged({**most, "F": {"control": "Ana"}}, "Ana", "Ben", "Cleo")).say("en")


def test_lines_and_behind_agree_with_the_track():
    def walks(**said):
        return game(scoring(Ana={"robots": 5, "crystals": 2, "counter": 4, **said}, Ben=NOTHING), names=("Ana", "Ben"),
                    track={"red_lines": [3, 6]})  # fmt: skip

    # From 4 the line in front of 6 is one space away; the one behind, at 3, as well.
    assert player(walks(lines=[1], behind=1), "Ana")["total"] == player(walks(), "Ana")["total"] == 12
    with pytest.raises(Illegal, match="scoring, Ana: free spaces in front of the red lines: 2, but by the track: 1"):
        GAME.score(walks(lines=[2])).say("en")
    with pytest.raises(Illegal, match=r"scoring, Ana: .* red lines: no line, but by the track: 1"):
        GAME.score(walks(lines=[])).say("en")
    with pytest.raises(Illegal, match="scoring, Ana: 2 spaces down to the red line, but the track says 1"):
        GAME.score(walks(behind=2)).say("en")


def test_a_claim_is_checked():
    document = finished({"A": end("AB", 1, 1, 1), "B": end("A", submarines=1)})
    document["players"][0]["claimed"] = 4
    document["players"][1]["claimed"] = 4
    assert [player(document, name)["verdict"] for name in "AB"] == ["possible", "impossible"]
    assert player(document, "B", "fr")["why"] == "Annoncé 4, c'est 1."


def test_a_number_that_is_none_is_unreadable():
    with pytest.raises(Unreadable, match="round 1, scoring, Yellow: robots 'five' is no whole number"):
        GAME.score(game(scoring(Yellow={"robots": "five", "crystals": 0}, Red=NOTHING, Blue=NOTHING))).say("en")
