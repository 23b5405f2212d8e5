"""Picture twelve pages of a checkout on a phone in both themes, as one sheet each: to lay two versions side by side.

Run: .venv/bin/python -m tools.compare_pages NAME [CHECKOUT]    writes docs/pictures/NAME-light.webp and NAME-dark.webp
"""

from __future__ import annotations

import io
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import PHONE, launch

HERE = Path(__file__).parents[1]
AI100 = ("", "p/lay?seat=0&turn=4&card=063", "p/line?seat=0&n=0", "p/turns", "p/deck", "scores")
OTHERS = ("collexion", "aquasphere", "pilier", "boussanga")
ACROSS, WIDTH = 6, 240  # pages in a row, pixels of a page


def main(name: str, checkout: Path = HERE) -> None:
    """Start the server of that checkout and picture its pages."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        serve = ["--data", folder, "serve", "--host", "127.0.0.1", "--port", str(port)]
        start = [sys.executable, "-c", "from companion.cli import main; main()", *serve]
        server = subprocess.Popen(start, cwd=checkout, stdout=subprocess.DEVNULL)
        try:
            wait_for(address := f"http://127.0.0.1:{port}")
            browser = launch(playwright)
            for theme in ("light", "dark"):
                sheet(pictures(browser, address, theme)).save(HERE / f"docs/pictures/{name}-{theme}.webp", quality=80)
            browser.close()
        finally:
            server.kill()


def wait_for(address: str) -> None:
    """Wait until the server answers."""
    for _ in range(300):
        try:
            return urlopen(address, timeout=5).close()
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server does not answer")


def pictures(browser: Browser, address: str, theme: str) -> list[Image.Image]:
    """Return what a phone shows of the start, a set-up, a game of the first kind and the tables of the others."""
    context = browser.new_context(**PHONE, locale="en", color_scheme=theme)
    page = context.new_page()
    found = []

    def take() -> None:
        page.wait_for_timeout(400)
        found.append(Image.open(io.BytesIO(page.screenshot())))

    for path in ("/", "/new/ai100"):
        page.goto(address + path)
        take()
    for slug in ("ai100", *OTHERS):
        page.goto(address)
        page.locator(f"form[action='/demo/{slug}'] button").click()
        page.wait_for_url("**/t/**")
        home = page.url
        for path in AI100 if slug == "ai100" else ("",):
            page.goto(home + path)
            take()
    context.close()
    return found


def sheet(pages: list[Image.Image]) -> Image.Image:
    """Return the pages side by side."""
    height = WIDTH * pages[0].height // pages[0].width
    whole = Image.new("RGB", (ACROSS * (WIDTH + 8) - 8, 2 * (height + 8) - 8), "white")
    for at, page in enumerate(pages):
        small = page.convert("RGB").resize((WIDTH, height), Image.Resampling.LANCZOS)
        whole.paste(small, (at % ACROSS * (WIDTH + 8), at // ACROSS * (height + 8)))
    return whole


if __name__ == "__main__":
    main(sys.argv[1], *map(Path, sys.argv[2:]))
