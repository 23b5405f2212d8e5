"""The laboratory of a seat: what it can hold as it grows, and whether something still fits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Link, NoSuchPage, Page, Refused, View
from companion.games.aquasphere.laboratory import store, take_time
from companion.games.aquasphere.pages.parts import letters_of
from companion.games.aquasphere.pages.state import State, laboratory_of
from companion.games.aquasphere.pages.words import say
from companion.games.aquasphere.rules import CRYSTALS, EXTENSIONS, LEAST_TIME, SECTORS, STORAGE, TIME
from companion.pages.fields import Fields
from companion.pages.parts import Option, Stepper, stepper

MOST_ADDED = 3
MOST_LETTERS = 2


@dataclass(frozen=True)
class LaboratoryPage(Page):
    """A laboratory."""

    name: str
    seats: tuple[Option, ...]
    holds: tuple[tuple[str, int], ...]
    said: str
    start: tuple[Option, ...]  # letters to choose from while the start is not entered
    extensions: tuple[str, ...]
    adding: tuple[Stepper, ...]
    letters: tuple[Option, ...]
    fields: tuple[tuple[str, str], ...]
    error: str
    fits: tuple[tuple[str, tuple[Stepper, ...], str], ...]  # crystals and time: what is offered, what is there
    may: bool
    known: bool
    finished: bool


def laboratory_page(view: View[State], args: Fields) -> LaboratoryPage:
    """Return the laboratory of a seat with what is being added to it."""
    state = view.state
    seat, language = args.seat(), view.language
    entry = state.entries.get(f"lab/{seat}")
    laboratory = laboratory_of(entry or {"start": "", "extensions": []})
    link = Link("laboratory", {**args, "seat": str(seat)})
    adds = {key: args.number(f"add_{key}", range(MOST_ADDED + 1), 0) for key in STORAGE}
    letters = letters_of(args, "letters", SECTORS)
    holds = tuple((say(language, f"store.{key}"), laboratory.holds(key)) for key in STORAGE)
    count = len(laboratory.extensions)
    said = say(language, "lab.letters", ", ".join(filter(None, laboratory.letters)), count, EXTENSIONS)
    return LaboratoryPage(
        "laboratory.html",
        say(language, "lab.title", state.names[seat]),
        state.names[seat],
        tuple(Option(name, Link("laboratory", {"seat": str(n)}), n == seat) for n, name in enumerate(state.names)),
        holds,
        said if entry else "",
        () if entry else tuple(Option(letter, Link(), False) for letter in _free_starts(state)),
        tuple(_extension_words(one, language) for one in (entry or {}).get("extensions", ())),
        tuple(
            stepper(link, f"add_{key}", say(language, f"store.{key}"), value, range(MOST_ADDED + 1), language)
            for key, value in adds.items()
        ),
        tuple(_letter(letter, letters, link) for letter in SECTORS),
        (
            ("seat", str(seat)),
            ("letters", "".join(letters)),
            *((f"add_{key}", str(value)) for key, value in adds.items()),
        ),
        view.errors.get("lab", ""),
        tuple(_fit(key, args, link, laboratory.holds(key), language) for key in ("crystals", "time")),
        view.may_enter(seat),
        entry is not None,
        laboratory.finished,
    )


def _letter(letter: str, chosen: tuple[str, ...], link: Link) -> Option:
    return Option(letter, link.but(letters="".join(sorted(set(chosen) ^ {letter}))), letter in chosen)


def _extension_words(one: Any, language: str) -> str:
    words = [f"+{count} {say(language, f'store.{key}')}" for key, count in one["adds"].items()]
    return ", ".join([*words, *one["letters"]]) or say(language, "lab.blank")


def _fit(key: str, args: Fields, link: Link, holds: int, language: str) -> tuple[str, tuple[Stepper, ...], str]:
    """Return whether what lies in a sector fits: steppers, and the answer."""
    supply = CRYSTALS if key == "crystals" else TIME
    offered = args.number(f"offer_{key}", range(supply + 1), 1 if key == "crystals" else LEAST_TIME)
    have = min(args.number(f"have_{key}", range(supply + 1), 0), holds)
    stored = store(offered, have, holds) if key == "crystals" else take_time(offered, have, holds)
    steppers = (
        stepper(link, f"offer_{key}", say(language, "lab.offered"), offered, range(supply + 1), language),
        stepper(link, f"have_{key}", say(language, "lab.have"), have, range(holds + 1), language),
    )
    return say(language, f"store.{key}"), steppers, say(language, "lab.fits", stored.got, stored.left)


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
    return Change({f"lab/{seat}": {"start": letter, "extensions": []}}, Link("laboratory", {"seat": str(seat)}))


def add_extension(view: View[State], form: Fields) -> Change:
    """Add an extension."""
    seat, language = form.own_seat(), view.language
    entry = view.entries.get(f"lab/{seat}")
    if not entry:
        raise NoSuchPage("no laboratory")
    letters = letters_of(form, "letters", SECTORS)
    adds = {key: count for key in STORAGE if (count := form.number(f"add_{key}", range(MOST_ADDED + 1), 0))}
    back = Link("laboratory", dict(form))
    if len(entry["extensions"]) >= EXTENSIONS:
        raise Refused({"lab": say(language, "error.finished", EXTENSIONS)}, back)
    if len(letters) > MOST_LETTERS:
        raise Refused({"lab": say(language, "error.two_letters", MOST_LETTERS)}, back)
    grown = {**entry, "extensions": [*entry["extensions"], {"adds": adds, "letters": list(letters)}]}
    return Change({f"lab/{seat}": grown}, Link("laboratory", {"seat": str(seat)}))


def drop_extension(view: View[State], form: Fields) -> Change:
    """Take the last extension away again; without one, the laboratory itself."""
    seat = form.own_seat()
    entry = view.entries.get(f"lab/{seat}")
    if not entry:
        raise NoSuchPage("no laboratory")
    left = {**entry, "extensions": entry["extensions"][:-1]} if entry["extensions"] else None
    return Change({f"lab/{seat}": left}, Link("laboratory", {"seat": str(seat)}))
