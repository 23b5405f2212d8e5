"""Teach boxes wrongly, as people do, and see what is claimed afterwards: a wrong deck must never be sure.

    python -m bench.misteach [--edition herald] [--held-out] [--fault swapped] [--first 90000] [--count 6] [--keep DIR]
    python -m bench.misteach --folder DIR                  a print of another hand, see bench/enrol.py

The faults, one at a time, each with nine photos that are otherwise right:

- swapped: the ids of two cards were typed in each other's place (two that lie on the new photos);
- foreign: one of the nine photos shows cards of another box, with the ids that were typed;
- twice: one photo is given twice;
- turned: the pictures are turned by no, one, two, three quarters.

'Named' are typed ids that teaching itself calls wrong, of how many that are. 'Unasked' are wrong fields of cards that
are neither doubted nor named. The last columns are of new photos read with the
deck that came out of it, levels in turn.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np

from bench.enrol import Box, Tally, fields, kept, of_edition, of_folder, taught
from companion.core.errors import CompanionError
from companion.games.ai100.reader import read_tableau
from companion.games.ai100.reader.teaching import Taught
from companion.samples.photographs import photograph, worn_scene
from editions import EDITIONS, HELD_OUT, TUNING, edition_images


def swapped(box: Box) -> Box:
    """Type two ids of one photo in each other's place, of cards that are looked for later."""
    later = {card for photo in box.new for card in photo.cells.values()}
    file, one, two = next(
        (file, *pair)
        for file, cells in box.ids.items()
        for pair in combinations([cell for cell, card in cells.items() if card in later], 2)
    )
    cells = box.ids[file]
    return replace(box, ids={**box.ids, file: {**cells, one: cells[two], two: cells[one]}})


def foreign(box: Box) -> Box:
    """Photograph another box instead of the third time: the same ids are printed on it, all else is strange."""
    other = next(EDITIONS[name] for name in ("gazette", "quilt") if name != box.name)  # located without trouble
    file = [*box.teach][2]
    how = replace(worn_scene("easy", 95000), standee=False, glare=0, foil=0.0)
    strange = photograph(dict(box.ids[file]), edition_images(other, box.ids[file].values()), how)
    return replace(box, teach={**box.teach, file: strange.jpeg})


def twice(box: Box) -> Box:
    """Give the first photo again at the end."""
    file = next(iter(box.teach))
    again = f"again-{file}"
    return replace(box, teach={**box.teach, again: box.teach[file]}, ids={**box.ids, again: box.ids[file]})


def turned(box: Box) -> Box:
    """Turn the photos by no, one, two, three quarters."""
    return replace(
        box, teach={file: _turned(jpeg, quarters % 4) for quarters, (file, jpeg) in enumerate(box.teach.items())}
    )


def _turned(jpeg: bytes, quarters: int) -> bytes:
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return cv2.imencode(".jpg", np.rot90(image, quarters), [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


FAULTS: Mapping[str, Callable[[Box], Box]] = {
    "swapped": swapped,
    "foreign": foreign,
    "twice": twice,
    "turned": turned,
}


def unasked(box: Box, found: Taught) -> int:
    """Return how many fields are wrong although nobody would be asked about them."""
    named = {miss.typed for miss in found.misnamed}
    doubted = {(doubt.card, doubt.field) for doubt in found.doubts}
    return sum(
        said[name] != value and (card, name) not in doubted
        for card, face in {**found.deck.partly, **found.deck.faces}.items()
        if card not in named and face.connectors
        for said in [fields(face)]
        for name, value in fields(box.faces[card]).items()
        if name in said
    )


def row(box: Box, fault: str) -> str:
    """Teach a box with a fault, read the new photos, and return the line of the table."""
    wrong = FAULTS[fault](box)
    tally = Tally(seconds={"teach": [], "waited": []})
    found = taught(wrong, tally)
    mistyped = {
        card
        for file, cells in wrong.ids.items()
        for cell, card in cells.items()
        if file in box.ids and card != box.ids[file][cell]
    }
    for photo in box.new:
        try:
            cells = read_tableau(photo.jpeg, photo.name, found.deck).cells
        except CompanionError as error:
            print(f"  {photo.level} {photo.name}: {error}", flush=True)
            cells = {}
        tally.read(photo, cells, "")
    named = {miss.typed for miss in found.misnamed}
    count = tally.count
    return (
        f"| {box.name} | {fault} | {'yes' if found.learned else 'no'} | {count['refused']} "
        f"| {len(named & mistyped)}/{len(mistyped)} | {len(named - mistyped)} | {unasked(box, found)} "
        f"| {count['right']}/{count['cards']} | {count['sure']} | {count['sure and wrong']} |"
    )


HEAD = (
    "| print | fault | learned | photos refused | named | right ids named | wrong, unasked | cards right | sure "
    "| sure and wrong |\n" + "|---" * 10 + "|"
)


def main() -> None:
    """Print what went wrong photo by photo, then the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", action="append", choices=[*EDITIONS], default=[])
    parser.add_argument("--held-out", action="store_true", help="the editions that nobody tunes on")
    parser.add_argument("--folder", type=Path, action="append", default=[])
    parser.add_argument("--fault", action="append", choices=[*FAULTS], default=[])
    parser.add_argument("--first", type=int, default=90000)
    parser.add_argument("--count", type=int, default=6, help="new photos an edition")
    parser.add_argument("--keep", type=Path, help="a folder for the photos, which are taken only once")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    names = args.edition or [edition.name for edition in (HELD_OUT if args.held_out else TUNING)]
    how = (args.first, args.count, ("easy", "medium"))
    boxes = [of_folder(folder) for folder in args.folder]
    for name in names if args.edition or not args.folder else ():
        boxes.append(kept(args.keep, name, *how) if args.keep else of_edition(name, *how))
    rows = []
    for box in boxes:
        for fault in args.fault or FAULTS:
            rows.append(row(box, fault))
            print(rows[-1], flush=True)
    print("\n".join(("", HEAD, *rows)))


if __name__ == "__main__":
    main()
