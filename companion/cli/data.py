"""What is stored where: `companion data`."""

from __future__ import annotations

import click

from companion.paths import user_data


@click.command()
@click.pass_context
def data(ctx: click.Context) -> None:
    """Say what is stored where, and how much of it."""
    from companion.store import Store
    from companion.store.holdings import holdings, shown_size

    folder = user_data(ctx.obj)
    store = Store(folder)
    click.echo(f"folder  {folder}")
    for file in sorted(one for one in folder.rglob("*") if one.is_file()):
        click.echo(f"{shown_size(file.stat().st_size):>9}  {file.relative_to(folder)}")
    try:
        for one in holdings(store):
            click.echo(f"{one.count:>9}  {one.name:<8} {shown_size(one.size):>9}")
    finally:
        store.close()
    click.echo("docs/data.md explains every table; any SQLite tool can read the file.")


commands = (data,)
