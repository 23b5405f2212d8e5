"""The boxes of yacht as a rulebook tells them."""

from __future__ import annotations

import pytest

from companion.core.errors import Unreadable
from companion.core.sheet import Reason
from companion.games.yacht.rules import GAME, line, sheet_of, worth

USUAL = {"four": "four_dice"}


@pytest.mark.parametrize(
    ("box", "dice", "points"),
    [
        ("ones", (1, 1, 4, 5, 6), 2),
        ("sixes", (6, 6, 6, 2, 1), 18),
        ("full_house", (3, 3, 3, 5, 5), 19),
        ("four", (2, 2, 2, 2, 6), 8),
        ("little", (5, 4, 3, 2, 1), 30),
        ("big", (2, 3, 4, 5, 6), 30),
        ("choice", (6, 6, 5, 5, 1), 23),
        ("yacht", (4, 4, 4, 4, 4), 50),
    ],
)
def test_dice_that_fit_a_box_bring_its_points(box: str, dice: tuple[int, ...], points: int) -> None:
    assert worth(box, dice, USUAL) == points


@pytest.mark.parametrize(
    ("box", "dice"),
    [
        ("fives", (1, 2, 3, 4, 6)),
        ("full_house", (3, 3, 3, 3, 3)),
        ("four", (2, 2, 2, 6, 6)),
        ("little", (2, 3, 4, 5, 6)),
        ("big", (1, 2, 3, 4, 5)),
        ("yacht", (4, 4, 4, 4, 5)),
    ],
)
def test_dice_that_do_not_fit_bring_nothing_and_the_line_says_so(box: str, dice: tuple[int, ...]) -> None:
    scored = line(box, dice, USUAL)
    thrown = " ".join(map(str, dice))
    assert (scored.points, scored.notes) == (0, (Reason("box.nothing", (Reason(f"box.{box}"), thrown, 0)),))


def test_where_the_table_says_so_all_five_dice_of_four_of_a_kind_count() -> None:
    assert worth("four", (2, 2, 2, 2, 6), {"four": "all_dice"}) == 14


def test_a_sheet_is_summed_by_numbers_and_figures() -> None:
    sheet = sheet_of("Ana", {"sixes": (6, 6, 6, 2, 1), "ones": (1, 3, 3, 4, 6), "yacht": (4, 4, 4, 4, 4)}, USUAL)
    assert (sheet.points("numbers"), sheet.points("figures"), sheet.total) == (19, 50, 69)


def test_a_die_with_seven_pips_is_named_with_its_box() -> None:
    ana = {"name": "Ana", "boxes": {"choice": [1, 2, 3, 4, 7]}}
    with pytest.raises(Unreadable, match=r"player Ana, choice: .*7"):
        GAME.score({**GAME.example(), "players": [ana]})
