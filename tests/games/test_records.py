"""Games written down turn by turn, and what becomes of them when somebody mistypes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from companion.core.errors import CompanionError
from companion.registry import find_game
from tests.mutations import mutated
from tests.test_every_game import check_score


def record(slug: str, *names: str, **more: Any) -> dict[str, Any]:
    players = [{"name": name} for name in names]
    return {"format": "companion-game/1", "game": slug, "players": players, **more}


PINK = ["pink triangle", "pink square", "pink pentagon", "pink octagon"]
SWAP = {"power": "swap", "with": "D", "give": "pink square", "get": "pink square"}
COLLEXION = record(
    "collexion",
    *"ABCD",
    teams=True,
    rulings={"shape_pile": "any"},
    turns=[
        {"take": PINK, "series": [{"series": "pink", "pile": "pink"}]},
        {"take": ["blue square", "green square"], "give": True},
        {"take": ["blue square"], "powers": [{"power": "steal", "from": "B", "piece": "blue square"}]},
        {"take": ["pink square"], "powers": [{"power": "discard", "piece": "blue octagon"}]},
        {
            "take": ["pink square"],
            "powers": [{"power": "swap", "with": "D", "give": "pink square", "get": "pink square"}],
        },
    ],
)
FINAL = {"letters": ["A", "C"], "time": 3, "submarines": 2, "extensions": 2}
GROWS = {"player": "Ana", "action": "extension", "adds": {"time": 1}, "letters": ["C"]}
SCORING = {
    "sectors": {
        "A": {"control": "Ana", "octopods": 2},
        "B": {"control": "Ben", "station": {"Ana": 1}},
        "C": {"control": None},
    },
    "players": {
        "Ana": {"robots": 5, "crystals": 2, "pay": 2},
        "Ben": {"robots": 3, "crystals": 0, "send_back": 1},
    },
}
AQUASPHERE = record(
    "aquasphere",
    "Ana",
    "Ben",
    track={"red_lines": [5, 12, 20], "length": 50},
    rounds=[
        {
            "moves": [
                {"player": "Ana", "action": "octopods", "in_sector": 3, "holds": 2},
                {"player": "Ben", "action": "submarine", "cost": 3, "time": 2, "half": True, "sector": "D"},
                {"player": "Ana", "action": "research", "crystals": 1},
                {"player": "Ana", "action": "card", "points": 3, "crystals": 1, "lines": [], "behind": 0},
                GROWS,
            ],
            "scoring": SCORING,
        },
        {"scoring": SCORING},
        {"scoring": SCORING},
        {"scoring": SCORING},
    ],
    final={"Ana": FINAL, "Ben": FINAL},
)
PILIER = record(
    "pilier",
    "Ana",
    "Ben",
    "Cleo",
    start={
        "0,0": "red 0 star",
        "0,1": "blue 40 ring",
        "0,3": "green 20 cube",
        "0,4": "green 30 none",
        "1,0": "red 10 cube",
    },
    turns=[
        {"card": "blue 20 cube", "cell": "0,2", "line": "row", "taken": ["0,4", "0,3", "0,2", "0,1"]},
        {"pass": True},
        {"card": "red 40 cube", "cell": "2,0"},
    ],
)
REDS = [[0, 0, "red"], [0, 1, "red"], [0, 2, "red"]]
COMPETITIVE = record(
    "boussanga",
    *"ABCD",
    mode="competitive",
    teams=True,
    cards=60,
    supply={"red": 12},
    turns=[
        {"card": REDS, "cell": "A1", "orientation": 1},
        {"pass": True},
        {"card": REDS, "cell": "B2", "orientation": 1},
    ],
)
COOPERATIVE = record(
    "boussanga",
    "Ana",
    mode="cooperative",
    values={"red": 3, "white": 2, "black": 1, "blue": 1},
    board=[["red"] * 4 + [None, "blue", "white", "black"]] + [["red"] * 4 + ["blue"] * 4] * 2 + [[None] * 8] * 5,
    turns=[
        {"card": REDS, "cell": "A1", "orientation": 0},
        {"card": REDS, "cell": "B1", "orientation": 0, "back": {"red": ["H1", "H2", "H3"]}},
        {"pass": True},
    ],
)
DOCS = Path(__file__).parents[2] / "docs"
DOCUMENTED = [
    json.loads(block)
    for page in sorted(DOCS.glob("rulings-*.md"))
    for block in re.findall(r"^```json\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
]
RECORDS = [COLLEXION, AQUASPHERE, PILIER, COMPETITIVE, COOPERATIVE]
every_record = pytest.mark.parametrize("document", RECORDS, ids=lambda document: document["game"])


@every_record
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_record_fits_its_schema_and_scores(document, language):
    game = find_game(document["game"])
    assert list(Draft202012Validator(game.schema()).iter_errors(document)) == []
    check_score(document, game.score(document).say(language))


@every_record
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_a_mistyped_record_is_scored_or_refused_and_never_more_lenient_than_the_schema(document, data):
    game = find_game(document["game"])
    changed = data.draw(mutated([document]))
    try:
        score = game.score(changed).say("en")
    except CompanionError:
        return
    check_score(changed, score)
    assert list(Draft202012Validator(game.schema()).iter_errors(changed)) == []


@pytest.mark.parametrize("document", DOCUMENTED, ids=lambda document: document["game"])
def test_the_files_on_the_rulings_pages_are_as_they_should_be(document):
    game = find_game(document["game"])
    assert list(Draft202012Validator(game.schema()).iter_errors(document)) == []
    check_score(document, game.score(document).say("fr"))


def test_the_rulings_pages_of_four_games_show_files():
    assert {document["game"] for document in DOCUMENTED} >= {"collexion", "aquasphere", "pilier", "boussanga"}
