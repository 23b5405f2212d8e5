"""Solo, two players with their grid, a face nobody knows, AI-2's last card."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.table import Phone
from tests.browser.test_three_players import CARDS, CELLS


def test_a_solo_game_to_its_rank(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone("fr")
    phone.lay_table(["AI-4"], names=["Zoé"])
    phone.lay(0, "001", "B2")
    # A black card looks at the draft grid, which is asked for there and then.
    phone.start_laying(0)
    phone.type("107")
    phone.touch("B4")
    phone.page.locator(".option", has_text="Saisir la grille de draft").click()
    phone.page.locator("[name=A1]").fill("82")
    phone.page.locator("[name=B2]").fill("005")
    phone.check_page()
    phone.tap("Garder la grille", "button")
    expect(phone.page.locator(".at-B4.chosen")).to_be_visible()
    phone.confirm()
    for turn in range(3, 15):
        phone.lay_typed(0, turn, CARDS[1][turn - 1].replace("103", "058"), CELLS[turn - 1])
    total = phone.check_totals()["Zoé"]
    expect(phone.page.locator(".headline.over")).to_have_text(re.compile(rf"^{total} points\s: \S+"))
    phone.check_page()


def test_two_players_with_their_grid(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    phone.lay_table(["AI-2", "AI-7"], names=["Ana", "Ben"])
    phone.tap("Enter the grid")
    for cell, card in {"A1": "082", "B1": "002", "C1": "003", "A2": "014", "B2": "014", "C2": "121"}.items():
        phone.page.locator(f"[name={cell}]").fill(card)
    phone.tap("Keep the grid", "button")
    # Everything wrong is said beside its field, and nothing is lost.
    expect(phone.page.locator("#error-B2")).to_have_text("Card 014 is in the grid twice.")
    expect(phone.page.locator("#error-C2")).to_have_text("There is no card 121 (001 to 120).")
    expect(phone.page.locator("[name=A1]")).to_have_value("082")
    phone.console.clear()  # the browser notes every 422
    phone.page.locator("[name=B2]").fill("015")
    phone.page.locator("[name=C2]").fill("017")
    phone.tap("Keep the grid", "button")
    phone.page.wait_for_selector(".tableau")
    phone.lay(1, "052", "A3")
    phone.lay(0, "103", "A3", "082 of the grid")
    expect(phone.page.locator(".line .text").first).to_contain_text("Copies 082 of the grid.")
    phone.check_totals()
    for turn in range(2, 15):
        for seat in (0, 1):
            cell = [cell for cell in CELLS if cell != "A3"][turn - 2]
            phone.lay_typed(seat, turn, [CARDS[0], CARDS[2]][seat][turn - 1].replace("119", "095"), cell)
    phone.check_totals()
    # The end: AI-2 adds a card outside the tableau; each place shows what it would bring.
    phone.home()
    phone.tap("AI-2: Ana adds a card")
    phone.type("117")
    expect(phone.page.locator(".wide .points")).to_have_count(16)
    phone.check_page()
    phone.touch("D3")
    phone.confirm()
    phone.check_totals()
    expect(phone.page.locator(".scores tbody tr").first.locator("td").nth(4)).to_have_text("2")


def test_a_face_nobody_knows_is_entered_by_taps_and_never_asked_again(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    phone.lay_table(["AI-4"], names=["Ana"], deck="Shelf 3")
    phone.tap("Enter the face of AI-4")
    _enter_face(phone)
    phone.page.wait_for_selector(".tableau")
    phone.start_laying(0)
    phone.type("073")
    phone.touch("B2")
    phone.tap("Enter its face (once)")
    phone.check_page()
    # Forgetting a corner keeps the rest.
    phone.page.locator("input[name=colour][value=red]").tap()
    phone.tap("Keep this face", "button")
    expect(phone.page.locator(".part-card .error")).to_be_visible()
    expect(phone.page.locator("input[name=colour][value=red]")).to_be_checked()
    phone.console.clear()
    _enter_face(phone)
    expect(phone.page.locator(".confirm")).to_be_visible()
    phone.confirm()
    phone.check_totals()
    phone.lay_table(["AI-4"], names=["Ben"])
    phone.open("/new/ai100?players=1")
    expect(phone.page.locator("input[name=deck][value='Shelf 3']")).to_be_checked()
    phone.pick("ai0", "AI-4")
    phone.tap("Start", "button")
    phone.page.wait_for_selector(".tableau")
    phone.lay(0, "073", "B2")
    assert phone.check_totals()


def _enter_face(phone: Phone) -> None:
    """Eleven taps: colour and number of the card and of its four corners, and keep."""
    for key in ("", "tl", "tr", "br", "bl"):
        phone.page.locator(f"input[name={key}colour][value=blue]").tap()
        phone.page.locator(f"input[name={key}number][value='3']").tap()
    phone.tap("Keep this face", "button")
