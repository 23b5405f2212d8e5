"""A score as text for people; the same for every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.grammar import has_number, listed
from companion.core.score import Score
from companion.core.texts import Texts, texts_of


def report(score: Score, language: str) -> str:
    """Return the breakdown: every player, every line with its reasons."""
    words = texts_of("core", language)
    blocks = ["\n".join(_player(player, words)) for player in score.say(language)["players"]]
    ahead = "lead" if not score.finished else "winners" if len(score.winners) > 1 else "winner"
    last = words[f"report.{ahead}"].format(listed(score.winners, language) or "–")
    return "\n\n".join([*blocks, last])


def _player(player: dict[str, Any], words: Texts) -> Iterator[str]:
    rank = f"  ({words['report.rank'].format(_range(player['rank']))})" if player.get("rank") else ""
    spread = f" {words['report.about']}" if player.get("exact") is False else ""
    yield words["report.player"].format(player["name"], _range(player["total"])) + spread + rank
    heads = [f"{_where(line, words):<14} {_card(line):<6} " for line in player["lines"]]
    for head, line in zip(heads, player["lines"], strict=True):
        yield f"  {head if any(map(str.strip, heads)) else ''}{line['points']:>+4}  {line['text']}"
    if verdict := player.get("verdict"):
        yield "  " + words["report.verdict"].format(player["claimed"], words[f"report.{verdict}"])
        if "why" in player:
            yield f"  {player['why']}"
        if "order" in player:
            plays = ", ".join(f"{play['card']} {play['cell']} {play['points']:+d}" for play in player["order"])
            yield "  " + words["report.order"].format(plays)


def _card(line: dict[str, Any]) -> str:
    """Return the id of a card; other sources, such as colours, are named in the sentence."""
    source: str = line["source"]
    return source if has_number(source) else ""


def _where(line: dict[str, Any], words: Texts) -> str:
    if "turn" in line:
        return f"{words['place.turn'].format(line['turn'])} {line.get('cell', '')}"
    return words["report.round"].format(line["round"]) if "round" in line else ""


def _range(value: Any) -> str:
    if isinstance(value, dict):
        return str(value["min"]) if value["min"] == value["max"] else f"{value['min']} … {value['max']}"
    return str(value)
