"""The JSON Schema of the game file, for editors and other programs; the reader itself gives the better errors."""

from __future__ import annotations

from typing import Any

from companion.core.reading import FORMAT
from companion.core.schemas import CLAIMED, NAME, list_of, map_of, object_of, rulings
from companion.games.ai100.board import CELLS, EXTRA_CELLS
from companion.games.ai100.cards import AI_IDS, COLOURS, CORNERS, EVOLUTION_IDS, OBJECTIVE_IDS
from companion.games.ai100.document import MOST_PLAYERS, TURNS, UNKNOWN_GRID
from companion.games.ai100.rulings import switches


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def schema() -> dict[str, Any]:
    """Return the JSON Schema of `companion-game/1` for this game."""
    grid_cells = tuple(cell for cell in CELLS if cell[1] != "5")
    cell_pair = list_of(_ref("cell"), 2, 2)
    definitions: dict[str, Any] = {
        "card": {"enum": list(EVOLUTION_IDS)},
        "cell": {"enum": list(CELLS)},
        "colour": {"enum": list(COLOURS)},
        "number": {"type": "integer", "minimum": 1, "maximum": 5},
        "connector": {"type": "array", "prefixItems": [_ref("colour"), _ref("number")], "minItems": 2, "maxItems": 2},
        "face": object_of(
            {
                "colour": _ref("colour"),
                "number": _ref("number"),
                "connectors": object_of({corner: _ref("connector") for corner in CORNERS}),
            },
            {"phase": {"enum": [0, 1, 2]}},
        ),
        "player": object_of(
            {"name": {**NAME, "not": {"const": "grid"}}, "ai": {"enum": list(AI_IDS)}},
            {
                "claimed": CLAIMED,
                "final": object_of({"card": _ref("card"), "cell": {"enum": list(EXTRA_CELLS)}}),
            },
        ),
        "grid": map_of(grid_cells, _ref("card")),
        "play": object_of(
            {"card": _ref("card"), "cell": _ref("cell")},
            {
                "copy": object_of({"from": NAME, "card": _ref("card")}),
                "neighbour": NAME,
                "exchange": object_of({"out": _ref("cell"), "in": _ref("card")}),
                "swap": cell_pair,
                "ai_swap": cell_pair,
                "grid": _ref("grid"),
            },
        ),
        "memory": object_of(
            {"cell": _ref("cell")},
            {
                "turn": {"type": "integer", "minimum": 1, "maximum": TURNS},
                "points": {"type": "integer"},
                "swap": {"anyOf": [cell_pair, list_of(_ref("cell"), 0, 0)]},
                "exchange": {"anyOf": [object_of({"cell": _ref("cell"), "out": _ref("card")}), object_of({})]},
            },
        ),
        "figure": object_of(
            {
                "drawing": list_of({"type": "string", "pattern": "^[X.]{1,5}$"}, 1, 3),
                "colours": list_of(_ref("colour"), 1, len(COLOURS)),
            }
        ),
    }
    tableau = map_of(CELLS, {"enum": [*EVOLUTION_IDS, *AI_IDS]})
    document = object_of(
        {
            "format": {"const": FORMAT},
            "game": {"const": "ai100"},
            "players": list_of(_ref("player"), 1, MOST_PLAYERS),
            "objectives": {
                "anyOf": [
                    {**list_of({"enum": [*OBJECTIVE_IDS, None]}, 2, 2), "uniqueItems": True},
                    {"const": [None, None]},
                ]
            },
            "faces": map_of((*EVOLUTION_IDS, *AI_IDS), _ref("face")),
        },
        {
            "rulings": rulings(switches()),
            "figures": {"type": "array", "items": _ref("figure")},
            "grid": {"anyOf": [_ref("grid"), {"const": UNKNOWN_GRID}]},
            "turns": list_of({"type": "object", "additionalProperties": _ref("play")}, 0, TURNS),
            "tableaux": {"type": "object", "additionalProperties": tableau},
            "remembered": {"type": "object", "additionalProperties": {"type": "array", "items": _ref("memory")}},
        },
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "companion-game/1, AI, 100% Human",
        **document,
        "oneOf": [{"required": ["turns"]}, {"required": ["tableaux"]}],
        "$defs": definitions,
    }
