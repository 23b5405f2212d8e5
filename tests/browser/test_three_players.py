"""A game of three on three phones, from the set-up to the winner."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.table import Phone

# The demo deck's cards, laid so that every cell touches one before it. Seat 1 copies with 103 in turn 3; seat 2
# swaps with 119 in turn 4.
CELLS = ["B2", "B4", "A3", "C3", "A2", "A4", "C2", "C4", "B1", "B5", "A1", "A5", "C1", "C5"]
CARDS = [
    ["001", "004", "007", "013", "016", "019", "022", "027", "031", "034", "038", "041", "045", "048"],
    ["052", "055", "103", "061", "064", "067", "070", "073", "076", "079", "082", "085", "088", "091"],
    ["053", "056", "059", "119", "065", "068", "071", "074", "077", "080", "083", "086", "089", "092"],
]


def test_a_game_of_three_on_three_phones(new_phone: Callable[..., Phone]) -> None:
    host, ben, cleo = new_phone(), new_phone(), new_phone("fr")
    host.lay_table(["AI-4", "AI-7", "AI-12"], names=["Ana", "Ben", "Cleo"])
    expect(host.page.locator(".lead")).to_contain_text("Nothing is laid yet")
    host.check_page()
    ben.join(host.code, "seat.1")
    cleo.join(host.code, "seat.2")
    phones = [host, ben, cleo]
    for turn in range(1, 15):
        for seat, phone in enumerate(phones):
            answers = ()
            if CARDS[seat][turn - 1] == "119":
                answers = ("Pas de permutation",)
            phone.lay(seat, CARDS[seat][turn - 1], CELLS[turn - 1], *answers)
            if turn == 3 and seat == 1:
                # A copying card waits for the neighbours who have not laid yet, and says for whom.
                expect(phone.page.locator(".notice")).to_contain_text("waits for Cleo")
        if turn == 3:
            expect(ben.page.locator(".line .source")).to_contain_text("103", timeout=5000)
        if turn in (1, 7):
            host.check_totals()
    totals = host.check_totals()
    expect(host.page.locator(".headline.over")).to_contain_text(str(max(totals.values())))
    host.check_page()
