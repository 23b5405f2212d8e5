"""What a thumb meets: the next thing at the bottom edge, a board that stays where it is, a back button that leaves."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.table import Phone
from tests.browser.taps import tap
from tests.browser.test_manners import demo

NAMES = ["Ana", "Ben", "Cleo", "Dmitri", "Ella", "Fred"]


def test_a_known_card_takes_five_taps_and_the_board_stays_under_the_finger(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    demo(phone)
    page = phone.page
    taps = [page.locator(".at-A2 a"), *(page.locator(f".keypad [data-key='{digit}']") for digit in "117")]
    tap(phone, taps[0])
    board = page.locator("ul.tableau").first.bounding_box()
    for key in taps[1:]:
        tap(phone, key)
        assert page.locator("ul.tableau").first.bounding_box() == board
    confirm = page.locator(".confirm")
    expect(confirm).to_have_text("Confirm +2")
    tap(phone, confirm)
    expect(page.locator(".line .source").first).to_have_text("117 on A2")
    assert len([*taps, confirm]) == 5


def test_the_next_thing_to_do_is_at_the_bottom_edge_of_every_page(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    demo(phone)
    for path in ("", "p/lay?seat=0", "p/lay?seat=0&card=117&cell=A2", "p/line?seat=0&n=1", "p/turns", "p/settings"):
        phone.open(phone.path + path)
        box = phone.page.locator(".zone").bounding_box()
        assert box
        assert abs(box["y"] + box["height"] - 740) < 1, path


def test_four_players_fit_one_row_and_of_six_the_current_one_is_in_sight(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    for count in (4, 6):
        phone.lay_table([f"AI-{n}" for n in range(1, count + 1)], names=NAMES[:count])
        phone.home(count - 1)
        strip = phone.page.locator(".standing")
        expect(strip.locator("[aria-current]")).to_be_in_viewport(ratio=1)
        wide, room = strip.evaluate("one => [one.scrollWidth, one.clientWidth]")
        assert (wide <= room) == (count == 4)
        assert strip.bounding_box()["height"] < 60
        phone.check_fits()


def test_the_phones_back_button_goes_back_a_page_not_a_digit(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    demo(phone)
    home = phone.page.url
    tap(phone, phone.page.locator(".at-A2 a"))
    phone.type("11")
    phone.page.go_back()
    expect(phone.page).to_have_url(home)
    expect(phone.page.get_by_role("link", name="Lay a card", exact=True)).to_be_visible()


def test_a_coordinate_lights_its_card(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    demo(phone)
    phone.open(f"{phone.path}p/line?seat=0&n=2")
    chip = phone.page.locator(".coord").first
    chip.click()
    expect(phone.page.locator(f"#cell-{chip.inner_text()[:2]}")).to_have_class(re.compile("pointed"))
    chip.click()
    expect(phone.page.locator(".pointed")).to_have_count(0)


def test_on_a_laptop_everybodys_tableau_is_side_by_side(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(laptop=True)
    demo(phone)
    boxes = [one.bounding_box() for one in phone.page.locator(".desk ul.tableau").all()]
    side = phone.page.locator(".side").bounding_box()
    assert side
    assert len(boxes) == 3
    assert all(box and box["x"] + box["width"] <= side["x"] for box in boxes)
    assert len({round(box["y"] / 100) for box in boxes if box}) < 3


def test_the_end_of_a_round_is_a_page_that_everybody_can_read(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    phone.lay_table(["AI-4"], names=["Ana"])
    cards = (("117", "A3"), ("118", "A2"), ("001", "A4"), ("002", "B2"), ("004", "B4"), ("005", "C3"), ("008", "C2"))
    for turn, (card, cell) in enumerate(cards, 1):
        phone.lay_typed(0, turn, card, cell)
    expect(phone.page.locator("h1")).to_have_text("Round 1 is over")
    phone.check_page()
    phone.tap("Dark theme", "button")
    expect(phone.page.locator("html")).to_have_attribute("data-theme", "dark")
    phone.tap("Français", "button")
    expect(phone.page.locator("h1")).to_have_text("La manche 1 est finie")
    phone.check_page()
