"""`companion demo`: an invented deck, ready to print, with photos and a game to try everything on."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.decks import shelf, with_decks
from companion.cli.language import language_option, say


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@with_decks
@language_option
def demo(folder: Path, slug: str | None, language: str) -> None:
    """Write the demo deck to DIR: cards, a sheet to print and cut, faces, sample photos, a sample game."""
    click.echo(say(shelf(slug, None).decks.write_samples(folder)))


commands = (demo,)
