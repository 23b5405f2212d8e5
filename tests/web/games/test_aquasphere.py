"""AquaSphere at the table: what players enter, what they read, and that the game file says the same."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.aquasphere.pages import TABLE
from companion.registry import games
from tests.web.conftest import Phone, words
from tests.web.games.actions import enter, exported, lay_table, refused, totals

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
    known = app.extensions["house"].store.box("aquasphere", "Attic")[1]
    assert known == {"track": {"red_lines": [8, 16], "length": 50}}
    other = Phone(app, same=phone)
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


# Manners.


def test_a_phone_in_a_seat_enters_only_its_own(app: Flask, phone: Phone) -> None:
    two(phone)
    ben = Phone(app)
    ben.join(phone.code, "seat.1")
    assert ben.post("do/play", seat=0, action="research", as_of=9).status_code == 403
    assert "note points" not in words(ben.get("?seat=0"))
    assert ben.post("do/play", seat=1, action="research", as_of=9).status_code == 303


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
    assert "Two players have this name." in refused(phone, "settings", name0="Ben", name1="Ben")


@settings(deadline=None)
@given(gone=st.sets(st.sampled_from(sorted(TABLE.demo("en")))), seat=st.sampled_from([None, 0, 1, 2]))
def test_whatever_is_undone_every_page_opens_and_the_file_scores(gone: set[str], seat: int | None) -> None:
    entries = {key: value for key, value in TABLE.demo("en").items() if key == "setup" or key not in gone}
    view = TABLE.view(entries, "fr", seat=seat, everybody=seat is None)
    for name in ("", "play", "station", "laboratory", "claim", "track"):
        assert TABLE.page(view, name, {}).title
    board = TABLE.scoreboard(view)
    scored = games()["aquasphere"].score(TABLE.export(view)).say("fr")
    assert [row.total for row in board.rows] == [player["total"] for player in scored["players"]]
