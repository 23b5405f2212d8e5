"""A new table: players in seating order and the switch of the rules; both can be corrected later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Link, Page, Refused, View
from companion.games.pilier.pages.state import State
from companion.games.pilier.rules import CARDS, PLAYERS, SWITCHES
from companion.pages import seating
from companion.pages.fields import Fields
from companion.pages.seating import Choice, Place, Ruling

USUAL = 4


@dataclass(frozen=True, kw_only=True)
class SetupPage(Page):
    """The set-up page, and the settings of a table."""

    counts: tuple[Choice, ...] = ()
    places: tuple[Place, ...]
    rulings: tuple[Ruling, ...]
    cards: str
    may: bool = True


def setup_page(view: View[Any], args: Fields) -> SetupPage:
    """Return the set-up page, blank or as it was filled in."""
    count = seating.count_of(view.filled.get("players") or args.get("players", ""), PLAYERS, USUAL)
    return SetupPage(
        template="setup.html",
        title=view.say("setup.title"),
        counts=seating.count_choices(PLAYERS, count),
        places=seating.new_places(view, count),
        rulings=seating.ruling_choices(SWITCHES, view.filled, {}, view),
        cards=view.say("setup.cards", CARDS[count], count),
    )


def set_up(view: View[Any], form: Fields) -> Change:
    """Return the first entries of the table, or raise Refused with everything that is wrong."""
    count = seating.count_of(form.get("players", ""), PLAYERS, USUAL)
    names, errors = seating.read_names(form, count, view)
    if errors:
        raise Refused(errors, Link.of("setup", players=count))
    return Change({"setup": {"players": names, "rulings": seating.read_rulings(form, SWITCHES)}})


def settings_page(view: View[State], args: Fields) -> SetupPage:
    """Return the page on which names and the switch are corrected."""
    setup = view.entries["setup"]
    return SetupPage(
        template="settings.html",
        title=view.say("settings.title"),
        places=seating.places(view, setup["players"]),
        rulings=seating.ruling_choices(SWITCHES, view.filled, setup["rulings"], view),
        cards=view.say("setup.cards", CARDS[len(setup["players"])], len(setup["players"])),
        may=view.plays,
    )


def change_settings(view: View[State], form: Fields) -> Change:
    """Keep corrected names and the switch."""
    setup = view.entries["setup"]
    names, errors = seating.read_names(form, len(setup["players"]), view)
    if errors:
        raise Refused(errors, Link("settings"))
    return Change({"setup": {"players": names, "rulings": seating.read_rulings(form, SWITCHES, setup["rulings"])}})
