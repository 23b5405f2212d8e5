"""A new table: players in seating order, AI cards, objectives, rulings, deck."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Form, Link, Page, Refused, View
from companion.games.ai100.cards import AI_IDS, OBJECTIVE_IDS
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.document import MOST_PLAYERS
from companion.games.ai100.pages.state import DEMO
from companion.games.ai100.pages.words import say, shown
from companion.games.ai100.rulings import switches
from companion.games.ai100.scoring import GRID

MOST_LETTERS = 24
DRAWN = "drawn"


@dataclass(frozen=True)
class Choice:
    """One line of a select or one radio button."""

    value: str
    label: str
    chosen: bool = False


@dataclass(frozen=True)
class Place:
    """A seat on the set-up page."""

    number: int
    name: str
    ais: tuple[Choice, ...]
    error: str = ""


@dataclass(frozen=True)
class SetupPage(Page):
    """The set-up page."""

    counts: tuple[Choice, ...]
    places: tuple[Place, ...]
    objectives: tuple[tuple[Choice, ...], ...]
    rulings: tuple[tuple[str, str, tuple[Choice, ...]], ...]  # key, question, answers
    decks: tuple[Choice, ...]
    new_deck: str
    errors: dict[str, str]
    finished: bool = False  # the game is over, and its tableaux are to be scored


def setup_page(view: View, args: Form) -> SetupPage:
    """Return the set-up page, blank or as it was filled in."""
    filled, language = view.filled, view.language
    count = _count(filled.get("players") or args.get("players", ""))
    finished = (filled or args).get("finished") == "1"
    conditions = catalogue()
    places = []
    for seat in range(count):
        wanted = filled.get(f"ai{seat}", "")
        ais = tuple(Choice(ai, f"{ai} · {conditions[ai].sentence[language]}", ai == wanted) for ai in AI_IDS)
        name = filled.get(f"name{seat}", say(language, "setup.player", seat + 1))
        places.append(Place(seat, name, ais, view.errors.get(f"name{seat}") or view.errors.get(f"ai{seat}", "")))
    rulings = tuple(
        (
            key,
            switch[language],
            tuple(
                Choice(value, words[language], value == filled.get(f"ruling_{key}", next(iter(switch["values"]))))
                for value, words in switch["values"].items()
            ),
        )
        for key, switch in switches().items()
    )
    return SetupPage(
        "setup.html",
        say(language, "setup.title"),
        tuple(Choice(str(n), str(n), n == count) for n in range(1, MOST_PLAYERS + 1)),
        tuple(places),
        tuple(_objectives(view, number, finished=finished) for number in (1, 2)),
        rulings,
        _decks(view),
        filled.get("new_deck", ""),
        dict(view.errors),
        finished,
    )


def _count(text: str) -> int:
    return int(text) if text.isdecimal() and 1 <= int(text[:2]) <= MOST_PLAYERS else 3


def _objectives(view: View, number: int, *, finished: bool) -> tuple[Choice, ...]:
    wanted = view.filled.get(f"objective{number}", DRAWN)
    conditions = catalogue()
    found = [
        Choice(one, f"{shown(one)} · {conditions[one].sentence[view.language]}", one == wanted)
        for one in OBJECTIVE_IDS
        if conditions[one].round == number
    ]
    key = "setup.objective.choose" if finished else "setup.drawn"
    return (Choice(DRAWN, say(view.language, key), wanted == DRAWN), *found)


def _decks(view: View) -> tuple[Choice, ...]:
    boxes = [box for box in view.boxes if box != DEMO]
    wanted = view.filled.get("deck") or (boxes[0] if boxes else DEMO)
    known = [Choice(box, say(view.language, "setup.deck.box", box), box == wanted) for box in boxes]
    return (
        *known,
        Choice(DEMO, say(view.language, "setup.deck.demo"), wanted == DEMO),
        Choice("+", say(view.language, "setup.deck.new"), wanted == "+"),
    )


def set_up(view: View, form: Form) -> Change:
    """Return the first entries of the table, or raise Refused with everything that is wrong."""
    language, errors = view.language, {}
    count = _count(form.get("players", ""))
    players: list[dict[str, str]] = []
    for seat in range(count):
        name = " ".join(form.get(f"name{seat}", "").split())
        ai = form.get(f"ai{seat}", "")
        if error := name_error(name, [player["name"] for player in players], language):
            errors[f"name{seat}"] = error
        if ai not in AI_IDS:
            errors[f"ai{seat}"] = say(language, "error.ai")
        elif ai in [player["ai"] for player in players]:
            errors[f"ai{seat}"] = say(language, "error.ai_twice", ai)
        players.append({"name": name, "ai": ai})
    deck = form.get("deck", DEMO)
    if deck == "+":
        deck = " ".join(form.get("new_deck", "").split()) or say(language, "setup.deck.name")
        if len(deck) > MOST_LETTERS or deck in (DEMO, "+"):
            errors["deck"] = say(language, "error.long", MOST_LETTERS)
    elif deck != DEMO and deck not in view.boxes:
        errors["deck"] = say(language, "error.deck")
    rulings = _rulings(form)
    finished = form.get("finished") == "1"
    for number in (1, 2):
        if finished and form.get(f"objective{number}", DRAWN) == DRAWN:
            errors[f"objective{number}"] = say(language, "error.objective")
    objectives = [_objective(form.get(f"objective{number}", DRAWN), number) for number in (1, 2)]
    if errors:
        raise Refused(errors, Link("setup", {"players": str(count)}))
    setup = {"players": players, "objectives": objectives, "rulings": rulings, "deck": deck}
    if finished:
        return Change({"setup": {**setup, "finished": True}})
    return Change({"setup": setup, "settings": {"hints": True}})


def name_error(name: str, others: list[str], language: str) -> str:
    """Return what is wrong with a name; empty where nothing is."""
    if not name:
        return say(language, "error.name")
    if len(name) > MOST_LETTERS:
        return say(language, "error.long", MOST_LETTERS)
    if name == GRID:
        return say(language, "error.grid_name")
    return say(language, "error.name_twice") if name in others else ""


def _rulings(form: Form) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for key, switch in switches().items():
        default, *others = switch["values"]
        value = form.get(f"ruling_{key}", default)
        if value in others:
            chosen[key] = value
    return chosen


def _objective(wanted: str, number: int) -> str:
    conditions = catalogue()
    cards = [one for one in OBJECTIVE_IDS if conditions[one].round == number]
    return wanted if wanted in cards else secrets.choice(cards)


def describe_setup(value: Any, language: str) -> str:
    """Return the set-up in words."""
    players = ", ".join(f"{player['name']} ({player['ai']})" for player in value["players"])
    return say(language, "describe.setup", players, " ".join(map(shown, value["objectives"])))
