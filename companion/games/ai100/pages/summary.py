"""The end of a round on one page for everybody, what the objective gave to whom; and what is told after the game."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.table import Link, NoSuchPage, Page, PagePart, View
from companion.games.ai100.document import ROUND
from companion.games.ai100.highlights import Moment, highlights
from companion.games.ai100.pages.cells import Cell, light, tableau_cells
from companion.games.ai100.pages.lines import LineView, Rule, line_view, objective_of, part_lines, tableau_at
from companion.games.ai100.pages.shapes import group_shapes
from companion.games.ai100.pages.state import State
from companion.pages.fields import Fields
from companion.pages.parts import Button, button, to_scores


class Share(PagePart):
    """What a seat got: its tableau with what the objective paid for, and the lines."""

    seat: int
    name: str
    total: int  # after this round
    parts: tuple[str, ...]  # points of the cards, the objective and, at the end, the AI card
    cells: tuple[Cell, ...]
    shapes: str
    lines: tuple[LineView, ...]


class SummaryPage(Page):
    """A round that is over."""

    objective: Rule
    heads: tuple[str, ...]
    shares: tuple[Share, ...]
    next: Button


def summary_page(view: View[State], args: Fields) -> SummaryPage:
    """Return what a round gave to whom."""
    state, number = view.state, args.number("n", range(1, 3))
    if not part_lines(state, 0, f"O{number}"):
        raise NoSuchPage("round")
    parts = (str(number), f"O{number}", *(("ai",) if number == 2 else ()))
    objective = objective_of(view, number)
    on = to_scores(view)
    if number == 1:
        on = button(view, Link(), "round.on")
    return SummaryPage(
        title=view.say("phase.over") if number == 2 else view.say("round.title", number),
        objective=objective,
        heads=(view.say("column.cards"), objective.short, *((view.say("column.ai"),) if number == 2 else ())),
        shares=tuple(_share(view, seat, number, parts) for seat in range(len(state.names))),
        next=on,
    )


def _share(view: View[State], seat: int, number: int, parts: tuple[str, ...]) -> Share:
    state, name = view.state, view.state.names[seat]
    scored = [part_lines(state, seat, part) for part in parts]
    line = scored[1][0]
    tableau, names = tableau_at(state, line, name)
    rounds = state.sheet(seat).lines
    return Share(
        seat=seat,
        name=name,
        total=sum(line.points for line in rounds if number == 2 or line.turn in range(1, ROUND + 1) or line.round == 1),
        parts=tuple(str(sum(line.points for line in lines)) if lines else "–" for lines in scored),
        cells=tuple(light(tableau_cells(tableau, view, names, state.missing), line).values()),
        shapes=group_shapes(line.groups),
        lines=tuple(line_view(view, seat, line) for lines in scored[1:] for line in lines),
    )


def round_over(state: State) -> int:
    """Return the round that has just come to an end; 0 while one is under way."""
    if state.over:
        return 2
    return 1 if state.turn == ROUND + 1 and not any(state.laid) and not state.gaps else 0


# What a table talks about after the game.


def moments(view: View[State]) -> tuple[tuple[str, Link | None], ...]:
    """Return the moments of a game that is over."""
    told = highlights(view.state.record)
    return tuple(_sentences(view, told.best, told.decided, told.zero)) + tuple(
        (view.say("moment.order", order.name, order.most, order.most - order.total), None)
        for order in told.orders
        if order.most > order.total
    )


def _sentences(view: View[State], *found: Moment | None) -> Iterator[tuple[str, Link | None]]:
    seen: set[Moment] = set()
    for key, moment in zip(("best", "decided", "zero"), found, strict=True):
        if moment is None or moment in seen:
            continue
        seen.add(moment)
        better = (moment.best, moment.best_cell) if key != "best" else ()
        words = (moment.name, moment.turn, moment.card, moment.cell, moment.points, *better)
        yield view.say(f"moment.{key}", *words), _line(view.state, moment)


def _line(state: State, moment: Moment) -> Link | None:
    seat = state.names.index(moment.name)
    for number, line in enumerate(state.sheet(seat).lines):
        if line.turn == moment.turn and line.source == moment.card:
            return Link.of("line", seat=seat, n=number)
    return None
