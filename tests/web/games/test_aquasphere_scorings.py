"""AquaSphere at the table: the four intermediate scorings and the final one."""

from __future__ import annotations

from tests.web.conftest import Phone, words
from tests.web.games.actions import enter, refused, said, totals
from tests.web.games.test_aquasphere import STATION, lay, two

# The intermediate scorings.


def test_a_scoring_waits_for_the_station_and_for_everybody(phone: Phone) -> None:
    two(phone)
    assert "Whose robot is in each control zone" in words(phone.get("p/harvest?seat=0"))
    page = enter(phone, "station", round=1, **STATION)
    # Most zones 6, two octopods in C cost 3.
    assert "Most robots in control zones: 2." in page
    assert "C: 2 (−3)" in page
    enter(phone, "harvest", seat=0, round=1, robots=2, crystals=1, counter=4)
    assert totals(phone) == {"Ana": 0, "Ben": 0}
    home = words(phone.get())
    assert "Ana (entered)" in home
    assert "Ben (missing)" in home
    enter(phone, "harvest", seat=1, round=1, robots=3, crystals=0, counter=0)
    # Ana: 4 before, then 6 + 2 + 1 - 3 = 6, over the line in front of 8 for her crystal.
    assert totals(phone) == {"Ana": 10, "Ben": 3}
    assert "Round 2 of 4" in words(phone.get())


def test_the_points_are_summed_before_the_counter_moves(phone: Phone) -> None:
    two(phone)
    enter(phone, "station", round=1, **STATION)
    page = words(phone.get("p/harvest?seat=0&robots=2&crystals=1&counter=4"))
    assert "Most robots in control zones: 2. +6" in page
    assert "Crystals: 1, which the scale pays with 1. +1" in page
    assert "Red lines crossed for a crystal each: 1. 0" in page
    assert "Enter +6, counter on 10" in page
    stop = words(phone.get("p/harvest?seat=0&robots=2&crystals=1&counter=4&pay=0"))
    assert "Enter +3, counter on 7" in stop


def test_a_loss_ends_at_the_red_line_behind_the_counter(phone: Phone) -> None:
    two(phone)
    enter(phone, "station", round=1, A="0.3", B="1.0", C="1.0")
    page = words(phone.get("p/harvest?seat=0&robots=0&crystals=0&counter=9"))
    assert "A loss of 6 ends at the red line behind the counter: 1." in page
    assert "Enter −1, counter on 8" in page


def test_without_a_track_a_loss_asks_for_the_line_behind(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    enter(phone, "station", round=1, A="0.3", B="1.0", C="1.0")
    fields = {"seat": 0, "round": 1, "robots": 0, "crystals": 0, "counter": 9}
    assert "Say first how far the red line behind the counter is." in refused(phone, "harvest", **fields)
    enter(phone, "harvest", **fields, behind=2)
    enter(phone, "harvest", seat=1, round=1, robots=0, crystals=0, counter=0, lines="n")
    assert totals(phone) == {"Ana": 7, "Ben": 6}


def test_who_noted_moves_is_not_asked_where_the_counter_stands(phone: Phone) -> None:
    two(phone)
    enter(phone, "play", seat=0, action="research")
    enter(phone, "station", round=1, **STATION)
    assert "Counter before the scoring" not in words(phone.get("p/harvest?seat=0"))
    assert "Counter before the scoring" in words(phone.get("p/harvest?seat=1"))


def test_more_octopods_or_crystals_than_the_box_holds_are_refused(phone: Phone) -> None:
    two(phone)
    assert "That makes 16 octopods, where there are only 15." in refused(phone, "station", round=1, A="-.8", B="-.8")
    enter(phone, "station", round=1, **STATION)
    enter(phone, "harvest", seat=0, round=1, robots=0, crystals=12)
    page = refused(phone, "harvest", seat=1, round=1, robots=0, crystals=9)
    assert "21 crystals, where there are only 20." in page


def test_a_scoring_is_changed_later_and_everything_after_it_follows(phone: Phone) -> None:
    two(phone)
    enter(phone, "station", round=1, **STATION)
    for seat in (0, 1):
        enter(phone, "harvest", seat=seat, round=1, robots=1, crystals=0, counter=0)
    before = totals(phone)
    enter(phone, "harvest", seat=1, round=1, robots=5, crystals=0, counter=0)
    assert totals(phone) == {**before, "Ben": before["Ben"] + 4}
    enter(phone, "station", round=1, A="1.0", B="1.0", C="-.0")
    # Now Ben has both zones: Ana keeps her robot only.
    assert totals(phone) == {"Ana": 1, "Ben": 7}


def test_what_no_longer_fits_waits_outside_and_is_named(phone: Phone) -> None:
    two(phone)
    for number in (1, 2):
        enter(phone, "station", round=number, A="0.0")
        for seat in (0, 1):
            fields = {"counter": 4} if (number, seat) == (2, 1) else {}
            enter(phone, "harvest", seat=seat, round=number, robots=0, crystals=0, **fields)
    assert totals(phone)["Ben"] == 4
    # The zone of the first scoring was Ben's after all; so his counter cannot have stood on 4 in the second.
    enter(phone, "station", round=1, A="1.0")
    assert "the counter stands on 4, but it was on 6 before".capitalize() in words(phone.get())
    assert totals(phone)["Ben"] == 6
    enter(phone, "harvest", seat=1, round=2, robots=0, crystals=0, counter=6)
    assert totals(phone) == {"Ana": 6, "Ben": 6}


# The end.


def play_to_the_end(phone: Phone, finals: dict[int, dict[str, object]]) -> str:
    for number in range(1, 5):
        enter(phone, "station", round=number, A="0.0", B="1.0")
        for seat in (0, 1):
            enter(phone, "harvest", seat=seat, round=number, robots=0, crystals=0)
    for seat, fields in finals.items():
        page = enter(phone, "final", seat=seat, **fields)
    return page


def test_the_final_scoring_of_the_rulebook(phone: Phone) -> None:
    """Yellow: five letters 15, two time markers 2, no fleet, a finished laboratory 5."""
    lay(phone, "Yellow", "Red")
    enter(phone, "track", length=50, lines="none")
    yellow = {"letters": "ABCDE", "time": 2, "submarines": 4, "extensions": 5}
    red: dict[str, object] = {"letters": "A", "time": 0, "submarines": 6, "extensions": 0}
    play_to_the_end(phone, {0: yellow, 1: red})
    page = words(phone.get("p/lines?seat=0&part=0"))
    for words_of_line in ("+15", "Time markers left: 2, one point each. +2", "where all six are needed. 0", "+5"):
        assert words_of_line in page
    assert totals(phone) == {"Yellow": 12 + 22, "Red": 12 + 1 + 5}
    assert "Yellow wins with 34 points." in words(phone.get("scores"))


def test_too_many_letters_for_the_laboratory_are_refused(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    enter(phone, "track", length=50, lines="none")
    play_to_the_end(phone, {0: {"letters": "A", "time": 0, "submarines": 1, "extensions": 0}})
    page = refused(phone, "final", seat=1, letters="ABCD", time=0, submarines=1, extensions=1)
    assert "4 different letters cannot lie on a laboratory with 1 extension:" in page


def test_equal_totals_are_parted_by_control_zones_then_crystals(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    enter(phone, "track", length=50, lines="none")
    same: dict[str, object] = {"letters": "A", "time": 0, "submarines": 1, "extensions": 0}
    play_to_the_end(phone, {0: same, 1: same | {"letters": "B"}})
    assert "Ana and Ben share the victory with 13 points." in words(phone.get("scores"))
    # One crystal more in the last scoring for Ana, one robot more for Ben: again equal, but Ana has a crystal.
    enter(phone, "harvest", seat=0, round=4, robots=0, crystals=1)
    enter(phone, "harvest", seat=1, round=4, robots=1, crystals=0)
    page = words(phone.get("scores"))
    assert "Ana wins with 14 points, equal in points and robots, by crystals." in page
    assert "So crystals decide: Ana 1, Ben 0." in page


def test_a_counter_is_typed_and_a_new_round_reminds_of_its_set_up(phone: Phone) -> None:
    two(phone)
    enter(phone, "track", length=50, lines="none")
    assert "Set up the next round" not in said(phone, "")
    enter(phone, "station", round=1)
    page = said(phone, "p/harvest?seat=0&round=1&typed=12")
    assert "First take one time marker for each submarine in the station (noted here: 1)" in page
    assert "Enter 0, counter on 12" in page
    for seat in (0, 1):
        enter(phone, "harvest", seat=seat, round=1, robots=0, crystals=0, typed=12)
    page = said(phone, "")
    assert "Set up the next round" in page
    assert "Neutral submarines" in page
    enter(phone, "play", seat=0, action="card", points=2)
    assert "Set up the next round" not in said(phone, "")
