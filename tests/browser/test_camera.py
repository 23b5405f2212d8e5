"""The live camera, with Chromium's fake camera: it shows a video made of generated photographs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Playwright, expect

from companion.store import Store
from tests.browser import test_boussanga, test_collexion, test_pilier
from tests.browser.conftest import Server, launch
from tests.browser.table import Phone
from tests.browser.test_photos import LONG, WHOLE, Finisher
from tests.web.games.squares import keep_print
from tests.web.photographs import jpeg, shoot


def video(sharp: np.ndarray) -> bytes:
    """A hand that comes to rest: some seconds of blurred, moving pictures, then the sharp one. JPEG after JPEG."""
    blurred = cv2.GaussianBlur(sharp, (0, 0), 14)
    moving = [jpeg(np.roll(blurred, 40 * step, axis=1)) for step in range(6)]
    return b"".join([*moving * 15, *[jpeg(sharp)] * 60])


@pytest.fixture(scope="module")
def browser(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser whose camera sees Ana's tableau."""
    film: Path = tmp_path_factory.mktemp("film") / "film.mjpeg"
    shot = shoot(WHOLE["Ana"], quarter_turns=0, roll=0.0)
    height, width = (size // 2 * 2 for size in shot.image.shape[:2])
    film.write_bytes(video(shot.image[:height, :width]))
    chromium = launch(
        playwright,
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
        "--host-resolver-rules=MAP table.test 127.0.0.1",
    )
    yield chromium
    chromium.close()


@pytest.fixture
def phone(new_phone: Callable[..., Phone]) -> Finisher:
    plain = new_phone()
    return Finisher(plain.page, plain.server)


def test_the_camera_takes_the_picture_by_itself_once_it_is_sharp(phone: Finisher) -> None:
    phone.lay_finished(["Ana"])
    phone.tap("Open the camera", "button")
    expect(phone.page.locator(".viewfinder rect")).to_have_count(15)
    phone.check_page()
    # Nobody touches anything.
    phone.page.wait_for_selector(".overlay", timeout=LONG)
    assert phone.outlines() == dict.fromkeys(WHOLE["Ana"], "sure")
    assert phone.console == []


def test_by_hand_closed_again_and_sent_again_after_the_connection_was_lost(phone: Finisher) -> None:
    phone.lay_finished(["Ana"])
    page, viewfinder = phone.page, phone.page.locator(".viewfinder")
    viewfinder.evaluate("view => { view.dataset.least = 16; }")  # by itself it would wait for ever
    phone.tap("Open the camera", "button")
    expect(page.locator(".viewfinder rect")).to_have_count(15)
    phone.tap("Close the camera", "button")
    expect(viewfinder).to_be_hidden()
    assert page.locator("video").evaluate("video => video.srcObject") is None
    page.route("**/photo/tableau", lambda route: route.abort("connectionreset"))
    phone.tap("Open the camera", "button")
    expect(page.locator(".viewfinder rect")).to_have_count(15)
    phone.tap("Take it now", "button")
    expect(viewfinder).to_be_hidden()
    expect(page.locator(".progress")).to_have_text(
        "The connection was lost while sending. The photo is still here; send it again."
    )
    phone.console.clear()  # the browser notes the lost connection
    phone.check_fits()
    page.unroute("**/photo/tableau")
    phone.tap("Send the photo", "button")
    page.wait_for_url("**/p/tableau?*", timeout=LONG)
    assert phone.console == []


@pytest.mark.parametrize(
    ("lay_table", "of", "drawn"),
    [(test_collexion.lay_table, "collection", 1), (test_boussanga.lay_table, "board", 64)],
    ids=["collexion", "boussanga"],
)
def test_collections_and_boards_have_the_live_camera_too(
    new_phone: Callable[..., Phone], lay_table: Callable[..., None], of: str, drawn: int
) -> None:
    phone = new_phone()
    lay_table(phone, "Ana", "Ben")
    page = phone.page
    page.locator(".viewfinder").first.evaluate("view => { view.dataset.least = 99; }")  # by itself it would wait
    page.locator("button.live").first.click()
    expect(page.locator(".viewfinder rect")).to_have_count(drawn)
    phone.check_page()
    with page.expect_request(f"**/photo/{of}", timeout=LONG) as sent:
        page.get_by_role("button", name="Take it now").first.click()
    assert sent.value.method == "POST"


def test_a_square_has_the_live_camera_too(new_phone: Callable[..., Phone], server: Server) -> None:
    keep_print(Store(server.folder))
    phone = new_phone()
    test_pilier.lay_table(phone, "Ana", "Ben")
    page = phone.page
    page.locator(".viewfinder").first.evaluate("view => { view.dataset.least = 99; }")
    page.locator("button.live").first.click()
    expect(page.locator(".viewfinder rect").first).to_be_attached()
    with page.expect_request("**/photo/*", timeout=LONG) as sent:
        page.get_by_role("button", name="Take it now").first.click()
    assert sent.value.method == "POST"


def test_a_camera_that_is_refused_is_said_so(phone: Finisher) -> None:
    phone.page.add_init_script(
        "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotAllowedError'); }"
    )
    phone.lay_finished(["Ana"])
    phone.tap("Open the camera", "button")
    expect(phone.page.locator(".camera-trouble")).to_contain_text("The browser may not use the camera.")
    expect(phone.page.locator(".viewfinder")).to_be_hidden()
    phone.check_page()


def test_over_plain_http_there_is_only_the_file_button(phone: Finisher) -> None:
    phone.server = Elsewhere(f"http://table.test:{phone.server.port}")
    phone.lay_finished(["Ana"])
    expect(phone.page.locator("label.take")).to_be_visible()
    expect(phone.page.get_by_role("button", name="Open the camera")).to_be_hidden()
    phone.check_page()


def test_over_https_the_camera_is_there_under_any_name(
    new_phone: Callable[..., Phone], tmp_path_factory: pytest.TempPathFactory
) -> None:
    server = Server(tmp_path_factory.mktemp("secure"), "--https")
    try:
        plain = new_phone(ignore_https_errors=True)  # the warning was passed
        phone = Finisher(plain.page, Elsewhere(f"https://table.test:{server.port}"))
        phone.lay_finished(["Ana"])
        phone.tap("Open the camera", "button")
        expect(phone.page.locator(".viewfinder rect")).to_have_count(15)
        cookies = {one["name"]: one["secure"] for one in phone.page.context.cookies()}
        assert cookies == {"__Host-companion": True}
        # Chromium takes no service worker from a certificate that it does not know, and notes it.
        assert [one for one in phone.console if "SSL certificate" not in one] == []
    finally:
        server.kill()


@dataclass
class Elsewhere:
    """The same server under a name that no browser takes for this machine."""

    address: str
