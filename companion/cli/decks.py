"""`companion enrol`, `companion deck` and `companion demo`: decks taught from photos, listed, shared, taken in, tried.

A deck is the box of the tables on phones: what is taught here is known there, and the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.files import PHOTOS, ExistingFile
from companion.cli.language import language_option, say
from companion.core.errors import Illegal, Place, Unreadable
from companion.core.game import Additions, DeckKeeper, HasDecks
from companion.core.reading import read_json, shown
from companion.core.sheet import Reason
from companion.paths import user_data
from companion.registry import deck_game

if TYPE_CHECKING:
    from companion.store import Store

LONGEST = 24  # letters, as at a table
DECK_NAME = click.option("--deck", "name", default="box", show_default=True, help="Name of the deck.")
Command = Callable[..., None]


def with_decks(command: Command) -> Command:
    """Give a command the game whose decks it is about: `--game`, or the only one that has any."""
    return click.option("--game", "slug", help="The game; the only one with decks where none is named.")(command)


@dataclass(frozen=True)
class Shelf:
    """The decks of one game in the store of the tables."""

    game: HasDecks
    data: str | None

    @property
    def decks(self) -> DeckKeeper:
        """What the game can do with its decks."""
        return self.game.decks()

    def box(self, name: str) -> Mapping[str, Any]:
        """Return what the box of a deck keeps; the demo deck needs none."""
        if name == self.decks.demo:
            return {}
        with _open_store(self.data) as store:
            box, names = store.box(self.game.slug, name)[1], (self.decks.demo, *store.boxes(self.game.slug))
        if not box:
            raise Unreadable(Reason("cli:error.no_deck", (", ".join(names),)), _place(name))
        return box

    def boxes(self) -> dict[str, Mapping[str, Any]]:
        """Return every deck by name, the demo deck first."""
        with _open_store(self.data) as store:
            return {self.decks.demo: {}} | {
                one: store.box(self.game.slug, one)[1] for one in store.boxes(self.game.slug)
            }

    def own(self, name: str) -> Mapping[str, Any]:
        """Return the owner's box of this name, or an empty one that may get it."""
        if name == self.decks.demo:
            raise Illegal(Reason("cli:error.demo_fixed"), _place(name))
        if name != " ".join(name.split()) or not 0 < len(name) <= LONGEST or not name.isprintable() or name == "+":
            raise Unreadable(Reason("cli:error.deck_name", (LONGEST,)), _place(shown(name)))
        with _open_store(self.data) as store:
            return store.box(self.game.slug, name)[1]

    def keep(self, name: str, additions: Additions) -> None:
        """Keep what was added to a deck, and say it."""
        with _open_store(self.data) as store:
            store.keep(self.game.slug, name, additions.box)
        for sentence in additions.said:
            click.echo(say(sentence))
        for doubt in additions.doubts:
            click.echo(say(doubt), err=True)
        if additions.refused:
            raise Unreadable(additions.refused, _place(name))


def shelf(slug: str | None, data: str | None) -> Shelf:
    """Return the decks of a game."""
    return Shelf(deck_game(slug), data)


@contextmanager
def _open_store(data: str | None) -> Iterator[Store]:
    """Open the store of the tables for a moment."""
    from companion.store import Store

    with closing(Store(user_data(data))) as store:
        yield store


def _place(deck: str) -> Place:
    return Place(Reason("place.deck", (deck,)))


@click.command()
@PHOTOS
@click.option(
    "--ids", "ids_file", required=True, type=ExistingFile(),
    help='JSON: photo names and their cells, {"a.jpg": {"A1": "073", ...}}.',
)  # fmt: skip
@DECK_NAME
@with_decks
@language_option
@click.pass_obj
def enrol(
    data: str | None, photos: tuple[Path, ...], ids_file: Path, name: str, slug: str | None, language: str
) -> None:
    """Teach a deck from photos whose cards are known; a new name makes a new deck."""
    from companion.vision.upright import photo_bytes

    found = shelf(slug, data)
    box, ids = found.own(name), read_json(ids_file.read_bytes(), Place(ids_file.name))
    bytes_of = {photo.name: photo_bytes(photo) for photo in photos}
    found.keep(name, found.decks.teach(bytes_of, ids, name, box, _tell_progress))


def _tell_progress(photo: str, done: int, every: int) -> None:
    click.echo(say(Reason("cli:deck.found", (photo, done, every))), err=True)


@click.group()
def deck() -> None:
    """List, share and take in decks of known faces."""


@deck.command("list")
@with_decks
@language_option
@click.pass_obj
def list_decks(data: str | None, slug: str | None, language: str) -> None:
    """List the decks, one line each."""
    found = shelf(slug, data)
    for name, box in found.boxes().items():
        click.echo(f"{name:<20} {say(found.decks.status(name, box))}")


@deck.command("export")
@click.argument("file", type=click.Path(dir_okay=False, writable=True, path_type=Path))
@DECK_NAME
@with_decks
@language_option
@click.pass_obj
def export_deck(data: str | None, file: Path, name: str, slug: str | None, language: str) -> None:
    """Write a deck to FILE, to share it."""
    found = shelf(slug, data)
    box = found.box(name)
    if not file.parent.is_dir():
        raise Unreadable(Reason("cli:error.no_folder"), Place(str(file.parent)))
    click.echo(say(Reason("cli:deck.written", (file, found.decks.write(file, name, box), name))))


@deck.command("import")
@click.argument("file", type=ExistingFile())
@click.option("--deck", "name", help="Name of the deck; the file's own where none is given.")
@with_decks
@language_option
@click.pass_obj
def import_deck(data: str | None, file: Path, name: str | None, slug: str | None, language: str) -> None:
    """Take in the faces of FILE; what is known already stays, and differences are shown."""
    found = shelf(slug, data)
    own = found.decks.name_in(file)
    chosen = name or (own if own != found.decks.demo else "box")
    found.keep(chosen, found.decks.take_in(file, chosen, found.own(chosen)))


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@with_decks
@language_option
def demo(folder: Path, slug: str | None, language: str) -> None:
    """Write the demo deck to DIR: cards, a sheet to print and cut, faces, sample photos, a sample game."""
    click.echo(say(shelf(slug, None).decks.write_samples(folder)))


commands = (enrol, deck, demo)
