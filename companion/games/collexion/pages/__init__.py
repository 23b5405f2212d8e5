"""ColleXion at a table of phones."""

from __future__ import annotations

from typing import Any

from companion.core.table import Column, Form, Link, Points, Row, Scoreboard, View
from companion.games.collexion.pages import count, home, photo, series, take, words
from companion.games.collexion.pages import state as states
from companion.games.collexion.pages.setup import SETUP, describe_setup
from companion.games.collexion.pages.state import State
from companion.games.collexion.pages.words import piece_words, series_words
from companion.games.collexion.pieces import read_piece
from companion.games.collexion.rules import SLUG
from companion.games.collexion.scoring import score_record
from companion.games.collexion.series import Series
from companion.pages.counting import forget_count
from companion.pages.ending import ended
from companion.pages.paged import Actions, Pages, PhotoTable, Readers
from companion.pages.parts import still_missing
from companion.pages.picture import LAST_PHOTO

_PAGES: Pages = {
    "": home.home_page,
    "take": take.take_page,
    "power": take.power_page,
    "series": series.series_page,
    "count": count.count_page,
    "final": count.final_page,
    "lines": home.lines_page,
}
_ACTIONS: Actions = {
    "take": take.take,
    "pass": take.take_nothing,
    "power": take.use_power,
    "validate": series.validate,
    "count": count.enter_count,
    "final": count.enter_final,
    "uncount": forget_count,
}
_READERS: Readers = {"collection": photo.read_photo}
_PARTS = ("tokens", "powers", "left")


class ColleXionTable(PhotoTable):
    """The game as the table knows it."""

    slug = SLUG
    laying = SETUP
    pages = _PAGES
    actions = _ACTIONS
    readers = _READERS
    state = staticmethod(states.state)

    def photo_page(self, name: str, form: Form) -> Link:
        """Return the page with the form that sent the photo."""
        return Link.of("count", seat=form.get("seat"))

    def scoreboard(self, view: View[State]) -> Scoreboard:
        """Return everybody's points: tokens, powers, polygons left."""
        state = view.state
        rows = []
        for seat, name in enumerate(state.names):
            if state.hidden:
                nothing = (Points(),) * len(_PARTS)
                rows.append(Row(seat=seat, name=name, points=nothing, total=0, text=view.say("scores.hidden")))
                continue
            sheet, why = state.sheet(seat), Link.of("lines", seat=seat)
            points = tuple(Points(value=sheet.points(part), why=why) for part in _PARTS)
            partner = state.partner(seat)
            note = view.say("note.team", state.names[partner]) if partner is not None else ""
            rows.append(
                Row(
                    seat=seat,
                    name=name,
                    points=points,
                    total=sheet.total,
                    leads=name in state.score.winners,
                    note=note,
                    why=why,
                    team=" + ".join(state.side(seat)) if state.record.teams else "",
                    home=Link.of(seat=seat),
                    status=home.seat_status(view, seat),
                )
            )
        columns = tuple(Column(short=view.say(f"column.{part}"), name=view.say(f"part.{part}")) for part in _PARTS)
        headline = still_missing(view, state.uncounted)
        board = Scoreboard(columns=columns, rows=tuple(rows), headline=headline, finished=state.over)
        return ended(view, board, score_record(state.record, closing=state.over))

    def describe(self, view: View[State], key: str, value: Any) -> str:
        """Return one entry in words."""
        kind, _, rest = key.partition("/")
        if kind == "setup" and value:
            return describe_setup(value, view)
        if kind == "won":
            return self._describe_won(view, value)
        name = self.seats(view.entries)[int(rest)]
        if not value:
            return view.say(f"describe.{kind}.none", name)
        if kind == LAST_PHOTO:
            return view.say("describe.look", name)
        if kind == "have":
            pieces = ", ".join(piece_words(read_piece(piece), view) for piece in value["of"])
            return view.say(f"describe.have.{value['by']}", name, pieces)
        if kind == "powers":
            return view.say("describe.powers", name, view.say(f"power.{value[-1]['power']}"))
        tokens = " + ".join(map(str, value["tokens"])) or "0"
        return view.say("describe.final", name, tokens, value["powers"], value["left"])

    def _describe_won(self, view: View[State], value: Any) -> str:
        if not value:
            return view.say("describe.won.none")
        name, which = self.seats(view.entries)[value["seat"]], series_words(Series(value["series"]), view)
        if not value["pile"]:
            return view.say("describe.won.unpaid", name, which)
        return view.say("describe.won", name, which, words.pile_words(value["pile"], view))

    def export(self, view: View[State]) -> dict[str, Any]:
        """Return the game file: what everybody has now."""
        return states.document(view.state.entries, view.state.record)


TABLE = ColleXionTable()
