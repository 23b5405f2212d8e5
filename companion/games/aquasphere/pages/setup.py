"""A new table: players in seating order and the box whose red lines are known; later on their names."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.table import Change, Form, Link, Page, Refused, View
from companion.games.aquasphere.pages.parts import whole
from companion.games.aquasphere.pages.state import names
from companion.games.aquasphere.pages.words import say
from companion.games.aquasphere.rules import PLAYERS

MOST_LETTERS = 24
NEW = "+"


@dataclass(frozen=True)
class Choice:
    """One radio button, or one number of players."""

    value: str
    label: str
    chosen: bool = False


@dataclass(frozen=True)
class Place:
    """A seat on the set-up page."""

    number: int
    name: str
    error: str = ""


@dataclass(frozen=True)
class SetupPage(Page):
    """The set-up page."""

    counts: tuple[Choice, ...]
    places: tuple[Place, ...]
    boxes: tuple[Choice, ...]
    new_box: str
    error: str


@dataclass(frozen=True)
class SettingsPage(Page):
    """The names, while the game is on."""

    places: tuple[Place, ...]
    box: str
    may: bool


def setup_page(view: View, args: Form) -> SetupPage:
    """Return the set-up page, blank or as it was filled in."""
    filled, language = view.filled, view.language
    count = _count(filled.get("players") or args.get("players", ""))
    places = tuple(
        Place(
            seat,
            filled.get(f"name{seat}", say(language, "setup.player", seat + 1)),
            view.errors.get(f"name{seat}", ""),
        )
        for seat in range(count)
    )
    wanted = filled.get("box") or (view.boxes[0] if view.boxes else NEW)
    boxes = [Choice(box, say(language, "setup.box.known", box), box == wanted) for box in view.boxes]
    return SetupPage(
        "setup.html",
        say(language, "setup.title"),
        tuple(Choice(str(number), str(number), number == count) for number in PLAYERS),
        places,
        (*boxes, Choice(NEW, say(language, "setup.box.new"), wanted == NEW)),
        filled.get("new_box", "") or say(language, "setup.box.name"),
        view.errors.get("box", ""),
    )


def _count(text: str) -> int:
    return int(text) if text in map(str, PLAYERS) else PLAYERS[-1]


def set_up(view: View, form: Form) -> Change:
    """Return the first entries of the table, or raise Refused with everything that is wrong."""
    count = _count(form.get("players", ""))
    players, errors = _named([""] * count, form, view.language)
    box = form.get("box", NEW)
    if box == NEW:
        box = " ".join(form.get("new_box", "").split()) or say(view.language, "setup.box.name")
        if len(box) > MOST_LETTERS or box == NEW:
            errors["box"] = say(view.language, "error.long", MOST_LETTERS)
    elif box not in view.boxes:
        errors["box"] = say(view.language, "error.box")
    if errors:
        raise Refused(errors, Link("setup", {"players": str(count)}))
    return Change({"setup": {"players": players, "box": box}})


def _named(old: list[str], form: Form, language: str) -> tuple[list[dict[str, str]], dict[str, str]]:
    """Return the players with the names of a form, and what is wrong with them."""
    players: list[dict[str, str]] = []
    errors: dict[str, str] = {}
    for seat, before in enumerate(old):
        name = " ".join(form.get(f"name{seat}", before).split())
        if not name:
            errors[f"name{seat}"] = say(language, "error.name")
        elif len(name) > MOST_LETTERS:
            errors[f"name{seat}"] = say(language, "error.long", MOST_LETTERS)
        elif {"name": name} in players:
            errors[f"name{seat}"] = say(language, "error.name_twice")
        players.append({"name": name})
    return players, errors


def settings_page(view: View, args: Form) -> SettingsPage:
    """Return the page on which names are corrected."""
    places = tuple(
        Place(seat, view.filled.get(f"name{seat}", name), view.errors.get(f"name{seat}", ""))
        for seat, name in enumerate(names(view.entries))
    )
    may = view.everybody or view.seat is not None
    box = view.entries["setup"]["box"]
    return SettingsPage("settings.html", say(view.language, "settings.title"), places, box, may)


def change_settings(view: View, form: Form) -> Change:
    """Keep corrected names."""
    players, errors = _named(list(names(view.entries)), form, view.language)
    if errors:
        raise Refused(errors, Link("settings"))
    return Change({"setup": {**view.entries["setup"], "players": players}})


def seat_of(args: Form, view: View) -> int:
    """Return the seat of an address or a form: the phone's own where none is named."""
    own = view.seat if view.seat is not None else 0
    return whole(args, "seat", range(len(names(view.entries))), own)
