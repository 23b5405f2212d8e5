"""The finished game at a table of phones: which page, which action, the scoreboard, the words of its entries."""

from __future__ import annotations

from typing import Any

from companion.core.grammar import listed
from companion.core.table import Column, Link, Points, Row, Scoreboard, View
from companion.games.ai100.pages import (
    decks,
    decks_asks,
    decks_teach,
    face,
    finished_entry,
    finished_final,
    finished_home,
    finished_memory,
    finished_order,
    finished_played,
    finished_result,
    photo,
    setup,
)
from companion.games.ai100.pages.finished_draft import called
from companion.games.ai100.pages.finished_result import short_total, span
from companion.games.ai100.pages.finished_state import FinishedState
from companion.games.ai100.pages.words import final_words, shown
from companion.pages.ending import ended
from companion.pages.paged import Actions, Pages

PAGES: Pages = {
    "": finished_home.home_page,
    "tableau": finished_entry.entry_page,
    "corners": photo.corners_page,
    "line": finished_result.line_page,
    "claim": finished_result.claim_page,
    "order": finished_order.order_page,
    "memory": finished_memory.memory_page,
    "phases": finished_memory.phases_page,
    "final": finished_final.extra_page,
    "played": finished_played.played_page,
    "face": face.face_page,
    **decks.PAGES,
    "teach": decks_teach.teach_page,
    "asks": decks_asks.asks_page,
}
ACTIONS: Actions = {
    "tableau": finished_entry.keep_tableau,
    "fresh": finished_entry.start_over,
    "unwanted": finished_entry.drop_photo,
    "claim": finished_result.keep_claim,
    "memory": finished_memory.remember,
    "phases": finished_memory.enter_phases,
    "final": finished_final.enter_final,
    "played": finished_played.correct_played,
    "centre": finished_played.use_centre,
    "demo-deck": finished_played.use_demo,
    "move-up": setup.move_up,
    "face": face.enter_face,
    "answer": decks_asks.answer,
    **decks.ACTIONS,
}


def scoreboard(view: View[FinishedState]) -> Scoreboard:
    """Return the ranges of all seats; exact where they are."""
    state = view.state
    objectives = [shown(one) or view.say(f"column.O{at}") for at, one in enumerate(state.setup["objectives"], 1)]
    columns = (
        Column(short=view.say("column.cards"), name=view.say("part.cards"), kind="card"),
        Column(short=objectives[0], name=view.say("part.O1"), kind="objective"),
        Column(short=objectives[1], name=view.say("part.O2"), kind="objective"),
        Column(short=view.say("column.ai"), name=view.say("part.ai"), kind="ai"),
    )
    rows = tuple(_row(view, seat) for seat in range(len(state.names)))
    leading = [outcome for row, outcome in zip(rows, state.outcomes, strict=False) if row.leads]
    # Several who lead share the victory where all of them have one total alone.
    decided = (
        bool(leading) and not _guessed(state) and (len(leading) == 1 or all(len(one.totals) == 1 for one in leading))
    )
    say_it = (view.say("finished.unsaid"), Link("played") if view.plays else None, view.say("finished.say"))
    left = (say_it,) if state.unsaid else ()
    finished = decided and not state.unsaid
    headline = "" if finished else _headline(view, rows)
    board = Scoreboard(columns=columns, rows=rows, headline=headline, finished=finished, open=left)
    return ended(view, board, state.score) if state.score else board


def _guessed(state: FinishedState) -> list[str]:
    """Return whose total nobody can know."""
    return [outcome.player.name for outcome in state.outcomes if outcome.guessed]


def _row(view: View[FinishedState], seat: int) -> Row:
    state, unknown = view.state, view.say("total.unknown")
    name = state.names[seat]
    if not state.outcomes:
        count = f"{len(state.cards(seat))}/14"
        return Row(seat=seat, name=name, points=(Points(),) * 4, total=0, text=count)
    outcome = state.outcomes[seat]
    exact = {
        f"O{line.round}" if line.round else line.kind: Points(value=line.points, why=Link.of("line", seat=seat, n=at))
        for at, line in enumerate(outcome.lines)
    }
    guessed = outcome.guessed
    early = unknown if guessed else span(outcome.reach.objective) if state.setup["objectives"][0] else ""
    first = exact.get("O1", Points(text=early))
    points = (
        Points(why=Link.of(seat=seat), text=unknown if guessed else span(outcome.reach.immediate)),
        first,
        exact.get("O2", Points()),
        exact.get("ai", Points()),
    )
    # The frame of what cards can ever pay is no standing: it leads nobody and puts nobody behind.
    bar = max((other.total[0] for other in state.outcomes if not other.guessed), default=0)
    return Row(
        seat=seat,
        name=name,
        points=points,
        total=outcome.total[0] if guessed else outcome.total[1],
        leads=not guessed and outcome.total[1] >= bar,
        text=short_total(view, outcome),
        why=Link.of(seat=seat),
        role=state.ai(seat),
        place=state.order.index(seat),
    )


def _headline(view: View[FinishedState], rows: tuple[Row, ...]) -> str:
    state = view.state
    if state.open_seats:
        return view.say("finished.open", listed([state.names[seat] for seat in state.open_seats], view.language))
    if not state.outcomes or len(state.names) == 1:
        return ""
    if guessed := _guessed(state):
        return view.say("headline.unknown", listed(guessed, view.language))
    return view.say("headline.maybe", listed([row.name for row in rows if row.leads], view.language))


def describe(view: View[FinishedState], key: str, value: Any) -> str:
    """Return one entry in words."""
    kind, *rest = key.split("/")
    seat = rest[0] if rest else "0"
    name = called(view, int(seat)) if seat in map(str, view.state.spots) else ""
    if kind == "cell":
        return view.say("describe.cell" if value else "describe.cell.none", name, rest[1], value)
    if kind == "claim":
        return view.say("describe.claim" if value is not None else "describe.claim.gone", name, value)
    if kind == "reading":
        return view.say("describe.reading", name, len(value["cells"]) if value else 0)
    if kind == "memory":
        note = value or {}
        said = view.say("describe.memory", name, rest[1], note.get("turn", "–"), note.get("points", "–"))
        moved = note.get("swap", note.get("exchange"))
        if moved is None:
            return said
        cells = " ↔ ".join(moved.values() if isinstance(moved, dict) else moved)
        return f"{said}, {cells or view.say('describe.unmoved')}"
    return final_words(view, name, value) if kind == "final" else decks.describe(kind, rest, value, view)
