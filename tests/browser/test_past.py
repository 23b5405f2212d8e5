"""The evening after, on the phone: a finished game is found again, shared, withdrawn, and taken to another house."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.conftest import PHONE, Server
from tests.browser.table import Phone
from tests.web.evenings import played_out


def finish(phone: Phone, server: Server) -> None:
    """Play the demo table to its end, as fourteen turns of two players entered it."""
    phone.open()
    phone.page.locator("form[action='/demo/ai100'] button").click()
    phone.page.wait_for_selector(".tableau")
    with sqlite3.connect(next(server.folder.glob("*.sqlite"))) as db:
        db.execute("DELETE FROM entries WHERE code = ?", (phone.code,))
        rows = [(phone.code, key, json.dumps(value), 2) for key, value in played_out().items()]
        db.executemany("INSERT INTO entries (code, key, value, revision) VALUES (?, ?, ?, ?)", rows)
        db.execute("UPDATE tables SET revision = revision + 1 WHERE code = ?", (phone.code,))
    phone.open(f"{phone.path}scores")


def test_a_finished_game_is_kept_shared_and_taken_to_another_house(
    new_phone: Callable[..., Phone], server: Server, browser: Browser, tmp_path: Path
) -> None:
    phone, stranger = new_phone(), new_phone("fr")
    finish(phone, server)
    expect(phone.page.locator(".headline")).to_contain_text("Ben wins with 61 points")
    phone.check_page()
    phone.tap("Share a link", "button")
    link = phone.page.locator(".after a[href*='/s/']").get_attribute("href")
    assert link
    stranger.page.goto(link)
    expect(stranger.page.locator(".scores")).to_contain_text("Ben")
    expect(stranger.page.locator("img.result")).to_have_js_property("naturalWidth", 1080)
    stranger.check_page()
    with phone.page.expect_download() as picture:
        phone.tap("Send as a picture")
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")
    phone.tap("Withdraw the link", "button")
    expect(phone.page.locator(".after a[href*='/s/']")).to_have_count(0)
    stranger.page.reload()
    expect(stranger.page.locator("h1")).to_have_text("Ce lien a été retiré")

    phone.open("/")
    phone.tap("Games played")
    expect(phone.page.locator("main .list li").first).to_contain_text("Ana 37, Ben 61")
    for page in ("/past", "/people", "/statistics/ai100/?score=50"):
        phone.open(page)
        phone.check_page()
    file = phone.page.request.get(f"{server.address}/past.json").body()

    other = Server(tmp_path / "elsewhere")
    try:
        context = browser.new_context(**PHONE, locale="en")
        guest = Phone(context.new_page(), other)
        guest.open("/past")
        guest.page.get_by_text("Add a file:").click()
        guest.page.locator("input[type=file]").set_input_files(
            {"name": "archive.json", "mimeType": "application/json", "buffer": file}
        )
        guest.tap("Add", "button")
        expect(guest.page.locator(".notice")).to_contain_text("1 new game")
        expect(guest.page.locator("main .list li").first).to_contain_text("Ana 37, Ben 61")
        context.close()
    finally:
        other.kill()


def test_the_rules_of_a_card_in_hand_are_a_tap_away_and_back_is_where_one_was(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    phone.open()
    phone.page.locator("form[action='/demo/ai100'] button").click()
    phone.page.wait_for_selector(".tableau")
    phone.open(f"{phone.path}p/lay?seat=0&turn=4&card=073&cell=A2")
    phone.tap("Rules: 073")
    expect(phone.page.locator("h1")).to_have_text("Card 073")
    phone.check_page()
    phone.page.go_back()
    expect(phone.page.locator(".typed")).to_contain_text("073")
    expect(phone.page.locator(".at-A2.chosen")).to_be_visible()
