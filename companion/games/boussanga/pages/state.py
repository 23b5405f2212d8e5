"""What the entries of a table come to: plates, the board if somebody keeps it, and the score.

Keys: `setup`; `board` the tokens on the board now; `won/<n>` what left the board for a plate (competitive), in order;
`turn/<n>` what a turn collected or put back (cooperative and solo); `final/<seat>` what was counted in the end, which
then counts instead; `photo` the photo of the board whose corners are asked for; `look` the last one with cells that
were not clear, and where they lie in it.
Nobody has to keep the board: alignments can be entered by themselves. Bonus tokens are never entered: they follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from companion.core.errors import NOWHERE, CompanionError
from companion.core.reading import FORMAT, read_rulings
from companion.core.score import Score
from companion.core.sheet import ScoreSheet
from companion.core.table import Entries
from companion.games.boussanga.board import Board, read_board
from companion.games.boussanga.document import Record, Shared, read_record
from companion.games.boussanga.rules import ALIGNED, BACK, BONUS_AT, GOAL, SLUG, SUPPLY, SWITCHES
from companion.games.boussanga.scoring import score_record
from companion.pages.state import TableState, counted_seats, names_of, numbered, refusal


@dataclass(frozen=True)
class Gain:
    """Tokens that came to a plate: by an alignment, as the bonus, or out of the collected ones."""

    number: int
    seat: int
    kind: str  # alignment, bonus, collected
    colour: str
    count: int  # tokens that were aligned or collected
    kept: int
    lengths: tuple[int, ...] = ()  # of alignments that cross


@dataclass(frozen=True)
class State(TableState):
    """A table as it stands."""

    record: Record
    gains: tuple[Gain, ...]
    collected: Mapping[str, int]  # cooperative: not won yet
    problem: CompanionError | None  # why the game file would be refused
    score: Score

    @property
    def colours(self) -> tuple[str, ...]:
        """The four colours of the tokens."""
        return tuple(self.record.values)

    @cached_property
    def board(self) -> Board:
        """The board as it was entered; empty where nobody did."""
        return read_board(self.entries["board"], self.colours, NOWHERE) if "board" in self.entries else Board()

    @property
    def finder(self) -> bool:
        """Whether the table says where a card fits."""
        return not self.setup.get("blind", False)

    @property
    def kept(self) -> bool:
        """Whether somebody keeps the board."""
        return "board" in self.entries

    def plate(self, seat: int) -> Mapping[str, int]:
        """Return the tokens won by a seat; in the cooperative mode by all together."""
        if self.record.shared is not None:
            return self.record.shared.plate
        return (self.record.plates or {})[self.names[seat]]

    def side(self, seat: int) -> tuple[int, ...]:
        """Return the seats that win together with this one."""
        return side(seat, len(self.names), self.record.teams)

    def side_points(self, seat: int) -> int:
        """Return the points of a seat and its partner."""
        if self.record.cooperative:
            return self.record.points(self.plate(0))
        return sum(self.record.points(self.plate(one)) for one in self.side(seat))

    @property
    def first_at_goal(self) -> int | None:
        """A seat of the side that reached the goal first and so set off the end: it is announced once."""
        for at in range(1, len(self.gains) + 1):
            side = self.side(self.gains[at - 1].seat)
            if self.record.points(_sum(tuple(gain for gain in self.gains[:at] if gain.seat in side))) >= GOAL:
                return side[0]
        reached = (seat for seat in range(len(self.names)) if self.side_points(seat) >= GOAL)
        return next(reached, None)

    @cached_property
    def reserve(self) -> Mapping[str, int]:
        """What is left beside board and plates; sensible only where somebody keeps the board."""
        lying = Counter(self.board.tokens)
        for seat in range(1 if self.record.cooperative else len(self.names)):
            lying.update(self.plate(seat))
        lying.update(self.collected)
        return {colour: self.record.supply[colour] - lying[colour] for colour in self.colours}

    @property
    def emptied(self) -> str:
        """A colour whose last token has left the reserve, even if an alignment brought some back at once; or none."""
        won = (self.entries[f"won/{number}"].get("emptied", ()) for number in numbered(self.entries, "won/"))
        now = (colour for colour, count in self.reserve.items() if self.kept and count <= 0)
        return next(chain(chain.from_iterable(won), now), "")

    @property
    def discarded(self) -> int:
        """The cards discarded so far in the cooperative mode."""
        return self.record.shared.discarded if self.record.shared else 0

    def final_key(self, seat: int) -> str:
        """Return the key of what was counted in the end, in the cooperative mode by all together."""
        return super().final_key(0 if self.record.cooperative else seat)

    @property
    def uncounted(self) -> list[int]:
        """The seats that have still to count; nobody once the goal is reached together."""
        return [] if self.over else super().uncounted

    @cached_property
    def over(self) -> bool:
        """Whether everybody has counted, or the goal is reached together."""
        if self.record.cooperative:
            return self.side_points(0) >= GOAL
        return all(map(self.final, self.seats))

    def sheet(self, seat: int) -> ScoreSheet:
        """Return the score sheet of a seat."""
        return self.score.sheets[seat]


def side(seat: int, count: int, teams: bool) -> tuple[int, ...]:
    """Return the seats that win together: partners sit across."""
    return tuple(one for one in range(count) if one % 2 == seat % 2) if teams else (seat,)


def state(entries: Entries, box: Mapping[str, Any]) -> State:
    """Return what the entries come to."""
    setup, people = entries["setup"], names_of(entries["setup"])
    cooperative = setup["mode"] == "cooperative"
    rulings = read_rulings(setup["rulings"], SWITCHES)
    values = dict(setup["values"])
    collected: dict[str, int] = {}
    if cooperative:
        gains, collected = _collected(entries)
        plate: Mapping[str, int] = _sum(gains)
        discarded = len(numbered(entries, "turn/"))
        if counted := entries.get("final/0"):
            plate, discarded = counted["tokens"], counted["discarded"]
        plates, shared = None, Shared(plate, discarded)
    else:
        gains = _won(entries, len(people), setup["teams"], rulings["bonus"])
        shared, plates = None, {}
        for seat, name in enumerate(people):
            counted = entries.get(f"final/{seat}")
            own = tuple(gain for gain in gains if gain.seat == seat)
            plates[name] = counted["tokens"] if counted else _sum(own)
    seats = counted_seats(entries, together=cooperative)
    supply = setup.get("supply") or dict.fromkeys(values, SUPPLY)
    teams = setup["teams"] and not cooperative
    record = Record(seats, values, supply, rulings, cooperative, plates=plates, shared=shared, teams=teams)
    score = score_record(record, closing=False)
    return State(entries, record, gains, collected, refusal(read_record, document(record)), score)


def _sum(gains: tuple[Gain, ...]) -> dict[str, int]:
    plate: Counter[str] = Counter()
    for gain in gains:
        plate[gain.colour] += gain.kept
    return dict(plate)


def _won(entries: Entries, count: int, teams: bool, bonus: str) -> tuple[Gain, ...]:
    """Return what came to the plates, with the bonus token at four of a colour: once for each side, or for all."""
    gains: list[Gain] = []
    had: set[tuple[int, str]] = set()
    for number in numbered(entries, "won/"):
        one = entries[f"won/{number}"]
        seat, colour = one["seat"], one["colour"]
        gains.append(Gain(number, seat, "alignment", colour, one["count"], one["kept"], tuple(one.get("lengths", ()))))
        together = side(seat, count, teams)
        held = sum(gain.kept for gain in gains if gain.seat in together and gain.colour == colour)
        owner = together[0] if bonus == "side" else -1
        if held >= BONUS_AT and (owner, colour) not in had:
            had.add((owner, colour))
            gains.append(Gain(number, seat, "bonus", colour, 0, 1))
    return tuple(gains)


def _collected(entries: Entries) -> tuple[tuple[Gain, ...], dict[str, int]]:
    """Return what was won together, and what lies in the collection zone."""
    gains: list[Gain] = []
    zone: Counter[str] = Counter()
    for number in numbered(entries, "turn/"):
        turn = entries[f"turn/{number}"]
        if "tokens" not in turn:
            zone.pop(turn["pass"], None)
            continue
        zone.update(turn["tokens"])
        for colour in [colour for colour, count in zone.items() if count >= ALIGNED]:
            count = zone.pop(colour)
            gains.append(Gain(number, turn["seat"], "collected", colour, count, count - BACK))
    return tuple(gains), {colour: count for colour, count in zone.items() if count}


def document(record: Record) -> dict[str, Any]:
    """Return the game file: plates as they are now."""
    players: list[dict[str, Any]] = []
    for seat in record.seats:
        player: dict[str, Any] = {"name": seat.name}
        if record.plates is not None:
            player["tokens"] = dict(record.plates[seat.name])
        if seat.claimed is not None:
            player["claimed"] = seat.claimed
        players.append(player)
    file: dict[str, Any] = {
        "format": FORMAT,
        "game": SLUG,
        "mode": "cooperative" if record.cooperative else "competitive",
        "players": players,
        "values": dict(record.values),
        "supply": dict(record.supply),
        "rulings": dict(record.rulings),
    }
    if record.shared is not None:
        return file | {"tokens": dict(record.shared.plate), "discarded": record.shared.discarded}
    return file | {"teams": record.teams}
