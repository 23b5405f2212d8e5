"""The command line: a module of this folder brings its commands in `commands`."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NoReturn

import click

from companion.cli.language import of_arguments, spoken
from companion.cli.usage import file_error, usage
from companion.core.errors import CompanionError
from companion.core.grammar import one_line


class FriendlyGroup(click.Group):
    """Answers bad input with one line on standard error and exit status 2, never with a traceback."""

    def main(self, *args: Any, **options: Any) -> NoReturn:
        """Run the command; what users can get wrong comes back as a sentence."""
        options["standalone_mode"] = False
        words = args[0] if args else options.get("args")
        language = of_arguments(sys.argv[1:] if words is None else words)
        try:
            status = super().main(*args, **options)
            sys.exit(status if isinstance(status, int) else 0)
        except click.Abort:
            sys.exit(130)
        except BrokenPipeError:
            # Whoever read our output has stopped; there is nobody left to tell.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(error.exit_code)
        except click.ClickException as error:
            message = usage(error, language)
        except OSError as error:
            message = file_error(error, language)
        click.echo(f"companion: {one_line(message)}", err=True)
        sys.exit(2)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what is wrong is said in the language that it was given."""
        try:
            return super().invoke(ctx)
        except CompanionError as error:
            raise click.ClickException(error.say(spoken())) from None


@click.group("companion", cls=FriendlyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="companion-table")
@click.option("--data", metavar="DIR", envvar="COMPANION_DATA", help="Folder of the tables, photos and decks.")
@click.pass_context
def main(ctx: click.Context, data: str | None) -> None:
    """Score, explain and verify games at the table."""
    ctx.obj = data


for _module in sorted(module.name for module in iter_modules(__path__)):
    for _command in getattr(import_module(f"{__name__}.{_module}"), "commands", ()):
        main.add_command(_command)
