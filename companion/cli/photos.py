"""`companion read` and `companion locate`: what a photo of a tableau shows, and the cards in any photo."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import click

from companion import read_photo
from companion.cli.decks import shelf, with_decks
from companion.cli.files import PHOTOS
from companion.cli.language import language_option, say
from companion.core.errors import CompanionError
from companion.core.sheet import Reason


def _one_by_one(photos: tuple[Path, ...], language: str, look: Callable[[Path], None]) -> None:
    """Look at one photo after the other; what is wrong with one is said, and the others are looked at all the same."""
    refused = False
    for photo in photos:
        try:
            look(photo)
        except CompanionError as error:
            click.echo(f"companion: {error.say(language)}", err=True)
            refused = True
    if refused:
        sys.exit(2)


@click.command()
@PHOTOS
@click.option("--deck", "name", default="demo", show_default=True, help="The deck on the table.")
@with_decks
@click.option("--json", "as_json", is_flag=True, help="Print companion-reading/1, one document a photo.")
@language_option
@click.pass_obj
def read(data: str | None, photos: tuple[Path, ...], name: str, slug: str | None, as_json: bool, language: str) -> None:
    """Say which card lies in which cell of a photographed tableau, and how sure that is."""
    box = shelf(slug, data).box(name)

    def look(photo: Path) -> None:
        reading = read_photo(photo, slug, name, box)
        click.echo(json.dumps(reading.to_json(), ensure_ascii=False) if as_json else reading.report(language))
        if as_json:
            for hint in reading.hints:
                click.echo(f"{photo.name}: {hint.say(language)}", err=True)

    _one_by_one(photos, language, look)


@click.command()
@PHOTOS
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document a photo.")
@language_option
def locate(photos: tuple[Path, ...], as_json: bool, language: str) -> None:
    """Find the cards in photos: any cards on a table."""

    def look(photo: Path) -> None:
        quads = _quads(photo)
        if as_json:
            click.echo(json.dumps({"photo": photo.name, "quads": quads}))
            return
        click.echo(say(Reason("cli:locate.found", (photo.name, len(quads)))))
        for quad in quads:
            click.echo("  " + "  ".join(f"{x:.0f},{y:.0f}" for x, y in quad))

    _one_by_one(photos, language, look)


def _quads(photo: Path) -> list[list[list[float]]]:
    """The corners of every card, in pixels of the upright photo."""
    from companion.vision.locate import locate as find_cards
    from companion.vision.upright import photo_bytes, read_photo

    upright = read_photo(photo_bytes(photo), photo.name)
    found = find_cards(upright.image).quads
    corners = upright.in_photo(found.reshape(-1, 2).astype(float)).reshape(-1, 4, 2)
    return [[[round(float(x), 1), round(float(y), 1)] for x, y in quad] for quad in corners]


commands = (read, locate)
