"""The red lines: entered once for a box, by tapping the spaces right behind them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.core.table import Change, Link, Page, Refused, View
from companion.games.aquasphere.document import LENGTHS
from companion.games.aquasphere.pages.state import State
from companion.pages.fields import Fields, whole_number
from companion.pages.parts import Confirm, Keypad, Option, form_button, keypad

DIGITS = 3
NO_LINES = "none"


class TrackPage(Page):
    """The track: first the length of a lap, typed digit by digit, then its red lines."""

    length: Keypad
    done: Link | None = None  # from the digits to the spaces
    spaces: tuple[Option, ...] = ()
    other: Link | None = None  # from the spaces back to the digits
    said: str
    confirm: Confirm | None = None
    error: str = ""


def track_page(view: View[State], args: Fields) -> TrackPage:
    """Return the page as far as length and lines are chosen."""
    known = view.state.track or {}
    typed = args.digits("length", DIGITS, str(known.get("length", "")))
    lines = _lines(args) if "lines" in args else tuple(known.get("red_lines", ()))
    length, marking = _length(typed), args.get("step") == "lines" or ("length" not in args and bool(known))
    link = Link.of("track", length=typed, lines=_text(lines))
    on_lap = [space for space in lines if not length or space < length]
    page = TrackPage(
        title=view.say("track.title"),
        length=keypad(link, "length", typed, most=DIGITS),
        said=", ".join(map(str, on_lap)) or view.say("track.none"),
        error=view.errors.get("track", ""),
    )
    if marking and length:
        return _with_spaces(view, page, link, lines, length)
    if length:
        return replace(page, done=link.but(step="lines"))
    # A length that cannot be is said once it is typed whole.
    wrong = len(typed) == DIGITS or (typed and marking)
    return replace(page, error=view.say("error.length", LENGTHS[0], LENGTHS[-1])) if wrong else page


def _length(typed: str) -> int:
    """Return the spaces of a lap; 0 while what is typed is none."""
    return int(typed) if typed and int(typed) in LENGTHS else 0


def _with_spaces(view: View[State], page: TrackPage, link: Link, lines: tuple[int, ...], length: int) -> TrackPage:
    return replace(
        page,
        spaces=tuple(_space(space, lines, link.but(step="lines"), view) for space in range(length)),
        other=link,
        confirm=form_button(view, "track", link.args, "track.keep") if view.plays else None,
    )


def _lines(fields: Fields) -> tuple[int, ...]:
    if fields.get("lines") == NO_LINES:
        return ()
    return tuple(sorted(set(fields.numbers("lines", range(LENGTHS[-1]), LENGTHS[-1]))))


def _text(lines: Iterable[int]) -> str:
    return ".".join(map(str, lines)) or NO_LINES


def _space(space: int, lines: tuple[int, ...], link: Link, view: View[State]) -> Option:
    there = space in lines
    others = sorted({*lines, space} - ({space} if there else set()))
    label = view.say("track.space.line" if there else "track.space", space)
    return Option(label=str(space), link=link.but(lines=_text(others)), chosen=there, points=label)


def keep_track(view: View[State], form: Fields) -> Change:
    """Keep the red lines with the table and with the box."""
    length, lines = whole_number(form.get("length", "")), _lines(form)
    if length is None or length not in LENGTHS:
        message = view.say("error.length", LENGTHS[0], LENGTHS[-1])
        raise Refused({"track": message}, Link.of("track", lines=form.get("lines", NO_LINES), length=""))
    track: dict[str, Any] = {"red_lines": [space for space in lines if space < length], "length": length}
    name = view.entries["setup"]["box"]
    return Change({"track": track}, box={"track": track} if name else {}, box_name=name)


def track_to_keep(view: View[State]) -> dict[str, Any]:
    """Return the entry that lets the red lines of the box travel with the table."""
    return {"track": view.state.track} if view.state.track and "track" not in view.entries else {}
