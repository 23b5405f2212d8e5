"""The game file: what cannot be read or is not allowed gets one line with its place."""

# ruff: noqa: E501  (a line a case reads best)

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.core.errors import CompanionError, Illegal, Unreadable
from companion.games.ai100 import GAME

Document = dict[str, Any]


def example() -> Document:
    return copy.deepcopy(GAME.example())


def error_of(change: Callable[[Document], object]) -> CompanionError:
    document = example()
    change(document)
    with pytest.raises(CompanionError) as caught:
        GAME.score(document).say("en")
    return caught.value


def put(path: str, value: object) -> Callable[[Document], None]:
    """Set a value deep in the document: 'turns/0/Ana/cell'."""

    def change(document: Document) -> None:
        *way, last = path.split("/")
        node: Any = document
        for step in way:
            node = node[int(step) if step.isdigit() and isinstance(node, list) else step]
        node[int(last) if isinstance(node, list) else last] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("turns/0/Ben/cell", "B9"), "turn 1, Ben: cell B9 does not exist (rows A-C, columns 1-5)"),
        (put("turns/0/Ben/card", "121"), "turn 1, Ben: unknown card '121' (001 to 120)"),
        (put("turns/0/Ben/card", 82), "turn 1, Ben: unknown card 82 (001 to 120)"),
        (put("turns/0/Ben/card", "119"), "turn 1, Ben: the face of card 119 is missing from faces"),
        (put("turns/0/Ben/tricks", 1), "turn 1, Ben: unknown key 'tricks' (expected card, cell, copy, neighbour, exchange, swap, ai_swap, grid)"),
        (put("turns/0/Ben/copy", {"from": "Ana", "card": "073"}), "turn 1, Ben: 'copy' does not belong to card 082"),
        (put("turns/0/Zoe", {"card": "001", "cell": "A3"}), "turn 1: unknown player 'Zoe' (expected Ana, Ben, Cleo)"),
        (lambda d: d["turns"][1].pop("Ben"), "turn 2: the play of Ben is missing"),
        (put("faces/073", {"colour": "pink", "number": 1}), "faces, 073: expected connectors tl, tr, br and bl"),
        (lambda d: d["faces"]["073"].update(colour="pink"), "faces, 073: 'pink' is no colour (red, blue, yellow, black, green, violet)"),
        (lambda d: d["faces"]["073"].update(number=6), "faces, 073: 6 is no number of a card (1 to 5)"),
        (lambda d: d["faces"]["073"].update(number=True), "faces, 073: true is no number of a card (1 to 5)"),
        (lambda d: d["faces"]["073"]["connectors"].update(tl=["red"]), "faces, 073, tl: expected a pair of colour and number"),
        (put("faces/999", {}), "faces: unknown card '999' (001 to 120, AI-1 to AI-12)"),
        (put("objectives", ["O3"]), "objectives: 1 objective (expected one for each of the two rounds)"),
        (put("objectives", ["O3", "O17"]), "objectives: unknown objective 'O17'"),
        (put("rulings", {"card_082": 3}), "rulings, card_082: unknown setting 3 (expected 2, 3)"),
        (put("rulings", {"house": "x"}), "rulings: unknown key 'house' (expected least_represented, card_025, card_082, objective_12)"),
        (put("players", []), "players: 0 players (expected 1 to 6)"),
        (put("players/1", {"name": "grid", "ai": "AI-7"}), "player 2: no player may be called 'grid'"),
        (put("players/1", {"name": "Ana", "ai": "AI-7"}), "player Ana: two players have this name"),
        (put("players/1", {"name": "Ben", "ai": "AI-4"}), "player Ben: AI-4 belongs to another player already"),
        (put("players/1", {"name": "Ben", "ai": "AI-13"}), "player Ben: unknown AI card 'AI-13'"),
        (put("format", "companion-game/2"), 'format: expected "companion-game/1"'),
        (lambda d: d.pop("turns"), "game file: expected either turns or tableaux"),
        (put("tableaux", {}), "game file: expected either turns or tableaux"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_with_its_place(change: Callable[[Document], object], message: str) -> None:
    error = error_of(change)
    assert isinstance(error, Unreadable)
    assert str(error) == message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("turns/0/Ana/cell", "B3"), "turn 1, Ana: cell B3 is taken"),
        (put("turns/0/Ana/cell", "A1"), "turn 1, Ana: cell A1 touches no card"),
        (put("turns/1/Ana/cell", "B2"), "turn 2, Ana: cell B2 is taken"),
        (put("turns/1/Ana", {"card": "082", "cell": "A2"}), "turn 2, Ana: card 082 lies in the tableau of Ben already"),
        (put("turns/1/Ana/copy", {"from": "Ben", "card": "073"}), "turn 2, Ana: Ben does not have card 073 to copy"),
        (put("turns/1/Ana/copy", {"from": "Cleo", "card": "018"}), "turn 2, Ana: card 018 of Cleo cannot be copied: 103 copies yellow cards"),
        (put("turns/1/Ana/copy", {"from": "grid", "card": "082"}), "turn 2, Ana: grid is no neighbour (Cleo or Ben)"),
        (put("turns/0/Ana/ai_swap", ["A1", "A2"]), "turn 1, Ana: only AI-5 may swap cards before laying, not AI-4"),
        (put("turns/0/Ana/grid", {}), "turn 1, Ana: only a solo game has a draft grid in a play"),
        (put("grid", {}), "grid: only a game of two has a neutral grid"),
    ],
)  # fmt: skip
def test_what_is_illegal_is_named_with_its_place(change: Callable[[Document], object], message: str) -> None:
    error = error_of(change)
    assert isinstance(error, Illegal)
    assert str(error) == message


def test_the_schema_is_one_and_agrees_with_the_example() -> None:
    jsonschema.Draft202012Validator.check_schema(GAME.schema())
    validator = jsonschema.Draft202012Validator(GAME.schema())
    assert list(validator.iter_errors(example())) == []
    wrong = example()
    wrong["turns"][0]["Ana"]["cell"] = "B9"
    assert len(list(validator.iter_errors(wrong))) == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


def scores_or_says_why(document: object) -> None:
    said = "companion-score/1"
    try:
        said = GAME.score(document).say("fr")["format"]
    except CompanionError as error:
        said = str(error)
    assert said
    assert "\n" not in said


@given(JSON)
@settings(max_examples=150, deadline=None)
def test_any_json_document_scores_or_says_why(document: object) -> None:
    scores_or_says_why(document)


def paths(node: object, way: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """Every place in a document."""
    children = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    return [way, *(path for key, child in children for path in paths(child, (*way, key)))]


PLACES = [path for path in paths(GAME.example()) if path]
WORDS = st.sampled_from(["A1", "B3", "@3", "grid", "Ana", "001", "105", "115", "120", "AI-5", "O4", "red", "", "3"])
PLAYS = st.fixed_dictionaries({"card": WORDS, "cell": WORDS}, optional={
    "copy": st.fixed_dictionaries({"from": WORDS, "card": WORDS}), "neighbour": WORDS, "swap": st.lists(WORDS, max_size=3),
    "exchange": st.fixed_dictionaries({"out": WORDS, "in": WORDS}), "ai_swap": st.lists(WORDS, max_size=3),
    "grid": st.dictionaries(WORDS, WORDS, max_size=2),
})  # fmt: skip


@given(st.data())
@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_game_file_with_anything_changed_scores_or_says_why(data: st.DataObject) -> None:
    document = example()
    for path in data.draw(st.lists(st.sampled_from(PLACES), min_size=1, max_size=3)):
        node: Any = document
        try:
            for step in path[:-1]:
                node = node[step]
            node[path[-1]] = data.draw(WORDS | PLAYS | JSON)
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change has removed the place
    scores_or_says_why(json.loads(json.dumps(document)))
