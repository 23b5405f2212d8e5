"""What a record comes to, as a typed score."""

from __future__ import annotations

from typing import Any

from companion.core.score import Layout, LineText, Score, Span
from companion.core.sheet import Line, ScoreSheet
from companion.games.ai100 import ranks
from companion.games.ai100.board import CELLS
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.describe import line_text
from companion.games.ai100.document import TURNS, Player, Record
from companion.games.ai100.finished import Outcome, outcomes
from companion.games.ai100.replay import replay

_TOP = ("format", "game", "players", "winners")
_PLAYED = Layout(_TOP, ("name", "total", "...", "claimed", "verdict", "lines"))
_FINISHED = Layout(_TOP, ("name", "total", "...", "lines", "claimed", "verdict", "order", "why"))


def score_record(record: Record) -> Score:
    """Return the score of a record; what the rules forbid in turns is named, in finished tableaux it is raised."""
    if record.tableaux is not None:
        return score_finished(record, tuple(outcomes(record)))
    result = replay(record)
    pairs = zip(record.players, result.sheets, strict=True)
    sheets = tuple(_sheet(player, sheet, record) for player, sheet in pairs)
    return Score(
        game="ai100",
        sheets=sheets,
        winners=winners(sheets),
        finished=len(record.turns) == TURNS,
        problems=result.problems,
        line_text=says(record),
        layout=_PLAYED,
    )


def score_finished(record: Record, outcomes: tuple[Outcome, ...]) -> Score:
    """Return the score of finished tableaux by what each can have come to."""
    sheets = tuple(_finished_sheet(outcome, record) for outcome in outcomes)
    return Score(game="ai100", sheets=sheets, winners=winners(sheets), line_text=says(record), layout=_FINISHED)


def says(record: Record) -> LineText:
    """Return how the lines of a record are said."""
    conditions, rulings = catalogue(record.rulings, record.figures), record.rulings

    def text(line: Line, language: str) -> str:
        return line_text(line, conditions, rulings, language)

    return text


def winners(sheets: tuple[ScoreSheet, ...]) -> tuple[str, ...]:
    """Return who has most, ties shared; where totals are ranges, everybody who may have won."""
    bar = max(sheet.bounds[0] for sheet in sheets)
    return tuple(sheet.name for sheet in sheets if sheet.bounds[1] >= bar)


def _sheet(player: Player, sheet: ScoreSheet, record: Record) -> ScoreSheet:
    points: dict[str, list[int]] = {"card": [], "objective": [], "ai": []}
    for line in sheet.lines:
        points[line.kind].append(line.points)
    facts = {
        "immediate": sum(points["card"]),
        "objectives": tuple(points["objective"]),
        "ai": sum(points["ai"]),
        "rank": ranks.rank(sheet.total).name if record.solo else None,
    }
    return sheet._replace(facts=facts).claiming(player.claimed)


def _finished_sheet(outcome: Outcome, record: Record) -> ScoreSheet:
    claimed = outcome.player.claimed
    verdict = "" if claimed is None else outcome.verdict(claimed)
    late = next((line.points for line in outcome.lines if line.round == 2), None)
    early = _one_or_span(*outcome.reach.objective) if record.objectives[0] else None
    facts: dict[str, Any] = {
        "immediate": Span(*outcome.reach.immediate),
        "objectives": (early, late),
        "ai": sum(line.points for line in outcome.lines if line.kind == "ai"),
        "rank": _one_or_span(*(ranks.rank(total).name for total in outcome.total)) if record.solo else None,
        "exact": outcome.exact,
    }
    if outcome.exact:
        facts["reachable"] = outcome.totals
    if claimed is not None and (order := _order(outcome, claimed)):
        facts["order"] = order
    unsure = verdict == "undecided" or (claimed is None and not outcome.exact)
    return ScoreSheet(
        outcome.player.name,
        outcome.lines,
        claimed,
        verdict,
        outcome.why if unsure else (),
        facts,
        Span(*outcome.total),
    )


def _one_or_span(least: Any, most: Any) -> Any:
    return least if least == most else Span(least, most)


def _order(outcome: Outcome, claimed: int) -> list[dict[str, Any]]:
    cards = outcome.orders.tableau.cards
    return [
        {"card": card.id, "cell": CELLS[step.cell], "points": step.points}
        for step in outcome.order(claimed) or ()
        if (card := cards[step.cell])
    ]
