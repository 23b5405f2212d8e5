"""What the game comes to: counters, laps, and who wins."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.score import Score, best, won_by
from companion.core.sheet import Line, Reason, ScoreSheet
from companion.games.aquasphere.document import Record
from companion.games.aquasphere.replay import TIE_BREAKS, Counter, of_counter, replay
from companion.games.aquasphere.rules import SLUG
from companion.games.aquasphere.track import laps

_NOTHING = Line("play", "", (), (Reason("play.none"),))


def score_record(record: Record) -> Score:
    """Return what a record comes to."""
    counters = replay(record)
    ties = _ties(counters) if record.finals else {}
    sheets = {
        name: ScoreSheet(name, (*(counter.lines or [_NOTHING]), *ties.get(name, ())))
        for name, counter in counters.items()
    }
    claimed = tuple(
        sheets[seat.name]._replace(facts=_standing(counters[seat.name], record)).claiming(seat.claimed)
        for seat in record.seats
    )
    # Ties are broken at the end only; before it, all who lead are named.
    breaks = {key: of_counter(counters, key) for key in TIE_BREAKS} if record.finals else {}
    ranked = {"points": lambda name: sheets[name].total, **breaks}
    return Score(
        game=SLUG,
        sheets=claimed,
        winners=best(record.names, *ranked.values()),
        finished=record.finals is not None,
        won_by=won_by(record.names, **ranked),
    )


def _ties(counters: Mapping[str, Counter]) -> dict[str, tuple[Line, ...]]:
    """Return, for those who are equal at the top, what parts them."""
    left = best(list(counters), of_counter(counters, "position"))
    notes: dict[str, tuple[Reason, ...]] = dict.fromkeys(left, ())
    for key in TIE_BREAKS:
        if len(left) > 1:
            value = of_counter(counters, key)
            counts = ", ".join(f"{name} {value(name)}" for name in left)
            ahead = best(left, value)
            equal = Reason(f"tie.{key}.equal", (value(left[0]),))
            said = equal if ahead == left else Reason(f"tie.{key}", (counts,))
            notes |= {name: (*notes[name], said) for name in left}
            left = ahead
    if len(left) > 1:
        notes |= {name: (*notes[name], Reason("tie.shared")) for name in left}
    return {name: (Line("tie", "", (), reasons),) for name, reasons in notes.items() if reasons}


def _standing(counter: Counter, record: Record) -> dict[str, int]:
    standing = {"control": counter.control, "crystals": counter.crystals}
    if record.track and record.track.length:
        rounds, space = laps(counter.position, record.track.length)
        standing |= {"laps": rounds, "space": space}
    return standing
