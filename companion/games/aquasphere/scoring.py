"""The score document: counters, laps, and who wins."""

from __future__ import annotations

from typing import Any

from companion.core.score import best, player_document, score_document
from companion.core.sheet import ScoreSheet
from companion.games.aquasphere.document import Record
from companion.games.aquasphere.replay import Counter, replay
from companion.games.aquasphere.rules import SLUG, texts
from companion.games.aquasphere.track import laps


def score_record(record: Record, language: str) -> dict[str, Any]:
    """Return the score document of a record."""
    words = texts(language)
    counters = replay(record)
    sheets = {name: ScoreSheet(name, tuple(counter.lines)) for name, counter in counters.items()}
    players = [
        player_document(sheets[seat.name], seat.claimed, words, **_standing(counters[seat.name], record))
        for seat in record.seats
    ]
    winners = best(
        record.names,
        lambda name: sheets[name].total,
        lambda name: counters[name].control,
        lambda name: counters[name].crystals,
    )
    return score_document(SLUG, players, winners) | {"finished": record.finals is not None}


def _standing(counter: Counter, record: Record) -> dict[str, int]:
    standing = {"control": counter.control, "crystals": counter.crystals}
    if record.track and record.track.length:
        rounds, space = laps(counter.position, record.track.length)
        standing |= {"laps": rounds, "space": space}
    return standing
