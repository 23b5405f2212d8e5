"""Draw what each stage of the reader saw, for a dozen generated photographs: docs/pictures/.

    python tools/overlays.py [DIR]

Thin grey: located cards. Green: sure, yellow: named but not sure, red: seen and not named; the id and, under it, the
face in letters (colour and number, then the corners clockwise from the top left). Violet: help cards and others left
out. Dashed: cells without a card. A red cross marks what is not true.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion.core.errors import CompanionError
from companion.games.ai100.cards import AI_IDS, COLOURS, EVOLUTION_IDS, LETTERS, Face
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.draw import HELP_IDS
from companion.games.ai100.reader import read_located
from companion.games.ai100.reading import Reading
from companion.samples.photographs import Shot, deal, photograph, scene
from companion.samples.prints import card_image, deck_images
from companion.vision.locate import locate
from companion.vision.shapes import Location
from companion.vision.upright import read_photo
from tests.vision.styles import print_layout, styles

WIDTH = 720  # pixels of the longer side
PHOTOS = (  # level, style, cards, seed
    ("easy", "demo", 15, 31000), ("easy", "demo", 9, 31001), ("medium", "demo", 15, 31002),
    ("medium", "demo", 15, 31003), ("medium", "demo", 6, 31004), ("hard", "demo", 15, 31005),
    ("hard", "demo", 15, 31006), ("hard", "demo", 12, 31007), ("hard", "demo", 1, 31208),
    ("medium", "atlas", 15, 31009), ("medium", "pastel", 15, 31010), ("hard", "circuit", 15, 31011),
)  # fmt: skip
GREEN, YELLOW, RED, VIOLET, GREY = (70, 200, 60), (0, 200, 250), (40, 40, 235), (220, 80, 180), (190, 190, 190)


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("docs/pictures"))
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for at, (level, style, count, seed) in enumerate(PHOTOS, 1):
        shot = take(level, style, seed, count)
        deck = replace(demo_deck(), print=print_layout(styles()[style]))
        photo = read_photo(shot.jpeg)
        location = locate(photo.image)
        try:
            reading = read_located(photo, location, deck)
        except CompanionError as error:
            print(f"{level} {shot.scene.seed}: {error}")
            continue
        picture = overlay(photo.image, location, reading, shot)
        file = args.folder / f"{at:02d}-{level}-{style}.webp"
        cv2.imwrite(str(file), picture, [cv2.IMWRITE_WEBP_QUALITY, 62])
        right = sum(reading.tableau.get(cell) == card for cell, card in shot.truth.cells.items())
        print(f"{file}: {right} of {len(shot.truth.cells)} cards, {file.stat().st_size // 1024} kB")


def take(level: str, style: str, seed: int, count: int) -> Shot:
    """Take one photo with its help cards."""
    cells = deal(EVOLUTION_IDS, AI_IDS, seed, count)
    images = deck_images(demo_deck(), styles()[style], cells.values(), width=600)
    helps = [card_image(card, None, styles()[style], width=600) for card in HELP_IDS]
    return photograph(cells, images, scene(level, seed), helps)


def overlay(image: np.ndarray, location: Location, reading: Reading, shot: Shot) -> np.ndarray:
    """Draw the stages over a photo."""
    scale = WIDTH / max(image.shape[:2])
    picture = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    read = [np.mean(seen.quad, axis=0) for seen in reading.cells.values()]
    for card in location.cards:
        taken = any(np.linalg.norm(card.quad.points.mean(axis=0) - centre) < 20 / scale for centre in read)
        outline(picture, card.quad.points * scale, GREY if taken else VIOLET, 1 if taken else 2)
    for cell, seen in reading.cells.items():
        quad = np.array(seen.quad) * scale
        colour = GREEN if seen.sure else YELLOW if seen.card else RED
        outline(picture, quad, colour, 2)
        label(picture, quad, f"{cell} {seen.card or '?'}", letters(seen.face) if seen.face else "", colour)
        if seen.card != shot.truth.cells.get(cell):
            cross(picture, quad)
    for cell in reading.empty:
        if cell in shot.truth.quads:
            cross(picture, shot.truth.quads[cell] * scale)
    return picture


def outline(picture: np.ndarray, quad: np.ndarray, colour: tuple[int, int, int], thick: int) -> None:
    """Draw a quad, with a dot at its own top left corner."""
    points = np.round(quad).astype(np.int32)
    cv2.polylines(picture, [points], True, colour, thick, cv2.LINE_AA)
    cv2.circle(picture, [int(v) for v in points[0]], 4, colour, -1, cv2.LINE_AA)


def label(picture: np.ndarray, quad: np.ndarray, name: str, face: str, colour: tuple[int, int, int]) -> None:
    """Write two lines on a dark band across the middle of a card."""
    x, y = (round(float(v)) for v in quad.mean(axis=0))
    for text, down, size in ((name, 2, 0.42), (face, 15, 0.34)):
        (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
        left = x - wide // 2
        band = picture[max(y + down - tall - 3, 0) : y + down + 4, max(left - 3, 0) : left + wide + 3]
        band[:] = (band * 0.25).astype(np.uint8)
        cv2.putText(picture, text, (left, y + down), cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)


def cross(picture: np.ndarray, quad: np.ndarray) -> None:
    """Mark what is not true."""
    points = [[int(v) for v in point] for point in np.round(quad)]
    for one, other in ((0, 2), (1, 3)):
        cv2.line(picture, points[one], points[other], RED, 2, cv2.LINE_AA)


def letters(face: Face) -> str:
    """Return a face in short: R4 b3 r1 g5 k2."""
    corners = (f"{LETTERS[COLOURS.index(colour)].lower()}{number}" for colour, number in face.connectors)
    return " ".join((f"{LETTERS[COLOURS.index(face.colour)]}{face.number}", *corners))


if __name__ == "__main__":
    main()
