"""A finished game on the phone with generated photographs: read, asked, corrected, judged; decks taught."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import expect

from companion.paths import DATA
from companion.samples.photographs import Shot
from tests.browser.table import Phone
from tests.web.photographs import bare_table, covered, jpeg, shoot
from tests.web.tableaux import GAME, GRID, NAMES, TABLEAUX, TRUE

WHOLE = {name: {"B3": player["ai"], **TABLEAUX[name]} for name, player in zip(NAMES, GAME["players"], strict=True)}
LONG = 120_000  # milliseconds: several tests may want the machine at once


class Finisher(Phone):
    """A phone that scores a finished game."""

    def lay_finished(self, names: list[str], deck: str = "", ai: str = "") -> None:
        self.open(f"/new/ai100?players={len(names)}&finished=1")
        for seat, name in enumerate(names):
            self.page.locator(f"[name=name{seat}]").fill(name)
            self.pick(f"ai{seat}", ai or WHOLE[name]["B3"])
        self.pick("objective1", "O3")
        self.pick("objective2", "O4")
        self.page.locator(f"[name=deck][value='{'+' if deck else 'demo'}']").check()
        if deck:
            self.page.locator("[name=new_deck]").fill(deck)
        self.page.locator("main form .button.primary").last.click()
        self.page.wait_for_selector(".photo-form")

    def know_a_box(self) -> None:
        """Play with a box of one's own whose cards are known."""
        self.lay_table(["AI-1"], deck="Shelf")
        self.open(f"{self.path}p/deck")
        self.page.locator("input[name=file]").set_input_files(DATA / "ai100" / "demo-deck.json")
        self.tap("Add it", "button")
        expect(self.page.locator("main")).to_contain_text("132 known")

    def send(self, data: bytes, name: str = "photo.jpg", camera: bool = True) -> None:
        field = "input[capture]" if camera else "input[type=file]:not([capture])"
        self.page.locator(f".photo-form {field}").first.set_input_files(
            {"name": name, "mimeType": "image/jpeg", "buffer": data}
        )

    def read(self, data: bytes, **more: bool) -> None:
        self.send(data, **more)
        self.page.wait_for_selector(".overlay", timeout=LONG)
        self.settle()

    def settle(self) -> None:
        """Wait until htmx has nothing under way."""
        expect(self.page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)

    def outlines(self) -> dict[str, str]:
        """The cells of the photo and how sure they are."""
        found = self.page.locator(".overlay a").evaluate_all(
            "all => all.map(one => [one.getAttribute('aria-label').slice(0, 2), one.classList[0]])"
        )
        return dict(found)

    def drag_corners(self, shot: Shot, columns: int) -> None:
        """Drag the four circles to where the outer corners are, from the photo's own top left clockwise."""
        height, width = shot.image.shape[:2]
        quads = {cell: np.array(quad) for cell, quad in shot.truth.quads.items()}
        outer = [quads["A1"][0], quads[f"A{columns}"][1], quads[f"C{columns}"][2], quads["C1"][3]]
        first, *middle, last = sorted(outer, key=lambda one: one.sum())
        right, left = sorted(middle, key=lambda one: -one[0])
        drawing = self.page.locator(".overlay.corners").bounding_box()
        assert drawing
        for number, (x, y) in enumerate([first, right, last, left]):
            handle = self.page.locator(f".handle[data-corner='{number}']").bounding_box()
            assert handle
            self.page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
            self.page.mouse.down()
            self.page.mouse.move(
                drawing["x"] + drawing["width"] * x / width, drawing["y"] + drawing["height"] * y / height, steps=4
            )
            self.page.mouse.up()

    def keep(self) -> None:
        self.page.locator(".confirm").click()
        self.page.wait_for_url(re.compile(r"/\?seat=\d"), timeout=LONG)  # the table itself, not a page of it


@pytest.fixture
def phone(new_phone: Callable[..., Phone]) -> Finisher:
    plain = new_phone()
    return Finisher(plain.page, plain.server)


def test_two_tableaux_photographed_confirmed_and_judged(phone: Finisher) -> None:
    phone.lay_finished(NAMES)
    phone.check_page()
    phone.send(shoot(WHOLE["Ana"]).jpeg)
    expect(phone.page.locator(".photo-form progress")).to_be_visible()
    phone.page.wait_for_selector(".overlay", timeout=LONG)
    assert phone.outlines() == dict.fromkeys(WHOLE["Ana"], "sure")
    phone.check_page()
    phone.keep()
    # The other one from the gallery, upside down, the standee on its AI card.
    phone.open(f"{phone.path}?seat=1")
    phone.read(shoot(WHOLE["Ben"], quarter_turns=2, standee=True).jpeg, camera=False)
    assert {cell for cell, kind in phone.outlines().items() if kind == "sure"} == set(WHOLE["Ben"])
    phone.keep()
    phone.open(f"{phone.path}?seat=0")
    phone.tap("Check a total")
    phone.type(str(TRUE["Ana"]))
    phone.page.locator(".confirm").click()
    expect(phone.page.locator(".verdict")).to_contain_text(f"Ana's {TRUE['Ana']} points are possible.")
    phone.check_page()
    scored = phone.server.score(phone.exported())["players"][0]
    assert scored["verdict"] == "possible"
    total = f"{scored['total']['min']} to {scored['total']['max']}"
    expect(phone.page.locator(".panel .split .gain")).to_have_text(total)
    phone.tap("Show an order of play that gives it")
    expect(phone.page.locator(".order-steps li")).to_have_count(14)
    phone.tap(re.compile("Next card"))
    expect(phone.page.locator(".order-steps [aria-current]")).to_contain_text("2.")
    phone.check_page()
    assert phone.console == []


def test_a_finished_tableau_by_photo_takes_three_taps_from_the_front_door_to_the_scored_page(phone: Finisher) -> None:
    phone.know_a_box()
    # On every page; a label that opens a chooser may be clicked together with its field.
    count = "({ target }) => { if (target.matches('[type=file]') || !target.closest('label')) localStorage.taps++ }"
    phone.page.add_init_script(f"addEventListener('click', {count}, true)")
    phone.open()
    phone.page.evaluate("localStorage.taps = 0")
    phone.tap("Photograph a finished tableau: AI, 100% Human", "button")
    phone.page.wait_for_selector(".photo-form")
    with phone.page.expect_file_chooser() as chosen:
        phone.page.locator(".photo-form .choose").click()  # the photo is sent as soon as it is chosen
    chosen.value.set_files({"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": shoot(WHOLE["Ana"]).jpeg})
    phone.page.wait_for_selector(".overlay", timeout=LONG)
    phone.settle()
    phone.page.locator(".confirm").click()
    expect(phone.page.locator(".panel .split .gain")).to_be_visible(timeout=LONG)
    # What each card brought stands on the photo at once, the AI card in the centre was read from it.
    expect(phone.page.locator(".overlay .scored")).to_have_count(15)
    assert phone.page.evaluate("localStorage.taps") == "3"
    expect(phone.page.locator(".notice", has_text="Counted without objectives")).to_be_visible()
    phone.check_page()
    # Now it is said who played, and for what.
    phone.tap("Say what was played")
    expect(phone.page.locator(".place .chosen")).to_contain_text(WHOLE["Ana"]["B3"])
    phone.page.locator("[name=name0]").fill("Ana")
    phone.pick("objective1", "O3")
    phone.pick("objective2", "O4")
    phone.check_page()
    phone.tap("Save", "button")
    expect(phone.page.locator(".line", has_text="Ω4")).to_be_visible(timeout=LONG)
    phone.tap("What we remember")
    expect(phone.page.locator(".keypad.seven .key")).to_have_count(14)
    phone.check_page()


def test_an_unsure_card_is_corrected(phone: Finisher) -> None:
    phone.lay_finished(["Ana"])
    phone.read(covered(shoot(WHOLE["Ana"]), "A1"))
    assert [cell for cell, kind in phone.outlines().items() if kind != "sure"] == ["A1"]
    expect(phone.page.locator(".candidates .crop")).to_be_visible()
    phone.check_page()
    phone.tap("None of these")
    for digit in TABLEAUX["Ana"]["A1"]:
        phone.page.locator(f".keypad [data-key='{digit}']").click()
        phone.settle()
    expect(phone.page.locator(".overlay a[aria-label^='A1'].sure")).to_be_visible()
    # Any card can be tapped and corrected, the sure ones too.
    phone.page.locator(".overlay a[aria-label^='C5']").click()
    expect(phone.page.locator("h2", has_text="C5: which card is this?")).to_be_visible()
    phone.page.locator(f".candidates a[aria-label^='Card {TABLEAUX['Ana']['C5']}']").click()
    phone.keep()
    assert phone.exported()["tableaux"]["Ana"] == TABLEAUX["Ana"]
    assert phone.console == []


def test_what_is_no_photo_or_shows_nothing(phone: Finisher) -> None:
    phone.lay_finished(["Ana"])
    phone.send(b"This is a letter, not a photo. " * 400, "letter.jpg")
    expect(phone.page.locator("#error-photo")).to_have_text("Not a photo that can be read (JPEG, PNG, WebP or HEIC).")
    phone.console.clear()  # the browser notes every 422
    phone.check_page()
    # 25 MB: a phone's photo with a long tail.
    phone.send(bare_table() + b"\0" * 25_000_000, "large.jpg")
    expect(phone.page.locator(".notice")).to_contain_text("No cards found.", timeout=LONG)
    phone.check_page()
    assert phone.console == []


def test_four_corners_dragged_by_hand(phone: Finisher) -> None:
    phone.lay_finished(["Ana"])
    shot = shoot(WHOLE["Ana"])
    phone.read(jpeg(shot.image))
    phone.tap("Show the four corners")
    phone.page.wait_for_selector(".handle")
    phone.check_page()
    phone.drag_corners(shot, 5)  # the cards say which way is up
    phone.tap("Read the cards inside", "button")
    phone.page.wait_for_url(re.compile("p/tableau"), timeout=LONG)
    assert set(phone.outlines()) == set(WHOLE["Ana"])
    read = dict(re.findall(r'name="([ABC]\d)" value="(\d+)"', phone.page.content()))
    assert sum(read.get(cell) == card for cell, card in TABLEAUX["Ana"].items()) >= 12


def test_a_deck_taught_from_a_photo_reads_the_next_one(phone: Finisher) -> None:
    phone.lay_finished(["Ana"], deck="Marble")
    phone.open(f"{phone.path}p/teach")
    phone.check_page()
    phone.send(shoot(WHOLE["Ana"], style="marble").jpeg)
    phone.page.wait_for_selector(".teach", timeout=LONG)
    for cell, card in WHOLE["Ana"].items():
        phone.page.locator(f"[name={cell}]").fill(card)
    phone.check_page()
    phone.tap(re.compile("^Learn these 15 cards"), "button")
    expect(phone.page.locator(".notice[role=status]")).to_contain_text("15 cards learned.", timeout=LONG)
    phone.check_page()
    phone.open(f"{phone.path}p/deck")
    counts = re.search(r"(\d+) known, \d+ unknown, (\d+) doubtful", phone.page.locator("main").inner_text())
    assert counts is not None
    # What is hard to read on a first photo is asked, not guessed: each of the fifteen is known or asked about.
    assert int(counts[1]) + int(counts[2]) == 15
    phone.check_page()
    phone.home(0)
    phone.read(shoot(WHOLE["Ana"], style="marble", seed=5).jpeg)
    sure = [cell for cell, kind in phone.outlines().items() if kind == "sure"]
    assert len(sure) >= 13
    assert phone.console == []


def test_a_solo_game_in_french(new_phone: Callable[..., Phone]) -> None:
    plain = new_phone("fr")
    phone = Finisher(plain.page, plain.server)
    phone.lay_finished(["Ana"])
    phone.send(b"Une lettre, pas une photo. " * 400, "lettre.jpg")
    expect(phone.page.locator("#error-photo")).to_contain_text("Ce n'est pas une photo lisible")
    phone.console.clear()  # the browser notes every 422
    seen = {cell: card for cell, card in WHOLE["Ana"].items() if cell != "C5"}
    phone.read(shoot(seen).jpeg)
    expect(phone.page.locator(".notice").first).to_contain_text("Seulement 14 cartes visibles.")
    expect(phone.page.locator("h2").first).to_have_text("C5 : tapez les trois chiffres")
    phone.check_page()
    for digit in TABLEAUX["Ana"]["C5"]:
        phone.page.locator(f".keypad [data-key='{digit}']").click()
        phone.settle()
    phone.keep()
    assert phone.exported()["tableaux"]["Ana"] == TABLEAUX["Ana"]
    most = phone.server.score(phone.exported())["players"][0]["total"]["max"]
    phone.open(f"{phone.path}p/claim?seat=0&typed={most + 3}")
    phone.page.locator(".confirm").click()
    expect(phone.page.locator(".verdict")).to_contain_text(
        f"Ana a annoncé {most + 3}\N{NO-BREAK SPACE}; c'est {most} au plus."
    )
    phone.open(f"{phone.path}p/claim?seat=0&typed={most}")
    phone.page.locator(".confirm").click()
    expect(phone.page.locator(".solo")).to_contain_text("parties simulées où chaque carte est posée au hasard")
    expect(phone.page.locator(".solo")).to_contain_text(f"{most} points")
    phone.check_page()
    phone.open(f"{phone.path}p/deck")
    expect(phone.page.locator("h1")).to_have_text("Cartes de la boîte")
    phone.check_page()
    assert phone.console == []


def test_the_neutral_grid_of_two_players_is_photographed(phone: Finisher) -> None:
    phone.lay_finished(NAMES)
    phone.page.locator(".tabs a", has_text="Grid").click()
    expect(phone.page.locator("h1")).to_have_text("The neutral grid")
    phone.check_page()
    phone.read(shoot(GRID).jpeg)
    assert phone.outlines() == dict.fromkeys(GRID, "sure")
    # The same once more with the corners shown by hand.
    phone.tap("Show the four corners")
    phone.page.wait_for_selector(".handle")
    expect(phone.page.locator("main")).to_contain_text("three rows of four cards")
    phone.check_page()
    phone.drag_corners(shoot(GRID), 4)
    phone.tap("Read the cards inside", "button")
    phone.page.wait_for_url(re.compile("p/tableau"), timeout=LONG)
    assert phone.outlines() == dict.fromkeys(GRID, "sure")
    phone.check_page()
    phone.page.locator(".confirm").click()
    expect(phone.page.locator(".tabs [aria-current]")).to_contain_text("entered")
    assert phone.exported()["grid"] == GRID
    assert phone.console == []


def test_the_card_that_ai_2_adds_is_photographed_by_itself(phone: Finisher) -> None:
    phone.lay_finished(["Ana"], ai="AI-2")
    numbers = " ".join(TABLEAUX["Ana"].values())
    phone.open(f"{phone.path}p/tableau?seat=0&all={numbers.replace(' ', '+')}")
    phone.keep()
    card = GRID["A1"]
    phone.tap(re.compile("extra card"))
    phone.page.wait_for_selector(".photo-form")
    phone.check_page()
    phone.send(shoot({"A1": card, "A2": GRID["A2"]}).jpeg)
    expect(phone.page.locator("#error-photo")).to_contain_text("2 cards are seen in the photo.", timeout=LONG)
    phone.console.clear()  # the browser notes every 422
    phone.send(shoot({"B3": card}).jpeg)
    expect(phone.page.locator(".notice")).to_contain_text(f"Seen in the photo: card {card}.", timeout=LONG)
    expect(phone.page.locator("#card")).to_have_value(card)
    phone.check_page()
    phone.page.locator("#cell").select_option("D3")
    phone.tap("Keep this card", "button")
    phone.page.wait_for_url(re.compile(r"/\?seat=0"))
    assert phone.exported()["players"][0]["final"] == {"card": card, "cell": "D3"}
    phone.server.score(phone.exported())
