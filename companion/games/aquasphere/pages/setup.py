"""A new table: players in seating order and the box whose red lines are known; later on their names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Link, Page, Refused, View
from companion.games.aquasphere.pages.state import State, names
from companion.games.aquasphere.pages.words import say
from companion.games.aquasphere.rules import PLAYERS
from companion.pages import seating
from companion.pages.fields import Fields
from companion.pages.seating import MOST_LETTERS, Choice, Place

NEW = "+"
USUAL = PLAYERS[-1]


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


def setup_page(view: View[Any], args: Fields) -> SetupPage:
    """Return the set-up page, blank or as it was filled in."""
    filled, language = view.filled, view.language
    count = seating.count_of(filled.get("players") or args.get("players", ""), PLAYERS, USUAL)
    wanted = filled.get("box") or (view.boxes[0] if view.boxes else NEW)
    boxes = [Choice(box, say(language, "setup.box.known", box), box == wanted) for box in view.boxes]
    return SetupPage(
        "setup.html",
        say(language, "setup.title"),
        seating.count_choices(PLAYERS, count),
        seating.new_places(view, count),
        (*boxes, Choice(NEW, say(language, "setup.box.new"), wanted == NEW)),
        filled.get("new_box", "") or say(language, "setup.box.name"),
        view.errors.get("box", ""),
    )


def set_up(view: View[Any], form: Fields) -> Change:
    """Return the first entries of the table, or raise Refused with everything that is wrong."""
    count = seating.count_of(form.get("players", ""), PLAYERS, USUAL)
    found, errors = seating.read_names(form, count, view.language)
    box = form.get("box", NEW)
    if box == NEW:
        box = " ".join(form.get("new_box", "").split()) or say(view.language, "setup.box.name")
        if len(box) > MOST_LETTERS or box == NEW:
            errors["box"] = say(view.language, "error.long", MOST_LETTERS)
        box = view.new_box(box)
    elif box not in view.boxes:
        errors["box"] = say(view.language, "error.box")
    if errors:
        raise Refused(errors, Link("setup", {"players": str(count)}))
    return Change({"setup": {"players": [{"name": name} for name in found], "box": box}})


def settings_page(view: View[State], args: Fields) -> SettingsPage:
    """Return the page on which names are corrected."""
    seats, box = seating.places(view, names(view.entries)), view.entries["setup"]["box"]
    return SettingsPage("settings.html", say(view.language, "settings.title"), seats, box, view.plays)


def change_settings(view: View[State], form: Fields) -> Change:
    """Keep corrected names."""
    found, errors = seating.read_names(form, len(names(view.entries)), view.language)
    if errors:
        raise Refused(errors, Link("settings"))
    return Change({"setup": {**view.entries["setup"], "players": [{"name": name} for name in found]}})
