"""What a table talks about after the game: the best lay, the one that could have been, the order that pays more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.core.errors import CompanionError
from companion.games.ai100.board import AI_CELL, CELLS
from companion.games.ai100.document import Record
from companion.games.ai100.finished import outcomes
from companion.games.ai100.replay import Seat, Table


class Moment(NamedTuple):
    """A card as it was laid, and the best that it could have brought just then."""

    name: str
    turn: int
    card: str
    cell: str
    points: int
    best: int
    best_cell: str

    @property
    def gap(self) -> int:
        """What was left on the table."""
        return self.best - self.points


class Order(NamedTuple):
    """What a player has, and the most that the same cards on the same cells could have brought in another order."""

    name: str
    total: int
    most: int


@dataclass(frozen=True)
class Highlights:
    """The moments of a game; None where there is no such thing."""

    best: Moment | None
    decided: Moment | None  # the largest gap between what a lay gave and the best legal lay of that card
    zero: Moment | None  # of the lays that brought nothing, the one that could have brought most
    orders: tuple[Order, ...]  # of players whose tableau leaves nothing open


def highlights(record: Record) -> Highlights:
    """Return the moments of a game that is over."""
    table = Table(record)
    moments = [moment for turn in range(len(record.turns)) for moment in _turn(table, turn + 1)]
    missed = sorted((moment for moment in moments if moment.gap > 0), key=lambda moment: -moment.gap)
    return Highlights(
        best=max(moments, key=lambda moment: moment.points, default=None),
        decided=missed[0] if missed else None,
        zero=next((moment for moment in missed if moment.points == 0), None),
        orders=tuple(_orders(record, table)),
    )


def _turn(table: Table, turn: int) -> Iterator[Moment]:
    """Play a turn; yield what each card brought. Black cards hang on the others and are left out."""
    plays = table.record.turns[turn - 1]
    table.begin(turn, {})
    laid = [(seat, plays[seat.player.name]) for seat in table.seats if seat.player.name in plays]
    possible = {
        seat.player.name: _best(table, seat, play.card)
        for seat, play in laid
        if not table.conditions[play.card].black and not play.ai_swap
    }
    table.play(turn, plays)
    for seat, play in laid:
        line = next((one for one in seat.lines if one.turn == turn and one.source == play.card), None)
        if line and seat.player.name in possible:
            best, cell = possible[seat.player.name]
            yield Moment(seat.player.name, turn, play.card, CELLS[play.cell], line.points, best, cell)


def _best(table: Table, seat: Seat, card: str) -> tuple[int, str]:
    """Return the most that a card can bring right now, and where."""
    found = ((scored.points, CELLS[cell]) for cell, scored in table.tried(seat, card))
    return max(found, key=lambda option: option[0])


def _orders(record: Record, table: Table) -> Iterator[Order]:
    tableaux = {
        seat.player.name: {
            cell: card.id for cell, card in enumerate(seat.tableau.cards[:15]) if card and cell != AI_CELL
        }
        for seat in table.seats
    }
    finished = replace(record, turns=(), tableaux=tableaux)
    totals = {seat.player.name: sum(line.points for line in seat.lines) for seat in table.seats}
    try:
        found = outcomes(finished, swaps=False)
    except CompanionError:  # a face without its phase: then nobody knows which cards were of which round
        return
    for outcome in found:
        if outcome.exact:
            name = outcome.player.name
            yield Order(name, totals[name], outcome.total[1])
