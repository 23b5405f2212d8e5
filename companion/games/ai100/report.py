"""The score document of a game: `companion-score/1`."""

from __future__ import annotations

from typing import Any

from companion.core.sheet import Line, ScoreSheet
from companion.games.ai100 import ranks
from companion.games.ai100.board import CELLS
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.describe import line_text, texts
from companion.games.ai100.document import Player, Record
from companion.games.ai100.finished import Outcome, outcomes
from companion.games.ai100.replay import replay

FORMAT = "companion-score/1"


def score_record(record: Record, language: str) -> dict[str, Any]:
    """Return the score document of a record, or raise the first thing that is wrong with it."""
    if record.tableaux is not None:
        players = [_finished_player(outcome, record, language) for outcome in outcomes(record)]
    else:
        result = replay(record)
        if result.problems:
            raise result.problems[0]
        pairs = zip(record.players, result.sheets, strict=True)
        players = [_player(player, sheet, record, language) for player, sheet in pairs]
    return {"format": FORMAT, "game": "ai100", "players": players, "winners": winners(players)}


def winners(players: list[dict[str, Any]]) -> list[str]:
    """Return who has most, ties shared; where totals are ranges, everybody who may have won."""
    ranges = [
        (total["min"], total["max"]) if isinstance(total := player["total"], dict) else (total, total)
        for player in players
    ]
    bar = max(least for least, _ in ranges)
    return [player["name"] for player, (_, most) in zip(players, ranges, strict=True) if most >= bar]


def _player(player: Player, sheet: ScoreSheet, record: Record, language: str) -> dict[str, Any]:
    document = {
        "name": sheet.name,
        "total": sheet.total,
        "immediate": sheet.points("card"),
        "objectives": [line.points for line in sheet.lines if line.kind == "objective"],
        "ai": sheet.points("ai"),
        "rank": ranks.rank(sheet.total).name if record.solo else None,
    }
    if player.claimed is not None:
        document |= {
            "claimed": player.claimed,
            "verdict": "possible" if player.claimed == sheet.total else "impossible",
        }
    return document | {"lines": lines_document(sheet.lines, record, language)}


def _finished_player(outcome: Outcome, record: Record, language: str) -> dict[str, Any]:
    least, most = outcome.total
    names = [ranks.rank(total).name for total in (least, most)]
    late = next(line.points for line in outcome.lines if line.round == 2)
    document: dict[str, Any] = {
        "name": outcome.player.name,
        "total": {"min": least, "max": most},
        "immediate": {"min": outcome.reach.immediate[0], "max": outcome.reach.immediate[1]},
        "objectives": [_one_or_range(outcome.reach.objective), late],
        "ai": sum(line.points for line in outcome.lines if line.kind == "ai"),
        "rank": (names[0] if names[0] == names[1] else dict(zip(("min", "max"), names, strict=True)))
        if record.solo
        else None,
        "exact": outcome.exact,
        **({"reachable": outcome.totals} if outcome.exact else {}),
        "lines": lines_document(outcome.lines, record, language),
    }
    return document | _verdict(outcome, language)


def _one_or_range(span: tuple[int, int]) -> int | dict[str, int]:
    return span[0] if span[0] == span[1] else {"min": span[0], "max": span[1]}


def _verdict(outcome: Outcome, language: str) -> dict[str, Any]:
    words = texts(language)
    because = ("\N{NO-BREAK SPACE}; " if language == "fr" else "; ").join(map(words.say, outcome.why))
    claimed = outcome.player.claimed
    if claimed is None:
        return {} if outcome.exact else {"why": because}
    verdict = outcome.verdict(claimed)
    document: dict[str, Any] = {"claimed": claimed, "verdict": verdict}
    if verdict == "possible":
        cards = outcome.orders.tableau.cards
        document["order"] = [
            {"card": card.id, "cell": CELLS[step.cell], "points": step.points}
            for step in outcome.order(claimed) or ()
            if (card := cards[step.cell])
        ]
    if verdict == "undecided":
        document["why"] = because
    return document


def lines_document(lines: tuple[Line, ...], record: Record, language: str) -> list[dict[str, Any]]:
    """Return lines as the score document writes them."""
    conditions = catalogue(record.rulings, record.figures)
    return [_line(line, line_text(line, conditions, record.rulings, language)) for line in lines]


def _line(line: Line, text: str) -> dict[str, Any]:
    document: dict[str, Any] = {"kind": line.kind}
    if line.turn:
        document["turn"] = line.turn
    if line.round:
        document["round"] = line.round
    document["source"] = line.source
    for key, value in (("cell", line.cell), ("copied", line.copied), ("at", line.at), ("rulings", list(line.rulings))):
        if value:
            document[key] = value
    groups = []
    for group in line.groups:
        entry: dict[str, Any] = {"cells": list(group.cells), "points": group.points}
        if group.connectors:
            entry["connectors"] = list(group.connectors)
        groups.append(entry)
    return document | {"points": line.points, "groups": groups, "text": text}
