"""Draw two cards and an AI card of every edition into one picture: docs/pictures/editions.webp.

python tools/edition_sheet.py [FILE]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from editions import EDITIONS, edition_images

WIDTH, GAP = 118, 6  # pixels of a card and between cards
CARDS = ("001", "050", "AI-7")
A_ROW = 5  # editions side by side


def main() -> None:
    """Write the picture: five editions a row, those to tune on first, those held out last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, nargs="?", default=Path("docs/pictures/editions.webp"))
    args = parser.parse_args()
    height = WIDTH * 88 // 63
    rows = -(-len(EDITIONS) // A_ROW)
    sheet = np.full((rows * (height + GAP), A_ROW * len(CARDS) * (WIDTH + GAP), 3), 238, np.uint8)
    cards = [card for edition in EDITIONS.values() for card in edition_images(edition, CARDS, width=600).values()]
    for at, image in enumerate(cards):
        row, column = divmod(at, A_ROW * len(CARDS))
        card = cv2.resize(image, (WIDTH, height), interpolation=cv2.INTER_AREA).astype(np.float32)
        opaque = card[..., 3:] / 255
        view = sheet[row * (height + GAP) :, column * (WIDTH + GAP) :][:height, :WIDTH]
        view[:] = (card[..., :3] * opaque + view * (1 - opaque)).astype(np.uint8)
    cv2.imwrite(str(args.file), sheet, [cv2.IMWRITE_WEBP_QUALITY, 80])
    print(f"{args.file}: {args.file.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
