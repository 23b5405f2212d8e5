"""AquaSphere on the phone: from the set-up to the result, with red lines that are entered once and kept."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.table import Phone
from tests.browser.taps import confirm, tap, tap_link


def lay_table(phone: Phone, *names: str, box: str) -> None:
    phone.open(f"/new/aquasphere?players={len(names)}")
    for seat, name in enumerate(names):
        phone.page.locator(f"[name=name{seat}]").fill(name)
    phone.page.locator("[name=box][value='+']").check()
    phone.page.locator("[name=new_box]").fill(box)
    confirm(phone)


def test_a_game_of_two_from_the_set_up_to_the_result(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    lay_table(phone, "Ana", "Ana", box="Attic")
    # A bad entry: told beside its field, and the rest is still there.
    expect(phone.page.locator("#error-1")).to_have_text("Two players have this name.")
    expect(phone.page.locator("[name=new_box]")).to_have_value("Attic")
    phone.console.clear()  # the browser notes the 422 itself
    phone.page.locator("[name=name1]").fill("Ben")
    confirm(phone)
    phone.check_page()

    # The red lines of the board: a lap of 20, a line in front of 8.
    tap_link(phone, "Red lines")
    for digit in "20":
        tap_link(phone, digit)
    tap_link(phone, "On to the red lines")
    tap_link(phone, "Space 8")
    expect(phone.page.get_by_role("link", name="Space 8, right behind a red line")).to_be_visible()
    phone.check_page()
    confirm(phone)
    expect(phone.page.locator(".stands")).to_contain_text("Free spaces in front of the next red line: 7.")

    # Ana catches two octopods of three: 3 points.
    tap_link(phone, "Ana: note points")
    tap_link(phone, "Octopods in the sector: 1 more", 2)
    expect(phone.page.locator("p.says")).to_have_text("Caught: 2, points: 3. Left in the sector: 1.")
    phone.check_page()
    confirm(phone)

    # The first scoring: Ana holds A and C, Ben B; two octopods in C.
    tap_link(phone, "All have passed: score round 1")
    for sector in ("Sector A: Ana", "Sector B: Ben", "Sector C: Ana"):
        tap_link(phone, sector)
    tap_link(phone, "Octopods in C: 1 more", 2)
    phone.check_page()
    confirm(phone)
    tap_link(phone, "Robots used: number on the board: 1 more", 2)
    tap_link(phone, "Crystals: 1 more")
    # 6 + 2 + 1 - 3 from 3 leads to 9, over the line for the crystal; without paying it stops on 7.
    expect(phone.page.locator(".confirm")).to_have_text("Enter +6, counter on 9")
    phone.page.locator(".option", has_text="Stop in front of the line").click()
    expect(phone.page.locator(".confirm")).to_have_text("Enter +4, counter on 7")
    phone.page.locator(".option", has_text="Crystals paid: 1").click()
    expect(phone.page.locator(".confirm")).to_have_text("Enter +6, counter on 9")
    phone.check_page()
    confirm(phone)
    confirm(phone)
    expect(phone.page.locator("h1.phase")).to_have_text("Round 2 of 4")
    assert phone.check_totals() == {"Ana": 9, "Ben": 0}

    # Three scorings in which nothing happens, then the end.
    phone.home(0)
    for number in (2, 3, 4):
        tap_link(phone, f"All have passed: score round {number}")
        confirm(phone)
        confirm(phone)
        confirm(phone)
    phone.home(0)
    tap_link(phone, "Ana: final scoring")
    for letter in "ABC":
        tap_link(phone, letter)
    confirm(phone)
    expect(phone.page.locator(".error")).to_contain_text("3 different letters cannot lie on a laboratory")
    phone.console.clear()
    tap_link(phone, "Extensions of the laboratory: 1")
    phone.check_page()
    confirm(phone)
    tap_link(phone, "Time markers left: 2")
    confirm(phone)
    # Ana keeps two robots' points in each of three rounds; three letters pay 6. Ben has two time markers.
    totals = phone.check_totals()
    assert totals == {"Ana": 9 + 3 * 2 + 6, "Ben": 2}
    expect(phone.page.locator(".headline.over")).to_have_text("Ana wins with 21 points.")
    phone.check_page()


def test_in_french_with_the_box_of_the_house(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone("fr")
    # Two seats with one name: the page says so and keeps everything else.
    lay_table(phone, "Ana", "Ben", "Ben", box="Cave")
    expect(phone.page.locator(".error")).to_have_text("Deux joueurs portent ce nom.")
    expect(phone.page.locator("[name=new_box]")).to_have_value("Cave")
    phone.console.clear()  # the browser notes the refusal
    phone.check_page()
    phone.page.locator("[name=name2]").fill("Chloé")
    confirm(phone)
    # Nobody has entered the red lines, so the phone asks how far the next one is.
    tap_link(phone, "Ana : noter des points")
    tap_link(phone, "Carte jouée")
    tap_link(phone, "Points de la carte : 1 de plus")
    expect(phone.page.locator(".question h2")).to_have_text("Cases libres devant la prochaine ligne rouge ?")
    tap_link(phone, "2")
    expect(phone.page.locator(".confirm")).to_have_text("Saisir +2, compteur sur 2")
    tap_link(phone, "Cristaux : 1 de plus")
    tap_link(phone, "Plus aucune ligne rouge en chemin")
    expect(phone.page.locator(".confirm")).to_have_text("Saisir +4, compteur sur 4")
    phone.check_page()
    confirm(phone)
    assert phone.check_totals() == {"Ana": 4, "Ben": 0, "Chloé": 0}
    for page in ("p/laboratory", "p/charging", "p/prices", "p/claim?typed=5"):
        phone.open(phone.path + page)
        phone.check_page()


def test_the_end_is_counted_in_french_with_a_dozen_taps_a_player(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone("fr")
    phone.open()
    tap_link(phone, "Compter une partie finie : AquaSphere")
    tap_link(phone, "Afficher 2 places")
    confirm(phone)
    # Ana: counter 47, five letters, five extensions, all submarines, two time markers.
    stocks = ("Extensions du laboratoire : 5", "Sous-marins dans la station : 6", "Marqueurs temps restants : 2")
    taps = ("4", "7", *"ABCDE", *stocks)
    assert len([*taps, "Saisir"]) <= 12
    for tapped in taps:
        tap_link(phone, tapped)
    phone.check_page()
    expect(phone.page.locator(".confirm")).to_have_text("Saisir : 74 points")
    confirm(phone)
    expect(phone.page.locator("h1.phase")).to_contain_text("Joueur 2 : décompte final")
    for tapped in ("6", "0", "F"):
        tap_link(phone, tapped)
    confirm(phone)
    expect(phone.page.locator(".headline.over")).to_have_text("Joueur 1 gagne avec 74 points.")
    expect(phone.page.get_by_role("link", name="Revanche : mêmes joueurs")).to_be_visible()
    assert phone.check_totals() == {"Joueur 1": 74, "Joueur 2": 61}
    phone.check_page()


def test_an_extension_and_its_robot_are_noted_by_taps_and_fill_in_the_scoring(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone("fr", color_scheme="dark")
    lay_table(phone, "Ana", "Ben", box="Salon")
    tap_link(phone, "Ana : noter des points")
    tap_link(phone, "Extension")
    tap(phone, phone.page.get_by_role("button", name="A", exact=True))
    # Two crystals and the letter D on the tile: three taps and the button.
    for tapped in ("Cristaux : +0", "Cristaux : +1", "D"):
        tap_link(phone, tapped)
    phone.check_page()
    confirm(phone)
    expect(phone.page.locator(".tiles li")).to_have_attribute("aria-label", "+2 Cristaux, D")
    # Its letter allows a robot there: it is filled in at the scoring.
    tap_link(phone, "Secteur D")
    phone.check_page()
    confirm(phone)
    phone.open(f"{phone.path}p/station")
    expect(phone.page.get_by_role("link", name="Secteur D : Ana")).to_have_attribute("aria-current", "true")
    phone.check_page()
    (move,) = phone.exported()["rounds"][0]["moves"]
    assert move == {"player": "Ana", "action": "extension", "adds": {"crystals": 2}, "letters": ["D"]}
