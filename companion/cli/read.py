"""`companion read`: what a photo of a tableau shows."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.language import language_option
from companion.core.errors import CompanionError

if TYPE_CHECKING:
    from companion.games.ai100.reading import Reading

PHOTOS = click.argument(
    "photos", metavar="PHOTO...", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)


@click.command()
@PHOTOS
@click.option("--deck", "deck_name", default="demo", show_default=True, help="The deck on the table.")
@click.option("--json", "as_json", is_flag=True, help="Print companion-reading/1, one document a photo.")
@language_option
@click.pass_obj
def read(data: str | None, photos: tuple[Path, ...], deck_name: str, as_json: bool, language: str) -> None:
    """Say which card lies in which cell of a photographed tableau, and how sure that is."""
    from companion.cli.decks import load_deck
    from companion.games.ai100.reader import read_tableau

    deck = load_deck(data, deck_name)
    refused = False
    for photo in photos:
        try:
            reading = read_tableau(photo_bytes(photo), photo.name, deck)
        except CompanionError as error:
            click.echo(f"companion: {error.say(language)}", err=True)
            refused = True
            continue
        click.echo(json.dumps(reading.to_json(), ensure_ascii=False) if as_json else describe(reading, language))
        if as_json:
            for hint in reading.hints:
                click.echo(f"{photo.name}: {hint.say(language)}", err=True)
    if refused:
        sys.exit(2)


def photo_bytes(photo: Path) -> bytes:
    """Return the bytes of a photo; of a file that is too big only enough to refuse it."""
    from companion.vision.upright import MOST_BYTES

    with photo.open("rb") as file:
        return file.read(MOST_BYTES + 1)


def describe(reading: Reading, language: str) -> str:
    """Return a reading for people: one line a card."""
    from companion.games.ai100.reading import texts

    words = texts(language)
    lines = [f"{reading.photo} ({reading.deck}, {reading.milliseconds} ms)"]
    for cell, seen in reading.cells.items():
        if seen.card is None:
            state = words["reading.unknown"]
        else:
            state = words["reading.sure" if seen.sure else "reading.unsure"]
        others = ", ".join(f"{guess.card} {guess.confidence:.1%}" for guess in seen.alternatives)
        more = f"  ({words['reading.or'].format(others)})" if others and not seen.sure else ""
        lines.append(f"  {cell}  {seen.card or '?':<6} {seen.confidence:>6.1%}  {state}{more}")
    if reading.empty:
        lines.append(f"  {words['reading.empty'].format(', '.join(reading.empty))}")
    return "\n".join([*lines, *(f"  {hint.say(language)}" for hint in reading.hints)])


commands = (read,)
