"""The JSON Schema of the game file, for editors and other programs; the reader itself gives the better errors."""

from __future__ import annotations

from typing import Any

from companion.core.reading import FORMAT
from companion.games.ai100.board import CELLS, EXTRA_CELLS
from companion.games.ai100.cards import AI_IDS, COLOURS, CORNERS, EVOLUTION_IDS, OBJECTIVE_IDS
from companion.games.ai100.document import MOST_PLAYERS, TURNS
from companion.games.ai100.rulings import switches


def _object(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": required | (optional or {}),
        "required": list(required),
        "additionalProperties": False,
    }


def _map(names: tuple[str, ...], value: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "propertyNames": {"enum": list(names)}, "additionalProperties": value}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def _list(items: dict[str, Any], least: int, most: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": least, "maxItems": most}


def schema() -> dict[str, Any]:
    """Return the JSON Schema of `companion-game/1` for this game."""
    grid_cells = tuple(cell for cell in CELLS if cell[1] != "5")
    name = {"type": "string", "minLength": 1}
    cell_pair = _list(_ref("cell"), 2, 2)
    definitions: dict[str, Any] = {
        "card": {"enum": list(EVOLUTION_IDS)},
        "cell": {"enum": list(CELLS)},
        "colour": {"enum": list(COLOURS)},
        "number": {"type": "integer", "minimum": 1, "maximum": 5},
        "connector": {"type": "array", "prefixItems": [_ref("colour"), _ref("number")], "minItems": 2, "maxItems": 2},
        "face": _object(
            {
                "colour": _ref("colour"),
                "number": _ref("number"),
                "connectors": _object({corner: _ref("connector") for corner in CORNERS}),
            },
            {"phase": {"enum": [0, 1, 2]}},
        ),
        "player": _object(
            {"name": {**name, "not": {"const": "grid"}}, "ai": {"enum": list(AI_IDS)}},
            {
                "claimed": {"type": ["integer", "null"]},
                "final": _object({"card": _ref("card"), "cell": {"enum": list(EXTRA_CELLS)}}),
            },
        ),
        "grid": _map(grid_cells, _ref("card")),
        "play": _object(
            {"card": _ref("card"), "cell": _ref("cell")},
            {
                "copy": _object({"from": name, "card": _ref("card")}),
                "neighbour": name,
                "exchange": _object({"out": _ref("cell"), "in": _ref("card")}),
                "swap": cell_pair,
                "ai_swap": cell_pair,
                "grid": _ref("grid"),
            },
        ),
        "memory": _object(
            {"cell": _ref("cell")},
            {"turn": {"type": "integer", "minimum": 1, "maximum": TURNS}, "points": {"type": "integer"}},
        ),
        "figure": _object(
            {
                "drawing": _list({"type": "string", "pattern": "^[X.]{1,5}$"}, 1, 3),
                "colours": _list(_ref("colour"), 1, len(COLOURS)),
            }
        ),
    }
    tableau = _map(CELLS, {"enum": [*EVOLUTION_IDS, *AI_IDS]})
    document = _object(
        {
            "format": {"const": FORMAT},
            "game": {"const": "ai100"},
            "players": _list(_ref("player"), 1, MOST_PLAYERS),
            "objectives": {**_list({"enum": list(OBJECTIVE_IDS)}, 2, 2), "uniqueItems": True},
            "faces": _map((*EVOLUTION_IDS, *AI_IDS), _ref("face")),
        },
        {
            "rulings": _object({}, {key: {"enum": list(entry["values"])} for key, entry in switches().items()}),
            "figures": {"type": "array", "items": _ref("figure")},
            "grid": _ref("grid"),
            "turns": _list({"type": "object", "additionalProperties": _ref("play")}, 0, TURNS),
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
