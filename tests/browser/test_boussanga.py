"""Boussanga on the phone: against each other with the board, and together in French."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from bench.boards import photograph
from companion.games.boussanga.rules import SUPPLY, VALUES
from tests.browser.table import Phone
from tests.browser.taps import confirm, tap, tap_link


def lay_table(phone: Phone, *names: str, mode: str = "competitive", door: str = "") -> None:
    phone.open(f"/new/boussanga?players={len(names)}&door={door}")
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
    # The main button takes them off and scores them.
    expect(phone.page.locator("main .button.primary").first).to_have_text("Take off and score +2")
    confirm(phone)
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


@pytest.mark.parametrize(("language", "score"), [("en", "Take off and score"), ("fr", "Enlever et marquer")])
def test_an_alignment_by_photo_takes_two_taps(new_phone: Callable[..., Phone], language: str, score: str) -> None:
    phone = new_phone(language)
    lay_table(phone, "Ana", "Ben")
    shots = (photograph("easy", seed) for seed in range(1, 200))
    possible = (one for one in shots if max(one.board.tokens.values(), default=0) <= SUPPLY)
    shot = next(one for one in possible if len(one.board.alignments()) == 1)
    (alignment,) = shot.board.alignments()
    points = (len(alignment.cells) - 3) * VALUES[alignment.colour]
    # The first tap opens the camera; the photo sends itself. The second one takes the alignment off.
    phone.page.locator("input[capture]").set_input_files(
        {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": shot.jpeg}
    )
    expect(phone.page.locator(".field .lit")).to_have_count(len(alignment.cells))
    button = phone.page.locator("main .button.primary").first
    expect(button).to_have_text(f"{score} +{points}")
    phone.check_page()
    tap(phone, button)
    assert phone.check_totals() == {"Ana": points, "Ben": 0}


def test_too_many_of_a_colour_are_told_beside_the_button_and_framed(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone("fr")
    lay_table(phone, "Ana", "Ben")
    # Seventeen yellow tokens, where there are sixteen: no two rows touch, so nothing is aligned.
    row, gap = "11101110", "00000000"
    phone.open(f"{phone.path}p/board?seat=0&tokens={row + gap + row + gap + '11101100' + gap * 3}")
    expect(phone.page.locator(".field li")).to_have_count(64)
    tap(phone, phone.page.locator("main .button.primary").first)
    error = phone.page.locator(".side > .error")
    expect(error).to_have_text("17 jetons jaunes sur le plateau, mais il ne peut y en avoir que 16.")
    expect(error).to_be_in_viewport()
    expect(phone.page.locator(".field .doubt")).to_have_count(17)
    phone.console.clear()  # the browser notes the refusal
    phone.check_page()


def test_alone_the_goals_stand_beside_the_cards_and_the_finder_can_be_off(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone("fr")
    phone.open("/new/boussanga?players=1")
    phone.page.locator("[name=blind]").check()
    confirm(phone)
    expect(phone.page.locator(".ranks li")).to_have_text(
        ["12 cartes gagné", "10 cartes Érudit Boussanga", "8 cartes Maître Boussanga"]
    )
    expect(phone.page.get_by_role("link", name="Où jouer une carte ?")).to_have_count(0)
    phone.check_page()


def test_the_colours_of_a_box_are_asked_once(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    phone.open("/new/boussanga?players=2")
    phone.page.locator("[name=colour0]").select_option("white")
    phone.page.locator("[name=tokens0]").fill("20")
    confirm(phone)
    assert phone.exported()["supply"] == {"white": 20, "green": 16, "blue": 16, "red": 16}
    # The next table plays with the same box and asks nothing.
    phone.open("/new/boussanga?players=2")
    expect(phone.page.locator("[name=box]:checked")).to_have_value(re.compile("Our box"))
    expect(phone.page.locator("[name=colour0]")).to_be_hidden()
    phone.check_page()
    confirm(phone)
    assert phone.exported()["values"] == {"white": 1, "green": 1, "blue": 2, "red": 3}


def test_together_in_french_up_to_the_rank(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone("fr")
    lay_table(phone, "Ana", "Ben", mode="cooperative")
    phone.check_page()
    tap_link(phone, "Saisir un tour")
    tap_link(phone, "rouge", 3)
    expect(phone.page.locator("p[role=status]").first).to_contain_text("Pas encore quatre jetons")
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


def test_no_word_that_comes_or_goes_moves_a_key_under_the_finger(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    lay_table(phone, "Ana", "Ben", door="count")
    more = phone.page.get_by_label("yellow: 1 more")
    at = more.bounding_box()
    assert at
    for count in range(1, 7):
        phone.page.touchscreen.tap(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        expect(phone.page.locator(".stepper output").first).to_have_text(str(count))
        # With exactly four, the bonus may have been forgotten.
        expect(phone.page.locator("main .notice")).to_have_count(1 if count == 4 else 0)
        assert more.bounding_box() == at


def test_the_invitation_leaves_room_for_the_table(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    lay_table(phone, "Ana", "Ben")
    box = phone.page.locator(".invite").bounding_box()
    assert box
    assert box["height"] <= 160
    expect(phone.page.locator(".invite svg")).to_be_in_viewport(ratio=1)
