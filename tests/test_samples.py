"""Generated photographs: their truth must be true, or everything measured on them is worth nothing."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.samples.photographs import CELLS, deal, photograph, scene
from companion.samples.scenes import LEVELS, Scene
from companion.samples.tables import TABLES, tabletop

EVOLUTION, AI = [f"{n:03d}" for n in range(1, 121)], ["AI-1", "AI-2"]
PLAIN = Scene(seed=5, megapixels=1.0, noise=0.5, blur=0.3, table="mat")


def card(colour, corner=(255, 255, 255)):
    """A plain card with a patch in its own top left corner."""
    image = np.full((176, 126, 4), (*colour, 255), np.uint8)
    image[:44, :42, :3] = corner
    return image


def plain_cards(tableau):
    """Cards whose colours differ from cell to cell."""
    return {
        name: card((40 + 14 * at, 220 - 12 * at, 60 + 60 * (at % 3)))
        for at, name in enumerate(sorted(tableau.values()))
    }


def flattened(shot, quad, size=(63, 88)):
    corners = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32) - 0.5
    return cv2.warpPerspective(shot.image, cv2.getPerspectiveTransform(quad.astype(np.float32), corners), size)


@pytest.mark.parametrize("quarter_turns", range(4))
@pytest.mark.parametrize("tilt", [0, 30])
def test_quads_run_clockwise_from_the_cards_own_top_left(quarter_turns, tilt):
    tableau = deal(EVOLUTION, AI, 3)
    images = plain_cards(tableau)
    shot = photograph(tableau, images, replace(PLAIN, quarter_turns=quarter_turns, tilt=tilt, gap=0.05))
    assert set(shot.truth.quads) == set(CELLS)
    for cell, name in shot.truth.cells.items():
        flat = flattened(shot, shot.truth.quads[cell]).astype(float)
        assert flat[2:18, 2:18].min() > 180  # the white patch
        assert np.abs(flat[60:80, 20:50].mean(axis=(0, 1)) - images[name][150, 60, :3]).max() < 45
        assert cv2.contourArea(shot.truth.quads[cell].astype(np.float32), oriented=True) > 0


def test_upside_down_the_first_cell_lies_at_the_lower_right():
    tableau = deal(EVOLUTION, AI, 3)
    upright, turned = (
        photograph(tableau, plain_cards(tableau), replace(PLAIN, quarter_turns=turns)).truth.quads for turns in (0, 2)
    )
    assert (upright["A1"].mean(axis=0) < upright["C5"].mean(axis=0)).all()
    assert (turned["A1"].mean(axis=0) > turned["C5"].mean(axis=0)).all()


@pytest.mark.parametrize("level", LEVELS)
def test_all_cards_and_help_cards_are_in_view(level):
    for seed in range(20, 23):
        tableau = deal(EVOLUTION, AI, seed)
        how = replace(scene(level, seed), megapixels=0.5)
        shot = photograph(tableau, plain_cards(tableau), how, [card((240, 240, 240))] * 3)
        height, width = shot.image.shape[:2]
        assert width * height == pytest.approx(0.5e6, rel=0.02)
        assert len(shot.truth.helps) == 3
        for quad in (*shot.truth.quads.values(), *shot.truth.helps):
            assert (quad >= 0).all()
            assert (quad <= (width, height)).all()


def test_help_cards_lie_to_the_left_one_a_row():
    tableau = deal(EVOLUTION, AI, 1)
    shot = photograph(tableau, plain_cards(tableau), PLAIN, [card((240, 240, 240))] * 3)
    for row, quad in zip("ABC", shot.truth.helps, strict=True):
        first = shot.truth.quads[f"{row}1"].mean(axis=0)
        assert quad[:, 0].max() < shot.truth.quads[f"{row}1"][:, 0].min() + 2
        assert quad[:, 1].mean() == pytest.approx(first[1], abs=12)


def test_the_gap_is_a_share_of_a_cards_width():
    tableau = deal(EVOLUTION, AI, 1)
    how = replace(PLAIN, jitter=0.0, twist=0.0, gap=0.1)
    quads = photograph(tableau, plain_cards(tableau), how).truth.quads
    width = quads["A1"][1, 0] - quads["A1"][0, 0]
    assert (quads["A2"][0, 0] - quads["A1"][1, 0]) / width == pytest.approx(0.1, abs=0.01)


def test_the_same_seed_takes_the_same_photo_and_another_seed_another():
    tableau = deal(EVOLUTION, AI, 9)
    how = replace(scene("hard", 9), megapixels=0.3)
    one, two = (photograph(tableau, plain_cards(tableau), how).jpeg for _ in range(2))
    assert one == two
    assert photograph(tableau, plain_cards(tableau), replace(how, seed=10)).jpeg != one
    assert scene("hard", 9) == scene("hard", 9) != scene("medium", 9)


def test_the_standee_covers_the_middle_of_the_ai_card():
    tableau = deal(EVOLUTION, AI, 2)
    images = plain_cards(tableau)
    free, covered = (photograph(tableau, images, replace(PLAIN, standee=standee, tilt=15)) for standee in (False, True))
    quad = free.truth.quads["B3"]
    differs = np.abs(flattened(free, quad).astype(int) - flattened(covered, quad)).max(axis=2) > 20
    assert differs[24:64, 12:51].mean() > 0.6
    assert (free.truth.hidden, covered.truth.hidden) == ((), ("B3",))


def test_a_dealt_tableau_grows_from_the_centre():
    for count in (1, 2, 8, 15):
        tableau = deal(EVOLUTION, AI, count, count)
        assert len(set(tableau.values())) == count
        laid = list(tableau)
        assert laid[0] == "B3"
        assert tableau["B3"] in AI
        for at, cell in enumerate(laid[1:], 1):
            assert any(abs(ord(cell[0]) - ord(o[0])) + abs(int(cell[1]) - int(o[1])) == 1 for o in laid[:at])


@pytest.mark.parametrize("kind", TABLES)
def test_every_table_has_a_texture(kind):
    texture = tabletop(kind, np.random.default_rng(4))
    assert texture.shape[2] == 3
    assert texture.std() > 1


def test_harder_photos_are_darker_blurrier_or_more_tilted():
    def mean(level, what):
        return np.mean([getattr(scene(level, seed), what) for seed in range(200)])

    for what in ("tilt", "blur", "noise", "shadow", "glare", "clutter"):
        assert mean("easy", what) < mean("medium", what) < mean("hard", what)
    assert mean("easy", "quality") > mean("medium", "quality") > mean("hard", "quality")
    assert {scene("hard", seed).quarter_turns for seed in range(30)} == {0, 1, 2, 3}
