"""The table at the moment a card is laid: what the card in hand would bring, wherever and however it is laid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from companion.core.errors import CompanionError, Illegal, Place
from companion.core.grammar import listed, signed
from companion.core.sheet import Line
from companion.core.table import View
from companion.games.ai100.board import AI_CELL, CELLS, EXTRA, EXTRA_CELLS, board
from companion.games.ai100.cards import EVOLUTION_IDS, Face
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.deck import read_face
from companion.games.ai100.describe import line_text
from companion.games.ai100.document import ROUND, Play
from companion.games.ai100.pages.hand import END, Hand, entry_key
from companion.games.ai100.pages.state import State, tried
from companion.games.ai100.replay import Seat, Table, legal_cells, verify_swap
from companion.games.ai100.scoring import Choice, Scored, worth
from companion.games.ai100.tableau import Tableau

BEST = Choice()


@dataclass(frozen=True)
class Trial:
    """What would happen: the line in words, the text of the button, or why it cannot be."""

    sentence: str = ""
    confirm: str = ""
    problem: str = ""
    lines: tuple[Line, ...] = ()


class Laying:
    """A card that is being laid: the table just before it, and what it would bring wherever it goes."""

    def __init__(self, view: View[State], hand: Hand) -> None:
        state = view.state
        self.view, self.state, self.hand, self.language, self.say = view, state, hand, view.language, view.say
        self.conditions = catalogue(state.record.rulings, state.record.figures)
        self.table, self.at = _at_the_end(state, hand.seat) if hand.turn == END else state.moment(hand.turn, hand.seat)
        self.ai, self.name = self.at.player.ai, self.at.player.name
        self.problem = view.errors.get("card", "")
        self.tableau = self.at.tableau.copy()
        self.face: Face | None = None
        self.refused = False  # the card lies somewhere already: another number is to be typed
        if "." in hand.ai:
            self._swap_by_ai()
        if hand.known_card and hand.card in state.faces:
            self.face = read_face(state.faces[hand.card])
            self._bring(hand.card)
        elif len(hand.card) == 3 and not hand.known_card:
            self.problem = self.say("error.card", hand.card)

    def _swap_by_ai(self) -> None:
        one, other = self.hand.ai.split(".")
        cells = CELLS.index(one), CELLS.index(other)
        try:
            verify_swap(self.tableau, cells, self.ai)
        except Illegal as problem:
            self.problem = problem.sentence(self.language)
        else:
            self.tableau.swap(*cells)

    def _bring(self, card: str) -> None:
        try:
            self.table.bring(self.at, card)
        except Illegal as problem:
            self.problem = problem.sentence(self.language)
            self.face, self.refused = None, True

    @property
    def unknown(self) -> str:
        """A card in hand whose face nobody has entered yet."""
        cards = (self.hand.known_card, self.hand.come if self.hand.come in EVOLUTION_IDS else "")
        return next((card for card in cards if card and card not in self.state.faces), "")

    # What a card brings.

    def grid(self) -> Mapping[int, str] | None:
        """Return the draft grid of a solo game."""
        draft = self.state.entries.get("draft") if len(self.state.names) == 1 else None
        return {CELLS.index(cell): card for cell, card in draft.items()} if draft else None

    def score(self, card: str, tableau: Tableau, cell: int, choice: Choice = BEST, row: str = "") -> Scored:
        """Score a card that lies on a cell, with a choice or the best one."""
        play = Play(card, min(cell, EXTRA - 1), choice, grid=self.grid())
        return self.table.score_card(self.at, self.conditions[card], tableau, cell, play, row)

    def legal(self) -> tuple[str, ...]:
        """Return the cells where the card may go."""
        if self.hand.turn == END:
            return EXTRA_CELLS
        return tuple(CELLS[cell] for cell in legal_cells(self.tableau, self.ai))

    def worths(self) -> dict[str, int]:
        """Return what the card brings on each legal cell, choices taken for the best."""
        if not self.face:
            return {}
        effect = self.conditions[self.hand.card].effect
        if effect == "points" and self.hand.turn != END:
            return self._worths_by_neighbours()
        found = {}
        for name in self.legal():
            tableau, cell = self._with_card(name)
            found[name] = self.score(self.hand.card, tableau, cell, row=name[0]).points
        # Nothing yet is no zero, where neighbours may still lay what it looks at.
        open_yet = effect in ("copy", "neighbour") and not any(found.values()) and self._waits(found)
        return {} if open_yet else found

    def _waits(self, cells: Iterable[str]) -> bool:
        """Return whether the card would wait for neighbours, on whichever cell."""
        for name in cells:
            hand = replace(self.hand, cell=name, pick="")
            play = hand.play(self.state)
            after, _ = attempt(self.state, hand, play) if play else (None, None)
            return after is not None and hand.turn == after.turn and bool(after.replay.waiting.get(self.name))
        return False

    def _worths_by_neighbours(self) -> dict[str, int]:
        """Return what 105 and 106 bring: neighbours' cards may look at this very cell, so each is played out."""
        found = {}
        for name in self.legal():
            hand = replace(self.hand, cell=name, pick="")
            play = hand.play(self.state)
            after, problem = attempt(self.state, hand, play) if play else (None, None)
            if after and not problem and (lines := after.lines_of_turn(hand.seat, hand.turn)):
                found[name] = sum(line.points for line in lines)
        return found

    def _with_card(self, name: str) -> tuple[Tableau, int]:
        card = self.table.card(self.hand.card)
        if name in EXTRA_CELLS:
            tableau, cell = self.tableau.copy(board(name)), EXTRA
        else:
            tableau, cell = self.tableau.copy(), CELLS.index(name)
        tableau.lay(cell, card)
        return tableau, cell

    def laid(self) -> Tableau:
        """Return the tableau with the card in hand on its cell, once it has one."""
        if self.face and self.hand.turn != END and self.hand.cell in self.legal():
            return self._with_card(self.hand.cell)[0]
        return self.tableau

    def exchanged(self, out: str) -> tuple[Tableau, int]:
        """Return the tableau after an exchange, and the cell of the card that came in."""
        tableau, cell = self.laid().copy(), CELLS.index(out)
        tableau.take(cell)
        tableau.lay(cell, self.table.card(self.hand.come))
        return tableau, cell

    def exchanges(self) -> dict[str, int]:
        """Return what the incoming card would bring on each cell whose card may go."""
        if self.hand.come not in self.state.faces:
            return {}
        return {
            name: self.score(self.hand.come, *self.exchanged(name)).points
            for name, card in self.laid().items()
            if name != CELLS[AI_CELL] and card.id not in ("115", "116")
        }

    def best_swap(self, tableau: Tableau) -> tuple[str, int] | None:
        """Return the swap that helps the objective of the round and the AI card most, if any does."""
        wanted = (self.conditions[self.objective], self.conditions[self.ai])

        def value(of: Tableau) -> int:
            return sum(worth(condition, of, AI_CELL, self.ai) for condition in wanted)

        now, best = value(tableau), None
        for one, other in combinations(CELLS, 2):
            if not may_swap(tableau, one, other, self.ai):
                continue
            after = tableau.copy()
            after.swap(CELLS.index(one), CELLS.index(other))
            gain = value(after) - now
            if gain > 0 and (best is None or gain > best[1]):
                best = f"{one}.{other}", gain
        return best

    @property
    def objective(self) -> str:
        """The objective of the round."""
        return self.state.record.objectives[self.hand.turn > ROUND]

    # What would happen.

    def trial(self) -> Trial:
        """Score the whole turn with this play in it."""
        hand, play = self.hand, self.hand.play(self.state)
        if play is None or not self.face or self.problem or self.unknown or hand.pick:
            return Trial()
        after, problem = attempt(self.state, hand, play)
        if problem or after is None:
            return Trial(problem=problem.sentence(self.language) if problem else "")
        waits = after.replay.waiting.get(self.name, ()) if hand.turn == after.turn else ()
        if waits:
            condition = self.conditions[hand.card].sentence[self.language]
            return Trial(f"{condition} {self.say('lay.waits', listed(waits, self.language))}", self.say("confirm"))
        return self._scored(after) if self.state.hints else Trial("", self.say("confirm"))

    def _scored(self, after: State) -> Trial:
        lines = after.lines_of_turn(self.hand.seat, self.hand.turn)
        if self.hand.turn == END:
            lines = tuple(line for line in after.sheet(self.hand.seat).lines if line.kind == "ai")
        text = " ".join(line_text(line, self.conditions, after.record.rulings, self.language) for line in lines)
        return Trial(text, self.say("confirm.points", signed(sum(line.points for line in lines))), lines=lines)


def attempt(state: State, hand: Hand, play: Mapping[str, Any]) -> tuple[State | None, CompanionError | None]:
    """Return the state with a play in it, and what is wrong with that play."""
    after, problem = tried(state, {entry_key(hand): play})
    name = state.names[hand.seat]
    place = Place.player(name) / "final" if hand.turn == END else Place.turn(hand.turn) / name
    return after, after.problems.get(place) if after else problem


def may_swap(tableau: Tableau, one: str, other: str, ai: str) -> bool:
    """Return whether two cells may be swapped."""
    try:
        verify_swap(tableau, (CELLS.index(one), CELLS.index(other)), ai)
    except Illegal:
        return False
    return one != other


def _at_the_end(state: State, seat: int) -> tuple[Table, Seat]:
    """Return the table after the last turn; no turn is running, so nobody has points in it."""
    table = Table(state.record)
    for number, plays in enumerate(state.record.turns, 1):
        table.play(number, plays)
    for one in table.seats:
        one.points_this_turn = 0
    return table, state.at(table, seat)
