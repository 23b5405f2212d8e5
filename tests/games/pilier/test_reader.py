"""Squares whose cards location got wrong: their print says where they end, and where more of them lie."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.games.pilier import reader
from companion.games.pilier.cards import EVERY_CARD, Card
from companion.games.pilier.reader import anywhere
from companion.games.pilier.reader.eye import Eye, Sight
from companion.games.pilier.reader.gaps import alike
from companion.games.pilier.reader.prints import Print
from companion.games.pilier.reading import NAMED, SURE
from companion.samples.photographs import Shot, scene
from companion.vision.frame import WHOLE, Frame, frame_of, framed
from companion.vision.recognise import Sketch
from companion.vision.shapes import LocatedCard, Location, Quad
from editions.squares import box_of, drawn_print, scatter, square_photo
from tests.games.pilier.prints import photographed_print

CARDS = box_of("arcade")[:9]
CELLS = scatter(CARDS, 4)


@cache
def photo() -> Shot:
    """Nine cards side by side; every third stands on its head."""
    how = replace(scene("medium", 7), megapixels=3.0, table="cloth")
    return square_photo("arcade", CELLS, how, tuple(CELLS)[::3])


def located(frame: Frame, leave_out: int = 0) -> Location:
    """The true quads with their sides moved, as each card's own top says."""
    heads = [cell in tuple(CELLS)[::3] for cell in CELLS]
    quads = [Quad.of(photo().truth.quads[cell]) for cell in CELLS]
    cards = [LocatedCard(frame.of(quad.turned(2 * head)), 1.0) for quad, head in zip(quads, heads, strict=True)]
    height, width = photo().image.shape[:2]
    return Location(tuple(cards[leave_out:]), "contours", (width, height))


def cards_read(monkeypatch: pytest.MonkeyPatch, location: Location) -> list[Card | None]:
    monkeypatch.setattr(reader, "locate", lambda image: location)
    seen = reader.read_cards(photo().jpeg, "photo", drawn_print("arcade", 40))
    return sorted((one.card for one in seen), key=str)


def test_cards_located_without_a_band_along_one_side_are_read_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    without = Frame(left=0.2)
    edges = drawn_print("arcade", 40).edges
    assert edges is not None
    found = frame_of(photo().image, [card.quad for card in located(without).cards], edges)
    assert found.left == pytest.approx(-0.25, abs=0.05)
    assert (found.top, found.right, found.bottom) == pytest.approx((0, 1, 1), abs=0.05)
    assert cards_read(monkeypatch, located(without)) == sorted(CARDS, key=str)


def test_cards_that_were_located_aside_by_what_is_printed_on_them_are_moved_there() -> None:
    aside = Frame(top=0.25, bottom=1.25)
    edges = drawn_print("arcade", 40).edges
    assert edges is not None
    found = frame_of(photo().image, [card.quad for card in located(aside).cards], edges)
    assert (found.left, found.top, found.right, found.bottom) == pytest.approx((0, -0.25, 1, 0.75), abs=0.05)


def test_cards_that_were_located_well_stay_where_they_are() -> None:
    edges = drawn_print("arcade", 40).edges
    assert edges is not None
    assert frame_of(photo().image, [card.quad for card in located(WHOLE).cards], edges) == WHOLE


def test_cards_that_location_missed_are_found_beside_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cards_read(monkeypatch, located(WHOLE, leave_out=3)) == sorted(CARDS, key=str)


def test_something_square_beside_the_cards_is_not_taken_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    location = located(WHOLE)
    corner = np.array([[2, 2], [60, 2], [60, 84], [2, 84]], float)
    bare = replace(location, cards=(*location.cards, LocatedCard(Quad.of(corner), 1.0)))
    assert cards_read(monkeypatch, bare) == sorted(CARDS, key=str)


def test_where_signs_on_the_cards_were_taken_for_cards_the_cards_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sign = Frame(left=0.05, top=0.05, right=0.4, bottom=0.35)
    assert cards_read(monkeypatch, located(sign)) == sorted(CARDS, key=str)


def test_a_few_things_that_pass_for_cards_are_not_enough_where_many_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    quads, outline = [card.quad for card in located(WHOLE).cards], np.zeros((176, 126), np.float32)
    eye, few = Eye(photo().image, Print(()), {}), [quad.turned(1) for quad in quads[:3]]
    answers = iter([few, quads])
    monkeypatch.setattr(anywhere, "cards_among", lambda *places: next(answers))
    monkeypatch.setattr(anywhere, "scan_table", lambda *table: [])
    sketch = Sketch.of(photo().image)
    assert anywhere.anywhere(eye, sketch, quads, located(WHOLE), outline) == quads


def test_one_card_located_askew_is_put_right_before_anybody_is_sure_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = located(WHOLE).cards
    askew = LocatedCard(Frame(left=-0.15, right=0.85).of(first.quad), 1.0)
    location = replace(located(WHOLE), cards=(askew, *others))
    assert cards_read(monkeypatch, location) == sorted(CARDS, key=str)


def test_the_sides_of_one_card_are_found_however_each_of_them_is_off() -> None:
    edges, quad = drawn_print("arcade", 40).edges, located(WHOLE).cards[1].quad
    assert edges is not None
    (found,) = framed(photo().image, [Frame(left=0.1, bottom=0.88).of(quad)], edges)
    # Less than the 4% of a card between two places that are tried is left for the alignment by steps.
    wide = float(np.linalg.norm(quad.points[1] - quad.points[0]))
    assert np.linalg.norm(found.points - quad.points, axis=1).max() < 0.06 * wide


def test_a_card_to_be_learned_that_lies_askew_is_moved_to_what_all_have_in_common() -> None:
    upright = [card.quad for card in located(WHOLE).cards]
    wide = float(np.linalg.norm(upright[0].points[1] - upright[0].points[0]))
    askew = [Frame(left=0.12, right=1.12).of(upright[0]), *upright[1:]]
    first, *others = alike(photo().image, askew)
    assert np.linalg.norm(first.points - upright[0].points, axis=1).max() < 0.04 * wide
    assert others == upright[1:], "what lies well stays: all together would drift"


def test_a_card_of_which_half_is_hidden_is_never_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    location, image = located(WHOLE), photo().image.copy()
    hidden = next(iter(CELLS))
    sleeve = Frame(top=0.5).of(Quad.of(photo().truth.quads[hidden]))
    cv2.fillConvexPoly(image, sleeve.points.round().astype(np.int32), (60, 70, 90))
    monkeypatch.setattr(reader, "locate", lambda image: location)
    jpeg = cv2.imencode(".jpg", image)[1].tobytes()
    seen = reader.read_cards(jpeg, "photo", photographed_print("arcade", 40))
    known = {one.card: one.sure for one in seen}
    assert not known.get(CELLS[hidden], False)
    assert [one.sure for one in seen].count(True) >= len(CELLS) - 2


def test_what_looks_less_like_a_card_than_such_a_card_should_is_named_but_never_sure() -> None:
    fits = np.zeros((2, len(EVERY_CARD)))
    fits[:, 7] = 30  # nothing else fits
    clear = np.ones(fits.shape, bool)
    clear[1, 7] = False
    corners = Quad.of([(0, 0), (63, 0), (63, 88), (0, 88)])
    well, dimly = Sight((corners, corners), fits, np.array([0.5, 0.4]), clear).shares(np.zeros(len(EVERY_CARD)))
    assert well[7] >= SURE
    assert NAMED <= dimly[7] < SURE


def test_cards_with_little_on_them_are_expected_to_look_less_alike_than_rich_ones() -> None:
    printed = photographed_print("arcade", 40)
    rich, plain = (EVERY_CARD.index(card) for card in (Card("green", 40, "star"), Card("green", 0, "none")))
    assert printed.expected[plain] < 0.9 * printed.expected[rich]


def test_two_quads_on_one_card_are_one_card() -> None:
    here, there = (Quad.of([(x, 0), (x + 63, 0), (x + 63, 88), (x, 88)]) for x in (0, 70))
    again = Quad.of(here.points + 2)
    sight = Sight((again, there, here), np.zeros((3, 1)), np.array([0.3, 0.5, 0.6]), np.ones((3, 1), bool))
    assert sight.distinct.quads == (there, here)


@pytest.mark.parametrize(
    "lost", [WHOLE, Frame(left=0.21), Frame(left=0.29), Frame(right=0.79), Frame(bottom=0.8), Frame(left=0.05)]
)
def test_cards_to_be_learned_that_lost_a_band_to_the_table_are_shown_with_it(
    monkeypatch: pytest.MonkeyPatch, lost: Frame
) -> None:
    cells = dict(zip([f"{row}{column}" for row in "ABC" for column in range(1, 5)], box_of("teeth"), strict=False))
    shot = square_photo("teeth", cells, replace(scene("easy", 11), megapixels=3.0, table="cloth", quarter_turns=0))
    truth = [Quad.of(shot.truth.quads[cell]) for cell in cells]
    height, width = shot.image.shape[:2]
    found = tuple(LocatedCard(lost.of(quad), 1.0) for quad in truth)
    monkeypatch.setattr(reader, "locate", lambda image: Location(found, "contours", (width, height)))
    seen = reader.read_teaching(shot.jpeg, "photo", Print(()))
    off = [np.array(one.quad) * (width, height) - quad.points for one, quad in zip(seen, truth, strict=True)]
    usual = np.linalg.norm(truth[0].points[1] - truth[0].points[0])
    # What is less than a tenth of a card may be the gap in which they were laid.
    assert np.abs(off).max() < (0.03 if lost.farthest >= 0.1 else lost.farthest + 0.01) * usual
