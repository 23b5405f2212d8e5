"""The solo ranks."""

from __future__ import annotations

from companion.core.game import RankStep

# From how many points on a rank is reached.
RANKS = ((111, "Mentat"), (117, "AL9000"), (123, "Shyrka"), (129, "Cortana"), (135, "Skynet"), (142, "PRIV8"))
FAILURE = "failure"


def rank(score: int) -> RankStep:
    """Return the rank of a solo score."""
    reached = [name for least, name in RANKS if score >= least]
    above = [(least, name) for least, name in RANKS if score < least]
    least, name = above[0] if above else (score, "")
    return RankStep(reached[-1] if reached else FAILURE, name, least - score)
