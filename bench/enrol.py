"""Measure a deck in an unseen print: taught from photos, then read on new ones.

    python bench/enrol.py [--style pastel] [--first 90000] [--count 12]

Eight photos, 15 cards each, teach the 120 Evolution cards, a ninth the 12 AI cards; the faces are read from the photos,
only ids are given. AI cards are known by their printed id alone until the ninth photo. The new photos are of
all levels, a third each, whole tableaux with help cards and, as it falls, the standee. Seconds are the processor's.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import replace

import cv2
import numpy as np

from companion.core.errors import CompanionError
from companion.games.ai100.board import CELLS
from companion.games.ai100.cards import AI_IDS, EVOLUTION_IDS
from companion.games.ai100.deck import Deck, demo_deck
from companion.games.ai100.draw import HELP_IDS
from companion.games.ai100.enrol import enrol
from companion.games.ai100.prints import deck_pngs
from companion.games.ai100.reader import read_tableau
from companion.samples.photographs import LEVELS, deal, photograph, scene
from companion.samples.styles import styles


def teaching_tableaux() -> list[dict[str, str]]:
    """Return the box laid out 15 cards at a time, the AI cards last."""
    piles = [EVOLUTION_IDS[at : at + 15] for at in range(0, 120, 15)] + [AI_IDS]
    return [dict(zip(CELLS, pile, strict=False)) for pile in piles]


def main() -> None:
    """Print a table, one line a style."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--style", action="append", choices=[name for name in styles() if name != "demo"])
    parser.add_argument("--first", type=int, default=90000)
    parser.add_argument("--count", type=int, default=12, help="new photos a style")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    print("| print | photos | faces taught right | s to teach | new cards right | Evolution | AI | sure and wrong |")
    print("|---" * 8 + "|")
    for name in args.style or [name for name in styles() if name != "demo"]:
        measure(name, args.first, args.count)


def measure(style: str, first: int, count: int) -> None:
    """Teach a style and read new photos of it."""
    truth = demo_deck().faces
    pngs = deck_pngs(demo_deck(), styles()[style], width=600)

    def image(card: str) -> np.ndarray:
        return np.asarray(cv2.imdecode(np.frombuffer(pngs[card], np.uint8), cv2.IMREAD_UNCHANGED), np.uint8)

    tableaux = {f"{at}.jpg": cells for at, cells in enumerate(teaching_tableaux())}
    photos = {}
    for seed, (name, cells) in enumerate(tableaux.items(), first):
        how = replace(scene("medium" if seed % 2 else "easy", seed), standee=False, glare=0)
        photos[name] = photograph(cells, {card: image(card) for card in cells.values()}, how).jpeg
    new = []
    for at in range(count):
        seed = first + 100 + at
        cells = deal(EVOLUTION_IDS, AI_IDS, seed)
        images = {card: image(card) for card in cells.values()}
        new.append(photograph(cells, images, scene(LEVELS[at % 3], seed), [image(card) for card in HELP_IDS]))
    eight = {name: photos[name] for name in list(photos)[:8]}
    last = {name: photos[name] for name in list(photos)[8:]}
    deck = Deck(style, {})
    for batch, label in ((eight, "8"), (last, "9")):
        start = time.process_time()
        deck = enrol(batch, tableaux, deck).deck
        spent = time.process_time() - start
        right = sum(face[:3] == truth[card][:3] for card, face in deck.faces.items())
        tally: Counter[str] = Counter()
        for shot in new:
            try:
                cells_read = read_tableau(shot.jpeg, "photo", deck).cells
            except CompanionError as error:
                print(f"{style} {shot.scene.seed}: {error}")
                cells_read = {}
            for cell, card in shot.truth.cells.items():
                kind, seen = "AI" if card in AI_IDS else "Evolution", cells_read.get(cell)
                tally[kind] += 1
                tally[f"{kind} right"] += seen is not None and seen.card == card
                tally["wrong"] += seen is not None and seen.sure and seen.card != card
                if seen is None or seen.card != card:
                    print(f"{style} {shot.scene.seed}: {cell} {card}: {seen.card or '?' if seen else '-'}", flush=True)
        cards, good = tally["AI"] + tally["Evolution"], tally["AI right"] + tally["Evolution right"]
        print(
            f"| {style} | {label} | {right}/{len(deck.faces)} | {spent:.0f} | {good}/{cards} ({good / cards:.2%}) "
            f"| {tally['Evolution right']}/{tally['Evolution']} | {tally['AI right']}/{tally['AI']} "
            f"| {tally['wrong']} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
