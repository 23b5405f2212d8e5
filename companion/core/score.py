"""The `companion-score/1` document of games whose lines carry their whole explanation in their notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.sheet import Line, ScoreSheet
from companion.core.texts import Texts

FORMAT = "companion-score/1"


def score_document(slug: str, players: Sequence[Mapping[str, Any]], winners: Sequence[str]) -> dict[str, Any]:
    """Return the score document of a game."""
    return {"format": FORMAT, "game": slug, "players": [dict(player) for player in players], "winners": list(winners)}


def player_document(sheet: ScoreSheet, claimed: int | None, words: Texts, **more: Any) -> dict[str, Any]:
    """Return a player's part: total, what the game adds, the verdict on a claim, the lines."""
    document: dict[str, Any] = {"name": sheet.name, "total": sheet.total, "rank": None, **more}
    if claimed is not None:
        verdict = "possible" if claimed == sheet.total else "impossible"
        document = {"claimed": claimed, "verdict": verdict} | document
    return document | {"lines": [line_document(line, words) for line in sheet.lines]}


def line_document(line: Line, words: Texts) -> dict[str, Any]:
    """Return a line as the score document writes it."""
    document: dict[str, Any] = {"kind": line.kind}
    for key, value in (("turn", line.turn), ("round", line.round), ("source", line.source), ("cell", line.cell)):
        if value or key == "source":
            document[key] = value
    groups = [{"cells": list(group.cells), "points": group.points} for group in line.groups]
    return document | {"points": line.points, "groups": groups, "text": " ".join(map(words.say, line.notes))}


def best(names: Sequence[str], *keys: Callable[[str], int]) -> list[str]:
    """Return who wins: the highest by the first key, among equals by the next one, and the rest share."""
    left = list(names)
    for key in keys:
        bar = max(map(key, left))
        left = [name for name in left if key(name) == bar]
    return left
