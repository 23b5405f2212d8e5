"""The solo ranks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

from companion.core.game import RankStep
from companion.paths import DATA

# From how many points on a rank is reached.
RANKS = ((111, "Mentat"), (117, "AL9000"), (123, "Shyrka"), (129, "Cortana"), (135, "Skynet"), (142, "PRIV8"))
FAILURE = "failure"


def rank(score: int) -> RankStep:
    """Return the rank of a solo score."""
    reached = [name for least, name in RANKS if score >= least]
    above = [(least, name) for least, name in RANKS if score < least]
    least, name = above[0] if above else (score, "")
    return RankStep(reached[-1] if reached else FAILURE, name, least - score)


@cache
def _simulated() -> Mapping[int, int]:
    document = json.loads((DATA / "ai100" / "solo-simulation.json").read_text("utf-8"))
    return {int(score): count for score, count in document["scores"].items()}


def beats_random_games(score: int) -> float:
    """Return the share of simulated solo games, played at random with the demo deck, that scored less."""
    games = _simulated()
    return sum(count for total, count in games.items() if total < score) / sum(games.values())
