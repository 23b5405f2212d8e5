"""The one-line notation of a tableau: readable, short, and the same when written again."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import Unreadable
from companion.games.ai100.cards import Card, Connector, Face, full_id
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.tableau import Tableau
from tests.randoms import random_tableau

WORDS = "R4.-.G2.-.-/-.073B1.AI-4Y2b1r2g3k4.-.-/-.-.-.-.-"


def test_a_tableau_is_written_as_it_was_read() -> None:
    tableau = Tableau.read(WORDS)
    assert str(tableau) == WORDS
    assert eval(repr(tableau)) == tableau
    assert dict(tableau.items())["B3"] == Card(
        "AI-4",
        Face("yellow", 2, (Connector("blue", 1), Connector("red", 2), Connector("green", 3), Connector("black", 4))),
    )


@given(st.integers(0, 10_000), st.booleans())
def test_every_tableau_round_trips(seed: int, extra: bool) -> None:
    tableau, _ = random_tableau(random.Random(seed), extra=extra)
    again = Tableau.read(str(tableau))
    assert again == tableau
    assert again.items() == tableau.items()
    assert again.colours == tableau.colours
    assert len(str(tableau)) < 250


def test_a_drawing_of_the_table_reads_too() -> None:
    drawing = """
        R4  -  G2  -  -
        -   B1 Y2  -  -
        -   -  -   -  -
    """
    assert str(Tableau.read(drawing)) == "R4.-.G2.-.-/-.B1.Y2.-.-/-.-.-.-.-"


def test_ids_alone_are_enough_with_a_deck() -> None:
    tableau = Tableau.read("-.-.-.-.-/-.073.AI-4.-.-/-.-.-.-.-", demo_deck().faces)
    assert [card.face.colour for _, card in tableau.items()] == ["red", demo_deck().faces["AI-4"].colour]


def test_the_extra_card_of_ai_2_follows_after_a_tilde() -> None:
    full = "/".join([".".join(["R1"] * 5)] * 3)
    tableau = Tableau.read(f"{full}~D3.045G4")
    assert tableau.items()[-1] == ("D3", Card("045", Face("green", 4)))
    assert str(tableau) == f"{full}~D3.045G4"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("R4", "tableau: expected 3 rows of 5 cells"),
        ("-.-.-.-.-/-.-.X9.-.-/-.-.-.-.-", "tableau, B3: 'X9' is no card (073, R4 or 073R4b3r1g5k2)"),
        ("-.-.-.-.-/-.-.121R1.-.-/-.-.-.-.-", "tableau, B3: unknown card '121' (001 to 120, AI-1 to AI-12)"),
        ("-.-.-.-.-/-.-.073.-.-/-.-.-.-.-", "tableau, B3: the face of 073 is not known"),
        (
            "-.-.-.-.-/-.-.R1.-.-/-.-.-.-.-~A1.R1",
            "tableau: cell 'A1' does not lie next to the tableau (row @ or D, column 0 or 6)",
        ),
    ],
)
def test_what_is_no_tableau_is_named(words: str, message: str) -> None:
    with pytest.raises(Unreadable) as caught:
        Tableau.read(words)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("typed", "meant"), [("7", "007"), ("073", "073"), ("ai4", "AI-4"), ("IA-04", "AI-4"), ("Ω3", "O3")]
)
def test_typed_ids_mean_what_players_mean(typed: str, meant: str) -> None:
    assert full_id(typed) == meant
