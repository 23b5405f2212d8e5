"""The command line: every module of this folder brings its commands in `commands`."""

from __future__ import annotations

import sys
from importlib import import_module
from pkgutil import iter_modules

import click

from companion.core.errors import CompanionError


class FriendlyGroup(click.Group):
    """Answers bad input with one line on standard error and exit status 2, never with a traceback."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; what users can get wrong comes back as a sentence."""
        try:
            return super().invoke(ctx)
        except CompanionError as error:
            click.echo(f"companion: {error}", err=True)
        except OSError as error:
            click.echo(f"companion: {error.filename or 'file'}: {error.strerror or error}", err=True)
        sys.exit(2)


@click.group(cls=FriendlyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="companion-table")
@click.option("--data", metavar="DIR", envvar="COMPANION_DATA", help="Folder of the tables, photos and decks.")
@click.pass_context
def main(ctx: click.Context, data: str | None) -> None:
    """Score, explain and verify games at the table."""
    ctx.obj = data


for _module in sorted(module.name for module in iter_modules(__path__)):
    for _command in import_module(f"{__name__}.{_module}").commands:
        main.add_command(_command)
