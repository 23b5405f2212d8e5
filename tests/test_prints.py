"""Printed decks: the demo print, and prints that nothing was tuned for."""

import io

import numpy as np
import pytest
from PIL import Image

from companion.games.ai100.cards import CARD_IDS, COLOURS
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.draw import DEMO, HEIGHT, HELP_IDS, WIDTH, contrast, ink_on
from companion.samples.prints import card_image, deck_pngs
from tests.vision.styles import SIGNS, print_layout, styles

DECK = demo_deck()
STYLES = styles()


def bgr(shade):
    return [int(shade[at : at + 2], 16) for at in (5, 3, 1)]


def test_there_are_prints_besides_the_demo():
    assert STYLES["demo"] is DEMO
    assert len(STYLES) >= 6
    assert len({style.font.name for style in STYLES.values()}) >= 6
    assert len({(style.number, style.id) for style in STYLES.values()}) == len(STYLES)


@pytest.mark.parametrize("name", STYLES)
def test_every_print_is_readable(name):
    style = STYLES[name]
    assert all(contrast(ink_on(shade), shade) >= 4.5 for shade in style.shades.values())
    assert set(SIGNS) <= set(style.font.glyphs)


@pytest.mark.parametrize("name", STYLES)
def test_triangles_lie_in_the_corners_with_their_colours(name):
    style, face = STYLES[name], DECK.faces["001"]
    image = card_image("001", face, style, 315)
    assert image.shape == (440, 315, 4)
    # A point of the triangle between digit and edge, where neither digit nor mark is printed.
    near, far = style.border + 1.2, style.border + style.triangle * 0.75
    x, y = round(near * 5), round(far * 5)
    seen = [image[y, x], image[y, -x], image[-y, -x], image[-y, x]]
    for pixel, connector in zip(seen, face.connectors, strict=True):
        assert np.abs(pixel[:3].astype(int) - bgr(style.shades[connector.colour])).max() <= 3


@pytest.mark.parametrize("name", STYLES)
def test_the_layout_says_where_number_and_id_are(name):
    style = STYLES[name]
    layout = print_layout(style)
    one, other = (card_image(card, DECK.faces["001"], style, 315) for card in ("001", "118"))
    rows, columns = np.nonzero(np.abs(one[..., :3].astype(int) - other[..., :3]).max(axis=2) > 60)
    x, y, height = layout["id"]
    inside = (np.abs(rows / 440 - y) < height) & (np.abs(columns / 315 - x) < 4 * height)
    assert inside.sum() > 20
    four, two = (card_image("001", DECK.faces["001"]._replace(number=number), style, 315) for number in (4, 2))
    rows, columns = np.nonzero(np.abs(four.astype(int) - two).max(axis=2) > 60)
    x, y, height = layout["number"]
    assert rows.mean() / 440 == pytest.approx(y, abs=height / 4)
    assert columns.mean() / 315 == pytest.approx(x, abs=height / 3)


def test_a_deck_is_132_cards_and_3_help_cards():
    cards = deck_pngs(DECK, width=42)
    assert tuple(cards) == (*CARD_IDS, *HELP_IDS)
    assert len(set(cards.values())) == 135


def test_a_card_at_300_dots_an_inch_measures_63_by_88_millimetres():
    picture = Image.open(io.BytesIO(next(iter(deck_pngs(DECK, cards=["AI-4"]).values()))))
    assert picture.size == pytest.approx((WIDTH / 25.4 * 300, HEIGHT / 25.4 * 300), abs=1)
    assert picture.getpixel((0, 0))[3] == 0  # round corners
    assert picture.getpixel((372, 520))[3] == 255


def test_shades_of_every_print_are_six():
    assert all(set(style.shades) == set(COLOURS) for style in STYLES.values())
