"""Photos of boards: generated ones whose truth is known; `bench/boards.py` measures many."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bench.boards import judge, photograph
from companion.core.errors import Unreadable
from companion.games.boussanga.board import CELLS
from companion.games.boussanga.reader import BoardNotFound, read_board_photo


@pytest.mark.parametrize(("level", "seed"), [("easy", 0), ("easy", 2), ("medium", 9), ("hard", 6), ("hard", 8)])
def test_tokens_are_read_where_they_lie(level: str, seed: int) -> None:
    shot = photograph(level, seed)
    reading = read_board_photo(shot.jpeg)
    assert judge(shot, reading) == []
    assert set(reading.sure) == set(CELLS)
    side = float(np.linalg.norm(shot.corners[1] - shot.corners[0]))
    assert np.abs(np.array(reading.corners) - shot.corners).max() < side / 40


def test_other_colours_are_read_if_they_are_named() -> None:
    colours = ("white", "violet", "orange", "blue")
    shot = photograph("easy", 4, colours)
    assert judge(shot, read_board_photo(shot.jpeg, colours=colours)) == []


def test_corners_given_by_hand_stand_for_those_that_were_not_found() -> None:
    shot = photograph("easy", 5)
    by_hand = [(float(x) + 3, float(y) - 3) for x, y in shot.corners]
    assert judge(shot, read_board_photo(shot.jpeg, corners=by_hand)) == []
    with pytest.raises(BoardNotFound, match="four corners make no board"):
        read_board_photo(shot.jpeg, corners=[by_hand[at] for at in (0, 2, 1, 3)])


def test_a_bare_table_is_no_board() -> None:
    grain = np.random.default_rng(1).integers(0, 12, (600, 800, 3), dtype=np.uint8)
    photo = np.full((600, 800, 3), (90, 120, 150), np.uint8) + grain
    with pytest.raises(BoardNotFound, match="mark the four corners"):
        read_board_photo(cv2.imencode(".jpg", photo)[1].tobytes())
    with pytest.raises(Unreadable):
        read_board_photo(b"a board")


@pytest.mark.parametrize("material", ["acrylic", "wood"])
def test_tokens_of_acrylic_and_wood_are_read_under_several_lamps(material: str) -> None:
    shot = photograph("medium", 103, material=material)
    assert judge(shot, read_board_photo(shot.jpeg)) == []


def test_a_row_of_chips_in_the_table_is_no_row_of_the_board() -> None:
    shot = photograph("hard", 124, material="acrylic")
    assert judge(shot, read_board_photo(shot.jpeg)) == []


def test_a_token_under_a_mirrored_lamp_is_never_misread_unasked() -> None:
    shot = photograph("hard", 112, material="acrylic")
    assert [one for one in judge(shot, read_board_photo(shot.jpeg)) if one.endswith("!")] == []
