"""Every page on phone and laptop, both languages, both themes, with and without script; lost connections."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Request, expect

from tests.browser.conftest import Server
from tests.browser.table import Phone
from tests.browser.taps import tap

LAY = "p/lay?seat=0"
PAGES = [
    *("", "?seat=1", LAY, f"{LAY}&card=073", f"{LAY}&card=073&cell=A2", f"{LAY}&card=100&cell=A2"),
    *(f"{LAY}&card=115&cell=A2{more}" for more in ("", "&pick=come", "&come=073&pick=out")),
    *(f"{LAY}&card=119&cell=A2&pick=swap", "p/lay?seat=1&turn=2", "p/face?card=073", "p/line?seat=0&n=1"),
    *("p/lines?seat=2", "p/turns", "p/settings", "scores", "seats", "history", "share"),
]


def demo(phone: Phone) -> None:
    phone.open()
    phone.page.locator("form[action^='/demo/ai100'] button").click()
    phone.page.wait_for_selector(".tableau")


@pytest.mark.parametrize(("language", "laptop", "scheme"), [("en", False, "light"), ("fr", True, "dark")])
def test_every_page_is_accessible_and_fits(
    new_phone: Callable[..., Phone], language: str, laptop: bool, scheme: str
) -> None:
    phone = new_phone(language, laptop=laptop, color_scheme=scheme)
    phone.open()
    phone.check_page()
    demo(phone)
    for path in (
        "/",
        "/new/ai100",
        "/new/ai100?players=6",
        "/join",
        "/offline",
        *(phone.path + page for page in PAGES),
    ):
        phone.open(path)
        assert phone.page.locator("html").get_attribute("lang") == language
        phone.check_page()
    phone.home()
    phone.page.locator(".share summary").click()
    expect(phone.page.locator(".share .qr svg")).to_be_visible()
    phone.check_page()


def test_every_page_fits_a_phone_in_french_with_six_long_names(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone("fr")
    names = [f"Maximilienne-Anastasie {n}" for n in range(6)]
    phone.lay_table([f"AI-{n}" for n in range(1, 7)], names=names)
    for page in (
        "",
        "p/lay?seat=4&card=073",
        "p/lay?seat=4&card=119&cell=B2",
        "p/turns",
        "p/settings",
        "scores",
        "seats",
        "history",
    ):
        phone.open(phone.path + page)
        phone.check_fits()


def test_the_language_and_the_theme_switch_with_one_tap(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone("en", color_scheme="light")
    demo(phone)
    light = phone.page.evaluate("getComputedStyle(document.body).backgroundColor")
    phone.tap("Dark theme", "button")
    expect(phone.page.locator("html")).to_have_attribute("data-theme", "dark")
    assert phone.page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    phone.check_page()
    phone.tap("Français", "button")
    expect(phone.page.get_by_role("link", name="Poser une carte", exact=True)).to_be_visible()
    phone.check_page()


def test_everything_but_live_updates_works_without_javascript(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(java_script_enabled=False)
    phone.lay_table(["AI-4", "AI-7", "AI-12"], names=["Ana", "Ben", "Cleo"])
    phone.lay(0, "117", "A3")
    phone.lay(1, "118", "A3")
    phone.lay(2, "119", "A3")
    assert phone.check_totals() == {"Ana": 2, "Ben": 2, "Cleo": 2}
    phone.open(f"{phone.path}history")
    phone.page.locator(".history button").first.click()
    expect(phone.page.locator(".history li").first).to_contain_text("card taken back")
    phone.open(f"{phone.path}seats")
    phone.tap("Ben", "button")
    expect(phone.page.locator(".standing [aria-current]")).to_contain_text("Ben")


def test_another_number_of_players_keeps_what_was_filled_in(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone("fr")
    phone.open("/new/collexion")
    phone.page.locator("[name=name0]").fill("Zoé & <b>")
    phone.page.locator("[name=expert]").check()
    phone.tap("Afficher 4 places")
    expect(phone.page.locator("[name=name3]")).to_have_attribute("placeholder", "Joueur 4")
    expect(phone.page.locator("[name=name0]")).to_have_value("Zoé & <b>")
    expect(phone.page.locator("[name=expert]")).to_be_checked()
    assert "csrf" not in phone.page.url
    phone.check_page()


def test_a_keyboard_is_enough(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone(laptop=True)
    demo(phone)
    phone.tap("Lay a card")
    phone.page.wait_for_selector(".keypad")
    for at, digit in enumerate("117", 1):
        phone.page.keyboard.press(digit)
        expect(phone.page.locator(".typed")).to_have_text(re.compile(f"^{'117'[:at]}"))
    cell = phone.page.get_by_role("link", name="Choose A2: 2 points")
    cell.focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".confirm")).to_have_text("Confirm +2")
    phone.page.locator(".confirm").focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".line .source").first).to_have_text("117 on A2")


def test_a_lost_connection_is_said_and_its_return_shows_what_was_missed(new_phone: Callable[..., Phone]) -> None:
    host, friend = new_phone(), new_phone()
    demo(host)
    friend.join(host.code, "watch")
    friend.page.context.set_offline(True)
    expect(friend.page.locator("#lost")).to_be_visible(timeout=5000)
    host.lay(0, "117", "A2")
    friend.page.context.set_offline(False)
    expect(friend.page.locator("#lost")).to_be_hidden(timeout=5000)
    expect(friend.page.locator(".standing")).to_contain_text("Ana 13")


def test_without_a_connection_a_new_page_says_what_to_do(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    demo(phone)
    phone.page.evaluate("navigator.serviceWorker.ready")
    phone.page.reload()
    phone.page.context.set_offline(True)
    phone.page.goto(f"{phone.server.address}{phone.path}scores")
    expect(phone.page.locator("h1")).to_have_text("No connection")
    phone.page.context.set_offline(False)


def test_a_server_that_went_away_comes_back_with_everything(new_phone: Callable[..., Phone], server: Server) -> None:
    phone = new_phone()
    demo(phone)
    phone.lay(0, "117", "A2")
    server.kill()
    expect(phone.page.locator("#lost")).to_be_visible(timeout=5000)
    server.start()
    expect(phone.page.locator("#lost")).to_be_hidden(timeout=5000)
    phone.check_totals()


def test_a_second_phone_in_the_same_seat_is_told_and_sees_both_versions(new_phone: Callable[..., Phone]) -> None:
    host, twin = new_phone(), new_phone()
    demo(host)
    twin.join(host.code, "seat.0")
    twin.page.route("**/live*", lambda route: route.abort())  # it has not heard of the other phone yet
    twin.start_laying(0)
    twin.type("118")
    twin.touch("B4")
    expect(twin.page.locator(".confirm")).to_be_visible()
    host.lay(0, "117", "A2")
    twin.page.locator(".confirm").click()
    expect(twin.page.locator("h1")).to_have_text("Two phones, one entry")
    expect(twin.page.locator(".versions")).to_contain_text("card 117 on A2")
    expect(twin.page.locator(".versions")).to_contain_text("card 118 on B4")
    twin.page.unroute("**/live*")
    twin.console.clear()  # the browser notes the lost questions and the 409
    twin.check_page()
    twin.tap("Use mine", "button")
    expect(twin.page.locator(".line .source").first).to_have_text("118 on B4")
    expect(host.page.locator(".line .source").first).to_have_text("118 on B4")
    host.check_totals()


def test_digits_typed_faster_than_the_answers_come_are_not_lost(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    demo(phone)
    phone.open(f"{phone.path}p/lay?seat=0&cell=A2")
    phone.page.route("**/p/lay*", lambda route: (phone.page.wait_for_timeout(150), route.continue_()))
    one, seven = (phone.page.locator(f".keypad [data-key='{digit}']").bounding_box() for digit in "17")
    for box in (one, one, seven):
        assert box
        phone.page.touchscreen.tap(box["x"] + 9, box["y"] + 9)
    expect(phone.page.locator(".typed")).to_have_text("117")
    expect(phone.page.locator(".confirm")).to_have_text("Confirm +2")


def test_what_others_do_never_swallows_a_confirmation(new_phone: Callable[..., Phone]) -> None:
    host, friend = new_phone(), new_phone()
    demo(host)
    friend.join(host.code, "seat.1")
    host.open(f"{host.path}p/lay?seat=0&card=117&cell=A2")
    # While the confirmation is on its way another phone changes the table, and the host's phone asks what is new.
    host.page.route("**/do/lay", lambda route: (friend.lay_typed(1, 4, "118", "A3"), route.continue_()))
    host.page.locator(".confirm").click()
    expect(host.page.locator(".line .source").first).to_have_text("117 on A2")
    assert host.page.url.endswith("/?seat=0&ended=4")  # both have laid now


def test_a_double_tap_lays_one_card(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    demo(phone)
    phone.open(f"{phone.path}p/lay?seat=0&card=117&cell=A2")
    phone.page.locator(".confirm").dblclick()
    expect(phone.page.locator(".line .source").first).to_have_text("117 on A2")
    phone.open(f"{phone.path}history")
    expect(phone.page.locator(".history .sentence", has_text="card 117")).to_have_count(1)


def test_a_removed_phone_is_told(new_phone: Callable[..., Phone]) -> None:
    host, friend = new_phone(), new_phone()
    demo(host)
    friend.join(host.code, "watch")
    host.open(f"{host.path}seats")
    host.tap("Remove phone 2", "button")
    expect(friend.page.locator("h1")).to_have_text("Join a table")


def test_a_phone_that_scans_the_code_is_at_the_seats_at_once_and_sits_down_with_a_tap(
    new_phone: Callable[..., Phone],
) -> None:
    host, friend = new_phone(), new_phone()
    demo(host)
    friend.open(f"/join/{host.code}")  # where the QR code leads
    friend.page.wait_for_url("**/seats")
    tap(friend, friend.page.get_by_role("button", name="Ben"))
    expect(friend.page.locator("h1")).to_contain_text("Ben")
    # Without script a tap more sends the code; typed by hand it takes one, too.
    plain = new_phone(java_script_enabled=False)
    plain.open(f"/join/{host.code}")
    plain.page.get_by_role("button", name="Join").click()
    plain.page.get_by_role("button", name="Cleo").click()
    expect(plain.page.locator("h1")).to_contain_text("Cleo")


def test_a_first_load_is_light_and_asks_nobody_else(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    demo(phone)
    fresh = new_phone()
    fresh.join(phone.code, "watch")
    session = fresh.page.context.new_cdp_session(fresh.page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Network.setBypassServiceWorker", {"bypass": True})
    finished: list[Request] = []
    fresh.page.on("requestfinished", lambda request: finished.append(request))
    fresh.home()
    fresh.page.wait_for_load_state("load")
    fresh.page.wait_for_function("() => window.htmx && document.documentElement.classList.contains('scripted')")
    while len(finished) < 4:
        fresh.page.wait_for_event("requestfinished")
    loaded = list(finished)  # asked for their sizes only now: an event handler must not wait for the browser
    assert all(request.url.startswith(phone.server.address) for request in loaded)
    assert 10_000 < sum(request.sizes()["responseBodySize"] for request in loaded) < 100_000


def test_a_page_that_breaks_on_the_way_is_not_shown_and_the_phone_goes_on_asking(
    new_phone: Callable[..., Phone],
) -> None:
    # The worker that keeps pages for offline would answer before the route does.
    phone, other = new_phone(), new_phone(service_workers="block")
    demo(phone)
    other.join(phone.code, "everybody")
    other.open(f"/t/{phone.code}/")
    broken = re.compile(rf"/t/{phone.code}/$")
    other.page.route(broken, lambda route: route.fulfill(status=500, body="<div id='page'>broken</div>"))
    phone.lay(0, "117", "A2")
    expect(other.page.locator("#lost")).to_have_text(re.compile("The server has trouble"))
    expect(other.page.locator("ul.tableau").first).to_be_visible()
    other.page.unroute(broken)
    expect(other.page.locator("#lost")).to_be_hidden()
    expect(other.page.get_by_label(re.compile("117")).first).to_be_visible()
