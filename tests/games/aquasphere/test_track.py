"""The knowledge track, the station and the laboratory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import Illegal
from companion.games.aquasphere.laboratory import (
    Extension,
    Laboratory,
    catch,
    store,
    take_time,
    verify_research_card,
)
from companion.games.aquasphere.rules import STATION, scale
from companion.games.aquasphere.station import bulb, majority, place_robot, submarine_cost, verify_submarine
from companion.games.aquasphere.track import Track, advance, fall_back, laps


def test_a_red_line_costs_a_crystal():
    assert advance(8, [7], crystals=1) == (8, 8, 1, 0)


def test_without_a_crystal_the_counter_stops_in_front_of_the_line_and_the_rest_is_lost():
    step = advance(8, [7], crystals=0)
    assert (step.moved, step.lost) == (7, 1)


def test_stopping_right_in_front_of_a_line_costs_nothing():
    assert advance(7, [7], crystals=1) == (7, 7, 0, 0)


def test_where_no_crystal_is_left_a_programmed_robot_may_go_back():
    assert advance(8, [7], crystals=0, robots=1) == (8, 8, 0, 1)
    assert advance(20, [3, 9, 15], crystals=1, robots=2) == (20, 20, 1, 2)


def test_a_robot_does_not_replace_a_crystal_that_is_there():
    assert advance(8, [7], crystals=1, robots=2) == (8, 8, 1, 0)


def test_nor_one_that_the_player_would_rather_keep():
    assert advance(8, [7], crystals=2, robots=1, pay=0).moved == 7


def test_every_line_costs_one_and_the_first_that_is_not_paid_stops():
    step = advance(20, [3, 9, 15], crystals=2)
    assert (step.moved, step.crystals, step.lost) == (15, 2, 5)


def test_nobody_must_cross():
    step = advance(8, [7], crystals=3, pay=0)
    assert (step.moved, step.crystals) == (7, 0)


def test_a_loss_ends_at_the_red_line_behind_the_counter():
    assert fall_back(-4, behind=2).moved == -2
    assert fall_back(-4, behind=2).held == 2
    assert fall_back(-4, behind=9).moved == -4


def test_the_entered_lines_come_again_on_every_lap():
    track = Track((8, 16), length=20)
    assert track.ahead(0, 8) == (7,)
    assert track.ahead(0, 7) == ()
    assert track.ahead(10, 20) == (5, 17)  # 16, then 8 of the next lap
    assert track.behind(10) == 2
    assert track.behind(8) == 0
    assert track.behind(25) == 9  # 16 of the lap before
    assert track.behind(3) == 3  # nobody falls below the start


def test_full_laps_are_counted():
    assert laps(49, 50) == (0, 49)
    assert laps(103, 50) == (2, 3)


@given(
    st.integers(0, 40),
    st.lists(st.integers(0, 40), max_size=5, unique=True),
    st.integers(0, 4),
    st.integers(0, 2),
    st.none() | st.integers(0, 4),
)
def test_no_line_is_passed_for_nothing(points, lines, crystals, robots, pay):
    step = advance(points, lines, crystals, robots, pay)
    passed = sum(free < step.moved for free in lines)
    assert passed == step.crystals + step.robots
    assert step.crystals <= crystals
    assert step.robots <= robots
    assert step.moved + step.lost == points
    assert step.moved == points or step.moved in lines


def test_the_scale_is_1_3_6_10_15_21():
    assert [scale(count) for count in range(7)] == [0, 1, 3, 6, 10, 15, 21]
    assert scale(8) == 21


def test_majority_of_the_control_zones():
    assert majority({"Red": 3, "Yellow": 2}) == {"Red": 6, "Yellow": 0}
    assert majority({"Red": 2, "Yellow": 2, "Blue": 1}) == {"Red": 3, "Yellow": 3, "Blue": 0}
    assert majority({"Red": 0, "Yellow": 0}) == {"Red": 0, "Yellow": 0}


def test_charging_stations_hold_2_4_or_5_robots():
    assert STATION == {2: 2, 3: 4, 4: 5}


def test_worked_example_the_station_of_a_three_player_game_overflows():
    # Yellow's robot is pushed away by red's; five robots are one too many, and red and yellow take one back each.
    placed = place_robot("Red", "Yellow", {"Red": 2, "Yellow": 1, "Blue": 1}, players=3)
    assert placed.control == "Red"
    assert placed.removed == {"Red": 1, "Yellow": 1}
    assert placed.station == {"Red": 1, "Yellow": 1, "Blue": 1}


def test_up_to_the_limit_nothing_goes_back():
    placed = place_robot("Red", "Yellow", {"Red": 2, "Yellow": 1}, players=3)
    assert (placed.station, placed.removed) == ({"Red": 2, "Yellow": 2}, {})
    assert place_robot("Red", "", {}, players=2) == ("Red", {}, {})


names = st.sampled_from(["Red", "Yellow", "Blue", "neutral"])


@given(names, names | st.just(""), st.dictionaries(names, st.integers(1, 3)), st.integers(2, 4))
def test_no_robot_is_created_or_lost(robot, control, station, players):
    placed = place_robot(robot, control, station, players)
    before = sum(station.values()) + bool(control)
    assert sum(placed.station.values()) + sum(placed.removed.values()) == before
    assert sum(placed.station.values()) <= max(STATION[players], len(placed.station))


def test_worked_example_a_submarine_in_the_second_round_costs_2_and_brings_3():
    assert verify_submarine(2, time=2, placed=1, here=False) == 2
    assert bulb(2) == 3
    assert [bulb(number) for number in (1, 2, 3, 4)] == [2, 3, 4, 5]


def test_without_a_research_card_a_submarine_costs_what_is_printed():
    assert [submarine_cost(printed) for printed in (1, 2, 3)] == [1, 2, 3]


def test_a_research_card_halves_the_cost_rounded_down():
    assert [submarine_cost(printed, half=True) for printed in (1, 2, 3, 4, 5)] == [0, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("time", "placed", "here", "message"),
    [
        (1, 1, False, "costs 2 time markers and there are only 1"),
        (4, 6, False, "all 6 submarines are placed already"),
        (4, 1, True, "a submarine of this player in the sector already"),
    ],
)
def test_submarines_that_cannot_be_placed(time, placed, here, message):
    with pytest.raises(Illegal, match=message):
        verify_submarine(2, time, placed, here)


def test_a_starting_laboratory_holds_2_cards_2_crystals_2_octopods_4_time_markers():
    start = Laboratory("A")
    assert [start.holds(what) for what in ("cards", "crystals", "octopods", "time")] == [2, 2, 2, 4]
    assert start.letters == ("A",)


def test_worked_example_an_extension_with_a_crystal_and_a_c_makes_room_for_3():
    grown = Laboratory("A", (Extension({"crystals": 1}, ("C",)),))
    assert grown.holds("crystals") == 3
    assert grown.letters == ("A", "C")
    assert not grown.finished


def test_five_extensions_finish_the_laboratory():
    assert not Laboratory("A", (Extension(),) * 4).finished
    assert Laboratory("A", (Extension(),) * 5).finished


def test_worked_example_of_five_time_markers_three_fit():
    assert take_time(in_sector=5, have=1, holds=4) == (3, 2)


def test_the_action_brings_two_time_markers_at_least():
    assert take_time(in_sector=0, have=0, holds=4) == (2, 0)
    assert take_time(in_sector=1, have=3, holds=4) == (1, 0)


def test_at_a_scoring_every_submarine_brings_a_time_marker_as_far_as_there_is_room():
    assert store(offered=3, have=0, holds=4).got == 3
    assert store(offered=3, have=2, holds=4).got == 2


def test_worked_example_two_of_three_octopods_bring_3_points():
    caught = catch(in_sector=3, holds=2)
    assert (caught.caught, caught.left, caught.points) == (2, 1, 3)


def test_crystals_beyond_the_storage_stay_in_the_sector():
    assert store(offered=3, have=1, holds=2) == (1, 2)
    assert store(offered=3, have=2, holds=2) == (0, 3)


def test_worked_example_two_crystals_taken_and_room_for_one_more():
    laboratory = Laboratory("A", (Extension({"crystals": 1}),))
    got, left = store(offered=2, have=0, holds=laboratory.holds("crystals"))
    assert (got, left) == (2, 0)
    assert store(offered=2, have=got, holds=laboratory.holds("crystals")) == (1, 1)


def test_worked_example_a_research_card_in_the_third_round_brings_4_and_is_the_last_that_fits():
    verify_research_card(have=1, holds=Laboratory("A").holds("cards"))
    assert bulb(3) == 4
    with pytest.raises(Illegal, match="holds 2 research cards and has 2"):
        verify_research_card(have=2, holds=Laboratory("A").holds("cards"))


def test_a_full_laboratory_takes_no_research_card():
    verify_research_card(have=1, holds=2)
    with pytest.raises(Illegal, match="holds 2 research cards and has 2"):
        verify_research_card(have=2, holds=2)
