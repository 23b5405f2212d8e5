"""AquaSphere at the table: what players enter, what they read, and that the game file says the same."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.table import View
from companion.games.aquasphere.pages import TABLE
from companion.registry import games
from tests.web.conftest import Phone, words
from tests.web.games.deeds import enter, exported, lay_table, refused, scored

PAGES = (
    "",
    "p/play",
    "p/station",
    "p/laboratory",
    "p/charging",
    "p/prices",
    "p/track",
    "p/claim",
    "p/settings",
    "scores",
)
STATION = {"A": "0.0", "B": "1.0", "C": "0.2", "D": "-.1"}


def lay(phone: Phone, *names: str, box: str = "Attic") -> None:
    lay_table(phone, "aquasphere", names, box="+", new_box=box)


def totals(phone: Phone) -> dict[str, int]:
    """The totals of the game file; the scoreboard shows the same."""
    found = scored(phone)
    page = words(phone.get("scores"))
    for name, total in found.items():
        assert re.search(rf"{name} (leads |wins )?(.*? )?{total}\b", page)
    return found


def two(phone: Phone) -> None:
    """Ana and Ben on a track of 50 with a line in front of 8 and one in front of 16."""
    lay(phone, "Ana", "Ben")
    enter(phone, "track", length=50, lines="8.16")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_the_demo_opens(app: Flask, path: str, language: str) -> None:
    phone = Phone(app, language)
    phone.demo("aquasphere")
    answer = phone.get(path)
    assert answer.status_code == 200
    assert not re.search(r" style=|<script>", answer.get_data(as_text=True).split("<main")[1])


def test_the_demo_scores_like_its_game_file(phone: Phone) -> None:
    phone.demo("aquasphere")
    # Ana: 3 octopods for 2 caught (3), then most zones 6, robots 2, crystals 3, one octopod in A -1; 13 crosses one
    # line. A submarine in round 2 pays 3.
    assert totals(phone)["Ana"] == 3 + (6 + 2 + 3 - 1) + 3


# The set-up.


def test_a_new_table_has_two_to_four_seats(phone: Phone) -> None:
    assert words(phone.get("/new/aquasphere?players=2")).count("Players") == 1
    assert 'name="name1"' in phone.get("/new/aquasphere?players=2").get_data(as_text=True)
    assert 'name="name2"' not in phone.get("/new/aquasphere?players=2").get_data(as_text=True)
    assert 'name="name3"' in phone.get("/new/aquasphere?players=9").get_data(as_text=True)


def test_two_players_of_one_name_are_refused_and_nothing_is_lost(phone: Phone) -> None:
    answer = phone.post("/new/aquasphere", players=2, name0="Ana", name1="Ana", box="+", new_box="Attic")
    assert answer.status_code == 422
    assert "Two players have this name." in words(answer)
    assert 'value="Attic"' in answer.get_data(as_text=True)


# Red lines.


def test_red_lines_are_entered_once_and_kept_with_the_box(app: Flask, phone: Phone) -> None:
    two(phone)
    assert "Free spaces in front of the next red line: 7." in words(phone.get())
    assert app.extensions["desk"].store.box("aquasphere", "Attic")[1] == {"track": {"red_lines": [8, 16], "length": 50}}
    other = Phone(app)
    answer = other.post("/new/aquasphere", players=2, name0="Cleo", name1="Dan", box="Attic")
    other.code = answer.headers["Location"].strip("/").split("/")[1]
    assert "Free spaces in front of the next red line: 7." in words(other.get())
    # With the first entry they belong to the table, whatever becomes of the box.
    enter(other, "play", seat=0, action="research")
    assert other.entries(app)["track"] == {"red_lines": [8, 16], "length": 50}


def test_the_page_of_the_red_lines_asks_for_the_length_then_for_the_spaces(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    assert "How many spaces has the track" in words(phone.get("p/track"))
    page = phone.get("p/track?length=24&lines=8&step=lines").get_data(as_text=True)
    assert 'aria-label="Space 8, right behind a red line"' in page
    assert 'aria-label="Space 23"' in page
    assert 'aria-label="Space 24"' not in page
    assert "A lap has 2 to 200 spaces." in refused(phone, "track", length="0", lines="none")


# During a round.


def test_octopods_pay_by_the_scale_as_far_as_the_laboratory_allows(phone: Phone) -> None:
    two(phone)
    page = words(phone.get("p/play?seat=0&action=octopods&in_sector=3&holds=2"))
    assert "Caught: 2, points: 3. Left in the sector: 1." in page
    assert "Enter +3, counter on 3" in page
    enter(phone, "play", seat=0, action="octopods", in_sector=3, holds=2)
    assert totals(phone)["Ana"] == 3


def test_a_submarine_that_cannot_be_paid_is_refused_with_the_reason(app: Flask, phone: Phone) -> None:
    two(phone)
    fields = {"seat": 0, "action": "submarine", "cost": 3, "time": 2}
    assert "The submarine costs 3 time markers and there are only 2." in refused(phone, "play", **fields)
    assert "Pay 1 time marker; the central tile pays 2." in words(
        phone.get("p/play?seat=0&action=submarine&cost=3&time=2&half=1")
    )
    french = Phone(app, "fr")
    french.join(phone.code, "everybody")
    assert "Le sous-marin coûte 3 marqueurs temps et il n'y en a que 2." in refused(french, "play", **fields)


def test_a_sector_takes_one_submarine_of_a_player(phone: Phone) -> None:
    two(phone)
    enter(phone, "play", seat=0, action="submarine", cost=1, time=4, sector="C")
    again = refused(phone, "play", seat=0, action="submarine", cost=1, time=4, sector="C")
    assert "There is a submarine of this player in the sector already." in again


def test_a_red_line_asks_what_is_paid_and_shows_every_outcome(phone: Phone) -> None:
    two(phone)
    page = words(phone.get("p/play?seat=0&action=card&points=12&crystals=1"))
    assert "Red lines on the way: 1" in page
    assert "Crystals paid: 1 +12" in page
    assert "Stop in front of the line; points lost: 5 +7" in page
    enter(phone, "play", seat=0, action="card", points=12, crystals=1, pay=0)
    assert totals(phone)["Ana"] == 7


def test_without_crystals_a_programmed_robot_may_go_back(phone: Phone) -> None:
    two(phone)
    page = words(phone.get("p/play?seat=0&action=card&points=12&crystals=0"))
    assert "robots sent back: 1 +12" in page
    enter(phone, "play", seat=0, action="card", points=12, crystals=0, pay=0, back=1)
    assert totals(phone)["Ana"] == 12


def test_a_table_that_has_not_entered_its_lines_is_asked_how_far_the_next_one_is(phone: Phone) -> None:
    lay(phone, "Ana", "Ben")
    page = words(phone.get("p/play?seat=0&action=card&points=6"))
    assert "Free spaces in front of the next red line?" in page
    assert "Enter" not in page
    assert "Say first how far the next red line is." in refused(phone, "play", seat=0, action="card", points=6)
    enter(phone, "play", seat=0, action="card", points=6, lines="2", crystals=0)
    assert totals(phone)["Ana"] == 2
    assert exported(phone)["rounds"][0]["moves"][0]["lines"] == [2]


def test_the_last_move_can_be_taken_back(phone: Phone) -> None:
    two(phone)
    enter(phone, "play", seat=0, action="research")
    enter(phone, "play", seat=0, action="card", points=4)
    assert totals(phone)["Ana"] == 6
    enter(phone, "play-back", seat=0, number=2)
    assert totals(phone)["Ana"] == 2


# The intermediate scorings.


def test_a_scoring_waits_for_the_station_and_for_everybody(phone: Phone) -> None:
    two(phone)
    assert "Whose robot is in each control zone" in words(phone.get("p/harvest?seat=0"))
    page = enter(phone, "station", round=1, **STATION)
    # Most zones 6, two octopods in C cost 3.
    assert "Most robots in control zones: 2." in page
    assert "C: 2 (-3)" in page
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
    assert "Red lines crossed for a crystal each: 1. +0" in page
    assert "Enter +6, counter on 10" in page
    stop = words(phone.get("p/harvest?seat=0&robots=2&crystals=1&counter=4&pay=0"))
    assert "Enter +3, counter on 7" in stop


def test_a_loss_ends_at_the_red_line_behind_the_counter(phone: Phone) -> None:
    two(phone)
    enter(phone, "station", round=1, A="0.3", B="1.0", C="1.0")
    page = words(phone.get("p/harvest?seat=0&robots=0&crystals=0&counter=9"))
    assert "A loss of 6 ends at the red line behind the counter: 1." in page
    assert "Enter -1, counter on 8" in page


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
    for words_of_line in ("+15", "Time markers left: 2, one point each. +2", "where all six are needed. +0", "+5"):
        assert words_of_line in page
    assert totals(phone) == {"Yellow": 12 + 22, "Red": 12 + 1 + 5}
    assert "Yellow wins with 34." in words(phone.get("scores"))


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
    play_to_the_end(phone, {0: same, 1: same})
    assert "Ana, Ben share the victory with 13." in words(phone.get("scores"))
    # One crystal more in the last scoring for Ana, one robot more for Ben: again equal, but Ana has a crystal.
    enter(phone, "harvest", seat=0, round=4, robots=0, crystals=1)
    enter(phone, "harvest", seat=1, round=4, robots=1, crystals=0)
    page = words(phone.get("scores"))
    assert "Ana wins with 14 after the tie-break." in page
    assert "control zones 1, crystals 1" in page


# Looking things up.


def test_a_laboratory_grows_and_its_limits_with_it(phone: Phone) -> None:
    two(phone)
    enter(phone, "lab-start", seat=0, start="B")
    page = enter(phone, "lab-add", seat=0, add_crystals=1, letters="C")
    assert "Letters: B, C. Extensions: 1 of 5." in page
    assert "2 Cards" in page or "Cards 2" in page
    assert "Crystals 3" in page
    fits = words(phone.get("p/laboratory?seat=0&offer_time=5&have_time=1"))
    assert "Take 3; 2 stay in the sector." in fits
    assert "An extension shows 2 letters at most." in refused(phone, "lab-add", seat=0, letters="ABC")
    for _ in range(4):
        enter(phone, "lab-add", seat=0, add_octopods=1)
    assert "The laboratory is finished: 5 extensions." in refused(phone, "lab-add", seat=0, letters="A")
    assert "Caught: 5, points: 15." in words(phone.get("p/play?seat=0&in_sector=5"))


def test_a_charging_station_past_its_limit_keeps_one_of_each(app: Flask, phone: Phone) -> None:
    """The example of the rulebook: three players, red pushes yellow out, and both take one robot back."""
    lay(phone, "Red", "Yellow", "Blue")
    page = words(phone.get("p/charging?comes=0&control=1&s0=2&s1=1&s2=1"))
    assert "A charging station keeps 4 robots with 3 players." in page
    assert "Red takes robots back: 1." in page
    assert "Yellow takes robots back: 1." in page
    assert "Blue takes robots back" not in page


@pytest.mark.parametrize(("claim", "verdict"), [(3, "Right: Ana has 3."), (5, "2 too high"), (1, "2 too low")])
def test_a_claimed_total_is_checked(phone: Phone, claim: int, verdict: str) -> None:
    two(phone)
    enter(phone, "play", seat=0, action="card", points=3)
    assert verdict in words(phone.get(f"p/claim?seat=0&typed={claim}"))
    enter(phone, "claim", seat=0, typed=claim)
    scored = games()["aquasphere"].score(exported(phone), "en")["players"][0]
    assert (scored["claimed"], scored["verdict"]) == (claim, "possible" if claim == 3 else "impossible")


# Manners.


def test_a_phone_in_a_seat_enters_only_its_own(app: Flask, phone: Phone) -> None:
    two(phone)
    ben = Phone(app)
    ben.join(phone.code, "seat.1")
    assert ben.post("do/play", seat=0, action="research", seen=9).status_code == 403
    assert "note points" not in words(ben.get("?seat=0"))
    assert ben.post("do/play", seat=1, action="research", seen=9).status_code == 303


@pytest.mark.parametrize(
    "path",
    ["p/nowhere", "p/play?seat=7", "p/play?points=x&action=card", "p/play?action=dance", "p/station?round=3", 
     "p/track?length=abc", "p/play?lines=9.3", "p/lines?seat=0&part=9", "p/claim?typed=1e9", "p/laboratory?letters=Z"],
)  # fmt: skip
def test_nonsense_in_an_address_has_no_page(phone: Phone, path: str) -> None:
    two(phone)
    assert phone.get(path).status_code == 404


def test_everything_entered_stands_in_the_history_in_words(phone: Phone) -> None:
    two(phone)
    enter(phone, "play", seat=0, action="research")
    enter(phone, "lab-start", seat=0, start="B")
    enter(phone, "station", round=1, **STATION)
    enter(phone, "harvest", seat=0, round=1, robots=2, crystals=1)
    enter(phone, "harvest-back", seat=0, round=1)
    enter(phone, "claim", seat=0, typed=9)
    page = words(phone.get("history"))
    for sentence in (
        "Table laid: Ana, Ben",
        "Red lines in front of 8, 16; spaces of a lap: 50",
        "Ana: Research card taken",
        "Laboratory of Ana: extensions 0",
        "Station, scoring 1, robot (octopods): A Ana (0)",
        "Scoring 1, Ana: robots 2, crystals 1",
        "Ana: scoring taken back",
        "Ana claims 9",
    ):
        assert sentence in page


def test_a_name_is_corrected_without_losing_a_point(phone: Phone) -> None:
    two(phone)
    enter(phone, "play", seat=0, action="research")
    enter(phone, "settings", name0="Anna", name1="Ben")
    assert totals(phone) == {"Anna": 2, "Ben": 0}
    assert "A name is missing." in refused(phone, "settings", name0="", name1="Ben")


@settings(deadline=None)
@given(gone=st.sets(st.sampled_from(sorted(TABLE.demo("en")))), seat=st.sampled_from([None, 0, 1, 2]))
def test_whatever_is_undone_every_page_opens_and_the_file_scores(gone: set[str], seat: int | None) -> None:
    entries = {key: value for key, value in TABLE.demo("en").items() if key == "setup" or key not in gone}
    view = View(entries, TABLE.state(entries, {}), "fr", seat, everybody=seat is None)
    for name in ("", "play", "station", "laboratory", "claim", "track"):
        assert TABLE.page(view, name, {}).title
    board = TABLE.scoreboard(view)
    scored = games()["aquasphere"].score(TABLE.export(view), "fr")
    assert [row.total for row in board.rows] == [player["total"] for player in scored["players"]]
