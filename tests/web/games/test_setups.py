"""Setting up a table of any game: which game it is, and what was filled in so far."""

from __future__ import annotations

import pytest

from companion.registry import games
from tests.web.conftest import Phone
from tests.web.games.actions import said

SLUGS = ("ai100", "aquasphere", "boussanga", "collexion", "pilier")


@pytest.mark.parametrize("slug", SLUGS)
def test_the_page_says_which_game_it_is(phone: Phone, slug: str) -> None:
    assert f"{games()[slug].name('en')} · New table" in said(phone, f"/new/{slug}")


@pytest.mark.parametrize("slug", SLUGS)
def test_another_number_of_players_keeps_the_names(phone: Phone, slug: str) -> None:
    page = phone.get(f"/new/{slug}?players=4&name0=Zo%C3%A9&name1=%3Cb%3E").get_data(as_text=True)
    assert 'name="name0" maxlength="40" value="Zoé"' in page
    assert 'value="&lt;b&gt;"' in page
    assert 'name="name3"' in page


@pytest.mark.parametrize("slug", SLUGS)
def test_a_closed_table_offers_nothing_to_enter(phone: Phone, slug: str) -> None:
    phone.demo(slug)
    entering, button = 'action="/t/' + phone.code + "/do/", 'class="button primary'
    assert button in phone.get("").get_data(as_text=True) or entering in phone.get("").get_data(as_text=True)
    assert button in phone.get("p/settings").get_data(as_text=True)
    phone.post("closed", closed=1)
    home, settings = (phone.get(page).get_data(as_text=True) for page in ("", "p/settings"))
    assert "This table is closed" in home
    assert entering not in home
    assert button not in home
    assert button not in settings
