"""Cards of several photos in one frame: the same end up, none on another, AI cards that look unlike the rest."""

import cv2
import numpy as np

from companion.games.ai100.cards import AI_IDS
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.reader.evidence import print_of
from companion.games.ai100.reader.teaching import other_kind
from companion.games.ai100.reader.teaching.gather import Shown, gather, same_end_up
from companion.games.ai100.reader.teaching.other_kind import side_by_side
from companion.vision.align import read_outline
from companion.vision.shapes import Quad


def test_photos_agree_which_end_is_up():
    outline = np.zeros((176, 126), np.float32)
    outline[20:60, 20:100] = 1
    over = np.ascontiguousarray(outline[::-1, ::-1])
    assert same_end_up([outline, over, over, outline]) == [False, True, True, False]


def test_cards_that_reach_onto_their_neighbours_do_not_lie_side_by_side():
    """The corner of the card below was taken for their own: a card does not lie on another."""
    quads = [Quad.of([(x, y), (x + 126, y), (x + 126, y + 176), (x, y + 176)]) for y in (100, 280) for x in (60, 190)]
    reaching = [Quad.of(quad.points + np.array([(0, 0), (0, 0), (0, 40), (0, 40)])) for quad in quads]
    assert side_by_side(quads)
    assert not side_by_side(reaching)


def test_a_photo_of_ai_cards_that_comes_alone_and_looks_like_no_other_is_gathered():
    chance = np.random.default_rng(2)
    image = chance.integers(0, 255, (600, 600, 3), np.uint8)
    quads = tuple(Quad.of([(x, 100), (x + 126, 100), (x + 126, 276), (x, 276)]) for x in (60, 240, 420))
    ways = (quads, tuple(quad.turned(2) for quad in quads))
    (flat,) = gather(
        [Shown("9.jpg", image, dict(zip(("A1", "A2", "A3"), AI_IDS, strict=False)), ways)],
        read_outline(print_of(demo_deck()).outline),
    )
    assert [len(cards) for cards in flat.cards] == [3, 3]


def test_cards_whose_corners_would_make_them_less_like_each_other_stay_where_they_are(monkeypatch):
    """Something else on them may look like corners, a third of a card away: twelve robots alike say that it is none."""
    image = np.full((700, 900, 3), 120, np.uint8)
    quads = [Quad.of([(x, 100), (x + 126, 100), (x + 126, 276), (x, 276)]) for x in (60, 240, 420, 600)]
    picture = np.random.default_rng(3).integers(0, 255, (22, 16, 3), np.uint8)
    for x in (60, 240, 420, 600):
        image[100:276, x : x + 126] = cv2.resize(picture, (126, 176), interpolation=cv2.INTER_NEAREST)
    aside = [Quad.of(quad.points + np.float32([(40 * at - 60), 0])) for at, quad in enumerate(quads)]
    monkeypatch.setattr(other_kind, "move_by_corners", lambda image, quads, template: (aside, 0.53))
    common = np.zeros((176, 126), np.float32)
    (found,) = other_kind.other_kind([image], [quads], common, [[(at, 0) for at in range(4)]])
    assert max(np.abs(one.points - two.points).max() for one, two in zip(found, quads, strict=True)) < 3
