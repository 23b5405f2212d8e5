"""The lines of an intermediate scoring and of the final one."""

from __future__ import annotations

from companion.core.sheet import Group, Line, Reason, Together
from companion.games.aquasphere.document import Final, Scoring
from companion.games.aquasphere.rules import (
    ALL_SUBMARINES,
    EXTENSIONS,
    SUBMARINES,
    TIME_POINTS,
    WHOLE_LABORATORY,
    scale,
)
from companion.games.aquasphere.station import majority, zones


def scoring_lines(scoring: Scoring, number: int) -> dict[str, list[Line]]:
    """Return each player's four lines of an intermediate scoring."""
    names = tuple(scoring.harvests)
    held = {name: zones(scoring.sectors, name) for name in names}
    points = majority({name: len(held[name]) for name in names})
    return {
        name: [
            _majority(name, held, points, number),
            _robots(scoring.harvests[name].robots, number),
            _crystals(scoring.harvests[name].crystals, number),
            _octopods(held[name], scoring, number),
        ]
        for name in names
    }


def _majority(name: str, held: dict[str, tuple[str, ...]], points: dict[str, int], number: int) -> Line:
    mine = held[name]
    most = max(map(len, held.values()))
    if not points[name]:
        leaders = [other for other in held if len(held[other]) == most]
        less = Reason("majority.less", (len(mine), ", ".join(leaders), most))
        reason = less if most else Reason("majority.nobody")
        return Line("majority", "", (), (reason,), round=number)
    tied = [other for other in held if other != name and points[other]]
    reason = Reason("majority.tied", (len(mine), ", ".join(tied))) if tied else Reason("majority", (len(mine),))
    return Line("majority", "", (Group(mine, points[name]),), (reason,), round=number)


def _robots(count: int, number: int) -> Line:
    groups = (Group((), count),) if count else ()
    reason = Reason("robots", (count,)) if count else Reason("robots.none")
    return Line("robots", "", groups, (reason,), round=number)


def _crystals(count: int, number: int) -> Line:
    groups = (Group((), scale(count)),) if count else ()
    reason = Reason("crystals", (count, scale(count))) if count else Reason("crystals.none")
    return Line("crystals", "", groups, (reason,), round=number)


def _octopods(mine: tuple[str, ...], scoring: Scoring, number: int) -> Line:
    infested = [(letter, scoring.sectors[letter].octopods) for letter in mine if scoring.sectors[letter].octopods]
    groups = tuple(Group((letter,), -scale(count)) for letter, count in infested)
    if infested:
        each = Together(Reason("octopods.sector", (letter, count, -scale(count))) for letter, count in infested)
        reason = Reason("octopods.remaining", (each,))
    else:
        reason = Reason("octopods.clean" if mine else "octopods.no_sector")
    return Line("octopods", "", groups, (reason,), round=number)


def final_lines(final: Final) -> list[Line]:
    """Return the four lines of the final scoring."""
    letters, time = sorted(set(final.letters)), final.time
    submarines, extensions = final.submarines, final.extensions
    whole_fleet, finished = submarines == SUBMARINES, extensions == EXTENSIONS
    return [
        _final(
            "letters", scale(len(letters)), Reason("letters", (", ".join(letters), scale(len(letters)))), "letters.none"
        ),
        _final("time", time * TIME_POINTS, Reason("time", (time,)), "time.none"),
        _final("submarines", ALL_SUBMARINES * whole_fleet, Reason("submarines"), "submarines.none", submarines),
        _final("laboratory", WHOLE_LABORATORY * finished, Reason("laboratory"), "laboratory.none", extensions),
    ]


def _final(kind: str, points: int, reason: Reason, missing: str, *numbers: int) -> Line:
    if not points:
        return Line(kind, "", (), (Reason(missing, numbers),))
    return Line(kind, "", (Group((), points),), (reason,))
