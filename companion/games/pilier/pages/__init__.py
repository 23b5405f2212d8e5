"""The Pilier game at a table of phones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.table import Column, Entries, Link, Points, Row, Scoreboard, View
from companion.games.pilier.cards import read_card
from companion.games.pilier.pages import count, home, setup, turns, words
from companion.games.pilier.pages import state as states
from companion.games.pilier.pages.state import State
from companion.games.pilier.rules import SLUG
from companion.pages.paged import Actions, PagedTable, Pages

_PAGES: Pages = {
    "setup": setup.setup_page,
    "": home.home_page,
    "limit": home.limit_page,
    "turns": turns.turns_page,
    "count": count.count_page,
    "lines": count.lines_page,
    "claim": count.claim_page,
    "cards": count.cards_page,
    "settings": setup.settings_page,
}
_ACTIONS: Actions = {
    "setup": setup.set_up,
    "first": turns.enter_first,
    "first-back": turns.first_back,
    "lay": turns.lay,
    "pass": turns.pass_turn,
    "take": turns.take,
    "forget": turns.forget,
    "count": count.enter_count,
    "count-back": count.take_back,
    "claim": count.keep_claim,
    "settings": setup.change_settings,
}
COLUMNS = ("tokens", "good", "bad")


class PilierTable(PagedTable):
    """The game as the table knows it."""

    slug = SLUG
    pages = _PAGES
    actions = _ACTIONS

    def seats(self, entries: Entries) -> tuple[str, ...]:
        """Return the players."""
        return states.names(entries)

    def state(self, entries: Entries, box: Mapping[str, Any]) -> State:
        """Return what the entries come to."""
        return states.state(entries, box)

    def scoreboard(self, view: View[State]) -> Scoreboard:
        """Return everybody's points: tokens, the two best colours, the others."""
        state = view.state
        language = view.language
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
            why = Link("lines", {"seat": str(seat)})
            note = words.say(language, "note.open") if any(state.counted) and not state.counted[seat] else ""
            points = tuple(Points(value, why) for value in values)
            rows.append(Row(seat, sheet.name, points, sheet.total, sheet.total == top, state.by_round(seat), note))
        columns = tuple(
            Column(words.say(language, f"column.{key}"), words.say(language, f"column.{key}.long")) for key in COLUMNS
        )
        return Scoreboard(columns, tuple(rows), self._headline(state, rows, language), state.over and not state.wrong)

    @staticmethod
    def _headline(state: State, rows: list[Row], language: str) -> str:
        if state.wrong:
            return words.problem_words(state.wrong, language)
        if not state.over:
            if any(state.counted):
                missing = [row.name for row in rows if not state.counted[row.seat]]
                return words.say(language, "headline.count", ", ".join(missing))
            return words.say(language, "headline.on")
        leaders = [row.name for row in rows if row.leads]
        key = "headline.wins" if len(leaders) == 1 else "headline.shared"
        return words.say(language, key, ", ".join(leaders), max(row.total for row in rows))

    def describe(self, view: View[State], key: str, value: Any) -> str:
        """Return one entry in words."""
        return describe(view, key, value)

    def export(self, view: View[State]) -> dict[str, Any]:
        """Return the game file."""
        return states.document(view.state)


def describe(view: View[State], key: str, value: Any) -> str:
    """Return one entry in words."""
    kind, *rest = key.split("/")
    names, language = states.names(view.entries), view.language
    who = rest[0] if rest else ""
    if kind in ("final", "claim"):
        who = names[int(rest[0])]
    elif kind == "turn":
        who = words.say(language, "turn.title", rest[0], names[(int(rest[0]) - 1) % len(names)])
    elif kind == "take":
        who = names[(int(rest[0]) - 1 + int(rest[1])) % len(names)]
    if value is None:
        return words.say(language, f"describe.{kind}.gone", who)
    if kind == "setup":
        return words.say(language, "describe.setup", ", ".join(value["players"]))
    if kind == "first":
        return words.say(language, "describe.first", words.card_words(read_card(value, key), language))
    if kind == "turn":
        card = value.get("card")
        text = words.card_words(read_card(card, key), language) if card else words.say(language, "turns.pass")
        return words.say(language, "describe.turn", who, text)
    if kind == "take":
        card = states.card_taken(view.state, int(rest[0]), value)
        what = words.card_words(card, language) if card else words.say(language, "describe.card")
        return words.say(language, "describe.take", who, what)
    if kind == "final":
        cards = " · ".join(
            f"{words.colour_word(colour, language)} {' '.join(map(str, values))}"
            for colour, values in value["cards"].items()
        )
        return words.say(language, "describe.final", who, value["tokens"], cards or "–")
    return words.say(language, "describe.claim", who, value)


TABLE = PilierTable()
