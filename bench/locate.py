"""Measure the location of cards, on a folder of photos with a truth.json or on generated photos.

    python bench/locate.py FOLDER [--draw DIR] [--only TEXT]
    python bench/locate.py --studio hard --first 1000 --count 50
    python bench/locate.py --table white --first 1000 --count 20

truth.json is a list of {"file", "centres", "card_size", "quads"?, "partial"?}, or {"photos": [{"file", "cells": {cell:
{"quad"}}}]} where help cards and piles lie in view and are not listed. A found quad is right when it contains exactly
one true centre, within a quarter of card_size of its own centre. A card claimed twice is wrong the second time; cards
cut by the edge of the photo count neither way. Where not all cards are listed, only quads that hold part of a listed
one are wrong. Where true quads are known, `tight` counts the cards found with an intersection over union of at least
0.85.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from tables import KINDS, table_photo

from companion.vision.locate import locate
from companion.vision.shapes import Location, areas, centres, overlap
from tests.vision.overlaps import iou

Truth = dict[str, Any]
TIGHT = 0.85
SHARED = 0.1  # of a quad, too much to lie on a card that it is not


def photos(folder: Path, only: str) -> Iterator[tuple[str, bytes, Truth]]:
    """Read the photos of a folder and what is true of them."""
    told = json.loads((folder / "truth.json").read_text())
    for truth in told if isinstance(told, list) else map(cells_alone, told["photos"]):
        if only in truth["file"]:
            yield truth["file"], (folder / truth["file"]).read_bytes(), truth


def cells_alone(told: Truth) -> Truth:
    """What is true of a photo whose cells are listed and nothing else that lies on the table."""
    return {"file": told["file"], "others": True} | true_quads([cell["quad"] for cell in told["cells"].values()])


def true_quads(quads: Sequence[Any]) -> Truth:
    """Cards by their corners."""
    corners = np.asarray(quads, np.float32)
    return {"centres": centres(corners), "card_size": float(np.sqrt(areas(corners)).mean()), "quads": list(corners)}


def generated(level: str, first: int, count: int, gap: float | None, worn: bool) -> Iterator[tuple[str, bytes, Truth]]:
    """Take photos of tableaux in the studio: any style of print, often whole, mostly with the help cards."""
    from dataclasses import replace

    from companion.games.ai100.deck import demo_deck
    from companion.samples.photographs import deal, photograph
    from companion.samples.prints import HELP_IDS, card_image, deck_images
    from companion.samples.scenes import scene, worn_scene
    from tests.vision.styles import styles

    deck, prints = demo_deck(), styles()
    cards = sorted(deck.faces)
    ai = [card for card in cards if card.startswith("AI")]
    evolution = [card for card in cards if card not in ai]
    for seed in range(first, first + count):
        chance = random.Random(seed)
        style = prints[chance.choice(sorted(prints))]
        cells = deal(evolution, ai, seed, 15 if chance.random() < 0.6 else chance.randint(1, 14))
        how = (worn_scene if worn else scene)(level, seed)
        how = how if gap is None else replace(how, gap=gap)
        faces = deck_images(deck, style, list(cells.values()), width=500)
        helps = [card_image(card, None, style, width=500) for card in HELP_IDS] if chance.random() < 0.8 else []
        shot = photograph(cells, faces, how, helps=helps)
        yield f"{level}-{seed}.jpg", shot.jpeg, true_quads([*shot.truth.quads.values(), *shot.truth.helps])


def on_tables(name: str, first: int, count: int) -> Iterator[tuple[str, bytes, Truth]]:
    """Take photos of cards on a table that hides them."""
    for seed in range(first, first + count):
        jpeg, quads = table_photo(name, seed)
        yield f"{name}-{seed}.jpg", jpeg, true_quads(quads)


def inside(quad: np.ndarray, point: Any) -> bool:
    """Tell whether a point lies in a quad."""
    return cv2.pointPolygonTest(quad.astype(np.float32), (float(point[0]), float(point[1])), False) >= 0


def judge(location: Location, truth: Truth) -> tuple[int, int, list[bool]]:
    """Count the right and the wrong quads; the list says which quads are right or do not count."""
    claimed: set[int] = set()
    right = wrong = 0
    marks = []
    partial = [p["centre"] if isinstance(p, dict) else p for p in truth.get("partial") or []]
    for card in location.cards:
        quad = card.quad.points
        hits = [i for i, centre in enumerate(truth["centres"]) if inside(quad, centre)]
        good = len(hits) == 1 and hits[0] not in claimed
        if good:
            away = np.linalg.norm(np.subtract(card.quad.centre, truth["centres"][hits[0]]))
            good = bool(away <= truth["card_size"] / 4)
        if good:
            claimed.add(hits[0])
            right += 1
        elif (not hits and any(inside(quad, np.reshape(p, (-1, 2)).mean(0)) for p in partial)) or (
            truth.get("others") and not any(overlap(quad, true) > SHARED * card.quad.area for true in truth["quads"])
        ):
            good = True
        else:
            wrong += 1
        marks.append(good)
    return right, wrong, marks


def overlaps(location: Location, truth: Truth) -> list[float]:
    """The best overlap that each card of known quad was found with."""
    found = [card.quad.points for card in location.cards]
    known = [np.array(quad, np.float32) for quad in truth.get("quads") or [] if quad is not None]
    return [max((iou(quad, other) for other in found), default=0.0) for quad in known]


def draw(image: np.ndarray, location: Location, marks: list[bool], truth: Truth, path: Path) -> None:
    """Write what was seen: green right, red wrong, dots at the true centres."""
    scale = min(1.0, 1200 / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    for card, good in zip(location.cards, marks, strict=True):
        points = np.round(card.quad.points * scale).astype(np.int32)
        cv2.polylines(small, [points], True, (0, 220, 0) if good else (0, 0, 255), 2)
        x, y = points.mean(0).astype(int)
        cv2.putText(small, f"{card.confidence:.2f}", (x - 15, y - 8), 0, 0.45, (0, 120, 255), 1)
    for x, y in truth["centres"]:
        cv2.circle(small, (round(x * scale), round(y * scale)), 3, (255, 0, 255), -1)
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), small)


def main() -> None:
    """Print one line a photo and the sums."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--draw", type=Path, help="write pictures of what was found into this folder")
    parser.add_argument("--only", default="", help="only files whose name holds this text")
    parser.add_argument("--studio", metavar="LEVEL", help="easy, medium or hard: generate the photos")
    parser.add_argument("--worn", action="store_true", help="cards in sleeves, bent, of foil, in each other's shadow")
    parser.add_argument("--table", choices=KINDS, help="generate photos of cards on a table that hides them")
    parser.add_argument("--first", type=int, default=1000)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--gap", type=float, help="force this gap between cards, as a share of a card's width")
    args = parser.parse_args()
    if sum(map(bool, (args.folder, args.studio, args.table))) != 1:
        parser.error("a folder of photos, --studio LEVEL or --table KIND")
    if args.folder:
        source = photos(args.folder, args.only)
    elif args.studio:
        source = generated(args.studio, args.first, args.count, args.gap, args.worn)
    else:
        source = on_tables(args.table, args.first, args.count)
    cv2.setNumThreads(1)
    sums, taken = np.zeros(6), []
    whole = number = 0
    print("| photo | cards | right | wrong | tight | worst | method | perfect | decode ms | locate ms |")
    print("|" + "---|" * 10)
    for name, data, truth in source:
        start = time.process_time()
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        decoded = time.process_time()
        location = locate(image)
        done = time.process_time()
        right, wrong, marks = judge(location, truth)
        over = overlaps(location, truth)
        tight = sum(value >= TIGHT for value in over)
        cards = len(truth["centres"])
        perfect = right == cards and not wrong
        whole += bool(over) and tight == len(over) and not wrong
        number += 1
        sums += (cards, right, wrong, perfect, len(over), tight)
        taken.append((decoded - start, done - decoded))
        print(
            f"| {Path(name).stem[-28:]} | {cards} | {right} | {wrong} | {tight}/{len(over)} "
            f"| {min(over, default=0):.2f} | {location.method} | {'yes' if perfect else ''} "
            f"| {1000 * taken[-1][0]:.0f} | {1000 * taken[-1][1]:.0f} |",
            flush=True,
        )
        if args.draw:
            draw(image, location, marks, truth, args.draw / f"{Path(name).parent.name[:4]}-{Path(name).stem}.png")
    cards, right, wrong, perfect, known, tight = sums
    decode, spent = np.median(taken, axis=0)
    print(
        f"\nrecall {right / cards:.3f}, precision {right / max(1, right + wrong):.3f}, "
        f"perfect {perfect:.0f} of {number} photos, {cards:.0f} cards\n"
        f"tight {tight / max(1, known):.3f}, all tight and none wrong in {whole} photos\n"
        f"median {1000 * decode:.0f} ms decoding, {1000 * spent:.0f} ms locating, of one core"
    )


if __name__ == "__main__":
    main()
