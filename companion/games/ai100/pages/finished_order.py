"""An order of play that gives a claimed score, card by card."""

from __future__ import annotations

from dataclasses import replace

from companion.core.grammar import signed
from companion.core.table import Link, NoSuchPage, Page, PagePart, View
from companion.games.ai100.board import CELLS
from companion.games.ai100.pages.cells import Cell, tableau_cells
from companion.games.ai100.pages.finished_state import FinishedState
from companion.games.ai100.pages.words import shown
from companion.pages.fields import Fields


class StepView(PagePart):
    """One card of the order."""

    number: int
    card: str = ""
    cell: str
    points: str
    total: int
    link: Link
    now: bool


class OrderPage(Page):
    """An order of play, one step at a time."""

    seat: int
    name: str
    cells: tuple[Cell, ...]
    steps: tuple[StepView, ...]
    after: str  # the exact points that come after the cards
    before: Link | None
    next: Link | None
    back: Link


def order_page(view: View[FinishedState], args: Fields) -> OrderPage:
    """Return a step of an order of play that leads to the claimed score."""
    state, seat = view.state, args.seat()
    claimed = state.claimed(seat)
    if not state.outcomes or claimed is None:
        raise NoSuchPage("order")
    outcome = state.outcomes[seat]
    order = outcome.order(claimed)
    if order is None:
        raise NoSuchPage("order")
    now = args.number("n", range(1, len(order) + 1), 1)

    def link(number: int) -> Link | None:
        return Link.of("order", seat=seat, n=number) if 1 <= number <= len(order) else None

    laid = outcome.orders.tableau.seen(sum(1 << step.cell for step in order[:now]) | 1 << CELLS.index("B3"))
    cells = tableau_cells(laid, view)
    last = CELLS[order[now - 1].cell]
    cells[last] = replace(cells[last], kind="lit", points=signed(order[now - 1].points))
    steps, total = [], 0
    for number, step in enumerate(order, 1):
        card = outcome.orders.tableau.cards[step.cell]
        total += step.points
        steps.append(
            StepView(
                number=number,
                card=card.id if card else "",
                cell=CELLS[step.cell],
                points=signed(step.points),
                total=total,
                link=link(number) or Link(),
                now=number == now,
            )
        )
    parts = [(shown(line.source), line.points) for line in outcome.lines]
    after = " · ".join(f"{source} {signed(points)}" for source, points in parts)
    return OrderPage(
        title=view.say("order.title", state.names[seat], claimed),
        seat=seat,
        name=state.names[seat],
        cells=tuple(cells.values()),
        steps=tuple(steps),
        after=view.say("order.after", after, claimed),
        before=link(now - 1),
        next=link(now + 1),
        back=Link.of(seat=seat),
    )
