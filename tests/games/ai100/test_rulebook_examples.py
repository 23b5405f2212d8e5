"""The worked examples of the rulebook, line by line. Its pictures are lost, so the boards fit the words."""

from __future__ import annotations

from companion.games.ai100.board import AI_CELL
from companion.games.ai100.cards import Card, Connector, Face
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.rulings import Rulings
from companion.games.ai100.scoring import Neighbour, score, score_copy
from companion.games.ai100.tableau import Tableau


def cells(groups: object) -> list[tuple[str, ...]]:
    return [group.connectors or group.cells for group in groups]  # type: ignore[attr-defined]


def test_end_of_round_1_pierrick_copies_082_of_renaud_and_marks_6() -> None:
    # Two horizontal pairs of his tableau add up to 5: A2-A3 (1 + 4) and B3-B4 (2 + 3). The example pays 3 for each.
    mine = Tableau.read(
        """-            Y1v1v1v1v1  Y2r4v5v5v5  -            -
           -            B3k5k5k5k5  B1g3g2g1g1  Y4b3b3b3b3   -
           -            R1r1r1r1r1  R2k5k5k5k5  103K3y2y2y2y2 -"""
    )
    renaud = Tableau.read("- 082Y3 - - - / - - B1 - - / - - - - -")
    conditions = catalogue(Rulings(card_082="3"))
    scored = score_copy(conditions, conditions["103"], mine, 13, "AI-1", (Neighbour("Renaud", renaud),), None)
    assert scored.points == 6
    assert cells(scored.groups) == [("A2.tr", "A3.tl"), ("B3.tr", "B4.tl")]
    assert scored.copied == "082"
    assert scored.rulings == ("card_082",)


def test_end_of_round_1_pierrick_counts_one_row_for_objective_3() -> None:
    # Three different numbers in the middle and in the bottom row: only one row counts.
    mine = Tableau.read("- Y1 Y2 - - / - B3 B1 Y4 - / - R1 R2 K3 -")
    scored = score(catalogue()["O3"], mine, AI_CELL)
    assert [(group.cells, group.points) for group in scored.groups] == [(("B2", "B3", "B4"), 4)]


def test_end_of_round_1_renaud_marks_7_for_073() -> None:
    # Two yellow cards and a green one lie around the red card.
    mine = Tableau.read("- Y2 - - - / Y1 073R4 B3 - - / - G5 - - -")
    scored = score(catalogue()["073"], mine, 6)
    assert [(group.cells, group.points) for group in scored.groups] == [(("A2", "B1", "C2"), 7)]


def test_end_of_round_1_renaud_has_five_numbers_in_the_middle_row() -> None:
    mine = Tableau.read("- Y2 - - - / Y1 R4 B3 K5 G2 / - G5 - - -")
    scored = score(catalogue()["O3"], mine, AI_CELL)
    assert [(group.cells, group.points) for group in scored.groups] == [(("B1", "B2", "B3", "B4", "B5"), 12)]


def test_end_of_the_game_pierrick_marks_3_for_069_although_two_colours_tie() -> None:
    # One violet and one black card: only one of the two colours is chosen.
    mine = Tableau.read("R1 R2 B3 B4 Y5 / R1 069G2 B3 Y4 Y5 / G1 G2 B3 V4 K5")
    scored = score(catalogue()["069"], mine, 6)
    assert scored.points == 3
    assert cells(scored.groups) == [("C5",)]


def test_end_of_the_game_three_losanges_of_four_colours_mark_15() -> None:
    same = (Connector("red", 1),) * 4
    mine = Tableau()
    for cell in range(15):
        mine.lay(cell, Card("", Face("blue", 1, same)))
    # The losanges right of A1/B1, right of A3/B3 and right of B4/C4 get four colours around their centre.
    for upper_left in (0, 2, 8):
        around = (
            (upper_left, 2, "red"),
            (upper_left + 1, 3, "blue"),
            (upper_left + 6, 0, "yellow"),
            (upper_left + 5, 1, "black"),
        )
        for cell, corner, colour in around:
            card = mine.take(cell)
            connectors = list(card.face.connectors)
            connectors[corner] = Connector(colour, 1)
            mine.lay(cell, Card("", card.face._replace(connectors=tuple(connectors))))
    scored = score(catalogue()["O4"], mine, AI_CELL)
    assert scored.points == 15
    assert cells(scored.groups) == [
        ("A1.br", "A2.bl", "B2.tl", "B1.tr"),
        ("A3.br", "A4.bl", "B4.tl", "B3.tr"),
        ("B4.br", "B5.bl", "C5.tl", "C4.tr"),
    ]


def test_end_of_the_game_ai_1_counts_one_of_two_overlapping_squares_and_an_l() -> None:
    mine = Tableau.read("R1 B2 R3 V4 G5 / B1 R2 B3 Y4 K5 / V1 G2 V3 G4 Y5")
    scored = score(catalogue()["AI-1"], mine, AI_CELL)
    assert scored.points == 14
    shapes = sorted(cells(scored.groups), key=len)
    assert shapes[0] == ("B4", "B5", "C5")
    assert len(shapes[1]) == 4
    assert set(shapes[1]) < {"A1", "A2", "A3", "B1", "B2", "B3"}
