"""Boussanga on the phone: against each other with the board, and together in French."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.table import Phone
from tests.browser.taps import confirm, tap, tap_link


def lay_table(phone: Phone, *names: str, mode: str = "competitive") -> None:
    phone.open(f"/new/boussanga?players={len(names)}")
    for seat, name in enumerate(names):
        phone.page.locator(f"[name=name{seat}]").fill(name)
    phone.page.locator(f"[name=mode][value={mode}]").check()
    phone.check_page()
    confirm(phone)


def touch(phone: Phone, cell: str) -> None:
    tap(phone, phone.page.locator(f".field a[aria-label^='{cell}:']"))


def test_alignments_are_entered_painted_and_made_by_a_card(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    lay_table(phone, "Ana", "Ben")
    expect(phone.page.locator(".lead")).to_contain_text("Nothing is entered yet")
    phone.check_page()
    tap_link(phone, "Enter an alignment")
    tap_link(phone, "red")
    tap_link(phone, "5")
    phone.check_page()
    expect(phone.page.locator("button.primary")).to_have_text("Keep +6")
    confirm(phone)
    assert phone.check_totals() == {"Ana": 6, "Ben": 0}

    # Ben paints a diagonal and takes it.
    phone.open(f"{phone.path}p/board?seat=1")
    tap_link(phone, "blue")
    for cell in ("B2", "C3", "D4"):
        touch(phone, cell)
    expect(phone.page.locator(".field .lit")).to_have_count(0)
    touch(phone, "E5")
    expect(phone.page.locator(".field .lit")).to_have_count(4)
    phone.check_page()
    tap(phone, phone.page.get_by_role("button", name="Take them off, for Ben"))
    assert phone.check_totals() == {"Ana": 6, "Ben": 2}

    # Three yellow on the board; a card with one more makes the fourth.
    phone.open(f"{phone.path}p/board?seat=0&ink=yellow")
    for cell in ("H1", "H2", "H3"):
        touch(phone, cell)
    confirm(phone)
    phone.open(f"{phone.path}p/card?seat=0&card=00yellow.01red.02red")
    tap(phone, phone.page.locator(".option", has_text="H4 H5 H6 (as drawn)"))
    expect(phone.page.locator(".field .lit")).to_have_count(4)
    phone.check_page()
    confirm(phone)
    assert phone.check_totals() == {"Ana": 7, "Ben": 2}

    # More tokens than there are cannot be counted.
    phone.open(f"{phone.path}p/final?seat=0&red=12")
    confirm(phone)
    phone.open(f"{phone.path}p/final?seat=1&red=9")
    confirm(phone)
    expect(phone.page.locator(".error")).to_have_text("21 red tokens, where there are only 16.")
    phone.console.clear()  # the browser notes the refusal
    phone.check_page()
    # Three of sixteen always went back, but for a bonus.
    tap_link(phone, "red: 1 less", 6)
    confirm(phone)
    expect(phone.page.locator(".error")).to_contain_text("15 red tokens cannot all be won: 14 at most")
    phone.console.clear()
    tap_link(phone, "red: 1 less")
    confirm(phone)
    totals = phone.check_totals()
    assert totals == {"Ana": 37, "Ben": 8}
    expect(phone.page.locator(".headline.over")).to_have_text("Ana wins with 37 points.")
    for page in ("", "p/lines?seat=0", "p/settings"):
        phone.open(phone.path + page)
        phone.check_page()


def test_together_in_french_up_to_the_rank(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone("fr")
    lay_table(phone, "Ana", "Ben", mode="cooperative")
    phone.check_page()
    tap_link(phone, "Saisir un tour")
    tap_link(phone, "rouge", 3)
    expect(phone.page.locator("p[role=status]").first).to_contain_text("Aucune couleur")
    phone.check_page()
    confirm(phone)
    for _ in range(2):
        tap_link(phone, "Saisir un tour")
        tap_link(phone, "rouge", 4)
        confirm(phone)
    # Seven collected, four of them won; then four, one won: five red at three points.
    assert phone.check_totals() == {"Ana": 15, "Ben": 15}
    headline = "But atteint avec 3 cartes défaussées : Maître Boussanga."
    expect(phone.page.locator(".headline.over")).to_have_text(headline)
    phone.check_page()
