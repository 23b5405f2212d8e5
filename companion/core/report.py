"""A score as text for people; the same for every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.grammar import listed
from companion.core.score import Score

_WORDS = {
    "en": {"turn": "turn", "round": "round",
           "winner": "Winner: {0}", "winners": "Winners: {0}", "lead": "In the lead: {0}",
           "player": "{0}: {1}", "rank": "rank: {0}", "verdict": "claimed {0}: {1}", "about": " (at the outside)",
           "order": "an order that gives it: {0}",
           "possible": "possible", "impossible": "impossible", "undecided": "undecided"},
    "fr": {"turn": "tour", "round": "manche",
           "winner": "Vainqueur\xa0: {0}", "winners": "Vainqueurs\xa0: {0}", "lead": "En tête\xa0: {0}",
           "player": "{0}\xa0: {1}", "rank": "rang\xa0: {0}", "verdict": "annoncé {0}\xa0: {1}",
           "about": " (au plus large)", "order": "un ordre qui le donne\xa0: {0}",
           "possible": "possible", "impossible": "impossible", "undecided": "indécis"},
}  # fmt: skip


def report(score: Score, language: str) -> str:
    """Return the breakdown: every player, every line with its reasons."""
    words = _WORDS[language]
    blocks = ["\n".join(_player(player, words)) for player in score.say(language)["players"]]
    last = words["lead" if not score.finished else "winners" if len(score.winners) > 1 else "winner"]
    return "\n\n".join([*blocks, last.format(listed(score.winners, language) or "–")])


def _player(player: dict[str, Any], words: dict[str, str]) -> Iterator[str]:
    rank = f"  ({words['rank'].format(_range(player['rank']))})" if player.get("rank") else ""
    spread = words["about"] if player.get("exact") is False else ""
    yield words["player"].format(player["name"], _range(player["total"])) + spread + rank
    heads = [f"{_where(line, words):<14} {_card(line):<6} " for line in player["lines"]]
    for head, line in zip(heads, player["lines"], strict=True):
        yield f"  {head if any(map(str.strip, heads)) else ''}{line['points']:>+4}  {line['text']}"
    if verdict := player.get("verdict"):
        yield "  " + words["verdict"].format(player["claimed"], words[verdict])
        if "why" in player:
            yield f"  {player['why']}"
        if "order" in player:
            plays = ", ".join(f"{play['card']} {play['cell']} {play['points']:+d}" for play in player["order"])
            yield "  " + words["order"].format(plays)


def _card(line: dict[str, Any]) -> str:
    """Return the id of a card; other sources, such as colours, are named in the sentence."""
    source: str = line["source"]
    return source if any(map(str.isdecimal, source)) else ""


def _where(line: dict[str, Any], words: dict[str, str]) -> str:
    if "turn" in line:
        return f"{words['turn']} {line['turn']} {line.get('cell', '')}"
    return f"{words['round']} {line['round']}" if "round" in line else ""


def _range(value: Any) -> str:
    if isinstance(value, dict):
        return str(value["min"]) if value["min"] == value["max"] else f"{value['min']} … {value['max']}"
    return str(value)
