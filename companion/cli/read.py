"""`companion read`: what a photo of a tableau shows."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from companion.cli.decks import shelf, with_decks
from companion.cli.files import PHOTOS, photo_bytes
from companion.cli.language import language_option
from companion.core.errors import CompanionError


@click.command()
@PHOTOS
@click.option("--deck", "name", default="demo", show_default=True, help="The deck on the table.")
@with_decks
@click.option("--json", "as_json", is_flag=True, help="Print companion-reading/1, one document a photo.")
@language_option
@click.pass_obj
def read(data: str | None, photos: tuple[Path, ...], name: str, slug: str | None, as_json: bool, language: str) -> None:
    """Say which card lies in which cell of a photographed tableau, and how sure that is."""
    found = shelf(slug, data)
    box, refused = found.box(name), False
    for photo in photos:
        try:
            reading = found.decks.read_photo(photo_bytes(photo), photo.name, name, box)
        except CompanionError as error:
            click.echo(f"companion: {error.say(language)}", err=True)
            refused = True
            continue
        click.echo(json.dumps(reading.to_json(), ensure_ascii=False) if as_json else reading.report(language))
        if as_json:
            for hint in reading.hints:
                click.echo(f"{photo.name}: {hint.say(language)}", err=True)
    if refused:
        sys.exit(2)


commands = (read,)
