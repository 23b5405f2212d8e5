"""`companion locate`: the cards in any photo, without deck or grid."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from companion.cli.language import language_option
from companion.core.errors import CompanionError

PHOTOS = click.argument("photos", metavar="PHOTO...", nargs=-1, required=True, type=click.Path(path_type=Path))


@click.command()
@PHOTOS
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document a photo.")
@language_option
def locate(photos: tuple[Path, ...], as_json: bool, language: str) -> None:
    """Find the cards in photos: any cards on a table."""
    refused = False
    for photo in photos:
        try:
            quads = _quads(photo)
        except CompanionError as error:
            click.echo(f"companion: {error.say(language)}", err=True)
            refused = True
            continue
        if as_json:
            click.echo(json.dumps({"photo": photo.name, "quads": quads}))
        else:
            click.echo(f"{photo.name}: {len(quads)} card{'' if len(quads) == 1 else 's'}")
            for quad in quads:
                click.echo("  " + "  ".join(f"{x:.0f},{y:.0f}" for x, y in quad))
    if refused:
        sys.exit(2)


def _quads(photo: Path) -> list[list[list[float]]]:
    """The corners of every card, in pixels of the upright photo."""
    from companion.vision.locate import locate as find_cards
    from companion.vision.upright import read_photo

    upright = read_photo(photo.read_bytes(), photo.name)
    found = find_cards(upright.image).quads
    corners = upright.in_photo(found.reshape(-1, 2).astype(float)).reshape(-1, 4, 2)
    return [[[round(float(x), 1), round(float(y), 1)] for x, y in quad] for quad in corners]


commands = (locate,)
