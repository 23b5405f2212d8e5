"""Any cards on a table: found once each, where they are, and nothing else."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.vision import contours, steps
from companion.vision.edges import EdgeMap, fit
from companion.vision.hints import blur, brightness
from companion.vision.lattice import Lattice
from companion.vision.locate import locate, reading_order
from companion.vision.pairs import parted, whole
from companion.vision.place import place
from companion.vision.plane import fit_plane
from companion.vision.quads import Group
from companion.vision.refine import refine
from companion.vision.search import search
from companion.vision.shapes import Quad, areas, centres, clockwise
from companion.vision.tablelook import Palette, TableLook, printed
from tests.vision.overlaps import iou
from tests.vision.shots import shot

CARD = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)


def card_at(x, y, degrees=0.0):
    """A card of 100 x 140 pixels with its centre at x, y."""
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return ((CARD - CARD.mean(axis=0)) @ turn + (x, y)).astype(np.float32)


def table(*cards, colour=(60, 90, 70), size=(900, 700)):
    """A table with noise and white cards that have a printed disc."""
    photo = np.full((size[1], size[0], 3), colour, np.uint8)
    for card in cards:
        cv2.fillConvexPoly(photo, np.round(card * 16).astype(np.int32), (235, 240, 238), cv2.LINE_AA, 4)
        x, y = card.mean(axis=0)
        cv2.circle(photo, (round(float(x)), round(float(y))), 22, (40, 40, 200), -1, cv2.LINE_AA)
    noise = np.random.default_rng(1).normal(0, 3, photo.shape)
    return np.clip(photo + noise, 0, 255).astype(np.uint8)


SCATTERED = [
    card_at(150, 160, 8),
    card_at(420, 180, -35),
    card_at(700, 200, 90),
    card_at(220, 480, 3),
    card_at(600, 500, 61),
]


def best_overlaps(found, wanted):
    return [max(iou(quad, other) for other in found) for quad in wanted]


def test_scattered_cards_are_found_once_each_at_any_angle():
    location = locate(table(*SCATTERED))
    assert len(location.cards) == len(SCATTERED)
    assert min(best_overlaps(location.quads, SCATTERED)) > 0.93


def test_cards_come_in_reading_order():
    rows = [card_at(500, 130), card_at(200, 120), card_at(350, 400), card_at(150, 420)]
    assert reading_order(np.array(rows)) == [1, 0, 3, 2]


def test_a_single_card_is_enough():
    location = locate(table(card_at(430, 330, 12)))
    assert len(location.cards) == 1
    assert iou(location.quads[0], card_at(430, 330, 12)) > 0.93


def test_an_empty_table_has_no_cards_and_says_so():
    location = locate(table())
    assert location.cards == ()
    assert location.method == "none"
    assert location.confidence == 0
    assert [hint.code for hint in location.hints] == ["nothing"]


def test_a_gap_of_a_cards_size_between_four_cards_is_no_card():
    around = [card_at(350, 170), card_at(350, 470), card_at(244, 320), card_at(456, 320)]
    location = locate(table(*around))
    assert len(location.cards) == 4
    assert not any(cv2.pointPolygonTest(quad, (350, 320), False) > 0 for quad in location.quads)


def test_a_chequered_cloth_is_no_tableau():
    photo = table()
    squares = (np.indices(photo.shape[:2]) // 100).sum(axis=0) % 2 == 0
    photo[squares] = photo[squares] // 2 + 90
    cards = [card_at(255, 250, 4), card_at(620, 410, -3)]
    for card in cards:
        cv2.fillConvexPoly(photo, np.round(card * 16).astype(np.int32), (235, 240, 238), cv2.LINE_AA, 4)
        x, y = card.mean(axis=0)
        cv2.circle(photo, (round(float(x)), round(float(y))), 30, (40, 40, 200), -1, cv2.LINE_AA)
    found = locate(photo).quads
    assert len(found) == 2
    assert min(best_overlaps(found, cards)) > 0.9


def oblique(picture, quads, lean=0.2, size=(900, 700)):
    """The table as somebody sees it who stands at its lower edge, and where quads of it then lie."""
    wide, tall = size
    corners = np.float32([[0, 0], [wide, 0], [wide, tall], [0, tall]])
    away = np.float32([[lean * wide, lean * tall], [(1 - lean) * wide, lean * tall], [wide, tall], [0, tall]])
    view = cv2.getPerspectiveTransform(corners, away)
    seen = cv2.perspectiveTransform(np.array(quads, np.float32).reshape(1, -1, 2), view).reshape(-1, 4, 2)
    cloth = picture[0, 0].tolist()
    return cv2.warpPerspective(picture, view, size, borderValue=cloth), seen


def dotted(cards, colour=(150, 120, 70), dots=(120, 60, 170)):
    """Small white cards on a cloth with dots."""
    photo = np.full((700, 900, 3), colour, np.uint8)
    for y in range(0, 700, 26):
        for x in range(13 * (y // 26 % 2), 900, 26):
            cv2.circle(photo, (x, y), 5, dots, -1, cv2.LINE_AA)
    for k, card in enumerate(cards):
        cv2.fillConvexPoly(photo, np.round(card * 16).astype(np.int32), (225, 230, 228), cv2.LINE_AA, 4)
        x, y = (int(v) for v in card.mean(axis=0))
        cv2.ellipse(photo, (x, y), (14, 8), 30 * k, 0, 360, (60, 40 * (k % 5), 160), 2, cv2.LINE_AA)
    return np.clip(photo + np.random.default_rng(1).normal(0, 3, photo.shape), 0, 255).astype(np.uint8)


def test_25_cards_on_a_dotted_cloth_seen_from_the_side_are_25_cards():
    cards = [0.6 * card_at(0, 0, (7 * k) % 5 - 2) + (300 + 68 * (k % 5), 150 + 92 * (k // 5)) for k in range(25)]
    photo, seen = oblique(dotted(cards), cards)
    found = locate(photo).quads
    assert len(found) == 25  # neither the cloth around them nor all of them together
    assert min(best_overlaps(found, seen)) > 0.75


def white_on_white(cards, faint):
    """White cards with a thin figure on a white table; of the `faint` ones only two edges throw a shadow."""
    photo = np.full((700, 900, 3), 205, np.float32)
    for k, card in enumerate(cards):
        corners = np.round(card * 16).astype(np.int32)
        if k not in faint:
            cv2.fillConvexPoly(photo, corners, (215, 215, 215), cv2.LINE_AA, 4)
            cv2.polylines(photo, [corners], True, (190, 190, 190), 1, cv2.LINE_AA, 4)
        else:
            cv2.polylines(photo, [corners[:3]], False, (195, 195, 195), 1, cv2.LINE_AA, 4)
        x, y = (int(v) for v in card.mean(axis=0))
        cv2.ellipse(photo, (x, y), (30, 16), 0, 0, 360, (60, 30, 30), 2, cv2.LINE_AA)
    grain = np.random.default_rng(1).normal(0, 1, photo.shape)
    return np.clip(cv2.GaussianBlur(photo, (0, 0), 0.8) + grain, 0, 255).astype(np.uint8)


def test_print_on_a_white_table_belongs_to_a_white_card():
    cards = [card_at(200 + 160 * (k % 4), 180 + 190 * (k // 4), (5 * k) % 7 - 3) for k in range(8)]
    found = locate(white_on_white(cards, faint={2, 5, 7})).quads
    assert len(found) == 8
    assert min(best_overlaps(found, cards)) > 0.8


def test_two_cards_side_by_side_are_no_card_where_others_of_half_the_size_lie_beside_them():
    lying = [card_at(200 + 144 * (k % 3), 200 + 104 * (k // 3), 90) for k in range(6)]
    pairs = np.array([cv2.boxPoints(cv2.minAreaRect(np.concatenate(lying[k : k + 4 : 3]))) for k in (0, 2)])
    edges = EdgeMap.of(table(*lying))
    plane = fit_plane(pairs, np.ones(2), (900, 700))
    group = parted(edges, Group(fit(edges, clockwise(pairs), 0.03), plane, 2))
    assert len(group.fitted) == 6
    assert min(best_overlaps(group.fitted.quads, lying)) > 0.85
    alone = lying[:1]
    halves = Group(fit(EdgeMap.of(table(*alone)), np.array(alone), 0.03), fit_plane(pairs, np.ones(2), (900, 700)), 1)
    assert parted(EdgeMap.of(table(*alone)), halves) is None


def halves_of(card):
    """The upper and the lower half of a card."""
    left, right = (card[0] + card[3]) / 2, (card[1] + card[2]) / 2
    return np.array([[card[0], card[1], right, left], [left, right, card[2], card[3]]], np.float32)


def ribboned(cards):
    """White cards with a disc in the upper half, lines in the lower one, and a dark ribbon across the middle."""
    photo = table(*cards)
    for number, card in enumerate(cards):
        (x, y), (upper, lower) = card.mean(axis=0), halves_of(card).mean(axis=1)
        cv2.rectangle(photo, (round(x) - 50, round(y) - 24), (round(x) + 50, round(y) + 24), (235, 240, 238), -1)
        cv2.rectangle(photo, (round(x) - 50, round(y) - 3), (round(x) + 50, round(y)), (90, 60, 40), -1)
        cv2.circle(photo, (round(upper[0]), round(upper[1]) - 8), 16, (40, 40 * number, 200), -1, cv2.LINE_AA)
        for line in (-12, 0, 12):
            at = (round(lower[0]), round(lower[1]) + line)
            cv2.line(photo, (at[0] - 30, at[1]), (at[0] + 30 - 5 * number, at[1]), (30, 30, 30), 2)
    return photo


def test_a_ribbon_across_cards_does_not_cut_them_in_two():
    cards = [card_at(200 + 112 * (k % 3), 200 + 152 * (k // 3)) for k in range(6)]
    edges = EdgeMap.of(ribboned(cards))
    halves = np.concatenate([halves_of(card) for card in cards])
    plane = fit_plane(halves, np.ones(12), (900, 700))
    joined = whole(edges, Group(fit(edges, halves, 0.03), plane, 12))
    assert min(best_overlaps(joined.fitted.quads, cards)) > 0.9
    assert len(joined.fitted) == 6
    # Twelve cards of one print lie side by side in pairs as well, and all of them look alike.
    small = [card_at(150 + 112 * (k % 6), 200 + 152 * (k // 6)) for k in range(12)]
    photo = EdgeMap.of(ribboned(small))
    assert (
        whole(photo, Group(fit(photo, np.array(small), 0.03), fit_plane(np.array(small), np.ones(12), (900, 700)), 12))
        is None
    )


def test_black_cards_on_a_black_table_are_found_by_the_pictures_on_them():
    photo = np.full((700, 900, 3), 24, np.uint8)
    cards = [card_at(220 + 104 * (k % 5), 180 + 146 * (k // 5)) for k in range(15)]
    for card in cards:
        x, y = map(round, card.mean(axis=0).tolist())
        cv2.polylines(photo, [np.round(card).astype(np.int32)], True, (30, 30, 32), 1)
        cv2.rectangle(photo, (x - 22, y - 18), (x + 22, y + 18), (60, 160, 220), -1)
        cv2.circle(photo, (x, y), 8, (30, 60, 90), -1)
    noise = np.random.default_rng(1).normal(0, 0.5, photo.shape)
    found = locate(np.clip(photo + noise, 0, 255).astype(np.uint8)).quads
    assert len(found) == 15
    assert min(best_overlaps(found, cards)) > 0.8


def test_print_seen_on_some_cards_only_lies_in_the_rows_and_columns_of_all():
    """Nine of fifteen signs and three other things: signs are two cards apart where one between them was not seen."""
    x, y = np.meshgrid(np.arange(5) * 200.0, np.arange(3) * 146.0)
    every = np.stack([x + 12 * y / 146, y - 18 * x / 200], axis=2).reshape(-1, 2) + 150
    seen = every[[0, 2, 4, 5, 6, 7, 8, 10, 14]]
    others = np.array([[260, 470], [590, 90], [700, 520]])
    grid = steps.rows_and_columns(np.concatenate([seen, others]).astype(np.float32))
    assert grid is not None
    to_photo, lying = grid
    assert len(lying) == 9
    corners = cv2.perspectiveTransform(np.array([[[0.0, 0], [1, 0], [0, 1]]]), to_photo)[0]
    lengths = sorted(np.linalg.norm(corners[1:] - corners[0], axis=1))
    assert lengths == pytest.approx([146.5, 200.8], abs=2)  # from one card to the next, not to the one after it


def test_the_colours_of_a_cloth_are_known_whatever_its_pattern():
    cards = np.array(SCATTERED)
    photo = table(*SCATTERED)
    stripes = (np.arange(900) // 60 % 2 == 0)[None, :] & (np.abs(photo.astype(int) - (60, 90, 70)).max(axis=2) < 20)
    photo[stripes] = (40, 40, 120)
    palette = Palette.of(cv2.cvtColor(photo, cv2.COLOR_BGR2LAB), cards)
    assert palette.bare(card_at(420, 420)[None], cards).tolist() == [True]
    assert not palette.bare(cards, cards).any()


def test_where_only_guesses_were_seen_nothing_is_known_of_the_cards_but_the_table_is_still_bare():
    cards = np.stack([card_at(250, 250), card_at(400, 250)])
    photo = table(*cards)
    palette = Palette.of(cv2.cvtColor(photo, cv2.COLOR_BGR2LAB), cards)
    assert palette
    assert palette.bare(np.stack([card_at(700, 500), card_at(250, 250)]), cards[:0]).tolist() == [True, False]


def test_cards_that_look_square_are_usual_ones_on_a_table_that_leans_away():
    flat = [card_at(200 + 120 * (k % 4), 200 + 160 * (k // 4), 3 * (k % 3)) for k in range(8)]
    squat = np.array(flat) * (1, 0.7)
    plane = fit_plane(squat.astype(np.float32), np.ones(8), (900, 700))
    assert plane.card[0] / plane.card[1] == pytest.approx(100 / 140, abs=0.05)


def test_a_notepad_has_the_shape_of_a_card_but_nothing_on_it():
    photo = table(SCATTERED[0])
    notepad = card_at(600, 400, 20)
    cv2.fillConvexPoly(photo, np.round(notepad).astype(np.int32), (90, 200, 230))
    lab = cv2.cvtColor(photo, cv2.COLOR_BGR2LAB)
    assert printed(lab, np.array([SCATTERED[0], notepad])).tolist() == [True, False]


@pytest.mark.parametrize("gap", [0.0, 0.02, 0.08])
def test_a_whole_tableau_is_found_whether_the_cards_touch_or_not(gap):
    photo = shot("easy", 3, helps=False, gap=gap)
    found = locate(photo.image).quads
    assert len(found) == 15
    assert min(best_overlaps(found, [np.float32(quad) for quad in photo.truth.quads.values()])) > 0.85


def test_help_cards_count_as_cards():
    photo = shot("easy", 5, helps=True, gap=0.05)
    everything = [np.float32(quad) for quad in [*photo.truth.quads.values(), *photo.truth.helps]]
    assert min(best_overlaps(locate(photo.image).quads, everything)) > 0.8


def test_contours_propose_every_card():
    proposed = contours.proposals(table(*SCATTERED))
    assert min(best_overlaps(proposed, SCATTERED)) > 0.85


def test_sides_move_onto_their_edges():
    true = card_at(400, 300, 5)
    edges = EdgeMap.of(table(true))
    off = true + np.float32([[-4, 2], [4, -3], [3, 4], [-4, 4]])
    fitted = fit(edges, off[None], 0.08)
    assert iou(fitted.quads[0], true) > 0.96 > iou(off, true)
    assert fitted.support.min() > 0.9


def test_a_card_of_known_size_is_shifted_and_turned_but_not_stretched():
    true = card_at(400, 300, 5)
    placed = place(EdgeMap.of(table(true)), card_at(404, 297, 3)[None], 0.08)
    assert iou(placed.quads[0], true) > 0.95
    assert areas(placed.quads)[0] == pytest.approx(14_000, rel=1e-3)


def test_no_edge_no_support():
    fitted = fit(EdgeMap.of(table()), card_at(400, 300)[None], 0.05)
    assert fitted.support.mean() < 0.6
    assert fitted.contrast.max() < 2


def test_an_oblique_view_is_laid_flat():
    view = cv2.getPerspectiveTransform(
        np.float32([[0, 0], [900, 0], [900, 700], [0, 700]]), np.float32([[150, 80], [760, 60], [900, 690], [0, 700]])
    )
    seen = cv2.perspectiveTransform(np.array(SCATTERED).reshape(1, -1, 2), view).reshape(-1, 4, 2)
    plane = fit_plane(seen, np.ones(len(seen)), (900, 700))
    assert plane.misfit(seen).max() < 0.02
    assert plane.card[0] / plane.card[1] == pytest.approx(100 / 140, abs=0.02)
    assert plane.misfit(seen * 1.3).min() > 0.15


def test_a_card_without_contour_is_found_by_the_size_of_the_others():
    plane = fit_plane(np.array(SCATTERED[:4]), np.ones(4), (900, 700))
    like = [card_at(150, 160, 8), card_at(220, 480, 3)]
    hidden = card_at(430, 420, 6)
    photo = cv2.cvtColor(table(*like, hidden), cv2.COLOR_BGR2LAB)
    found = search(photo, plane, np.array(like))
    assert max(iou(quad, hidden) for quad in found) > 0.75


def test_the_table_looks_like_itself_and_cards_do_not():
    cards = np.array(SCATTERED)
    photo = table(*SCATTERED)
    plane = fit_plane(cards, np.ones(len(cards)), (900, 700))
    look = TableLook.of(cv2.cvtColor(photo, cv2.COLOR_BGR2LAB), plane, cards)
    assert look.strangeness(card_at(420, 420)[None])[0] < 0.5
    assert look.strangeness(cards).min() > 2


def test_rows_and_columns_are_counted_from_the_cards_alone():
    grid = np.array([card_at(150 + 106 * x, 150 + 148 * y) for y in range(2) for x in range(4)])
    plane = fit_plane(grid, np.ones(len(grid)), (900, 700))
    lattice = Lattice.of(plane, grid)
    steps, off = lattice.steps(grid)
    assert len({tuple(step) for step in steps.tolist()}) == 8
    assert np.ptp(steps, axis=0).tolist() == [3, 1]
    assert np.abs(off).max() < 0.02
    assert lattice.pitch == pytest.approx((1.06, 148 / 140), abs=0.01)


def test_corners_are_sharpened_at_full_size():
    true = card_at(400, 300, 5)
    off = true + np.float32([[1.5, 1], [-1, 1.5], [-1.5, -1], [1, -1.5]])
    sharp = iou(refine(table(true), off[None])[0], true)
    assert sharp > iou(off, true)
    assert sharp > 0.97  # half a pixel on every side of so small a card


def test_blur_and_darkness_are_measured():
    photo = table(*SCATTERED)
    quads = np.array(SCATTERED)
    soft = cv2.GaussianBlur(photo, (0, 0), 4)
    assert blur(soft, quads) > 2 * blur(photo, quads)
    assert brightness(photo, quads) > 0.85
    assert brightness((photo * 0.12).astype(np.uint8), quads) < 0.15


def test_the_centre_of_a_quad_is_where_its_diagonals_cross():
    oblique = Quad.of([[0, 0], [4, 0], [3, 2], [1, 2]])
    assert oblique.centre == pytest.approx((2, 4 / 3), abs=1e-5)
    assert centres(CARD[None])[0] == pytest.approx((50, 70))


def test_the_command_answers_one_document_a_photo(tmp_path):
    for name, cards in (("one.png", SCATTERED[:3]), ("two.png", SCATTERED)):
        cv2.imwrite(str(tmp_path / name), table(*cards))
    result = CliRunner().invoke(main, ["locate", "--json", str(tmp_path / "one.png"), str(tmp_path / "two.png")])
    assert result.exit_code == 0
    documents = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(document["photo"], len(document["quads"])) for document in documents] == [("one.png", 3), ("two.png", 5)]
    assert all(np.shape(quad) == (4, 2) for document in documents for quad in document["quads"])


def test_people_are_told_in_their_language_how_many_cards_there_are(tmp_path):
    cv2.imwrite(str(tmp_path / "one.png"), table(*SCATTERED[:3]))
    said = {
        lang: CliRunner().invoke(main, ["locate", "--lang", lang, str(tmp_path / "one.png")]) for lang in ("en", "fr")
    }
    assert said["en"].stdout.splitlines()[0] == "one.png: 3 cards"
    assert said["fr"].stdout.splitlines()[0] == "one.png\N{NO-BREAK SPACE}: 3 cartes"


def test_a_file_that_is_no_photo_gets_one_line_and_the_rest_go_on(tmp_path):
    (tmp_path / "bad.jpg").write_text("no photo")
    cv2.imwrite(str(tmp_path / "good.png"), table(*SCATTERED))
    result = CliRunner().invoke(main, ["locate", "--json", str(tmp_path / "bad.jpg"), str(tmp_path / "good.png")])
    assert result.exit_code == 2
    assert result.stderr.startswith("companion: bad.jpg: ")
    assert len(result.stderr.splitlines()) == 1
    assert json.loads(result.stdout)["photo"] == "good.png"
