"""The language of the command line: the one that was asked for, else that of the terminal."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise

import click

from companion.core.grammar import one_line
from companion.core.sheet import Reason
from companion.core.texts import LANGUAGES, texts_of

_SPOKEN = "companion.language"


def of_terminal() -> str:
    """Return the language that the environment asks for."""
    return "fr" if os.environ.get("LANG", "").startswith("fr") else "en"


def of_arguments(args: Sequence[str]) -> str:
    """Return the language that a whole command line asks for, however wrong it is otherwise."""
    asked = [word for before, word in pairwise(args) if before == "--lang"]
    asked += [word.removeprefix("--lang=") for word in args if word.startswith("--lang=")]
    return asked[-1] if asked and asked[-1] in LANGUAGES else of_terminal()


def spoken() -> str:
    """Return the language of the command that is running, also before it is known which one that is."""
    return str(click.get_current_context().meta.get(_SPOKEN) or of_terminal())


def say(reason: Reason) -> str:
    """Return a sentence in the language of the command that is running, as a terminal may show it."""
    return one_line(texts_of("cli", spoken()).say(reason))


def _remember(ctx: click.Context, _: click.Parameter, language: str) -> str:
    # Before any other option: what is wrong with those is said in this language, too.
    ctx.meta[_SPOKEN] = language
    return language


language_option = click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    default=of_terminal,
    callback=_remember,
    is_eager=True,
    help="Language of the explanations; the default follows LANG.",
)
