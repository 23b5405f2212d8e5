"""A game of yacht, entered by phones at their seats."""

from __future__ import annotations

import pytest

from companion.core.table import Entries, NoSuchPage
from companion.games.yacht.pages import TABLE

LAID: Entries = {"setup": {"players": [{"name": "Ana"}, {"name": "Ben"}], "rulings": {}}}
ONE_EACH: Entries = {**LAID, "box/0/sixes": [6, 6, 6, 2, 1], "box/1/little": [1, 2, 3, 4, 5]}


def test_a_phone_fills_a_box_of_its_own_sheet() -> None:
    change = TABLE.act(TABLE.view(LAID, seat=1), "fill", {"box": "choice", "dice": "66551"})
    assert change.entries == {"box/1/choice": [6, 6, 5, 5, 1]}


def test_a_phone_that_keeps_score_for_everybody_goes_on_to_whoever_throws_next() -> None:
    change = TABLE.act(TABLE.view(LAID, everybody=True), "fill", {"seat": "0", "box": "choice", "dice": "66551"})
    assert change.then.args == {"seat": "1"}


@pytest.mark.parametrize("dice", ["6655", "66557", "66550"])
def test_a_box_takes_five_dice_with_one_to_six_pips(dice: str) -> None:
    with pytest.raises(NoSuchPage):
        TABLE.act(TABLE.view(LAID, seat=0), "fill", {"box": "choice", "dice": dice})


def test_who_has_filled_fewer_boxes_throws_next() -> None:
    assert TABLE.state(ONE_EACH, {}).waiting == [0, 1]
    assert TABLE.state({**ONE_EACH, "box/0/ones": [1, 3, 3, 4, 6]}, {}).waiting == [1]


def test_the_scoreboard_has_a_column_for_numbers_and_one_for_figures() -> None:
    board = TABLE.scoreboard(TABLE.view(ONE_EACH, everybody=True))
    assert [[part.value for part in row.points] for row in board.rows] == [[18, 0], [0, 30]]
    assert [row.name for row in board.rows if row.leads] == ["Ben"]


def test_a_box_is_emptied_again() -> None:
    change = TABLE.act(TABLE.view(ONE_EACH, seat=0), "erase", {"box": "sixes"})
    assert change.entries == {"box/0/sixes": None}
