"""Which look of the phase's mark is phase 1: told by a numeral or by one and two of the same sign, or not at all."""

import cv2
import numpy as np

from companion.games.ai100.reader.printed import Pips, Window
from companion.games.ai100.reader.teaching.phase_names import name_looks
from companion.games.ai100.reader.teaching.phases import Phases
from companion.vision.flat import HEIGHT, WIDTH

_PIPS = Pips(Window(0.5, 0.1, 0.2, 0.08), (0.0,), (1.0,))
_LOOKS = np.arange(24) % 2  # every other card shows the second look


def _phases() -> Phases:
    return Phases(_PIPS, np.eye(2)[_LOOKS])


def _cards(*looks: tuple[tuple[int, int], ...]) -> np.ndarray:
    """Cards with discs in the middle of their top: for each look how far aside each is, and how large."""
    cards = np.full((len(_LOOKS), HEIGHT, WIDTH, 3), 240, np.uint8)
    for card, look in zip(cards, _LOOKS, strict=True):
        for aside, radius in looks[look]:
            cv2.circle(card, (WIDTH // 2 + aside, HEIGHT // 10), radius, (30, 30, 30), -1)
    return cards


def test_one_dot_is_phase_1_where_the_other_cards_have_two():
    named = name_looks(_cards(((0, 9),), ((-16, 9), (16, 9))), _phases())
    assert named is not None
    assert named.chances[:, 0].tolist() == (1 - _LOOKS).tolist()


def test_two_dots_on_the_first_look_turn_the_looks_round():
    named = name_looks(_cards(((-16, 9), (16, 9)), ((0, 9),)), _phases())
    assert named is not None
    assert named.chances[:, 0].tolist() == _LOOKS.tolist()
    assert (named.pips.one, named.pips.two) == (_PIPS.two, _PIPS.one)


def test_a_large_disc_beside_two_small_ones_is_another_sign_and_says_nothing():
    """A stop on a line of time: large where the card is, small where it is not; a person is asked."""
    assert name_looks(_cards(((0, 18),), ((-16, 8), (16, 8))), _phases()) is None
