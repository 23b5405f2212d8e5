"""The phase of cards whose other fields are known: told apart from what these print in the same place."""

import numpy as np

from companion.games.ai100.deck import demo_deck
from companion.games.ai100.reader.evidence import print_of
from companion.games.ai100.reader.printed import Pips, Window
from companion.games.ai100.reader.teaching.phases import Changes, PhaseMark, UnexplainedInk, find_phase


def test_a_colour_that_has_nearly_one_phase_alone_does_not_pass_for_it():
    """All yellow cards but one are of phase 2: what they share is still the phase and not their colour."""
    chance = np.random.default_rng(3)
    colour = np.repeat(np.arange(6), 12)
    second = np.tile([False, True], 36)
    second[24:36] = True
    second[[*range(5), 29]] = False
    ink = chance.normal(0.3, 0.03, (72, 176, 126)).astype(np.float32)
    ink[:, 20:30, 60:63] += 0.3  # one stroke on every card, another beside it on those of phase 2
    ink[:, 20:30, 66:69] += 0.3 * second[:, None, None]
    ink[:, 20:30, 60:69] += chance.normal(0, 0.05, (72, 1, 9))
    found = find_phase(ink, colour[:, None].tolist(), np.arange(72) % 9, print_of(demo_deck()))
    assert found is not None
    assert (found.chances[:, 1] > 0.5).tolist() == second.tolist()
    assert found.chances.max(axis=1).min() > 0.9


def test_a_sign_that_is_part_of_much_else_is_no_rival_of_a_frame_of_another_shape():
    """The frame changes nothing but itself, the other split a ground that varies from card to card all the same."""
    chance = np.random.default_rng(4)
    second, light = chance.permutation(np.arange(120) % 2) > 0, chance.permutation(np.arange(120) % 2) > 0
    cards = chance.normal(0, 0.3, (120, 176, 126)).astype(np.float32)
    cards[second, 40:44, 20:100] += 2
    cards[light, 150:160, 40:60] += 1.2
    cards[light, 80:170] += 0.2
    varies = UnexplainedInk(cards, cards.var(axis=0))
    frame = Changes.of(varies, PhaseMark(Pips(Window(0.48, 0.24, 0.2, 0.06), (), ()), second, 1.0))
    ground = Changes.of(varies, PhaseMark(Pips(Window(0.4, 0.88, 0.16, 0.06), (), ()), light, 1.0))
    assert frame.wholly > 0.95
    assert ground.wholly < 0.8


def test_pictures_of_two_kinds_do_not_hide_the_mark_of_the_phase():
    """They differ more clearly than the mark does, but all over the cards."""
    chance = np.random.default_rng(8)
    second, other = chance.permutation(np.arange(120) % 2) > 0, chance.permutation(np.arange(120) % 2) > 0
    ink = chance.normal(0.3, 0.03, (120, 176, 126)).astype(np.float32)
    ink[:, 120:126, 60:72] += 0.25 * second[:, None, None] + chance.normal(0, 0.14, (120, 6, 12))
    ink[:, 40:54, 26:40] += 0.4 * other[:, None, None]
    for x, y in zip(chance.integers(48, 100, 90), chance.integers(30, 110, 90), strict=True):
        ink[:, y : y + 5, x : x + 5] += (0.15 * other + chance.normal(0, 0.15, 120))[:, None, None]
    found = find_phase(ink, [[0]] * 120, np.arange(120) % 9, print_of(demo_deck()))
    assert found is not None
    assert (found.chances[:, 1] > 0.5).tolist() == second.tolist()
