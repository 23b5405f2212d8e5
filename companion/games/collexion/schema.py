"""The JSON Schema of the game file."""

from __future__ import annotations

from typing import Any

from companion.core import schemas
from companion.core.schemas import FLAG, NAME, list_of, map_of, number, object_of, one_of
from companion.games.collexion.document import FINAL_KEYS, MOST_SERIES, MOST_TURNS, WHEN
from companion.games.collexion.pieces import PIECES
from companion.games.collexion.rules import (
    COLOURS,
    COPIES,
    MOST_TAKEN,
    PILE,
    PLAYERS,
    POLYGONS,
    POWERS,
    SHAPES,
    SLUG,
    SWITCHES,
)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of `companion-game/1` for this game."""
    piece, when = one_of(map(str, PIECES)), {"when": one_of(WHEN)}
    power = {
        "oneOf": [
            object_of({"power": {"const": "swap"}, "with": NAME, "give": piece, "get": piece}, when),
            object_of({"power": {"const": "steal"}, "from": NAME, "piece": piece}, when),
            object_of({"power": {"const": "discard"}, "piece": piece}, when),
        ]
    }
    series = object_of({"series": one_of((*COLOURS, *SHAPES))}, {"pile": one_of(COLOURS)})
    turn = object_of(
        {"take": list_of(piece, 0, MOST_TAKEN)},
        {"powers": list_of(power, 0, MOST_TAKEN), "give": FLAG, "series": list_of(series, 0, MOST_SERIES)},
    )
    player = schemas.player(
        {},
        {
            "tokens": list_of({"enum": list(PILE)}, 0, len(PILE) * len(COLOURS)),
            "powers": number(range(len(POWERS) + 1)),
            "left": number(range(POLYGONS + 1)),
            "collection": map_of(COLOURS, map_of(SHAPES, number(range(COPIES + 1)))),
        },
    )
    document = schemas.game_file(
        SLUG,
        "ColleXion",
        list_of(player, PLAYERS[0], PLAYERS[-1]),
        {},
        {"teams": FLAG, "expert": FLAG, "rulings": schemas.rulings(SWITCHES), "turns": list_of(turn, 0, MOST_TURNS)},
    )
    # Turn by turn nobody counts in the end; otherwise everybody does, polygons one way or the other.
    either = [{"required": [key]} for key in ("left", "collection")]
    expert = {"properties": {"expert": {"const": True}}, "required": ["expert"]}
    counted = {"required": ["tokens"], "oneOf": either}
    return document | {
        "if": {"required": ["turns"]},
        "then": {"properties": {"players": {"items": {"properties": dict.fromkeys(FINAL_KEYS, False)}}}},
        "else": {
            "properties": {"players": {"items": counted}},
            "if": expert,
            "else": {"properties": {"players": {"items": {"required": ["powers"]}}}},
        },
    }
