"""Measure the reader on generated photographs, level by level.

    python bench/photos.py [--first 70000] [--count 70] [--level hard] [--style demo]
    python bench/photos.py --calibrate --first 40000 --count 100

Nobody tunes on the seeds from 70000 on: they are for reporting. `--calibrate` shows, on other seeds, how often cards
above a threshold of confidence are wrong; `SURE` in companion/games/ai100/reading.py is chosen from that.
Cards are right when cell and id are; a tableau is whole when all its cells are right and no empty cell has a card.
Faces are read with a deck that knows the print but no face; a card under the standee shows none and is left out.
Time is that of reading a file, beside cv2.imdecode of the same file in the same run; memory is the most that a process
of its own needs for one 12 megapixel photo.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from companion.core.errors import CompanionError
from companion.games.ai100.cards import AI_IDS, EVOLUTION_IDS
from companion.games.ai100.deck import Deck, demo_deck
from companion.games.ai100.draw import HELP_IDS
from companion.games.ai100.prints import deck_pngs, print_layout, styles
from companion.games.ai100.reader import read_located
from companion.games.ai100.reading import Reading
from companion.vision.locate import locate
from companion.vision.shapes import Location
from companion.vision.studio import LEVELS, Shot, deal, photograph, scene
from companion.vision.upright import Photo, read_photo

THRESHOLDS = (0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9999)


def shots(level: str, seeds: range, style: str, megapixels: float | None = None) -> Iterator[Shot]:
    """Take photos: seven of ten of a whole tableau, eight of ten with the help cards."""
    deck = demo_deck()
    pngs = deck_pngs(deck, styles()[style], width=600)

    def image(card: str) -> np.ndarray:
        return np.asarray(cv2.imdecode(np.frombuffer(pngs[card], np.uint8), cv2.IMREAD_UNCHANGED), np.uint8)

    for seed in seeds:
        chance = random.Random(seed)
        cells = deal(EVOLUTION_IDS, AI_IDS, seed, 15 if chance.random() < 0.7 else chance.randint(1, 14))
        helps = [image(card) for card in HELP_IDS] if chance.random() < 0.8 else []
        how = scene(level, seed)
        if megapixels:
            how = replace(how, megapixels=megapixels)
        yield photograph(cells, {card: image(card) for card in cells.values()}, how, helps)


@dataclass
class Tally:
    """What was counted at one level."""

    count: Counter[str] = field(default_factory=Counter)
    ratios: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    confidences: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, shot: Shot, reading: Reading | None, blank: Reading | None) -> list[str]:
        """Count one photo; return what went wrong."""
        truth, wrong = shot.truth, []
        cells = reading.cells if reading else {}
        for cell in sorted({*truth.cells, *cells}):
            seen, card = cells.get(cell), truth.cells.get(cell)
            right = seen is not None and seen.card == card and card is not None
            self.count["cards"] += card is not None
            self.count["right"] += right
            if seen and seen.card:
                self.confidences.append((seen.confidence, right))
                self.count["sure"] += seen.sure
                self.count["sure and wrong"] += seen.sure and not right
            if not right:
                said = f"{seen.card or '?'} {seen.confidence:.3f}" if seen else "-"
                wrong.append(f"{cell} {card or 'empty'}: {said}")
        self.count["photos"] += 1
        self.count["whole"] += not wrong
        faces = demo_deck().faces
        for cell, card in truth.cells.items():
            if cell not in truth.hidden:
                self.count["faces"] += 1
                face = blank.cells[cell].face if blank and cell in blank.cells else None
                self.count["faces right"] += face is not None and face[:3] == faces[card][:3]
        return wrong

    def row(self, name: str) -> str:
        """Return the line of the table."""

        def share(part: str, of: str) -> str:
            return f"{self.count[part]}/{self.count[of]} ({self.count[part] / max(self.count[of], 1):.2%})"

        return (
            f"| {name} | {self.count['photos']} | {share('right', 'cards')} | {share('whole', 'photos')} "
            f"| {share('faces right', 'faces')} | {share('sure', 'cards')} | {self.count['sure and wrong']} "
            f"| {1000 * np.median(self.seconds):.0f} | {np.median(self.ratios):.1f} |"
        )


HEAD = (
    "| level | photos | cards right | whole tableaux | faces without the deck | sure | sure and wrong "
    "| ms, median | × imdecode |\n" + "|---" * 9 + "|"
)


def measure(shot: Shot, deck: Deck, tally: Tally) -> list[str]:
    """Read one photo, with the deck and without its faces."""
    start = time.perf_counter()
    cv2.imdecode(np.frombuffer(shot.jpeg, np.uint8), cv2.IMREAD_COLOR)
    decoded = time.perf_counter()
    photo = read_photo(shot.jpeg)
    location = locate(photo.image)
    reading = attempt(photo, location, deck)
    done = time.perf_counter()
    tally.seconds.append(done - decoded)
    tally.ratios.append((done - decoded) / (decoded - start))
    return tally.add(shot, reading, attempt(photo, location, Deck("blank", {}, deck.print)))


def attempt(photo: Photo, location: Location, deck: Deck) -> Reading | None:
    """Return the reading, or None where no tableau was found."""
    try:
        return read_located(photo, location, deck)
    except CompanionError:
        return None


def peak_memory(shot: Shot) -> float:
    """Return the most megabytes that a process needs to read this photo."""
    script = (
        "import resource, sys; from companion.games.ai100.reader import read_tableau;"
        "read_tableau(open(sys.argv[1], 'rb').read());"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "photo.jpg"
        file.write_bytes(shot.jpeg)
        answer = subprocess.run([sys.executable, "-c", script, str(file)], capture_output=True, text=True, check=True)
    return float(answer.stdout)


def main() -> None:
    """Print what went wrong photo by photo, then the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=70000)
    parser.add_argument("--count", type=int, default=70, help="photos a level")
    parser.add_argument("--level", choices=LEVELS, action="append")
    parser.add_argument("--style", default="demo")
    parser.add_argument("--calibrate", action="store_true")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    deck = replace(demo_deck(), print=print_layout(styles()[args.style]))
    tallies, everything = {}, Tally()
    for level in args.level or LEVELS:
        tally = tallies[level] = Tally()
        for shot in shots(level, range(args.first, args.first + args.count), args.style):
            if wrong := measure(shot, deck, tally):
                print(f"{level} {shot.scene.seed}: {', '.join(wrong)}", flush=True)
            elif tally.count["photos"] % 10 == 0:
                print(f"{level}: {tally.count['photos']} photos", flush=True)
        print(tally.row(level), flush=True)
        everything.count.update(tally.count)
        everything.seconds += tally.seconds
        everything.ratios += tally.ratios
        everything.confidences += tally.confidences
    print("\n" + HEAD)
    for level, tally in tallies.items():
        print(tally.row(level))
    print(everything.row("all"))
    if args.calibrate:
        print("\n| threshold | cards above | wrong |\n|---|---|---|")
        for threshold in THRESHOLDS:
            above = [right for confidence, right in everything.confidences if confidence >= threshold]
            print(f"| {threshold} | {len(above)} | {len(above) - sum(above)} |")
        return
    tally = Tally()
    large = list(shots("medium", range(args.first + 5000, args.first + 5008), args.style, megapixels=12))
    for shot in large:
        measure(shot, deck, tally)
    spent, ratio = 1000 * np.median(tally.seconds), np.median(tally.ratios)
    print(f"\n12 megapixels: {spent:.0f} ms, {ratio:.1f} × imdecode (median of 8)")
    print(f"peak memory of a process that reads one: {peak_memory(large[0]):.0f} MB")


if __name__ == "__main__":
    main()
