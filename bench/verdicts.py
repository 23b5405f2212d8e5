"""Verdicts on generated finished games: true claims, claims off by a made slip, impossible claims.

usage: python bench/verdicts.py [--games 200]

Every game gets a true claim, a claim off by a made slip and a claim above the most. The true one must never be called
impossible. A slip can only be explained where the claim is impossible, so one is looked for that no order of play
hides, if need be at a table that remembers the points of some cards. The made slip should be among the first three
explanations in at least 80%.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.core.errors import CompanionError
from companion.games.ai100 import GAME
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.document import read_record
from companion.games.ai100.finished import Outcome, outcomes
from companion.games.ai100.slips import confusable, slips
from tests.randoms import GameMaker, face_document, finished_document

KINDS = (
    "objective_forgotten", "objective_doubled", "ai_forgotten",
    "figure_twice", "card_in_two_lots", "neighbours_card", "misread",
)  # fmt: skip
MOST_WAYS = 12  # of one kind that are tried in a game
REMEMBERED = (0, 5, 10, 14)  # cards of which the table remembers the points

Slipped = tuple[int, dict[str, Any]]  # the claim, and the finished game as it was entered


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


def slipped(kind: str, true: dict[str, Any], other: dict[str, Any], finished: dict[str, Any]) -> Iterator[Slipped]:
    """Every way in which somebody may have made this slip: what he claims, and the tableaux as entered."""
    conditions, lines, total = catalogue(), true["lines"], true["total"]
    if kind == "misread":
        yield from ((total, entered) for entered in misread(finished, true["name"]))
        return
    if kind.startswith(("objective", "ai")):
        part = kind.split("_")[0]
        changes = [line["points"] for line in lines if line["kind"] == part]
        if kind.endswith("forgotten"):
            changes = [-points for points in changes]
    elif kind == "neighbours_card":
        changes = [line["points"] for line in other["lines"] if line["kind"] == "card" and line["points"] > 0]
    else:
        wanted = ("Figure", "Pair", "Losange") if kind == "figure_twice" else ("SlotLot", "SameLot", "DifferentLot")
        changes = [
            line["groups"][0]["points"]
            for line in lines
            if line["groups"] and type(conditions[line["source"]].pattern).__name__ in wanted
        ]
    yield from ((total + change, finished) for change in changes if change)


def misread(finished: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """The tableaux with one card taken for another: the claim is right, what was entered is not."""
    tableau, faces = finished["tableaux"][name], demo_deck().faces
    there = {card for cards in finished["tableaux"].values() for card in cards.values()}
    for cell, card in tableau.items():
        if cell == "B3" or card >= "099":
            continue
        for wrong in (*confusable(card, alike=True), *confusable(card, alike=False)):
            if wrong not in there and wrong < "099" and faces[wrong].phase == faces[card].phase:
                tableaux = {**finished["tableaux"], name: {**tableau, cell: wrong}}
                yield {**finished, "tableaux": tableaux}


def remembering(finished: dict[str, Any], true: dict[str, Any], count: int) -> dict[str, Any]:
    """The same game at a table that remembers the points of so many cards."""
    paid = [(line["cell"], line["source"], line["points"]) for line in true["lines"] if line["kind"] == "card"]
    tableau = finished["tableaux"][true["name"]]
    once = {source for _, source, _ in paid if [one[1] for one in paid].count(source) == 1}
    notes = [{"cell": cell, "points": points} for cell, card, points in paid if card in once and tableau[cell] == card]
    return {**finished, "remembered": {true["name"]: notes[:count]}} if count else finished


def seen_slip(number: int, true: list[dict[str, Any]], finished: dict[str, Any]) -> tuple[str, Slipped] | None:
    """A slip that the verdict can see: kinds in turn, and the more remembered the less an order of play hides."""
    dice = random.Random(number)
    for step in range(len(KINDS)):
        kind = KINDS[(number + step) % len(KINDS)]
        for count in (0,) if kind == "misread" else REMEMBERED:
            ways = list(slipped(kind, true[0], true[1], remembering(finished, true[0], count)))
            dice.shuffle(ways)
            outcome: dict[int, Outcome | None] = {}  # many ways share their tableaux
            for claim, entered in ways[:MOST_WAYS]:
                found = outcome.setdefault(id(entered), None) or _outcome(entered)
                outcome[id(entered)] = found
                if found and found.verdict(claim) == "impossible":
                    return kind, (claim, entered)
    return None


def main() -> None:
    """Print how the verdicts and explanations did."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1000)
    options = parser.parse_args()
    verdicts: Counter[str] = Counter()
    explained: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for number in range(options.games):
        document, finished = finished_game(random.Random(options.seed + number))
        true = GAME.score(document).say("en")["players"]
        outcome = _outcome(finished)
        assert outcome, number
        verdicts[f"true claim: {outcome.verdict(true[0]['total'])}"] += 1
        verdicts[f"claim above the most: {outcome.verdict(outcome.total[1] + 1 + number % 10)}"] += 1
        found = seen_slip(number, true, finished)
        verdicts["claim with a slip: impossible" if found else "claim with a slip: every order of play hides it"] += 1
        if found:
            kind, (claim, entered) = found
            ranked = [slip.kind for slip in slips(read_record(entered), true[0]["name"], claim, demo_deck().faces)]
            explained[kind].append(ranked.index(kind) + 1 if kind in ranked else 0)
        if number % 20 == 19:
            so_far = [place for places in explained.values() for place in places]
            print(f"after {number + 1} games: {_shares(so_far)}", file=sys.stderr, flush=True)
    for line, count in sorted(verdicts.items()):
        print(f"{count:5}  {line}")
    for kind, places in explained.items():
        print(f"{kind}: {_shares(places)}")
    print(f"in all: {_shares([place for places in explained.values() for place in places])} (goal: 80% or more)")


def _shares(places: list[int]) -> str:
    first, three = sum(place == 1 for place in places), sum(1 <= place <= 3 for place in places)
    share = three / max(1, len(places))
    return f"{len(places)} slips, {first} explained first, {three} among the first three ({share:.0%})"


def _outcome(finished: dict[str, Any]) -> Outcome | None:
    """What the first tableau can have come to; None where no game leads to it."""
    try:
        return outcomes(read_record(finished))[0]
    except CompanionError:
        return None


if __name__ == "__main__":
    main()
