"""Replay of a whole game: every card is laid, then scored, in the order of the rules.

What is illegal is collected, not raised, and left out of the replay, so that a table sees all of it at once; `score`
(game.py) refuses a record with problems.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self

from companion.core.errors import Illegal, Place
from companion.core.packing import Mask
from companion.core.sheet import Group, Line, Reason, ScoreSheet, filled
from companion.games.ai100.board import AI_CELL, CELLS, EXTRA, board
from companion.games.ai100.cards import EVOLUTION_IDS, Card
from companion.games.ai100.catalogue import FIRST_BLACK, Condition, catalogue
from companion.games.ai100.document import ROUND, TURNS, Play, Player, Record
from companion.games.ai100.scoring import (
    GRID,
    Choice,
    Neighbour,
    Scored,
    copyable,
    points_of,
    score,
    score_at_neighbour,
    score_copy,
)
from companion.games.ai100.tableau import Tableau

_LAST_OF_ALL = ("105", "106")
_STAYS = ("115", "116")
# Black cards are scored after the others, in the order of their ids, and two of them last of all.
_ORDER = {card: int(card) + 1000 * (card in _LAST_OF_ALL) if card >= FIRST_BLACK else 0 for card in EVOLUTION_IDS}


@dataclass(eq=False)
class Seat:
    """A player during the replay."""

    player: Player
    tableau: Tableau
    near: tuple[Mask, ...]  # for each cell where another card must lie before one is laid there
    lines: list[Line] = field(default_factory=list)
    points_this_turn: int = 0
    swap_used: bool = False


@dataclass(frozen=True)
class Replay:
    """What a record comes to."""

    sheets: tuple[ScoreSheet, ...]
    tableaux: Mapping[str, Tableau]
    problems: tuple[Illegal, ...] = ()
    waiting: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # whose card waits for whom


def replay(record: Record) -> Replay:
    """Return the score sheets of a record, all that is illegal in it, and who waits for whom."""
    return Table(record).played().result()


def can_lay(tableau: Tableau, cell: int, near: tuple[Mask, ...]) -> bool:
    """Return whether a card may be laid on a cell: empty, and with a card on one of the cells near it."""
    occupied = tableau.occupied
    return not occupied >> cell & 1 and near[cell] & occupied != 0


def legal_cells(tableau: Tableau, ai: str) -> list[int]:
    """Return the cells where a card may be laid."""
    near = tableau.board.near(ai)
    return [cell for cell in range(len(CELLS)) if can_lay(tableau, cell, near)]


class Table:
    """The seats and the grid while a game is replayed."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.conditions = catalogue(record.rulings, record.figures)
        self.seats = [Seat(player, Tableau(), board().near(player.ai)) for player in record.players]
        for seat in self.seats:
            seat.tableau.lay(AI_CELL, Card(seat.player.ai, record.faces[seat.player.ai]))
        self.problems: list[Illegal] = []
        self.waiting: dict[str, tuple[str, ...]] = {}
        self.turn = 0
        self.plays: Mapping[str, Play] = {}
        self._on_table: dict[str, str] = {}  # card -> whose tableau it lies in
        self.grids = self._grid_by_round()

    def _grid_by_round(self) -> tuple[Tableau | None, Tableau | None]:
        if self.record.grid is None:
            return None, None
        if len(self.seats) != 2:
            self.problems.append(Illegal(Reason("ai100:error.grid_of_two"), Place("grid")))
            return None, None
        for card in self.record.grid.values():
            self._on_table[card] = GRID
        first = {cell: card for cell, card in self.record.grid.items() if cell % 5 < 2}
        return self._laid_out(first), self._laid_out(self.record.grid)

    def _laid_out(self, cards: Mapping[int, str]) -> Tableau:
        tableau = Tableau()
        for cell, card in cards.items():
            tableau.lay(cell, self.card(card))
        return tableau

    def card(self, card: str) -> Card:
        """Return a card with its face."""
        return filled(Card, (card, self.record.faces[card]))

    # A turn: swap with AI-5, lay all cards, score them in order.

    def played(self) -> Self:
        """Play all turns of the record, and return the table after them."""
        for turn, plays in enumerate(self.record.turns, 1):
            self.play(turn, plays)
        return self

    def play(self, turn: int, plays: Mapping[str, Play]) -> None:
        """Play one turn; where players are missing, black cards that depend on them wait."""
        self.begin(turn, plays)
        laid = []
        for number, seat in enumerate(self.seats):
            if play := plays.get(seat.player.name):
                try:
                    self._lay(seat, play)
                    laid.append((_ORDER[play.card], number, play))
                except Illegal as problem:
                    self._refuse(seat, problem)
        everybody = len(plays) == len(self.seats)
        for _, number, play in sorted(laid):
            seat = self.seats[number]
            if everybody or not self._waits(seat, play):
                try:
                    self.score_play(seat, play)
                except Illegal as problem:
                    self._refuse(seat, problem)
        # A card that somebody took back later keeps nobody else from the objective.
        if everybody or turn < len(self.record.turns):
            if turn in (ROUND, TURNS):
                self.score_objective(turn // ROUND)
            if turn == TURNS:
                self.score_ai_cards()

    def begin(self, turn: int, plays: Mapping[str, Play]) -> None:
        """Open a turn: nobody has scored in it yet."""
        self.turn, self.plays = turn, plays
        for seat in self.seats:
            seat.points_this_turn = 0

    def _refuse(self, seat: Seat, problem: Illegal) -> None:
        self.problems.append(Illegal(problem.reason, Place.turn(self.turn) / seat.player.name))

    def _lay(self, seat: Seat, play: Play) -> None:
        if play.ai_swap:
            if seat.player.ai != "AI-5":
                raise Illegal(Reason("ai100:error.only_ai_5", (seat.player.ai,)))
            if seat.swap_used:
                raise Illegal(Reason("ai100:error.swapped_already"))
            self._swap(seat, play.ai_swap)
            seat.swap_used = True
        if not can_lay(seat.tableau, play.cell, seat.near):
            key = "taken" if seat.tableau.occupied >> play.cell & 1 else "apart"
            raise Illegal(Reason(f"ai100:error.{key}", (CELLS[play.cell],)))
        self.bring(seat, play.card)
        seat.tableau.lay(play.cell, self.card(play.card))

    def bring(self, seat: Seat, card: str) -> None:
        """Take a card from outside the table; no card can lie in two places."""
        if owner := self._on_table.get(card):
            raise Illegal(lies_already(card, owner))
        self._on_table[card] = seat.player.name

    def _swap(self, seat: Seat, cells: tuple[int, int]) -> None:
        verify_swap(seat.tableau, cells, seat.player.ai)
        seat.tableau.swap(*cells)

    # Neighbours.

    def seats_beside(self, seat: Seat) -> list[Seat]:
        """Return the neighbours to the left and to the right, the same player once."""
        here = self.seats.index(seat)
        around = dict.fromkeys((self.seats[here - 1], self.seats[(here + 1) % len(self.seats)]))
        return [one for one in around if one is not seat]

    def neighbours(self, seat: Seat, play: Play | None) -> tuple[Neighbour, ...]:
        """Return whose cards a black card of this seat may look at."""
        found = [Neighbour(one.player.name, one.tableau) for one in self.seats_beside(seat)]
        if self.record.solo and play and play.grid is not None:
            found.append(Neighbour(GRID, self._laid_out(play.grid)))
        elif grid := self.grids[self.turn > ROUND]:
            found.append(Neighbour(GRID, grid))
        return tuple(found)

    def _waits(self, seat: Seat, play: Play) -> bool:
        cards = [play.card, play.exchange[1]] if play.exchange else [play.card]
        effects = {self.conditions[card].effect for card in cards}
        missing = []
        if effects & {"copy", "neighbour"}:
            missing = [one for one in self.seats_beside(seat) if one.player.name not in self.plays]
        if "points" in effects:
            missing = [one for one in self.seats_beside(seat) if self._points_open(one)]
        if missing:
            self.waiting[seat.player.name] = tuple(one.player.name for one in missing)
        return bool(missing)

    def _points_open(self, seat: Seat) -> bool:
        # Two neighbours with 105 and 106 look at each other in the order of the ids: that is no reason to wait.
        if seat.player.name not in self.plays:
            return True
        return seat.player.name in self.waiting

    # Scoring.

    def score_play(self, seat: Seat, play: Play) -> None:
        """Score a card that has been laid, and do what else it does."""
        if play.grid is not None and not self.record.solo:
            raise Illegal(Reason("ai100:error.draft_grid"))
        condition = self.conditions[play.card]
        self._add(seat, condition, play.cell, play)
        if condition.effect == "exchange" and play.exchange:
            self._exchange(seat, play, *play.exchange)
        elif condition.effect == "swap" and play.swap:
            self._swap(seat, play.swap)

    def _exchange(self, seat: Seat, play: Play, out: int, card: str) -> None:
        going = seat.tableau.cards[out]
        if going is None:
            raise Illegal(Reason("ai100:error.nothing_to_exchange", (CELLS[out],)))
        if out == AI_CELL or going.id in _STAYS:
            raise Illegal(Reason("ai100:error.stays", (going.id,)))
        if card in _STAYS:
            raise Illegal(Reason("ai100:error.may_not_come_in", (card,)))
        self.bring(seat, card)
        seat.tableau.take(out)
        del self._on_table[going.id]
        seat.tableau.lay(out, self.card(card))
        self._add(seat, self.conditions[card], out, play)

    def _add(self, seat: Seat, condition: Condition, cell: int, play: Play) -> None:
        scored = self.score_card(seat, condition, seat.tableau, cell, play)
        seat.lines.append(scored.line("card", condition.id, CELLS[cell], self.turn))
        seat.points_this_turn += points_of(scored.groups)

    def score_card(
        self, seat: Seat, condition: Condition, tableau: Tableau, cell: int, play: Play | None, row: str = ""
    ) -> Scored:
        """Score a card on a cell, whatever it does."""
        if not condition.effect:
            return score(condition, tableau, cell, seat.player.ai)
        choice = play.choice if play else Choice()
        if condition.effect == "copy":
            neighbours = self.neighbours(seat, play)
            self._verify_copy(condition, neighbours, choice)
            return score_copy(self.conditions, condition, tableau, cell, seat.player.ai, neighbours, choice.copy)
        if condition.effect == "neighbour":
            neighbours = self.neighbours(seat, play)
            self._verify_neighbour(neighbours, choice.neighbour)
            return score_at_neighbour(condition, cell, neighbours, choice.neighbour, row)
        if condition.effect == "points" and not self.record.solo:
            return self._score_points(seat)
        return score(condition, tableau, cell, seat.player.ai)

    def tried(self, seat: Seat, card: str) -> Iterator[tuple[int, Scored]]:
        """Yield what a card in hand would bring on each cell where it may be laid."""
        for cell in legal_cells(seat.tableau, seat.player.ai):
            tableau = seat.tableau.copy()
            tableau.lay(cell, self.card(card))
            yield cell, self.score_card(seat, self.conditions[card], tableau, cell, Play(card, cell))

    def _score_points(self, seat: Seat) -> Scored:
        best = max(self.seats_beside(seat), key=lambda one: one.points_this_turn)
        points = max(0, best.points_this_turn)
        if not points:
            return Scored((), (Reason("miss.neighbours_scored_nothing"),))
        return Scored((Group((), points),), (Reason("note.points_of", (best.player.name,)),))

    def _verify_copy(self, condition: Condition, neighbours: tuple[Neighbour, ...], choice: Choice) -> None:
        if choice.copy is None:
            return
        owner, card = choice.copy
        self._verify_neighbour(neighbours, owner)
        if choice.copy not in copyable(condition, neighbours):
            has = any(one.id == card for n in neighbours if n.name == owner for _, one in n.tableau.items())
            if not has:
                raise Illegal(Reason("ai100:error.nothing_to_copy", (owner, card)))
            colour = Reason(f"card.{condition.colour}")
            raise Illegal(Reason("ai100:error.not_copyable", (card, owner, condition.id, colour)))

    def _verify_neighbour(self, neighbours: tuple[Neighbour, ...], name: str) -> None:
        if name and name not in (names := tuple(neighbour.name for neighbour in neighbours)):
            raise Illegal(Reason("ai100:error.no_neighbour", (name, names or Reason("nobody"))))

    # The ends of rounds and of the game.

    def score_objective(self, number: int) -> None:
        """Score the objective of a round for everybody; one that is not named pays nothing."""
        objective = self.record.objectives[number - 1]
        if not objective:
            return
        for seat in self.seats:
            scored = score(self.conditions[objective], seat.tableau, AI_CELL, seat.player.ai)
            seat.lines.append(scored.line("objective", objective, round=number))

    def score_ai_cards(self) -> None:
        """Score the AI cards at the end of the game."""
        for seat in self.seats:
            try:
                scored, cell = self._score_ai(seat)
            except Illegal as problem:
                self.problems.append(problem)
                continue
            seat.lines.append(scored.line("ai", seat.player.ai, cell))

    def _score_ai(self, seat: Seat) -> tuple[Scored, str]:
        condition, final = self.conditions[seat.player.ai], seat.player.final
        if condition.effect != "extra":
            return score(condition, seat.tableau, AI_CELL, seat.player.ai), ""
        if final is None:
            return Scored((), (Reason("miss.no_extra_card"),)), ""
        if owner := self._on_table.get(final.card):
            raise Illegal(lies_already(final.card, owner), Place.player(seat.player.name) / "final")
        tableau = seat.tableau.copy(board(final.cell))
        tableau.lay(EXTRA, self.card(final.card))
        for one in self.seats:
            one.points_this_turn = 0  # no turn is running: 105 and 106 find nothing
        scored = self.score_card(seat, self.conditions[final.card], tableau, EXTRA, None, final.cell[0])
        notes = (Reason("note.extra", (final.card, final.cell)), *scored.notes)
        return scored._replace(copied=scored.copied or final.card, notes=notes), final.cell

    def result(self) -> Replay:
        """Return what has been replayed."""
        return Replay(
            tuple(ScoreSheet(seat.player.name, tuple(seat.lines)) for seat in self.seats),
            {seat.player.name: seat.tableau for seat in self.seats},
            tuple(self.problems),
            self.waiting,
        )


def lies_already(card: str, owner: str) -> Reason:
    """Return why a card cannot come from outside the table."""
    if owner == GRID:
        return Reason("ai100:error.in_grid", (card,))
    return Reason("ai100:error.in_tableau", (card, owner))


def verify_swap(tableau: Tableau, cells: tuple[int, int], ai: str) -> None:
    """Raise where a swap breaks the rules: the AI card stays, and every card that moved touches another."""
    if AI_CELL in cells:
        raise Illegal(Reason("ai100:error.ai_stays"))
    one, other = (1 << cell for cell in cells)
    if not tableau.occupied & (one | other):
        raise Illegal(Reason("ai100:error.nothing_to_swap", (CELLS[cells[0]], CELLS[cells[1]])))
    moved = [cells[1 - i] for i, cell in enumerate(cells) if tableau.occupied >> cell & 1]
    after = tableau.occupied if len(moved) == 2 else tableau.occupied ^ one ^ other
    for cell in moved:
        if not tableau.board.near(ai)[cell] & after:
            raise Illegal(Reason("ai100:error.swapped_apart", (CELLS[cell],)))
