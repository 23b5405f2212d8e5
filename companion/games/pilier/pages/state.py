"""What the entries of a table come to: the square turn by turn, or what everybody counted in the end.

Keys: `setup`; `first/<cell>`; `turn/<number>`; `take/<turn>/<number>`; `final/<seat>`; `claim/<seat>`; for photos
`box`, `look`, `lesson` and `pile/<seat>`. Cards and cells are written as in the game file. Once anybody has counted
his cards, the counts are what is scored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.core.errors import NOWHERE, CompanionError
from companion.core.reading import FORMAT
from companion.core.score import Score
from companion.core.sheet import ScoreSheet
from companion.core.table import Entries
from companion.games.pilier.cards import Card, read_card
from companion.games.pilier.document import Final, Turn, read_record
from companion.games.pilier.replay import Position, play, start
from companion.games.pilier.rules import COLOURS, FIRST_CARDS, SLUG, TOKENS
from companion.games.pilier.scoring import score_record, sheet_of
from companion.games.pilier.square import Cell, read_cell
from companion.pages.state import TableState, names_of, numbered, refusal


@dataclass(frozen=True)
class State(TableState):
    """A table as it stands. `positions` are those before the first turn and after every turn that fits."""

    positions: tuple[Position, ...]
    problem: CompanionError | None  # why the turn after the last position does not fit
    later: tuple[int, ...]  # turns that were entered but wait behind one that is missing or does not fit

    @property
    def first(self) -> dict[Cell, Card]:
        """The first cards, as far as they are entered."""
        return first_cards(self.entries)

    @property
    def position(self) -> Position | None:
        """Where the game stands; None before the first five cards lie."""
        return self.positions[-1] if self.positions else None

    @property
    def turn(self) -> int:
        """The number of the turn that is to be entered next."""
        return max(len(self.positions), 1)

    def seat_of_turn(self, turn: int) -> int:
        """Return whose turn it is."""
        return (turn - 1) % len(self.names)

    @property
    def counted(self) -> tuple[bool, ...]:
        """Who has counted his cards and tokens."""
        return tuple(self.final(seat) is not None for seat in self.seats)

    @property
    def over(self) -> bool:
        """Whether everybody has counted, or the last scoring phase is over."""
        if any(self.counted):
            return all(self.counted)
        return self.position is not None and self.position.finished

    @cached_property
    def finals(self) -> tuple[Final, ...]:
        """What everybody has: as counted, as the square says, or as dealt."""
        return tuple(self._final(seat) for seat in range(len(self.names)))

    def _final(self, seat: int) -> Final:
        if entry := self.entries.get(f"final/{seat}"):
            return final_of(entry)
        position = self.position
        tokens = position.tokens[seat] if position else TOKENS
        if any(self.counted):
            tokens = self._left_over(seat)
        return Final(tokens, _by_colour(position.won[seat] if position else ()))

    def _left_over(self, seat: int) -> int:
        """Return the tokens of somebody who has not counted yet: the rest, shared out, as none is ever lost."""
        counted = sum(final_of(self.entries[f"final/{n}"]).tokens for n, done in enumerate(self.counted) if done)
        rest = max(TOKENS * len(self.names) - counted, 0)
        missing = [n for n, done in enumerate(self.counted) if not done]
        share, more = divmod(rest, len(missing))
        return share + (missing.index(seat) < more)

    def sheet(self, seat: int) -> ScoreSheet:
        """Return the score sheet of a seat: what it has, whichever way it came there."""
        return sheet_of(self.names[seat], self.finals[seat])

    @cached_property
    def score(self) -> Score:
        """What the game file comes to: turn by turn where the square was followed."""
        return score_record(read_record(document(self)))

    @property
    def followed(self) -> bool:
        """Whether the turns are what is scored: nobody has counted."""
        return bool(self.positions) and not any(self.counted)

    @cached_property
    def wrong(self) -> CompanionError | None:
        """What does not go together in the counts of all, once everybody has counted."""
        return refusal(read_record, document(self)) if all(self.counted) else None

    def by_round(self, seat: int) -> tuple[int, ...]:
        """Return the total of a seat after every round in which all had their turn."""
        if any(self.counted):
            return ()
        players, found = len(self.names), []
        for position in self.positions[players::players]:
            final = Final(position.tokens[seat], _by_colour(position.won[seat]))
            found.append(sheet_of(self.names[seat], final).total)
        return tuple(found)


def box_of(entries: Entries) -> str:
    """Return the box whose cards are on the table: chosen when it was laid, or taught at it."""
    return str(entries["setup"].get("box") or entries.get("box") or "")


def first_cards(entries: Entries) -> dict[Cell, Card]:
    """Return the first cards, as far as they are entered."""
    keys = sorted(key for key in entries if key.startswith("first/"))
    return {read_cell(key.removeprefix("first/"), NOWHERE): read_card(entries[key], NOWHERE) for key in keys}


def final_of(entry: Mapping[str, Any]) -> Final:
    """Return what a seat has counted."""
    cards = {colour: tuple(entry["cards"].get(colour, ())) for colour in COLOURS}
    return Final(entry["tokens"], cards, tuple(entry.get("colours", ())))


def _by_colour(cards: tuple[Card, ...]) -> dict[str, tuple[int, ...]]:
    return {colour: tuple(card.value for card in cards if card.colour == colour) for colour in COLOURS}


def taken(entries: Entries, turn: int) -> tuple[Cell, ...]:
    """Return the cards taken after a turn, in order, as far as none is missing."""
    found: list[Cell] = []
    while (cell := entries.get(f"take/{turn}/{len(found)}")) is not None:
        found.append(read_cell(cell, NOWHERE))
    return tuple(found)


def turn_of(entries: Entries, number: int) -> Turn:
    """Return a turn as it was entered."""
    entry = entries[f"turn/{number}"]
    if "pass" in entry:
        return Turn()
    card, cell = read_card(entry["card"], NOWHERE), read_cell(entry["cell"], NOWHERE)
    return Turn(card, cell, entry.get("line", ""), taken(entries, number))


def state(entries: Entries, box: Mapping[str, Any]) -> State:
    """Return what the entries come to; turns that no longer fit wait and are named."""
    if len(first_cards(entries)) != FIRST_CARDS:
        return State(entries, (), None, numbered(entries, "turn/"))
    positions = [start(read_record(_by_turns(entries, 0)))]
    problem = None
    while f"turn/{len(positions)}" in entries:
        try:
            positions.append(_played(positions[-1], turn_of(entries, len(positions)), names_of(entries["setup"])))
        except CompanionError as error:
            problem = error
            break
    waiting = tuple(number for number in numbered(entries, "turn/") if number > len(positions))
    return State(entries, tuple(positions), problem, waiting)


def _played(position: Position, turn: Turn, seats: tuple[str, ...]) -> Position:
    """Return the position after a turn with as many of its takings as still fit."""
    if not turn.taken:
        return play(position, turn, seats)
    try:
        return play(position, turn, seats)
    except CompanionError:
        return _played(position, turn._replace(taken=turn.taken[:-1]), seats)


def fitting_takes(state: State, number: int) -> tuple[Cell, ...]:
    """Return the cards taken after a turn that are part of the game."""
    before, after = state.positions[number - 1], state.positions[number]
    count = sum(len(after.won[seat]) - len(before.won[seat]) for seat in after.won)
    return taken(state.entries, number)[:count]


def card_taken(state: State, number: int, cell: str) -> Card | None:
    """Return the card that lay on a cell in the scoring phase of a turn, if that turn is part of the game."""
    if not 1 <= number < len(state.positions):
        return None
    turn = turn_of(state.entries, number)
    place = read_cell(cell, NOWHERE)
    return turn.card if place == turn.cell else state.positions[number - 1].square.cards.get(place)


def _by_turns(entries: Entries, turns: int, takes: Mapping[int, tuple[Cell, ...]] | None = None) -> dict[str, Any]:
    return {
        **_head(entries),
        "players": [_player(entries, seat) for seat in range(len(names_of(entries["setup"])))],
        "start": {str(cell): str(card) for cell, card in first_cards(entries).items()},
        "turns": list(_turns(entries, turns, takes or {})),
    }


def _turns(entries: Entries, count: int, takes: Mapping[int, tuple[Cell, ...]]) -> Iterator[dict[str, Any]]:
    for number in range(1, count + 1):
        cells = takes.get(number, ())
        yield {**entries[f"turn/{number}"], **({"taken": list(map(str, cells))} if cells else {})}


def document(state: State) -> dict[str, Any]:
    """Return the game file: by turns where the square was followed, by counts where somebody has counted."""
    entries = state.entries
    if state.positions and not any(state.counted):
        turns = len(state.positions) - 1
        return _by_turns(entries, turns, {number: fitting_takes(state, number) for number in range(1, turns + 1)})
    players = [{**_player(entries, seat), **written(final)} for seat, final in enumerate(state.finals)]
    return {**_head(entries), "players": players, **({} if all(state.counted) else {"finished": False})}


def written(final: Final) -> dict[str, Any]:
    """Return what somebody has in the end, as table and game file write it."""
    cards = {colour: list(values) for colour, values in final.cards.items() if values}
    return {"tokens": final.tokens, "cards": cards, **({"colours": list(final.colours)} if final.colours else {})}


def _head(entries: Entries) -> dict[str, Any]:
    setup = entries["setup"]
    called = {"called": setup["called"]} if setup.get("called") else {}
    return {"format": FORMAT, "game": SLUG, "rulings": setup["rulings"], **called}


def _player(entries: Entries, seat: int) -> dict[str, Any]:
    claim = entries.get(f"claim/{seat}")
    return {"name": names_of(entries["setup"])[seat], **({} if claim is None else {"claimed": claim})}
