"""Play random solo games with the demo deck and print how often each score came out.

usage: python tools/simulate_solo.py 20000 > data/ai100/solo-simulation.json

Cards, cells, AI card and objectives are drawn at random: this is what no skill at all scores, a yardstick and no more.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter

from companion.games.ai100.cards import AI_IDS, EVOLUTION_IDS
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.document import Play, Player, Record
from companion.games.ai100.replay import Table, legal_cells

OBJECTIVES = [[o.id for o in catalogue().values() if o.round == number] for number in (1, 2)]


def random_total(dice: random.Random) -> int:
    """Play one game and return its score."""
    faces = demo_deck().faces
    player = Player("solo", dice.choice(AI_IDS))
    record = Record((player,), tuple(map(dice.choice, OBJECTIVES)), faces)
    table = Table(record)
    piles = [[card for card in EVOLUTION_IDS if faces[card].phase == phase] for phase in (1, 2)]
    hands = [dice.sample(pile, 7) for pile in piles]
    for turn, card in enumerate([*hands[0], *hands[1]], 1):
        grid = dict(zip((0, 1, 2, 5, 6, 7, 10, 11, 12), dice.sample(piles[turn > 7], 9), strict=True))
        cell = dice.choice(legal_cells(table.seats[0].tableau, player.ai))
        table.play(turn, {player.name: Play(card, cell, grid=grid)})
    return table.result().sheets[0].total


def main() -> None:
    """Print the number of games and the count of each score."""
    dice = random.Random(2442)
    games = int(sys.argv[1])
    counts = Counter(random_total(dice) for _ in range(games))
    print(json.dumps({"deck": "demo", "games": games, "scores": dict(sorted(counts.items()))}))


if __name__ == "__main__":
    main()
