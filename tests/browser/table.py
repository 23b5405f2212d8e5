"""What players do with their phones, in the words of the table."""

from __future__ import annotations

import re
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

AXE = Axe()


def choose_card(page: Page, name: str, card: str) -> None:
    """Open a choice of cards and tap one."""
    choice = page.locator(f"details.pick:has([name={name}])")
    choice.locator("summary").click()
    choice.locator(f"label:has([value='{card}'])").click()
    expect(choice.locator(f"[value='{card}']")).to_be_checked()


class Phone:
    """A phone at the table. Every trouble in its console fails the test that looks."""

    def __init__(self, page: Page, server: Any) -> None:
        self.page, self.server = page, server
        self.console: list[str] = []
        page.on("console", lambda message: self.console.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.console.append(str(error)))

    # Getting around.

    def open(self, path: str = "/") -> None:
        self.page.goto(self.server.address + path)

    def tap(self, name: str | re.Pattern[str], role: str = "link", exact: bool = True) -> None:
        self.page.get_by_role(role, name=name, exact=exact).first.click()  # type: ignore[arg-type]

    @property
    def code(self) -> str:
        code = self.page.locator("#page").get_attribute("data-code")
        assert code
        return code

    @property
    def path(self) -> str:
        return f"/t/{self.code}/"

    # A new table.

    def pick(self, name: str, card: str) -> None:
        """Choose one of several cards by its picture."""
        choose_card(self.page, name, card)

    def lay_table(
        self,
        ais: list[str],
        *,
        names: list[str] | None = None,
        objectives: tuple[str, str] = ("O3", "O4"),
        deck: str = "",
    ) -> None:
        self.open("/new/ai100" + ("" if len(ais) == 3 else f"?players={len(ais)}"))
        for seat, ai in enumerate(ais):
            self.pick(f"ai{seat}", ai)
            if names:
                self.page.locator(f"[name=name{seat}]").fill(names[seat])
        for number, objective in enumerate(objectives, 1):
            self.pick(f"objective{number}", objective)
        if not deck and not self.page.locator("[name=deck]:checked").count():
            self.page.locator("[name=deck][value=demo]").check()
        if deck:
            self.page.locator("[name=deck][value='+']").check()
            self.page.locator("[name=new_deck]").fill(deck)
        self.page.locator("main form .button.primary").last.click()
        self.page.wait_for_selector("[data-code]")

    def join(self, code: str, role: str) -> None:
        self.open(f"/join/{code}")
        self.page.wait_for_url("**/seats")
        self.page.locator(f"button[value='{role}']").click()
        self.page.wait_for_selector(".tableau")

    # Laying cards.

    def home(self, seat: int | None = None) -> None:
        self.open(self.path + (f"?seat={seat}" if seat is not None else ""))

    def start_laying(self, seat: int, turn: int | None = None) -> None:
        self.open(f"{self.path}p/lay?seat={seat}" + (f"&turn={turn}" if turn else ""))

    def type(self, digits: str) -> None:
        for at, digit in enumerate(digits, 1):
            self.page.locator(f".keypad [data-key='{digit}']").click()
            expect(self.page.locator(".typed")).to_have_text(re.compile(f"^{digits[:at]}"))

    def touch(self, cell: str) -> None:
        self.page.locator(f".at-{cell.replace('@', 'Z')} a").click()

    def answer(self, text: str) -> None:
        self.page.locator(".option", has_text=text).first.click()
        expect(self.page.locator(".option[aria-current]", has_text=text).first).to_be_visible()

    def confirm(self) -> None:
        self.page.locator(".confirm").click()
        self.page.wait_for_url(re.compile(r"/t/[^/]+/(\?seat=\d|p/round\?n=\d)"))

    def lay(self, seat: int, card: str, cell: str, *answers: str) -> None:
        self.start_laying(seat)
        self.type(card)
        self.touch(cell)
        expect(self.page.locator(f".at-{cell}.chosen")).to_be_visible()
        for text in answers:
            self.answer(text)
        self.confirm()

    def lay_typed(self, seat: int, turn: int, card: str, cell: str) -> None:
        """Lay a card whose choices stand in the address already, as after a reload."""
        self.open(f"{self.path}p/lay?seat={seat}&turn={turn}&card={card}&cell={cell}")
        self.confirm()

    # Looking.

    def totals(self) -> dict[str, int]:
        """The scoreboard, name -> total."""
        self.open(f"{self.path}scores")
        rows = self.page.locator(".scores tbody tr:has(.who)")
        return {
            rows.nth(at).locator(".who").inner_text(): int(
                rows.nth(at).locator(".total").inner_text().replace("−", "-")
            )
            for at in range(rows.count())
        }

    def exported(self) -> dict[str, Any]:
        answer = self.page.request.get(f"{self.server.address}{self.path}game.json")
        assert answer.ok
        document: dict[str, Any] = answer.json()
        return document

    def check_totals(self) -> dict[str, int]:
        """The page and `companion score` agree about the exported game."""
        shown = self.totals()
        scored = self.server.score(self.exported())
        assert shown == {player["name"]: player["total"] for player in scored["players"]}
        return shown

    def check_page(self) -> None:
        """No violation of accessibility, and everything fits, once nothing moves: a podium rises from nowhere."""
        self.page.evaluate("() => Promise.all(document.getAnimations().map(one => one.finished.catch(() => null)))")
        results = AXE.run(
            self.page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
        )
        violations = [f"{one['id']}: {one['nodes'][0]['html']}" for one in results.response["violations"]]
        assert not violations, (self.page.url, violations)
        self.check_fits()

    def check_fits(self) -> None:
        """Nothing wider than the screen, targets large enough, console silent."""
        width, room = self.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        assert width <= room, f"{self.page.url} scrolls sideways: {width} > {room}"
        small = self.page.evaluate(SMALL_TARGETS)
        assert not small, (self.page.url, small)
        assert not self.console, (self.page.url, self.console)


# Links inside a sentence are spared, as everywhere; everything else is at least 44 px high and 36 px wide.
SMALL_TARGETS = """
[...document.querySelectorAll('#page a, #page button, #page input:not([type=hidden]), #page select, #page summary')]
  .filter((one) => one.checkVisibility() && !one.closest('p'))
  .map((one) => [one.closest('label') || one, one])
  .filter(([box]) => box.getBoundingClientRect().height < 43.5 || box.getBoundingClientRect().width < 36)
  .map(([, one]) => one.outerHTML.slice(0, 120))
"""
