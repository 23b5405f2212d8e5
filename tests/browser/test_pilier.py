"""The Pilier game on the phone: followed on the square up to a scoring phase, and counted at the end."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from companion.store import Store
from tests.browser.conftest import Server
from tests.browser.table import Phone
from tests.browser.taps import confirm, tap, tap_link
from tests.web.games.squares import keep_print, shoot
from tests.web.games.test_pilier_photos import FIRST as PHOTOGRAPHED
from tests.web.games.test_pilier_photos import NEW as LAID

FIRST = {
    "2,1": ("red", "20", "cube"),
    "2,2": ("red", "0", "ring"),
    "2,3": ("green", "0", "star"),
    "2,4": ("green", "40", "cube"),
    "3,2": ("blue", "0", "cube"),
}

LONG = 120_000  # milliseconds: several tests may want the machine at once


def lay_table(phone: Phone, *names: str) -> None:
    phone.open(f"/new/pilier?players={len(names)}")
    for seat, name in enumerate(names):
        phone.page.locator(f"[name=name{seat}]").fill(name)
    confirm(phone)


def touch(phone: Phone, cell: str) -> None:
    tap(phone, phone.page.locator(f"a[data-cell='{cell}']"))


def card(phone: Phone, colour: str, value: str, symbol: str) -> None:
    """Choose a card trait by trait."""
    for trait, word in (("colour", colour), ("value", value), ("symbol", symbol)):
        key = phone.page.locator(f".traits.{trait}").get_by_role("link", name=word, exact=True)
        if key.get_attribute("aria-current") is None:
            tap(phone, key)


def test_a_game_is_followed_on_the_square(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    lay_table(phone, "Ana", "Ben")
    expect(phone.page.locator(".lead")).to_contain_text("Which five cards lie open?")
    phone.check_page()
    for at, (cell, traits) in enumerate(FIRST.items()):
        if not at:
            touch(phone, cell)
            card(phone, *traits)
        else:
            # All that is chosen stands in the address.
            colour, value, symbol = traits
            phone.open(f"{phone.path}?cell={cell}&colour={colour}&value={value}&symbol={symbol}")
        confirm(phone)
    expect(phone.page.locator("h1.phase")).to_have_text("Turn 1 · Ana")

    # A card where it may not lie: the page says why, and there is no button.
    card(phone, "yellow", "10", "no symbol")
    touch(phone, "3,1")
    expect(phone.page.locator(".notice.bad")).to_contain_text("Nothing in common with the card above, red 20, cube.")
    expect(phone.page.locator(".confirm")).to_have_count(0)
    phone.check_page()

    # One that may, beside two cards: a token of the right neighbour.
    tap_link(phone, "Begin again")
    card(phone, "red", "40", "cube")
    touch(phone, "3,1")
    expect(phone.page.locator("div.says")).to_contain_text("Tokens taken: 1 (from Ben 1).")
    phone.check_page()
    confirm(phone)

    # The fifth of the row with two traits in common: Ben takes first, until one card is left.
    card(phone, "green", "40", "ring")
    touch(phone, "2,5")
    expect(phone.page.locator("div.says")).to_contain_text("A scoring phase starts in the row: Ben takes first.")
    confirm(phone)
    expect(phone.page.locator("h1.phase")).to_have_text("Scoring phase · Ben takes")
    phone.check_page()
    touch(phone, "2,3")
    expect(phone.page.locator(".notice.bad")).to_contain_text("the others would no longer hang together")
    for name, cell in (("Ben", "2,5"), ("Ana", "2,4"), ("Ben", "2,3")):
        touch(phone, cell)
        expect(phone.page.locator(".confirm")).to_contain_text(f"{name} takes green")
        confirm(phone)
    touch(phone, "2,1")
    expect(phone.page.locator("div.says")).to_have_text("With this card the scoring phase ends.")
    confirm(phone)
    expect(phone.page.locator("h1.phase")).to_have_text("Turn 3 · Ana")
    # Ana: seven tokens, green 40, red 20. Ben: five, green 40 and green 0.
    assert phone.check_totals() == {"Ana": 130, "Ben": 90}
    for page in ("p/limit", "p/turns", "p/lines?seat=0", "p/settings"):
        phone.open(phone.path + page)
        phone.check_page()


def test_in_french_only_the_end_is_counted(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone("fr")
    lay_table(phone, "Ana", "Ben")
    tap_link(phone, "Seulement compter : Ana")
    for label in ("Jetons : 1 de plus", "Jetons : 1 de plus", "rouge +40", "rouge +10", "bleu +30", "vert +20"):
        tap_link(phone, label)
    expect(phone.page.locator(".confirm")).to_have_text("Saisir : 140 points")
    expect(phone.page.locator(".tally .best")).to_have_text(re.compile("rouge \\+ bleu la meilleure paire\\s*140"))
    phone.check_page()
    confirm(phone)
    expect(phone.page.locator("h1.phase")).to_contain_text("Ben : jetons et cartes")
    # What Ana leaves is filled in already.
    expect(phone.page.locator(".steps output")).to_have_text("4")
    # Six cards of fifty have no room in the square and the hands.
    tap_link(phone, "rouge +0", 2)
    confirm(phone)
    assert phone.check_totals() == {"Ana": 140, "Ben": 40}
    expect(phone.page.locator(".headline.over")).to_have_text("Ana gagne avec 140 points.")

    phone.open(f"{phone.path}p/claim?seat=0")
    for digit in "120":
        tap_link(phone, digit)
    expect(phone.page.locator(".notice")).to_have_text(
        "120 est juste avec rouge + vert ; avec rouge + bleu ce serait 140."
    )
    phone.check_page()
    # One more that no pair of colours gives.
    phone.open(f"{phone.path}p/claim?seat=0")
    for digit in "125":
        tap_link(phone, digit)
    expect(phone.page.locator(".notice.bad")).to_have_text("Ana a 140 : il manque 15 à l'annonce.")
    phone.check_page()


def test_a_card_is_laid_by_photo_in_two_taps(new_phone: Callable[..., Phone], server: Server) -> None:
    keep_print(Store(server.folder))
    phone = new_phone()
    lay_table(phone, "Ana", "Ben")
    # One tap takes the photo of the first cards, one puts all five down.
    take_photo(phone, shoot(PHOTOGRAPHED))
    expect(phone.page.locator(".proposal")).to_contain_text("Cards on the photo: 5.")
    expect(phone.page.locator(".confirm")).to_be_in_viewport(ratio=1)
    phone.check_page()
    confirm(phone)
    expect(phone.page.locator("h1.phase")).to_have_text("Turn 1 · Ana")
    phone.check_page()
    # One tap takes the photo after the turn, one lays the card that is new in it.
    take_photo(phone, shoot({**PHOTOGRAPHED, "2,0": LAID}))
    expect(phone.page.locator(".proposal")).to_contain_text(f"New on the photo: {LAID.colour} {LAID.value}")
    expect(phone.page.locator(".proposal svg image")).to_have_count(1)
    expect(phone.page.locator(".confirm")).to_be_in_viewport(ratio=1)
    phone.check_page()
    confirm(phone)
    expect(phone.page.locator("h1.phase")).to_have_text("Turn 2 · Ben")
    assert phone.check_totals() == {"Ana": 60, "Ben": 60}
    phone.open(f"{phone.path}p/teach")
    expect(phone.page.locator(".photo-form")).to_be_visible()
    phone.check_page()


def take_photo(phone: Phone, photo: bytes) -> None:
    """Tap 'take a photo': the camera's picture is sent as soon as it is there."""
    phone.page.locator(".photo-form input[capture]").set_input_files(
        {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo}
    )
    phone.page.wait_for_selector(".proposal", timeout=LONG)
    expect(phone.page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)


def test_the_symbols_of_a_box_are_asked_once_and_the_first_places_proposed(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone("fr", color_scheme="dark")
    phone.open("/new/pilier?players=2")
    phone.page.locator("label:has([name=box])").last.click()  # a new one; others may have left theirs here
    phone.page.locator("[name=new_box]").fill("Spirales")
    phone.page.locator("[name=called_ring]").select_option("spiral")
    phone.check_page()
    confirm(phone)
    # Four taps a card: colour, value, symbol, put down. The place is proposed.
    for value in ("0", "10", "20", "30", "40"):
        card(phone, "rouge", value, "spirale")
        confirm(phone)
    expect(phone.page.locator("h1.phase")).to_have_text("Tour 1 · Joueur 1")
    phone.check_page()
    assert list(phone.exported()["start"].values()) == [f"red {value} ring" for value in (10, 30, 0, 20, 40)]
    # The next table plays with the same box and asks nothing.
    phone.open("/new/pilier?players=2")
    phone.page.locator("label:has([name=box][value=Spirales])").click()
    expect(phone.page.locator("[name=called_ring]")).to_be_hidden()
    confirm(phone)
    expect(phone.page.locator(".traits.symbol").get_by_role("link", name="spirale")).to_be_visible()
