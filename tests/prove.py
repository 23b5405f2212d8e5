"""The engine against the naive scorer on random placements: `python -m tests.prove 1000000`."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import NamedTuple

from companion.games.ai100.board import AI_CELL
from companion.games.ai100.cards import CORNERS
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.rulings import Rulings
from companion.games.ai100.scoring import score
from companion.games.ai100.tableau import Tableau
from tests.naive import conditions as naive
from tests.randoms import random_rulings, random_tableau

SOURCES = (
    *(f"{n:03d}" for n in range(1, 99)),
    *("117", "118", "119", "120"),
    *(f"O{n}" for n in range(1, 17)),
    *(f"AI-{n}" for n in range(1, 13) if n != 2),
)


class Disagreement(NamedTuple):
    """A position on which the two scorers differ."""

    source: str
    tableau: str
    cell: str
    ai: str
    rulings: dict[str, str]
    engine: int
    naive: int


def plain(tableau: Tableau) -> dict[str, naive.Card]:
    """The tableau as the naive scorer has it."""
    return {
        cell: naive.Card(
            card.face.colour,
            card.face.number,
            {corner: (one.colour, one.number) for corner, one in zip(CORNERS, card.face.connectors, strict=False)},
            card.id,
        )
        for cell, card in tableau.items()
    }


def naive_points(source: str, ai: str, tableau: dict[str, naive.Card], cell: str, rulings: dict[str, str]) -> int:
    def scoring(seen: dict[str, naive.Card]) -> int:
        if source.startswith("O"):
            return naive.objective_points(source, seen, rulings)
        if source.startswith("AI"):
            return naive.ai_points(source, seen, rulings)
        return naive.points(source, seen, cell, rulings)

    return naive.best_for_owner(ai, tableau, scoring)


def disagreements(amount: int, seed: int) -> Iterator[Disagreement]:
    """Score `amount` random placements twice, every source as often as the others."""
    dice = random.Random(seed)
    for number in range(amount):
        source = SOURCES[number % len(SOURCES)]
        card = source[0] in "01"
        tableau, cell = random_tableau(dice, extra=card and dice.random() < 0.1)
        cell = cell if card else AI_CELL
        rulings = random_rulings(dice)
        ai = dice.choice(("AI-1", "AI-1", "AI-10")) if source[0] != "A" else source
        name = tableau.board.names[cell]
        engine = score(catalogue(Rulings(**rulings))[source], tableau, cell, ai).points
        plodding = naive_points(source, ai, plain(tableau), name, rulings)
        if engine != plodding:
            yield Disagreement(source, str(tableau), name, ai, rulings, engine, plodding)


def main() -> None:
    """Print every disagreement; the exit status says whether there was one."""
    amount = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    found = 0
    for one in disagreements(amount, seed):
        found += 1
        print(one)
    print(f"{amount} placements, {found} disagreements")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
