"""`companion backup`, `restore`, `data` and `invitation`: for whoever keeps a server."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from companion.cli.files import ExistingFile
from companion.cli.language import language_option, say
from companion.core.errors import Place, Unreadable
from companion.core.sheet import Reason
from companion.paths import user_data


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, writable=True, path_type=Path))
@language_option
@click.pass_obj
def backup(data: str | None, file: Path, language: str) -> None:
    """Write tables, photos and boxes to FILE while the server runs."""
    from companion.store.backup import back_up
    from companion.store.holdings import shown_size

    if not file.absolute().parent.is_dir():
        raise Unreadable(Reason("cli:error.no_folder"), Place(str(file.parent)))
    size = back_up(user_data(data), file.absolute())
    click.echo(say(Reason("cli:backup.written", (file, shown_size(size, language)))))


@click.command()
@click.argument("file", type=ExistingFile())
@language_option
@click.pass_obj
def restore(data: str | None, file: Path, language: str) -> None:
    """Put the backup FILE in the place of what is there; what is there is kept beside it."""
    from companion.store.backup import restore as put_back

    kept = put_back(user_data(data), file.absolute())
    click.echo(say(Reason("cli:restore.kept", (file, kept)) if kept else Reason("cli:restore.done", (file,))))
    click.echo(say(Reason("cli:restore.server")))


@click.command("data")
@language_option
@click.pass_obj
def what_is_stored(data: str | None, language: str) -> None:
    """Say what is stored where, and how much of it."""
    from companion.store import Store
    from companion.store.holdings import holdings, shown_size

    folder = user_data(data)
    with closing(Store(folder)) as store:
        click.echo(f"{say(Reason('cli:data.folder'))}  {folder}")
        for file in sorted(one for one in folder.rglob("*") if one.is_file()):
            click.echo(f"{shown_size(file.stat().st_size, language):>9}  {file.relative_to(folder)}")
        for one in holdings(store):
            click.echo(f"{one.count:>9}  {one.name:<8} {shown_size(one.size, language):>9}")
    click.echo(say(Reason("cli:data.explained")))


@click.command()
@click.option("--phones", default=1, show_default=True, type=click.IntRange(1, 10_000), help="How many it serves.")
@language_option
@click.pass_obj
def invitation(data: str | None, phones: int, language: str) -> None:
    """Print a code with which phones may lay tables on a public server."""
    from companion.store import Store
    from companion.store.admission import Admission

    with closing(Store(user_data(data))) as store:
        click.echo(Admission(store).invitation(phones))


commands = (backup, restore, what_is_stored, invitation)
