"""A game of three on three phones, from the set-up to the winner, with a copy, a swap, an undo and an edit."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.table import Phone

# Every cell touches one before it.
CELLS = ["B2", "B4", "A3", "C3", "A2", "A4", "C2", "C4", "B1", "B5", "A1", "A5", "C1", "C5"]
CARDS = [
    ["001", "004", "007", "013", "016", "019", "022", "027", "031", "034", "038", "041", "045", "048"],
    ["052", "055", "103", "061", "064", "067", "070", "073", "076", "079", "082", "085", "088", "091"],
    ["053", "056", "059", "119", "065", "068", "071", "074", "077", "080", "083", "086", "089", "092"],
]


def test_a_game_of_three_on_three_phones(new_phone: Callable[..., Phone]) -> None:
    ana, ben, cleo = new_phone(), new_phone(), new_phone("fr")
    ana.lay_table(["AI-4", "AI-7", "AI-12"], names=["Ana", "Ben", "Cleo"])
    expect(ana.page.locator(".lead")).to_contain_text("Nothing is laid yet")
    ana.open(f"{ana.path}seats")
    ana.page.locator("button[value='seat.0']").click()
    ben.join(ana.code, "seat.1")
    cleo.join(ana.code, "seat.2")
    phones = [ana, ben, cleo]

    # Turn 1: cell, three digits, confirm; the line says why and glows on the tableau.
    for seat, phone in enumerate(phones):
        phone.lay(seat, CARDS[seat][0], CELLS[0])
    expect(cleo.page.locator(".line .source").first).to_have_text("053 en B2")
    expect(ana.page.locator(".standing .chip").nth(2)).to_contain_text("Cleo")

    # Turn 2: an undo, and the card is laid again.
    for seat, phone in enumerate(phones):
        phone.lay_typed(seat, 2, CARDS[seat][1], CELLS[1])
    ben.open(f"{ben.path}history")
    ben.page.locator(".history summary").first.click()  # Cleo has laid since: that stays
    expect(ben.page.locator(".history details[open]")).to_contain_text("Everything entered after it is kept")
    ben.tap(re.compile("^Take back only this"), "button", exact=False)
    expect(ben.page.locator(".history li").first).to_contain_text("card taken back")
    ben.open(f"{ben.path}p/turns")
    expect(ben.page.locator(".turns tbody tr").nth(1)).not_to_contain_text(CARDS[1][1])
    ben.lay_typed(1, 2, CARDS[1][1], CELLS[1])

    # Turn 3: a copying card waits, says for whom, and scores by itself when the last neighbour has laid.
    ben.start_laying(1)
    ben.type("103")
    ben.touch(CELLS[2])
    expect(ben.page.locator(".question h2")).to_have_text("Which card does it copy?")
    ben.confirm()
    expect(ben.page.locator(".notice")).to_have_text("103 on A3: waits for Ana and Cleo")
    ana.lay_typed(0, 3, CARDS[0][2], CELLS[2])
    expect(ben.page.locator(".notice")).to_have_text("103 on A3: waits for Cleo")
    cleo.lay_typed(2, 3, CARDS[2][2], CELLS[2])
    expect(ben.page.locator(".line .source").first).to_have_text("103 on A3")
    ana.check_totals()

    # Turn 4: a swap, picked on the tableau.
    cleo.start_laying(2)
    cleo.type("119")
    cleo.touch("C3")
    cleo.page.locator(".option", has_text="Choisir deux cases").click()
    cleo.touch("B2")
    expect(cleo.page.locator(".prompt")).to_contain_text("Où va B2")
    cleo.touch("A4")
    expect(cleo.page.locator(".option[aria-current]")).to_have_text("B2 ↔ A4")
    cleo.confirm()
    expect(cleo.page.locator(".at-A4 [role=img]").first).to_have_attribute(
        "aria-label", "A4\N{NO-BREAK SPACE}: carte 053, " + _face("053")
    )
    for seat in (0, 1):
        phones[seat].lay_typed(seat, 4, CARDS[seat][3], CELLS[3])
    ana.check_totals()

    # An edit of turn 1 makes turn 2 and everything after it count again.
    before = ana.totals()
    ana.start_laying(0, 1)
    expect(ana.page.locator(".typed")).to_have_text("001")
    ana.touch("C3")
    expect(ana.page.locator(".at-C3.chosen")).to_be_visible()
    ana.confirm()
    expect(ana.page.locator(".notice.bad")).to_contain_text("Turn 4, Ana: Cell C3 is taken.")
    ana.page.locator(".notice.bad a").first.click()
    expect(ana.page.locator("h1")).to_contain_text("turn 4 of 14")
    ana.touch("B2")
    expect(ana.page.locator(".at-B2.chosen")).to_be_visible()
    ana.confirm()
    expect(ana.page.locator(".notice.bad")).to_have_count(0)
    assert ana.check_totals().keys() == before.keys()

    # The rest of the game; everybody sees the end of the round and the end of the game.
    free = {0: [*CELLS[4:]], 1: [*CELLS[4:]], 2: ["B2", *CELLS[4:5], *CELLS[6:]]}
    for turn in range(5, 15):
        for seat, phone in enumerate(phones):
            phone.lay_typed(seat, turn, CARDS[seat][turn - 1], free[seat][turn - 5])
        if turn == 7:
            ana.check_totals()
            expect(ana.page.locator(".scores tbody tr").first.locator("td").nth(1)).not_to_have_text("–")
    totals = ana.check_totals()
    best = max(totals.values())
    expect(ana.page.locator(".headline.over")).to_contain_text(f"{best} points")
    assert {name for name, total in totals.items() if total == best} <= set(
        ana.page.locator("tr.leads .who").all_inner_texts()
    )
    assert ben.totals() == cleo.totals() == totals
    for phone in phones:
        assert not phone.console


def _face(card: str) -> str:
    from companion.games.ai100.deck import demo_deck
    from companion.games.ai100.pages.words import face_words

    return face_words(demo_deck().faces[card], "fr")
