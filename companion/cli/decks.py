"""`companion enrol` and `companion deck`: teach a deck from photos, list, share and take in decks.

A deck is the box of the tables on phones: what is taught here is known there, and the other way round.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.cli.read import PHOTOS, photo_bytes
from companion.core.errors import Illegal, Place, Unreadable
from companion.core.reading import shown
from companion.core.sheet import Reason

if TYPE_CHECKING:
    from companion.games.ai100.deck import Deck
    from companion.games.ai100.decks import Difference
    from companion.store import Store

GAME = "ai100"
LONGEST = 24  # letters, as at a table
DECK_NAME = click.option("--deck", "name", default="box", show_default=True, help="Name of the deck.")


@contextmanager
def open_store(data: str | None) -> Iterator[Store]:
    """Open the store of the tables for a moment."""
    from companion.paths import user_data
    from companion.store import Store

    with closing(Store(user_data(data))) as store:
        yield store


def load_deck(data: str | None, name: str) -> Deck:
    """Return a deck by name; the demo deck needs no store."""
    from companion.games.ai100.deck import demo_deck
    from companion.games.ai100.decks import DEMO, deck_of

    if name == DEMO:
        return demo_deck()
    with open_store(data) as store:
        _, box = store.box(GAME, name)
        names = (DEMO, *store.boxes(GAME))
    if not box:
        raise Unreadable(Reason("cli:error.no_deck", (", ".join(names),)), _place(name))
    return deck_of(name, box)


def _own(data: str | None, name: str) -> Deck:
    """Return the owner's deck of this name, or an empty one that may get it."""
    from companion.games.ai100.decks import DEMO, deck_of

    if name == DEMO:
        raise Illegal(Reason("ai100:error.demo_fixed"), _place(name))
    if name != " ".join(name.split()) or not 0 < len(name) <= LONGEST or not name.isprintable() or name == "+":
        raise Unreadable(Reason("cli:error.deck_name", (LONGEST,)), _place(shown(name)))
    with open_store(data) as store:
        return deck_of(name, store.box(GAME, name)[1])


def _place(deck: str) -> Place:
    return Place(Reason("place.deck", (deck,)))


def _keep(data: str | None, name: str, box: Mapping[str, Any]) -> None:
    with open_store(data) as store:
        store.keep(GAME, name, box)


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
    from companion.games.ai100.cards import CARD_IDS
    from companion.games.ai100.decks import hard_fields, learned, spans
    from companion.games.ai100.enrol import enrol as teach
    from companion.games.ai100.enrol import read_ids_file

    deck = _own(data, name)
    taught = teach({photo.name: photo_bytes(photo) for photo in photos}, read_ids_file(_json(ids_file)), deck)
    hard = hard_fields((doubt.card, doubt.field, doubt.confidence) for doubt in taught.doubts)
    asked = {card: {"fields": fields} for card, fields in hard.items()}
    _keep(data, name, learned(deck, taught.deck, taught.differences, asked))
    click.echo(f"{name}: {len(taught.added)} cards learned, {len(taught.deck.faces)} known")
    fields = sum(2 + 2 * len(face.connectors) + bool(face.phase) for face in taught.deck.faces.values())
    missing = [card for card in CARD_IDS if card not in taught.deck.print.get("pictures", {})]
    click.echo(f"{fields - len(taught.doubts)} fields certain, {len(taught.doubts)} doubtful")
    click.echo(f"not photographed yet: {spans(missing)}" if missing else "the whole box has been photographed")
    for wrong in taught.misnamed:
        click.echo(f"{wrong.photo}, {wrong.cell}: named {wrong.typed}, but the card reads {wrong.printed}", err=True)
    _show(taught.differences)
    for doubt in taught.doubts:
        click.echo(f"{doubt.card}: {doubt.field} is hard to read ({doubt.confidence:.0%} sure)", err=True)
    if not taught.learned:
        words = ", ".join(field.replace("_", " ") for field in taught.unexplained)
        click.echo(f"{name}: not learned: from card to card the photos do not agree about {words}", err=True)
        sys.exit(2)


@click.group()
def deck() -> None:
    """List, share and take in decks of known faces."""


@deck.command("list")
@click.pass_obj
def list_decks(data: str | None) -> None:
    """List the decks, one line each."""
    from companion.games.ai100.cards import CARD_IDS
    from companion.games.ai100.decks import DEMO, asks_in, doubts_in

    with open_store(data) as store:
        boxes = {name: store.box(GAME, name)[1] for name in store.boxes(GAME)}
    for name in (DEMO, *boxes):
        known = load_deck(data, name)
        taught = "print known" if known.print else "print not photographed yet"
        doubts = len(doubts_in(boxes.get(name, {})).keys() | asks_in(boxes.get(name, {})).keys())
        more = f", {doubts} doubtful" if doubts else ""
        click.echo(f"{name:<20} {len(known.faces):>3} of {len(CARD_IDS)} faces, {taught}{more}")


@deck.command("export")
@click.argument("file", type=click.Path(dir_okay=False, writable=True, path_type=Path))
@DECK_NAME
@click.pass_obj
def export_deck(data: str | None, file: Path, name: str) -> None:
    """Write a deck to FILE, to share it."""
    from companion.games.ai100.decks import write_deck_file

    chosen = load_deck(data, name)
    if not file.parent.is_dir():
        raise Unreadable(Reason("cli:error.no_folder"), Place(str(file.parent)))
    write_deck_file(file, chosen)
    click.echo(f"{file}: {len(chosen.faces)} faces of {name}")


@deck.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--deck", "name", help="Name of the deck; the file's own where none is given.")
@click.pass_obj
def import_deck(data: str | None, file: Path, name: str | None) -> None:
    """Take in the faces of FILE; what is known already stays, and differences are shown."""
    from companion.games.ai100.decks import DEMO, learned, merge, read_deck_file

    theirs = read_deck_file(file)
    chosen = name or (theirs.name if theirs.name != DEMO else "box")
    ours = _own(data, chosen)
    merged = merge(ours, theirs)
    _keep(data, chosen, learned(ours, merged.deck, merged.differences))
    click.echo(f"{chosen}: {len(merged.added)} faces added, {len(merged.deck.faces)} known")
    _show(merged.differences)


def _json(file: Path) -> object:
    try:
        document: object = json.loads(file.read_text("utf-8"))
    except (ValueError, RecursionError):
        raise Unreadable(Reason("error.not_json"), Place(file.name)) from None
    return document


def _show(differences: tuple[Difference, ...]) -> None:
    from companion.games.ai100.decks import differing

    for difference in differences:
        click.echo(f"{difference.card}: known / new: {'; '.join(differing(difference))}; kept as known", err=True)


commands = (enrol, deck)
