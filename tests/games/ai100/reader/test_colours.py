"""Colours of a whole photo judged together: a coloured lamp, shadows and glare must not rename a card."""

from dataclasses import replace

import numpy as np
import pytest

from companion.games.ai100.cards import COLOURS
from companion.games.ai100.reader.colours import Samples, ink_of, judge_colours
from companion.games.ai100.reader.evidence import print_of
from companion.games.ai100.reader.fields import read_colours
from tests.vision.shots import DECK, shot, true_cards

PRINT = print_of(DECK)


def samples_under(lamp, gains, cards=15, veil=0.0, seed=1):
    """Five samples of each card under a lamp, each card in its own light, and which colours they are."""
    chance = np.random.default_rng(seed)
    colours = chance.integers(0, 6, (cards, 5))
    light = np.array(lamp) * np.asarray(gains)[:, None]
    seen = PRINT.palette[colours] * light[:, None] * (1 - veil) + veil + chance.normal(0, 0.012, (cards, 5, 3))
    bright, dark = light * (1 - veil) + veil, light * 0.1 + veil
    inks = np.repeat(np.stack([bright, dark], axis=1), 5, axis=0)
    card = np.repeat(np.arange(cards), 5)
    samples = Samples(seen.reshape(-1, 3), inks, card, np.ones(cards * 5), np.ones(cards * 5, bool))
    return samples, bright, colours.reshape(-1)


@pytest.mark.parametrize(
    ("name", "lamp"),
    [("daylight", (1, 1, 1)), ("lamp", (0.7, 0.9, 1.05)), ("candle", (0.42, 0.75, 1.0)), ("shade", (1.1, 0.95, 0.8))],
)
@pytest.mark.parametrize("veil", [0.0, 0.06])
def test_every_sample_is_named_under_any_lamp(name, lamp, veil):
    gains = np.linspace(0.45, 1.0, 15)
    samples, white, colours = samples_under(lamp, gains, veil=veil)
    judged = judge_colours(samples, PRINT.palette, white)
    assert (judged.logs.argmax(axis=1) == colours).mean() >= 74 / 75
    assert np.allclose(np.exp(judged.logs).sum(axis=1), 1)


def test_what_is_no_colour_of_the_print_is_not_named_with_confidence():
    samples, white, _ = samples_under((1, 1, 1), np.ones(15))
    strange = samples.seen.copy()
    strange[7] = (0.95, 0.1, 0.98)  # a magenta that no card has
    judged = judge_colours(replace(samples, seen=strange), PRINT.palette, white)
    assert judged.logs[7].max() < np.log(0.5)


@pytest.mark.parametrize("change", ["shadow", "glare"])
def test_a_corner_in_other_light_than_its_card_is_known_by_its_ink(change):
    samples, white, _ = samples_under((0.9, 0.95, 1.0), np.ones(15))
    seen, inks = samples.seen.copy(), samples.inks.copy()
    for colour in ("violet", "black", "red"):
        shade = PRINT.palette[COLOURS.index(colour)] * (0.9, 0.95, 1.0)
        light, lift = (0.42, 0.0) if change == "shadow" else (1.0, 0.25)
        seen[11] = shade * light + lift
        inks[11] = np.array([[0.9, 0.95, 1.0], [0.09, 0.1, 0.1]]) * light + lift
        judged = judge_colours(replace(samples, seen=seen, inks=inks), PRINT.palette, white)
        assert COLOURS[judged.logs[11].argmax()] == colour


def test_yellow_takes_dark_ink_and_the_others_white():
    assert [COLOURS[at] for at in np.flatnonzero(ink_of(PRINT.palette))] == ["yellow"]


@pytest.mark.parametrize(("level", "seed"), [("easy", 101), ("medium", 102), ("medium", 103)])
def test_grounds_and_corners_of_a_photo(level, seed):
    photo = shot(level, seed, standee=False, glare=0)
    painted = read_colours(true_cards(photo), PRINT)
    faces = [DECK.faces[card] for card in photo.truth.cells.values()]
    assert [COLOURS[at] for at in painted.ground.argmax(axis=1)] == [face.colour for face in faces]
    read = [[COLOURS[at] for at in row] for row in painted.corners.argmax(axis=2)]
    assert read == [[connector.colour for connector in face.connectors] for face in faces]
