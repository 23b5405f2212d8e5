"""Small words for writing a JSON Schema: the schema is for editors and other programs, the readers give the errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.core.reading import FORMAT

Schema = dict[str, Any]
NAME: Schema = {"type": "string", "pattern": "\\S"}
FLAG: Schema = {"type": "boolean"}
CLAIMED: Schema = {"type": ["integer", "null"]}


def object_of(required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    """Return the schema of an object with these keys and no others."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


def map_of(keys: Iterable[str], value: Schema) -> Schema:
    """Return the schema of an object whose keys are some of these."""
    return {"type": "object", "propertyNames": {"enum": list(keys)}, "additionalProperties": value}


def by_name(value: Schema) -> Schema:
    """Return the schema of an object with players' names as keys."""
    return {"type": "object", "additionalProperties": value}


def list_of(items: Schema, least: int = 0, most: int | None = None) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items, "minItems": least} | ({} if most is None else {"maxItems": most})


def one_of(words: Iterable[str]) -> Schema:
    """Return the schema of one word out of several."""
    return {"enum": list(words)}


def number(numbers: range) -> Schema:
    """Return the schema of a whole number out of a range."""
    return {"type": "integer", "minimum": numbers[0], "maximum": numbers[-1]}


def player(required: Mapping[str, Schema] | None = None, optional: Mapping[str, Schema] | None = None) -> Schema:
    """Return the schema of a player."""
    return object_of({"name": NAME, **(required or {})}, {"claimed": CLAIMED, **(optional or {})})


def rulings(switches: Mapping[str, Mapping[str, Any]]) -> Schema:
    """Return the schema of the switches."""
    return object_of({}, {key: one_of(entry["values"]) for key, entry in switches.items()})


def game_file(
    slug: str, title: str, players: Schema, required: Mapping[str, Schema], optional: Mapping[str, Schema]
) -> Schema:
    """Return the schema of a whole game file."""
    head = {"format": {"const": FORMAT}, "game": {"const": slug}, "players": players}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{FORMAT}, {title}",
        **object_of({**head, **required}, optional),
    }
