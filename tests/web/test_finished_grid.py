"""The neutral grid of two players, a neighbour of both, in a finished game."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from companion.games.ai100.deck import demo_deck
from tests.web.conftest import Phone, words
from tests.web.tableaux import GAME, GRID, TABLEAUX, Finished


@pytest.fixture
def table(app: Flask) -> Finished:
    return Finished(app)


def with_black_card(table: Finished) -> str:
    """Enter both tableaux, in Ana's a black card that counts at a neighbour; return that card."""
    faces = demo_deck().faces
    cell, black = next(
        (cell, black)
        for cell, card in TABLEAUX["Ana"].items()
        for black in ("107", "108", "109", "110")
        if faces[black].phase == faces[card].phase
    )
    assert table.do("tableau", seat=0, **{**TABLEAUX["Ana"], cell: black}).status_code == 303
    table.enter("Ben")
    return black


def test_the_grid_of_two_players_is_entered_beside_the_tableaux(table: Finished) -> None:
    assert "Grid 0 of 12" in words(table.get("?seat=0"))
    assert table.do("tableau", grid=1, **GRID).status_code == 303
    page = words(table.get("?seat=2"))
    assert "Grid entered" in page
    assert "Which score" not in page
    table.enter()
    assert json.loads(table.get("game.json").data)["grid"] == GRID


def test_a_grid_that_is_not_entered_leaves_the_range_wide(table: Finished) -> None:
    black = with_black_card(table)
    assert f"{black} may have looked at the neutral grid." in words(table.get("?seat=0"))
    assert json.loads(table.get("game.json").data)["grid"] == "unknown"
    wide = table.score()["players"][0]
    assert wide["exact"] is False
    table.do("tableau", grid=1, **GRID)
    narrow = table.score()["players"][0]
    assert narrow["total"]["max"] < wide["total"]["max"]
    assert "may have looked at the neutral grid" not in words(table.get("?seat=0"))


def test_a_card_of_the_grid_lies_in_no_tableau(table: Finished) -> None:
    table.do("tableau", grid=1, **GRID)
    answer = table.do("tableau", seat=0, **{**TABLEAUX["Ana"], "C5": GRID["A1"]})
    assert f"Card {GRID['A1']} lies in the neutral grid." in words(answer)
    table.enter("Ana")
    card = TABLEAUX["Ana"]["A1"]
    assert f"Card {card} lies in the tableau of Ana." in words(table.do("tableau", grid=1, **{**GRID, "B2": card}))


def test_whoever_sits_at_the_table_enters_the_grid(table: Finished, app: Flask) -> None:
    other = Phone(app)
    other.join(table.code, "seat.1")
    assert "Enter by hand" in words(other.get("?seat=2"))
    assert other.post("do/tableau", grid=1, **GRID).status_code == 303
    assert "Grid: card" in words(table.get("history"))
    watcher = Phone(app)
    watcher.join(table.code, "watch")
    assert "Enter by hand" not in words(watcher.get("?seat=2"))
    assert watcher.post("do/tableau", grid=1, **GRID).status_code == 403


def test_one_or_three_players_have_no_grid(app: Flask) -> None:
    table = Finished(app, [*GAME["players"], {"name": "Cleo", "ai": "AI-9"}])
    assert "Grid" not in words(table.get("?seat=0"))
    assert table.get("?seat=3").status_code == 404


def test_a_grid_has_no_claim_no_order_and_no_memories(table: Finished) -> None:
    assert table.do("claim", seat=2, typed=50).status_code == 404
    for page in ("memory", "order", "line", "final"):
        assert table.get(f"p/{page}?seat=2").status_code == 404, page
