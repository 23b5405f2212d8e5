"""The whole way of a photo on loopback, from the button to the scored page, beside the reader alone in the same run.

Run: .venv/bin/python -m bench.photo_way [photos]
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from companion.games.ai100.deck import demo_deck
from companion.games.ai100.draw import HELP_IDS
from companion.games.ai100.reader import read_tableau
from companion.samples.demo import sample_game
from companion.samples.photographs import photograph
from companion.samples.prints import deck_images
from companion.samples.scenes import scene
from tests.browser.conftest import PHONE, Server, launch
from tests.browser.table import choose_card
from tests.vision.styles import styles

MEGAPIXELS = 12.0
GOAL, PROGRESS_GOAL = 2.0, 500.0

# By the browser's own clock: a file was chosen, the progress bar was painted, the page with what was read has settled.
CLOCK = """() => {
  const times = window.times = {};
  document.addEventListener("change", () => { times.chosen = Date.now(); }, { capture: true, once: true });
  document.addEventListener("htmx:afterSettle", () => { times.read = Date.now(); }, { once: true });
  const look = () => {
    if (document.querySelector(".photo-form progress")?.checkVisibility()) times.shown = Date.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def main() -> None:
    """Print the figures for a few photos, and whether the goals are met."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    game = sample_game()
    ai, name = game["players"][0]["ai"], game["players"][0]["name"]
    cards = {"B3": ai, **{turn[name]["cell"]: turn[name]["card"] for turn in game["turns"]}}
    with tempfile.TemporaryDirectory() as folder:
        photos = [Path(folder) / f"{seed}.jpg" for seed in range(1, count + 1)]
        for seed, photo in enumerate(photos, 1):
            photo.write_bytes(taken(cards, seed))
        size = statistics.mean(photo.stat().st_size for photo in photos) / 1e6
        print(f"{count} photos of {MEGAPIXELS:g} megapixels, {size:.1f} MB on average")
        server = Server(Path(folder) / "data")
        try:
            with sync_playwright() as playwright:
                browser = launch(playwright)
                page = browser.new_page(**PHONE, locale="en")
                # The first one is not counted: the networks are loaded once, here and there.
                rows = [one_way(page, server.address, ai, photo) for photo in (photos[0], *photos)][1:]
                browser.close()
        finally:
            server.kill()
    print("reader ms   photo read ms   scored ms   ratio   progress after ms")
    for row in rows:
        reader, read, scored, shown = row
        print(f"{reader:9.0f} {read:15.0f} {scored:11.0f} {scored / reader:7.2f} {shown:19.0f}")
    ratio = statistics.median(scored / reader for reader, _, scored, _ in rows)
    slowest = max(shown for *_, shown in rows)
    print(f"from the button to the scored page: {ratio:.2f} times the reader (goal: at most {GOAL:g})")
    print(f"progress is shown after at most {slowest:.0f} ms (goal: {PROGRESS_GOAL:.0f})")


def taken(cards: dict[str, str], seed: int) -> bytes:
    """Return a photo of the whole tableau, with the help cards beside it."""
    images = deck_images(demo_deck(), styles()["demo"], (*cards.values(), *HELP_IDS), 500)
    how = scene("easy", seed)
    return photograph(cards, images, replace(how, megapixels=MEGAPIXELS), [images[card] for card in HELP_IDS]).jpeg


def one_way(page: Page, address: str, ai: str, photo: Path) -> tuple[float, float, float, float]:
    """Return milliseconds: the reader alone, until the photo is read, until it is scored, until progress shows."""
    data = photo.read_bytes()
    begun = time.perf_counter()
    read_tableau(data)
    reader = time.perf_counter() - begun
    page.goto(f"{address}/new/ai100?players=1&finished=1")
    for field, value in (("ai0", ai), ("objective1", "O3"), ("objective2", "O4")):
        choose_card(page, field, value)
    page.locator("[name=deck][value=demo]").check()
    page.locator("main form .button.primary").last.click()
    page.wait_for_selector(".photo-form")
    page.evaluate(CLOCK)
    page.locator(".photo-form input[capture]").set_input_files(photo)
    page.wait_for_selector(".overlay", timeout=120_000)
    times = page.evaluate("() => window.times")
    # A person looks at what was found; this one presses at once.
    begun = time.perf_counter()
    page.locator(".confirm").click()
    page.wait_for_selector(".panel.split .gain", timeout=120_000)
    confirmed = 1000 * (time.perf_counter() - begun)
    read = times["read"] - times["chosen"]
    return 1000 * reader, read, read + confirmed, times["shown"] - times["chosen"]


if __name__ == "__main__":
    main()
