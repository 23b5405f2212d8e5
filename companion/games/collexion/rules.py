"""The numbers of the game, from data/collexion/."""

from __future__ import annotations

from companion.core.texts import read_words
from companion.paths import DATA

SLUG = "collexion"
_RULES = read_words(DATA / SLUG / "rules.toml")

SHAPES: tuple[str, ...] = tuple(_RULES["shapes"])
COLOURS: tuple[str, ...] = tuple(_RULES["colours"])
COPIES: int = _RULES["copies"]
PILE: tuple[int, ...] = tuple(_RULES["pile"])
POWERS: tuple[str, ...] = tuple(_RULES["powers"])
POWER_POINTS: int = _RULES["power_points"]
LEFT_POINTS: int = _RULES["left_points"]
MOST_TAKEN: int = _RULES["most_taken"]
PLAYERS = range(_RULES["players"][0], _RULES["players"][1] + 1)
TEAM_PLAYERS = 4
POLYGONS = len(SHAPES) * len(COLOURS) * COPIES
SWITCHES = _RULES["rulings"]
