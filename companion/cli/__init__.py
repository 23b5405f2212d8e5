"""The command line: every module of this folder brings its commands in `commands`."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NoReturn

import click

from companion.core.errors import CompanionError


class FriendlyGroup(click.Group):
    """Answers bad input with one line on standard error and exit status 2, never with a traceback."""

    def main(self, *args: Any, **options: Any) -> NoReturn:
        """Run the command; what users can get wrong comes back as a sentence."""
        options["standalone_mode"] = False
        try:
            status = super().main(*args, **options)
            sys.exit(status if isinstance(status, int) else 0)
        except click.Abort:
            sys.exit(130)
        except BrokenPipeError:
            # Whoever read our output has stopped; there is nobody left to tell.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        except click.ClickException as error:
            message = error.format_message()
        except CompanionError as error:
            message = str(error)
        except OSError as error:
            message = f"{error.filename or 'file'}: {error.strerror or error}"
        click.echo(f"companion: {' '.join(message.split())}", err=True)
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
