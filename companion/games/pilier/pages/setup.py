"""A new table: players in seating order and the switch of the rules; both can be corrected later."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.table import Change, Form, Link, Page, Refused, View
from companion.games.pilier.pages.parts import whole
from companion.games.pilier.pages.state import names
from companion.games.pilier.pages.words import say
from companion.games.pilier.rules import CARDS, PLAYERS, SWITCHES

MOST_LETTERS = 24
USUAL = 4


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
    """The set-up page, and the settings of a table."""

    counts: tuple[Choice, ...]
    places: tuple[Place, ...]
    rulings: tuple[tuple[str, str, tuple[Choice, ...]], ...]  # key, question, answers
    cards: str
    may: bool = True


def setup_page(view: View, args: Form) -> SetupPage:
    """Return the set-up page, blank or as it was filled in."""
    filled, language = view.filled, view.language
    count = _count(filled.get("players") or args.get("players", ""))
    blank = [say(language, "setup.player", seat + 1) for seat in range(count)]
    return SetupPage(
        "setup.html",
        say(language, "setup.title"),
        tuple(Choice(str(number), str(number), number == count) for number in PLAYERS),
        _places(view, blank),
        _rulings(language, {key: filled.get(f"ruling_{key}", "") for key in SWITCHES}),
        say(language, "setup.cards", CARDS[count], count),
    )


def _count(text: str) -> int:
    return int(text) if text in map(str, PLAYERS) else USUAL


def _places(view: View, old: list[str]) -> tuple[Place, ...]:
    return tuple(
        Place(seat, view.filled.get(f"name{seat}", name), view.errors.get(f"name{seat}", ""))
        for seat, name in enumerate(old)
    )


def _rulings(language: str, chosen: Form) -> tuple[tuple[str, str, tuple[Choice, ...]], ...]:
    found = []
    for key, switch in SWITCHES.items():
        wanted = chosen.get(key) or next(iter(switch["values"]))
        answers = (Choice(value, words[language], value == wanted) for value, words in switch["values"].items())
        found.append((key, str(switch[language]), tuple(answers)))
    return tuple(found)


def set_up(view: View, form: Form) -> Change:
    """Return the first entries of the table, or raise Refused with everything that is wrong."""
    count = _count(form.get("players", ""))
    players, errors = _named([""] * count, form, view.language)
    if errors:
        raise Refused(errors, Link("setup", {"players": str(count)}))
    return Change({"setup": {"players": players, "rulings": _chosen(form)}})


def _chosen(form: Form) -> dict[str, str]:
    found = {}
    for key, switch in SWITCHES.items():
        value = form.get(f"ruling_{key}", "")
        found[key] = value if value in switch["values"] else next(iter(switch["values"]))
    return found


def _named(old: list[str], form: Form, language: str) -> tuple[list[str], dict[str, str]]:
    """Return the players with the names of a form, and what is wrong with them."""
    players: list[str] = []
    errors: dict[str, str] = {}
    for seat, before in enumerate(old):
        name = " ".join(form.get(f"name{seat}", before).split())
        if not name:
            errors[f"name{seat}"] = say(language, "error.name")
        elif len(name) > MOST_LETTERS:
            errors[f"name{seat}"] = say(language, "error.long", MOST_LETTERS)
        elif name in players:
            errors[f"name{seat}"] = say(language, "error.name_twice")
        players.append(name)
    return players, errors


def settings_page(view: View, args: Form) -> SetupPage:
    """Return the page on which names and the switch are corrected."""
    setup, language = view.entries["setup"], view.language
    return SetupPage(
        "settings.html",
        say(language, "settings.title"),
        (),
        _places(view, setup["players"]),
        _rulings(language, setup["rulings"]),
        say(language, "setup.cards", CARDS[len(setup["players"])], len(setup["players"])),
        view.everybody or view.seat is not None,
    )


def change_settings(view: View, form: Form) -> Change:
    """Keep corrected names and the switch."""
    players, errors = _named(view.entries["setup"]["players"], form, view.language)
    if errors:
        raise Refused(errors, Link("settings"))
    return Change({"setup": {"players": players, "rulings": _chosen(form)}})


def seat_of(args: Form, view: View) -> int:
    """Return the seat of an address or a form: the phone's own where none is named."""
    own = view.seat if view.seat is not None else 0
    return whole(args, "seat", range(len(names(view.entries))), own)
