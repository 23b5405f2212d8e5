"""The solo ranks."""

from __future__ import annotations

from typing import NamedTuple

# From how many points on a rank is reached.
RANKS = ((111, "Mentat"), (117, "AL9000"), (123, "Shyrka"), (129, "Cortana"), (135, "Skynet"), (142, "PRIV8"))
FAILURE = "failure"


class Rank(NamedTuple):
    """A rank, the next one above it, and how many points it is away; there is none above the last."""

    name: str
    next: str
    missing: int


def rank(score: int) -> Rank:
    """Return the rank of a solo score."""
    reached = [name for least, name in RANKS if score >= least]
    above = [(least, name) for least, name in RANKS if score < least]
    least, name = above[0] if above else (score, "")
    return Rank(reached[-1] if reached else FAILURE, name, least - score)
