"""The station: who controls most, which robots a charging station keeps, what submarines cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.core.errors import NOWHERE, Illegal, Place
from companion.core.sheet import Reason
from companion.games.aquasphere.rules import BULBS, MAJORITY, MAJORITY_TIED, STATION, SUBMARINES


class Sector(NamedTuple):
    """A sector at a scoring: whose robot is in its control zone ('' for nobody), the octopods, the charging station."""

    control: str = ""
    octopods: int = 0
    station: Mapping[str, int] = {}
    neutral: bool = False  # whether a neutral robot is in the charging station, too


def zones(sectors: Mapping[str, Sector], name: str) -> tuple[str, ...]:
    """Return the sectors that a player controls."""
    return tuple(letter for letter, sector in sectors.items() if sector.control == name)


def majority(robots: Mapping[str, int]) -> dict[str, int]:
    """Return what each player gets for his robots in control zones: 6 for most, 3 each where several have most."""
    most = max(robots.values())
    leaders = [name for name, count in robots.items() if count == most and count]
    points = MAJORITY if len(leaders) == 1 else MAJORITY_TIED
    return {name: points if name in leaders else 0 for name in robots}


class Placed(NamedTuple):
    """A sector after a robot came: who controls it, who is in its charging station, who takes how many back."""

    control: str
    station: Mapping[str, int]
    removed: Mapping[str, int]


def place_robot(robot: str, control: str, station: Mapping[str, int], players: int) -> Placed:
    """Return what a robot in a control zone pushes away. Past the limit everybody leaves one robot only."""
    robots = dict(station)
    if control:
        robots[control] = robots.get(control, 0) + 1
    if sum(robots.values()) <= STATION[players]:
        return Placed(robot, robots, {})
    removed = {name: count - 1 for name, count in robots.items() if count > 1}
    return Placed(robot, {name: min(count, 1) for name, count in robots.items()}, removed)


def submarine_cost(printed: int, half: bool = False) -> int:
    """Return the time markers that a submarine costs; a research card halves them, rounded down."""
    return printed // 2 if half else printed


def verify_submarine(
    printed: int, time: int, placed: int, here: bool, half: bool = False, place: Place = NOWHERE
) -> int:
    """Return the time markers to pay, or raise why a submarine cannot be placed."""
    cost = submarine_cost(printed, half)
    if placed >= SUBMARINES:
        raise Illegal(Reason("aquasphere:error.all_placed", (SUBMARINES,)), place)
    if here:
        raise Illegal(Reason("aquasphere:error.here_already"), place)
    if cost > time:
        raise Illegal(Reason("aquasphere:error.cost", (cost, time)), place)
    return cost


def bulb(round_number: int) -> int:
    """Return the points on the central tile: for placing a submarine, and for taking a research card."""
    return BULBS[round_number - 1]
