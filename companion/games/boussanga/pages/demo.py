"""Tables to try: two players in the middle of a competitive game."""

from __future__ import annotations

from typing import Any

from companion.games.boussanga.board import Board, read_cell
from companion.games.boussanga.rules import VALUES

_LYING = {
    "red": "B2 B3 B4 E7",
    "blue": "C3 D4 E5 G2",
    "yellow": "A6 B6 C6 H1",
    "green": "F1 F2 G7 H8",
}

DEMO: dict[str, Any] = {
    "setup": {
        "players": [{"name": "Ana"}, {"name": "Ben"}],
        "mode": "competitive",
        "teams": False,
        "values": dict(VALUES),
        "rulings": {},
    },
    "board": Board()
    .with_tokens({read_cell(cell, ""): colour for colour, cells in _LYING.items() for cell in cells.split()})
    .to_json(),
    "won/1": {"seat": 0, "colour": "green", "count": 4, "kept": 1},
    "won/2": {"seat": 1, "colour": "red", "count": 4, "kept": 1},
    "won/3": {"seat": 0, "colour": "blue", "count": 5, "kept": 2},
    "won/4": {"seat": 0, "colour": "green", "count": 6, "kept": 3},
}
