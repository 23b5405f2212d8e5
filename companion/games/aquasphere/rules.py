"""The numbers of the game, from data/aquasphere/."""

from __future__ import annotations

from companion.core.texts import read_words
from companion.paths import DATA

SLUG = "aquasphere"
_RULES = read_words(DATA / SLUG / "rules.toml")

PLAYERS = range(_RULES["players"][0], _RULES["players"][1] + 1)
ROUNDS: int = _RULES["rounds"]
SECTORS: tuple[str, ...] = tuple(_RULES["sectors"])
SCALE: tuple[int, ...] = tuple(_RULES["scale"])
MAJORITY: int = _RULES["majority"]
MAJORITY_TIED: int = _RULES["majority_tied"]
BULBS: tuple[int, ...] = tuple(_RULES["bulbs"])
TIME_POINTS: int = _RULES["time_points"]
ALL_SUBMARINES: int = _RULES["all_submarines"]
WHOLE_LABORATORY: int = _RULES["whole_laboratory"]
SUBMARINES: int = _RULES["submarines"]
EXTENSIONS: int = _RULES["extensions"]
PROGRAMMED: int = _RULES["programmed"]
MOST_ADDED: int = _RULES["most_added"]
MOST_LETTERS: int = _RULES["most_letters"]
ROBOTS: int = _RULES["robots"]
LEAST_TIME: int = _RULES["least_time"]
CRYSTALS: int = _RULES["crystals"]
OCTOPODS: int = _RULES["octopods"]
RESEARCH_CARDS: int = _RULES["research_cards"]
TIME: int = _RULES["time"]
MOST_ROBOTS_NUMBER: int = _RULES["most_robots_number"]
STORAGE: dict[str, int] = _RULES["storage"]
STATION: dict[int, int] = {int(players): limit for players, limit in _RULES["station"].items()}


def scale(count: int) -> int:
    """Return the points of the scale 1 3 6 10 15 21; more than six count as six."""
    return SCALE[min(count, len(SCALE)) - 1] if count else 0
