"""Photos named on the command line."""

from __future__ import annotations

from pathlib import Path

import click

PHOTOS = click.argument(
    "photos", metavar="PHOTO...", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)


def photo_bytes(photo: Path) -> bytes:
    """Return the bytes of a photo; of a file that is too big only enough to refuse it."""
    from companion.vision.upright import MOST_BYTES

    with photo.open("rb") as file:
        return file.read(MOST_BYTES + 1)
