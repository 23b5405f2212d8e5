"""Cards become cells: which way is up, where the rows are, which cards are only help."""

import numpy as np
import pytest

from companion.core.errors import Unreadable
from companion.vision.layout import Cells, layout_from_corners, layouts
from companion.vision.shapes import LocatedCard, Location, Quad
from tests.vision.shots import shot, true_location

WIDE, HIGH = 63, 88
TABLEAU = Cells("ABC", 5, "B3", helps=True)
TAUGHT = Cells("ABC", 5, helps=True)
CELLS = TABLEAU.names


def cell_quad(cell, gap=3.0, quarters=0):
    """Where a cell lies in a photo of 900 x 900 pixels, taken `quarters` quarter turns further round the table."""
    column, row = int(cell[1]), "ABC".index(cell[0]) + 1
    centre = np.array([(column - 3) * (WIDE + gap), (row - 2) * (HIGH + gap)])
    corners = centre + np.array([[-WIDE, -HIGH], [WIDE, -HIGH], [WIDE, HIGH], [-WIDE, HIGH]]) / 2
    for _ in range(quarters):
        corners = np.stack([-corners[:, 1], corners[:, 0]], axis=1)
    return corners + 450


def help_quads(aside=12.0, quarters=0):
    return [cell_quad(f"{row}0", quarters=quarters) - _turned((aside, 0), quarters) for row in "ABC"]


def _turned(vector, quarters):
    x, y = vector
    for _ in range(quarters):
        x, y = -y, x
    return np.array([x, y])


def seen(quads):
    """Located cards whose corners begin anywhere."""
    return Location(
        tuple(LocatedCard(Quad.of(np.roll(q, i, axis=0)), 1.0) for i, q in enumerate(quads)), "", (900, 900)
    )


@pytest.mark.parametrize("quarters", range(4))
def test_help_cards_tell_which_way_is_up(quarters):
    quads = {cell: cell_quad(cell, quarters=quarters) for cell in CELLS}
    best = layouts(seen([*quads.values(), *help_quads(quarters=quarters)]), TABLEAU)[0]
    assert best.rotation == quarters
    assert set(best.cells) == set(CELLS)
    assert len(best.help) == 3
    assert best.strays == ()
    for cell, quad in quads.items():
        assert best.cells[cell].points == pytest.approx(quad, abs=0.01)


def test_without_help_cards_both_ways_up_are_offered_and_a_reader_decides():
    found = layouts(seen([cell_quad(cell) for cell in CELLS]), TABLEAU)
    whole = [layout for layout in found if set(layout.cells) == set(CELLS)]
    assert sorted(layout.rotation for layout in whole) == [0, 2]
    decided = layouts(
        seen([cell_quad(cell) for cell in CELLS]), TABLEAU, lambda layout: 9.0 if layout.rotation == 2 else 0.0
    )
    assert decided[0].rotation == 2
    assert set(decided[0].cells) == set(CELLS)


def test_a_small_tableau_may_sit_anywhere_but_the_centre_is_taken():
    found = layouts(seen([cell_quad("B3"), cell_quad("B4")]), TABLEAU)
    upright = [set(layout.cells) for layout in found if layout.rotation == 0]
    assert {"B3", "B4"} in upright
    assert {"B2", "B3"} in upright
    assert "B3" in found[0].cells
    assert sum(layout.confidence for layout in found) == pytest.approx(1, abs=0.01)


def test_help_cards_place_a_small_tableau():
    best = layouts(seen([cell_quad("B3"), cell_quad("A3"), *help_quads()]), TABLEAU)[0]
    assert set(best.cells) == {"A3", "B3"}
    assert len(best.help) == 3
    assert "C5" in best.empty


def test_the_grid_says_where_every_cell_lies():
    cells = [cell for cell in CELLS if cell not in ("A1", "C4")]
    found = layouts(seen([*map(cell_quad, cells), *help_quads()]), TABLEAU)[0]
    assert set(found.empty) == {"A1", "C4"}
    for cell in ("A1", "C4"):
        assert found.grid[cell].points == pytest.approx(cell_quad(cell), abs=2)


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("laid", ["A1 A2 A3 A4 A5", "C2", "A1 A2 A3 A4 A5 B1 B2 B3 B4 B5 C1 C2", "A1 B1 C1"])
def test_cards_to_be_learned_lie_where_their_names_say(laid, quarters):
    """AI cards side by side, a row, a column, a single card: in any cells, in any of the four directions."""
    names = laid.split()
    photo = seen([cell_quad(cell, quarters=quarters) for cell in names])
    found = layouts(photo, TAUGHT, lambda layout: 3.0 * len(set(layout.cells) & set(names)))
    fitting = [layout for layout in found if set(layout.cells) == set(names)]
    way = next(layout for layout in fitting if layout.rotation == quarters)
    assert all(way.cells[cell].points == pytest.approx(cell_quad(cell, quarters=quarters), abs=0.01) for cell in names)


def test_a_square_of_six_rows_has_cells_of_its_own():
    square = Cells("ABCDEF", 6)
    laid = [square.names[k] for k in range(36) if k % 5]

    def quad(cell):
        column, row = square.step(cell)
        return (cell_quad("A1") - 300 + (column * (WIDE + 3), row * (HIGH + 3))) * 0.9

    found = layouts(seen([quad(cell) for cell in laid]), square)
    assert set(found[0].cells) == set(laid)
    assert found[0].help == ()
    assert found[0].grid["A1"].points == pytest.approx(quad("A1"), abs=2)


def test_nothing_located_is_no_layout():
    assert layouts(Location((), "none", (900, 900)), TABLEAU) == []


def test_a_card_far_off_is_a_stray():
    far = cell_quad("A5") + np.array([0, -250])
    best = layouts(seen([*(cell_quad(cell) for cell in CELLS), *help_quads(), far]), TABLEAU)[0]
    assert set(best.cells) == set(CELLS)
    assert len(best.strays) == 1


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_generated_photo_is_laid_out_as_it_was_taken(seed):
    photo = shot("hard", seed, count=12, helps=True)
    best = layouts(true_location(photo), TABLEAU)[0]
    assert set(best.cells) == set(photo.truth.quads)
    for cell, quad in photo.truth.quads.items():
        assert best.cells[cell].points == pytest.approx(np.asarray(quad), abs=0.5)


def test_four_corners_shown_by_hand_are_enough():
    layout = layout_from_corners([[100, 100], [600, 110], [620, 520], [90, 500]], TABLEAU)
    assert set(layout.cells) == set(CELLS)
    assert layout.cells["A1"].corners[0] == pytest.approx((100, 100))
    assert layout.cells["A5"].corners[1] == pytest.approx((600, 110))
    assert layout.cells["C5"].corners[2] == pytest.approx((620, 520))
    assert layout.rotation == 0
    assert layout_from_corners([[620, 520], [90, 500], [100, 100], [600, 110]], TABLEAU).rotation == 2


@pytest.mark.parametrize(
    "corners", [[[0, 0], [1, 1]], [[0, 0], [9, 9], [9, 0], [0, 9]], [[0, 0], [1, 0], [1, 1], [0, 1]]]
)
def test_corners_that_span_no_tableau_are_refused(corners):
    with pytest.raises(Unreadable):
        layout_from_corners(corners, TABLEAU)
