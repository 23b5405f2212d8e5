"""A claimed total: typed, kept with the game file, and taken back again."""

from __future__ import annotations

import pytest

from companion.registry import games
from tests.web.conftest import Phone, words
from tests.web.games.actions import enter, exported, lay_table, said
from tests.web.games.test_aquasphere import two

NAMES = ("Ana", "Ben")


@pytest.mark.parametrize("slug", ["aquasphere", "pilier"])
def test_a_claim_is_kept_until_it_is_taken_back(phone: Phone, slug: str) -> None:
    lay_table(phone, slug, NAMES)
    page = said(phone, "p/claim?seat=0&typed=12")
    assert "the claim is" in page
    assert "Keep this claim" in page
    enter(phone, "claim", seat=0, typed="12")
    assert exported(phone)["players"][0]["claimed"] == 12
    # It comes back by itself, and there is nothing to keep.
    page = said(phone, "p/claim?seat=0")
    assert "12" in page
    assert "Keep this claim" not in page
    # All digits erased: the claim may go.
    assert "Take the claim back" in said(phone, "p/claim?seat=0&typed=+")
    enter(phone, "claim", seat=0, typed="")
    assert "claimed" not in exported(phone)["players"][0]
    assert "Take the claim back" not in said(phone, "p/claim?seat=0")


@pytest.mark.parametrize(("slug", "signs"), [("aquasphere", 0), ("pilier", 1)])
def test_only_totals_that_can_be_below_zero_have_a_sign(phone: Phone, slug: str, signs: int) -> None:
    lay_table(phone, slug, NAMES)
    assert said(phone, "p/claim?seat=0&typed=12").count("±") == signs
    assert phone.get("p/claim?seat=0&typed=-12").status_code == (200 if signs else 404)


@pytest.mark.parametrize("slug", ["aquasphere", "pilier"])
@pytest.mark.parametrize("nonsense", ["1x", "12345", "²", "--1"])
def test_nonsense_is_no_claim(phone: Phone, slug: str, nonsense: str) -> None:
    lay_table(phone, slug, NAMES)
    assert phone.get(f"p/claim?seat=0&typed={nonsense}").status_code == 404
    assert phone.post("do/claim", seat=0, typed=nonsense).status_code == 404
    assert "claimed" not in exported(phone)["players"][0]


@pytest.mark.parametrize(("claim", "verdict"), [(3, "Right: Ana has 3."), (5, "2 too high"), (1, "2 too low")])
def test_a_total_is_held_against_the_lines(phone: Phone, claim: int, verdict: str) -> None:
    two(phone)
    enter(phone, "play", seat=0, action="card", points=3)
    assert verdict in words(phone.get(f"p/claim?seat=0&typed={claim}"))
    enter(phone, "claim", seat=0, typed=claim)
    scored = games()["aquasphere"].score(exported(phone)).say("en")["players"][0]
    assert (scored["claimed"], scored["verdict"]) == (claim, "possible" if claim == 3 else "impossible")


@pytest.mark.parametrize(
    ("claim", "verdict", "judged"),
    [
        ("140", "Right: Ana has 140.", "possible"),
        ("120", "120 is right with red + green; with red + blue it would be 140.", "possible"),
        ("150", "Ana has 140: the claim is 10 too high.", "impossible"),
        ("-10", "Ana has 140: the claim is 150 too low.", "impossible"),
    ],
)
def test_a_total_is_held_against_every_pair_of_colours(phone: Phone, claim: str, verdict: str, judged: str) -> None:
    lay_table(phone, "pilier", NAMES)
    enter(phone, "count", seat=0, tokens=8, red="40.10", blue="30", green="20")
    # Three colours: the third counts against her. Ben has nothing that could.
    assert "would count against" not in words(phone.get("p/lines?seat=0"))
    assert "which would count against Ben: none. 0" in words(phone.get("p/lines?seat=1"))
    assert verdict in words(phone.get(f"p/claim?seat=0&typed={claim}"))
    enter(phone, "claim", seat=0, typed=claim)
    player = games()["pilier"].score(exported(phone)).say("en")["players"][0]
    assert (player["claimed"], player["verdict"]) == (int(claim), judged)
