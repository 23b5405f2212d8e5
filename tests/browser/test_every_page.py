"""axe finds nothing on any page of any game: every kind of link is followed, in both languages and both themes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import axe_playwright_python
import pytest
from playwright.sync_api import Page

from companion.registry import games
from tests.browser.table import Phone
from tests.web.tableaux import GAME, NAMES, TABLEAUX

AXE = next(Path(axe_playwright_python.__file__).parent.glob("**/axe.min.js"))
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FILES = re.compile(r"/(file|photos|static)/|\.(json|csv|svg|png)$")
MOST = 2  # sets of arguments of one page
SLUGS = [slug for slug in games() if slug != "yacht"]

# Pages are swapped as htmx does it, so axe is loaded once. All rules look at one theme; of the other the contrasts.
LOOK = """
async ([address, language, theme, tags]) => {
  document.cookie = `language=${language};path=/`;
  const answer = await fetch(address, { credentials: "same-origin" });
  const there = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.documentElement.lang = there.documentElement.lang;
  document.documentElement.dataset.theme = theme;
  document.title = there.title;
  document.getElementById("page").replaceWith(document.adoptNode(there.getElementById("page")));
  document.getElementById("page").removeAttribute("data-live");
  for (const fold of document.querySelectorAll("#page details:not(.share)")) fold.open = true;
  const found = async (only) => {
    const { violations } = await axe.run(document, { runOnly: only, resultTypes: ["violations"], elementRef: false });
    return violations.map((one) => `${one.id}: ${one.nodes[0].html}`);
  };
  const wrong = await found(tags);
  document.documentElement.dataset.theme = theme === "light" ? "dark" : "light";
  wrong.push(...await found({ type: "rule", values: ["color-contrast"] }));
  const links = [...document.querySelectorAll("#page a[href]:not([download])")].map((one) => one.getAttribute("href"));
  return [there.documentElement.lang, wrong, links, answer.status];
}
"""


def kind_of(address: str) -> tuple[str, ...]:
    """Which page it is: its path without codes and numbers, and which arguments it has."""
    there = urlsplit(address)
    path = re.sub(r"/t/[^/]+", "/t", there.path)
    path = re.sub(r"/(rules/[^/]+)/.+", r"/\1/one", path)
    return (re.sub(r"\d+", "0", path), *sorted(parse_qs(there.query)))


def walk(page: Page, first: list[str], within: str) -> Iterator[str]:
    """Look at every kind of page that can be reached; the second language looks at the same ones in the other theme."""
    waiting, seen = list(first), set[tuple[str, ...]]()
    while waiting:
        address = waiting.pop(0)
        kind = kind_of(address)
        alike = sum(one[0] == kind[0] for one in seen)
        if kind in seen or alike >= MOST or not re.match(within, address) or FILES.search(address):
            continue
        seen.add(kind)
        for language, theme in (("en", "light"), ("fr", "dark")):
            said, wrong, links, status = page.evaluate(LOOK, [address, language, theme, TAGS])
            assert (said, status) == (language, 200), address
            yield from (f"{address} ({language}, {theme}): {one}" for one in wrong)
        waiting += [one for one in links if kind_of(one) not in seen]


def look_at_all(phone: Phone, *first: str, within: str) -> None:
    # The pages of a real visit come with our own rules about scripts; axe is let in beside them.
    phone.page.evaluate(AXE.read_text(encoding="utf-8"))
    wrong = list(walk(phone.page, list(first), within))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("slug", SLUGS)
def test_of_a_game_that_is_played(new_phone: Callable[..., Phone], slug: str) -> None:
    phone = new_phone()
    phone.open()
    phone.page.locator(f"form[action='/demo/{slug}'] button").click()
    phone.page.wait_for_url("**/t/**")
    first = (phone.path, f"{phone.path}p/settings", f"/new/{slug}", f"/new/{slug}?door=count")
    # The pages that belong to no game are looked at once.
    look_at_all(phone, *first, within="/" if slug == "ai100" else rf"/t/|/(new|rules)/{slug}")


def test_of_a_game_that_is_over(new_phone: Callable[..., Phone]) -> None:
    phone = new_phone()
    phone.open("/new/ai100?finished=1&players=2")
    for seat, player in enumerate(GAME["players"]):
        phone.page.locator(f"[name=name{seat}]").fill(player["name"])
        phone.pick(f"ai{seat}", player["ai"])
    phone.pick("objective1", "O3")
    phone.pick("objective2", "O4")
    phone.page.locator("[name=deck][value=demo]").check()
    phone.tap("Count", "button")
    phone.page.wait_for_selector(".photo-form")
    for seat, name in enumerate(NAMES):
        cards = " ".join(card for _, card in sorted(TABLEAUX[name].items()))
        phone.open(f"{phone.path}p/tableau?seat={seat}&all={cards}")
        phone.page.locator(".confirm").click()
        phone.page.wait_for_url(re.compile(r"\?seat=\d"))
    look_at_all(phone, phone.path, "/new/ai100?finished=1", within=r"/t/|/new/ai100.*finished=1$")
