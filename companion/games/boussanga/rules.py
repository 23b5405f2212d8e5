"""The numbers of the game, from data/boussanga/."""

from __future__ import annotations

from companion.core.game import RankStep
from companion.core.texts import read_words
from companion.paths import DATA

SLUG = "boussanga"
_RULES = read_words(DATA / SLUG / "rules.toml")

PLAYERS = range(_RULES["players"][0], _RULES["players"][1] + 1)
TEAM_PLAYERS = 4
SIDE: int = _RULES["side"]
PALETTE: tuple[str, ...] = tuple(_RULES["palette"])
SUPPLY: int = _RULES["supply"]
ALIGNED: int = _RULES["aligned"]
BACK: int = _RULES["back"]
BONUS_AT: int = _RULES["bonus_at"]
GOAL: int = _RULES["goal"]
HAND: int = _RULES["hand"]
CARD_TOKENS: tuple[int, ...] = tuple(_RULES["card_tokens"])
CARD_SIDE: int = _RULES["card_side"]
MOST_CARDS: int = _RULES["most_cards"]
VALUES: dict[str, int] = _RULES["values"]
RANKS: tuple[tuple[int, str], ...] = tuple((rank["cards"], rank["name"]) for rank in _RULES["ranks"])
SWITCHES = _RULES["rulings"]


def rank(discarded: int) -> RankStep:
    """Return the rank for reaching the goal with so many cards discarded; the fewer the better."""
    reached = [name for most, name in RANKS if discarded <= most]
    above = [(most, name) for most, name in RANKS if discarded > most]
    most, following = above[-1] if above else (discarded, "")
    return RankStep(reached[0] if reached else "missed", following, discarded - most)
