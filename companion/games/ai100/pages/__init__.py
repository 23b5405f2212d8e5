"""'AI, 100% Human' at a table of phones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.grammar import listed
from companion.core.score import Score
from companion.core.table import (
    Change,
    Column,
    Entries,
    Form,
    Link,
    NoSuchPage,
    Points,
    Row,
    Scoreboard,
    View,
    WayToBegin,
)
from companion.games.ai100 import sound
from companion.games.ai100.decks import DEMO
from companion.games.ai100.document import TURNS
from companion.games.ai100.pages import (
    decks,
    decks_asks,
    decks_teach,
    face,
    finished,
    grid,
    home,
    lay,
    lines,
    photo,
    summary,
    turns,
    words,
)
from companion.games.ai100.pages import state as states
from companion.games.ai100.pages.finished_state import FinishedState, finished_state, is_finished
from companion.games.ai100.pages.setup import SETUP, describe_setup, move_up
from companion.games.ai100.pages.state import State
from companion.games.ai100.report import winners
from companion.games.ai100.tableau_drawing import tableau_drawing
from companion.pages.ending import ended
from companion.pages.paged import Actions, Pages, PhotoTable, Readers
from companion.pages.picture import LAST_PHOTO

_PAGES: Pages = {
    "": home.home_page,
    "lay": lay.lay_page,
    "face": face.face_page,
    "line": lines.line_page,
    "lines": lines.lines_page,
    "turns": turns.turns_page,
    "round": summary.summary_page,
    "grid": grid.grid_page,
    "teach": decks_teach.teach_page,
    "asks": decks_asks.asks_page,
    **decks.PAGES,
}
_ACTIONS: Actions = {
    "lay": lay.lay,
    "take-back": lay.take_back,
    "face": face.enter_face,
    "grid": grid.enter_grid,
    "move-up": move_up,
    "answer": decks_asks.answer,
    **decks.ACTIONS,
}


class AI100Table(PhotoTable):
    """The game as the table knows it."""

    slug = "ai100"
    laying = SETUP
    readers = photo.READERS
    pages = _PAGES
    actions = _ACTIONS

    def ways(self, language: str) -> tuple[WayToBegin, ...]:
        """Return the other way to begin: with the end."""
        texts = self.texts(language)
        by_photo = WayToBegin(
            texts["finished.by_photo"], {"finished": "1", "photo": "1", "players": "1"}, True, "camera"
        )
        return WayToBegin(texts["finished.title"], {"finished": "1"}), by_photo

    def box_name(self, entries: Entries) -> str:
        """Return the deck; the demo deck is nobody's box."""
        name = states.deck_name(entries)
        return "" if name == DEMO else name

    def state(self, entries: Entries, box: Mapping[str, Any]) -> State | FinishedState:
        """Return what the entries come to."""
        if is_finished(entries):
            return finished_state(entries, box)
        return states.state(entries, box)

    def pages_at(self, view: View[Any]) -> Pages:
        """Return the pages of a game that is played, or of one that is over."""
        return finished.PAGES if is_finished(view.entries) else super().pages_at(view)

    def actions_at(self, view: View[Any]) -> Actions:
        """Return the actions of a game that is played, or of one that is over."""
        return finished.ACTIONS if is_finished(view.entries) else super().actions_at(view)

    def readers_at(self, view: View[Any]) -> Readers:
        """Return who reads photos of a game that is played, or of one that is over."""
        return photo.FINISHED_READERS if is_finished(view.entries) else self.readers

    drawn: Mapping[str, str] = dict.fromkeys(decks.SHEETS, "companion-demo-deck.pdf")
    damage = staticmethod(sound.damage)
    hand_out = staticmethod(decks.hand_out)
    photo_page = staticmethod(photo.photo_page)

    def take(self, view: View[Any], name: str, data: bytes, form: Form) -> Change:
        """Take in a deck that somebody shared."""
        if name != "deck":
            raise NoSuchPage(name)
        return decks.take_deck(view, data)

    def scoreboard(self, view: View[Any]) -> Scoreboard:
        """Return everybody's points: rounds, objectives, AI card."""
        board = finished.scoreboard(view) if is_finished(view.entries) else self._scoreboard(view)
        return replace(board, flag=view.say("flag.demo")) if states.deck_name(view.entries) == DEMO else board

    def _scoreboard(self, view: View[State]) -> Scoreboard:
        state, left = view.state, turns.still_open(view)
        sheets = state.replay.sheets
        score = Score(game=self.slug, sheets=sheets, winners=winners(sheets))
        board = Scoreboard(
            columns=tuple(self._column(view, part) for part in lines.PARTS),
            rows=tuple(self._row(view, seat, score) for seat in state.seats),
            headline=self._headline(view, len(left)),
            finished=state.over and not left,
            open=left,
        )
        return ended(view, board, score)

    @staticmethod
    def _row(view: View[State], seat: int, score: Score) -> Row:
        state, sheet, alone = view.state, view.state.sheet(seat), len(view.state.names) == 1
        points = []
        for part in lines.PARTS:
            scored = lines.part_lines(state, seat, part)
            value = sum(line.points for line in scored) if scored else None
            points.append(Points(value=value, why=Link.of("lines", seat=seat, part=part) if scored else None))
        status, status_text = home.seat_status(view, seat)
        return Row(
            seat=seat,
            name=sheet.name,
            points=tuple(points),
            total=sheet.total,
            leads=sheet.name in score.winners,
            by_turn=state.by_turn(seat),
            note=lines.rank_note(view, seat) if alone and state.over else "",
            why=Link.of("lines", seat=seat),
            role=state.setup["players"][seat]["ai"],
            place=state.order.index(seat),
            home=Link.of(seat=seat),
            status=status_text,
            done=None if state.over or alone else status != "missing",
        )

    def alone(self, view: View[Any]) -> Entries:
        """Return the entries of a table with the faces of its cards."""
        faces = states.known_faces(view.entries, view.box)
        used = self.export(view).get("faces", faces)
        own = {f"face/{card}": faces[card] for card in used if card in faces}
        return {**view.entries, **own} if states.deck_name(view.entries) != DEMO else view.entries

    def moments(self, view: View[Any]) -> tuple[tuple[str, Link | None], ...]:
        """Return the lay that brought most, the one that decided the game, the unluckiest zero, and a better order."""
        return () if is_finished(view.entries) else summary.moments(view)

    def result_drawing(self, view: View[Any]) -> str:
        """Return the tableau of whoever has most."""
        state, board = view.state, self.scoreboard(view)
        best = max(board.rows, key=lambda row: row.total).seat
        if is_finished(view.entries):
            return tableau_drawing(state.tableau(best)) if state.full(best) else ""
        return tableau_drawing(state.moment(TURNS + 1, best)[1].tableau)

    @staticmethod
    def _column(view: View[State], part: str) -> Column:
        objective = words.shown(view.state.record.objectives[int(part[1]) - 1]) if part in ("O1", "O2") else ""
        kind = "objective" if objective else "ai" if part == "ai" else "card"
        return Column(short=objective or view.say(f"column.{part}"), name=view.say(f"part.{part}"), kind=kind)

    @staticmethod
    def _headline(view: View[State], left: int) -> str:
        """Return what the table waits for, or the rank of a solo game; who has won is said as for all games."""
        state = view.state
        if state.over and left:
            return view.say("headline.provisional", left)
        if not state.over:
            missing = [name for name, laid in zip(state.names, state.laid, strict=True) if not laid]
            return view.say("headline.missing", state.turn, listed(missing, view.language))
        alone = len(state.names) == 1
        return view.say("headline.solo", state.sheet(0).total, lines.rank_note(view, 0)) if alone else ""

    def describe(self, view: View[Any], key: str, value: Any) -> str:
        """Return one entry in words."""
        kind, *rest = key.split("/")
        if kind == "setup" and value:
            return describe_setup(value, view)
        if kind in decks.KEPT:
            return decks.describe(kind, rest, value, view)
        if is_finished(view.entries):
            return finished.describe(view, key, value)
        names = self.seats(view.entries)
        if kind == "play":
            place = view.say("place.turn", rest[0], names[int(rest[1])])
            if not value:
                return view.say("describe.taken", place)
            return view.say("describe.play", place, value["card"], value["cell"])
        if kind == LAST_PHOTO:
            return view.say("describe.look" if value else "describe.last_photo.taken", names[int(rest[0])])
        if kind == "final":
            return words.final_words(view, names[int(rest[0])], value)
        return view.say(f"describe.{kind}", *rest)

    def export(self, view: View[Any]) -> dict[str, Any]:
        """Return the game file; a turn that somebody has not played yet is left out."""
        if is_finished(view.entries):
            entered: FinishedState = view.state
            return entered.document()
        state = view.state
        return states.document(state.entries, state.faces, state.figures, only_mentioned=True)


TABLE = AI100Table()
