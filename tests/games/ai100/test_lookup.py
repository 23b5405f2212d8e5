"""The rules to look up: every condition, found by what people type, with examples that both scorers agree on."""

from __future__ import annotations

import pytest

from companion.core.rules import find
from companion.games.ai100.board import CELLS
from companion.games.ai100.cards import AI_IDS, EVOLUTION_IDS, OBJECTIVE_IDS
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.lookup import _positions, examples, rules
from companion.games.ai100.scoring import score
from companion.games.ai100.tableau import Tableau
from tests.prove import naive_points, plain

OWN = [card for card in _positions() if not catalogue()[card].effect]


def test_every_card_objective_and_ai_card_can_be_looked_up() -> None:
    assert {rule.id for rule in rules("en")} == {*EVOLUTION_IDS, *OBJECTIVE_IDS, *AI_IDS}


@pytest.mark.parametrize(
    ("language", "wanted", "cards"),
    [
        ("en", "73", ["073"]),
        ("en", "073", ["073"]),
        ("en", "ai5", ["AI-5"]),
        ("fr", "IA-5", ["AI-5"]),
        ("en", "Ω3", ["O3"]),
        ("en", "losange red", ["096", "097"]),
        ("fr", "losanges rouges", ["096", "097"]),
        ("fr", "ECHANGE", ["115", "116"]),
        ("en", "nothing of the kind", []),
    ],
)
def test_rules_are_found_by_number_or_by_what_they_are_about(language: str, wanted: str, cards: list[str]) -> None:
    assert [rule.id for rule in find(rules(language), wanted)] == cards


@pytest.mark.parametrize("card", OWN)
def test_examples_score_and_miss_as_the_second_scorer_says(card: str) -> None:
    position = _positions()[card]
    worth = {}
    for kind in ("scores", "misses"):
        tableau = Tableau.read(position[kind])
        scored = score(catalogue()[card], tableau, CELLS.index(position["cell"]))
        worth[kind] = scored.points
        assert scored.points == naive_points(card, "", plain(tableau), position["cell"], {})
    assert worth["scores"] > worth["misses"] >= 0


def test_an_example_is_drawn_and_says_why() -> None:
    scores, misses = examples("001", "en")
    assert (scores.title, misses.title) == ("Scores: 2", "Does not score: 0")
    assert scores.text == "B4+C5: 2."
    assert examples("001", "fr")[0].title == "Marque\N{NO-BREAK SPACE}: 2"
    assert misses.text.startswith("None complete; closest: ")
    assert scores.drawing.count('class="card"') == 4


def test_a_ruling_that_touches_a_card_is_named() -> None:
    told = next(rule for rule in rules("en") if rule.id == "082").notes
    assert any("2 points, as the list says (a table may decide otherwise)" in note for note in told)
    assert "Only the up to eight cards around it count; itself it does not." in next(
        rule for rule in rules("en") if rule.id == "073"
    ).notes  # fmt: skip
