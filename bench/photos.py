"""Measure the reader on generated photographs, level by level.

    python bench/photos.py [--first 70000] [--count 70] [--level hard] [--style demo] [--jobs 2]
    python bench/photos.py --level hard --most 4 --first 61000 --count 40     # small tableaux only
    python bench/photos.py --worn --first 62000 --count 40     # sleeves, bent cards, foil
    python bench/photos.py --calibrate --first 40000 --count 100
    python bench/photos.py --first 70000 --count 35 --part one.json     # in parts, if need be on several machines
    python bench/photos.py --first 70035 --count 35 --part two.json
    python bench/photos.py --merge one.json two.json

Nobody tunes on the seeds from 70000 on: they are for reporting. `--calibrate` shows, on other seeds, how often cards
above a threshold of confidence are wrong; `SURE` in companion/games/ai100/reading.py is chosen from that.
Cards are right when cell and id are; a tableau is whole when all its cells are right and no empty cell has a card.
Faces are read with a deck that knows the print but no face; a card under the standee shows none and is left out.
Time is the processor's, of one thread, so that other work on the machine hardly counts: reading a file beside
cv2.imdecode of the same file in the same run. Memory is the most that a process of its own needs for one 12 megapixel
photo.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from companion.core.errors import CompanionError
from companion.games.ai100.cards import AI_IDS, EVOLUTION_IDS
from companion.games.ai100.deck import Deck, demo_deck
from companion.games.ai100.draw import HELP_IDS
from companion.games.ai100.reader import read_located
from companion.games.ai100.reading import Reading
from companion.samples.photographs import LEVELS, Shot, deal, photograph, scene, worn_scene
from companion.samples.prints import deck_pngs
from companion.vision.locate import locate
from companion.vision.shapes import Location
from companion.vision.upright import Photo, read_photo
from tests.vision.styles import print_layout, styles

THRESHOLDS = (0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9999)


@cache
def pngs(style: str) -> dict[str, bytes]:
    """Draw all cards of a style once."""
    return deck_pngs(demo_deck(), styles()[style], width=600)


def shots(
    level: str,
    seeds: Iterable[int],
    style: str,
    megapixels: float | None = None,
    most: int | None = None,
    worn: bool = False,
) -> Iterator[Shot]:
    """Take photos: seven of ten of a whole tableau, or all of 1 to `most` cards; eight of ten with the help cards."""

    def image(card: str) -> np.ndarray:
        return np.asarray(cv2.imdecode(np.frombuffer(pngs(style)[card], np.uint8), cv2.IMREAD_UNCHANGED), np.uint8)

    for seed in seeds:
        chance = random.Random(seed)
        whole = not most and chance.random() < 0.7
        cells = deal(EVOLUTION_IDS, AI_IDS, seed, 15 if whole else chance.randint(1, most or 14))
        helps = [image(card) for card in HELP_IDS] if chance.random() < 0.8 else []
        how = (worn_scene if worn else scene)(level, seed)
        if megapixels:
            how = replace(how, megapixels=megapixels)
        yield photograph(cells, {card: image(card) for card in cells.values()}, how, helps)


@dataclass
class Tally:
    """What was counted at one level."""

    count: Counter[str] = field(default_factory=Counter)
    ratios: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    rendering: list[float] = field(default_factory=list)
    confidences: list[tuple[float, bool]] = field(default_factory=list)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.count + other.count,
            self.ratios + other.ratios,
            self.seconds + other.seconds,
            self.rendering + other.rendering,
            self.confidences + other.confidences,
        )

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
                right = face is not None and face[:3] == faces[card][:3]
                self.count["faces right"] += right
                if not right:
                    wrong.append(f"face {cell} {card}")
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


def measure(shot: Shot, deck: Deck, tally: Tally, times: int = 1) -> list[str]:
    """Read one photo, with the deck and without its faces."""
    decoding = min(clock(lambda: cv2.imdecode(np.frombuffer(shot.jpeg, np.uint8), 1)) for _ in range(3))
    found: list[tuple[Photo, Location, Reading | None]] = []
    spent = min(clock(lambda: found.append(read(shot, deck))) for _ in range(times))
    tally.seconds.append(spent)
    tally.ratios.append(spent / decoding)
    photo, location, reading = found[-1]
    return tally.add(shot, reading, attempt(photo, location, Deck("blank", {}, deck.print)))


def clock(work: Callable[[], object]) -> float:
    """Return the processor's seconds for some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def read(shot: Shot, deck: Deck) -> tuple[Photo, Location, Reading | None]:
    """Read a file as the program does."""
    photo = read_photo(shot.jpeg)
    location = locate(photo.image)
    return photo, location, attempt(photo, location, deck)


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


def part(level: str, seeds: range, style: str, most: int | None, worn: bool) -> tuple[str, Tally]:
    """Measure some photos of one level, telling what goes wrong."""
    cv2.setNumThreads(1)
    deck, tally = replace(demo_deck(), print=print_layout(styles()[style])), Tally()
    pngs(style)
    taken, start = shots(level, seeds, style, most=most, worn=worn), time.process_time()
    for shot in taken:
        tally.rendering.append(time.process_time() - start)
        if wrong := measure(shot, deck, tally):
            print(f"{level} {shot.scene.seed}: {', '.join(wrong)}", flush=True)
        start = time.process_time()
    return level, tally


def measured(args: argparse.Namespace) -> dict[str, Tally]:
    """Measure all levels, in several processes."""
    tallies = {level: Tally() for level in args.level or LEVELS}
    step = max(1, min(10, args.count // args.jobs))
    with ProcessPoolExecutor(args.jobs) as pool:
        work = [
            pool.submit(
                part, level, range(first, min(first + step, args.first + args.count)), args.style, args.most, args.worn
            )
            for level in tallies
            for first in range(args.first, args.first + args.count, step)
        ]
        for at, done in enumerate(as_completed(work), 1):
            level, tally = done.result()
            tallies[level] += tally
            print(f"{at} of {len(work)} parts", flush=True)
    return tallies


def merged(files: Iterable[Path]) -> dict[str, Tally]:
    """Return what parts have counted together."""
    tallies: dict[str, Tally] = {}
    for file in files:
        for level, values in json.loads(file.read_text()).items():
            values["count"] = Counter(values["count"])
            tallies[level] = tallies.get(level, Tally()) + Tally(**values)
    return tallies


def report(tallies: dict[str, Tally], calibrate: bool) -> None:
    """Print the table."""
    everything = sum(tallies.values(), Tally())
    print("\n" + HEAD)
    for level, tally in tallies.items():
        print(tally.row(level))
    print(everything.row("all"))
    spent = np.mean(everything.rendering), np.mean(everything.seconds)
    print("\nprocessor seconds a photo, mean: {:.2f} to render, {:.2f} to read with the deck".format(*spent))
    if calibrate:
        print("\n| threshold | cards above | wrong |\n|---|---|---|")
        for threshold in THRESHOLDS:
            above = [right for confidence, right in everything.confidences if confidence >= threshold]
            print(f"| {threshold} | {len(above)} | {len(above) - sum(above)} |")


def report_large(first: int, style: str) -> None:
    """Print time and memory for photos of 12 megapixels."""
    cv2.setNumThreads(1)
    deck, tally = replace(demo_deck(), print=print_layout(styles()[style])), Tally()
    large = list(shots("medium", range(first + 5000, first + 5008), style, megapixels=12))
    for shot in large:
        measure(shot, deck, tally, times=3)
    spent, ratio = 1000 * np.median(tally.seconds), np.median(tally.ratios)
    slowest = np.max(tally.seconds) / np.median(tally.seconds)
    print(f"\n12 megapixels: {spent:.0f} ms, {ratio:.1f} × imdecode (median of 8), the slowest {slowest:.1f} medians")
    print(f"peak memory of a process that reads one: {peak_memory(large[0]):.0f} MB")


def main() -> None:
    """Print what went wrong photo by photo, then the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=70000)
    parser.add_argument("--count", type=int, default=70, help="photos a level")
    parser.add_argument("--level", choices=LEVELS, action="append")
    parser.add_argument("--style", default="demo")
    parser.add_argument("--most", type=int, help="only tableaux of at most so many cards")
    parser.add_argument("--worn", action="store_true", help="cards in sleeves, bent, of foil")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--calibrate", action="store_true")
    parser.add_argument("--part", type=Path, help="write what was counted to this file")
    parser.add_argument("--merge", type=Path, nargs="+", help="add up such files instead of measuring")
    args = parser.parse_args()
    tallies = merged(args.merge) if args.merge else measured(args)
    if args.part:
        args.part.write_text(json.dumps({level: vars(tally) for level, tally in tallies.items()}, default=float))
    report(tallies, args.calibrate)
    if not args.calibrate and not args.part:
        report_large(args.first, args.style)


if __name__ == "__main__":
    main()
