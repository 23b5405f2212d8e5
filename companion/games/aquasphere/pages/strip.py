"""The track as a strip: the spaces around a counter with their red lines, all counters, and where it will stand."""

from __future__ import annotations

from companion.core.table import PagePart, View
from companion.games.aquasphere.pages.state import State
from companion.games.aquasphere.track import laps

_BACK = 2  # spaces shown behind the counter
_SHOWN = 13
_MOST = 24  # more would be too narrow to read


class Space(PagePart):
    """A space of the track."""

    number: int  # as it is printed
    line: bool  # a red line lies right in front of it
    seats: tuple[int, ...]  # whose counters stand there
    there: bool  # where the counter is going to stand


class Strip(PagePart):
    """Some spaces in a row, and the same in words."""

    spaces: tuple[Space, ...]
    says: str


def strip(view: View[State], seat: int, position: int, target: int | None = None) -> Strip:
    """Return the spaces around a counter that stands somewhere and may be about to move."""
    state, track = view.state, view.state.the_track
    there = position if target is None else target
    first = max(min(position, there) - _BACK, 0)
    count = min(max(_SHOWN, max(position, there) - first + 2), _MOST)
    stand = {other: state.counter(other).position for other in state.seats} | {seat: position}
    spaces = tuple(
        Space(
            number=at % track.length if track and track.length else at,
            line=bool(track and track.is_behind_line(at)),
            seats=tuple(other for other, place in stand.items() if place == at),
            there=at == there != position,
        )
        for at in range(first, first + count)
    )
    return Strip(spaces=spaces, says=stands(view, position))


def stands(view: View[State], position: int) -> str:
    """Return where a counter stands, and how far the next red line is."""
    track = view.state.the_track
    if not track or not track.length:
        return view.say("stands", position)
    lap, space = laps(position, track.length)
    said = view.say("stands.lap", position, lap, space) if lap else view.say("stands", position)
    ahead = track.ahead(position, track.length)
    return f"{said} {view.say('stands.line', ahead[0])}" if ahead else said
