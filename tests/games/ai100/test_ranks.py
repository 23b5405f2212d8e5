"""Solo ranks: the bottom of each rank, and where a score stands among games played at random."""

from __future__ import annotations

import pytest

from companion.games.ai100.ranks import beats_random_games, rank


@pytest.mark.parametrize(
    ("score", "name", "above", "missing"),
    [
        (-3, "failure", "Mentat", 114),
        (110, "failure", "Mentat", 1),
        (111, "Mentat", "AL9000", 6),
        (116, "Mentat", "AL9000", 1),
        (117, "AL9000", "Shyrka", 6),
        (123, "Shyrka", "Cortana", 6),
        (129, "Cortana", "Skynet", 6),
        (135, "Skynet", "PRIV8", 7),
        (142, "PRIV8", "", 0),
        (300, "PRIV8", "", 0),
    ],
)
def test_rank(score: int, name: str, above: str, missing: int) -> None:
    assert rank(score) == (name, above, missing)


def test_among_random_games() -> None:
    assert beats_random_games(0) == 0
    assert beats_random_games(1000) == 1
    assert 0 < beats_random_games(30) < beats_random_games(60) < 1
