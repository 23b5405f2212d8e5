"""Measure a box that has to be taught: taught from nine photos, then read on new ones.

    python bench/enrol.py [--edition herald] [--first 90000] [--count 12]      the editions to tune on, or one
    python bench/enrol.py --held-out                       those that nobody tunes on: for reporting
    python bench/enrol.py --teach hard                     taught from hard photos
    python bench/enrol.py --folder DIR                     a print of another hand (see below)
    python bench/enrol.py --keep DIR                       photographs kept in such folders, taken only once
    python bench/enrol.py --one-by-one                     taught photo after photo, as phones do it: times and fields
    python bench/enrol.py --part one.json                  also keep what was counted ...
    python bench/enrol.py --merge one.json two.json        ... and add it up; parts of bench/photos.py, too

Ids are given, as somebody at the table would type them; everything else is read from the photos. A field is a
card's colour, number or phase, or the colour or number of a corner. A question is a field that the reader itself calls
doubtful, and which look of a phase's mark is phase 1: phases count as that answer settles them, no other question is
answered. 'Unknown' are fields without a value, 'unasked' those that are wrong and were not doubted. New photos are of
all levels in turn. 'Fields off': the same photos read by a deck that knows no face, so that pictures and printed ids
alone name the cards.
A photo that is refused is put aside, and its cards stay unknown.
Times are the processor's, as multiples of what reading one photo of the demo deck takes in the same run; 'waited' is
what passes meanwhile, as photos are looked at side by side where a second core is free.
'All' adds the prints up; its questions are the median of those that were learned. The last table is the calibration
over all of them: of the cards named with so much confidence, how many were right. bench/misteach.py teaches the same
boxes wrongly.

A folder holds faces.json (id -> face), teach/*.jpg with teach/ids.json (photo -> cell -> id), photos/*.jpg with
photos/truth.json ({"photos": [{"file", "level", "cells": {cell: {"id"}}}]}).
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, pairwise
from pathlib import Path

import cv2
import numpy as np

from companion.core.errors import CompanionError
from companion.games.ai100.cards import AI_IDS, CORNERS, EVOLUTION_IDS, Face
from companion.games.ai100.deck import Deck, demo_deck, face_to_json, read_faces
from companion.games.ai100.pages.decks_teach import YOUNG
from companion.games.ai100.reader import read_tableau, read_teaching
from companion.games.ai100.reader.teaching import Taught, teach
from companion.games.ai100.reader.teaching.find import Corners
from companion.games.ai100.reading import Seen
from companion.samples.photographs import LEVELS, deal, photograph, scene
from companion.samples.prints import deck_images
from companion.vision.upright import read_photo
from editions import EDITIONS, HELD_OUT, TUNING, faces_of
from editions.photos import tableau_photos, teaching_photos

BINS = (0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 1.0)


@dataclass(frozen=True)
class New:
    """A photo to be read with what was taught, and what lies where on it."""

    name: str
    level: str
    jpeg: bytes
    cells: Mapping[str, str]


@dataclass(frozen=True)
class Box:
    """All there is to measure about one print."""

    name: str
    faces: Mapping[str, Face]
    teach: Mapping[str, bytes]
    ids: Mapping[str, Mapping[str, str]]
    new: Sequence[New]


def of_edition(name: str, first: int, count: int, levels: tuple[str, ...]) -> Box:
    """Photograph an edition."""
    edition = EDITIONS[name]
    taught = teaching_photos(edition, first, levels)
    new = [
        New(str(shot.scene.seed), level, shot.jpeg, shot.truth.cells)
        for level, shot in tableau_photos(edition, first + 100, count)
    ]
    teach = {file: shot.jpeg for file, shot in taught.items()}
    return Box(name, faces_of(edition), teach, {file: shot.truth.cells for file, shot in taught.items()}, new)


def of_folder(folder: Path) -> Box:
    """Read a print of another hand."""
    ids = json.loads((folder / "teach" / "ids.json").read_text("utf-8"))
    truth = json.loads((folder / "photos" / "truth.json").read_text("utf-8"))["photos"]
    new = [
        New(
            photo["file"],
            photo["level"],
            (folder / "photos" / photo["file"]).read_bytes(),
            {cell: card["id"] for cell, card in photo["cells"].items()},
        )
        for photo in truth
        if (folder / "photos" / photo["file"]).exists()
    ]
    faces = read_faces(json.loads((folder / "faces.json").read_text("utf-8")))
    return Box(folder.name, faces, {file: (folder / "teach" / file).read_bytes() for file in ids}, ids, new)


def kept(folder: Path, name: str, first: int, count: int, levels: tuple[str, ...]) -> Box:
    """Photograph an edition into a folder unless that was done before; return what is there."""
    here = folder / "-".join((name, str(first), str(count), *levels))
    if not (here / "faces.json").exists():
        write(of_edition(name, first, count, levels), here)
    return replace(of_folder(here), name=name)


def write(box: Box, folder: Path) -> None:
    """Keep the photos of a box as a folder that `of_folder` reads."""
    for part in ("teach", "photos"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for file, jpeg in box.teach.items():
        (folder / "teach" / file).write_bytes(jpeg)
    for photo in box.new:
        (folder / "photos" / f"{photo.name}.jpg").write_bytes(photo.jpeg)
    photos = [
        {
            "file": f"{new.name}.jpg",
            "level": new.level,
            "cells": {cell: {"id": card} for cell, card in new.cells.items()},
        }
        for new in box.new
    ]
    faces = {card: face_to_json(face) for card, face in box.faces.items()}
    ids = {file: dict(cells) for file, cells in box.ids.items()}
    for name, content in (("teach/ids", ids), ("photos/truth", {"photos": photos}), ("faces", faces)):
        (folder / f"{name}.json").write_text(json.dumps(content, indent=1), "utf-8")


def fields(face: Face) -> dict[str, object]:
    """Return what a face says, field by field."""
    known: dict[str, object] = {"colour": face.colour, "number": face.number}
    for corner, connector in zip(CORNERS, face.connectors, strict=True):
        known |= {f"{corner} colour": connector.colour, f"{corner} number": connector.number}
    return {name: value for name, value in (known | {"phase": face.phase}).items() if value}


def _settled(phases: Mapping[str, int], faces: Mapping[str, Face]) -> dict[str, int]:
    """The phases as the answer to one question settles them: which of the two looks is phase 1."""
    right = sum(faces[card].phase == phase for card, phase in phases.items())
    return dict(phases) if 2 * right >= len(phases) else {card: 3 - phase for card, phase in phases.items()}


@dataclass
class Tally:
    """What was counted about one print."""

    count: Counter[str] = field(default_factory=Counter)
    confidences: list[tuple[float, bool]] = field(default_factory=list)
    seconds: dict[str, list[float]] = field(default_factory=dict)

    def taught(self, box: Box, found: Taught) -> None:
        """Compare what was learned with what is printed."""
        self.count["not learned"] += not found.learned
        doubted = {(doubt.card, doubt.field) for doubt in found.doubts}
        self.count["questions"] += len(doubted) + (found.looks is not None)
        self.known(box, found.deck, _settled(found.phases, box.faces), doubted)
        if not found.learned:
            print(f"{box.name}: not explained: {', '.join(found.unexplained)}", flush=True)

    def known(
        self, box: Box, deck: Deck, phases: Mapping[str, int] | None = None, doubted: Set[tuple[str, str]] = frozenset()
    ) -> None:
        """Compare what a deck says of its cards with what is printed."""
        wrong: Counter[str] = Counter()
        for card, face in box.faces.items():
            learned = deck.faces.get(card) or deck.partly.get(card)
            said = fields(learned) if learned and learned.connectors else {}
            said |= {"phase": phases[card]} if phases and card in phases else {}
            for name, value in fields(face).items():
                right = said.get(name) == value
                self.count["fields"] += 1
                self.count["fields right"] += right
                self.count["unknown"] += name not in said
                self.count["unasked"] += not right and name in said and (card, name) not in doubted
                wrong[name] += not right
        print(f"{box.name}: fields wrong or unknown: {dict(+wrong) or 'none'}", flush=True)

    def read(self, photo: New, cells: Mapping[str, Seen], off: str) -> None:
        """Compare a reading with the truth; say what went wrong."""
        wrong = []
        for cell in sorted({*photo.cells, *cells}):
            seen, card = cells.get(cell), photo.cells.get(cell)
            right = seen is not None and card is not None and seen.card == card
            self.count[f"cards{off}"] += card is not None
            self.count[f"right{off}"] += right
            if seen and seen.card:
                self.count[f"sure{off}"] += seen.sure
                self.count[f"sure and wrong{off}"] += seen.sure and not right
                if not off:
                    self.confidences.append((seen.confidence, right))
            if not right and (card or (seen and seen.card)):
                said = f"{seen.card or '?'} {seen.confidence:.3f}" if seen else "-"
                wrong.append(f"{cell} {card or 'empty'}: {said}")
        self.count[f"photos{off}"] += 1
        self.count[f"whole{off}"] += not wrong
        if wrong:
            print(f"  {photo.level} {photo.name}{off}: {'; '.join(wrong)}", flush=True)

    def row(self, name: str) -> str:
        """Return the line of the table."""

        def share(part: str, of: str) -> str:
            return f"{self.count[part]}/{self.count[of]} ({self.count[part] / max(self.count[of], 1):.1%})"

        def times(what: str, pick: str = "median") -> str:
            spent, unit = self.seconds.get(what), self.seconds.get("demo")
            return f"{getattr(np, pick)(spent) / np.median(unit):.1f}" if spent and unit else "-"

        return (
            f"| {name}{', not learned' if self.count['not learned'] and name != 'all' else ''} "
            f"| {self.count['refused']} "
            f"| {share('fields right', 'fields')} | {self.count['unknown']} "
            f"| {self.count['questions']} | {self.count['unasked']} "
            f"| {share('right', 'cards')} | {share('whole', 'photos')} | {self.count['sure']} "
            f"| {self.count['sure and wrong']} | {share('right, fields off', 'cards, fields off')} "
            f"| {self.count['sure and wrong, fields off']} | {times('teach')} | {times('waited')} | {times('read')} "
            f"| {times('read', 'max')} |"
        )


HEAD = (
    "| print | photos refused | fields right | unknown | questions | wrong, unasked | cards right | whole tableaux "
    "| sure | sure and wrong | cards, fields off | sure and wrong, fields off | teaching | waited | reading "
    "| slowest |\n" + "|---" * 16 + "|"
)


def measure(box: Box) -> Tally:
    """Teach a box and read new photos of it."""
    tally = Tally(seconds={"demo": demo_seconds(), "teach": [], "waited": [], "read": []})
    found = taught(box, tally)
    tally.taught(box, found)
    for off, deck in (("", found.deck), (", fields off", replace(found.deck, faces={}))):
        for photo in box.new:
            start = time.process_time()
            try:
                cells = read_tableau(photo.jpeg, photo.name, deck).cells
            except CompanionError as error:
                print(f"  {photo.level} {photo.name}{off}: {error}", flush=True)
                cells = {}
            if not off:
                tally.seconds["read"].append(time.process_time() - start)
            tally.read(photo, cells, off)
    return tally


def taught(box: Box, tally: Tally) -> Taught:
    """Teach a box; a photo that is refused is put aside, its cards stay unknown."""
    photos = dict(box.teach)
    while True:
        start, now = time.process_time(), time.perf_counter()
        try:
            found = teach(photos, box.ids, Deck(box.name, {}))
        except CompanionError as error:
            print(f"{box.name}: {error}", flush=True)
            refused = next(name for name in photos if name in str(error))
            del photos[refused]
            tally.count["refused"] += 1
        else:
            tally.seconds["teach"].append(time.process_time() - start)
            tally.seconds["waited"].append(time.perf_counter() - now)
            return found


def one_by_one(box: Box) -> None:
    """Teach a box photo after photo, as the pages do; print what each takes, and what is known in the end."""
    deck, done = Deck(box.name, {}), dict[str, bytes]()
    lying: dict[str, dict[str, Corners]] = {}
    unit, reading = float(np.median(demo_seconds())), []
    for name, data in box.teach.items():
        start, at = time.process_time(), time.perf_counter()
        seen = read_teaching(data, name, deck).cells
        shown, then = time.process_time() - start, time.perf_counter() - at
        ids = box.ids[name]
        # Where the cards were shown with other cells than theirs, somebody would have typed the ids accordingly.
        if sum(one.card == ids.get(cell) for cell, one in seen.items()) > len(ids) / 2:
            lying[name] = _shares(data, {cell: one.quad for cell, one in seen.items()})
        again = (done if len(done) < YOUNG else {}) | {name: data}
        start, at = time.process_time(), time.perf_counter()
        found = teach(again, {photo: box.ids[photo] for photo in again}, deck, lying=lying)
        taught, waited, deck, done[name] = time.process_time() - start, time.perf_counter() - at, found.deck, data
        if found.learned or name in lying:  # else nothing has told yet which end is up
            lying[name] = {cell: found.places[card].quad for cell, card in ids.items()}
        print(
            f"{box.name} {name}: shown after {shown / unit:.1f}, learned in {taught / unit:.1f}; "
            f"waited {then / unit:.1f} and {waited / unit:.1f}"
        )
    for photo in box.new[:3]:
        start = time.process_time()
        read_tableau(photo.jpeg, photo.name, deck)
        reading.append(time.process_time() - start)
    tally = Tally()
    tally.known(box, deck)
    own = f"; reading a new one {np.median(reading) / unit:.1f}" if reading else ""
    count = tally.count
    print(
        f"{box.name}: {count['fields right']} of {count['fields']} fields right, {count['unknown']} asked about, "
        f"{count['unasked']} wrong{own}",
        flush=True,
    )


def _shares(data: bytes, quads: Mapping[str, Corners]) -> dict[str, Corners]:
    """Corners in pixels of a photo as shares of it."""
    size = read_photo(data).size
    return {cell: tuple(((x + 0.5) / size[0], (y + 0.5) / size[1]) for x, y in quad) for cell, quad in quads.items()}


@cache
def demo_seconds(count: int = 6) -> list[float]:
    """Return what reading photos of the demo deck takes, levels in turn."""
    spent = []
    for at in range(count):
        cells = deal(EVOLUTION_IDS, AI_IDS, at)
        shot = photograph(cells, deck_images(demo_deck(), cards=cells.values(), width=600), scene(LEVELS[at % 3], at))
        start = time.process_time()
        read_tableau(shot.jpeg)
        spent.append(time.process_time() - start)
    return spent


def report(tallies: Mapping[str, Tally]) -> None:
    """Print the table and the calibration over all prints together."""
    print("\n" + HEAD)
    for name, tally in tallies.items():
        print(tally.row(name))
    everything = Tally(sum((tally.count for tally in tallies.values()), Counter()))
    learned = [tally.count for tally in tallies.values() if tally.count["fields"] and not tally.count["not learned"]]
    everything.count["questions"] = int(np.median([count["questions"] for count in learned] or [0]))
    if len(tallies) > 1:
        print(everything.row("all"))
    confidences = [pair for tally in tallies.values() for pair in tally.confidences]
    print("\n| confidence | cards | right |\n|---|---|---|")
    for low, high in pairwise(BINS):
        inside = [right for confidence, right in confidences if low <= confidence < high or confidence == high == 1]
        if inside:
            print(f"| {low:g} to {high:g} | {len(inside)} | {np.mean(inside):.2%} |")


def merged(files: Iterable[Path]) -> dict[str, Tally]:
    """Read what earlier runs have kept."""
    tallies = {}
    for file in files:
        for name, part in json.loads(file.read_text("utf-8")).items():
            confidences = [tuple(pair) for pair in part["confidences"]]
            taught = "fields" in part["count"]  # the demo deck's photos were not taught, and have times of another kind
            tallies[name] = Tally(Counter(part["count"]), confidences, part["seconds"] if taught else {})
    return tallies


def main() -> None:
    """Print what went wrong photo by photo, then the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", action="append", choices=[*EDITIONS], default=[])
    parser.add_argument("--held-out", action="store_true", help="the editions that nobody tunes on")
    parser.add_argument("--folder", type=Path, action="append", default=[])
    parser.add_argument("--teach", choices=LEVELS, help="level of the teaching photos; easy and medium unless told")
    parser.add_argument("--first", type=int, default=90000)
    parser.add_argument("--count", type=int, default=12, help="new photos an edition")
    parser.add_argument("--keep", type=Path, help="a folder for the photos, which are taken only once")
    parser.add_argument("--one-by-one", action="store_true", help="teach photo after photo, and time that")
    parser.add_argument("--part", type=Path, help="keep what was counted in this file")
    parser.add_argument("--merge", type=Path, nargs="+", help="add up such files instead of measuring")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.merge:
        report(merged(args.merge))
        return
    levels = (args.teach,) if args.teach else ("easy", "medium")
    names = args.edition or [edition.name for edition in (HELD_OUT if args.held_out else TUNING)]
    how = (args.first, args.count, levels)
    editions = names if args.edition or not args.folder else ()
    boxes = chain(
        map(of_folder, args.folder),
        (kept(args.keep, name, *how) if args.keep else of_edition(name, *how) for name in editions),
    )
    if args.one_by_one:
        for box in boxes:
            one_by_one(box)
        return
    tallies = {box.name: measure(box) for box in boxes}
    if args.part:
        args.part.write_text(json.dumps({name: vars(tally) for name, tally in tallies.items()}, default=float))
    report(tallies)


if __name__ == "__main__":
    main()
