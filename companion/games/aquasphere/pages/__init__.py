"""AquaSphere at a table of phones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.table import Column, Link, Points, Row, Scoreboard, View
from companion.games.aquasphere.pages import charging, final, harvest, home, laboratory, play, prices, station, track
from companion.games.aquasphere.pages import state as states
from companion.games.aquasphere.pages.setup import SETUP
from companion.games.aquasphere.pages.state import State
from companion.games.aquasphere.rules import ROUNDS, SLUG
from companion.games.aquasphere.scoring import score_record
from companion.pages.claim import keep_claim
from companion.pages.ending import ended
from companion.pages.paged import Actions, PagedTable, Pages
from companion.pages.parts import still_missing
from companion.pages.state import names_of

_PAGES: Pages = {
    "": home.home_page,
    "lines": home.lines_page,
    "play": play.play_page,
    "station": station.station_page,
    "harvest": harvest.harvest_page,
    "final": final.final_page,
    "claim": final.claim_page,
    "laboratory": laboratory.laboratory_page,
    "charging": charging.charging_page,
    "prices": prices.prices_page,
    "track": track.track_page,
}
_ACTIONS: Actions = {
    "play": play.enter_move,
    "play-back": play.take_back,
    "station": station.enter_station,
    "harvest": harvest.enter_harvest,
    "harvest-back": harvest.take_back,
    "final": final.enter_final,
    "claim": keep_claim,
    "robot": charging.place,
    "lab-start": laboratory.enter_start,
    "lab-add": laboratory.add_extension,
    "lab-drop": laboratory.drop_extension,
    "track": track.keep_track,
}


COUNTED_LINES = ("counter", "letters", "time", "submarines", "laboratory")


def describe(view: View[State], key: str, value: Any) -> str:
    """Return one entry in words."""
    kind, *rest = key.split("/")
    names = names_of(view.entries["setup"])
    who = names[int(rest[-2 if kind == "move" else -1])] if kind not in ("setup", "track", "station", "zone") else ""
    if kind in ("station", "zone"):
        who = rest[0]
    if value is None:
        return view.say(f"describe.{kind}.gone", who)
    if kind == "setup":
        return view.say("describe.setup", ", ".join(names_of(value)))
    if kind == "track":
        return view.say("describe.track", ", ".join(map(str, value["red_lines"])), value["length"])
    if kind == "station":
        robots = ", ".join(
            f"{letter} {'–' if one['control'] is None else names[one['control']]} ({one['octopods']})"
            for letter, one in value.items()
        )
        return view.say("describe.station", who, robots)
    if kind == "zone":
        control = view.say("station.nobody") if value["control"] is None else names[value["control"]]
        return view.say("describe.zone", who, control, sum(value["station"].values()))
    if kind == "move":
        return view.say("describe.move", who, view.say(f"move.{value['action']}"))
    if kind == "harvest":
        return view.say("describe.harvest", rest[0], who, value["robots"], value["crystals"])
    if kind == "final":
        letters = " ".join(value["letters"]) or "–"
        numbers = (value["time"], value["submarines"], value["extensions"])
        return view.say("describe.final", who, letters, *numbers)
    if kind == "lab":
        return view.say("describe.lab", who, len(value["extensions"]))
    return view.say("describe.claim", who, value)


class AquaSphereTable(PagedTable):
    """The game as the table knows it."""

    slug = SLUG
    laying = SETUP
    pages = _PAGES
    actions = _ACTIONS
    state = staticmethod(states.state)
    describe = staticmethod(describe)

    def scoreboard(self, view: View[State]) -> Scoreboard:
        """Return everybody's points: four rounds and the final scoring, or the lines of a count."""
        state = view.state
        rows = tuple(self._counted(view, seat) if state.counting else self._played(view, seat) for seat in state.seats)
        key = "headline.round" if state.round <= ROUNDS else "headline.final"
        headline = still_missing(view, state.uncounted) if state.counting else view.say(key, state.round)
        if state.over:
            headline = ""
        board = Scoreboard(columns=self._columns(view), rows=rows, headline=headline, finished=state.over)
        return ended(view, board, score_record(state.record))

    @staticmethod
    def _played(view: View[State], seat: int) -> Row:
        """Return a row of a game that was followed: a column for each round, and one for the end."""
        state = view.state
        points, by_turn = [], []
        total = 0
        for part in home.PARTS:
            lines = state.lines(seat, part)
            value = sum(line.points for line in lines) if lines else None
            total += value or 0
            points.append(Points(value=value, why=Link.of("lines", seat=seat, part=part) if lines else None))
            if state.over or part in range(1, state.round):
                by_turn.append(total)
        return _row(state, seat, points, total, tuple(by_turn))

    @staticmethod
    def _counted(view: View[State], seat: int) -> Row:
        """Return a row of a game of which only the end is counted: a column for each of its lines."""
        state = view.state
        lines = state.lines(seat, 0)
        made = {kind: sum(line.points for line in lines if line.kind == kind) for kind in COUNTED_LINES}
        why = Link.of("lines", seat=seat, part=0) if lines else None
        points = [Points(value=made[kind] if lines else None, why=why) for kind in COUNTED_LINES]
        return _row(state, seat, points, sum(made.values()))

    @staticmethod
    def _columns(view: View[State]) -> tuple[Column, ...]:
        if view.state.counting:
            return tuple(
                Column(short=view.say(f"column.{kind}"), name=view.say(f"final.{kind}")) for kind in COUNTED_LINES
            )
        return tuple(
            Column(short=view.say("column.R", part), name=view.say("part.R", part))
            if part
            else Column(short=view.say("column.F"), name=view.say("part.F"))
            for part in home.PARTS
        )

    def export(self, view: View[State]) -> dict[str, Any]:
        """Return the game file of all that fits together; a scoring that is not whole yet is left out."""
        state = view.state
        return states.document(state.entries, state.track, state.parts)


def _row(state: State, seat: int, points: Sequence[Points], total: int, by_turn: tuple[int, ...] = ()) -> Row:
    name = state.names[seat]
    return Row(
        seat=seat,
        name=name,
        points=tuple(points),
        total=total,
        leads=name in state.winners,
        by_turn=by_turn,
        home=Link.of(seat=seat),
    )


TABLE = AquaSphereTable()
