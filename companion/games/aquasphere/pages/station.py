"""The station at a scoring: whose robot is in each control zone, and the octopods there. Entered once for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.table import Change, Link, NoSuchPage, Page, PagePart, Refused, View
from companion.games.aquasphere.pages.state import State, verify_change
from companion.games.aquasphere.pages.track import track_to_keep
from companion.games.aquasphere.rules import OCTOPODS, ROUNDS, SECTORS
from companion.games.aquasphere.station import majority
from companion.pages.fields import Fields, number_in, refusing
from companion.pages.parts import Confirm, Option, Stepper, form_button, on_to, options, stepper

NOBODY = "-"


class SectorView(PagePart):
    """A sector: who may control it, and how many octopods are there."""

    letter: str
    control: tuple[Option, ...]
    octopods: Stepper


class StationPage(Page):
    """All six sectors."""

    sectors: tuple[SectorView, ...]
    majority: str
    confirm: Confirm | None = None
    error: str = ""


def round_of(args: Fields, state: State) -> int:
    """Return a round that has been played or is being played."""
    number = args.number("round", range(1, ROUNDS + 1), min(state.round, ROUNDS))
    if number > state.round:
        raise NoSuchPage("round")
    return number


def _read(args: Fields, state: State, number: int) -> dict[str, dict[str, Any]]:
    """Return the sectors of an address or a form over what was entered: 'A' is '0.2', seat 0 and two octopods."""
    known: Mapping[str, Any] = state.entries.get(f"station/{number}", {})
    sectors = {}
    for letter in SECTORS:
        # What was noted of robots during the round stands there already.
        zone = state.zone(letter)
        robots = {"station": dict(zone.station)} if zone.station else {}
        before = known.get(letter, {"control": zone.control, "octopods": 0, **robots})
        who, dot, count = args.get(letter, "").partition(".")
        if dot:
            seat = None if who == NOBODY else number_in(who, range(len(state.names)))
            before = {**before, "control": seat, "octopods": number_in(count, range(OCTOPODS + 1))}
        sectors[letter] = before
    return sectors


def _text(sector: Mapping[str, Any]) -> str:
    return f"{NOBODY if sector['control'] is None else sector['control']}.{sector['octopods']}"


def station_page(view: View[State], args: Fields) -> StationPage:
    """Return the page of the station."""
    state = view.state
    number = round_of(args, state)
    sectors = _read(args, state, number)
    link = Link.of("station", round=number, **{letter: _text(sector) for letter, sector in sectors.items()})
    seats: dict[object, str] = {NOBODY: view.say("station.nobody"), **dict(enumerate(state.names))}
    found = []
    free = OCTOPODS - sum(sector["octopods"] for sector in sectors.values())
    for letter, sector in sectors.items():
        who, count = _text(sector).split(".")
        controls = {f"{one}.{count}": name for one, name in seats.items()}
        octopods = stepper(
            link,
            letter,
            view.say("station.octopods", letter),
            int(count),
            range(min(OCTOPODS, int(count) + free) + 1),
            view,
            write=f"{who}.{{}}".format,
        )
        found.append(
            SectorView(letter=letter, control=options(link, letter, controls, _text(sector)), octopods=octopods)
        )
    held = {name: sum(s["control"] == seat for s in sectors.values()) for seat, name in enumerate(state.names)}
    points = majority(held)
    said = ", ".join(f"{name} {held[name]}" + (f" (+{points[name]})" if points[name] else "") for name in held)
    return StationPage(
        title=view.say("station.title", number),
        sectors=tuple(found),
        majority=said,
        confirm=form_button(view, "station", link.args, "station.enter") if view.plays else None,
        error=view.errors.get("station", ""),
    )


def enter_station(view: View[State], form: Fields) -> Change:
    """Enter the station of a round."""
    state = view.state
    number = round_of(form, state)
    sectors = _read(form, state, number)
    back = Link.of("station", round=number, **{letter: _text(sector) for letter, sector in sectors.items()})
    count = sum(sector["octopods"] for sector in sectors.values())
    if count > OCTOPODS:
        raise Refused({"station": view.say("error.octopods", count, OCTOPODS)}, back)
    change = {f"station/{number}": sectors, **track_to_keep(view)}
    if number == state.round:
        change |= {
            f"zone/{letter}": {"control": sector["control"], "station": sector.get("station", {})}
            for letter, sector in sectors.items()
            if f"zone/{letter}" in state.entries and state.zone(letter).control != sector["control"]
        }
        with refusing(view, "station", back):
            verify_change(state, change)
    # After the station comes what this phone has to enter in the scoring.
    waiting = [seat for seat in state.seats if not state.harvested(number, seat)]
    return Change(change, on_to(view, "harvest", waiting, Link(), round=number))
