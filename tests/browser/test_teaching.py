"""A box of another print is taught on the phone: cards named, doubtful fields answered with a tap each."""

from __future__ import annotations

import re
from collections.abc import Callable

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.table import Phone
from tests.browser.test_photos import LONG, WHOLE, Finisher
from tests.web.photographs import jpeg, shoot


@pytest.fixture
def phone(new_phone: Callable[..., Phone]) -> Finisher:
    plain = new_phone()
    return Finisher(plain.page, plain.server)


def test_a_doubtful_field_is_shown_large_and_answered_with_a_tap(phone: Finisher) -> None:
    """A thumb lies on the number of a card: it cannot be read, so somebody is asked, and nothing else is."""
    shot = shoot(WHOLE["Ana"], style="marble")
    image = shot.image.copy()
    quad = shot.truth.quads["A2"]
    thumb = quad[0] + (quad[1] - quad[0]) * 0.5 + (quad[3] - quad[0]) * 0.33
    reach = float(np.linalg.norm(quad[1] - quad[0])) * 0.3
    cv2.circle(image, [int(v) for v in thumb], int(reach), (140, 165, 205), -1, cv2.LINE_AA)
    phone.lay_finished(["Ana"], deck="Marble")
    phone.open(f"{phone.path}p/teach")
    phone.send(jpeg(image))
    phone.page.wait_for_selector(".teach", timeout=LONG)
    for cell, card in WHOLE["Ana"].items():
        phone.page.locator(f"[name={cell}]").fill(card)
    phone.tap(re.compile("^Learn these 15 cards"), "button")
    expect(phone.page.locator(".notice").first).to_contain_text("15 cards learned.", timeout=LONG)
    expect(phone.page.locator("main")).to_contain_text("Photographed: 15 of 132 cards")
    phone.tap(re.compile("question"), "link")
    phone.settle()
    phone.check_page()
    card = WHOLE["Ana"]["A2"]
    asked = phone.page.locator(".ask", has_text=f"Card {card}: which number is it?")
    place = asked.locator(".place").bounding_box()
    assert place is not None
    assert min(place["width"], place["height"]) > 150
    asked.locator("button[value='4']").click()
    expect(phone.page.locator("main")).not_to_contain_text(f"Card {card}: which number is it?")
    assert phone.console == []
