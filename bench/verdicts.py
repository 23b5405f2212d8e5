"""Verdicts on generated finished games: true claims, claims off by a made slip, impossible claims.

usage: python bench/verdicts.py [--games 200]

The true claim must never be called impossible. Of the claims off by a made slip that are judged impossible (the others
lie inside what some order of play gives, so nobody can object), the made slip should be among the first three
explanations in at least 80%.
"""

from __future__ import annotations

import argparse
import copy
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.core.errors import CompanionError
from companion.games.ai100 import GAME
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.document import read_record
from companion.games.ai100.slips import confusable, slips
from tests.randoms import GameMaker, face_document, finished_document

KINDS = ("objective_forgotten", "objective_doubled", "figure_twice", "card_in_two_lots", "neighbours_card", "misread")


def finished_game(dice: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """A random game of three with the demo deck, played and as entered afterwards."""
    maker = GameMaker(dice, players=3)
    faces = demo_deck().faces
    maker.faces = dict(faces)
    by_phase = {phase: [card for card in maker.pile if faces[card].phase == phase] for phase in (1, 2)}
    for cards in by_phase.values():
        dice.shuffle(cards)
        cards[:] = [card for card in cards if card < "099" or dice.random() < 0.3]
    drawn = 7 * len(maker.names)
    maker.pile = [*by_phase[2][drawn:], *by_phase[2][:drawn], *by_phase[1][:drawn]]  # drawn from the end
    document = maker.document()
    document["faces"] = {card: face_document(face) for card, face in faces.items()}
    return document, finished_document(document, maker.tableaux)


def slipped(
    kind: str, true: dict[str, Any], other: dict[str, Any], finished: dict[str, Any], dice: random.Random
) -> int | None:
    """The claim of somebody who made this slip, or None where it could not happen here. May change the tableau."""
    conditions = catalogue()
    lines, total = true["lines"], true["total"]
    if kind.startswith("objective"):
        paid = [line["points"] for line in lines if line["kind"] == "objective" and line["points"]]
        return None if not paid else total + dice.choice(paid) * (-1 if kind.endswith("forgotten") else 1)
    if kind in ("figure_twice", "card_in_two_lots"):
        wanted = ("Figure", "Pair", "Losange") if kind == "figure_twice" else ("SlotLot", "SameLot", "DifferentLot")
        paid = [
            line["groups"][0]["points"]
            for line in lines
            if line["groups"] and type(conditions[line["source"]].pattern).__name__ in wanted
        ]
        return total + dice.choice(paid) if paid else None
    if kind == "neighbours_card":
        paid = [line["points"] for line in other["lines"] if line["kind"] == "card" and line["points"] > 0]
        return total + dice.choice(paid) if paid else None
    tableau = finished["tableaux"][true["name"]]
    there = {card for cards in finished["tableaux"].values() for card in cards.values()}
    faces = demo_deck().faces
    options = [
        (cell, wrong)
        for cell, card in tableau.items()
        if cell != "B3" and card < "099"
        for wrong in confusable(card)
        if wrong not in there and wrong < "099" and faces[wrong].phase == faces[card].phase
    ]
    cell, wrong = dice.choice(options)
    tableau[cell] = wrong  # the claim is right, the entered tableau is not
    return int(total)


def main() -> None:
    """Print how the verdicts and explanations did."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1000)
    options = parser.parse_args()
    verdicts: Counter[str] = Counter()
    explained: dict[str, list[bool]] = {kind: [] for kind in KINDS}
    for number in range(options.games):
        dice = random.Random(options.seed + number)
        document, finished = finished_game(dice)
        true = GAME.score(document, "en")["players"]
        verdicts[f"true claim: {_verdict(finished, 0, true[0]['total'])}"] += 1
        most = GAME.score(finished, "en")["players"][0]["total"]["max"]
        verdicts[f"claim above the most: {_verdict(finished, 0, most + 1 + dice.randrange(10))}"] += 1
        kind = KINDS[number % len(KINDS)]
        entered = copy.deepcopy(finished)
        claim = slipped(kind, true[0], true[1], entered, random.Random(number))
        if claim is None:
            continue
        try:
            verdict = _verdict(entered, 0, claim)
        except CompanionError:
            continue
        verdicts[f"claim with a slip: {verdict}"] += 1
        if verdict == "impossible":
            found = slips(read_record(entered), true[0]["name"], claim, demo_deck().faces)
            explained[kind].append(kind in [slip.kind for slip in found[:3]])
    for line, count in sorted(verdicts.items()):
        print(f"{count:5}  {line}")
    for kind, results in explained.items():
        print(f"{sum(results):5} of {len(results):3} explained among the first three: {kind}")
    everything = [result for results in explained.values() for result in results]
    print(f"in all {sum(everything) / max(1, len(everything)):.0%} (goal: 80% or more)")


def _verdict(finished: dict[str, Any], index: int, claimed: int) -> str:
    document = copy.deepcopy(finished)
    document["players"][index]["claimed"] = claimed
    verdict: str = GAME.score(document, "en")["players"][index]["verdict"]
    return verdict


if __name__ == "__main__":
    main()
