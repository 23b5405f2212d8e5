"""A print learned from cards: what more photos show corrects what the first one taught."""

from dataclasses import replace

import numpy as np

from companion.games.ai100.reader.evidence import print_of
from companion.games.ai100.reader.teaching.learn import Lesson, refine_print
from companion.vision.align import read_outline
from tests.vision.shots import DECK, shot, true_cards

PRINT = print_of(DECK)


def test_more_cards_pull_a_place_towards_where_it_is():
    photo = shot("easy", 101, standee=False)
    cards = true_cards(photo)[:10]
    lesson = Lesson(cards, np.zeros(10, np.intp), tuple(photo.truth.cells.values())[:10])
    off = PRINT.corner._replace(x=PRINT.corner.x - 0.03)
    pale = {**PRINT.shades, "red": "#d8484d"}
    refined = refine_print(lesson, replace(PRINT, corner=off, shades=pale, outline=""), known=10)
    assert off.x < refined.corner.x < PRINT.corner.x + 0.01
    assert abs(refined.id.y - PRINT.id.y) < 0.01
    assert abs(refined.number.x - PRINT.number.x) < 0.03
    assert refined.triangle == PRINT.triangle
    assert pale["red"] > refined.shades["red"]
    assert read_outline(refined.outline) is not None
