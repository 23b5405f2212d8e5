"""Whole games at random, written down as game files: the slow way comes to the same points and the same winners."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from companion.games.aquasphere import GAME

from .naive import results

SECTORS = "ABCDEF"


def crossing(rng):
    said = {"crystals": rng.randint(0, 3)}
    kind = rng.choice(["pay all", "pay some", "send back"])
    if kind == "pay some":
        said["pay"] = rng.randint(0, 3)
    elif kind == "send back":
        said["send_back"] = rng.randint(1, 2)
    return said


def a_move(rng, name):
    action = rng.choice(
        [
            {"action": "octopods", "in_sector": rng.randint(0, 8), "holds": rng.randint(2, 7)},
            {"action": "submarine", "cost": 1, "time": 3},
            {"action": "research"},
            {"action": "card", "points": rng.randint(1, 4)},
        ]
    )
    return {"player": name, **action, **crossing(rng)}


def a_round(rng, names):
    moves = [a_move(rng, name) for name in names if rng.random() < 0.6]
    sectors = {
        letter: {"control": rng.choice([*names, None]), "octopods": rng.choice([0, 0, 1, 2, 4])} for letter in "ABC"
    }
    sectors |= {letter: {"control": rng.choice([*names, None]), "octopods": 0} for letter in "DEF"}
    players = {name: {"robots": rng.randint(0, 6), **crossing(rng)} for name in names}
    return {"moves": moves, "scoring": {"sectors": sectors, "players": players}}


def an_end(rng):
    extensions = rng.randint(1, 5)
    letters = rng.sample(SECTORS, rng.randint(1, min(6, 1 + 2 * extensions)))
    return {
        "letters": letters,
        "time": rng.randint(0, 6),
        "submarines": rng.choice([5, 6]),
        "extensions": extensions,
    }


def a_game(rng):
    names = ["Ana", "Ben", "Cleo", "Dan"][: rng.randint(2, 4)]
    length = rng.randint(12, 40)
    return {
        "format": "companion-game/1",
        "game": "aquasphere",
        "players": [{"name": name} for name in names],
        "track": {"red_lines": rng.sample(range(length), rng.randint(0, 4)), "length": length},
        "rounds": [a_round(rng, names) for _ in range(4)],
        "final": {name: an_end(rng) for name in names},
    }


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_points_zones_crystals_and_winners_are_those_of_the_slow_way(rng):
    document = a_game(rng)
    slow = results(document)
    score = GAME.score(document, "en")
    for player in score["players"]:
        assert (player["total"], player["control"], player["crystals"]) == slow[player["name"]]
        assert player["total"] == sum(line["points"] for line in player["lines"])
        assert player["total"] == player["laps"] * document["track"]["length"] + player["space"]
    best = max(slow.values())
    assert score["winners"] == [name for name, result in slow.items() if result == best]
    assert Draft202012Validator(GAME.schema()).is_valid(document)
