"""What is wrong with a command line itself, and what the system says about files, in the language asked for."""

from __future__ import annotations

import errno

import click

from companion.core.sheet import Reason
from companion.core.texts import texts_of

_SYSTEM = {
    errno.ENOENT: "no_file",
    errno.EACCES: "no_access",
    errno.EPERM: "no_access",
    errno.EROFS: "no_access",
    errno.EISDIR: "folder",
    errno.ENOTDIR: "no_folder_there",
    errno.EEXIST: "exists",
    errno.ENOSPC: "disk_full",
}


def usage(error: click.ClickException, language: str) -> str:
    """Return what is wrong with the words of a command."""
    reason = _reason(error)
    return texts_of("cli", language).say(reason) if reason else error.format_message()


def _reason(error: click.ClickException) -> Reason | None:
    if isinstance(error, click.NoSuchOption):
        return Reason("usage.no_option", (error.option_name,))
    if isinstance(error, click.NoSuchCommand):
        return Reason("usage.no_command", (error.command_name,))
    if isinstance(error, click.BadOptionUsage):
        return Reason("usage.option", (error.option_name,))
    if isinstance(error, click.BadParameter) and error.param is not None:
        return _parameter(error, error.param)
    if isinstance(error, click.UsageError) and error.ctx:
        words = (error.ctx.command_path, *error.ctx.command.collect_usage_pieces(error.ctx))
        return Reason("usage.words", (" ".join(words),))
    return None


def _parameter(error: click.BadParameter, param: click.Parameter) -> Reason | None:
    hint = param.get_error_hint(error.ctx) if error.ctx else param.name
    kind = param.type
    if isinstance(error, click.MissingParameter):
        return Reason("usage.missing", (hint,))
    if isinstance(kind, click.Choice):
        return Reason("usage.choice", (hint, ", ".join(map(str, kind.choices))))
    if isinstance(kind, click.IntRange) and kind.min is not None and kind.max is not None:
        return Reason("usage.range", (hint, kind.min, kind.max))
    if kind.name.startswith("integer"):
        return Reason("usage.whole", (hint,))
    return Reason("usage.path", (hint,)) if isinstance(kind, click.Path) else None


def file_error(error: OSError, language: str) -> str:
    """Return what the system says about a file."""
    texts = texts_of("cli", language)
    # Without a file it is about something else, such as a place for temporary files, and says so itself.
    key = _SYSTEM.get(error.errno or 0) if error.filename or error.errno == errno.ENOSPC else None
    said = texts[f"error.{key}"] if key else error.strerror or str(error)
    return texts.say(Reason("error.at", (str(error.filename), said))) if error.filename else said
