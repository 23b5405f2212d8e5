"""Measure the location of cards on a folder of photos with a truth.json, or on generated photos.

    python bench/locate.py FOLDER [--draw DIR] [--only TEXT]

truth.json is a list of {"file", "centres", "card_size", "partial"?}: a found quad is right when it contains exactly
one true centre, within a quarter of card_size of its own centre. A card claimed twice is wrong the second time;
cards cut by the edge of the photo count neither way.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.vision.locate import locate
from companion.vision.shapes import Location


def inside(quad: np.ndarray, point: Any) -> bool:
    """Tell whether a point lies in a quad."""
    return cv2.pointPolygonTest(quad.astype(np.float32), (float(point[0]), float(point[1])), False) >= 0


def judge(location: Location, truth: dict[str, Any]) -> tuple[int, int, list[bool]]:
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
        elif not hits and any(inside(quad, np.reshape(p, (-1, 2)).mean(0)) for p in partial):
            good = True
        else:
            wrong += 1
        marks.append(good)
    return right, wrong, marks


def draw(image: np.ndarray, location: Location, marks: list[bool], truth: dict[str, Any], path: Path) -> None:
    """Write what was seen: green right, red wrong, dots at the true centres."""
    scale = min(1.0, 1200 / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    for card, good in zip(location.cards, marks, strict=True):
        points = np.round(card.quad.points * scale).astype(np.int32)
        cv2.polylines(small, [points], True, (0, 200, 0) if good else (0, 0, 255), 2)
        x, y = points.mean(0).astype(int)
        cv2.putText(small, f"{card.confidence:.2f}", (x - 15, y - 8), 0, 0.45, (0, 120, 255), 1)
    for x, y in truth["centres"]:
        cv2.circle(small, (round(x * scale), round(y * scale)), 3, (255, 0, 255), -1)
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), small)


def main() -> None:
    """Print one line a photo and the sums."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--draw", type=Path, help="write pictures of what was found into this folder")
    parser.add_argument("--only", default="", help="only files whose name holds this text")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    sums = np.zeros(4)
    photos = 0
    print("| photo | cards | right | wrong | method | perfect | decode ms | locate ms |\n|---|---|---|---|---|---|---|---|")
    for truth in json.loads((args.folder / "truth.json").read_text()):
        if args.only not in truth["file"]:
            continue
        data = np.frombuffer((args.folder / truth["file"]).read_bytes(), np.uint8)
        start = time.perf_counter()
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
        decoded = time.perf_counter()
        location = locate(image)
        done = time.perf_counter()
        right, wrong, marks = judge(location, truth)
        cards = len(truth["centres"])
        perfect = right == cards and not wrong
        photos += 1
        sums += (cards, right, wrong, perfect)
        name = Path(truth["file"])
        print(
            f"| {name.stem[-28:]} | {cards} | {right} | {wrong} | {location.method} | {'yes' if perfect else ''} "
            f"| {1000 * (decoded - start):.0f} | {1000 * (done - decoded):.0f} |",
            flush=True,
        )
        if args.draw:
            draw(image, location, marks, truth, args.draw / f"{name.parent.name[:4]}-{name.stem}.png")
    cards, right, wrong, perfect = sums
    print(
        f"\nrecall {right / cards:.3f}, precision {right / max(1, right + wrong):.3f}, "
        f"perfect {perfect:.0f} of {photos} photos, {cards:.0f} cards"
    )


if __name__ == "__main__":
    main()
