"""The red lines: entered once for a box, by tapping the spaces right behind them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Form, Link, NoSuchPage, Page, Refused, View
from companion.games.aquasphere.document import LENGTHS
from companion.games.aquasphere.pages.state import State
from companion.games.aquasphere.pages.words import say
from companion.pages.parts import Option


@dataclass(frozen=True)
class TrackPage(Page):
    """The track with its red lines."""

    typed: str  # the length, digit by digit
    keys: tuple[Option, ...]
    erase: Link | None
    spaces: tuple[Option, ...]
    said: str
    fields: tuple[tuple[str, str], ...]
    error: str
    may: bool
    done: Link | None  # from the digits to the spaces


def track_page(view: View, args: Form) -> TrackPage:
    """Return the page: first the length of a lap, then the red lines."""
    state: State = view.state
    language, known = view.language, state.track or {}
    typed = args.get("length", str(known.get("length", "")))
    lines = _lines(args["lines"]) if "lines" in args else tuple(known.get("red_lines", ()))
    if len(typed) > 3 or (typed and not (typed.isascii() and typed.isdecimal())):
        raise NoSuchPage("length")
    marking = args.get("step") == "lines" or ("length" not in args and bool(known))
    length = int(typed) if typed and int(typed) in LENGTHS else 0
    link = Link("track", {"length": typed, "lines": ".".join(map(str, lines))})
    if not lines:
        link = Link("track", {"length": typed, "lines": "none"})
    spaces: tuple[Option, ...] = ()
    keys: tuple[Option, ...] = ()
    error = view.errors.get("track", "")
    if marking and length:
        spaces = tuple(_space(space, lines, link.but(step="lines"), language) for space in range(length))
    else:
        keys = tuple(Option(digit, link.but(length=typed + digit)) for digit in "1234567890" if len(typed) < 3)
        if typed and not length and (len(typed) == 3 or marking):
            error = say(language, "error.length", LENGTHS[0], LENGTHS[-1])
    on_lap = [space for space in lines if not length or space < length]
    said = ", ".join(map(str, on_lap)) or say(language, "track.none")
    return TrackPage(
        "track.html",
        say(language, "track.title"),
        typed,
        keys,
        Link("track", {"length": typed[:-1] or " ", "lines": link.args["lines"]}) if typed and keys else
        Link("track", {"length": typed, "lines": link.args["lines"]}) if spaces else None,
        spaces,
        said,
        (("length", typed), ("lines", link.args["lines"])),
        error,
        view.everybody or view.seat is not None,
        link.but(step="lines") if length and not spaces else None,
    )  # fmt: skip


def _lines(text: str) -> tuple[int, ...]:
    parts = [] if text == "none" else text.split(".")
    if len(parts) > LENGTHS[-1] or not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts):
        raise NoSuchPage("lines")
    return tuple(sorted({int(part) for part in parts}))


def _space(space: int, lines: tuple[int, ...], link: Link, language: str) -> Option:
    there = space in lines
    others = sorted({*lines, space} - ({space} if there else set()))
    label = say(language, "track.space.line" if there else "track.space", space)
    return Option(str(space), link.but(lines=".".join(map(str, others)) or "none"), there, label)


def keep_track(view: View, form: Form) -> Change:
    """Keep the red lines with the table and with the box."""
    text = form.get("length", "")
    lines = _lines(form.get("lines", "none"))
    if not text.isascii() or not text.isdecimal() or len(text) > 3 or int(text) not in LENGTHS:
        message = say(view.language, "error.length", LENGTHS[0], LENGTHS[-1])
        raise Refused({"track": message}, Link("track", {"lines": form.get("lines", "none"), "length": ""}))
    length = int(text)
    track: dict[str, Any] = {"red_lines": [space for space in lines if space < length], "length": length}
    name = view.entries["setup"]["box"]
    return Change({"track": track}, box={"track": track} if name else {}, box_name=name)


def track_to_keep(view: View) -> dict[str, Any]:
    """Return the entry that lets the red lines of the box travel with the table."""
    state: State = view.state
    return {"track": state.track} if state.track and "track" not in view.entries else {}
