"""Pages to look something up: a charging station that fills, and what pays what. Nothing is entered here."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.table import Link, Page, View
from companion.games.aquasphere.pages.state import State
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


@dataclass(frozen=True, kw_only=True)
class ChargingPage(Page):
    """A sector to which a robot comes."""

    template: str = "charging.html"
    limit: str
    comes: Question
    control: Question
    station: tuple[Stepper, ...]
    says: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PricesPage(Page):
    """What pays what."""

    template: str = "prices.html"
    scale: tuple[tuple[int, int], ...]
    facts: tuple[str, ...]
    bulbs: tuple[tuple[int, int, bool], ...]  # round, points, now


def charging_page(view: View[State], args: Fields) -> ChargingPage:
    """Return what a robot that comes to a control zone pushes away."""
    players = len(view.state.names)
    seats = [(str(seat), name) for seat, name in enumerate(view.state.names)]
    neutral = [(NEUTRAL, view.say("charging.neutral"))] if players == 3 else []
    words = dict([*seats, *neutral])
    comes = args.word("comes", words, str(view.seat or 0))
    control = args.word("control", words)
    robots = {who: args.number(f"s{who}", range(STATION[players] + 1), 0) for who, _ in (*seats, *neutral)}
    link = Link.of("charging", comes=comes, **{f"s{who}": str(count) for who, count in robots.items()})
    link = link.but(control=control)
    placed = place_robot(comes, control, {who: count for who, count in robots.items() if count}, players)
    inside = ", ".join(f"{words[who]} {count}" for who, count in placed.station.items())
    says = [view.say("charging.control", words[comes])]
    says.append(view.say("charging.inside", inside or view.say("charging.empty")))
    says += [view.say("charging.removed", words[who], count) for who, count in placed.removed.items()]
    nobody = ("", view.say("station.nobody"))
    free = STATION[players] - sum(robots.values())
    return ChargingPage(
        title=view.say("charging.title"),
        limit=view.say("charging.limit", STATION[players], players),
        comes=Question(
            title=view.say("charging.comes"),
            options=tuple(Option(label=name, link=link.but(comes=who), chosen=who == comes) for who, name in seats),
        ),
        control=Question(
            title=view.say("charging.was"),
            options=tuple(
                Option(label=name, link=link.but(control=who), chosen=who == control) for who, name in (nobody, *seats)
            ),
        ),
        station=tuple(
            stepper(link, f"s{who}", words[who], count, range(count + free + 1), view) for who, count in robots.items()
        ),
        says=tuple(says),
    )


def prices_page(view: View[State], args: Fields) -> PricesPage:
    """Return what pays what."""
    storage = ", ".join(f"{view.say(f'store.{key}')} {count}" for key, count in STORAGE.items())
    stations = ", ".join(view.say("prices.players", players, limit) for players, limit in STATION.items())
    return PricesPage(
        title=view.say("prices.title"),
        scale=tuple(enumerate(SCALE, 1)),
        facts=(
            view.say("prices.majority", MAJORITY, MAJORITY_TIED),
            view.say("prices.red"),
            view.say("prices.programmed", PROGRAMMED),
            view.say("prices.storage", storage),
            view.say("prices.station", stations),
            view.say("prices.fleet", SUBMARINES, ALL_SUBMARINES),
            view.say("prices.laboratory", EXTENSIONS, WHOLE_LABORATORY),
            view.say("prices.ties"),
        ),
        bulbs=tuple((number, points, number == view.state.round) for number, points in enumerate(BULBS, 1)),
    )
