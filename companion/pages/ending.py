"""How a table ends, for all games alike: who has won and why, what was announced and what it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.grammar import listed
from companion.core.score import Score, Side
from companion.core.sheet import ScoreSheet
from companion.core.table import Scoreboard, View

_BY_POINTS = "won.points"


def ended(view: View[Any], board: Scoreboard, score: Score) -> Scoreboard:
    """Return a scoreboard with the verdicts on claims and, once the game is over, who has won and by what."""
    sheets = map(score.sheet, (row.name for row in board.rows))
    rows = tuple(
        replace(row, claim=claim_words(view, sheet, score), wrong=sheet.verdict == "impossible")
        for row, sheet in zip(board.rows, sheets, strict=True)
    )
    if not board.finished or not score.winners or len(board.rows) == 1:  # alone, nobody has been beaten
        return replace(board, rows=rows)
    why = (
        score.text(line, view.language)
        for name in score.winners
        for line in score.sheet(name).lines
        if line.kind == "tie"
    )
    return replace(board, rows=rows, headline=board.headline or _headline(view, score), why=next(why, ""))


def _headline(view: View[Any], score: Score) -> str:
    sides = score.sides or tuple(Side((sheet.name,), sheet.bounds[0]) for sheet in score.sheets)
    winning = [side for side in sides if side.names[0] in score.winners]
    if len(winning) > 1:
        names = listed([" + ".join(side.names) for side in winning], view.language)
        return view.say("headline.shared", names, winning[0].total)
    (side,) = winning
    if any(open_total(score.sheet(name)) for name in side.names):
        return view.say("headline.wins.open", listed(side.names, view.language))
    names, team = listed(side.names, view.language), ".team" if len(side.names) > 1 else ""
    if score.won_by is None or score.won_by.key == _BY_POINTS:
        return view.say(f"headline.wins{team}", names, side.total)
    return view.say(f"headline.tie{team}", names, side.total, score.reason(score.won_by, view.language))


def open_total(sheet: ScoreSheet) -> bool:
    """Return whether more than one total is possible."""
    least, most = sheet.bounds
    return least != most


def claim_words(view: View[Any], sheet: ScoreSheet, score: Score) -> str:
    """Return what somebody announced and what it is; empty where nothing was."""
    if sheet.claimed is None:
        return ""
    if open_total(sheet):
        return view.say(f"claim.said.{sheet.verdict}", sheet.claimed)
    if sheet.claimed == sheet.bounds[0]:
        return view.say("claim.said", sheet.claimed)
    if sheet.verdict == "impossible" or not sheet.why:
        return view.say("claim.said.wrong", sheet.claimed, sheet.bounds[0])
    return view.say("claim.said.other", sheet.claimed, " ".join(score.reason(one, view.language) for one in sheet.why))
