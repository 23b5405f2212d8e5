"""The laboratory of a seat: what it can hold as it grows, and whether something still fits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.core.table import Change, Link, NoSuchPage, Page, Refused, View
from companion.games.aquasphere.laboratory import store, take_time
from companion.games.aquasphere.pages.parts import letters_of
from companion.games.aquasphere.pages.state import State, laboratory_of
from companion.games.aquasphere.rules import CRYSTALS, EXTENSIONS, LEAST_TIME, SECTORS, STORAGE, TIME
from companion.pages.fields import Fields
from companion.pages.parts import Confirm, Option, Stepper, seat_options, stepper

MOST_ADDED = 3
MOST_LETTERS = 2


@dataclass(frozen=True, kw_only=True)
class Adding:
    """An extension that is being put together."""

    steppers: tuple[Stepper, ...]
    letters: tuple[Option, ...]
    confirm: Confirm


@dataclass(frozen=True, kw_only=True)
class LaboratoryPage(Page):
    """A laboratory."""

    template: str = "laboratory.html"
    seat: int
    seats: tuple[Option, ...]
    holds: tuple[tuple[str, int], ...]
    said: str = ""
    start: tuple[str, ...] = ()  # letters to choose from while the start is not entered
    extensions: tuple[str, ...] = ()
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
        holds=tuple((view.say(f"store.{key}"), laboratory.holds(key)) for key in STORAGE),
        error=view.errors.get("lab", ""),
        fits=tuple(_fit(key, args, link, laboratory.holds(key), view) for key in ("crystals", "time")),
    )
    if not entry:
        return replace(page, start=_free_starts(view.state) if may else ())
    letters = ", ".join(filter(None, laboratory.letters))
    return replace(
        page,
        said=view.say("lab.letters", letters, len(laboratory.extensions), EXTENSIONS),
        extensions=tuple(_extension_words(one, view) for one in entry["extensions"]),
        adding=adding if may and not laboratory.finished else None,
        drop=Confirm(
            action="lab-drop",
            text=view.say("lab.drop" if entry["extensions"] else "lab.forget"),
            fields={"seat": str(seat)},
            primary=False,
        )
        if may
        else None,
    )


def _adding(view: View[State], args: Fields, link: Link) -> Adding:
    adds = {f"add_{key}": args.number(f"add_{key}", range(MOST_ADDED + 1), 0) for key in STORAGE}
    letters = letters_of(args, "letters", SECTORS)
    fields = {"seat": link.args["seat"], "letters": "".join(letters), **{key: str(adds[key]) for key in adds}}
    labels = [view.say(f"store.{key}") for key in STORAGE]
    return Adding(
        steppers=tuple(
            stepper(link, key, label, value, range(MOST_ADDED + 1), view)
            for label, (key, value) in zip(labels, adds.items(), strict=True)
        ),
        letters=tuple(_letter(letter, letters, link) for letter in SECTORS),
        confirm=Confirm(action="lab-add", text=view.say("lab.add.enter"), fields=fields),
    )


def _letter(letter: str, chosen: tuple[str, ...], link: Link) -> Option:
    return Option(label=letter, link=link.but(letters="".join(sorted(set(chosen) ^ {letter}))), chosen=letter in chosen)


def _extension_words(one: Any, view: View[State]) -> str:
    words = [f"+{count} {view.say(f'store.{key}')}" for key, count in one["adds"].items()]
    return ", ".join([*words, *one["letters"]]) or view.say("lab.blank")


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
    grown = {**entry, "extensions": [*entry["extensions"], {"adds": adds, "letters": list(letters)}]}
    return Change({f"lab/{seat}": grown}, Link.of("laboratory", seat=seat))


def drop_extension(view: View[State], form: Fields) -> Change:
    """Take the last extension away again; without one, the laboratory itself."""
    seat = form.own_seat()
    entry = view.entries.get(f"lab/{seat}")
    if not entry:
        raise NoSuchPage("no laboratory")
    left = {**entry, "extensions": entry["extensions"][:-1]} if entry["extensions"] else None
    return Change({f"lab/{seat}": left}, Link.of("laboratory", seat=seat))
