"""A new table: players in seating order and the box whose red lines are known; later on their names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Link, Page, Refused, View
from companion.games.aquasphere.pages.state import State, names
from companion.games.aquasphere.rules import PLAYERS
from companion.pages import seating
from companion.pages.fields import Fields
from companion.pages.seating import MOST_LETTERS, Choice, Place

NEW = "+"
USUAL = PLAYERS[-1]


@dataclass(frozen=True, kw_only=True)
class SetupPage(Page):
    """The set-up page."""

    template: str = "setup.html"

    counts: tuple[Choice, ...]
    places: tuple[Place, ...]
    boxes: tuple[Choice, ...]
    new_box: str
    error: str = ""


@dataclass(frozen=True, kw_only=True)
class SettingsPage(Page):
    """The names, while the game is on."""

    template: str = "settings.html"

    places: tuple[Place, ...]
    box: str
    may: bool


def setup_page(view: View[Any], args: Fields) -> SetupPage:
    """Return the set-up page, blank or as it was filled in."""
    filled = view.filled
    count = seating.count_of(filled.get("players") or args.get("players", ""), PLAYERS, USUAL)
    wanted = filled.get("box") or (view.boxes[0] if view.boxes else NEW)
    boxes = [Choice(value=box, label=view.say("setup.box.known", box), chosen=box == wanted) for box in view.boxes]
    return SetupPage(
        title=view.say("setup.title"),
        counts=seating.count_choices(PLAYERS, count),
        places=seating.new_places(view, count),
        boxes=(*boxes, Choice(value=NEW, label=view.say("setup.box.new"), chosen=wanted == NEW)),
        new_box=filled.get("new_box", "") or view.say("setup.box.name"),
        error=view.errors.get("box", ""),
    )


def set_up(view: View[Any], form: Fields) -> Change:
    """Return the first entries of the table, or raise Refused with everything that is wrong."""
    count = seating.count_of(form.get("players", ""), PLAYERS, USUAL)
    found, errors = seating.read_names(form, count, view)
    box = form.get("box", NEW)
    if box == NEW:
        box = " ".join(form.get("new_box", "").split()) or view.say("setup.box.name")
        if len(box) > MOST_LETTERS or box == NEW:
            errors["box"] = view.say("error.long", MOST_LETTERS)
        box = view.new_box(box)
    elif box not in view.boxes:
        errors["box"] = view.say("error.box")
    if errors:
        raise Refused(errors, Link.of("setup", players=count))
    return Change({"setup": {"players": [{"name": name} for name in found], "box": box}})


def settings_page(view: View[State], args: Fields) -> SettingsPage:
    """Return the page on which names are corrected."""
    seats, box = seating.places(view, names(view.entries)), view.entries["setup"]["box"]
    return SettingsPage(title=view.say("settings.title"), places=seats, box=box, may=view.plays)


def change_settings(view: View[State], form: Fields) -> Change:
    """Keep corrected names."""
    found, errors = seating.read_names(form, len(names(view.entries)), view)
    if errors:
        raise Refused(errors, Link("settings"))
    return Change({"setup": {**view.entries["setup"], "players": [{"name": name} for name in found]}})
