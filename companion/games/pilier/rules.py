"""The numbers of the game, from data/pilier/."""

from __future__ import annotations

from companion.core.texts import read_words
from companion.paths import DATA

SLUG = "pilier"
_RULES = read_words(DATA / SLUG / "rules.toml")

COLOURS: tuple[str, ...] = tuple(_RULES["colours"])
VALUES: tuple[int, ...] = tuple(_RULES["values"])
SYMBOLS: tuple[str, ...] = tuple(_RULES["symbols"])
NO_SYMBOL = SYMBOLS[-1]
UNNAMED: dict[str, tuple[str, ...]] = {word: tuple(_RULES[word]) for word in ("yellow", "ring", "star")}
"""The words that are ours, with what a box may call them instead."""
OF_EACH_COLOUR: int = _RULES["of_each_colour"]
SIDE: int = _RULES["side"]
FIRST_CARDS: int = _RULES["first_cards"]
FIRST_PLACES: tuple[str, ...] = tuple(_RULES["first_places"])
HAND: int = _RULES["hand"]
TOKENS: int = _RULES["tokens"]
TOKEN_POINTS: int = _RULES["token_points"]
GOOD_COLOURS: int = _RULES["good_colours"]
PHASE_CARDS: tuple[int, ...] = tuple(_RULES["phase_cards"])
PHASE_TRAITS: int = _RULES["phase_traits"]
CARDS: dict[int, int] = {int(players): cards for players, cards in _RULES["cards"].items()}
PLAYERS = range(min(CARDS), max(CARDS) + 1)
SWITCHES = _RULES["rulings"]
