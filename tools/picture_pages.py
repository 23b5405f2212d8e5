"""Make the pictures of the app in docs/pictures: a server of its own, a phone's browser, a demo game.

Run: .venv/bin/python -m tools.picture_pages
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import PHONE, Server, launch
from tests.browser.table import choose_card
from tests.web.photographs import shoot
from tests.web.tableaux import GAME, TABLEAUX

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
WAIT = 120_000  # milliseconds; a busy machine takes its time


def main() -> None:
    """Make them all anew."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        try:
            browser = launch(playwright)
            page = browser.new_page(**PHONE, locale="en", device_scale_factor=2)
            page.set_default_timeout(WAIT)
            play(page, server.address)
            photograph(page, server.address)
            browser.close()
        finally:
            server.kill()


def play(page: Page, address: str) -> None:
    """Picture the start page and a demo game: the table, a card in hand, the scores."""
    page.goto(address)
    take(page, "app-start")
    page.locator("form[action='/demo/ai100'] button").click()
    page.wait_for_selector("ul.tableau")
    home = page.url
    take(page, "app-table")
    page.locator("ul.tableau a").first.click()
    page.wait_for_selector("[data-key='1']")
    for digit in "117":
        page.locator(f"[data-key='{digit}']").first.click()
        page.wait_for_timeout(700)
    take(page, "app-card")
    page.goto(home.rstrip("/") + "/scores")
    take(page, "app-scores")


def photograph(page: Page, address: str) -> None:
    """Picture a finished tableau that was read from a photo."""
    page.goto(address + f"/new/ai100?finished=1&players={len(GAME['players'])}")
    for seat, player in enumerate(GAME["players"]):
        page.locator(f"[name=name{seat}]").fill(player["name"])
        choose_card(page, f"ai{seat}", player["ai"])
    for number, objective in enumerate(("O3", "O4"), 1):
        choose_card(page, f"objective{number}", objective)
    page.locator("[name=deck][value=demo]").check()
    page.locator("#main button.primary").click()
    page.wait_for_selector(".photo-form")
    shot = shoot({"B3": GAME["players"][0]["ai"], **TABLEAUX["Ana"]}).jpeg
    page.locator(".photo-form input[type=file]").last.set_input_files(
        {"name": "tableau.jpg", "mimeType": "image/jpeg", "buffer": shot}
    )
    page.wait_for_selector(".overlay")
    page.wait_for_timeout(1000)
    take(page, "app-photo")


def take(page: Page, name: str) -> None:
    """Keep what the phone shows as a small picture."""
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.LANCZOS).save(
        PICTURES / f"{name}.webp", quality=82, method=6
    )


if __name__ == "__main__":
    main()
