"""A print learned from cards: what more photos show corrects what the first one taught."""

from dataclasses import replace

import cv2
import numpy as np

from companion.games.ai100.cards import AI_IDS, EVOLUTION_IDS
from companion.games.ai100.reader.evidence import print_of
from companion.games.ai100.reader.printed import Spot
from companion.games.ai100.reader.teaching.extent import best_seen, framed
from companion.games.ai100.reader.teaching.shades import find_ground, find_tints
from companion.games.ai100.reader.teaching.teach_print import NamedCards, refine_print, teach_print
from companion.vision.align import read_outline
from companion.vision.flat import HEIGHT, WIDTH
from editions import EDITIONS
from tests.games.ai100.reader.flat_cards import flat_cards
from tests.vision.shots import DECK, image, shot, true_cards

PRINT = print_of(DECK)


def test_more_cards_pull_a_place_towards_where_it_is():
    photo = shot("easy", 101, standee=False)
    cards = true_cards(photo)[:10]
    named_cards = NamedCards(cards, np.zeros(10, np.intp), tuple(photo.truth.cells.values())[:10])
    off = PRINT.corner._replace(x=PRINT.corner.x - 0.03)
    pale = {**PRINT.shades, "red": "#d8484d"}
    refined = refine_print(named_cards, replace(PRINT, corner=off, shades=pale, outline=""), known=10)
    assert off.x < refined.corner.x < PRINT.corner.x + 0.01
    assert abs(refined.id.y - PRINT.id.y) < 0.01
    assert abs(refined.number.x - PRINT.number.x) < 0.03
    assert refined.triangle == PRINT.triangle
    assert pale["red"] > refined.shades["red"]
    assert read_outline(refined.outline) is not None


def test_a_colour_in_tints_of_its_own_is_found_where_cards_fall_into_six_groups():
    """A frame glows in pale tints of the colours; the rest of the card is dark on all of them."""
    names = ("red", "blue", "yellow", "black", "green", "violet")
    tints = dict(zip(names, ("#984658", "#377098", "#919a2d", "#6e7470", "#3c9159", "#7a5596"), strict=True))
    chance = np.random.default_rng(5)
    own = chance.permutation(np.repeat(np.arange(6), 12))
    small = np.full((72, 88, 63, 3), 0.06) + chance.normal(0, 0.005, (72, 88, 63, 3))
    for card, colour in enumerate(own):
        shade = list(tints.values())[colour]
        small[card, 4:84, 5:8] = [int(shade[at : at + 2], 16) / 255 for at in (5, 3, 1)]
    printed = replace(PRINT, triangle=0.24, tints=None)
    ground, found = find_tints(small, printed)
    assert ground.agreement > 0.95
    assert all(4 / 63 < x < 9 / 63 for x, _ in ground.points)
    for name, shade in tints.items():
        assert all(abs(int(found[name][at : at + 2], 16) - int(shade[at : at + 2], 16)) < 20 for at in (1, 3, 5)), name


def test_one_place_alone_does_not_say_what_colour_cards_have():
    """A sign of a condition, two millimetres wide, comes in all six colours, whatever the card's own is."""
    chance = np.random.default_rng(6)
    shades = np.clip(PRINT.ground_palette / 0.95, 0, 1)
    small = np.full((72, 88, 63, 3), 0.06) + chance.normal(0, 0.005, (72, 88, 63, 3))
    for card, colour in enumerate(chance.permutation(np.repeat(np.arange(6), 12))):
        small[card, 70:72, 30:32] = shades[colour]
    printed = replace(PRINT, triangle=0.24, tints=None)
    assert find_ground(small, printed).agreement == 0
    for card, colour in enumerate(chance.permutation(np.repeat(np.arange(6), 12))):
        small[card, 40:56, 20:44] = shades[colour]
    ground = find_ground(small, printed)
    assert ground.agreement > 0.7
    assert all(19 / 63 < x < 45 / 63 and 39 / 88 < y < 57 / 88 for x, y in ground.points)


def test_a_place_where_no_digit_is_seen_stays_where_it_is():
    blank, spot = np.full((3, HEIGHT, WIDTH, 3), 128, np.uint8), Spot(0.5, 0.5, 0.1)
    assert framed(blank, spot) == spot


def test_a_place_where_some_numbers_are_never_read_shows_a_part_of_them():
    """The lower half of a 5 reads as a 3: a whole box shows every number."""
    some = [cv2.resize(image(card)[..., :3], (WIDTH, HEIGHT)) for card in EVOLUTION_IDS[::2]]
    number = PRINT.number
    part = Spot(number.x, number.y + 0.3 * number.height, 0.6 * number.height)
    found = best_seen(np.stack(some), np.arange(60) % 3, part)
    assert abs(found.y - number.y) < 0.03
    assert found.height > 0.9 * number.height


def test_ai_cards_on_white_show_their_colour_where_the_others_are_black():
    """White is not the same on both: the corners of the AI cards say what colours look like there."""
    names = (*EVOLUTION_IDS[::4], *AI_IDS)
    cards = flat_cards(EDITIONS["palech"], names)
    named_cards = NamedCards(cards, np.repeat([0, 1, 2], [15, 15, 12]), names)
    printed = teach_print(named_cards, PRINT)
    assert printed.ai is not None
    # The medallion reaches from 18 to 45 millimetres across, and from 29 to 57 down.
    assert all(17 < x * 63 < 46 and 28 < y * 88 < 58 for x, y in printed.ai.ground)
