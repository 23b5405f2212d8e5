"""A quick look: which places of a photo look like cards of the print."""

import cv2
import numpy as np
import pytest

from companion.games.ai100.cards import EVOLUTION_IDS
from companion.games.ai100.reader.evidence import print_of
from companion.vision.align import constancy, move_by_corners, read_outline, settle, template_of
from companion.vision.changes import Grid
from companion.vision.recognise import Lookalike, Sketch, distinct, recognise, scan
from companion.vision.scan import scan_table
from companion.vision.seek import seek
from companion.vision.shapes import LocatedCard, Location, Quad
from tests.vision.overlaps import iou
from tests.vision.shots import DECK, image, shot, true_quads

OUTLINE = read_outline(print_of(DECK).outline)


def moved(quad, across, down):
    """A quad moved by shares of its own width and height."""
    a, b, _, d = quad.points
    return Quad.of(quad.points + across * (b - a) + down * (d - a))


@pytest.mark.parametrize("quarter_turns", [0, 1])
def test_cards_are_told_from_help_cards_and_from_the_bare_table(quarter_turns):
    photo = shot("medium", 301, count=6, standee=False, table="checks", quarter_turns=quarter_turns)
    sketch, cards = Sketch.of(photo.image), true_quads(photo)
    least = min(place.likeness for place in recognise(sketch, cards, OUTLINE))
    between = [moved(cards[0], 0.5, 0.5)]
    others = recognise(sketch, [*map(Quad.of, photo.truth.helps), *between], OUTLINE)
    assert least > max(place.likeness for place in others)


def test_a_card_is_found_around_a_quad_that_is_off():
    photo = shot("medium", 302, count=4, standee=False)
    for true in true_quads(photo):
        off = moved(true, 0.1, -0.08)
        (found,) = recognise(Sketch.of(photo.image), [off.turned(1)], OUTLINE)
        assert iou(off.points, true.points) < 0.75
        assert iou(found.quad.points, true.points) > 0.8


def test_a_card_alone_is_found_where_only_the_scale_of_the_table_is_known():
    photo = shot("medium", 303, count=1, standee=True)
    (true,) = true_quads(photo)
    helps = {(0, row): Quad.of(quad) for row, quad in enumerate(photo.truth.helps)}
    found = distinct(scan(Sketch.of(photo.image), Grid.through(helps).to_photo, OUTLINE), 4)
    assert max(iou(place.quad.points, true.points) for place in found) > 0.85


def test_nothing_lies_beyond_the_horizon():
    photo = shot("medium", 304, count=1)
    tilted = np.array([[200.0, 0, 900], [0, 200, 900], [0, 0.4, 1]])
    tall, wide = photo.image.shape[:2]
    for place in scan(Sketch.of(photo.image), tilted, OUTLINE):
        assert (place.quad.points >= 0).all()
        assert (place.quad.points < (wide, tall)).all()


def test_a_place_counts_once_and_the_best_comes_first():
    one, far = Quad.of([(0, 0), (10, 0), (10, 14), (0, 14)]), Quad.of([(50, 0), (60, 0), (60, 14), (50, 14)])
    places = [Lookalike(one, 0.6), Lookalike(moved(one, 0.1, 0), 0.7), Lookalike(far, 0.9), Lookalike(far, 0.1)]
    assert [place.likeness for place in distinct(places, 5)] == [0.9, 0.7]
    assert distinct([], 5) == []


def test_cards_of_which_location_saw_halves_are_found_from_one_to_the_next():
    photo = shot("medium", 304, count=15, standee=False)
    cards = true_quads(photo)
    halves = [Quad.of([a, b, (b + c) / 2, (a + d) / 2]) for a, b, c, d in (card.points for card in cards[:3])]
    tall, wide = photo.image.shape[:2]
    location = Location(tuple(LocatedCard(half, 1.0) for half in halves), "contours", (wide, tall))
    found = seek(photo.image, location, OUTLINE, 15)
    assert all(max(iou(quad.points, true.points) for quad in found) > 0.8 for true in cards)


def test_cards_of_another_kind_are_moved_to_where_their_corners_are():
    """A sleeve was taken for the edge of all cards, whose middles show nothing that the print has elsewhere."""
    photo = shot("easy", 303, count=9, standee=False)
    image, true = photo.image.copy(), true_quads(photo)
    for quad in true:
        middle = quad.points.mean(axis=0) + 0.5 * (quad.points - quad.points.mean(axis=0))
        cv2.fillConvexPoly(image, middle.round().astype(np.int32), (60, 60, 60))
    sleeves = [Quad.of(quad.points.mean(axis=0) + 1.1 * (quad.points - quad.points.mean(axis=0))) for quad in true]
    found, agree = move_by_corners(image, sleeves, OUTLINE)
    assert agree > 0.6
    assert min(iou(one.points, quad.points) for one, quad in zip(found, true, strict=True)) > 0.94
    assert max(iou(one.points, quad.points) for one, quad in zip(sleeves, true, strict=True)) < 0.85


def test_cards_are_found_where_location_took_signs_on_them_for_cards():
    photo = shot("medium", 311, count=6, standee=False)
    cards = true_quads(photo)
    signs = []
    for card in cards:
        middle = card.points.mean(axis=0)
        signs.append(Quad.of(middle + 0.22 * (card.points - middle) + 0.15 * (card.points[3] - card.points[0])))
    location = Location(tuple(LocatedCard(sign, 0.9) for sign in signs), "contours", photo.image.shape[1::-1])
    found = scan_table(Sketch.of(photo.image), location, OUTLINE, 10)
    for card in cards:
        assert max(iou(place.quad.points, card.points) for place in found) > 0.8


def test_the_corners_of_a_bent_card_are_found_though_no_single_warp_fits_it():
    """Its middle is bent aside by 2% of its width; where its corners lie is known."""
    card = image("017")[..., :3]
    tall, wide = card.shape[:2]
    y, x = np.mgrid[: tall + 200, : wide + 200].astype(np.float32) - 100
    x -= 0.02 * wide * np.sin(np.pi * np.clip(y / tall, 0, 1))
    bent = cv2.remap(card, x, y, cv2.INTER_LINEAR)
    table = np.full_like(bent, (60, 110, 80))
    inside = (x >= 0) & (x < wide) & (y >= 0) & (y < tall)
    true = np.array([[100, 100], [100 + wide, 100], [100 + wide, 100 + tall], [100, 100 + tall]]) - 0.5
    template = template_of([image(one)[..., :3] for one in EVOLUTION_IDS[:12]])
    off = Quad.of(true + np.array([[6, -5], [4, 6], [-7, 3], [5, -4]]))
    (found,) = settle(np.where(inside[..., None], bent, table), [off], template)
    assert np.abs(found.points - true).max() < 0.015 * wide


def test_what_is_the_same_on_all_cards_counts_where_they_are_full_of_pictures():
    """Each is covered with a pattern of its own, as is the table; all have a dark plate in the middle."""
    chance = np.random.default_rng(6)

    def pattern(tall, wide):
        grey = cv2.resize(chance.integers(90, 230, (tall // 24, wide // 24), np.uint8), (wide, tall))
        return cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)

    cards = [cv2.rectangle(pattern(528, 378), (90, 150), (288, 378), (30, 20, 20), -1) for _ in range(30)]
    outlines = np.stack([template_of([card]) for card in cards])
    table = pattern(1200, 1800)
    table[300:828, 700:1078] = cards[0]
    there = Quad.of(np.float32([(700, 300), (1078, 300), (1078, 828), (700, 828)]) - 0.5)
    elsewhere = Quad.of(there.points - np.float32([500, 100]))
    by_rim, by_all = (
        recognise(Sketch.of(table), [there, elsewhere], outlines.mean(axis=0), upright=True, counts=counts)
        for counts in (None, constancy(outlines))
    )
    assert by_all[0].likeness > 0.8
    assert by_all[0].likeness - by_all[1].likeness > by_rim[0].likeness - by_rim[1].likeness + 0.2
