"""The JSON Schema of the game file."""

from __future__ import annotations

from typing import Any

from companion.core import schemas
from companion.core.schemas import FLAG, list_of, map_of, number, object_of, one_of
from companion.games.pilier.cards import CARD_NAMES
from companion.games.pilier.document import LINES, MOST_TURNS
from companion.games.pilier.rules import (
    COLOURS,
    FIRST_CARDS,
    GOOD_COLOURS,
    OF_EACH_COLOUR,
    PLAYERS,
    SIDE,
    SLUG,
    SWITCHES,
    TOKENS,
    UNNAMED,
    VALUES,
)

_CELL = r"^-?[0-9]{1,2},-?[0-9]{1,2}$"
_FINAL = ("tokens", "cards")


def schema() -> dict[str, Any]:
    """Return the JSON Schema of `companion-game/1` for this game."""
    card, cell = one_of(CARD_NAMES), {"type": "string", "pattern": _CELL}
    turn = {
        "oneOf": [
            object_of({"pass": {"const": True}}),
            object_of({"card": card, "cell": cell}, {"line": one_of(LINES), "taken": list_of(cell, 0, SIDE)}),
        ]
    }
    values = list_of({"enum": list(VALUES)}, 0, OF_EACH_COLOUR)
    chosen = list_of(one_of(COLOURS), GOOD_COLOURS, GOOD_COLOURS) | {"uniqueItems": True}
    player = schemas.player(
        {}, {"tokens": number(range(TOKENS * PLAYERS[-1] + 1)), "cards": map_of(COLOURS, values), "colours": chosen}
    )
    first = {
        "type": "object",
        "propertyNames": {"pattern": _CELL},
        "additionalProperties": card,
        "minProperties": FIRST_CARDS,
        "maxProperties": FIRST_CARDS,
    }
    called = object_of({}, {word: one_of(names) for word, names in UNNAMED.items()})
    document = schemas.game_file(
        SLUG,
        "the Pilier game",
        list_of(player, PLAYERS[0], PLAYERS[-1]),
        {},
        {
            "rulings": schemas.rulings(SWITCHES),
            "called": called,
            "start": first,
            "turns": list_of(turn, 0, MOST_TURNS),
            "finished": FLAG,
        },
    )
    # Turn by turn nobody counts in the end; otherwise everybody does.
    return document | {
        "dependentRequired": {"turns": ["start"], "start": ["turns"]},
        "if": {"required": ["turns"]},
        "then": {"properties": {"players": {"items": {"properties": dict.fromkeys(_FINAL, False)}}, "finished": False}},
        "else": {"properties": {"players": {"items": {"required": list(_FINAL)}}}},
    }
