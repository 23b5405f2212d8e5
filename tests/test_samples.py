"""Generated photographs: their truth must be true, or everything measured on them is worth nothing."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.samples.photographs import CELLS, deal, photograph, scene, worn_scene
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


@pytest.mark.parametrize("curl", [3.0, 10.0])
def test_corners_of_bent_cards_are_where_the_truth_says(curl):
    tableau = deal(EVOLUTION, AI, 3)
    images = {name: card((90, 120, 60)) for name in tableau.values()}
    for image in images.values():
        image[-30:, -30:, :3] = (255, 255, 255)
    shot = photograph(tableau, images, replace(PLAIN, tilt=32, gap=0.08, curl=curl, megapixels=3.0))
    for quad in shot.truth.quads.values():
        flat = flattened(shot, quad)
        assert flat[3:12, 3:12].min() > 150  # the white patches reach into both corners
        assert flat[-9:-3, -9:-3].min() > 150


def test_a_bent_card_is_not_flat():
    """Seen from aside, the middle of a card whose edges turn up is not where four corners would put it."""
    image = card((60, 60, 60))
    image[86:90, :, :3] = 255  # a line across the middle
    tableau = {"B3": "AI-1"}
    rows = set()
    for seed in range(8):
        how = replace(PLAIN, seed=seed, tilt=34, curl=14.0, jitter=0.0, twist=0.0, roll=0.0)
        shot = photograph(tableau, {"AI-1": image}, how)
        flat = flattened(shot, shot.truth.quads["B3"], (630, 880)).astype(int)
        rows.add(int(flat[300:600, 300:330].sum(axis=(1, 2)).argmax()) // 4)
    assert len(rows) > 2


def test_a_sleeve_has_a_rim_around_the_card_and_pales_it():
    tableau = {"B3": "AI-1"}
    images = {"AI-1": card((20, 20, 20), corner=(20, 20, 20))}
    how = replace(PLAIN, jitter=0.0, twist=0.0)
    bare, sleeved = (photograph(tableau, images, replace(how, sleeve=kind, rim=2.5)) for kind in ("", "matt"))
    quad = bare.truth.quads["B3"]
    assert np.allclose(quad, sleeved.truth.quads["B3"])
    middle = quad.mean(axis=0)
    rim = middle + (quad - middle) * 1.04
    outside, film = flattened(bare, rim), flattened(sleeved, rim)
    assert film[:1].mean() > outside[:1].mean() + 15
    assert flattened(sleeved, quad)[20:60, 20:40].mean() > flattened(bare, quad)[20:60, 20:40].mean() + 8


def test_foil_mirrors_the_room_elsewhere_on_each_photo_and_leaves_other_cards_alone():
    tableau = deal(EVOLUTION, AI, 3)
    images = {name: card((90, 90, 90), corner=(90, 90, 90)) for name in tableau.values()}
    how = replace(PLAIN, jitter=0.0, twist=0.0)
    plain, one, two = (
        photograph(tableau, images, replace(how, foil=foil, seed=seed)) for foil, seed in ((0, 5), (0.5, 5), (0.5, 6))
    )

    def mirrored(shot):
        return {cell: flattened(shot, quad)[4:-4, 4:-4].astype(int) for cell, quad in shot.truth.quads.items()}

    first, other, bare = mirrored(one), mirrored(two), mirrored(plain)
    foils = {cell for cell in tableau if np.abs(first[cell] - bare[cell]).mean() > 8}
    assert 0 < len(foils) < len(tableau)
    for cell in foils:
        assert np.abs(first[cell] - other[cell]).mean() > 5


def test_cards_cast_shadows_on_those_that_lie_lower():
    tableau = deal(EVOLUTION, AI, 3)
    images = {name: card((200, 200, 200), corner=(200, 200, 200)) for name in tableau.values()}
    how = replace(PLAIN, gap=0.0, jitter=0.0, twist=0.0)
    flat, thick = (photograph(tableau, images, replace(how, thickness=reach)) for reach in (0.0, 2.0))
    darker = [
        flattened(flat, quad).mean() - flattened(thick, thick.truth.quads[cell]).mean()
        for cell, quad in flat.truth.quads.items()
    ]
    assert max(darker) > 1
    assert min(darker) < 0.5  # what lies on top is in no shadow


def test_worn_scenes_are_the_plain_ones_with_use_added():
    for level in LEVELS:
        worn = [worn_scene(level, seed) for seed in range(60)]
        bare = {"sleeve": "", "rim": 0.0, "curl": 0.0, "thickness": 0.0, "foil": 0.0}
        assert [replace(how, **bare) for how in worn] == [scene(level, seed) for seed in range(60)]
        assert {how.sleeve for how in worn} == {"", "matt", "glossy"}
        assert {how.foil > 0 for how in worn} == {False, True}
