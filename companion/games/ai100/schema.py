"""The JSON Schema of the game file, for editors and other programs; the reader itself gives the better errors."""

from __future__ import annotations

from typing import Any

from companion.core.schemas import (
    CLAIMED,
    NAME,
    by_name,
    game_file,
    list_of,
    map_of,
    number,
    object_of,
    one_of,
    rulings,
)
from companion.games.ai100.board import CELLS, EXTRA_CELLS
from companion.games.ai100.cards import AI_IDS, CARD_IDS, COLOURS, CORNERS, EVOLUTION_IDS, OBJECTIVE_IDS
from companion.games.ai100.document import MOST_PLAYERS, TURNS, UNKNOWN_GRID
from companion.games.ai100.rulings import switches


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def schema() -> dict[str, Any]:
    """Return the JSON Schema of `companion-game/1` for this game."""
    grid_cells = tuple(cell for cell in CELLS if cell[1] != "5")
    cell_pair = list_of(_ref("cell"), 2, 2)
    definitions: dict[str, Any] = {
        "card": one_of(EVOLUTION_IDS),
        "cell": one_of(CELLS),
        "colour": one_of(COLOURS),
        "number": number(range(1, 6)),
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
            {"name": {**NAME, "not": {"const": "grid"}}, "ai": one_of(AI_IDS)},
            {"claimed": CLAIMED, "final": object_of({"card": _ref("card"), "cell": one_of(EXTRA_CELLS)})},
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
                "turn": number(range(1, TURNS + 1)),
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
    document = game_file(
        "ai100",
        "AI, 100% Human",
        list_of(_ref("player"), 1, MOST_PLAYERS),
        {
            "objectives": {
                "anyOf": [
                    {**list_of({"enum": [*OBJECTIVE_IDS, None]}, 2, 2), "uniqueItems": True},
                    {"const": [None, None]},
                ]
            },
            "faces": map_of(CARD_IDS, _ref("face")),
        },
        {
            "rulings": rulings(switches()),
            "figures": {"type": "array", "items": _ref("figure")},
            "grid": {"anyOf": [_ref("grid"), {"const": UNKNOWN_GRID}]},
            "turns": list_of(by_name(_ref("play")), 0, TURNS),
            "tableaux": by_name(map_of(CELLS, one_of(CARD_IDS))),
            "remembered": by_name({"type": "array", "items": _ref("memory")}),
        },
    )
    return {**document, "oneOf": [{"required": ["turns"]}, {"required": ["tableaux"]}], "$defs": definitions}
