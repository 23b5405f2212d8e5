"""Photos of Pilier's square: a print is taught from three photos, then new ones are read.

    python -m bench.squares                         the six prints for tuning, four photos of each level
    python -m bench.squares --held-out --count 6    the two that nobody tunes on

Cards: of all that lie on a photo, those named rightly without knowing the square. Lays: one card is new to a square
that is known but for it. Times are multiples of decoding the photo, in the same run.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.core.errors import CompanionError
from companion.games.pilier.cards import Card
from companion.games.pilier.reader import Print, read_cards, read_square, read_teaching, teach_cards
from companion.games.pilier.reading import Seen
from companion.games.pilier.square import Cell
from companion.samples.photographs import LEVELS, Shot, scene, worn_scene
from editions.squares import PRINTS, SQUARE, box_of, scatter, some_heads, square_photo, teaching_photos
from tests.vision.overlaps import iou


@dataclass
class Tally:
    """What came of the photos of one print and level."""

    cards: Counter[str] = field(default_factory=Counter)
    lays: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)

    def row(self, name: str, level: str) -> str:
        """Return a line of the table in docs/vision.md."""
        cards, lays = self.cards, self.lays
        share = f"{cards['right']}/{cards['all']} ({cards['right'] / cards['all']:.1%})"
        laid = f"{lays['right']}/{lays['all']}"
        return (
            f"| {name} | {level} | {share} | {cards['sure']} | {cards['sure and wrong']} | {laid} | "
            f"{lays['doubtful']} | {lays['wrong']} | {np.median(self.times):.1f} |"
        )


def there(seen: Seen, shot: Shot) -> str | None:
    """The cell on which a card lies that was seen somewhere."""
    height, width = shot.image.shape[:2]
    quad = (np.array(seen.quad) * (width, height)).astype(np.float32)
    overlaps = {cell: iou(truth.astype(np.float32), quad) for cell, truth in shot.truth.quads.items()}
    best = max(overlaps, key=lambda cell: overlaps[cell])
    return best if overlaps[best] > 0.5 else None


def taught(name: str, first: int) -> Print:
    """Teach a print as a person does it: every card is named, and stands upright."""
    printed, box = Print(()), iter(box_of(name))
    for number, shot in enumerate(teaching_photos(name, first)):
        cards = dict(zip(shot.truth.cells, box, strict=False))
        named = []
        for seen in read_teaching(shot.jpeg, "photo", printed):
            cell = there(seen, shot)
            if cell:
                named.append((cards[cell], upright(seen, shot, cell)))
        printed = teach_cards(shot.jpeg, f"named {number}", printed, named)
    return printed


def upright(seen: Seen, shot: Shot, cell: str) -> tuple[tuple[float, float], ...]:
    """The quad from the card's own top left corner on."""
    height, width = shot.image.shape[:2]
    corner = shot.truth.quads[cell][0] / (width, height)
    start = min(range(4), key=lambda at: float(np.hypot(*(np.array(seen.quad[at]) - corner))))
    return seen.quad[start:] + seen.quad[:start]


def laid(name: str, level: str, seed: int, worn: bool) -> tuple[Shot, dict[str, Card]]:
    """Photograph a square of 5 to 36 cards, three of ten on their heads."""
    chance = random.Random(seed)
    cards = chance.sample(box_of(name), chance.randint(5, 36))
    cells = scatter(cards, seed)
    how = (worn_scene if worn else scene)(level, seed)
    return square_photo(name, cells, how, some_heads(cells, seed)), cells


def count_cards(tally: Tally, shot: Shot, cells: Mapping[str, Card], printed: Print) -> None:
    """Read a photo without knowing the square."""
    start = time.process_time()
    cv2.imdecode(np.frombuffer(shot.jpeg, np.uint8), cv2.IMREAD_COLOR)
    decoded = time.process_time()
    found = read_cards(shot.jpeg, "photo", printed)
    tally.times.append((time.process_time() - decoded) / (decoded - start))
    tally.cards["all"] += len(cells)
    told: set[str] = set()
    for seen in found:
        cell = there(seen, shot)
        right = cell is not None and cell not in told and seen.card == cells[cell]
        tally.cards["right"] += right
        tally.cards["sure"] += seen.sure
        tally.cards["sure and wrong"] += seen.sure and not right
        told |= {cell} if cell else set()


def count_lay(tally: Tally, shot: Shot, cells: Mapping[str, Card], printed: Print) -> None:
    """Read a photo with all cards known but the last that was laid."""
    places = {cell: Cell(SQUARE.step(cell)[1], SQUARE.step(cell)[0]) for cell in cells}
    *before, last = cells
    known = {places[cell]: cells[cell] for cell in before}
    tally.lays["all"] += 1
    try:
        reading = read_square(shot.jpeg, "photo", printed, known)
    except CompanionError:
        tally.lays["doubtful"] += 1
        return
    new = {cell: seen for cell, seen in reading.cells.items() if cell not in known}
    sure = {cell: seen for cell, seen in new.items() if seen.sure}
    if len(sure) == 1:
        new = sure
    seen = new.get(places[last])
    right = len(new) == 1 and seen is not None and seen.card == cells[last]
    tally.lays["right"] += right
    tally.lays["wrong"] += len(new) == 1 and not right and next(iter(new.values())).sure
    tally.lays["doubtful"] += not right and not (len(new) == 1 and next(iter(new.values())).sure)


def main() -> None:
    """Print one line for each print and level."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--held-out", action="store_true", help="the prints that nobody tunes on")
    options.add_argument("--worn", action="store_true", help="sleeves, bent cards, foil")
    options.add_argument("--count", type=int, default=4, help="photos of each print and level")
    options.add_argument("--first", type=int, default=3000, help="the first seed")
    chosen = options.parse_args()
    cv2.setNumThreads(1)
    print("| print | level | cards right | sure | sure and wrong | lays right | doubtful | wrong | reading |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in [name for name, one in PRINTS.items() if one.held_out == chosen.held_out]:
        printed = taught(name, chosen.first)
        for level in LEVELS:
            tally = Tally()
            for seed in range(chosen.first, chosen.first + chosen.count):
                shot, cells = laid(name, level, seed, chosen.worn)
                count_cards(tally, shot, cells, printed)
                count_lay(tally, shot, cells, printed)
            print(tally.row(name, level), flush=True)


if __name__ == "__main__":
    main()
