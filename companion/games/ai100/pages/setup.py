"""A new table: players in seating order, AI cards, objectives, rulings, deck."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Link, Page, Refused, View
from companion.games.ai100.cards import AI_IDS, OBJECTIVE_IDS
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.document import MOST_PLAYERS
from companion.games.ai100.pages.state import DEMO
from companion.games.ai100.pages.words import shown
from companion.games.ai100.rulings import switches
from companion.games.ai100.scoring import GRID
from companion.pages import seating
from companion.pages.fields import Fields
from companion.pages.seating import MOST_LETTERS, Choice, Place, Ruling

PLAYERS = range(1, MOST_PLAYERS + 1)
USUAL = 3
DRAWN = "drawn"


@dataclass(frozen=True, kw_only=True)
class AIPlace(Place):
    """A seat on the set-up page, with the AI cards to choose from."""

    ais: tuple[Choice, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SetupPage(Page):
    """The set-up page."""

    template: str = "setup.html"

    counts: tuple[Choice, ...]
    places: tuple[AIPlace, ...]
    objectives: tuple[tuple[Choice, ...], ...]
    rulings: tuple[Ruling, ...]
    decks: tuple[Choice, ...]
    new_deck: str = ""
    errors: dict[str, str]
    finished: bool = False  # the game is over, and its tableaux are to be scored


def setup_page(view: View[Any], args: Fields) -> SetupPage:
    """Return the set-up page, blank or as it was filled in."""
    filled, language = view.filled, view.language
    count = seating.count_of(filled.get("players") or args.get("players", ""), PLAYERS, USUAL)
    finished = (filled or args).get("finished") == "1"
    conditions = catalogue()
    places = []
    for place in seating.new_places(view, count):
        wanted = filled.get(f"ai{place.number}", "")
        ais = tuple(
            Choice(value=ai, label=f"{ai} · {conditions[ai].sentence[language]}", chosen=ai == wanted) for ai in AI_IDS
        )
        error = place.error or view.errors.get(f"ai{place.number}", "")
        places.append(AIPlace(number=place.number, name=place.name, error=error, ais=ais))
    return SetupPage(
        title=view.say("finished.title" if finished else "setup.title"),
        counts=seating.count_choices(PLAYERS, count),
        places=tuple(places),
        objectives=tuple(_objectives(view, number, finished=finished) for number in (1, 2)),
        rulings=seating.ruling_choices(switches(), filled, {}, view),
        decks=_decks(view),
        new_deck=filled.get("new_deck", ""),
        errors=dict(view.errors),
        finished=finished,
    )


def _objectives(view: View[Any], number: int, *, finished: bool) -> tuple[Choice, ...]:
    wanted = view.filled.get(f"objective{number}", DRAWN)
    conditions = catalogue()
    found = [
        Choice(value=one, label=f"{shown(one)} · {conditions[one].sentence[view.language]}", chosen=one == wanted)
        for one in OBJECTIVE_IDS
        if conditions[one].round == number
    ]
    key = "setup.objective.choose" if finished else "setup.drawn"
    return (Choice(value=DRAWN, label=view.say(key), chosen=wanted == DRAWN), *found)


def _decks(view: View[Any]) -> tuple[Choice, ...]:
    boxes = [box for box in view.boxes if box != DEMO]
    wanted = view.filled.get("deck") or (boxes[0] if boxes else DEMO)
    known = [Choice(value=box, label=view.say("setup.deck.box", box), chosen=box == wanted) for box in boxes]
    return (
        *known,
        Choice(value=DEMO, label=view.say("setup.deck.demo"), chosen=wanted == DEMO),
        Choice(value="+", label=view.say("setup.deck.new"), chosen=wanted == "+"),
    )


def set_up(view: View[Any], form: Fields) -> Change:
    """Return the first entries of the table, or raise Refused with everything that is wrong."""
    errors = {}
    count = seating.count_of(form.get("players", ""), PLAYERS, USUAL)
    players: list[dict[str, str]] = []
    for seat in range(count):
        name = " ".join(form.get(f"name{seat}", "").split())
        ai = form.get(f"ai{seat}", "")
        if error := name_error(name, [player["name"] for player in players], view):
            errors[f"name{seat}"] = error
        if ai not in AI_IDS:
            errors[f"ai{seat}"] = view.say("error.ai")
        elif ai in [player["ai"] for player in players]:
            errors[f"ai{seat}"] = view.say("error.ai_twice", ai)
        players.append({"name": name, "ai": ai})
    deck = form.get("deck", DEMO)
    if deck == "+":
        deck = " ".join(form.get("new_deck", "").split()) or view.say("setup.deck.name")
        if len(deck) > MOST_LETTERS or deck in (DEMO, "+"):
            errors["deck"] = view.say("error.long", MOST_LETTERS)
        deck = view.new_box(deck)
    elif deck != DEMO and deck not in view.boxes:
        errors["deck"] = view.say("error.deck")
    rulings = seating.read_rulings(form, switches())
    finished = form.get("finished") == "1"
    for number in (1, 2):
        if finished and form.get(f"objective{number}", DRAWN) == DRAWN:
            errors[f"objective{number}"] = view.say("error.objective")
    objectives = [_objective(form.get(f"objective{number}", DRAWN), number) for number in (1, 2)]
    if errors:
        raise Refused(errors, Link.of("setup", players=count))
    setup = {"players": players, "objectives": objectives, "rulings": rulings, "deck": deck}
    if finished:
        return Change({"setup": {**setup, "finished": True}})
    return Change({"setup": setup, "settings": {"hints": True}})


def name_error(name: str, others: list[str], view: View[Any]) -> str:
    """Return what is wrong with a name; empty where nothing is."""
    if name == GRID:
        return view.say("error.grid_name")
    return seating.name_error(name, others, view)


def _objective(wanted: str, number: int) -> str:
    conditions = catalogue()
    cards = [one for one in OBJECTIVE_IDS if conditions[one].round == number]
    return wanted if wanted in cards else secrets.choice(cards)


def describe_setup(value: Any, view: View[Any]) -> str:
    """Return the set-up in words."""
    players = ", ".join(f"{player['name']} ({player['ai']})" for player in value["players"])
    return view.say("describe.setup", players, " ".join(map(shown, value["objectives"])))
