"""ColleXion on the phone: followed take by take, and only counted at the end."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import expect

from bench.polygons import photograph
from companion.games.collexion.pieces import Piece
from companion.games.collexion.rules import SHAPES
from tests.browser.table import Phone
from tests.browser.taps import confirm, tap, tap_link


def lay_table(phone: Phone, *names: str) -> None:
    phone.open(f"/new/collexion?players={len(names)}")
    for seat, name in enumerate(names):
        phone.page.locator(f"[name=name{seat}]").fill(name)
    phone.check_page()
    confirm(phone)


def touch(phone: Phone, piece: str) -> None:
    """Touch a polygon, whatever number stands beside it."""
    tap(phone, phone.page.locator(f".pieces a[aria-label^='{piece}']"))


def test_a_series_is_taken_validated_and_scored(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    lay_table(phone, "Ana", "Ben")
    expect(phone.page.locator(".lead")).to_contain_text("Nothing is entered yet")
    phone.check_page()
    tap_link(phone, "Take polygons")
    for piece in ("pink triangle", "pink square"):
        touch(phone, piece)
    # A polygon that shares nothing with the last one: the page says so and keeps the others.
    touch(phone, "blue octagon")
    expect(phone.page.locator(".error")).to_contain_text("octagon shares neither colour nor shape with pink square")
    expect(phone.page.locator(".chain li")).to_have_count(2)
    phone.check_page()
    for piece in ("pink pentagon", "pink octagon"):
        touch(phone, piece)
    confirm(phone)
    expect(phone.page.locator("h1")).to_contain_text("Validate series")
    phone.check_page()
    confirm(phone)
    expect(phone.page.locator(".line .text")).to_have_text("The pink pile paid 2.")
    expect(phone.page.locator("h1")).to_have_text("Ben's collection: 0")
    # Two points and three unused powers.
    assert phone.check_totals() == {"Ana": 5, "Ben": 3}

    # Ben counts what lies before him: squares in all colours, so the smallest pile pays.
    phone.open(f"{phone.path}p/count?seat=1")
    for piece in ("green square", "yellow square", "pink square", "blue square", "blue octagon"):
        touch(phone, piece)
    phone.check_page()
    confirm(phone)
    expect(phone.page.locator("main")).to_contain_text("pink pile, 3")
    confirm(phone)
    assert phone.check_totals() == {"Ana": 5, "Ben": 5}
    for page in ("", "p/power?seat=0&kind=steal&with=1", "p/final?seat=1", "p/lines?seat=1", "p/settings", "history"):
        phone.open(phone.path + page)
        phone.check_page()


def test_in_french_only_the_end_is_counted(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone("fr")
    phone.open()
    tap_link(phone, "Compter une partie finie : ColleXion")
    tap_link(phone, "Afficher 2 places")
    for seat, name in enumerate(("Ana", "Ben")):
        phone.page.locator(f"[name=name{seat}]").fill(name)
    confirm(phone)
    tap_link(phone, "Jetons de 2 : 1 de plus", 2)
    tap_link(phone, "Jetons de 4 : 1 de plus")
    tap_link(phone, "Pouvoirs inutilisés : 1 de moins", 2)
    tap_link(phone, "Polygones restants : 1 de plus", 2)
    # The example of the rulebook: 2 + 2 + 4, one power, two polygons. Somebody claims 8.
    tap_link(phone, "Score annoncé : 1 de plus", 2)
    phone.check_page()
    expect(phone.page.locator("button.primary")).to_have_text("Enregistrer : 7 points")
    confirm(phone)
    # Four tokens of 4 with Ana's one would be five.
    tap_link(phone, "Jetons de 4 : 1 de plus", 4)
    confirm(phone)
    expect(phone.page.locator(".error")).to_have_text(
        "5 jetons de 4 points sont comptés à la table, mais il n'y en a que 4."
    )
    phone.console.clear()  # the browser notes the refusal
    phone.check_page()
    tap_link(phone, "Jetons de 4 : 1 de moins", 4)
    tap_link(phone, "Jetons de 3 : 1 de plus", 2)
    confirm(phone)
    assert phone.check_totals() == {"Ana": 7, "Ben": 9}
    expect(phone.page.locator(".headline.over")).to_have_text("Ben gagne avec 9 points.")
    phone.check_page()
    phone.open(f"{phone.path}p/lines?seat=0")
    expect(phone.page.locator(".notice.bad")).to_have_text("8 annoncés, c'est 7.")
    phone.check_page()


@pytest.mark.parametrize(("language", "validate"), [("en", "Validate +2"), ("fr", "Valider +2")])
def test_a_series_by_photo_takes_two_taps(new_phone: Callable[..., Phone], language: str, validate: str) -> None:
    phone = new_phone(language)
    lay_table(phone, "Ana", "Ben")
    photo = photograph("easy", 5, (*(Piece("pink", shape) for shape in SHAPES), Piece("green", "triangle"))).jpeg
    file = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo}
    phone.check_page()
    # The first tap opens the camera; the photo sends itself.
    phone.page.locator("input[capture]").set_input_files(file)
    expect(phone.page.locator(".overlay .now")).to_have_count(4)
    expect(phone.page.locator(".confirm")).to_have_text(validate)
    phone.check_page()
    # The second one validates, and the turn passes.
    confirm(phone)
    expect(phone.page.locator("h1")).to_contain_text("Ben")
    assert phone.check_totals() == {"Ana": 4, "Ben": 3}


def test_a_photo_that_shows_nothing_is_told_in_its_place(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone("fr")
    lay_table(phone, "Ana", "Ben")
    blank = BytesIO()
    Image.new("RGB", (800, 600), (196, 180, 150)).save(blank, "JPEG")
    phone.page.locator("input[capture]").set_input_files(
        {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": blank.getvalue()}
    )
    expect(phone.page.locator("#error-photo")).to_contain_text("Aucun polygone trouvé sur cette photo.")
    expect(phone.page.locator(".confirm")).to_have_count(0)
    phone.console.clear()  # the browser notes the refusal
    phone.check_page()
