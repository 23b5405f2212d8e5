"""Two doors and one ending: every game is followed or only counted, and says alike who has won and what was claimed."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.conftest import Phone
from tests.web.games.actions import enter, lay_table, refused, said, scored

COUNTED = {
    "collexion": ({"t2": 2, "t3": 0, "t4": 1, "powers": 1, "left": 2}, {"t2": 1, "t3": 1, "powers": 0, "left": 0}),
    "aquasphere": (
        {"letters": "ABC", "time": 2, "submarines": 6, "extensions": 2, "counter": 47},
        {"letters": "D", "time": 0, "submarines": 3, "extensions": 0, "counter": 40},
    ),
    "pilier": ({"tokens": 8, "red": "40.10.0", "blue": "30"}, {"tokens": 4, "green": "20.0"}),
    "boussanga": ({"red": 5, "blue": 1}, {"yellow": 3}),
}
ACTION = {"pilier": "count"}
TOTALS = {
    "collexion": {"Ana": 2 + 2 + 4 + 1 - 2, "Ben": 2 + 3},
    "aquasphere": {"Ana": 47 + 6 + 2 + 5, "Ben": 40 + 1},
    "pilier": {"Ana": 80 + 80, "Ben": 40 + 20},
    "boussanga": {"Ana": 15 + 2, "Ben": 3},
}
every_counted_game = pytest.mark.parametrize("slug", COUNTED)


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app)


@every_counted_game
def test_the_count_stands_behind_a_door_of_its_own(phone: Phone, slug: str) -> None:
    assert f'href="/new/{slug}?door=count"' in phone.get("/").get_data(as_text=True)
    assert "Count a finished game" in said(phone, f"/new/{slug}?door=count")
    lay_table(phone, slug, ("Ana", "Ben"), door="count")
    action = ACTION.get(slug, "final")
    for seat, (name, fields) in enumerate(zip(("Ana", "Ben"), COUNTED[slug], strict=True)):
        # The table opens on the count of whoever has not counted yet.
        assert f"p/{action}?" in phone.get("").get_data(as_text=True)
        assert name in said(phone, "")
        page = enter(phone, action, seat=seat, **fields)
    if slug != "pilier":  # which shows the alternatives of the last one first
        assert "Ana wins with" in page
    assert scored(phone) == TOTALS[slug]
    assert f"Ana wins with {TOTALS[slug]['Ana']} points." in said(phone, "scores")
    assert "Rematch" in said(phone, "scores")


def test_a_claim_says_what_is_wrong(phone: Phone) -> None:
    lay_table(phone, "collexion", ("Ana", "Ben"), door="count")
    enter(phone, "final", seat=0, t2=1, t3=1, powers=1, left=0, claimed=5)
    enter(phone, "final", seat=1, t2=1, t3=0, powers=0, left=0, claimed=2)
    page = said(phone, "scores")
    assert "Announced 5, it is 6." in page
    assert "Announced 2, and 2 it is." in page


def test_a_counted_aquasphere_asks_for_what_parts_those_who_are_equal(phone: Phone) -> None:
    lay_table(phone, "aquasphere", ("Ana", "Ben"), door="count")
    same = {"letters": "A", "time": 0, "submarines": 2, "extensions": 0, "counter": 30}
    enter(phone, "final", seat=0, **same)
    page = refused(phone, "final", seat=1, **same | {"letters": "B"})
    assert "Equal at the top: Ana, Ben; how many robots in control zones has each?" in page
    assert "Equal points at the top? These decide." in page
    enter(phone, "final", seat=0, **same, control=1)
    enter(phone, "final", seat=1, **same | {"letters": "B"}, control=2)
    page = said(phone, "scores")
    assert "Ben wins with 31 points, equal in points, by robots in control zones." in page
    assert "Ana 1, Ben 2" in page


def test_a_counter_that_nobody_typed_is_asked_for(phone: Phone) -> None:
    lay_table(phone, "aquasphere", ("Ana", "Ben"), door="count")
    fields = {"letters": "A", "time": 0, "submarines": 2, "extensions": 0}
    assert "Say first where the counter stands." in refused(phone, "final", seat=0, **fields)


def test_the_scores_of_a_counted_aquasphere_have_a_column_for_each_line_of_the_end(phone: Phone) -> None:
    """Five letters 15, two time markers 2, a finished laboratory 5, the counter on 30; without rounds no chart."""
    lay_table(phone, "aquasphere", ("Ana", "Ben"), door="count")
    enter(phone, "final", seat=0, letters="ABCDE", time=2, submarines=2, extensions=5, counter=30)
    enter(phone, "final", seat=1, letters="F", time=0, submarines=6, extensions=0, counter=20)
    page = said(phone, "scores")
    assert "Player Cnt Let Time Sub Lab Total Ana wins 30 15 2 0 5 52 Ben 20 1 0 5 0 26" in page
    assert "Points by turn" not in page
