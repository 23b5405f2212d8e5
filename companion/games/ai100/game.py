"""'AI, 100% Human' as a game of the shelf: game file in, score document out."""

from __future__ import annotations

import json
from typing import Any

from companion.core.game import RankStep
from companion.core.sheet import Line, ScoreSheet
from companion.games.ai100 import ranks
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.describe import line_text, texts
from companion.games.ai100.document import MOST_PLAYERS, Record, read_record
from companion.games.ai100.finished import finished_players
from companion.games.ai100.replay import replay
from companion.games.ai100.schema import schema
from companion.paths import DATA

SCORE_FORMAT = "companion-score/1"


class AI100:
    """The game's front door."""

    slug = "ai100"

    def name(self, language: str) -> str:
        """Return the name of the game."""
        return {"en": "AI, 100% Human", "fr": "AI, 100% Human"}[language]

    def about(self, language: str) -> str:
        """Return one line about the game."""
        return {
            "en": "a tableau of 3 x 5 cards, scored card by card",
            "fr": "un tableau de 3 x 5 cartes, compté carte par carte",
        }[language]

    def players(self) -> range:
        """Return 1 to 6."""
        return range(1, MOST_PLAYERS + 1)

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the game file."""
        return schema()

    def example(self) -> dict[str, Any]:
        """Return a legal game of two turns with the demo deck."""
        example: dict[str, Any] = json.loads((DATA / "ai100" / "example.json").read_text("utf-8"))
        return example

    def score(self, document: object, language: str) -> dict[str, Any]:
        """Return the score document of a game file."""
        record = read_record(document)
        if record.tableaux is not None:
            return _document(finished_players(record, language))
        return score_record(record, language)

    def rank(self, score: int, language: str) -> RankStep | None:
        """Return the solo rank of a score."""
        rank = ranks.rank(score)
        return RankStep(rank_word(rank.name, language), rank.next, rank.missing)


def rank_word(name: str, language: str) -> str:
    """Return a rank as people say it."""
    return texts(language)[f"rank.{name}"] if name == ranks.FAILURE else name


def score_record(record: Record, language: str) -> dict[str, Any]:
    """Return the score document of a record with turns."""
    result = replay(record)
    if result.problems:
        raise result.problems[0]
    return _document([_player(sheet, record, language) for sheet in result.sheets])


def _document(players: list[dict[str, Any]]) -> dict[str, Any]:
    return {"format": SCORE_FORMAT, "game": "ai100", "players": players, "winners": winners(players)}


def winners(players: list[dict[str, Any]]) -> list[str]:
    """Return who has most; where totals are ranges, everybody who may have won."""
    ranges = [
        (total["min"], total["max"]) if isinstance(total := player["total"], dict) else (total, total)
        for player in players
    ]
    bar = max(least for least, _ in ranges)
    return [player["name"] for player, (_, most) in zip(players, ranges, strict=True) if most >= bar]


def _player(sheet: ScoreSheet, record: Record, language: str) -> dict[str, Any]:
    player = {
        "name": sheet.name,
        "total": sheet.total,
        "immediate": sheet.points("card"),
        "objectives": [line.points for line in sheet.lines if line.kind == "objective"],
        "ai": sheet.points("ai"),
        "rank": ranks.rank(sheet.total).name if record.solo else None,
        "lines": lines_document(sheet.lines, record, language),
    }
    claimed = next(player.claimed for player in record.players if player.name == sheet.name)
    if claimed is not None:
        player |= {"claimed": claimed, "verdict": "possible" if claimed == sheet.total else "impossible"}
    return player


def lines_document(lines: tuple[Line, ...], record: Record, language: str) -> list[dict[str, Any]]:
    """Return lines as the score document writes them."""
    conditions = catalogue(record.rulings, record.figures)
    return [
        _line_document(line) | {"text": line_text(line, conditions, record.rulings, language)} for line in lines
    ]


def _line_document(line: Line) -> dict[str, Any]:
    document: dict[str, Any] = {"kind": line.kind, "source": line.source, "points": line.points}
    for key, value in (("turn", line.turn), ("round", line.round), ("cell", line.cell), ("at", line.at),
                       ("copied", line.copied), ("rulings", list(line.rulings))):  # fmt: skip
        if value:
            document[key] = value
    document["groups"] = [
        {"cells": list(group.cells), "points": group.points}
        | ({"connectors": list(group.connectors)} if group.connectors else {})
        for group in line.groups
    ]
    return document


GAME = AI100()
