"""The red lines: entered once for a box, by tapping the spaces right behind them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Link, Page, Refused, View
from companion.games.aquasphere.document import LENGTHS
from companion.games.aquasphere.pages.state import State
from companion.pages.fields import Fields, whole_number
from companion.pages.parts import Option


@dataclass(frozen=True, kw_only=True)
class TrackPage(Page):
    """The track with its red lines."""

    template: str = "track.html"

    typed: str  # the length, digit by digit
    keys: tuple[Option, ...]
    erase: Link | None = None
    spaces: tuple[Option, ...]
    said: str
    fields: tuple[tuple[str, str], ...]
    error: str
    may: bool
    done: Link | None = None  # from the digits to the spaces


def track_page(view: View[State], args: Fields) -> TrackPage:
    """Return the page: first the length of a lap, then the red lines."""
    state = view.state
    known = state.track or {}
    typed = args.digits("length", 3, str(known.get("length", "")))
    lines = _lines(args) if "lines" in args else tuple(known.get("red_lines", ()))
    marking = args.get("step") == "lines" or ("length" not in args and bool(known))
    length = int(typed) if typed and int(typed) in LENGTHS else 0
    link = Link.of("track", length=typed, lines=".".join(map(str, lines)))
    if not lines:
        link = Link.of("track", length=typed, lines="none")
    spaces: tuple[Option, ...] = ()
    keys: tuple[Option, ...] = ()
    error = view.errors.get("track", "")
    if marking and length:
        spaces = tuple(_space(space, lines, link.but(step="lines"), view) for space in range(length))
    else:
        keys = tuple(
            Option(label=digit, link=link.but(length=typed + digit)) for digit in "1234567890" if len(typed) < 3
        )
        if typed and not length and (len(typed) == 3 or marking):
            error = view.say("error.length", LENGTHS[0], LENGTHS[-1])
    on_lap = [space for space in lines if not length or space < length]
    said = ", ".join(map(str, on_lap)) or view.say("track.none")
    return TrackPage(
        title=view.say("track.title"),
        typed=typed,
        keys=keys,
        erase=Link.of("track", length=typed[:-1] or " ", lines=link.args["lines"])
        if typed and keys
        else Link.of("track", length=typed, lines=link.args["lines"])
        if spaces
        else None,
        spaces=spaces,
        said=said,
        fields=(("length", typed), ("lines", link.args["lines"])),
        error=error,
        may=view.plays,
        done=link.but(step="lines") if length and not spaces else None,
    )


def _lines(fields: Fields) -> tuple[int, ...]:
    if fields.get("lines") == "none":
        return ()
    return tuple(sorted(set(fields.numbers("lines", range(LENGTHS[-1]), LENGTHS[-1]))))


def _space(space: int, lines: tuple[int, ...], link: Link, view: View[State]) -> Option:
    there = space in lines
    others = sorted({*lines, space} - ({space} if there else set()))
    label = view.say("track.space.line" if there else "track.space", space)
    return Option(
        label=str(space), link=link.but(lines=".".join(map(str, others)) or "none"), chosen=there, points=label
    )


def keep_track(view: View[State], form: Fields) -> Change:
    """Keep the red lines with the table and with the box."""
    length, lines = whole_number(form.get("length", "")), _lines(form)
    if length is None or length not in LENGTHS:
        message = view.say("error.length", LENGTHS[0], LENGTHS[-1])
        raise Refused({"track": message}, Link.of("track", lines=form.get("lines", "none"), length=""))
    track: dict[str, Any] = {"red_lines": [space for space in lines if space < length], "length": length}
    name = view.entries["setup"]["box"]
    return Change({"track": track}, box={"track": track} if name else {}, box_name=name)


def track_to_keep(view: View[State]) -> dict[str, Any]:
    """Return the entry that lets the red lines of the box travel with the table."""
    state = view.state
    return {"track": state.track} if state.track and "track" not in view.entries else {}
