"""Pages to look something up: a charging station that fills, and what pays what. Nothing is entered here."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.table import Link, Page, View
from companion.games.aquasphere.pages.state import State
from companion.games.aquasphere.pages.words import say
from companion.games.aquasphere.rules import (
    ALL_SUBMARINES,
    BULBS,
    EXTENSIONS,
    MAJORITY,
    MAJORITY_TIED,
    PROGRAMMED,
    SCALE,
    STATION,
    STORAGE,
    SUBMARINES,
    WHOLE_LABORATORY,
)
from companion.games.aquasphere.station import place_robot
from companion.pages.fields import Fields
from companion.pages.parts import Option, Question, Stepper, stepper

NEUTRAL = "neutral"


@dataclass(frozen=True)
class ChargingPage(Page):
    """A sector to which a robot comes."""

    limit: str
    comes: Question
    control: Question
    station: tuple[Stepper, ...]
    says: tuple[str, ...]


@dataclass(frozen=True)
class PricesPage(Page):
    """What pays what."""

    scale: tuple[tuple[int, int], ...]
    facts: tuple[str, ...]
    bulbs: tuple[tuple[int, int, bool], ...]  # round, points, now


def charging_page(view: View[State], args: Fields) -> ChargingPage:
    """Return what a robot that comes to a control zone pushes away."""
    state = view.state
    language, players = view.language, len(state.names)
    seats = [(str(seat), name) for seat, name in enumerate(state.names)]
    neutral = [(NEUTRAL, say(language, "charging.neutral"))] if players == 3 else []
    words = dict([*seats, *neutral])
    comes = args.word("comes", words, str(view.seat or 0))
    control = args.word("control", words)
    robots = {who: args.number(f"s{who}", range(STATION[players] + 1), 0) for who, _ in (*seats, *neutral)}
    link = Link("charging", {"comes": comes, **{f"s{who}": str(count) for who, count in robots.items()}})
    link = link.but(control=control)
    placed = place_robot(comes, control, {who: count for who, count in robots.items() if count}, players)
    inside = ", ".join(f"{words[who]} {count}" for who, count in placed.station.items())
    says = [say(language, "charging.control", words[comes])]
    says.append(say(language, "charging.inside", inside or say(language, "charging.empty")))
    says += [say(language, "charging.removed", words[who], count) for who, count in placed.removed.items()]
    nobody = ("", say(language, "station.nobody"))
    free = STATION[players] - sum(robots.values())
    return ChargingPage(
        "charging.html",
        say(language, "charging.title"),
        say(language, "charging.limit", STATION[players], players),
        Question(
            say(language, "charging.comes"),
            tuple(Option(name, link.but(comes=who), who == comes) for who, name in seats),
        ),
        Question(
            say(language, "charging.was"),
            tuple(Option(name, link.but(control=who), who == control) for who, name in (nobody, *seats)),
        ),
        tuple(
            stepper(link, f"s{who}", words[who], count, range(count + free + 1), language)
            for who, count in robots.items()
        ),
        tuple(says),
    )


def prices_page(view: View[State], args: Fields) -> PricesPage:
    """Return what pays what."""
    state = view.state
    language = view.language
    storage = ", ".join(f"{say(language, f'store.{key}')} {count}" for key, count in STORAGE.items())
    stations = ", ".join(say(language, "prices.players", players, limit) for players, limit in STATION.items())
    return PricesPage(
        "prices.html",
        say(language, "prices.title"),
        tuple(enumerate(SCALE, 1)),
        (
            say(language, "prices.majority", MAJORITY, MAJORITY_TIED),
            say(language, "prices.red"),
            say(language, "prices.programmed", PROGRAMMED),
            say(language, "prices.storage", storage),
            say(language, "prices.station", stations),
            say(language, "prices.fleet", SUBMARINES, ALL_SUBMARINES),
            say(language, "prices.laboratory", EXTENSIONS, WHOLE_LABORATORY),
            say(language, "prices.ties"),
        ),
        tuple((number, points, number == state.round) for number, points in enumerate(BULBS, 1)),
    )
