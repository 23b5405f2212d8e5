"""One tap after the other, as a thumb does it: each waits until the page that it asked for is there."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.table import Phone


def tap(phone: Phone, key: Locator) -> None:
    """Tap something, and wait until the page has been changed for another one."""
    phone.page.evaluate("document.getElementById('page').dataset.old = 'yes'")
    key.click()
    expect(phone.page.locator("#page:not([data-old])")).to_be_attached()


def tap_link(phone: Phone, name: str, times: int = 1) -> None:
    """Tap a link by its name."""
    for _ in range(times):
        tap(phone, phone.page.get_by_role("link", name=name, exact=True).first)


def confirm(phone: Phone) -> None:
    """Tap the one button that enters what was chosen."""
    tap(phone, phone.page.locator("main form .button.primary").first)
