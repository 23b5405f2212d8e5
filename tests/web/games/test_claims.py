"""A claimed total: typed, kept with the game file, and taken back again."""

from __future__ import annotations

import pytest

from tests.web.conftest import Phone
from tests.web.games.deeds import enter, exported, lay_table, said

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
