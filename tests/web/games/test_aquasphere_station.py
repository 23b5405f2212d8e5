"""AquaSphere at the table: the track as a strip, robots in control zones and charging stations, extensions."""

from __future__ import annotations

import re

from tests.web.conftest import Phone, words
from tests.web.games.actions import enter, exported, refused
from tests.web.games.test_aquasphere import lay, two


def strip(phone: Phone, path: str) -> list[str]:
    """The spaces of the strip: '|' a red line in front, '*' for each counter, '>' where it is going to stand."""
    page = phone.get(path).get_data(as_text=True)
    drawn = page.split('<ol class="strip" aria-hidden="true">')[1].split("</ol>")[0]
    found = []
    for kind, inside in re.findall(r'<li class="([^"]*)">(.*?)</li>', drawn):
        number, counters = re.findall(r"\d+$", inside)[0], inside.count("<i ")
        found.append("|" * ("red" in kind) + number + "*" * counters + ">" * ("there" in kind))
    return found


def test_the_track_is_a_strip_with_counters_and_red_lines(phone: Phone) -> None:
    two(phone)
    enter(phone, "play", seat=0, action="card", points=6)
    assert strip(phone, "?seat=0") == ["4", "5", "6*", "7", "|8", "9", "10", "11", "12", "13", "14", "15", "|16"]
    # With a crystal three points lead over the line, and the strip shows where to.
    path = "p/play?seat=0&action=card&points=3&crystals=1"
    assert strip(phone, path)[2:6] == ["6*", "7", "|8", "9>"]
    assert strip(phone, f"{path}&pay=0")[2:5] == ["6*", "7>", "|8"]


def test_a_new_lap_begins_with_the_spaces_that_are_printed(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    enter(phone, "track", length=20, lines="3")
    enter(phone, "play", seat=0, action="card", points=19, crystals=1)
    assert strip(phone, "?seat=0")[:7] == ["17", "18", "19*", "0", "1", "2", "|3"]


def test_robots_that_were_noted_fill_in_the_next_scoring(phone: Phone) -> None:
    two(phone)
    enter(phone, "robot", sector="C", comes=0)
    enter(phone, "robot", sector="C", comes=1)
    enter(phone, "robot", sector="D", comes=0)
    assert "In the charging station: Ana 1, Ben 1." in words(phone.get("p/charging?sector=C&comes=0"))
    assert "Control zones Ana 1 (+3), Ben 1 (+3)" in words(phone.get("p/station"))
    # Ben forgot to note that he is in D by now: what the scoring says counts.
    enter(phone, "station", round=1, C="1.0", D="1.2")
    for seat in (0, 1):
        enter(phone, "harvest", seat=seat, round=1, robots=1, crystals=0)
    sectors = exported(phone)["rounds"][0]["scoring"]["sectors"]
    assert sectors["C"] == {"control": "Ben", "octopods": 0, "station": {"Ana": 1}}
    assert sectors["D"] == {"control": "Ben", "octopods": 2}
    assert "Ben controls" in words(phone.get("history"))


def test_worked_example_a_third_colour_empties_the_charging_station_down_to_one_each(phone: Phone) -> None:
    """Three players: four robots are allowed; with yellow's fifth both red and yellow take one back."""
    lay(phone, "Red", "Yellow", "Blue")
    enter(phone, "robot", sector="A", comes=0, control=1, s0=2, s1=1, s2=1)
    page = words(phone.get("p/charging?sector=A&comes=2"))
    # Red is pushed out by blue: 2 red, 1 yellow, 1 blue are four again.
    assert "In the charging station: Red 2, Yellow 1, Blue 1." in page


def test_three_players_have_a_neutral_robot_where_nobody_starts(phone: Phone) -> None:
    lay(phone, "Ana", "Ben", "Cleo")
    enter(phone, "track", length=50, lines="8")
    for seat, letter in enumerate("ABC"):
        enter(phone, "lab-start", seat=seat, start=letter)
    assert "neutral" not in words(phone.get("p/charging?sector=A"))
    assert "In the charging station: neutral 1." in words(phone.get("p/charging?sector=E"))
    enter(phone, "robot", sector="E", comes=0)
    enter(phone, "station", round=1)
    for seat in range(3):
        enter(phone, "harvest", seat=seat, round=1, robots=0, crystals=0)
    assert exported(phone)["rounds"][0]["scoring"]["sectors"]["E"] == {"control": "Ana", "octopods": 0, "neutral": True}


def test_an_extension_is_part_of_the_game_with_its_symbols_and_letters(phone: Phone) -> None:
    two(phone)
    enter(phone, "lab-start", seat=0, start="B")
    enter(phone, "play", seat=0, action="research")
    page = enter(phone, "lab-add", seat=0, add_cards=1, letters="CD")
    assert "Its letters allow a robot in: Sector C Sector D" in page
    moves = exported(phone)["rounds"][0]["moves"]
    assert [move["action"] for move in moves] == ["research", "extension"]
    assert moves[1] == {"player": "Ana", "action": "extension", "adds": {"cards": 1}, "letters": ["C", "D"]}
    assert "The laboratory grows: research cards +1 + letter C + letter D." in words(phone.get("p/lines?seat=0&part=1"))


def test_no_more_extensions_are_taken_than_lay_in_the_sectors(phone: Phone) -> None:
    """One lies in every sector in the first round: six, of which Ana and Ben take three each."""
    two(phone)
    for seat, letter in enumerate("AB"):
        enter(phone, "lab-start", seat=seat, start=letter)
        for _ in range(3):
            enter(phone, "lab-add", seat=seat, add_time=1)
    assert "7 extensions taken, where there are only 6." in refused(phone, "lab-add", seat=0, add_time=1)


def test_who_has_not_entered_a_laboratory_is_asked_for_its_letter(phone: Phone) -> None:
    two(phone)
    assert "Letter of the starting laboratory A B C D E F" in words(phone.get("p/laboratory?seat=0"))
    enter(phone, "lab-start", seat=1, start="C")
    assert "Letter of the starting laboratory A B D E F" in words(phone.get("p/laboratory?seat=0"))
