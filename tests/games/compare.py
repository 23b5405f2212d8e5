"""Four games against their second implementations, refusals included: `python -m tests.games.compare 2000`."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from companion.core.errors import CompanionError
from companion.registry import find_game

GAMES = ("collexion", "aquasphere", "pilier", "boussanga")


def engine_says(document: dict[str, Any]) -> tuple[dict[str, int], list[str], bool] | None:
    """Return totals, winners and whether the game is over; None where the engine refuses the file."""
    try:
        score = find_game(document["game"]).score(document).say("en")
    except CompanionError:
        return None
    return {player["name"]: player["total"] for player in score["players"]}, score["winners"], score["finished"]


def differences(slug: str, amount: int, seed: int) -> Iterator[tuple[dict[str, Any], Any, Any]]:
    """Return the random games on which engine and second implementation differ, with what both say."""
    at_random = import_module(f"tests.games.{slug}.at_random")
    naive = import_module(f"tests.games.{slug}.naive")
    dice = random.Random(seed)
    for _ in range(amount):
        document = at_random.a_document(dice)
        ours, theirs = engine_says(document), naive.verdict(document)
        if ours != theirs:
            yield document, ours, theirs


def main() -> None:
    """Print every difference; the exit status says whether there was one."""
    amount = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    slugs = sys.argv[3:] or GAMES
    found = 0
    for slug in slugs:
        count = 0
        for document, ours, theirs in differences(slug, amount, seed):
            count += 1
            print(json.dumps(document), "engine:", ours, "slow way:", theirs, sep="\n")
        print(f"{slug}: {amount} games, {count} differences")
        found += count
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
