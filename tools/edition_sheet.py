"""Draw two cards and an AI card of every edition into one picture: docs/pictures/editions.webp.

python tools/edition_sheet.py [FILE]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from editions import EDITIONS, edition_images

WIDTH = 118  # pixels of a card
CARDS = ("001", "050", "AI-7")


def main() -> None:
    """Write the picture: a column an edition, those to tune on at the left."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, nargs="?", default=Path("docs/pictures/editions.webp"))
    args = parser.parse_args()
    height = WIDTH * 88 // 63
    sheet = np.full((len(CARDS) * (height + 6), len(EDITIONS) * (WIDTH + 6), 3), 238, np.uint8)
    for column, edition in enumerate(EDITIONS.values()):
        for row, image in enumerate(edition_images(edition, CARDS, width=600).values()):
            card = cv2.resize(image, (WIDTH, height), interpolation=cv2.INTER_AREA).astype(np.float32)
            opaque = card[..., 3:] / 255
            view = sheet[row * (height + 6) :, column * (WIDTH + 6) :][:height, :WIDTH]
            view[:] = (card[..., :3] * opaque + view * (1 - opaque)).astype(np.uint8)
    cv2.imwrite(str(args.file), sheet, [cv2.IMWRITE_WEBP_QUALITY, 80])
    print(f"{args.file}: {args.file.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
