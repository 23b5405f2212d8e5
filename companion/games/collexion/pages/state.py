"""What the entries of a table come to: what lies before each seat, the piles, and the score.

Keys: `setup`; `have/<seat>` the collection of a seat, and the how manieth turn made it so; `look/<seat>` the photo of
it and what was seen there; `won/<n>` the series validated at the table, one after the other; `powers/<seat>` the powers
used; `final/<seat>` what somebody counted in the end, which then counts instead.
Nobody has to follow the turns: a collection can be counted again at any time. What a token is worth follows from the
order of the series alone, so taking one back mends all that came after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.core.errors import CompanionError
from companion.core.reading import FORMAT, read_rulings
from companion.core.score import Score
from companion.core.sheet import ScoreSheet
from companion.core.table import Entries
from companion.games.collexion.document import Final, Record, read_record
from companion.games.collexion.pieces import PIECES, Collection, Piece, read_collection, read_piece
from companion.games.collexion.rules import COPIES, POWERS, SLUG, SWITCHES
from companion.games.collexion.scoring import score_record
from companion.games.collexion.series import Piles, Series, must_validate
from companion.pages.state import TableState, counted_seats, names_of, numbered, refusal


@dataclass(frozen=True)
class Won:
    """A series that was validated, the pile that paid and what it paid."""

    number: int
    seat: int
    series: Series
    pile: str
    points: int


@dataclass(frozen=True)
class State(TableState):
    """A table as it stands."""

    collections: tuple[Collection, ...]
    won: tuple[Won, ...]
    piles: Piles
    record: Record
    problem: CompanionError | None  # why the game file would be refused
    score: Score

    @property
    def acts(self) -> int:
        """How many turns were played here, as far as the collections tell."""
        return max((self._acted(seat) for seat in self.seats), default=0)

    def _acted(self, seat: int) -> int:
        return int(self.entries.get(f"have/{seat}", {}).get("at", 0))

    @property
    def turn(self) -> int:
        """Whose turn it is: it passes by itself once somebody has played and has no series left to validate."""
        last = max(self.seats, key=self._acted)
        if not self._acted(last):
            return 0
        return last if self.pending(last) else (last + 1) % len(self.names)

    @property
    def last_round(self) -> bool:
        """Whether nobody has to take a polygon any more."""
        return self.piles.empty or not self.box.total

    @property
    def hidden(self) -> bool:
        """Whether nobody sees totals before the end: the score tokens lie face down."""
        return bool(self.setup.get("hidden")) and not self.over

    def have(
        self, seat: int, collection: Collection, by: str, pieces: tuple[Piece, ...] = (), *, played: bool = False
    ) -> dict[str, Any]:
        """Return the entry of a collection, how it came about, and whether that was the turn of its owner."""
        at = self.acts + 1 if played else self._acted(seat)
        return {"pieces": collection.to_json(), "by": by, "of": list(map(str, pieces)), **({"at": at} if at else {})}

    @property
    def shape_pile(self) -> str:
        """How a shape series is paid."""
        return self.record.rulings["shape_pile"]

    def partner(self, seat: int) -> int | None:
        """Return the seat across the table; None where nobody plays together."""
        return (seat + 2) % len(self.names) if self.record.teams else None

    def side(self, seat: int) -> tuple[str, ...]:
        """Return who wins together with a seat."""
        return self.record.side(self.names[seat])

    def used(self, seat: int) -> tuple[Mapping[str, Any], ...]:
        """Return the powers that a seat has used."""
        return tuple(self.entries.get(f"powers/{seat}", ()))

    def powers(self, seat: int) -> tuple[str, ...]:
        """Return the powers that a seat can still use; in the expert variant they never run out."""
        if self.record.expert:
            return POWERS
        spent = [one["power"] for one in self.used(seat)]
        return tuple(power for power in POWERS if power not in spent)

    def pending(self, seat: int) -> bool:
        """Whether a series lies before a seat."""
        return must_validate(self.collections[seat])

    @cached_property
    def over(self) -> bool:
        """Whether everybody has counted."""
        return not self.uncounted

    @cached_property
    def box(self) -> Collection:
        """What must still be in the box: everything but collections, validated series and discarded polygons."""
        gone = [piece for collection in self.collections for piece in collection.pieces]
        gone += [piece for won in self.won for piece in won.series.pieces]
        for seat in range(len(self.names)):
            gone += [read_piece(one["piece"]) for one in self.used(seat) if one["power"] == "discard"]
        lying = Collection.of(gone)
        return Collection.of(piece for piece in PIECES for _ in range(max(0, COPIES - lying.count(piece))))

    def sheet(self, seat: int) -> ScoreSheet:
        """Return the score sheet of a seat."""
        return self.score.sheets[seat]


def state(entries: Entries, box: Mapping[str, Any]) -> State:
    """Return what the entries come to."""
    setup, people = entries["setup"], names_of(entries["setup"])
    collections = tuple(
        read_collection(entries.get(f"have/{seat}", {}).get("pieces", {})) for seat in range(len(people))
    )
    rulings = read_rulings(setup["rulings"], SWITCHES)
    won, piles = _won(entries, rulings["shape_pile"])
    finals = {name: _final(entries, seat, collections[seat], won, setup["expert"]) for seat, name in enumerate(people)}
    record = Record(counted_seats(entries), rulings, setup["expert"], finals, teams=setup["teams"])
    score = score_record(record, closing=False)
    return State(entries, collections, won, piles, record, refusal(read_record, document(entries, record)), score)


def _won(entries: Entries, shape_pile: str) -> tuple[tuple[Won, ...], Piles]:
    found, piles = [], Piles()
    for number in numbered(entries, "won/"):
        entry = entries[f"won/{number}"]
        series = Series(entry["series"])
        able = piles.paying(series, shape_pile)
        # A series before it may have been taken back since: then the pile that pays now may be another.
        pile = entry["pile"] if entry["pile"] in able else next(iter(able), "")
        found.append(Won(number, entry["seat"], series, pile, piles.top(pile) if pile else 0))
        piles = piles.without_top(pile) if pile else piles
    return tuple(found), piles


def _final(entries: Entries, seat: int, collection: Collection, won: tuple[Won, ...], expert: bool) -> Final:
    if counted := entries.get(f"final/{seat}"):
        return Final(tuple(counted["tokens"]), counted["powers"], counted["left"], None)
    tokens = tuple(sorted(one.points for one in won if one.seat == seat and one.points))
    powers = 0 if expert else len(POWERS) - len(entries.get(f"powers/{seat}", ()))
    shown = None if must_validate(collection) else collection
    return Final(tokens, powers, collection.total, shown)


def document(entries: Entries, record: Record) -> dict[str, Any]:
    """Return the game file: what everybody has, as if the game ended now."""
    players: list[dict[str, Any]] = []
    for seat in record.seats:
        final = (record.finals or {})[seat.name]
        player: dict[str, Any] = {"name": seat.name, "tokens": list(final.tokens)}
        if not record.expert:
            player["powers"] = final.powers
        # A series that still waits is no finished collection; then only the number of polygons is written down.
        player |= {"collection": final.collection.to_json()} if final.collection else {"left": final.left}
        if seat.claimed is not None:
            player["claimed"] = seat.claimed
        players.append(player)
    return {
        "format": FORMAT,
        "game": SLUG,
        "players": players,
        "teams": record.teams,
        "expert": record.expert,
        "rulings": dict(entries["setup"]["rulings"]),
    }
