"""The JSON Schema of the game file."""

from __future__ import annotations

from typing import Any

from companion.core import schemas
from companion.core.schemas import FLAG, list_of, map_of, number, object_of, one_of
from companion.games.boussanga.board import CELL_NAMES
from companion.games.boussanga.cards import ORIENTATIONS
from companion.games.boussanga.document import MODES, SUPPLIES
from companion.games.boussanga.rules import (
    CARD_SIDE,
    CARD_TOKENS,
    HAND,
    MOST_CARDS,
    PALETTE,
    PLAYERS,
    SIDE,
    SLUG,
    SWITCHES,
)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of `companion-game/1` for this game."""
    colour, cell, place = one_of(PALETTE), one_of(CELL_NAMES), number(range(CARD_SIDE))
    token = {"type": "array", "prefixItems": [place, place, colour], "minItems": 3, "maxItems": 3}
    back = map_of(PALETTE, list_of(cell, 0, len(CELL_NAMES)))
    laid = {
        "card": list_of(token, min(CARD_TOKENS), max(CARD_TOKENS)),
        "cell": cell,
        "orientation": number(ORIENTATIONS),
    }
    turn = {"oneOf": [object_of({"pass": {"const": True}}, {"back": back}), object_of(laid, {"back": back})]}
    counts = map_of(PALETTE, number(SUPPLIES))
    values = {**map_of(PALETTE, number(range(1, 4))), "minProperties": 4, "maxProperties": 4}
    row = list_of({"enum": [*PALETTE, None]}, SIDE, SIDE)
    document = schemas.game_file(
        SLUG,
        "Boussanga",
        list_of(schemas.player({}, {"tokens": counts}), PLAYERS[0], PLAYERS[-1]),
        {"mode": one_of(MODES)},
        {
            "values": values,
            "supply": counts,
            "rulings": schemas.rulings(SWITCHES),
            "teams": FLAG,
            "cards": number(range(2 * HAND, MOST_CARDS + 1)),
            "board": list_of(row, SIDE, SIDE),
            "tokens": counts,
            "discarded": number(range(MOST_CARDS + 1)),
            "turns": list_of(turn, 0, MOST_CARDS),
        },
    )
    return document | {
        "if": {"properties": {"mode": {"const": MODES[0]}}},
        "then": {
            **_without("board", "tokens", "discarded"),
            "if": _BY_TURNS,
            "then": {"properties": {"players": _players(_without("tokens"), 2), "turns": {"items": _without("back")}}},
            "else": {"properties": {"players": _players({"required": ["tokens"]}, 2)}},
        },
        "else": {
            "properties": {**_without("teams", "cards")["properties"], "players": _players(_without("tokens"), 1)},
            "if": _BY_TURNS,
            "then": {**_without("tokens", "discarded"), "required": ["board"]},
            "else": {**_without("board"), "required": ["tokens", "discarded"]},
        },
    }


_BY_TURNS = {"required": ["turns"]}


def _without(*keys: str) -> dict[str, Any]:
    return {"properties": dict.fromkeys(keys, False)}


def _players(each: dict[str, Any], least: int) -> dict[str, Any]:
    return {"minItems": least, "items": each}
