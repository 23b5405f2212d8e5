"""Boussanga at a table of phones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.table import Column, Link, Points, Row, Scoreboard, View
from companion.games.boussanga.pages import board, card, counts, home, photo
from companion.games.boussanga.pages import state as states
from companion.games.boussanga.pages.setup import SETUP, describe_setup
from companion.games.boussanga.pages.state import State
from companion.games.boussanga.pages.words import colour_words, engine_says, some_words
from companion.games.boussanga.rules import SLUG
from companion.games.boussanga.scoring import score_record
from companion.pages.counting import forget_count
from companion.pages.ending import ended
from companion.pages.paged import Actions, Pages, PhotoTable, Readers

_PAGES: Pages = {
    "": home.home_page,
    "align": counts.align_page,
    "turn": counts.turn_page,
    "board": board.board_page,
    "card": card.card_page,
    "corners": photo.corners_page,
    "final": counts.final_page,
    "lines": home.lines_page,
}
_ACTIONS: Actions = {
    "align": counts.enter_alignment,
    "turn": counts.enter_turn,
    "board": board.enter_board,
    "score-board": board.score_board,
    "lay": card.lay_card,
    "final": counts.enter_final,
    "uncount": forget_count,
}
_READERS: Readers = {"board": photo.read_board}


class BoussangaTable(PhotoTable):
    """The game as the table knows it."""

    slug = SLUG
    laying = SETUP
    pages = _PAGES
    actions = _ACTIONS
    readers = _READERS
    state = staticmethod(states.state)
    photo_page = staticmethod(photo.photo_page)

    def scoreboard(self, view: View[State]) -> Scoreboard:
        """Return everybody's points, colour by colour."""
        state = view.state
        rows = []
        totals = [state.side_points(seat) for seat in range(len(state.names))]
        for seat, name in enumerate(state.names):
            why, plate = Link.of("lines", seat=seat), state.plate(seat)
            points = tuple(
                Points(value=plate.get(one, 0) * worth, why=why) for one, worth in state.record.values.items()
            )
            leads = name in state.score.winners if state.record.cooperative else totals[seat] == max(totals) > 0
            sheet = state.sheet(seat)
            note = engine_says(view, sheet.facts["rank"]) if sheet.facts.get("rank") else ""
            if state.record.teams:
                partner = next(one for one in state.side(seat) if one != seat)
                note = view.say("note.team", state.names[partner], totals[seat])
            rows.append(
                Row(
                    seat=seat,
                    name=name,
                    points=points,
                    total=sheet.total,
                    leads=leads,
                    note=note,
                    why=why,
                    team=" + ".join(state.names[one] for one in state.side(seat)) if state.record.teams else "",
                    home=Link.of(seat=seat),
                    status=home.seat_status(view, seat),
                )
            )
        columns = tuple(
            Column(short=view.texts[f"letter.{one}"], name=colour_words(one, view)) for one in state.colours
        )
        board = Scoreboard(columns=columns, rows=tuple(rows), headline=home.headline(view), finished=state.over)
        return ended(view, board, score_record(state.record, closing=state.over))

    def describe(self, view: View[State], key: str, value: Any) -> str:
        """Return one entry in words."""
        kind, _, rest = key.partition("/")
        names = self.seats(view.entries)
        if kind == "setup" and value:
            return describe_setup(value, view)
        if not value:
            return view.say(f"describe.{kind}.none")
        if kind == "won":
            words = (names[value["seat"]], some_words(value["count"], value["colour"], view), value["kept"])
            return view.say("describe.won", *words)
        if kind == "turn":
            return self._describe_turn(names[value["seat"]], int(rest), value, view)
        if kind == "final":
            return view.say("describe.final", names[int(rest)], _tokens(value["tokens"], view))
        return view.say(f"describe.{kind}")

    @staticmethod
    def _describe_turn(name: str, number: int, value: Any, view: View[State]) -> str:
        if "tokens" in value:
            return view.say("describe.turn", number, name, _tokens(value["tokens"], view))
        return view.say("describe.pass", number, name)

    def export(self, view: View[State]) -> dict[str, Any]:
        """Return the game file: the plates as they are now."""
        return states.document(view.state.record)


def _tokens(tokens: Mapping[str, int], view: View[State]) -> str:
    return ", ".join(some_words(count, colour, view, "some") for colour, count in tokens.items()) or "0"


TABLE = BoussangaTable()
