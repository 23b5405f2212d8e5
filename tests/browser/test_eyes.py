"""Where the eye is after a tap: at the top of the next page, or at what is wrong."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.table import Phone


def test_after_an_entry_the_next_page_opens_at_its_top(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    phone.open()
    phone.page.locator("form[action='/demo/ai100'] button").click()
    phone.page.wait_for_selector(".tableau")
    phone.open(f"{phone.path}p/lay?seat=0&turn=4&card=117&cell=A2")
    phone.page.evaluate("document.body.style.minHeight = '3000px'; window.scrollTo(0, 400)")
    phone.page.locator(".confirm").click()
    expect(phone.page.locator(".line .source").first).to_have_text("117 on A2")
    phone.page.wait_for_function("window.scrollY === 0")


def test_a_form_that_came_back_shows_what_is_wrong(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    phone.open("/new/pilier?players=6")
    for seat in (0, 1):
        phone.page.locator(f"[name=name{seat}]").fill("Ana")
    phone.page.locator("main form .button.primary").last.scroll_into_view_if_needed()
    phone.tap("Start", "button")
    expect(phone.page.locator(".error").first).to_be_in_viewport()
    expect(phone.page.locator(".error").first).to_have_text("Two players have this name.")
