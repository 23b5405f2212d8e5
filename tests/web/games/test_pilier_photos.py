"""Pilier by photo: the first cards, the card of a turn, cards that were taken, and the count; cards taught."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask

from companion.games.pilier.cards import Card
from companion.games.pilier.pages import TABLE
from companion.games.pilier.pages.photo import PRINT
from companion.games.pilier.reader import read_print
from companion.games.pilier.square import Cell, Square
from editions.squares import drawn_print
from tests.web.conftest import Phone, words
from tests.web.games.actions import enter, lay_table, said, send
from tests.web.games.squares import BOX, keep_print, shoot
from tests.web.photographs import bare_table

FIRST = dict(zip(("2,1", "2,2", "2,3", "2,4", "3,2"), BOX[:5], strict=True))
LYING = Square({Cell(*map(int, cell.split(","))): card for cell, card in FIRST.items()})
# A card of the box that may lie at the left end of the row, whatever the lot has made of the first ones.
NEW = next(card for card in BOX[5:] if card not in FIRST.values() and LYING.can_lay(card, Cell(2, 0)))


def traits(card: Card) -> dict[str, str]:
    return {"colour": card.colour, "value": str(card.value), "symbol": card.symbol}


def in_words(card: Card) -> str:
    return f"{card.colour} {card.value}, {'no symbol' if card.symbol == 'none' else card.symbol}"


@pytest.fixture
def table(app: Flask, phone: Phone) -> Phone:
    """Ana and Ben with the first cards laid, playing with cards that the server knows."""
    keep_print(app.extensions["house"].store)
    lay_table(phone, "pilier", ("Ana", "Ben"))
    for cell, card in FIRST.items():
        enter(phone, "first", cell=cell, **traits(card))
    return phone


def followed(phone: Phone, photo: bytes, name: str = "square", **fields: object) -> str:
    answer = send(phone, name, photo, **fields)
    assert answer.status_code == 303, words(answer)
    return unescape(words(phone.get(answer.headers["Location"])))


def refusal(phone: Phone, photo: bytes, name: str = "square", **fields: object) -> str:
    answer = send(phone, name, photo, **fields)
    assert answer.status_code == 422
    return unescape(words(answer))


@pytest.mark.parametrize(("quarter", "heads"), [(0, False), (2, True)])
def test_the_card_laid_is_the_difference_to_the_known_square(
    app: Flask, table: Phone, quarter: int, heads: bool
) -> None:
    answer = send(table, "square", shoot({**FIRST, "2,0": NEW}, quarter=quarter, heads=heads))
    assert answer.status_code == 303, words(answer)
    page = table.get(answer.headers["Location"])
    assert f"New on the photo: {in_words(NEW)}." in unescape(words(page))
    assert "turn/1" not in table.entries(app)
    fields = dict(
        re.findall(r'name="(cell|colour|value|symbol|seat|turn)" value="([^"]+)"', page.get_data(as_text=True))
    )
    assert fields == {"cell": "2,0", "seat": "0", "turn": "1", **traits(NEW)}
    enter(table, "lay", **fields)
    assert table.entries(app)["turn/1"]["card"] == str(NEW)


def test_a_card_that_may_not_lie_there_is_read_all_the_same_and_the_page_says_why(table: Phone) -> None:
    wrong = next(card for card in BOX[5:] if card not in FIRST.values() and not LYING.can_lay(card, Cell(2, 0)))
    said_there = followed(table, shoot({**FIRST, "2,0": wrong}))
    assert f"New on the photo: {in_words(wrong)}." in said_there
    assert "Not there: Nothing in common with the card to the right" in said_there
    assert f"Lay {in_words(wrong)}" not in said_there


def test_where_nothing_is_new_or_nothing_can_be_seen_the_page_says_so(table: Phone) -> None:
    assert "The photo shows no card that is not on the square already." in refusal(table, shoot(FIRST))
    assert "No cards found." in refusal(table, bare_table())
    strange = dict(zip(("0,0", "0,1", "1,0", "1,1"), BOX[20:24], strict=True))
    assert "The photo cannot be matched with the square" in refusal(table, shoot(strange))


def test_the_first_cards_are_put_down_from_one_photo(app: Flask, phone: Phone) -> None:
    keep_print(app.extensions["house"].store)
    lay_table(phone, "pilier", ("Ana", "Ben"))
    answer = send(phone, "square", shoot(FIRST))
    assert "Put down these 5 cards" in words(phone.get(answer.headers["Location"]))
    mark = answer.headers["Location"].split("photo=")[1]
    assert "Turn 1 · Ana" in enter(phone, "first-photo", photo=mark)
    entered = {key: card for key, card in phone.entries(app).items() if key.startswith("first/")}
    assert sorted(entered.values()) == sorted(map(str, FIRST.values()))
    assert "There are 5 first cards; the photo shows 4." not in words(phone.get())


def test_cards_taken_are_counted_from_one_photo(app: Flask, table: Phone) -> None:
    taken = BOX[30:36]
    cells = ("0,0", "0,1", "0,2", "1,0", "1,1", "1,2")
    page = followed(table, shoot(dict(zip(cells, taken, strict=True))), "taken", seat=0)
    assert "Cards on the photo: 6; counted for certain: 6." in page
    for colour in {card.colour for card in taken}:
        values = [card.value for card in taken if card.colour == colour]
        assert any(" + ".join(map(str, order)) in page for order in (values, values[::-1], sorted(values))), colour


def test_a_box_that_knows_too_few_cards_is_taught_first(app: Flask, phone: Phone) -> None:
    lay_table(phone, "pilier", ("Ana", "Ben"))
    assert "photo/square" not in phone.get().get_data(as_text=True)
    refused = refusal(phone, shoot(FIRST))
    assert "Photos are read once 20 cards of the box are known; 0 are." in refused

    cells = [f"{row},{column}" for row in range(4) for column in range(6)]
    answer = send(phone, "teaching", shoot(dict(zip(cells, BOX[:24], strict=True))))
    page = phone.get(answer.headers["Location"])
    assert "Cards found: 24." in words(page)
    mark = re.search(r'name="kept" value="(\w+)"', page.get_data(as_text=True))
    assert mark
    names = {f"{trait}{at}": word for at, card in enumerate(BOX[:24]) for trait, word in traits(card).items()}
    half = phone.post("photo/teach", kept=mark[1], turn=0, as_of=999, colour0="red")
    assert half.status_code == 422
    assert "Colour, value and symbol, or none of them." in words(half)
    done = phone.post("photo/teach", kept=mark[1], turn=0, as_of=999, **names)
    assert done.status_code == 303
    different = len(set(BOX[:24]))
    assert f"Cards known by picture: {different} of 90." in said(phone, done.headers["Location"].split("/", 3)[3])
    box = app.extensions["house"].store.box("pilier", phone.entries(app)["box"])[1]
    assert [row[0] for row in box[PRINT]["cards"]] == [str(card) for card in BOX[:24]]
    assert "photo/square" in phone.get().get_data(as_text=True)


def test_in_a_scoring_phase_the_photo_says_which_cards_are_gone(app: Flask, table: Phone) -> None:
    # A fifth card in the row with two traits of its neighbour starts a phase; it is entered by hand.
    end = FIRST["2,4"]
    fifth = Card(end.colour, end.value, "star" if end.symbol != "star" else "ring")
    enter(table, "lay", seat=0, turn=1, cell="2,5", **traits(fifth))
    assert "Scoring phase" in said(table, "")
    row = [cell for cell in FIRST if cell.startswith("2,")]
    # The one laid last is not in the box of this print, so it is among those taken.
    left = {cell: card for cell, card in FIRST.items() if cell != row[0]}
    page = followed(table, shoot(left, margin=0.3))
    assert "Gone from the line. Which one did Ana take?" in page
    assert in_words(FIRST[row[0]]) in page
    assert in_words(fifth) in page
    assert "The photo shows all cards of the line still there." not in page


@pytest.mark.parametrize(
    "printed",
    [[], {}, {"cards": [["red 20 cube", "p"]], "weights": []}, {"cards": [["pink 20 cube", "p", ""]], "weights": []},
     {"cards": [], "weights": [[float("nan")]]}, {"cards": [], "weights": [[10**400]]}, {"cards": [], "weights": "x"}],
)  # fmt: skip
def test_a_print_that_cannot_be_read_is_said_and_left_out(printed: object) -> None:
    assert TABLE.damage({PRINT: printed}) == {
        PRINT: "@print: expected pictures of named cards, and the weights of their blocks"
    }


def test_a_damaged_picture_is_left_out_and_the_others_still_tell_cards() -> None:
    kept = drawn_print("teeth", 40).to_json()
    kept["cards"][0][2] = "no picture"
    assert TABLE.damage({PRINT: kept}) == {}
    read = read_print({**kept, "weights": []})
    assert len(read.named) == len(kept["cards"]) - 1
    assert read.weighs
