"""The Pilier game at a table of phones."""

from __future__ import annotations

from typing import Any

from companion.core.errors import NOWHERE
from companion.core.table import Column, Link, Points, Row, Scoreboard, View
from companion.games.pilier.cards import read_card
from companion.games.pilier.pages import count, home, photo, pile, teach, turns, words
from companion.games.pilier.pages import state as states
from companion.games.pilier.pages.setup import SETUP
from companion.games.pilier.pages.state import State
from companion.games.pilier.rules import SLUG
from companion.pages.ending import ended
from companion.pages.paged import Actions, Pages, PhotoTable, Readers
from companion.pages.parts import still_missing
from companion.pages.picture import LAST_PHOTO
from companion.pages.state import names_of

_PAGES: Pages = {
    "": turns.square_page,
    "limit": home.limit_page,
    "turns": turns.turns_page,
    "count": count.count_page,
    "lines": count.lines_page,
    "claim": count.claim_page,
    "teach": teach.teach_page,
    "cards": count.cards_page,
}
_ACTIONS: Actions = {
    "first": turns.enter_first,
    "first-photo": photo.enter_first_photo,
    "first-back": turns.first_back,
    "lay": turns.lay,
    "pass": turns.pass_turn,
    "take": turns.take,
    "forget": turns.forget,
    "undo": turns.undo,
    "count": count.enter_count,
    "count-back": count.take_back,
    "claim": count.keep_claim,
}
_READERS: Readers = {
    "square": photo.read_turn,
    "taken": pile.read_pile,
    "teaching": teach.read_named,
    "teach": teach.teach,
}
COLUMNS = ("tokens", "good", "bad")


def describe(view: View[State], key: str, value: Any) -> str:
    """Return one entry in words."""
    kind, *rest = key.split("/")
    names = names_of(view.entries["setup"])
    who = rest[0] if rest else ""
    if kind in ("final", "claim"):
        who = names[int(rest[0])]
    elif kind == "turn":
        who = view.say("turn.title", rest[0], names[(int(rest[0]) - 1) % len(names)])
    elif kind == "take":
        who = names[(int(rest[0]) - 1 + int(rest[1])) % len(names)]
    if kind in (LAST_PHOTO, "lesson", "box", "pile"):
        return view.say(f"describe.{kind}")
    if value is None:
        return view.say(f"describe.{kind}.gone", who)
    if kind == "setup":
        return view.say("describe.setup", ", ".join(names_of(value)))
    if kind == "first":
        return view.say("describe.first", words.card_words(read_card(value, NOWHERE), view))
    if kind == "turn":
        card = value.get("card")
        text = words.card_words(read_card(card, NOWHERE), view) if card else view.say("turns.pass")
        return view.say("describe.turn", who, text)
    if kind == "take":
        card = states.card_taken(view.state, int(rest[0]), value)
        what = words.card_words(card, view) if card else view.say("describe.card")
        return view.say("describe.take", who, what)
    if kind == "final":
        cards = " · ".join(
            f"{words.colour_word(colour, view)} {' '.join(map(str, values))}"
            for colour, values in value["cards"].items()
        )
        return view.say("describe.final", who, value["tokens"], cards or "–")
    return view.say("describe.claim", who, value)


class PilierTable(PhotoTable):
    """The game as the table knows it."""

    slug = SLUG
    laying = SETUP
    pages = _PAGES
    actions = _ACTIONS
    readers = _READERS
    state = staticmethod(states.state)
    describe = staticmethod(describe)
    box_name = staticmethod(states.box_of)
    damage = staticmethod(photo.damage)
    photo_page = staticmethod(photo.photo_page)

    def scoreboard(self, view: View[State]) -> Scoreboard:
        """Return everybody's points: tokens, the two best colours, the others."""
        state = view.state
        sheets = [state.sheet(seat) for seat in range(len(state.names))]
        top = max(sheet.total for sheet in sheets)
        rows = []
        for seat, sheet in enumerate(sheets):
            colours = [line.points for line in sheet.lines if line.kind == "colour"]
            values = (
                sheet.points("tokens"),
                sum(points for points in colours if points > 0),
                sum(points for points in colours if points < 0),
            )
            why = Link.of("lines", seat=seat)
            note = view.say("note.open") if any(state.counted) and not state.counted[seat] else ""
            points = tuple(Points(value=value, why=why) for value in values)
            rows.append(
                Row(
                    seat=seat,
                    name=sheet.name,
                    points=points,
                    total=sheet.total,
                    leads=sheet.total == top,
                    by_turn=state.by_round(seat),
                    note=note,
                    home=why,
                )
            )
        columns = tuple(Column(short=view.say(f"column.{key}"), name=view.say(f"column.{key}.long")) for key in COLUMNS)
        over = state.over and not state.wrong
        board = Scoreboard(columns=columns, rows=tuple(rows), headline=self._headline(view), finished=over)
        return ended(view, board, state.score) if over else board

    @staticmethod
    def _headline(view: View[State]) -> str:
        state = view.state
        if state.wrong:
            return words.error_words(state.wrong, view)
        if state.over:
            return ""
        if any(state.counted) or state.counting:
            return still_missing(view, state.uncounted)
        return view.say("headline.on")

    def export(self, view: View[State]) -> dict[str, Any]:
        """Return the game file."""
        return states.document(view.state)


TABLE = PilierTable()
