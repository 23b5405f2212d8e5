"""The laboratory of a seat: what it can hold as it grows, and whether something still fits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.table import Change, Link, NoSuchPage, Page, PagePart, Refused, View
from companion.games.aquasphere.laboratory import store, take_time
from companion.games.aquasphere.pages.draw import symbol_svg
from companion.games.aquasphere.pages.parts import letters_of
from companion.games.aquasphere.pages.state import State, laboratory_of, verify_change
from companion.games.aquasphere.rules import CRYSTALS, EXTENSIONS, LEAST_TIME, ROUNDS, SECTORS, STORAGE, TIME
from companion.pages.fields import Fields, refusing
from companion.pages.parts import Button, Confirm, Option, Stepper, button, form_button, seat_options, stepper

MOST_ADDED = 3
MOST_LETTERS = 2


class Holds(PagePart):
    """How much of something a laboratory holds."""

    label: str
    svg: str
    count: int


class Tile(PagePart):
    """An extension as it lies there: its symbols, its letters, and both in words."""

    symbols: tuple[str, ...]
    letters: tuple[str, ...]
    label: str


class Adding(PagePart):
    """An extension that is being put together: one more tap, one more symbol; after the most there is none again."""

    symbols: tuple[Option, ...]
    letters: tuple[Option, ...]
    confirm: Confirm


class LaboratoryPage(Page):
    """A laboratory."""

    seat: int
    seats: tuple[Option, ...]
    holds: tuple[Holds, ...]
    said: str = ""
    start: tuple[str, ...] = ()  # letters to choose from while the start is not entered
    tiles: tuple[Tile, ...] = ()
    robots: tuple[Button, ...] = ()  # where the letters of the last extension allow one
    adding: Adding | None = None
    drop: Confirm | None = None  # the last extension, or the laboratory itself
    error: str = ""
    fits: tuple[tuple[str, tuple[Stepper, ...], str], ...]  # crystals and time: what is offered, what is there


def laboratory_page(view: View[State], args: Fields) -> LaboratoryPage:
    """Return the laboratory of a seat with what is being added to it."""
    seat = args.seat()
    entry = view.entries.get(f"lab/{seat}")
    laboratory = laboratory_of(entry or {"start": "", "extensions": []})
    link, may = Link("laboratory", args).but(seat=seat), view.may_enter(seat)
    adding = _adding(view, args, link)
    page = LaboratoryPage(
        title=view.say("lab.title", view.state.names[seat]),
        seat=seat,
        seats=seat_options(view, "laboratory", seat),
        holds=tuple(
            Holds(label=view.say(f"store.{key}"), svg=symbol_svg(key), count=laboratory.holds(key)) for key in STORAGE
        ),
        error=view.errors.get("lab", ""),
        fits=tuple(_fit(key, args, link, laboratory.holds(key), view) for key in ("crystals", "time")),
    )
    if not entry:
        return replace(page, start=_free_starts(view.state) if may else ())
    letters = ", ".join(filter(None, laboratory.letters))
    return replace(
        page,
        said=view.say("lab.letters", letters, len(laboratory.extensions), EXTENSIONS),
        tiles=tuple(_tile(one, view) for one in entry["extensions"]),
        robots=_robots(view, seat, entry["extensions"][-1]) if may and entry["extensions"] else (),
        adding=adding if may and not laboratory.finished else None,
        drop=form_button(
            view, "lab-drop", {"seat": str(seat)}, "lab.drop" if entry["extensions"] else "lab.forget", primary=False
        )
        if may
        else None,
    )


def _adding(view: View[State], args: Fields, link: Link) -> Adding:
    adds = {f"add_{key}": args.number(f"add_{key}", range(MOST_ADDED + 1), 0) for key in STORAGE}
    letters = letters_of(args, "letters", SECTORS)
    fields = {"seat": link.args["seat"], "letters": "".join(letters), **{key: str(adds[key]) for key in adds}}
    return Adding(
        symbols=tuple(
            Option(
                label=view.say(f"store.{key}"),
                link=link.but(**{f"add_{key}": (adds[f"add_{key}"] + 1) % (MOST_ADDED + 1) or ""}),
                chosen=adds[f"add_{key}"] > 0,
                points=f"+{adds[f'add_{key}']}",
                svg=symbol_svg(key),
            )
            for key in STORAGE
        ),
        letters=tuple(_letter(letter, letters, link) for letter in SECTORS),
        confirm=form_button(view, "lab-add", fields, "lab.add.enter"),
    )


def _letter(letter: str, chosen: tuple[str, ...], link: Link) -> Option:
    return Option(label=letter, link=link.but(letters="".join(sorted(set(chosen) ^ {letter}))), chosen=letter in chosen)


def _tile(one: Any, view: View[State]) -> Tile:
    words = [f"+{count} {view.say(f'store.{key}')}" for key, count in one["adds"].items()]
    return Tile(
        symbols=tuple(symbol_svg(key) for key, count in one["adds"].items() for _ in range(count)),
        letters=tuple(one["letters"]),
        label=", ".join([*words, *one["letters"]]) or view.say("lab.blank"),
    )


def _robots(view: View[State], seat: int, last: Any) -> tuple[Button, ...]:
    """Return where a robot may be placed because of the letters of an extension that was just added."""
    if last.get("round") != view.state.round:
        return ()
    return tuple(
        button(view, Link.of("charging", sector=letter, comes=seat), "station.sector", letter)
        for letter in last["letters"]
    )


def _fit(key: str, args: Fields, link: Link, holds: int, view: View[State]) -> tuple[str, tuple[Stepper, ...], str]:
    """Return whether what lies in a sector fits: steppers, and the answer."""
    supply = CRYSTALS if key == "crystals" else TIME
    offered = args.number(f"offer_{key}", range(supply + 1), 1 if key == "crystals" else LEAST_TIME)
    have = min(args.number(f"have_{key}", range(supply + 1), 0), holds)
    stored = store(offered, have, holds) if key == "crystals" else take_time(offered, have, holds)
    steppers = (
        stepper(link, f"offer_{key}", view.say("lab.offered"), offered, range(supply + 1), view),
        stepper(link, f"have_{key}", view.say("lab.have"), have, range(holds + 1), view),
    )
    return view.say(f"store.{key}"), steppers, view.say("lab.fits", stored.got, stored.left)


def _free_starts(state: State) -> tuple[str, ...]:
    """Return the letters of the starting laboratories that nobody has entered; there is one of each."""
    laboratories = map(state.laboratory, range(len(state.names)))
    taken = [laboratory.start for laboratory in laboratories if laboratory]
    return tuple(letter for letter in SECTORS if letter not in taken)


def enter_start(view: View[State], form: Fields) -> Change:
    """Enter the letter of the starting laboratory."""
    seat, letter = form.own_seat(), form.get("start", "")
    if letter not in _free_starts(view.state) or f"lab/{seat}" in view.entries:
        raise NoSuchPage("start")
    return Change({f"lab/{seat}": {"start": letter, "extensions": []}}, Link.of("laboratory", seat=seat))


def add_extension(view: View[State], form: Fields) -> Change:
    """Add an extension."""
    seat = form.own_seat()
    entry = view.entries.get(f"lab/{seat}")
    if not entry:
        raise NoSuchPage("no laboratory")
    letters = letters_of(form, "letters", SECTORS)
    adds = {key: count for key in STORAGE if (count := form.number(f"add_{key}", range(MOST_ADDED + 1), 0))}
    back = Link("laboratory", dict(form))
    if len(entry["extensions"]) >= EXTENSIONS:
        raise Refused({"lab": view.say("error.finished", EXTENSIONS)}, back)
    if len(letters) > MOST_LETTERS:
        raise Refused({"lab": view.say("error.two_letters", MOST_LETTERS)}, back)
    # With its round it is part of the game file; after the last one it is only what the laboratory holds.
    number, moves = view.state.round, view.state.moves(view.state.round, seat)
    when = {"round": number, "after": moves[-1] if moves else 0} if number <= ROUNDS else {}
    grown = {**entry, "extensions": [*entry["extensions"], {"adds": adds, "letters": list(letters), **when}]}
    with refusing(view, "lab", back):
        verify_change(view.state, {f"lab/{seat}": grown})
    return Change({f"lab/{seat}": grown}, Link.of("laboratory", seat=seat))


def drop_extension(view: View[State], form: Fields) -> Change:
    """Take the last extension away again; without one, the laboratory itself."""
    seat = form.own_seat()
    entry = view.entries.get(f"lab/{seat}")
    if not entry:
        raise NoSuchPage("no laboratory")
    left = {**entry, "extensions": entry["extensions"][:-1]} if entry["extensions"] else None
    return Change({f"lab/{seat}": left}, Link.of("laboratory", seat=seat))
