"""Without the server: what was seen last is still there, and what is entered waits on the phone and is sent once."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Server
from tests.browser.table import Phone


def demo(phone: Phone) -> None:
    phone.open()
    phone.page.locator("form[action='/demo/ai100'] button").click()
    phone.page.wait_for_selector(".tableau")


def ready_to_lay(phone: Phone, seat: int, card: str, cell: str, turn: int = 4) -> None:
    """A card and its cell are chosen; only the confirming tap is missing."""
    phone.open(f"{phone.path}p/lay?seat={seat}&turn={turn}&card={card}&cell={cell}")
    expect(phone.page.locator(".confirm")).to_be_visible()


def test_an_entry_waits_while_the_server_is_gone_and_is_sent_once(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = new_phone()
    demo(phone)
    ready_to_lay(phone, 0, "117", "A2")
    server.kill()
    phone.page.locator(".confirm").click()
    expect(phone.page.locator("#waiting")).to_contain_text("1 entry waits on this phone")
    phone.page.locator(".confirm").click()  # an impatient thumb
    expect(phone.page.locator("#waiting")).to_contain_text("1 entry waits on this phone")
    server.start()
    expect(phone.page.locator("#waiting")).to_be_hidden()
    phone.home(0)
    expect(phone.page.locator(".line .source").first).to_have_text("117 on A2")
    assert phone.check_totals()["Ana"] == 13


def test_entries_survive_a_reload_of_the_phone_and_are_sent_in_order(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    phone = new_phone()
    demo(phone)
    phone.page.evaluate("navigator.serviceWorker.ready")
    phone.page.reload()
    ready_to_lay(phone, 0, "117", "A2")
    code, address = phone.code, phone.page.url
    ready_to_lay(phone, 1, "118", "C3")
    server.kill()
    phone.page.locator(".confirm").click()
    expect(phone.page.locator("#waiting")).to_contain_text("1 entry waits")
    phone.page.goto(address)  # the page as it was last seen comes out of the phone
    expect(phone.page.locator(".confirm")).to_be_visible()
    expect(phone.page.locator("#lost")).to_be_visible()
    phone.page.locator(".confirm").click()
    expect(phone.page.locator("#waiting")).to_contain_text("2 entries wait on this phone")
    phone.page.reload()
    expect(phone.page.locator("#waiting")).to_contain_text("2 entries wait on this phone")
    server.start()
    expect(phone.page.locator("#waiting")).to_be_hidden()
    phone.open(f"/t/{code}/history")
    told = phone.page.locator(".history li")
    expect(told.nth(1)).to_contain_text("Ben")
    expect(told.nth(0)).to_contain_text("Ana")


def test_a_conflict_with_what_happened_meanwhile_is_shown_as_always(
    new_phone: Callable[..., Phone], server: Server
) -> None:
    host, twin = new_phone(), new_phone()
    demo(host)
    twin.join(host.code, "seat.0")
    ready_to_lay(twin, 0, "118", "A2")
    twin.page.context.set_offline(True)
    twin.page.locator(".confirm").click()
    expect(twin.page.locator("#waiting")).to_contain_text("1 entry waits")
    host.lay(0, "117", "A2")
    twin.page.context.set_offline(False)
    expect(twin.page.locator("h1")).to_have_text("Two phones, one entry")
    expect(twin.page.locator("#waiting")).to_be_hidden()


def test_rules_are_there_without_a_connection_also_those_that_nobody_looked_up(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    phone.open()
    phone.page.evaluate("navigator.serviceWorker.ready")
    phone.open("/rules/ai100/")
    # The address of them all is kept last. A function that waits by itself, since a promise is true before it is kept.
    phone.page.evaluate("""async () => {
        while (!(await caches.match('/rules/ai100/pages.json', { ignoreSearch: true })))
            await new Promise((done) => setTimeout(done, 50));
    }""")
    phone.page.context.set_offline(True)
    phone.open("/rules/ai100/?q=losange")
    expect(phone.page.locator("h1")).to_have_text("Rules: AI, 100% Human")
    expect(phone.page.locator(".rules").first).to_contain_text("Card 095")
    phone.page.get_by_text("Card 095").first.click()
    expect(phone.page.locator("h1")).to_have_text("Card 095")
    expect(phone.page.locator("figure.example svg")).to_have_count(2)
    phone.open("/rules/ai100/AI-12")
    expect(phone.page.locator("h1")).to_have_text("AI-12")
    expect(phone.page.locator("#lost")).to_be_visible()
    phone.page.context.set_offline(False)
    phone.page.locator("main nav a").first.click()
    expect(phone.page.locator("#lost")).to_be_hidden()
