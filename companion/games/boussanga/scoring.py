"""What a game of either mode comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from companion.core.score import Score, Side, best, won_by
from companion.core.sheet import Group, Line, Reason, ScoreSheet, Together
from companion.games.boussanga import competitive, cooperative
from companion.games.boussanga.document import Plate, Record, Shared, together
from companion.games.boussanga.rules import BONUS_AT, GOAL, RANKS, SLUG, rank


def score_record(record: Record, closing: bool = True) -> Score:
    """Return what a record comes to; a table that still plays does without the lines on teams and ties."""
    return _cooperative(record) if record.cooperative else _competitive(record, closing)


def _competitive(record: Record, closing: bool) -> Score:
    finished, end = True, None
    short: dict[str, tuple[str, ...]] = {}
    if record.plates is not None:
        plates = {index: together(record.plates, side) for index, side in enumerate(record.sides)}
        for index, side in enumerate(record.sides):
            short |= dict.fromkeys(side, _without_bonus(plates, index, record))
        sheets = {
            name: ScoreSheet(name, _plate_lines(record.plates[name], short[name], record)) for name in record.names
        }
    else:
        position = competitive.replay(record)
        finished, plates = position.finished, {side: dict(plate) for side, plate in position.plates.items()}
        nothing = Line("alignment", "", (), (Reason("alignment.none"),))
        sheets = {name: ScoreSheet(name, lines or (nothing,)) for name, lines in position.lines.items()}
        end = position.why
    sums = {side[0]: sum(sheets[name].total for name in side) for side in record.sides}
    leaders = best(list(sums), lambda name: sums[name])
    winners = tuple(name for side in record.sides if side[0] in leaders for name in side)
    claimed = []
    for seat in record.seats:
        sheet = _claimed(sheets[seat.name].claiming(seat.claimed), short.get(seat.name, ()), record)
        claimed.append(sheet.and_lines(*(_closing(record, seat.name, sums, finished) if closing else ())))
    sides = [Side(side, sums[side[0]], {"tokens": plates[index]}) for index, side in enumerate(record.sides)]
    return Score(
        game=SLUG,
        sheets=tuple(claimed),
        winners=winners,
        sides=tuple(sides) if record.teams else (),
        finished=finished,
        end=end,
        won_by=won_by(list(sums), points=lambda name: sums[name]),
    )


def _closing(record: Record, name: str, sums: Mapping[str, int], finished: bool) -> Iterator[Line]:
    """Return what a team comes to, and that equal sides share the victory."""
    mine = record.side(name)
    if record.teams:
        yield Line("team", "", (), (Reason("team", (" + ".join(mine), sums[mine[0]])),))
    most = max(sums.values())
    if finished and sums[mine[0]] == most and list(sums.values()).count(most) > 1:
        yield Line("tie", "", (), (Reason("tie.shared"),))


def _without_bonus(plates: Mapping[int, Plate], side: int, record: Record) -> tuple[str, ...]:
    """Return the colours of which a side has exactly four, so that the token they bring seems to be missing."""
    others = [plate for index, plate in plates.items() if index != side]

    def taken(colour: str) -> bool:
        return record.rulings["bonus"] == "table" and any(plate.get(colour, 0) > BONUS_AT for plate in others)

    return tuple(one for one in record.values if plates[side].get(one) == BONUS_AT and not taken(one))


def _claimed(sheet: ScoreSheet, short: Sequence[str], record: Record) -> ScoreSheet:
    """Return a sheet whose claim may be right with bonus tokens that nobody put on the plate."""
    for count in range(1, len(short) + 1):
        for colours in combinations(short, count):
            if sheet.claimed == sheet.total + sum(record.values[colour] for colour in colours):
                which = Together(Reason(f"colour.{colour}") for colour in colours)
                return sheet._replace(verdict="possible", why=(Reason("claim.bonus", (sheet.claimed, which)),))
    return sheet


def _plate_lines(plate: Plate, short: Sequence[str], record: Record) -> tuple[Line, ...]:
    """Return a line for every colour of a plate; `short` are those whose bonus seems to be missing."""
    lines = []
    for colour, value in record.values.items():
        if count := plate.get(colour, 0):
            word = Reason(f"colour.{colour}")
            notes = [Reason("tokens", (word, count, value))]
            if colour in short:
                notes.append(Reason("bonus.forgotten", (word,)))
            lines.append(Line("tokens", colour, (Group((), count * value),), tuple(notes)))
    return tuple(lines) or (Line("tokens", "", (), (Reason("tokens.none"),)),)


def _cooperative(record: Record) -> Score:
    if record.shared is not None:
        shared, lines = record.shared, _plate_lines(record.shared.plate, (), record)
    else:
        position = cooperative.replay(record)
        shared = Shared(position.plate, position.turn)
        lines = position.lines or (Line("collected", "", (), (Reason("collected.none"),)),)
    points = record.points(shared.plate)
    done = points >= GOAL
    lines = (*lines, _rank_line(points, shared.discarded))
    reached = Reason(f"rank.{rank(shared.discarded).name}") if done else None
    facts = {"rank": reached, "discarded": shared.discarded}
    sheets = tuple(ScoreSheet(seat.name, lines, facts=facts).claiming(seat.claimed) for seat in record.seats)
    winners = record.names if done and shared.discarded <= RANKS[-1][0] else ()
    return Score(game=SLUG, sheets=sheets, winners=winners, finished=done)


def _rank_line(points: int, discarded: int) -> Line:
    step = rank(discarded)
    if points < GOAL:
        reason = Reason("rank.short", (points, GOAL, discarded))
    elif step.next:
        reason = Reason(
            "rank.step", (discarded, Reason(f"rank.{step.name}"), step.missing, Reason(f"rank.{step.next}"))
        )
    else:
        reason = Reason("rank.top", (discarded, Reason(f"rank.{step.name}")))
    return Line("rank", "", (), (reason,))
