"""The start page: what this phone was at comes first, then joining, then the shelf."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from PIL import Image

from companion.paths import STATIC
from companion.registry import games
from companion.web.house import house
from tests.web.conftest import Phone, words


def _order(page: str, *parts: str) -> bool:
    places = [page.index(part) for part in parts]
    return places == sorted(places)


def test_a_new_phone_is_asked_to_join_or_to_play(phone: Phone) -> None:
    page = phone.get("/").get_data(as_text=True)
    assert _order(page, 'id="join"', 'id="shelf"')
    assert 'id="resume"' not in page


def test_what_the_phone_was_at_comes_first_with_names_state_and_day(phone: Phone) -> None:
    phone.demo("ai100")
    page = phone.get("/")
    assert _order(page.get_data(as_text=True), 'id="resume"', 'id="join"', 'id="shelf"')
    assert f"AI, 100% Human Ana, Ben, Cleo Turn 4: waiting for Ana. today · {phone.code}" in words(page)


def test_the_table_that_was_changed_last_is_the_first(app: Flask, phone: Phone) -> None:
    first, second = phone.demo(), phone.demo()
    _changed(app, second, days=1)
    assert _order(words(phone.get("/")), first, second)


def _changed(app: Flask, code: str, days: int) -> datetime:
    """Pretend that the table was changed so many days ago."""
    then = datetime.now().astimezone() - timedelta(days=days)
    with app.app_context():
        stamp = then.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
        house().store.db.execute("UPDATE changes SET at = ? WHERE code = ?", (stamp, code))
    return then


@pytest.mark.parametrize(("language", "said"), [("en", "yesterday"), ("fr", "hier")])
def test_a_table_of_yesterday_says_so(app: Flask, language: str, said: str) -> None:
    phone = Phone(app, language)
    code = phone.demo()
    _changed(app, code, days=1)
    assert f"{said} · {code}" in words(phone.get("/"))


def test_an_older_table_says_its_date(app: Flask, phone: Phone) -> None:
    code = phone.demo()
    then = _changed(app, code, days=400)
    assert f"{then.day} {then:%B} {then.year} · {code}" in words(phone.get("/"))


def test_two_tables_are_shown_and_the_others_are_one_tap_away(phone: Phone) -> None:
    codes = [phone.demo() for _ in range(4)]
    page = phone.get("/").get_data(as_text=True)
    assert "2 more tables" in page
    assert all(code in page for code in codes)


def test_every_game_of_the_shelf_has_a_picture_and_two_ways_in(phone: Phone) -> None:
    page = phone.get("/").get_data(as_text=True)
    for slug, game in games().items():
        if slug == "yacht":
            continue
        assert (STATIC / "games" / f"{slug}.svg").is_file()
        assert f"games/{slug}.svg" in page
        assert f'aria-label="Play: {game.name("en")}"' in page
        assert f'aria-label="Try a demo of {game.name("en")}"' in page


def test_a_game_without_a_picture_carries_our_mark(phone: Phone) -> None:
    page = phone.get("/").get_data(as_text=True)
    tile = page[: page.index("/new/yacht")].rpartition("<img")[2]
    assert "icon.svg" in tile


def test_the_icons_are_what_the_manifest_says() -> None:
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))
    sizes = {icon["sizes"]: icon for icon in manifest["icons"] if icon["type"] == "image/png"}
    assert {"192x192", "512x512"} <= set(sizes)
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            with Image.open(STATIC / icon["src"]) as drawn:
                assert f"{drawn.width}x{drawn.height}" == icon["sizes"]
