"""How fast the engine is, beside the PyPI package `mahjong` estimating hands in the same run.

usage: python bench/score.py [--rounds N]

Machines are noisy, so everything is a ratio: the pieces are timed in turn, again and again, always on new
positions, and the best times compared: what other programs disturbed does not count.
A hand is a random complete hand with its yaku, fu and cost; a placement is a card laid on a random tableau, scored,
with its explanation in words.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner
from mahjong.constants import EAST, SOUTH
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.cli import main as main_command
from companion.core.sheet import Line
from companion.games.ai100.cards import CARD_IDS
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.describe import line_text
from companion.games.ai100.document import read_record
from companion.games.ai100.finished import outcomes
from companion.games.ai100.replay import replay
from companion.games.ai100.rulings import Rulings
from companion.games.ai100.scoring import score
from tests.randoms import GameMaker, finished_document, random_face, random_tableau

Work = Callable[[], int]  # does a batch and returns how many pieces it did


def hands(dice: random.Random) -> Work:
    """New random complete hands, closed, with winds and a dora indicator: four sets and a pair."""
    calculator = HandCalculator()
    cases = []
    while len(cases) < 250:
        counts = [0] * 34
        for _ in range(4):
            if dice.random() < 0.25:
                counts[dice.randrange(34)] += 3
            else:
                lowest = dice.randrange(3) * 9 + dice.randrange(7)
                for kind in range(lowest, lowest + 3):
                    counts[kind] += 1
        counts[dice.randrange(34)] += 2
        if max(counts) <= 4:
            tiles = [kind * 4 + copy for kind, count in enumerate(counts) for copy in range(count)]
            config = HandConfig(
                is_tsumo=dice.random() < 0.5, is_riichi=dice.random() < 0.5, player_wind=EAST, round_wind=SOUTH
            )
            cases.append((tiles, dice.choice(tiles), [dice.randrange(136)], config))

    def work() -> int:
        for tiles, won, dora, config in cases:
            calculator.estimate_hand_value(tiles, won, dora_indicators=dora, config=config)
        return len(cases)

    return work


def placements(dice: random.Random) -> Work:
    """New random tableaux, one random card on each, scored and explained in words."""
    conditions = catalogue()
    ids = [f"{n:03d}" for n in range(1, 99)]
    rulings = Rulings()
    cases = [(conditions[dice.choice(ids)], *random_tableau(dice)) for _ in range(600)]

    def work() -> int:
        for condition, tableau, cell in cases:
            scored = score(condition, tableau, cell, "AI-1")
            line = Line("card", condition.id, scored.groups, scored.notes)
            line_text(line, conditions, rulings, "en")
        return len(cases)

    return work


def games(dice: random.Random) -> Work:
    """New four-player games: 56 placements, objectives, AI cards, every line explained in words."""
    records = []
    for _ in range(8):
        maker = GameMaker(dice, players=4)
        dice.shuffle(maker.pile)  # as dealt, not with the black cards first
        records.append(read_record(maker.document() | {"rulings": {}}))
    conditions = catalogue()

    def work() -> int:
        for record in records:
            for sheet in replay(record).sheets:
                for line in sheet.lines:
                    line_text(line, conditions, record.rulings, "en")
        return len(records)

    return work


def command_line(dice: random.Random) -> Work:
    """New four-player games of one box as lines of a file, with their faces, through `companion score - --jsonl`."""
    box = {card: random_face(dice) for card in CARD_IDS}
    black = {card: face._replace(colour="black") for card, face in box.items() if "099" <= card <= "120"}
    lines = []
    for _ in range(40):
        maker = GameMaker(dice, players=4)
        maker.faces = box | black
        dice.shuffle(maker.pile)
        lines.append(json.dumps(maker.document() | {"rulings": {}}))
    stdin, runner = "\n".join(lines), CliRunner()

    def work() -> int:
        scored = runner.invoke(main_command, ["score", "-", "--jsonl", "--lang", "en"], input=stdin)
        assert scored.exit_code == 0
        return scored.stdout.count('"kind": "card"')

    return work


def bounds(dice: random.Random) -> Work:
    """The bounds and all reachable totals of new tableaux without neighbour cards."""
    records = []
    while len(records) < 5:
        maker = GameMaker(dice, players=1)
        maker.pile = [card for card in maker.pile if card < "099"]
        if maker.ais["Ana"] != "AI-5":
            document = maker.document()
            records.append(read_record(finished_document(document, maker.tableaux)))

    def work() -> int:
        for record in records:
            outcomes(record)
        return len(records)

    return work


def seconds_each(work: Work) -> float:
    """Time a batch by the processor's clock, so that other programs do not count."""
    start = time.process_time()
    done = work()
    return (time.process_time() - start) / done


def main() -> None:
    """Print the rates and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    rounds = parser.parse_args().rounds
    dice = random.Random(2442)
    makers: dict[str, Callable[[], Work]] = {
        "hand": lambda: hands(dice),
        "placements": lambda: placements(dice),
        "game": lambda: games(dice),
        "command line": lambda: command_line(dice),
        "bounds": lambda: bounds(dice),
    }
    times: dict[str, list[float]] = {name: [] for name in makers}
    for _ in range(rounds):
        for name, make in makers.items():
            times[name].append(seconds_each(make()))
    best = {name: statistics.quantiles(values, n=4)[0] for name, values in times.items()}
    hand = best["hand"]
    rate = {name: f"{1 / value:9.0f} a second" for name, value in best.items()}
    print(f"mahjong hands         {rate['hand']}")
    print(f"explained placements  {rate['placements']}, {hand / best['placements']:6.2f} times the hands")
    print(f"four-player games     {rate['game']}, the time of {best['game'] / hand:6.1f} hands")
    through = hand / best["command line"]
    print(
        f"through the command line {1 / best['command line']:6.0f} placements a second, {through:6.2f} times the hands"
    )
    print(f"bounds of a tableau   {rate['bounds']}, the time of {best['bounds'] / hand:6.1f} hands")
    print("goals: 4 times or more; the time of 20 hands or less; 1.5 times or more; the time of 80 hands or less")


if __name__ == "__main__":
    main()
