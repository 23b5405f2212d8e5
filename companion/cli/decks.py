"""`companion enrol` and `companion deck`: teach a deck from photos, list, share and take in decks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.read import PHOTOS, photo_bytes
from companion.core.errors import Unreadable

if TYPE_CHECKING:
    from companion.games.ai100.deck import Deck
    from companion.games.ai100.decks import Difference

DECK_NAME = click.option("--deck", "name", default="box", show_default=True, help="Name of the deck.")


@click.command()
@PHOTOS
@click.option(
    "--ids", "ids_file", required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help='JSON: photo names and their cells, {"a.jpg": {"A1": "073", ...}}.',
)  # fmt: skip
@DECK_NAME
@click.pass_obj
def enrol(data: str | None, photos: tuple[Path, ...], ids_file: Path, name: str) -> None:
    """Teach a deck from photos whose cards are known; a new name makes a new deck."""
    from companion.games.ai100.decks import save_deck
    from companion.games.ai100.enrol import enrol as teach
    from companion.games.ai100.enrol import read_ids_file
    from companion.paths import user_data

    folder = user_data(data)
    deck = _own(folder, name)
    taught = teach({photo.name: photo_bytes(photo) for photo in photos}, read_ids_file(_json(ids_file)), deck)
    file = save_deck(folder, taught.deck)
    click.echo(f"{name}: {len(taught.added)} cards learned, {len(taught.deck.faces)} known ({file})")
    for wrong in taught.misnamed:
        click.echo(f"{wrong.photo}, {wrong.cell}: named {wrong.typed}, but the card reads {wrong.printed}", err=True)
    _show(taught.differences)
    for doubt in taught.doubts:
        click.echo(f"{doubt.card}: {doubt.field} is hard to read ({doubt.confidence:.0%} sure)", err=True)


@click.group()
def deck() -> None:
    """List, share and take in decks of known faces."""


@deck.command("list")
@click.pass_obj
def list_decks(data: str | None) -> None:
    """List the decks, one line each."""
    from companion.core.errors import CompanionError
    from companion.games.ai100.cards import CARD_IDS
    from companion.games.ai100.decks import deck_names, load_deck
    from companion.paths import user_data

    for name in deck_names(user_data(data)):
        try:
            known = load_deck(user_data(data), name)
        except CompanionError as error:
            click.echo(f"{name:<20} cannot be read: {error}", err=True)
            continue
        taught = "print known" if known.print else "print not photographed yet"
        click.echo(f"{name:<20} {len(known.faces):>3} of {len(CARD_IDS)} faces, {taught}")


@deck.command("export")
@click.argument("file", type=click.Path(dir_okay=False, writable=True, path_type=Path))
@DECK_NAME
@click.pass_obj
def export_deck(data: str | None, file: Path, name: str) -> None:
    """Write a deck to FILE, to share it."""
    from companion.games.ai100.decks import load_deck, write_deck_file
    from companion.paths import user_data

    chosen = load_deck(user_data(data), name)
    if not file.parent.is_dir():
        raise Unreadable("this folder does not exist", str(file.parent))
    write_deck_file(file, chosen)
    click.echo(f"{file}: {len(chosen.faces)} faces of {name}")


@deck.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--deck", "name", help="Name of the deck; the file's own where none is given.")
@click.pass_obj
def import_deck(data: str | None, file: Path, name: str | None) -> None:
    """Take in the faces of FILE; what is known already stays, and differences are shown."""
    from companion.games.ai100.decks import DEMO, merge, read_deck_file, save_deck
    from companion.paths import user_data

    theirs = read_deck_file(file)
    chosen = name or (theirs.name if theirs.name != DEMO else "box")
    merged = merge(_own(user_data(data), chosen), theirs)
    save_deck(user_data(data), merged.deck)
    click.echo(f"{chosen}: {len(merged.added)} faces added, {len(merged.deck.faces)} known")
    _show(merged.differences)


def _own(folder: Path, name: str) -> Deck:
    """Return the owner's deck of this name, or an empty one that may get it."""
    from companion.core.errors import Illegal
    from companion.games.ai100.deck import Deck
    from companion.games.ai100.decks import DEMO, deck_names, load_deck

    if name == DEMO:
        raise Illegal("the demo deck cannot be changed; choose another name", "deck demo")
    return load_deck(folder, name) if name in deck_names(folder) else Deck(name, {})


def _json(file: Path) -> object:
    try:
        document: object = json.loads(file.read_text("utf-8"))
    except (ValueError, RecursionError):
        raise Unreadable("not a JSON file", file.name) from None
    return document


def _show(differences: tuple[Difference, ...]) -> None:
    from companion.games.ai100.decks import differing

    for difference in differences:
        click.echo(f"{difference.card}: known / new: {'; '.join(differing(difference))}; kept as known", err=True)


commands = (enrol, deck)
