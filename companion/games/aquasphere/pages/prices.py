"""What everything is worth, to look up."""

from __future__ import annotations

from companion.core.table import Page, View
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
from companion.pages.fields import Fields


class PricesPage(Page):
    """What pays what."""

    scale: tuple[tuple[int, int], ...]
    facts: tuple[str, ...]
    bulbs: tuple[tuple[int, int, bool], ...]  # round, points, now


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
