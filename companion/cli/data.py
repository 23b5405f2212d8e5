"""What is stored where: `companion data`."""

from __future__ import annotations

import click

from companion.paths import user_data

_WORTH_NAMING = ("tables", "entries", "changes", "photos", "boxes", "plays", "people")


@click.command()
@click.pass_context
def data(ctx: click.Context) -> None:
    """Say what is stored where, and how much of it."""
    from companion.store import Store

    folder = user_data(ctx.obj)
    store = Store(folder)
    click.echo(f"folder  {folder}")
    for file in sorted(one for one in folder.rglob("*") if one.is_file()):
        click.echo(f"{_size(file.stat().st_size):>9}  {file.relative_to(folder)}")
    try:
        for name in _WORTH_NAMING:
            (count,) = store.db.execute(f"SELECT count(*) FROM {name}").fetchone()
            click.echo(f"{count:>9}  {name}")
        (size,) = store.db.execute("SELECT coalesce(sum(length(jpeg)), 0) FROM photos").fetchone()
        click.echo(f"{_size(size):>9}  of photos in the database")
    finally:
        store.close()
    click.echo("docs/data.md explains every table; any SQLite tool can read the file.")


def _size(count: int) -> str:
    return f"{count / 1_000_000:.1f} MB" if count >= 100_000 else f"{count / 1000:.1f} kB"


commands = (data,)
