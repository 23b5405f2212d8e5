"""The JSON Schema of the game file."""

from __future__ import annotations

from typing import Any

from companion.core import schemas
from companion.core.schemas import FLAG, NAME, by_name, list_of, map_of, number, object_of, one_of
from companion.games.aquasphere.document import (
    ACTIONS,
    ADDED,
    COUNTED,
    COUNTERS,
    EXTENSION,
    LENGTHS,
    MOST_LINES,
    MOST_MOVES,
)
from companion.games.aquasphere.rules import (
    CRYSTALS,
    EXTENSIONS,
    MOST_LETTERS,
    MOST_ROBOTS_NUMBER,
    OCTOPODS,
    PLAYERS,
    PROGRAMMED,
    ROUNDS,
    SECTORS,
    SLUG,
    STATION,
    STORAGE,
    SUBMARINES,
    TIME,
)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of `companion-game/1` for this game."""
    octopods, time = number(range(OCTOPODS + 1)), number(range(TIME + 1))
    crystals, distance = number(range(CRYSTALS + 1)), number(COUNTERS)
    crossing = {
        "pay": crystals,
        "send_back": number(range(PROGRAMMED + 1)),
        "lines": list_of(distance, 0, MOST_LINES) | {"uniqueItems": True},
        "behind": distance,
    }
    own = crossing | {"crystals": crystals}
    other = {"half": FLAG, "sector": one_of(SECTORS)}

    def move(name: str) -> dict[str, Any]:
        action = ACTIONS[name]
        needed, optional = ({key: number(of[key]) for key in of} for of in (action.needed, action.optional))
        more = {key: other[key] for key in action.more}
        return object_of({"player": NAME, "action": {"const": name}, **needed}, own | optional | more)

    extension = object_of(
        {"player": NAME, "action": {"const": EXTENSION}},
        {"adds": map_of(STORAGE, number(ADDED)), "letters": list_of(one_of(SECTORS), 0, MOST_LETTERS)},
    )
    moves = {"oneOf": [*(move(name) for name in ACTIONS), extension]}
    station = {"station": by_name(number(range(max(STATION.values()) + 1))), "neutral": FLAG}
    sector = object_of({}, {"control": {"type": ["string", "null"]}, "octopods": octopods, **station})
    harvest = object_of(
        {"robots": number(range(MOST_ROBOTS_NUMBER + 1)), "crystals": crystals}, crossing | {"counter": distance}
    )
    scoring = object_of({"sectors": map_of(SECTORS, sector), "players": by_name(harvest)})
    final = object_of(
        {
            "letters": list_of(one_of(SECTORS), 0, 1 + MOST_LETTERS * EXTENSIONS),
            "time": time,
            "submarines": number(range(SUBMARINES + 1)),
            "extensions": number(range(EXTENSIONS + 1)),
        },
        {key: number(numbers) for key, numbers in COUNTED.items()},
    )
    return schemas.game_file(
        SLUG,
        "AquaSphere",
        list_of(schemas.player({}, {"start": one_of(SECTORS)}), PLAYERS[0], PLAYERS[-1]),
        {"rounds": list_of(object_of({}, {"moves": list_of(moves, 0, MOST_MOVES), "scoring": scoring}), 0, ROUNDS)},
        {
            "track": object_of(
                {"red_lines": list_of(distance, 0, len(COUNTERS))},
                {"length": number(LENGTHS)},
            ),
            "final": by_name(final),
        },
    )
