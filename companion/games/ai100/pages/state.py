"""What the entries of a table come to: a game file, its record, its replay.

Keys: `setup`; `settings`; `grid` (two players) and `draft` (solo); `face/073`; `play/<turn>/<seat>`; `final/<seat>`.
A play is written as in the game file, except that players are seat numbers, so that a name can still be corrected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import takewhile
from typing import Any

from companion.core.errors import CompanionError, Place
from companion.core.reading import FORMAT
from companion.core.sheet import Line, ScoreSheet
from companion.core.table import Entries, NoSuchPage
from companion.games.ai100.cards import CARD_IDS
from companion.games.ai100.deck import demo_deck, face_to_json
from companion.games.ai100.decks import DEMO
from companion.games.ai100.document import ROUND, TURNS, Record, read_record
from companion.games.ai100.replay import Replay, Seat, Table, replay
from companion.games.ai100.scoring import GRID
from companion.pages.state import TableState, names_of, order_of


@dataclass(frozen=True)
class State(TableState):
    """A table as it stands. In `record` whoever has not played a turn yet, or took a card back, is missing from it."""

    faces: Mapping[str, Any]
    record: Record
    replay: Replay
    missing: tuple[str, ...]  # cards on the table whose face nobody has entered yet
    figures: tuple[Any, ...] = ()  # that the owner of the box drew in

    @property
    def grid_seat(self) -> None:
        """A game that is played enters its grid on a page of its own."""
        return None

    @property
    def hints(self) -> bool:
        """Whether cells show their points beforehand."""
        return bool(self.entries.get("settings", {}).get("hints", True))

    def play(self, turn: int, seat: int) -> Mapping[str, Any] | None:
        """Return what a seat entered for a turn."""
        return self.entries.get(f"play/{turn}/{seat}")

    @cached_property
    def turn(self) -> int:
        """The first turn that somebody has not played yet; one more than the last when the game is over."""
        seats = range(len(self.names))
        full = (turn for turn in range(1, TURNS + 1) if any(self.play(turn, seat) is None for seat in seats))
        return next(full, TURNS + 1)

    @property
    def over(self) -> bool:
        """Whether everybody has laid fourteen cards."""
        return self.turn > TURNS

    @cached_property
    def laid(self) -> tuple[bool, ...]:
        """Who has laid a card in the open turn."""
        return tuple(self.play(self.turn, seat) is not None for seat in range(len(self.names)))

    @cached_property
    def problems(self) -> Mapping[Place, CompanionError]:
        """What became illegal, by its place: that of a turn and a name, or of something in the settings.

        After a turn that is missing nobody can say what of the same seat is.
        """
        after_gap = {
            Place.turn(turn) / name
            for seat, name in enumerate(self.names)
            for turn in range(self.gaps.get(seat, TURNS) + 1, TURNS + 1)
        }
        return {problem.place: problem for problem in self.replay.problems if problem.place not in after_gap}

    @cached_property
    def last(self) -> int:
        """The last turn in which anybody has laid a card."""
        return len(self.record.turns)

    @cached_property
    def gaps(self) -> Mapping[int, int]:
        """Seats that have taken back a card before their last one, with the first turn that is missing."""
        found = {}
        for seat in range(len(self.names)):
            played = [self.play(turn, seat) is not None for turn in range(1, self.last + 1)]
            if False in played and True in played[played.index(False) :]:
                found[seat] = played.index(False) + 1
        return found

    def sheet(self, seat: int) -> ScoreSheet:
        """Return the score sheet of a seat."""
        return self.replay.sheets[self.order.index(seat)]

    def lines_of_turn(self, seat: int, turn: int) -> tuple[Line, ...]:
        """Return what a seat scored in a turn."""
        return tuple(line for line in self.sheet(seat).lines if line.kind == "card" and line.turn == turn)

    def by_turn(self, seat: int) -> tuple[int, ...]:
        """Return the total of a seat after each turn played."""
        totals, so_far, lines = [], 0, self.sheet(seat).lines
        last = self.last if self.turn < self.last or self.over else self.turn - 1
        for turn in range(1, last + 1):
            for line in lines:
                ends = line.round * ROUND if line.round else TURNS if line.kind == "ai" else line.turn
                so_far += line.points if ends == turn else 0
            totals.append(so_far)
        return tuple(totals)

    def moment(self, turn: int, seat: int) -> tuple[Table, Seat]:
        """Return the table just before a seat lays its card of a turn: the others have laid theirs."""
        table, name = Table(self.record), self.names[seat]
        for number, plays in enumerate(self.record.turns[: turn - 1], 1):
            table.play(number, plays)
        now = self.record.turns[turn - 1] if turn <= len(self.record.turns) else {}
        table.play(turn, {who: play for who, play in now.items() if who != name})
        return table, self.at(table, seat)

    def at(self, table: Table, seat: int) -> Seat:
        """Return a seat of a table that is played again; those sit in order."""
        return table.seats[self.order.index(seat)]


def deck_name(entries: Entries) -> str:
    """Return the deck of the table."""
    return str(entries["setup"]["deck"])


def own_deck(entries: Entries) -> str:
    """Return the deck of the table; to the demo deck nothing is added, so what would do that is not there."""
    if (name := deck_name(entries)) == DEMO:
        raise NoSuchPage("deck")
    return name


def known_faces(entries: Entries, box: Mapping[str, Any]) -> dict[str, Any]:
    """Return the faces that this table knows: its own, then those of its deck."""
    deck = _demo_faces() if deck_name(entries) == DEMO else {card: box[card] for card in CARD_IDS if card in box}
    own = {key.removeprefix("face/"): face for key, face in entries.items() if key.startswith("face/")}
    return {**deck, **own}


@cache
def _demo_faces() -> dict[str, Any]:
    return {card: face_to_json(face) for card, face in demo_deck().faces.items()}


def state(entries: Entries, box: Mapping[str, Any]) -> State:
    """Return what the entries come to."""
    faces = known_faces(entries, box)
    missing = tuple(card for card in dict.fromkeys(mentioned(entries)) if card not in faces)
    # A face that is still to be entered is taken as blank meanwhile; the pages ask for it first.
    stand_in = dict.fromkeys(missing, _BLANK)
    figures = tuple(box.get("@figures", ()))
    record = read_record(document(entries, {**faces, **stand_in}, figures), open_turn=True)
    return State(entries, faces, record, replay(record), missing, figures)


_BLANK = {"colour": "black", "number": 1, "connectors": {corner: ["black", 1] for corner in ("tl", "tr", "br", "bl")}}


def mentioned(entries: Entries) -> Iterator[str]:
    """Return every card that is named at a table."""
    for player in entries["setup"]["players"]:
        yield player["ai"]
    yield from entries.get("grid", {}).values()
    for key, value in entries.items():
        if key.startswith(("play/", "final/")):
            yield value["card"]
            if exchange := value.get("exchange"):
                yield exchange["in"]
            yield from value.get("grid", {}).values()


def document(
    entries: Entries, faces: Mapping[str, Any], figures: tuple[Any, ...] = (), *, only_mentioned: bool = False
) -> dict[str, Any]:
    """Return the game file. Turns may be open; with `only_mentioned`: no open turn, no other faces."""
    setup, seats = entries["setup"], names_of(entries["setup"])
    turns = list(_turns(entries, seats))
    if only_mentioned:
        turns = list(takewhile(lambda turn: len(turn) == len(seats), turns))
    players = []
    for seat in order_of(setup):
        player, final = setup["players"][seat], entries.get(f"final/{seat}")
        players.append({**player, **({"final": final} if final and len(turns) == TURNS else {})})
    game: dict[str, Any] = {
        "format": FORMAT,
        "game": "ai100",
        "players": players,
        "objectives": setup["objectives"],
        "rulings": setup["rulings"],
        "faces": faces,
        "turns": turns,
    }
    if len(seats) == 2 and entries.get("grid"):
        game["grid"] = entries["grid"]
    if figures:
        game["figures"] = list(figures)
    if only_mentioned:
        named = set(mentioned(entries))
        game["faces"] = {card: face for card, face in faces.items() if card in named}
    return game


def _turns(entries: Entries, seats: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Return the turns as far as anybody has played them."""
    last = max((int(key.split("/")[1]) for key in entries if key.startswith("play/")), default=0)
    for number in range(1, last + 1):
        plays = {name: entries.get(f"play/{number}/{seat}") for seat, name in enumerate(seats)}
        yield {name: _named(play, seats) for name, play in plays.items() if play is not None}


def _named(play: Mapping[str, Any], seats: tuple[str, ...]) -> dict[str, Any]:
    """Return a play with names for seat numbers."""
    named = dict(play)
    if "neighbour" in named:
        named["neighbour"] = _name(named["neighbour"], seats)
    if "copy" in named:
        named["copy"] = {**named["copy"], "from": _name(named["copy"]["from"], seats)}
    return named


def _name(who: int | str, seats: tuple[str, ...]) -> str:
    return GRID if who == GRID else seats[int(who)]


def tried(state: State, entries: Entries) -> tuple[State | None, CompanionError | None]:
    """Return the state with other entries, or why there can be none."""
    merged = {key: value for key, value in {**state.entries, **entries}.items() if value is not None}
    faces = {**state.faces, **{key[5:]: face for key, face in entries.items() if key.startswith("face/") and face}}
    try:
        record = read_record(document(merged, faces, state.figures), open_turn=True)
    except CompanionError as error:
        return None, error
    return State(merged, faces, record, replay(record), (), state.figures), None
