"""Measure the digit and id readers on photographs of prints and fonts that no training has seen.

    python tools/measure_digits.py [--photos 6] [--levels medium hard]

Cards are cut out by their true corners, each missed by 1% of a card's width as locating them does.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from dataclasses import replace

import cv2
import numpy as np

from companion.games.ai100.cards import AI_IDS, CORNERS, EVOLUTION_IDS
from companion.games.ai100.deck import demo_deck
from companion.samples.photographs import deal, photograph, scene
from companion.samples.prints import deck_images
from companion.vision.digits import DIGIT_VIEW, ID_VIEW, IDS, read_digits, read_ids
from tests.vision.styles import print_layout, styles

FLAT = (630, 880)


def flattened(image, quad, chance):
    missed = quad + chance.normal(0, 0.01, quad.shape) * np.linalg.norm(quad[1] - quad[0])
    size = FLAT if np.linalg.norm(quad[1] - quad[0]) > 400 else (FLAT[0] // 2, FLAT[1] // 2)
    corners = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32) - 0.5
    return cv2.warpPerspective(image, cv2.getPerspectiveTransform(missed.astype(np.float32), corners), size)


def cut(card, x, y, height, view):
    """The crop of this view around a place given in fractions of the card."""
    tall, wide = card.shape[:2]
    half = np.array(view) * height * tall / 2
    low = np.maximum(np.round([x * wide - half[0], y * tall - half[1]]), 0).astype(int)
    high = np.round([x * wide + half[0], y * tall + half[1]]).astype(int)
    return card[low[1] : high[1], low[0] : high[0]]


def crops_of(card, layout):
    """Four corner digits clockwise, the number, and the id's strip."""
    x, y, height = layout["corner"]
    square = (DIGIT_VIEW, DIGIT_VIEW)
    corners = [
        cut(card, 1 - x if "r" in corner else x, 1 - y if "b" in corner else y, height, square) for corner in CORNERS
    ]
    return corners, cut(card, *layout["number"], square), cut(card, *layout["id"], ID_VIEW)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", type=int, default=6, help="of each print, level and size")
    parser.add_argument("--levels", nargs="+", default=["medium", "hard"])
    parser.add_argument("--seed", type=int, default=50_000)
    asked = parser.parse_args()
    deck, right, total = demo_deck(), defaultdict(int), defaultdict(int)
    sure_wrong, spent, cards = defaultdict(int), 0.0, 0
    for name, style in styles().items():
        images, layout = {}, print_layout(style)
        for level in asked.levels:
            for megapixels in (12, 3):
                for seed in range(asked.seed, asked.seed + asked.photos):
                    tableau = deal(EVOLUTION_IDS, AI_IDS, seed)
                    missing = [card for card in tableau.values() if card not in images]
                    if missing:
                        images |= deck_images(deck, style, missing, 630)
                    how = replace(scene(level, seed), megapixels=megapixels, standee=False)
                    shot = photograph(tableau, images, how)
                    chance = np.random.default_rng(seed)
                    cut_out = [
                        crops_of(flattened(shot.image, quad, chance), layout) for quad in shot.truth.quads.values()
                    ]
                    start = time.perf_counter()
                    digits = read_digits([crop for corners, number, _ in cut_out for crop in (*corners, number)])
                    ids = read_ids([strip for _, _, strip in cut_out])
                    spent, cards = spent + time.perf_counter() - start, cards + len(cut_out)
                    group = ("demo" if name == "demo" else "unseen", level, megapixels)
                    for at, card in enumerate(shot.truth.cells.values()):
                        face = deck.faces[card]
                        wanted_digits = [*(connector.number for connector in face.connectors), face.number]
                        for place, wanted in enumerate(wanted_digits):
                            row, what = digits[at * 5 + place], "corner" if place < 4 else "number"
                            total[*group, what] += 1
                            right[*group, what] += int(row.argmax() + 1 == wanted)
                            sure_wrong["digit"] += int(row.argmax() + 1 != wanted and row.max() > np.log(0.999))
                        total[*group, "id"] += 1
                        right[*group, "id"] += int(IDS[ids[at].argmax()] == card)
                        total[*group, f"id {name}"] += 1
                        right[*group, f"id {name}"] += int(IDS[ids[at].argmax()] == card)
                        sure_wrong["id"] += int(IDS[ids[at].argmax()] != card and ids[at].max() > np.log(0.999))
    for key in sorted(total, key=str):
        print(f"{key[0]:7} {key[1]:7} {key[2]:3} MP  {key[3]:12} {right[key] / total[key]:8.2%} of {total[key]}")
    print(f"above 0.999 and wrong: {dict(sure_wrong)}; {1000 * spent / cards * 15:.0f} ms per 15 cards")


if __name__ == "__main__":
    main()
