"""How the digits of the four corners are turned: in one manner together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.games.ai100.cards import EVOLUTION_IDS
from companion.games.ai100.reader.printed import Spot
from companion.games.ai100.reader.teaching.digit_places import Digits, _manner_of, find_corner
from editions import EDITIONS
from tests.games.ai100.reader.flat_cards import flat_cards

_CORNER = Spot(0.06, 0.05, 0.04)


class _Clear(Digits):
    """Digits that are read the more clearly the larger the share given for a corner and a turn is."""

    def __init__(self, clear: dict[tuple[bool, bool, float], float]) -> None:
        super().__init__(np.zeros((30, 2, 2, 3), np.uint8))
        self._clear = clear

    def at(self, rows: Sequence[int], places: Sequence[Sequence[Spot]]) -> list[NDArray[np.float64]]:
        return [np.concatenate([self._read(rows, spot) for spot in spots]) for spots in places]

    def _read(self, rows: Sequence[int], spot: Spot) -> NDArray[np.float64]:
        share = self._clear[spot.x < 0.5, spot.y < 0.5, spot.turn]
        chances = np.full((len(rows), 6), (1 - share) / 5)
        chances[np.arange(len(rows)), np.arange(len(rows)) % 5] = share
        return np.log(chances)


def _clear(upright: float, on_head: float) -> dict[tuple[bool, bool, float], float]:
    corners = [(left, upper) for left in (True, False) for upper in (True, False)]
    return {(*corner, turn): share for corner in corners for turn, share in ((0.0, upright), (180.0, on_head))}


def test_one_corner_alone_does_not_stand_upright_where_the_others_stand_on_their_heads() -> None:
    clear = _clear(upright=0.5, on_head=0.9)
    clear[True, True, 0.0] = 0.97
    assert _manner_of(_Clear(clear), _CORNER, (180.0, 180.0, 180.0, 180.0)) == (180.0, 180.0, 180.0, 180.0)


@pytest.mark.parametrize("turns", [(0.0, 0.0, 0.0, 0.0), (0.0, 180.0, 180.0, 0.0)])
def test_two_lower_digits_that_read_better_upside_down_stand_on_their_heads(turns: tuple[float, ...]) -> None:
    clear = _clear(upright=0.9, on_head=0.5)
    for left in (True, False):
        clear[left, False, 0.0], clear[left, False, 180.0] = 0.5, 0.9
    first, second, third, fourth = turns
    assert _manner_of(_Clear(clear), _CORNER, (first, second, third, fourth)) == (0.0, 0.0, 180.0, 180.0)


def test_digits_farther_from_one_edge_than_from_the_other_are_found():
    """In `mikro` they lie on their sides, four millimetres from the left and right edges and twelve from the others."""
    corner, turns = find_corner(flat_cards(EDITIONS["mikro"], EVOLUTION_IDS[::6]))
    assert corner.x * 63 == pytest.approx(4, abs=0.8)
    assert corner.y * 88 == pytest.approx(12, abs=0.8)
    assert turns == (90.0, 270.0, 270.0, 90.0)
