"""Whole games at random, written down as game files: the slow way comes to the same points and the same winners."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from companion.core.errors import CompanionError
from companion.games.aquasphere import GAME
from companion.games.aquasphere.laboratory import Extension, Laboratory
from companion.games.aquasphere.track import Track
from tests.games.compare import differences

from .at_random import a_document
from .naive import results


def test_engine_and_slow_way_agree_on_random_files_refusals_included():
    assert list(differences("aquasphere", 250, seed=14)) == []


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_points_zones_crystals_and_laps_are_those_of_the_slow_way(rng):
    document = a_document(rng)
    assert Draft202012Validator(GAME.schema()).is_valid(document)
    try:
        score = GAME.score(document).say("en")
    except CompanionError:
        return
    slow = results(document)
    for player in score["players"]:
        assert (player["total"], player["control"], player["crystals"]) == slow[player["name"]]
        assert player["total"] == sum(line["points"] for line in player["lines"])
        assert player["total"] == player["laps"] * document["track"]["length"] + player["space"]


extensions = st.builds(
    Extension,
    st.dictionaries(st.sampled_from(["cards", "crystals", "octopods", "time"]), st.integers(1, 3)),
    st.lists(st.sampled_from("ABCDEF"), max_size=2).map(tuple),
)


@given(st.sampled_from(["", *"ABCDEF"]), st.lists(extensions, max_size=5))
def test_a_laboratory_grows_and_never_loses_a_letter(start, added):
    laboratory = Laboratory(start)
    for one in added:
        grown = laboratory.with_extension(one)
        assert set(laboratory.letters) <= set(grown.letters)
        assert all(grown.holds(thing) >= laboratory.holds(thing) for thing in ("cards", "crystals", "octopods", "time"))
        laboratory = grown
    assert laboratory.letters == tuple(sorted({*start, *(letter for one in added for letter in one.letters)}))


@given(st.sets(st.integers(0, 29), max_size=6), st.integers(0, 60), st.integers(0, 20), st.data())
def test_who_measures_the_lines_of_the_track_agrees_with_it_and_nobody_else(lines, position, points, data):
    track = Track(tuple(lines), 30)
    there = track.ahead(position, points)
    assert track.agrees(position, points, there)
    other = data.draw(st.sets(st.integers(0, 25), max_size=4))
    if {free for free in other if free < points} != set(there):
        assert not track.agrees(position, points, tuple(other))


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_number_of_rounds_bounds_the_cards(number):
    both = {"sectors": {}, "players": {name: {"robots": 0, "crystals": 0} for name in ("Ana", "Ben")}}
    rounds = [{"scoring": both}] * (number - 1) + [{"moves": [{"player": "Ana", "action": "research"}] * 6 * number}]
    document = {"format": "companion-game/1", "game": "aquasphere", "players": [{"name": "Ana"}, {"name": "Ben"}],
                "track": {"red_lines": []}, "rounds": rounds}  # fmt: skip
    cards = 6 * number
    # No laboratory holds more than 2 and three on each of five extensions.
    if cards > 2 + 3 * 5:
        with pytest.raises(CompanionError, match="research cards: 18"):
            GAME.score(document).say("en")
    else:
        assert GAME.score(document).say("en")["players"][0]["total"] == cards * (1 + number)
