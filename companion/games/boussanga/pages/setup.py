"""A new table, and its settings later on: beside players and rulings there are the mode and what colours are worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.table import Entries, Form, PagePart, View
from companion.games.boussanga.document import MODES
from companion.games.boussanga.pages.state import State
from companion.games.boussanga.pages.words import colour_words
from companion.games.boussanga.rules import PALETTE, PLAYERS, SUPPLY, SWITCHES, TEAM_PLAYERS, VALUES
from companion.pages.fields import Fields
from companion.pages.parts import Answer
from companion.pages.picture import LAST_PHOTO
from companion.pages.setup import BoxChoice, Setup
from companion.pages.state import names_of

TOKENS = range(4, 65)  # of a colour that a box may hold


class Worth(PagePart):
    """Which colour is worth so much."""

    number: int
    label: str
    colours: tuple[Answer, ...]
    tokens: str  # how many there are of it


class ModesAndWorths(PagePart):
    """What this game adds: modes and boxes to choose from, colours while none is entered, and the card finder."""

    modes: tuple[Answer, ...] = ()
    choice: BoxChoice | None = None
    worths: tuple[Worth, ...] = ()
    blind: bool = False  # nobody is told where a card fits


class BoussangaSetup(Setup):
    """How a table is laid."""

    def shown(self, view: View[Any], count: int) -> ModesAndWorths:
        """Return modes and colours."""
        mode = view.filled.get("mode", MODES[0])
        modes = tuple(Answer(value=one, label=view.say(f"setup.{one}"), chosen=one == mode) for one in MODES)
        return ModesAndWorths(
            modes=modes if count > 1 else (),
            choice=self.boxes(view),
            worths=_worths(view, VALUES, dict.fromkeys(VALUES, SUPPLY)),
            blind=view.filled.get("blind") == "1",
        )

    def read(self, view: View[Any], form: Fields, count: int) -> Mapping[str, Any]:
        """Return mode and colours, those of the box where it is known; whoever plays together has no teams."""
        mode = form.get("mode", MODES[0]) if count > 1 else "cooperative"
        mode = mode if mode in MODES else MODES[0]
        apart = {"teams": False} if mode == "cooperative" else {}
        box = self.read_box(view, form)
        known = view.boxes.look_into(box).get("colours") if box in view.boxes.names else None
        colours = known or _read_colours(view, form, form, VALUES, dict.fromkeys(VALUES, SUPPLY))
        return {"mode": mode, "box": box, **colours, "blind": form.get("blind") == "1", **apart}

    def of_box(self, setup: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what the colours are worth, and how many tokens there are of each."""
        return {"colours": {"values": setup["values"], "supply": setup["supply"]}} if "supply" in setup else {}

    def settings_shown(self, view: View[State]) -> ModesAndWorths:
        """Return the colours, which can be named anew until tokens were entered, and the card finder."""
        record = view.state.record
        worths = _worths(view, record.values, record.supply) if _fresh(view.state) else ()
        return ModesAndWorths(worths=worths, blind=not view.state.finder)

    def settings_read(self, view: View[State], form: Fields, setup: dict[str, Any]) -> Entries:
        """Keep colours and card finder."""
        record, named = view.state.record, form if _fresh(view.state) else {}
        setup |= _read_colours(view, form, named, record.values, record.supply)
        setup["blind"] = form.get("blind") == "1"
        return {}


SETUP = BoussangaSetup(players=PLAYERS, usual=2, switches=SWITCHES, team_players=TEAM_PLAYERS, counts="final")


def _worths(view: View[Any], values: Mapping[str, int], supply: Mapping[str, int]) -> tuple[Worth, ...]:
    found = []
    for number, (now, worth) in enumerate(values.items()):
        chosen = view.filled.get(f"colour{number}", now)
        colours = tuple(Answer(value=one, label=colour_words(one, view), chosen=one == chosen) for one in PALETTE)
        tokens = view.filled.get(f"tokens{number}", str(supply[now]))
        found.append(Worth(number=number, label=view.say("setup.worth", worth), colours=colours, tokens=tokens))
    return tuple(found)


def _read_colours(
    view: View[Any], form: Fields, named: Form, now: Mapping[str, int], supply: Mapping[str, int]
) -> dict[str, Any]:
    """Return what each colour is worth and how many tokens it has."""
    values, counts = {}, {}
    for number, (colour, worth) in enumerate(now.items()):
        chosen = named.get(f"colour{number}", colour)
        chosen = chosen if chosen in PALETTE else colour
        values[chosen] = worth
        counts[chosen] = supply[colour]
        if f"tokens{number}" in named:
            typed = form.typed_number(f"tokens{number}", TOKENS, "error.tokens")
            counts[chosen] = typed if typed is not None else supply[colour]
    if len(values) < len(now):
        form.errors["values"] = view.say("error.colours")
    return {"values": values, "supply": counts}


def _fresh(state: State) -> bool:
    """Whether no tokens were entered: from then on their colours stay."""
    return set(state.entries) <= {"setup", "photo", LAST_PHOTO}


def describe_setup(value: Any, view: View[Any]) -> str:
    """Return the set-up in words."""
    more = [view.say(f"setup.{value['mode']}"), *([view.say("setup.teams")] if value["teams"] else [])]
    return view.say("describe.setup", ", ".join([*names_of(value), *more]))
