"""What the JSON Schema of a game refuses, its reader refuses too: an editor never marks a file that scores."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from companion.core.errors import CompanionError
from companion.registry import games
from tests.mutations import mutated

from .aquasphere.test_random_games import a_game as an_aquasphere_game
from .boussanga.documents import FOUR, PASS, ROW, THREE, lay, played, together
from .collexion.documents import end, game
from .collexion.test_random_games import a_game as a_collexion_game
from .pilier.test_random_games import a_game as a_pilier_game

PUT_BACK = {**lay(FOUR, "A1"), "back": {"red": ["A1", "B1", "C1"]}}
FILES = {
    "aquasphere": [an_aquasphere_game(random.Random(7))],
    "boussanga": [
        played(lay(THREE, "A1"), lay(THREE, "A2"), PASS, cards=20),
        together(board=ROW, turns=[PUT_BACK, PASS]),
        together(tokens={"red": 4, "blue": 2}, discarded=11),
    ],
    "collexion": [
        a_collexion_game(random.Random(7))[0],
        game(*((name, end([2, 3], 1, 1)) for name in "ABCD"), teams=True, rulings={"shape_pile": "any"}),
    ],
    "pilier": [a_pilier_game(random.Random(7), 8)],
}


@pytest.mark.parametrize("slug", FILES)
def test_the_files_are_good_to_begin_with(slug):
    for document in FILES[slug]:
        assert Draft202012Validator(games()[slug].schema()).is_valid(document)
        assert games()[slug].score(document, "en")["game"] == slug


@pytest.mark.parametrize("slug", FILES)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_what_the_schema_refuses_the_reader_refuses(slug, data):
    one = games()[slug]
    document = data.draw(mutated([one.example(), *FILES[slug]]))
    if not Draft202012Validator(one.schema()).is_valid(document):
        with pytest.raises(CompanionError):
            one.score(document, "en")
