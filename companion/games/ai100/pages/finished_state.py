"""A finished game as people entered it: tableaux without an order of play, and what they can have come to.

Keys: `setup` (with `finished`); `cell/<seat>/A1`; `claim/<seat>`; `memory/<seat>/A1`; `final/<seat>`; `face/073`;
`reading/<seat>/<photo_id>`, which is what was read from a photo. In a game of two, seat 2 is the neutral grid.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.core.errors import CompanionError
from companion.core.reading import FORMAT
from companion.core.score import Score
from companion.core.table import Entries
from companion.games.ai100.board import AI_CELL, CELLS
from companion.games.ai100.cards import Card, Face
from companion.games.ai100.deck import Deck, demo_deck, read_face
from companion.games.ai100.decks import DEMO, deck_of
from companion.games.ai100.document import UNKNOWN_GRID, Record, read_record
from companion.games.ai100.finished import Outcome, outcomes
from companion.games.ai100.pages.photo_reading import differs, merged, stored_readings
from companion.games.ai100.pages.state import State, deck_name, known_faces
from companion.games.ai100.questions import Questions, questions, score_in
from companion.games.ai100.reading import Reading, Seen
from companion.games.ai100.report import score_finished
from companion.games.ai100.slips import Slip, slips
from companion.games.ai100.tableau import Tableau
from companion.pages.state import TableState

CENTRE = CELLS[AI_CELL]
PLACES = tuple(cell for cell in CELLS if cell != CENTRE)
GRID_SEAT = 2  # the number under which a game of two keeps its neutral grid
GRID_PLACES = tuple(cell for cell in CELLS if cell[1] != "5")
# Black cards that may have looked at the neutral grid: they copy a neighbour's card or count in his tableau.
LOOKING = frozenset(f"{number:03d}" for number in (*range(99, 105), *range(107, 115)))


def is_finished(entries: Entries) -> bool:
    """Return whether a table scores a finished game."""
    return bool(entries.get("setup", {}).get("finished"))


@dataclass(frozen=True)
class FinishedState(TableState):
    """A finished game as far as it is entered."""

    faces: Mapping[str, Any]
    box: Mapping[str, Any]

    @property
    def turn(self) -> int:
        """None is open."""
        return 0

    @property
    def solo(self) -> bool:
        """Whether one player played alone."""
        return len(self.names) == 1 and not self.unsaid

    @property
    def unsaid(self) -> bool:
        """Whether a photo came first: nobody has said yet who played, and for which objectives."""
        return bool(self.setup.get("unsaid"))

    @property
    def grid_seat(self) -> int | None:
        """The number of the neutral grid, where there is one."""
        return GRID_SEAT if len(self.names) == 2 else None

    @property
    def spots(self) -> range:
        """The seats, and after them the neutral grid where there is one."""
        return range(len(self.names) + (self.grid_seat is not None))

    def places(self, seat: int) -> tuple[str, ...]:
        """Return the cells of a seat that are to be entered: all but the AI card's, or those of the grid."""
        return GRID_PLACES if seat == self.grid_seat else PLACES

    def ai(self, seat: int) -> str:
        """Return the AI card of a seat; empty where no photo has shown it yet."""
        return str(self.setup["players"][seat]["ai"])

    def setup_with(self, seat: int, ai: str) -> dict[str, Any]:
        """Return what was played, with another AI card at a seat."""
        players = [{**player, "ai": ai} if at == seat else player for at, player in enumerate(self.setup["players"])]
        return {**self.setup, "players": players}

    def cards(self, seat: int) -> dict[str, str]:
        """Return the cards around the AI card of a seat, or those of the grid."""
        return {cell: card for cell in self.places(seat) if (card := self.entries.get(f"cell/{seat}/{cell}"))}

    def laid(self, seat: int, cards: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return all that lies at a seat: its AI card, and the cards entered or, where given, others."""
        centre = {} if seat == self.grid_seat or not self.ai(seat) else {CENTRE: self.ai(seat)}
        return {**centre, **(self.cards(seat) if cards is None else cards)}

    def claimed(self, seat: int) -> int | None:
        """Return the score that the seat says it has."""
        return self.entries.get(f"claim/{seat}")

    def memories(self, seat: int) -> dict[str, dict[str, Any]]:
        """Return what the table remembers of a seat's order of play, by cell; of AI-5 in the centre."""
        return {cell: note for cell in CELLS if (note := self.entries.get(f"memory/{seat}/{cell}"))}

    def elsewhere(self, seat: int) -> dict[str, int]:
        """Return the cards at the other seats, and where they lie."""
        return {card: other for other in self.spots if other != seat for card in self.laid(other).values()}

    def full(self, seat: int) -> bool:
        """Return whether all cards of a seat are entered."""
        return len(self.cards(seat)) == len(self.places(seat))

    @cached_property
    def looking(self) -> tuple[str, ...]:
        """The cards that may have looked at a neutral grid that nobody has entered."""
        if self.grid_seat is None or self.cards(self.grid_seat):
            return ()
        return tuple(card for seat in (0, 1) for card in self.cards(seat).values() if card in LOOKING)

    @cached_property
    def open_seats(self) -> tuple[int, ...]:
        """The seats whose tableau is not entered yet."""
        return tuple(seat for seat in range(len(self.names)) if not self.full(seat))

    @cached_property
    def without_ai(self) -> tuple[int, ...]:
        """The seats whose AI card nobody knows."""
        return tuple(seat for seat in self.seats if not self.ai(seat))

    @cached_property
    def used(self) -> tuple[str, ...]:
        """Every card in the game as entered."""
        seats = range(len(self.names))
        cards = [card for spot in self.spots for card in self.laid(spot).values()]
        finals = [final["card"] for seat in seats if (final := self.entries.get(f"final/{seat}"))]
        notes = [note for seat in seats for note in self.memories(seat).values()]
        gone = [note["exchange"]["out"] for note in notes if note.get("exchange")]
        return tuple(dict.fromkeys((*cards, *finals, *gone)))

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """Cards whose face nobody has entered yet."""
        return tuple(card for card in self.used if card not in self.faces)

    @cached_property
    def without_phase(self) -> tuple[str, ...]:
        """Cards of which nobody knows from which round they are."""
        laid = [card for seat in range(len(self.names)) for card in self.cards(seat).values()]
        return tuple(card for card in laid if card in self.faces and not self.faces[card].get("phase"))

    @property
    def ready(self) -> bool:
        """Whether everything is there that the score needs."""
        return not (self.open_seats or self.without_ai or self.missing or self.without_phase)

    def face(self, card: str) -> Face | None:
        """Return the face of a card, if it is known."""
        return read_face(self.faces[card]) if card in self.faces else None

    def tableau(self, seat: int, cards: Mapping[str, str] | None = None) -> Tableau:
        """Return the tableau of a seat as far as its faces are known."""
        tableau = Tableau()
        for cell, card in self.laid(seat, cards).items():
            if face := self.face(card):
                tableau.lay(CELLS.index(cell), Card(card, face))
        return tableau

    @cached_property
    def deck(self) -> Deck:
        """What is known about the cards, for the reader of photos."""
        if deck_name(self.entries) == DEMO:
            return demo_deck()
        return deck_of(deck_name(self.entries), {**self.box, **self.faces})

    # What it comes to.

    def document(self) -> dict[str, Any]:
        """Return the game file."""
        players = []
        for seat in self.order:
            player = self.setup["players"][seat]
            more = {"claimed": self.claimed(seat), "final": self.entries.get(f"final/{seat}")}
            players.append({**player, **{key: value for key, value in more.items() if value is not None}})
        game: dict[str, Any] = {
            "format": FORMAT,
            "game": "ai100",
            "players": players,
            "objectives": [one or None for one in self.setup["objectives"]],
            "rulings": self.setup["rulings"],
            "faces": {card: face for card, face in self.faces.items() if card in self.used},
            "tableaux": {name: self.cards(seat) for seat, name in enumerate(self.names)},
        }
        notes = {
            name: [{"cell": cell, **note} for cell, note in self.memories(seat).items()]
            for seat, name in enumerate(self.names)
        }
        if any(notes.values()):
            game["remembered"] = {name: several for name, several in notes.items() if several}
        if figures := self.box.get("@figures"):
            game["figures"] = figures
        if grid := self._grid:
            game["grid"] = grid
        return game

    @property
    def _grid(self) -> Any:
        """The neutral grid as the file writes it, or that nobody knows it though somebody may have looked at it."""
        cards = self.cards(self.grid_seat) if self.grid_seat is not None else {}
        return cards or (UNKNOWN_GRID if self.looking else None)

    @cached_property
    def _scored(self) -> tuple[Record | None, tuple[Outcome, ...], CompanionError | None]:
        if not self.ready:
            return None, (), None
        record = None
        try:
            record = read_record(self.document())
            found = outcomes(record)
            return record, tuple(found[self.order.index(seat)] for seat in self.seats), None
        except CompanionError as problem:
            return record, (), problem

    @property
    def record(self) -> Record | None:
        """The game, once everything is there."""
        return self._scored[0]

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What each seat can have come to; empty while something is missing or wrong."""
        return self._scored[1]

    @cached_property
    def score(self) -> Score | None:
        """What the game comes to, once everything is there."""
        return score_finished(self.record, self.outcomes) if self.record and self.outcomes else None

    @property
    def problem(self) -> CompanionError | None:
        """What is wrong with the tableaux."""
        return self._scored[2]

    @cached_property
    def _slips(self) -> dict[int, tuple[Slip, ...]]:
        return {}

    def slips(self, seat: int) -> tuple[Slip, ...]:
        """Return what would explain an impossible claim, most likely first; worked out once."""
        claimed = self.claimed(seat)
        if seat not in self._slips and self.record and claimed is not None:
            deck = {card: read_face(face) for card, face in self.faces.items()}
            self._slips[seat] = tuple(slips(self.record, self.names[seat], claimed, deck))
        return self._slips.get(seat, ())

    # Photos.

    def readings(self, seat: int) -> dict[str, Reading]:
        """Return what was read from the photos of a seat, by their ids, the oldest first."""
        found = stored_readings(self.entries, f"reading/{seat}/")
        return {photo_id: _as_grid(one) for photo_id, one in found.items()} if seat == self.grid_seat else found

    def agreeing(self, seat: int) -> dict[str, Reading]:
        """Return the readings that help each other: not those of another tableau than the first one or the entered."""
        known, found = dict(self.cards(seat)), dict[str, Reading]()
        for photo_id, reading in self.readings(seat).items():
            if not differs(reading, known):
                found[photo_id] = reading
                sure = {cell: seen.card for cell, seen in reading.cells.items() if seen.sure and seen.card}
                known = {**{cell: card for cell, card in sure.items() if cell != CENTRE}, **known}
        return found

    def pending(self, seat: int) -> str:
        """Return the id of the last photo of a seat whose cards nobody has kept yet; empty where there is none."""
        agreeing, full = self.agreeing(seat), self.full(seat)
        return next((one for one in reversed(self.readings(seat)) if not full or one not in agreeing), "")

    @cached_property
    def _questions(self) -> dict[int, Questions]:
        return {}

    def questions(self, seat: int) -> Questions:
        """Return what to ask about the photos of a seat, the most telling first; worked out once."""
        if seat not in self._questions:
            seen = merged(list(self.agreeing(seat).values()))
            # What somebody entered is known, and the AI card was chosen when the table was laid.
            known = {cell: Seen(card, 1.0, ()) for cell, card in self.cards(seat).items()}
            cells = {cell: one for cell, one in {**seen.cells, **known}.items() if cell in self.places(seat)}
            self._questions[seat] = questions(replace(seen, cells=cells), self._score(seat))
        return self._questions[seat]

    def _score(self, seat: int) -> Any:
        """Without the other tableaux nothing is known about the score, so everything is worth asking."""
        apart = set(self.missing) - set(self.cards(seat).values())
        if seat == self.grid_seat or apart or any(other != seat for other in self.open_seats):
            return lambda tableau: None
        game = self.document()
        name, face = self.names[seat], self.face
        game["tableaux"][name] = {}
        known = {card: found for card in self.faces if (found := face(card))}
        try:
            return score_in(read_record(game), name, known)
        except CompanionError:
            return lambda tableau: None


def _as_grid(reading: Reading) -> Reading:
    """Return what a photo of the neutral grid shows, its first column as column 1: no AI card tells where it begins."""
    first = min((int(cell[1]) for cell in reading.cells), default=1)
    cells = {f"{cell[0]}{int(cell[1]) - first + 1}": seen for cell, seen in reading.cells.items()}
    found = {cell: cells[cell] for cell in GRID_PLACES if cell in cells}
    whole = len(found) == len(GRID_PLACES)
    # Twelve cards are few for a tableau, but all of a grid.
    hints = tuple(hint for hint in reading.hints if not (whole and hint.code == "few"))
    return replace(reading, cells=found, empty=tuple(cell for cell in GRID_PLACES if cell not in found), hints=hints)


AnyState = State | FinishedState
"""A table of this game, played turn by turn or entered at its end."""


def finished_state(entries: Entries, box: Mapping[str, Any]) -> FinishedState:
    """Return what the entries come to."""
    return FinishedState(entries, known_faces(entries, box), box)
